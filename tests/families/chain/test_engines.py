"""Every engine against brute force by the rules, as whole lists, and against each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from everyway import Chain, Count, Every, Sample, Sizes, SnakeCube, Unique
from everyway.families.chain.hinge import newspaper_chain
from everyway.families.registry import family
from tests.families.chain.reference import (
    BOXES,
    SHAPES,
    brute_force,
    orbits,
    small_chains,
    small_snakes,
)

LISTERS = ["plain", "compiled"]
ENGINES = [engine.name for engine in family("chain").all_engines()]


def data_of(folds):
    return [tuple(4 * c + q for c, q in zip(f.cells, f.quarters, strict=True)) if f.quarters
            else f.cells for f in folds]  # fmt: skip


def check(puzzle, engine, expected):
    assert puzzle.ask(Count(), engine=engine).value == len(expected)
    listed = puzzle.ask(Every(), engine=engine)
    assert data_of(listed.value) == expected
    assert listed.exhausted
    firsts = orbits(puzzle, expected)
    assert puzzle.ask(Count(up_to="symmetry"), engine=engine).value == len(firsts)
    assert data_of(puzzle.ask(Every(up_to="symmetry"), engine=engine).value) == firsts
    sizes = {puzzle.length: len(expected)} if expected else {}
    assert puzzle.ask(Sizes(), engine=engine).value == sizes
    assert puzzle.ask(Unique(), engine=engine).value == (len(expected) == 1)


@pytest.mark.parametrize("engine", LISTERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_chains_without_marks(shape, engine):
    puzzle = Chain(shape)
    check(puzzle, engine, brute_force(puzzle))


@pytest.mark.parametrize("engine", LISTERS)
@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("directed", [True, False])
def test_snakes_of_any_word(box, engine, directed):
    puzzle = SnakeCube(None, box, directed)
    check(puzzle, engine, brute_force(puzzle))


@given(puzzle=small_chains())
@settings(max_examples=12)
def test_random_chains(puzzle):
    expected = brute_force(puzzle)
    for engine in LISTERS:
        check(puzzle, engine, expected)


@given(puzzle=small_snakes())
@settings(max_examples=20)
def test_random_snakes(puzzle):
    expected = brute_force(puzzle)
    for engine in LISTERS:
        check(puzzle, engine, expected)


@given(puzzle=small_chains(["2x3", "3x2", "3x3", "../../.-/.-", ".../.-./..."]))
@settings(max_examples=30)
def test_larger_chains_agree_with_plain(puzzle):
    check(puzzle, "compiled", data_of(puzzle.ask(Every(), engine="plain").value))


@given(puzzle=small_snakes(["3x3", "2x2x2", "2x5", "2x2x3", "2x2x2x1", ".../.-./..."]))
@settings(max_examples=30)
def test_larger_snakes_agree_with_plain(puzzle):
    check(puzzle, "compiled", data_of(puzzle.ask(Every(), engine="plain").value))


@pytest.mark.parametrize("shape", [*SHAPES, "0x0", "--/--", "2x3", "3x3", "4x3", "-.-/.../-.-"])
@pytest.mark.parametrize("closed", [False, True])
def test_trails_are_counted_without_listing(shape, closed):
    puzzle = Chain(shape, closed=closed)
    assert puzzle.count(engine="frontier") == puzzle.count(engine="plain")


@pytest.mark.parametrize("box", [*BOXES, "0x0", "--/--", "2x2x2", "3x3", "2x6", "2x2x3"])
@pytest.mark.parametrize("directed", [True, False])
def test_paths_are_counted_without_listing(box, directed):
    puzzle = SnakeCube(None, box, directed)
    assert puzzle.count(engine="frontier") == puzzle.count(engine="plain")


def test_counts_up_to_symmetry_by_three_methods():
    for puzzle in (Chain("4x4"), Chain("2x4"), SnakeCube(None, "3x4"), SnakeCube(None, "2x2x2")):
        counts = {puzzle.count(up_to="symmetry", engine=engine) for engine in ENGINES}
        assert len(counts) == 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("empty", [Chain("0x0"), SnakeCube(None, "0x0"), SnakeCube("", "--/--")])
def test_the_empty_chain_has_one_fold(empty, engine):
    if engine == "frontier" and not isinstance(empty, Chain) and empty.word is not None:
        pytest.skip("counts snakes of any word only")
    assert empty.ask(Count(), engine=engine).value == 1


def test_more_squares_than_a_word_has_bits():
    """The look ahead of large boards is another function than that of small ones."""
    row = SnakeCube(None, "1x70")
    assert row.ask(Count(), engine="compiled").value == 2
    strip = Chain("1x70")
    assert strip.ask(Count(), engine="compiled").value == strip.count(engine="frontier")
    two = SnakeCube(None, "2x40")
    folds = two.ask(Every(limit=5), engine="compiled").value
    assert len(set(folds)) == 5
    assert all(map(two.is_solution, folds))
    big = Chain("10x10", closed=True).ask(Every(limit=3), engine="compiled")
    assert len(big.value) == 3
    assert all(e.agrees for e in big.evidence)


@pytest.mark.parametrize("engine", LISTERS)
def test_a_limited_list_is_the_beginning_of_the_whole(engine):
    puzzle = Chain("4x4")
    whole = puzzle.ask(Every(), engine="plain").value
    for limit in (0, 1, 2, 100, 1280, 1281):
        part = puzzle.ask(Every(limit=limit), engine=engine)
        assert part.value == whole[:limit]
        assert part.exhausted == (limit > 1280)


def test_samples_are_the_same_from_every_engine():
    puzzle = SnakeCube(None, "3x4", directed=False)
    drawn = [puzzle.ask(Sample(k=5, seed=3), engine=e).value for e in LISTERS]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 5
    orbits_drawn = [puzzle.sample(4, seed=1, up_to="symmetry", engine=e) for e in LISTERS]
    assert orbits_drawn[0] == orbits_drawn[1]


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_change_nothing(workers):
    puzzle = SnakeCube(None, "3x4")
    assert (
        puzzle.ask(Count(), engine="compiled", workers=workers).value
        == puzzle.count(engine="frontier")
        == 124
    )
    listed = puzzle.ask(Every(), engine="compiled", workers=workers).value
    assert list(listed) == list(puzzle.solutions(engine="plain"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_node_limit_gives_a_lower_bound(engine):
    puzzle = SnakeCube(None, "5x5")
    answer = puzzle.ask(Count(), engine=engine, node_limit=700)
    assert answer.interrupted
    assert 0 <= answer.value < 8648
    assert puzzle.ask(Count(), engine="frontier").value == 8648
    half = SnakeCube(None, "5x5", directed=False)
    part = half.ask(Count(up_to="symmetry"), engine="compiled", node_limit=700)
    assert part.interrupted
    assert part.value <= half.count(up_to="symmetry", engine="compiled")


def test_a_ledger_is_used():
    ledger = {}
    puzzle = SnakeCube(None, "3x3x3", directed=False)
    first = puzzle.ask(Count(up_to="symmetry"), engine="compiled", ledger=ledger)
    again = puzzle.ask(Count(up_to="symmetry"), engine="compiled", ledger=ledger)
    assert first.value == again.value == 51704
    assert ledger
    assert again.nodes == again.kept_nodes > 0


def test_the_newspapers_puzzle_by_every_search():
    puzzle = newspaper_chain()
    for engine in LISTERS:
        answer = puzzle.ask(Unique(), engine=engine)
        assert answer.value is True
        assert answer.exhausted
    with pytest.raises(ValueError, match="without marks"):
        puzzle.ask(Count(), engine="frontier")


def test_the_dynamic_program_refuses_what_would_not_fit_into_memory():
    for puzzle in (Chain("16x16"), SnakeCube(None, "4x4x4")):
        with pytest.raises(ValueError, match="too many states"):
            puzzle.ask(Count(), engine="frontier")
        stopped = puzzle.ask(Count(), node_limit=1000)
        assert stopped.interrupted
