"""Pages from templates, and errors as pages: one clear message, never a traceback or a path."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from everyway.core.errors import EverywayError
from everyway.families.line import puzzle_from_anything
from everyway.families.registry import family
from everyway.runs.choice import seconds_text
from everyway.web.address import link
from everyway.web.editor import editor_for, piece_shapes
from everyway.web.worker import parts_of

if TYPE_CHECKING:
    from jinja2 import Environment

PLACE = re.compile(r"line ([0-9]+)|(?:line ([0-9]+), )?column ([0-9]+)")

SAID = {
    404: "there is no such page",
    405: "a page is not asked for in this way",
    413: "that is too much to read",
    415: "it must be sent as application/json",
    500: "something went wrong here; it is written down where the server was started",
}
"""What is said about errors that are not about what somebody wrote."""


@cache
def environment() -> Environment:
    """Return the templates; everything put into them is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("everyway.web", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals.update(link=link, family_of=family)
    made.globals.update(editor_for=editor_for, piece_shapes=piece_shapes)
    made.filters.update(seconds=seconds_text, titled=titled, stated=stated)
    return made


@lru_cache(maxsize=256)
def _in_words(line: str) -> tuple[str, str]:
    try:
        puzzle = puzzle_from_anything(line)
    except EverywayError:  # a range of sizes is no puzzle
        return line, ""
    return puzzle.title(), puzzle.statement()


def titled(line: str) -> str:
    """Return what the puzzle of *line* is called; the line itself where it is a range of them."""
    return _in_words(line)[0]


def stated(line: str) -> str:
    """Return what is to be done in the puzzle of *line*, or nothing where it is no single one."""
    return _in_words(line)[1]


def text_from(template: str, **values: Any) -> str:
    """Return the HTML that *template* makes of *values*."""
    return environment().get_template(template).render(**values)


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **values: Any,
) -> HTMLResponse:
    """Return a page made by *template*; in it stand *values*, the request, and the limits."""
    text = text_from(template, request=request, limits=request.app.state.limits, **values)
    return HTMLResponse(text, status, headers)


def place_of(error: EverywayError) -> dict[str, int] | None:
    """Return the line and column, from 1, where an error stands in a text, or None.

    >>> place_of(EverywayError("no", where="column 13"))
    {'line': 1, 'column': 13}
    >>> place_of(EverywayError("no", where="line 2"))
    {'line': 2, 'column': 1}
    >>> place_of(EverywayError("no", where="row 2, column 3"))  # of a square, not of a text
    """
    found = PLACE.fullmatch(error.where or "")
    if found is None:
        return None
    return {"line": int(found[1] or found[2] or 1), "column": int(found[3] or 1)}


def error_data(error: EverywayError) -> dict[str, Any]:
    """Return an error as plain data: ``error``, ``text``, ``where``, ``place`` and ``hint``.

    ``where`` is the line and column if they are known, ``place`` what the error says of it.
    """
    parts = parts_of(error)
    return {
        "error": parts["message"],
        "text": parts["text"],
        "where": place_of(error),
        "place": parts["where"],
        "hint": parts["hint"],
        "said": str(error),
    }


def wants_json(request: Request) -> bool:
    """Return whether the request asks for JSON rather than for a page."""
    return request.method == "POST" or "application/json" in request.headers.get("accept", "")


def error_page(request: Request, error: EverywayError, status: int = 400) -> Response:
    """Return the page that says what cannot be taken, and what would do."""
    data = error_data(error)
    if wants_json(request):
        return JSONResponse(data, status)
    given = request.query_params.get("puzzle", "")
    return page(request, "error.html", status=status, fault=data, given=given)


def status_page(request: Request, status: int, said: str | None = None) -> Response:
    """Return the page for an error that is not about what somebody wrote."""
    return error_page(request, EverywayError(said or SAID.get(status, "no")), status)
