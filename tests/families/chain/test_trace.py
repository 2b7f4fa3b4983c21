"""Steps of chains and snakes: the reference's backtracking."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Board, Chain, EverywayError, SnakeCube
from everyway.families.chain.drawing import draw
from everyway.families.chain.hinge import newspaper_chain
from everyway.families.chain.plain import PlainEngine
from everyway.families.chain.trace_drawing import StepPicture
from tests.families.chain.reference import small_chains, small_snakes
from tests.families.steps import check_descent, check_pictures, nodes, solutions, steps

PUZZLES = [
    newspaper_chain(),
    Chain("3x3", fixed="1:a1"),
    Chain("2x2", "L4", closed=True),
    Chain("2x2", closed=True),
    Chain(Board.parse("..-/...")),
    SnakeCube("T6", "2x2x2"),
    SnakeCube(None, "2x3", directed=False),
    SnakeCube(None, "4"),
    SnakeCube("TT", "2x2", fixed="2:a1"),
]


def reference(puzzle):
    events = list(PlainEngine().walk(puzzle))
    return [e for e in events if e is not None], sum(e is None for e in events)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_backtracking_follows_the_reference(puzzle):
    found = steps(puzzle)
    assert (solutions(found), nodes(found)) == reference(puzzle)
    check_descent(found)
    check_pictures(puzzle, found[:80])


@settings(max_examples=40, deadline=None)
@given(st.one_of(small_chains(), small_snakes()))
def test_backtracking_follows_the_reference_on_any_chain(puzzle):
    found = steps(puzzle)
    assert (solutions(found), nodes(found)) == reference(puzzle)
    check_descent(found)
    check_pictures(puzzle, found[:20])


def test_steps_say_what_stands_in_the_way():
    found = steps(newspaper_chain())
    why = {(s.what, s.why) for s in found if s.kind == "conflict"}
    assert ("2 on b1", "its arrow would point down, not up") in why
    assert ("6 on a1", "link 1 is on a1") in why
    taken = next(s for s in found if s.what == "6 on a1")
    assert taken.marks == (0,)
    assert any(s.why == "no square is left for link 9" for s in found if s.kind == "prune")


def test_other_rules_have_their_words():
    straight = steps(SnakeCube("ST", "2x2"))
    assert any(s.why == "the snake must go straight at cube 2" for s in straight)
    fixed = steps(Chain("3x3", fixed="2:b2"))
    assert any(s.why == "link 2 is fixed on b2" for s in fixed if s.kind == "conflict")
    hole = steps(Chain(Board.parse("..-/...")))
    assert any("is no square of the board" in s.why for s in hole)
    open_end = steps(Chain("3x3", closed=True))
    assert any(s.why.startswith("not closed") for s in open_end)
    twice = steps(SnakeCube(None, "2x2", directed=False))
    assert any("read from its other end" in s.why for s in twice)


def test_long_chains_are_refused():
    with pytest.raises(EverywayError, match="too long a chain"):
        steps(SnakeCube(None, "21x20"), most=1)
    assert len(steps(SnakeCube(None, "20x20"), most=500)) == 500


def test_pictures_show_links_and_their_arrows():
    puzzle = newspaper_chain()
    found = steps(puzzle)
    picture = StepPicture(puzzle)
    fold = next(s for s in found if s.kind == "solution")
    assert picture.text(fold) == draw(puzzle, puzzle.first()).text("arrows")
    refused = next(s for s in found if s.kind == "conflict")
    assert picture.text(refused).endswith("refused: 2 on b1")
