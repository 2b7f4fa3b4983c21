"""A text read as a puzzle while it is typed or painted, for the editor."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.web.address import link
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


async def read(request: Request) -> Response:
    """Read ``{"text": …}`` or ``{"puzzle": {…}}``; an error says what is wrong, and where.

    What comes back is the puzzle as plain data, its line, family and questions, the address of
    its page and its picture, or a note why there is none.
    """
    body = await body_of(request)
    text = body.get("text")
    if text is None and isinstance(body.get("puzzle"), dict):
        text = json.dumps(body["puzzle"], ensure_ascii=False)
    if not isinstance(text, str):
        raise EverywayError('give {"text": "…"}')
    found = await keeper_of(request).opened.open(text)
    return JSONResponse({**found, "address": link("/puzzle", found["line"])})


ROUTES = [Route("/read", read, methods=["POST"])]
