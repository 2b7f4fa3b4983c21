"""The reference engine: one digit after another, zero before one."""

from __future__ import annotations

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import Backtracking

from .puzzle import Fibbinary


class PlainEngine(Backtracking):
    """Plain backtracking, the oracle that every other engine is compared with."""

    nodes_a_second = 500_000.0

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse what is no such puzzle."""
        return None if isinstance(puzzle, Fibbinary) else "only fibbinary words"

    def following(self, puzzle: Fibbinary, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* is a whole word, and the digits that may come after it."""
        if len(data) == puzzle.length:
            return True, []
        return False, [0] if data and data[-1] == 1 else [0, 1]

    def nodes_of(self, puzzle: Fibbinary, question: Question) -> tuple[float, float]:
        """Return the numbers of nodes, F(3) + … + F(length + 3) or so, and of words."""
        nodes = float(1.618 ** (puzzle.length + 3))
        words = nodes / 1.618
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, (question.limit + 1.0) * (puzzle.length + 1))
        return nodes, words
