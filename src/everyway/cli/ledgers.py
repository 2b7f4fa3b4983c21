"""The commands about ledgers: resume, status, merge, audit, export."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain
from typing import Annotated

import typer

from everyway.cli.codes import ANSWERED, FAULT, INTERRUPTED
from everyway.cli.options import Given
from everyway.cli.output import print_answer, remark
from everyway.cli.plainly import as_json as one_line
from everyway.cli.progress import progress_bar
from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.stopping import watched
from everyway.runs.road import check_limits, ctrl_c_stops

File = Annotated[str, typer.Argument(help="the ledger", metavar="FILE")]
Json = Annotated[bool, typer.Option("--json", help="print one JSON object")]
Time = Annotated[float | None, typer.Option("--time", help="stop after so many seconds")]


def resume(
    file: File,
    time: Time = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="stop after so many search nodes")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="how many cores")] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="stop when so much memory is in use, such as 2G"),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", help="search on a Dask cluster, such as tcp://host:8786"),
    ] = None,
    json: Json = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="print the answer and no remarks")
    ] = False,
) -> int:
    """Go on with the question of a ledger, from what is finished to the answer."""
    from everyway.runs.ledger import question_of

    puzzle, question, engine, part = question_of(file)
    given = Given(
        time=time, nodes=nodes, memory=memory, workers=workers, json=json, quiet=quiet,
        engine=engine, ledger=file, part=part, cluster=cluster,
    )  # fmt: skip
    with progress_bar(given) as progress:
        answer = puzzle.ask(question, progress=progress, **given.run_options())
    return print_answer(answer, given)


def status(file: File, as_json: Json = False) -> int:
    """Say how far the run of a ledger is: while it runs, and after."""
    from everyway.runs.ledger_status import status_of

    found = status_of(file)
    print(one_line(found.to_dict()) if as_json else "\n".join(found.lines()))
    return FAULT if found.fault else ANSWERED


def merge(
    out: Annotated[str, typer.Argument(help="the ledger to be made", metavar="OUT")],
    files: Annotated[list[str], typer.Argument(help="the ledgers to join", metavar="FILE...")],
) -> int:
    """Join ledgers of parts of one question into a new one, which resume then answers."""
    from everyway.runs.merging import merge as join

    made = join(out, files)
    print(f"{made.branches} finished branches in {out}")
    for line in made.lines():
        print(line, file=sys.stderr)
    return ANSWERED


def _share(text: str) -> float:
    bare = text.strip().removesuffix("%")
    try:
        share = float(bare) / (100 if bare != text.strip() else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise EverywayError("no share of the branches:", text=text, hint="such as 1% or 0.01")
    return share


def audit(
    file: File,
    sample: Annotated[str, typer.Option("--sample", help="which share of the branches")] = "1%",
    seed: Annotated[int, typer.Option("--seed", help="the seed of the draw")] = 0,
    engine: Annotated[
        str | None, typer.Option("--engine", help="another engine, where branches mean the same")
    ] = None,
    time: Time = None,
    as_json: Json = False,
) -> int:
    """Search finished branches, drawn at random, again, and compare.

    Exit codes: 0 all agree, 2 the ledger is damaged, 3 interrupted, 4 some differ.
    """
    from everyway.runs.merging import audit as again

    check_limits(time, None)
    control = Control(time)
    with ctrl_c_stops(control), watched(control):
        found = again(file, share=_share(sample), seed=seed, engine=engine, control=control)
    if as_json:
        print(one_line(found.to_dict()))
    else:
        agree = found.checked - len(found.differing)
        print(f"{agree} of {found.checked} branches agree ({found.finished} are finished)")
        for name in found.differing:
            print(f"differs: branch {name}")
    if found.remark:
        print(found.remark, file=sys.stderr)
    if not found.complete:
        print(f"stopped by {control.stopped_by}: these are not all", file=sys.stderr)
    if found.differing:
        return FAULT
    return ANSWERED if found.complete else INTERRUPTED


def export(
    file: File,
    as_csv: Annotated[bool, typer.Option("--csv", help="a table: one line a branch")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON document")] = False,
    parquet: Annotated[
        str | None,
        typer.Option("--parquet", help="write a Parquet file", metavar="FILE"),
    ] = None,
    output: Annotated[str | None, typer.Option("--output", help="write into this file")] = None,
) -> int:
    """Print the tally of every finished branch, for others to check."""
    from everyway.runs.exporting import check_target, export_csv, export_json, export_parquet

    if as_csv + as_json + (parquet is not None) > 1:
        raise EverywayError("export writes one of --csv, --json and --parquet")
    if parquet is not None:
        if output is not None:
            raise EverywayError("--parquet names its file; --output is for the others")
        number = export_parquet(file, parquet)
        remark(f"written: {parquet} ({number} branches)", Given())
        return ANSWERED
    if output is not None:
        check_target(file, output)
    lines = export_json(file) if as_json else export_csv(file)
    lines = chain([next(lines)], lines)  # a ledger that cannot be read writes nothing
    if output is None:
        for line in lines:
            print(line)
        return ANSWERED
    try:
        with open(output, "w", encoding="utf-8", newline="\n") as stream:
            for line in lines:
                stream.write(line + "\n")
    except OSError as error:
        raise EverywayError("cannot write", text=output, hint=error.strerror) from error
    remark(f"written: {output}", Given())
    return ANSWERED


LEDGER_COMMANDS: dict[str, Callable[..., int]] = {
    "resume": resume,
    "status": status,
    "merge": merge,
    "audit": audit,
    "export": export,
}
