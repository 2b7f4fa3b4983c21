"""Every engine lists what brute force lists, in the order asked for; limits are obeyed."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import (
    Combinations,
    Count,
    Every,
    EverywayError,
    Largest,
    Permutations,
    PowerSet,
    Sample,
    Sizes,
    Smallest,
)
from everyway.core.engine import NO_LIMIT, Branch, Control, Effort
from everyway.families.arrangement.plain import PlainEngine
from everyway.families.arrangement.puzzle import Arrangements
from everyway.families.arrangement.ranks import RanksEngine

from .cases import ORDERS, SMALL, label, made, positions_by_brute_force

ENGINES = (PlainEngine(), RanksEngine())


def listed(puzzle, engine, question=None, branch=None, effort=NO_LIMIT):
    branch = branch or Branch()
    return engine.search(puzzle, question or Every(), branch, Control(), effort)


@pytest.mark.parametrize("puzzle", SMALL, ids=label)
def test_both_engines_list_what_brute_force_lists(puzzle):
    plain, ranks = (listed(puzzle, engine).solutions for engine in ENGINES)
    assert plain == ranks
    assert sorted(plain) == positions_by_brute_force(puzzle)
    if puzzle.order == "lexicographic":
        assert list(plain) == positions_by_brute_force(puzzle)


@pytest.mark.parametrize("puzzle", SMALL, ids=label)
def test_counts_and_sizes(puzzle):
    sizes: dict[int, int] = {}
    for chosen in positions_by_brute_force(puzzle):
        sizes[len(chosen)] = sizes.get(len(chosen), 0) + 1
    for engine in ("plain", "ranks"):
        assert puzzle.count(engine=engine) == sum(sizes.values())
        assert puzzle.ask(Sizes(), engine=engine).value == sizes
        for question, pick in ((Smallest(), min), (Largest(), max)):
            answer = puzzle.ask(question, engine=engine)
            assert answer.value == (pick(sizes) if sizes else None)
            if sizes:
                assert answer.optimal_proven
                assert len(answer.solution) == answer.value


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@pytest.mark.parametrize("puzzle", SMALL[::5], ids=label)
def test_branches_add_up_at_every_depth(puzzle, engine):
    whole = listed(puzzle, engine).solutions
    branches = [Branch()]
    for _ in range(4):
        parts = [engine.split(puzzle, Every(), b) or [b] for b in branches]
        branches = [b for part in parts for b in part]
        tallies = [listed(puzzle, engine, branch=b) for b in branches]
        assert sum((t.solutions for t in tallies), ()) == whole
        counts = [listed(puzzle, engine, Count(), b).total for b in branches]
        assert counts == [len(t.solutions) for t in tallies]
        assert abs(sum(b.share for b in branches) - 1) < 1e-9


words = st.text("abcd", max_size=6)


@given(words, st.integers(0, 5), st.data())
def test_engines_agree_on_any_word(word, k, data):
    kind = data.draw(st.sampled_from([Permutations, Combinations, PowerSet]))
    order = data.draw(st.sampled_from(ORDERS[kind]))
    puzzle = made(kind, word, *([] if kind is PowerSet else [k]), order)
    if puzzle is None:
        return
    assert listed(puzzle, ENGINES[0]).solutions == listed(puzzle, ENGINES[1]).solutions
    assert puzzle.count(engine="plain") == puzzle.count(engine="ranks") == puzzle.total


def reversals(puzzle):
    """Return, in the puzzle's order, the first of each arrangement and its reverse."""
    found, seen = [], set()
    for chosen in listed(puzzle, ENGINES[1]).solutions:
        if chosen not in seen:
            found.append(chosen)
        seen |= {chosen, chosen[::-1]}
    return found


@pytest.mark.parametrize("puzzle", [p for p in SMALL if p.kind == "permutations"], ids=label)
def test_up_to_symmetry_a_sequence_and_its_reverse_count_once(puzzle):
    orbits = reversals(puzzle)
    assert [s.positions for s in puzzle.solutions(up_to="symmetry")] == orbits
    for engine in ("plain", "ranks"):
        assert puzzle.count(up_to="symmetry", engine=engine) == len(orbits)
        sizes = {puzzle.length: len(orbits)} if orbits else {}
        assert puzzle.sizes(up_to="symmetry", engine=engine) == sizes
    sample = puzzle.sample(3, seed=5, up_to="symmetry")
    assert len(sample) == min(3, len(orbits))
    assert {s.positions for s in sample} <= set(orbits)


def test_combinations_and_power_sets_have_no_symmetry():
    for puzzle in (Combinations("abcd", 2), PowerSet("abc")):
        with pytest.raises(EverywayError, match="reversal"):
            puzzle.count(up_to="symmetry")


@pytest.mark.parametrize("puzzle", [p for p in SMALL if 2 < p.total < 40][::4], ids=label)
def test_a_sample_does_not_depend_on_the_engine(puzzle):
    for k in (0, 1, 2, puzzle.total, puzzle.total + 5):
        question = Sample(k=k, seed=k)
        plain, ranks = (puzzle.ask(question, engine=e).value for e in ("plain", "ranks"))
        assert plain == ranks
        assert len(set(plain)) == min(k, puzzle.total)


def test_a_sample_of_a_huge_list_comes_at_once():
    first = Permutations(range(60)).sample(3, seed=1)
    assert first == Permutations(range(60)).sample(3, seed=1)
    assert all(sorted(s) == list(range(60)) for s in first)
    assert first != Permutations(range(60)).sample(3, seed=2)


def test_a_huge_list_is_streamed_from_its_beginning():
    puzzle = Permutations(range(40))
    stream = iter(puzzle.solutions())
    several = [next(stream) for _ in range(5000)]
    assert several[0] == tuple(range(40))
    assert several[4999] == puzzle[4999]
    assert len(puzzle.ask(Every(limit=3)).value) == 3


@pytest.mark.parametrize("engine", ["plain", "ranks"])
def test_a_node_limit_gives_a_lower_bound(engine):
    puzzle = Permutations("abcdefghij")
    answer = puzzle.ask(Every(), engine=engine, node_limit=7000)
    assert answer.interrupted
    assert answer.stopped_by == "node limit"
    assert answer.nodes <= 7000
    assert not puzzle.ask(Every(), engine=engine, node_limit=0).solutions


def test_a_counted_list_is_stopped_by_a_node_limit():
    answer = Permutations("abcdefghij").ask(Count(), engine="plain", node_limit=5000)
    assert answer.interrupted
    assert 0 < answer.value < 3_628_800
    assert answer.nodes == 5000


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_effort_is_respected(engine):
    puzzle = Permutations("abcde")
    assert not listed(puzzle, engine, effort=Effort(solutions=119)).complete
    assert listed(puzzle, engine, effort=Effort(solutions=120)).complete
    assert not listed(puzzle, engine, effort=Effort(nodes=60)).complete
    assert listed(puzzle, engine, Every(limit=10), effort=Effort(solutions=11)).complete
    reverses = listed(puzzle, engine, Every(up_to="symmetry"), effort=Effort(nodes=60))
    assert not reverses.complete or engine.name == "ranks"


def test_plain_refuses_what_would_take_days():
    puzzle = Permutations(range(60))
    with pytest.raises(EverywayError, match="too many"):
        puzzle.count(engine="plain")
    assert not PlainEngine().offer(Permutations(range(300)), Every(limit=1)).can
    answer = puzzle.ask(Count(), evidence=True)
    assert answer.value == puzzle.total


def test_the_published_listing_that_tests_too_early_loses_combinations():
    """Testing before the exchange looks at the item that is about to leave the place."""

    def combinations_of(n, k, test_first):
        array, found = list(range(1, n + 1)), []

        def fill(m):
            if m == k:
                found.append(tuple(array[:k]))
                return
            for i in range(m, n):
                before = m == 0 or array[m - 1] < array[m]
                array[m], array[i] = array[i], array[m]
                after = m == 0 or array[m - 1] < array[m]
                if before if test_first else after:
                    fill(m + 1)
                array[m], array[i] = array[i], array[m]

        fill(0)
        return found

    right = combinations_of(5, 3, test_first=False)
    wrong = combinations_of(5, 3, test_first=True)
    assert right == list(Combinations(range(1, 6), 3, "exchange"))
    assert [set(c) for c in wrong] != [set(c) for c in right]
    assert {frozenset(c) for c in wrong} < {frozenset(c) for c in right} or len(wrong) != len(right)
    rising = [c for c in wrong if list(c) == sorted(c)]
    assert len(rising) < len(right) == 10


def test_the_exchange_order_of_the_classic_exercise():
    expected = ["123", "124", "132", "134", "143", "142", "213"]
    puzzle = Permutations("1234", 3, "exchange")
    for engine in ("plain", "ranks"):
        answer = puzzle.ask(Every(limit=7), engine=engine)
        assert ["".join(s) for s in answer.value] == expected
    assert len(list(puzzle)) == 24


def test_the_combinations_and_power_set_of_the_classic_exercise():
    chosen = ["".join(c) for c in Combinations("12345", 3, "exchange")]
    assert chosen[:4] == ["123", "124", "125", "134"]
    sets = ["".join(c) for c in PowerSet("1234", "exchange")]
    assert sets[:5] == ["", "4", "3", "34", "2"]


def test_trotter_heap_and_revolving_door_as_published():
    # Trotter (1962) and Johnson (1963), Heap (1963), Knuth 7.2.1.3 algorithm R.
    assert ["".join(p) for p in Permutations("123", order="trotter")] == [
        "123", "132", "312", "321", "231", "213",
    ]  # fmt: skip
    assert ["".join(p) for p in Permutations("123", order="heap")] == [
        "123", "213", "312", "132", "231", "321",
    ]  # fmt: skip
    assert ["".join(c) for c in Combinations("01234", 3, "revolving-door")] == [
        "012", "023", "123", "013", "034", "134", "234", "024", "124", "014",
    ]  # fmt: skip
    assert ["".join(s) for s in PowerSet("21", "gray")] == ["", "1", "21", "2"]


@given(st.integers(2, 7))
def test_all_items_in_every_order_of_permutations(n):
    wanted = set(permutations(range(n)))
    for order in ORDERS[Permutations]:
        walked = list(Permutations(range(n), None, order))
        assert len(walked) == len(wanted)
        assert set(walked) == wanted


def test_the_engines_take_arrangements_alone():
    class Other(Arrangements):
        pass

    for engine in ENGINES:
        assert not engine.offer(object(), Count()).can
