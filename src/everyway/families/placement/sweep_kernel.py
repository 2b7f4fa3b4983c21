"""The sweep of ``sweep.py`` as machine code: one step, from states to states.

The bits of a state stand 60 in each of two words. A value is its numbers by pieces one after the
other, each in as many limbs as the most ways to choose so many variables take, so none runs over,
and a shift by whole limbs adds pieces (``kernels/states.py`` has the tables of states and values).
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import NUMBER_BYTES, at, put
from everyway.kernels.states import (
    ENTRIES,
    NEXT,
    SPENT,
    USED,
    WORD_MASK,
    Table,
    add_later,
    flush,
)

BITS = 60
COUNTER = 6
"""How many numbers tell a counter: first bit, mask, weight, least, most, and what is added."""


class Step(NamedTuple):
    """What happens as one variable is passed: ``sweep_plan.Step`` in two words.

    ``shift`` is by how many limbs a value grows if the variable is chosen; the limbs of those after
    it before ``first`` are too few pieces. ``copies`` is the address of pairs of bits, ``counters``
    that of rows of numbers.
    """

    must: int
    blocked_low: int
    blocked_high: int
    needed_low: int
    needed_high: int
    keep_low: int
    keep_high: int
    marks_low: int
    marks_high: int
    shift: int
    first: int
    copies: int
    copied: int
    counters: int
    counted: int


@part
def bits_from(low: int, high: int, bit: int) -> int:
    """Return the bits of one word from *bit* on."""
    return low >> bit if bit < BITS else high >> (bit - BITS)


@part
def is_useless(count: int, first: int, end: int) -> bool:
    """Return whether the limbs of a value from *first* on, before *end*, are all zero."""
    for i in range(first, end):  # noqa: SIM110 - a kernel has no generators
        if at(count, i):
            return False
    return True


@part
def expand(step: Step, table: Table, low: int, high: int, count: int, report: int) -> None:
    """Pass the step's variable in both ways, as far as they are allowed."""
    free = (
        step.must == 0
        and low & step.needed_low == step.needed_low
        and high & step.needed_high == step.needed_high
    )
    taken = low & step.blocked_low == 0 and high & step.blocked_high == 0
    more_low = more_high = 0
    for i in range(step.counted):
        row = step.counters + i * COUNTER * NUMBER_BYTES
        bit = at(row, 0)
        number = bits_from(low, high, bit) & at(row, 1)
        free = free and at(row, 3) <= number
        more = number + at(row, 2)
        taken = taken and at(row, 3) <= more <= at(row, 4)
        if bit < BITS:
            more_low += at(row, 5)
        else:
            more_high += at(row, 5)
    # A value may be all beyond the most pieces, or all too few.
    if step.first or step.shift:
        free = free and not is_useless(count, step.first, table.limbs)
        first = max(0, step.first - step.shift)
        taken = taken and not is_useless(count, first, table.limbs - step.shift)
    if not (free or taken):
        return
    to_low, to_high = low & step.keep_low, high & step.keep_high
    for i in range(step.copied):
        bit = bits_from(low, high, at(step.copies, 2 * i)) & 1
        target = at(step.copies, 2 * i + 1)
        if target < BITS:
            to_low |= bit << target
        else:
            to_high |= bit << (target - BITS)
    if free:
        put(report, SPENT, at(report, SPENT) + 1)
        add_later(table, to_low, to_high | USED, count, 0, report)
    if taken:
        put(report, SPENT, at(report, SPENT) + 1)
        to_low = to_low + more_low | step.marks_low
        to_high = to_high + more_high | step.marks_high
        add_later(table, to_low, to_high | USED, count, step.shift, report)


@kernel
def sweep(step: Step, source: Table, target: Table, budget: int, most: int, report: int) -> None:
    """Expand states of *source*, from the row that *report* names, into *target*.

    Pauses after *budget* new states were made, or when *target* holds *most*.
    """
    width = (2 + source.limbs) * NUMBER_BYTES
    place = at(report, NEXT)
    while place <= source.mask and at(report, SPENT) < budget and at(report, ENTRIES) < most:
        row = source.address + place * width
        key = at(row, 0)
        if key:
            expand(step, target, at(row, 1), key & WORD_MASK, row + 2 * NUMBER_BYTES, report)
        place += 1
    flush(target, report)
    put(report, NEXT, place)
