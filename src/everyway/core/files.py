"""Texts in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from everyway.core.errors import EverywayError

MOST_BYTES = 20_000_000


def read_file(name: str, opened: Callable[[int], bytes] | None = None) -> str:
    """Return the text of the file *name*; raise ``EverywayError`` where it cannot be read.

    *opened*, where it is given, returns so many of its bytes instead.
    """
    try:
        if opened is not None:
            data = opened(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise EverywayError("cannot read the file", text=name, hint=reason) from error
    where = name if opened is None else "standard input"
    if len(data) > MOST_BYTES:
        raise EverywayError(f"over {MOST_BYTES} bytes are too much for a puzzle", where=where)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EverywayError("not a text in UTF-8", where=f"{where}, byte {error.start}") from error
