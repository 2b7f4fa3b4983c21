"""Whether a candidate is a solution, and if not, why not."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.web.address import needed
from everyway.web.following import keeper_of
from everyway.web.show import page


async def check(request: Request) -> Response:
    """Check the candidate in the address by the rules of the puzzle in it."""
    task = {"puzzle": needed(request, "puzzle"), "candidate": needed(request, "candidate")}
    found = await keeper_of(request).pool.quick("jobs_solutions:check", task)
    return page(request, "check.html", found=found, line=found["line"], candidate=task["candidate"])


ROUTES = [Route("/check", check)]
