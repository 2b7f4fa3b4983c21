"""A picture as a file of its own, for pages that show many."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.web.address import needed
from everyway.web.following import keeper_of

KEPT = {"Cache-Control": "private, max-age=3600"}


async def picture(request: Request) -> Response:
    """Return the picture of the puzzle alone as SVG."""
    found = await keeper_of(request).opened.open(needed(request, "puzzle"))
    if found["svg"] is None:
        raise HTTPException(404)
    return Response(found["svg"], 200, KEPT, "image/svg+xml")


ROUTES = [Route("/picture", picture)]
