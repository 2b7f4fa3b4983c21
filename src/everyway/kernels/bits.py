"""Bitsets as arrays of 64-bit words: in kernels, and on the way between them and Python ints.

Member v is bit ``v % 64`` of word ``v // 64``. Words are signed, as all whole numbers of a kernel:
numba would turn a sum of signed and unsigned ones into a float. Only their bits matter, so words
are compared with 0 alone and never shifted to the right, which would spread the sign.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from everyway.kernels.jit import operation, part
from everyway.kernels.memory import NUMBER_BYTES, Numbers, at, put

WORD_BITS = 64


# --- one word ---


@operation
def popcount(word: int) -> int:
    """Return the number of members of *word*, by the processor's own instruction."""
    raise NotImplementedError


@operation
def lowest(word: int) -> int:
    """Return the least member of *word*, by the processor's own instruction; 64 if it has none."""
    raise NotImplementedError


@part
def keep_lowest(word: int, most: int) -> int:
    """Return the *most* least members of *word*."""
    kept = 0
    for _ in range(most):
        low = word & -word
        kept |= low
        word ^= low
    return kept


# --- several words, at an address ---


@part
def is_empty(words: int, length: int) -> bool:
    """Return whether the *length* words at *words* have no member."""
    for w in range(length):  # noqa: SIM110 - a loop is what compiles well
        if at(words, w):
            return False
    return True


@part
def size_of(words: int, length: int) -> int:
    """Return the number of members of the *length* words at *words*."""
    size = 0
    for w in range(length):
        size += popcount(at(words, w))
    return size


@part
def first_of(words: int, length: int) -> int:
    """Return the least member of the *length* words at *words*, or -1 if they have none."""
    for w in range(length):
        if at(words, w):
            return w * WORD_BITS + lowest(at(words, w))
    return -1


@part
def flip(words: int, member: int) -> None:
    """Put *member* into the words at *words*, or take it out if it is in them."""
    w = member >> 6
    put(words, w, at(words, w) ^ 1 << (member & 63))


# --- Python ints ---


def words_for(members: int) -> int:
    """Return how many words hold *members* members; at least one."""
    return max(1, -(-members // WORD_BITS))


def to_words(bitset: int, words: int) -> Numbers:
    """Return a Python int as *words* words.

    >>> to_words(1 << 64 | 5, 2).tolist()
    [5, 1]
    """
    return to_table([bitset], words).ravel()


def to_table(bitsets: Iterable[int], words: int) -> Numbers:
    """Return Python ints as rows of *words* words each."""
    data = b"".join(bitset.to_bytes(words * NUMBER_BYTES, "little") for bitset in bitsets)
    return np.frombuffer(data, dtype="<i8").reshape(-1, words)


def from_table(table: Numbers) -> list[int]:
    """Return the rows of a table of words as Python ints.

    >>> from_table(to_table([3, 1 << 100], 2)) == [3, 1 << 100]
    True
    """
    data, width = table.tobytes(), table.shape[1] * NUMBER_BYTES
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]
