"""Groups of permutations of the cells that make squares of a class from squares of that class.

Numbers differ, so no permutation but the identity leaves a square as it is. Every orbit is as
large as the group, and its first square is known by *pairs* of cells: it has the smaller number
in the first cell of each pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from math import factorial
from typing import NamedTuple

from everyway.core.errors import EverywayError

from .rules import first_moved, symmetries

Permutation = tuple[int, ...]
MOST_LISTED = 50_000
MOST_TRANSLATED = 16
MOST_M_GROUP = 2000


class CellGroup(NamedTuple):
    """A group: its name, its number of elements, and the pairs that single out first squares."""

    name: str
    order: int
    pairs: tuple[tuple[int, int], ...]


def m_shuffles(order: int) -> Iterator[Permutation]:
    """Yield the permutations p of rows and columns alike that keep opposite ones opposite.

    There are 2^k k! of them with k = order // 2, the identity first. Applied to the rows and to
    the columns at once they keep both diagonals, and the centre of an odd order.
    """
    half = order // 2
    for shuffled in permutations(range(half)):
        for flips in product((False, True), repeat=half):
            moved = list(range(order))
            for i, (j, flip) in enumerate(zip(shuffled, flips, strict=True)):
                moved[i] = order - 1 - j if flip else j
                moved[order - 1 - i] = order - 1 - moved[i]
            yield tuple(moved)


def shuffled(order: int, p: Permutation) -> Permutation:
    """Return the permutation of cells that applies *p* to the rows and to the columns."""
    return tuple(p[r] * order + p[c] for r in range(order) for c in range(order))


def translations(order: int) -> Iterator[Permutation]:
    """Yield the shifts of a square whose opposite edges are joined, the identity first."""
    for dr, dc in product(range(order), repeat=2):
        yield tuple(
            (r + dr) % order * order + (c + dc) % order for r in range(order) for c in range(order)
        )


def product_of(order: int, movements: Iterator[Permutation]) -> set[Permutation]:
    """Return all products of *movements* with the symmetries of the square."""
    return {tuple(m[cell] for cell in g) for m in movements for g in symmetries(order)}


def m_group_size(order: int) -> int:
    """Return how many elements the M-transformations and symmetries make: 2^(k+2) k!, k = n // 2.

    >>> [m_group_size(n) for n in (3, 4, 5, 6)]
    [8, 32, 32, 192]
    """
    half = order // 2
    return 2 ** (half + 2) * factorial(half) if half else 1


def _of(name: str, elements: set[Permutation]) -> CellGroup:
    pairs = {pair for g in elements if (pair := first_moved(g)) is not None}
    return CellGroup(name, len(elements), tuple(sorted(pairs)))


def symmetry_group(order: int) -> CellGroup:
    """Return the group of the eight symmetries of the square."""
    return _of("the symmetries of the square", set(symmetries(order)))


def _line_shuffles(order: int) -> CellGroup:
    """Return the group of all permutations of rows, of columns, and the transposition."""
    name = "all permutations of rows and of columns, and symmetries"
    if order < 2:
        return CellGroup(name, 1, ())
    size = order * order
    pairs = {(0, cell) for cell in range(1, size)}
    pairs |= {(c, d) for d in range(order) for c in range(1, d)}
    pairs |= {(r * order, s * order) for s in range(order) for r in range(1, s)}
    pairs.add((1, order))
    return CellGroup(name, 2 * factorial(order) ** 2, tuple(sorted(pairs)))


@lru_cache(maxsize=16)
def group_elements(order: int, class_: str) -> tuple[Permutation, ...]:
    """Return every element of ``largest_group``, as permutations of cells.

    Raises ``EverywayError`` when there are more than 50000.
    """
    elements: set[Permutation]
    group = largest_group(order, class_)
    if group.order > MOST_LISTED:
        raise EverywayError(f"a group of {group.order} elements is too large to go through")
    if class_ == "semi-magic" and order > 1:
        ways = list(permutations(range(order)))
        elements = {
            tuple(p[r] * order + q[c] for r in range(order) for c in range(order))
            for p in ways
            for q in ways
        }
        elements |= {
            tuple(g[c * order + r] for r in range(order) for c in range(order)) for g in elements
        }
    elif class_ in ("magic", "associative") and m_group_size(order) <= MOST_M_GROUP:
        elements = product_of(order, (shuffled(order, p) for p in m_shuffles(order)))
    elif class_ == "pandiagonal" and 0 < order <= MOST_TRANSLATED:
        elements = product_of(order, translations(order))
    else:
        elements = set(symmetries(order))
    return tuple(sorted(elements))


@lru_cache(maxsize=64)
def largest_group(order: int, class_: str) -> CellGroup:
    """Return the largest group known here that keeps the class; it holds the symmetries.

    Semi-magic squares: all permutations of rows and of columns. Magic and associative ones: the
    M-transformations. Pandiagonal ones: the translations. Others: the symmetries alone.
    """
    if class_ == "semi-magic":
        return _line_shuffles(order)
    if class_ in ("magic", "associative") and m_group_size(order) <= MOST_M_GROUP:
        name = "the M-transformations and symmetries"
        return _of(name, product_of(order, (shuffled(order, p) for p in m_shuffles(order))))
    if class_ == "pandiagonal" and 0 < order <= MOST_TRANSLATED:
        name = "the translations and symmetries"
        return _of(name, product_of(order, translations(order)))
    return symmetry_group(order)


def m_shuffle_named(order: int, text: str) -> Permutation:
    """Return the M-transformation that *text* names: the new order of rows, such as ``2,1,3,5,4``.

    Raises ``EverywayError`` when it is no permutation that keeps opposite rows opposite.
    """
    words = text.split(",")
    if all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        p = tuple(int(word) - 1 for word in words)
        opposite = len(p) == order and all(p[i] + p[-1 - i] == order - 1 for i in range(order))
        if opposite and set(p) == set(range(order)):
            return p
    raise EverywayError(
        "no M-transformation:",
        text=text,
        hint=f"give the rows 1 to {order} in a new order, opposite rows staying opposite",
    )
