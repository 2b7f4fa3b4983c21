"""Every engine gives the tours that the rules allow, in order."""

import pytest
from hypothesis import HealthCheck, given, settings

from everyway import Board, Count, Every, Sample, Sizes, Tour, Unique
from everyway.core.engine import Branch, Control, Effort
from everyway.families.registry import family
from everyway.families.tour.frontier import FrontierEngine, Sweep
from everyway.families.tour.frontier_plan import best_order, make_plan, net_of
from everyway.families.tour.impossible import theorem, why_none

from .cases import SMALL, by_the_rules, puzzles

LISTING = ("plain", "search")
COUNTING = ("plain", "search", "frontier")
LARGER = (
    Tour("3x4"),
    Tour("3x7", directed=False),
    Tour("4x5", start="b2"),
    Tour("4x5", directed=False, start="a1", end="b1"),
    Tour("5x5", start="c3"),
    Tour("5x6", closed=True),
    Tour("6x5", closed=True, directed=True, start="c3"),
    Tour("3x10", closed=True),
    Tour(Board(4, 4, holes="a1 d4"), directed=False),
    Tour(Board(4, 4, torus=True), closed=True, start="b2"),
    Tour(Board(2, 3, 3), start="1,2,2"),
    Tour(Board(5, 5, holes="c3"), closed=True),
    Tour("3x4", "king", start="a1", end="d3"),
    Tour("3x5", "zebra+wazir", start="a1"),
    Tour("3x5", "wazir+leaper(1,4)"),
)


def can(engine, puzzle, question):
    return family("tour").engine_named(engine).offer(puzzle, question).can


@pytest.mark.parametrize("engine", LISTING)
@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_lists_are_those_of_the_rules(puzzle, engine):
    answer = puzzle.ask(Every(), engine=engine)
    assert [s.cells for s in answer.value] == by_the_rules(puzzle)
    assert answer.exhausted
    assert all(e.agrees for e in answer.evidence)


@pytest.mark.parametrize("engine", COUNTING)
@pytest.mark.parametrize("up_to", [None, "symmetry"])
@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_counts_are_those_of_the_rules(puzzle, up_to, engine):
    tours = by_the_rules(puzzle)
    if up_to:
        tours = {min(puzzle.images(tour)) for tour in tours}
    question = Count(up_to=up_to)
    if can(engine, puzzle, question):
        assert puzzle.ask(question, engine=engine).value == len(tours)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(puzzles(most=7))
def test_random_boards(puzzle):
    tours = by_the_rules(puzzle)
    assert [s.cells for s in puzzle.ask(Every(), engine="plain").value] == tours
    assert [s.cells for s in puzzle.ask(Every(), engine="search").value] == tours
    if can("frontier", puzzle, Count()):
        assert puzzle.ask(Count(), engine="frontier").value == len(tours)
    if theorem(puzzle) or why_none(puzzle):
        assert tours == []


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(puzzles(most=10))
def test_random_boards_engine_against_engine(puzzle):
    plain = puzzle.ask(Every(up_to="symmetry"), engine="plain").value
    assert puzzle.ask(Every(up_to="symmetry"), engine="search").value == plain
    total = puzzle.ask(Count(), engine="plain").value
    if can("frontier", puzzle, Count()):
        assert puzzle.ask(Count(), engine="frontier").value == total
    found = puzzle.find()
    assert (found is not None) == (total > 0)
    assert found is None or puzzle.is_solution(found)


@pytest.mark.parametrize("up_to", [None, "symmetry"])
@pytest.mark.parametrize("puzzle", LARGER, ids=repr)
def test_larger_boards(puzzle, up_to):
    listed = puzzle.ask(Every(up_to=up_to), engine="search").value
    assert list(listed) == sorted(set(listed))
    assert puzzle.ask(Count(up_to=up_to), engine="search").value == len(listed)
    if can("frontier", puzzle, Count(up_to=up_to)):
        assert puzzle.ask(Count(up_to=up_to), engine="frontier").value == len(listed)
    if puzzle.board.squares <= 25:
        assert puzzle.ask(Every(up_to=up_to), engine="plain").value == listed


@pytest.mark.parametrize("puzzle", LARGER[:4], ids=repr)
def test_the_listed_are_the_first_of_their_orbits(puzzle):
    every = [s.cells for s in puzzle.ask(Every()).value]
    orbits = sorted({min(puzzle.images(tour)) for tour in every})
    assert [s.cells for s in puzzle.ask(Every(up_to="symmetry")).value] == orbits
    # Symmetry closes: images of tours are tours.
    assert {image for tour in every for image in puzzle.images(tour)} == set(every)


@pytest.mark.parametrize("board", ["3x4", "4x3", "4x5", "2x4"])
def test_every_start_and_end(board):
    piece = "king" if board == "2x4" else "knight"
    shape = Tour(board).board.shape
    squares = [(r + 1, c + 1) for r in range(shape[0]) for c in range(shape[1])]
    every = [s.cells for s in Tour(board, piece).ask(Every(), engine="plain").value]
    for i, one in enumerate(squares):
        starting = [cells for cells in every if cells[0] == i]
        assert Tour(board, piece, start=one).ask(Count(), engine="frontier").value == len(starting)
        assert Tour(board, piece, end=one).ask(Count(), engine="frontier").value == len(starting)
        for j, other in enumerate(squares):
            between = Tour(board, piece, start=one, end=other)
            number = sum(cells[-1] == j for cells in starting)
            assert between.ask(Count(), engine="frontier").value == number


def test_sizes_unique_and_samples():
    puzzle = Tour("3x4", directed=False)
    assert puzzle.ask(Sizes()).value == {12: 8}
    assert puzzle.ask(Sizes(), engine="frontier").value == {12: 8}
    assert puzzle.ask(Unique()).value is False
    assert Tour(Board(3, 3, holes="b2"), closed=True).one().squares[:3] == ("a1", "c2", "a3")
    every = puzzle.ask(Every()).value
    drawn = puzzle.ask(Sample(k=3, seed=5)).value
    assert len(set(drawn)) == 3
    assert set(drawn) <= set(every)
    assert puzzle.ask(Sample(k=3, seed=5), engine="search").value == drawn


@pytest.mark.parametrize("engine", LISTING)
def test_branches_are_disjoint_and_split_further(engine):
    puzzle = Tour("4x5", start="a1")
    used = family("tour").engine_named(engine)
    question = Every()
    whole = used.search(puzzle, question, Branch(), Control()).solutions
    parts = used.branches(puzzle, question)
    for _ in range(4):
        parts = [child for part in parts for child in used.split(puzzle, question, part) or [part]]
    found = [s for p in parts for s in used.search(puzzle, question, p, Control()).solutions]
    assert tuple(found) == whole
    assert len({part.id for part in parts}) == len(parts)
    assert sum(part.share for part in parts) == pytest.approx(1)


@pytest.mark.parametrize("engine", COUNTING)
def test_limits_stop_a_search(engine):
    puzzle = Tour("6x6")
    answer = puzzle.ask(Count(), engine=engine, node_limit=3000)
    assert answer.interrupted
    assert answer.stopped_by == "node limit"
    assert 0 <= answer.value < 6637920
    assert puzzle.ask(Count(), engine=engine, time_limit=0).interrupted


@pytest.mark.parametrize("engine", LISTING)
def test_a_list_is_cut(engine):
    puzzle = Tour("5x5")
    every = puzzle.ask(Every(limit=20), engine=engine).value
    assert len(every) == 20
    assert puzzle.ask(Every(limit=7), engine=engine).value == every[:7]
    used = family("tour").engine_named(engine)
    cut = used.search(puzzle, Every(), Branch(), Control(), Effort(solutions=5))
    assert not cut.complete
    assert used.search(puzzle, Every(limit=0), Branch(), Control()).complete


def test_counts_are_carried_from_limb_to_limb():
    puzzle = Tour("5x8", closed=True)
    net = net_of(puzzle)
    plan = make_plan(net, best_order(net, puzzle.board.shape)[0])
    engine = FrontierEngine()
    assert engine.search(puzzle, Count(), Branch(), Control()).total == 44202
    for limbs in (1, 2, 3):
        sweep = Sweep(plan, limbs, Control(), Effort())
        # The empty state counts 2^61, so that one limb cannot hold the sum.
        total = sweep.run(unit=1 << 61)
        assert sweep.overflowed == (limbs == 1)
        if limbs > 1:
            assert total == 44202 << 61


def test_a_memory_limit_is_said(monkeypatch):
    monkeypatch.setattr("everyway.families.tour.frontier.MOST_ROWS", 1 << 13)
    answer = Tour("6x6").ask(Count(), engine="frontier")
    assert answer.interrupted
    assert answer.stopped_by.startswith("memory limit of ")
    assert answer.stopped_by.endswith(" GiB (too wide for a sweep, with 15 squares at once)")
