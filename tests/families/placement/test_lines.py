"""Counts row by row, like columns taken together, against brute force and formulas."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Board, Count, EverywayError, Placement, Sizes
from everyway.families.placement.lines import LinesEngine, grid_of, states_of
from tests.families.placement.strategies import brute_force

ENGINE = LinesEngine()


@st.composite
def grids(draw: st.DrawFn) -> Placement:
    """Draw a placement of rooks, or of pieces with quotas, on a small board with holes."""
    rows, columns = draw(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3), (4, 3), (3, 4), (2, 5)]))
    squares = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    holes = draw(st.lists(st.sampled_from(squares), max_size=4, unique=True))
    board = Board(rows, columns, holes=holes, torus=draw(st.booleans()))
    peaceful = draw(st.booleans())
    options: dict[str, Any] = {
        "piece": "rook" if peaceful else draw(st.sampled_from(["queen", "knight", "rook"])),
        "peaceful": peaceful,
        "per_row": draw(st.sampled_from([None, 0, 1, 2])),
        "per_column": draw(st.sampled_from([None, 1, 2])),
        "number": draw(st.sampled_from([None, None, (0, 2), (2, 4)])),
        "fixed": draw(st.lists(st.sampled_from(squares), max_size=2, unique=True)),
    }
    try:
        return Placement(board, **options)
    except EverywayError:
        return Placement(board, **{**options, "fixed": (), "number": None})


@given(puzzle=grids())
@settings(max_examples=100, deadline=None)
def test_random_grids(puzzle: Placement) -> None:
    if not puzzle.board.squares:
        return
    every = brute_force(puzzle)
    sizes = dict(sorted(Counter(map(len, every)).items()))
    assert puzzle.ask(Sizes(), engine="lines").value == sizes
    assert puzzle.ask(Count(), engine="lines").value == len(every)


@pytest.mark.parametrize("n", range(1, 13))
def test_rooks_on_whole_boards(n: int) -> None:
    """There are C(m, k) C(n, k) k! ways to place k peaceful rooks on m x n."""
    for m in (n, n + 2, 3):
        expected = {
            k: math.comb(m, k) * math.comb(n, k) * math.factorial(k) for k in range(min(m, n) + 1)
        }
        puzzle = Placement(Board(m, n), "rook")
        assert puzzle.ask(Sizes(), engine="lines").value == expected
        assert puzzle.ask(Count(), engine="lines").value == sum(expected.values())


@pytest.mark.parametrize("n", range(3, 8))
def test_permanents(n: int) -> None:
    """Rooks off the diagonal are derangements; off two diagonals, menage permutations."""
    ways = list(permutations(range(n)))
    one = [(i + 1, i + 1) for i in range(n)]
    two = [*one, *((i + 1, (i + 1) % n + 1) for i in range(n))]
    for holes in (one, two):
        barred = {(r - 1, c - 1) for r, c in holes}
        expected = sum(all((r, c) not in barred for r, c in enumerate(way)) for way in ways)
        board = Board(n, n, holes=sorted(set(holes)))
        assert Placement(board, "rook", number=n).count(engine="lines") == expected


def test_larger_permanents() -> None:
    board = Board(12, 12, holes=[(i, i) for i in range(1, 13)])
    assert Placement(board, "rook", number=12).count() == 176214841
    assert Placement("11x11", "rook", number=11).count() == math.factorial(11)
    assert Placement("20x20", "rook", number=20).count() == math.factorial(20)


def test_columns_with_several_pieces() -> None:
    """Binary matrices with two ones in each row and column (OEIS A001499)."""
    for n, expected in enumerate((0, 1, 6, 90, 2040, 67950, 3110940), 1):
        puzzle = Placement(Board(n, n), per_row=2, per_column=2, peaceful=False)
        assert puzzle.ask(Count(), engine="lines").value == expected
    half = Placement("6x6", "king", per_row=3, per_column=3, peaceful=False)
    assert half.count(engine="lines") == half.count(engine="sweep") == 297200


def test_the_bound_on_states_holds() -> None:
    """A state for each row that is nothing but the number of columns in use."""
    grid = grid_of(Placement("8x8", "rook", number=8))
    assert states_of(grid, 8) == [1] * 8
    assert states_of(grid, 0) == list(range(1, 9))


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (Placement("4x4", "queen"), "only rooks"),
        (Placement("4", "rook"), "two dimensions"),
        (Placement("4x4", "rook", covering=True), "row and column"),
        (Placement("4x4", "rook", no_touch=True), "row and column"),
        (Placement(Board(4, 4, walls="b2"), "rook"), "no walls"),
    ],
    ids=repr,
)
def test_others_are_refused(puzzle: Placement, why: str) -> None:
    assert why in ENGINE.offer(puzzle, Count()).why


def test_limits_stop_it() -> None:
    board = Board(12, 12, holes=[(i, i) for i in range(1, 13)])
    answer = Placement(board, "rook").ask(Count(), engine="lines", node_limit=2000)
    assert (answer.interrupted, answer.value, answer.nodes) == (True, 0, 2000)
