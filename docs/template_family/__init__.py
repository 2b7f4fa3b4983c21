"""Fibbinary words: zeros and ones, no two ones in a row. A family to copy; see its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import Drawing, Family
from everyway.core.puzzle import Puzzle

from .puzzle import Fibbinary, Word

WORD = "fibbinary"


def _recognises(word: str) -> bool:
    return word.lower() == WORD


def _from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Fibbinary:
    for key, value in options.items():
        if value is not None:
            raise EverywayError(f"--{key.replace('_', '-')} does not apply to {words[0]}")
    if len(words) != 2:
        raise EverywayError(f"{WORD} needs one length", hint=f"such as: {WORD} 5")
    if not (words[1].isascii() and words[1].isdigit()):
        raise EverywayError("a length cannot be", text=words[1], hint="give a whole number")
    return Fibbinary(int(words[1][:9]))


def _from_text(text: str) -> Fibbinary | None:
    return None  # TOML and JSON are enough; this is for texts such as rows of letters


def _to_words(puzzle: Puzzle) -> str | None:
    return f"{WORD} {puzzle.length}" if isinstance(puzzle, Fibbinary) else None


def _draw(puzzle: Puzzle, solution: Any) -> Drawing:
    # Imported when first needed, as whoever counts needs no pictures.
    from .drawing import draw

    assert isinstance(puzzle, Fibbinary)
    return draw(puzzle, solution)


FAMILY = Family(
    name="fibbinary",
    summary="words of zeros and ones, no two ones in a row",
    kinds={"fibbinary": Fibbinary},
    engines=(f"{__name__}.plain:PlainEngine", f"{__name__}.recurrence:RecurrenceEngine"),
    words=(WORD,),
    file_words=(),
    options=(),
    styles=("digits", "blocks"),
    recognises=_recognises,
    from_words=_from_words,
    from_text=_from_text,
    to_words=_to_words,
    draw=_draw,
)

__all__ = ["FAMILY", "Fibbinary", "Word"]
