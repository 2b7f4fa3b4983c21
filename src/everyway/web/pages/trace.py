"""The steps of a search: played by a script, or one step a page without it."""

from __future__ import annotations

import base64
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.drawing.player import SCRIPTS, STYLE, asset, inline_json
from everyway.runs.tracing import methods_of
from everyway.web.address import line_of, link, puzzle_of, text_of
from everyway.web.questions import whole
from everyway.web.show import page
from everyway.web.traces import Traces

MOST_STEP = 10**9
FILES = {"html": ("text/html", 2000), "gif": ("image/gif", 30)}
"""The files that can be saved: what they are, and how many steps are in them."""


def traces_of(request: Request) -> Traces:
    """Return the traces of this server, which begin with the first that is asked for."""
    state = request.app.state
    if not hasattr(state, "traces"):
        state.traces = Traces(state.limits)
    traces: Traces = state.traces
    return traces


def method_of(request: Request, puzzle: Puzzle) -> str:
    """Return the method in the address, the family's first where there is none."""
    methods = methods_of(puzzle)
    if not methods:
        raise EverywayError("no steps are recorded of", text=puzzle.family)
    method = text_of(request, "method") or methods[0]
    if method not in methods:
        raise EverywayError("no steps by", text=method, hint="one of " + ", ".join(methods))
    return method


def _asked(request: Request) -> tuple[Puzzle, str, Traces]:
    puzzle = puzzle_of(request, "show")
    return puzzle, method_of(request, puzzle), traces_of(request)


def _step(request: Request, name: str = "step", usual: int = 1) -> int:
    return whole(request.query_params, name, usual, 0, MOST_STEP)


def trace(request: Request) -> Response:
    """Show the step in the address, with links forward and back; a script makes a player of it."""
    puzzle, method, traces = _asked(request)
    at = max(0, _step(request) - 1)
    shown = traces.ask(puzzle, method, "picture", at=at)
    player = traces.ask(puzzle, method, "player")
    line = line_of(puzzle)
    return page(
        request,
        "trace.html",
        line=line,
        method=method,
        methods=methods_of(puzzle),
        shown=shown,
        asked_for=at,
        data=inline_json(player),
        steps=link("/trace/steps", line, method=method),
        said=text_of(request, "said"),
    )


def steps(request: Request) -> Response:
    """Return steps for the player, or the step of the next or previous solution."""
    puzzle, method, traces = _asked(request)
    given = request.query_params
    if "next" in given or "previous" in given:
        way = 1 if "next" in given else -1
        at = _step(request, "next" if way > 0 else "previous", 0)
        return JSONResponse(traces.ask(puzzle, method, "solution", at=at, way=way))
    start = _step(request, "start", 0)
    stop = _step(request, "stop", start + 1)
    return JSONResponse(traces.ask(puzzle, method, "chunk", start=start, stop=stop))


def jump(request: Request) -> Response:
    """Lead to the next or the previous solution, for a page without a script."""
    puzzle, method, traces = _asked(request)
    at, way = _step(request) - 1, -1 if text_of(request, "way") == "back" else 1
    found = traces.ask(puzzle, method, "solution", at=at, way=way)
    where, said = found["step"], None
    if where is None:
        # Where the search has not come to its end, the last step is as far as one can tell.
        where = at if way < 0 or found["finished"] else found["recorded"] - 1
        said = "none" if way < 0 or found["finished"] else "not yet"
    to = link("/trace", line_of(puzzle), method=method, step=where + 1, said=said)
    return RedirectResponse(to, 303)


def save(request: Request) -> Response:
    """Return the steps as a file: a page that plays them, or an animation."""
    puzzle, method, traces = _asked(request)
    ending = text_of(request, "as") or "html"
    if ending not in FILES:
        raise EverywayError("no such file of steps:", text=ending, hint="one of html, gif")
    kind, most = FILES[ending]
    start = max(0, _step(request) - 1)
    found: dict[str, Any] = traces.ask(
        puzzle, method, "file", start=start, most=most, ending=ending
    )
    name = re.sub(r"[^a-z0-9]+", "-", line_of(puzzle).lower()).strip("-")[:40] or "trace"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(base64.b64decode(found["data"]), 200, headers, kind)


def player_file(request: Request) -> Response:
    """Return the player's scripts or style, the same as in files that are saved."""
    name = request.url.path.rpartition("/")[2]
    kind = "text/css" if name == STYLE else "text/javascript"
    return Response(asset(name), media_type=kind)


ROUTES = [
    Route("/trace", trace),
    Route("/trace/steps", steps),
    Route("/trace/jump", jump),
    Route("/trace/save", save),
    *(Route(f"/static/{name}", player_file) for name in (*SCRIPTS, STYLE)),
]
