"""Whole towers, all moves: the search from the start, as far as the move of the largest disc.

In a shortest way of a whole tower from peg S to peg G the largest disc moves but once. For if it
moved more often, first after a moves and for the last time with b moves left, a way of 2a + 1 or of
2b + 1 moves would be shorter: bring the smaller discs out of the way of S and G (with names of pegs
changed, if need be, in the a moves that the first move of the largest disc took), move it, and make
the same moves backwards with S and G exchanged. So a shortest way takes the n - 1 smaller discs, in
as few moves as can be, to a state with S and G empty, and from there to G; and the second half is
a first half read backwards with S and G exchanged, which leaves that state as it is. The number of
ways is therefore the sum, over these states, of the squares of the numbers of ways from the start.

States of the smaller discs alone are searched, and to half the distance, where all pegs but the
start may change names.
"""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING

import numpy as np

from everyway.core.engine import Control
from everyway.families.hanoi.meeting import TOP, Course, Marks, Side
from everyway.families.hanoi.packed import Packing, Words
from everyway.families.hanoi.states import State
from everyway.families.hanoi.table import refill

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

MOST_KEPT = 150_000_000
"""So many nodes at a time take about 9 GB."""


class Front(Side):
    """A search along moves that can be undone, of which only the last layers are kept.

    A move leads from a layer to the one before it, the same, or the next: what lies farther back is
    not met again. It is dropped when that is half of all nodes.
    """

    most_nodes = MOST_KEPT

    def next_layer(self, control: Control) -> bool:
        """Drop what is not needed any more, then search one layer."""
        if len(self.layers) > 1 and 2 * self.layers[-2][0] > self.progress[2]:
            self._drop(self.layers[-2][0])
        return super().next_layer(control)

    def _drop(self, first: int) -> None:
        last = int(self.progress[2])
        for array in (self.keys, self.far, self.ways):
            array[: last - first] = array[first:last].copy()
        self.layers = [(begin - first, end - first) for begin, end in self.layers]
        self.progress[:3] -= first
        self.dropped += first
        self.slots.fill(-1)
        refill(self.keys, last - first, self.slots)


class Mirror:
    """The search for the states between the two halves of the shortest ways of a whole tower.

    With *listing* all layers are kept, and the goal keeps its name, so that the ways themselves can
    be read off. The attributes are those of ``Meeting``.
    """

    def __init__(
        self,
        puzzle: Hanoi,
        control: Control,
        modulus: int = 0,
        top: int = TOP,
        listing: bool = False,
    ) -> None:
        self.puzzle = puzzle
        self.modulus = modulus
        self.start, self.goal = puzzle.start_state[0], puzzle.goal_state[0]
        held = {self.start, self.goal} if listing else {self.start}
        smaller = type(puzzle)(puzzle.discs - 1, puzzle.pegs)
        self.packing = Packing(smaller, puzzle.arcs, held)
        root = (self.start,) * (puzzle.discs - 1)
        self.ahead = (Side if listing else Front)(self.packing, root, False, modulus, top)
        self.distance: int | None = None
        self.middle = np.zeros(0, dtype=np.int64)
        self.complete = self._search(control, listing)

    @property
    def nodes(self) -> int:
        """How many states of the smaller discs were met, up to names of pegs."""
        return int(self.ahead.progress[2]) + self.ahead.dropped

    @property
    def proved(self) -> int:
        """The number of moves that are proved not to be enough, while nothing was found."""
        return 2 * self.ahead.depth + 2

    @property
    def overflown(self) -> bool:
        """Whether a number of ways did not fit into a word."""
        return bool(self.ahead.progress[3])

    def _search(self, control: Control, listing: bool) -> bool:
        if control.spend(0):
            return False
        while True:
            found = self._between(self.ahead.layer(self.ahead.depth), listing)
            if len(found):
                self.middle = self.ahead.layers[-1][0] + found
                self.distance = 2 * self.ahead.depth + 1
                return True
            if not self.ahead.next_layer(control):
                return False

    def _between(self, words: Words, listing: bool) -> Words:
        """Return the places of states with the start and the goal empty, or one that may be it."""
        places = np.arange(len(words))
        for disc in range(self.packing.discs - 1, -1, -1):
            pegs = self._pegs(words[places], disc)
            keep = pegs != self.start
            if listing:
                keep &= pegs != self.goal
            places = places[keep]
        if listing:
            return places
        others = self.puzzle.pegs - 1
        return places[self._used(words[places]) < others]

    def _pegs(self, words: Words, disc: int) -> Words:
        bits = self.packing.bits
        return (words >> (bits * disc)) & ((1 << bits) - 1)

    def _used(self, words: Words) -> Words:
        """Return how many pegs hold discs in each state."""
        used = np.zeros(len(words), dtype=np.int64)
        for peg in range(self.puzzle.pegs):
            stands = np.zeros(len(words), dtype=bool)
            for disc in range(self.packing.discs):
                stands |= self._pegs(words, disc) == peg
            used += stands
        return used

    def number(self) -> int:
        """Return the number of shortest ways, modulo the modulus if there is one.

        The ways of a node are those to all states of its orbit together: as many as there are
        orders of its pegs among all but the start. Those that leave the goal empty are counted.
        """
        if self.distance is None:
            return 0
        others = self.puzzle.pegs - 1
        total = 0
        pairs = zip(
            self.ahead.ways[self.middle].tolist(),
            self._used(self.ahead.keys[self.middle]).tolist(),
            strict=True,
        )
        for ways, used in pairs:
            orbit, between = perm(others, used), perm(others - 1, used)
            if self.modulus:
                total += between * (ways * pow(orbit, -1, self.modulus)) ** 2
            else:
                total += between * (ways // orbit) ** 2
        return total % self.modulus if self.modulus else total


class MirroredWays(Course):
    """The shortest ways of a whole tower, whose second halves are first halves seen in a mirror."""

    def __init__(self, mirror: Mirror, control: Control) -> None:
        assert mirror.distance is not None
        super().__init__(mirror.puzzle, mirror.distance)
        self.packing = mirror.packing
        self.depth = mirror.ahead.depth
        self.exchanged = list(range(mirror.puzzle.pegs))
        self.exchanged[mirror.start], self.exchanged[mirror.goal] = mirror.goal, mirror.start
        self.start, self.goal = mirror.start, mirror.goal
        self.marks = Marks(mirror.ahead, mirror.middle, self.depth, control)
        self.complete = self.marks.complete

    def stands(self, state: State, depth: int) -> bool:
        """Return whether *state* lies on a shortest way, *depth* moves from the start."""
        *smaller, largest = state
        if depth <= self.depth:
            return largest == self.start and self.marks.holds(
                self.packing.pack(tuple(smaller)), depth
            )
        if largest != self.goal:
            return False
        mirrored = tuple(self.exchanged[peg] for peg in smaller)
        return self.marks.holds(self.packing.pack(mirrored), self.distance - depth)
