import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway.drawing.canvas import Path, Text
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, LIGHT_SQUARE, WALL
from everyway.drawing.squares import SIDE, Squares


def segments(board, **style):
    """Return the straight pieces of the paths in this style, in squares from the lower left."""
    found = set()
    for shape in board.shapes():
        if isinstance(shape, Path) and all(getattr(shape.style, k) == v for k, v in style.items()):
            for part in shape.data.split("M")[1:]:
                points = [tuple(map(float, p.split())) for p in part.split("L")]
                places = [
                    (
                        round((x - board.left) / SIDE, 3),
                        round(board.rows - (y - board.top) / SIDE, 3),
                    )
                    for x, y in points
                ]
                found.update(pairwise(places))
    return found


def test_a_plain_board_has_one_outline():
    board = Squares(2, 3)
    assert segments(board, stroke=INK) == {
        ((0, 0), (3, 0)),
        ((0, 2), (3, 2)),
        ((0, 0), (0, 2)),
        ((3, 0), (3, 2)),
    }
    assert board.colour_of(0) == DARK_SQUARE
    assert board.colour_of(1) == board.colour_of(3) == LIGHT_SQUARE
    assert Squares(2, 3, parity=1).colour_of(0) == LIGHT_SQUARE


def test_holes_are_outside_and_walls_are_solid():
    board = Squares(2, 2, holes=frozenset({0}), walls=frozenset({3}))
    assert segments(board, stroke=INK) == {
        ((1, 0), (2, 0)),
        ((0, 1), (2, 1)),
        ((0, 2), (2, 2)),
        ((0, 1), (0, 2)),
        ((1, 0), (1, 2)),
        ((2, 0), (2, 2)),
    }
    fills = {s.style.fill: s.data for s in board.shapes() if isinstance(s, Path) and s.style.fill}
    assert set(fills) == {LIGHT_SQUARE, WALL}
    # One square of each colour would be four; the hole and the wall were the dark ones.
    assert fills[LIGHT_SQUARE].count("M") == 2
    assert fills[WALL].count("M") == 1


@pytest.mark.parametrize("joined", [(False, False), (True, False), (False, True), (True, True)])
def test_joined_edges_are_dashed(joined):
    board = Squares(2, 3, joined=joined)
    across = {((0, 0), (3, 0)), ((0, 2), (3, 2))}
    upright = {((0, 0), (0, 2)), ((3, 0), (3, 2))}
    dashed = segments(board, dashes=(SIDE / 4, SIDE / 4))
    assert dashed == (across if joined[0] else set()) | (upright if joined[1] else set())
    assert segments(board, stroke=INK) == across | upright


def test_regions_have_thick_borders_thin_lines_and_names():
    board = Squares(2, 2, regions=("a", "b", "a", None))
    thick = segments(board, stroke=INK, width=3.5)
    assert ((1, 0), (1, 2)) in thick
    assert ((1, 1), (2, 1)) in thick
    assert segments(board, stroke=GRID) == {((0, 1), (1, 1))}
    names = [shape.text for shape in board.shapes() if isinstance(shape, Text)]
    assert names == ["a", "b", "a"]
    assert board.colour_of(3) == LIGHT_SQUARE
    assert len({board.colour_of(cell) for cell in range(4)}) == 3


@given(
    st.lists(st.text("ABCDEFG", min_size=5, max_size=5), min_size=1, max_size=6),
    st.sets(st.integers(0, 29), max_size=4),
)
def test_neighbouring_regions_never_have_one_colour(rows, holes):
    cells = "".join(rows)
    holes = {hole for hole in holes if hole < len(cells)}
    regions = tuple(None if k in holes else mark for k, mark in enumerate(cells))
    board = Squares(len(rows), 5, frozenset(holes), regions=regions)
    for one in range(len(cells)):
        for other in range(one):
            (r1, c1), (r2, c2) = divmod(one, 5), divmod(other, 5)
            if {one, other} & holes or max(abs(r1 - r2), abs(c1 - c2)) != 1:
                continue
            same = regions[one] == regions[other]
            assert (board.colour_of(one) == board.colour_of(other)) == same


def labels(rows, columns):
    board = Squares(
        rows,
        columns,
        row_labels=tuple(map(str, range(1, rows + 1))),
        column_labels=tuple(map(str, range(1, columns + 1))),
    )
    return [shape for shape in board.shapes() if isinstance(shape, Text)]


def test_large_boards_have_fewer_and_larger_labels():
    small, large = labels(8, 8), labels(100, 3)
    assert [label.text for label in small] == [*"12345678", *"12345678"]
    assert [label.text for label in large[:4]] == ["1", "5", "10", "15"]
    assert large[0].size > 4 * small[0].size


def test_labels_are_level_with_their_rows_and_columns():
    board = Squares(3, 2, row_labels=("1", "2", "3"), column_labels=("a", "b"))
    found = {shape.text: shape for shape in board.shapes() if isinstance(shape, Text)}
    for cell, row, column in ((0, "1", "a"), (5, "3", "b")):
        x, y = board.centre(cell)
        assert found[row].y == y
        assert found[column].x == x
    assert found["1"].x < board.left
    assert board.top + 3 * SIDE < found["a"].y < board.height


def test_crosses_and_rings_are_in_their_squares():
    board = Squares(2, 2)
    assert board.crosses([]) == []
    (path,) = board.crosses([3])
    x, y = board.centre(3)
    numbers = [float(n) for n in re.findall(r"[0-9.]+", path.data)]
    assert all(abs(a - x) < SIDE / 4 for a in numbers[::2])
    assert all(abs(b - y) < SIDE / 4 for b in numbers[1::2])
    assert board.ring(3).radius < SIDE / 2
