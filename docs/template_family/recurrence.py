"""A second engine, by another method: it counts words without listing them.

A word with k ones ends in zero, after any word, or in one, after a word that ends in zero. So the
numbers of words of one length, by size, follow from those of the length before.
"""

from __future__ import annotations

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes

from .puzzle import Fibbinary


class RecurrenceEngine(Engine):
    """Counts by size, length by length; answers ``Count`` and ``Sizes`` alone."""

    name = "recurrence"
    method = "recurrence"
    direct = frozenset({Count, Sizes})

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count, at a cost of about length squared additions."""
        if not isinstance(puzzle, Fibbinary):
            return Offer.no("only fibbinary words")
        if question.up_to:
            return Offer.no("counts words, not their orbits")
        nodes = puzzle.length
        return Offer(True, 1e-6 + 1e-7 * nodes * nodes, f"a recurrence of {nodes} steps", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: there is nothing to search side by side."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count all words."""
        assert isinstance(puzzle, Fibbinary)
        ends_in_zero, ends_in_one = [1], [0]  # the empty word may be followed by anything
        for step in range(puzzle.length):
            if control.spend(1):
                return Tally(nodes=step + 1, complete=False)
            both = [a + b for a, b in zip(ends_in_zero, ends_in_one, strict=True)]
            ends_in_zero, ends_in_one = [*both, 0], [0, *ends_in_zero]
        totals = [a + b for a, b in zip(ends_in_zero, ends_in_one, strict=True)]
        counts = {size: number for size, number in enumerate(totals) if number}
        return Tally(counts, nodes=puzzle.length)
