"""Galleries and traces keep workers: few, none lost, and whoever waits for one is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from everyway import Queens
from everyway.core.errors import EverywayError
from everyway.web import jobs_solutions
from everyway.web.galleries import MOST_SESSIONS as MOST_GALLERIES
from everyway.web.galleries import Galleries
from everyway.web.limits import Limits
from everyway.web.traces import MOST_SESSIONS as MOST_TRACES
from everyway.web.traces import Traces


class StandIn:
    """A worker that answers each question, or none at all."""

    def __init__(self, mute: bool) -> None:
        self.mute = mute
        self.lines: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def do(self, task: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        while True:
            line = await self.lines.get()
            yield line
            if "ended" in line:
                return

    async def send(self, line: dict[str, Any]) -> None:
        if not self.mute:
            self.lines.put_nowait({"answer": line["want"]})

    def kill(self) -> None:
        self.lines.put_nowait({"ended": -9})


class Workers:
    """A pool of those; the first *mute* of them never answer."""

    def __init__(self, mute: int) -> None:
        self.mute = mute
        self.taken = 0
        self.out = 0

    async def take(self) -> StandIn:
        self.taken += 1
        self.out += 1
        return StandIn(self.taken <= self.mute)

    async def give(self, worker: StandIn) -> None:
        # The system takes a moment to end a process.
        await asyncio.sleep(0.01)
        self.out -= 1


def test_a_gallery_that_is_waited_for_does_not_go_for_another() -> None:
    async def look() -> None:
        workers: Any = Workers(mute=1000)
        galleries = Galleries(workers, Limits())
        keys = [(f"queens {n}", None, None) for n in range(8, 9 + MOST_GALLERIES)]
        pages = (galleries.page(key, 0, 0.1) for key in keys)
        # One waits until another need not wait any more, which then goes.
        assert await asyncio.gather(*pages) == [None] * (MOST_GALLERIES + 1)
        assert workers.taken == MOST_GALLERIES + 1
        assert workers.out == MOST_GALLERIES
        await galleries.close()
        assert workers.out == 0

    asyncio.run(look())


def test_whoever_asks_for_the_same_trace_at_once_shares_its_worker() -> None:
    async def look() -> None:
        workers: Any = Workers(mute=0)
        traces = Traces(workers, Limits())
        for n in range(MOST_TRACES):
            await traces.ask((f"queens {n}", "backtracking"), "picture", at=0)
        key = ("queens 8", "backtracking")
        asked = (traces.ask(key, "picture", at=at) for at in range(3))
        assert [found["at"] for found in await asyncio.gather(*asked)] == [0, 1, 2]
        assert workers.taken == MOST_TRACES + 1
        assert workers.out == traces.number == MOST_TRACES
        await traces.close()
        assert workers.out == 0

    asyncio.run(look())


def test_a_trace_that_ended_while_somebody_waited_for_it_is_made_anew() -> None:
    async def look() -> None:
        workers: Any = Workers(mute=1)
        traces = Traces(workers, Limits(short=0.1))
        key = ("queens 8", "backtracking")
        asked = (traces.ask(key, "picture", at=at) for at in range(2))
        late, found = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(late, EverywayError)
        assert found == {"what": "picture", "at": 1}
        # The worker that answered is one that will be ended some day.
        assert workers.out == traces.number == 1
        await traces.close()
        assert workers.out == 0

    asyncio.run(look())


def test_large_pictures_make_a_short_page(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Queens(6)
    stream = enumerate(puzzle.solutions(), 1)
    monkeypatch.setattr(jobs_solutions, "MOST_DRAWN", 10)
    told = jobs_solutions._next_page(puzzle, stream, 24)
    assert [solution["number"] for solution in told["page"]] == [1]
    assert not told["end"]
    monkeypatch.undo()
    told = jobs_solutions._next_page(puzzle, stream, 24)
    assert [solution["number"] for solution in told["page"]] == [2, 3, 4]
    assert told["end"]
