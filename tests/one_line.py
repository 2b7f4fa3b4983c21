"""What may become of any input at all: it is taken, or refused with an error of one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from everyway import EverywayError

Given = TypeVar("Given")
Made = TypeVar("Made")


def taken_or_refused(read: Callable[[Given], Made], given: Given) -> Made | None:
    """Return what *read* makes of *given*, or None if it is refused; let other errors pass."""
    try:
        return read(given)
    except EverywayError as error:
        refusal = str(error)
    assert len(refusal.splitlines()) == 1
    assert len(refusal) < 500
    return None
