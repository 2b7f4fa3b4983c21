"""The job of a worker that keeps a trace: it answers what the page of steps wants, one by one."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any

from everyway.core.errors import EverywayError
from everyway.runs.tracing import DID, Trace, trace
from everyway.web.jobs import read
from everyway.web.jobs_solutions import MOST_BYTES
from everyway.web.worker import Talk, parts_of

SECONDS = 1.5
"""How long steps are recorded before what is there is answered."""
MOST_AT_ONCE = 400


def serve(task: dict[str, Any], talk: Talk) -> None:
    """Answer what is wanted of the trace of a task's ``puzzle`` by its ``method``, until stopped.

    ``want`` in each line that is heard names one of ``WANTED`` as ``what``, and its arguments; what
    that returns is told as ``answer``, and what it cannot take as ``error``.
    """
    steps = trace(read(task), task["method"])
    while True:
        wanted = talk.hear()["want"]
        try:
            talk.tell({"answer": WANTED[wanted.pop("what")](steps, **wanted)})
        except EverywayError as error:
            talk.tell({"error": parts_of(error)})


def chunk(steps: Trace, start: int, stop: int) -> dict[str, Any]:
    """Return steps for the player, as many as there are in time."""
    return steps.chunk(start, min(stop, start + MOST_AT_ONCE), SECONDS)


def solution(steps: Trace, at: int, way: int) -> dict[str, Any]:
    """Return the step of the next or the previous solution; None may mean: not yet."""
    if way > 0:
        found = steps.next_solution(at, SECONDS)
    else:
        steps.advance(at, SECONDS)
        found = steps.previous_solution(min(at, steps.recorded))
    return {
        "step": found,
        "recorded": steps.recorded,
        "finished": steps.finished,
        "cut": steps.cut,
    }


def picture(steps: Trace, at: int) -> dict[str, Any]:
    """Return all that the page of a step shows; of the last where there is none so late.

    ``player`` is what a script is told that makes a player of the page.
    """
    steps.advance(at + 2, SECONDS)
    at = max(0, min(at, steps.recorded - 1))
    step = steps[at]
    return {
        "at": at,
        "kind": step.kind,
        "did": f"{DID[step.kind]} {step.what}".strip(),
        "why": step.why,
        "svg": str(steps.svg(at)),
        "tree": str(steps.tree(at)),
        "text": steps.drawing.text(step),
        "counters": steps.counters(at),
        "recorded": steps.recorded,
        "finished": steps.finished,
        "cut": steps.cut,
        "player": steps.player(),
    }


def file(steps: Trace, start: int, most: int, ending: str) -> dict[str, Any]:
    """Return *most* steps as a page or, from *start* on, as an animation, in base 64.

    Raises ``EverywayError`` for what would be larger than any file of the page may be.
    """
    page = ending == "html"
    data = steps.to_html(most).encode() if page else steps.gif(start, start + most)
    if len(data) > MOST_BYTES:
        hint = "the command trace writes it, with --output"
        raise EverywayError(f"the file would have over {MOST_BYTES} bytes", hint=hint)
    return {"base64": b64encode(data).decode()}


WANTED: dict[str, Callable[..., dict[str, Any]]] = {
    "chunk": chunk,
    "solution": solution,
    "picture": picture,
    "file": file,
}
