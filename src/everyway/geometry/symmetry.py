"""Symmetry groups as permutations of cells: isometries, orbits, canonical forms, Burnside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import factorial, prod

from everyway.core.errors import EverywayError
from everyway.geometry.board import Board
from everyway.geometry.notation import cell_at, coordinates_of

Permutation = tuple[int, ...]
"""Where each cell goes: ``permutation[cell]``."""

MOST_ENTRIES = 50_000_000


@dataclass(frozen=True)
class Group:
    """A group of permutations of cells, the identity first.

    >>> square = isometries(Board(3, 3))
    >>> len(square.elements), square.orbits()
    (8, [(0, 2, 6, 8), (1, 3, 5, 7), (4,)])
    """

    elements: tuple[Permutation, ...]

    def __len__(self) -> int:
        return len(self.elements)

    def orbits(self) -> list[tuple[int, ...]]:
        """Return the orbits of single cells, each rising, ordered by their least cell."""
        seen: set[int] = set()
        orbits = []
        for cell in range(len(self.elements[0])):
            if cell not in seen:
                orbit = sorted({g[cell] for g in self.elements})
                seen.update(orbit)
                orbits.append(tuple(orbit))
        return orbits

    def canonical(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the first, in lexicographic order, of the sets of cells that *cells* maps to."""
        chosen = tuple(cells)
        return min(tuple(sorted(g[c] for c in chosen)) for g in self.elements)

    def is_canonical(self, cells: Sequence[int]) -> bool:
        """Return whether *cells*, rising, is the first of its orbit."""
        chosen = tuple(cells)
        return all(tuple(sorted(g[c] for c in chosen)) >= chosen for g in self.elements[1:])

    def orbit_of(self, cells: Iterable[int]) -> list[tuple[int, ...]]:
        """Return every set of cells that *cells* maps to, each rising, in lexicographic order."""
        chosen = tuple(cells)
        return sorted({tuple(sorted(g[c] for c in chosen)) for g in self.elements})

    def stabiliser(self, keeps: Callable[[Permutation], bool]) -> Group:
        """Return the subgroup of the elements for which *keeps* holds."""
        return Group(tuple(g for g in self.elements if keeps(g)))

    @cached_property
    def classes(self) -> tuple[tuple[Permutation, int], ...]:
        """The conjugacy classes: the first element of each and the number of elements in it.

        Conjugate elements fix equally many solutions, so one of each class is enough to count.
        """
        generators = self._generators()
        inverses = [_inverse(g) for g in generators]
        classes = []
        seen: set[Permutation] = set()
        for element in self.elements:
            if element in seen:
                continue
            members, waiting = {element}, [element]
            while waiting:
                current = waiting.pop()
                for g, back in zip(generators, inverses, strict=True):
                    other = tuple([g[current[b]] for b in back])
                    if other not in members:
                        members.add(other)
                        waiting.append(other)
            seen |= members
            classes.append((element, len(members)))
        return tuple(classes)

    def _generators(self) -> list[Permutation]:
        generators: list[Permutation] = []
        reached = {self.elements[0]}
        for element in self.elements:
            if element in reached:
                continue
            generators.append(element)
            waiting = list(reached)
            while waiting:
                current = waiting.pop()
                for g in generators:
                    other = tuple([g[c] for c in current])
                    if other not in reached:
                        reached.add(other)
                        waiting.append(other)
        return generators


def _inverse(permutation: Permutation) -> Permutation:
    inverse = [0] * len(permutation)
    for cell, image in enumerate(permutation):
        inverse[image] = cell
    return tuple(inverse)


def cycles(permutation: Permutation, cells: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the cycles of *permutation* through *cells*, each rising, ordered by least cell."""
    seen: set[int] = set()
    found = []
    for cell in cells:
        if cell not in seen:
            cycle = [cell]
            seen.add(cell)
            image = permutation[cell]
            while image != cell:
                cycle.append(image)
                seen.add(image)
                image = permutation[image]
            found.append(tuple(sorted(cycle)))
    return found


@lru_cache(maxsize=32)
def isometries(board: Board) -> Group:
    """Return the isometries of *board*'s box that keep its holes and its walls.

    These are the exchanges of axes of equal length and kind, the reflections of each axis, and
    on a torus the shifts along each axis that wraps around: 8 for a square, 48 for a cube, 8n² for
    an n x n torus. Raises ``EverywayError`` when there are too many to write down.
    """
    dimensions = len(board.shape)
    kinds = list(zip(board.shape, board.torus, strict=True))
    # An upper bound, before anything is listed: axes of one kind may be exchanged.
    order = prod(factorial(kinds.count(kind)) for kind in set(kinds)) * 2**dimensions
    order *= prod(size for size, around in kinds if around)
    if order * board.size > MOST_ENTRIES:
        raise EverywayError("too many symmetries to list on the board", text=board.size_text())
    places = [coordinates_of(board.shape, cell) for cell in range(board.size)]
    found: dict[Permutation, None] = {}
    for axes in permutations(range(dimensions)):
        if any(kinds[axes[i]] != kinds[i] for i in range(dimensions)):
            continue
        for maps in product(*(_axis_maps(size, around) for size, around in kinds)):
            image = tuple(
                cell_at(board.shape, [maps[i][place[axes[i]] - 1] for i in range(dimensions)])
                for place in places
            )
            found[image] = None
    group = Group(tuple(found))
    return group.stabiliser(lambda g: keeps_set(g, board.holes) and keeps_set(g, board.walls))


def _axis_maps(size: int, around: bool) -> list[tuple[int, ...]]:
    """Return the maps of one axis onto itself, from coordinate - 1 to coordinate."""
    straight = tuple(range(1, size + 1))
    maps = [straight]
    if around:
        maps = [straight[s:] + straight[:s] for s in range(max(1, size))]
    return list(dict.fromkeys(maps + [m[::-1] for m in maps]))


def keeps_set(permutation: Permutation, cells: frozenset[int]) -> bool:
    """Return whether *permutation* maps the set *cells* onto itself."""
    return all(permutation[cell] in cells for cell in cells)


def burnside(order: int, fixed: Iterable[tuple[int, Mapping[int, int]]]) -> dict[int, Fraction]:
    """Return the numbers of orbits, by size, of a group of *order* elements.

    *fixed* gives for each class of elements how many elements it has and how many objects of each
    size one of them leaves as they are. By Burnside's lemma the number of orbits is the mean
    of these counts; with partial counts the result is a fraction, and a lower bound.
    """
    sums: dict[int, int] = {}
    for members, counts in fixed:
        for size, number in counts.items():
            sums[size] = sums.get(size, 0) + members * number
    return {size: Fraction(total, order) for size, total in sorted(sums.items())}
