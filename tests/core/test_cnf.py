"""Encodings against all assignments of truth values, on small formulas."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError
from everyway.core.cnf import Cnf, read_dimacs


def models(formula: Cnf, own: int) -> set[tuple[bool, ...]]:
    """Return the values of the first *own* variables in all solutions, by trying everything."""
    found = set()
    for values in product((False, True), repeat=formula.variables):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in formula.clauses):
            found.add(values[:own])
    return found


@pytest.mark.parametrize("length", range(5))
@pytest.mark.parametrize("number", range(-1, 6))
def test_counters(length: int, number: int) -> None:
    literals = list(range(1, length + 1))
    everything = set(product((False, True), repeat=length))
    most = Cnf(length)
    most.at_most(literals, number)
    assert models(most, length) == {v for v in everything if sum(v) <= number}
    least = Cnf(length)
    least.at_least(literals, number)
    assert models(least, length) == {v for v in everything if sum(v) >= number}


@given(st.permutations([1, 2, 3, 4]))
def test_the_first_of_images(images: list[int]) -> None:
    formula = Cnf(4)
    formula.first_of_images([1, 2, 3, 4], images)
    kept = {
        values
        for values in product((False, True), repeat=4)
        if values >= tuple(values[i - 1] for i in images)
    }
    assert models(formula, 4) == kept


def test_dimacs_comes_back() -> None:
    formula = Cnf(3)
    formula.add(1, -2)
    formula.add()
    formula.add(3)
    text = formula.to_dimacs(["a comment"])
    assert text == "c a comment\np cnf 3 3\n1 -2 0\n0\n3 0\n"
    assert read_dimacs(text) == formula


@pytest.mark.parametrize(
    "text",
    ["", "1 0", "p cnf 1", "p cnf x 1\n1 0", "p cnf 1 1\n2 0", "p cnf 1 2\n1 0", "p cnf 1 1\n1",
     "p cnf 1 1\np cnf 1 1\n1 0", "p cnf 1 1\n1.0 0"],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(EverywayError):
        read_dimacs(text)
