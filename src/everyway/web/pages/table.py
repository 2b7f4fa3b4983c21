"""A table for a range of sizes, and its exact values as a b-file."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from everyway.families.line import words_and_options
from everyway.families.ranges import split_range
from everyway.web.address import link, text_of
from everyway.web.following import keeper_of, show_run
from everyway.web.pages.runs import run_of
from everyway.web.questions import parameters, seconds_of
from everyway.web.show import page

ASKED = {"count": "How many", "smallest": "The smallest size", "largest": "The largest size"}


async def table(request: Request) -> Response:
    """Answer a question for a range of sizes; without a puzzle, ask for one."""
    text = text_of(request, "puzzle")
    if text is None:
        return page(request, "table.html")
    question = text_of(request, "question") or "count"
    words, _ = words_and_options(text)
    split_range(words)
    given = parameters(request.query_params)
    run = keeper_of(request).submit(
        "table",
        "jobs_table:table",
        {"puzzle": text, "question": question, "given": given},
        title=f"Table: {ASKED.get(question, question).lower()}",
        address=link("/table", text, **{**given, "question": question}),
        line=text,
        seconds=seconds_of(request.query_params, keeper_of(request).limits),
        again=text_of(request, "anew"),
    )
    return await show_run(request, run)


async def bfile(request: Request) -> Response:
    """Return a finished table as a b-file of the OEIS: exact values alone."""
    run = run_of(request)
    if run.kind != "table" or not run.result:
        raise HTTPException(404)
    headers = {"Content-Disposition": f'attachment; filename="{run.result["name"]}"'}
    return PlainTextResponse(run.result["bfile"], 200, headers)


ROUTES = [Route("/table", table), Route("/runs/{id}/b-file.txt", bfile)]
