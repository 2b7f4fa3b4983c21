"""Every engine against brute force by the rules, as whole sets, and against each other."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from everyway import (
    Count,
    Every,
    First,
    Largest,
    Placement,
    Queens,
    RegionQueens,
    Sizes,
    Smallest,
    Unique,
)
from everyway.families.placement import FAMILY
from everyway.families.placement.model import _cliques, bitset_of, model_of
from tests.families.placement.strategies import brute_force, small_puzzles

SOME_REGIONS = ["AAAA", "ABBB", "CCDB", "CCDD"]
# Engines for some placements alone have tests of their own.
OF_ALL = [
    e for e in FAMILY.all_engines() if e.offer(RegionQueens(SOME_REGIONS), Every(limit=1)).can
]
ENGINES = [engine.name for engine in OF_ALL]
COUNTERS = [engine.name for engine in OF_ALL if Count in engine.direct]

SMALL = [
    *(Queens(n) for n in range(6)),
    *(Queens(n, torus=True) for n in range(1, 6)),
    Queens(4, holes="b1"),
    Queens(5, fixed="a1"),
    RegionQueens(SOME_REGIONS),
    RegionQueens(["AAB", "A.B", "CCC"]),
    Placement("3x3", "king"),
    Placement("3x3", "king", covering=True),
    Placement("3x3", "knight", covering=True, peaceful=False),
    Placement("3x3", "queen", number=(1, 2), peaceful=False),
    Placement("2x2x2", "unicorn"),
    Placement("2x2x3", "bishop", covering=True),
    Placement(".-./---/.#.", "rook", covering=True),
    Placement("--/--", "queen"),
    Placement("--/--", "queen", covering=True, number=0),
    Placement("1x1", "queen"),
    Placement("1x6", "rook", number=1),
    Placement("6", "king", covering=True),
    Placement("3x4", "queen", per_row=1, peaceful=False),
    Placement("4x3", "rook", per_row=1),
    Placement("3x3", "rook", per_row=1, per_column=2, peaceful=False),
]


def orbits(puzzle: Placement) -> list[tuple[int, ...]]:
    """Return the first of each class of solutions, in order, from brute force."""
    return sorted({puzzle.group.canonical(s) for s in brute_force(puzzle)})


def check_counts(puzzle: Placement, engine: str) -> None:
    """Compare every counting question and every list with brute force."""
    expected = brute_force(puzzle)
    sizes = dict(sorted(Counter(map(len, expected)).items()))
    assert puzzle.ask(Count(), engine=engine).value == len(expected)
    assert puzzle.ask(Sizes(), engine=engine).value == sizes
    answer = puzzle.ask(Every(), engine=engine)
    assert [s.cells for s in answer.value] == expected
    assert answer.exhausted
    classes = orbits(puzzle)
    class_sizes = dict(sorted(Counter(map(len, classes)).items()))
    assert puzzle.ask(Count(up_to="symmetry"), engine=engine).value == len(classes)
    assert puzzle.ask(Sizes(up_to="symmetry"), engine=engine).value == class_sizes
    listed = puzzle.ask(Every(up_to="symmetry"), engine=engine).value
    assert [s.cells for s in listed] == classes


def check_few(puzzle: Placement, engine: str) -> None:
    """Compare the first solution, uniqueness and both optima with brute force."""
    expected = brute_force(puzzle)
    first = puzzle.ask(First(), engine=engine)
    assert (first.value.cells if first.found else None) == (expected[0] if expected else None)
    unique = puzzle.ask(Unique(), engine=engine)
    assert unique.value == (len(expected) == 1)
    assert [s.cells for s in unique.solutions] == expected[:2]
    for question, best in ((Smallest(), min), (Largest(), max)):
        answer = puzzle.ask(question, engine=engine)
        if not expected:
            assert (answer.value, answer.found, answer.exhausted) == (None, False, True)
            continue
        size = best(map(len, expected))
        assert answer.value == size
        assert answer.optimal_proven
        assert answer.solution.cells == next(s for s in expected if len(s) == size)


@pytest.mark.parametrize("engine", COUNTERS)
@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_counts_and_lists_of_small_puzzles(puzzle: Placement, engine: str) -> None:
    check_counts(puzzle, engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_few_solutions_of_small_puzzles(puzzle: Placement, engine: str) -> None:
    check_few(puzzle, engine)


@pytest.mark.parametrize("engine", COUNTERS)
@given(puzzle=small_puzzles())
@settings(max_examples=60)
def test_counts_and_lists_of_random_puzzles(engine: str, puzzle: Placement) -> None:
    check_counts(puzzle, engine)


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "cpsat"])
@given(puzzle=small_puzzles())
@settings(max_examples=60)
def test_few_solutions_of_random_puzzles(engine: str, puzzle: Placement) -> None:
    check_few(puzzle, engine)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@given(puzzle=small_puzzles())
@settings(max_examples=1000)
def test_many_random_puzzles(engine: str, puzzle: Placement) -> None:
    if engine in COUNTERS:
        check_counts(puzzle, engine)
    check_few(puzzle, engine)


@pytest.mark.parametrize("engine", COUNTERS)
def test_a_limited_list_is_the_beginning_of_the_whole(engine: str) -> None:
    whole = Queens(7).ask(Every(), engine=engine).value
    for limit in (0, 1, 2, 39, 40, 41):
        part = Queens(7).ask(Every(limit=limit), engine=engine)
        assert part.value == whole[:limit]
        assert part.exhausted == (limit > 40)


@pytest.mark.parametrize("engine", COUNTERS)
def test_samples_are_the_same_from_every_engine(engine: str) -> None:
    squares = [s.squares for s in Queens(8).sample(3, seed=5, engine=engine)]
    assert squares == [
        ("f1", "h2", "b3", "d4", "a5", "g6", "e7", "c8"),
        ("d1", "b2", "g3", "c4", "f5", "h6", "e7", "a8"),
        ("d1", "h2", "e3", "c4", "a5", "g6", "b7", "f8"),
    ]


@pytest.mark.parametrize("engine", COUNTERS)
def test_a_sample_of_all_is_all(engine: str) -> None:
    drawn = Queens(6).sample(10, seed=1, engine=engine)
    assert sorted(drawn) == list(Queens(6).solutions())
    assert Queens(6).sample(2, seed=3, up_to="symmetry") == list(
        Queens(6).solutions(up_to="symmetry")
    )
    assert Queens(3).sample(2, engine=engine) == []


def test_samples_are_even() -> None:
    counts = Counter(Queens(4).sample(1, seed=seed)[0].squares for seed in range(400))
    assert len(counts) == 2
    # Fair coins: 400 throws, five standard deviations are 50.
    assert all(abs(number - 200) < 50 for number in counts.values())


@pytest.mark.parametrize("engine", COUNTERS)
@pytest.mark.parametrize("workers", [1, 2])
def test_workers_change_nothing(engine: str, workers: int) -> None:
    puzzle = Queens(7)
    assert puzzle.count(engine=engine, workers=workers) == 40
    listed = puzzle.ask(Every(), engine=engine, workers=workers).value
    assert list(listed) == list(puzzle.solutions(engine="plain"))


def test_components_multiply() -> None:
    """White and black bishops do not meet: 8 bishops on 8x8 need no search of their product."""
    answer = Placement("8x8", "bishop", number=8).ask(Count(), engine="propagate")
    assert answer.value == 22522960
    assert answer.nodes < 1_000_000


@pytest.mark.parametrize("puzzle", [*SMALL, Placement("7x7", "king", number=9)], ids=repr)
def test_cliques_are_those_of_the_plain_greedy_rule(puzzle: Placement) -> None:
    """Each variable joins the first clique of its set all of which it excludes."""
    conflicts = model_of(puzzle).conflicts
    everything = range(len(conflicts))
    for sets in ([everything], [everything[::2], everything], [everything[:5], everything[3:]]):
        expected: list[set[int]] = []
        placed: set[int] = set()
        for members in sets:
            opened: list[set[int]] = []
            for v in members:
                if v in placed:
                    continue
                placed.add(v)
                joined = (c for c in opened if all(conflicts[v] >> u & 1 for u in c))
                clique = next(joined, None)
                if clique is None:
                    opened.append({v})
                else:
                    clique.add(v)
            expected += opened
        assert _cliques(sets, conflicts) == tuple(bitset_of(clique) for clique in expected)
