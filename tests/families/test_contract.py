"""What the engines of all families keep: disjoint branches that add up, and honest stops."""

from __future__ import annotations

from typing import Any

import pytest

from everyway import (
    Alphametic,
    Chain,
    Combinations,
    Count,
    DigitPuzzle,
    Every,
    ExactCover,
    Hanoi,
    Komachi,
    Langford,
    LatinSquare,
    MagicSquare,
    NumberGame,
    Permutations,
    Placement,
    PowerSet,
    Puzzle,
    Queens,
    SnakeCube,
    TilingPuzzle,
    Tour,
)
from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Tally, add_tallies
from everyway.families.registry import family

PUZZLES: list[Puzzle] = [
    Permutations("abcd", 3),
    Permutations("aabb"),
    Combinations("abcde", 3),
    PowerSet("abcd"),
    Hanoi(3),
    Hanoi(3, pegs=4),
    Hanoi(2, goal="any"),
    Komachi("12345", 15),
    Komachi("1234", 5, "+-*/", parentheses=True),
    DigitPuzzle("n*(n+1)", digits="0123"),
    NumberGame("1 2 3 4", 24),
    NumberGame([23, 3, 11], 31, any_order=False),
    Alphametic("  A?\n×  ?\n----\n  ??\nB < A", 4),
    Alphametic("AB + AC = DEC", base=6),
    Alphametic("A * B = AC", base=5),
    Chain("3x3"),
    SnakeCube(None, "2x3"),
    SnakeCube("T6", "2x2x2"),
    MagicSquare(3),
    MagicSquare(3, "semi-magic"),
    Tour("3x4"),
    Tour("3x4", start="a1"),
    Tour("3x3"),
    Tour("3x3", "king", closed=True),
    Queens(5),
    Placement("3x3", "rook", covering=True),
    LatinSquare(3),
    TilingPuzzle("3x4"),
    Langford(4),
    ExactCover("0:2|a b", ["a", "a b", "b", "a"]),
]
QUESTIONS = [Count(), Every()]
CASES = [
    pytest.param(puzzle, question, engine.name, id=f"{puzzle!r}-{question.name}-{engine.name}")
    for puzzle in PUZZLES
    for question in QUESTIONS
    for engine in family(puzzle.family).all_engines()
    if type(question) in engine.direct
    and type(question) not in engine.declines
    and engine.offer(puzzle, question).can
]


def parts(puzzle: Puzzle, question: Any, name: str) -> tuple[Engine, list[Branch]]:
    engine = family(puzzle.family).engine_named(name)
    assert engine is not None
    return engine, engine.branches(puzzle, question)


def searched(
    engine: Engine, puzzle: Puzzle, question: Any, branches: list[Branch], effort: Effort = NO_LIMIT
) -> list[Tally]:
    return [engine.search(puzzle, question, b, Control(), effort) for b in branches]


@pytest.mark.parametrize(("puzzle", "question", "name"), CASES)
def test_branches_are_disjoint_and_add_up(puzzle, question, name):
    engine, branches = parts(puzzle, question, name)
    assert len({b.id for b in branches}) == len(branches)
    if branches:
        assert sum(b.share for b in branches) == pytest.approx(1)
    tallies = searched(engine, puzzle, question, branches)
    assert all(tally.complete for tally in tallies)
    whole = engine.combine(puzzle, question, list(zip(branches, tallies, strict=True)))
    assert whole.total == puzzle.count(engine="plain")
    if isinstance(question, Every):
        assert list(whole.solutions) == list(dict.fromkeys(whole.solutions))
        assert len(whole.solutions) == whole.total
    for branch, tally in zip(branches, tallies, strict=True):
        children = engine.split(puzzle, question, branch)
        if not children:
            continue
        assert len({child.id for child in children}) == len(children)
        assert sum(child.share for child in children) == pytest.approx(branch.share)
        below = add_tallies(searched(engine, puzzle, question, children))
        assert (below.total, below.solutions) == (tally.total, tally.solutions)


@pytest.mark.parametrize(("puzzle", "question", "name"), CASES)
def test_a_search_that_is_stopped_says_so(puzzle, question, name):
    engine, branches = parts(puzzle, question, name)
    for branch in branches[:3]:
        control = Control()
        control.stop("test")
        tally = engine.search(puzzle, question, branch, control)
        full = engine.search(puzzle, question, branch, Control())
        # What is known already, or is nothing, needs no search.
        assert tally.total <= full.total
        assert not tally.complete or (tally.nodes, tally.total) == (0, full.total)


@pytest.mark.parametrize(("puzzle", "question", "name"), CASES)
def test_what_effort_cuts_short_is_not_complete(puzzle, question, name):
    engine, branches = parts(puzzle, question, name)
    whole = searched(engine, puzzle, question, branches)
    for effort in (Effort(nodes=1), Effort(solutions=1)):
        for tally, full in zip(
            searched(engine, puzzle, question, branches, effort), whole, strict=True
        ):
            assert tally.total <= full.total
            if tally.complete:
                assert (tally.total, tally.solutions) == (full.total, full.solutions)
