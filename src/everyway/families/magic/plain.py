"""The reference engine: plain backtracking, one cell after another, row by row.

It knows nothing but lines and their sums. The last cell of a line is what is left of the sum; a
line that cannot come to its sum any more, even with the least or greatest numbers, is given up.
"""

from __future__ import annotations

from functools import lru_cache

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import Backtracking, estimate

from .puzzle import MagicSquare

MOST_ORDER = 30
"""Beyond this order nothing is searched: the first square alone would take ages."""


class Rules:
    """What the search asks about a puzzle, worked out once.

    ``through[cell]`` are the lines through a cell: the total, the cells of the line before it, and
    how many of the line's cells come after it. ``least[k]`` and ``most[k]`` are the sums of the k
    least and greatest numbers.
    """

    def __init__(self, puzzle: MagicSquare) -> None:
        self.size = puzzle.size
        self.values = tuple(puzzle.values)
        self.allowed = frozenset(self.values)
        self.fixed = puzzle.fixed
        self.given = frozenset(self.fixed.values())
        self.possible = puzzle.lines is not None
        self.through: list[list[tuple[int, tuple[int, ...], int]]] = [[] for _ in range(self.size)]
        for line in puzzle.lines or ():
            cells = sorted(line.cells)
            for place, cell in enumerate(cells):
                before, after = tuple(cells[:place]), len(cells) - 1 - place
                self.through[cell].append((int(line.total), before, after))
        longest = max(1, puzzle.order)
        self.least = [sum(self.values[:k]) for k in range(longest + 1)]
        self.most = [sum(self.values[-k:]) if k else 0 for k in range(longest + 1)]

    def candidates(self, numbers: Data) -> list[int]:
        """Return the numbers that may come next after *numbers*, rising."""
        cell = len(numbers)
        low, high = self.values[0], self.values[-1]
        for total, before, after in self.through[cell]:
            left = total - sum(numbers[other] for other in before)
            low = max(low, left - self.most[after])
            high = min(high, left - self.least[after])
        if cell in self.fixed:
            number = self.fixed[cell]
            return [number] if low <= number <= high else []
        taken = self.given.union(numbers)
        if low == high:
            return [low] if low in self.allowed and low not in taken else []
        return [number for number in self.values if low <= number <= high and number not in taken]


@lru_cache(maxsize=16)
def rules_of(puzzle: MagicSquare) -> Rules:
    """Return the rules of *puzzle*, worked out once."""
    return Rules(puzzle)


class PlainEngine(Backtracking):
    """Plain backtracking, the oracle that every other engine is compared with."""

    nodes_a_second = 250_000.0

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse orders that are too large to search."""
        if not isinstance(puzzle, MagicSquare):
            return "only magic squares"
        large = puzzle.order > MOST_ORDER
        return f"an order of over {MOST_ORDER} is too large to search" if large else None

    def nodes_of(self, puzzle: MagicSquare, question: Question) -> tuple[float, float]:
        """Return few nodes for the first squares: random descents hardly ever meet one."""
        nodes, squares = estimate(type(self), puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, max(nodes**0.5, puzzle.size * (question.limit + 1.0)))
        return nodes, squares

    def following(self, puzzle: MagicSquare, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* is a whole square, and the numbers that the next cell may have."""
        rules = rules_of(puzzle)
        if not rules.possible:
            return False, []
        if len(data) == rules.size:
            return True, []
        return False, rules.candidates(data)
