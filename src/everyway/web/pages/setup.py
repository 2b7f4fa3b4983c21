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
from everyway.web.following import keeper_of
from everyway.web.pages.read import body_of
from everyway.web.show import error_data, page


def read_form(text: str) -> Puzzle:
    """Return the puzzle of a form as a browser writes it in an address."""
    return puzzle_from_form(parse_qsl(text, keep_blank_values=True))


def form_of(puzzle: Puzzle) -> tuple[str, dict[str, Any]]:
    """Return the puzzle's text, and what the editor's form holds of it."""
    editor = editor_of(puzzle)
    text = json.dumps(puzzle.to_dict(), ensure_ascii=False)
    return text, {"kind": editor.kind, "form": dict(editor.texts)}


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
        plain, held = await run_in_threadpool(lambda: form_of(read_form(form)))
    elif isinstance(text, str):
        plain, held = await run_in_threadpool(lambda: form_of(read_puzzle(text)))
    else:
        raise EverywayError('give {"form": "…"} or {"text": "…"}')
    # A worker draws it, for the picture of a large board takes long.
    known = await keeper_of(request).opened.open(plain)
    return JSONResponse({**known, "address": link("/puzzle", known["line"]), **held})


ROUTES = [Route("/set-up", set_up), Route("/set-up", read, methods=["POST"])]
