"""Steps of the Tower of Hanoi: breadth-first search as the reference does it, and the recursion."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import EverywayError, Hanoi
from everyway.core.engine import Control
from everyway.families.hanoi.plain import Atlas, walk
from everyway.families.hanoi.states import steps as legal_moves
from everyway.families.hanoi.trace_drawing import StepPicture
from tests.families.hanoi.strategies import puzzles, states
from tests.families.steps import check_pictures, nodes, solutions, steps


def reference(puzzle):
    """Return the reference's solutions in order, and the states in the order it meets them."""
    atlas = Atlas(puzzle, Control())
    if not (puzzle.any_goal or puzzle.goal_state in atlas.far):
        return [], list(atlas.far)
    events = walk(atlas, (), puzzle.start_state)
    return [event[0] for event in events if event is not None], list(atlas.far)


def reached(puzzle, moves):
    state = puzzle.start_state
    for code in moves:
        state = dict(legal_moves(state, puzzle.arcs, puzzle.pegs))[code]
    return state


def check(puzzle):
    found = steps(puzzle)
    expected, met = reference(puzzle)
    assert solutions(found) == expected
    # Every state that the reference meets is a node, in the same order.
    assert [reached(puzzle, s.data) for s in found if s.kind == "place"] == met[1:]
    assert nodes(found) == len(met)
    for step in found:
        assert step.depth == len(step.data)
        if step.kind == "place":
            assert met[step.parent] == reached(puzzle, step.data[:-1])
        elif step.kind in ("conflict", "prune") and step.data:
            assert met[step.parent] == reached(puzzle, step.data)
    return found


@pytest.mark.parametrize(
    "puzzle",
    [
        Hanoi(0),
        Hanoi(1, 1),
        Hanoi(3),
        Hanoi(3, 4),
        Hanoi(2, goal="any"),
        Hanoi(3, moves="linear"),
        Hanoi(2, moves="AB"),
        Hanoi(3, start="ABC", goal="CBA", moves="cyclic"),
    ],
    ids=repr,
)
def test_breadth_first_search_follows_the_reference(puzzle):
    found = check(puzzle)
    check_pictures(puzzle, found[:60])


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_breadth_first_search_follows_the_reference_on_any_puzzle(puzzle):
    if puzzle.number_of_states > 90:
        return
    found = check(puzzle)
    check_pictures(puzzle, found[:15])


def test_steps_say_which_discs_and_which_states_are_met():
    found = steps(Hanoi(3))
    refused = next(s for s in found if s.kind == "conflict")
    assert (refused.what, refused.marks) == ("AB", (1, 0))
    assert refused.why == "disc 2 cannot lie on disc 1, which is smaller"
    again = next(s for s in found if s.kind == "prune")
    assert again.why == "AAA was met before, as state 0"
    assert found[-1].what == "7 moves to CCC"


def test_a_goal_out_of_reach_is_said():
    found = steps(Hanoi(1, moves="AB"))
    assert found[-1].kind == "prune"
    assert found[-1].why == "C cannot be reached: no other state is left"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 6), st.sampled_from("ABC"), st.data())
def test_the_recursion_makes_the_shortest_way(discs, goal, data):
    start = data.draw(states(discs, 3))
    puzzle = Hanoi(discs, start=start, goal=goal)
    found = steps(puzzle, "recursion")
    assert solutions(found) == [puzzle.first().data]
    assert found[-1].kind == "solution"
    moves = [s for s in found if s.kind == "place" and s.tried is not None]
    assert [s.tried for s in moves] == list(found[-1].data)
    calls = [0]
    for number, step in enumerate(found[:-1], 1):
        # A call stands above what is done inside it.
        while calls[-1] != step.parent:
            calls.pop()
        assert step.depth == len(calls)
        if step.tried is None:
            calls.append(number)
    check_pictures(puzzle, found[:5])


def test_the_recursion_calls_itself_for_all_but_single_discs():
    found = steps(Hanoi(5), "recursion")
    assert sum(s.tried is None for s in found if s.kind == "place") == 2**4 - 1
    assert nodes(found) == 1 + 2**5 - 1 + 2**4 - 1
    inner = next(s for s in found if s.what == "discs 1 and 2 to C")
    assert inner.why == "onto disc 3"
    assert found[1].why == "to free disc 5 and peg C"


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Hanoi(3, 4), "three pegs"),
        (Hanoi(3, moves="linear"), "three pegs"),
        (Hanoi(3, goal="any"), "one goal"),
        (Hanoi(3, goal="ABC"), "whole tower"),
        (Hanoi(13), "too many discs"),
    ],
    ids=repr,
)
def test_what_the_recursion_cannot_do_is_said(puzzle, message):
    with pytest.raises(EverywayError, match=message):
        steps(puzzle, "recursion", 1)


def test_too_many_states_are_refused():
    for puzzle in (Hanoi(8), Hanoi(5000), Hanoi(3, 26)):
        with pytest.raises(EverywayError, match="too many states"):
            steps(puzzle, most=1)


def test_pictures_show_pegs_and_the_way():
    puzzle = Hanoi(3)
    found = steps(puzzle)
    text = StepPicture(puzzle).text(found[-1])
    assert "7 moves: AC AB CB AC BA BC AC" in text
    assert text.splitlines()[2].strip().endswith("=====")
    wide = StepPicture(puzzle).background().width
    assert wide > StepPicture(Hanoi(3, 4)).empty.width / 2
    assert StepPicture(Hanoi(3)).has_graph
    assert not StepPicture(Hanoi(6)).has_graph
