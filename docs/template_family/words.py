"""Fibbinary words at the command: ``fibbinary 5``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings, own_options
from everyway.core.puzzle import Puzzle

from . import WORD
from .puzzle import Fibbinary


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Fibbinary:
    """Make a puzzle from the words of the command and its options, of which it has none."""
    own_options((), options, WORD)
    if len(words) != 2:
        raise EverywayError(f"{WORD} needs one length", hint=f"such as: {WORD} 5")
    if not (words[1].isascii() and words[1].isdigit()):
        raise EverywayError("a length cannot be", text=words[1], hint="give a whole number")
    return Fibbinary(int(words[1][:9]))


def from_text(text: str) -> Fibbinary | None:
    """Return None: TOML and JSON are enough. This is for texts such as rows of letters."""
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the words that ``from_words`` reads as *puzzle*."""
    return f"{WORD} {puzzle.length}" if isinstance(puzzle, Fibbinary) else None


def value(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report the number that a word stands for in base two."""
    word = " ".join(extra)
    why = puzzle.why_not(word)
    if why is not None:
        raise EverywayError(f"not a word of this puzzle: {why}", text=word)
    number = int(word, 2) if word else 0
    return Findings([str(number)], number)
