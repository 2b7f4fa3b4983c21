"""One run: a question put to one engine, its branches searched by a crew, under one control."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Job,
    Tally,
    add_tallies,
)
from everyway.core.puzzle import Ledger, Puzzle
from everyway.core.question import Every, Question
from everyway.runs.crews import Crew, Pending, make_crew
from everyway.runs.keeping import END_OF_PART, Keeper, Piece, Pieces
from everyway.runs.progress import Meter

PIECE = Effort(nodes=20_000, solutions=4096)
"""What is listed at a time: a branch with more is split, so that its order can be kept."""

FIRST_PIECE = 32
"""How many solutions are listed at first; ever more follow, so that the first ones come soon."""

MANY_PARTS = 256
"""So many tallies of parts of one branch are kept before they are added up."""

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
        pieces = Pieces(job, branches, self.ledger)
        found: list[list[Tally]] = [[] for _ in branches]
        waiting: deque[tuple[Piece, Pending]] = deque()
        solutions, enough = 0, False
        # What is one branch may prove to be many.
        workers = self.workers if pieces.keeper is not None else min(self.workers, len(branches))
        with make_crew(job, self.control, workers) as crew:
            while not (enough or self.stopped):
                for piece in pieces.take(AHEAD * crew.width - len(waiting)):
                    pending = self._submit(crew, question, piece.branch, piece.effort)
                    waiting.append((piece, pending))
                if not waiting:
                    break
                piece, pending = waiting.popleft()
                tally = self._finish(job, piece.branch, pending)
                if not (tally.complete or self.stopped) and pieces.split(piece):
                    continue
                _append(found[piece.place], tally)
                solutions += len(tally.solutions)
                enough = limit is not None and solutions >= limit
            if waiting and not enough:
                # The run was stopped: what the other workers have found by now counts, too.
                for piece, pending in waiting:
                    found[piece.place].append(self._finish(job, piece.branch, pending))
        ended = not pieces.any_left()
        if ended and not enough and pieces.part is not None:
            self.control.stop(f"{END_OF_PART} {pieces.part}")
            ended = False
        whole = self.engine.combine(puzzle, question, _results(branches, found, ended))
        return replace(whole, complete=enough or (ended and whole.complete))

    def in_order(self, puzzle: Puzzle, question: Every) -> Iterator[Data]:
        """Yield solutions in the puzzle's order, one by one, as ``batches`` does."""
        for batch in self.batches(puzzle, question):
            yield from batch

    def batches(self, puzzle: Puzzle, question: Every) -> Iterator[Sequence[Data]]:
        """Yield solutions in the puzzle's order, some at a time.

        Ends early when the run is stopped: look at ``stopped`` then.
        """
        left = question.limit
        if left == 0:
            return
        at_once = self.workers <= 1 and self.ledger is None
        found = self._listing(puzzle, question) if at_once else None
        for batch in found or self._branch_by_branch(puzzle, question):
            if left is None:
                yield batch
                continue
            yield batch[:left]
            left -= len(batch)
            if left <= 0:
                return

    def _listing(self, puzzle: Puzzle, question: Every) -> Iterator[Sequence[Data]] | None:
        """Return the lists that the engine makes by itself, branch after branch, if it does."""
        branches = self.engine.branches(puzzle, question)
        lists = [self.engine.listing(puzzle, question, b, self.control) for b in branches]
        if None in lists:
            return None

        def listed() -> Iterator[Sequence[Data]]:
            for branch, found in zip(branches, lists, strict=True):
                for share, tally in found or ():
                    self.meter.finished(branch.share * share, tally)
                    yield tally.solutions
                if self.stopped:
                    return

        return listed()

    def _branch_by_branch(self, puzzle: Puzzle, question: Every) -> Iterator[Sequence[Data]]:
        """Yield the solutions of one branch after another; one that proves too big is split."""
        job = Job(puzzle, question, self.engine)
        most = PIECE.solutions or 0
        cap = most if question.limit is None else min(most, question.limit + 1)
        piece = min(FIRST_PIECE, cap)
        branches = self.engine.branches(puzzle, question)
        keeper = self.ledger if isinstance(self.ledger, Keeper) else None
        if keeper is not None:
            keeper.begin(job, branches)
        # With each branch: whether it is listed to its end, as it cannot be split.
        waiting: deque[tuple[Branch, bool, Pending | None]] = deque(
            (b, False, None) for b in branches
        )

        def recorded(branch: Branch, whole: bool) -> list[Branch] | None:
            return keeper.parts_of(job, branch) if keeper is not None and not whole else None

        def by_parts(branch: Branch, parts: Sequence[Branch]) -> None:
            again = [(part, False, None) for part in parts] or [(branch, True, None)]
            waiting.extendleft(reversed(again))

        with make_crew(job, self.control, self.workers) as crew:
            while waiting and not self.stopped:
                for i in range(min(crew.width, len(waiting))):
                    branch, whole, pending = waiting[i]
                    if pending is None and recorded(branch, whole) is None:
                        effort = NO_LIMIT if whole else Effort(PIECE.nodes, piece)
                        waiting[i] = (branch, whole, self._submit(crew, question, branch, effort))
                branch, whole, pending = waiting.popleft()
                if pending is None:  # an earlier run has found that it is too big
                    by_parts(branch, recorded(branch, whole) or [])
                    continue
                tally = self._finish(job, branch, pending)
                if tally.complete:
                    piece = min(2 * piece, cap)
                    yield tally.solutions
                elif not self.stopped:
                    parts = self.engine.split(puzzle, question, branch)
                    if keeper is not None and not whole:
                        keeper.split(job, branch, parts)
                    by_parts(branch, parts)

    def _submit(self, crew: Crew, question: Question, branch: Branch, effort: Effort) -> Pending:
        known = self._look_up(crew.job, branch)
        return _Known(known) if known is not None else crew.submit(question, branch, effort)

    def _look_up(self, job: Job, branch: Branch) -> Tally | None:
        return None if self.ledger is None else self.ledger.get(f"{job.key()}/{branch.id}")

    def _finish(self, job: Job, branch: Branch, pending: Pending) -> Tally:
        tally = pending.tally()
        if tally.complete:
            self.meter.finished(branch.share, tally)
            if isinstance(pending, _Known):
                self.meter.kept_nodes += tally.nodes
            elif isinstance(self.ledger, Keeper):
                self.ledger.note(job, branch, tally, pending.timing)
            elif self.ledger is not None:
                self.ledger[f"{job.key()}/{branch.id}"] = tally
        return tally


def _append(tallies: list[Tally], tally: Tally) -> None:
    """Add *tally* to those of one branch; many are added up, so that they take no memory."""
    tallies.append(tally)
    if len(tallies) >= MANY_PARTS:
        tallies[:] = [add_tallies(tallies)]


def _results(
    branches: Sequence[Branch], found: Sequence[Sequence[Tally]], ended: bool
) -> list[tuple[Branch, Tally]]:
    """Return the tallies of *branches*, those of the parts of each added up.

    If the search has not *ended*, some tally says so: an engine that combines them by more than
    addition must know that they are not all.
    """
    results = [
        (branch, add_tallies(tallies))
        for branch, tallies in zip(branches, found, strict=True)
        if tallies
    ]
    if not ended and branches:
        branch, tally = results.pop() if results else (branches[0], Tally())
        results.append((branch, replace(tally, complete=False)))
    return results


class _Known(Pending):
    """A branch that the ledger has already."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally

    def tally(self) -> Tally:
        return self._tally
