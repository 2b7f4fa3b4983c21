"""One square of any order by a rule, without search.

Orders that neither 2 nor 3 divides have a rule for squares that are pandiagonal and associative;
odd orders the Siamese method (de la Loubère, 1691); orders that 4 divides the numbers in order,
half of them replaced by their complements; other even orders the LUX method (J. H. Conway).
Numbers that are equally spaced take the places of 1 to n squared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from everyway.core.errors import EverywayError

from .puzzle import MagicSquare
from .square import Square

Grid = list[list[int]]

PANDIAGONAL_4 = ((1, 8, 13, 12), (14, 11, 2, 7), (4, 5, 16, 9), (15, 10, 3, 6))
"""A pandiagonal square with two low and two high numbers in every row and column."""


def siamese(order: int) -> Grid:
    """Return the square of an odd *order* in which each number is up and right of the one before.

    From the middle of the top row; where that place is taken, the next number goes below. It is
    associative.
    """
    grid = [[0] * order for _ in range(order)]
    row, column = 0, order // 2
    for number in range(1, order * order + 1):
        grid[row][column] = number
        above, right = (row - 1) % order, (column + 1) % order
        if grid[above][right]:
            row = (row + 1) % order
        else:
            row, column = above, right
    return grid


def doubly_even(order: int) -> Grid:
    """Return the square of an *order* that 4 divides, which is associative."""
    last = order * order + 1
    grid = []
    for r in range(order):
        row = []
        for c in range(order):
            number = r * order + c + 1
            kept = (r % 4 in (0, 3)) == (c % 4 in (0, 3))
            row.append(last - number if kept else number)
        grid.append(row)
    return grid


def lux(order: int) -> Grid:
    """Return the square of an *order* of 6, 10, 14, … by blocks of two by two.

    The blocks follow the Siamese order of half the order; the four numbers of each are written in
    the shape of an L, a U or an X.
    """
    half, k = order // 2, order // 4
    blocks = siamese(half)
    letters = ["L" * half] * (k + 1) + ["U" * half] + ["X" * half] * (k - 1)
    middle = half // 2
    letters[k] = letters[k][:middle] + "U" + letters[k][middle + 1 :]
    letters[k + 1] = letters[k + 1][:middle] + "L" + letters[k + 1][middle + 1 :]
    # Where the first to the fourth number of a block stand: row and column.
    shapes = {
        "L": ((0, 1), (1, 0), (1, 1), (0, 0)),
        "U": ((0, 0), (1, 0), (1, 1), (0, 1)),
        "X": ((0, 0), (1, 1), (1, 0), (0, 1)),
    }
    grid = [[0] * order for _ in range(order)]
    for r in range(half):
        for c in range(half):
            first = 4 * (blocks[r][c] - 1) + 1
            for step, (dr, dc) in enumerate(shapes[letters[r][c]]):
                grid[2 * r + dr][2 * c + dc] = first + step
    return grid


def knight_rule(order: int) -> Grid:
    """Return the pandiagonal and associative square of an *order* that 2 and 3 do not divide.

    The lines i + 2 j and 2 i + j of the square with joined edges meet once each, and every
    row, column and broken diagonal meets each of these lines once.
    """
    # Shifted so that the middle number stands in the centre.
    shift = -2 * (order // 2)
    return [
        [
            (i + 2 * j + shift) % order * order + (2 * i + j + shift) % order + 1
            for j in range(order)
        ]
        for i in range(order)
    ]


def pandiagonal_doubly_even(order: int) -> Grid:
    """Return a pandiagonal square of an *order* that 4 divides: copies of one of order 4.

    Copy b takes the low numbers 8 b + 1 to 8 b + 8 and as many high ones. Rows and columns of a
    copy have two of each, so the b cancel out. A broken diagonal passes through the copies of
    broken diagonals of the square of all b, which have equal sums, so there they cancel, too.
    """
    copies = order // 4
    top = order * order
    grid = [[0] * order for _ in range(order)]
    for block in range(copies * copies):
        r, c = divmod(block, copies)
        for i in range(4):
            for j in range(4):
                number = PANDIAGONAL_4[i][j]
                shift = 8 * block
                here = number + shift if number <= 8 else top - 16 + number - shift
                grid[4 * r + i][4 * c + j] = here
    return grid


def rule_for(order: int, class_: str) -> Callable[[int], Grid] | None:
    """Return the rule that makes a square of this order and class, or None where none is known.

    There is none at all of order 2, nor an associative or pandiagonal one of the numbers 1 to n
    squared of an order 4k + 2 (C. Planck, The Monist, 1919).
    """
    if order == 1:
        return siamese
    if order % 2 and order % 3 and class_ in ("pandiagonal", "ultramagic"):
        return knight_rule
    if class_ == "pandiagonal" and order % 4 == 0:
        return pandiagonal_doubly_even
    if class_ in ("pandiagonal", "ultramagic") or (class_ == "bordered" and order != 3):
        return None
    if order % 2:
        return siamese
    if order % 4 == 0:
        return doubly_even
    return lux if order > 2 and class_ in ("magic", "semi-magic") else None


def construct(puzzle: MagicSquare) -> Square:
    """Return a square of *puzzle* by a rule; raise ``EverywayError`` where none is known here."""
    if puzzle.given:
        raise EverywayError("squares are constructed without given cells", hint="search instead")
    if puzzle.order == 0:
        return Square(())
    rule = rule_for(puzzle.order, puzzle.class_)
    if rule is None:
        known = "there is none" if puzzle.order == 2 else "no rule is known here"
        what = f"{puzzle.class_} squares of order"
        raise EverywayError(f"{known} for {what}", text=puzzle.order, hint="search instead")
    first, step = _spacing(puzzle)
    return Square(tuple(first + step * (x - 1) for row in rule(puzzle.order) for x in row))


def _spacing(puzzle: MagicSquare) -> tuple[int, int]:
    """Return the first number and the distance of the next; all must be equally far apart."""
    values: Sequence[int] = puzzle.values
    step = values[1] - values[0] if len(values) > 1 else 1
    even = len(values) == puzzle.size and values[-1] - values[0] == step * (len(values) - 1)
    if not even or tuple(values) != tuple(range(values[0], values[-1] + 1, step)):
        raise EverywayError(
            "squares are constructed only from equally spaced numbers", hint="search instead"
        )
    return values[0], step
