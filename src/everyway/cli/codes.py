"""The exit codes of the command."""

ANSWERED = 0
NO_SOLUTION = 1
BAD_INPUT = 2
INTERRUPTED = 3
FAULT = 4
"""Everyway contradicts itself: independent checks of an answer disagree."""


def worst(*codes: int) -> int:
    """Return the exit code that says the worst of several.

    A fault comes first, then what was cut short, then what could not be asked.

    >>> worst(ANSWERED, INTERRUPTED, NO_SOLUTION)
    3
    """
    order = (FAULT, INTERRUPTED, BAD_INPUT, NO_SOLUTION, ANSWERED)
    return next(code for code in order if code in codes or code == ANSWERED)
