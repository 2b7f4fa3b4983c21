"""Compiled code that writes arrangements into the rows of an array, each from the one before.

Every kernel writes the arrangement in hand into the first row, and leaves in its arrays the one
that follows the last row. It keeps an *image* of the row in words of eight bytes, changes in them
only what differs, and writes them out. (Bytes that are changed one by one and then read as words
make a processor wait.) No number overflows: they hold places, kinds, numbers of equal items and
counters of rows, all of them small. A kernel is never asked for rows after the last arrangement;
what it leaves in its arrays after that is not used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from everyway.kernels.jit import kernel, part

Array = npt.NDArray[Any]

WORD = 8
"""How many bytes are written at a time."""

LITTLE_ENDIAN = int(sys.byteorder == "little")


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, ir.IntType(64).as_pointer())


def _load(typing_context: Any, address: Any) -> Any:
    """Return the type and the code of ``word_at``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, arguments[0]), align=1)

    return types.int64(types.int64), code


def _store(typing_context: Any, address: Any, value: Any) -> Any:
    """Return the type and the code of ``put_word``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], _pointer(builder, arguments[0]), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), code


word_at = cast(Callable[[int], int], intrinsic(_load))
"""``word_at(address)`` is the eight bytes at any address."""

put_word = cast(Callable[[int, int], None], intrinsic(_store))
"""``put_word(address, word)`` writes eight bytes at any address."""


class Target(NamedTuple):
    """Where rows are written: address of the first, their number, width in bytes, bits a number.

    Rows are written in whole words, what is too much is overwritten by the next row; behind the
    last one there must be room for it.
    """

    address: int
    rows: int
    width: int
    bits: int


@part
def write_row(target: Target, row: int, image: Array) -> None:
    """Write the row in hand."""
    address = target.address + row * target.width
    for w in range(len(image)):
        put_word(address + w * WORD, image[w])


@part
def put_item(target: Target, image: Array, place: int, value: int) -> None:
    """Put *value* at *place* of the row in hand."""
    bit = place * target.bits
    shift = bit & 63 if LITTLE_ENDIAN else 64 - target.bits - (bit & 63)
    mask = (1 << target.bits) - 1
    image[bit >> 6] = (image[bit >> 6] & ~(mask << shift)) | (value << shift)


@part
def swap(array: Array, i: int, j: int) -> None:
    """Exchange two places."""
    array[i], array[j] = array[j], array[i]


@part
def reverse(array: Array, start: int, stop: int) -> None:
    """Turn a part of an array round."""
    stop -= 1
    while start < stop:
        swap(array, start, stop)
        start += 1
        stop -= 1


@part
def next_partial(array: Array, k: int) -> int:
    """Make the next sequence of *k* items, which stand first; return the first place changed.

    The others stand behind in rising order.
    """
    reverse(array, k, len(array))
    i = len(array) - 2
    while i >= 0 and array[i] >= array[i + 1]:
        i -= 1
    if i < 0:
        return 0
    j = len(array) - 1
    while array[j] <= array[i]:
        j -= 1
    swap(array, i, j)
    reverse(array, i + 1, len(array))
    return i


@kernel
def permutations(target: Target, image: Array, array: Array, symbols: Array, k: int) -> None:
    """Write sequences of *k* of any items in lexicographic order."""
    for row in range(target.rows):
        write_row(target, row, image)
        for place in range(next_partial(array, k), k):
            put_item(target, image, place, symbols[array[place]])


@kernel
def exchanges(
    target: Target,
    image: Array,
    array: Array,
    sources: Array,
    symbols: Array,
    distinct: bool,
) -> None:
    """Write sequences in the exchange order; *sources* says from where each place was filled."""
    k, items = len(sources), len(array)
    for row in range(target.rows):
        write_row(target, row, image)
        m = k
        while m > 0:
            # Undo the exchange that filled the last place, and the one before, until another fits.
            m -= 1
            source = sources[m]
            kept = array[source]
            array[source] = array[m]
            array[m] = kept
            source += 1
            while not distinct and source < items and stands(array, m, source):
                source += 1
            if source < items:
                kept = array[source]
                array[source] = array[m]
                array[m] = kept
                sources[m] = source
                break
        for place in range(m, k):
            if place > m:
                sources[place] = place
            put_item(target, image, place, symbols[array[place]])


@part
def stands(array: Array, start: int, place: int) -> bool:
    """Return whether the item at *place* stands at an earlier place from *start* on, too."""
    for earlier in range(start, place):  # noqa: SIM110 - compiled code has no any()
        if array[earlier] == array[place]:
            return True
    return False


@kernel
def sweeps(
    target: Target, image: Array, array: Array, place_of: Array, directions: Array, k: int
) -> None:
    """Write all orders of different items by exchanges of neighbours."""
    for row in range(target.rows):
        write_row(target, row, image)
        for item in range(k - 1, 0, -1):
            place = place_of[item]
            other = place + directions[item]
            if 0 <= other < k and array[other] < item:
                neighbour = array[other]
                array[place], array[other] = neighbour, item
                put_item(target, image, place, neighbour)
                put_item(target, image, other, item)
                place_of[item], place_of[neighbour] = other, place
                break
            directions[item] = -directions[item]


@kernel
def rounds(target: Target, image: Array, array: Array, turns: Array) -> None:
    """Write all orders of different items by Heap's exchanges."""
    k = len(array)
    for row in range(target.rows):
        write_row(target, row, image)
        m = 1
        while m < k and turns[m] == m:
            turns[m] = 0
            m += 1
        if m < k:
            place = turns[m] if m % 2 else 0
            swap(array, place, m)
            put_item(target, image, place, array[place])
            put_item(target, image, m, array[m])
            turns[m] += 1


@kernel
def selections(
    target: Target,
    image: Array,
    chosen: Array,
    grouped: Array,
    starts: Array,
    symbols: Array,
) -> None:
    """Write combinations of any items in lexicographic order.

    *grouped* are the kinds of all items, rising; *starts* says where each kind begins among them.
    """
    k = len(chosen)
    shift = len(grouped) - k
    for row in range(target.rows):
        write_row(target, row, image)
        first = k - 1
        while first >= 0 and chosen[first] == grouped[shift + first]:
            first -= 1
        if first < 0:
            return
        source = starts[chosen[first] + 1] - first
        for place in range(first, k):
            chosen[place] = grouped[source + place]
            put_item(target, image, place, symbols[chosen[place]])


@kernel
def doors(target: Target, image: Array, c: Array) -> None:
    """Write combinations by the revolving door; *c* ends in the number of items."""
    k = len(c) - 1
    for row in range(target.rows):
        write_row(target, row, image)
        place = revolve(c, k)
        put_item(target, image, place, c[place])
        if place + 1 < k:
            put_item(target, image, place + 1, c[place + 1])


@part
def revolve(c: Array, k: int) -> int:
    """Exchange one item by Knuth's algorithm R; return the first of two places that may differ."""
    if k % 2:
        if c[0] + 1 < c[1]:
            c[0] += 1
            return 0
    elif c[0] > 0:
        c[0] -= 1
        return 0
    lower = k % 2 == 1
    for j in range(1, k):
        if lower and c[j] >= j + 1:
            c[j] = c[j - 1]
            c[j - 1] = j - 1
            return j - 1
        if not lower and c[j] + 1 < c[j + 1]:
            c[j - 1] = c[j]
            c[j] += 1
            return j - 1
        lower = not lower
    return 0


@kernel
def subsets(target: Target, image: Array, inside: Array, counts: Array, last: int) -> int:
    """Write subsets in lexicographic order, as how many of each kind are in the set.

    *last* is the last kind that is *inside*, or -1; the new one is returned.
    """
    kinds = len(counts)
    for row in range(target.rows):
        write_row(target, row, image)
        if last >= 0 and inside[last] < counts[last]:
            inside[last] += 1
        elif last + 1 < kinds:
            last += 1
            inside[last] = 1
        else:
            # The last kind is in as often as can be. All of it goes, then the one before changes.
            inside[last] = 0
            put_item(target, image, last, 0)
            last -= 1
            while last >= 0 and inside[last] == 0:
                last -= 1
            if last < 0:
                return last
            inside[last] -= 1
            put_item(target, image, last, inside[last])
            last += 1
            inside[last] = 1
        if last >= 0:
            put_item(target, image, last, inside[last])
    return last


@kernel
def counters(
    target: Target, image: Array, digits: Array, steps: Array, counts: Array, reflected: bool
) -> None:
    """Write numbers, the last digit fastest; if *reflected*, digits run to and fro."""
    for row in range(target.rows):
        write_row(target, row, image)
        for kind in range(len(counts) - 1, -1, -1):
            following = digits[kind] + steps[kind]
            if 0 <= following <= counts[kind]:
                digits[kind] = following
                put_item(target, image, kind, following)
                break
            if reflected:
                steps[kind] = -steps[kind]
            else:
                digits[kind] = 0
                put_item(target, image, kind, 0)
