"""How a page follows a run: at once where it is quick, else by events, or by asking again."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from everyway.web.runs import WAITING, Keeper, Run
from everyway.web.show import page, text_from

BRISK = 0.6
"""Seconds that a page waits for a quick answer before it shows a run's progress."""


def keeper_of(request: Request) -> Keeper:
    """Return the runs of the server."""
    keeper: Keeper = request.app.state.keeper
    return keeper


async def show_run(request: Request, run: Run, seconds: float = BRISK) -> Response:
    """Return the page of *run*: with its result if that comes within *seconds*, else its progress.

    Raises ``EverywayError`` where the run could not take what was asked.
    """
    await run.wait(seconds)
    if run.fault is not None:
        raise run.fault
    return page(request, "run.html", **values_of(request, run))


def values_of(request: Request, run: Run) -> dict[str, Any]:
    """Return what the templates of a run need."""
    keeper = keeper_of(request)
    place = keeper.place(run) if run.state == WAITING else 0
    return {"run": run, "place": place}


def fragment(request: Request, run: Run) -> str:
    """Return the part of a run's page that changes, as HTML."""
    return text_from("run_state.html", request=request, **values_of(request, run))


def said(run: Run) -> str:
    """Return in a few words how a run stands, for those who listen to the page."""
    if not run.finished:
        if run.state == WAITING:
            return "Waiting in line."
        return f"{100 * run.progress.get('fraction', 0):.0f} percent of the search."
    if run.fault is not None:
        return str(run.fault)
    result = run.result if isinstance(run.result, dict) else {}
    first = "Finished." if run.reason is None else f"Stopped by {run.stopped_by}."
    return f"{first} {result.get('value', '')} {result.get('sentence', '')}".strip()
