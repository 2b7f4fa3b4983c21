"""Puzzles set up by hand: a form that was sent becomes the page of its puzzle."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.web.address import link
from everyway.web.editor import editor_of_form, pairs_of, text_of_form
from everyway.web.following import keeper_of
from everyway.web.show import error_data, page


async def set_up(request: Request) -> Response:
    """Lead to the page of the puzzle that the form describes, or show the form and its fault."""
    pairs = pairs_of(request.url.query)
    editor = editor_of_form(pairs)
    try:
        found = await keeper_of(request).opened.open(text_of_form(pairs))
    except EverywayError as error:
        return page(request, "editor/page.html", status=400, editor=editor, fault=error_data(error))
    return RedirectResponse(link("/puzzle", found["line"]), 303)


ROUTES = [Route("/set-up", set_up)]
