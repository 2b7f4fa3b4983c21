"""The start page: families with a picture each, a gallery of examples, a field to paste into."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from everyway.families.registry import families
from everyway.web.address import link
from everyway.web.examples import EXAMPLES
from everyway.web.show import page


def start(request: Request) -> Response:
    """Show what puzzles there are, without reading any of them: pictures come by themselves."""
    return page(request, "start.html", families=families(), examples=EXAMPLES)


def icon(request: Request) -> Response:
    """Lead browsers that ask for an icon of the old name to the one there is."""
    return RedirectResponse(link("/static/icon.svg"), 308)


ROUTES = [Route("/", start), Route("/favicon.ico", icon)]
