"""The errors a caller may see, each one line that says what, where and what would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everyway.core.answer import Answer

QUOTED_LENGTH = 60
_NO_TEXT = object()


def written(value: object) -> str:
    """Return *value* as text, or what it is where Python does not write it out."""
    try:
        return str(value)
    except ValueError:
        return "a number of thousands of digits"
    except RecursionError:
        return "what is nested too deeply to be written"


def quote(text: object) -> str:
    """Return *text* in double quotes, on one line, printable, and cut after 60 characters.

    >>> quote("8xx8")
    '"8xx8"'
    """
    cut = written(text)[: QUOTED_LENGTH + 1]
    shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)
    if len(shown) > QUOTED_LENGTH:
        shown = shown[:QUOTED_LENGTH] + "…"
    return f'"{shown}"'


class EverywayError(ValueError):
    """Input that cannot be taken: the offending text, where it stands, and what would do.

    >>> print(EverywayError("unknown piece", text="quen", where="word 1", hint="try queen"))
    unknown piece "quen" (word 1): try queen
    """

    def __init__(
        self,
        message: str,
        *,
        text: object = _NO_TEXT,
        where: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.message = message
        self.text = None if text is _NO_TEXT else text
        self.where = where
        self.hint = hint
        line = message
        if text is not _NO_TEXT:
            line += f" {quote(text)}"
        if where:
            line += f" ({where})"
        if hint:
            line += f": {hint}"
        super().__init__(line)


class NoSolution(EverywayError):
    """Raised by ``one()`` when the puzzle has no solution."""


class NotUnique(EverywayError):
    """Raised by ``one()`` when the puzzle has more than one solution."""


CTRL_C = "Ctrl-C"


class Interrupted(BaseException):
    """A limit or Ctrl-C came before the exact result; ``answer`` holds what is known so far.

    A limit raises ``LimitReached``, which is an ``Exception`` like others. Ctrl-C raises
    ``Cancelled``, which is a ``KeyboardInterrupt``: ``except Exception`` does not swallow it.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__(str(answer))

    @staticmethod
    def of(answer: Answer) -> Interrupted:
        """Return what is to be raised for an *answer* that was interrupted."""
        return Cancelled(answer) if answer.stopped_by == CTRL_C else LimitReached(answer)


class LimitReached(Interrupted, Exception):
    """A limit came before the exact result."""


class Cancelled(Interrupted, KeyboardInterrupt):
    """Ctrl-C came before the exact result."""


class InternalError(Exception):
    """A fault of everyway itself: what it was about to say contradicts itself, or its evidence."""

    def __init__(self, what: str) -> None:
        super().__init__(f"a fault of everyway itself, please report it: {what}")
