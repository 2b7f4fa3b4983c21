"""Names of squares, there and back."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError
from everyway.geometry.notation import (
    cell_at,
    column_letters,
    column_number,
    coordinates_of,
    parse_square,
    parse_squares,
    split_squares,
    square_name,
)
from tests.one_line import taken_or_refused

SHAPES = st.lists(st.integers(1, 40), min_size=1, max_size=4).map(tuple)


@st.composite
def shape_and_cells(draw: st.DrawFn) -> tuple[tuple[int, ...], list[int]]:
    shape = draw(SHAPES)
    return shape, draw(st.lists(st.integers(0, prod(shape) - 1), max_size=6))


@given(shape_and_cells())
def test_names_and_coordinates_are_read_back(given: tuple[tuple[int, ...], list[int]]) -> None:
    shape, cells = given
    for cell in cells:
        place = coordinates_of(shape, cell)
        assert all(1 <= c <= size for c, size in zip(place, shape, strict=True))
        assert cell_at(shape, place) == cell
        name = square_name(shape, cell)
        for written in (name, name.upper(), f" {name} ", place, list(place), str(place)):
            if written == "(1,)" or (len(shape) == 1 and written == str(place)):
                continue  # "(3,)" is Python's way to write one coordinate, not a square's name
            assert parse_square(shape, written) == cell


@given(shape_and_cells())
def test_lists_of_names_are_read_back(given: tuple[tuple[int, ...], list[int]]) -> None:
    shape, cells = given
    names = [square_name(shape, cell) for cell in cells]
    assert parse_squares(shape, names) == set(cells)
    joiners = (";", "; ", " ", "\n") + ((",", ", ") if len(shape) == 2 else ())
    for joiner in joiners:
        assert parse_squares(shape, joiner.join(names)) == set(cells)


@given(shape_and_cells())
def test_cells_run_row_by_row(given: tuple[tuple[int, ...], list[int]]) -> None:
    shape, cells = given
    by_place = sorted(cells, key=lambda cell: coordinates_of(shape, cell))
    assert by_place == sorted(cells)


@given(st.integers(1, 10**9))
def test_columns_are_read_back(column: int) -> None:
    letters = column_letters(column)
    assert column_number(letters) == column
    longer = column_letters(column + 1)
    assert (len(letters), letters) < (len(longer), longer)


def test_two_dimensions_also_take_numbers() -> None:
    # Coordinates come in the order of the axes: the row first.
    assert parse_square((8, 8), "2,3") == parse_square((8, 8), "c2") == 10
    assert split_squares("(2,3), a1", 2) == ["(2,3)", "a1"]


@pytest.mark.parametrize(
    ("shape", "square", "said"),
    [
        ((8, 8), "i1", 'off the 8x8 board: "i1"'),
        ((8, 8), "a9", "off the 8x8 board"),
        ((8, 8), "a0", "off the 8x8 board"),
        ((8, 8), "a-1", "no name of a square"),
        ((8, 8), "1a", 'no name of a square: "1a": on 8x8 write such as a1'),
        ((8, 8), "", "no name of a square"),
        ((8, 8), "a\uff11", "no name of a square"),
        ((8, 8), "ä1", "no name of a square"),
        ((8, 8), "a" * 7 + "1", "no name of a square"),
        ((8, 8), "a" + "1" * 10, "no name of a square"),
        ((8, 8), "1,2,3", "no name of a square"),
        ((8, 8), (1, 2, 3), "has 2 coordinates"),
        ((8, 8), (0, 1), "off the 8x8 board"),
        ((8, 8), (1.0, 1), "no name of a square"),
        ((8, 8), None, "no name of a square"),
        ((8, 8), 5, 'no name of a square: "5"'),
        ((4, 4, 4), "a1", "on 4x4x4 write such as 1,1,1"),
        ((4, 4, 4), "1,2", "no name of a square"),
        ((4, 4, 4), "1,2,5", "off the 4x4x4 board"),
        ((4, 4, 4), "1,2,x", "no name of a square"),
        ((0, 0), "a1", "off the 0x0 board"),
        ((8, 8), "a1\nb2", "no name of a square"),
    ],
)
def test_a_bad_square_is_refused_in_one_line(
    shape: tuple[int, ...], square: object, said: str
) -> None:
    with pytest.raises(EverywayError) as caught:
        parse_square(shape, square)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@given(SHAPES, st.text(max_size=20) | st.text("abz019,;() \n", max_size=20))
def test_any_text_is_a_list_of_squares_or_an_everyway_error(
    shape: tuple[int, ...], text: str
) -> None:
    cells = taken_or_refused(lambda squares: parse_squares(shape, squares), text)
    assert cells is None or all(0 <= cell < prod(shape) for cell in cells)
