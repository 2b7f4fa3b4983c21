import itertools
import time

import pytest

from everyway.core.descent import Trial, descend
from everyway.core.recording import Recording
from everyway.core.trace import Step


def coins(number):
    """Return the steps of so many coins: 0 after 1 is refused, 0 0 is a dead end."""

    def trials(choices):
        if len(choices) == number:
            yield Trial("solution", str(choices))
            return
        for side in (0, 1):
            if choices[-1:] == (1,) and side == 0:
                yield Trial("conflict", str(side), "no", tried=side)
            elif choices != (0, 0):
                yield Trial("place", str(side), number=side)
        yield Trial("backtrack", why="both sides", marks=(7,))

    return descend(trials)


def forever(seconds=0.0):
    for number in itertools.count():
        time.sleep(seconds)
        yield Step("solution" if number % 10 == 9 else "place", 1, (number,), parent=0)


def test_descent_says_why_a_node_is_left_once():
    steps = list(coins(3))
    kinds = [step.kind for step in steps]
    dead = kinds.index("prune")
    assert (steps[dead].data, steps[dead].why, steps[dead].marks) == ((0, 0), "both sides", (7,))
    # A dead end has said why already; a node with something below it says so on the way back.
    assert (steps[dead + 1].kind, steps[dead + 1].why) == ("backtrack", "")
    last = steps[-1]
    assert (last.kind, last.what, last.why, last.parent) == ("backtrack", "1", "both sides", 0)
    assert kinds.count("place") == kinds.count("backtrack")


def test_nothing_is_recorded_before_it_is_asked_for():
    recording = Recording(forever())
    assert recording.recorded == 0
    assert recording.advance(5)
    assert (recording.recorded, recording.finished, recording.cut) == (5, False, None)
    assert recording.advance(3)
    assert recording.recorded == 5


def test_a_recording_is_cut_only_where_something_is_left_out():
    steps = list(coins(3))
    whole = Recording(steps, most=len(steps))
    whole.advance(10**6)
    assert (whole.recorded, whole.finished, whole.cut) == (len(steps), True, None)
    cut = Recording(steps, most=len(steps) - 1)
    cut.advance(10**6)
    assert (cut.recorded, cut.finished) == (len(steps) - 1, True)
    assert cut.cut == f"after {len(steps) - 1} steps"


def test_a_recording_has_a_limit_of_memory():
    recording = Recording(forever(), most_bytes=10_000)
    recording.advance(10**6)
    assert recording.cut == f"after {recording.recorded} steps, for memory"
    assert 10 < recording.recorded < 100


def test_a_search_without_end_stops_at_a_deadline():
    recording = Recording(forever(0.001))
    assert not recording.advance(10**6, time.monotonic() + 0.05)
    assert not recording.finished
    before = recording.recorded
    assert recording.advance(before + 1)
    assert recording.recorded == before + 1


def test_what_interrupts_a_search_is_not_its_end():
    def breaks():
        yield Step("place", 1, (0,))
        raise KeyboardInterrupt

    recording = Recording(breaks())
    with pytest.raises(KeyboardInterrupt):
        recording.advance(10)
    assert recording.finished
    assert recording.cut == "after 1 steps, by an interruption"


def test_solutions_are_found_forward_and_back():
    recording = Recording(forever(), most=35)
    assert recording.advance_to_solution(-1) == 9
    assert recording.advance_to_solution(9) == 19
    assert recording.advance_to_solution(28) == 29
    assert recording.advance_to_solution(29) is None
    assert recording.solution_before(29) == 19
    assert recording.solution_before(9) is None
    assert recording.solution_before(1000) == 29


def test_counts_and_nodes_are_those_of_the_steps():
    steps = list(coins(4))
    recording = Recording(steps)
    recording.advance(10**6)
    open_nodes = [0]
    for number, step in enumerate(steps):
        for kind in ("place", "conflict", "prune", "backtrack", "solution"):
            assert recording.count(kind, number) == sum(s.kind == kind for s in steps[: number + 1])
        if step.kind == "place":
            open_nodes.append(recording.count("place", number))
        elif step.kind == "backtrack":
            open_nodes.pop()
        assert recording.node(number) == open_nodes[-1]


def test_the_state_of_a_node_is_that_of_the_step():
    steps = list(coins(3))
    recording = Recording(steps)
    recording.advance(10**6)
    dead = next(i for i, step in enumerate(steps) if step.kind == "prune")
    node = steps[dead].parent
    assert recording.state(node, dead - 1) == "open"
    assert recording.state(node, dead) == "dead"
    found = next(i for i, step in enumerate(steps) if step.kind == "solution")
    assert recording.state(steps[found].parent, len(steps) - 1) == "found"
    assert recording.state(1, len(steps) - 1) == "done"
    assert list(recording.parents(0)) == [0]


def test_a_conflict_of_the_whole_ends_its_node():
    steps = [Step("place", 1, (0,)), Step("conflict", 1, (0,), why="no", parent=1)]
    recording = Recording(steps)
    recording.advance(2)
    assert (recording.state(1, 0), recording.state(1, 1)) == ("open", "dead")
