"""Arrangements: permutations, combinations and power sets of any items, in many orders."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.family import Family, Option, Report

WORDS = ("permutations", "combinations", "powerset")
OPTIONS = (
    Option(
        "order", str, "the order of a list: lexicographic (the default), exchange, gray, heap, …"
    ),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins an arrangement."""
    return word.lower() in WORDS


def word_count(words: Sequence[str]) -> int:
    """Return how many of *words* are the puzzle: its kind, the items, and a number if one follows.

    >>> word_count(["permutations", "abcd", "3", "c", "a", "b"])
    3
    >>> word_count(["permutations", "abc", "c", "a", "b"])
    2
    """
    if words[0].lower() == "powerset":
        return 2
    return 3 if len(words) > 2 and words[2].isdecimal() else 2


FAMILY = Family(
    package=__name__,
    name="arrangement",
    summary="permutations, combinations, power sets: lists with ranks, in many orders",
    kinds={
        "permutations": "puzzle:Permutations",
        "combinations": "puzzle:Combinations",
        "powerset": "puzzle:PowerSet",
    },
    engines=("plain:PlainEngine", "ranks:RanksEngine"),
    words=WORDS,
    example="permutations abcd",
    options=OPTIONS,
    size_is="number of items",
    styles=("line", "word"),
    recognises=recognises,
    word_count=word_count,
    as_typed=(1,),
    reports=(
        Report("rank", "Where an arrangement stands: rank permutations abcd 3 c a b.",
               "reports:rank"),
        Report("unrank", "The arrangement at a rank, from 0: unrank permutations abcd 3 17.",
               "reports:unrank"),
        Report("changes", "What changes from each arrangement to the next.", "reports:changes"),
    ),
    traces={"backtracking": "trace:backtracking"},
    draw_steps="trace_drawing:StepPicture",
)  # fmt: skip
