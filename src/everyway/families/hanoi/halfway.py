"""Whole towers on four pegs or more: compiled search to half the distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.engine import Control, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.hanoi.breadth_first import (
    LOAD_SECONDS,
    NODES_A_SECOND,
    BreadthFirstEngine,
    Found,
)
from everyway.families.hanoi.framestewart import known
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.reach import MOST_TOWER_STATES, tower_states
from everyway.families.hanoi.symmetry import group

if TYPE_CHECKING:
    from everyway.families.hanoi.meeting import Course
    from everyway.families.hanoi.mirror import Mirror


class HalfwayEngine(BreadthFirstEngine):
    """Searches for where the smaller discs can be when the largest moves; the rest is a mirror.

    Of whole towers with all moves: the largest disc moves once, in the middle, and what follows is
    what came before, backwards. So states of one disc less are searched, to half the distance.
    """

    name = "halfway"
    method = "search from the start to the largest disc's move"

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about whole towers on four pegs or more."""
        if not isinstance(puzzle, Hanoi) or puzzle.pegs < 4:
            return Offer.no("only four pegs or more")
        if known(puzzle) is None:
            return Offer.no("only whole towers that go to another peg, all moves")
        states = tower_states(puzzle)
        if states > MOST_TOWER_STATES:
            return Offer.no("too many states")
        if question.up_to and (isinstance(question, Every) or group(puzzle) is None):
            return Offer.no("lists solutions, not their orbits")
        seconds = (0.01 if self.ready else LOAD_SECONDS) + states / NODES_A_SECOND
        return Offer(True, seconds, "a search to half the distance", states)

    def meet(
        self, puzzle: Hanoi, control: Control, modulus: int = 0, listing: bool = False
    ) -> Mirror:
        """Search to the middle."""
        from everyway.families.hanoi.mirror import Mirror

        return Mirror(puzzle, control, modulus, listing=listing)

    def course(self, found: Found, control: Control) -> Course | None:
        """Return the ways through the states in the middle."""
        from everyway.families.hanoi.mirror import Mirror, MirroredWays

        assert isinstance(found, Mirror)
        ways = MirroredWays(found, control)
        return ways if ways.complete else None

    def within(self, puzzle: Hanoi, control: Control) -> Tally:
        """Count the ways that use some of the pegs alone: those of a tower on so many pegs."""
        pegs = len({peg for arc in puzzle.arcs for peg in arc})
        if pegs > 3:
            return self.counted(Hanoi(puzzle.discs, pegs), control)
        length = 2**puzzle.discs - 1
        return Tally({length: 1} if pegs == 3 or length == 1 else {})
