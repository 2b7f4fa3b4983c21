"""One run: a question put to one engine, its branches searched by a crew, under one control."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Job,
    Sum,
    Tally,
    add_tallies,
)
from everyway.core.puzzle import Ledger, Puzzle
from everyway.core.question import Count, Every, Question, Sizes
from everyway.core.stopping import GRACE_SECONDS, Stopped, attended
from everyway.runs.crews import POLL_SECONDS, Crew, Pending, make_crew
from everyway.runs.keeping import END_OF_PART, InMemory, Keeper, Piece, Pieces, parts_of
from everyway.runs.progress import Meter

if TYPE_CHECKING:
    from everyway.runs.cluster import Cluster

Result = TypeVar("Result")

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

    def due(self) -> bool:
        """Return whether the run, or this engine, must stop."""
        return super().due() or self._control.due()

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
class _UnderWay:
    """A piece that a crew was handed, and its tally as soon as it is known."""

    piece: Piece
    pending: Pending
    tally: Tally | None = None


@dataclass
class Run:
    """What the steps of one question share."""

    engine: Engine
    control: Control
    meter: Meter
    workers: int = 1
    ledger: Ledger | None = None
    cluster: Cluster | None = None

    @property
    def stopped(self) -> bool:
        """Whether a limit or Ctrl-C has come."""
        return self.control.spend(0)

    def attend(self, work: Callable[[], Result], grace: float = 0.0) -> Result:
        """Return what *work* returns; raise ``Stopped`` in the middle of it if the run stops."""
        return attended(self.control, work, grace)

    def add(self, puzzle: Puzzle, question: Question) -> Tally:
        """Search every branch of *question* and combine the tallies.

        The tally is not complete if the run was stopped; its counts are then lower bounds. A
        limited list ends as soon as enough is found.
        """
        job = Job(puzzle, question, self.engine)
        try:
            branches = self.attend(lambda: self.engine.branches(puzzle, question))
        except Stopped:
            return Tally(complete=False)
        # What only adds up is added up at once: there may be many branches.
        apart = type(self.engine).combine is not Engine.combine
        results, enough, ended = self.results(job, branches, question, apart=apart)
        if not (results or ended):
            return Tally(complete=False)
        whole = self.engine.combine(puzzle, question, results)
        return replace(whole, complete=enough or (ended and whole.complete))

    def results(
        self, job: Job, branches: Iterable[Branch], question: Question, *, apart: bool = True
    ) -> tuple[list[tuple[Branch, Tally]], bool, bool]:
        """Search *branches* of *job* for what *question* asks.

        Return each with its tally, or if they are not to be kept *apart* one tally for all; whether
        a limited list has enough; whether all are searched.
        """
        found = _Found(apart)
        try:
            pieces = self._pieces(job, branches)
            enough, ended = self._gather(job, question, pieces, found)
        except Stopped:  # while the search was laid out
            enough, ended = False, False
        return found.results(ended), enough, ended

    def _gather(
        self, job: Job, question: Question, pieces: Pieces, found: _Found
    ) -> tuple[bool, bool]:
        """Search *pieces* and put their tallies into *found*; return ``enough`` and ``ended``."""
        limit = question.limit if isinstance(question, Every) else None
        # Numbers add up in any order; a list does not depend on who is the first to be ready.
        in_turn = not isinstance(question, Count | Sizes)
        waiting: deque[_UnderWay] = deque()
        solutions, enough, cut = 0, False, False
        # What is one branch may prove to be many.
        workers = self.workers
        if workers > 1 and pieces.keeper is None:
            workers = min(workers, pieces.left(workers))
        with make_crew(job, self.control, workers, self.cluster) as crew:
            while not (enough or cut or self.stopped):
                try:
                    for piece in pieces.take(AHEAD * crew.width - len(waiting)):
                        pending = self._submit(crew, question, piece.branch, piece.effort)
                        waiting.append(_UnderWay(piece, pending))
                    if not waiting:
                        break
                    piece, tally, given_back = self._next(job, waiting, in_turn)
                    gave_up = not (tally.complete or given_back or self.stopped)
                    if gave_up and pieces.split(piece):
                        continue
                except Stopped:
                    cut = True
                    break
                found.add(piece, tally)
                solutions += len(tally.solutions)
                enough = limit is not None and solutions >= limit
            while waiting and not enough:
                # The run was stopped: what the other workers have found by now counts, too.
                if waiting[0].pending.lazy:
                    waiting.popleft()  # nobody has begun it
                    cut = True
                    continue
                piece, tally, _ = self._next(job, waiting, in_turn)
                found.add(piece, tally)
        if crew.trouble is not None:
            self.control.stop(crew.trouble)
        ended = not cut and not pieces.left(1)
        if ended and not enough and pieces.part is not None:
            self.control.stop(f"{END_OF_PART} {pieces.part}")
            ended = False
        return enough, ended

    def _pieces(self, job: Job, branches: Iterable[Branch]) -> Pieces:
        if self.cluster is None:
            return Pieces(job, branches, self.ledger, self.control)
        # On a cluster, too, what proves too big is split, whether it is kept or not.
        ledger = InMemory() if self.ledger is None else self.ledger
        least = self.cluster.enough_branches
        return Pieces(job, branches, ledger, self.control, least=least)

    def _next(
        self, job: Job, waiting: deque[_UnderWay], in_turn: bool
    ) -> tuple[Piece, Tally, bool]:
        """Return a piece with its tally, and whether workers gave it back; the first if *in_turn*.

        All that are finished by now are noted in the ledger, so that none waits for one that takes
        long.
        """
        pause = POLL_SECONDS / 50
        while True:
            first = None
            for place, item in enumerate(waiting):
                if item.tally is None and item.pending.done():
                    item.tally = self._finish(job, item.piece.branch, item.pending)
                if item.tally is not None and first is None and not (in_turn and place):
                    first = place
            if first is None and (waiting[0].pending.lazy or self.stopped):
                first = 0
            if first is not None:
                item = waiting[first]
                del waiting[first]
                if item.tally is None:
                    item.tally = self._finish(job, item.piece.branch, item.pending)
                return item.piece, item.tally, item.pending.given_back
            time.sleep(pause)
            pause = min(POLL_SECONDS, 2 * pause)

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
        try:
            for batch in self._batches(puzzle, question):
                if left is None:
                    yield batch
                    continue
                yield batch[:left]
                left -= len(batch)
                if left <= 0:
                    return
        except Stopped:
            return

    def _batches(self, puzzle: Puzzle, question: Every) -> Iterator[Sequence[Data]]:
        at_once = self.workers <= 1 and self.ledger is None and self.cluster is None
        found = self._listing(puzzle, question) if at_once else None
        return self._branch_by_branch(puzzle, question) if found is None else found

    def _listing(self, puzzle: Puzzle, question: Every) -> Iterator[Sequence[Data]] | None:
        """Return the lists that the engine makes by itself, branch after branch, if it does."""
        engine = self.engine
        branches = iter(self.attend(lambda: engine.branches(puzzle, question)))

        def next_list() -> tuple[Branch, Iterator[tuple[float, Tally]] | None] | None:
            branch = next(branches, None)
            if branch is None:
                return None
            return branch, engine.listing(puzzle, question, branch, self.control)

        first = self.attend(next_list)
        if first is not None and first[1] is None:
            return None

        def listed() -> Iterator[Sequence[Data]]:
            following = first
            while following is not None:
                branch, found = following
                assert found is not None  # an engine lists all branches of a question, or none
                while item := self.attend(partial(next, found, None), GRACE_SECONDS):
                    share, tally = item
                    self.meter.finished(branch.share * share, tally)
                    yield tally.solutions
                if self.stopped:
                    return
                following = self.attend(next_list)

        return listed()

    def _branch_by_branch(self, puzzle: Puzzle, question: Every) -> Iterator[Sequence[Data]]:
        """Yield the solutions of one branch after another; one that proves too big is split."""
        job = Job(puzzle, question, self.engine)
        most = PIECE.solutions or 0
        cap = most if question.limit is None else min(most, question.limit + 1)
        piece = min(FIRST_PIECE, cap)
        branches = self.attend(lambda: self.engine.branches(puzzle, question))
        keeper = self.ledger if isinstance(self.ledger, Keeper) else None
        if keeper is not None:
            listed: list[Branch] = self.attend(partial(list, branches))
            keeper.begin(job, listed)
            branches = listed
        left = iter(branches)
        # With each branch: whether it is listed to its end, as it cannot be split.
        waiting: deque[tuple[Branch, bool, Pending | None]] = deque()

        def known_parts(branch: Branch, whole: bool) -> list[Branch] | None:
            return None if whole else parts_of(job, branch, keeper, self.control)

        def by_parts(branch: Branch, parts: Sequence[Branch]) -> None:
            again = [(part, False, None) for part in parts] or [(branch, True, None)]
            waiting.extendleft(reversed(again))

        with make_crew(job, self.control, self.workers, self.cluster) as crew:
            while not self.stopped:
                while len(waiting) < crew.width:
                    following = self.attend(partial(next, left, None))
                    if following is None:
                        break
                    waiting.append((following, False, None))
                if not waiting:
                    return
                for i in range(min(crew.width, len(waiting))):
                    branch, whole, pending = waiting[i]
                    if pending is None and known_parts(branch, whole) is None:
                        effort = NO_LIMIT if whole else Effort(PIECE.nodes, piece)
                        waiting[i] = (branch, whole, self._submit(crew, question, branch, effort))
                branch, whole, pending = waiting.popleft()
                if pending is None:  # it is known that it is too big
                    by_parts(branch, known_parts(branch, whole) or [])
                    continue
                tally = self._finish(job, branch, pending)
                if tally.complete:
                    piece = min(2 * piece, cap)
                    yield tally.solutions
                elif pending.given_back:
                    self.control.stop(crew.trouble or "a branch that was given back")
                elif not self.stopped:
                    parts = self.attend(partial(self.engine.split, puzzle, question, branch))
                    if keeper is not None and not whole:
                        keeper.split(job, branch, parts)
                    by_parts(branch, parts)

    def known(self, job: Job, branch: Branch) -> Tally | None:
        """Return the tally of *branch* that the ledger has, whole or in parts; None if none."""
        keeper = self.ledger if isinstance(self.ledger, Keeper) else None
        parts = parts_of(job, branch, keeper, self.control)
        if not parts:
            return self._look_up(job, branch)
        tallies = [self.known(job, part) for part in parts]
        return add_tallies([t for t in tallies if t]) if all(tallies) else None

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


class _Found:
    """The tallies of an engine's own branches, those of the parts of each added up.

    Unless they are kept *apart*, there is one for all.
    """

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._sums: dict[int, tuple[Branch, Sum]] = {}

    def add(self, piece: Piece, tally: Tally) -> None:
        """Add the tally of one piece."""
        place = piece.place if self._apart else 0
        if place not in self._sums:
            self._sums[place] = (piece.own, Sum())
        self._sums[place][1].add(tally)

    def results(self, ended: bool) -> list[tuple[Branch, Tally]]:
        """Return the branches of which something is known with their tallies, in order.

        If the search has not *ended*, some tally says so, if there is one: an engine that combines
        them by more than addition must know that they are not all.
        """
        results = [(own, found.tally()) for _, (own, found) in sorted(self._sums.items())]
        if results and not ended:
            own, tally = results.pop()
            results.append((own, replace(tally, complete=False)))
        return results


class _Known(Pending):
    """A branch that the ledger has already."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally

    def done(self) -> bool:
        return True

    def tally(self) -> Tally:
        return self._tally
