"""What worker processes do for the page: read and draw puzzles, answer questions about them.

Each job is a function of its task, plain data, and the talk with its asker; it returns plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import islice
from typing import Any, cast

from everyway.core.answer import Answer
from everyway.core.errors import EverywayError
from everyway.core.family import Drawing
from everyway.core.puzzle import Progress, Puzzle
from everyway.families.line import line_of, puzzle_from_anything
from everyway.families.registry import family
from everyway.runs.choice import choose, explained
from everyway.web.limits import Limits
from everyway.web.questions import asked, engines_of, question_name, questions_of
from everyway.web.words import heading
from everyway.web.worker import Talk

Job = Callable[[dict[str, Any], Talk], Any]

MOST_CHARACTERS = 2_000_000
"""A longer SVG makes a browser slow: it can be had as a file."""

MOST_DRAWN = 6_000_000
"""So many characters of SVG stand on one page at most."""

MOST_LINES, MOST_WIDE = 400, 400
"""So much of a solution is shown as text."""


def job_named(name: str) -> Job:
    """Return the job that ``"module:function"`` of this package names."""
    module, _, function = name.partition(":")
    return cast(Job, getattr(import_module(f"everyway.web.{module}"), function))


# --- puzzles ---


def read(task: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a task."""
    return puzzle_from_anything(task["puzzle"], task.get("asks", "count"))


def open_puzzle(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Return all that the page of a puzzle shows of it."""
    puzzle = read(task)
    known = family(puzzle.family)
    drawn = picture_data(known.picture(puzzle, None))
    return {
        "puzzle": puzzle.to_dict(),
        "line": line_of(puzzle),
        "toml": puzzle.to_toml(),
        "family": known.name,
        "questions": questions_of(puzzle),
        "engines": engines_of(puzzle),
        "filters": has_free_squares(puzzle),
        **drawn,
    }


def has_free_squares(puzzle: Puzzle) -> bool:
    """Return whether solutions occupy some squares of a board and leave others free."""
    board = getattr(puzzle, "board", None)
    try:
        return board is not None and puzzle.size_range()[0] < board.squares
    except EverywayError:
        return False


# --- pictures ---


def picture_data(picture: Drawing) -> dict[str, Any]:
    """Return a picture as ``svg``, None where it would be too large, and ``text`` in its place."""
    try:
        svg = picture.svg()
    except EverywayError as error:
        return {"svg": None, "text": some_text(picture), "note": str(error)}
    if len(svg) > MOST_CHARACTERS:
        return {"svg": None, "text": None, "note": "the picture is too large for a page"}
    return {"svg": svg, "text": None, "note": None}


def some_text(picture: Drawing) -> str:
    """Return the beginning of a picture's text."""
    lines = [line[:MOST_WIDE] for line in islice(picture.lines(), MOST_LINES + 1)]
    return "\n".join(lines[:MOST_LINES] + ["…"] * (len(lines) > MOST_LINES))


def solution_data(puzzle: Puzzle, solution: Any) -> dict[str, Any]:
    """Return a solution as plain numbers, with its picture."""
    drawn = picture_data(family(puzzle.family).picture(puzzle, solution))
    return {"data": list(solution.data), **drawn}


def drawn_solutions(puzzle: Puzzle, solutions: Sequence[Any]) -> list[dict[str, Any]]:
    """Return as many of *solutions* as a page may hold, with their pictures."""
    found: list[dict[str, Any]] = []
    room = MOST_DRAWN
    for solution in solutions:
        found.append(solution_data(puzzle, solution))
        room -= len(found[-1]["svg"] or "")
        if room < 0:
            break
    return found


# --- questions ---


def ask(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Answer the question in a task's ``given``, telling the progress on the way."""
    given = task["given"]
    puzzle = puzzle_from_anything(task["puzzle"], question_name(given))
    what = asked(given, Limits(time=task["time"]))
    answer = puzzle.ask(
        what.question,
        engine=what.engine,
        time_limit=what.time,
        node_limit=what.nodes,
        evidence=what.evidence,
        progress=telling(talk),
    )
    said = None
    if what.explain:
        with suppress(KeyboardInterrupt):  # the answer is there: that is not lost
            offers = choose(puzzle, what.question, what.engine).explain()
            said = f"{explained(answer.tried)}\nwhat each engine offers:\n{offers}"
    return {**answer_data(answer), "explained": said}


def telling(talk: Talk) -> Callable[[Progress], None]:
    """Return a callback that tells the progress of a run."""

    def tell(progress: Progress) -> None:
        talk.tell(
            {
                "progress": {
                    "fraction": progress.fraction,
                    "found": progress.found,
                    "nodes": progress.nodes,
                }
            }
        )

    return tell


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data, with words and pictures for the page.

    Pictures that a stop leaves no time for are left out: what was found is not lost.
    """
    data = answer.to_dict()
    said = heading(answer)
    shown: list[dict[str, Any]] = []
    with suppress(KeyboardInterrupt):
        shown = drawn_solutions(answer.puzzle, answer.solutions)
    return {"answer": data, "alert": answer.alert(), "shown": shown, **said}
