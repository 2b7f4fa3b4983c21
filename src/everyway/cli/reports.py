"""The families' own commands: what they find out besides solutions, such as ``starts tour 5x5``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import everyway
from everyway.cli.codes import ANSWERED, INTERRUPTED, NO_SOLUTION
from everyway.cli.options import Body, Given, Takes, in_time
from everyway.cli.output import (
    check_output,
    drawn_in_time,
    picture_file,
    remark,
    write_bytes,
)
from everyway.cli.plainly import as_json
from everyway.cli.progress import progress_lines
from everyway.cli.puzzles import puzzle_of, split_words
from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.stopping import GRACE_SECONDS, Stopped, attended, watched
from everyway.families.registry import families, family
from everyway.runs.road import ctrl_c_stops

IN_VAIN = (
    "up_to",
    "limit",
    "view",
    "seed",
    "workers",
    "engine",
    "ledger",
    "part",
    "cluster",
    "explain",
    "evidence",
    "style",
    "bfile",
    "proof",
    "how_many",
)
PICTURED = ("output", "moving", "theme")
PICTURES = (".svg", ".png", ".gif", ".txt")


def reports() -> dict[str, tuple[str, Body]]:
    """Return a command for each name of a report, with its help; the family says what it does."""
    helps: dict[str, str] = {}
    for known in families():
        for report in known.reports:
            helps.setdefault(report.name, report.help)
    return {name: (text, _reporting(name)) for name, text in helps.items()}


def report_takes(name: str) -> Takes:
    """Return what the report *name* takes: the options of its families, files for pictures."""
    able = [known for known in families() if known.report_named(name) is not None]
    drawn = any(r.picture for known in able for r in known.reports if r.name == name)
    return Takes(
        "the puzzle, and then what else the report needs",
        without=IN_VAIN if drawn else (*IN_VAIN, *PICTURED),
        families=able,
        helps={
            "json": "print the report as one JSON object",
            "output": "also write a file: " + " ".join(PICTURES),
        },
    )


def _reporting(name: str) -> Body:
    def body(words: list[str], options: dict[str, Any], given: Given) -> int:
        check_output(given, endings=PICTURES)
        named, extra = split_words(words)
        make = partial(puzzle_of, named, options, name)
        puzzle = in_time(given, "while the puzzle was made", make)
        known = family(puzzle.family)
        report = known.report_named(name)
        if report is None:
            able = [word for f in families() if f.report_named(name) for word in f.words]
            hint = "it is for " + ", ".join(able)
            raise EverywayError(f"{name} says nothing about", text=named[0], hint=hint)
        control = given.control()
        with ctrl_c_stops(control), watched(control), progress_lines(given, control):
            try:
                work = partial(known.findings, report, puzzle, extra, control)
                found = attended(control, work, GRACE_SECONDS)
                return _print(name, found, control, given)
            except Stopped:
                sys.stdout.flush()
                if given.json:
                    print(json.dumps(as_data(name, None, False), ensure_ascii=False))
                remark(f"{_stopped(control)}: this is not all", given)
                return INTERRUPTED

    return body


def _in_time(lines: Iterable[str], control: Control) -> Iterator[str]:
    """Yield *lines*, which may be made as they are read; raise ``Stopped`` in the middle of one."""
    if isinstance(lines, Sequence):
        yield from lines
        return
    left = iter(lines)
    while (line := attended(control, partial(next, left, None), GRACE_SECONDS)) is not None:
        yield line


def _file(name: str, found: Findings, given: Given) -> bytes:
    """Return what ``--output`` is to hold, made before anything is printed."""
    if given.output is None:
        return b""
    if found.picture is None:
        raise EverywayError(f"{name} has no picture of this to write", text=given.output)
    ending = Path(given.output).suffix.lower()
    picture = found.picture
    return drawn_in_time(given, lambda: picture_file(ending, [picture], given))


def as_data(name: str, data: Any, complete: bool) -> dict[str, Any]:
    """Return a report as plain data: what is not complete never stands where the whole does."""
    return {
        "report": name,
        "data": data if complete else None,
        "so_far": None if complete else data,
        "complete": complete,
        "everyway": everyway.__version__,
    }


def _stopped(control: Control) -> str:
    return f"stopped by {control.stopped_by}" if control.stopped_by else "given up"


def _print(name: str, found: Findings, control: Control, given: Given) -> int:
    file = _file(name, found, given)
    if given.json:
        # Lines that are made as they are read may find out that the report is not complete.
        lines = found.lines if found.data is not None else list(_in_time(found.lines, control))
        data = lines if found.data is None else found.data
        print(as_json(as_data(name, data, found.complete)))
    else:
        if not found.complete:
            print(f"{_stopped(control)}: not all, and numbers may change")
        for line in _in_time(found.lines, control):
            print(line)
    sys.stdout.flush()
    if given.output is not None:
        write_bytes(given.output, file, given)
    if not found.complete:
        remark(f"{_stopped(control)}: this is not all", given)
        return INTERRUPTED
    return ANSWERED if found.found else NO_SOLUTION
