"""Galleries: solutions a page at a time, from workers that stay where they are in the list."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any

from everyway.core.errors import EverywayError
from everyway.web.limits import Limits
from everyway.web.workers import Pool, Worker, result_of

PAGE = 24
MOST_SESSIONS = 4
KEPT_PAGES = 6
IDLE_SECONDS = 180.0
UNSEEN_SECONDS = 30.0
"""A worker that searches for the next page while nobody asks for it is ended after so long."""

Key = tuple[str, str | None, str | None]
"""A puzzle's line, ``up_to``, and the square that solutions must occupy."""


class _Session:
    """One list that is gone through: its worker, and how far it is."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.pages: OrderedDict[int, dict[str, Any]] = OrderedDict()
        self.lock = asyncio.Lock()
        self.asking = 0
        self.used = time.monotonic()
        self.worker: Worker | None = None
        self.at = 0
        self.lines: AsyncIterator[dict[str, Any]] | None = None
        self.pending: asyncio.Future[dict[str, Any]] | None = None


class Galleries:
    """All galleries that are looked at; a worker that has gone is replaced, and skips ahead."""

    def __init__(self, pool: Pool, limits: Limits) -> None:
        self._pool = pool
        self._limits = limits
        self._sessions: OrderedDict[Key, _Session] = OrderedDict()
        # No more are asked at a time than are kept: so there is always one that can go.
        self._room = asyncio.Semaphore(MOST_SESSIONS)

    async def page(self, key: Key, start: int, seconds: float) -> dict[str, Any] | None:
        """Return the page of solutions from place *start*, or None if it takes over *seconds*.

        It is searched for on: ask again. Raises ``EverywayError`` for what cannot be listed.
        """
        async with self._room:
            session = self._sessions.get(key)
            if session is None:
                session = self._sessions[key] = _Session(key)
            self._sessions.move_to_end(key)
            session.asking += 1
            try:
                await self._close_some()
                async with session.lock:
                    return await self._page(session, start, seconds)
            finally:
                session.asking -= 1
                session.used = time.monotonic()

    async def _page(self, session: _Session, start: int, seconds: float) -> dict[str, Any] | None:
        if start not in session.pages:
            if session.worker is None or session.at != start:
                await self._begin(session, start)
            elif session.pending is None:
                await session.worker.send({"want": PAGE})
                self._listen(session)
            assert session.pending is not None
            done, _ = await asyncio.wait([session.pending], timeout=seconds)
            if not done:
                return None
            await self._take(session)
        return session.pages[start]

    async def _begin(self, session: _Session, start: int) -> None:
        await self._end(session)
        line, up_to, square = session.key
        session.worker = await self._pool.take()
        session.at = start
        task = {"puzzle": line, "up_to": up_to, "square": square, "skip": start, "want": PAGE}
        session.lines = session.worker.do({"job": "jobs_solutions:gallery", **task})
        self._listen(session)

    def _listen(self, session: _Session) -> None:
        assert session.lines is not None
        session.pending = asyncio.ensure_future(anext(session.lines))

    async def _take(self, session: _Session) -> None:
        """Keep the page that has come; where none came, end the worker and say why."""
        assert session.pending is not None
        try:
            line = session.pending.result()
        except StopAsyncIteration:
            line = {"ended": None}
        session.pending = None
        if "page" not in line:
            await self._end(session)
            result_of(line, self._limits)
            raise EverywayError("the list was stopped", hint="ask again")
        session.pages[session.at] = line
        session.at += len(line["page"])
        if len(session.pages) > KEPT_PAGES:
            session.pages.popitem(last=False)
        if line["end"]:
            await self._end(session)

    async def _end(self, session: _Session) -> None:
        worker, pending = session.worker, session.pending
        session.worker = session.lines = session.pending = None
        if worker is not None:
            worker.kill()
            if pending is not None:
                await asyncio.wait([pending], timeout=5)
                pending.cancel()
            await self._pool.give(worker)

    async def _close_some(self) -> None:
        """End those not asked for the longest, never one that somebody waits for."""
        while len(self._sessions) > MOST_SESSIONS:
            oldest = next((s for s in self._sessions.values() if not s.asking), None)
            if oldest is None:
                return
            del self._sessions[oldest.key]
            await self._end(oldest)

    async def look(self) -> None:
        """End what nobody has looked at for long; called every now and then."""
        now = time.monotonic()
        for key, session in list(self._sessions.items()):
            if session.asking or self._sessions.get(key) is not session:
                continue
            unseen = now - session.used
            if session.pending is not None and unseen > UNSEEN_SECONDS:
                await self._end(session)
            elif unseen > IDLE_SECONDS:
                del self._sessions[key]
                await self._end(session)

    async def close(self) -> None:
        """End all."""
        for session in list(self._sessions.values()):
            await self._end(session)
        self._sessions.clear()
