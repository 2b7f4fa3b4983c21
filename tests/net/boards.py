"""Random boards, and their symmetries by the definition: what families on boards share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

from everyway import Board
from everyway.geometry.notation import square_name


def random_shape(chance: Random, dimensions: Iterable[int], most: int) -> tuple[int, ...]:
    """Return the lengths of a board's axes, with at most *most* cells; now and then none."""
    if chance.random() < 0.01:
        return (0, 0)
    number = chance.choice(list(dimensions))
    while True:
        longest = {1: most, 2: 5, 3: 3}.get(number, 2)
        shape = tuple(chance.randint(1, longest) for _ in range(number))
        if prod(shape) <= most:
            return shape


def some_squares(chance: Random, shape: tuple[int, ...], most: int) -> list[str]:
    """Return the names of up to *most* different squares."""
    size = prod(shape)
    cells = chance.sample(range(size), min(size, chance.randint(0, most)))
    return [square_name(shape, cell) for cell in cells]


def random_board(
    chance: Random,
    dimensions: Iterable[int] = (1, 2, 2, 2, 2, 3),
    most: int = 9,
    walls: bool = True,
    torus: bool = True,
) -> Board:
    """Return a small board, perhaps with holes and walls, perhaps with joined edges."""
    shape = random_shape(chance, dimensions, most)
    holes = some_squares(chance, shape, 2) if chance.random() < 0.3 else []
    blocked = some_squares(chance, shape, 2) if walls and chance.random() < 0.2 else []
    around = torus and chance.random() < 0.3
    return Board(
        *shape,
        holes=holes,
        walls=[square for square in blocked if square not in holes],
        torus=[around and chance.random() < 0.7 for _ in shape],
    )


def a_square(chance: Random, drawn: Mapping[str, Any]) -> str | None:
    """Return the name of some square of the board that was drawn, or None."""
    squares = some_squares(chance, drawn["board"].shape, 1)
    return squares[0] if squares else None


@lru_cache(maxsize=256)
def isometries(board: Board) -> tuple[dict[int, int], ...]:
    """Return the maps of squares to squares that keep the box, by the definition.

    Axes of the same length and kind change places, axes are turned round, and shifted where edges
    are joined; what moves a hole or a wall is left out.
    """
    shape, missing = board.shape, board.missing
    places = list(product(*map(range, shape)))
    number = {place: cell for cell, place in enumerate(places)}
    found: dict[tuple[int, ...], None] = {}
    for axes in permutations(range(len(shape))):
        if any((shape[a], board.torus[a]) != (shape[b], board.torus[b])
               for a, b in enumerate(axes)):  # fmt: skip
            continue
        for turned in product((False, True), repeat=len(shape)):
            kinds = zip(shape, board.torus, strict=True)
            shifts = [range(max(1, n)) if around else (0,) for n, around in kinds]
            for shift in product(*shifts):
                image = []
                for place in places:
                    axis = zip((place[a] for a in axes), turned, shift, shape, strict=True)
                    moved = tuple(((n - 1 - x if t else x) + s) % n for x, t, s, n in axis)
                    image.append(number[moved])
                kept = all({image[c] for c in part} == part for part in (board.holes, board.walls))
                if kept:
                    found[tuple(-1 if c in missing else x for c, x in enumerate(image))] = None
    return tuple({c: x for c, x in enumerate(image) if x >= 0} for image in found)
