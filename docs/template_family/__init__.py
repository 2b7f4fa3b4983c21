"""Fibbinary words: zeros and ones, no two ones in a row. A family to copy; see its page."""

from __future__ import annotations

from everyway.core.family import Family, Report

WORD = "fibbinary"


def recognises(word: str) -> bool:
    """Return whether *word* begins a puzzle of this family."""
    return word.lower() == WORD


FAMILY = Family(
    package=__name__,
    name="fibbinary",
    summary="words of zeros and ones, no two ones in a row",
    kinds={"fibbinary": "puzzle:Fibbinary"},
    engines=("plain:PlainEngine", "recurrence:RecurrenceEngine"),
    words=(WORD,),
    example="fibbinary 5",
    options=(),
    styles=("digits", "blocks"),
    recognises=recognises,
    reports=(
        Report(
            "value", "The number that a word stands for: value fibbinary 5 01001.", "words:value"
        ),
    ),
)
