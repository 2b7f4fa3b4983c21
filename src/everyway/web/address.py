"""Puzzles in addresses: all that a page shows stands in its address, to be kept and shared."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.families.line import line_of, puzzle_from_anything

__all__ = ["line_of", "link", "needed", "puzzle_of", "read_puzzle", "text_of"]


@lru_cache(maxsize=128)
def read_puzzle(text: str, question: str = "count") -> Puzzle:
    """Return the puzzle that *text* describes, in any form; those read last are kept.

    *question* is what will be asked, as for the command: ``queens 8`` has any number of queens
    for ``smallest``. Raises ``EverywayError`` where nothing can be made of the text.
    """
    return puzzle_from_anything(text, question)


def text_of(request: Request, name: str) -> str | None:
    """Return the parameter *name* of the address, or None where it is missing or blank."""
    value = request.query_params.get(name, "")
    return value if value.strip() else None


def needed(request: Request, name: str) -> str:
    """Return the parameter *name* of the address; raise ``EverywayError`` without it."""
    text = text_of(request, name)
    if text is None:
        hint = "such as queens 8" if name == "puzzle" else None
        raise EverywayError(f"no {name} is given", hint=hint)
    return text


def puzzle_of(request: Request, question: str = "count") -> Puzzle:
    """Return the puzzle in the address's ``puzzle=``; raise ``EverywayError`` without one."""
    return read_puzzle(needed(request, "puzzle"), question)


def link(path: str, puzzle: Puzzle | str | None = None, **parameters: Any) -> str:
    """Return an address of the page: *path*, the puzzle, and those parameters that are not None.

    >>> link("/answer", "queens 8", question="count", limit=None)
    '/answer?puzzle=queens%208&question=count'
    """
    values = {} if puzzle is None else {"puzzle": puzzle}
    if isinstance(puzzle, Puzzle):
        values = {"puzzle": line_of(puzzle)}
    values |= {name: str(value) for name, value in parameters.items() if value is not None}
    return path + ("?" + urlencode(values, quote_via=quote) if values else "")
