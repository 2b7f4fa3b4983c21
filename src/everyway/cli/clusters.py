"""The command that starts a cluster on this machine, for trying."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from everyway.cli.codes import ANSWERED
from everyway.core.errors import EverywayError


def cluster(
    what: Annotated[str, typer.Argument(help="local: on this machine", metavar="local")],
    workers: Annotated[int, typer.Option("--workers", help="how many worker processes")] = 2,
    port: Annotated[int, typer.Option("--port", help="the scheduler's port; 0: any")] = 8786,
) -> int:
    """Start a Dask scheduler and workers on this machine, for trying; Ctrl-C ends them."""
    if what != "local":
        hint = "everyway cluster local; on other machines start dask scheduler and dask worker"
        raise EverywayError("no such cluster:", text=what, hint=hint)
    from everyway.runs.cluster_local import run_local_cluster

    def ready(address: str) -> None:
        print(address, flush=True)
        print(
            f"{workers} workers; for example: everyway count queens 16 --cluster {address}\n"
            "Ctrl-C ends them",
            file=sys.stderr,
        )

    run_local_cluster(workers, port, ready)
    return ANSWERED
