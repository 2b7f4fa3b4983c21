"""Answers in words, for the page: what stands large, and the sentence below it."""

from __future__ import annotations

from typing import Any

from everyway.core.answer import Answer
from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Sample,
    Sizes,
    Smallest,
    Unique,
)


def heading(answer: Answer) -> dict[str, Any]:
    """Return an answer's ``value``, a few characters, its ``sentence``, and ``rows`` for sizes."""
    question = answer.question
    rows: list[list[str]] = []
    if isinstance(question, Sizes):
        least = "at least " if answer.interrupted else ""
        rows = [[str(size), f"{least}{number}"] for size, number in answer.value.items()]
        value = _plural(len(rows), "size")
        sentence = "How many solutions there are of each size" + _up_to(answer) + "."
    elif isinstance(question, First | Every | Sample):
        value, sentence = _list(answer)
    elif isinstance(question, Unique):
        value, sentence = _unique(answer)
    else:
        value, sentence = answer.lines()[0], _number(answer)
    return {"value": value, "sentence": sentence, "rows": rows}


def _up_to(answer: Answer) -> str:
    return ", those that differ by a symmetry counted once" if answer.up_to else ""


def _plural(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def _number(answer: Answer) -> str:
    if isinstance(answer.question, Count):
        if answer.value == 0 and not answer.interrupted:
            return "There is no solution."
        are = "There is" if answer.value == 1 else "There are"
        least = " at least" if answer.interrupted else ""
        return f"{are}{least} {_plural(answer.value, 'solution')}{_up_to(answer)}."
    kind = "smallest" if isinstance(answer.question, Smallest) else "largest"
    assert isinstance(answer.question, Smallest | Largest)
    if answer.value is None and not answer.interrupted:
        return "There is no solution."
    if answer.optimal_proven:
        better = "smaller" if kind == "smallest" else "larger"
        return f"This is the {kind} size: it is proved that no solution is {better}."
    if answer.found:
        return f"The best that was found has size {answer.value}; it is not proved the {kind}."
    return f"The {kind} size is not known."


def _unique(answer: Answer) -> tuple[str, str]:
    if answer.value is None:
        found = _plural(len(answer.solutions), "solution")
        return "not known", f"{found} found so far; whether there are more is not known."
    if answer.value:
        return "unique", f"There is exactly one solution{_up_to(answer)}."
    if not answer.found:
        return "no solution", "There is no solution."
    return "not unique", f"There is more than one solution{_up_to(answer)}."


def _list(answer: Answer) -> tuple[str, str]:
    number = len(answer.solutions)
    if not number:
        if answer.interrupted:
            return "none so far", "No solution was found so far."
        return "no solution", "There is no solution."
    value = _plural(number, "solution")
    if isinstance(answer.question, First):
        return value, "The first in the puzzle's order."
    if isinstance(answer.question, Sample):
        return value, f"Drawn at random, all equally likely; the seed is {answer.question.seed}."
    assert isinstance(answer.question, Every)
    if answer.interrupted:
        return value, "The first, as far as the search came."
    if answer.question.limit is not None and number >= answer.question.limit:
        return value, "The first in the puzzle's order; there may be more."
    return value, "These are all there are."
