"""Puzzles set up by hand: a form that was sent becomes the page of its puzzle.

The editor sends the same form while it is filled in, and shows what comes back.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.web.address import link, read_puzzle
from everyway.web.editor import editor_of, editor_of_form, puzzle_from_form
from everyway.web.pages.read import body_of, read_text
from everyway.web.show import error_data, page


def read_form(text: str) -> Puzzle:
    """Return the puzzle of a form as a browser writes it in an address."""
    return puzzle_from_form(parse_qsl(text, keep_blank_values=True))


def what_it_is(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the page says of a text, and with it what the editor's form holds."""
    editor = editor_of(puzzle)
    known = read_text(json.dumps(puzzle.to_dict(), ensure_ascii=False))
    return {**known, "kind": editor.kind, "form": dict(editor.texts)}


def set_up(request: Request) -> Response:
    """Lead to the page of the puzzle that the form describes, or show the form and its fault."""
    pairs = parse_qsl(request.url.query, keep_blank_values=True)
    editor = editor_of_form(pairs)
    try:
        puzzle = puzzle_from_form(pairs)
    except EverywayError as error:
        return page(request, "editor/page.html", status=400, editor=editor, fault=error_data(error))
    return RedirectResponse(link("/puzzle", puzzle), 303)


async def read(request: Request) -> Response:
    """Read ``{"form": "kind=…&…"}`` or ``{"text": …}``, any puzzle's text; answer for the editor."""
    body = await body_of(request)
    form, text = body.get("form"), body.get("text")
    if isinstance(form, str):
        return JSONResponse(await run_in_threadpool(lambda: what_it_is(read_form(form))))
    if isinstance(text, str):
        return JSONResponse(await run_in_threadpool(lambda: what_it_is(read_puzzle(text))))
    raise EverywayError('give {"form": "…"} or {"text": "…"}')


ROUTES = [Route("/set-up", set_up), Route("/set-up", read, methods=["POST"])]
