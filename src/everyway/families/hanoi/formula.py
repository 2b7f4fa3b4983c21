"""Whole towers on four pegs or more, by the formula of Frame and Stewart."""

from __future__ import annotations

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Largest, Question, Smallest
from everyway.families.hanoi.framestewart import Known, known, solution_codes
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.reach import can_be_searched
from everyway.families.hanoi.solution import FRAME_STEWART, LONG


class FormulaEngine(Engine):
    """Says how long a shortest solution is where that is proved, and bounds where it is not.

    It answers ``Smallest`` and ``Largest`` alone (all solutions have one length), with the
    solution by Frame and Stewart's splits. Where a search can settle what is not proved, it leaves
    the answer to that.
    """

    name = "formula"
    method = "formula of Frame and Stewart"
    light = True
    direct = frozenset({Smallest, Largest})
    shows_first = False

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer what is known of a tower on four pegs or more."""
        if not isinstance(puzzle, Hanoi) or puzzle.pegs < 4:
            return Offer.no("only four pegs or more")
        found = known(puzzle)
        if found is None:
            return Offer.no("only whole towers of 1 to 1000 discs, all moves")
        if found.low < found.high and can_be_searched(puzzle):
            return Offer.no("the length is not proved, and can be searched out")
        return Offer(True, 1e-3 + min(found.high, LONG) * 1e-6, found.why, kind="measured")

    def reason(self, puzzle: Puzzle, question: Question) -> str | None:
        """Return what is known of Frame and Stewart's number."""
        assert isinstance(puzzle, Hanoi)
        found = known(puzzle)
        return None if found is None else f"Frame and Stewart's number: {found.why}"

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: there is nothing to search."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Return the solution by splits; complete where it is proved to be shortest."""
        assert isinstance(puzzle, Hanoi)
        if control.spend(0):
            return Tally(complete=False)
        found = known(puzzle)
        control.spend(1)
        if found is None:
            return Tally(nodes=1, complete=False)
        return Tally({}, (_data(puzzle, found),), 1, found.low == found.high, _bounds(found))


def _data(puzzle: Hanoi, found: Known) -> Data:
    if found.high > LONG:
        return FRAME_STEWART, 0, found.high
    return tuple(solution_codes(puzzle))


def _bounds(found: Known) -> tuple[int, int]:
    return found.low, found.high
