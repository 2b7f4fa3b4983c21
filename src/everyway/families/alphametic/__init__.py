"""Alphametics: letters that stand for digits, in equations and in sums as drawn on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence

from everyway.core.family import Family, Option, Report
from everyway.core.plain_form import plain_form

WORD = "alphametic"
FILE_ENDINGS = (".toml", ".json", ".txt")
OPTIONS = (
    Option("base", int, "the base of the numbers, 2 to 36 (default 10)"),
    Option("known", str, "letters whose digits are known, such as M=1,O=0"),
    Option("leading_zeros", bool, "numbers of two digits or more may begin with zero"),
    Option("distinct", bool, "different letters are different digits (the default)"),
    Option("match_case", bool, "capital and small letters are different letters"),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins an alphametic: the word itself, or an equation with letters.

    >>> recognises("SEND + MORE = MONEY"), recognises("AB > BA"), recognises("a=b.toml")
    (True, True, False)
    """
    word = plain_form(word)
    if word.lower() == WORD:
        return True
    equation = set(word) & set("=<>") and any(c.isalpha() or c in "?_" for c in word)
    return bool(equation) and not word.lower().endswith(FILE_ENDINGS) and not word.startswith("-")


def meant(word: str) -> bool:
    """Return whether *word* is surely meant for an equation: words of letters, joined by signs.

    >>> meant("SEND+MORE"), meant("send + more"), meant("rook"), meant("a-puzzle.toml")
    (True, True, False, False)
    """
    parts = [part.strip() for part in re.split(r"[+*/^×÷]", word)]
    return len(parts) > 1 and all(part.isalnum() for part in parts) and not parts[0].isdigit()


def word_count(words: Sequence[str]) -> int:
    """Return how many of the leading words are the puzzle: an equation is one word.

    >>> word_count(["A + A = BA", "A=9"]), word_count(["alphametic", "sum.txt", "A=9"])
    (1, 2)
    """
    return 2 if words and words[0].lower() == WORD else 1


FAMILY = Family(
    package=__name__,
    name="alphametic",
    summary="letters for digits: SEND + MORE = MONEY, long divisions and other layouts",
    kinds={"alphametic": "puzzle:Alphametic"},
    engines=(
        "plain:PlainEngine",
        "coefficients:CoefficientsEngine",
        "columns:ColumnsEngine",
        "stages:LayoutEngine",
        "propagation:PropagationEngine",
    ),
    words=(WORD,),
    example="'SEND + MORE = MONEY'",
    file_words=(WORD,),
    text_forms={WORD: "an equation or a sum as on paper"},
    options=OPTIONS,
    size_is="result",
    styles=("line", "paper", "letters", "worked"),
    recognises=recognises,
    word_count=word_count,
    meant=meant,
    reports=(
        Report(
            "deduce",
            "How an alphametic can be solved by hand: deduce 'SEND + MORE = MONEY'.",
            "reports:deduce",
        ),
    ),
    traces={
        "columns": "trace_columns:columns",
        "permutations": "trace:permutations",
    },
    draw_steps="trace_drawing:StepPicture",
)
