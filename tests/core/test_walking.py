"""Backtracking: branches, exact limits and honest stops, from what may follow a beginning."""

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import pytest

from everyway import Count, Every, Sizes
from everyway.core import walking
from everyway.core.engine import Branch, Control, Effort, Stopped, add_tallies
from everyway.core.puzzle import Puzzle
from everyway.core.walking import ENDS, Backtracking, GenerateAndTest, Nodes, estimate, gather


@dataclass(frozen=True)
class Subsets(Puzzle):
    """Sets of the numbers below *number*, of *least* or more: some are beginnings of others."""

    family: ClassVar[str] = "subsets"
    number: int
    least: int = 0

    def title(self):
        return "Subsets"

    def statement(self):
        return "Choose some numbers."

    def why_not(self, candidate):
        return None

    def wrap(self, data):
        return data

    def data_of(self, candidate):
        return tuple(candidate)

    def size_of(self, data):
        return len(data)

    def is_canonical(self, data):
        return data <= tuple(sorted(self.number - 1 - cell for cell in data))

    def to_dict(self):
        return {}

    @classmethod
    def from_dict(cls, data):
        return cls(0)


class Plain(Backtracking):
    def why_not(self, puzzle, question):
        return "only up to 30" if puzzle.number > 30 else None

    def too_large(self, puzzle):
        return "of over 20 numbers" if puzzle.number > 20 else None

    def following(self, puzzle, data):
        return len(data) >= puzzle.least, list(range(data[-1] + 1 if data else 0, puzzle.number))


class Generate(GenerateAndTest):
    def offer(self, puzzle, question):
        raise NotImplementedError

    def following(self, puzzle, path):
        return () if path else range(puzzle.number + 1)

    def candidates(self, puzzle, path):
        for size in path or range(puzzle.number + 1):
            yield from combinations(range(puzzle.number), size)

    def test(self, puzzle):
        return lambda data: len(data) >= puzzle.least


def expected(number, least=0):
    found = (c for size in range(least, number + 1) for c in combinations(range(number), size))
    return tuple(sorted(found))


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("least", range(3))
def test_a_walk_lists_all_in_order(number, least):
    tally = Plain().search(Subsets(number, least), Every(), Branch(), Control())
    assert tally.solutions == expected(number, least)
    assert (tally.nodes, tally.complete) == (2**number, True)


def test_branches_split_as_far_as_they_can_be_and_add_up():
    engine, puzzle = Plain(), Subsets(4, 1)
    leaves, left = [], engine.branches(puzzle, Count())
    assert [b.path for b in left] == [(0,), (1,), (2,), (3,)]
    while left:
        branch = left.pop(0)
        parts = engine.split(puzzle, Count(), branch)
        assert all(part.path[:-1] == branch.path for part in parts)
        left[:0] = parts
        leaves += [] if parts else [branch]
    assert sum(leaf.share for leaf in leaves) == pytest.approx(1)
    assert {leaf.path[-1] for leaf in leaves} == {ENDS, 3}
    whole = add_tallies(engine.search(puzzle, Every(), b, Control()) for b in leaves)
    assert whole.solutions == expected(4, 1)
    assert engine.branches(puzzle, Every()) == [Branch()]
    assert engine.branches(Subsets(0), Count()) == [Branch()]


@pytest.mark.parametrize("engine", [Plain(), Generate()])
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 8, 500, 501, 700, 1023, 1024, 2000])
def test_a_node_limit_is_met_exactly(engine, limit):
    puzzle, control = Subsets(10, 3), Control(node_limit=limit)
    tally = engine.search(puzzle, Sizes(), Branch(), control)
    assert tally.nodes == control.nodes == min(limit, 1024)
    assert tally.complete == (limit >= 1024)
    if limit < 1024:
        assert control.stopped_by == "node limit"


def test_the_last_node_that_a_limit_allows_is_visited_wholly():
    control = Control(node_limit=3)
    tally = Plain().search(Subsets(3), Every(), Branch(), control)
    assert tally.solutions == ((), (0,), (0, 1))


@pytest.mark.parametrize("limit", [0, 1, 5, 31, 32, 40])
def test_a_limit_is_shared_by_branches(limit):
    engine, puzzle, control = Plain(), Subsets(5, 1), Control(node_limit=limit)
    for branch in engine.branches(puzzle, Count()):
        engine.search(puzzle, Count(), branch, control)
    assert control.nodes == min(limit, 31)


def test_an_effort_in_nodes_is_met_exactly_and_one_in_solutions_is_for_lists():
    engine, puzzle = Plain(), Subsets(10)
    for nodes in (0, 1, 600):
        tally = engine.search(puzzle, Count(), Branch(), Control(), Effort(nodes=nodes))
        assert (tally.nodes, tally.total, tally.complete) == (nodes, nodes, False)
    effort = Effort(solutions=3)
    tally = engine.search(puzzle, Every(), Branch(), Control(), effort)
    assert (tally.solutions, tally.complete) == (expected(10)[:3], False)
    for question in (Count(), Sizes(), Count(up_to="symmetry")):
        whole = engine.search(puzzle, question, Branch(), Control())
        assert engine.search(puzzle, question, Branch(), Control(), effort) == whole
    assert effort.listed(Every()) == 3
    assert effort.listed(Count()) is None


def test_a_limited_list_is_complete_and_one_of_none_needs_no_node():
    tally = Plain().search(Subsets(5), Every(limit=2), Branch(), Control())
    assert (tally.solutions, tally.complete) == (expected(5)[:2], True)
    control = Control()
    control.stop("test")
    tally = Plain().search(Subsets(5), Every(limit=0), Branch(), control)
    assert (tally.solutions, tally.nodes, tally.complete) == ((), 0, True)
    assert not Plain().search(Subsets(5), Count(), Branch(), control).complete


def test_up_to_symmetry_the_first_of_each_orbit_counts():
    puzzle = Subsets(4)
    tally = Plain().search(puzzle, Every(up_to="symmetry"), Branch(), Control())
    assert tally.solutions == tuple(s for s in expected(4) if puzzle.is_canonical(s))
    assert tally.total == 10


def test_whoever_makes_events_may_stop():
    def events():
        yield None
        yield (0,)
        raise Stopped

    tally = gather(Subsets(1), Every(), events(), Control())
    assert (tally.solutions, tally.nodes, tally.complete) == (((0,),), 1, False)


def test_offers_come_from_random_descents():
    engine = Plain()
    assert engine.offer(Subsets(31), Count()).why == "only up to 30"
    assert engine.offer(Subsets(21), Count()).why == "backtracking of over 20 numbers"
    offer = engine.offer(Subsets(0), Count())
    assert (offer.nodes, offer.why) == (1.0, "backtracking")
    nodes, solutions = estimate(Plain, Subsets(8))
    assert nodes == solutions
    assert 2**6 < nodes < 2**10
    assert engine.offer(Subsets(8), Every(limit=1)).nodes < nodes


def test_nodes_may_be_taken_several_at_a_time():
    control = Control(node_limit=1000)
    nodes = Nodes(control)
    assert nodes.take(0) == 0
    assert nodes.take(999) == 999
    assert nodes.visit()
    assert (nodes.take(5), nodes.visit(), nodes.number) == (0, False, 1000)
    nodes = Nodes(Control(), Effort(nodes=7))
    assert (nodes.take(10), nodes.take(1), nodes.stopped) == (7, 0, True)
    nodes = Nodes(control)
    assert (nodes.stopped, nodes.take(1), nodes.number) == (True, 0, 0)


@pytest.mark.parametrize(("seconds", "most"), [(0.0, walking.MOST_A_PAUSE), (1.0, 1)])
def test_the_control_is_asked_more_often_where_nodes_are_slow(monkeypatch, seconds, most):
    now = [0.0]
    monkeypatch.setattr(walking.time, "monotonic", lambda: now[0])

    class Heard(Control):
        spent: ClassVar[list[int]] = []

        def spend(self, nodes=0):
            self.spent.append(nodes)
            return super().spend(nodes)

    control = Heard()
    control.spent.clear()
    nodes = Nodes(control)
    for _ in range(5000):
        assert nodes.visit()
        now[0] += seconds
    nodes.settle()
    assert sum(control.spent) == control.nodes == 5000
    assert max(control.spent[-5:-1]) == most
