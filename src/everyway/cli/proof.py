"""Certificates at the command: ``--proof NAME`` writes one, ``check-proof NAME`` checks it."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from everyway.cli.codes import ANSWERED, BAD_INPUT, INTERRUPTED
from everyway.cli.options import Given
from everyway.cli.output import remark
from everyway.core.answer import Answer
from everyway.core.engine import Control
from everyway.core.puzzle import Puzzle
from everyway.core.stopping import GRACE_SECONDS, Stopped, attended, watched
from everyway.runs.road import check_limits, ctrl_c_stops


def check_proof_name(puzzle: Puzzle, given: Given) -> None:
    """Refuse a ``--proof`` that cannot be, before the puzzle is searched."""
    if given.proof is not None:
        from everyway.proofs.certificate import check_provable

        check_provable(puzzle, given.proof)


def write_proof(answer: Answer, given: Given) -> bool:
    """Write the certificate that ``--proof`` asks for; return whether there was time for it."""
    if given.proof is None:
        return True
    from everyway.proofs.certificate import claim_of, write_certificate

    control = replace(given, nodes=None).control()  # the time is for each of the two
    name, claim = given.proof, claim_of(answer)
    with ctrl_c_stops(control), watched(control):
        try:
            work = partial(write_certificate, claim, name, control)
            written = attended(control, work, GRACE_SECONDS)
        except Stopped:
            written = None
    if written is None:
        print(f"everyway: no proof: stopped by {control.stopped_by}", file=sys.stderr)
        return False
    remark(f"written: {written}", given)
    return True


def check_proof(
    name: Annotated[str, typer.Argument(help="the certificate: NAME or NAME.json")],
    time: Annotated[float | None, typer.Option("--time", help="stop after so many seconds")] = None,
) -> int:
    """Check a certificate that --proof wrote, by code that shares nothing with the engines.

    Exit codes: 0 the certificate is right, 2 it is wrong or cannot be read, 3 interrupted.
    """
    from everyway.proofs.certificate import check_certificate

    check_limits(time, None)
    control = Control(time)
    with ctrl_c_stops(control), watched(control):
        try:
            check = partial(check_certificate, name, control)
            right, why = attended(control, check, GRACE_SECONDS)
        except Stopped:
            right, why = None, f"stopped by {control.stopped_by}"
    if right is None:
        print(f"not finished: {why}")
        return INTERRUPTED
    print(f"right: {why}" if right else f"wrong: {why}")
    return ANSWERED if right else BAD_INPUT
