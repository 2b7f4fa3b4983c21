"""Sweeps that count: hash tables of states, each with the number of ways to it.

A sweep passes the squares of a board one by one. All that matters for the rest is a *state*, two
words of at most 60 bits; beginnings with the same state are one, and their counts are added up. A
family's kernel makes the states after a step from those before it; the tables are the same.

Counts are rows of limbs of 62 bits, the lowest first. The sum of two limbs and a carry is below
2^63. A carry out of the last limb is reported: the sweep is then done again with more, or it is
shown that there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import NUMBER_BYTES, Memory, Numbers, at, prefetch, put

BATCH = 32
"""How many states wait at a time."""
PENDING = 5
"""How many numbers are kept of a state that waits."""
LIMB = 62
LIMB_MASK = (1 << LIMB) - 1
USED = 1 << 61
WORD_MASK = USED - 1
FEWEST_ROWS = 1 << 12

NEXT, ENTRIES, OVERFLOW, SPENT = range(4)
"""What a kernel that makes states reports."""


class Table(NamedTuple):
    """A hash table with open addresses: rows of high word, low word and the limbs of a count.

    ``mask`` is the number of rows less one, a power of two less one. ``pending`` is the address of
    a list of states that wait until their rows have come from memory: its length, then for each
    low word, high word, the address of the count, by how many limbs it is shifted, and the row.
    """

    address: int
    mask: int
    limbs: int
    pending: int


@part
def hashed(low: int, high: int) -> int:
    """Return a number that is spread evenly; products wrap around."""
    x = low ^ high * -7046029254386353131
    x ^= x >> 32 & 0xFFFFFFFF
    x *= -2960836687987032173
    x ^= x >> 29 & 0x7FFFFFFFF
    x *= -4658895280553007687
    return x ^ x >> 32 & 0xFFFFFFFF


@part
def add_count(target: int, source: int, limbs: int) -> int:
    """Add the count at *source* to the one at *target*; return the carry out of the last limb."""
    carry = 0
    for i in range(limbs):
        total = at(target, i) + at(source, i) + carry
        carry = total >> LIMB
        put(target, i, total & LIMB_MASK)
    return carry


@part
def insert(table: Table, low: int, key: int, count: int, shift: int, place: int) -> tuple[int, int]:
    """Add the count at the address *count* to a state; return how many are new, and the carry.

    *key* is the high word with the mark of rows in use; *place* is where to look first. The count
    is shifted up by *shift* limbs; what is then beyond the last limb is left out.
    """
    width = (2 + table.limbs) * NUMBER_BYTES
    while True:
        row = table.address + place * width
        there = at(row, 0)
        if there == 0:
            put(row, 0, key)
            put(row, 1, low)
            for i in range(table.limbs - shift):
                put(row, 2 + shift + i, at(count, i))
            return 1, 0
        if there == key and at(row, 1) == low:
            first = row + (2 + shift) * NUMBER_BYTES
            return 0, add_count(first, count, table.limbs - shift)
        place = place + 1 & table.mask


@part
def flush(table: Table, report: int) -> None:
    """Insert the states that wait."""
    entries, carries = at(report, ENTRIES), at(report, OVERFLOW)
    for i in range(at(table.pending, 0)):
        row = table.pending + (1 + PENDING * i) * NUMBER_BYTES
        new, carry = insert(table, at(row, 0), at(row, 1), at(row, 2), at(row, 3), at(row, 4))
        entries += new
        carries |= carry
    put(report, ENTRIES, entries)
    put(report, OVERFLOW, carries)
    put(table.pending, 0, 0)


@part
def add_later(table: Table, low: int, key: int, count: int, shift: int, report: int) -> None:
    """Let a state wait to be inserted; insert all that wait when they are many."""
    place = hashed(low, key) & table.mask
    prefetch(table.address + place * (2 + table.limbs) * NUMBER_BYTES)
    number = at(table.pending, 0)
    row = table.pending + (1 + PENDING * number) * NUMBER_BYTES
    put(row, 0, low)
    put(row, 1, key)
    put(row, 2, count)
    put(row, 3, shift)
    put(row, 4, place)
    put(table.pending, 0, number + 1)
    if number + 1 == BATCH:
        flush(table, report)


@kernel
def regroup(source: Table, target: Table, report: int) -> None:
    """Put all rows of *source* into the larger, empty *target*, and report their number."""
    put(report, ENTRIES, 0)
    width = (2 + source.limbs) * NUMBER_BYTES
    for place in range(source.mask + 1):
        row = source.address + place * width
        key = at(row, 0)
        if key:
            add_later(target, at(row, 1), key, row + 2 * NUMBER_BYTES, 0, report)
    flush(target, report)


@kernel
def begin(table: Table, count: int) -> None:
    """Put the empty state into *table*, with the count at the address *count*."""
    insert(table, 0, USED, count, 0, hashed(0, USED) & table.mask)


Expand = Callable[[Table, Table, int, int], None]
"""Makes the states of a table into those of another, until it holds so many; reports where told."""


class States:
    """The states before a step; ``advance`` makes of them those after it.

    ``spend`` hears how many states were made, and says whether to stop. ``overflowed`` and ``full``
    say why a step was given up: counts need more limbs, or a table more than *most_rows*.
    """

    def __init__(self, limbs: int, most_rows: int, spend: Callable[[int], bool]) -> None:
        self.limbs = limbs
        self.most_rows = most_rows
        self.spend = spend
        self.overflowed = self.full = False
        self.number = 1
        self._memory = Memory()
        self._report = np.zeros(4, dtype=np.int64)
        self.report = self._memory.keep(self._report)
        self._one = np.zeros(limbs, dtype=np.int64)
        self._table, self._rows = self._new(FEWEST_ROWS)

    def begin(self, count: int) -> None:
        """Put in the empty state, with *count* ways to it."""
        self._one[0] = count
        begin(self._table, self._memory.keep(self._one))

    def count(self) -> int:
        """Return the number of ways to the empty state."""
        found = self._rows[(self._rows[:, 0] == USED) & (self._rows[:, 1] == 0)]
        return 0 if not len(found) else whole(found[0, 2:])

    def advance(self, expand: Expand) -> bool:
        """Replace the states by those that *expand* makes of them; return False when stopped."""
        rows = FEWEST_ROWS
        while rows < 2 * self.number:
            rows *= 2
        source, held = self._table, self._rows
        target, made = self._new(rows)
        report = self._report
        report[:] = 0
        while report[NEXT] <= source.mask:
            report[SPENT] = 0
            most = rows // 5 * 3
            expand(source, target, most, self.report)
            if self.spend(int(report[SPENT])):
                return False
            if report[OVERFLOW]:
                self.overflowed = True
                return False
            if report[ENTRIES] >= most:
                rows *= 2
                if rows > self.most_rows:
                    self.full = True
                    return False
                larger, more = self._new(rows)
                regroup(target, larger, self.report)
                target, made = larger, more
        del held
        self._table, self._rows = target, made
        self.number = int(report[ENTRIES])
        return True

    def _new(self, rows: int) -> tuple[Table, Numbers]:
        """Return an empty table and the array that it lies in."""
        self._waiting = np.zeros(1 + PENDING * BATCH, dtype=np.int64)
        made = np.zeros((rows, 2 + self.limbs), dtype=np.int64)
        return Table(address_of(made), rows - 1, self.limbs, address_of(self._waiting)), made


def address_of(array: Numbers) -> int:
    """Return the address of an array, which the caller keeps."""
    return int(array.ctypes.data)


def whole(limbs: Numbers) -> int:
    """Return the whole number that is kept as *limbs*.

    >>> whole(np.array([5, 1], dtype=np.int64)) == 5 + 2**62
    True
    """
    return sum(int(limb) << LIMB * i for i, limb in enumerate(limbs))
