"""The command ``serve``: the page in the browser."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from everyway.cli.codes import ANSWERED


def serve(
    port: Annotated[
        int | None, typer.Option("--port", help="the port (default: the first free from 8080)")
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="where to listen; others can ask if it is not loopback")
    ] = "127.0.0.1",
    no_open: Annotated[bool, typer.Option("--no-open", help="open no browser")] = False,
    time: Annotated[
        float | None, typer.Option("--time", help="the longest that a run may take, in seconds")
    ] = None,
    memory: Annotated[
        int | None, typer.Option("--memory", help="the most memory of a run, in MiB")
    ] = None,
    runs: Annotated[
        int | None, typer.Option("--runs", help="how many runs work at a time; others wait")
    ] = None,
) -> int:
    """Open the page: set puzzles up by hand, see answers, methods and steps. Ctrl-C ends it."""
    from everyway.web.limits import Limits
    from everyway.web.safety import LOOPBACK
    from everyway.web.server import serve as serve_page

    given = {"time": time, "memory": memory, "runs": runs}
    limits = Limits(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]

    def said(address: str) -> None:
        if host not in LOOPBACK:
            print("everyway: others on the network can ask here, too", file=sys.stderr)
        print(f"everyway is at {address} (Ctrl-C ends it)", flush=True)

    serve_page(host, port, limits=limits, open_browser=not no_open, said=said)
    return ANSWERED
