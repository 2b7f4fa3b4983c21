"""The steps of a search: played by a script, or one step a page without it."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.drawing.player import SCRIPTS, STYLE, asset, inline_json
from everyway.runs.tracing import methods_of
from everyway.web.address import line_of, link, puzzle_of, text_of
from everyway.web.following import keeper_of
from everyway.web.jobs_solutions import file_name
from everyway.web.pages.solution import file_response
from everyway.web.questions import whole
from everyway.web.show import page, titled

MOST_STEP = 10**9
FILES = {"html": ("text/html", 2000), "gif": ("image/gif", 30)}
"""The files that can be saved: what they are, and how many steps are in them."""


def method_of(request: Request, puzzle: Puzzle) -> str:
    """Return the method in the address, the family's first where there is none."""
    methods = methods_of(puzzle)
    if not methods:
        raise EverywayError("no steps are recorded of", text=puzzle.family)
    method = text_of(request, "method") or methods[0]
    if method not in methods:
        raise EverywayError("no steps by", text=method, hint="one of " + ", ".join(methods))
    return method


def _read(request: Request) -> tuple[str, str, list[str]]:
    puzzle = puzzle_of(request, "show")
    return line_of(puzzle), method_of(request, puzzle), methods_of(puzzle)


async def _ask(request: Request, what: str, **wanted: Any) -> dict[str, Any]:
    """Return what the trace in the address answers."""
    line, method, _ = await run_in_threadpool(_read, request)
    return await keeper_of(request).traces.ask((line, method), what, **wanted)


def _step(request: Request, name: str = "step", usual: int = 1) -> int:
    return whole(request.query_params, name, usual, 0, MOST_STEP)


async def trace(request: Request) -> Response:
    """Show the step in the address, with links forward and back; a script makes a player of it."""
    line, method, methods = await run_in_threadpool(_read, request)
    at = max(0, _step(request) - 1)
    shown = await _ask(request, "picture", at=at)
    return page(
        request,
        "trace.html",
        line=line,
        method=method,
        methods=methods,
        shown=shown,
        asked_for=at,
        data=inline_json(shown["player"]),
        steps=link("/trace/steps", line, method=method),
        said=text_of(request, "said"),
    )


async def steps(request: Request) -> Response:
    """Return steps for the player, or the step of the next or previous solution."""
    given = request.query_params
    if "next" in given or "previous" in given:
        name, way = ("next", 1) if "next" in given else ("previous", -1)
        at = _step(request, name, 0)
        return JSONResponse(await _ask(request, "solution", at=at, way=way))
    start = _step(request, "start", 0)
    stop = _step(request, "stop", start + 1)
    return JSONResponse(await _ask(request, "chunk", start=start, stop=stop))


async def jump(request: Request) -> Response:
    """Lead to the next or the previous solution, for a page without a script."""
    line, method, _ = await run_in_threadpool(_read, request)
    at, way = _step(request) - 1, -1 if text_of(request, "way") == "back" else 1
    found = await _ask(request, "solution", at=at, way=way)
    where, said = found["step"], None
    if where is None:
        # Where the search has not come to its end, the last step is as far as one can tell.
        ended = way < 0 or found["finished"]
        where, said = (at, "none") if ended else (found["recorded"] - 1, "not yet")
    return RedirectResponse(link("/trace", line, method=method, step=where + 1, said=said), 303)


async def save(request: Request) -> Response:
    """Return the steps as a file: a page that plays them, or an animation."""
    ending = text_of(request, "as") or "html"
    if ending not in FILES:
        raise EverywayError("no such file of steps:", text=ending, hint="one of html, gif")
    kind, most = FILES[ending]
    start = max(0, _step(request) - 1)
    line, _, _ = await run_in_threadpool(_read, request)
    found = await _ask(request, "file", start=start, most=most, ending=ending)
    return file_response({**found, "name": f"{file_name(titled(line))}.{ending}", "kind": kind})


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
