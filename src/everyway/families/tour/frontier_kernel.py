"""The compiled part of the frontier engine: one step of the sweep, from states to states.

A state has a field of 5 bits for each slot, 12 slots in each of two words: 0 for a square that no
edge touches yet, 1 for one that has both its edges, and 2 + m for the end of a path whose other
end is in slot m. Words use 60 bits, so they never are negative. ``kernels/states.py`` has the
tables of states, and says why their counts are exact.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import NUMBER_BYTES, at, put
from everyway.kernels.states import (
    ENTRIES,
    NEXT,
    OVERFLOW,
    SPENT,
    USED,
    WORD_MASK,
    Table,
    add_count,
    add_later,
    flush,
)

FIELD = 5
FIELDS = 12
SLOTS = 2 * FIELDS
FULL = 31
NONE = -1


class Step(NamedTuple):
    """What is done at one square; slots are those of the squares after it.

    ``near`` is the address of the slots of its later neighbours, one for each move, ``odd`` that of
    which moves are odd, and ``parity`` the slot that is 1 after an odd number of them, or NONE.
    ``dummy`` is the slot of the
    vertex that joins the ends of an open tour, or NONE; ``joins`` says whether this square may be
    an end, ``must`` whether it has to. The masks say which fields must be 1 (``done``) and which
    must not be 0 (``seen``), in words of low and high fields, before and after both ends are known.
    ``last`` says that all later squares have slots, so that a cycle may be closed; ``ones`` is then
    the state in which all squares are done. ``mirror`` is the address of a permutation of slots
    that maps states to states with as many completions, or 0.
    """

    slot: int
    near: int
    odd: int
    number: int
    parity: int
    dummy: int
    joins: int
    must: int
    done_low: int
    done_high: int
    seen_low: int
    seen_high: int
    ended_done_low: int
    ended_done_high: int
    ended_seen_low: int
    ended_seen_high: int
    last: int
    ones_low: int
    ones_high: int
    mirror: int
    slots: int


ONES = sum(1 << FIELD * i for i in range(FIELDS))


@part
def field(low: int, high: int, slot: int) -> int:
    """Return what stands in *slot*."""
    if slot < FIELDS:
        return low >> FIELD * slot & FULL
    return high >> FIELD * (slot - FIELDS) & FULL


@part
def with_field(low: int, high: int, slot: int, value: int) -> tuple[int, int]:
    """Return the state with *value* in *slot*."""
    if slot < FIELDS:
        shift = FIELD * slot
        return low & ~(FULL << shift) | value << shift, high
    shift = FIELD * (slot - FIELDS)
    return low, high & ~(FULL << shift) | value << shift


@part
def joined(low: int, high: int, one: int, other: int) -> tuple[int, int]:
    """Return the state after the paths that end in two slots were joined; they are different."""
    end, far = field(low, high, one) - 2, field(low, high, other) - 2
    if end < 0:
        end = one
    else:
        low, high = with_field(low, high, one, 1)
    if far < 0:
        far = other
    else:
        low, high = with_field(low, high, other, 1)
    low, high = with_field(low, high, end, far + 2)
    return with_field(low, high, far, end + 2)


@part
def is_hopeful(step: Step, low: int, high: int) -> bool:
    """Return whether every square can still get the edges that it needs."""
    done_low, done_high = step.done_low, step.done_high
    seen_low, seen_high = step.seen_low, step.seen_high
    if step.dummy >= 0 and field(low, high, step.dummy) == 1:
        done_low, done_high = step.ended_done_low, step.ended_done_high
        seen_low, seen_high = step.ended_seen_low, step.ended_seen_high
    if (low ^ ONES) & done_low or (high ^ ONES) & done_high:
        return False
    some = low | low >> 1 | low >> 2 | low >> 3 | low >> 4
    if ~some & seen_low:
        return False
    some = high | high >> 1 | high >> 2 | high >> 3 | high >> 4
    return ~some & seen_high == 0


@part
def mirrored(step: Step, low: int, high: int) -> tuple[int, int]:
    """Return the lesser of a state and its mirror image."""
    to_low = to_high = 0
    for slot in range(step.slots):
        value = field(low, high, slot)
        if value >= 2:
            value = at(step.mirror, value - 2) + 2
        if value:
            to_low, to_high = with_field(to_low, to_high, at(step.mirror, slot), value)
    if to_high < high or (to_high == high and to_low < low):
        return to_low, to_high
    return low, high


@part
def emit(step: Step, table: Table, low: int, high: int, count: int, report: int) -> None:
    """Put a state into the next table, unless it leads nowhere."""
    put(report, SPENT, at(report, SPENT) + 1)
    if is_hopeful(step, low, high):
        if step.mirror:
            low, high = mirrored(step, low, high)
        add_later(table, low, high | USED, count, 0, report)


@part
def close(step: Step, low: int, high: int, count: int, total: int, limbs: int, report: int) -> None:
    """Count a cycle that is closed, if nothing is left outside of it."""
    if step.last and low == step.ones_low and high == step.ones_high:
        put(report, OVERFLOW, at(report, OVERFLOW) | add_count(total, count, limbs))


@part
def neighbour(step: Step, i: int) -> int:
    """Return the slot of a later neighbour; the dummy comes after all others."""
    return at(step.near, i) if i < step.number else step.dummy


@part
def with_parity(step: Step, low: int, high: int, i: int) -> tuple[int, int]:
    """Return the state after move *i*, if odd moves are counted; one to the dummy is even."""
    if step.parity < 0 or i >= step.number or not at(step.odd, i):
        return low, high
    return with_field(low, high, step.parity, 1 - field(low, high, step.parity))


@part
def expand(
    step: Step, table: Table, low: int, high: int, count: int, total: int, report: int
) -> None:
    """Give the step's square its edges in every way."""
    value = field(low, high, step.slot)
    low, high = with_field(low, high, step.slot, 0)
    if value == 1:
        if not step.must:
            emit(step, table, low, high, count, report)
        return
    ways = step.number + step.joins
    for i in range(ways):
        one = neighbour(step, i)
        here = field(low, high, one)
        if here == 1:
            continue
        if value >= 2:
            if step.must and i < step.number:
                continue
            if value - 2 == one:
                end_low, end_high = with_field(low, high, one, 1)
                end_low, end_high = with_parity(step, end_low, end_high, i)
                close(step, end_low, end_high, count, total, table.limbs, report)
            else:
                # The far end still names this square's slot, which ``joined`` overwrites.
                next_low, next_high = with_field(low, high, value - 2, 0)
                next_low, next_high = joined(next_low, next_high, value - 2, one)
                next_low, next_high = with_parity(step, next_low, next_high, i)
                emit(step, table, next_low, next_high, count, report)
            continue
        for j in range(i + 1, ways):
            other = neighbour(step, j)
            # Two moves to the same square would close a cycle of two.
            if other == one or field(low, high, other) == 1 or (step.must and j < step.number):
                continue
            if here == other + 2:
                end_low, end_high = with_field(low, high, one, 1)
                end_low, end_high = with_field(end_low, end_high, other, 1)
                end_low, end_high = with_parity(step, end_low, end_high, i)
                end_low, end_high = with_parity(step, end_low, end_high, j)
                close(step, end_low, end_high, count, total, table.limbs, report)
            else:
                next_low, next_high = joined(low, high, one, other)
                next_low, next_high = with_parity(step, next_low, next_high, i)
                next_low, next_high = with_parity(step, next_low, next_high, j)
                emit(step, table, next_low, next_high, count, report)


@kernel
def sweep(
    step: Step, source: Table, target: Table, total: int, budget: int, most: int, report: int
) -> None:
    """Expand states of *source*, from the row that *report* names, into *target*.

    Pauses after *budget* new states were made, or when *target* holds *most*; *total* is the
    address of the count of closed cycles.
    """
    width = (2 + source.limbs) * NUMBER_BYTES
    place = at(report, NEXT)
    while place <= source.mask and at(report, SPENT) < budget and at(report, ENTRIES) < most:
        row = source.address + place * width
        key = at(row, 0)
        if key:
            count = row + 2 * NUMBER_BYTES
            expand(step, target, at(row, 1), key & WORD_MASK, count, total, report)
        place += 1
    flush(target, report)
    put(report, NEXT, place)
