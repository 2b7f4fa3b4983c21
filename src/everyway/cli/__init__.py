"""The command ``everyway``: reads words, asks the library, prints; no search code."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from everyway.cli.codes import BAD_INPUT, FAULT, INTERRUPTED
from everyway.cli.plainly import print_plainly
from everyway.core.errors import EverywayError, InternalError


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    0: answered; 1: no solution; 2: bad input, said in one line; 3: interrupted, with
    what is known so far; 4: a fault of everyway itself, which contradicts itself.
    """
    if sys.stderr is None:  # closed by whoever started us: remarks then go nowhere
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print("everyway: standard output is closed", file=sys.stderr)
        return BAD_INPUT
    print_plainly()
    code = _run(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        _leave(code)
    return code


def _run(arguments: list[str]) -> int:
    try:
        from everyway.cli.app import run
        from everyway.runs.road import sigterm_stops

        with sigterm_stops():
            return run(arguments)
    except EverywayError as error:
        print(f"everyway: {error}", file=sys.stderr)
        return BAD_INPUT
    except InternalError as error:
        print(f"everyway: {error}", file=sys.stderr)
        return FAULT
    except KeyboardInterrupt:
        print("everyway: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # Files are read and written with messages of their own: this is standard output.
        _close_output()
        print(f"everyway: cannot write the answer: {error.strerror or error}", file=sys.stderr)
        return BAD_INPUT


def _leave(code: int) -> None:
    """End the process at once where Python would wait for what is still being compiled."""
    from everyway.core.stopping import work_is_left

    if work_is_left():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _close_output() -> None:
    """Lead standard output nowhere, so that Python does not complain again at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
