"""The answer to a question about a puzzle."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.families.registry import family
from everyway.runs.choice import choose
from everyway.web.address import line_of, link, puzzle_of, text_of
from everyway.web.following import show_run
from everyway.web.questions import LABELS, Asked, asked, parameters, question_name


def _read(request: Request) -> tuple[str, Asked]:
    given = request.query_params
    puzzle = puzzle_of(request, question_name(given))
    what = asked(given, request.app.state.limits)
    if what.engine is not None and family(puzzle.family).engine_named(what.engine) is None:
        choose(puzzle, what.question, what.engine)  # says which there are
    return line_of(puzzle), what


async def answer(request: Request) -> Response:
    """Ask the question in a run; show its answer if that comes at once, else its progress."""
    line, what = await run_in_threadpool(_read, request)
    given = parameters(request.query_params)
    run = request.app.state.keeper.submit(
        "answer",
        "jobs:ask",
        {"puzzle": line, "given": given},
        title=LABELS[what.question.name],
        address=link("/answer", line, **given),
        line=line,
        seconds=what.time,
        again=text_of(request, "anew"),
    )
    return await show_run(request, run)


ROUTES = [Route("/answer", answer)]
