"""Pairs of partitions that cross: compiled.

Numbers are bits of one word, at most 25 of them. One call visits the partitions that have two
given sets, which are some thousand, each crossed by some hundred others: nothing overflows.
"""

from __future__ import annotations

from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Numbers


@part
def meets_once(one: int, row: int) -> bool:
    """Return whether two sets have exactly one number in common."""
    met = one & row
    return met != 0 and met & (met - 1) == 0


@part
def count_columns(
    order: int, row: int, all_numbers: int, crossing: Numbers, lengths: Numbers, place: Numbers
) -> tuple[int, int]:
    """Return how many partitions there are with one set of each bucket, and the nodes.

    The buckets hold sets that cross every row; bucket k those with the k-th number of *row*. The
    last set is what remains: it crosses every row, and its sum is right, as all others are.
    """
    count = nodes = depth = 0
    unused = all_numbers
    end = order - 2
    place[0] = 0
    while depth >= 0:
        if place[depth] >= lengths[depth]:
            depth -= 1
            if depth >= 0:
                unused |= crossing[depth, place[depth]]
                place[depth] += 1
            continue
        one = crossing[depth, place[depth]]
        if one & ~unused:
            place[depth] += 1
            continue
        nodes += 1
        if depth == end:
            count += 1
            place[depth] += 1
            continue
        unused ^= one
        depth += 1
        place[depth] = 0
    return count, nodes


@part
def fill_buckets(
    order: int,
    rows: Numbers,
    first: int,
    candidates: Numbers,
    amount: int,
    crossing: Numbers,
    lengths: Numbers,
) -> None:
    """Put those of the *candidates* that cross all *rows* into buckets.

    Candidates are pairs of a set and its place among all sets. In the first bucket, of the
    sets with the least number, only those after *first* count, so that of two partitions one is
    always taken for the rows.
    """
    for k in range(order):
        lengths[k] = 0
    for i in range(amount):
        one = candidates[i, 0]
        crosses = True
        for r in range(2, order):
            if not meets_once(one, rows[r]):
                crosses = False
                break
        if not crosses:
            continue
        met, k, row = one & rows[0], 0, rows[0]
        while row & -row != met:
            row &= row - 1
            k += 1
        if k == 0 and candidates[i, 1] <= first:
            continue
        crossing[k, lengths[k]] = one
        lengths[k] += 1


@kernel
def count_pairs(
    order: int,
    sets: Numbers,
    starts: Numbers,
    first: int,
    second: int,
    room: Numbers,
    crossing: Numbers,
    tally: Numbers,
) -> None:
    """Add to *tally* the pairs of crossing partitions, rows beginning with two sets, and the nodes.

    ``sets`` are all sets of *order* numbers with the right sum, by their least number;
    ``starts[v]`` is where those with the least number v begin. *room* has four rows: the rows, the
    places, the lengths of buckets and the places in them.
    """
    rows, place, lengths, inner = room[0], room[1], room[2], room[3]
    all_numbers = (1 << order * order) - 1
    rows[0], rows[1] = sets[first], sets[second]
    amount = 0
    candidates = crossing[order]
    pairs = candidates.reshape(-1, 2)
    for i in range(len(sets)):
        if meets_once(sets[i], rows[0]) and meets_once(sets[i], rows[1]):
            pairs[amount, 0], pairs[amount, 1] = sets[i], i
            amount += 1
    unused = all_numbers ^ rows[0] ^ rows[1]
    if order < 4:
        if order == 3:
            rows[2] = unused
        fill_buckets(order, rows, first, pairs, amount, crossing, lengths)
        count, nodes = count_columns(order, rows[0], all_numbers, crossing, lengths, inner)
        tally[0] += count
        tally[1] += nodes
        return
    depth = 2
    place[2] = starts[lowest(unused)]
    while depth >= 2:
        if place[depth] >= starts[lowest(unused) + 1]:
            depth -= 1
            if depth >= 2:
                unused |= rows[depth]
                place[depth] += 1
            continue
        one = sets[place[depth]]
        if one & ~unused:
            place[depth] += 1
            continue
        rows[depth] = one
        if depth < order - 2:
            unused ^= one
            depth += 1
            place[depth] = starts[lowest(unused)]
            continue
        rows[order - 1] = unused ^ one
        fill_buckets(order, rows, first, pairs, amount, crossing, lengths)
        count, nodes = count_columns(order, rows[0], all_numbers, crossing, lengths, inner)
        tally[0] += count
        tally[1] += nodes + 1
        place[depth] += 1
