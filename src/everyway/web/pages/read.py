"""A form or a text read as a puzzle while it is filled in, typed or painted, for the editor."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.web.address import link
from everyway.web.editor import editor_for, pairs_of, text_of_form
from everyway.web.following import keeper_of


async def body_of(request: Request) -> dict[str, Any]:
    """Return the JSON object in a request's body; raise ``EverywayError`` for anything else."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415)
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise EverywayError("the body of the request is no JSON") from error
    if not isinstance(body, dict):
        raise EverywayError("the body of the request is a JSON object, not", text=body)
    return body


def text_in(body: dict[str, Any]) -> str:
    """Return the text of the puzzle that a body means: its form, its text, or its plain data."""
    form, text, puzzle = body.get("form"), body.get("text"), body.get("puzzle")
    if isinstance(form, str):
        return text_of_form(pairs_of(form))
    if isinstance(text, str):
        return text
    if isinstance(puzzle, dict):
        return json.dumps(puzzle, ensure_ascii=False)
    raise EverywayError('give {"form": "…"}, {"text": "…"} or {"puzzle": {…}}')


async def read(request: Request) -> Response:
    """Read ``{"form": "kind=…&…"}``, ``{"text": …}`` or ``{"puzzle": {…}}`` as a puzzle.

    What comes back is what its page shows: the puzzle as plain data, its line, family, questions,
    picture or a note why there is none; the address of its page, the kind of its form, and what the
    form holds. An error says what is wrong, and where.
    """
    found = await keeper_of(request).opened.open(text_in(await body_of(request)))
    editor = editor_for(found["puzzle"], found["family"], found["line"])
    address = link("/puzzle", found["line"])
    known = {**found, "address": address, "kind": editor.kind, "form": dict(editor.texts)}
    return JSONResponse(known)


ROUTES = [Route("/read", read, methods=["POST"])]
