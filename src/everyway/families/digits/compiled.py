"""The engine of compiled tables: the ways to every whole number at once, brackets allowed."""

from __future__ import annotations

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Stopped, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes

from .gathering import no_symmetry
from .intervals import steps_estimate, values_estimate
from .komachi import Komachi

STEPS_A_SECOND = 3e7
START_SECONDS = 1.5
MOST_DIGITS = 12
MOST_VALUES = 2e7


class CompiledEngine(Engine):
    """Interval dynamic programming as machine code, for all whole targets together."""

    name = "compiled"
    method = "interval dynamic programming"
    exact_nodes = False
    direct = frozenset({Count, Sizes})

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count the trees of every value, where machine words hold them."""
        if (refusal := no_symmetry(question)) is not None:
            return refusal
        if not isinstance(puzzle, Komachi) or not puzzle.parentheses or puzzle.goal is not None:
            return Offer.no("only komachi with brackets and any target")
        if "^" in puzzle.operators or puzzle.signs is not None:
            return Offer.no("knows no powers and no limit on operators")
        if len(puzzle.digits) > MOST_DIGITS:
            return Offer.no(f"machine words hold the values of {MOST_DIGITS} digits at most")
        values = values_estimate(puzzle, len(puzzle.digits) - 1)
        if values > MOST_VALUES:
            return Offer.no(f"about {values:.3g} values would have to be kept")
        steps = steps_estimate(puzzle, True)
        return Offer(
            True, START_SECONDS + steps / STEPS_A_SECOND, f"tables, about {steps:.3g} steps"
        )

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: the tables are made once."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Make all tables, and read off the last one."""
        # Imported now, as the compiler is loaded with it.
        from .compiled_tables import CompiledTables

        assert isinstance(puzzle, Komachi)
        try:
            counts = CompiledTables(puzzle, control.spend).whole_values()
        except Stopped:
            return Tally(complete=False)
        return Tally({value: number for value, number in counts.items() if number})
