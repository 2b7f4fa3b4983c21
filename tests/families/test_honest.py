"""Under any limit every engine says nothing but the truth, about every question it answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from everyway import (
    Alphametic,
    Count,
    DigitPuzzle,
    Every,
    EverywayError,
    First,
    Hanoi,
    Komachi,
    Largest,
    Placement,
    Puzzle,
    Queens,
    Sample,
    Sizes,
    Smallest,
    Tour,
    Unique,
)
from everyway.core.answer import Answer
from everyway.core.question import Question
from everyway.families.registry import FAMILIES, family
from everyway.runs.choice import offer_of
from tests.families.test_contract import PUZZLES

MORE: list[Puzzle] = [
    Komachi(digits="29", target=11, operators="+-", ways="trees"),
    Placement("2x2x2", "queen", covering=True),
    Placement("3x3", "bishop", covering=True),
    Placement("3x3", "king"),
    Queens(3),
    Queens(4),
    Hanoi(3, pegs=5),
    Tour("3x3", "knight"),
    DigitPuzzle("n*n", digits="0123"),
    Alphametic("A + A = B", base=4),
]
LIMITS = (0, 1, 2, 5, 30)
ALL = [*PUZZLES, *MORE]


@cache
def solutions(puzzle: Puzzle, up_to: Any) -> list[Any] | None:
    """All solutions, by the reference engine, in order; None without symmetries."""
    try:
        return list(puzzle.ask(Every(up_to=up_to), engine="plain").solutions)
    except EverywayError:
        return None


def sizes(puzzle: Puzzle, up_to: Any) -> dict[int, int]:
    found = Counter(puzzle.size_of(s.data) for s in solutions(puzzle, up_to) or ())
    return dict(sorted(found.items()))


def questions(puzzle: Puzzle) -> Iterator[Question]:
    number = len(solutions(puzzle, None) or ())
    for up_to in (None, "symmetry"):
        if solutions(puzzle, up_to) is None:
            continue
        yield from (Count(up_to=up_to), First(up_to=up_to), Unique(up_to=up_to))
        yield from (Every(up_to=up_to), Every(limit=2, up_to=up_to), Sample(k=2, up_to=up_to))
        yield from (Sizes(up_to=up_to), Smallest(up_to=up_to), Largest(up_to=up_to))
    for limit in {1, max(1, number - 1), number, number + 1, None}:
        yield Every(limit=limit, ordered=False)


CASES = [
    pytest.param(puzzle, engine.name, id=f"{puzzle!r}-{engine.name}")
    for puzzle in ALL
    for engine in family(puzzle.family).all_engines()
]


def able(puzzle: Puzzle, name: str) -> Iterator[Question]:
    engine = family(puzzle.family).engine_named(name)
    assert engine is not None
    for question in questions(puzzle):
        try:
            if offer_of(engine, puzzle, question).can:
                yield question
        except EverywayError:  # no sizes, no symmetries
            continue


def test_every_family_is_among_them() -> None:
    assert {puzzle.family for puzzle in ALL} == set(FAMILIES)


@pytest.mark.parametrize(
    "limits", [(*LIMITS, None), pytest.param(range(31), marks=pytest.mark.slow)], ids=["some", "31"]
)
@pytest.mark.parametrize(("puzzle", "name"), CASES)
def test_limits_never_make_an_engine_lie(puzzle: Puzzle, name: str, limits: Any) -> None:
    for question in able(puzzle, name):
        for limit in limits:
            answer = puzzle.ask(question, engine=name, node_limit=limit, workers=1)
            said = f"{question} with {limit} nodes: {answer}"
            assert limit is not None or not answer.interrupted, said
            check(answer, said)


def check(answer: Answer, said: str) -> None:
    puzzle, question = answer.puzzle, answer.question
    true = solutions(puzzle, question.up_to) or []
    assert not answer.disagreements, said
    assert len(set(answer.solutions)) == len(answer.solutions), said
    assert set(answer.solutions) <= set(solutions(puzzle, None) or ()), said
    assert not answer.found or true, said
    if not answer.interrupted and not answer.found:
        assert not true, said
    data = json.loads(json.dumps(answer.to_dict()))
    assert data["exact"] is answer.exact is not answer.interrupted, said
    assert data["exact"] or data["value"] is None, said
    match question:
        case Count():
            low, high = data["bounds"]
            assert low <= len(true), said
            assert high is None if answer.interrupted else low == high == len(true), said
        case Sizes():
            known = sizes(puzzle, question.up_to)
            assert all(number <= known[size] for size, number in answer.value.items()), said
            assert answer.interrupted or answer.value == known, said
        case Smallest() | Largest():
            check_optimum(answer, sizes(puzzle, None), said)
        case Unique():
            assert answer.interrupted or answer.value is (len(true) == 1), said
        case First():
            assert answer.value is None or answer.value == true[0], said
        case Every(ordered=True):
            assert list(answer.solutions) == true[: len(answer.solutions)], said
            assert answer.interrupted or list(answer.solutions) == true[: question.limit], said
        case Every():
            wanted = len(true[: question.limit])
            assert answer.interrupted or len(answer.solutions) == wanted, said
            assert not answer.exhausted or len(answer.solutions) == len(true), said
        case Sample():
            assert answer.interrupted or len(answer.solutions) == min(question.k, len(true)), said


def check_optimum(answer: Answer, known: dict[int, int], said: str) -> None:
    puzzle = answer.puzzle
    if not known:
        assert answer.value is None, said
        return
    best = min(known) if isinstance(answer.question, Smallest) else max(known)
    low, high = answer.bounds
    assert low is None or low <= best, said
    assert high is None or high >= best, said
    assert answer.interrupted or answer.value == best, said
    if answer.optimal_proven and answer.in_order and answer.solutions:
        firsts = (s for s in solutions(puzzle, None) or () if puzzle.size_of(s.data) == best)
        assert answer.solution == next(firsts), said


@pytest.mark.parametrize(
    ("puzzle", "engine"),
    [
        (Placement("3x3", "bishop", covering=True), "theory"),
        (Placement("4x4", "king"), "theory"),
        (Queens(5), "theory"),
        (Hanoi(4, pegs=5), "formula"),
        (Komachi("1234", 5, "+-*/", parentheses=True), "intervals"),
        (Placement("4x4", "queen", covering=True), "cpsat"),
    ],
)
def test_the_first_of_the_best_size_is_shown(puzzle: Puzzle, engine: str) -> None:
    for question in (Smallest(), Largest()):
        try:
            answer = puzzle.ask(question, engine=engine)
        except EverywayError:  # no theorem about this one
            continue
        assert answer.optimal_proven
        assert answer.in_order
        assert answer.solution == puzzle.ask(question, engine="plain").solution


def test_another_solution_of_the_best_size_is_said_to_be_one() -> None:
    answer = Placement("30x30", "queen").ask(Largest())
    assert (answer.engine, answer.value, answer.optimal_proven) == ("theory", 30, True)
    assert not answer.in_order
    assert answer.to_dict()["in_order"] is False


@pytest.mark.parametrize("limit", [1, 4, 7, 8, 9, 100])
def test_a_list_in_any_order_is_whole_or_as_long_as_asked(limit: int) -> None:
    puzzle = Placement("2x2x2", "queen", covering=True)
    answer = puzzle.ask(Every(limit=limit, ordered=False), engine="cover")
    assert len(answer.solutions) == min(limit, 8)
    assert answer.exhausted is (limit > 8)


def test_orbits_are_unfolded_where_a_list_in_any_order_is_limited() -> None:
    puzzle = Placement("5x2", "queen", peaceful=False, covering=True)
    every = set(puzzle.ask(Every(), engine="plain").solutions)
    answer = puzzle.ask(Every(limit=996, ordered=False), engine="cover")
    assert len(every) == 995
    assert set(answer.solutions) == every
