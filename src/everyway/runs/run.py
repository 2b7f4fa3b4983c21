"""One run: a question put to one engine, its branches searched by a crew, under one control."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Job, Tally
from everyway.core.puzzle import Ledger, Puzzle
from everyway.core.question import Every, Question
from everyway.runs.crews import Crew, Pending, make_crew
from everyway.runs.progress import Meter

PIECE = Effort(nodes=20_000, solutions=4096)
"""What is listed at a time: a branch with more is split, so that its order can be kept."""

FIRST_PIECE = 32
"""How many solutions are listed at first; ever more follow, so that the first ones come soon."""

AHEAD = 8
"""How many times its width a crew is handed in branches whose order does not matter."""


class Allowance(Control):
    """What one engine may spend before another takes over, in seconds and nodes.

    Everything spent counts for the run's own *control*, too, and its limits hold.
    """

    def __init__(self, control: Control, seconds: float, nodes: int | None) -> None:
        super().__init__(seconds, nodes)
        self._control = control

    def spend(self, nodes: int = 0) -> bool:
        """Pass the nodes on; stop with the run, or when the allowance is used up."""
        run_stops = self._control.spend(nodes)
        return super().spend(nodes) or run_stops

    @property
    def used_up(self) -> bool:
        """Whether it was this allowance, not the run's own limits, that stopped the search."""
        return self.stopped_by is not None and self._control.stopped_by is None

    @property
    def nodes_left(self) -> int | None:
        """The lesser of what the run and the allowance have left."""
        left = [n for n in (super().nodes_left, self._control.nodes_left) if n is not None]
        return min(left, default=None)


@dataclass
class Run:
    """What the steps of one question share."""

    engine: Engine
    control: Control
    meter: Meter
    workers: int = 1
    ledger: Ledger | None = None

    @property
    def stopped(self) -> bool:
        """Whether a limit or Ctrl-C has come."""
        return self.control.spend(0)

    def add(self, puzzle: Puzzle, question: Question) -> Tally:
        """Search every branch of *question* and combine the tallies.

        The tally is not complete if the run was stopped; its counts are then lower bounds. A
        limited list ends as soon as enough is found.
        """
        job = Job(puzzle, question, self.engine)
        branches = self.engine.branches(puzzle, question)
        limit = question.limit if isinstance(question, Every) else None
        results: list[tuple[Branch, Tally]] = []
        waiting: deque[tuple[Branch, Pending]] = deque()
        left = iter(branches)
        enough = False
        with make_crew(job, self.control, min(self.workers, len(branches))) as crew:
            while not (enough or self.stopped):
                for branch in islice(left, AHEAD * crew.width - len(waiting)):
                    waiting.append((branch, self._submit(crew, question, branch, NO_LIMIT)))
                if not waiting:
                    break
                branch, pending = waiting.popleft()
                results.append((branch, self._finish(job, branch, pending)))
                enough = limit is not None and sum(len(t.solutions) for _, t in results) >= limit
            if waiting and not enough:
                # The run was stopped: what the other workers have found by now counts, too.
                results += [(branch, self._finish(job, branch, p)) for branch, p in waiting]
        whole = self.engine.combine(puzzle, question, results)
        complete = enough or (whole.complete and len(results) == len(branches))
        return replace(whole, complete=complete)

    def in_order(self, puzzle: Puzzle, question: Every) -> Iterator[Data]:
        """Yield solutions in the puzzle's order; a branch that proves too big is split.

        Ends early when the run is stopped: look at ``stopped`` then.
        """
        job = Job(puzzle, question, self.engine)
        if question.limit == 0:
            return
        most = PIECE.solutions or 0
        cap = most if question.limit is None else min(most, question.limit + 1)
        piece = min(FIRST_PIECE, cap)
        yielded = 0
        # With each branch: whether it is listed to its end, as it cannot be split.
        waiting: deque[tuple[Branch, bool, Pending | None]] = deque(
            (b, False, None) for b in self.engine.branches(puzzle, question)
        )
        with make_crew(job, self.control, self.workers) as crew:
            while waiting and not self.stopped:
                for i in range(min(crew.width, len(waiting))):
                    branch, whole, pending = waiting[i]
                    if pending is None:
                        effort = NO_LIMIT if whole else Effort(PIECE.nodes, piece)
                        waiting[i] = (branch, whole, self._submit(crew, question, branch, effort))
                branch, _, pending = waiting.popleft()
                assert pending is not None
                tally = self._finish(job, branch, pending)
                if tally.complete:
                    piece = min(2 * piece, cap)
                    for data in tally.solutions:
                        yield data
                        yielded += 1
                        if yielded == question.limit:
                            return
                elif not self.stopped:
                    parts = self.engine.split(puzzle, question, branch)
                    again = [(part, False, None) for part in parts] or [(branch, True, None)]
                    waiting.extendleft(reversed(again))

    def _submit(self, crew: Crew, question: Question, branch: Branch, effort: Effort) -> Pending:
        known = self._look_up(crew.job, branch)
        return _Known(known) if known is not None else crew.submit(question, branch, effort)

    def _look_up(self, job: Job, branch: Branch) -> Tally | None:
        return None if self.ledger is None else self.ledger.get(f"{job.key()}/{branch.id}")

    def _finish(self, job: Job, branch: Branch, pending: Pending) -> Tally:
        tally = pending.tally()
        if tally.complete:
            self.meter.finished(branch.share, tally)
            if self.ledger is not None and not isinstance(pending, _Known):
                self.ledger[f"{job.key()}/{branch.id}"] = tally
        return tally


class _Known(Pending):
    """A branch that the ledger has already."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def tally(self) -> Tally:
        return self._tally
