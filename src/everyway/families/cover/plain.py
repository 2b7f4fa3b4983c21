"""The reference engine: options in order, as long as every item can still be covered."""

from __future__ import annotations

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.core.walking import Backtracking
from everyway.families.cover.base import CoverPuzzle, symmetries_of

MOST_DESCENTS = 4000
"""From so many options on nobody descends at random to tell how long it takes."""


class PlainEngine(Backtracking):
    """Plain backtracking, the oracle that the other engines are compared with."""

    nodes_a_second = 60_000.0

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse what is no exact cover, and symmetries of what has none."""
        return refusal(puzzle, question)

    def too_large(self, puzzle: CoverPuzzle) -> str | None:
        """Return how large a puzzle is whose estimate would take long."""
        size = puzzle.model.size
        return f"{size} options" if size > MOST_DESCENTS else None

    def slowness(self, puzzle: CoverPuzzle) -> float:
        """Return how many times longer a node takes than with few items."""
        return 1.0 + len(puzzle.model.needy) / 20.0 * (1.0 + puzzle.model.size / 2000.0)

    def symmetries(self, puzzle: CoverPuzzle) -> int:
        """Return how many images a solution is compared with."""
        return len(symmetries_of(puzzle))

    def following(self, puzzle: CoverPuzzle, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* covers all, and the options that may come next."""
        model = puzzle.model
        return model.in_order(model.chosen(data), data[-1] if data else -1)


def refusal(puzzle: Puzzle, question: Question) -> str | None:
    """Return why no engine of this family can answer, or None."""
    if not isinstance(puzzle, CoverPuzzle):
        return "only exact covers"
    if question.up_to and not list(puzzle.images()):
        return "this puzzle has no symmetry"
    return None
