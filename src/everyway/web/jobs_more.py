"""Jobs beside the questions: a candidate checked, reports of the families, tables, proofs."""

from __future__ import annotations

import shlex
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from everyway.core.answer import Answer
from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.question import Count, Largest, Question, Smallest, Unique
from everyway.families.line import line_of, puzzle_from_words, words_and_options
from everyway.families.ranges import puzzles_in_range
from everyway.families.registry import family
from everyway.runs.road import CTRL_C, ctrl_c_stops
from everyway.web.jobs import picture_data, read, telling
from everyway.web.jobs_solutions import MOST_BYTES, file_name
from everyway.web.questions import up_to_of
from everyway.web.worker import Talk

MOST_LINES, MOST_WIDE = 2000, 2000
MOST_ROWS = 1000
TABLE_QUESTIONS = {"count": Count, "smallest": Smallest, "largest": Largest}
PROVED = {"smallest": Smallest, "largest": Largest, "unique": Unique, "count": Count}


# --- a candidate ---


def check(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Say whether a candidate, as text, is a solution, and if not, why not."""
    puzzle = read(task)
    why = puzzle.why_not(task["candidate"])
    return {"line": line_of(puzzle), "right": why is None, "why": why}


# --- reports ---


def report(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Return what a report of the puzzle's family finds."""
    puzzle = read(task)
    known = family(puzzle.family)
    found = known.report_named(task["name"])
    if found is None:
        names = ", ".join(r.name for r in known.reports) or "there is none"
        raise EverywayError(f"{known.name} has no report", text=task["name"], hint=names)
    control = Control(task["time"])
    with ctrl_c_stops(control):
        findings = known.findings(found, puzzle, _words(task["extra"]), control)
        lines = [line[:MOST_WIDE] for line in islice(findings.lines, MOST_LINES + 1)]
    stopped = None if findings.complete else control.stopped_by
    drawn = {"svg": None, "text": None, "note": None}
    if findings.picture is not None:
        drawn = picture_data(findings.picture)
    return {
        "lines": lines[:MOST_LINES],
        "cut": len(lines) > MOST_LINES,
        "stopped": None if stopped == CTRL_C else stopped,
        "complete": findings.complete,
        **drawn,
    }


def _words(text: str) -> Sequence[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise EverywayError("a quotation mark is left open in", text=text) from error


# --- tables ---


def table(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Answer a question for a range of sizes, telling each row as it is known."""
    name = task["question"]
    if name not in TABLE_QUESTIONS:
        hint = "one of " + ", ".join(TABLE_QUESTIONS)
        raise EverywayError("a table asks no", text=name, hint=hint)
    question: Question = TABLE_QUESTIONS[name](up_to=up_to_of(task["given"]))
    words, options = words_and_options(task["puzzle"])
    puzzles = puzzles_in_range(words, options, name, puzzle_from_words)
    # What is wrong with the words shows at the first puzzle.
    puzzles = chain([next(puzzles)], puzzles)
    control = Control(task["time"])
    rows: list[dict[str, Any]] = []
    for n, puzzle in islice(puzzles, MOST_ROWS):
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
        "line": line_of(answer.puzzle),
        "value": answer.lines()[0],
        "whole": None if answer.value is None else str(answer.value),
        "interrupted": answer.interrupted,
        "stopped_by": answer.stopped_by,
        "seconds": answer.seconds,
        "engine": answer.engine,
        "evidence": ", ".join(agreed),
    }


def _stopped(rows: Sequence[dict[str, Any]]) -> str | None:
    reason = rows[-1]["stopped_by"] if rows and rows[-1]["interrupted"] else None
    return None if reason == CTRL_C else reason


# --- proofs ---


def prove(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Answer, write a certificate, check it with code that shares nothing with the engines."""
    from everyway.proofs.certificate import check_certificate, claim_of, write_certificate

    name = task["question"]
    if name not in PROVED:
        raise EverywayError("no proof of", text=name, hint="one of " + ", ".join(PROVED))
    puzzle = read(task)
    if family(puzzle.family).encoding is None:
        raise EverywayError("there are no proofs for the family", text=puzzle.family)
    control = Control(task["time"])
    answer = puzzle.ask(PROVED[name](), time_limit=task["time"], progress=telling(talk))
    claim = claim_of(answer)
    with tempfile.TemporaryDirectory() as folder, ctrl_c_stops(control):
        place = Path(folder) / file_name(f"{name} {line_of(puzzle)}")
        written = write_certificate(claim, str(place), control)
        if written is None:
            return {"right": None, "claim": claim.said(), "stopped": control.stopped_by}
        right, why = check_certificate(str(place), control)
        files = sorted(Path(folder).iterdir())
        packed = _packed(files) if sum(f.stat().st_size for f in files) < MOST_BYTES else None
    return {
        "right": right,
        "claim": claim.said(),
        "why": why,
        "stopped": control.stopped_by,
        "name": place.name + ".zip",
        "files": [file.name for file in files],
        "base64": packed,
    }


def _packed(files: Sequence[Path]) -> str:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.read_bytes())
    return b64encode(out.getvalue()).decode()
