"""Polyominoes: squares that hang together by their sides, free or one-sided."""

from __future__ import annotations

import re
from functools import lru_cache

from everyway.core.errors import EverywayError

Shape = tuple[tuple[int, int], ...]
"""The squares of a piece, rising, row and column from 0."""

SETS = {
    "monominoes": 1,
    "dominoes": 2,
    "trominoes": 3,
    "tetrominoes": 4,
    "pentominoes": 5,
    "hexominoes": 6,
}
"""How many squares the pieces of a set have."""

DRAWN = {
    "I1": "#", "I2": "##", "I3": "###", "V3": "#./##", "I4": "####", "O4": "##/##",
    "T4": "###/.#.", "S4": ".##/##.", "L4": "#./#./##", "F": ".##/##./.#.", "I": "#####",
    "L": "#./#./#./##", "N": ".#/.#/##/#.", "P": "##/##/#.", "T": "###/.#./.#.", "U": "#.#/###",
    "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#",
    "Z": "##./.#./.##",
}  # fmt: skip
"""The pieces of up to five squares by name; those of five by the usual letters."""

MOST_SQUARES = 12


def shape_of(drawn: str) -> Shape:
    """Return the shape that rows of ``#`` and ``.`` draw, parted by slashes."""
    rows = drawn.split("/")
    squares = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    if not re.fullmatch("[#./]+", drawn) or not squares or not _hangs_together(squares):
        raise EverywayError("no piece:", text=drawn, hint="one piece of squares, such as ##/#.")
    if len(squares) > MOST_SQUARES:
        raise EverywayError(
            "too large a piece:", text=drawn, hint=f"at most {MOST_SQUARES} squares"
        )
    return _at_corner(squares)


def _hangs_together(squares: list[tuple[int, int]]) -> bool:
    left, waiting = set(squares), squares[:1]
    while waiting:
        square = waiting.pop()
        if square in left:
            left.remove(square)
            r, c = square
            waiting += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return not left


def _at_corner(squares: list[tuple[int, int]]) -> Shape:
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))


def turned(shape: Shape) -> list[Shape]:
    """Return *shape* in all its rotations, each once."""
    found = [shape]
    for _ in range(3):
        found.append(_at_corner([(c, -r) for r, c in found[-1]]))
    return sorted(set(found))


def mirrored(shape: Shape) -> Shape:
    """Return the mirror image of *shape*.

    >>> mirrored(shape_of("#./##")) in turned(shape_of("#./##"))
    True
    """
    return _at_corner([(r, -c) for r, c in shape])


def turned_over(shape: Shape) -> list[Shape]:
    """Return *shape* in all its rotations and reflections, each once."""
    return sorted({*turned(shape), *turned(mirrored(shape))})


@lru_cache(maxsize=8)
def pieces_of_size(size: int) -> tuple[Shape, ...]:
    """Return every free polyomino of *size* squares, in order of their first forms.

    >>> [len(pieces_of_size(n)) for n in range(1, 6)]
    [1, 1, 2, 5, 12]
    """
    found: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        larger: set[Shape] = set()
        for shape in found:
            for r, c in shape:
                for square in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if square not in shape:
                        larger.add(turned_over(_at_corner([*shape, square]))[0])
        found = larger
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def _names() -> dict[Shape, str]:
    return {turned_over(shape_of(drawn))[0]: name for name, drawn in DRAWN.items()}


def read_pieces(text: str) -> dict[str, Shape]:
    """Return the free pieces that a text names: a set, or names and drawings parted by commas.

    >>> list(read_pieces("I2,L4,##/##"))
    ['I2', 'L4', 'O4']
    """
    found: dict[str, Shape] = {}
    for part in (part.strip() for part in text.split(",")):
        if part.lower() in SETS:
            shapes = list(pieces_of_size(SETS[part.lower()]))
        elif part.upper() in DRAWN:
            shapes = [shape_of(DRAWN[part.upper()])]
        elif "#" in part:
            shapes = [shape_of(part)]
        else:
            known = f"one of {', '.join(SETS)}, or {', '.join(DRAWN)}, or drawn such as ##/#."
            raise EverywayError("no pieces:", text=part, hint=known)
        for shape in shapes:
            first = turned_over(shape)[0]
            name = _names().get(first) or _drawn(first)
            if name in found:
                raise EverywayError("a piece is named twice:", text=part)
            found[name] = first
    return dict(sorted(found.items()))


def _drawn(shape: Shape) -> str:
    rows = [["."] * (max(c for _, c in shape) + 1) for _ in range(max(r for r, _ in shape) + 1)]
    for r, c in shape:
        rows[r][c] = "#"
    return "/".join("".join(row) for row in rows)
