"""Which engine answers: every engine makes an offer, the cheapest is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from everyway.core.engine import Engine, Offer
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Every,
    First,
    Largest,
    Question,
    Sample,
    Smallest,
    Unique,
)
from everyway.families.registry import family
from everyway.runs.run import LIGHT_NODES, LIGHT_SECONDS

@dataclass(frozen=True)
class Candidate:
    """An engine with its offer."""

    engine: Engine
    offer: Offer


@dataclass(frozen=True)
class Choice:
    """The engines to try in turn, and all that were considered.

    All of ``attempts`` but the last are light engines, which get an ``Allowance`` and then give up.
    """

    attempts: tuple[Engine, ...]
    candidates: tuple[Candidate, ...]
    forced: bool = False

    def explain(self) -> str:
        """Return the choice and the alternatives in words, one line an engine."""
        chosen = self.attempts[0].name
        lines = [f"engine {chosen}" + (" (asked for)" if self.forced else " (cheapest estimate)")]
        if len(self.attempts) > 1:
            then = ", then ".join(engine.name for engine in self.attempts[1:])
            lines.append(f"  after {LIGHT_NODES} nodes or {LIGHT_SECONDS:g} s of that: {then}")
        for engine, offer in ((c.engine, c.offer) for c in self.candidates):
            if offer.can:
                lines.append(f"  {engine.name:<10} about {seconds_text(offer.seconds)}: {offer.why}")
            else:
                lines.append(f"  {engine.name:<10} no: {offer.why}")
        return "\n".join(lines)


def seconds_text(seconds: float) -> str:
    """Return seconds with two significant figures and a unit that suits them.

    >>> seconds_text(0.0123), seconds_text(75), seconds_text(86400 * 3)
    ('0.012 s', '75 s', '3 days')
    """
    if seconds < 0.001:
        return "0.001 s"
    if seconds < 120:
        return f"{seconds:.2g} s"
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.2g} {unit}"
    return f"{seconds:.0f} s"


def may_end_early(question: Question) -> bool:
    """Return whether the answer may come long before the search is exhausted."""
    return isinstance(question, First | Unique | Smallest | Largest) or (
        isinstance(question, Every) and question.limit is not None
    )


def basic_questions(engine: Engine, question: Question) -> list[Question]:
    """Return what *engine* is really asked when *question* is taken apart."""
    if type(question) in engine.direct and not isinstance(question, First | Unique):
        return [question]
    if isinstance(question, First):
        return [Every(limit=1, up_to=question.up_to)]
    if isinstance(question, Unique):
        return [Every(limit=2, up_to=question.up_to)]
    if isinstance(question, Smallest | Largest):
        return [Every(limit=1)]
    if isinstance(question, Sample):
        return [Every(up_to=question.up_to)]
    return [question]


def _offer(engine: Engine, puzzle: Puzzle, question: Question) -> Offer:
    offers = []
    for basic in basic_questions(engine, question):
        if type(basic) not in engine.direct:
            return Offer.no(f"answers no question of the kind {basic.name}")
        offers.append(engine.offer(puzzle, basic))
    return max(offers, key=lambda offer: offer.seconds)


def choose(puzzle: Puzzle, question: Question, name: str | None = None) -> Choice:
    """Return the engines to try for *question*, the one called *name* if it is given.

    Raises ``EverywayError`` when no engine has that name, or it, or none, can answer.
    """
    engines = family(puzzle.family).all_engines()
    if name is not None and name not in (engine.name for engine in engines):
        known = ", ".join(engine.name for engine in engines)
        raise EverywayError("unknown engine", text=name, hint=f"one of {known}")
    candidates = tuple(Candidate(e, _offer(e, puzzle, question)) for e in engines)
    if name is not None:
        picked = next(c for c in candidates if c.engine.name == name)
        if not picked.offer.can:
            raise EverywayError(f"the engine {name} cannot answer this: {picked.offer.why}")
        return Choice((picked.engine,), candidates, forced=True)
    able = sorted((c for c in candidates if c.offer.can), key=lambda c: c.offer.seconds)
    if not able:
        reasons = "; ".join(f"{c.engine.name}: {c.offer.why}" for c in candidates)
        raise EverywayError(f"no engine can answer this ({reasons})")
    return Choice(_attempts(able, question), candidates)


def _attempts(able: Sequence[Candidate], question: Question) -> tuple[Engine, ...]:
    heavy = [c.engine for c in able if not c.engine.light]
    light = [c.engine for c in able if c.engine.light]
    if light and heavy and (may_end_early(question) or able[0].engine.light):
        return (light[0], heavy[0])
    return (able[0].engine,)


def independent_of(engine: Engine, puzzle: Puzzle, question: Question) -> Candidate | None:
    """Return the cheapest engine that can answer by another method than *engine*'s, or None."""
    found = [
        Candidate(other, offer)
        for other in family(puzzle.family).all_engines()
        if other.method != engine.method
        for offer in [_offer(other, puzzle, question)]
        if offer.can
    ]
    return min(found, key=lambda c: c.offer.seconds, default=None)
