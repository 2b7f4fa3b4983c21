"""The CP-SAT engine against sets tried one by one, at its limits, and when it is stopped."""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import lru_cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import (
    Board,
    Count,
    Every,
    EverywayError,
    First,
    Largest,
    Placement,
    Queens,
    Question,
    RegionQueens,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.core.engine import Branch, Control, Data, Offer, Tally
from everyway.families.placement.cpsat import (
    MOST_LISTED,
    CpSatEngine,
    Reply,
    Solver,
    cliques_of,
    conflicts_of,
    is_clique,
)
from everyway.families.placement.plain import PlainEngine
from tests.families.placement.strategies import small_puzzles
from tests.geometry import reference

ENGINE = CpSatEngine()


@lru_cache(maxsize=64)
def solutions(puzzle: Placement) -> list[Data]:
    """Return all solutions in order: every set of so many squares, tried by the rules."""
    cells = puzzle.board.cells
    low, high = puzzle.number or (0, len(cells))
    sets = [s for k in range(low, min(high, len(cells)) + 1) for s in combinations(cells, k)]
    return sorted(s for s in sets if puzzle.is_solution(puzzle.wrap(s)))


def ask(puzzle: Placement, question: Question, control: Control | None = None) -> Tally:
    assert ENGINE.offer(puzzle, question).can
    (branch,) = ENGINE.branches(puzzle, question)
    return ENGINE.search(puzzle, question, branch, control or Control())


def check(puzzle: Placement) -> None:
    """Compare the first solutions and both optima with the list of all."""
    expected = solutions(puzzle)
    for limit in (0, 1, 2, 5):
        tally = ask(puzzle, Every(limit=limit))
        assert tally.solutions == tuple(expected[:limit])
        assert tally.complete
        assert tally.total == len(tally.solutions)
    loose = ask(puzzle, Every(limit=3, ordered=False))
    assert len(set(loose.solutions)) == min(3, len(expected))
    assert set(loose.solutions) <= set(expected)
    for question, best in ((Smallest(), min), (Largest(), max)):
        tally = ask(puzzle, question)
        assert tally.complete
        if not expected:
            assert (tally.solutions, tally.counts, tally.bounds) == ((), {}, (None, None))
            continue
        size = best(map(len, expected))
        first = next(s for s in expected if len(s) == size)
        assert tally.solutions == (first,)
        assert (tally.counts, tally.bounds) == ({size: 1}, (size, size))


SMALL = [
    *(Queens(n) for n in range(5)),
    Queens(4, torus=True),
    Placement("2x2", "king"),
    Placement("3x3", "king", covering=True),
    Placement("3x3", "knight", covering=True, peaceful=False),
    Placement("3x4", "rook", number=(1, 2), peaceful=False),
    Placement("3x3x1", "queen", covering=True),
    Placement("2x2x3", "bishop", covering=True),
    Placement("2x2x2", "unicorn", number=(2, 3)),
    Placement("4x3", "leaper(1,1)", covering=True),
    Placement("7", "rook", peaceful=False, number=(2, 4)),
    Placement(Board(3, 3, torus=True), "king"),
    Placement(Board(2, 2, torus=True), "king", covering=True),
    Placement(Board(3, 4, torus=True), "wazir", covering=True),
    # Shifts bring a piece to the first line of the axes that are joined.
    Placement(Board(3, 4, torus=True), "knight", covering=True, peaceful=False),
    Placement(Board(3, 4, torus=True), "king", number=(1, 3)),
    Placement(Board(3, 4, torus=(True, False)), "wazir", covering=True, peaceful=False),
    Placement(Board(4, 3, torus=(True, False)), "rook", covering=True, number=(0, 2)),
    Placement(Board(4, 3, torus=True, holes="a1"), "king", covering=True),
    Placement(Board(3, 4, torus=True), "wazir", covering=True, fixed="b2"),
    Placement(Board(3, 3, torus=True), "rook", per_row=1, covering=True),
    Placement("3x3", "rook", per_row=1, per_column=1, peaceful=False, covering=True),
    Placement("3x3", "rook", per_row=2, per_column=2, peaceful=False),
    Placement("3x4", "queen", no_touch=True, peaceful=False, covering=True),
    Placement(".-./.#./...", "rook", covering=True),
    Placement("3x3", "rook", fixed="b2", covering=True),
    Placement("3x3", "king", fixed="c2"),
    RegionQueens(["AAAA", "ABBB", "CCDB"]),
    RegionQueens(["AAB", "A.B", "CCC"]),
    # Nothing to find.
    Placement("3x3", "queen", number=3),
    Placement("3x3", "rook", per_row=1, number=2),
    Placement("3x3", "rook", per_row=4),
    Placement("3x3", "rook", per_row=999_999_999),
    Placement("2x2", "king", number=(2, 999_999_999)),
    Placement("3x3", "queen", covering=True, number=0),
    # The empty board has the empty solution.
    Placement("0x0"),
    Placement("0x0x0", covering=True, number=0),
    Placement("--/-#", "king", covering=True, per_row=1),
]


@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_first_solutions_and_optima(puzzle: Placement) -> None:
    check(puzzle)


@settings(max_examples=40)
@given(small_puzzles())
def test_first_solutions_and_optima_of_any_small_puzzle(puzzle: Placement) -> None:
    check(puzzle)


@pytest.mark.slow
@settings(max_examples=1000)
@given(small_puzzles())
def test_first_solutions_and_optima_of_many_small_puzzles(puzzle: Placement) -> None:
    check(puzzle)


def test_a_solution_comes_before_those_that_it_begins() -> None:
    # () and (0,) and (0, 1), ... : every step of the order is from a set to one that it begins.
    puzzle = Placement("2x2", "rook", peaceful=False)
    tally = ask(puzzle, Every(limit=16))
    assert tally.solutions == tuple(solutions(puzzle))
    assert tally.solutions[:4] == ((), (0,), (0, 1), (0, 1, 2))


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_list_as_long_as_there_are_solutions(number: int) -> None:
    tally = ask(Queens(6), Every(limit=number))
    listed = PlainEngine().search(Queens(6), Every(), Branch(), Control()).solutions
    assert (tally.solutions, tally.complete) == (listed[:number], True)


@pytest.mark.parametrize(
    ("puzzle", "question", "size"),
    [
        (Placement("8x8", "king"), Largest(), 16),
        (Placement("8x8", "knight"), Largest(), 32),
        (Placement("8x8", "bishop"), Largest(), 14),
        (Placement("8x8", "rook"), Largest(), 8),
        (Placement("4x4x4", "queen"), Largest(), 7),
        (Placement("8x8", "king", covering=True), Smallest(), 9),
        (Placement("8x8", "bishop", covering=True), Smallest(), 8),
        (Placement("8x8", "queen", covering=True), Smallest(), 5),
        (Placement("8x8", "knight", covering=True, peaceful=False), Smallest(), 12),
        (Placement("13x13", "king", covering=True), Smallest(), 25),
        (Placement(Board(6, 6, torus=True), "king"), Largest(), 9),
        (
            Placement(Board(8, 8, torus=True), "knight", covering=True, peaceful=False),
            Smallest(),
            8,
        ),
    ],
    ids=lambda x: x.name if isinstance(x, Question) else str(x),
)
def test_known_optima(puzzle: Placement, question: Question, size: int) -> None:
    tally = ask(puzzle, question)
    assert tally.complete
    assert tally.counts == {size: 1}
    assert tally.bounds == (size, size)
    assert puzzle.is_solution(puzzle.wrap(tally.solutions[0]))


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(8),
        Queens(10),
        Queens(8, fixed="d4"),
        Placement("5x5", "queen", covering=True),
        Placement("6x6", "knight", covering=True, number=8),
        Placement("6x6", "king", covering=True, number=4),
    ],
    ids=repr,
)
def test_the_first_solutions_are_those_of_plain_backtracking(puzzle: Placement) -> None:
    for limit in (1, 2):
        plain = PlainEngine().search(puzzle, Every(limit=limit), Branch(), Control())
        assert ask(puzzle, Every(limit=limit)).solutions == plain.solutions


def test_the_road_takes_its_answers() -> None:
    puzzle = Queens(6)
    first = puzzle.ask(First(), engine="cpsat")
    assert (first.engine, first.found) == ("cpsat", True)
    assert first.value == puzzle.first(engine="plain")
    assert puzzle.ask(Unique(), engine="cpsat").value is False
    assert Queens(5, fixed="a1, c2").ask(Unique(), engine="cpsat").value is True
    assert Queens(3).ask(Unique(), engine="cpsat").value is False
    assert Queens(3).ask(First(), engine="cpsat").exhausted
    smallest = Placement("5x5", "queen", covering=True).ask(Smallest(), engine="cpsat")
    assert (smallest.value, smallest.optimal_proven, smallest.bounds) == (3, True, (3, 3))
    assert smallest.solution == Placement("5x5", "queen", covering=True).smallest().solution


def test_the_same_again() -> None:
    puzzle = Placement("7x7", "queen", covering=True)
    one, other = ask(puzzle, Smallest()), ask(puzzle, Smallest())
    assert one == other


# --- what it offers ---


@pytest.mark.parametrize(
    "question",
    [
        Count(),
        Sizes(),
        Every(),
        Every(limit=MOST_LISTED + 1),
        Every(limit=2, up_to="symmetry"),
        Sample(k=1),
    ],
)
def test_it_neither_counts_nor_lists_at_length(question: Question) -> None:
    offer = ENGINE.offer(Queens(4), question)
    assert not offer.can
    assert "a solver" in offer.why
    with pytest.raises(EverywayError, match="the engine cpsat cannot answer this"):
        Queens(4).ask(question, engine="cpsat")


def test_the_first_up_to_symmetry_is_the_first_of_all() -> None:
    question = Every(limit=1, up_to="symmetry")
    plain = PlainEngine().search(Queens(6), question, Branch(), Control())
    assert ask(Queens(6), question).solutions == plain.solutions


def test_leapers_are_cheap_and_riders_dear() -> None:
    def cost(piece: str, size: str) -> float:
        offer: Offer = ENGINE.offer(Placement(size, piece, covering=True), Smallest())
        return offer.seconds

    assert 0.5 < cost("king", "8x8") < cost("king", "12x12") < cost("queen", "12x12") < 3600
    assert cost("queen", "40x40") < float("inf")


def test_offers_do_not_load_the_solver() -> None:
    code = (
        "import sys\n"
        "from everyway import Placement, Smallest\n"
        "from everyway.families.placement.cpsat import CpSatEngine\n"
        "CpSatEngine().offer(Placement('8x8', 'king', covering=True), Smallest())\n"
        "print('ortools' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


# --- sets of squares that exclude one another ---


@given(small_puzzles())
def test_cliques_hold_every_conflict_and_nothing_else(puzzle: Placement) -> None:
    conflicts = conflicts_of(puzzle)
    rides = puzzle.piece.ride_lines(puzzle.board) if puzzle.peaceful else []
    cliques = cliques_of(conflicts, (line for lines in rides for line in lines))
    held = {(a, b) for clique in cliques for a in clique for b in clique if a != b}
    assert held == {(a, b) for a, others in conflicts.items() for b in others}
    attacks = reference.attacks(puzzle.board, puzzle.piece.name)
    near = reference.attacks(puzzle.board, "king")
    for cell, others in conflicts.items():
        expected = set(attacks[cell] if puzzle.peaceful else ())
        assert others == expected | set(near[cell] if puzzle.no_touch else ())


def test_cliques_of_kings_are_blocks() -> None:
    for shape, block in ((Board(4, 5), 4), (Board(3, 3, 3), 8)):
        cliques = cliques_of(conflicts_of(Placement(shape, "king")), ())
        assert {len(clique) for clique in cliques} == {block}
        # One block for each place of its first corner.
        number = 1
        for size in shape.shape:
            number *= size - 1
        assert len(cliques) == number


def test_a_line_that_is_no_clique_is_not_believed() -> None:
    conflicts = {0: {1}, 1: {0}, 2: set()}
    assert not is_clique(conflicts, (0, 1, 2))
    assert cliques_of(conflicts, [(0, 1, 2)]) == [(0, 1)]


# --- being stopped ---

HARD = Placement("16x16", "queen", covering=True)
"""The smallest has 9 (OEIS A075324); the solver would take hours to prove it."""


@pytest.mark.parametrize("question", [Smallest(), Largest(), Every(limit=1)])
def test_a_control_that_says_stop_is_heeded_at_once(question: Question) -> None:
    control = Control()
    control.stop("test")
    tally = ask(HARD, question, control)
    assert (tally.solutions, tally.complete, tally.nodes) == ((), False, 0)


def test_stopped_while_it_searches() -> None:
    control = Control()
    timer = threading.Timer(1.0, control.stop, ["test"])
    timer.start()
    tally = ask(HARD, Smallest(), control)
    timer.join()
    assert not tally.complete
    low, high = tally.bounds
    assert low is not None
    assert low < 9
    assert high is None or high >= 9
    assert [len(s) for s in tally.solutions] == ([] if high is None else [high])


def test_a_time_limit_gives_an_answer_between_bounds() -> None:
    answer = HARD.ask(Smallest(), engine="cpsat", time_limit=1)
    assert answer.interrupted
    assert answer.stopped_by == "time limit"
    assert not answer.optimal_proven
    low, high = answer.bounds
    assert low is not None
    assert low < 9
    assert high is None or high >= 9


@pytest.mark.parametrize("limit", [1, 50])
def test_a_node_limit_gives_bounds_that_hold(limit: int) -> None:
    for puzzle, question, size in (
        (Placement("9x9", "queen", covering=True), Smallest(), 5),
        (Placement("5x5x5", "queen"), Largest(), 13),
    ):
        control = Control(node_limit=limit)
        tally = ask(puzzle, question, control)
        assert control.nodes >= tally.nodes
        low, high = tally.bounds
        assert low is None or low <= size
        assert high is None or high >= size
        assert not tally.complete


@pytest.mark.parametrize(
    ("question", "bound", "bounds"),
    [
        (Smallest(), 1.0000001, (1, 2)),
        (Smallest(), 0.5, (1, 2)),
        (Smallest(), -7.0, (0, 2)),
        (Largest(), 3.9999999, (2, 4)),
        (Largest(), 3.5, (2, 3)),
        (Largest(), 99.0, (2, 9)),
    ],
)
def test_bounds_are_whole_numbers_that_hold(
    question: Question,
    bound: float,
    bounds: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Solver, "optimum", lambda *_: Reply((0, 8), False, bound))
    tally = ask(Placement("3x3", "king"), question)
    assert (tally.solutions, tally.complete, tally.bounds) == (((0, 8),), False, bounds)


def test_a_list_that_is_stopped_is_not_complete() -> None:
    tally = ask(Placement("14x14", "queen", covering=True, number=8), Every(limit=2), Control(0.5))
    assert not tally.complete
    assert tally.solutions == ()


def test_errors_in_the_solver_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python import cp_model

    def solve(*_: object) -> None:
        raise MemoryError("too large")

    monkeypatch.setattr(cp_model.CpSolver, "solve", solve)
    with pytest.raises(MemoryError, match="too large"):
        ask(Queens(4), Every(limit=1))


@settings(max_examples=10)
@given(small_puzzles(), st.sampled_from([Smallest(), Largest()]), st.integers(1, 30))
def test_what_is_found_before_a_limit_is_right(
    puzzle: Placement, question: Question, limit: int
) -> None:
    tally = ask(puzzle, question, Control(node_limit=limit))
    sizes = [len(s) for s in solutions(puzzle)]
    assert set(tally.solutions) <= set(solutions(puzzle))
    if tally.complete:
        assert bool(tally.solutions) == bool(sizes)
    if sizes:
        best = min(sizes) if isinstance(question, Smallest) else max(sizes)
        low, high = tally.bounds
        assert low is None or low <= best
        assert high is None or best <= high
