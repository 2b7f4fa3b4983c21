import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway.kernels.bits import (
    first_of,
    flip,
    from_table,
    is_empty,
    keep_lowest,
    lowest,
    popcount,
    size_of,
    to_table,
    to_words,
    words_for,
)
from everyway.kernels.jit import kernel
from everyway.kernels.memory import Memory, add, at, copy, put, row_of

WORDS = 3
bitsets = st.one_of(
    st.integers(0, (1 << 64 * WORDS) - 1),
    st.sets(st.integers(0, 64 * WORDS - 1), max_size=4).map(lambda s: sum(1 << v for v in s)),
)


@kernel
def ask_word(word: int, most: int) -> tuple[int, int, int]:
    return popcount(word), lowest(word), keep_lowest(word, most)


@kernel
def ask_words(words: int, length: int) -> tuple[bool, int, int]:
    return is_empty(words, length), size_of(words, length), first_of(words, length)


@kernel
def change(words: int, member: int) -> None:
    flip(words, member)


@kernel
def move_and_add(table: int, source: int, target: int, width: int) -> int:
    copy(row_of(table, source, width), row_of(table, target, width), width)
    add(table, 0, 5)
    put(table, 1, at(table, 0) + 1)
    return at(row_of(table, target, width), width - 1)


def members(bitset: int) -> list[int]:
    return [v for v in range(bitset.bit_length()) if bitset >> v & 1]


@given(bitsets, st.integers(0, 70))
def test_one_word_as_in_python(bitset, most):
    word = bitset & (1 << 64) - 1
    inside = members(word)
    signed = int(to_words(word, 1)[0])
    size, low, kept = ask_word(signed, most)
    assert size == len(inside)
    assert low == (inside[0] if inside else 64)
    assert members(kept & (1 << 64) - 1) == inside[:most]


@given(bitsets)
def test_words_as_in_python(bitset):
    memory = Memory()
    words = memory.keep(to_words(bitset, WORDS))
    inside = members(bitset)
    first = inside[0] if inside else -1
    assert ask_words(words, WORDS) == (not inside, len(inside), first)


@given(bitsets, st.integers(0, 64 * WORDS - 1))
def test_flip_as_in_python(bitset, member):
    memory = Memory()
    array = to_words(bitset, WORDS).copy()
    change(memory.keep(array), member)
    assert from_table(array.reshape(1, WORDS)) == [bitset ^ 1 << member]


@given(st.lists(bitsets, max_size=5))
def test_tables_round_trip(rows):
    table = to_table(rows, WORDS)
    assert table.shape == (len(rows), WORDS)
    assert from_table(table) == rows


@pytest.mark.parametrize(("count", "words"), [(0, 1), (1, 1), (64, 1), (65, 2), (128, 2), (324, 6)])
def test_words_for(count, words):
    assert words_for(count) == words


def test_a_bitset_too_large_is_refused():
    with pytest.raises(OverflowError):
        to_words(1 << 64, 1)


def test_memory_moves_rows():
    memory = Memory()
    table = np.arange(12, dtype=np.int64).reshape(3, 4)
    assert move_and_add(memory.keep(table), 2, 1, 4) == 11
    assert table.tolist() == [[5, 6, 2, 3], [8, 9, 10, 11], [8, 9, 10, 11]]


@pytest.mark.parametrize(
    "array",
    [np.zeros(3), np.zeros(3, dtype=np.int32), np.zeros((4, 4), dtype=np.int64)[:, 1]],
    ids=["float", "short", "strided"],
)
def test_memory_refuses_what_a_kernel_would_misread(array):
    with pytest.raises(TypeError, match="contiguous"):
        Memory().keep(array)


def test_parts_that_use_memory_fail_in_plain_python_rather_than_crash():
    with pytest.raises(NotImplementedError):
        is_empty(0, 1)
