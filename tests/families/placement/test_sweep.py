"""Counts by a sweep over the squares, against brute force and against known numbers."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings

from everyway import Board, Count, Interrupted, Placement, Queens, Sizes
from everyway.core.engine import NO_LIMIT, Control
from everyway.families.placement.model import model_of
from everyway.families.placement.sweep import LIMB_BITS, Form, Sweep
from everyway.families.placement.sweep_compiled import CompiledSweep
from everyway.families.placement.sweep_estimate import estimate_of
from everyway.families.placement.sweep_plan import make_plan
from tests.families.placement.strategies import brute_force, small_puzzles

ENGINES = ("sweep", "frontier")
PIECES = (
    "queen", "rook", "bishop", "king", "knight", "wazir", "ferz", "camel", "amazon",
    "leaper(2)", "wazir+leaper(2,2)", "rider(1,2)",
)  # fmt: skip
BOARDS = (
    Board(0, 0),
    Board(1, 1),
    Board(5),
    Board(2, 4),
    Board(3, 3),
    Board(3, 3, holes="b2"),
    Board(3, 3, torus=True),
    Board(3, 3, holes="a1, c2", torus=(True, False)),
    Board(2, 5, torus=(False, True)),
    Board(3, 3, walls="b2"),
    Board(2, 2, 2),
)


def sizes_of(solutions: list[tuple[int, ...]]) -> dict[int, int]:
    return dict(sorted(Counter(map(len, solutions)).items()))


def check(puzzle: Placement, engine: str) -> None:
    """Compare the numbers of all sizes, and of all orbits of each size, with brute force."""
    every = brute_force(puzzle)
    orbits = sorted({puzzle.group.canonical(s) for s in every})
    assert puzzle.ask(Sizes(), engine=engine).value == sizes_of(every)
    assert puzzle.ask(Count(), engine=engine).value == len(every)
    assert puzzle.ask(Sizes(up_to="symmetry"), engine=engine).value == sizes_of(orbits)
    assert puzzle.ask(Count(up_to="symmetry"), engine=engine).value == len(orbits)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("board", BOARDS, ids=repr)
@pytest.mark.parametrize(("peaceful", "covering"), list(product((True, False), repeat=2)))
def test_all_pieces_on_all_small_boards(
    board: Board, peaceful: bool, covering: bool, engine: str
) -> None:
    for piece in PIECES:
        check(Placement(board, piece, peaceful=peaceful, covering=covering), engine)


@pytest.mark.parametrize("engine", ENGINES)
@given(puzzle=small_puzzles())
@settings(max_examples=40, deadline=None)
def test_random_puzzles(engine: str, puzzle: Placement) -> None:
    check(puzzle, engine)


@given(puzzle=small_puzzles())
@settings(max_examples=40, deadline=None)
def test_any_order_of_the_squares_gives_the_same(puzzle: Placement) -> None:
    model = model_of(puzzle)
    orders = [range(len(model.cells)), range(len(model.cells))[::-1]]
    orders.append(sorted(orders[0], key=lambda v: (v % 3, v)))
    low, high = puzzle.number or (0, puzzle.board.squares)
    expected = sizes_of(brute_force(puzzle))
    for order in orders:
        plan = make_plan(model, order)
        form = Form.of(plan, model, sized=True)
        for kind in (Sweep, CompiledSweep):
            value = kind(plan, form, Control(), NO_LIMIT).run()
            assert value is not None
            counts = form.counts(value, plan.chosen)
            assert {k: n for k, n in counts.items() if low <= k <= high} == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("8x8", "bishop", 8), 22522960),
        (("8x8", "queen", 8), 92),
        (("8x8", "knight", 8), 379978716),
        (("6x6", "king", None), 202841),
        (("9x9", "king", None), 269718819131),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_larger_boards(words: tuple[str, str, int | None], expected: int, engine: str) -> None:
    board, piece, number = words
    assert Placement(board, piece, number=number).count(engine=engine) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_longer_than_a_machine_word(engine: str) -> None:
    """Kings on one row: a Fibonacci number; on all sets of squares: binomial coefficients."""
    fibonacci = [1, 2]
    while len(fibonacci) <= 300:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert Placement("1x300", "king").count(engine=engine) == fibonacci[300]
    free = Placement("1x150", "king", peaceful=False)
    assert free.sizes(engine=engine) == {k: math.comb(150, k) for k in range(151)}
    some = Placement("1x150", "king", peaceful=False, number="70..72")
    assert some.sizes(engine=engine) == {k: math.comb(150, k) for k in (70, 71, 72)}
    assert free.count(engine=engine) == 2**150


@pytest.mark.parametrize("engine", ENGINES)
def test_up_to_symmetry_is_the_mean_of_what_symmetries_leave(engine: str) -> None:
    """Kings against canonical forms, rooks against published numbers."""
    kings = Placement("4x4", "king")
    listed = {kings.group.canonical(s.cells) for s in kings.solutions(engine="propagate")}
    assert kings.count(up_to="symmetry", engine=engine) == len(listed)
    for n, expected in enumerate((1, 1, 2, 7, 23, 115, 694, 5282), 1):  # OEIS A000903
        rooks = Placement(Board(n, n), "rook", number=n)
        assert rooks.count(up_to="symmetry", engine=engine) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_limits_stop_a_sweep_which_then_knows_nothing(engine: str) -> None:
    answer = Queens(9).ask(Count(), engine=engine, node_limit=1500)
    assert (answer.interrupted, answer.value, answer.stopped_by) == (True, 0, "node limit")
    assert answer.nodes >= 1500
    with pytest.raises(Interrupted):
        Placement("25x25", "king").count(engine=engine, time_limit=0.5)


def test_what_is_too_wide_is_refused() -> None:
    wide = Placement("20x20", "queen")
    with pytest.raises(ValueError, match="too wide"):
        wide.count(engine="frontier")
    with pytest.raises(ValueError, match="at most 1000 squares"):
        Placement("40x40", "queen").count(engine="frontier")


@pytest.mark.parametrize(
    "puzzle",
    [
        Placement("8x8", "knight"),
        Placement("10x10", "king"),
        Placement("9x9", "queen", number=9),
        Placement("8x8", "rook"),
        Placement("5x5", "knight", peaceful=False, covering=True),
    ],
    ids=repr,
)
def test_estimates_are_near_what_is_made(puzzle: Placement) -> None:
    sized = puzzle.number is not None
    expected = estimate_of(puzzle, 0, sized).nodes
    made = puzzle.ask(Count(), engine="sweep").nodes
    assert made / 10 < expected < made * 20


def test_limbs_are_those_of_the_tables() -> None:
    from everyway.kernels.states import LIMB

    assert LIMB_BITS == LIMB


def test_the_sweep_is_chosen_where_search_would_take_minutes() -> None:
    kings = Placement("12x12", "king", number=12, per_row=1, per_column=1)
    for puzzle in (kings, Placement("16x16", "king"), Placement("8x8", "knight", number=8)):
        assert puzzle.ask(Count()).engine in ("sweep", "frontier")
