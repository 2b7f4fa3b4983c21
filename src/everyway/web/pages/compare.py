"""The methods side by side: the same question put to several engines, and how the cost grows."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.families.line import line_of
from everyway.runs.comparison import TIME_LIMIT, chosen_engines
from everyway.web.address import link, text_of
from everyway.web.following import keeper_of, show_run
from everyway.web.jobs_compare import (
    NOT_COMPARED,
    classic_engines,
    read_range,
    suggested_range,
)
from everyway.web.pages.runs import run_of
from everyway.web.questions import question_name, questions_of, seconds_of, up_to_of
from everyway.web.runs import Run
from everyway.web.show import page

TITLE = "The methods side by side"


async def compare(request: Request) -> Response:
    """Show what can be compared; with ``go`` in the address compare it, in a run."""
    text = text_of(request, "puzzle")
    if text is None:
        return page(request, "compare.html", line=None, growth="", title=TITLE)
    name = question_name(request.query_params)
    if name in NOT_COMPARED:
        raise EverywayError("engines are not compared by the question", text=name)
    if text_of(request, "go") is None:
        return await _choosing(request, text, name)
    names = [part for value in request.query_params.getlist("engine") for part in value.split(",")]
    names = [part.strip() for part in names if part.strip()]
    line, ranged = await run_in_threadpool(_read, text, name, names)
    return await show_run(request, _run(request, line, name, names, ranged))


def _read(text: str, question: str, names: list[str]) -> tuple[str, bool]:
    """Return *text* as a line, and whether it is a range; *names* must be engines of it."""
    puzzle, puzzles = read_range(text, question)
    chosen_engines(puzzle, names or None)
    if puzzles is None:
        return line_of(puzzle), False
    return " ".join(text.split()), True


def _run(request: Request, line: str, question: str, names: list[str], ranged: bool) -> Run:
    """Return the run that compares the engines called *names*, or all for none."""
    keeper = keeper_of(request)
    given = {"question": question}
    if up_to_of(request.query_params) is not None:
        given["up_to"] = "symmetry"
    each = TIME_LIMIT
    if text_of(request, "time") is not None:
        each = seconds_of(request.query_params, keeper.limits)
        given["time"] = f"{each:g}"
    chosen = {**given, "engine": ",".join(names) or None, "go": 1}
    task: dict[str, Any] = {"puzzle": line, "given": given, "each": each, "ranged": ranged}
    task["engines"] = names or None
    return keeper.submit(
        "compare",
        "jobs_compare:side_by_side",
        task,
        title=TITLE,
        address=link("/compare", line, **chosen),
        line=line,
        again=text_of(request, "anew"),
    )


async def _choosing(request: Request, text: str, question: str) -> Response:
    """Show the engines and what each says to the question, to choose from."""
    given = {"question": question}
    task = {"puzzle": text, "given": given}
    known = await keeper_of(request).pool.quick("jobs_compare:engines", task)
    line, ranged = await run_in_threadpool(_read, text, question, [])
    puzzle, _ = await run_in_threadpool(read_range, text, question)
    asked = {n: said for n, said in questions_of(puzzle).items() if n not in NOT_COMPARED}
    return page(
        request,
        "compare.html",
        title=TITLE,
        line=line,
        ranged=ranged,
        known=known,
        classic=classic_engines(known),
        asked=asked,
        chosen=question,
        seconds=TIME_LIMIT,
        growth="" if ranged else suggested_range(line),
    )


async def chart(request: Request) -> Response:
    """Return the picture of a finished comparison as a file."""
    run = run_of(request)
    if run.kind != "compare" or not run.result or not run.result["svg"]:
        raise HTTPException(404)
    headers = {"Content-Disposition": 'attachment; filename="comparison.svg"'}
    return Response(run.result["svg"], 200, headers, "image/svg+xml")


ROUTES = [Route("/compare", compare), Route("/runs/{id}/chart.svg", chart)]
