"""Blocks from compiled code hold what the sequence lists, from any rank, in blocks of any size."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Combinations, Permutations, PowerSet
from everyway.families.arrangement import blocks as module

from .cases import ORDERS, SMALL, label, made


def as_rows(puzzle, part):
    """Return arrangements as the rows of a block: positions, or how many of each item."""
    if isinstance(puzzle, PowerSet):
        return [[chosen.count(item) for item in puzzle.kinds] for chosen in part]
    place = {item: puzzle.items.index(item) for item in puzzle.kinds}
    return [[place[item] for item in chosen] for chosen in part]


def blocked(part, size):
    blocks = list(part.blocks(size))
    assert all(len(block) == size for block in blocks[:-1])
    return [row for block in blocks for row in block.tolist()]


@pytest.mark.parametrize("puzzle", SMALL, ids=label)
def test_blocks_hold_what_the_sequence_lists(puzzle):
    for start in {0, 1, puzzle.total // 2, max(0, puzzle.total - 1)}:
        part = puzzle[start:]
        for size in (1, 7, 500):
            assert blocked(part, size) == as_rows(puzzle, part)
    assert blocked(puzzle[2:5], 2) == as_rows(puzzle, puzzle[2:5])


ITEMS = st.integers(0, 12).map(range) | st.text("abcd", max_size=12)


@given(st.sampled_from([Permutations, Combinations, PowerSet]), ITEMS, st.data())
def test_a_part_of_any_list(kind, items, data):
    order = data.draw(st.sampled_from(ORDERS[kind]))
    k = [] if kind is PowerSet else [data.draw(st.integers(0, len(items)))]
    puzzle = made(kind, items, *k, order)
    if puzzle is not None:
        start = data.draw(st.integers(0, puzzle.total))
        part = puzzle[start : start + 200]
        assert blocked(part, data.draw(st.integers(1, 150))) == as_rows(puzzle, part)


@pytest.mark.parametrize(
    "puzzle",
    [
        Permutations(range(40)),
        Permutations(range(300)),
        Permutations(range(300), 4),
        Permutations(range(256), 5),
        Permutations(range(60), 3),
        Permutations(range(18), 17, "exchange"),
        Permutations(range(300), 3, "exchange"),
        Permutations(range(40), None, "trotter"),
        Permutations(range(40), None, "heap"),
        Permutations([*range(30)] * 3, 20),
        Combinations(range(40), 17),
        Combinations(range(300), 5),
        Combinations(range(400), 200, "revolving-door"),
        Combinations([*range(30)] * 3, 20),
        PowerSet(range(80)),
        PowerSet(range(80), "exchange"),
        PowerSet([*range(30)] * 3, "gray"),
        PowerSet([0] * 300 + [1] * 2, "gray"),
    ],
    ids=label,
)
def test_rows_of_many_words_from_far_inside(puzzle):
    for rank in (0, puzzle.total // 3, max(0, puzzle.total - 500)):
        part = puzzle[rank : rank + 500]
        whole = np.concatenate(list(part.blocks(300)))
        assert whole.tolist() == as_rows(puzzle, part)


def test_numbers_are_of_the_smallest_type():
    assert next(Permutations(range(256), 2).blocks()).dtype == np.uint8
    assert next(Permutations(range(257), 2).blocks()).dtype == np.uint16
    assert next(PowerSet("a" * 255).blocks()).dtype == np.uint8
    assert next(PowerSet("a" * 256).blocks()).dtype == np.uint16
    assert next(PowerSet(range(500)).blocks(10)).dtype == np.uint8


def test_shapes():
    assert [block.shape for block in Permutations("abcd", 3).blocks(10)] == [
        (10, 3), (10, 3), (4, 3),
    ]  # fmt: skip
    assert [block.shape for block in Permutations("abc", 0).blocks()] == [(1, 0)]
    assert [block.shape for block in PowerSet("").blocks()] == [(1, 0)]
    assert list(Permutations("abc", 4).blocks()) == []
    assert list(Permutations("abc")[6:].blocks()) == []
    assert next(PowerSet("aabc").blocks()).shape == (12, 3)


def test_every_block_is_new_and_its_own():
    blocks = Permutations("abcdef").blocks(100)
    first = next(blocks)
    before = first.copy()
    second = next(blocks)
    second[:] = 0
    assert (first == before).all()
    assert (
        next(blocks)[0].tolist()
        == as_rows(*[Permutations("abcdef")], [Permutations("abcdef")[200]])[0]
    )


def test_calls_of_machine_code_are_short(monkeypatch):
    monkeypatch.setattr(module, "ROWS_A_CALL", 10)
    for puzzle in (
        Permutations("abcde", 2),
        Permutations("abcde", 3, "exchange"),
        Combinations("abcdefgh", 3),
        PowerSet("abcdef", "gray"),
    ):
        assert blocked(puzzle, 1000) == as_rows(puzzle, puzzle)


def test_items_are_looked_up_by_a_block():
    items = np.array(list("wxyz"))
    block = next(Permutations(items.tolist(), 2).blocks())
    assert [tuple(row) for row in items[block].tolist()] == list(Permutations("wxyz", 2))


def test_a_huge_list_comes_block_by_block():
    several = list(islice(Permutations(range(100)).blocks(1000), 3))
    assert [len(block) for block in several] == [1000] * 3
