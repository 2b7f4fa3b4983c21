"""Boards: what they hold, and everything that is refused."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Board, EverywayError
from everyway.geometry.board import MOST_CELLS, wrap_text
from everyway.geometry.notation import coordinates_of
from tests.one_line import taken_or_refused

SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=4)


@given(SHAPES, st.data())
def test_squares_are_the_cells_that_are_not_missing(sizes: list[int], data: st.DataObject) -> None:
    total = math.prod(sizes)
    missing = data.draw(st.lists(st.integers(0, total - 1), max_size=total, unique=True))
    cut = data.draw(st.integers(0, len(missing)))
    places = [coordinates_of(tuple(sizes), cell) for cell in missing]
    board = Board(*sizes, holes=places[:cut], walls=places[cut:])
    assert board.size == total
    assert board.holes == set(missing[:cut])
    assert board.walls == set(missing[cut:])
    assert board.cells == sorted(set(range(total)) - set(missing))
    assert board.squares == len(board.cells)
    assert board == Board(*sizes, holes=places[:cut], walls=places[cut:])
    assert hash(board) == hash(Board(*sizes, holes=places[:cut], walls=places[cut:]))


@given(SHAPES)
def test_a_size_is_read_back_from_its_text(sizes: list[int]) -> None:
    assert Board.parse(Board(*sizes).size_text()) == Board(*sizes)


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_rows_are_read_back(rows: int, columns: int, data: st.DataObject) -> None:
    row = st.text(".-#", min_size=columns, max_size=columns)
    text = data.draw(st.lists(row, min_size=rows, max_size=rows))
    for joiner in ("\n", "/", "\n  "):
        board = Board.parse(joiner.join(text))
        assert board.shape == (rows, columns)
        assert board.rows_text() == text


def test_the_top_row_comes_first_in_rows() -> None:
    board = Board.parse("-../..#")
    assert (set(board.holes), set(board.walls)) == ({3}, {2})


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("sizes", [(0,), (0, 0), (0, 0, 0)])
def test_the_empty_board(sizes: tuple[int, ...], torus: bool) -> None:
    board = Board(*sizes, torus=torus)
    assert (board.size, board.cells, board.squares) == (0, [], 0)
    assert [board.lines(axis) for axis in range(len(sizes))] == [[]] * len(sizes)


@given(SHAPES, st.data())
def test_lines_part_the_squares(sizes: list[int], data: st.DataObject) -> None:
    axis = data.draw(st.integers(0, len(sizes) - 1))
    board = Board(*sizes)
    lines = board.lines(axis)
    assert sorted(cell for line in lines for cell in line) == board.cells
    assert len(lines) * sizes[axis] == board.size
    for line in lines:
        places = [coordinates_of(board.shape, cell) for cell in line]
        assert [p[axis] for p in places] == list(range(1, sizes[axis] + 1))
        assert len({p[:axis] + p[axis + 1 :] for p in places}) == 1


def test_lines_leave_out_what_is_missing() -> None:
    board = Board.parse("---/.#.")
    assert board.lines(1) == [(0, 2)]
    assert board.lines(0) == [(0,), (2,)]


def test_steps() -> None:
    board = Board(3, 4, torus=(False, True))
    assert board.step((1, 1), (1, 1)) == (2, 2)
    assert board.step((1, 1), (-1, 0)) is None
    assert board.step((1, 1), (0, -1)) == (1, 4)
    assert board.step((3, 4), (0, 9)) == (3, 1)


@pytest.mark.parametrize("text", ["8x8", "8X8", "8×8", "8*8", " 8x8\n"])
def test_ways_to_write_a_size(text: str) -> None:
    assert Board.parse(text) == Board(8, 8)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'no board: ""'),
        ("8xx8", 'no board: "8xx8"'),
        ("x8", "no board"),
        ("8x", "no board"),
        ("8 x 8", "no board"),
        ("-3x3", "no board"),
        ("3.5x3", "no board"),
        ("\uff18x\uff18", "no board"),
        ("eight", "no board"),
        ("..?", "no board"),
        ("/", "no board"),
        ("../...", 'row 2 has 3 squares, the first has 2: "..."'),
        ("..//..", "row 2 has 0 squares"),
        ("0x3", 'zero size has no squares: "0x3"'),
        ("99999999", "too large a board"),
        ("9" * 5000, "too large a board"),
        ("3000x3000", "too large a board"),
        ("x".join("1" * 13), "too large a board"),
    ],
)
def test_a_bad_text_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(EverywayError) as caught:
        Board.parse(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("sizes", "options", "said"),
    [
        ((), {}, "at least one size"),
        ((-1,), {}, "cannot be negative"),
        ((3, -2), {}, 'cannot be negative: "3x-2"'),
        ((0, 8), {}, "zero size"),
        ((8.0, 8), {}, "whole number"),
        (("8", 8), {}, "whole number"),
        ((True, 8), {}, "whole number"),
        ((None,), {}, "whole number"),
        ((MOST_CELLS + 1,), {}, "too large"),
        ((1,) * 13, {}, "too large"),
        ((3, 3), {"torus": "yes"}, "torus"),
        ((3, 3), {"torus": 1}, "torus"),
        ((3, 3), {"torus": (True,)}, "torus needs 2 values"),
        ((3, 3), {"torus": (1, 0)}, "torus"),
        ((3, 3), {"torus": None}, "torus"),
        ((3, 3), {"holes": "d1"}, 'off the 3x3 board: "d1"'),
        ((3, 3), {"holes": 5}, "squares are given as text or as a list"),
        ((3, 3), {"holes": [1.5]}, "no name of a square"),
        ((3, 3), {"holes": [(True, 1)]}, "no name of a square"),
        ((3, 3), {"holes": [(1, 1, 1)]}, "has 2 coordinates"),
        ((3, 3), {"walls": "a1,,((b2"}, "cannot read the list of squares"),
        ((3, 3), {"holes": "a1", "walls": "a1 b2"}, 'both a hole and a wall: "a1"'),
        ((0, 0), {"holes": "a1"}, "off the 0x0 board"),
    ],
)
def test_a_bad_board_is_refused_in_one_line(
    sizes: tuple[Any, ...], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(EverywayError) as caught:
        Board(*sizes, **options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=30) | st.text("0123456789xX*×-.#/ \n", max_size=30))
def test_any_text_is_a_board_or_an_everyway_error(text: str) -> None:
    board = taken_or_refused(Board.parse, text)
    assert board is None or board.squares <= board.size <= MOST_CELLS


@pytest.mark.parametrize(
    ("text", "axes", "torus"),
    [
        ("rows", 2, (False, True)),
        ("columns", 2, (True, False)),
        ("rows, columns", 2, (True, True)),
        ("Rows", 1, (True,)),
        ("1,3", 3, (True, False, True)),
        ("columns 1", 3, (True, True, False)),
    ],
)
def test_lines_that_run_around_are_named(text, axes, torus):
    board = Board(*[3] * axes, torus=text)
    assert board.torus == torus == Board.parse("x".join("3" * axes), text).torus
    assert Board(*board.shape, torus=wrap_text(board.torus)) == board


@pytest.mark.parametrize("text", ["", "up", "3", "0", "rows columns 3", "columns", "-1"])
def test_lines_that_are_not_there_do_not_run_around(text):
    with pytest.raises(EverywayError, match="no axis of a torus"):
        Board(3, torus=text) if text == "columns" else Board(3, 3, torus=text)


def test_a_row_of_a_cylinder_is_a_ring():
    board = Board(3, 4, torus="rows")
    assert board.step((1, 4), (0, 1)) == (1, 1)
    assert board.step((3, 1), (1, 0)) is None
