"""Alphametics as words of the command: an equation in quotes, or ``alphametic FILE``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.families.alphametic import OPTIONS, WORD
from everyway.families.alphametic.layout import is_layout
from everyway.families.alphametic.puzzle import Alphametic

COMMENT = re.compile(r"^[ \t\u3000]*[#\uff03].*$\n?", re.MULTILINE)
OF_TOML = re.compile(r"[\[\]{}\"']|^\s*\w+\s*=\s*(true|false|[0-9]+)\s*$", re.MULTILINE)
SIGN = re.compile(r"[-+*/^()×÷·−²³]")
MOST_CHARACTERS = 200_000


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Alphametic:
    """Make an alphametic from an equation, or from the word ``alphametic`` and a text."""
    given = own_options(OPTIONS, options, "an alphametic")
    texts = list(words[1:]) if words[0].lower() == WORD else list(words)
    if not texts:
        raise EverywayError(f"{WORD} needs a file or an equation", hint="SEND+MORE=MONEY")
    if len(texts) > 1:
        raise EverywayError("an alphametic is one text; what is", text=" ".join(texts[1:]))
    return Alphametic(without_comments(texts[0]), **given)


def without_comments(text: str) -> str:
    """Return *text* without the lines that begin with ``#``."""
    return COMMENT.sub("", text[:MOST_CHARACTERS])


def from_text(text: str) -> Alphametic | None:
    """Return the alphametic that a text writes or draws, or None for any other text.

    It is one if it is drawn with rules as on paper, or has ``=``, a letter or blank, and another
    sign; quotes, brackets, and values of TOML tell other texts.
    """
    text = plain_form(without_comments(text))
    if OF_TOML.search(text) or not re.search(r"[^\W\d_]|[._?]", text):
        return None
    if is_layout(text) or ("=" in text and SIGN.search(text)):
        return Alphametic(text)
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, options in a fixed order; None for layouts.

    >>> to_words(Alphametic("send+more=money", known="M=1"))
    "'SEND + MORE = MONEY' --known M=1"
    """
    if not isinstance(puzzle, Alphametic) or puzzle.drawn:
        return None
    words = [shlex.quote(puzzle.text)]
    words += [f"--base {puzzle.base}"] if puzzle.base != 10 else []
    words += [f"--known {puzzle.known}"] if puzzle.known else []
    words += ["--leading-zeros"] if puzzle.leading_zeros else []
    words += [] if puzzle.distinct else ["--no-distinct"]
    words += ["--match-case"] if puzzle.match_case else []
    return " ".join(words)
