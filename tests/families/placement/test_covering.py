"""The covering engine against brute force, other engines and known numbers."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from everyway import Board, Count, Every, EverywayError, Largest, Placement, Sizes, Smallest
from everyway.core.engine import Control, Tally
from everyway.families.placement.covering_engine import CoverEngine
from tests.families.placement.strategies import brute_force, small_puzzles
from tests.families.placement.test_engines import check_counts

ENGINE = CoverEngine()


def covering(board: str, piece: str = "queen", **options: object) -> Placement:
    return Placement(board, piece, covering=True, **options)  # type: ignore[arg-type]


SMALL = [
    covering("1x1"),
    covering("4x4"),
    covering("4x4", number=4),
    covering("4x4", number=2, peaceful=False),
    covering("3x3", "king"),
    covering("3x3", "knight", peaceful=False),
    covering("3x4", "rook", number=(2, 4), peaceful=False),
    covering("2x2x3", "bishop"),
    covering("6", "king"),
    covering(".-./---/.#.", "rook"),
    covering("4x3", "queen", fixed="b2", peaceful=False),
    covering("3x4", "knight", fixed="a1,c3"),
    Placement(Board(4, 3, torus=True), covering=True),
    # The fixed squares are all that there may be, or all of the least size, and do not cover.
    covering("3x3", fixed="a1", number=1),
    covering("3x3", fixed="a1", number=1, peaceful=False),
    covering("3x4", fixed="a1,b1", number=2, peaceful=False),
    Placement(
        Board(3, 3, holes="a3", walls="a2,c2", torus=(False, True)),
        fixed="a1,c1",
        covering=True,
        peaceful=False,
    ),
]


@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_small_puzzles(puzzle: Placement) -> None:
    check_counts(puzzle, "cover")
    check_smallest(puzzle)


def check_smallest(puzzle: Placement) -> None:
    expected = brute_force(puzzle)
    answer = puzzle.ask(Smallest(), engine="cover")
    if not expected:
        assert (answer.value, answer.found, answer.exhausted) == (None, False, True)
        return
    size = min(map(len, expected))
    assert (answer.value, answer.optimal_proven) == (size, True)
    assert answer.solution.cells == next(s for s in expected if len(s) == size)
    some = puzzle.ask(Every(limit=1, ordered=False), engine="cover").solutions
    assert some[0].cells in expected


def made_to_cover(puzzle: Placement) -> Placement:
    """Return the puzzle with the rule to cover and without quotas."""
    data = {key: value for key, value in puzzle.to_dict().items() if not key.startswith("per_")}
    data.pop("no_touch", None)
    data.pop("regions", None)
    return Placement.from_dict({**data, "covering": True})


@given(puzzle=small_puzzles().map(made_to_cover))
@settings(max_examples=80)
def test_random_puzzles(puzzle: Placement) -> None:
    assume(ENGINE.offer(puzzle, Count()).can)
    check_counts(puzzle, "cover")
    check_smallest(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (Placement("4x4"), "only placements that cover"),
        (covering("4x4", per_row=1), "no quotas"),
        (covering("4x4", no_touch=True), "no other rules"),
        (covering("3x3", "king", fixed="b2"), "nothing is left"),
        (covering("0x0"), "nothing is left"),
        (covering("50x50", "rook"), "up to 2048 squares"),
    ],
)
def test_what_it_does_not_take(puzzle: Placement, why: str) -> None:
    assert why in ENGINE.offer(puzzle, Count()).why
    with pytest.raises(EverywayError, match=why):
        puzzle.ask(Count(), engine="cover")


def test_it_is_not_offered_for_the_largest() -> None:
    with pytest.raises(EverywayError, match="unsuited"):
        covering("4x4").ask(Largest(), engine="cover")


@pytest.mark.parametrize(
    ("shape", "k", "all_", "classes"),
    # A002568 and A002567; three dimensions: one program each, agreeing with this one.
    [
        ("8x8", 5, 728, 91),
        ("9x9", 5, 92, 16),
        ("11x11", 5, 2, 1),
        ("12x12", 7, 840, 105),
        ("4x4x4", 4, 36, 2),
        ("5x5x5", 6, 48, 1),
    ],
)
def test_numbers_of_smallest_peaceful_coverings(
    shape: str, k: int, all_: int, classes: int
) -> None:
    puzzle = covering(shape, number=k)
    assert puzzle.count(engine="cover") == all_
    assert puzzle.count(engine="cover", up_to="symmetry") == classes
    assert covering(shape, number=k - 1).first(engine="cover") is None


def test_all_maximal_placements_by_size() -> None:
    sizes = {5: 728, 6: 6912, 7: 2456, 8: 92}
    puzzle = covering("8x8")
    assert puzzle.ask(Sizes(), engine="cover").value == sizes
    classes = puzzle.ask(Sizes(up_to="symmetry"), engine="cover")
    assert classes.value == puzzle.ask(Sizes(up_to="symmetry"), engine="compiled").value


def test_workers_and_a_ledger_change_nothing() -> None:
    puzzle = covering("14x14", number=8)
    ledger: dict[str, Tally] = {}
    stopped = puzzle.ask(Count(), engine="cover", workers=1, node_limit=700_000, ledger=ledger)
    assert stopped.interrupted
    assert 0 < stopped.value <= 436
    assert 0 < stopped.progress < 1
    done = len(ledger)
    again = puzzle.ask(Count(), engine="cover", workers=2, ledger=ledger)
    assert (again.value, again.exhausted) == (436, True)
    assert len(ledger) > done > 0
    restored = {name: Tally.from_dict(tally.to_dict()) for name, tally in ledger.items()}
    third = puzzle.ask(Count(), engine="cover", ledger=restored)
    assert (third.value, third.nodes) == (436, third.kept_nodes)


def test_branches_are_disjoint_and_whole() -> None:
    puzzle = covering("7x7", number=4)
    listing = Every(ordered=False)
    (whole,) = ENGINE.branches(puzzle, listing)
    parts = ENGINE.split(puzzle, listing, whole)
    found = [s for p in parts for s in ENGINE.search(puzzle, listing, p, Control()).solutions]
    assert sorted(found) == [s.cells for s in puzzle.solutions(engine="propagate")]
    assert len(found) == len(set(found)) == 8


def test_a_board_of_several_words() -> None:
    puzzle = covering("17x17", "queen", number=9)
    answer = puzzle.ask(Every(limit=1, ordered=False), engine="cover")
    assert answer.found
    assert puzzle.is_solution(answer.solutions[0])


# --- pieces of few moves, whose candidates are dropped by shares too ---


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(
    ("board", "piece", "peaceful", "k"),
    [
        (Board(5, 5, torus=True), "knight", False, 5),
        (Board(6, 4, torus=True), "knight", False, 6),
        (Board(5, 4, torus=True), "king", False, 4),
        (Board(5, 5, torus=True), "king", True, 4),
        (Board(5, 4, torus=True), "bishop", False, 4),
        (Board(4, 4, torus=True), "rook", False, 4),
        (Board(5, 5, torus=(True, False)), "wazir", True, 7),
        (Board(6, 6), "knight", True, 8),
        (Board(5, 5), "wazir", False, 7),
        (Board(3, 3, 2), "wazir", False, 5),
    ],
    ids=repr,
)
def test_no_solution_is_dropped(
    board: Board, piece: str, peaceful: bool, k: int, more: int
) -> None:
    puzzle = Placement(board, piece, covering=True, peaceful=peaceful, number=k + more)
    found = {s.cells for s in puzzle.ask(Every(ordered=False), engine="cover").solutions}
    assert found == {s.cells for s in puzzle.solutions(engine="propagate")}
    assert puzzle.count(engine="cover") == len(found)


@pytest.mark.parametrize("peaceful", [True, False])
@pytest.mark.parametrize("piece", ["king", "knight", "bishop", "rook", "queen", "wazir"])
@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (3, 6), (5, 5), (5, 6), (2, 3, 4)])
def test_smallest_on_toruses(shape: tuple[int, ...], piece: str, peaceful: bool) -> None:
    puzzle = Placement(Board(*shape, torus=True), piece, covering=True, peaceful=peaceful)
    by_engine = [puzzle.ask(Smallest(), engine=name) for name in ("cover", "cpsat", "plain")]
    assert len({(a.value, a.optimal_proven) for a in by_engine}) == 1
    assert len({a.solution.cells for a in by_engine if a.in_order}) == 1


def test_shares_refute_what_gains_refute_late() -> None:
    puzzle = Placement(Board(9, 9, torus=True), "knight", covering=True, peaceful=False, number=11)
    none = puzzle.ask(Every(limit=1, ordered=False), engine="cover")
    assert (none.found, none.exhausted) == (False, True)
    assert none.nodes < 10_000
