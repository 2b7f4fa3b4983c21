"""The answer to a question about a puzzle."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.web.address import line_of, puzzle_of
from everyway.web.questions import asked, question_name
from everyway.web.show import page


def answer(request: Request) -> Response:
    """Ask, wait as long as a page may, and show what is known."""
    limits = request.app.state.limits
    given = request.query_params
    puzzle = puzzle_of(request, question_name(given))
    ask = asked(given, limits)
    found = puzzle.ask(
        ask.question,
        engine=ask.engine,
        time_limit=min(ask.time, limits.patience),
        evidence=ask.evidence,
    )
    return page(request, "answer.html", puzzle=puzzle, line=line_of(puzzle), answer=found)


ROUTES = [Route("/answer", answer)]
