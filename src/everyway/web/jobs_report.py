"""The job that has a family report what else it knows of a puzzle."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from itertools import islice
from typing import Any

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.stopping import GRACE_SECONDS, Stopped, attended, watched
from everyway.families.registry import family
from everyway.runs.road import CTRL_C, ctrl_c_stops
from everyway.web.jobs import picture_data, read
from everyway.web.worker import Talk

MOST_LINES, MOST_WIDE = 2000, 2000


def report(task: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Return what a report of the puzzle's family finds."""
    puzzle = read(task)
    known = family(puzzle.family)
    found = known.report_named(task["name"])
    if found is None:
        names = ", ".join(r.name for r in known.reports) or "there is none"
        raise EverywayError(f"{known.name} has no report", text=task["name"], hint=names)
    control = Control(task["time"])
    extra = _words(task["extra"])

    def made() -> tuple[Findings, list[str]]:
        findings = known.findings(found, puzzle, extra, control)
        return findings, [line[:MOST_WIDE] for line in islice(findings.lines, MOST_LINES + 1)]

    with ctrl_c_stops(control), watched(control):
        try:
            findings, lines = attended(control, made, GRACE_SECONDS)
        except Stopped:
            findings, lines = Findings([], complete=False), []
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
