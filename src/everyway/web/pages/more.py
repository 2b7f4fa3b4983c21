"""What runs as long as an answer may: reports of the families, tables, and proofs."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from everyway.core.errors import EverywayError
from everyway.families.line import words_and_options
from everyway.families.ranges import split_range
from everyway.families.registry import family
from everyway.web.address import line_of, link, needed, puzzle_of, text_of
from everyway.web.following import keeper_of, show_run
from everyway.web.pages.runs import run_of
from everyway.web.pages.solution import file_response
from everyway.web.questions import parameters, seconds_of
from everyway.web.show import page

ASKED = {"count": "How many", "smallest": "The smallest size", "largest": "The largest size"}


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
        "jobs_more:report",
        {"puzzle": line, "name": name, "extra": extra},
        title=f"Report: {name} {extra}".strip(),
        address=link("/report", line, name=name, extra=extra or None),
        line=line,
        seconds=seconds_of(request.query_params, keeper_of(request).limits),
        again=text_of(request, "anew"),
    )
    return await show_run(request, run)


async def table(request: Request) -> Response:
    """Answer a question for a range of sizes; without a puzzle, ask for one."""
    text = text_of(request, "puzzle")
    if text is None:
        return page(request, "table.html", asked=ASKED)
    question = text_of(request, "question") or "count"
    words, _ = words_and_options(text)
    split_range(words)
    given = parameters(request.query_params)
    run = keeper_of(request).submit(
        "table",
        "jobs_more:table",
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


async def prove(request: Request) -> Response:
    """Prove an answer: a certificate is written, checked, and can be had as a file."""
    question = needed(request, "question")
    line = await run_in_threadpool(lambda: line_of(puzzle_of(request, question)))
    run = keeper_of(request).submit(
        "proof",
        "jobs_more:prove",
        {"puzzle": line, "question": question},
        title="Proof",
        address=link("/prove", line, question=question),
        line=line,
        seconds=seconds_of(request.query_params, keeper_of(request).limits),
        again=text_of(request, "anew"),
    )
    return await show_run(request, run)


async def certificate(request: Request) -> Response:
    """Return the three files of a finished proof, packed."""
    run = run_of(request)
    if run.kind != "proof" or not run.result or not run.result.get("base64"):
        raise HTTPException(404)
    return file_response({**run.result, "kind": "application/zip"})


ROUTES = [
    Route("/report", report),
    Route("/table", table),
    Route("/runs/{id}/b-file.txt", bfile),
    Route("/prove", prove),
    Route("/runs/{id}/certificate.zip", certificate),
]
