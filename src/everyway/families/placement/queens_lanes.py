"""Counting n queens in lanes: many partial boards at a time, row by row, in every lane one.

A partial board is three words: the columns that are taken, and the squares of the next row that are
attacked along the diagonals going left and going right. ``expand`` takes a vector of partial boards
with so many rows filled (their *level*) and puts the next queen on the lowest free square of each,
again and again. Boards that live go to the next level's store, packed. When half of the lanes
have no free square left, the others wait in the level's pool until they fill a vector again.

The search goes to the next level when its store is well filled, and back when a store runs out:
depth first in blocks, so that stores stay small and vectors full.

Words: bit c stands for column c. What is shifted out to the left of the board lies above the last
column, where no row has a square, and never comes back; so ``columns`` bits a lane are enough.
Counts are kept in 64 bits for one call of at most 2^40 steps, of at most 32 lanes, with weights up
to 4.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from everyway.families.placement.queens_board import Case, Path, start_of
from everyway.kernels.bits import popcount
from everyway.kernels.jit import kernel, part
from everyway.kernels.lanes import (
    Lanes,
    Vector,
    keep_first,
    load,
    nonzero,
    pack,
    splat,
    store,
)
from everyway.kernels.memory import NUMBER_BYTES, Memory, at, put

NODES_A_CALL = 50_000_000

FULL = 512
"""A store with so many boards is worth going down to."""

ROOM = FULL + 32 * 32 + 64
"""What a store holds: one vector more may have 32 lanes with 32 squares each."""

POOL_ROOM = 128
"""What a pool holds: less than a vector, up to a vector more, and what packing writes behind."""

LEVEL_WORDS = 3 * ROOM + 4 * POOL_ROOM


Board = tuple[Vector, Vector, Vector, Vector]
"""As many partial boards as a vector has lanes: columns, left, right, and free squares to try."""


class Job(NamedTuple):
    """What one search works on: addresses, unless said otherwise.

    ``rows[y]`` are the squares that row y offers, for the ``last`` + 1 rows and three more;
    ``stored`` and ``waiting`` are how many boards each level has in store and pool; ``place`` is
    the level in hand and the first level that may still have any; ``space`` holds stores and
    pools. ``left_end`` and ``right_end`` are sets of squares of the last row: a solution counts
    twice for each that has a queen on the diagonal through it. ``spare`` is how
    many more columns than rows there are.
    """

    last: int
    rows: int
    stored: int
    done: int
    waiting: int
    place: int
    space: int
    left_end: int
    right_end: int
    spare: int


@part
def store_of(lanes: Lanes, job: Job, level: int) -> int:
    """Return the address of a level's store."""
    return job.space + level * LEVEL_WORDS * lanes.size


@part
def pool_of(lanes: Lanes, job: Job, level: int) -> int:
    """Return the address of a level's pool."""
    return job.space + (level * LEVEL_WORDS + 3 * ROOM) * lanes.size


@part
def wait(lanes: Lanes, pool: int, waiting: int, board: Board, live: int) -> int:
    """Put the boards of the set *live* into the pool; return how many it has then."""
    plane = POOL_ROOM * lanes.size
    here = pool + waiting * lanes.size
    pack(here, board[0], live)
    pack(here + plane, board[1], live)
    pack(here + 2 * plane, board[2], live)
    pack(here + 3 * plane, board[3], live)
    return waiting + popcount(live)


@part
def next_boards(count: int, stored: int, waiting: int, flush: bool) -> tuple[int, bool]:
    """Return how many boards to take next, and whether from the pool; 0 to take none.

    Whole vectors come first; with *flush* then what is left in the store, at last in the pool.
    """
    if waiting >= count:
        return count, True
    if stored >= count:
        return count, False
    if not flush:
        return 0, False
    if stored > 0:
        return stored, False
    return waiting, True


@part
def take(lanes: Lanes, here: int, pooled: bool, number: int, row: Vector) -> Board:
    """Return the *number* boards at *here*, with their free squares, those not yet tried."""
    plane = (POOL_ROOM if pooled else ROOM) * lanes.size
    columns = load(lanes, here)
    left = load(lanes, here + plane)
    right = load(lanes, here + 2 * plane)
    free = ~(columns | left | right) & row
    if pooled:
        free = load(lanes, here + 3 * plane)
    if number < lanes.count:
        free = keep_first(free, number)
    return columns, left, right, free


@part
def keep_rest(lanes: Lanes, there: int, done: int) -> None:
    """Move the boards from place *done* on to the store's beginning: less than a vector."""
    plane = ROOM * lanes.size
    here = there + done * lanes.size
    for i in range(3):
        store(there + i * plane, load(lanes, here + i * plane))


@part
def branch(lanes: Lanes, job: Job, level: int, flush: bool) -> int:
    """Fill row *level* of the boards there until the next level's store is well filled.

    With *flush* the last boards are taken, too, though they fill no vector. Return the nodes.
    """
    size = lanes.size
    count = lanes.count
    plane = ROOM * size
    here = store_of(lanes, job, level)
    pool = pool_of(lanes, job, level)
    base = store_of(lanes, job, level + 1)
    row = splat(lanes, at(job.rows, level))
    row_1 = splat(lanes, at(job.rows, level + 1))
    row_2 = splat(lanes, at(job.rows, level + 2))
    row_3 = splat(lanes, at(job.rows, level + 3))
    deep = level + 3 <= job.last
    stored = at(job.stored, level)
    waiting = at(job.waiting, level)
    got = at(job.stored, level + 1)
    done = at(job.done, level)
    nodes = 0
    while got < FULL:
        taken, pooled = next_boards(count, stored - done, waiting, flush)
        if taken == 0:
            break
        fewest = count >> 1
        if pooled:
            waiting -= taken
            columns, left, right, free = take(lanes, pool + waiting * size, True, taken, row)
            if taken < count:
                fewest = 0
        else:
            columns, left, right, free = take(lanes, here + done * size, False, taken, row)
            done += taken
        live = nonzero(free)
        active = popcount(live)
        while active > fewest:
            bit = free & -free
            free = free ^ bit
            new_columns = columns | bit
            new_left = (left | bit) << 1
            new_right = (right | bit) >> 1
            alive = live & nonzero(~(new_columns | new_left | new_right) & row_1)
            left_2 = new_left << 1
            right_2 = new_right >> 1
            alive = alive & nonzero(~(new_columns | left_2 | right_2) & row_2)
            if deep:
                alive = alive & nonzero(~(new_columns | left_2 << 1 | right_2 >> 1) & row_3)
            there = base + got * size
            pack(there, new_columns, alive)
            pack(there + plane, new_left, alive)
            pack(there + 2 * plane, new_right, alive)
            got += popcount(alive)
            nodes += active
            live = nonzero(free)
            active = popcount(live)
        if active:
            waiting = wait(lanes, pool, waiting, (columns, left, right, free), live)
    if got < FULL:  # less than a vector is left, if anything
        keep_rest(lanes, here, done)
        stored -= done
        done = 0
    put(job.stored, level, stored)
    put(job.done, level, done)
    put(job.waiting, level, waiting)
    put(job.stored, level + 1, got)
    return nodes


@part
def finish(lanes: Lanes, job: Job, level: int, flush: bool) -> tuple[int, int]:
    """Fill the last two rows of the boards at *level*; return solutions, weighted, and nodes."""
    size = lanes.size
    count = lanes.count
    here = store_of(lanes, job, level)
    pool = pool_of(lanes, job, level)
    row = splat(lanes, at(job.rows, level))
    last = splat(lanes, at(job.rows, level + 1))
    left_end = splat(lanes, job.left_end)
    right_end = splat(lanes, job.right_end)
    stored = at(job.stored, level)
    waiting = at(job.waiting, level)
    done = 0
    nodes = 0
    solutions = 0
    while True:
        taken, pooled = next_boards(count, stored - done, waiting, flush)
        if taken == 0:
            break
        fewest = count >> 1
        if pooled:
            waiting -= taken
            columns, left, right, free = take(lanes, pool + waiting * size, True, taken, row)
            if taken < count:
                fewest = 0
        else:
            columns, left, right, free = take(lanes, here + done * size, False, taken, row)
            done += taken
        live = nonzero(free)
        active = popcount(live)
        while active > fewest:
            bit = free & -free
            free = free ^ bit
            new_left = (left | bit) << 1
            new_right = (right | bit) >> 1
            final = ~(columns | bit | new_left | new_right) & last
            whole = live & nonzero(final)
            on_left = whole & nonzero((new_left | final) & left_end)
            on_right = whole & nonzero((new_right | final) & right_end)
            solutions += popcount(whole) + popcount(on_left) + popcount(on_right)
            solutions += popcount(on_left & on_right)
            if job.spare:  # more squares of the last row may be free than one
                final = final ^ (final & -final)
                whole = whole & nonzero(final)
                while whole:
                    solutions += popcount(whole)
                    final = final ^ (final & -final)
                    whole = whole & nonzero(final)
            nodes += active
            live = nonzero(free)
            active = popcount(live)
        if active:
            waiting = wait(lanes, pool, waiting, (columns, left, right, free), live)
    keep_rest(lanes, here, done)
    put(job.stored, level, stored - done)
    put(job.waiting, level, waiting)
    return solutions, nodes


@kernel
def expand(lanes: Lanes, job: Job, most: int) -> tuple[int, int]:
    """Go on for about *most* nodes; return the solutions met, with their weights, and the nodes.

    The search is over when the first level with boards, ``place[1]``, is the last row.
    """
    solutions = 0
    nodes = 0
    level = at(job.place, 0)
    first = at(job.place, 1)
    while first < job.last and nodes < most:
        if level == job.last - 1:
            found, met = finish(lanes, job, level, level == first)
            solutions += found
            full = False
        else:
            met = branch(lanes, job, level, level == first)
            full = at(job.stored, level + 1) >= FULL
        nodes += met
        if full:
            level += 1
        elif level == first:
            level += 1
            first += 1
        else:
            level -= 1
    put(job.place, 0, level)
    put(job.place, 1, first)
    return solutions, nodes


class LanesWalk:
    """Counts the solutions of a case that begin with queens in columns *path*, in vectors.

    At least three rows must be left to fill.
    """

    def __init__(self, case: Case, path: Path, lanes: Lanes) -> None:
        self.nodes = 0
        self.solutions = 0
        self._memory = Memory()
        self._lanes = lanes
        self._times = case.times
        start = start_of(case.rows, path)
        rows = len(case.rows)
        squares = np.zeros(rows + 3, dtype=np.int64)
        squares[:rows] = case.rows
        stored = np.zeros(rows + 1, dtype=np.int64)
        stored[start.filled] = 1
        self._place = np.full(2, start.filled, dtype=np.int64)
        space = np.zeros(rows * LEVEL_WORDS * lanes.size // NUMBER_BYTES + 1, dtype=np.int64)
        first = start.filled * LEVEL_WORDS
        cut = (1 << lanes.bits) - 1
        for i, word in enumerate((start.columns, start.left, start.right)):
            space.view(f"u{lanes.size}")[first + i * ROOM] = word & cut
        keep, zeros = self._memory.keep, self._memory.zeros
        self._job = Job(
            rows - 1,
            keep(squares),
            keep(stored),
            zeros(rows + 1),
            zeros(rows + 1),
            keep(self._place),
            keep(space),
            case.left_end,
            case.right_end,
            max(0, max(row.bit_length() for row in case.rows) - rows),
        )

    @property
    def done(self) -> bool:
        """Whether all is searched."""
        return bool(self._place[1] >= self._job.last)

    def advance(self, most_nodes: int) -> None:
        """Search on for about so many nodes."""
        most = min(most_nodes, NODES_A_CALL)
        solutions, nodes = expand(self._lanes, self._job, most)
        self.solutions += self._times * int(solutions)
        self.nodes += int(nodes)
