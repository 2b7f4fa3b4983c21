"""Traces that are looked at: each kept by a worker, so that none can hold up the server."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

from everyway.core.errors import EverywayError
from everyway.web.limits import Limits
from everyway.web.workers import Pool, Worker, fault_of, result_of

MOST_SESSIONS = 4
"""So many traces are kept; the one not asked for the longest goes when there is another."""
IDLE_SECONDS = 300.0
FILE_SECONDS = 60.0
"""A file with many pictures may take longer than what a page waits for."""

Key = tuple[str, str]
"""A puzzle's line, and a method."""


class _Session:
    """One trace, with the worker that keeps it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.asking = 0
        self.used = time.monotonic()
        self.worker: Worker | None = None
        self.lines: AsyncIterator[dict[str, Any]] | None = None
        self.coming: asyncio.Future[dict[str, Any]] | None = None


class Traces:
    """All traces that are looked at; one that has gone is recorded again when it is asked for."""

    def __init__(self, pool: Pool, limits: Limits) -> None:
        self._pool = pool
        self._limits = limits
        self._sessions: OrderedDict[Key, _Session] = OrderedDict()
        self._ending: set[asyncio.Future[None]] = set()

    @property
    def number(self) -> int:
        """How many traces are kept."""
        return len(self._sessions)

    async def ask(self, key: Key, what: str, **wanted: Any) -> dict[str, Any]:
        """Return what the worker with this trace answers; ``jobs_trace.WANTED`` says what it can.

        Raises ``EverywayError`` for what it cannot answer, what takes too long or too much memory,
        and where too many traces are busy.
        """
        while True:
            await self._make_room(key)
            session = self._sessions.setdefault(key, _Session())
            self._sessions.move_to_end(key)
            session.asking += 1
            try:
                async with session.lock:
                    # It may have ended while another question to it was answered.
                    if self._sessions.get(key) is session:
                        return await self._ask(key, session, {"what": what, **wanted})
            finally:
                session.asking -= 1
                session.used = time.monotonic()

    async def _ask(self, key: Key, session: _Session, wanted: dict[str, Any]) -> dict[str, Any]:
        if session.worker is None:
            session.worker = await self._pool.take()
            task = {"job": "jobs_trace:serve", "puzzle": key[0], "method": key[1], "asks": "show"}
            session.lines = session.worker.do(task)
        assert session.lines is not None
        session.coming = asyncio.ensure_future(anext(session.lines))
        seconds = FILE_SECONDS if wanted["what"] == "file" else self._limits.short
        try:
            # The job is sent when its first line is waited for; what is wanted of it comes after.
            await asyncio.sleep(0)
            # Within a line of its own: some names, such as "stop", mean something to every worker.
            await session.worker.send({"want": wanted})
            done, _ = await asyncio.wait([session.coming], timeout=seconds)
        except asyncio.CancelledError:
            # The answer that still comes must not be taken for that to the next question.
            self._leave(key, session)
            raise
        if not done:
            await self._end(key, session)
            raise EverywayError(f"this took over {seconds:g} s and was stopped")
        try:
            line = session.coming.result()
        except StopAsyncIteration:
            line = {"ended": None}
        if "answer" in line:
            answer: dict[str, Any] = line["answer"]
            return answer
        if "error" in line:
            raise fault_of(line["error"])
        await self._end(key, session)
        result_of(line, self._limits)
        raise EverywayError("the steps were stopped", hint="ask again")

    def _leave(self, key: Key, session: _Session) -> None:
        """Forget a trace at once; its worker ends by itself."""
        task = asyncio.ensure_future(self._end(key, session))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end(self, key: Key, session: _Session) -> None:
        if self._sessions.get(key) is session:
            del self._sessions[key]
        worker, coming = session.worker, session.coming
        session.worker = session.lines = session.coming = None
        if worker is not None:
            worker.kill()
            if coming is not None and not coming.done():
                await asyncio.wait([coming], timeout=5)
                coming.cancel()
            await self._pool.give(worker)

    async def _make_room(self, key: Key) -> None:
        # Somebody else may ask for the same while another ends.
        while key not in self._sessions and len(self._sessions) >= MOST_SESSIONS:
            idle = [other for other, session in self._sessions.items() if not session.asking]
            if not idle:
                raise EverywayError("too many traces are being looked at", hint="try again soon")
            await self._end(idle[0], self._sessions[idle[0]])

    async def look(self) -> None:
        """End what nobody has looked at for long; called every now and then."""
        before = time.monotonic() - IDLE_SECONDS
        for key, session in list(self._sessions.items()):
            if session.used < before and not session.asking:
                await self._end(key, session)

    async def close(self) -> None:
        """End all."""
        for key, session in list(self._sessions.items()):
            await self._end(key, session)
        await asyncio.gather(*self._ending)
