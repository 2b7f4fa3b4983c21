"""What the family of a puzzle reports of it: as long as an answer may take."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.families.registry import family
from everyway.web.address import line_of, link, needed, puzzle_of, text_of
from everyway.web.following import keeper_of, show_run
from everyway.web.questions import seconds_of


async def report(request: Request) -> Response:
    """Show what a report of the puzzle's family finds; ``extra`` are the words that follow it."""
    name = needed(request, "name")
    extra = text_of(request, "extra") or ""

    def read() -> str:
        puzzle = puzzle_of(request, name)
        if family(puzzle.family).report_named(name) is None:
            names = ", ".join(r.name for r in family(puzzle.family).reports)
            raise EverywayError(f"{puzzle.family} has no report", text=name, hint=names)
        return line_of(puzzle)

    line = await run_in_threadpool(read)
    run = keeper_of(request).submit(
        "report",
        "jobs_report:report",
        {"puzzle": line, "name": name, "extra": extra},
        title=f"Report: {name} {extra}".strip(),
        address=link("/report", line, name=name, extra=extra or None),
        line=line,
        seconds=seconds_of(request.query_params, keeper_of(request).limits),
        again=text_of(request, "anew"),
    )
    return await show_run(request, run)


ROUTES = [Route("/report", report)]
