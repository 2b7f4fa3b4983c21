"""The search from both ends: layer by layer, the smaller side first, until the sides meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from everyway.core.engine import Control, Data
from everyway.families.hanoi.packed import Packing, Words
from everyway.families.hanoi.reach import held_pegs
from everyway.families.hanoi.states import State, steps
from everyway.families.hanoi.table import expand, locate, mark, refill

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

CHUNK = 100_000
"""So many nodes are searched between two looks at the control: some hundredths of a second."""

FIRST_ROOM = 1 << 12
KEPT = 1 << 17
MOST_NODES = 60_000_000
"""So many nodes on one side take about 3 GB."""

TOP = 1 << 62


class Side:
    """A search from one state: its nodes, in the order in which they were met, layer by layer."""

    most_nodes = MOST_NODES
    dropped = 0
    """How many nodes of earlier layers are kept no more."""

    def __init__(self, packing: Packing, root: State, back: bool, modulus: int, top: int) -> None:
        self.tables = packing.tables(back)
        self.modulus, self.top = modulus, top
        room = FIRST_ROOM + packing.pegs**2
        self.keys = np.zeros(room, dtype=np.int64)
        self.far = np.zeros(room, dtype=np.int64)
        self.ways = np.zeros(room, dtype=np.int64)
        self.slots = np.full(4 * FIRST_ROOM, -1, dtype=np.int64)
        self.progress = np.array([0, 1, 1, 0], dtype=np.int64)
        self.keys[0] = packing.pack(root)
        self.ways[0] = 1
        refill(self.keys, 1, self.slots)
        self.layers = [(0, 1)]

    @property
    def width(self) -> int:
        """How many nodes the last layer has."""
        first, last = self.layers[-1]
        return last - first

    @property
    def depth(self) -> int:
        """The distance of the last layer."""
        return len(self.layers) - 1

    def next_layer(self, control: Control) -> bool:
        """Search one layer more; return False when stopped, or when memory would not do."""
        start = int(self.progress[2])
        while self.progress[0] < self.progress[1]:
            before = int(self.progress[0])
            full = expand(
                self.keys, self.far, self.ways, self.slots, self.progress, CHUNK,
                self.modulus, self.top, *self.tables,
            )  # fmt: skip
            if control.spend(int(self.progress[0]) - before):
                return False
            if full:
                if len(self.keys) > self.most_nodes:
                    control.stop("memory")
                    return False
                self._grow()
        self.progress[1] = self.progress[2]
        self.layers.append((start, int(self.progress[2])))
        return True

    def _grow(self) -> None:
        room = np.zeros(len(self.keys), dtype=np.int64)
        self.keys = np.concatenate([self.keys, room])
        self.far = np.concatenate([self.far, room])
        self.ways = np.concatenate([self.ways, room])
        self.slots = np.full(2 * len(self.slots), -1, dtype=np.int64)
        refill(self.keys, int(self.progress[2]), self.slots)

    def find(self, words: Words) -> Words:
        """Return the node of each word, or -1."""
        found = np.empty(len(words), dtype=np.int64)
        locate(words, self.keys, self.slots, found)
        return found

    def layer(self, depth: int) -> Words:
        """Return the words of the layer at this distance."""
        first, last = self.layers[depth]
        return self.keys[first:last]


class Meeting:
    """Where the searches from the start and from the goal of *puzzle* meet.

    ``distance`` is None when there is no way; ``complete`` False when the search was stopped, and
    then ``proved`` says how many moves are not enough. ``overflown`` says that the number of ways
    is too large for words: it is then known modulo a *modulus* alone.
    """

    def __init__(self, puzzle: Hanoi, control: Control, modulus: int = 0, top: int = TOP) -> None:
        self.puzzle = puzzle
        self.modulus = modulus
        self.packing = Packing(puzzle, puzzle.arcs, held_pegs(puzzle))
        self.ahead = Side(self.packing, puzzle.start_state, False, modulus, top)
        self.back = Side(self.packing, puzzle.goal_state, True, modulus, top)
        self.distance: int | None = None
        self.middle = np.zeros((2, 0), dtype=np.int64)
        self.complete = self._search(control)

    @property
    def nodes(self) -> int:
        """How many states were met, up to symmetry."""
        return int(self.ahead.progress[2] + self.back.progress[2])

    @property
    def proved(self) -> int:
        """The number of moves that are proved not to be enough, while nothing has met."""
        return self.ahead.depth + self.back.depth

    @property
    def overflown(self) -> bool:
        """Whether a number of ways did not fit into a word."""
        return bool(self.ahead.progress[3] or self.back.progress[3])

    def _search(self, control: Control) -> bool:
        if control.spend(0):
            return False
        side, other = self.ahead, self.back
        while True:
            words = side.layer(side.depth)
            found = other.find(words)
            met = found >= other.layers[-1][0]
            if met.any():
                mine = side.layers[-1][0] + np.flatnonzero(met)
                pair = (mine, found[met])
                self.middle = np.array(pair if side is self.ahead else pair[::-1])
                self.distance = self.proved
                return True
            if not (self.ahead.width and self.back.width):
                return True
            side, other = self.ahead, self.back
            if self.back.width < self.ahead.width:
                side, other = other, side
            if not side.next_layer(control):
                return False

    def number(self) -> int:
        """Return the number of shortest ways, modulo the modulus if there is one.

        A side's ways are those to all states of an orbit together, so each orbit's product is
        divided by its size: exactly, for every state of it has the same number on each side.
        """
        if self.distance is None:
            return 0
        ahead, back = self.middle
        sizes = self.packing.orbit_sizes(self.ahead.keys[ahead])
        triples = zip(
            self.ahead.ways[ahead].tolist(),
            self.back.ways[back].tolist(),
            sizes.tolist(),
            strict=True,
        )
        if not self.modulus:
            return int(sum(a * b // size for a, b, size in triples))
        p = self.modulus
        return int(sum(a * b * pow(size, -1, p) for a, b, size in triples) % p)


class Course(ABC):
    """The shortest ways of *puzzle*, in order: which moves lead on from a state on one of them."""

    def __init__(self, puzzle: Hanoi, distance: int) -> None:
        self.puzzle = puzzle
        self.distance = distance
        # Many ways lead through the same states.
        self.following = lru_cache(maxsize=KEPT)(self._following)

    @abstractmethod
    def stands(self, state: State, depth: int) -> bool:
        """Return whether *state* lies on a shortest way, *depth* moves from the start."""

    def _following(self, state: State, depth: int) -> list[tuple[int, State]]:
        """Return the moves that shortest ways make from *state*, *depth* moves from the start."""
        if depth == self.distance:
            return []
        return [
            (code, after)
            for code, after in steps(state, self.puzzle.arcs, self.puzzle.pegs)
            if self.stands(after, depth + 1)
        ]

    def follow(self, path: Data) -> State:
        """Return the state after the moves of *path*."""
        state = self.puzzle.start_state
        for depth, code in enumerate(path):
            state = next(after for c, after in self.following(state, depth) if c == code)
        return state


class Marks:
    """The nodes of a search, from which marked nodes of its last layer are reached shortest.

    ``complete`` is False when the control said stop.
    """

    def __init__(self, side: Side, ends: Words, depth: int, control: Control) -> None:
        self.side = side
        self.marked = np.zeros(len(side.keys), dtype=np.int64)
        self.marked[ends] = 1
        self.complete = self._mark(depth, control)

    def _mark(self, depth: int, control: Control) -> bool:
        for layer in range(depth - 1, -1, -1):
            first, last = self.side.layers[layer]
            after = self.side.layers[layer + 1][1]
            for begin in range(first, last, CHUNK):
                end = min(begin + CHUNK, last)
                mark(
                    self.side.keys, self.side.slots, self.marked, begin, end, last, after,
                    *self.side.tables,
                )  # fmt: skip
                if control.spend(0):
                    return False
        return True

    def holds(self, word: int, depth: int) -> bool:
        """Return whether the state of *word* is marked, and *depth* moves from the root."""
        node = int(self.side.find(np.array([word], dtype=np.int64))[0])
        return node >= 0 and int(self.side.far[node]) == depth and bool(self.marked[node])


class Ways(Course):
    """The shortest ways through the middle of a meeting."""

    def __init__(self, meeting: Meeting, control: Control) -> None:
        assert meeting.distance is not None
        super().__init__(meeting.puzzle, meeting.distance)
        self.packing = meeting.packing
        self.back = meeting.back
        self.depth = int(meeting.ahead.far[meeting.middle[0][0]])
        self.marks = Marks(meeting.ahead, meeting.middle[0], self.depth, control)
        self.complete = self.marks.complete

    def stands(self, state: State, depth: int) -> bool:
        """Return whether *state* lies on a shortest way, *depth* moves from the start."""
        word = self.packing.pack(state)
        if depth <= self.depth:
            return self.marks.holds(word, depth)
        node = int(self.back.find(np.array([word], dtype=np.int64))[0])
        return node >= 0 and int(self.back.far[node]) == self.distance - depth
