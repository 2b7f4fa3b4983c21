"""The same question put to several engines, one after another: who answers what, at what cost."""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from everyway.core.answer import Answer
from everyway.core.engine import Control, Engine
from everyway.core.errors import EverywayError
from everyway.core.puzzle import ProgressCallback, Puzzle
from everyway.core.question import Count, Largest, Question, Sizes, Smallest, check_whole
from everyway.families.registry import family
from everyway.runs.choice import offer_of
from everyway.runs.evidence import essence
from everyway.runs.road import CTRL_C, MOST_WORKERS, check_limits, ctrl_c_stops

if TYPE_CHECKING:
    from everyway.drawing.picture import Picture
    from everyway.drawing.svg import Svg

TIME_LIMIT = 10.0
"""How many seconds each engine has, unless said otherwise."""

WARM_SECONDS = 30.0
"""So long an engine may take to get ready, however little time it then has."""

MOST_PUZZLES = 1000


@dataclass(frozen=True)
class Row:
    """What one engine made of the question.

    ``start_seconds`` is what it took to get ready: to load and to compile, and to work out what is
    kept for the puzzle. It is not part of the answer's ``seconds``.
    """

    engine: str
    method: str
    answer: Answer
    start_seconds: float = 0.0

    @property
    def nodes(self) -> int:
        """How many nodes were visited; each engine counts its own."""
        return self.answer.nodes

    @property
    def seconds(self) -> float:
        """How many seconds the answer took, once the engine was ready."""
        return self.answer.seconds

    @property
    def nodes_a_second(self) -> float | None:
        """Nodes divided by seconds, or None where nothing was measured."""
        return self.nodes / self.seconds if self.nodes and self.seconds else None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data: the engine, its times, and the fields of the answer."""
        answer = self.answer.to_dict()
        for shared in ("puzzle", "question", "engine", "up_to"):
            del answer[shared]
        rate = self.nodes_a_second
        return {
            "engine": self.engine,
            "method": self.method,
            **answer,
            "nodes_a_second": None if rate is None else round(rate),
            "start_seconds": round(self.start_seconds, 6),
        }


RowCallback = Callable[[int | None, Row], None]


@dataclass(frozen=True)
class Refusal:
    """An engine that was not asked, and why not."""

    engine: str
    method: str
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Return the refusal as plain data."""
        return {"engine": self.engine, "method": self.method, "why": self.why}


@dataclass(frozen=True)
class Comparison:
    """One question about one puzzle, as several engines answer it.

    ``rows`` are those that were asked, in the order of the family's engines, or in that in which
    they were named; ``refusals`` those that were not, with the reasons. ``stopped`` says that
    Ctrl-C came. Prints as a table with bars; a notebook shows the bars as SVG.
    """

    puzzle: Puzzle
    question: Question
    rows: tuple[Row, ...]
    refusals: tuple[Refusal, ...] = ()
    stopped: bool = False

    def row(self, engine: str) -> Row | None:
        """Return the row of the engine with this name, or None."""
        return next((row for row in self.rows if row.engine == engine), None)

    @property
    def finished(self) -> tuple[Row, ...]:
        """The rows whose answers are exact."""
        return tuple(row for row in self.rows if not row.answer.interrupted)

    @cached_property
    def disagreements(self) -> tuple[str, ...]:
        """What contradicts what, in words; empty as long as all is well.

        Exact answers must be the same; what was stopped must leave room for them; and none may go
        against a known value or break the rules.
        """
        found = []
        for place, row in enumerate(self.rows):
            for other in self.rows[:place]:
                if contradict(row.answer, other.answer):
                    found.append(
                        f"{other.engine} says {said(other.answer)}, {row.engine} {said(row.answer)}"
                    )
            doubts = (e for e in row.answer.evidence if e.agrees is False)
            found += [f"{row.engine} says {said(row.answer)}; {doubt.text}" for doubt in doubts]
        return tuple(found)

    @property
    def agree(self) -> bool | None:
        """Whether the engines agree, or None when fewer than two came to an end."""
        if self.disagreements:
            return False
        return True if len(self.finished) > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data for JSON."""
        return {
            "puzzle": self.puzzle.to_dict(),
            "question": self.question.to_dict(),
            "agree": self.agree,
            "disagreements": list(self.disagreements),
            "stopped": self.stopped,
            "rows": [row.to_dict() for row in self.rows],
            "refusals": [refusal.to_dict() for refusal in self.refusals],
        }

    def picture(self) -> Picture:
        """Return bars of the nodes and of the seconds; as text, the table with bars."""
        from everyway.runs.comparison_drawing import picture_of

        return picture_of(self)

    def svg(self) -> Svg:
        """Return the bars as an SVG document."""
        return self.picture().svg()

    def __str__(self) -> str:
        return self.picture().text()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Growth:
    """One question about several puzzles, by their n: how the cost of each engine grows.

    ``comparisons`` has a comparison for each n, n rising. An engine that a limit stopped is not
    asked about the puzzles that follow. Prints as tables; a notebook shows lines as SVG.
    """

    question: Question
    comparisons: Mapping[int, Comparison] = field(hash=False)

    @property
    def engines(self) -> tuple[str, ...]:
        """The names of the engines that were asked at all, in order."""
        rows = (row.engine for c in self.comparisons.values() for row in c.rows)
        return tuple(dict.fromkeys(rows))

    @property
    def disagreements(self) -> tuple[str, ...]:
        """What contradicts what, in words, for every n."""
        return tuple(f"n = {n}: {d}" for n, c in self.comparisons.items() for d in c.disagreements)

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C came."""
        return any(comparison.stopped for comparison in self.comparisons.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the comparisons as plain data for JSON."""
        return {
            "question": self.question.to_dict(),
            "disagreements": list(self.disagreements),
            "stopped": self.stopped,
            "comparisons": [{"n": n, **c.to_dict()} for n, c in self.comparisons.items()],
        }

    def picture(self) -> Picture:
        """Return lines of the nodes and of the seconds over n; as text, tables."""
        from everyway.runs.comparison_drawing import picture_of_growth

        return picture_of_growth(self)

    def svg(self) -> Svg:
        """Return the lines as an SVG document."""
        return self.picture().svg()

    def __str__(self) -> str:
        return self.picture().text()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class ComparisonProgress:
    """How far a comparison is: which engine is at work, and its progress as a part of all."""

    fraction: float
    found: int
    nodes: int
    seconds: float
    engine: str
    n: int | None = None


def said(answer: Answer) -> str:
    """Return the value of *answer* in a few words.

    >>> from everyway import Queens, Unique
    >>> said(Queens(6).ask(Unique()))
    'more than one'
    """
    if isinstance(answer.question, Sizes):
        least = "at least " if answer.interrupted else ""
        return f"{least}{sum(answer.value.values())} of {len(answer.value)} sizes"
    if answer.question.name in ("first", "every", "sample"):
        number = len(answer.solutions)
        if answer.question.name == "first" or not number:
            return "a solution" if number else "none so far" if answer.interrupted else "none"
        return f"{number} so far" if answer.interrupted else f"{number} solutions"
    if answer.question.name == "unique" and answer.found:
        return {True: "exactly one", False: "more than one", None: "not known"}[answer.value]
    return answer.lines()[0]


def contradict(one: Answer, other: Answer) -> bool:
    """Return whether two answers to the same question cannot both be right."""
    if not one.interrupted and not other.interrupted:
        return essence(one) != essence(other)
    if one.interrupted and other.interrupted:
        return False
    part, whole = (one, other) if one.interrupted else (other, one)
    match part.question:
        case Count():
            return bool(part.value > whole.value)
        case Sizes():
            return any(number > whole.value.get(size, 0) for size, number in part.value.items())
        case Smallest() | Largest():
            low, high = part.bounds
            if whole.value is None:
                return part.found
            return (low is not None and whole.value < low) or (
                high is not None and whole.value > high
            )
    return part.found and not whole.found


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
