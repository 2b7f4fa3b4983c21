"""How each question is taken apart into what engines answer: counts by size, and lists in order."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from everyway.core.answer import Bounds
from everyway.core.engine import NO_LIMIT, Branch, Data, Effort, Job, Stopped, Tally
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
from everyway.runs.choice import listing_engine
from everyway.runs.crews import searched
from everyway.runs.keeping import branches_of, laid_out_for, searched_for, split_of
from everyway.runs.run import PIECE, Allowance, Run

FIRST_NODES, FIRST_TIMES = 1_000_000, 3
"""How many nodes, and how many times those of the proof, the first solution of a size may take."""

LOOK_NODES = 10_000
"""How many nodes the first solution of a size may take where an engine shows another."""


@dataclass(frozen=True)
class Outcome:
    """What a plan found: the parts of an ``Answer`` that depend on the question."""

    value: Any
    solutions: tuple[Data, ...] = ()
    found: bool = False
    exhausted: bool = False
    optimal_proven: bool = False
    bounds: Bounds = (None, None)
    in_order: bool = True


def is_final(question: Question, outcome: Outcome) -> bool:
    """Return whether *outcome* answers *question* for good, the whole space searched or not."""
    if outcome.exhausted or outcome.optimal_proven:
        return True
    if isinstance(question, First):
        return outcome.found
    if isinstance(question, Every):
        return question.limit is not None and len(outcome.solutions) >= question.limit
    if isinstance(question, Sample):
        return len(outcome.solutions) >= question.k
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
    return _best(best.value, best.solutions, bounds, in_order=False)


def _best(value: int, solutions: tuple[Data, ...], bounds: Bounds, in_order: bool) -> Outcome:
    """Return the outcome for an optimum of which *value* was found: proved if *bounds* meet."""
    proven = bounds[0] == bounds[1] == value
    return Outcome(value, solutions, True, proven, proven, bounds, in_order and proven)


def _no_best(exhausted: bool, bounds: Bounds = (None, None)) -> Outcome:
    """Return the outcome for an optimum of which nothing was found, as all was searched or not."""
    return Outcome(None, exhausted=exhausted, bounds=(None, None) if exhausted else bounds)


def plan_count(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Add up the counts of all branches."""
    tally = run.add(puzzle, question)
    bounds = (tally.total, tally.total if tally.complete else None)
    return Outcome(tally.total, (), tally.total > 0, tally.complete, bounds=bounds)


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
    whole = tally.complete and not full
    return Outcome(listed, listed, bool(listed), exhausted=whole, in_order=False)


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
        return _no_best(exhausted=True)
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
        return _no_best(none, (low, None))
    best = puzzle.size_of(some)
    while low < best:
        smaller, none = _some(run, puzzle, low, low)
        if smaller is not None:
            some, best = smaller, low
        elif none:
            low += 1
        else:
            return _best(best, (some,), (low, best), in_order=False)
    return _first_of_size(run, puzzle, best, some)


def _largest(run: Run, puzzle: Puzzle, low: int, high: int) -> Outcome:
    some, none = _some(run, puzzle, low, high)
    if some is None:
        return _no_best(none, (None, high))
    best = puzzle.size_of(some)
    while best < high:
        larger, none = _some(run, puzzle, best + 1, high)
        if larger is not None:
            some, best = larger, puzzle.size_of(larger)
        elif none:
            high = best
        else:
            return _best(best, (some,), (best, high), in_order=False)
    return _first_of_size(run, puzzle, best, some)


def _first_of_size(run: Run, puzzle: Puzzle, size: int, some: Data) -> Outcome:
    """Return the outcome for a proved *size*, with the first solution of that size.

    If that takes many times the nodes of the proof, or the run is stopped, *some* must do.
    """
    run.meter.restart()
    most = FIRST_NODES + FIRST_TIMES * (run.control.nodes + run.meter.kept_nodes)
    first = _look_up(run, puzzle, size, most)
    return _best(size, (some if first is None else first,), (size, size), first is not None)


def _look_up(run: Run, puzzle: Puzzle, size: int, most: int) -> Data | None:
    """Return the first solution of *size*, or None if *most* nodes did not find it."""
    look = replace(run, control=Allowance(run.control, math.inf, most))
    sized = puzzle.sized(size, size)
    try:
        if sized is not None:
            return next(look.in_order(sized, Every(limit=1)), None)
        return next((d for d in look.in_order(puzzle, Every()) if puzzle.size_of(d) == size), None)
    except Stopped:  # the size is proved all the same
        return None


def _optimum_of_sizes(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Find the optimum from the counts of all sizes, where a puzzle cannot be cut down to some."""
    tally = run.add(puzzle, Sizes())
    sizes = [size for size, number in tally.counts.items() if number]
    if not sizes:
        return _no_best(tally.complete)
    best = min(sizes) if isinstance(question, Smallest) else max(sizes)
    some = next((d for d in run.in_order(puzzle, Every()) if puzzle.size_of(d) == best), None)
    bounds: Bounds = (best, best)
    if not tally.complete:
        bounds = (None, best) if isinstance(question, Smallest) else (best, None)
    return _best(best, () if some is None else (some,), bounds, in_order=True)


def _direct_optimum(run: Run, puzzle: Puzzle, question: Question) -> Outcome:
    """Take the optimum from an engine that finds it by itself.

    What it shows may be another solution than the first: then that is looked for, for a moment.
    """
    tally = run.add(puzzle, question)
    low, high = tally.bounds
    if tally.solutions:
        size = puzzle.size_of(tally.solutions[0])
        if tally.complete:
            low = high = size
    elif low is not None and low == high and tally.counts.get(low):
        size = low  # counted, but not shown: the run was stopped between the two
    else:
        return _no_best(tally.complete, tally.bounds)
    shows_first = run.engine.shows_first and tally.complete
    best = _best(size, tally.solutions, (low, high), shows_first)
    if best.in_order or not best.optimal_proven or run.stopped:
        return best
    engine = listing_engine(puzzle)
    if engine is None:
        return best
    first = _look_up(replace(run, engine=engine), puzzle, size, LOOK_NODES)
    return best if first is None else replace(best, solutions=(first,), in_order=True)


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
