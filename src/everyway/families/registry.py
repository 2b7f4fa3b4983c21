"""The families everyway knows: a new family is a new folder and one line here."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from importlib import import_module
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import Family
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle

FAMILIES = (
    "magic",
    "cover",
    "placement",
    "tour",
    "chain",
    "alphametic",
    "digits",
    "hanoi",
    "arrangement",
)
"""Folder names below ``everyway.families``; the order in which words are recognised."""


NAMES_A_KIND = re.compile(r"""^[ \t]*puzzle[ \t]*=[ \t]*["']""", re.MULTILINE)
"""What only a TOML document has; any other text is first shown to the families."""


MAY_BE_TOML = re.compile(r"^\s*\[|=", re.MULTILINE)
"""What every TOML document has that is not empty: tables or values."""

SAY_WHICH = "say which it is, as in: everyway count regions FILE"


def family(name: str) -> Family:
    """Return the family *name*, importing it."""
    found: Family = import_module(f"everyway.families.{name}").FAMILY
    return found


def families() -> list[Family]:
    """Return every family, in the registry's order."""
    return [family(name) for name in FAMILIES]


def family_of_word(word: str) -> Family | None:
    """Return the family whose puzzles begin with *word* at the command, or None."""
    plain = plain_form(word)
    return next((f for f in families() if f.recognises(plain)), None)


def unknown_word(word: str) -> EverywayError:
    """Return the error for a word that begins no puzzle, with the nearest that does.

    What a family would take, were it not for a mistake, is refused in the family's own words.
    """
    words = [w for f in families() for w in f.words]
    parts = [word, *word.split("+")] if "+" in word else [word]
    near = [n for p in parts for n in difflib.get_close_matches(plain_form(p).lower(), words, n=1)]
    for known in () if near else families():
        complaint = known.complaint(plain_form(word))
        if complaint is not None:
            return complaint
    hint = f'did you mean "{near[0]}"?' if near else "see: everyway families"
    return EverywayError("unknown puzzle", text=word, hint=hint)


def puzzle_from_dict(data: Any) -> Puzzle:
    """Rebuild any puzzle from its ``to_dict``; the key ``puzzle`` says which kind.

    Raises ``EverywayError`` when the data is no table, names no known kind, or does not fit it.
    """
    if not isinstance(data, dict):
        raise EverywayError("a puzzle is a table of names and values, not", text=data)
    kind = data.get("puzzle")
    kinds = {k: f for f in families() for k in f.kinds}
    if not isinstance(kind, str) or kind not in kinds:
        hint = 'give puzzle = "' + '" or "'.join(sorted(kinds)) + '"'
        raise EverywayError("unknown kind of puzzle", text=kind, where='key "puzzle"', hint=hint)
    return kinds[kind].kind(kind).from_dict(data)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise EverywayError("a key stands twice:", text=key)
        found[key] = value
    return found


def _own_text(text: str) -> Puzzle | None:
    """Return the puzzle of the first family that takes *text* for its own, or None.

    A family's complaint counts only where no other family takes the text.
    """
    complaint = None
    for candidate in families():
        try:
            puzzle = candidate.puzzle_from_text(text)
        except EverywayError as error:
            complaint = complaint or error
        else:
            if puzzle is not None:
                return puzzle
    if complaint is not None:
        raise complaint
    if MAY_BE_TOML.search(text):
        return None
    forms = ", ".join(f"{form} ({name})" for f in families() for name, form in f.text_forms.items())
    raise EverywayError("this is no puzzle's text", hint=f"{forms}, TOML or JSON; {SAY_WHICH}")


def load(text: str) -> Puzzle:
    r"""Read a puzzle from a text (not a file name): TOML, JSON, or a form of a family's own.

    Rows of letters, for instance, are a region puzzle. Raises ``EverywayError`` for anything else;
    where a family knows the text for its own, with what that family says is wrong with it.

    >>> load('puzzle = "placement"\nboard = "4x4"\nnumber = 4').count()
    2
    """
    if not isinstance(text, str):
        raise EverywayError("a puzzle is read from text, not from", text=text)
    try:
        if text.lstrip().startswith("{"):
            return puzzle_from_dict(json.loads(text, object_pairs_hook=_no_key_twice))
        puzzle = None if NAMES_A_KIND.search(text) else _own_text(text)
        return puzzle_from_dict(tomllib.loads(text)) if puzzle is None else puzzle
    except RecursionError as error:
        raise EverywayError("nested too deeply to be a puzzle") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise EverywayError(f"not JSON: {error.msg}", where=where) from error
    except tomllib.TOMLDecodeError as error:
        hint = None if NAMES_A_KIND.search(text) else f"nor plainly one puzzle; {SAY_WHICH}"
        raise EverywayError(f"not TOML: {error}", hint=hint) from error
    except EverywayError:
        raise
    except ValueError as error:
        # Python refuses to read numbers of thousands of digits.
        raise EverywayError(f"cannot be read: {error}") from error
