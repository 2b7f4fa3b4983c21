"""n queens row by row, one partial board at a time: counting without vectors, and listing.

The search is the one of ``queens_lanes.py`` with a single lane: the same rows, the same weights,
the same look at the rows ahead. It meets solutions in lexicographic order, so it also lists them.

Words: bit c stands for column c; there are at most 31, and what is shifted out on the left, one bit
a row, stays below bit 63 in at most 31 rows. A call meets at most 2^40 nodes, each at most 4 solutions.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import at, put

BYTES = 8
"""Bytes in a word: a solution is listed as one byte a row, the column of its queen."""


class Rows(NamedTuple):
    """What one walk works on: addresses, unless said otherwise.

    ``squares[y]`` are the squares that row y offers; ``free[y]`` those not yet tried, ``columns``,
    ``left`` and ``right`` what is attacked in row y, ``chosen`` the column of its queen; ``place`` is
    the row in hand. ``base`` is the first row to fill and ``last`` the last one. ``left_end`` and
    ``right_end`` are as in a ``Case``.
    """

    base: int
    last: int
    squares: int
    free: int
    columns: int
    left: int
    right: int
    chosen: int
    place: int
    left_end: int
    right_end: int


@part
def write(rows: Rows, target: int, words: int) -> None:
    """Write the columns of the solution in hand as bytes to the *words* words at *target*."""
    for w in range(words):
        word = 0
        for i in range(min(BYTES, rows.last + 1 - BYTES * w)):
            word |= at(rows.chosen, BYTES * w + i) << BYTES * i
        put(target, w, word)


@kernel
def walk(
    rows: Rows, most_nodes: int, target: int, words: int, most_found: int
) -> tuple[int, int, int]:
    """Go on until so many nodes or solutions are met, or all.

    Return the solutions met, each as often as it counts; how many were listed at *target*, each in
    *words* words (none if that is 0); and the nodes. The walk is over when the row in hand is
    before the first.
    """
    y = at(rows.place, 0)
    solutions = 0
    listed = 0
    nodes = 0
    while y >= rows.base and nodes < most_nodes and listed < most_found:
        free = at(rows.free, y)
        if free == 0:
            y -= 1
            continue
        bit = free & -free
        put(rows.free, y, free ^ bit)
        nodes += 1
        columns = at(rows.columns, y) | bit
        left = at(rows.left, y) | bit
        right = at(rows.right, y) | bit
        if y < rows.last:
            left <<= 1
            right >>= 1
            free = at(rows.squares, y + 1) & ~(columns | left | right)
            ahead = at(rows.squares, y + 2) & ~(columns | left << 1 | right >> 1)
            if free != 0 and (ahead != 0 or y + 2 > rows.last):
                if words:
                    put(rows.chosen, y, lowest(bit))
                y += 1
                put(rows.free, y, free)
                put(rows.columns, y, columns)
                put(rows.left, y, left)
                put(rows.right, y, right)
            continue
        weight = 1
        if left & rows.left_end:
            weight = 2
        if right & rows.right_end:
            weight *= 2
        solutions += weight
        if words:
            put(rows.chosen, y, lowest(bit))
            write(rows, target + listed * words * BYTES, words)
            listed += 1
    put(rows.place, 0, y)
    return solutions, listed, nodes
