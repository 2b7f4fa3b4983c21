"""Steps of alphametics: the reference's permutations, and columns with their carries."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Alphametic
from everyway.families.alphametic.plain import PlainEngine
from everyway.families.alphametic.trace_drawing import StepPicture
from everyway.families.registry import family
from tests.families.alphametic.strategies import linear_relations, puzzles
from tests.families.steps import check_descent, check_pictures, nodes, solutions, step_svg, steps

MONEY = Alphametic("SEND + MORE = MONEY")
KINDS = [
    Alphametic("AB + A = BC", base=5),
    Alphametic("AB * B = CAB", base=6),
    Alphametic("A^B = BA, A > B", base=5),
    Alphametic("A / B = C", base=4),
    Alphametic("AB - BA = C", base=5),
    Alphametic("A = BC + B", base=4, distinct=False),
    Alphametic("?A + A? = BB", base=3, leading_zeros=True),
    Alphametic("AB + AC = BCA", base=6, known="B=1"),
    Alphametic("1 + 1 = 2"),
    Alphametic("1 + 1 = 3"),
    Alphametic(" AB\n+BA\n---\nCCB", base=5),
    Alphametic("  A?\n*  B\n----\n ??A", base=5),
]


def reference(puzzle):
    events = list(PlainEngine().walk(puzzle))
    return [e for e in events if e is not None], sum(e is None for e in events)


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda p: p.text)
def test_permutations_follow_the_reference(puzzle):
    found = steps(puzzle, "permutations")
    expected, number = reference(puzzle)
    assert solutions(found) == expected
    assert nodes(found) == number
    check_descent(found)


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda p: p.text)
def test_columns_find_the_same_solutions(puzzle):
    found = steps(puzzle, "columns")
    assert sorted(solutions(found)) == reference(puzzle)[0]
    assert all(puzzle.is_solution(puzzle.wrap(data)) for data in solutions(found))
    check_descent(found)


@settings(max_examples=30, deadline=None)
@given(st.one_of(puzzles(), puzzles(of=linear_relations())))
def test_both_methods_agree_with_the_reference(puzzle):
    if puzzle is None or puzzle.base**puzzle.variables > 300:
        return
    expected, number = reference(puzzle)
    by_permutations = steps(puzzle, "permutations")
    assert (solutions(by_permutations), nodes(by_permutations)) == (expected, number)
    by_columns = steps(puzzle, "columns")
    assert sorted(solutions(by_columns)) == expected
    check_descent(by_columns)
    check_pictures(puzzle, [*by_permutations[:25], *by_columns[:25]])


def test_columns_are_the_default_and_short():
    assert next(iter(family("alphametic").traces)) == "columns"
    found = steps(MONEY)
    assert solutions(found) == [(9, 5, 6, 7, 1, 0, 8, 2)]
    assert len(found) < 10_000
    assert nodes(found) < 2000


def test_steps_say_which_column_and_which_letters_they_meet():
    found = steps(MONEY, most=3000)
    taken = next(s for s in found if s.what == "E = 0" and s.kind == "conflict")
    assert (taken.why, taken.marks) == ("D is 0 already", (3,))
    worked_out = next(s for s in found if s.kind == "place" and s.what == "Y = 3")
    assert worked_out.why == "units: D + E = 1 + 2 = 3; Y = 3"
    assert worked_out.marks == (-1,)
    carried = next(s for s in found if s.kind == "place" and s.what == "R = 8")
    assert carried.why == "tens: N + R = 4 + 8 = 12; E = 2; 1 carried"
    leading = next(s for s in found if s.what == "S = 0")
    assert leading.kind == "conflict"
    assert leading.why == "no number begins with zero, and S begins one"


def test_a_whole_trial_says_both_sides():
    found = steps(Alphametic("A + A = BA"), "permutations", 200)
    failed = next(s for s in found if s.kind == "conflict" and not s.what)
    assert failed.why == "A + A = BA: the left side is 0, the right side 10"


def test_the_last_digits_of_a_product_are_looked_at_first():
    found = steps(Alphametic("AB * C = DEF"), most=300)
    assert any(s.why.startswith("the last digit: the left side ends in 0") for s in found)


def test_a_column_without_a_digit_is_a_dead_end():
    # Twice a digit is never odd: in base 10 no A makes A + A end in 1.
    found = steps(Alphametic("A + A = B1"))
    assert not solutions(found)
    assert any(s.kind == "prune" and "no digit for A makes it come out" in s.why for s in found)


def test_sums_of_a_thousand_columns_begin_at_once():
    puzzle = Alphametic("AB" * 500 + " + " + "BA" * 500 + " = " + "C" * 1000)
    found = solutions(steps(puzzle, most=200))
    assert all(puzzle.is_solution(puzzle.wrap(data)) for data in found)
    assert found[0] == (2, 1, 3)
    assert len(steps(puzzle, "permutations", 50)) == 50


def test_pictures_show_digits_carries_and_what_is_refused():
    found = steps(MONEY)
    last = next(s for s in found if s.kind == "solution")
    picture = StepPicture(MONEY)
    assert "9567" in picture.text(last)
    assert "carried: 1 into tens, 1 into hundreds, 1 into ten thousands" in picture.text(last)
    refused = next(s for s in found if s.kind == "conflict")
    assert picture.text(refused).endswith(f"refused: {refused.what}")
    assert "refused" not in picture.text(found[0])
    # What differs in kind differs in the picture by more than colour.
    assert "stroke-dasharray" in step_svg(picture, next(s for s in found if s.kind == "backtrack"))


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda p: p.text)
def test_every_kind_of_puzzle_has_pictures(puzzle):
    for method in ("columns", "permutations"):
        check_pictures(puzzle, islice(steps(puzzle, method), 60))
