"""Compiled code that writes arrangements into the rows of an array, each from the one before.

Every kernel writes the arrangement in hand into the first row, and leaves in its arrays the one
that follows the last row. No word overflows: they hold places, kinds, numbers of equal items and
counters of rows, all of them small. A kernel is never asked for rows after the last arrangement;
what it leaves in its arrays after that is not used.
"""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from everyway.kernels.jit import kernel, part

Array = npt.NDArray[Any]


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
def next_permutation(array: Array) -> int:
    """Make the next permutation in lexicographic order; return the first place that changed."""
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


@part
def next_partial(array: Array, k: int) -> int:
    """Make the next sequence of *k* items, which stand first; the others stay in rising order."""
    reverse(array, k, len(array))
    return next_permutation(array)


@kernel
def permutations_by_template(
    out: Array, array: Array, prefix: int, template: Array, offset: int
) -> int:
    """Write permutations of different items: the last places run through a template.

    The first *prefix* places hold still while the others take what is left in all the ways that
    the template lists; *offset* is the row of it that comes next, and the new one is returned.
    """
    rows, k = out.shape
    i = 0
    while i < rows:
        run = min(len(template) - offset, rows - i)
        for c in range(prefix):
            value = array[c]
            for j in range(run):
                out[i + j, c] = value
        for c in range(prefix, k):
            for j in range(run):
                out[i + j, c] = array[prefix + template[offset + j, c - prefix]]
        i += run
        offset += run
        if offset == len(template):
            offset = 0
            next_partial(array, prefix)
    return offset


@kernel
def combinations_by_template(
    out: Array, chosen: Array, items: int, template: Array, offset: int
) -> int:
    """Write combinations of different items: the last places run through a template.

    The template lists the ways to choose from all items; those that begin after the last item
    *chosen* before are its last rows. *offset* is the row that comes next; the new one is returned.
    """
    rows, k = out.shape
    prefix = len(chosen)
    i = 0
    while i < rows:
        run = min(len(template) - offset, rows - i)
        for c in range(prefix):
            value = chosen[c]
            for j in range(run):
                out[i + j, c] = value
        for c in range(prefix, k):
            for j in range(run):
                out[i + j, c] = template[offset + j, c - prefix]
        i += run
        offset += run
        if offset == len(template):
            place = prefix - 1
            while place >= 0 and chosen[place] == items - k + place:
                place -= 1
            if place < 0:
                return 0
            chosen[place] += 1
            for later in range(place + 1, prefix):
                chosen[later] = chosen[later - 1] + 1
            offset = first_after(template, chosen[prefix - 1] if prefix else -1)
    return offset


@part
def first_after(template: Array, item: int) -> int:
    """Return the first row of a template whose first item is greater than *item*."""
    low, high = 0, len(template)
    while low < high:
        middle = (low + high) // 2
        if template[middle, 0] > item:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def permutations(out: Array, array: Array, symbols: Array) -> None:
    """Write sequences of any items in lexicographic order."""
    rows, k = out.shape
    first = 0
    for i in range(rows):
        for c in range(first):
            out[i, c] = out[i - 1, c]
        for c in range(first, k):
            out[i, c] = symbols[array[c]]
        first = min(k, next_partial(array, k))


@kernel
def exchanges(out: Array, array: Array, sources: Array, symbols: Array) -> None:
    """Write sequences in the exchange order; *sources* says from where each place was filled."""
    rows, k = out.shape
    first = 0
    for i in range(rows):
        for c in range(first):
            out[i, c] = out[i - 1, c]
        for c in range(first, k):
            out[i, c] = symbols[array[c]]
        first = next_exchange(array, sources, k)


@part
def next_exchange(array: Array, sources: Array, k: int) -> int:
    """Undo exchanges, make the next one; return the first place that changed."""
    for m in range(k - 1, -1, -1):
        source = sources[m]
        swap(array, m, source)
        source += 1
        while source < len(array):
            met = False
            for j in range(m, source):
                if array[j] == array[source]:
                    met = True
                    break
            if not met:
                break
            source += 1
        if source < len(array):
            swap(array, m, source)
            sources[m] = source
            for later in range(m + 1, k):
                sources[later] = later
            return m
    return 0


@kernel
def sweeps(out: Array, array: Array, place_of: Array, directions: Array) -> None:
    """Write all orders of different items by exchanges of neighbours."""
    rows, k = out.shape
    for i in range(rows):
        for c in range(k):
            out[i, c] = array[c]
        for item in range(k - 1, 0, -1):
            place = place_of[item]
            other = place + directions[item]
            if 0 <= other < k and array[other] < item:
                neighbour = array[other]
                array[place], array[other] = neighbour, item
                place_of[item], place_of[neighbour] = other, place
                break
            directions[item] = -directions[item]


@kernel
def rounds(out: Array, array: Array, turns: Array) -> None:
    """Write all orders of different items by Heap's exchanges."""
    rows, k = out.shape
    for i in range(rows):
        for c in range(k):
            out[i, c] = array[c]
        m = 1
        while m < k and turns[m] == m:
            turns[m] = 0
            m += 1
        if m < k:
            swap(array, turns[m] if m % 2 else 0, m)
            turns[m] += 1


@kernel
def selections(out: Array, chosen: Array, grouped: Array, start: Array, symbols: Array) -> None:
    """Write combinations of any items in lexicographic order.

    *grouped* are the kinds of all items, rising; *start* says where each kind begins among them.
    """
    rows, k = out.shape
    shift = len(grouped) - k
    first = 0
    for i in range(rows):
        for c in range(first):
            out[i, c] = out[i - 1, c]
        for c in range(first, k):
            out[i, c] = symbols[chosen[c]]
        first = k - 1
        while first >= 0 and chosen[first] == grouped[shift + first]:
            first -= 1
        if first < 0:
            return
        source = start[chosen[first] + 1]
        for place in range(first, k):
            chosen[place] = grouped[source + place - first]


@kernel
def doors(out: Array, c: Array) -> None:
    """Write combinations by the revolving door, Knuth's algorithm R; *c* ends in how many there are."""
    rows, k = out.shape
    for i in range(rows):
        for place in range(k):
            out[i, place] = c[place]
        revolve(c, k)


@part
def revolve(c: Array, k: int) -> None:
    """Exchange one item."""
    if k % 2:
        if c[0] + 1 < c[1]:
            c[0] += 1
            return
    elif c[0] > 0:
        c[0] -= 1
        return
    lower = k % 2 == 1
    for j in range(1, k):
        if lower and c[j] >= j + 1:
            c[j] = c[j - 1]
            c[j - 1] = j - 1
            return
        if not lower and c[j] + 1 < c[j + 1]:
            c[j - 1] = c[j]
            c[j] += 1
            return
        lower = not lower


@kernel
def subsets(out: Array, inside: Array, counts: Array, last: int) -> int:
    """Write subsets in lexicographic order: *inside* is how many of each kind are in the set.

    *last* is the last kind that is in it, or -1; the new one is returned.
    """
    rows, kinds = out.shape
    for i in range(rows):
        for kind in range(kinds):
            out[i, kind] = inside[kind]
        if last >= 0 and inside[last] < counts[last]:
            inside[last] += 1
        elif last + 1 < kinds:
            last += 1
            inside[last] = 1
        else:
            # The last kind is in as often as can be. All of it goes, then the one before changes.
            inside[last] = 0
            last -= 1
            while last >= 0 and inside[last] == 0:
                last -= 1
            if last >= 0:
                inside[last] -= 1
                last += 1
                inside[last] = 1
    return last


@kernel
def counters(out: Array, digits: Array, steps: Array, counts: Array, reflected: bool) -> None:
    """Write numbers, the last digit fastest; if *reflected*, digits run to and fro."""
    rows, kinds = out.shape
    for i in range(rows):
        for kind in range(kinds):
            out[i, kind] = digits[kind]
        for kind in range(kinds - 1, -1, -1):
            following = digits[kind] + steps[kind]
            if 0 <= following <= counts[kind]:
                digits[kind] = following
                break
            if reflected:
                steps[kind] = -steps[kind]
            else:
                digits[kind] = 0
