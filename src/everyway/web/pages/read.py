"""A text read as a puzzle while it is typed or painted, for the editor."""

from __future__ import annotations

import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.families.registry import family
from everyway.web.address import line_of, link, read_puzzle
from everyway.web.pictures import picture_svg
from everyway.web.questions import questions_of


def read_text(text: str) -> dict[str, Any]:
    """Return what *text* is as a puzzle: plain data, line, family, picture, its page's address."""
    puzzle = read_puzzle(text)
    return {
        "puzzle": puzzle.to_dict(),
        "line": line_of(puzzle),
        "family": family(puzzle.family).name,
        "questions": questions_of(puzzle),
        "address": link("/puzzle", puzzle),
        "svg": str(picture_svg(puzzle)),
    }


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
    """Read ``{"text": …}`` or ``{"puzzle": {…}}``; an error says what is wrong, and where."""
    body = await body_of(request)
    text = body.get("text")
    if text is None and isinstance(body.get("puzzle"), dict):
        text = json.dumps(body["puzzle"], ensure_ascii=False)
    if not isinstance(text, str):
        raise EverywayError('give {"text": "…"}')
    return JSONResponse(await run_in_threadpool(read_text, text))


ROUTES = [Route("/read", read, methods=["POST"])]
