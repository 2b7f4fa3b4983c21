"""Whatever is given as a candidate or a puzzle is read or refused, and soon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import (
    Alphametic,
    Chain,
    Combinations,
    DigitPuzzle,
    EverywayError,
    Hanoi,
    Komachi,
    MagicSquare,
    Permutations,
    Placement,
    Puzzle,
    Queens,
    RegionQueens,
    SnakeCube,
    Tour,
    load,
)
from everyway.families.registry import family
from everyway.geometry.board import Board

PUZZLES: list[Puzzle] = [
    Queens(4),
    Placement("2x3x2", "rook"),
    Placement("5"),
    RegionQueens("AAAA/ABBB/CC.B/CCD-"),
    Tour("3x4"),
    Tour("2x2x2", "wazir"),
    Chain("2x2"),
    Chain(Board(3, 3, holes="b2"), word="LRLRLRLR"),
    SnakeCube(None, "2x2x2"),
    Alphametic("AB + BA = CC"),
    Komachi("1234", 10, parentheses=True),
    DigitPuzzle("n*(n+1)", digits="0123"),
    MagicSquare(3),
    Hanoi(2),
    Permutations("ab cd"),
    Combinations([1, "2", (3,)], 2),
]
PRINTED = [
    family(puzzle.family).picture(puzzle, solution).text(style)
    for puzzle in PUZZLES
    for solution in [puzzle.first(engine="plain")]
    if solution is not None
    for style in family(puzzle.family).styles
]
SIGNS = "Qq.●○×◎#-_|/[]{}():;,@=+*1234567890abAB\"' \n│─┌┐└┘╶╴↑→↗⊙layer"
THINGS: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(SIGNS, max_size=8)
    | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(SIGNS, max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


@st.composite
def changed(draw: st.DrawFn) -> str:
    """Return a printed text with a piece left out, put in or doubled."""
    text = draw(st.sampled_from(PRINTED))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 6)))
        text = text[:begin] + draw(st.text(SIGNS, max_size=4)) + text[end:]
    return text


def check(puzzle: Puzzle, candidate: Any) -> None:
    try:
        solution = puzzle.solution(candidate)
    except EverywayError as error:
        assert str(error).count("\n") == 0  # noqa: PT017 - either may happen
    else:
        assert puzzle.is_solution(solution)
        assert puzzle.solution(solution.to_data()) == solution
    try:
        puzzle.why_not(candidate)
    except EverywayError as error:
        assert str(error).count("\n") == 0  # noqa: PT017


@given(st.sampled_from(PUZZLES), changed() | st.text(SIGNS, max_size=60) | THINGS)
@settings(max_examples=600, deadline=None)
def test_any_candidate_is_read_or_refused(puzzle: Puzzle, candidate: Any) -> None:
    check(puzzle, candidate)


@given(changed() | st.text(SIGNS, max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_loaded_or_refused(text: str) -> None:
    try:
        puzzle = load(text)
    except EverywayError as error:
        assert str(error).count("\n") == 0  # noqa: PT017
    else:
        assert isinstance(puzzle, Puzzle)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
@pytest.mark.parametrize(
    "part",
    ["Q", "1", "a", "a1 ", "1 ", "[", "[1,", "|", "│ ", "→", "╶ ", "AB ", "1. disc 1 from A to B\n",
     "├─ 1\n", "(", "a=1 ", "{", "layer 1 ", "# a\n", "ab", " ", "1: row 1, column 1\n", "start\n"],
)  # fmt: skip
def test_long_candidates_are_read_or_refused_soon(puzzle: Puzzle, part: str) -> None:
    # Ten thousand signs; what tried all ways through them would not end.
    check(puzzle, part * (10_000 // len(part)))
