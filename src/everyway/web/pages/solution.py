"""One solution: its page, its files, and a sheet to print."""

from __future__ import annotations

from base64 import b64decode
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.web.address import needed, text_of
from everyway.web.following import keeper_of
from everyway.web.jobs_solutions import KINDS
from everyway.web.questions import whole
from everyway.web.show import page

WIDEST = 4000


def _task(request: Request) -> dict[str, Any]:
    return {"puzzle": needed(request, "puzzle"), "solution": text_of(request, "solution")}


async def solution(request: Request) -> Response:
    """Show a solution, checked against the rules, with the files that can be had of it."""
    needed(request, "solution")
    task = _task(request)
    found = await keeper_of(request).pool.quick("jobs_solutions:show", task)
    return page(request, "solution.html", found=found, kinds=tuple(KINDS), **task)


async def export(request: Request) -> Response:
    """Return the puzzle or a solution as a file: ``as=svg``, ``png``, ``toml`` and so on."""
    task = {**_task(request), "as": needed(request, "as")}
    if (style := text_of(request, "style")) is not None:
        task["style"] = style
    if "width" in request.query_params:
        task["width"] = whole(request.query_params, "width", 800, 16, WIDEST)
    found = await keeper_of(request).pool.quick("jobs_solutions:export", task)
    return file_response(found)


def file_response(found: dict[str, Any]) -> Response:
    """Return what a job made as a file: its ``name``, ``kind``, and contents in base 64."""
    headers = {"Content-Disposition": f'attachment; filename="{quote(found["name"])}"'}
    return Response(b64decode(found["base64"]), 200, headers, found["kind"])


async def sheet(request: Request) -> Response:
    """Show a clean sheet to print: the puzzle, without or with its solution."""
    task = _task(request)
    pool = keeper_of(request).pool
    alone = await pool.quick("jobs_solutions:show", {**task, "solution": None})
    solved = None
    if task["solution"] is not None and "hide" not in request.query_params:
        solved = await pool.quick("jobs_solutions:show", task)
    return page(request, "sheet.html", alone=alone, solved=solved, **task)


ROUTES = [
    Route("/solution", solution),
    Route("/export", export),
    Route("/sheet", sheet),
]
