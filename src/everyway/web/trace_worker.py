"""A trace in a process of its own: ``python -m everyway.web.trace_worker``, asked line by line.

The first line says which trace, every other what is wanted of it; each is answered by one line of
JSON. The process ends when its standard input does: the server has gone, or wants no more.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from typing import Any

from everyway.core.errors import EverywayError
from everyway.families.registry import puzzle_from_dict
from everyway.runs.tracing import DID, Trace, trace

SECONDS = 1.5
"""How long steps are recorded before what is there is answered."""
MOST_STEPS_AT_ONCE = 400


def limit_memory(mebibytes: int) -> None:
    """Let this process have no more than so much memory, where the system can see to that."""
    try:
        import resource
    except ImportError:
        return
    size = mebibytes << 20
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        size = min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def chunk(steps: Trace, start: int, stop: int) -> dict[str, Any]:
    """Return steps for the player, as many as there are in time."""
    return steps.chunk(start, min(stop, start + MOST_STEPS_AT_ONCE), SECONDS)


def player(steps: Trace) -> dict[str, Any]:
    """Return what the player is told before any step."""
    return steps.player()


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
    """Return one step in words and pictures, for a page without a script; the last for a later."""
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
    }


def file(steps: Trace, start: int, most: int, ending: str) -> dict[str, Any]:
    """Return *most* steps as a page or, from *start* on, as an animation, in base 64."""
    page = ending == "html"
    data = steps.to_html(most).encode() if page else steps.gif(start, start + most)
    return {"data": base64.b64encode(data).decode()}


WANTED: dict[str, Callable[..., dict[str, Any]]] = {
    "chunk": chunk,
    "player": player,
    "solution": solution,
    "picture": picture,
    "file": file,
}


def said(error: EverywayError) -> dict[str, Any]:
    """Return an error as plain data."""
    text = None if error.text is None else str(error.text)
    return {"error": error.message, "text": text, "hint": error.hint}


def answer(steps: Trace, line: str) -> dict[str, Any]:
    """Return what a line asks for, or what was wrong with it."""
    wanted = json.loads(line)
    try:
        return WANTED[wanted.pop("what")](steps, **wanted)
    except EverywayError as error:
        return said(error)
    except MemoryError:
        return {"error": "these steps take more memory than there may be"}


def main() -> None:
    """Answer lines until there are no more."""
    first = json.loads(sys.stdin.readline())
    limit_memory(first["memory"])
    try:
        steps = trace(puzzle_from_dict(first["puzzle"]), first["method"])
    except EverywayError as error:
        print(json.dumps(said(error)), flush=True)
        return
    print(json.dumps({}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(steps, line)), flush=True)


if __name__ == "__main__":
    main()
