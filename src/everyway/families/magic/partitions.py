"""Counting semi-magic squares by pairs of partitions, without listing a square.

The rows of a semi-magic square part the numbers into sets of one sum, and so do the columns; each
row meets each column in one number. Two partitions that cross so make n! times n! squares, by the
order of the rows and of the columns. (Of 1 to 25 there are 3245664 partitions: OEIS A203435.)
"""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import combinations
from math import factorial

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes

from .puzzle import MagicSquare

MOST_ORDER = 5
SECONDS = {2: 0.001, 3: 0.001, 4: 0.01, 5: 40.0}
START_SECONDS = 2.0
KERNEL = f"{__package__}.partitions_kernel"


@lru_cache(maxsize=8)
def sets_of(puzzle: MagicSquare) -> tuple[int, ...]:
    """Return the sets of numbers that a row may have, as bits by rank, by their least number."""
    values = puzzle.values
    return tuple(
        sum(1 << rank for rank in chosen)
        for chosen in combinations(range(len(values)), puzzle.order)
        if sum(values[rank] for rank in chosen) == puzzle.sum
    )


class PartitionsEngine(Engine):
    """Counts semi-magic squares up to order 5."""

    name = "partitions"
    method = "crossing partitions"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Count, Sizes})

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return KERNEL in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count semi-magic squares without given cells."""
        if not isinstance(puzzle, MagicSquare):
            return Offer.no("only magic squares")
        if puzzle.class_ != "semi-magic":
            return Offer.no("only semi-magic squares")
        if not 2 <= puzzle.order <= MOST_ORDER:
            return Offer.no(f"only orders 2 to {MOST_ORDER}")
        if puzzle.given or len(puzzle.values) > puzzle.size or puzzle.sum is None:
            return Offer.no("no given cells, and as many numbers as cells")
        seconds = SECONDS[puzzle.order] + (0 if self.ready else START_SECONDS)
        return Offer(True, seconds, "pairs of partitions that cross", seconds * 1e8)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return a branch for each row that the least number may stand in."""
        assert isinstance(puzzle, MagicSquare)
        rows = [place for place, one in enumerate(sets_of(puzzle)) if one & 1]
        return Branch().children(rows)

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the row of the least number that is left."""
        assert isinstance(puzzle, MagicSquare)
        return [] if len(branch.path) > 1 else branch.children(self._seconds(puzzle, branch))

    def _seconds(self, puzzle: MagicSquare, branch: Branch) -> list[int]:
        """Return the places of the sets that may be the second row."""
        sets = sets_of(puzzle)
        first, *rest = branch.path
        if rest:
            return rest
        left = ~sets[first] & (1 << puzzle.size) - 1
        lowest = left & -left
        return [i for i, one in enumerate(sets) if one & lowest and not one & sets[first]]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count the pairs whose rows begin as the branch says."""
        assert isinstance(puzzle, MagicSquare)
        stopped = control.spend(0)
        nodes = pairs = 0
        if not stopped:
            count = _Counter(puzzle)
            for second in self._seconds(puzzle, branch):
                found, visited = count(branch.path[0], second)
                nodes += visited
                pairs += found
                stopped = control.spend(visited)
                if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                    stopped = True
                    break
        # Each pair stands for two: either partition may be the rows.
        number = 2 * pairs * factorial(puzzle.order) ** 2
        number //= len(puzzle.group) if question.up_to else 1
        counts = {puzzle.sum or 0: number} if number else {}
        return Tally(counts, (), nodes, not stopped)


class _Counter:
    """The tables of one search, and the kernel; each search has its own, for threads."""

    def __init__(self, puzzle: MagicSquare) -> None:
        import numpy as np

        sets = sets_of(puzzle)
        least = [(one & -one).bit_length() - 1 for one in sets]
        starts = [sum(place < rank for place in least) for rank in range(puzzle.size + 1)]
        self._order = puzzle.order
        self._sets = np.array(sets, dtype=np.int64)
        self._starts = np.array(starts, dtype=np.int64)
        self._room = np.zeros((4, puzzle.order + 1), dtype=np.int64)
        self._crossing = np.zeros((puzzle.order + 1, 2 * len(sets) + 2), dtype=np.int64)

    def __call__(self, first: int, second: int) -> tuple[int, int]:
        import numpy as np

        from .partitions_kernel import count_pairs

        tally = np.zeros(2, dtype=np.int64)
        count_pairs(
            self._order, self._sets, self._starts, first, second, self._room, self._crossing, tally
        )
        return int(tally[0]), int(tally[1])
