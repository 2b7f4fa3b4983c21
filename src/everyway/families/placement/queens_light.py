"""Counting one queen in each row in Python: for boards that are counted before a compiler starts.

The search of ``queens_rows.py`` once more: the same rows, weights and look at the row after next.
"""

from __future__ import annotations

from everyway.families.placement.puzzle import Placement
from everyway.families.placement.queens_board import (
    Case,
    Path,
    Start,
    members,
    rows_of,
    start_of,
)
from everyway.geometry.symmetry import Permutation, cycles

Orbit = tuple[int, int, int, int]
"""What an orbit of squares occupies: sets of rows, columns and both kinds of diagonals."""

NODES_A_CALL = 5000
ROWS_AT_ONCE = 8
"""So many rows are filled by recursion, between two looks at the control."""


class LightWalk:
    """Counts the solutions of a case that begin with queens in columns *path*."""

    def __init__(self, case: Case, path: Path) -> None:
        self.nodes = 0
        self.solutions = 0
        self._case = case
        self._stack = [start_of(case.rows, path)]

    @property
    def done(self) -> bool:
        """Whether all is searched."""
        return not self._stack

    def advance(self, most_nodes: int) -> None:
        """Search on for about so many nodes."""
        rows = self._case.rows
        end = self.nodes + min(most_nodes, NODES_A_CALL)
        while self._stack and self.nodes < end:
            start = self._stack.pop()
            if start.filled == len(rows):
                self.solutions += self._case.times
            elif len(rows) - start.filled <= ROWS_AT_ONCE:
                self.solutions += self._case.times * self._below(start)
            else:
                free = members(start.free(rows))
                self.nodes += len(free)
                self._stack += [start.with_queen(column) for column in free]

    def _below(self, start: Start) -> int:
        """Return the solutions below *start*, each as often as it counts for its turns."""
        rows = (*self._case.rows, 0, 0)
        last = len(self._case.rows) - 1
        left_end, right_end = self._case.left_end, self._case.right_end
        nodes = 0

        def fill(y: int, columns: int, left: int, right: int) -> int:
            nonlocal nodes
            free = rows[y] & ~(columns | left | right)
            found = 0
            while free:
                bit = free & -free
                free ^= bit
                nodes += 1
                if y == last:
                    weight = 2 if (left | bit) & left_end else 1
                    found += 2 * weight if (right | bit) & right_end else weight
                    continue
                taken, to_left, to_right = columns | bit, (left | bit) << 1, (right | bit) >> 1
                if y + 2 > last or rows[y + 2] & ~(taken | to_left << 1 | to_right >> 1):
                    found += fill(y + 1, taken, to_left, to_right)
            return found

        found = fill(*start)
        self.nodes += nodes
        return found


def orbits_of(puzzle: Placement, symmetry: Permutation) -> list[list[Orbit]]:
    """Return for each row the orbits with a square there: rows, columns and diagonals occupied."""
    rows, columns = puzzle.board.shape
    squares = [y * columns + x for y, row in enumerate(rows_of(puzzle)) for x in members(row)]
    found: list[list[Orbit]] = [[] for _ in range(rows)]
    for cycle in cycles(symmetry, squares):
        if not set(cycle) <= set(squares):
            continue
        places = [divmod(cell, columns) for cell in cycle]
        lines = (
            {y for y, x in places},
            {x for y, x in places},
            {x + y for y, x in places},
            {x - y + rows - 1 for y, x in places},
        )
        if all(len(line) == len(cycle) for line in lines):
            sets = [sum(1 << i for i in line) for line in lines]
            for y in lines[0]:
                found[y].append((sets[0], sets[1], sets[2], sets[3]))
    return found


class LightFixedWalk:
    """Counts the solutions that a symmetry of the puzzle leaves as they are, as ``FixedWalk``."""

    def __init__(self, puzzle: Placement, symmetry: Permutation) -> None:
        self.nodes = 0
        self.solutions = 0
        self._orbits = orbits_of(puzzle, symmetry)
        self._stack: list[Orbit] = [(0, 0, 0, 0)]

    @property
    def done(self) -> bool:
        """Whether all is searched."""
        return not self._stack

    def advance(self, most_nodes: int) -> None:
        """Search on for so many nodes."""
        for _ in range(min(most_nodes, NODES_A_CALL)):
            if not self._stack:
                return
            self.nodes += 1
            taken = self._stack.pop()
            row = (~taken[0] & taken[0] + 1).bit_length() - 1
            if row == len(self._orbits):
                self.solutions += 1
                continue
            for orbit in self._orbits[row]:
                if not any(a & b for a, b in zip(taken, orbit, strict=True)):
                    a, b, c, d = (x | y for x, y in zip(taken, orbit, strict=True))
                    self._stack.append((a, b, c, d))
