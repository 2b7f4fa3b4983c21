"""The finder: some tour quickly, whichever it is, on boards of up to millions of squares.

It says "no" only where a theorem or a count of colours and ways says so. Otherwise it goes on
until it has found a tour or is told to stop.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.tour.impossible import theorem, why_none
from everyway.families.tour.puzzle import Tour
from everyway.families.tour.strip import Outcome, is_narrow, strip_tour

LARGE = 1500
"""From so many squares on, blocks are tried first."""
MOST_COUNTED = 20_000
FIRST_TRIES = 400_000_000
NARROW_TRIES = 20_000_000
NOT_FOUND = Outcome(None)


@lru_cache(maxsize=1)
def _loaded() -> Any:
    """Return the modules that search."""
    from everyway.families.tour import joining, rotation

    rotation.loaded()
    return joining, rotation


class FinderEngine(Engine):
    """Finds one tour by Warnsdorff's rule and turns of the path, and by joining blocks."""

    name = "finder"
    method = "path mending and joining of blocks"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Every})

    @property
    def ready(self) -> bool:
        """Whether the kernels are loaded."""
        return _loaded.cache_info().currsize > 0

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to find one tour, whichever."""
        if not isinstance(puzzle, Tour):
            return Offer.no("only tours")
        if not isinstance(question, Every) or question.ordered or question.limit not in (0, 1):
            return Offer.no("finds one tour, whichever, and knows no order")
        if puzzle.board.squares < 3:
            return Offer.no("finds tours of three squares or more")
        seconds = (0.01 if self.ready else 0.3) + 1e-5 * puzzle.board.squares
        return Offer(True, seconds, "grows a path and mends it; says no only by a theorem")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Look until a tour is found, or the control says to stop."""
        assert isinstance(puzzle, Tour) and isinstance(question, Every)
        if question.limit == 0:
            return Tally()
        if reason_for_none(puzzle) is not None:
            return Tally(nodes=1)
        before = control.nodes
        found = NOT_FOUND if control.spend(1) else some_tour(puzzle, control)
        nodes = control.nodes - before
        if found.tour is None:
            return Tally(nodes=nodes, complete=found.proved)
        return Tally({len(found.tour): 1}, (found.tour,), nodes)


def reason_for_none(puzzle: Tour) -> str | None:
    """Return in words why there is no tour, where that is known without a search, or None."""
    reason = theorem(puzzle)
    if reason is None and puzzle.board.size <= MOST_COUNTED:
        reason = why_none(puzzle)
    return reason


def some_tour(puzzle: Tour, control: Control) -> Outcome:
    """Return some tour; or none, when told to stop, or when a narrow board is proved to have none.

    Small boards without a tour are left to those who can prove it, but not for long.
    """
    joining, rotation = _loaded()
    large = puzzle.board.squares >= LARGE
    data: Data | None
    if not large:
        tries = NARROW_TRIES if is_narrow(puzzle) else FIRST_TRIES
        data = rotation.mend(puzzle, control, tries)
        if data is not None:
            return Outcome(data)
    if joining.can_join(puzzle):
        data = joining.join(puzzle, control)
        if data is not None:
            return Outcome(_with_end(puzzle, data, control))
    if not control.spend(0) and is_narrow(puzzle):
        outcome = strip_tour(puzzle, control)
        if outcome.tour is not None or outcome.proved:
            return outcome
    return Outcome(rotation.mend(puzzle, control, seed=1000))


def _with_end(puzzle: Tour, data: Data, control: Control) -> Data | None:
    """Return *data* as a tour with the right end; it has the right beginning."""
    _, rotation = _loaded()
    if puzzle.closed or puzzle.end is None:
        return data
    if puzzle.start is None:
        return puzzle.listed(data if data[-1] == puzzle.end else data[::-1])
    if data[0] != puzzle.start:
        data = data[::-1]
    led: Data | None = rotation.lead_to_end(puzzle, data, control)
    return led
