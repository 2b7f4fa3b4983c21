"""Why an answer is to be believed: known values, solutions checked by the rules, other engines."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from everyway.core.answer import Answer, Evidence
from everyway.core.engine import Engine
from everyway.core.puzzle import Puzzle
from everyway.core.question import QUESTIONS, Count, Largest, Question, Sizes, Smallest
from everyway.families.registry import family

MOST_CHECKED = 100


@dataclass(frozen=True)
class KnownValue:
    """One row of the tables of known values.

    ``puzzle`` and ``question`` are words of the command; ``value`` is a number, or
    ``size:number`` pairs for sizes, or, where the question is a report of the family's own, its
    data as JSON; ``source`` says who found it and where it is published; ``set`` is ``fast``,
    ``slow`` or ``record``, for the tests.
    """

    sequence: str
    puzzle: str
    question: str
    up_to: str
    value: str
    source: str
    set: str

    def number(self) -> Any:
        """Return the value in the form of ``Answer.value``."""
        if self.question == Sizes.name:
            pairs = (pair.split(":") for pair in self.value.split())
            return {int(size): int(number) for size, number in pairs}
        return int(self.value) if self.question in QUESTIONS else json.loads(self.value)

    def cited(self) -> str:
        """Return the sequence and the source as one text."""
        return f"{self.sequence}, {self.source}" if self.sequence else self.source


@lru_cache(maxsize=16)
def known_values(family_name: str) -> tuple[KnownValue, ...]:
    """Return the table of known values of a family, in the order of its file."""
    place = files("everyway") / "known" / f"{family_name}.tsv"
    if not place.is_file():
        return ()
    lines = (line for line in place.read_text("utf-8").splitlines() if not line.startswith("#"))
    rows = csv.DictReader(lines, delimiter="\t")
    return tuple(KnownValue(**{key: value or "" for key, value in row.items()}) for row in rows)


@lru_cache(maxsize=16)
def _known_by_key(family_name: str) -> dict[tuple[str, str, str], KnownValue]:
    return {(k.puzzle, k.question, k.up_to): k for k in known_values(family_name)}


def known_value(puzzle: Puzzle, question: Question) -> KnownValue | None:
    """Return the known value for *question* about *puzzle*, or None."""
    words = family(puzzle.family).words_of(puzzle)
    if words is None or not isinstance(question, Count | Sizes | Smallest | Largest):
        return None
    # An optimum is the same whether or not solutions are counted up to symmetry.
    up_to = (question.up_to or "") if isinstance(question, Count | Sizes) else ""
    return _known_by_key(puzzle.family).get((words, question.name, up_to))


def evidence_for(answer: Answer, engine: Engine) -> tuple[Evidence, ...]:
    """Return the evidence that costs next to nothing, for an answer that *engine* found."""
    found = []
    reason = engine.reason(answer.puzzle, answer.question)
    if reason is not None:
        found.append(Evidence("theory", True, reason))
    elif answer.exhausted and not answer.interrupted:
        found.append(
            Evidence("exhaustive search", True, f"nothing left unsearched by {answer.engine}")
        )
    found += _checked_solutions(answer)
    if not answer.found and not answer.interrupted:
        why = answer.puzzle.why_none()
        if why is not None and why != reason:
            found.insert(0, Evidence("counting", True, why))
    known = known_value(answer.puzzle, answer.question)
    if known is not None and not answer.interrupted:
        agrees = known.number() == answer.value
        text = f"{known.value} ({known.cited()})"
        found.append(Evidence("known value", agrees, text))
    return tuple(found)


def _checked_solutions(answer: Answer) -> list[Evidence]:
    checked = answer.solutions[:MOST_CHECKED]
    if not checked:
        return []
    wrong = [s for s in checked if not answer.puzzle.is_solution(s)]
    if wrong:
        why = answer.puzzle.why_not(wrong[0])
        return [Evidence("checked solutions", False, f"{len(wrong)} break the rules: {why}")]
    number = f"{len(checked)} of {len(answer.solutions)}"
    return [Evidence("checked solutions", True, f"{number} checked against the rules")]


def compare(answer: Answer, other: Answer) -> Evidence:
    """Return whether an independent engine's answer agrees, as far as it got."""
    name = other.engine
    if other.interrupted:
        return Evidence("second engine", None, f"{name} did not finish")
    same = essence(answer) == essence(other)
    text = f"{name} ({other.nodes} nodes) gives the same" if same else f"{name} gives {other}"
    return Evidence("second engine", same, text)


def essence(answer: Answer) -> tuple[Any, ...]:
    """Return what two right answers to one question have in common."""
    # A run that was stopped after its proof may show another solution of the same size.
    if isinstance(answer.question, Count | Sizes | Smallest | Largest):
        return (answer.value,)
    return (answer.value, answer.solutions)
