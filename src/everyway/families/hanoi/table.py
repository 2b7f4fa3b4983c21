"""A hash table of packed states in layers: the kernels of the search from both ends."""

from __future__ import annotations

import numpy as np

from everyway.families.hanoi.packed import Words, after_move, find_ends
from everyway.kernels.jit import kernel, part

GOLDEN = 0x1E3779B97F4A7C15
"""Spreads words over the table: an odd number of 61 bits; products wrap around as they may."""


@part
def place_of(word: int, keys: Words, slots: Words) -> int:
    """Return the slot where *word* stands or would stand; *slots* hold numbers of nodes, or -1.

    The number of slots is a power of two, and over half of them are free.
    """
    mask = len(slots) - 1
    place = ((word * GOLDEN) >> 24) & mask
    while slots[place] >= 0 and keys[slots[place]] != word:
        place = (place + 1) & mask
    return place


@kernel
def expand(
    keys: Words,
    far: Words,
    ways: Words,
    slots: Words,
    progress: Words,
    most: int,
    modulus: int,
    top: int,
    shape: Words,
    class_of: Words,
    members: Words,
    allowed: Words,
) -> int:
    """Make the moves from up to *most* nodes; return 1, before a node, when arrays must grow.

    *progress* holds the next node, the end of its layer, the number of nodes, and whether a number
    of ways was too large. New states become nodes, one farther than those they come from. Ways
    are added modulo *modulus*; when that is 0 as they are, and cut off at *top*. Both are at most
    2^62, so a sum of two fits into a signed word.
    """
    discs, pegs = shape[0], shape[1]
    tops = np.empty(pegs, dtype=np.int64)
    bottoms = np.empty(pegs, dtype=np.int64)
    scratch = np.empty(2 * pegs + 1, dtype=np.int64)
    for _ in range(most):
        node = progress[0]
        if node == progress[1]:
            break
        if progress[2] + pegs * pegs >= len(keys):
            return 1
        word = keys[node]
        find_ends(word, shape, tops, bottoms)
        for source in range(pegs):
            disc = tops[source]
            if disc == discs:
                continue
            for target in range(pegs):
                if tops[target] <= disc or allowed[source, target] == 0:
                    continue
                moved = after_move(
                    word, source, target, disc, bottoms, shape, class_of, members, scratch
                )
                place = place_of(moved, keys, slots)
                other = slots[place]
                if other < 0:
                    other = progress[2]
                    progress[2] += 1
                    slots[place] = other
                    keys[other] = moved
                    far[other] = far[node] + 1
                    ways[other] = ways[node]
                elif far[other] == far[node] + 1:
                    total = ways[other] + ways[node]
                    if modulus > 0:
                        total %= modulus
                    elif total >= top:
                        progress[3] = 1
                        total = top - 1
                    ways[other] = total
        progress[0] += 1
    return 0


@kernel
def refill(keys: Words, number: int, slots: Words) -> None:
    """Put the first *number* keys into fresh *slots*, all of them -1."""
    for node in range(number):
        slots[place_of(keys[node], keys, slots)] = node


@kernel
def locate(words: Words, keys: Words, slots: Words, found: Words) -> None:
    """Set *found* to the node of each word, or to -1."""
    for i in range(len(words)):
        found[i] = slots[place_of(words[i], keys, slots)]


@kernel
def mark(
    keys: Words,
    slots: Words,
    marked: Words,
    first: int,
    last: int,
    layer_end: int,
    after: int,
    shape: Words,
    class_of: Words,
    members: Words,
    allowed: Words,
) -> None:
    """Mark the nodes from *first* to *last* - 1 that a move leads to a marked one.

    Only nodes from *layer_end* to *after* - 1, the next layer, count.
    """
    discs, pegs = shape[0], shape[1]
    tops = np.empty(pegs, dtype=np.int64)
    bottoms = np.empty(pegs, dtype=np.int64)
    scratch = np.empty(2 * pegs + 1, dtype=np.int64)
    for node in range(first, last):
        word = keys[node]
        find_ends(word, shape, tops, bottoms)
        for source in range(pegs):
            disc = tops[source]
            if disc == discs or marked[node]:
                continue
            for target in range(pegs):
                if tops[target] <= disc or allowed[source, target] == 0:
                    continue
                moved = after_move(
                    word, source, target, disc, bottoms, shape, class_of, members, scratch
                )
                other = slots[place_of(moved, keys, slots)]
                if layer_end <= other < after and marked[other]:
                    marked[node] = 1
                    break
