"""States packed into words, for compiled searches: the moves, and one form for each orbit.

Disc d, counted from 0, the smallest, has bits ``d * bits`` and up. Pegs of one class (twins) are
told apart only by the order in which they come when the discs are read from the largest down: that
is the *canonical* form. A packed state has at most 62 bits, so words are never negative.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import perm
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from everyway.families.hanoi.reach import bits_a_disc
from everyway.families.hanoi.states import Arc, State, twins
from everyway.kernels.jit import part

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

Words = npt.NDArray[np.int64]


class Packing:
    """How states of a puzzle are packed, and tables of its arcs and twins for the kernels.

    Pegs of *held* keep their names: those of the states that must stay what they are.
    """

    def __init__(self, puzzle: Hanoi, arcs: frozenset[Arc], held: Iterable[int]) -> None:
        self.discs, self.pegs = puzzle.discs, puzzle.pegs
        self.bits = bits_a_disc(puzzle.pegs)
        self.arcs = arcs
        self.classes = twins(arcs, puzzle.pegs, held)
        # Kernels are told: discs, pegs, bits a disc, and how many classes there are.
        self.shape = np.array([self.discs, self.pegs, self.bits, len(self.classes)], dtype=np.int64)
        self.class_of = np.full(self.pegs, -1, dtype=np.int64)
        self.members = np.zeros((max(1, len(self.classes)), self.pegs + 1), dtype=np.int64)
        for number, alike in enumerate(self.classes):
            self.class_of[alike] = number
            self.members[number, : len(alike)] = alike
            self.members[number, self.pegs] = len(alike)
        self.allowed = np.zeros((self.pegs, self.pegs), dtype=np.int64)
        for source, target in arcs:
            self.allowed[source, target] = 1

    def tables(self, back: bool = False) -> tuple[Words, Words, Words, Words]:
        """Return what kernels need to know; with *back*, moves go along the arcs backwards."""
        allowed = np.ascontiguousarray(self.allowed.T) if back else self.allowed
        return self.shape, self.class_of, self.members, allowed

    def pack(self, state: State) -> int:
        """Return the word of the canonical form of *state*."""
        names: dict[int, int] = {}
        used = [0] * len(self.classes)
        word = 0
        for peg in reversed(state):
            number = int(self.class_of[peg])
            if number >= 0 and peg not in names:
                names[peg] = self.classes[number][used[number]]
                used[number] += 1
            word = word << self.bits | names.get(peg, peg)
        return word

    def unpack(self, word: int) -> State:
        """Return the state of a word."""
        mask = (1 << self.bits) - 1
        return tuple((word >> (self.bits * disc)) & mask for disc in range(self.discs))

    def orbit_sizes(self, words: Words) -> Words:
        """Return how many states have each of these canonical forms."""
        sizes = np.ones(len(words), dtype=np.int64)
        mask = (1 << self.bits) - 1
        for alike in self.classes:
            used = np.zeros(len(words), dtype=np.int64)
            for peg in alike:
                stands = np.zeros(len(words), dtype=bool)
                for disc in range(self.discs):
                    stands |= (words >> (self.bits * disc)) & mask == peg
                used += stands
            ways = np.array([perm(len(alike), k) for k in range(len(alike) + 1)], dtype=np.int64)
            sizes *= ways[used]
        return sizes


@part
def canonical(word: int, shape: Words, class_of: Words, members: Words, scratch: Words) -> int:
    """Return the canonical form of *word*; *scratch* has room for pegs and classes."""
    if shape[3] == 0:
        return word
    discs, pegs, bits, classes = shape[0], shape[1], shape[2], shape[3]
    mask = (1 << bits) - 1
    for i in range(pegs):
        scratch[i] = -1
    for i in range(classes):
        scratch[pegs + i] = 0
    form = 0
    for disc in range(discs - 1, -1, -1):
        peg = (word >> (bits * disc)) & mask
        kind = class_of[peg]
        if kind >= 0:
            if scratch[peg] < 0:
                scratch[peg] = members[kind, scratch[pegs + kind]]
                scratch[pegs + kind] += 1
            peg = scratch[peg]
        form = (form << bits) | peg
    return form


@part
def find_ends(word: int, shape: Words, tops: Words, bottoms: Words) -> None:
    """Set the smallest and the largest disc on each peg; on empty pegs ``discs`` and -1."""
    discs, pegs, bits = shape[0], shape[1], shape[2]
    mask = (1 << bits) - 1
    for peg in range(pegs):
        tops[peg] = discs
        bottoms[peg] = -1
    for disc in range(discs):
        peg = (word >> (bits * disc)) & mask
        if tops[peg] == discs:
            tops[peg] = disc
        bottoms[peg] = disc


@part
def after_move(
    word: int,
    source: int,
    target: int,
    disc: int,
    bottoms: Words,
    shape: Words,
    class_of: Words,
    members: Words,
    scratch: Words,
) -> int:
    """Return the canonical form of the state after *disc*, a top disc, has moved.

    *word* is canonical: in each class, pegs come in falling order of their largest discs. Mostly a
    move leaves it so, and the form need not be worked out again.
    """
    moved: int = word ^ ((source ^ target) << (shape[2] * disc))
    if class_of[source] < 0 and (class_of[target] < 0 or bottoms[target] >= 0):
        return moved
    left, met = bottoms[source], bottoms[target]
    bottoms[source] = -1 if left == disc else left
    bottoms[target] = disc if met < 0 else met
    ordered = True
    for kind in range(shape[3]):
        for i in range(members[kind, shape[1]] - 1):
            if bottoms[members[kind, i]] < bottoms[members[kind, i + 1]]:
                ordered = False
    bottoms[source], bottoms[target] = left, met
    return moved if ordered else canonical(moved, shape, class_of, members, scratch)
