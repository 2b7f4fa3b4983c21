"""What a piece attacks, written anew from differences of coordinates, for comparison.

One square attacks another if their difference is a leap, or a whole multiple of one with no wall at
any of the multiples between. On a torus the difference may have any number of turns added to it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import gcd, lcm

from everyway import Board

Point = tuple[int, ...]

STAR = (0,)
"""Stands for a step along any number of axes."""

LEAPERS: dict[str, list[Point]] = {
    "king": [STAR],
    "knight": [(1, 2)],
    "camel": [(1, 3)],
    "zebra": [(2, 3)],
    "wazir": [(1,)],
    "ferz": [(1, 1)],
    "amazon": [(1, 2)],
    "wazir+leaper(2,2)": [(1,), (2, 2)],
    "rook+knight": [(1, 2)],
    "leaper(1,1,1)": [(1, 1, 1)],
    "leaper(1,1,2)": [(1, 1, 2)],
    "leaper(0,3)": [(3,)],
    "alfil": [(2, 2)],
    "giraffe": [(1, 4)],
}
RIDERS: dict[str, list[Point]] = {
    "queen": [STAR],
    "rook": [(1,)],
    "bishop": [(1, 1)],
    "unicorn": [(1, 1, 1)],
    "amazon": [STAR],
    "nightrider": [(1, 2)],
    "rook+knight": [(1,)],
    "rider(2,2)": [(2, 2)],
    "rider(1,3)": [(1, 3)],
}
PIECES = tuple(dict.fromkeys((*LEAPERS, *RIDERS)))


@lru_cache(maxsize=256)
def attacks(board: Board, piece: str) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the squares attacked from it, rising."""
    places = list(product(*map(range, board.shape)))
    squares = [c for c in range(len(places)) if c not in board.holes | board.walls]
    walls = {places[c] for c in board.walls}
    found: list[list[int]] = [[] for _ in places]
    for a in squares:
        for b in squares:
            if a != b and _hits(board, piece, walls, places[a], places[b]):
                found[a].append(b)
    return tuple(map(tuple, found))


def _hits(board: Board, piece: str, walls: set[Point], a: Point, b: Point) -> bool:
    for difference in _differences(board, a, b, _longest(piece)):
        for k in range(1, gcd(*difference) + 1):
            if any(d % k for d in difference):
                continue
            step = tuple(d // k for d in difference)
            leaps = _leaps(RIDERS, piece) + (_leaps(LEAPERS, piece) if k == 1 else [])
            if any(_is_leap(step, lengths) for lengths in leaps) and not any(
                _along(board, a, step, j) in walls for j in range(1, k)
            ):
                return True
    return False


def _is_leap(step: Point, lengths: Point) -> bool:
    if lengths == STAR:
        return max(map(abs, step)) == 1
    return sorted(abs(s) for s in step if s) == sorted(lengths)


def _along(board: Board, a: Point, step: Point, times: int) -> Point:
    return tuple((x + times * s) % n for x, s, n in zip(a, step, board.shape, strict=True))


def _longest(piece: str) -> int:
    leaps = _leaps(LEAPERS, piece) + _leaps(RIDERS, piece)
    return max([1, *(max(lengths) for lengths in leaps)])


def _leaps(known: dict[str, list[Point]], piece: str) -> list[Point]:
    """Return the leaps of *piece* in a table, where it stands or its parts do."""
    if piece in PIECES:
        return known.get(piece, [])
    return [lengths for part in piece.split("+") for lengths in known.get(part, [])]


def _differences(board: Board, a: Point, b: Point, longest: int) -> list[Point]:
    """Return b - a, with all turns around the edges added that can matter."""
    # After so many leaps a rider is back where it began.
    most = longest * lcm(*board.shape)
    turns = [
        range(-most // size - 1, most // size + 2) if around else (0,)
        for size, around in zip(board.shape, board.torus, strict=True)
    ]
    return [
        tuple(y - x + n * size for x, y, n, size in zip(a, b, ns, board.shape, strict=True))
        for ns in product(*turns)
    ]
