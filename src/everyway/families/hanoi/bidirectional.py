"""Any pegs and arcs, any two states: compiled breadth-first search from both ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.engine import Control, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.hanoi.breadth_first import (
    LOAD_SECONDS,
    NODES_A_SECOND,
    BreadthFirstEngine,
    Found,
)
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.reach import can_be_packed, can_be_searched, states_up_to_symmetry
from everyway.families.hanoi.symmetry import group

if TYPE_CHECKING:
    from everyway.families.hanoi.meeting import Course, Meeting


class BidirectionalEngine(BreadthFirstEngine):
    """Searches from the start and from the goal until the two meet; pegs that are twins are one."""

    name = "bidirectional"
    method = "search from both ends"

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about one goal, if the states are not too many."""
        if not isinstance(puzzle, Hanoi):
            return Offer.no("only the Tower of Hanoi")
        if puzzle.any_goal:
            return Offer.no("one goal alone")
        if not can_be_packed(puzzle) or not can_be_searched(puzzle):
            return Offer.no("too many states")
        if puzzle.pegs == 3 and puzzle.discs > 10:
            return Offer.no("three pegs need no search")
        if question.up_to and (isinstance(question, Every) or group(puzzle) is None):
            return Offer.no("lists solutions, not their orbits")
        states = states_up_to_symmetry(puzzle)
        seconds = (0.01 if self.ready else LOAD_SECONDS) + states / 3 / NODES_A_SECOND
        return Offer(True, seconds, "breadth-first search from both ends", states)

    def meet(
        self, puzzle: Hanoi, control: Control, modulus: int = 0, listing: bool = False
    ) -> Meeting:
        """Search from both ends; the ways can be read off in any case."""
        from everyway.families.hanoi.meeting import Meeting

        return Meeting(puzzle, control, modulus)

    def course(self, found: Found, control: Control) -> Course | None:
        """Return the ways through the states where the two met."""
        from everyway.families.hanoi.meeting import Meeting, Ways

        assert isinstance(found, Meeting)
        ways = Ways(found, control)
        return ways if ways.complete else None
