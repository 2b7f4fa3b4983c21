"""Tours up to symmetry by sweeps: what each symmetry leaves as it is, against lists of tours."""

import pytest
from hypothesis import HealthCheck, given, settings

from everyway import Board, Count, Interrupted, Tour
from everyway.core.engine import NO_LIMIT, Control
from everyway.families.tour.fixed import can_tell, terms
from everyway.families.tour.frontier import Counting, FrontierEngine
from everyway.families.tour.frontier_plan import best_order, make_plan

from .cases import SMALL, by_the_rules, puzzles

ENGINE = FrontierEngine()

MANY = [
    Tour(Board.parse(board, torus=torus), piece, closed=closed, directed=directed)
    for board, piece in (
        ("3x4", "knight"),
        ("3x4", "wazir"),
        ("4x4", "wazir"),
        ("3x3", "king"),
        ("2x4", "king"),
        ("2x3", "knight+wazir"),
        ("1x4", "wazir+leaper(2)"),
        ("5x5", "knight"),
    )
    for closed in (False, True)
    for torus in (False, True, (True, False))
    if not torus or (closed and board == "2x4")
    for directed in (False, True)
]
MORE = [
    Tour(Board(2, 2, 2), "wazir", closed=True),
    Tour(Board(2, 2, 3), "wazir", directed=False),
    Tour("4x4", "wazir", start="a1", end="a4", directed=False),
    Tour("4x4", "wazir", start="a1", end="d1", directed=False),
    Tour("3x5", "king", start="a1", end="e3", directed=False),
    Tour(Board(4, 4, holes="a1 d4"), "wazir", directed=False),
    Tour(Board(3, 3, holes="b2"), "king", closed=True),
    Tour(Board(3, 4, holes="b2 c2"), "king", closed=True),
]
CASES = [p for p in (*SMALL, *MANY, *MORE) if ENGINE.offer(p, Count(up_to="symmetry")).can]


def counted(puzzle: Tour, image, reverse) -> int:
    """Return how many tours a symmetry leaves as they are, by sweeps."""
    counting = Counting(Control(), NO_LIMIT)
    total = 0
    for times, what in terms(puzzle, image, reverse):
        if not isinstance(what, int):
            order, _ = best_order(what, puzzle.board.shape)
            what = counting.count(make_plan(what, order), len(order))
        total += times * what
    return total


@pytest.mark.parametrize("puzzle", CASES, ids=repr)
def test_each_symmetry_leaves_as_many_as_are_listed(puzzle):
    images = [puzzle.images(s.cells) for s in puzzle.solutions(engine="search")]
    orbits = {min(alike) for alike in images}
    assert puzzle.ask(Count(up_to="symmetry"), engine="frontier").value == len(orbits)
    for place, (image, reverse) in enumerate(puzzle.symmetries[1:], 1):
        kept = sum(alike[place] == alike[0] for alike in images)
        assert counted(puzzle, image, reverse) == kept


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(puzzles(most=7))
def test_random_boards(puzzle):
    question = Count(up_to="symmetry")
    if ENGINE.offer(puzzle, question).can:
        orbits = {min(puzzle.images(tour)) for tour in by_the_rules(puzzle)}
        assert puzzle.ask(question, engine="frontier").value == len(orbits)


def test_there_are_cases_of_every_kind():
    """Cycles moved along themselves by half and quarter turns, cycles and paths turned around."""
    kept = {"half": 0, "quarter": 0, "turned cycle": 0, "turned path": 0}
    for puzzle in CASES:
        for image, reverse in puzzle.symmetries[1:]:
            number = counted(puzzle, image, reverse)
            half = all(image[image[cell]] == cell for cell in puzzle.board.cells)
            if not puzzle.closed:
                kept["turned path"] += number
            elif not half:
                kept["quarter"] += number
            elif puzzle.directed:
                kept["half"] += number
            else:
                kept["turned cycle"] += number
    assert all(kept.values()), kept


@pytest.mark.parametrize(
    ("board", "closed"), [("4x5", False), ("3x8", False), ("5x6", True), ("3x10", True)]
)
def test_larger_boards(board, closed):
    puzzle = Tour(board, closed=closed, directed=False)
    expected = puzzle.count(up_to="symmetry", engine="search")
    assert puzzle.count(up_to="symmetry", engine="frontier") == expected


def test_closed_tours_of_six_by_six():
    assert Tour("6x6", closed=True).count(up_to="symmetry", engine="frontier") == 1245


def test_symmetries_of_other_orders_are_refused():
    puzzle = Tour(Board(3, 3, torus=True), closed=True)
    assert not can_tell(puzzle)
    assert "powers of two" in ENGINE.offer(puzzle, Count(up_to="symmetry")).why


def test_limits_stop_a_count_up_to_symmetry():
    puzzle = Tour("5x6", directed=False)
    whole = puzzle.ask(Count(), engine="frontier").nodes
    with pytest.raises(Interrupted) as stopped:
        puzzle.count(up_to="symmetry", engine="frontier", node_limit=whole + 1)
    assert stopped.value.answer.value == 0
