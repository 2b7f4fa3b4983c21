"""Steps of digit puzzles: every expression, or every number, as the reference tries them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import DigitPuzzle, Komachi
from everyway.families.digits.plain import komachi_ways
from everyway.families.digits.search import try_all
from everyway.families.digits.trace import code_text, so_far, value_so_far
from everyway.families.digits.trace_drawing import StepPicture
from tests.families.steps import check_descent, check_pictures, nodes, solutions, steps

EXPRESSIONS = [
    Komachi("12345", 15),
    Komachi("1234", 24, "+-*/", parentheses=True),
    Komachi("123", None, "+-*/", parentheses=True, leading_minus=True, ways="expressions"),
    Komachi("1023", 6, leading_minus=True),
    Komachi("0012", 3, leading_zeros=True),
    Komachi("123", "7/2", "+/", decimal_point=True),
    Komachi("1234", 10, signs=3),
    Komachi("123", 6, concatenation=False),
    Komachi("22", 4, "^"),
    Komachi("7", 7),
]
FORMULAS = [
    DigitPuzzle("n*(n+1)", digits="0123"),
    DigitPuzzle("n*(n+1)", digits="0112"),
    DigitPuzzle("n, n*n", digits="0125"),
    DigitPuzzle("a*b=c", digits="1123", between="1..12"),
    DigitPuzzle("n*n", digits="01", base=2),
]


def reference(events):
    found = list(events)
    return [e for e in found if e is not None], sum(e is None for e in found)


@pytest.mark.parametrize("puzzle", EXPRESSIONS, ids=repr)
def test_every_expression_is_tried_as_the_reference_does(puzzle):
    found = steps(puzzle)
    # The reference's first node is the root.
    assert (solutions(found), nodes(found)) == reference(komachi_ways(puzzle, ()))
    check_descent(found)
    check_pictures(puzzle, found[:60])


@settings(max_examples=40, deadline=None)
@given(
    st.text("0123", min_size=1, max_size=4),
    st.integers(-5, 30),
    st.sets(st.sampled_from("+-*/"), min_size=1),
    st.booleans(),
    st.booleans(),
)
def test_any_komachi_follows_the_reference(digits, target, operators, brackets, minus):
    puzzle = Komachi(digits, target, "".join(operators), parentheses=brackets, leading_minus=minus)
    if len(digits) == 4 and brackets and len(operators) > 2:
        return  # thousands of steps each
    found = steps(puzzle)
    assert (solutions(found), nodes(found)) == reference(komachi_ways(puzzle, ()))
    check_descent(found)
    check_pictures(puzzle, found[:20])


@pytest.mark.parametrize("puzzle", FORMULAS, ids=repr)
def test_every_value_is_tried_as_the_reference_does(puzzle):
    found = steps(puzzle)
    expected, trials = reference(try_all(puzzle, next(iter(puzzle.limits.values()))))
    assert solutions(found) == expected
    # The reference counts trials of all values together.
    deepest = len(puzzle.parsed.variables)
    assert sum(s.kind == "place" and s.depth == deepest for s in found) == trials
    assert sum(s.kind in ("conflict", "solution") for s in found) == trials
    check_descent(found)
    check_pictures(puzzle, found[:60])


def test_steps_say_what_comes_out():
    found = steps(Komachi("1023", 6))
    why = {s.why for s in found if s.kind == "conflict"}
    assert "1+0+2-3 = 0, not 6" in why
    assert "no number of two digits or more begins with zero" in why
    signs = steps(Komachi("1234", 10, signs=3))
    assert any(s.why == "12+3+4: 2 operators, not 3" for s in signs)
    assert any(s.why == "1/0 has no value" for s in steps(Komachi("10", 1, "/")))
    anything = steps(Komachi("12", None, "/"))
    assert any(s.why == "1/2 = 1/2, no whole number" for s in anything)
    formula = steps(DigitPuzzle("n, n*n", digits="0125"))
    assert any(s.why == "the digit 0 is used 0 times, not 1" for s in formula)


def test_expressions_so_far():
    flat = Komachi("1023", 6)
    assert so_far(flat, ()) == "1_0_2_3"
    assert so_far(flat, (0, 0, 2)) == "10+2_3"
    assert code_text(flat, (0,), 0) == "10"
    assert value_so_far(flat, (0, 0, 2)) == "12"
    assert value_so_far(flat, ()) is None
    nested = Komachi("123", 7, "+*", parentheses=True)
    last = next(s for s in steps(nested) if s.kind == "solution")
    assert so_far(nested, last.data) == "1+(2*3)"
    assert so_far(nested, last.data[:2]) == "1+2_3"
    assert value_so_far(nested, last.data[:2]) is None


def test_a_search_of_millions_begins_at_once():
    assert len(steps(DigitPuzzle("a*b=c"), most=1000)) == 1000
    assert len(steps(Komachi("1" * 30, 10, "+-*/", parentheses=True), most=1000)) == 1000


def test_pictures_show_values_and_used_digits():
    puzzle = DigitPuzzle("n, n*n", digits="0125")
    found = steps(puzzle)
    picture = StepPicture(puzzle)
    last = next((s for s in found if s.kind == "conflict"), found[0])
    assert "n = 1" in picture.text(last)
    assert "n*n = 1" in picture.text(last)
    komachi = Komachi("12345", 15)
    solved = next(s for s in steps(komachi) if s.kind == "solution")
    assert StepPicture(komachi).text(solved) == "1+23-4-5  to make 15\nvalue so far: 15"
