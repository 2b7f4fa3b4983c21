"""Branches, tallies, control and jobs."""

from __future__ import annotations

import json
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Count, Queens, Sizes
from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Effort,
    Engine,
    Job,
    Offer,
    Tally,
    add_tallies,
)
from everyway.families.placement.plain import PlainEngine

DATA = st.lists(st.integers(0, 99), max_size=5).map(tuple)
BOUND = st.none() | st.integers(0, 99)
TALLY = st.builds(
    Tally,
    counts=st.dictionaries(st.integers(0, 20), st.integers(1), max_size=4),
    solutions=st.lists(DATA, max_size=4).map(tuple),
    nodes=st.integers(0),
    complete=st.booleans(),
    bounds=st.tuples(BOUND, BOUND),
)


@given(TALLY)
def test_a_tally_is_read_back_from_its_data(tally: Tally) -> None:
    assert Tally.from_dict(json.loads(json.dumps(tally.to_dict()))) == tally
    assert tally.total == sum(tally.counts.values())


@given(st.lists(TALLY, max_size=4))
def test_tallies_add_up(tallies: list[Tally]) -> None:
    whole = add_tallies(tallies)
    assert whole.total == sum(t.total for t in tallies)
    assert all(
        whole.counts.get(size, 0) == sum(t.counts.get(size, 0) for t in tallies)
        for size in range(21)
    )
    assert list(whole.counts) == sorted(whole.counts)
    assert whole.solutions == tuple(s for t in tallies for s in t.solutions)
    assert whole.nodes == sum(t.nodes for t in tallies)
    assert whole.complete == all(t.complete for t in tallies)
    if len(tallies) == 1:
        assert whole == tallies[0]


def test_bounds_are_kept_only_where_one_tally_has_them() -> None:
    one, other, none = Tally(bounds=(1, 2)), Tally(bounds=(3, 4)), Tally()
    assert add_tallies([one, none]).bounds == add_tallies([none, one]).bounds == (1, 2)
    assert add_tallies([one, other]).bounds == (None, None)
    assert add_tallies([one, other, one]).bounds == (None, None)


def test_nothing_adds_up_to_nothing_left_to_search() -> None:
    assert add_tallies([]) == Tally()
    assert Tally().complete


@given(st.lists(st.integers(0, 30), min_size=1, max_size=5, unique=True))
def test_children_share_what_their_parent_had(indices: list[int]) -> None:
    parent = Branch((2, 0), 0.25, "0.1")
    children = parent.children(indices)
    assert [child.path for child in children] == [(2, 0, i) for i in indices]
    assert {child.part for child in children} == {"0.1"}
    assert sum(child.share for child in children) == pytest.approx(0.25)
    assert parent.children([]) == []


paths = st.lists(st.integers(0, 12), max_size=4).map(tuple)
parts = st.sampled_from(["", "ordered", "0.1", "0.11"])


@given(paths, parts, paths, parts)
def test_branches_have_different_names(
    path: tuple[int, ...], part: str, other_path: tuple[int, ...], other_part: str
) -> None:
    one, other = Branch(path, 1.0, part), Branch(other_path, 1.0, other_part)
    assert (one.id == other.id) == ((path, part) == (other_path, other_part))


def test_names_of_branches() -> None:
    assert Branch().id == ":"
    assert Branch((3, 0, 12), 0.1, "ordered").id == "ordered:3.0.12"


def test_a_control_without_limits_goes_on() -> None:
    control = Control()
    assert not control.spend(10**9)
    assert control.nodes == 10**9
    assert control.nodes_left is None
    assert control.stopped_by is None


def test_a_node_limit_stops_when_it_is_reached() -> None:
    control = Control(node_limit=10)
    assert not control.spend(9)
    assert control.nodes_left == 1
    assert control.spend(1)
    assert control.stopped_by == "node limit"
    assert control.spend(5)
    assert (control.nodes, control.nodes_left) == (15, 0)
    assert Control(node_limit=0).spend(0)
    left = {"time_limit": None, "node_limit": 0, "memory_limit": None}
    assert control.limits_left == left


def test_a_time_limit_stops_when_it_has_passed() -> None:
    late = Control(time_limit=0)
    assert late.spend(0)
    assert late.stopped_by == "time limit"
    early = Control(time_limit=3600)
    assert not early.spend(0)
    early.deadline = time.monotonic()
    assert early.spend(0)


def test_the_first_reason_to_stop_is_kept() -> None:
    control = Control(time_limit=0, node_limit=0)
    control.stop("Ctrl-C")
    assert control.spend(1)
    control.stop("something else")
    assert control.stopped_by == "Ctrl-C"


def test_a_control_hears_of_all_nodes_from_many_threads() -> None:
    control = Control()
    heard: list[None] = []
    control.ticks.append(lambda: heard.append(None))
    threads = [
        threading.Thread(target=lambda: [control.spend(1) for _ in range(1000)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert control.nodes == 4000
    assert len(heard) == 4000


def test_no_limit_is_no_limit() -> None:
    assert Effort() == NO_LIMIT == Effort(None, None)


def test_a_refusal_is_dearer_than_any_offer() -> None:
    refusal = Offer.no("only placements")
    assert not refusal.can
    assert refusal.seconds > Offer(True, 1e300, "slow").seconds
    assert refusal.why == "only placements"


class Newer(PlainEngine):
    version = PlainEngine.version + ".1"


def test_a_job_has_the_same_key_everywhere_and_no_other_has_it() -> None:
    # The key names finished branches in ledgers, so it may only change with the engine's version.
    plain: Engine = PlainEngine()
    job = Job(Queens(5), Count(), plain)
    assert job.key() == Job(Queens(5), Count(), PlainEngine()).key()
    assert len(job.key()) == 16
    others = [
        Job(Queens(6), Count(), plain),
        Job(Queens(5), Sizes(), plain),
        Job(Queens(5), Count(up_to="symmetry"), plain),
        Job(Queens(5), Count(), Newer()),
    ]
    assert len({job.key(), *(other.key() for other in others)}) == 5
    assert json.loads(json.dumps(job.to_dict())) == job.to_dict()
