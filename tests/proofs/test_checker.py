"""The checker: right proofs are taken, and damaged ones are not."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import EverywayError
from everyway.core.cnf import Clause, Cnf
from everyway.core.engine import Control
from everyway.proofs.checker import check, read_drat
from everyway.proofs.solver import solve


def formula_of(variables: int, clauses: list[Clause]) -> Cnf:
    formula = Cnf(variables)
    for clause in clauses:
        formula.add(*clause)
    return formula


def has_a_solution(formula: Cnf) -> bool:
    return any(
        all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in formula.clauses)
        for values in product((False, True), repeat=formula.variables)
    )


ALL_OF_TWO = formula_of(2, [(1, 2), (-1, 2), (1, -2), (-1, -2)])


def pigeons(holes: int) -> Cnf:
    """Return the formula that one pigeon more than there are holes has no room."""
    formula = Cnf((holes + 1) * holes)
    name = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    for p in range(holes + 1):
        formula.add(*(name[p, h] for h in range(holes)))
    for h in range(holes):
        for p, q in combinations(range(holes + 1), 2):
            formula.add(-name[p, h], -name[q, h])
    return formula


@pytest.mark.parametrize(
    ("proof", "right"),
    [
        ("2 0\n0\n", True),
        ("2 0\n", True),  # the clause 2 already contradicts the others
        ("1 2 0\n2 0\nd 1 2 0\n0", True),
        ("d 1 2 0\nd -1 2 0\n0", False),
        ("", False),
        ("1 2 0\n", False),
        ("d 1 2 0\n-1 2 0\n", False),
    ],
)
def test_small_proofs(proof: str, right: bool) -> None:
    checked = check(ALL_OF_TWO, proof, Control())
    assert checked.right is right, checked.why


def test_a_step_that_does_not_follow() -> None:
    formula = formula_of(3, [(1, 2), (-1, 3)])
    checked = check(formula, "1 3 0\n", Control())
    assert (checked.right, checked.steps) == (False, 0)
    # It is no consequence, yet adding it does no harm: it is RAT on 3, which no clause denies.
    checked = check(formula, "3 1 0\n-3 0\n", Control())
    assert (checked.right, checked.steps) == (False, 1)
    plain = check(formula_of(2, [(1, 2)]), "1 0\n2 0\n-1 -2 0\n", Control())
    assert (plain.right, plain.steps) == (False, 2)
    assert plain.why == "step 3 does not follow: -1 -2"


def test_resolution_on_asymmetric_tautologies() -> None:
    """A new name for "1 and 2" is no consequence, but is right: each step is RAT on 3."""
    base = [(1, 2, 4), (1, -2), (-1, 2), (-1, -2), (-4, 1), (-4, 2)]
    formula = formula_of(4, [*base[:4], *base[4:]])
    checked = check(formula, "4 0\n", Control())
    assert checked.right
    definition = "3 -1 -2 0\n-3 1 0\n-3 2 0\n"
    free = formula_of(3, [(1, 2)])
    assert check(free, definition, Control()).why == "the steps end without a contradiction"
    wrong = check(free, "3 0\n-3 0\n", Control())
    assert (wrong.right, wrong.steps) == (False, 1)


@pytest.mark.parametrize("holes", [1, 2, 3, 4, 5])
def test_the_solver_s_proofs_and_damaged_ones(holes: int) -> None:
    formula = pigeons(holes)
    verdict = solve(formula, Control())
    assert verdict is not None
    assert verdict.proof is not None
    assert check(formula, verdict.proof, Control()).right
    loose = Cnf(formula.variables, formula.clauses[1:])  # now there is room for all
    assert check(loose, verdict.proof, Control()).right is False


@given(
    clauses=st.lists(
        st.lists(st.integers(1, 4).flatmap(lambda v: st.sampled_from([v, -v])), max_size=3).map(
            tuple
        ),
        max_size=14,
    ),
    steps=st.lists(
        st.tuples(
            st.booleans(),
            st.lists(st.integers(1, 4).flatmap(lambda v: st.sampled_from([v, -v])), max_size=3),
        ),
        max_size=8,
    ),
)
@settings(max_examples=300)
def test_no_proof_is_taken_of_what_has_a_solution(
    clauses: list[Clause], steps: list[tuple[bool, list[int]]]
) -> None:
    formula = formula_of(4, clauses)
    lines = [("" if adds else "d ") + " ".join(map(str, [*lits, 0])) for adds, lits in steps]
    checked = check(formula, "\n".join(lines), Control())
    if has_a_solution(formula):
        assert checked.right is False


@pytest.mark.parametrize("text", ["1 2", "x 0", "1 0 2 0", "9 0", "d", "d 1"])
def test_what_is_no_proof(text: str) -> None:
    with pytest.raises(EverywayError, match="line 1"):
        read_drat(text, 3)


def test_the_check_can_be_stopped() -> None:
    control = Control(node_limit=0)
    checked = check(ALL_OF_TWO, "2 0\n", control)
    assert checked.right is None
