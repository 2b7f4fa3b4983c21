"""The rules of each class of squares as sums over lines, and the symmetries of the square.

Cells count row by row from the upper left corner. Every rule is of one form: the numbers in some
cells have a given sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

CLASSES = ("semi-magic", "magic", "associative", "pandiagonal", "ultramagic", "bordered")
"""The classes of squares; all but the first are magic as well."""


class Line(NamedTuple):
    """Cells whose numbers have the sum ``total``; ``name`` says which cells, in words."""

    name: str
    cells: tuple[int, ...]
    total: Fraction


def rows_and_columns(order: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the rows from the top, then the columns from the left."""
    for r in range(order):
        yield f"row {r + 1}", tuple(range(r * order, (r + 1) * order))
    for c in range(order):
        yield f"column {c + 1}", tuple(range(c, order * order, order))


def diagonals(order: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the two main diagonals."""
    yield "the falling diagonal", tuple(i * order + i for i in range(order))
    yield "the rising diagonal", tuple((order - 1 - i) * order + i for i in range(order))


def broken_diagonals(order: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the diagonals that go on at the opposite edge, falling and then rising."""
    for word, step in (("falling", 1), ("rising", -1)):
        for shift in range(order):
            start = shift if step == 1 else shift + order - 1
            if start % order == (0 if step == 1 else order - 1):
                continue  # a main diagonal
            cells = tuple(i * order + (start + step * i) % order for i in range(order))
            yield f"the {word} broken diagonal from column {start % order + 1}", cells


def opposite_pairs(order: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the pairs of cells that lie opposite each other about the centre."""
    size = order * order
    for cell in range(size // 2):
        yield f"cells {cell + 1} and {size - cell}", (cell, size - 1 - cell)


def inner_orders(order: int) -> range:
    """Return the orders of the squares within a bordered square, the largest first.

    Borders are taken off down to a core of order 3 or 4; a square of order 3 or 4 has one border.
    """
    if order < 5:
        return range(order - 2, max(0, order - 3), -1)
    return range(order - 2, 2, -2)


def inner_cells(order: int, inner: int) -> list[int]:
    """Return the cells of the square of order *inner* within, row by row."""
    edge = (order - inner) // 2
    span = range(edge, edge + inner)
    return [r * order + c for r in span for c in span]


@lru_cache(maxsize=64)
def lines_of(order: int, class_: str, total: Fraction | int) -> tuple[Line, ...]:
    """Return every line of a square of this class whose rows have the sum *total*.

    A ``total`` of a line that is no whole number means that there is no such square.
    """
    total = Fraction(total)
    lines = [Line(name, cells, total) for name, cells in rows_and_columns(order)]
    if class_ == "semi-magic" or order == 0:
        return tuple(lines)
    lines += [Line(name, cells, total) for name, cells in diagonals(order)]
    if class_ in ("pandiagonal", "ultramagic"):
        lines += [Line(name, cells, total) for name, cells in broken_diagonals(order)]
    if class_ in ("associative", "ultramagic"):
        # All pairs together have the sum of all rows.
        pair = 2 * total / order
        lines += [Line(name, cells, pair) for name, cells in opposite_pairs(order)]
        if order % 2:
            lines.append(Line("the centre", (order * order // 2,), pair / 2))
    if class_ == "bordered":
        for inner in inner_orders(order):
            # Each end of a row, with the other, has the same sum; so the inner sum follows.
            cells_within = inner_cells(order, inner)
            inner_total = total * inner / order
            for name, cells in (*rows_and_columns(inner), *diagonals(inner)):
                place = tuple(cells_within[cell] for cell in cells)
                lines.append(Line(f"{name} of the square of order {inner}", place, inner_total))
    return tuple(lines)


@lru_cache(maxsize=64)
def symmetries(order: int) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of the square as permutations of its cells, the identity first.

    Eight from order 2 on: a square moved by ``g`` has in cell ``i`` the number of cell ``g[i]``.
    Orders 0 and 1 have the identity alone.
    """
    last = order - 1
    ways: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (r, c),
        lambda r, c: (c, last - r),
        lambda r, c: (last - r, last - c),
        lambda r, c: (last - c, r),
        lambda r, c: (r, last - c),
        lambda r, c: (last - r, c),
        lambda r, c: (c, r),
        lambda r, c: (last - c, last - r),
    )
    found: dict[tuple[int, ...], None] = {}
    for way in ways:
        cells = [way(r, c) for r in range(order) for c in range(order)]
        found[tuple(r * order + c for r, c in cells)] = None
    return tuple(found)


def first_moved(permutation: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the first cell that *permutation* moves and the cell it takes its number from."""
    return next(((i, j) for i, j in enumerate(permutation) if i != j), None)
