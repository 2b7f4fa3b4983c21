"""Counting magic squares of order 5 by their centre, one of each class of 32.

The eight symmetries and the M-transformations (the second row and column against the fourth, and
the first two against the last two, all at once) make 32 squares out of one. The complement turns
the centre c into 26 - c, so centres 1 to 13 say all. A branch is a centre and the least number
beside it on the diagonals; it splits by the next number of its diagonal.
"""

from __future__ import annotations

import sys

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes

from .puzzle import MagicSquare

CLASS = 32
SYMMETRIES = 8
NUMBERS = 25
HALF = 13
TOTAL = 65
SECONDS_A_NODE = 25e-9
NODES_OF_CENTRE_1 = 1.3e8
START_SECONDS, READY_SECONDS = 2.0, 0.001
KERNEL = f"{__package__}.order5_kernel"


def centre_of(puzzle: MagicSquare) -> int | None:
    """Return the given centre, counted from 1 as the least number; None when none is given."""
    given = puzzle.fixed.get(NUMBERS // 2)
    return None if given is None else given - puzzle.values[0] + 1


class Order5Engine(Engine):
    """Counts the 275305224 squares of order 5, or those with one centre."""

    name = "order5"
    version = "1"
    method = "classes by centre"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Count, Sizes})

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return KERNEL in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count magic squares of order 5 with consecutive numbers."""
        if not isinstance(puzzle, MagicSquare):
            return Offer.no("only magic squares")
        if puzzle.order != 5 or puzzle.class_ != "magic":
            return Offer.no("only order 5, and magic squares without more rules")
        values = puzzle.values
        if len(values) != NUMBERS or values[-1] - values[0] != NUMBERS - 1:
            return Offer.no("only consecutive numbers")
        if puzzle.fixed.keys() - {NUMBERS // 2}:
            return Offer.no("no given cell but the centre")
        nodes = sum(self._nodes(c) for c in self._centres(puzzle))
        start = READY_SECONDS if self.ready else START_SECONDS
        seconds = start + nodes * SECONDS_A_NODE
        return Offer(True, seconds, "classes by centre", nodes)

    def _nodes(self, centre: int) -> float:
        return NODES_OF_CENTRE_1 * (1 + (centre - 1) / 4)

    def _centres(self, puzzle: MagicSquare) -> list[int]:
        """Return the centres to be searched, 13 at most."""
        centre = centre_of(puzzle)
        if centre is None:
            return list(range(1, HALF + 1))
        return [min(centre, NUMBERS + 1 - centre)]

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return a branch for each centre and each least number of the diagonals beside it."""
        assert isinstance(puzzle, MagicSquare)
        centres = self._centres(puzzle)
        whole = sum(self._nodes(c) for c in centres)
        # Eight different numbers stand beside the centre; small ones leave the most to the rest.
        least = range(1, NUMBERS - SYMMETRIES + 2)
        weights = {a: (NUMBERS - SYMMETRIES + 2 - a) ** 5 for a in least}
        found = []
        for c in centres:
            able = [a for a in least if a != c]
            together = sum(weights[a] for a in able)
            part = self._nodes(c) / whole
            found += [Branch((c, a), part * weights[a] / together) for a in able]
        return found

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the second number of the diagonal."""
        if len(branch.path) != 2:
            return []
        centre, a = branch.path
        return branch.children([b for b in range(a + 1, NUMBERS + 1) if b != centre])

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count the squares of one branch, diagonal by diagonal."""
        import numpy as np

        from .order5_kernel import count_with

        assert isinstance(puzzle, MagicSquare)
        centre, a, *rest = branch.path
        tally = np.zeros(2, dtype=np.int64)
        nodes = 0
        complete = not control.spend(0)
        for b, d in self._diagonals(centre, a, rest) if complete else ():
            count_with(centre, a, b, d, tally)
            stopped = control.spend(int(tally[1]) - nodes)
            nodes = int(tally[1])
            if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                complete = False
                break
        times = CLASS // SYMMETRIES if question.up_to else CLASS
        if centre_of(puzzle) is None and centre < HALF:
            times *= 2  # the complement has the centre 26 - c
        number = times * int(tally[0])
        counts = {puzzle.sum or 0: number} if number else {}
        return Tally(counts, (), nodes, complete)

    def _diagonals(self, centre: int, a: int, rest: list[int]) -> list[tuple[int, int]]:
        """Return the second and fourth numbers of the diagonals that the kernel is asked for."""
        seconds = rest or range(a + 1, NUMBERS + 1)
        return [
            (b, d)
            for b in seconds
            for d in range(b + 1, NUMBERS + 1)
            if centre not in (b, d) and a < TOTAL - centre - a - b - d <= NUMBERS
        ]
