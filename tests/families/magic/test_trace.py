"""Steps of magic squares: the reference's backtracking, and generate and test."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings

from everyway import EverywayError, MagicSquare
from everyway.families.magic.plain import PlainEngine
from everyway.families.magic.trace_drawing import StepPicture
from tests.families.magic.strategies import small_puzzles
from tests.families.steps import check_descent, check_pictures, nodes, solutions, steps


def reference(puzzle):
    events = list(PlainEngine().walk(puzzle))
    return [e for e in events if e is not None], sum(e is None for e in events)


PUZZLES = [
    MagicSquare(0),
    MagicSquare(1),
    MagicSquare(2),
    MagicSquare(2, "semi-magic", numbers="1..5", sum=5),
    MagicSquare(3),
    MagicSquare(3, "associative"),
    MagicSquare(3, given="8 . . / . 5 . / . . ."),
    MagicSquare(3, given="9 . . / . 5 . / . . ."),
    MagicSquare(4, given="16 3 2 . / 5 . . . / 9 . . . / 4 15 . 1"),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_backtracking_follows_the_reference(puzzle):
    found = steps(puzzle)
    expected, number = reference(puzzle)
    assert solutions(found) == expected
    # The reference does not even begin where no sums are possible.
    assert nodes(found) == max(1, number)
    check_descent(found)


@settings(max_examples=40, deadline=None)
@given(small_puzzles())
def test_backtracking_follows_the_reference_on_any_square(puzzle):
    if puzzle.order == 3 and len(puzzle.fixed) < 2:
        return  # thousands of steps each
    found = steps(puzzle)
    expected, number = reference(puzzle)
    assert (solutions(found), nodes(found)) == (expected, max(1, number))
    check_descent(found)
    check_pictures(puzzle, found[:30])


@settings(max_examples=25, deadline=None)
@given(small_puzzles())
def test_generate_and_test_finds_the_same(puzzle):
    free = puzzle.size - len(puzzle.fixed)
    if free > 5:
        return  # too many permutations
    found = steps(puzzle, "generate and test")
    assert solutions(found) == reference(puzzle)[0]
    check_descent(found)


def test_generate_and_test_tries_every_permutation():
    found = steps(MagicSquare(2), "generate and test")
    assert sum(s.kind == "conflict" and not s.what for s in found) == 24
    assert nodes(found) == 1 + 4 + 12 + 24 + 24


def test_steps_say_which_line_refuses_and_what_is_left_of_its_sum():
    found = steps(MagicSquare(3))
    too_small = next(s for s in found if s.what == "r1c2 = 1")
    assert too_small.why == (
        "1 is too small: row 1 has 15 - 1 = 14 left for 2 cells, and the other has at most 9"
    )
    assert too_small.marks == (0,)
    forced = next(s for s in found if s.what == "r1c3 = 9")
    assert (forced.kind, forced.why) == ("place", "row 1 has 15 - 1 - 5 = 9 left")
    apart = next(s for s in found if s.kind == "prune" and "must be" in s.why)
    assert "left; " in apart.why
    failed = next(
        s for s in islice(steps(MagicSquare(2), "generate and test"), 50) if not s.what and s.why
    )
    assert failed.why == "row 1: 1 + 2 = 3, not 5"


def test_numbers_that_allow_no_sums_are_given_up_at_once():
    puzzle = MagicSquare(2, numbers="1,2,3,5")
    for method in ("backtracking", "generate and test"):
        (only,) = steps(puzzle, method)
        assert only.kind == "prune"


def test_large_squares_are_refused():
    for method in ("backtracking", "generate and test"):
        with pytest.raises(EverywayError, match="too large an order"):
            steps(MagicSquare(31), method, 1)
    assert len(steps(MagicSquare(30), most=200)) == 200


def test_pictures_show_sums_so_far():
    puzzle = MagicSquare(3)
    found = steps(puzzle)
    texts = check_pictures(puzzle, found[:200])
    assert texts[5].startswith("1 5 9 │ =15") or any("=15" in text for text in texts)
    last = next(s for s in found if s.kind == "solution")
    assert StepPicture(puzzle).text(last).endswith("=15 =15 =15")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_every_kind_of_square_has_pictures(puzzle):
    for method in ("backtracking", "generate and test"):
        check_pictures(puzzle, steps(puzzle, method, 60))
