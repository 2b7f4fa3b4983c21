"""One puzzle of the net: every engine and every question, compared with what is true."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import everyway
from everyway import (
    Answer,
    Count,
    Every,
    EverywayError,
    First,
    Interrupted,
    Largest,
    Puzzle,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.core.engine import Control, Effort, Engine, Tally, add_tallies
from everyway.families.line import puzzle_from_line
from everyway.families.registry import family, load, puzzle_from_dict
from everyway.runs.choice import basic_questions, offer_of
from tests.net.hooks import kinds
from tests.net.judge import complaints
from tests.net.truth import Truth, key

MOST_NODES = 20_000
"""An engine that has to try more says little that it would not say about less."""
ROUNDS = 40
"""After so many steps a branch that is still split has been split for ever."""


@dataclass(frozen=True)
class Fault:
    """Something wrong, and the line that shows it again."""

    line: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.line}  # {' / '.join(self.wrong.splitlines())}"


def line_of(puzzle: Puzzle, call: str) -> str:
    """Return one line of Python that asks *puzzle* the same again; ``everyway`` is imported."""
    return f"load({json.dumps(puzzle.to_dict())!r}).{call}"


def questions(chance: Random, truth: Truth) -> list[Question]:
    """Return every question, with limits about the number of solutions."""
    most = len(truth.solutions)
    found: list[Question] = [
        Every(limit=chance.randint(0, most + 2), ordered=False),
        Every(limit=chance.choice([1, most, most + 1]), ordered=False),
        Every(ordered=False),
    ]
    for up_to in (None, "symmetry") if truth.net.images else (None,):
        limit = chance.choice([0, 1, most, most + 1, chance.randint(0, most + 2)])
        sample = Sample(k=chance.randint(0, most + 1), seed=chance.randint(0, 99), up_to=up_to)
        found += [Every(up_to=up_to), Every(limit=limit, up_to=up_to), sample]
        found += [kind(up_to=up_to) for kind in (Count, Sizes, First, Unique, Smallest, Largest)]
    return found


def asked(truth: Truth, question: Question, **options: Any) -> tuple[Answer | None, list[Fault]]:
    """Return the answer to a question, and what is wrong with it."""
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    line = line_of(truth.puzzle, f"ask({question!r}{given})")
    try:
        answer = truth.puzzle.ask(question, **options)
    except EverywayError as error:
        return None, [Fault(line, f"refused: {error}")]
    except Exception as error:
        return None, [Fault(line, f"{type(error).__name__}: {error}")]
    try:
        limited = {"node_limit", "time_limit"} & set(options)
        return answer, [Fault(line, wrong) for wrong in complaints(truth, answer, bool(limited))]
    except Exception as error:
        return answer, [Fault(line, f"judging it: {type(error).__name__}: {error}")]


def limits(chance: Random, nodes: int) -> dict[str, Any]:
    """Return options that may stop a question that took *nodes* nodes before its end."""
    if chance.random() < 0.1:
        return {"time_limit": 0.0}
    return {"node_limit": chance.choice([0, 1, 2, chance.randint(0, max(0, nodes) + 1), nodes + 5])}


def faults_of_engine(
    chance: Random, truth: Truth, engine: Engine, share: float, workers: bool = False
) -> Iterator[Fault]:
    """Yield what is wrong with what one engine says to a *share* of all questions."""
    for question in questions(chance, truth):
        if chance.random() > share:
            continue
        offer = offer_of(engine, truth.puzzle, question)
        if not offer.can or offer.nodes > MOST_NODES:
            continue
        options: dict[str, Any] = {"engine": engine.name}
        if workers:
            options["workers"] = 2
        answer, wrong = asked(truth, question, **options)
        yield from wrong
        nodes = 100 if answer is None else answer.nodes
        if chance.random() < 0.5:
            yield from asked(truth, question, **options, **limits(chance, nodes))[1]
        elif chance.random() < 0.1:
            yield from asked(truth, question, **options, evidence=True)[1]
        if chance.random() < 0.3:
            yield from faults_of_parts(chance, truth, engine, question)


def faults_of_road(chance: Random, truth: Truth, share: float) -> Iterator[Fault]:
    """Yield what is wrong with answers where no engine is named: all must be answered."""
    for question in questions(chance, truth):
        if chance.random() > share:
            continue
        answer, wrong = asked(truth, question)
        if question.up_to is None or (wrong and "refused" not in wrong[0].wrong):
            yield from wrong
        if answer is not None and chance.random() < 0.3:
            yield from asked(truth, question, **limits(chance, answer.nodes))[1]
    yield from faults_of_short_forms(truth)


def faults_of_short_forms(truth: Truth) -> Iterator[Fault]:
    """Yield where the lazy view says something else than the list."""
    puzzle = truth.puzzle
    line = line_of(puzzle, "solutions()")
    try:
        listed = [key(truth.read(solution)) for solution in puzzle.solutions()]
        if listed != list(truth.place):
            yield Fault(line, f"lists {listed}, not {list(truth.place)}")
    except (EverywayError, Interrupted) as error:
        yield Fault(line, f"{type(error).__name__}: {error}")


# --- branches ---


def faults_of_parts(
    chance: Random, truth: Truth, engine: Engine, question: Question
) -> Iterator[Fault]:
    """Yield where branches that are given up and split do not add up to the whole."""
    puzzle = truth.puzzle
    for basic in basic_questions(engine, question):
        if not isinstance(basic, Count | Sizes) and basic != Every(up_to=basic.up_to):
            continue
        effort = Effort(nodes=chance.choice([None, 1, 3]), solutions=chance.choice([1, 2]))
        line = line_of(puzzle, f"ask({basic!r}, engine={engine.name!r})")
        try:
            whole = by_parts(engine, puzzle, basic, effort)
        except Exception as error:
            yield Fault(line, f"split by {effort}: {type(error).__name__}: {error}")
            continue
        right = truth.listed(basic.up_to)
        if not whole.complete:
            yield Fault(line, f"split by {effort}: not complete")
        elif isinstance(basic, Every):
            listed = [key(truth.read(found)) for found in puzzle.solutions_of(whole.solutions)]
            if listed != list(map(key, right)):
                yield Fault(line, f"split by {effort}: lists {listed}")
        elif whole.total != len(right):
            yield Fault(line, f"split by {effort}: counts {whole.total}, not {len(right)}")


def by_parts(engine: Engine, puzzle: Puzzle, question: Question, effort: Effort) -> Tally:
    """Search every branch, splitting what is given up, and combine the tallies."""
    results = []
    for branch in engine.branches(puzzle, question):
        waiting, found = [(branch, 0)], []
        while waiting:
            part, depth = waiting.pop()
            tally = engine.search(puzzle, question, part, Control(), effort)
            if not tally.complete:
                assert depth < ROUNDS, f"split without end: {part.id}"
                parts = list(engine.split(puzzle, question, part))
                if parts:
                    waiting += [(below, depth + 1) for below in reversed(parts)]
                    continue
                tally = engine.search(puzzle, question, part, Control())
            found.append(tally)
        results.append((branch, add_tallies(found)))
    return engine.combine(puzzle, question, results)


# --- texts ---


def names() -> dict[str, Any]:
    """Return what ``from everyway import *`` gives, the classes of all kinds, and fractions."""
    found: dict[str, Any] = {"Fraction": Fraction}
    found |= {name: getattr(everyway, name) for name in everyway.__all__}
    classes = [family(name).kind(kind) for name, kind in kinds()]
    return {**{kind.__name__: kind for kind in classes}, **found}


def faults_of_texts(puzzle: Puzzle) -> Iterator[Fault]:
    """Yield forms of the puzzle that do not come back as the same puzzle."""
    words = family(puzzle.family).words_of(puzzle)
    forms = {
        "to_dict()": lambda: puzzle_from_dict(puzzle.to_dict()),
        "to_json()": lambda: load(puzzle.to_json()),
        "to_toml()": lambda: load(puzzle.to_toml()),
        "__repr__()": lambda: eval(repr(puzzle), names()),  # a text of everyway's own
    }
    if words is not None:
        forms["words"] = lambda: puzzle_from_line(words)
    for form, back in forms.items():
        line = line_of(puzzle, form)
        try:
            again = back()
        except Exception as error:
            yield Fault(line, f"does not come back: {type(error).__name__}: {error}")
            continue
        if again != puzzle or hash(again) != hash(puzzle):
            yield Fault(line, f"comes back as {again!r}")


def faults(
    chance: Random, truth: Truth, share: float = 1.0, workers: float = 0.0
) -> Iterable[Fault]:
    """Yield all that is wrong about one puzzle: *share* of the questions to each engine."""
    yield from faults_of_texts(truth.puzzle)
    yield from faults_of_road(chance, truth, share)
    for engine in family(truth.puzzle.family).all_engines():
        started = time.process_time()
        yield from faults_of_engine(chance, truth, engine, share, chance.random() < workers)
        if time.process_time() - started > 60:
            yield Fault(line_of(truth.puzzle, ""), f"{engine.name} took over a minute")
