"""Which engine answers: every engine makes an offer, the cheapest is chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from everyway.core.answer import Tried
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
from everyway.runs.refusing import refusal

LIGHT_NODES = 20_000
LIGHT_SECONDS = 0.25
"""How far a light engine goes before a heavier one takes over."""

LIGHT_FACTOR = 4
"""How many times the nodes that it expects a light engine may try, where that is quick."""

MOMENT_SECONDS = 0.02
"""An estimate that is not worth comparing with others."""

LONGEST_LOOK = 1800.0
"""What an engine says that refuses to estimate: its puzzle is too large for a quick look."""

PROBED_NODES = 100_000
"""Of a larger tree random descents tell the size so badly that nothing is said of it."""

NO_ESTIMATE = "no estimate"

TURN_SECONDS = 4.0
TURNS = 8
"""How long the first turn of a heavy engine is, and how many turns each has with a limit."""


ASKED_FOR = "asked for by name"
SPECIAL = "made for this kind of puzzle"
MOMENTARY = "surely takes but a moment"
CHEAPEST = "cheapest estimate"
UNCERTAIN = "least of estimates that are too uncertain to be told"
CHEAPEST_HEAVY = "cheapest estimate of the engines for long searches"
LUCK = "starts at once, and luck may end the search early"
IN_TURN = "taking turns, as estimates say little of when the search ends"
"""Why an engine is put to work."""


@dataclass(frozen=True)
class Candidate:
    """An engine with its offer."""

    engine: Engine
    offer: Offer


@dataclass(frozen=True)
class Attempt:
    """An engine, how long it may try, in seconds and in nodes or None without limit, and why it."""

    engine: Engine
    seconds: float | None = None
    nodes: int | None = None
    why: str = ""


@dataclass(frozen=True)
class Choice:
    """The engines to try in turn, and all that could be considered.

    The last attempt has no limit.
    """

    attempts: tuple[Attempt, ...]
    candidates: tuple[Candidate, ...]

    def explain(self) -> str:
        """Return what each engine offers in words, one line an engine."""
        lines = []
        for engine, offer in ((c.engine, c.offer) for c in self.candidates):
            said = f"{estimate_text(offer)}: {offer.why}" if offer.can else f"no: {offer.why}"
            lines.append(f"  {engine.name:<10} {said}")
        return "\n".join(lines)


def explained(tried: Sequence[Tried]) -> str:
    """Return in words which engines were put to work and why, one line each."""
    return "\n".join(f"engine {attempt}" for attempt in tried)


def estimate_text(offer: Offer) -> str:
    """Return what an estimate is worth to a reader: a figure, an order of magnitude, or nothing.

    >>> kinds = ("measured", "rough", "probed")
    >>> [estimate_text(Offer(True, 17.0, "", 2e7, kind)) for kind in kinds]
    ['about 17 s', 'roughly 10 s', 'no estimate']
    """
    if offer.seconds >= LONGEST_LOOK and not offer.nodes:
        return NO_ESTIMATE
    if offer.kind == "measured":
        return f"about {seconds_text(offer.seconds)}"
    if offer.kind == "probed" and offer.nodes > PROBED_NODES:
        return NO_ESTIMATE
    if offer.seconds < MOMENT_SECONDS:
        return "a moment"
    power = round(math.log10(offer.seconds))
    if power > 9:
        return "beyond hope"
    return f"roughly {seconds_text(10.0**power)}"


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


def offer_of(engine: Engine, puzzle: Puzzle, question: Question) -> Offer:
    """Return the offer of *engine* for *question*, of the dearest part where it is taken apart."""
    if type(question) in engine.declines:
        return Offer.no(f"unsuited to questions of the kind {question.name}")
    offers = []
    for basic in basic_questions(engine, question):
        if type(basic) not in engine.direct:
            return Offer.no(f"answers no question of the kind {basic.name}")
        offers.append(engine.offer(puzzle, basic))
    return max(offers, key=lambda offer: offer.seconds)


def choose(puzzle: Puzzle, question: Question, name: str | None = None) -> Choice:
    """Return the engines to try for *question*, only the one called *name* if it is given.

    Raises ``EverywayError`` when no engine has that name, or it, or none, can answer.
    """
    picked = None if name is None else _picked(puzzle, question, name)
    engines = family(puzzle.family).all_engines()
    candidates = tuple(Candidate(e, offer_of(e, puzzle, question)) for e in engines)
    if picked is not None:
        return Choice((Attempt(picked.engine, why=ASKED_FOR),), candidates)
    able = [c for c in candidates if c.offer.can]
    if not able:
        offers = [(c.engine, c.offer) for c in candidates]
        raise refusal(puzzle, question, offers, offer_of)
    special = _special(able, question)
    if special is not None:
        return Choice((Attempt(special.engine, why=SPECIAL),), candidates)
    # The reference comes first where it takes but a moment: comparing would take longer.
    able.sort(key=lambda c: (not _is_momentary(c, question), c.offer.seconds))
    return Choice(_attempts(able, question), candidates)


def _picked(puzzle: Puzzle, question: Question, name: str) -> Candidate:
    """Return the engine called *name*; raise ``EverywayError`` if there is none or it cannot."""
    engines = family(puzzle.family).all_engines()
    engine = next((engine for engine in engines if engine.name == name), None)
    if engine is None:
        known = ", ".join(engine.name for engine in engines)
        raise EverywayError("unknown engine", text=name, hint=f"one of {known}")
    offer = offer_of(engine, puzzle, question)
    if not offer.can:
        able = [e.name for e in engines if offer_of(e, puzzle, question).can]
        hint = f"{', '.join(able)} can" if able else None
        raise EverywayError(f"the engine {name} cannot answer this: {offer.why}", hint=hint)
    return Candidate(engine, offer)


def _special(candidates: Sequence[Candidate], question: Question) -> Candidate | None:
    """Return the special engine to be taken without a look at the general ones, or None.

    A search that is longer than a light engine may try, or can start at once, is best left to it.
    """
    able = [c for c in candidates if c.engine.special and c.offer.can]
    best = min(able, key=lambda c: c.offer.seconds, default=None)
    if best is None or may_end_early(question):
        return None
    return best if best.engine.ready or best.offer.nodes > LIGHT_NODES else None


def attempts(
    puzzle: Puzzle, question: Question, name: str | None = None
) -> Iterator[tuple[Attempt, Offer]]:
    """Yield the attempts of ``choose``, one by one; most questions need only the first.

    Offers can take longer than the answer. So an engine asked for by name, or a special engine, is
    yielded at once; and when the reference engine takes but a moment, or some engine that decides
    an optimum, it is yielded before the others are asked.
    """
    if name is not None:
        picked = _picked(puzzle, question, name)
        yield Attempt(picked.engine, why=ASKED_FOR), picked.offer
        return
    engines = [] if may_end_early(question) else family(puzzle.family).all_engines()
    specials = [Candidate(e, offer_of(e, puzzle, question)) for e in engines if e.special]
    special = _special(specials, question)
    if special is not None:
        yield Attempt(special.engine, why=SPECIAL), special.offer
        return
    tried = None
    for engine in _at_once(puzzle, question):
        candidate = Candidate(engine, offer_of(engine, puzzle, question))
        if _is_momentary(candidate, question):
            tried = engine.name
            yield Attempt(engine, LIGHT_SECONDS, LIGHT_NODES, MOMENTARY), candidate.offer
            break
    choice = choose(puzzle, question)
    offers = {c.engine.name: c.offer for c in choice.candidates}
    for attempt in choice.attempts:
        if attempt.engine.name != tried or attempt.seconds is None:
            yield attempt, offers[attempt.engine.name]


def listing_engine(puzzle: Puzzle) -> Engine | None:
    """Return the engine that lists *puzzle* in order and starts at once, or None."""
    engine = family(puzzle.family).first_engine()
    offer = offer_of(engine, puzzle, Every())
    return engine if engine.ready and offer.can and offer.seconds < LONGEST_LOOK else None


def for_the_whole(
    puzzle: Puzzle, question: Question, name: str | None = None
) -> tuple[Attempt, Offer]:
    """Return the attempt that would do the whole search: the last of ``attempts``."""
    *_, last = attempts(puzzle, question, name)
    return last


def _at_once(puzzle: Puzzle, question: Question) -> list[Engine]:
    """Return the engines that may take but a moment: of an optimum, those that answer it whole."""
    known = family(puzzle.family)
    if isinstance(question, Smallest | Largest):
        return [e for e in known.all_engines() if e.light and type(question) in e.direct]
    return [known.first_engine()]


def _is_momentary(candidate: Candidate, question: Question) -> bool:
    """Return whether a light engine surely needs but a moment: of an optimum nobody knows."""
    if isinstance(question, Smallest | Largest) and not candidate.engine.direct & {type(question)}:
        return False
    offer = candidate.offer
    return candidate.engine.light and offer.can and offer.seconds < MOMENT_SECONDS


def _attempts(able: Sequence[Candidate], question: Question) -> tuple[Attempt, ...]:
    """Return the attempts for the engines that can answer, the most promising first.

    A light engine begins, where it is the cheapest or luck may end the search early. Estimates of
    an optimum, or of a first solution, say little about who will be quick; so the heavier engines
    with different methods then take turns, each time for longer: together they need at most a
    few times as long as the best of them alone.
    """
    light = [c for c in able if c.engine.light]
    heavy = [c.engine for c in able if not c.engine.light]
    best = min(able, key=lambda c: c.offer.seconds)
    if not heavy:
        why = CHEAPEST if able[0] is best else MOMENTARY
        return (Attempt(able[0].engine, why=why),)
    told = CHEAPEST if estimate_text(best.offer) != NO_ESTIMATE else UNCERTAIN
    most_fit = told if heavy[0] is best.engine else CHEAPEST_HEAVY
    quick = able[0].engine.light and able[0].offer.seconds < LIGHT_SECONDS / 2
    if not may_end_early(question) and not quick:
        return (Attempt(heavy[0], why=most_fit),)
    # A heavy engine that an earlier question has loaded need not wait for a light one.
    first = light[:1] if quick or not heavy[0].ready else []
    why = told if first and first[0].engine is best.engine else LUCK
    tries = [Attempt(c.engine, LIGHT_SECONDS, _light_nodes(c.offer), why) for c in first]
    if may_end_early(question) and len(heavy) > 1:
        seconds = TURN_SECONDS
        for engine in heavy[:2] * TURNS:
            tries.append(Attempt(engine, seconds, why=IN_TURN))
            seconds *= 2
        most_fit = IN_TURN
    return (*tries, Attempt(heavy[0], why=most_fit))


def _light_nodes(offer: Offer) -> int:
    """Return how many nodes a light engine may try: more where it expects a few more."""
    if offer.seconds >= LIGHT_SECONDS / 2:
        return LIGHT_NODES
    return max(LIGHT_NODES, int(LIGHT_FACTOR * offer.nodes))


def independent_of(
    engine: Engine, puzzle: Puzzle, question: Question, ready: bool = False
) -> Candidate | None:
    """Return the cheapest engine that can answer by another method than *engine*'s, or None.

    With *ready* only those that start at once are asked: an offer itself may take a while.
    """
    others = [
        other
        for other in family(puzzle.family).all_engines()
        if other.method != engine.method and (other.ready or not ready)
    ]
    for special in (True, False):  # general engines are asked only where there is no special one
        found = [
            Candidate(other, offer)
            for other in others
            if other.special == special
            for offer in [offer_of(other, puzzle, question)]
            if offer.can
        ]
        if found:
            return min(found, key=lambda c: c.offer.seconds)
    return None
