"""Squares moved into other squares, the classes of a square, and its normal form."""

from __future__ import annotations

from everyway.core.errors import EverywayError

from .groups import Permutation, group_elements, m_shuffle_named, shuffled
from .puzzle import MagicSquare
from .rules import CLASSES, symmetries
from .square import Square

SYMMETRY_NAMES = (
    "identity",
    "rotate-back",
    "half-turn",
    "rotate",
    "mirror",
    "flip",
    "transpose",
    "antitranspose",
)
"""The symmetries in the order of ``rules.symmetries``: ``rotate`` is clockwise, ``mirror`` changes
left and right, ``flip`` top and bottom."""


def moved(square: Square, permutation: Permutation) -> Square:
    """Return the square that has in cell i the number of cell ``permutation[i]``."""
    return Square(tuple(square.cells[cell] for cell in permutation))


def complement(square: Square) -> Square:
    """Return the square with each number taken from the sum of the least and the greatest.

    >>> print(complement(Square((8, 1, 6, 3, 5, 7, 4, 9, 2))))
    2 9 4
    7 5 3
    6 1 8
    """
    ends = min(square.cells, default=0) + max(square.cells, default=0)
    return Square(tuple(ends - number for number in square.cells))


def translated(square: Square, down: int, right: int) -> Square:
    """Return the square shifted over joined edges; pandiagonal squares stay pandiagonal."""
    n = square.order
    cells = [(r - down) % n * n + (c - right) % n for r in range(n) for c in range(n)]
    return moved(square, tuple(cells))


def transformed(square: Square, name: str) -> Square:
    """Return *square* transformed as *name* says.

    The eight symmetries (``identity``, ``rotate``, ``half-turn``, ``rotate-back``, ``mirror``,
    ``flip``, ``transpose``, ``antitranspose``), ``complement``, ``translate=DOWN,RIGHT``, or an
    M-transformation ``m=2,1,3,5,4``: rows and columns in this new order, opposite ones staying
    opposite. Raises ``EverywayError`` for another name.

    >>> print(transformed(Square((8, 1, 6, 3, 5, 7, 4, 9, 2)), "rotate"))
    4 3 8
    9 5 1
    2 7 6
    """
    if name == "complement":
        return complement(square)
    if name.startswith("m="):
        p = m_shuffle_named(square.order, name[2:])
        return moved(square, shuffled(square.order, p))
    if name.startswith("translate="):
        down, _, right = name[10:].partition(",")
        if not (down.isascii() and down.isdigit() and right.isascii() and right.isdigit()):
            raise EverywayError("no translation:", text=name, hint="such as translate=1,2")
        if len(down) > 6 or len(right) > 6:
            raise EverywayError("too far a translation:", text=name)
        return translated(square, int(down), int(right))
    if name not in SYMMETRY_NAMES:
        known = ", ".join((*SYMMETRY_NAMES, "complement", "translate=1,2", "m=2,1"))
        raise EverywayError("unknown transformation", text=name, hint=f"one of {known}")
    found = symmetries(square.order)
    way = SYMMETRY_NAMES.index(name)
    return moved(square, found[way]) if way < len(found) else square


def first_of_orbit(square: Square) -> Square:
    """Return the first, in order, of the square's eight rotations and reflections."""
    return min(moved(square, g) for g in symmetries(square.order))


def normal_form(square: Square, class_: str = "magic") -> Square:
    """Return the first square of the orbit under the largest group known for the class.

    That are the M-transformations with the symmetries for magic and associative squares; see
    ``groups.largest_group``. Squares with the same normal form are essentially the same. Raises
    ``EverywayError`` where the group is too large to go through.
    """
    cells = square.cells
    return Square(min(tuple(cells[c] for c in g) for g in group_elements(square.order, class_)))


def classes_of(square: Square) -> list[str]:
    """Return the classes that *square* belongs to, by the rules; none when it is not semi-magic.

    >>> classes_of(Square((8, 1, 6, 3, 5, 7, 4, 9, 2)))
    ['semi-magic', 'magic', 'associative', 'bordered']
    """
    if len(set(square.cells)) < len(square.cells):
        return []
    total = sum(square.cells[: square.order])
    found = []
    for class_ in CLASSES:
        numbers = square.cells if square.cells else None
        if sum(square.cells) != total * square.order:
            return []
        puzzle = MagicSquare(square.order, class_, numbers=numbers)
        if puzzle.why_not(square) is None:
            found.append(class_)
    return found
