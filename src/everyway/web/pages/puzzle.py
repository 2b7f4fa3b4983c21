"""The page of one puzzle: its picture, and all that can be asked about it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.families.registry import family
from everyway.web.address import needed, read_puzzle
from everyway.web.following import keeper_of
from everyway.web.jobs_solutions import KINDS
from everyway.web.show import page

PUZZLE_KINDS = ("svg", "png", "txt", "toml", "json")
"""The kinds of files in which a puzzle alone can be had."""

assert set(PUZZLE_KINDS) <= set(KINDS)


async def puzzle(request: Request) -> Response:
    """Show the puzzle in the address, whatever form it is written in."""
    text = needed(request, "puzzle")
    opened = await keeper_of(request).opened.open(text)
    shown = await run_in_threadpool(read_puzzle, text)
    return page(
        request,
        "puzzle.html",
        puzzle=shown,
        opened=opened,
        line=opened["line"],
        family=family(shown.family),
        questions=opened["questions"],
        engines=opened["engines"],
        toml=opened["toml"],
        kinds=PUZZLE_KINDS,
    )


ROUTES = [Route("/puzzle", puzzle)]
