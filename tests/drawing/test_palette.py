from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError
from everyway.drawing import palette
from everyway.drawing.palette import (
    DARK_SQUARE,
    INK,
    LEAST_CONTRAST,
    LIGHT_SQUARE,
    PAPER,
    QUIET_INK,
    REGION_COLOURS,
    colouring,
    contrast,
    luminance,
    neighbours_on_grid,
    region_colour,
)

SQUARES = [PAPER, LIGHT_SQUARE, DARK_SQUARE, *(region_colour(n) for n in range(500))]


@pytest.mark.parametrize("ink", [INK, QUIET_INK])
def test_letters_and_pieces_stand_out_from_every_square(ink):
    assert min(contrast(ink, square) for square in SQUARES) >= LEAST_CONTRAST


def test_letters_on_discs_stand_out():
    assert contrast(PAPER, INK) >= LEAST_CONTRAST


def test_walls_and_their_hatch_differ_from_squares_in_print():
    assert min(contrast(palette.WALL, square) for square in (LIGHT_SQUARE, DARK_SQUARE)) > 2
    assert contrast(palette.WALL, palette.WALL_HATCH) > 1.7


def test_contrast_of_known_pairs():
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#777777") == 1
    # Published in the examples of WCAG: 4.54 and 4.48 to 1.
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("text", ["red", "#fff", "#12345g", "123456", "#1234567"])
def test_what_is_no_colour(text):
    with pytest.raises(EverywayError, match="no colour"):
        luminance(text)


def test_region_colours_all_differ():
    assert region_colour(0) == REGION_COLOURS[0]
    assert len({region_colour(n) for n in range(500)}) == 500


@st.composite
def graphs(draw, most=9):
    nodes = range(draw(st.integers(0, most)))
    pairs = list(combinations(nodes, 2))
    edges = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    neighbours = {node: set() for node in nodes}
    for a, b in edges:
        neighbours[a].add(b)
        neighbours[b].add(a)
    return neighbours


@given(graphs())
def test_neighbours_get_different_numbers_and_no_number_is_left_out(graph):
    numbers = colouring(graph)
    assert list(numbers) == list(graph)
    for node, others in graph.items():
        assert all(numbers[node] != numbers[other] for other in others)
    assert set(numbers.values()) == set(range(len(set(numbers.values()))))
    assert len(set(numbers.values())) <= 1 + max(map(len, graph.values()), default=0)


def test_colouring_uses_two_numbers_where_two_do():
    # DSATUR is exact on bipartite graphs; plain greedy in this order needs three.
    path = {"a": {"c"}, "b": {"d"}, "c": {"a", "d"}, "d": {"b", "c"}}
    assert set(colouring(path).values()) == {0, 1}


@given(st.lists(st.text("ABCD", min_size=4, max_size=4), min_size=1, max_size=5))
def test_neighbours_on_a_grid_are_those_that_a_king_steps_between(rows):
    expected = {mark: set() for mark in "".join(rows)}
    cells = [(r, c) for r in range(len(rows)) for c in range(4)]
    for (r1, c1), (r2, c2) in combinations(cells, 2):
        one, other = rows[r1][c1], rows[r2][c2]
        if one != other and max(abs(r1 - r2), abs(c1 - c2)) == 1:
            expected[one].add(other)
            expected[other].add(one)
    assert neighbours_on_grid(rows) == expected


def test_places_without_a_mark_have_no_neighbours():
    assert neighbours_on_grid([["A", None, "B"]]) == {"A": set(), "B": set()}
