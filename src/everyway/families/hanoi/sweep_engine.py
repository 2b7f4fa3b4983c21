"""Any goal: how far all states are, by a compiled search with one bit a state."""

from __future__ import annotations

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Largest, Question, Sizes
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.reach import bits_a_disc, states_up_to_symmetry

LOAD_SECONDS = 0.8
NODES_A_SECOND = 2_500_000
MOST_BITS = 33
MOST_STATES = 1_000_000_000


class SweepEngine(Engine):
    """Counts the states at each distance from the start, and finds the first farthest one.

    Takes one bit a state for those that were met, and for ``Largest`` half a word for one state of
    each orbit: 4 pegs and 15 discs need 128 MB and about 0.9 GB.
    """

    name = "sweep"
    method = "breadth-first search by bits"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Count, Sizes, Largest})

    @property
    def ready(self) -> bool:
        """Whether the kernels are loaded."""
        import sys

        return "everyway.families.hanoi.sweep" in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count the states that can be reached, by their distance."""
        if not isinstance(puzzle, Hanoi):
            return Offer.no("only the Tower of Hanoi")
        if not puzzle.any_goal:
            return Offer.no("only where any state is a goal")
        if question.up_to and not isinstance(question, Largest):
            return Offer.no("counts solutions, not their orbits")
        if puzzle.discs * bits_a_disc(puzzle.pegs) > MOST_BITS:
            return Offer.no("too many states")
        states = states_up_to_symmetry(puzzle)
        if states > MOST_STATES:
            return Offer.no("too many states")
        seconds = (0.01 if self.ready else LOAD_SECONDS) + states / NODES_A_SECOND
        return Offer(True, seconds, "a sweep over the states up to symmetry", states)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: layers follow from each other."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search all states."""
        assert isinstance(puzzle, Hanoi)
        from everyway.families.hanoi.sweep import sweep_all

        found = sweep_all(puzzle, control, way=isinstance(question, Largest))
        if isinstance(question, Largest):
            if found.complete:
                return Tally({}, (found.way,), found.orbits)
            return Tally({}, (), found.orbits, False, (len(found.sizes) - 1, None))
        counts = dict(enumerate(found.sizes))
        return Tally(counts, (), found.orbits, found.complete)
