"""The gallery: solutions as pictures, a page at a time, as far as somebody scrolls."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.geometry.notation import parse_square, square_name
from everyway.web.address import line_of, link, puzzle_of, text_of
from everyway.web.following import keeper_of
from everyway.web.galleries import PAGE
from everyway.web.questions import up_to_of, whole
from everyway.web.show import page

MOST_PLACES = 10**9
FIRST_WAIT, LATER_WAIT = 3.0, 8.0
"""Seconds that the first page, and what follows as one scrolls, waits for solutions."""


def _square(puzzle: Puzzle, text: str | None) -> str | None:
    """Return the square in an address in its usual form."""
    if text is None:
        return None
    board: Any = getattr(puzzle, "board", None)
    if board is None:
        raise EverywayError("the puzzle has no board with squares, so none is", text=text)
    return square_name(board.shape, parse_square(board.shape, text))


def _read(request: Request) -> tuple[str, str | None, str | None]:
    puzzle = puzzle_of(request)
    square = _square(puzzle, text_of(request, "square"))
    return line_of(puzzle), up_to_of(request.query_params), square


async def gallery(request: Request) -> Response:
    """Show solutions from a place on; with ``part=items`` the items alone, for scrolling."""
    key = await run_in_threadpool(_read, request)
    line, up_to, square = key
    start = whole(request.query_params, "from", 0, 0, MOST_PLACES)
    items = request.query_params.get("part") == "items"
    keeper = keeper_of(request)
    opened = await keeper.opened.open(line)
    wait = LATER_WAIT if items else FIRST_WAIT
    found = await keeper.galleries.page(key, start, wait)

    def at(place: int, **more: Any) -> str:
        given = {"up_to": up_to, "square": square, "from": place or None}
        return link("/gallery", line, **given, **more)

    after = start if found is None else start + len(found["page"])
    return page(
        request,
        "gallery_items.html" if items else "gallery.html",
        line=line,
        run=None,
        up_to=up_to,
        square=square,
        opened=opened,
        start=start,
        found=found,
        after=after,
        next_page=at(after),
        next_items=at(after, part="items"),
        before=at(max(0, start - PAGE)) if start else None,
    )


ROUTES = [Route("/gallery", gallery)]
