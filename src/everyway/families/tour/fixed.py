"""How many tours a symmetry leaves as they are, told by the cycles of its squares.

By Burnside's lemma the number of tours up to symmetry is the mean of these. A tour that a symmetry
leaves as it is, is made of its images: so it is a path or cycle through the *orbits* of squares, of
which there are half as many as squares, or fewer. There are three kinds:

- A path is turned around. Then it is a path through the pairs of squares that change places, and
  its image back again; in the middle is the one square that stays, or a move between a pair.
- A cycle is turned around. It is again a path through the pairs and back, and at each of its two
  ends is a square that stays, or a move between a pair.
- A cycle is moved along itself. Then all orbits have as many squares, d, and it is d times a cycle
  through the orbits, each time arriving at another square of the orbit where it began: after a
  number of steps of the symmetry, its *twist*, that is prime to d. For d a power of two this is the
  same as odd, so it is enough to count the moves with an odd twist.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from everyway.families.tour.frontier_plan import Net
from everyway.families.tour.puzzle import Tour
from everyway.geometry.symmetry import Permutation

Moves = dict[int, list[tuple[int, int]]]


@dataclass(frozen=True)
class Quotient:
    """The orbits of a symmetry that are no single squares, each named by its least square.

    ``moves`` lead from one orbit to another, each with its twist: how often the symmetry takes the
    name of the other orbit to where the move from the name of the first ends. ``within`` are the
    twists of moves that stay in the orbit, ``beside`` the single squares that a move leads to.
    """

    length: int
    single: tuple[int, ...]
    moves: Moves
    within: Mapping[int, frozenset[int]]
    beside: Mapping[int, frozenset[int]]

    def net(self, ends: frozenset[int]) -> Net:
        """Return what is swept for paths through all orbits with both ends in *ends*."""
        return Net({a: [(b, 0) for b, _ in moves] for a, moves in self.moves.items()}, ends)

    @property
    def twisted(self) -> Net:
        """What is swept for cycles through all orbits whose twist is odd."""
        near = {a: [(b, twist % 2) for b, twist in moves] for a, moves in self.moves.items()}
        return Net(near, odd=True)


def quotient_of(puzzle: Tour, image: Permutation) -> Quotient | None:
    """Return the orbits of the symmetry *image*, or None if they have several lengths above one."""
    orbit_of: dict[int, tuple[int, int]] = {}
    lengths: dict[int, int] = {}
    for cell in puzzle.board.cells:
        if cell not in orbit_of:
            other, twist = cell, 0
            while other not in orbit_of:
                orbit_of[other] = cell, twist
                other, twist = image[other], twist + 1
            lengths[cell] = twist
    single = tuple(cell for cell, length in lengths.items() if length == 1)
    names = [cell for cell, length in lengths.items() if length > 1]
    if len({lengths[name] for name in names}) != 1:
        return None
    length = lengths[names[0]]
    moves: Moves = {name: [] for name in names}
    within: dict[int, set[int]] = {name: set() for name in names}
    beside: dict[int, set[int]] = {name: set() for name in names}
    for name in names:
        for cell in puzzle.graph[name]:
            other, twist = orbit_of[cell]
            if other == name:
                within[name].add(twist)
            elif lengths[other] == 1:
                beside[name].add(other)
            else:
                moves[name].append((other, twist))
    return Quotient(
        length,
        single,
        moves,
        {name: frozenset(twists) for name, twists in within.items()},
        {name: frozenset(cells) for name, cells in beside.items()},
    )


def can_tell(puzzle: Tour) -> bool:
    """Return whether ``terms`` knows all symmetries of *puzzle*."""
    if not puzzle.closed:
        return True
    quotients = (quotient_of(puzzle, image) for image, _ in puzzle.symmetries[1:])
    return all(
        q is None or q.single or q.length.bit_count() == 1 or len(q.moves) < 3 for q in quotients
    )


Term = tuple[int, Net | int]
"""A number that is added so often: that of the cycles or paths of a net, or one that is known."""


def terms(puzzle: Tour, image: Permutation, reverse: bool) -> Iterator[Term]:
    """Yield what adds up to the tours that a symmetry, not the identity, leaves as they are."""
    quotient = quotient_of(puzzle, image)
    if quotient is None:
        return
    if puzzle.closed:
        yield from _moved_along(puzzle, quotient)
        if not puzzle.directed and quotient.length == 2:
            yield from _turned_cycles(quotient)
    elif quotient.length == 2 and (puzzle.reversible or reverse):
        yield from _turned_paths(puzzle, quotient)


def _turned_paths(puzzle: Tour, quotient: Quotient) -> Iterator[Term]:
    """Yield the terms of the paths that are turned around: from a first orbit to the middle."""
    if len(quotient.single) > 1:
        return
    middle = _beside(quotient, quotient.single[0]) if quotient.single else _loops(quotient)
    first = frozenset(quotient.moves)
    if puzzle.start is not None and puzzle.end is not None:
        first &= {puzzle.start, puzzle.end}
    yield from _between(quotient, first, middle)


def _turned_cycles(quotient: Quotient) -> Iterator[Term]:
    """Yield the terms of the cycles that are turned around: from one turn to the other."""
    turns = [_beside(quotient, cell) for cell in quotient.single]
    if len(turns) == 0:
        # Either turn may be called the first.
        yield 1, quotient.net(_loops(quotient))
    elif len(turns) == 1:
        yield from _between(quotient, turns[0], _loops(quotient))
    elif len(turns) == 2:
        yield from _between(quotient, turns[0], turns[1])


def _loops(quotient: Quotient) -> frozenset[int]:
    """Return the orbits within which there is a move."""
    return frozenset(name for name, twists in quotient.within.items() if twists)


def _beside(quotient: Quotient, cell: int) -> frozenset[int]:
    """Return the orbits from which a move leads to the single square *cell*."""
    return frozenset(name for name, cells in quotient.beside.items() if cell in cells)


def _between(quotient: Quotient, first: frozenset[int], last: frozenset[int]) -> Iterator[Term]:
    """Yield the terms of the paths through all orbits from one of *first* to one of *last*.

    The paths with both ends in a set are known for every set. Those with ends in both sets are told
    from their union, in which some have no end in one of the two.
    """
    if len(quotient.moves) == 1:
        yield 1, int(bool(first & last))
        return
    for times, ends in (
        (1, first | last), (1, first & last), (-1, first - last), (-1, last - first),
    ):  # fmt: skip
        if len(ends) > 1:
            yield times, quotient.net(ends)


def _moved_along(puzzle: Tour, quotient: Quotient) -> Iterator[Term]:
    """Yield the terms of the cycles that are moved along themselves."""
    if quotient.single:
        return
    length, directions = quotient.length, 2 if puzzle.directed else 1
    first = min(quotient.moves)
    if len(quotient.moves) == 1:
        # A move with the twist k is, the other way, one with length - k.
        twists = [k for k in quotient.within[first] if 2 * k <= length]
        yield directions, sum(math.gcd(k, length) == 1 for k in twists)
    elif len(quotient.moves) == 2:
        there = combinations([twist for _, twist in quotient.moves[first]], 2)
        yield directions, sum(math.gcd(one - other, length) == 1 for one, other in there)
    else:
        yield directions, quotient.twisted
