"""Plain data in text: what ``to_data`` gives, as JSON or Python writes it."""

from __future__ import annotations

import json
from typing import Any

MOST_CHARACTERS = 1_000_000


def written_table(text: str) -> dict[str, Any] | None:
    """Return the table that *text* writes, or None for any other text.

    >>> written_table('{"n": 1267}'), written_table("{'n': 1267}"), written_table("n=1267")
    ({'n': 1267}, {'n': 1267}, None)
    """
    found = _value(text) if text.lstrip().startswith("{") else None
    return found if isinstance(found, dict) else None


def written_list(text: str) -> list[Any] | None:
    """Return the list that *text* writes, or None for any other text.

    >>> written_list('["a", "b"]'), written_list("[a, b]")
    (['a', 'b'], None)
    """
    found = _value(text) if text.lstrip().startswith("[") else None
    return found if isinstance(found, list) else None


def _value(text: str) -> Any:
    """Return the plain data that *text* writes; nothing of it is run."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # also for numbers of thousands of digits
        pass
    from ast import literal_eval

    try:
        return literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
