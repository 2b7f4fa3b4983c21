"""Small random placement puzzles, and their solutions by brute force over all sets of squares."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any

from hypothesis import strategies as st

from everyway import Board, EverywayError, Placement

PIECES = ("queen", "rook", "bishop", "knight", "king", "leaper(1,1,1)", "wazir+leaper(2,2)")
SHAPES = ((1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (3, 4), (2, 5), (2, 2, 2), (7,), (3, 2, 2))


@st.composite
def small_puzzles(draw: st.DrawFn, most_squares: int = 12) -> Placement:
    """Draw a puzzle of at most *most_squares* squares, with any mixture of rules."""
    shape = draw(st.sampled_from([s for s in SHAPES if prod(s) <= most_squares]))
    size = Board(*shape).size
    names = [_name(shape, cell) for cell in range(size)]
    some = st.lists(st.sampled_from(names), max_size=2, unique=True)
    holes = draw(some)
    walls = [square for square in draw(some) if square not in holes]
    board = Board(*shape, holes=holes, walls=walls, torus=draw(st.booleans()))
    options: dict[str, Any] = {
        "piece": draw(st.sampled_from(PIECES)),
        "peaceful": draw(st.booleans()),
        "covering": draw(st.booleans()),
        "no_touch": draw(st.integers(0, 3)) == 0,
    }
    low = draw(st.integers(0, max(0, board.squares // 2)))
    options["number"] = draw(st.sampled_from([None, None, low, (low, low + 2)]))
    if draw(st.integers(0, 2)) == 0:
        options["per_row"] = draw(st.integers(0, 2))
    if len(shape) > 1 and draw(st.integers(0, 3)) == 0:
        options["per_column"] = draw(st.integers(0, 2))
    if len(shape) == 2 and draw(st.integers(0, 2)) == 0:
        letters = st.text("ABC.", min_size=shape[1], max_size=shape[1])
        options["regions"] = draw(st.lists(letters, min_size=shape[0], max_size=shape[0]))
        options["per_region"] = draw(st.integers(0, 2))
    if draw(st.integers(0, 2)) == 0:
        options["fixed"] = draw(some)
    try:
        return Placement(board, **options)
    except EverywayError:
        # Contradictory fixed squares and the like: take the puzzle without them.
        options.pop("fixed", None)
        options["number"] = None
        return Placement(board, **options)


def _name(shape: tuple[int, ...], cell: int) -> str:
    from everyway.geometry.notation import square_name

    return square_name(shape, cell)


@lru_cache(maxsize=512)
def brute_force(puzzle: Placement) -> list[tuple[int, ...]]:
    """Return every solution as rising cells, in lexicographic order, by trying all sets.

    Only the number of pieces, where it is given, spares it some.
    """
    cells = puzzle.board.cells
    low, high = puzzle.number or (0, len(cells))
    sets = (s for k in range(low, min(high, len(cells)) + 1) for s in combinations(cells, k))
    return sorted(s for s in sets if puzzle.is_solution(puzzle.wrap(s)))
