"""n queens that a symmetry leaves as they are: whole orbits of squares are placed at once.

Under a half turn queens come in pairs, under a quarter turn in fours, so the search is a few rows
deep and costs next to nothing beside a count of all. The lowest free row is filled next, by an
orbit with a square in it. Two queens of an orbit that attack each other rule it out; so a
reflection of a board of more than one square leaves no orbit, and no solution.

Words: a set of rows or columns has at most 31 bits, a set of diagonals 61.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from everyway.families.placement.puzzle import Placement
from everyway.families.placement.queens_light import orbits_of
from everyway.geometry.symmetry import Permutation
from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel
from everyway.kernels.memory import Memory, at, put

NODES_A_CALL = 1_000_000


class Orbits(NamedTuple):
    """Addresses: ``start[y]`` is the first orbit with a square in row y, ``start[y + 1]`` the end.

    The rest is what each orbit occupies; an orbit is listed under each of its rows.
    """

    start: int
    rows: int
    columns: int
    rising: int
    falling: int


class Stack(NamedTuple):
    """Addresses: what is occupied at each depth, the orbit to try next; and the depth in hand."""

    rows: int
    columns: int
    rising: int
    falling: int
    following: int
    depth: int


@kernel
def place_orbits(orbits: Orbits, stack: Stack, all_rows: int, most: int) -> tuple[int, int]:
    """Go on for *most* nodes; return the solutions met and the nodes; over at depth -1."""
    depth = at(stack.depth, 0)
    solutions = 0
    nodes = 0
    while depth >= 0 and nodes < most:
        rows = at(stack.rows, depth)
        if rows == all_rows:
            solutions += 1
            depth -= 1
            continue
        columns = at(stack.columns, depth)
        rising = at(stack.rising, depth)
        falling = at(stack.falling, depth)
        row = lowest(~rows)
        o = at(stack.following, depth)
        if o < 0:
            o = at(orbits.start, row)
        end = at(orbits.start, row + 1)
        while o < end and (
            rows & at(orbits.rows, o)
            or columns & at(orbits.columns, o)
            or rising & at(orbits.rising, o)
            or falling & at(orbits.falling, o)
        ):
            o += 1
        if o == end:
            depth -= 1
            continue
        nodes += 1
        put(stack.following, depth, o + 1)
        depth += 1
        put(stack.rows, depth, rows | at(orbits.rows, o))
        put(stack.columns, depth, columns | at(orbits.columns, o))
        put(stack.rising, depth, rising | at(orbits.rising, o))
        put(stack.falling, depth, falling | at(orbits.falling, o))
        put(stack.following, depth, -1)
    put(stack.depth, 0, depth)
    return solutions, nodes


class FixedWalk:
    """Counts the solutions that a symmetry of the puzzle leaves as they are."""

    def __init__(self, puzzle: Placement, symmetry: Permutation) -> None:
        self.nodes = 0
        self.solutions = 0
        self._memory = Memory()
        keep = self._memory.keep
        found = orbits_of(puzzle, symmetry)
        starts = np.cumsum([0, *map(len, found)], dtype=np.int64)
        flat = [orbit for row in found for orbit in row]
        table = np.array(flat, dtype=np.int64).reshape(-1, 4).T.copy()
        self._orbits = Orbits(keep(starts), *(keep(column) for column in table))
        room = len(found) + 1
        following = np.full(room, -1, dtype=np.int64)
        self._depth = np.zeros(1, dtype=np.int64)
        zeros: Sequence[int] = [self._memory.zeros(room) for _ in range(4)]
        self._stack = Stack(
            zeros[0], zeros[1], zeros[2], zeros[3], keep(following), keep(self._depth)
        )
        self._all_rows = (1 << len(found)) - 1

    @property
    def done(self) -> bool:
        """Whether all is searched."""
        return bool(self._depth[0] < 0)

    def advance(self, most_nodes: int) -> None:
        """Search on for so many nodes."""
        most = min(most_nodes, NODES_A_CALL)
        solutions, nodes = place_orbits(self._orbits, self._stack, self._all_rows, most)
        self.solutions += int(solutions)
        self.nodes += int(nodes)
