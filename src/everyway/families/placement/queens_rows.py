"""n queens row by row, one partial board at a time: counting without vectors, and listing.

The search is the one of ``queens_lanes.py`` with a single lane: the same rows, the same weights,
the same look at the rows ahead. It meets solutions in lexicographic order, so it also lists them.

Words: bit c stands for column c; there are at most 31, and what is shifted out on the left, one
bit a row, stays below bit 63 in at most 31 rows. A call meets at most 2^40 nodes, each at most 4
solutions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from everyway.families.placement.queens_board import Case, Path, start_of
from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Memory, at, put

NODES_A_CALL = 2_000_000
NO_LIMIT = 1 << 62

BYTES = 8
"""Bytes in a word: a solution is listed as one byte a row, the column of its queen."""


class Rows(NamedTuple):
    """What one walk works on: addresses, unless said otherwise.

    ``squares[y]`` are the squares that row y offers; ``free[y]`` those not yet tried, ``columns``,
    ``left`` and ``right`` what is attacked in row y, ``chosen`` the column of its queen; ``place``
    is the row in hand. ``base`` is the first row to fill and ``last`` the last one. ``left_end``
    and ``right_end`` are as in a ``Case``.
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
            third = at(rows.squares, y + 3) & ~(columns | left << 2 | right >> 2)
            if (
                free != 0
                and (ahead != 0 or y + 2 > rows.last)
                and (third != 0 or y + 3 > rows.last)
            ):
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


class RowsWalk:
    """Counts, or lists in order, the solutions of a case that begin with queens in columns *path*.

    With *room* it lists: ``listed`` are then the solutions that the last ``advance`` met, at most
    so many, a column of a queen for each row.
    """

    def __init__(self, case: Case, path: Path, room: int = 0) -> None:
        self.nodes = 0
        self.solutions = 0
        self._memory = Memory()
        self._times = case.times
        start = start_of(case.rows, path)
        filled, rows = start.filled, len(case.rows)
        self._rows = rows
        self._whole = filled == rows  # a single solution, already placed
        arrays = self._arrays = np.zeros((5, rows + 3), dtype=np.int64)
        arrays[0, :rows] = case.rows
        arrays[1:4, filled] = start.free(case.rows), start.columns, start.left
        arrays[4, filled] = start.right
        chosen = np.zeros(rows + 3, dtype=np.int64)
        chosen[:filled] = path
        self._path = path
        self._place = np.full(1, filled, dtype=np.int64)
        if self._whole:
            self._place[0] = filled - 1
        keep = self._memory.keep
        self._walk = Rows(
            filled,
            rows - 1,
            keep(arrays[0]),
            keep(arrays[1]),
            keep(arrays[2]),
            keep(arrays[3]),
            keep(arrays[4]),
            keep(chosen),
            keep(self._place),
            case.left_end,
            case.right_end,
        )
        self._words = max(1, -(-rows // BYTES)) if room else 0
        self._target = np.zeros((max(1, room), max(1, self._words)), dtype=np.int64)
        self.listed: npt.NDArray[np.uint8] = self._bytes(0)

    def _bytes(self, number: int) -> npt.NDArray[np.uint8]:
        return self._target[:number].view(np.uint8)[:, : self._rows]

    @property
    def done(self) -> bool:
        """Whether all is searched."""
        return not self._whole and bool(self._place[0] < self._walk.base)

    @property
    def fraction(self) -> float:
        """How much is searched: of the squares that a row offered, those that were tried."""
        if self.done:
            return 1.0
        found, share = 0.0, 1.0
        for y in range(self._walk.base, int(self._place[0]) + 1):
            squares, _, columns, to_left, to_right = (int(word) for word in self._arrays[:, y])
            offered = squares & ~(columns | to_left | to_right)
            left = int(self._arrays[1, y]).bit_count()
            ways = max(1, offered.bit_count())
            inside = y < self._place[0]  # a square of this row is in hand
            found += share * (ways - left - inside) / ways
            share /= ways
        return found

    def advance(self, most_nodes: int, most: int | None = None) -> None:
        """Search on for so many nodes, or until so many solutions are listed."""
        if self._whole:
            self._whole = False
            self.solutions += self._times
            number = min(1, self._words)
            self._target.view(np.uint8)[:number, : self._rows] = self._path
            self.listed = self._bytes(number)
            return
        solutions, listed, nodes = walk(
            self._walk,
            min(most_nodes, NODES_A_CALL),
            int(self._target.ctypes.data),
            self._words,
            min(most or NO_LIMIT, len(self._target)) if self._words else NO_LIMIT,
        )
        self.solutions += self._times * int(solutions)
        self.nodes += int(nodes)
        self.listed = self._bytes(listed)
