"""The command ``trace``: the steps of a search, as lines, as one picture, as a page or a film."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from everyway.cli.codes import ANSWERED, INTERRUPTED, NO_SOLUTION
from everyway.cli.options import Given, Takes, in_time
from everyway.cli.output import check_output, drawn_in_time, remark, write_bytes
from everyway.cli.plainly import as_json
from everyway.cli.puzzles import puzzle_of
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_whole
from everyway.core.trace import COUNTERS, Step
from everyway.drawing.theme import check_theme
from everyway.runs.road import check_limits

IN_VAIN = (
    "up_to",
    "seed",
    "nodes",
    "workers",
    "engine",
    "ledger",
    "part",
    "cluster",
    "explain",
    "evidence",
    "proof",
    "moving",
    "view",
    "style",
    "bfile",
    "how_many",
)
PAGES, PICTURES, LISTS = (".html",), (".svg", ".png"), (".txt", ".json")
WRITERS = (*PAGES, ".gif", *PICTURES, *LISTS)
WIDTH = 600
DEEPEST = 24
"""Lines are set in by depth, no further than this."""


@dataclass
class TraceGiven(Given):
    """The common options, and those of ``trace``."""

    method: Annotated[
        str | None,
        typer.Option("--method", help="backtracking, 'generate and test', or another"),
    ] = None
    step: Annotated[
        int | None, typer.Option("--step", help="show this step alone, with the board")
    ] = None


TRACE_TAKES = Takes(
    "the puzzle: words such as 'queens 6', a .toml file, or - for standard input",
    TraceGiven,
    IN_VAIN,
    helps={
        "limit": "show at most so many steps",
        "json": "print the steps as one JSON object",
        "output": "also write a file: " + " ".join(WRITERS),
    },
)


def trace(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Show how a search goes, step by step: what was tried, and why it was refused.

    --limit says how many steps at most; --output writes a page that plays them (.html), an
    animation (.gif), the list (.txt .json) or, with --step, a picture (.svg .png).
    """
    assert isinstance(given, TraceGiven)
    check_output(given, endings=WRITERS)
    check_limits(given.time, None)
    for number, name in ((given.limit, "a limit of steps"), (given.step, "a step")):
        if number is not None:
            check_whole(number, name, 1)
    ending = Path(given.output or "").suffix.lower()
    if ending in PICTURES and given.step is None:
        raise EverywayError("a picture shows one step", text=given.output, hint="give --step 12")
    if given.step is not None and (given.json or ending not in ("", *PICTURES, ".txt")):
        raise EverywayError("--step goes with a file that ends in .svg, .png or .txt, or none")
    puzzle = in_time(given, "while the puzzle was made", lambda: puzzle_of(words, options, "show"))
    if given.step is not None:
        return _one_step(puzzle, given, given.step)
    if ending in (*PAGES, ".gif"):
        return _file(puzzle, given, ending)
    return _list(puzzle, given, ending)


def _one_step(puzzle: Puzzle, given: TraceGiven, number: int) -> int:
    """Print step *number*, counted from 1, and write its picture if asked for."""
    from everyway.runs.tracing import trace as record

    # No more steps than this are needed, however many there may be.
    steps = record(puzzle, given.method, most=min(number, given.limit or number))
    _in_time(steps.advance(number, given.time))
    if steps.recorded < number:
        raise EverywayError("there is no step", text=number, hint=f"the last is {steps.recorded}")
    text = steps.text(number - 1)
    print(text)
    if given.output is not None:
        ending = Path(given.output).suffix.lower()
        theme = check_theme(given.theme)

        def draw() -> bytes:
            if ending == ".png":
                from everyway.drawing.png import png

                return png(steps.canvas(number - 1), WIDTH, theme)
            if ending == ".svg":
                return steps.svg(number - 1, theme).encode()
            return (text + "\n").encode()

        data = drawn_in_time(given, draw)
        write_bytes(given.output, data, given)
    return ANSWERED


def _in_time(there: bool) -> None:
    if not there:
        raise EverywayError("the time was up before that step")


def _file(puzzle: Puzzle, given: TraceGiven, ending: str) -> int:
    """Write the steps as a page or an animation, and print how many of each kind there were."""
    from everyway.runs.tracing import MOST_EXPORTED, MOST_FRAMES
    from everyway.runs.tracing import trace as record

    most = given.limit or (MOST_EXPORTED if ending in PAGES else MOST_FRAMES)
    if ending == ".gif" and most > MOST_FRAMES:
        raise EverywayError("too many steps for an animation:", text=most, hint=f"{MOST_FRAMES}")
    steps = record(puzzle, given.method, most=most)
    in_time = steps.advance(most + 1, given.time)
    assert given.output is not None

    def draw() -> bytes:
        if ending in PAGES:
            return steps.to_html(steps.recorded).encode()
        return steps.gif(0, steps.recorded, width=WIDTH, theme=check_theme(given.theme))

    data = drawn_in_time(given, draw)
    counts = steps.counters(steps.recorded - 1)
    print(f"{steps.recorded} steps: " + ", ".join(f"{n} {name}" for name, n in counts.items()))
    write_bytes(given.output, data, given)
    if steps.cut and given.limit is None:
        remark(f"cut {steps.cut}; --limit says how many there shall be", given)
    if not in_time:
        remark("stopped by the time limit", given)
    return _code(counts["solutions"], steps.finished and not steps.cut, in_time)


def _list(puzzle: Puzzle, given: TraceGiven, ending: str) -> int:
    """Print the steps line by line as they are made, or write them; without keeping any."""
    from everyway.runs.tracing import methods_of, steps_of

    count: Counter[str] = Counter()
    state = {"finished": False, "stopped": ""}
    shown = _limited(steps_of(puzzle, given.method), given, count, state)
    if given.json or ending == ".json":
        method = given.method or methods_of(puzzle)[0]
        data = {"puzzle": puzzle.to_dict(), "method": method, "steps": list(map(as_data, shown))}
        whole = {**data, "finished": state["finished"]}
        text = json.dumps(whole, ensure_ascii=False) if ending else as_json(whole)
        lines = iter([text])
    else:
        lines = (step_line(number, step) for number, step in enumerate(shown, 1))
    if ending:
        assert given.output is not None
        write_bytes(given.output, ("\n".join(lines) + "\n").encode(), given)
    else:
        for line in lines:
            print(line)
    said = ", ".join(f"{count[kind]} {name}" for kind, name in COUNTERS.items())
    remark(f"{count.total()} steps: {said}", given)
    if state["stopped"]:
        remark(f"stopped by {state['stopped']}: this is not all", given)
    return _code(count["solution"], bool(state["finished"]), not state["stopped"])


def _limited(
    steps: Iterator[Step], given: Given, count: Counter[str], state: dict[str, Any]
) -> Iterator[Step]:
    """Yield the steps as far as the limits go; tell *count* and *state* what became of them."""
    deadline = None if given.time is None else time.monotonic() + given.time
    try:
        for step in steps:
            if deadline is not None and time.monotonic() >= deadline:
                state["stopped"] = "the time limit"
                return
            if given.limit is not None and count.total() >= given.limit:
                return
            count[step.kind] += 1
            yield step
        state["finished"] = True
    except KeyboardInterrupt:
        state["stopped"] = "Ctrl-C"


def _code(solutions: int, finished: bool, in_time: bool) -> int:
    """Return 1 for a search that ended without a solution, 3 for one that was stopped, else 0."""
    if not in_time:
        return INTERRUPTED
    return NO_SOLUTION if finished and not solutions else ANSWERED


def step_line(number: int, step: Step) -> str:
    """Return a step as a line: its number, what was done, and why, set in by depth.

    >>> step_line(2, Step("conflict", 1, (0,), "a2", "attacked from a1"))
    '     2    refused a2: attacked from a1'
    """
    from everyway.runs.tracing import DID

    depth = step.depth - (step.kind == "place")
    why = f": {step.why}" if step.why else ""
    return (
        f"{number:6}  {'  ' * min(depth, DEEPEST)}{f'{DID[step.kind]} {step.what}'.rstrip()}{why}"
    )


def as_data(step: Step) -> dict[str, Any]:
    """Return a step as plain data for JSON."""
    return {
        "kind": step.kind,
        "depth": step.depth,
        "what": step.what,
        "why": step.why,
        "data": list(step.data),
        "tried": step.tried,
        "marks": list(step.marks),
        "parent": step.parent,
    }
