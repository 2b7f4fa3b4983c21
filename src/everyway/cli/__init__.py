"""The command ``everyway``: reads words, asks the library, prints; no search code."""

from __future__ import annotations

import sys

from everyway.cli.codes import BAD_INPUT
from everyway.core.errors import EverywayError


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    0: answered; 1: no solution; 2: bad input, said in one line; 3: interrupted, with
    what is known so far.
    """
    from everyway.cli.app import run

    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    except EverywayError as error:
        print(f"everyway: {error}", file=sys.stderr)
        return BAD_INPUT
