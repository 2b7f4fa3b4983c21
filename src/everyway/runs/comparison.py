"""The same question put to several engines, one after another: who answers what, at what cost."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from everyway.core.engine import Control, Engine
from everyway.core.errors import EverywayError
from everyway.core.puzzle import ProgressCallback, Puzzle
from everyway.core.question import Count, Question, check_whole
from everyway.families.registry import family
from everyway.runs.choice import offer_of
from everyway.runs.compared import Comparison, Growth, Refusal, Row
from everyway.runs.road import CTRL_C, MOST_WORKERS, check_limits, ctrl_c_stops

TIME_LIMIT = 10.0
"""How many seconds each engine has, unless said otherwise."""

WARM_SECONDS = 120.0
"""So long an engine may take to get ready, however little time it then has."""

MOST_PUZZLES = 1000


RowCallback = Callable[[int | None, Row], None]


@dataclass(frozen=True)
class ComparisonProgress:
    """How far a comparison is: which engine is at work, and its progress as a part of all."""

    fraction: float
    found: int
    nodes: int
    seconds: float
    engine: str
    n: int | None = None


@overload
def compare(
    puzzle: Puzzle,
    question: Question | None = None,
    *,
    engines: Sequence[str] | None = None,
    time_limit: float | None = TIME_LIMIT,
    node_limit: int | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    each: RowCallback | None = None,
) -> Comparison: ...


@overload
def compare(
    puzzle: Mapping[int, Puzzle],
    question: Question | None = None,
    *,
    engines: Sequence[str] | None = None,
    time_limit: float | None = TIME_LIMIT,
    node_limit: int | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    each: RowCallback | None = None,
) -> Growth: ...


def compare(
    puzzle: Puzzle | Mapping[int, Puzzle],
    question: Question | None = None,
    *,
    engines: Sequence[str] | None = None,
    time_limit: float | None = TIME_LIMIT,
    node_limit: int | None = None,
    workers: int = 1,
    progress: ProgressCallback | None = None,
    each: RowCallback | None = None,
) -> Comparison | Growth:
    """Put *question* (by default ``Count()``) to several engines, one after another.

    *engines* are names of engines or of methods; without them all are asked that can answer.
    *time_limit* in seconds and *node_limit* hold for each engine. *workers* is the number of cores
    that each may use: one, so that methods are compared and not machines. What an engine needs to
    get ready is measured apart. *progress* is called with a ``Progress`` that also has the name of
    the engine, *each* with n (None for a single puzzle) and a ``Row`` as soon as an engine is done.
    Ctrl-C ends the comparison with what is known so far.

    Given several puzzles by their n, returns a ``Growth``, n rising; an engine that a limit
    stopped is not asked about larger n. Raises ``EverywayError`` for an unknown engine, and when
    none can answer.

    >>> from everyway import Queens
    >>> two = compare(Queens(6), engines=["generate", "plain"])
    >>> [(row.engine, row.answer.value, row.nodes) for row in two.rows]
    [('generate', 4, 720), ('plain', 4, 152)]
    """
    question = Count() if question is None else question
    if not isinstance(question, Question):
        raise EverywayError("not a question:", text=question, hint="such as Count() or First()")
    check_limits(time_limit, node_limit)
    check_whole(workers, "the number of workers", 1, MOST_WORKERS)
    if engines is not None and (isinstance(engines, str) or not all(map(_is_text, engines))):
        raise EverywayError("engines are given as a list of names, not as", text=engines)
    limits = {"time_limit": time_limit, "node_limit": node_limit, "workers": workers}
    if isinstance(puzzle, Puzzle):
        return _Comparing(question, engines, limits, progress, each).of({None: puzzle})[None]
    if not isinstance(puzzle, Mapping) or not all(isinstance(p, Puzzle) for p in puzzle.values()):
        raise EverywayError("what is compared is a puzzle, or puzzles by their n, not", text=puzzle)
    if not puzzle or len(puzzle) > MOST_PUZZLES:
        raise EverywayError(f"give 1 to {MOST_PUZZLES} puzzles, not", text=len(puzzle))
    for n in puzzle:
        check_whole(n, "n", -(10**9))
    ordered: dict[int | None, Puzzle] = {n: puzzle[n] for n in sorted(puzzle)}
    done = _Comparing(question, engines, limits, progress, each).of(ordered)
    return Growth(question, {n: done[n] for n in sorted(puzzle) if n in done})


def _is_text(value: object) -> bool:
    return isinstance(value, str)


class _Comparing:
    """A comparison under way: what all its parts share."""

    def __init__(
        self,
        question: Question,
        names: Sequence[str] | None,
        limits: Mapping[str, Any],
        progress: ProgressCallback | None,
        each: RowCallback | None,
    ) -> None:
        self.question = question
        self.names = names
        self.limits = limits
        self.progress = progress
        self.each = each
        self.control = Control()
        self.started = time.monotonic()
        self.outrun: dict[str, str] = {}
        """The engines that a limit has stopped, with the reason not to ask them again."""

    def of(self, puzzles: Mapping[int | None, Puzzle]) -> dict[int | None, Comparison]:
        """Return the comparison for each puzzle; fewer when Ctrl-C came."""
        done: dict[int | None, Comparison] = {}
        before = 0
        with ctrl_c_stops(self.control):
            chosen = {n: self._engines(puzzle) for n, puzzle in puzzles.items()}
            total = sum(len(able) for able, _ in chosen.values())
            if not total:
                raise _nobody(refusal for _, refusals in chosen.values() for refusal in refusals)
            for n, puzzle in puzzles.items():
                able, refusals = chosen[n]
                late = []
                rows: list[Row] = []
                for place, engine in enumerate(able):
                    told = self._telling(engine.name, n, before + place, total)
                    row = self._row(puzzle, engine, n, told)
                    if isinstance(row, Row):
                        rows.append(row)
                    else:
                        late.append(row)
                before += len(able)
                refused = (*late, *refusals)
                done[n] = Comparison(puzzle, self.question, tuple(rows), refused, self._stopped)
                if self._stopped:
                    break
        return done

    @property
    def _stopped(self) -> bool:
        return self.control.stopped_by is not None

    def _engines(self, puzzle: Puzzle) -> tuple[list[Engine], list[Refusal]]:
        """Return the engines to be asked about *puzzle*, and those that cannot be."""
        able, refusals = [], []
        for engine in chosen_engines(puzzle, self.names):
            offer = offer_of(engine, puzzle, self.question)
            if offer.can:
                able.append(engine)
            else:
                refusals.append(Refusal(engine.name, engine.method, offer.why))
        return able, refusals

    def _row(
        self, puzzle: Puzzle, engine: Engine, n: int | None, told: Callable[[], ProgressCallback]
    ) -> Row | Refusal:
        """Return what *engine* makes of the question, unless it has shown to be too slow."""
        if engine.name in self.outrun:
            return Refusal(engine.name, engine.method, self.outrun[engine.name])
        progress = told() if self.progress is not None and not self._stopped else None
        start = 0.0
        if not engine.light and not self._stopped:
            started = time.monotonic()
            self._warm_up(puzzle, engine)
            start = time.monotonic() - started
        if self._stopped:
            return Refusal(engine.name, engine.method, f"{CTRL_C} came first")
        answer = puzzle.ask(self.question, engine=engine.name, progress=progress, **self.limits)
        if answer.stopped_by == CTRL_C:
            self.control.stop(CTRL_C)
        elif answer.interrupted:
            self.outrun[engine.name] = f"{answer.stopped_by} reached at n = {n}"
        row = Row(engine.name, engine.method, answer, start)
        if self.each is not None:
            self.each(n, row)
        return row

    def _warm_up(self, puzzle: Puzzle, engine: Engine) -> None:
        """Have *engine* load and compile what it needs: it is asked, and stopped at once."""
        answer = puzzle.ask(
            self.question, engine=engine.name, time_limit=WARM_SECONDS, node_limit=1, workers=1
        )
        if answer.stopped_by == CTRL_C:
            self.control.stop(CTRL_C)

    def _telling(
        self, engine: str, n: int | None, before: int, total: int
    ) -> Callable[[], ProgressCallback]:
        """Return what tells the asker that *engine* begins, and returns a callback for its run."""

        def tell(fraction: float, found: int, nodes: int) -> None:
            seconds = time.monotonic() - self.started
            whole = (before + fraction) / total
            assert self.progress is not None
            self.progress(ComparisonProgress(whole, found, nodes, seconds, engine, n))

        def begin() -> ProgressCallback:
            tell(0.0, 0, 0)
            return lambda progress: tell(progress.fraction, progress.found, progress.nodes)

        return begin


def _nobody(refusals: Iterable[Refusal]) -> EverywayError:
    reasons = dict.fromkeys(f"{refusal.engine}: {refusal.why}" for refusal in refusals)
    return EverywayError(f"no engine can answer this ({'; '.join(reasons)})")


def chosen_engines(puzzle: Puzzle, names: Sequence[str] | None) -> list[Engine]:
    """Return the engines of *puzzle*'s family that are called so, or whose method is: all for None.

    In the order of *names*, none twice. Raises ``EverywayError`` for a name that is neither.
    """
    engines = family(puzzle.family).all_engines()
    if names is None:
        return engines
    found: dict[str, Engine] = {}
    for name in names:
        wanted = name.strip().lower()
        same = [e for e in engines if wanted in (e.name, e.method)]
        if not same:
            known = [*(e.name for e in engines), *dict.fromkeys(e.method for e in engines)]
            near = difflib.get_close_matches(wanted, known, n=1)
            hint = "one of " + ", ".join(e.name for e in engines)
            raise EverywayError(
                "unknown engine",
                text=name,
                hint=f'did you mean "{near[0]}"? {hint}' if near else hint,
            )
        for engine in same:
            found.setdefault(engine.name, engine)
    if not found:
        raise EverywayError("no engine is named", hint="leave engines out for all of them")
    return list(found.values())
