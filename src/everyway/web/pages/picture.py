"""A picture as a file of its own, for pages that show many; and how pictures are dark in pages."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.drawing.theme import follow_system, page_rules
from everyway.web.address import needed
from everyway.web.following import keeper_of

KEPT = {"Cache-Control": "private, max-age=3600"}


async def picture(request: Request) -> Response:
    """Return the picture of the puzzle alone as SVG, light or dark as the page it stands in."""
    found = await keeper_of(request).opened.open(needed(request, "puzzle"))
    if found["svg"] is None:
        raise HTTPException(404)
    return Response(follow_system(found["svg"]), 200, KEPT, "image/svg+xml")


def rules(request: Request) -> Response:
    """Return the style sheet that makes the pictures of a dark page dark."""
    return Response(page_rules(), 200, KEPT, "text/css")


ROUTES = [Route("/picture", picture), Route("/pictures.css", rules)]
