"""The command ``everyway``: reads words, asks the library, prints; no search code."""

from __future__ import annotations

import os
import sys

from everyway.core.errors import EverywayError

BAD_INPUT = 2
INTERRUPTED = 3


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code.

    0: answered; 1: no solution; 2: bad input, said in one line; 3: interrupted, with
    what is known so far.
    """
    from everyway.cli.app import run

    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except EverywayError as error:
        print(f"everyway: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("everyway: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python must not complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
