"""Listing one queen in each row in lanes, in lexicographic order.

A partial board is three words, as in ``queens_lanes.py``. Here a vector holds a board or a few,
each in as many lanes as there are columns: lane c has the board with the next queen in column c.
So the boards that come of one stand side by side in order, and packing keeps the order. ``branch``
fills a row of the boards at hand until the next level's store is well filled; all that is in that
store is searched out before the level goes on. So solutions come in order, and few boards are held.

A board remembers from which one of the level above it has come. The columns of a solution are read
on the way up; what it shares with the solution before it stands already.

Words: bit c stands for column c, as in ``queens_lanes.py``. A store has fewer than 2^15 boards, so
that their numbers fit into lanes of 16 bits. A call meets at most 2^40 nodes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from everyway.families.placement.queens_board import Case, Path, start_of
from everyway.kernels.bits import lowest, popcount
from everyway.kernels.jit import kernel, part
from everyway.kernels.lanes import (
    Lanes,
    keep_first,
    load,
    nonzero,
    number_at,
    pack,
    splat,
    spread,
)
from everyway.kernels.memory import NUMBER_BYTES, Memory, at, put

NODES_A_CALL = 20_000_000

FULL = 384
"""A store with so many boards is searched out before more come."""

ROOM = FULL + 64
"""What a store holds: one vector more, and what packing writes behind."""

PLANES = 4
"""A store has three words of each board, and whence it came."""


class Boards(NamedTuple):
    """What one walk works on: addresses, unless said otherwise.

    ``base`` is the first row to fill and ``last`` the last one. ``rows[y]`` are the squares that
    row y offers; ``stored[y]`` is how many boards there are whose rows before y are filled,
    ``done[y]`` how many of them are searched or in hand, ``began[y]`` how many were before the
    ones in hand. ``place`` is the level in hand, and what is left to try of the last row of the
    board in hand. ``space`` holds the stores. ``bits`` are vectors with bit c in lane c, ``parts``
    of them for all columns. ``line`` is the solution in hand, a byte a row, in ``words`` words,
    and ``seen[y]`` the board of level y that it has.
    """

    base: int
    last: int
    rows: int
    stored: int
    done: int
    began: int
    place: int
    space: int
    bits: int
    parts: int
    line: int
    words: int
    seen: int


@part
def store_at(lanes: Lanes, boards: Boards, level: int) -> int:
    """Return the address of a level's store."""
    return boards.space + level * PLANES * ROOM * lanes.size


@part
def branch(lanes: Lanes, few: Lanes, boards: Boards, level: int) -> int:
    """Fill row *level* of boards there until the next level's store is full; return the nodes.

    *few* says how many boards share a vector, and *lanes* is that vector.
    """
    size = lanes.size
    plane = ROOM * size
    here = store_at(lanes, boards, level)
    base = store_at(lanes, boards, level + 1)
    row = splat(lanes, at(boards.rows, level))
    row_1 = splat(lanes, at(boards.rows, level + 1))
    row_2 = splat(lanes, at(boards.rows, level + 2))
    row_3 = splat(lanes, at(boards.rows, level + 3))
    two_ahead = level + 2 <= boards.last
    three_ahead = level + 3 <= boards.last
    stored = at(boards.stored, level)
    done = at(boards.done, level)
    each = lanes.count // few.count
    put(boards.began, level, done)
    got = 0
    nodes = 0
    while done < stored and got < FULL:
        first = here + done * size
        columns = spread(lanes, few, first)
        left = spread(lanes, few, first + plane)
        right = spread(lanes, few, first + 2 * plane)
        number = spread(lanes, few, boards.bits + (boards.parts * lanes.count + done) * size)
        free = ~(columns | left | right) & row
        if done + few.count > stored:
            free = keep_first(free, (stored - done) * each)
        for p in range(boards.parts):
            bit = load(lanes, boards.bits + p * lanes.count * size)
            live = nonzero(free & bit)
            nodes += popcount(live)
            new_columns = columns | bit
            new_left = (left | bit) << 1
            new_right = (right | bit) >> 1
            live &= nonzero(~(new_columns | new_left | new_right) & row_1)
            if two_ahead:
                live &= nonzero(~(new_columns | new_left << 1 | new_right >> 1) & row_2)
            if three_ahead:
                live &= nonzero(~(new_columns | new_left << 2 | new_right >> 2) & row_3)
            there = base + got * size
            pack(there, new_columns, live)
            pack(there + plane, new_left, live)
            pack(there + 2 * plane, new_right, live)
            pack(there + 3 * plane, number, live)
            got += popcount(live)
        done += few.count
    put(boards.done, level, min(done, stored))
    put(boards.stored, level + 1, got)
    put(boards.done, level + 1, 0)
    put(boards.seen, level + 1, -1)
    return nodes


@part
def set_byte(line: int, row: int, column: int) -> None:
    """Put the queen of *row* of the solution in hand into *column*."""
    shift = (row & 7) << 3
    put(line, row >> 3, at(line, row >> 3) & ~(255 << shift) | column << shift)


@part
def read_up(lanes: Lanes, boards: Boards, number: int) -> None:
    """Write the columns of board *number* of the last level into the line, where they are new."""
    level = boards.last
    while level > boards.base and at(boards.seen, level) != number:
        put(boards.seen, level, number)
        here = store_at(lanes, boards, level)
        parent = number_at(lanes, here + 3 * ROOM * lanes.size, number)
        above = store_at(lanes, boards, level - 1)
        queen = number_at(lanes, here, number) ^ number_at(lanes, above, parent)
        level -= 1
        set_byte(boards.line, level, lowest(queen))
        number = parent


@part
def finish(lanes: Lanes, boards: Boards, target: int, most: int) -> int:
    """List the solutions of the boards at the last level at *target*, at most so many."""
    plane = ROOM * lanes.size
    here = store_at(lanes, boards, boards.last)
    stored = at(boards.stored, boards.last)
    done = at(boards.done, boards.last)
    left = at(boards.place, 1)
    row = at(boards.rows, boards.last)
    listed = 0
    while listed < most:
        if left == 0:
            if done == stored:
                break
            left = number_at(lanes, here, done) | number_at(lanes, here + plane, done)
            left = row & ~(left | number_at(lanes, here + 2 * plane, done))
            done += 1
            if left == 0:
                continue
            read_up(lanes, boards, done - 1)
        set_byte(boards.line, boards.last, lowest(left))
        left &= left - 1
        for w in range(boards.words):
            put(target, listed * boards.words + w, at(boards.line, w))
        listed += 1
    put(boards.done, boards.last, done)
    put(boards.place, 1, left)
    return listed


@kernel
def list_boards(
    lanes: Lanes, few: Lanes, boards: Boards, most_nodes: int, target: int, most: int
) -> tuple[int, int]:
    """Go on until about so many nodes or exactly so many solutions are met, or all.

    Return how many solutions were listed at *target*, and the nodes. The walk is over when the
    level in hand is before the first.
    """
    level = at(boards.place, 0)
    listed = 0
    nodes = 0
    while level >= boards.base and nodes < most_nodes and listed < most:
        if level == boards.last:
            there = target + listed * boards.words * NUMBER_BYTES
            listed += finish(lanes, boards, there, most - listed)
            ended = at(boards.place, 1) == 0
        else:
            ended = True
        if at(boards.done, level) < at(boards.stored, level) or not ended:
            if level < boards.last:
                nodes += branch(lanes, few, boards, level)
                level += 1
        else:
            level -= 1
    put(boards.place, 0, level)
    return listed, nodes


def shapes_for(columns: int, width: int) -> tuple[Lanes, Lanes]:
    """Return the shape of a vector of *width* bits, and that of as many boards as share it.

    >>> shapes_for(14, 512)
    (Lanes(bits=16, count=32), Lanes(bits=16, count=2))
    >>> shapes_for(20, 256)
    (Lanes(bits=32, count=8), Lanes(bits=32, count=1))
    """
    bits = 16 if columns <= 16 else 32
    count = width // bits
    each = min(count, 8 if columns <= 8 else 16)
    return Lanes(bits, count), Lanes(bits, count // each)


class OrderedWalk:
    """Lists in order the solutions of a case that begin with queens in columns *path*.

    ``listed`` are the solutions that the last ``advance`` met, at most *room*, a column of a queen
    for each row. At least one row must be left to fill. Every solution counts once.
    """

    def __init__(self, case: Case, path: Path, room: int, width: int) -> None:
        self.nodes = 0
        self.solutions = 0
        self._memory = Memory()
        columns = max(row.bit_length() for row in case.rows)
        self._lanes, self._few = shapes_for(columns, width)
        self._last = len(case.rows) - 1
        self._words = len(case.rows) // NUMBER_BYTES + 1
        self._base = len(path)
        self._make(case, path, -(-columns // self._lanes.count))
        self._target = np.zeros((room, self._words), dtype=np.int64)
        self.listed: npt.NDArray[np.uint8] = self._bytes(0)

    def _make(self, case: Case, path: Path, parts: int) -> None:
        """Lay out the memory, with the board that *path* begins in store."""
        keep, lanes, rows = self._memory.keep, self._lanes, len(case.rows)
        start = start_of(case.rows, path)
        lane = f"u{lanes.size}"
        squares = np.zeros(rows + 4, dtype=np.int64)
        squares[:rows] = case.rows
        self._counts = np.zeros((4, rows + 1), dtype=np.int64)
        self._counts[0, self._base] = 1
        self._counts[3] = -1
        self._place = np.array([self._base, 0], dtype=np.int64)
        space = np.zeros(-(-rows * PLANES * ROOM * lanes.size // NUMBER_BYTES) + 8, dtype=np.int64)
        words = (start.columns, start.left, start.right)
        for i, word in enumerate(words):
            place = (self._base * PLANES + i) * ROOM
            space.view(lane)[place] = word & ((1 << lanes.bits) - 1)
        # Behind the vectors of bits stand the numbers of the boards of a store.
        bits = np.zeros((parts * lanes.count + ROOM) * lanes.size // NUMBER_BYTES + 8, np.int64)
        for c in range(parts * lanes.count):
            # Lanes of several boards repeat the columns.
            column = c % (lanes.count // self._few.count) if parts == 1 else c
            bits.view(lane)[c] = 1 << column if column < lanes.bits else 0
        bits.view(lane)[parts * lanes.count : parts * lanes.count + ROOM] = np.arange(ROOM)
        self._line = np.zeros(self._words, dtype=np.int64)
        self._line.view(np.uint8)[: len(path)] = path
        self._boards = Boards(
            base=self._base,
            last=self._last,
            rows=keep(squares),
            stored=keep(self._counts[0]),
            done=keep(self._counts[1]),
            began=keep(self._counts[2]),
            place=keep(self._place),
            space=keep(space),
            bits=keep(bits),
            parts=parts,
            line=keep(self._line),
            words=self._words,
            seen=keep(self._counts[3]),
        )

    def _bytes(self, number: int) -> npt.NDArray[np.uint8]:
        return self._target[:number].view(np.uint8)[:, : self._last + 1]

    @property
    def done(self) -> bool:
        """Whether all is searched."""
        return bool(self._place[0] < self._base)

    @property
    def fraction(self) -> float:
        """How much is searched: of the boards in each store, those that are done count alike."""
        found, share = 0.0, 1.0
        for level in range(self._base, int(self._place[0]) + 1):
            stored, done, began = (int(number) for number in self._counts[:3, level])
            if level == self._place[0]:
                began = done
            found += share * began / max(1, stored)
            share *= (done - began) / max(1, stored)
        return 1.0 if self.done else found

    def advance(self, most_nodes: int, most: int | None = None) -> None:
        """Search on for about so many nodes, or until so many solutions are listed."""
        listed, nodes = list_boards(
            self._lanes,
            self._few,
            self._boards,
            min(most_nodes, NODES_A_CALL),
            int(self._target.ctypes.data),
            min(most or len(self._target), len(self._target)),
        )
        self.solutions += listed
        self.nodes += nodes
        self.listed = self._bytes(listed)
