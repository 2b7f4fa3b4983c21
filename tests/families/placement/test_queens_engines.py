"""The special engines for n queens: against plain, against known counts, in every width."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Board, Count, Every, EverywayError, First, Placement, Queens, Sizes, Unique
from everyway.core.engine import Control, Job, Tally
from everyway.families.placement import FAMILY, queens_engine
from everyway.families.placement.queens_board import refusal
from everyway.families.placement.queens_engine import LanesEngine
from everyway.families.placement.queens_lanes import expand
from everyway.kernels.processor import WIDTHS, forced_width
from everyway.runs.choice import choose
from everyway.runs.keeping import Pieces

A000170 = [
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
    95815104, 666090624,
]  # fmt: skip
A002562 = [
    1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955, 11977939, 83263591,
]  # fmt: skip
A032522 = [1, 1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184]
A033148 = [1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704]
ENGINES = ["lanes", "halves"]
SLOW = pytest.mark.slow
WIDE = [(engine, bits) for engine in ENGINES for bits in WIDTHS if bits]
CASES = [(engine, bits) for engine in ENGINES for bits in WIDTHS if bits or engine == "lanes"]


def least(engine: str) -> int:
    return 0 if engine == "lanes" else 4


@pytest.fixture(params=[bits for bits in WIDTHS if bits], ids=lambda bits: f"{bits}bits")
def some_width(request: pytest.FixtureRequest) -> Iterator[int]:
    with forced_width(request.param):
        yield request.param


def check_known(engine: str, n: int, **options: object) -> None:
    answer = Queens(n).ask(Count(), engine=engine, **options)
    assert (answer.value, answer.exhausted) == (A000170[n], True)
    assert Queens(n).ask(Count(up_to="symmetry"), engine=engine, **options).value == A002562[n]


@pytest.mark.parametrize(("engine", "bits"), CASES)
def test_counts_of_n_queens_in_every_width(engine: str, bits: int) -> None:
    with forced_width(bits):
        for n in range(least(engine), 14 if bits else 13):
            check_known(engine, n, workers=1)
            assert Queens(n).ask(Sizes(), engine=engine).value == (
                {n: A000170[n]} if A000170[n] else {}
            )


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("engine", ENGINES)
def test_counts_of_n_queens_up_to_16(engine: str, workers: int) -> None:
    for n in (14, 15, 16):
        check_known(engine, n, workers=workers)


@pytest.mark.parametrize(
    ("engine", "bits"),
    [
        case if case in (("lanes", 256), ("halves", 512)) else pytest.param(*case, marks=SLOW)
        for case in WIDE
    ],
)
def test_counts_with_wide_lanes(engine: str, bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queens_engine, "lane_bits", lambda columns: 32)
    with forced_width(bits):
        for n in range(least(engine), 13):
            check_known(engine, n, workers=1)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("engine", "bits"), CASES)
@pytest.mark.parametrize("n", range(19))
def test_counts_of_n_queens_up_to_18(n: int, engine: str, bits: int, workers: int) -> None:
    if n < least(engine) or (n == 18 and bits == 0 and workers == 1):
        pytest.skip("too small, or minutes long")
    with forced_width(bits):
        check_known(engine, n, workers=workers)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "bits"), WIDE)
@pytest.mark.parametrize("n", range(13, 17))
def test_counts_with_wide_lanes_up_to_16(
    n: int, engine: str, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queens_engine, "lane_bits", lambda columns: 32)
    with forced_width(bits):
        check_known(engine, n, workers=1)


@pytest.mark.parametrize(("table", "name"), [(A032522, "half"), (A033148, "quarter")])
def test_solutions_that_a_turn_leaves_as_they_are(table: list[int], name: str) -> None:
    from everyway.families.placement.queens_fixed import FixedWalk

    for n, number in enumerate(table):
        if n < 2:
            continue
        puzzle = Queens(n)
        turn = turn_of(n, name)
        assert turn in puzzle.group.elements
        walk = FixedWalk(puzzle, turn)
        while not walk.done:
            walk.advance(10_000)
        assert walk.solutions == number, n


def turn_of(n: int, name: str) -> tuple[int, ...]:
    """Return where a half or a quarter turn takes each cell of an n x n board."""
    places = [divmod(cell, n) for cell in range(n * n)]
    if name == "half":
        return tuple((n - 1 - y) * n + n - 1 - x for y, x in places)
    return tuple(x * n + n - 1 - y for y, x in places)


def test_counts_before_a_compiler_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LanesEngine, "ready", False)
    for name in ("queens_rows.RowsWalk", "queens_fixed.FixedWalk"):
        monkeypatch.setattr(f"everyway.families.placement.{name}", None)
    for n in range(12):
        check_known("lanes", n, workers=1)
    for puzzle in (Queens(7, holes="c3, d1"), Queens(9, fixed="b3"), Placement("5x7", number=5)):
        assert puzzle.ask(Count(), engine="lanes").value == len(plain(puzzle))
    assert Queens(9).ask(Count(), engine="lanes", node_limit=100).interrupted


def test_small_boards_are_counted_without_a_compiler() -> None:
    code = (
        "import sys; from everyway import Queens; assert Queens(11).count() == 2680;"
        "assert Queens(10).count(up_to='symmetry') == 92;"
        "print(sorted({'numba', 'numpy'} & sys.modules.keys()))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


# --- boards with holes and fixed squares, and with fewer rows than columns ---


@cache
def plain(puzzle: Placement) -> list[tuple[int, ...]]:
    return [s.cells for s in puzzle.ask(Every(), engine="plain").value]


@st.composite
def boards(draw: st.DrawFn, square: bool = False) -> Placement:
    """Draw a placement of a queen in each row."""
    columns = draw(st.integers(4, 6))
    rows = columns if square else draw(st.integers(1, columns))
    names = [f"{chr(97 + x)}{y + 1}" for x in range(columns) for y in range(rows)]
    holes = draw(st.lists(st.sampled_from(names), max_size=5, unique=True))
    fixed = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    board = Board(rows, columns, holes=holes)
    number = min(rows, board.squares)
    for squares in (fixed, fixed[:1], []):
        try:
            puzzle = Placement(board, "queen", number=number, fixed=squares)
        except EverywayError:
            continue
        break
    return puzzle


@pytest.mark.parametrize("bits", WIDTHS)
@given(puzzle=boards())
@settings(max_examples=12)
def test_lanes_on_random_boards(bits: int, puzzle: Placement) -> None:
    if refusal(puzzle):
        return
    expected = plain(puzzle)
    with forced_width(bits):
        assert puzzle.ask(Count(), engine="lanes").value == len(expected)
        assert [s.cells for s in puzzle.ask(Every(), engine="lanes").value] == expected
        assert puzzle.ask(Count(up_to="symmetry"), engine="lanes").value == len(
            {puzzle.group.canonical(cells) for cells in expected}
        )
        listed = puzzle.ask(Every(up_to="symmetry"), engine="lanes").value
        assert [s.cells for s in listed] == [c for c in expected if puzzle.group.is_canonical(c)]


@given(puzzle=boards(square=True))
@settings(max_examples=20)
def test_halves_on_random_boards(puzzle: Placement) -> None:
    if refusal(puzzle):
        return
    expected = plain(puzzle)
    assert puzzle.ask(Count(), engine="halves").value == len(expected)
    assert puzzle.ask(Count(up_to="symmetry"), engine="halves").value == len(
        {puzzle.group.canonical(cells) for cells in expected}
    )


@pytest.mark.parametrize("n", range(8))
def test_lists_are_those_of_plain(n: int) -> None:
    puzzle = Queens(n)
    expected = plain(puzzle)
    assert [s.cells for s in puzzle.ask(Every(), engine="lanes").value] == expected
    for limit in (0, 1, 3):
        answer = puzzle.ask(Every(limit=limit), engine="lanes")
        assert [s.cells for s in answer.value] == expected[:limit]
        answer = puzzle.ask(Every(limit=limit, ordered=False), engine="lanes")
        assert len(answer.value) == min(limit, len(expected))
    first = puzzle.ask(First(), engine="lanes").value
    assert (None if first is None else first.cells) == (expected[0] if expected else None)
    unique = puzzle.ask(Unique(), engine="lanes")
    assert unique.value == (len(expected) == 1)


def test_samples_are_the_same_as_from_plain() -> None:
    assert Queens(8).sample(5, seed=3, engine="lanes") == Queens(8).sample(
        5, seed=3, engine="plain"
    )


def test_holes_and_fixed_squares_on_larger_boards() -> None:
    for puzzle in (
        Queens(10, holes="a1, e5, f6, c7"),
        Queens(11, fixed="c1, h7"),
        Queens(10, fixed="d2", holes="a10, b9"),
    ):
        count = puzzle.ask(Count(), engine="compiled").value
        assert puzzle.ask(Count(), engine="lanes").value == count
        assert puzzle.ask(Count(), engine="halves").value == count


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_widest_board_in_every_width(bits: int) -> None:
    columns = [7, 21, 23, 5, 17, 28, 20, 16, 2, 26, 1, 29, 15, 11, 6, 27, 13, 22, 19]
    fixed = Queens(31, fixed=[(y + 1, x + 1) for y, x in enumerate(columns)])
    expected = fixed.ask(Count(), engine="compiled").value
    assert expected == 11
    with forced_width(bits):
        assert fixed.ask(Count(), engine="lanes").value == expected


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (Queens(6, torus=True), "not on a torus"),
        (Placement("6x6", "queen", number=5), "only as many queens as there are rows"),
        (Placement("6x6", "rook", number=6), "only peaceful queens"),
        (Placement("6x6", "queen", number=6, peaceful=False), "only peaceful queens"),
        (Placement(Board(6, 6, walls="c3"), "queen", number=6), "not with walls"),
        (Placement("6x5", "queen", number=5), "no more rows than columns"),
        (Placement("4x4x4", "queen", number=4), "two dimensions"),
        (Queens(32), "at most 31 columns"),
    ],
)
def test_what_the_engines_refuse(puzzle: Placement, why: str) -> None:
    assert why in (refusal(puzzle) or "")
    for engine in ENGINES:
        with pytest.raises(EverywayError, match=f"the engine {engine} cannot answer"):
            puzzle.ask(Count(), engine=engine)


def test_covering_and_touching_change_nothing_for_one_queen_a_row() -> None:
    for options in ({"covering": True}, {"no_touch": True}, {"per_row": 1}, {"per_column": 1}):
        puzzle = Placement(Board(8, 8), "queen", number=8, **options)
        assert puzzle.ask(Count(), engine="lanes").value == 92
    assert Placement(Board(8, 8), "queen", per_row=1).ask(Count(), engine="halves").value == 92


# --- limits, ledgers, branches ---


@pytest.mark.parametrize("engine", ENGINES)
def test_a_time_limit_stops_within_a_second(engine: str) -> None:
    # What is loaded or compiled once is not part of a search.
    Queens(20).ask(Count(), engine=engine, node_limit=1)
    before = time.monotonic()
    answer = Queens(20).ask(Count(), engine=engine, time_limit=0.3, workers=2)
    assert time.monotonic() - before < 2
    assert answer.interrupted
    assert answer.stopped_by == "time limit"
    assert 0 <= answer.value < 39029188884


@pytest.mark.parametrize("engine", ENGINES)
def test_a_node_limit_gives_a_lower_bound(engine: str) -> None:
    answer = Queens(15).ask(Count(), engine=engine, node_limit=1000)
    assert answer.interrupted
    assert 0 <= answer.value < A000170[15]
    # What is met beyond the limit is less than what is made at a time.
    assert 1000 <= answer.nodes < 20_000


class StopsAfter(dict[str, Tally]):
    """A ledger that has the search stopped when it holds so many branches."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.hits = 0

    def __setitem__(self, key: str, tally: Tally) -> None:
        super().__setitem__(key, tally)
        if len(self) == self.number:
            raise KeyboardInterrupt

    def get(self, key: str, default: object = None) -> object:
        self.hits += key in self
        return super().get(key, default)


@pytest.mark.parametrize("up_to", [None, "symmetry"])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("engine", "n"), [("lanes", 13), ("halves", 16)])
def test_a_run_that_was_stopped_goes_on(engine: str, n: int, workers: int, up_to: str) -> None:
    ledger = StopsAfter(2)
    with pytest.raises(KeyboardInterrupt):
        Queens(n).ask(Count(up_to=up_to), engine=engine, workers=workers, ledger=ledger)
    kept = len(ledger)
    assert kept >= 2
    answer = Queens(n).ask(Count(up_to=up_to), engine=engine, workers=workers, ledger=ledger)
    assert ledger.hits == kept
    assert answer.value == (A002562 if up_to else A000170)[n]
    assert len({key.split("/")[1] for key in ledger}) == len(ledger)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("up_to", [None, "symmetry"])
@pytest.mark.parametrize(("engine", "bits"), CASES)
@pytest.mark.parametrize("n", range(4, 19))
def test_every_count_goes_on_after_a_stop_half_way(
    n: int, engine: str, bits: int, up_to: str, workers: int
) -> None:
    if n > 16 and bits == 0:
        pytest.skip("minutes long")
    puzzle, question = Queens(n), Count(up_to=up_to)
    [made] = [e for e in FAMILY.all_engines() if e.name == engine]
    job = Job(puzzle, question, made)
    pieces = Pieces(job, made.branches(puzzle, question), None, Control())
    half = pieces.left(10**6) // 2
    with forced_width(bits):
        ledger = StopsAfter(half)
        if half:
            with pytest.raises(KeyboardInterrupt):
                puzzle.ask(question, engine=engine, workers=workers, ledger=ledger)
        kept = len(ledger)
        answer = puzzle.ask(question, engine=engine, workers=workers, ledger=ledger)
    assert (ledger.hits, answer.exhausted) == (kept, True)
    assert answer.value == (A002562 if up_to else A000170)[n]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_branch_is_the_sum_of_its_parts(engine: str) -> None:
    puzzle, question = Queens(11), Count()
    [made] = [e for e in FAMILY.all_engines() if e.name == engine]

    def count(branch: object) -> int:
        return made.search(puzzle, question, branch, Control()).total

    whole = made.branches(puzzle, question)
    assert sum(branch.share for branch in whole) == pytest.approx(1)
    assert sum(map(count, whole)) == A000170[11]
    assert len(made.split(puzzle, question, whole[0])) > 1
    for branch in whole[:2]:
        parts = made.split(puzzle, question, branch)
        assert parts
        assert sum(map(count, parts)) == count(branch)


def test_kernels_run_side_by_side() -> None:
    found: list[int] = []

    def ask() -> None:
        with_lanes = Queens(12).ask(Count(), engine="lanes", workers=1).value
        found.append(with_lanes + Queens(12).ask(Count(), engine="halves", workers=1).value)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2 * A000170[12]] * 4


# --- the choice ---


def within_two(puzzle: Placement, engine: str) -> None:
    """Estimated and searched nodes are within a factor of two."""
    [made] = [e for e in FAMILY.all_engines() if e.name == engine]
    offer = made.offer(puzzle, Count())
    searched = puzzle.ask(Count(), engine=engine).nodes
    assert offer.nodes / 2 <= searched <= 2 * offer.nodes, (puzzle, offer.nodes, searched)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "n", [12, 13, 14, 15, 16, *(pytest.param(n, marks=SLOW) for n in (17, 18))]
)
def test_estimates_for_n_queens(n: int, engine: str) -> None:
    within_two(Queens(n), engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(14, fixed="c1"),
        Queens(14, fixed="a1"),
        Queens(15, fixed="d4"),
        Queens(16, fixed="h8"),
        Queens(16, fixed="e5, f7"),
        Queens(14, holes="c3, d5"),
        Queens(15, holes="h8"),
        Queens(13, holes="a1, b2, c3, d4"),
    ],
    ids=repr,
)
def test_estimates_with_holes_and_fixed_squares(puzzle: Placement, engine: str) -> None:
    within_two(puzzle, engine)


def test_the_faster_engine_has_the_lower_estimate() -> None:
    # Which of the two is faster was measured: by how much, is for the benchmark.
    engines = {e.name: e for e in FAMILY.all_engines()}
    lanes, halves = (engines[name].offer(Queens(18), Count()) for name in ENGINES)
    assert halves.seconds < lanes.seconds


def test_what_is_not_compiled_yet_takes_longer_to_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    [made] = [e for e in FAMILY.all_engines() if e.name == "lanes"]
    with forced_width(256):
        Queens(13).ask(Count(), engine="lanes")
        seconds = [made.offer(Queens(14), Count()).seconds]
        monkeypatch.setattr(type(expand), "ready", False)
        seconds.append(made.offer(Queens(14), Count()).seconds)
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
        seconds.append(made.offer(Queens(14), Count()).seconds)
    assert seconds == sorted(set(seconds))


def test_large_boards_are_left_to_the_special_engines() -> None:
    # Which of the two depends on whose kernels are loaded already.
    assert choose(Queens(12), Count()).attempts[0].engine.name in ENGINES
    assert choose(Queens(18), Count()).attempts[0].engine.name == "halves"
    assert choose(Queens(12, torus=True), Count()).attempts[0].engine.name not in ENGINES


def test_other_engines_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from everyway.families.placement.plain import PlainEngine

    def asked(self: object, puzzle: object, question: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(PlainEngine, "offer", asked)
    assert Queens(12).count() == A000170[12]
    with pytest.raises(AssertionError, match="asked"):
        Queens(12, torus=True).count()


def test_the_two_engines_are_evidence_for_each_other() -> None:
    answer = Queens(12).ask(Count(), evidence=True)
    assert any(e.kind == "second engine" and e.agrees for e in answer.evidence)
