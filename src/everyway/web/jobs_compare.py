"""Jobs for the page of methods side by side: which engines there are, and the comparison itself."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Progress, Puzzle
from everyway.families.line import puzzle_from_anything, puzzle_from_words, words_and_options
from everyway.families.ranges import has_range, puzzles_in_range
from everyway.runs.choice import offer_of
from everyway.runs.compared import Comparison, Growth, Row
from everyway.runs.comparison import chosen_engines, compare
from everyway.runs.comparison_drawing import (
    HEAD,
    STOPPED,
    cells_of,
    growth_cells,
    growth_remarks,
    remarks,
    shouts,
)
from everyway.runs.road import CTRL_C
from everyway.web.jobs import picture_data
from everyway.web.limits import Limits
from everyway.web.questions import asked, question_name
from everyway.web.worker import Talk

MOST_SIZES = 60
"""So many sizes of a range are compared on one page."""

NOT_COMPARED = ("every", "sample")
"""Questions whose answers are long lists: engines are compared by what is short."""

WIDE = 1000


def read_range(text: str, question: str) -> tuple[Puzzle, Iterator[tuple[int, Puzzle]] | None]:
    """Return the puzzle of *text*; or of a range the first one, and then all by their n.

    What is a puzzle as it stands is one, as at the command. Raises ``EverywayError`` for neither.
    """
    try:
        return puzzle_from_anything(text, question), None
    except EverywayError:
        words, options = _words(text)
        if not has_range(words):
            raise
    puzzles = puzzles_in_range(words, options, question, puzzle_from_words)
    first = next(puzzles)
    return first[1], chain([first], puzzles)


def _words(text: str) -> tuple[list[str], dict[str, Any]]:
    try:
        return words_and_options(text)
    except EverywayError:
        return [], {}


def _compared(text: str, question: str) -> Puzzle | dict[int, Puzzle]:
    """Return the puzzle of *text*, or those of a range by their n."""
    puzzle, puzzles = read_range(text, question)
    if puzzles is None:
        return puzzle
    found = dict(islice(puzzles, MOST_SIZES + 1))
    if len(found) > MOST_SIZES:
        raise EverywayError(f"at most {MOST_SIZES} sizes are compared on a page, not", text=text)
    return found


def engines(task: dict[str, Any], talk: Talk) -> list[dict[str, Any]]:
    """Return the engines of a puzzle's family, and whether each can answer the question."""
    given = task["given"]
    puzzle, _ = read_range(task["puzzle"], question_name(given))
    question = asked(given, Limits()).question
    found = []
    for engine in chosen_engines(puzzle, None):
        offer = offer_of(engine, puzzle, question)
        why = None if offer.can else offer.why
        found.append({"name": engine.name, "method": engine.method, "why": why})
    return found


def side_by_side(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Compare engines, telling each row as it is known; what is stopped gives what is known."""
    given = task["given"]
    name = question_name(given)
    puzzle = _compared(task["puzzle"], name)
    question = asked(given, Limits()).question
    clock = threading.Timer(task["time"], talk.stop, ["time"])
    clock.daemon = True
    clock.start()
    try:
        found: Comparison | Growth = compare(
            puzzle,
            question,
            engines=task["engines"],
            time_limit=task["each"],
            progress=_telling(talk),
            each=lambda n, row: talk.tell({"row": _row(n, row)}),
        )
    finally:
        clock.cancel()
    data = shown(found)
    return {**data, "stopped": found.stopped, "late": talk.reason == "time"}


def _telling(talk: Talk) -> Any:
    def tell(progress: Progress) -> None:
        parts = ("fraction", "found", "nodes", "engine", "n")
        talk.tell({"progress": {part: getattr(progress, part) for part in parts}})

    return tell


def _row(n: int | None, row: Row) -> dict[str, Any]:
    return {"n": n, "cells": cells_of(row), "open": row.answer.interrupted}


def shown(found: Comparison | Growth) -> dict[str, Any]:
    """Return a comparison as plain data, with tables, remarks and the picture for the page."""
    tables: list[dict[str, Any]] = []
    if isinstance(found, Growth):
        said = growth_remarks(found, WIDE)
        for heading, columns in growth_cells(found):
            head, *rows = zip(*columns, strict=True)
            tables.append({"heading": heading, "head": head, "rows": rows})
    else:
        said = [] if found.disagreements else remarks(found, WIDE)
        rows = [cells_of(row) for row in found.rows]
        tables.append({"heading": None, "head": HEAD, "rows": rows})
    drawn = picture_data(found.picture())
    if drawn["svg"]:
        drawn["svg"] = _without_keys(drawn["svg"])
    said = [_without_keys(text) for text in said if text != STOPPED]
    return {
        "tables": tables,
        "remarks": said,
        "shouts": shouts(found.disagreements),
        "value": said[0] if said else "",
        "sentence": "",
        "answer": found.to_dict(),
        **drawn,
    }


def _without_keys(text: str) -> str:
    """Return *text* without Ctrl-C, which nobody has pressed: the page says who stopped the run."""
    return text.replace(f"by {CTRL_C}:", "early:").replace(CTRL_C, "the stop")


def suggested_range(line: str) -> str:
    """Return a range of sizes around the puzzle of *line*, or nothing where that is not plain.

    >>> suggested_range("queens 8x8 --number 8"), suggested_range("magic 3")
    ('queens 4..9', 'magic 1..4')
    >>> suggested_range("rooks 4x4"), suggested_range("tour 3x4")
    ('rooks nxn 1..5', '')
    """
    alone = re.fullmatch(r"(\S+) (\d{1,4})", line)
    square = re.fullmatch(r"(\S+) (\d{1,4})x\2( --number \2)?", line)
    found = alone or square
    if found is None:
        return ""
    n = int(found[2])
    sizes = f"{max(1, n - 4)}..{n + 1}"
    bare = square is not None and square[3] is None
    return f"{found[1]} nxn {sizes}" if bare else f"{found[1]} {sizes}"


def classic_engines(known: list[Mapping[str, Any]]) -> list[str]:
    """Return the names of the two classic methods among the engines *known*, if both are there."""
    names = [
        next((str(e["name"]) for e in known if e["method"] == method and e["why"] is None), None)
        for method in ("generate and test", "backtracking")
    ]
    return [name for name in names if name is not None] if None not in names else []
