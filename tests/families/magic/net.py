"""What the net needs to know of magic squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

from everyway import MagicSquare
from everyway.families.magic.rules import CLASSES
from tests.net.hooks import Net

LO_SHU = (2, 7, 6, 9, 5, 1, 4, 3, 8)
DUERER = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)
SQUARES = {0: (), 1: (1,), 2: (1, 2, 3, 4), 3: LO_SHU, 4: DUERER}
"""A square of each order, from which numbers are given; magic where one exists."""


def numbers(chance: Random, drawn: Mapping[str, Any]) -> Any:
    cells = drawn["order"] ** 2
    first, step = chance.randint(-9, 9), chance.choice([1, 1, 2, 3])
    if cells == 0:
        return None
    more = chance.choice([0, 0, 1, 2]) if drawn["order"] < 4 else 0
    used = [first + step * k for k in range(cells)] + [99 + k for k in range(more)]
    if drawn.get("given") is not None:
        # Then those that are given must be among them.
        return chance.choice([None, [*range(1, cells + 1 + more)]])
    return chance.choice([used, ",".join(map(str, used))])


def given(chance: Random, drawn: Mapping[str, Any]) -> Any:
    order = drawn["order"]
    cells = list(SQUARES[order])
    if not cells:
        return None
    if chance.random() < 0.2:
        one, other = (chance.randrange(len(cells)) for _ in "ab")
        cells[one], cells[other] = cells[other], cells[one]
    blanks = {4: chance.randint(0, 6), 3: chance.randint(0, 9)}.get(order, len(cells))
    for cell in chance.sample(range(len(cells)), min(blanks, len(cells))):
        cells[cell] = 0
    rows = [cells[r * order : (r + 1) * order] for r in range(order)]
    if chance.random() < 0.5:
        return [[number or None for number in row] for row in rows]
    return " / ".join(" ".join(str(number or ".") for number in row) for row in rows)


def total(chance: Random, drawn: Mapping[str, Any]) -> int | None:
    order = drawn["order"]
    return chance.choice([None, order * (order**2 + 1) // 2, chance.randint(-9, 40)])


def candidates(puzzle: MagicSquare) -> Iterator[list[list[int]] | None]:
    """Yield every way to fill the cells whose rows share their sum, in lexicographic order."""
    held = {number for number in puzzle.given if number is not None}
    yield from filled(puzzle, [], sorted(set(puzzle.values) - held))


def filled(puzzle: MagicSquare, rows: list[list[int]], left: list[int]) -> Iterator[Any]:
    order = puzzle.order
    if len(rows) == order:
        yield rows
        return
    cells = puzzle.given or (None,) * order**2
    wanted = cells[len(rows) * order : (len(rows) + 1) * order]
    for chosen in permutations(left, wanted.count(None)):
        numbers = iter(chosen)
        row = [next(numbers) if want is None else want for want in wanted]
        yield None
        if all(sum(row) == sum(other) for other in rows[:1]):
            yield from filled(puzzle, [*rows, row], [n for n in left if n not in chosen])


def images(puzzle: MagicSquare, candidate: list[list[int]]) -> Iterator[list[list[int]]]:
    """Yield the square turned and reflected, by what leaves the given cells in their places."""
    order = puzzle.order
    places = [[r * order + c for c in range(order)] for r in range(order)]
    square = candidate
    held = [cell for cell, number in enumerate(puzzle.given) if number is not None]
    for turn in range(8):
        if turn == 4:
            places, square = places[::-1], square[::-1]
        flat = [place for row in places for place in row]
        if all(flat[cell] == cell for cell in held):
            yield [list(row) for row in square]
        places, square = (
            [list(row) for row in zip(*part[::-1], strict=True)] for part in (places, square)
        )


NET = Net(
    values={
        "magic": {
            "order": lambda chance, drawn: chance.choices(range(5), [1, 1, 2, 6, 3])[0],
            "class_": lambda chance, drawn: chance.choice(CLASSES),
            "given": given,
            "numbers": numbers,
            "sum": total,
            "centre": lambda chance, drawn: chance.choice([None, 5, 1]),
        }
    },
    candidates=candidates,
    size=lambda puzzle, candidate: sum(candidate[0]) if candidate else 0,
    images=images,
    texts=("8 . .\n. 5 .\n. . 2",),
)
