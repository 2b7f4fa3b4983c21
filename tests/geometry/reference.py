"""What a piece attacks, written anew from differences of coordinates, for comparison.

One square attacks another if their difference is a leap, or a whole multiple of one with no wall at
any of the multiples between. On a torus the difference may have any number of turns added to it.
"""

from __future__ import annotations

from itertools import product
from math import lcm

from hypothesis import strategies as st

from everyway import Board

Point = tuple[int, ...]

# A leap is the tuple of its lengths along the axes that it uses; "star" is a step along any axes.
LEAPERS: dict[str, list[Point]] = {
    "knight": [(1, 2)],
    "camel": [(1, 3)],
    "zebra": [(2, 3)],
    "wazir": [(1,)],
    "ferz": [(1, 1)],
    "amazon": [(1, 2)],
    "wazir+leaper(2,2)": [(1,), (2, 2)],
    "rook+knight": [(1, 2)],
    "leaper(1,1,2)": [(1, 1, 2)],
    "leaper(0,3)": [(3,)],
}
RIDERS: dict[str, list[Point]] = {
    "rook": [(1,)],
    "bishop": [(1, 1)],
    "unicorn": [(1, 1, 1)],
    "nightrider": [(1, 2)],
    "rook+knight": [(1,)],
    "rider(2,2)": [(2, 2)],
    "rider(1,3)": [(1, 3)],
}
STAR_LEAPERS = ("king",)
STAR_RIDERS = ("queen", "amazon")
PIECES = tuple(dict.fromkeys((*LEAPERS, *RIDERS, *STAR_LEAPERS, *STAR_RIDERS)))


def points(board: Board) -> list[Point]:
    """Return the coordinates, counted from 0, of all cells in order."""
    return list(product(*map(range, board.shape)))


def attacks(board: Board, piece: str) -> list[tuple[int, ...]]:
    """Return for each cell the squares attacked from it, rising."""
    places = points(board)
    squares = [c for c in range(len(places)) if c not in board.holes and c not in board.walls]
    walls = {places[c] for c in board.walls}
    return [
        tuple(b for b in squares if a in squares and b != a and _hits(board, piece, walls, p, q))
        if (p := places[a])
        else ()
        for a in range(len(places))
        for q in [None]
    ]


def _differences(board: Board, a: Point, b: Point) -> list[Point]:
    """Return b - a, with all turns around the edges that could matter added."""
    most = 3 * lcm(*board.shape)
    turns = [
        range(-most // size - 1, most // size + 2) if around else (0,)
        for size, around in zip(board.shape, board.torus, strict=True)
    ]
    return [
        tuple(y - x + n * size for x, y, n, size in zip(a, b, ns, board.shape, strict=True))
        for ns in product(*turns)
    ]
