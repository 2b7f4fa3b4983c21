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
from everyway.core.question import (
    QUESTIONS,
    Count,
    Every,
    Largest,
    Question,
    Sizes,
    Smallest,
    Unique,
)
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
    if known is not None:
        agrees = leaves_room(answer, known.number())
        if answer.interrupted and agrees:
            return tuple(found)  # that a part fits the whole says little
        text = f"{known.value} ({known.cited()})"
        plain = known.value if isinstance(answer.question, Sizes) else known.number()
        found.append(Evidence("known value", agrees, text, known.cited(), plain))
    return tuple(found)


def leaves_room(answer: Answer, value: Any) -> bool:
    """Return whether *value* may be the whole truth, as far as *answer* knows it."""
    if not answer.interrupted:
        return bool(answer.value == value)
    match answer.question:
        case Count():
            return bool(answer.value <= value)
        case Sizes():
            return all(number <= value.get(size, 0) for size, number in answer.value.items())
        case Smallest() | Largest():
            low, high = answer.bounds
            if value is None:
                return not answer.found
            return (low is None or low <= value) and (high is None or value <= high)
    return True


def _checked_solutions(answer: Answer) -> list[Evidence]:
    checked = answer.solutions[:MOST_CHECKED]
    if not checked:
        return []
    wrong = [s for s in checked if not answer.puzzle.is_solution(s)]
    if wrong:
        why = answer.puzzle.why_not(wrong[0])
        text = f"{len(wrong)} break the rules: {why}"
        return [Evidence("checked solutions", False, text, "the rules", wrong[0].to_data())]
    if len(set(answer.solutions)) != len(answer.solutions):
        return [Evidence("checked solutions", False, "a solution is listed twice", "the rules")]
    number = f"{len(checked)} of {len(answer.solutions)}"
    return [Evidence("checked solutions", True, f"{number} checked against the rules")]


def compare(answer: Answer, other: Answer) -> Evidence:
    """Return whether an independent engine's answer agrees, as far as it got."""
    name = other.engine
    if other.interrupted:
        return Evidence("second engine", None, f"{name} did not finish")
    difference = difference_of(answer, other)
    if difference is None:
        difference = next((e.text for e in _checked_solutions(other) if e.agrees is False), None)
    if difference is None:
        return Evidence("second engine", True, f"{name} ({other.nodes} nodes) gives the same")
    text = f"{name}: {difference}"
    return Evidence("second engine", False, text, other.by, other.short_value())


def difference_of(answer: Answer, other: Answer) -> str | None:
    """Return in a few words how *other* contradicts *answer*, both of them finished; or None.

    What two right answers have in common depends on the question: of an optimum it is the size, for
    each may show another solution of it; of a list in any order how many there are, and which, if
    they are all.
    """
    question = answer.question
    if isinstance(question, Count | Sizes | Smallest | Largest):
        same = answer.value == other.value
    elif isinstance(question, Every) and not question.ordered:
        same = len(answer.solutions) == len(other.solutions)
        if same and answer.exhausted and other.exhausted:
            same = set(answer.solutions) == set(other.solutions)
    else:
        same = (answer.value, answer.solutions) == (other.value, other.solutions)
    return None if same else f"{said(other)}, not {said(answer)}" + _place(answer, other)


def _place(answer: Answer, other: Answer) -> str:
    """Return where two lists of solutions begin to differ."""
    if isinstance(answer.question, Count | Sizes | Smallest | Largest):
        return ""
    pairs = zip(answer.solutions, other.solutions, strict=False)
    place = next((i for i, (one, two) in enumerate(pairs, 1) if one != two), None)
    return "" if place is None else f"; they differ from solution {place} on"


def said(answer: Answer) -> str:
    """Return the value of *answer* in a few words.

    >>> from everyway import Queens, Unique
    >>> said(Queens(6).ask(Unique()))
    'more than one'
    """
    if isinstance(answer.question, Sizes):
        least = "at least " if answer.interrupted else ""
        return f"{least}{sum(answer.value.values())} of {len(answer.value)} sizes"
    if answer.question.name in ("first", "every", "sample"):
        number = len(answer.solutions)
        if answer.question.name == "first" or not number:
            return "a solution" if number else "none so far" if answer.interrupted else "none"
        return f"{number} so far" if answer.interrupted else f"{number} solutions"
    if isinstance(answer.question, Unique) and answer.found:
        return {True: "exactly one", False: "more than one", None: "not known"}[answer.value]
    return answer.lines()[0]
