"""Boards of three dimensions seen from above a corner."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import (
    Board,
    Chain,
    EverywayError,
    MagicSquare,
    Placement,
    Queens,
    SnakeCube,
    Tour,
    draw,
)
from everyway.drawing.canvas import Group, Line
from everyway.drawing.isometric import SIDE, Tiers, check_three_dimensions

SIZES = st.integers(1, 5)


@given(SIZES, SIZES, SIZES)
def test_squares_lie_on_the_sheet_and_do_not_cover_each_other(layers, rows, columns):
    tiers = Tiers(layers, rows, columns)
    corners = {cell: tiers.corners(cell) for cell in range(layers * rows * columns)}
    for points in corners.values():
        assert all(0 < x < tiers.width and 0 < y < tiers.height for x, y in points)
    # The lowest point of a layer is above the highest of the one below it.
    area = rows * columns
    for layer in range(1, layers):
        lowest = max(y for c in range(area) for _, y in corners[layer * area + c])
        highest = min(y for c in range(area) for _, y in corners[(layer - 1) * area + c])
        assert lowest < highest
    middles = [tiers.centre(cell) for cell in corners]
    assert len({(round(x, 3), round(y, 3)) for x, y in middles}) == len(middles)


@given(SIZES, SIZES)
def test_edges_of_a_square_have_the_same_length_in_both_directions(rows, columns):
    tiers = Tiers(1, rows, columns)
    for cell in range(rows * columns):
        points = tiers.corners(cell)
        sides = zip(points, (*points[1:], points[0]), strict=True)
        for (x1, y1), (x2, y2) in sides:
            assert hypot(x2 - x1, y2 - y1) == pytest.approx(SIDE)


def test_what_is_nearer_is_drawn_later():
    tiers = Tiers(1, 3, 3)
    # Row 1, column 3 is the front corner; row 3, column 1 the back.
    assert tiers.from_the_back(range(9))[-1] == 2
    assert tiers.from_the_back(range(9))[0] == 6


def test_only_boards_of_three_dimensions_are_seen_so():
    for puzzle in (Queens(4), Tour("3x4"), Chain("3x3"), Placement(Board(2, 2, 2, 2), "rook")):
        with pytest.raises(EverywayError, match="boards of three dimensions, not"):
            draw(puzzle, view="isometric")
    check_three_dimensions((2, 3, 4))
    with pytest.raises(EverywayError, match="no view of magic"):
        draw(MagicSquare(3), view="isometric")
    with pytest.raises(EverywayError, match="one of layers, isometric"):
        draw(Queens(4), view="sideways")


def pieces(canvas):
    return sum(isinstance(shape, Group) for shape in canvas.shapes)


def test_a_placement_stands_on_its_layers():
    puzzle = Placement(Board(3, 3, 3, walls="1,1,1", holes="3,2,2"), "rook", fixed="1,3,3")
    solution = puzzle.first()
    picture = draw(puzzle, solution, view="isometric")
    assert pieces(picture.canvas) == len(solution)
    assert picture.text() == draw(puzzle, solution).text()
    assert picture.canvas.description == draw(puzzle, solution).canvas.description
    assert draw(puzzle, solution, view="layers").svg() == draw(puzzle, solution).svg()
    assert picture.svg() != draw(puzzle, solution).svg()
    assert pieces(draw(puzzle, view="isometric").canvas) == 1


def test_attacked_squares_are_marked_there_too():
    puzzle = Placement(Board(2, 2, 2), "queen", covering=True)
    solution = puzzle.first()
    with_marks = draw(puzzle, solution, view="isometric").canvas
    free = Placement(Board(2, 2, 2), "queen", number=1)
    without = draw(free, free.first(), view="isometric").canvas
    assert len(with_marks.shapes) == len(without.shapes) + 1


def moves(canvas, colour):
    return [s for s in canvas.shapes if isinstance(s, Line) and s.style.stroke == colour]


def test_a_tour_is_a_line_from_square_to_square():
    from everyway.drawing.palette import TOUR_LINE

    tour = Tour("2x4x4", closed=True)
    solution = tour.first()
    canvas = draw(tour, solution, view="isometric").canvas
    lines = moves(canvas, TOUR_LINE)
    assert len(lines) == 32
    apart = sum(bool(line.style.dashes) for line in lines)
    between = [
        abs(a // 16 - b // 16) for a, b in zip(solution.cells, solution.cells[1:], strict=False)
    ]
    assert apart == sum(between) + abs(solution.cells[0] // 16 - solution.cells[-1] // 16)
    open_tour = Tour("2x4x4", start="1,1,1")
    assert not moves(draw(open_tour, view="isometric").canvas, TOUR_LINE)


def test_a_snake_is_a_string_of_cubes_and_moves():
    from everyway.drawing.palette import LINE

    puzzle = SnakeCube("T6", "2x2x2")
    picture = draw(puzzle, puzzle.first(), view="isometric")
    assert len(moves(picture.canvas, LINE)) == 7
    frames = picture.frames()
    assert [len(moves(frame, LINE)) for frame in frames] == [0, *range(8)]
