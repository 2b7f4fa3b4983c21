"""Progress is honest: the shares of all branches make one, and so do those of a branch's parts."""

from __future__ import annotations

import pytest

from everyway import (
    Alphametic,
    Board,
    Chain,
    Combinations,
    Count,
    Every,
    Komachi,
    MagicSquare,
    Permutations,
    Placement,
    Queens,
    Sizes,
    Tour,
)
from everyway.families.registry import family

PUZZLES = (
    Queens(1),
    Queens(6),
    Queens(11),
    Placement(Board(5, 5), "queen", covering=True),
    Placement(Board(4, 4), "knight", number=3),
    Placement(Board(3, 3, 3), "rook"),
    Tour(Board(3, 4), "knight"),
    Tour(Board(5, 5), "knight", start="a1"),
    Tour(Board(6, 6), "knight", closed=True),
    MagicSquare(3),
    MagicSquare(5),
    Chain("4x4"),
    Chain("5x5"),
    Permutations("abcde", 3),
    Combinations("abcde", 3),
    Alphametic("SEND + MORE = MONEY"),
    Komachi(),
)
QUESTIONS = (
    Count(),
    Count(up_to="symmetry"),
    Sizes(),
    Every(),
    Every(limit=1, ordered=False),
    Every(up_to="symmetry"),
)


def able():
    """Yield every engine with a puzzle and a question that it can answer."""
    for puzzle in PUZZLES:
        for engine in family(puzzle.family).all_engines():
            for question in QUESTIONS:
                if type(question) in engine.direct and engine.offer(puzzle, question).can:
                    yield engine, puzzle, question


def test_shares_make_one():
    seen, splits = set(), 0
    for engine, puzzle, question in able():
        branches = engine.branches(puzzle, question)
        seen.add((puzzle.family, engine.name))
        what = f"{engine.name} of {puzzle}, {question}"
        if branches:
            assert sum(b.share for b in branches) == pytest.approx(1), what
        for branch in branches[:3]:
            parts = engine.split(puzzle, question, branch)
            splits += bool(parts)
            if parts:
                assert sum(p.share for p in parts) == pytest.approx(branch.share), what
    assert splits > 50
    assert len(seen) > 15  # that many engines have been looked at
