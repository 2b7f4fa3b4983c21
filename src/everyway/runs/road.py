"""The road: a question about a puzzle goes in, an answer comes out."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from everyway.core.answer import Answer, Evidence, Tried
from everyway.core.engine import MEMORY_LIMIT, Control, Data, Engine, Offer
from everyway.core.errors import CTRL_C as CTRL_C
from everyway.core.errors import EverywayError, Interrupted
from everyway.core.memory import forget_models, read_amount
from everyway.core.puzzle import Ledger, ProgressCallback, Puzzle
from everyway.core.question import Count, Every, First, Question, Sample, Sizes, check_whole
from everyway.core.stopping import GRACE_SECONDS, Stopped, attended, watched
from everyway.runs.choice import (
    TURN_SECONDS,
    Attempt,
    attempts,
    for_the_whole,
    independent_of,
)
from everyway.runs.crews import available_cores
from everyway.runs.evidence import compare, evidence_for
from everyway.runs.keeping import Part
from everyway.runs.plans import PLANS, Outcome, best_of, is_final
from everyway.runs.progress import Meter
from everyway.runs.run import Allowance, Run
from everyway.runs.tried import Log

if TYPE_CHECKING:
    from everyway.runs.cluster import Cluster
    from everyway.runs.ledger import SqliteLedger

MOST_SECONDS = 10**18
"""Longer than the world has been there; a whole number can be too large for a clock."""

LONG_SECONDS = 2.0
"""An estimate from which on all cores are used, unless the number of workers is given."""

MOMENT_SECONDS = 0.005
"""An estimate below which a second engine answers, too, without being asked."""

MOST_WORKERS = 4096
"""More than any machine has cores: a number beyond it is a slip."""

SIGNALS = {signal.SIGINT: CTRL_C, signal.SIGTERM: "SIGTERM"}
"""What stops a run as a limit does, with what the answer says of it."""

NOBODY = "none"
"""Stands for the engine in an answer where there was no time to choose one."""

OF_LEDGER = "the engine of the ledger, which is to do the whole search"


class _Road:
    """Answers questions; the one instance is ``ROAD``, which ``everyway`` lays at import."""

    def ask(
        self,
        puzzle: Puzzle,
        question: Question,
        *,
        engine: str | None = None,
        workers: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | str | None = None,
        progress: ProgressCallback | None = None,
        ledger: Ledger | str | Path | None = None,
        part: str | None = None,
        cluster: str | None = None,
        evidence: bool = False,
    ) -> Answer:
        """Answer *question* about *puzzle*; ``Puzzle.ask`` says what the keywords mean."""
        _check(question, workers, time_limit, node_limit, progress, ledger, part)
        control = _control(time_limit, node_limit, memory_limit)
        meter = Meter(control, progress)
        with (
            ctrl_c_stops(control),
            watched(control),
            _reached(cluster, workers, control) as others,
            _opened(ledger, puzzle, question, engine, part, control) as book,
        ):
            if isinstance(book, Stopped):
                return _answer(puzzle, question, None, control, meter, _nothing(question))
            of_ledger = book is not None and engine is None
            if book is not None:
                ledger, engine = book, book.engine
                control.ticks.append(book.tick)
            assert not isinstance(ledger, str | Path)
            outcome, by = _nothing(question), None
            log = Log(control, meter)
            for attempt, offer in _attended(_attempts(puzzle, question, engine, others), control):
                log.begin(replace(attempt, why=OF_LEDGER) if of_ledger else attempt)
                allowance = _allowance(control, attempt)
                number = _workers(workers, offer, attempt)
                run = Run(attempt.engine, allowance, meter, number, ledger, others)
                found = _planned(run, puzzle, question, control)
                outcome = found if by is None else best_of(question, outcome, found)
                by = attempt.engine
                over = isinstance(allowance, Allowance) and allowance.used_up
                if is_final(question, outcome) or not over:
                    break
                log.end(gave_up=True)
                meter.restart()
            log.end()
            answer = _answer(puzzle, question, by, control, meter, outcome)
            answer = replace(answer, tried=log.tried)
            if by is not None:
                answer = _with_reasons(answer, by, control)
            if book is not None:
                book.finish(answer)
            if by is not None:
                answer = _with_second_opinion(answer, by, control, evidence)
            if book is not None and answer.disagreements:
                book.finish(answer)
            return answer

    def stream(self, puzzle: Puzzle, question: Every, **options: Any) -> Iterator[Any]:
        """Yield solutions one by one, in order; raise ``Interrupted`` when a limit comes first.

        The keywords are those of ``batches``.
        """
        for batch in self.batches(puzzle, question, **options):
            yield from puzzle.solutions_of(batch)

    def batches(
        self,
        puzzle: Puzzle,
        question: Every,
        *,
        engine: str | None = None,
        workers: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | str | None = None,
        progress: ProgressCallback | None = None,
        ledger: Ledger | str | Path | None = None,
        cluster: str | None = None,
        tried: list[Tried] | None = None,
    ) -> Iterator[Sequence[Data]]:
        """Yield the plain numbers of solutions, some at a time, as ``stream`` does one by one.

        An engine that gives up to a heavier one has begun in the same order, so what it
        yielded is passed over. The list *tried* is told which were put to work.
        """
        _check(question, workers, time_limit, node_limit, progress, ledger, None)
        control = _control(time_limit, node_limit, memory_limit)
        log = Log(control, meter := Meter(control, progress), tried)
        batches = _batches(puzzle, question, control, engine, workers, meter, ledger, cluster, log)
        while True:
            # While the asker has the turn, Ctrl-C is the asker's.
            with ctrl_c_stops(control), watched(control):
                batch = next(batches, None)
            if batch is None:
                return
            yield batch


def _batches(
    puzzle: Puzzle,
    question: Every,
    control: Control,
    engine: str | None,
    workers: int | None,
    meter: Meter,
    ledger: Ledger | str | Path | None,
    cluster: str | None,
    log: Log,
) -> Iterator[Sequence[Data]]:
    yielded = 0
    by: Engine | None = None

    def interrupted() -> Interrupted:
        outcome = Outcome((), found=yielded > 0)
        return Interrupted.of(_answer(puzzle, question, by, control, meter, outcome))

    with (
        _reached(cluster, workers, control) as others,
        _opened(ledger, puzzle, question, engine, None, control) as book,
    ):
        if isinstance(book, Stopped):
            raise interrupted()
        if book is not None:
            ledger, engine = book, book.engine
            control.ticks.append(book.tick)
        assert not isinstance(ledger, str | Path)
        for attempt, _ in _attended(_attempts(puzzle, question, engine, others), control):
            by = attempt.engine
            log.begin(attempt)
            allowance = _allowance(control, attempt)
            run = Run(attempt.engine, allowance, meter, workers or 1, ledger, others)
            seen = 0
            for batch in run.batches(puzzle, question):
                fresh = batch[max(0, yielded - seen) :]
                seen += len(batch)
                yielded += len(fresh)
                yield fresh
            used_up = isinstance(allowance, Allowance) and allowance.used_up
            log.end(gave_up=used_up)
            if control.stopped_by is not None:
                raise interrupted()
            if not used_up:
                return
            meter.restart()
        raise interrupted()


ROAD = _Road()


def _check(
    question: Question,
    workers: int | None,
    time_limit: float | None,
    node_limit: int | None,
    progress: object,
    ledger: object,
    part: str | None,
) -> None:
    if not isinstance(question, Question):
        raise EverywayError("not a question:", text=question, hint="such as Count() or First()")
    if workers is not None:
        check_whole(workers, "the number of workers", 1, MOST_WORKERS)
    if progress is not None and not callable(progress):
        raise EverywayError("progress is a function to be called, not", text=progress)
    if ledger is not None and not isinstance(ledger, MutableMapping | str | Path):
        raise EverywayError("a ledger is a mapping such as a dict, or a file, not", text=ledger)
    if part is not None and not isinstance(ledger, str | Path):
        raise EverywayError("a part needs a ledger in a file, in which it is kept")
    check_limits(time_limit, node_limit)


def check_limits(time_limit: float | None, node_limit: int | None) -> None:
    """Raise ``EverywayError`` for limits in seconds and nodes that make no sense."""
    if node_limit is not None:
        check_whole(node_limit, "a node limit", 0)
    if time_limit is not None and not (
        isinstance(time_limit, int | float) and not isinstance(time_limit, bool) and time_limit >= 0
    ):
        raise EverywayError("a time limit cannot be", text=time_limit, hint="give seconds")
    if time_limit is not None and MOST_SECONDS < time_limit < float("inf"):
        raise EverywayError("too long a time limit:", text=time_limit, hint="leave it out for none")


def _control(
    time_limit: float | None, node_limit: int | None, memory_limit: int | str | None
) -> Control:
    memory = None if memory_limit is None else read_amount(memory_limit)
    return Control(time_limit, node_limit, memory)


def _attended(
    found: Iterator[tuple[Attempt, Offer]], control: Control
) -> Iterator[tuple[Attempt, Offer]]:
    """Yield what is *found*, for as long as *control* does not say stop: an offer may take long."""
    try:
        while (item := attended(control, lambda: next(found, None))) is not None:
            yield item
    except Stopped:
        return


def _planned(run: Run, puzzle: Puzzle, question: Question, control: Control) -> Outcome:
    """Return what *run* finds; nothing where there was no time, or no memory, to begin.

    *control* is that of the question, of which the run may have but a share.
    """
    try:
        return PLANS[type(question)](run, puzzle, question)
    except Stopped:
        return _nothing(question)
    except MemoryError:
        control.stop(MEMORY_LIMIT)
        return _nothing(question)
    finally:
        if control.stopped_by == MEMORY_LIMIT:
            forget_models()  # whoever asks next has a better chance


def _nothing(question: Question) -> Outcome:
    """Return the outcome of a search that did not begin."""
    empty: Any = None
    if isinstance(question, Count):
        empty = 0
    elif isinstance(question, Sizes):
        empty = {}
    elif isinstance(question, Every | Sample):
        empty = ()
    return Outcome(empty)


def _with_reasons(answer: Answer, engine: Engine, control: Control) -> Answer:
    """Return *answer* with what supports it, unless the time does not reach."""
    try:
        found = attended(control, lambda: evidence_for(answer, engine), GRACE_SECONDS)
    except Stopped:
        return answer
    return answer.with_evidence(*found)


def _opened(
    ledger: object,
    puzzle: Puzzle,
    question: Question,
    engine: str | None,
    part: str | None,
    control: Control,
) -> AbstractContextManager[SqliteLedger | Stopped | None]:
    """Return the ledger in a file, to be closed at the end, if *ledger* is the name of one.

    To make one takes an engine: ``Stopped`` is returned if there was no time to choose it.
    """
    if not isinstance(ledger, str | Path):
        return nullcontext()
    from everyway.runs.ledger import open_ledger

    read = None if part is None else Part.read(part)
    try:
        # Only the choice can take long, and it comes before there is a file.
        return open_ledger(
            ledger, puzzle, question, engine, read, lambda choose: attended(control, choose)
        )
    except Stopped as stopped:
        return nullcontext(stopped)


def _reached(
    address: str | None, workers: int | None, control: Control
) -> AbstractContextManager[Cluster | None]:
    """Return the cluster whose scheduler is at *address*, if one is named."""
    if address is None:
        return nullcontext()
    if workers is not None:
        raise EverywayError(
            "workers are cores of this machine; a cluster has its own", hint="give one of the two"
        )
    from everyway.runs.cluster import Cluster

    return Cluster(address, control)


def _attempts(
    puzzle: Puzzle, question: Question, engine: str | None, cluster: Cluster | None
) -> Iterator[tuple[Attempt, Offer]]:
    """Yield the attempts; on a cluster the one that would do the whole search."""
    if cluster is None:
        yield from attempts(puzzle, question, engine)
    else:
        attempt, offer = for_the_whole(puzzle, question, engine)
        yield Attempt(attempt.engine, why=attempt.why), offer


def _allowance(control: Control, attempt: Attempt) -> Control:
    if attempt.seconds is None:
        return control
    return Allowance(control, attempt.seconds, attempt.nodes)


def _workers(asked: int | None, offer: Offer, attempt: Attempt) -> int:
    if asked is not None:
        return asked
    # A question that has outlasted the first turns is long, whatever was estimated.
    long = offer.seconds > LONG_SECONDS or (attempt.seconds or 0) > TURN_SECONDS
    return available_cores() if long and attempt.engine.releases_gil else 1


def _answer(
    puzzle: Puzzle,
    question: Question,
    engine: Engine | None,
    control: Control,
    meter: Meter,
    outcome: Outcome,
) -> Answer:
    stopped_by = control.stopped_by
    # A limit that comes when all is known has interrupted nothing.
    known = is_final(question, outcome)
    interrupted = not known
    value: Any = outcome.value
    solutions = tuple(puzzle.wrap(data) for data in outcome.solutions)
    if isinstance(question, First):
        value = solutions[0] if solutions else None
    elif isinstance(question, Every | Sample):
        value = solutions
    return Answer(
        puzzle=puzzle,
        question=question,
        value=value,
        solutions=solutions,
        found=outcome.found,
        exhausted=outcome.exhausted,
        interrupted=interrupted,
        optimal_proven=outcome.optimal_proven,
        stopped_by=(stopped_by or "the engine gave up") if interrupted else None,
        bounds=outcome.bounds,
        progress=meter.fraction if interrupted else 1.0,
        engine=engine.name if engine else NOBODY,
        engine_version=engine.version if engine else "",
        nodes=control.nodes + meter.kept_nodes,
        kept_nodes=meter.kept_nodes,
        seconds=meter.seconds,
        in_order=outcome.in_order,
    )


def _with_second_opinion(answer: Answer, engine: Engine, control: Control, asked: bool) -> Answer:
    """Ask an independent engine, too, if that was asked for or takes but a moment."""
    if answer.interrupted or (not asked and answer.seconds > MOMENT_SECONDS):
        return answer
    try:
        other = attended(
            control,
            lambda: independent_of(engine, answer.puzzle, answer.question, ready=not asked),
        )
    except Stopped:
        return answer
    if other is None:
        one = Evidence("second engine", None, "none can answer this: one method")
        return answer.with_evidence(one) if asked else answer
    if not asked and other.offer.seconds > MOMENT_SECONDS:
        return answer
    own = Control(None if asked else 10 * MOMENT_SECONDS, None)
    own.deadline = min(own.deadline or float("inf"), control.deadline or float("inf"))
    if own.deadline == float("inf"):
        own.deadline = None
    own.memory_limit = control.memory_limit
    with ctrl_c_stops(own), watched(own):
        meter = Meter(own, None)
        run = Run(other.engine, own, meter)
        outcome = _planned(run, answer.puzzle, answer.question, own)
        opinion = _answer(answer.puzzle, answer.question, other.engine, own, meter, outcome)
    if opinion.interrupted and not asked:
        return answer
    why = "second engine, " + ("asked for" if asked else "as it takes but a moment")
    told = Tried(opinion.engine, why, opinion.nodes, opinion.seconds)
    checked = answer.with_evidence(compare(answer, opinion))
    return replace(checked, tried=(*checked.tried, told))


@contextmanager
def ctrl_c_stops(control: Control) -> Iterator[None]:
    """Make Ctrl-C stop *control* instead of raising, so that what is known can be said.

    A second Ctrl-C raises ``KeyboardInterrupt`` as ever. Only the main thread receives
    signals, and a handler that the caller has set is left alone. SIGTERM ends the process as ever,
    unless ``sigterm_stops`` has said that it is to be treated alike.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        found = {number: signal.getsignal(number) for number in SIGNALS}
        usual = signal.default_int_handler
        before = {n: h for n, h in found.items() if h is usual or getattr(h, "everyway", False)}
    if not before:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if control.stopped_by is not None:
            signal.default_int_handler(number, frame)
        control.stop(SIGNALS[signal.Signals(number)])

    stop.everyway = True  # type: ignore[attr-defined]
    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def sigterm_stops() -> Iterator[None]:
    """Have SIGTERM treated like Ctrl-C meanwhile: it stops a run, and ends all else."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        signal.default_int_handler(number, frame)

    end.everyway = True  # type: ignore[attr-defined]
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
