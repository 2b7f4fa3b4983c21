"""A proof of an answer, with its certificate as a file."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from everyway.web.address import line_of, link, needed, puzzle_of, text_of
from everyway.web.following import keeper_of, show_run
from everyway.web.pages.runs import run_of
from everyway.web.pages.solution import file_response
from everyway.web.questions import seconds_of


async def prove(request: Request) -> Response:
    """Prove an answer: a certificate is written, checked, and can be had as a file."""
    question = needed(request, "question")
    line = await run_in_threadpool(lambda: line_of(puzzle_of(request, question)))
    run = keeper_of(request).submit(
        "proof",
        "jobs_proof:prove",
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


ROUTES = [Route("/prove", prove), Route("/runs/{id}/certificate.zip", certificate)]
