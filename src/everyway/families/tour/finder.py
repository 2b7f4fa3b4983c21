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

LARGE = 1500
"""From so many squares on, blocks are tried first."""
EASY = 20_000
MOST_COUNTED = 20_000
FIRST_TRIES = 400_000_000


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
        data = None if control.spend(1) else some_tour(puzzle, control)
        nodes = control.nodes - before
        if data is None:
            return Tally(nodes=nodes, complete=False)
        return Tally({len(data): 1}, (data,), nodes)


def reason_for_none(puzzle: Tour) -> str | None:
    """Return in words why there is no tour, where that is known without a search, or None."""
    reason = theorem(puzzle)
    if reason is None and puzzle.board.size <= MOST_COUNTED:
        reason = why_none(puzzle)
    return reason


def some_tour(puzzle: Tour, control: Control) -> Data | None:
    """Return some tour, or None when told to stop."""
    joining, rotation = _loaded()
    large = puzzle.board.squares >= LARGE
    if not large:
        # Small boards without a tour are left to those who can prove it, but not for long.
        data: Data | None = rotation.mend(puzzle, control, FIRST_TRIES)
        if data is not None:
            return data
    if joining.can_join(puzzle):
        data = joining.join(puzzle, control)
        if data is not None:
            return _with_end(puzzle, data, control)
    found: Data | None = rotation.mend(puzzle, control, seed=1000)
    return found


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
