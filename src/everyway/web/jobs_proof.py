"""The job that proves an answer: it writes a certificate and checks it."""

from __future__ import annotations

import tempfile
from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.question import Count, Largest, Smallest, Unique
from everyway.families.registry import family
from everyway.runs.road import ctrl_c_stops
from everyway.web.jobs import read, telling
from everyway.web.jobs_solutions import MOST_BYTES, file_name
from everyway.web.worker import Talk

PROVED = {"smallest": Smallest, "largest": Largest, "unique": Unique, "count": Count}


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
        place = Path(folder) / file_name(f"{name} {puzzle.title()}")
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
