"""Arrangements as lazy sequences: indices, slices, ranks, samples, visitors, what changed."""

from __future__ import annotations

import pickle
import sys
from itertools import pairwise
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Arrangement, Combinations, EverywayError, Permutations, PowerSet
from everyway.families.arrangement.sequence import Change

from .cases import SMALL, label


@pytest.mark.parametrize("puzzle", SMALL, ids=label)
def test_it_is_a_sequence(puzzle):
    listed = list(puzzle)
    assert len(puzzle) == puzzle.total == len(listed)
    assert bool(puzzle) == bool(listed)
    assert [puzzle[i] for i in range(len(listed))] == listed
    assert [puzzle[i - len(listed)] for i in range(len(listed))] == listed
    assert [puzzle.index(value) for value in listed] == list(range(len(listed)))
    assert [puzzle.rank(puzzle.unrank(i)) for i in range(len(listed))] == list(range(len(listed)))
    assert list(reversed(puzzle)) == listed[::-1]
    assert all(value in puzzle for value in listed)
    assert all(puzzle.count(value) == 1 for value in listed)
    for i in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match=str(len(listed))):
            puzzle[i]
    for start in range(0, len(listed) + 1, 7):
        assert list(puzzle.start_at(start)) == listed[start:]


bounds = st.none() | st.integers(-30, 30)


@given(st.sampled_from(SMALL), st.data())
def test_slices_are_those_of_a_list(puzzle, data):
    listed, part = list(puzzle), puzzle
    for _ in range(3):
        step = data.draw(st.none() | st.integers(-40, 40).filter(bool))
        cut = slice(data.draw(bounds), data.draw(bounds), step)
        listed, part = listed[cut], part[cut]
        assert list(part) == listed
        assert len(part) == len(listed)
        assert bool(part) == bool(listed)
        assert list(reversed(part)) == listed[::-1]
        for position, value in enumerate(listed):
            assert part[position] == value
            assert part.index(value) == position
        assert [value in part for value in puzzle] == [value in listed for value in puzzle]


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 30])
def test_parts_follow_one_another(parts):
    puzzle = Permutations("aabcd", 3)
    cut = puzzle.split(parts)
    assert len(cut) == parts
    assert [value for part in cut for value in part] == list(puzzle)
    assert max(map(len, cut)) - min(map(len, cut)) <= 1


def test_what_is_too_long_for_len():
    puzzle = Permutations(range(100))
    assert puzzle.total == puzzle.count() == factorial(100)
    assert bool(puzzle)
    with pytest.raises(OverflowError):
        len(puzzle)
    with pytest.raises(EverywayError, match="total"):
        len(puzzle)
    assert puzzle[-1] == tuple(range(99, -1, -1))
    assert puzzle.index(puzzle[10**100]) == 10**100
    assert puzzle[10**100 :][5] == puzzle[10**100 + 5]
    assert puzzle[:: 10**100].total == -(-factorial(100) // 10**100)
    several = iter(puzzle[10**100 :])
    assert [next(several) for _ in range(3)] == [puzzle[10**100 + i] for i in range(3)]
    assert next(iter(reversed(puzzle))) == puzzle[-1]
    assert Combinations(range(1000), 500).total.bit_length() == 995
    assert PowerSet(range(1000)).total == 2**1000


def test_len_is_good_up_to_where_python_can():
    assert len(PowerSet(range(62))) == 2**62
    assert 2**62 < sys.maxsize < PowerSet(range(63)).total
    with pytest.raises(OverflowError):
        len(PowerSet(range(63)))


@pytest.mark.parametrize("order", ["lexicographic", "exchange", "trotter", "heap"])
def test_ranks_of_many_items(order):
    puzzle = Permutations(range(90), None, order)
    for rank in (0, 1, puzzle.total // 3, puzzle.total - 1):
        assert puzzle.index(puzzle[rank]) == rank
    walked = iter(puzzle[puzzle.total // 3 :])
    assert [next(walked) for _ in range(3)] == [puzzle[puzzle.total // 3 + i] for i in range(3)]


@pytest.mark.parametrize(
    "puzzle",
    [
        Combinations(range(200), 90),
        Combinations(range(200), 90, "revolving-door"),
        Combinations([*range(60)] * 3, 90),
        PowerSet(range(200)),
        PowerSet(range(200), "exchange"),
        PowerSet([*range(60)] * 3, "gray"),
        Permutations("abcdefghij" * 9, 40),
        Permutations("abcdefghij" * 90, None, "exchange"),
    ],
    ids=label,
)
def test_ranks_of_large_lists(puzzle):
    for rank in (0, 1, puzzle.total // 7, puzzle.total // 2 + 3, puzzle.total - 2):
        assert puzzle.index(puzzle[rank]) == rank
        walked = iter(puzzle[rank:])
        assert [next(walked) for _ in range(2)] == [puzzle[rank], puzzle[rank + 1]]


def test_values_are_found_however_they_are_written():
    puzzle = Permutations("abcd", 3)
    for value in (("c", "a", "b"), ["c", "a", "b"], "cab", "c a b", "c,a,b", puzzle[12]):
        assert puzzle.index(value) == 12
        assert value in puzzle
        assert puzzle.count(value) == 1
    for value in ("ca", "caa", "cax", 7, None, [["c"], [], {}]):
        assert value not in puzzle
        assert puzzle.count(value) == 0
        with pytest.raises(EverywayError):
            puzzle.index(value)
    assert PowerSet("abcd").index({"c", "a"}) == PowerSet("abcd").index("{a,c}")
    assert PowerSet("abcd").index("{}") == PowerSet("abcd").index(()) == 0
    assert Permutations(range(1, 5), 2).index("4 2") == 10


def test_index_within_bounds():
    puzzle = Permutations("abc")
    assert puzzle.index("bca", 3) == puzzle.index("bca", -3, 4) == 3
    for limits in ((4,), (0, 3), (0, -3)):
        with pytest.raises(EverywayError, match="not in this part"):
            puzzle.index("bca", *limits)
    with pytest.raises(EverywayError, match="not in this part"):
        puzzle[::2].index("bca")
    assert "bca" not in puzzle[::2]
    assert puzzle[::2].count("bac") == 1
    assert puzzle[4:].sample(9, seed=1) == puzzle[4:].sample(9, seed=1)


def test_equal_items_are_one_item():
    assert list(Permutations([1, True, 2], 2)) == [(1, 1), (1, 2), (2, 1)]
    assert Permutations("aab")[1].positions == (0, 2, 0)


def test_an_arrangement_is_a_tuple():
    puzzle = Permutations("cab", 2)
    first = puzzle[0]
    assert first == ("c", "a")
    assert hash(first) == hash(("c", "a"))
    assert isinstance(first, Arrangement)
    assert sorted([puzzle[5], puzzle[3], first]) == [first, puzzle[3], puzzle[5]]
    assert first < puzzle[1] <= puzzle[1]
    assert puzzle[1] > first >= first
    assert (first.positions, first.to_data(), str(first)) == ((0, 1), ["c", "a"], "c a")
    with pytest.raises(AttributeError, match="never changes"):
        first.positions = ()
    again = pickle.loads(pickle.dumps(first))
    assert (again, again.positions) == (first, (0, 1))
    assert first < ("d",)
    assert first > ("a",)


def test_items_that_cannot_be_compared():
    puzzle = Permutations([None, 1j, "x"])
    assert sorted(puzzle.solutions()) == list(puzzle)
    assert puzzle.index([1j, None, "x"]) == 2


def test_visit_stops_at_false_alone():
    seen = []
    assert Permutations("1234", 3, "exchange").visit(seen.append) == 24
    assert seen[:3] == [("1", "2", "3"), ("1", "2", "4"), ("1", "3", "2")]
    assert Permutations("abc").visit(lambda p: 0) == 6
    assert Permutations("abc").visit(lambda p: p != ("a", "c", "b")) == 2
    assert Permutations("abc")[4:].visit(lambda p: None) == 2


@pytest.mark.parametrize("puzzle", [p for p in SMALL if p.total > 1], ids=label)
def test_changes_lead_from_each_to_the_next(puzzle):
    for start in (0, 1, puzzle.total // 2):
        steps = list(puzzle[start:].changes())
        assert [arrangement for arrangement, _ in steps] == list(puzzle[start:])
        assert steps[0][1] is None
        for (before, _), (after, change) in pairwise(steps):
            assert before[: change.place] == after[: change.place]
            assert before[change.place : change.place + 1] != after[change.place : change.place + 1]
            left = list(before)
            for item in change.removed:
                left.remove(item)
            assert sorted([*left, *change.added]) == sorted(after)


@pytest.mark.parametrize(
    "puzzle", [p for p in SMALL if p.kind == "permutations" and p.order != "lexicographic"],
    ids=label,
)  # fmt: skip
def test_exchanges_in_place_make_each_from_the_one_before(puzzle):
    array = list(puzzle.items)
    for arrangement, change in puzzle.changes():
        for m, i in change.swaps if change else ():
            array[m], array[i] = array[i], array[m]
        assert tuple(array[: puzzle.length]) == arrangement
        if change and puzzle.order in ("trotter", "heap"):
            assert len(change.swaps) == 1
        if change and puzzle.order == "trotter":
            assert change.swaps[0][1] - change.swaps[0][0] == 1


@pytest.mark.parametrize("word", ["abcde", "aabbb", "abcabc"])
def test_one_item_changes_in_gray_code_and_revolving_door(word):
    for _, change in PowerSet(word, "gray").changes():
        assert change is None or len(change.removed) + len(change.added) == 1
    if len(set(word)) == len(word):
        for _, change in Combinations(word, 3, "revolving-door").changes():
            assert change is None or (len(change.removed), len(change.added)) == (1, 1)


def test_a_change_in_words():
    assert str(Change(0, (), (), ((0, 2), (1, 2)))) == "swap 1 and 3, swap 2 and 3"
    assert str(Change(1, ("b",), ("c",))) == "- b, + c"
    assert str(Change(1)) == "from place 2 on"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda p: p.unrank(24),
        lambda p: p.unrank(-1),
        lambda p: p.unrank(True),
        lambda p: p.unrank(1.0),
        lambda p: p.start_at(-1),
        lambda p: p.split(0),
        lambda p: p.split("2"),
        lambda p: p.sample(-1),
        lambda p: p[2:].sample(1, seed="x"),
        lambda p: next(p.blocks(0)),
        lambda p: next(p[::2].blocks()),
        lambda p: Permutations("", 1).unrank(0),
    ],
)
def test_what_cannot_be_asked(wrong):
    with pytest.raises(EverywayError):
        wrong(Permutations("abcd", 3))


def test_parts_say_what_they_are():
    part = Permutations("ab")[1:]
    assert repr(part) == "Permutations(items=('a', 'b'), k=2, order='lexicographic')[1:2]"
    assert part == Permutations("ab")[1:2]
    assert hash(part) == hash(Permutations("ab")[1:2])
    assert part[0:1:1] == part
    assert part != Permutations("ab")
