"""How far all states are from the start: breadth-first search with one bit a state, compiled.

Of every orbit under the twins among the pegs only one state is searched. A layer is an array of
packed states; which states have been met is kept in bits, so a layer need not be compared with
earlier ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from everyway.core.engine import Control, Data
from everyway.families.hanoi.packed import Packing, Words, after_move, find_ends
from everyway.families.hanoi.reach import held_pegs
from everyway.families.hanoi.states import State, steps
from everyway.kernels.jit import kernel

if TYPE_CHECKING:
    import numpy.typing as npt

    from everyway.families.hanoi.puzzle import Hanoi

CHUNK = 100_000
FIRST_ROOM = 1 << 14
NARROW = 32
"""States of so many bits are kept in half a word each."""


@kernel
def spread(
    layer: Words,
    first: int,
    last: int,
    out: Words,
    found: int,
    bits_met: Words,
    shape: Words,
    class_of: Words,
    members: Words,
    allowed: Words,
) -> tuple[int, int]:
    """Move on from the states ``layer[first:last]``; put new ones into *out* from *found* on.

    Returns how many were moved on from, fewer than asked when *out* is full, and how many are in
    *out*.
    """
    discs, pegs = shape[0], shape[1]
    tops = np.empty(pegs, dtype=np.int64)
    bottoms = np.empty(pegs, dtype=np.int64)
    scratch = np.empty(2 * pegs + 1, dtype=np.int64)
    for node in range(first, last):
        if found + pegs * pegs > len(out):
            return node - first, found
        word = layer[node]
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
                bit = 1 << (moved & 63)
                if bits_met[moved >> 6] & bit == 0:
                    bits_met[moved >> 6] |= bit
                    out[found] = moved
                    found += 1
    return last - first, found


class Sweep:
    """The search from the start of a puzzle, layer by layer.

    ``sizes`` are the numbers of states at each distance, whole layers only. With *keep*, layers are
    kept, so that a way to a state can be found.
    """

    def __init__(self, puzzle: Hanoi, held: set[int], keep: bool = False) -> None:
        self.puzzle = puzzle
        self.packing = Packing(puzzle, puzzle.arcs, held)
        self.tables = self.packing.tables()
        width = self.packing.bits * puzzle.discs
        self.kind: npt.DTypeLike = np.uint32 if width <= NARROW else np.int64
        self.met = np.zeros(max(1, 1 << max(0, width - 6)), dtype=np.int64)
        root = self.packing.pack(puzzle.start_state)
        self.layer = np.array([root], dtype=np.int64)
        self.met[root >> 6] = _bit(root)
        self.kept: list[npt.NDArray[np.uint32] | Words] = []
        self.keep = keep
        self.sizes: list[int] = []
        self.orbits = 0
        self._finish_layer()

    def _finish_layer(self) -> None:
        self.sizes.append(int(self.packing.orbit_sizes(self.layer).sum()))
        self.orbits += len(self.layer)
        if self.keep:
            self.kept.append(self.layer.astype(self.kind))

    def next_layer(self, control: Control) -> bool:
        """Search one layer more; return False when stopped. An empty one ends the search."""
        out = np.empty(max(FIRST_ROOM, 2 * len(self.layer)), dtype=np.int64)
        out = np.empty(len(out) + self.packing.pegs**2, dtype=np.int64)
        done = found = 0
        while done < len(self.layer):
            last = min(done + CHUNK, len(self.layer))
            moved, found = spread(self.layer, done, last, out, found, self.met, *self.tables)
            done += moved
            if control.spend(moved):
                return False
            if done < last:
                out = np.concatenate([out, np.empty(len(out), dtype=np.int64)])
        self.layer = out[:found].copy()
        if found:
            self._finish_layer()
        return True

    def has_met(self, state: State) -> bool:
        """Return whether a state has been met."""
        word = self.packing.pack(state)
        return bool(self.met[word >> 6] & _bit(word))


def _bit(word: int) -> int:
    bit = word & 63
    return 1 << bit if bit < 63 else -1 << 63  # words are signed: the last bit is the sign


@dataclass
class Farthest:
    """What a whole sweep found: sizes by distance, and the first way to a farthest state."""

    sizes: list[int] = field(default_factory=list)
    orbits: int = 0
    complete: bool = True
    way: Data = ()
    ends: list[State] = field(default_factory=list)
    """The farthest states, one of each orbit; with the way to the first farthest state."""


def sweep_all(puzzle: Hanoi, control: Control, *, way: bool) -> Farthest:
    """Search all states that can be reached; with *way*, also find the first farthest one."""
    search = Sweep(puzzle, held_pegs(puzzle), keep=way)
    answer = Farthest(search.sizes)
    complete = not control.spend(0)
    while complete and len(search.layer):
        last = search.layer
        complete = search.next_layer(control)
        answer.orbits = search.orbits
    answer.complete = complete
    if complete and way:
        answer.ends = [search.packing.unpack(int(word)) for word in last]
        answer.way = first_way(search)
    return answer


def first_way(search: Sweep) -> Data:
    """Return the lexicographically first way to any state of the last layer that was kept.

    Backwards from that layer, the states are kept that lie on ways to it. Then every move is the
    first that leads to one of these.
    """
    puzzle, packing = search.puzzle, search.packing
    back = packing.tables(back=True)
    on_way = [np.unique(search.kept[-1].astype(np.int64))]
    for kept in reversed(search.kept[:-1]):
        before = np.empty(len(on_way[-1]) * packing.pegs**2 + packing.pegs**2, dtype=np.int64)
        fresh = np.zeros(len(search.met), dtype=np.int64)
        _, found = spread(on_way[-1], 0, len(on_way[-1]), before, 0, fresh, *back)
        before = np.sort(before[:found])
        places = np.minimum(np.searchsorted(before, kept), found - 1)
        on_way.append(np.sort(kept[before[places] == kept].astype(np.int64)))
    state = puzzle.start_state
    moves = []
    for words in reversed(on_way[:-1]):
        for code, after in steps(state, puzzle.arcs, puzzle.pegs):
            word = packing.pack(after)
            place = int(np.searchsorted(words, word))
            if place < len(words) and words[place] == word:
                moves.append(code)
                state = after
                break
    return tuple(moves)


def distance(puzzle: Hanoi, target: State) -> int | None:
    """Return the least number of moves from the start to *target*, or None if there is no way."""
    search = Sweep(puzzle, {*puzzle.start_state, *target})
    control = Control()
    while len(search.layer):
        if search.has_met(target):
            return len(search.sizes) - 1
        search.next_layer(control)
    return None
