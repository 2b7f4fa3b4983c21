"""The list of runs, the page of one, its events, and what stops it."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from everyway.web.following import fragment, keeper_of, said, show_run
from everyway.web.runs import Run
from everyway.web.show import page

SAID_EVERY = 5
"""So many changes pass between two remarks for those who listen."""


def run_of(request: Request) -> Run:
    """Return the run in the address; there is none any more some time after its end."""
    run = keeper_of(request).runs.get(request.path_params["id"])
    if run is None:
        raise HTTPException(404)
    return run


async def runs(request: Request) -> Response:
    """Show all runs, the last first; with ``part=rows`` the rows alone.

    The list asks for its rows again and again while it is open, and so follows all runs.
    """
    keeper = keeper_of(request)
    rows = request.query_params.get("part") == "rows"
    for run in keeper.active() if rows else ():
        run.seen = time.monotonic()
    template = "run_rows.html" if rows else "runs.html"
    listed = list(reversed(keeper.runs.values()))
    return page(request, template, runs=listed, places={r.id: keeper.place(r) for r in listed})


async def run_page(request: Request) -> Response:
    """Show one run; with ``wait`` as late as may be, for browsers without JavaScript."""
    run = run_of(request)
    wait = "wait" in request.query_params
    return await show_run(request, run, keeper_of(request).limits.patience if wait else 0.0)


async def events(request: Request) -> Response:
    """Send the changes of a run as server-sent events, each the HTML that takes its place."""
    from sse_starlette import EventSourceResponse

    run = run_of(request)

    async def sent() -> AsyncIterator[dict[str, str]]:
        number = 0
        async for _ in run.changes():
            yield {"event": "state", "data": fragment(request, run)}
            if run.finished or number % SAID_EVERY == 0:
                yield {"event": "said", "data": said(run)}
            number += 1
        yield {"event": "finished", "data": "<!-- nothing to cancel -->"}
        yield {"event": "end", "data": "end"}

    return EventSourceResponse(sent(), ping=15)


async def cancel(request: Request) -> Response:
    """Stop a run; its page then shows what is known."""
    run = run_of(request)
    keeper = keeper_of(request)
    await keeper.cancel(run)
    await run.wait(3.0)
    return RedirectResponse(f"/runs/{run.id}", 303)


async def data(request: Request) -> Response:
    """Return the answer of a finished run as JSON, as the command's ``--json`` prints it."""
    run = run_of(request)
    found: Any = run.result.get("answer") if isinstance(run.result, dict) else None
    if found is None:
        raise HTTPException(404)
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    headers = {"Content-Disposition": 'attachment; filename="answer.json"'}
    return Response(text, 200, headers, "application/json")


ROUTES = [
    Route("/runs", runs),
    Route("/runs/{id}", run_page),
    Route("/runs/{id}/events", events),
    Route("/runs/{id}/answer.json", data),
    Route("/runs/{id}/cancel", cancel, methods=["POST"]),
]
