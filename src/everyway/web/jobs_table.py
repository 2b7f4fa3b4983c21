"""The job that answers a question for a range of sizes, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from everyway.core.answer import Answer
from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.memory import forget_if_many
from everyway.core.question import Count, Largest, Question, Smallest
from everyway.families.line import line_of, puzzle_from_words, words_and_options
from everyway.families.ranges import asked_in_range
from everyway.runs.road import CTRL_C
from everyway.web.jobs import telling
from everyway.web.jobs_solutions import file_name
from everyway.web.questions import up_to_of
from everyway.web.worker import Talk

MOST_ROWS = 1000
TABLE_QUESTIONS = {"count": Count, "smallest": Smallest, "largest": Largest}


def table(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Answer a question for a range of sizes, telling each row as it is known."""
    name = task["question"]
    if name not in TABLE_QUESTIONS:
        hint = "one of " + ", ".join(TABLE_QUESTIONS)
        raise EverywayError("a table asks no", text=name, hint=hint)
    question: Question = TABLE_QUESTIONS[name](up_to=up_to_of(task["given"]))
    words, options = words_and_options(task["puzzle"])
    asked = asked_in_range(words, options, name, puzzle_from_words)
    control = Control(task["time"])
    rows: list[dict[str, Any]] = []
    for n, puzzle in islice(asked, MOST_ROWS):
        if isinstance(puzzle, EverywayError):
            rows.append(_refused(n, puzzle))
            talk.tell({"row": rows[-1]})
            continue
        forget_if_many()
        answer = puzzle.ask(
            question,
            engine=task["given"].get("engine"),
            time_limit=control.limits_left["time_limit"],
            evidence=bool(task["given"].get("evidence")),
            progress=telling(talk),
        )
        rows.append(_row(n, answer))
        talk.tell({"row": rows[-1]})
        if answer.interrupted:
            break
    if rows and all(row["refused"] for row in rows):
        raise EverywayError(rows[0]["value"])
    exact = [row for row in rows if not row["interrupted"] and row["whole"] is not None]
    bfile = "".join(f"{row['n']} {row['whole']}\n" for row in exact)
    name = file_name(" ".join([name, *words])) + ".txt"
    return {"rows": rows, "bfile": bfile, "name": name, "stopped": _stopped(rows)}


def _row(n: int, answer: Answer) -> dict[str, Any]:
    agreed = [
        f"{e.kind} DISAGREES" if e.agrees is False else e.kind
        for e in answer.evidence
        if e.agrees is not None
    ]
    return {
        "n": n,
        "refused": False,
        "line": line_of(answer.puzzle),
        "value": answer.lines()[0],
        "whole": str(answer.value) if answer.exact and answer.value is not None else None,
        "alert": answer.alert(),
        "interrupted": answer.interrupted,
        "stopped_by": answer.stopped_by,
        "seconds": answer.seconds,
        "engine": answer.engine,
        "evidence": ", ".join(agreed),
    }


def _refused(n: int, error: EverywayError) -> dict[str, Any]:
    """Return the row of an n for which there is no such puzzle: it says why."""
    return {
        "n": n,
        "refused": True,
        "alert": [],
        "line": "",
        "value": str(error),
        "whole": None,
        "interrupted": False,
        "stopped_by": None,
        "seconds": 0.0,
        "engine": "",
        "evidence": "",
    }


def _stopped(rows: Sequence[dict[str, Any]]) -> str | None:
    reason = rows[-1]["stopped_by"] if rows and rows[-1]["interrupted"] else None
    return None if reason == CTRL_C else reason
