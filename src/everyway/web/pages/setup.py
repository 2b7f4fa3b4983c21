"""Puzzles set up by hand: a form that was sent becomes the page of its puzzle.

The editor sends the same form while it is filled in, and shows what comes back.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.web.address import link
from everyway.web.editor import editor_for, editor_of_form, text_of_form
from everyway.web.following import keeper_of
from everyway.web.pages.read import body_of
from everyway.web.show import error_data, page


def pairs_of(form: str) -> list[tuple[str, str]]:
    """Return names and values of a form as a browser writes them in an address."""
    return parse_qsl(form, keep_blank_values=True)


async def set_up(request: Request) -> Response:
    """Lead to the page of the puzzle that the form describes, or show the form and its fault."""
    pairs = pairs_of(request.url.query)
    editor = editor_of_form(pairs)
    try:
        found = await keeper_of(request).opened.open(text_of_form(pairs))
    except EverywayError as error:
        return page(request, "editor/page.html", status=400, editor=editor, fault=error_data(error))
    return RedirectResponse(link("/puzzle", found["line"]), 303)


def text_in(body: dict[str, Any]) -> str:
    """Return the text of the puzzle that the body of a request means: its form, or its text."""
    form, text = body.get("form"), body.get("text")
    if isinstance(form, str):
        return text_of_form(pairs_of(form))
    if isinstance(text, str):
        return text
    raise EverywayError('give {"form": "…"} or {"text": "…"}')


async def read(request: Request) -> Response:
    """Read ``{"form": "kind=…&…"}`` or ``{"text": …}``, any puzzle's text; answer for the editor.

    To what the page of the puzzle shows are added its address, the kind of its form, and what the
    form holds.
    """
    found = await keeper_of(request).opened.open(text_in(await body_of(request)))
    editor = editor_for(found["puzzle"], found["family"], found["line"])
    address = link("/puzzle", found["line"])
    known = {**found, "address": address, "kind": editor.kind, "form": dict(editor.texts)}
    return JSONResponse(known)


ROUTES = [Route("/set-up", set_up), Route("/set-up", read, methods=["POST"])]
