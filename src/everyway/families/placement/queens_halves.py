"""Counting n queens by halves: the boards of the upper and the lower half that use up the columns.

For each set of columns that the upper half may have, ``grow`` makes all upper halves on these
columns and all lower halves on the others, breadth first in lanes. A half is then only a
*pattern*: which diagonals it occupies of those that cross the middle. Two halves make a solution
when their patterns have no bit in common. To count such pairs, 512 upper patterns at a time are
turned into tables: for every six bits of a pattern and each of their 64 values, which of the 512
agree with it, as a vector of 512 bits. A lower pattern looks one vector up for each six of its
bits; the members of their intersection are its partners.

With many patterns, the upper ones are sorted by their first six bits, those of the diagonals
occupied most. The 512 of a block then have some of these bits in common, and lower patterns with
one of them are sieved out beforehand.

Words: a pattern has at most 2 (31 - 1) bits, numbers 0 to 59; bits 60 and 61 of a lower pattern
say how many of the long diagonals it occupies, 0 to 2, so that each of its pairs counts 1, 2 or 4
times. A call looks up fewer than 2^26 lower patterns; each has at most 512 partners in a block, and
each pair counts at most 8 times. So the solutions of a call are below 2^38.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from everyway.families.placement.queens_board import Cut
from everyway.kernels.bits import lowest, popcount
from everyway.kernels.jit import kernel, part
from everyway.kernels.lanes import (
    Lanes,
    keep_first,
    load,
    nonzero,
    pack,
    popcounts,
    splat,
    store,
    total,
    widen,
)
from everyway.kernels.memory import NUMBER_BYTES, Memory, at, put

CHUNK = 6
LEAST_CHUNKS = 5
VALUES = 1 << CHUNK
BLOCK = 512
BLOCK_BYTES = BLOCK // 8
TABLE_BYTES = VALUES * BLOCK_BYTES
ROW_BYTES = 8
WEIGHT_BIT = 60
CENTRE = 3 << WEIGHT_BIT
MOST_AT_ONCE = 32 * 32 + 64
"""What a vector of boards can grow to, and what packing writes behind."""

WORK_A_CALL = 10_000_000
NO_ROOM = -1
NONE = -1

COLUMNS, LEFT, IN_CENTRE, LOWERS, UPPERS, FIRST = range(6)
"""What ``Halves.place`` holds: the set of columns in hand, how many sets are left with it, whether
the queen in the centre has its turn, how many patterns there are, and the first that is to be
joined; ``NONE`` where they are not made yet."""

SIEVED_FROM = 17


class Halves(NamedTuple):
    """What one search works on: addresses, unless said otherwise.

    The board has ``columns`` columns and as many rows, ``upper`` of them in the upper half.
    ``upper_rows`` and ``lower_rows`` are the squares that each row offers, from the edge to the
    middle; ``centre_rows`` those of the upper half with a queen in the centre, or 0. ``mirror``
    says that of a set of columns and its mirror image only one is taken, and counts twice.
    Patterns have ``bits`` bits for each direction; the bit of the long diagonal, ``rising_long``
    and ``falling_long``, goes last, or away where both are dropped (``bits`` is then one less).
    ``place`` says where the search is, as told at ``COLUMNS``. ``space`` has room for
    ``room`` boards twice, ``uppers``, ``lowers`` and ``sieved`` for as many patterns, ``counts``
    for a number for each value of a chunk, ``bitmaps`` for a vector a bit, ``tables`` for the
    tables.
    """

    columns: int
    upper: int
    upper_rows: int
    centre_rows: int
    lower_rows: int
    mirror: int
    sieve: int
    weights: int
    bits: int
    rising_long: int
    falling_long: int
    room: int
    place: int
    space: int
    uppers: int
    lowers: int
    sieved: int
    counts: int
    bitmaps: int
    tables: int


# --- growing halves ---


@part
def grow(lanes: Lanes, half: Halves, columns: int, rows: int, number: int) -> tuple[int, int]:
    """Fill *number* rows with queens on *columns*, as many; return how many boards, and where.

    Boards lie as three planes: columns left (not written for the last row), and what is attacked
    in the row beyond along the diagonals going left and going right. Return ``NO_ROOM`` boards
    when there are too many.
    """
    size = lanes.size
    count = lanes.count
    plane = half.room * size
    source = half.space
    target = source + 3 * plane
    store(source, splat(lanes, columns))
    store(source + plane, splat(lanes, 0))
    store(source + 2 * plane, splat(lanes, 0))
    boards = 1
    for y in range(number):
        row = splat(lanes, at(rows, y))
        row_1 = splat(lanes, at(rows, y + 1))
        row_2 = splat(lanes, at(rows, y + 2))
        more = y + 1 < number
        still_more = y + 2 < number
        got = 0
        for first in range(0, boards, count):
            here = source + first * size
            left_over = load(lanes, here)
            left = load(lanes, here + plane)
            right = load(lanes, here + 2 * plane)
            free = left_over & ~(left | right) & row
            if boards - first < count:
                free = keep_first(free, boards - first)
            live = nonzero(free)
            while live:
                bit = free & -free
                free = free ^ bit
                new_columns = left_over ^ bit
                new_left = (left | bit) << 1
                new_right = (right | bit) >> 1
                there = target + got * size
                if more:
                    live &= nonzero(new_columns & ~(new_left | new_right) & row_1)
                    if still_more:
                        live &= nonzero(new_columns & ~(new_left << 1 | new_right >> 1) & row_2)
                    pack(there, new_columns, live)
                pack(there + plane, new_left, live)
                pack(there + 2 * plane, new_right, live)
                got += popcount(live)
                live = nonzero(free)
            if got > half.room - MOST_AT_ONCE:
                return NO_ROOM, source
        source, target = target, source
        boards = got
    return boards, source


@part
def write_patterns(
    lanes: Lanes, wide: Lanes, half: Halves, boards: int, source: int, target: int, lower: bool
) -> None:
    """Write the patterns of *boards* halves at *source* to *target*."""
    plane = half.room * lanes.size
    inside = splat(wide, (1 << half.columns) - 1)
    keep = splat(wide, (1 << half.bits) - 1)
    seven = splat(wide, 7)
    one = splat(wide, 1)
    fall, rise = half.falling_long, half.rising_long
    for i in range(0, boards, wide.count):
        left = widen(wide, lanes, source + plane + i * lanes.size) & inside
        right = widen(wide, lanes, source + 2 * plane + i * lanes.size)
        rising, falling = left >> 1, right
        if lower:
            rising, falling = falling, rising
        a = (rising >> rise + 1 | rising << half.columns - 2 - rise) & keep
        b = (falling >> fall + 1 | falling << half.columns - 2 - fall) & keep
        pattern = a & seven | (b & seven) << 3 | (a >> 3) << 6 | (b >> 3) << half.bits + 3
        if lower and half.weights:
            weight = (rising >> rise & one) + (falling >> fall & one)
            pattern = pattern | weight << WEIGHT_BIT
        store(target + i * ROW_BYTES, pattern)


@part
def make(
    lanes: Lanes, wide: Lanes, half: Halves, columns: int, rows: int, number: int, lower: bool
) -> int:
    """Grow halves and write their patterns; return how many there are."""
    boards, source = grow(lanes, half, columns, rows, number)
    target = half.lowers if lower else half.uppers
    if boards > 0:
        write_patterns(lanes, wide, half, boards, source, target, lower)
    return boards


# --- joining them ---


@part
def sort_uppers(half: Halves, number: int) -> None:
    """Sort the upper patterns by their first chunk, by way of the room for sieved patterns."""
    for value in range(VALUES):
        put(half.counts, value, 0)
    for i in range(number):
        value = at(half.uppers, i) & VALUES - 1
        put(half.counts, value, at(half.counts, value) + 1)
        put(half.sieved, i, at(half.uppers, i))
    start = 0
    for value in range(VALUES):
        here = at(half.counts, value)
        put(half.counts, value, start)
        start += here
    for i in range(number):
        pattern = at(half.sieved, i)
        place = at(half.counts, pattern & VALUES - 1)
        put(half.counts, pattern & VALUES - 1, place + 1)
        put(half.uppers, place, pattern)


@part
def write_bitmaps(wide: Lanes, half: Halves, block: int, bits: int) -> None:
    """Write for each bit which of the 512 patterns at *block* do not have it."""
    all_lanes = (1 << wide.count) - 1
    for b in range(bits):
        bit = splat(wide, 1 << b)
        for w in range(BLOCK // 64):
            word = 0
            for i in range(0, 64, wide.count):
                patterns = load(wide, block + (64 * w + i) * ROW_BYTES)
                word |= (nonzero(patterns & bit) ^ all_lanes) << i
            put(half.bitmaps, b * (BLOCK // 64) + w, word)


@part
def write_tables(
    vector: Lanes, chunks: tuple[int, ...], half: Halves, number: int, bits: int
) -> None:
    """Write the tables: which of the first *number* patterns have no bit of a chunk's value."""
    for w in range(BLOCK // 64):
        inside = min(64, max(0, number - 64 * w))
        put(half.tables, w, -1 if inside == 64 else (1 << inside) - 1)
    for k in range(len(chunks)):
        first = CHUNK * k
        table = half.tables + k * TABLE_BYTES
        if k:
            store(table, splat(vector, -1))
        for value in range(1, 1 << max(0, min(CHUNK, bits - first))):
            others = load(vector, table + (value & value - 1) * BLOCK_BYTES)
            bitmap = load(vector, half.bitmaps + (first + lowest(value)) * BLOCK_BYTES)
            store(table + value * BLOCK_BYTES, others & bitmap)


@part
def sieve(half: Halves, number: int, common: int) -> int:
    """Keep the lower patterns that have no bit of *common*; return how many."""
    kept = 0
    for i in range(number):
        pattern = at(half.lowers, i)
        put(half.sieved, kept, pattern)
        if pattern & common == 0:
            kept += 1
    return kept


@part
def join(vector: Lanes, chunks: tuple[int, ...], tables: int, lowers: int, number: int) -> int:
    """Return the number of partners of *number* lower patterns in a block, with their weights."""
    pairs = splat(vector, 0)
    for i in range(number):
        pattern = at(lowers, i)
        partners = load(vector, tables + (pattern & VALUES - 1) * BLOCK_BYTES)
        for k in range(1, len(chunks)):
            value = pattern >> CHUNK * k & VALUES - 1
            partners = partners & load(vector, tables + k * TABLE_BYTES + value * BLOCK_BYTES)
        pairs = pairs + (popcounts(partners) << (pattern >> WEIGHT_BIT))
    return total(pairs)


@part
def join_blocks(
    wide: Lanes, vector: Lanes, chunks: tuple[int, ...], half: Halves, most_work: int
) -> tuple[int, int]:
    """Join the next blocks of upper patterns with all lower ones, for about so much work.

    Return the pairs, and the work: the lower patterns looked up.
    """
    bits = max(CHUNK, 2 * half.bits)
    uppers = at(half.place, UPPERS)
    lowers = at(half.place, LOWERS)
    # Lower patterns with a queen on a long diagonal do not go with one in the centre.
    always = CENTRE if at(half.place, IN_CENTRE) else 0
    first = at(half.place, FIRST)
    pairs = 0
    work = 0
    while first < uppers and work < most_work:
        block = half.uppers + first * ROW_BYTES
        number = min(BLOCK, uppers - first)
        write_bitmaps(wide, half, block, bits)
        write_tables(vector, chunks, half, number, bits)
        common = always
        if half.sieve:
            shared = VALUES - 1
            for i in range(number):
                shared &= at(block, i)
            common |= shared
        if common:
            kept = sieve(half, lowers, common)
            pairs += join(vector, chunks, half.tables, half.sieved, kept)
            work += kept + lowers // 8
        else:
            pairs += join(vector, chunks, half.tables, half.lowers, lowers)
            work += lowers
        first += BLOCK
    put(half.place, FIRST, first)
    if first >= uppers:
        go_on(half)
    return pairs, work


# --- the sets of columns ---


@part
def mirrored(columns: int, width: int) -> int:
    """Return a set of columns as a mirror shows it."""
    image = 0
    for c in range(width):
        image |= (columns >> c & 1) << width - 1 - c
    return image


@part
def following(columns: int) -> int:
    """Return the next larger set of as many columns (Gosper's rule)."""
    low = columns & -columns
    carried = columns + low
    return carried | ((columns ^ carried) >> 2) >> lowest(low)


@part
def go_on(half: Halves) -> None:
    """Turn to the boards with a queen in the centre, or to the next set of columns."""
    put(half.place, FIRST, NONE)
    if half.centre_rows and not at(half.place, IN_CENTRE):
        put(half.place, IN_CENTRE, 1)
        return
    put(half.place, IN_CENTRE, 0)
    put(half.place, LOWERS, NONE)
    put(half.place, COLUMNS, following(at(half.place, COLUMNS)))
    put(half.place, LEFT, at(half.place, LEFT) - 1)


@part
def begin(lanes: Lanes, wide: Lanes, half: Halves) -> int:
    """Make the halves on the set of columns in hand; return how many, or ``NO_ROOM``."""
    columns = at(half.place, COLUMNS)
    if half.mirror and columns > mirrored(columns, half.columns):
        put(half.place, IN_CENTRE, 1)  # nor is there anything to do for the centre
        go_on(half)
        return 0
    rows = half.centre_rows if at(half.place, IN_CENTRE) else half.upper_rows
    uppers = make(lanes, wide, half, columns, rows, half.upper, False)
    made = uppers
    if uppers > 0 and at(half.place, LOWERS) == NONE:
        others = ((1 << half.columns) - 1) & ~columns
        number = half.columns - half.upper
        lowers = make(lanes, wide, half, others, half.lower_rows, number, True)
        if lowers == NO_ROOM:
            return NO_ROOM
        put(half.place, LOWERS, lowers)
        made += lowers
    if uppers > 0 and at(half.place, LOWERS) > 0:
        if half.sieve:
            sort_uppers(half, uppers)
        put(half.place, UPPERS, uppers)
        put(half.place, FIRST, 0)
    elif uppers >= 0:
        go_on(half)
    return made


@kernel
def count_sets(
    lanes: Lanes, wide: Lanes, vector: Lanes, chunks: tuple[int, ...], half: Halves, most: int
) -> tuple[int, int, bool]:
    """Go on for about *most* nodes, or a moment, from where the last call ended.

    Return the solutions, the nodes, and whether there was room. Without room, what is in hand is
    not counted and stays in hand.
    """
    solutions = 0
    nodes = 0
    work = 0
    while at(half.place, LEFT) > 0 and nodes < most and work < WORK_A_CALL:
        columns = at(half.place, COLUMNS)
        if at(half.place, FIRST) == NONE:
            made = begin(lanes, wide, half)
            if made == NO_ROOM:
                return solutions, nodes, False
            nodes += made
            work += 20 + 4 * made
        else:
            pairs, looked_up = join_blocks(wide, vector, chunks, half, WORK_A_CALL - work)
            both = half.mirror and columns < mirrored(columns, half.columns)
            solutions += 2 * pairs if both else pairs
            work += looked_up
    return solutions, nodes, True


class HalvesWalk:
    """Counts the solutions whose upper half is on one of *sets* sets of columns.

    The sets follow one another in rising order from *columns* on; *cut* says how the board is cut.
    """

    def __init__(self, cut: Cut, columns: int, sets: int, lanes: Lanes) -> None:
        self.nodes = 0
        self.solutions = 0
        self._cut = cut
        self._lanes = lanes
        self._wide = Lanes(64, lanes.bits * lanes.count // 64)
        self._place = np.array([columns, sets, 0, NONE, 0, NONE], dtype=np.int64)
        # The loop over the chunks is unrolled, so the kernel is compiled anew for each number.
        self._chunks = (0,) * max(LEAST_CHUNKS, -(-2 * cut.bits // CHUNK))
        self._make_room(1 << max(12, min(17, 2 * len(cut.rows) - 20)))

    def _make_room(self, room: int) -> None:
        cut, rows = self._cut, self._cut.rows
        memory = self._memory = Memory()
        self._room = room
        self._place[LOWERS] = NONE  # they were made in the memory that goes
        lower = rows[: cut.upper - 1 : -1] if cut.upper else rows[::-1]

        def keep(squares: tuple[int, ...]) -> int:
            return memory.keep(np.array([*squares, 0, 0, 0], dtype=np.int64))

        planes = 2 * 3 * room * self._lanes.size // NUMBER_BYTES
        self._halves = Halves(
            columns=len(rows),
            upper=cut.upper,
            upper_rows=keep(rows[: cut.upper]),
            centre_rows=keep(cut.centre_rows) if cut.centre_rows else 0,
            lower_rows=keep(lower),
            mirror=int(cut.mirror),
            sieve=int(len(rows) >= SIEVED_FROM),
            weights=int(cut.mirror),
            bits=cut.bits,
            rising_long=cut.upper - 1,
            falling_long=len(rows) - 1 - cut.upper,
            room=room,
            place=memory.keep(self._place),
            space=memory.zeros(planes),
            uppers=memory.zeros(room + BLOCK),
            lowers=memory.zeros(room + BLOCK),
            sieved=memory.zeros(room + BLOCK),
            counts=memory.zeros(VALUES),
            bitmaps=memory.zeros(64 * BLOCK // 64),
            tables=memory.zeros(len(self._chunks) * TABLE_BYTES // NUMBER_BYTES),
        )

    @property
    def done(self) -> bool:
        """Whether all sets are searched."""
        return bool(self._place[LEFT] <= 0)

    def advance(self, most_nodes: int) -> None:
        """Search on for about so many nodes, those of at least one set, or for a moment."""
        solutions, nodes, room = count_sets(
            self._lanes,
            self._wide,
            Lanes(64, BLOCK // 64),
            self._chunks,
            self._halves,
            most_nodes,
        )
        self.solutions += int(solutions)
        self.nodes += int(nodes)
        if not room:
            self._make_room(4 * self._room)
