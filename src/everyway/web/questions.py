"""Questions in addresses: what can be asked on a page, and what an address asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
    UpTo,
)
from everyway.families.registry import family
from everyway.web.limits import Limits

SHOWN, MOST_SHOWN = 12, 240
"""How many solutions are listed on one page, if no limit is given, and at most."""

LABELS = {
    "count": "How many solutions are there?",
    "unique": "Is there exactly one solution?",
    "first": "What is the first solution?",
    "every": "What are the first solutions?",
    "sample": "What do solutions drawn at random look like?",
    "smallest": "What is the smallest size?",
    "largest": "What is the largest size?",
    "sizes": "How many are there of each size?",
}
SYNONYMS = {"show": "every", "solve": "unique"}
OF_SIZES = ("smallest", "largest", "sizes")


@dataclass(frozen=True)
class Asked:
    """A question with what the run is told: keywords of ``Puzzle.ask``."""

    question: Question
    engine: str | None
    time: float
    nodes: int | None
    evidence: bool
    explain: bool


def has_sizes(puzzle: Puzzle) -> bool:
    """Return whether solutions of more than one size may be there."""
    try:
        least, greatest = puzzle.size_range()
    except EverywayError:
        return False
    return least < greatest


def questions_of(puzzle: Puzzle) -> dict[str, str]:
    """Return the questions that make sense for *puzzle*, by name, in words."""
    sizes = has_sizes(puzzle)
    return {name: text for name, text in LABELS.items() if sizes or name not in OF_SIZES}


def engines_of(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Return the names of the engines of the puzzle's family, each with its method."""
    return [(e.name, e.method) for e in family(puzzle.family).all_engines()]


def question_name(given: Mapping[str, str]) -> str:
    """Return the name of the question in an address, ``count`` where there is none."""
    name = given.get("question", "").strip() or "count"
    name = SYNONYMS.get(name, name)
    if name not in LABELS:
        raise EverywayError("no question is called", text=name, hint="one of " + ", ".join(LABELS))
    return name


def asked(given: Mapping[str, str], limits: Limits) -> Asked:
    """Return what an address asks; raise ``EverywayError`` for what it cannot ask.

    A blank is as good as nothing. The time is at most that of the *limits*.
    """
    name = question_name(given)
    up_to = up_to_of(given)
    return Asked(
        _question(name, up_to, given),
        _text(given, "engine"),
        seconds_of(given, limits),
        whole(given, "nodes", 0, 1, 10**18) or None,
        _text(given, "evidence") is not None,
        _text(given, "explain") is not None,
    )


def up_to_of(given: Mapping[str, str]) -> UpTo:
    """Return whether an address counts solutions up to symmetry."""
    text = _text(given, "up_to")
    if text not in (None, "symmetry"):
        raise EverywayError("cannot count up to", text=text, hint='give "symmetry" or nothing')
    return "symmetry" if text else None


def _question(name: str, up_to: UpTo, given: Mapping[str, str]) -> Question:
    if name == "every":
        return Every(limit=whole(given, "limit", SHOWN, 1, MOST_SHOWN), up_to=up_to)
    if name == "sample":
        number = whole(given, "limit", 4, 1, MOST_SHOWN)
        return Sample(k=number, seed=whole(given, "seed", 0, 0, 10**18), up_to=up_to)
    kinds: dict[str, type[Question]] = {
        kind.name: kind for kind in (Count, Unique, First, Smallest, Largest, Sizes)
    }
    return kinds[name](up_to=up_to)


def _text(given: Mapping[str, str], name: str) -> str | None:
    return given.get(name, "").strip() or None


def whole(given: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    """Return the whole number *name* in an address, or the *usual* where it is blank."""
    text = _text(given, name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most):
        raise EverywayError(f"{name} cannot be", text=text, hint=f"{least} to {most}")
    return int(text)


def seconds_of(given: Mapping[str, str], limits: Limits) -> float:
    """Return the time limit in an address, that of the *limits* where there is none or more."""
    text = _text(given, "time")
    if text is None:
        return limits.time
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise EverywayError("a time limit cannot be", text=text, hint="give seconds")
    return min(seconds, limits.time)


def parameters(given: Mapping[str, str]) -> dict[str, Any]:
    """Return those parameters of an address that ask, without blanks, for another address."""
    names = ("question", "up_to", "limit", "seed", "engine", "time", "nodes", "evidence", "explain")
    return {name: text for name in names if (text := _text(given, name)) is not None}
