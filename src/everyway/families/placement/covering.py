"""Branch and bound for placements that cover the board: the compiled search and its tables.

At each node there are squares still to be *covered* and *candidates*, squares that may still be
occupied. Some square that is not covered must be covered by one of its candidates: the search
branches on the one that has the fewest, takes those that would cover the most first, and bars each
from the branches after its own, so that no set of squares is met twice.

Candidates that would leave too much to the others are dropped (``covering_bounds.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from everyway.families.placement.covering_bounds import (
    SHARED_BY,
    Place,
    Tables,
    drop_unasked,
    drop_weak,
    hardest,
)
from everyway.families.placement.model import are_small
from everyway.kernels.bits import from_table, lowest, popcount, to_table, to_words
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Memory, at, put

WIDTHS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32)
"""For how many words the search is compiled, each when it is first needed."""

LISTED_NUMBERS = 1 << 15


class Harvest(NamedTuple):
    """What was met, by address: ``met`` counts solutions, ``listed`` the rows of ``found``.

    ``numbers`` counts solutions by size, by squares in the orbit and by stabiliser. A row is the
    size and then the squares.
    """

    met: int
    numbers: int
    listed: int
    found: int
    rows: int
    width: int


DEPTH, NEW, DONE, NODES = range(4)


@part
def weigh(tables: Tables, place: Place, harvest: Harvest, size: int) -> None:
    """Count the solution of the *size* squares that are chosen."""
    words = len(tables.width)
    in_orbit = 0
    for w in range(words):
        put(place.members, w, 0)
    for i in range(size):
        square = at(place.chosen, i)
        w = square >> 6
        put(place.members, w, at(place.members, w) | 1 << (square & 63))
    for w in range(words):
        in_orbit += popcount(at(place.members, w) & at(tables.orbit, w))
    kept_by = 0
    for g in range(tables.symmetries):
        kept = 1
        for i in range(size):
            image = at(tables.images, g * tables.squares + at(place.chosen, i))
            if not at(place.members, image >> 6) >> (image & 63) & 1:
                kept = 0
                break
        kept_by += kept
    order = at(tables.stabiliser, kept_by)
    row = (size * (tables.in_orbit + 1) + in_orbit) * tables.orders + order
    put(harvest.numbers, row, at(harvest.numbers, row) + 1)


@part
def solution(tables: Tables, place: Place, harvest: Harvest, size: int) -> None:
    """Keep the solution of the *size* squares that are chosen, if the size will do."""
    if size < tables.least:
        return
    put(harvest.met, 0, at(harvest.met, 0) + 1)
    weigh(tables, place, harvest, size)
    if harvest.rows:
        row = at(harvest.listed, 0) * harvest.width
        put(harvest.found, row, size)
        for i in range(size):
            put(harvest.found, row + 1 + i, at(place.chosen, i))
        put(harvest.listed, 0, at(harvest.listed, 0) + 1)


@part
def last_piece(
    tables: Tables, place: Place, harvest: Harvest, depth: int, uncovered: int, candidates: int
) -> None:
    """Meet the solutions that one more piece completes: it attacks all that is uncovered."""
    words = len(tables.width)
    for w in range(words):
        left = at(uncovered, w)
        while left:
            near = (w * 64 + lowest(left)) * words
            left &= left - 1
            some = 0
            for x in range(words):
                both = at(candidates, x) & at(tables.near, near + x)
                put(candidates, x, both)
                some |= both
            if not some:
                return
    for w in range(words):
        left = at(candidates, w)
        while left:
            put(place.chosen, depth, w * 64 + lowest(left))
            left &= left - 1
            solution(tables, place, harvest, depth + 1)


@part
def open_node(tables: Tables, place: Place, harvest: Harvest, depth: int) -> int:
    """Meet what ends at this node, list its children, and return their number."""
    words = len(tables.width)
    uncovered = place.uncovered + depth * words * 8
    candidates = place.candidates + depth * words * 8
    children = place.children + depth * tables.squares * 8
    left = tables.most - depth
    is_open = 0
    for w in range(words):
        is_open |= at(uncovered, w)
    number = 0
    if not is_open:
        solution(tables, place, harvest, depth)
        if tables.peaceful or left == 0:
            return 0
        # Every candidate may be added to what covers all already.
        for w in range(words):
            members = at(candidates, w)
            while members:
                put(children, number, w * 64 + lowest(members))
                members &= members - 1
                number += 1
        return number
    if left == 0:
        return 0
    if tables.peaceful:
        for w in range(words):
            put(candidates, w, at(candidates, w) & at(uncovered, w))
    if left == 1:
        last_piece(tables, place, harvest, depth, uncovered, candidates)
        return 0
    if not drop_weak(tables, place, left, uncovered, candidates):
        return 0
    sharing = tables.shares and left >= SHARED_BY
    if sharing and not drop_unasked(tables, place, left, uncovered, candidates):
        return 0
    hard = hardest(tables, uncovered, candidates)
    if hard < 0:
        return 0
    for w in range(words):
        members = at(tables.near, hard * words + w) & at(candidates, w)
        while members:
            square = w * 64 + lowest(members)
            members &= members - 1
            i = number
            while i > 0 and at(place.gains, at(children, i - 1)) < at(place.gains, square):
                put(children, i, at(children, i - 1))
                i -= 1
            put(children, i, square)
            number += 1
    return number


@part
def enter_child(tables: Tables, place: Place, depth: int) -> None:
    """Occupy the next child of the node at *depth*, and bar it from those after it."""
    words = len(tables.width)
    tried = at(place.tried, depth)
    put(place.tried, depth, tried + 1)
    square = at(place.children, depth * tables.squares + tried)
    put(place.chosen, depth, square)
    here = depth * words
    w = here + (square >> 6)
    put(place.candidates, w, at(place.candidates, w) & ~(1 << (square & 63)))
    for x in range(words):
        near = at(tables.near, square * words + x)
        put(place.uncovered, here + words + x, at(place.uncovered, here + x) & ~near)
        put(place.candidates, here + words + x, at(place.candidates, here + x))
    put(place.now, DEPTH, depth + 1)
    put(place.now, NEW, 1)


@kernel
def advance(
    tables: Tables, place: Place, harvest: Harvest, base: int, most_nodes: int, most_met: int
) -> None:
    """Walk on below depth *base*, until so many nodes or solutions in all, or all is done.

    No number overflows: those of solutions are set back at every pause, which comes after at most
    2**40 nodes, each with at most one solution a square.
    """
    while not at(place.now, DONE):
        depth = at(place.now, DEPTH)
        if at(place.now, NEW):
            nodes = at(place.now, NODES)
            full = harvest.rows and at(harvest.listed, 0) + tables.squares >= harvest.rows
            if nodes >= most_nodes or at(harvest.met, 0) >= most_met or full:
                return
            put(place.now, NODES, nodes + 1)
            put(place.many, depth, open_node(tables, place, harvest, depth))
            put(place.tried, depth, 0)
            put(place.now, NEW, 0)
        elif at(place.tried, depth) < at(place.many, depth):
            enter_child(tables, place, depth)
        elif depth == base:
            put(place.now, DONE, 1)
        else:
            put(place.now, DEPTH, depth - 1)


class Weights(NamedTuple):
    """By what solutions are counted apart: an orbit of squares, and a group of symmetries.

    Without either they are counted by size alone.
    """

    orbit: int = 0
    images: tuple[tuple[int, ...], ...] = ()


class Start(NamedTuple):
    """Where a search begins: bitsets of what is to be covered and occupied, and what is chosen."""

    uncovered: int
    candidates: int
    chosen: tuple[int, ...] = ()


class CoveringSearch:
    """A walk of the tree below a start, which can pause; solutions are tuples of squares.

    *near* are bitsets: each square with those it attacks. A solution has *least* to *most*
    squares. ``numbers`` counts solutions by (size, squares in the orbit, order of the stabiliser).
    """

    def __init__(
        self,
        near: Sequence[int],
        start: Start,
        least: int,
        most: int,
        peaceful: bool,
        weights: Weights,
        listing: bool = False,
    ) -> None:
        squares = len(near)
        if len(start.chosen) > most:
            raise ValueError("more squares are chosen than there may be")  # tables end there
        self._near = near
        self.words = next(w for w in WIDTHS if 64 * w >= squares)
        self._memory = memory = Memory()
        self._most = most
        self._base = len(start.chosen)
        order = len(weights.images)
        self._orders = [k for k in range(1, order + 1) if order % k == 0] or [0]
        self._in_orbit = min(most, weights.orbit.bit_count())
        self._shape = (most + 1, self._in_orbit + 1, len(self._orders))
        index = np.zeros(order + 1, dtype=np.int64)
        index[self._orders] = range(len(self._orders))
        images = np.array(weights.images, dtype=np.int64).reshape(-1)
        self._tables = Tables(
            (0,) * self.words,
            squares,
            least,
            most,
            int(peaceful),
            memory.keep(to_table(near, self.words).copy()),
            memory.keep(to_words(weights.orbit, self.words).copy()),
            order,
            memory.keep(images),
            memory.keep(index),
            len(self._orders),
            self._in_orbit,
            int(are_small(near)),
        )
        self._place(start, squares, most)
        width = most + 1
        rows = squares + 1 + LISTED_NUMBERS // width if listing else 0
        self._met = np.zeros(1, dtype=np.int64)
        self._numbers = np.zeros(self._shape, dtype=np.int64)
        self._listed = np.zeros(1, dtype=np.int64)
        self._rows = np.zeros((rows, width), dtype=np.int64)
        self._harvest = Harvest(
            memory.keep(self._met),
            memory.keep(self._numbers),
            memory.keep(self._listed),
            memory.keep(self._rows),
            rows,
            width,
        )
        self.numbers: dict[tuple[int, int, int], int] = {}
        self.found: list[tuple[int, ...]] = []

    def _place(self, start: Start, squares: int, most: int) -> None:
        depths = most + 2
        words = self.words
        self._now = np.array([self._base, 1, 0, 0], dtype=np.int64)
        self._uncovered = np.zeros((depths, words), dtype=np.int64)
        self._candidates = np.zeros((depths, words), dtype=np.int64)
        self._chosen = np.zeros(depths, dtype=np.int64)
        self._many = np.zeros(depths, dtype=np.int64)
        self._uncovered[self._base] = to_words(start.uncovered, words)
        self._candidates[self._base] = to_words(start.candidates, words)
        self._chosen[: self._base] = start.chosen
        self._children = np.zeros((depths, squares), dtype=np.int64)
        keep, zeros = self._memory.keep, self._memory.zeros
        self._at = Place(
            keep(self._now),
            keep(self._uncovered),
            keep(self._candidates),
            keep(self._chosen),
            keep(self._children),
            keep(self._many),
            zeros(depths),
            zeros(squares),
            zeros(squares),
            zeros(squares),
            zeros(squares + 1),
            zeros(words),
        )

    @property
    def nodes(self) -> int:
        """How many nodes were visited."""
        return int(self._now[NODES])

    @property
    def done(self) -> bool:
        """Whether the walk is finished."""
        return bool(self._now[DONE])

    def advance(self, most_nodes: int, most_found: int | None = None) -> None:
        """Walk on for so many nodes, or until so many solutions are found in all."""
        limit = min(self.nodes + most_nodes, 1 << 40)
        while not self.done and self.nodes < limit:
            before = sum(self.numbers.values())
            room = 1 << 62 if most_found is None else most_found - before
            advance(self._tables, self._at, self._harvest, self._base, limit, room)
            self._collect()
            if most_found is not None and sum(self.numbers.values()) >= most_found:
                return

    def children(self) -> list[Start]:
        """Return where each child of the first node begins; nothing may be visited before."""
        self.advance(1)
        base = self._base
        uncovered, candidates = (
            from_table(table[base : base + 1])[0] for table in (self._uncovered, self._candidates)
        )
        chosen = tuple(self._chosen[:base].tolist())
        found = []
        for square in self._children[base, : int(self._many[base])].tolist():
            candidates &= ~(1 << square)
            left = uncovered & ~self._near[square]
            found.append(Start(left, candidates, (*chosen, square)))
        return found

    def _collect(self) -> None:
        if self._met[0]:
            for size, in_orbit, order in np.argwhere(self._numbers).tolist():
                key = (size, in_orbit, self._orders[order])
                number = int(self._numbers[size, in_orbit, order])
                self.numbers[key] = self.numbers.get(key, 0) + number
            self._numbers[:] = 0
        rows = self._rows[: int(self._listed[0])].tolist()
        self.found += [tuple(sorted(row[1 : row[0] + 1])) for row in rows]
        self._met[:] = 0
        self._listed[:] = 0
