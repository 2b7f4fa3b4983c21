"""Jobs about single solutions: one checked, one with its page, as a file; one after another."""

from __future__ import annotations

import json
import re
import time
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import Drawing
from everyway.core.puzzle import Puzzle
from everyway.families.line import line_of
from everyway.families.registry import family
from everyway.web.jobs import MOST_DRAWN, picture_data, read, solution_data, some_text
from everyway.web.worker import Talk

MOST_NUMBERS = 200_000
MOST_BYTES = 32_000_000
"""A file that is larger cannot be had from a page; the command writes it."""

GALLERY_SECONDS = 3.0
"""So long more solutions are looked for, once there is one, before what is there is told."""

PNG_WIDTH = 800
KINDS = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "moving.svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
    "toml": "application/toml",
}


# --- one solution ---


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the plain numbers of a solution in an address, ``1,5,8`` or ``[1,5,8]``."""
    inner = text.strip().removeprefix("[").removesuffix("]")
    if len(inner) > 8 * MOST_NUMBERS or not re.fullmatch(r"\s*(-?[0-9]{1,400}\s*(,|$)\s*)*", inner):
        raise EverywayError("a solution is given as whole numbers, not as", text=text)
    return tuple(int(part) for part in inner.split(",") if part.strip())


def solution_of(puzzle: Puzzle, text: str) -> Any:
    """Return the solution whose plain numbers are *text*; raise ``EverywayError`` for no solution.

    Whoever made the address may have written anything: it is checked against the rules.
    """
    numbers = numbers_of(text)
    try:
        solution = puzzle.wrap(numbers)
        why = puzzle.why_not(solution)
        same = tuple(solution.data) == numbers
    except (EverywayError, KeyboardInterrupt, MemoryError):
        raise
    except Exception as error:  # numbers that no engine would give may break anything
        raise EverywayError("these numbers are no solution of the puzzle:", text=text) from error
    if why is not None or not same:
        raise EverywayError("this is no solution of the puzzle", hint=why)
    return solution


def check(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Say whether a candidate, as text, is a solution, and if not, why not."""
    puzzle = read(task)
    why = puzzle.why_not(task["candidate"])
    return {"line": line_of(puzzle), "right": why is None, "why": why}


def drawing_of(task: dict[str, Any]) -> tuple[Puzzle, Any, Drawing]:
    """Return the puzzle of a task, its solution, None for the puzzle alone, and the picture."""
    puzzle = read(task)
    text = task.get("solution")
    solution = None if text is None else solution_of(puzzle, text)
    return puzzle, solution, family(puzzle.family).picture(puzzle, solution)


def show(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Return all that the page of a solution shows."""
    puzzle, solution, picture = drawing_of(task)
    known = family(puzzle.family)
    data = None if solution is None else json.dumps(solution.to_data(), ensure_ascii=False)
    return {
        "line": line_of(puzzle),
        "family": known.name,
        "plain": None if data is None else data[:20_000],
        "as_text": some_text(picture),
        **picture_data(picture),
    }


def export(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Return the puzzle, or a solution, as a file: name, kind, and contents in base 64."""
    form = task["as"]
    if form not in KINDS:
        raise EverywayError("no file of the kind", text=form, hint="one of " + ", ".join(KINDS))
    puzzle, solution, picture = drawing_of(task)
    if form == "svg":
        data = picture.svg().encode()
    elif form == "png":
        data = picture.png(task.get("width", PNG_WIDTH))
    elif form in ("gif", "moving.svg"):
        data = picture.moving("." + form.rpartition(".")[2])
    elif form == "txt":
        data = (picture.text(task.get("style")) + "\n").encode()
    elif form == "toml":
        data = puzzle.to_toml().encode()
    else:
        plain: dict[str, Any] = puzzle.to_dict()
        if solution is not None:
            plain = {"puzzle": plain, "solution": solution.to_data()}
        data = (json.dumps(plain, ensure_ascii=False, indent=1) + "\n").encode()
    if len(data) > MOST_BYTES:
        raise EverywayError(f"the file would have over {MOST_BYTES} bytes")
    name = file_name(puzzle.title()) + "." + form.rpartition(".")[2]
    return {"name": name, "kind": KINDS[form], "base64": b64encode(data).decode()}


def file_name(title: str) -> str:
    """Return a name for a file about the puzzle called *title*, in plain letters, no ending.

    >>> file_name("8 queens on a 9x9 board")
    '8-queens-on-a-9x9-board'
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower()
    return plain[:60].strip("-") or "puzzle"


# --- many ---


def gallery(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Tell so many solutions as are asked for, again and again, in order.

    ``skip`` passes over those that have been shown. Each line heard says how many are wanted; what
    is told has ``page``, the solutions, and ``end``, whether there are no more. Fewer come where
    they take long to find, or their pictures are large: then the asker says again what it wants.
    With ``square`` only solutions that occupy it count.
    """
    puzzle = read(task)
    stream = _numbered(puzzle, task.get("up_to"), task.get("square"))
    wanted = task["want"]
    for _ in range(task["skip"]):
        next(stream, None)
    while True:
        talk.tell(_next_page(puzzle, stream, wanted))
        wanted = talk.hear()["want"]


def _next_page(puzzle: Puzzle, stream: Iterator[Any], wanted: int) -> dict[str, Any]:
    page: list[dict[str, Any]] = []
    until = float("inf")  # until the first is there, there is nothing to tell
    end = False
    room = MOST_DRAWN
    while len(page) < wanted and room > 0 and time.monotonic() < until:
        number, solution = next(stream, (0, None))
        if solution is None:
            end = True
            break
        if not page:
            until = time.monotonic() + GALLERY_SECONDS
        page.append({"number": number, **solution_data(puzzle, solution)})
        room -= len(page[-1]["svg"] or "")
    return {"page": page, "end": end}


def _numbered(puzzle: Puzzle, up_to: Any, square: str | None) -> Iterator[tuple[int, Any]]:
    number = 0
    for solution in puzzle.solutions(up_to=up_to):
        if square is None or square in solution.squares:
            number += 1
            yield number, solution
