"""Galleries that are looked at by many at once."""

from __future__ import annotations

import asyncio

from everyway.web.galleries import MOST_SESSIONS, Galleries
from everyway.web.limits import Limits
from everyway.web.workers import Pool

NUMBER = MOST_SESSIONS + 3
"""More than are kept."""


def test_a_gallery_that_somebody_waits_for_does_not_go() -> None:
    limits = Limits()

    async def ask() -> tuple[list[object], int, list[int]]:
        pool = Pool(limits)
        galleries = Galleries(pool, limits)
        keys = [(f"queens {n}", None, None) for n in range(4, 4 + NUMBER)]
        try:
            found = await asyncio.gather(
                *(galleries.page(key, 0, 60.0) for key in keys), return_exceptions=True
            )
            number = len(galleries._sessions)
        finally:
            await galleries.close()
            await pool.close()
        return found, number, pool.pids

    found, number, left = asyncio.run(ask())
    assert [bool(isinstance(page, dict) and page["page"]) for page in found] == [True] * NUMBER
    assert number <= MOST_SESSIONS
    assert left == []


def test_what_is_wanted_of_a_job_that_has_ended_is_passed_over() -> None:
    async def ask() -> object:
        pool = Pool(Limits())
        try:
            worker = await pool.take()
            await worker.send({"want": 24})
            last = None
            async for line in worker.do(
                {"job": "jobs_solutions:show", "puzzle": "queens 4", "solution": None}
            ):
                last = line
            return last
        finally:
            await pool.close()

    last = asyncio.run(ask())
    assert isinstance(last, dict)
    assert "done" in last
