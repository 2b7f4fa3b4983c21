"""A picture as a file of its own, for pages that show many."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.web.address import puzzle_of
from everyway.web.pictures import picture_svg

KEPT = {"Cache-Control": "private, max-age=3600"}


def picture(request: Request) -> Response:
    """Return the picture of the puzzle alone as SVG."""
    return Response(str(picture_svg(puzzle_of(request))), 200, KEPT, "image/svg+xml")


ROUTES = [Route("/picture", picture)]
