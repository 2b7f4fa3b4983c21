"""How each question is taken apart into what engines answer: counts by size, and lists in order."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from everyway.core.engine import NO_LIMIT, Branch, Data, Effort, Job, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
    draw_positions,
)
from everyway.runs.crews import searched
from everyway.runs.keeping import branches_of, laid_out_for, searched_for, split_of
from everyway.runs.run import PIECE, Allowance, Run

FIRST_NODES, FIRST_TIMES = 1_000_000, 3
"""How many nodes, and how many times those of the proof, the first solution of a size may take."""

Bounds = tuple[int | None, int | None]


@dataclass(frozen=True)
class Outcome:
    """What a plan found: the parts of an ``Answer`` that depend on the question."""

    value: Any
    solutions: tuple[Data, ...] = ()
    found: bool = False
    exhausted: bool = False
    optimal_proven: bool = False
    bounds: Bounds = (None, None)


def is_final(question: Question, outcome: Outcome) -> bool:
    """Return whether *outcome* answers *question* for good, the whole space searched or not."""
    if outcome.exhausted or outcome.optimal_proven:
        return True
    if isinstance(question, First):
        return outcome.found
    if isinstance(question, Every):
        return question.limit is not None and len(outcome.solutions) >= question.limit
    return outcome.value is False


def best_of(question: Question, first: Outcome, second: Outcome) -> Outcome:
    """Return what two attempts at *question*, the first of them cut short, say together."""
    if is_final(question, second):
        return second
    if isinstance(question, Smallest | Largest):
        return _tighter(question, first, second)
    if isinstance(question, Count):
        return max(second, first, key=lambda outcome: outcome.value)
    if isinstance(question, Sizes):
        return max(second, first, key=lambda outcome: sum(outcome.value.values()))
    return max(second, first, key=lambda outcome: len(outcome.solutions))


def _tighter(question: Question, first: Outcome, second: Outcome) -> Outcome:
    """Return the better of two solutions with the tighter of each bound."""
    lows = [o.bounds[0] for o in (first, second) if o.bounds[0] is not None]
    highs = [o.bounds[1] for o in (first, second) if o.bounds[1] is not None]
    bounds = (max(lows, default=None), min(highs, default=None))
    with_one = [o for o in (second, first) if o.value is not None]
    if not with_one:
        return replace(second, bounds=bounds)
    pick = min if isinstance(question, Smallest) else max
    best = pick(with_one, key=lambda outcome: outcome.value)
    proven = bounds[0] is not None and bounds[0] == bounds[1] == best.value
    return replace(best, bounds=bounds, optimal_proven=proven, exhausted=proven)


def plan_count(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Add up the counts of all branches."""
    tally = run.add(puzzle, question)
    return Outcome(tally.total, found=tally.total > 0, exhausted=tally.complete)


def plan_sizes(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Add up the counts of all branches, size by size."""
    tally = run.add(puzzle, question)
    sizes = {size: number for size, number in sorted(tally.counts.items()) if number}
    return Outcome(sizes, found=bool(sizes), exhausted=tally.complete)


def plan_every(run: Run, puzzle: Puzzle, question: Every) -> Outcome:
    """List solutions, in order unless any will do."""
    if question.ordered:
        listed = tuple(run.in_order(puzzle, question))
        full = question.limit is not None and len(listed) >= question.limit
        return Outcome(listed, listed, bool(listed), exhausted=not full and not run.stopped)
    tally = run.add(puzzle, question)
    listed = tally.solutions[: question.limit]
    full = question.limit is not None and len(listed) >= question.limit
    return Outcome(listed, listed, bool(listed), exhausted=tally.complete and not full)


def plan_first(run: Run, puzzle: Puzzle, question: First) -> Outcome:
    """List one solution."""
    listed = plan_every(run, puzzle, Every(limit=1, up_to=question.up_to))
    value = listed.solutions[0] if listed.found else None
    return Outcome(value, listed.solutions, listed.found, listed.exhausted)


def plan_unique(run: Run, puzzle: Puzzle, question: Unique) -> Outcome:
    """List two solutions; with one and no more it is unique."""
    listed = plan_every(run, puzzle, Every(limit=2, up_to=question.up_to))
    number = len(listed.solutions)
    value = False if number == 2 else (number == 1 if listed.exhausted else None)
    return Outcome(value, listed.solutions, listed.found, listed.exhausted)


def plan_sample(run: Run, puzzle: Puzzle, question: Sample) -> Outcome:
    """Count every branch of the ordered list, draw positions, and look them up.

    An engine that finds the solution at a position at once draws by itself.
    """
    if Sample in run.engine.direct:
        tally = run.add(puzzle, question)
        return Outcome(tally.solutions, tally.solutions, bool(tally.solutions), tally.complete)
    job = Job(puzzle, question, run.engine)
    branches = run.attend(partial(branches_of, job))
    results, _, ended = run.results(job, branches, searched_for(job))
    total = sum(tally.total for _, tally in results)
    if not ended or not all(tally.complete for _, tally in results):
        return Outcome((), (), found=total > 0)
    positions = draw_positions(total, question.k, question.seed)
    counter = _Counter(run, job, {branch.id: tally.total for branch, tally in results})
    drawn = []
    for position in positions:
        data = counter.look_up(branches, position)
        if data is None:
            break
        drawn.append(data)
    chosen = tuple(drawn)
    return Outcome(chosen, chosen, bool(chosen), exhausted=len(drawn) == len(positions))


class _Counter:
    """Knows how many solutions branches of an ordered list have; finds the one at a position."""

    def __init__(self, run: Run, job: Job, totals: dict[str, int]) -> None:
        self.run = run
        self.job = job
        self._totals = totals
        self._parts: dict[str, list[Branch]] = {}
        self._listed: dict[str, Sequence[Data]] = {}

    def count(self, branch: Branch) -> int:
        """Return the number of solutions of *branch*."""
        if branch.id not in self._totals:
            known = self.run.known(self.job, branch)
            tally = known or self._search(branch, searched_for(self.job), NO_LIMIT)
            self._totals[branch.id] = tally.total
        return self._totals[branch.id]

    def look_up(self, branches: Sequence[Branch], position: int) -> Data | None:
        """Return the solution at *position* among *branches*, or None when the run was stopped."""
        for branch in branches:
            number = self.count(branch)
            if self.run.stopped:
                return None
            if position < number:
                return self._within(branch, position)
            position -= number
        return None

    def _within(self, branch: Branch, position: int) -> Data | None:
        if branch.id in self._listed:
            return self._listed[branch.id][position]
        parts = self._parts.get(branch.id)
        if parts is None:
            listing = laid_out_for(self.job)
            tally = self._search(branch, listing, PIECE)
            if not tally.complete and not self.run.stopped:
                parts = self.run.attend(partial(split_of, self.job, branch))
                if not parts:
                    tally = self._search(branch, listing, NO_LIMIT)
            if self.run.stopped:
                return None
            if not parts:
                self._listed[branch.id] = tally.solutions
                return tally.solutions[position]
            self._parts[branch.id] = parts
        return self.look_up(parts, position)

    def _search(self, branch: Branch, question: Question, effort: Effort) -> Tally:
        return searched(self.job, question, branch, self.run.control, effort)


def plan_optimum(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Find the smallest or largest size by asking size by size whether there is a solution.

    The value is proved: every size beyond it was searched out. Then the first solution of that
    size is looked up.
    """
    if type(question) in run.engine.direct:
        return _direct_optimum(run, puzzle, question)
    low, high = run.attend(puzzle.size_range)
    if low > high:
        return Outcome(None, exhausted=True)
    if puzzle.sized(low, high) is None:
        return _optimum_of_sizes(run, puzzle, question)
    if isinstance(question, Smallest):
        return _smallest(run, puzzle, low, high)
    return _largest(run, puzzle, low, high)


def _some(run: Run, puzzle: Puzzle, low: int, high: int) -> tuple[Data | None, bool]:
    """Return any solution of these sizes, and whether the search is exhausted if there is none."""
    run.meter.restart()
    sized = run.attend(partial(puzzle.sized, low, high))
    assert sized is not None
    tally = run.add(sized, Every(limit=1, ordered=False))
    return (tally.solutions[0], False) if tally.solutions else (None, tally.complete)


def _smallest(run: Run, puzzle: Puzzle, low: int, high: int) -> Outcome:
    some, none = _some(run, puzzle, low, high)
    if some is None:
        return Outcome(None, exhausted=none, bounds=(low, None))
    best = puzzle.size_of(some)
    while low < best:
        smaller, none = _some(run, puzzle, low, low)
        if smaller is not None:
            some, best = smaller, low
        elif none:
            low += 1
        else:
            return Outcome(best, (some,), found=True, bounds=(low, best))
    return _first_of_size(run, puzzle, best, some)


def _largest(run: Run, puzzle: Puzzle, low: int, high: int) -> Outcome:
    some, none = _some(run, puzzle, low, high)
    if some is None:
        return Outcome(None, exhausted=none, bounds=(None, high))
    best = puzzle.size_of(some)
    while best < high:
        larger, none = _some(run, puzzle, best + 1, high)
        if larger is not None:
            some, best = larger, puzzle.size_of(larger)
        elif none:
            high = best
        else:
            return Outcome(best, (some,), found=True, bounds=(best, high))
    return _first_of_size(run, puzzle, best, some)


def _first_of_size(run: Run, puzzle: Puzzle, size: int, some: Data) -> Outcome:
    """Return the outcome for a proved *size*, with the first solution of that size.

    If that takes many times the nodes of the proof, or the run is stopped, *some* must do.
    """
    run.meter.restart()
    sized = puzzle.sized(size, size)
    assert sized is not None
    most = FIRST_NODES + FIRST_TIMES * (run.control.nodes + run.meter.kept_nodes)
    look = replace(run, control=Allowance(run.control, math.inf, most))
    first = next(look.in_order(sized, Every(limit=1)), some)
    return Outcome(size, (first,), True, True, optimal_proven=True, bounds=(size, size))


def _optimum_of_sizes(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Find the optimum from the counts of all sizes, where a puzzle cannot be cut down to some."""
    tally = run.add(puzzle, Sizes())
    sizes = [size for size, number in tally.counts.items() if number]
    if not sizes:
        return Outcome(None, exhausted=tally.complete)
    best = min(sizes) if isinstance(question, Smallest) else max(sizes)
    some = next((d for d in run.in_order(puzzle, Every()) if puzzle.size_of(d) == best), None)
    bounds: Bounds = (best, best)
    if not tally.complete:
        bounds = (None, best) if isinstance(question, Smallest) else (best, None)
    shown = () if some is None else (some,)
    return Outcome(best, shown, True, tally.complete, tally.complete, bounds)


def _direct_optimum(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    tally = run.add(puzzle, question)
    if not tally.solutions:
        return Outcome(None, exhausted=tally.complete, bounds=tally.bounds)
    size = puzzle.size_of(tally.solutions[0])
    low, high = tally.bounds
    proven = tally.complete or low == high
    bounds = (size, size) if proven else tally.bounds
    return Outcome(size, tally.solutions, True, proven, proven, bounds)


PLANS: dict[type[Question], Callable[[Run, Puzzle, Any], Outcome]] = {
    Count: plan_count,
    Sizes: plan_sizes,
    Every: plan_every,
    First: plan_first,
    Unique: plan_unique,
    Sample: plan_sample,
    Smallest: plan_optimum,
    Largest: plan_optimum,
}
