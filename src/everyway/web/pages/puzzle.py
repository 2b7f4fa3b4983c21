"""The page of one puzzle: its picture, and all that can be asked about it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.families.registry import family
from everyway.web.address import line_of, puzzle_of
from everyway.web.questions import engines_of, questions_of
from everyway.web.show import page


def puzzle(request: Request) -> Response:
    """Show the puzzle in the address, whatever form it is written in."""
    shown = puzzle_of(request)
    return page(
        request,
        "puzzle.html",
        puzzle=shown,
        line=line_of(shown),
        family=family(shown.family),
        questions=questions_of(shown),
        engines=engines_of(shown),
        toml=shown.to_toml(),
    )


ROUTES = [Route("/puzzle", puzzle)]
