"""What to say where no engine can answer: why, and what can be asked instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from everyway.core.engine import Engine, Offer
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Question,
    Sizes,
    Smallest,
    Unique,
)
from everyway.families.registry import family

OfferOf = Callable[[Engine, Puzzle, Question], Offer]

ASKED: dict[str, tuple[type[Question], str]] = {
    "smallest": (Smallest, "the least {size} and a solution of it"),
    "largest": (Largest, "the greatest {size} and a solution of it"),
    "count": (Count, "how many solutions there are"),
    "sizes": (Sizes, "how many there are of each {size}"),
    "first": (First, "the first solution"),
    "unique": (Unique, "whether there is exactly one solution"),
}
"""Questions by their names at the command, with what each gives; the dearest last."""

COMMANDS = {"every": "show"}
"""Questions that the command calls by another name."""

FIND = "find"
"""The report of families that make some solution at once."""

OTHER_KIND = "answers no question of the kind"


def refusal(
    puzzle: Puzzle,
    question: Question,
    offers: Sequence[tuple[Engine, Offer]],
    offer_of: OfferOf,
) -> EverywayError:
    """Return the error for a *question* that no engine can answer: why, and what works instead.

    *offers* are the refusals of all engines, *offer_of* asks an engine about another question.
    """
    known = family(puzzle.family)
    words = known.words_of(puzzle)
    command = COMMANDS.get(question.name, question.name)
    line = f"{command} {words or 'FILE'}"
    works = _works(puzzle, question, words or "FILE", offer_of)
    return EverywayError(f"no engine can answer {line} ({_why(offers)})", hint=works)


def _why(offers: Iterable[tuple[Engine, Offer]]) -> str:
    """Return the reasons of those engines that are made for such questions, each once.

    What an engine answers *only* where something else is given is no reason of this puzzle's.
    """
    reasons = list(dict.fromkeys(offer.why for _, offer in offers))
    apt = [why for why in reasons if not why.startswith((OTHER_KIND, "only "))] or reasons
    return "; ".join(w for w in apt if not any(v != w and w.startswith(v) for v in apt))


def _works(puzzle: Puzzle, question: Question, words: str, offer_of: OfferOf) -> str | None:
    """Return what can be asked instead and what it gives, or None."""
    size = family(puzzle.family).size_is
    engines = family(puzzle.family).all_engines()
    if isinstance(question, First | Every | Unique) and family(puzzle.family).report_named(FIND):
        return f"everyway {FIND} {words} gives some solution"
    for name, (kind, gives) in ASKED.items():
        other = kind()
        if other != question and any(offer_of(e, puzzle, other).can for e in engines):
            return f"everyway {name} {words} gives {gives.format(size=size)}"
    return None
