"""Runs: what may take long, each in a worker process, several at once, the others in line.

A run is followed by pages; when none has for some seconds it is stopped, as nobody would see what
it finds. What is known when it stops is kept for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from everyway.core.errors import EverywayError
from everyway.web.galleries import Galleries
from everyway.web.limits import Limits
from everyway.web.opened import Opened
from everyway.web.traces import Traces
from everyway.web.worker import OUT_OF_MEMORY
from everyway.web.workers import BrokenJobError, Pool, Worker, result_of

KEPT_RUNS, KEPT_CHARACTERS = 40, 40_000_000
"""So many finished runs are kept, and so much text of theirs."""

LOOKED = 0.5
"""Seconds between two looks at whether runs are still followed, and in time."""

OVERTIME = 5.0
"""Seconds that a run has beyond its time limit before it is ended."""

WAITING, WORKING, DONE, STOPPED, FAILED = "waiting", "working", "done", "stopped", "failed"
LIVING = (WAITING, WORKING, DONE)
"""The states in which a run answers whoever asks the same."""

REASONS = {
    "cancelled": "you",
    "gone": "its page being closed",
    "closing": "the end of the server",
    "time": "the time limit",
}


@dataclass
class Run:
    """One run, waiting, working or finished.

    ``kind`` says which template shows its result, ``address`` is the page that asks for it,
    ``title`` says what it is about. ``told`` are the lines that its job has sent on the way, but
    for progress; ``result`` is what it returned, ``fault`` what was wrong with what was asked.
    """

    id: str
    kind: str
    title: str
    address: str
    line: str
    task: dict[str, Any]
    seconds: float
    state: str = WAITING
    progress: dict[str, Any] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    result: Any = None
    reason: str | None = None
    fault: EverywayError | None = None
    asked_at: float = field(default_factory=time.monotonic)
    began: float | None = None
    ended: float | None = None
    size: int = 0
    followers: int = 0
    seen: float = field(default_factory=time.monotonic)
    version: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    worker: Worker | None = None
    work: asyncio.Task[None] | None = None

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
        return self.state in (DONE, STOPPED, FAILED)

    @property
    def elapsed(self) -> float:
        """The seconds that it has worked."""
        if self.began is None:
            return 0.0
        return (self.ended or time.monotonic()) - self.began

    @property
    def stopped_by(self) -> str | None:
        """Who or what stopped it, in words."""
        if self.reason is None:
            return None
        return REASONS.get(self.reason, self.reason)

    async def change(self) -> None:
        """Wake all who follow it."""
        async with self.changed:
            self.version += 1
            self.changed.notify_all()

    @contextlib.contextmanager
    def followed(self) -> Any:
        """Count somebody who follows the run."""
        self.followers += 1
        try:
            yield
        finally:
            self.followers -= 1
            self.seen = time.monotonic()

    async def wait(self, seconds: float) -> bool:
        """Wait until it is finished, at most so long; return whether it is."""
        with self.followed(), contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self.changed:
                await self.changed.wait_for(lambda: self.finished)
        return self.finished

    async def changes(self, pause: float = 0.4) -> AsyncIterator[None]:
        """Yield at each change, at least once a second, at most once a *pause*, to the end."""
        with self.followed():
            seen = -1
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1.0), self.changed:
                        await self.changed.wait_for(lambda: self.version > seen)  # noqa: B023
                seen = self.version
                yield
                if self.finished and seen == self.version:
                    return
                if not self.finished:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(pause), self.changed:
                            await self.changed.wait_for(lambda: self.finished)


class Keeper:
    """Keeps all runs of a server, and the workers that do them."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pool = Pool(limits)
        self.opened = Opened(self.pool)
        self.galleries = Galleries(self.pool, limits)
        self.traces = Traces(self.pool, limits)
        self.runs: dict[str, Run] = {}
        self._slots = asyncio.Semaphore(limits.runs)
        self._watch: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin: a worker is made ready."""
        self.pool.warm()
        self._watch = asyncio.create_task(self._watching())

    async def close(self) -> None:
        """Stop all runs and end all workers."""
        if self._watch is not None:
            self._watch.cancel()
        for run in self.active():
            await self.cancel(run, "closing", now=True)
        works = [run.work for run in self.runs.values() if run.work is not None]
        await asyncio.gather(*works, return_exceptions=True)
        await self.galleries.close()
        await self.traces.close()
        await self.pool.close()

    def active(self) -> list[Run]:
        """Return the runs that wait or work, in the order they were asked."""
        return [run for run in self.runs.values() if not run.finished]

    def place(self, run: Run) -> int:
        """Return how many runs that wait will begin before *run*."""
        waiting = [other for other in self.active() if other.state == WAITING]
        return waiting.index(run) if run in waiting else 0

    def submit(
        self,
        kind: str,
        job: str,
        task: dict[str, Any],
        *,
        title: str,
        address: str,
        line: str,
        seconds: float | None = None,
        again: str | None = None,
    ) -> Run:
        """Return the run for *address*: one there is, or a new one that does *job* with *task*.

        The run whose id is *again* will not do: its answer is there, and another is asked for.
        Raises ``EverywayError`` where too many wait already. *seconds* is its time limit.
        """
        for known in self.runs.values():
            same = known.address == address and known.kind == kind
            if same and known.state in LIVING and known.id != again:
                known.seen = time.monotonic()
                return known
        if len(self.active()) >= self.limits.waiting + self.limits.runs:
            raise EverywayError("too many runs wait already", hint="cancel some of them first")
        limit = self.limits.time if seconds is None else min(seconds, self.limits.time)
        whole = {"job": job, **task, "time": limit}
        run = Run(secrets.token_urlsafe(9), kind, title, address, line, whole, limit)
        self.runs[run.id] = run
        run.work = asyncio.create_task(self._work(run))
        self._forget_old()
        return run

    def _forget_old(self) -> None:
        finished = [run for run in self.runs.values() if run.finished and not run.followers]
        size = sum(run.size for run in finished)
        while finished and (len(finished) > KEPT_RUNS or size > KEPT_CHARACTERS):
            oldest = finished.pop(0)
            size -= oldest.size
            del self.runs[oldest.id]

    async def cancel(self, run: Run, reason: str = "cancelled", now: bool = False) -> None:
        """Stop *run*: what it knows so far is kept, unless it must end *now*.

        Whoever cancels it twice need not wait for what it knows.
        """
        if run.finished:
            return
        now = now or run.reason == reason == "cancelled"
        run.reason = run.reason or reason
        if run.state == WAITING:
            assert run.work is not None
            run.work.cancel()
            run.state = STOPPED
            await run.change()
        elif run.worker is None:
            pass  # it is about to have one, and looks at the reason then
        elif now:
            run.worker.kill()
        else:
            await run.worker.stop(reason)
            await run.change()

    async def _work(self, run: Run) -> None:
        try:
            async with self._slots:
                run.state, run.began = WORKING, time.monotonic()
                await run.change()
                run.worker = worker = await self.pool.take()
                try:
                    last = {} if run.reason else await self._follow(run, worker)
                finally:
                    run.worker = None
                    await self.pool.give(worker)
            self._conclude(run, last)
        except asyncio.CancelledError:
            run.state = STOPPED
        except Exception:
            run.state = FAILED
            raise
        finally:
            run.ended = time.monotonic()
            await run.change()

    async def _follow(self, run: Run, worker: Worker) -> dict[str, Any]:
        last: dict[str, Any] = {}
        async for line in worker.do(run.task):
            last = line
            if "progress" in line:
                run.progress = line["progress"]
            elif not any(name in line for name in ("done", "fault", "broken", "ended")):
                run.told.append(line)
            await run.change()
        return last

    def _conclude(self, run: Run, last: dict[str, Any]) -> None:
        out_of_memory = last.get("reason") == "memory" or last.get("ended") == OUT_OF_MEMORY
        if out_of_memory and run.reason is None:
            run.reason = f"the memory limit of {self.limits.memory} MiB"
        if run.reason is not None and last.get("done") is None and "fault" not in last:
            run.state = STOPPED  # ended before it could say what it knew
            return
        try:
            run.result = result_of(last, self.limits)
            run.size = len(str(run.result))
            run.state = DONE if run.reason is None else STOPPED
        except EverywayError as error:
            run.fault, run.state = error, FAILED
        except BrokenJobError:
            run.state = FAILED

    async def _watching(self) -> None:
        while True:
            await asyncio.sleep(LOOKED)
            now = time.monotonic()
            for run in self.active():
                if not run.followers and now - run.seen > self.limits.listener:
                    await self.cancel(run, "gone")
                elif run.worker is not None and run.elapsed > run.seconds + OVERTIME:
                    run.reason = run.reason or "time"
                    run.worker.kill()
            self._forget_old()
            await self.galleries.look()
            await self.traces.look()
