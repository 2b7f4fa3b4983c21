"""Some tour of any board: Warnsdorff's rule, mended by turning ends of the path round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from everyway.core.engine import Control, Data
from everyway.families.tour.puzzle import Tour
from everyway.geometry.notation import coordinates_of

BUDGET = 5_000_000
FIRST_TRIES = 3_000_000


@lru_cache(maxsize=1)
def loaded() -> Any:
    """Return the module of the kernels."""
    from everyway.families.tour import rotation_kernel

    return rotation_kernel


class Mending:
    """Attempts to find a tour of *puzzle*, in the kernel's form.

    The path begins on ``fixed``: the start, or the end if only that is given, or nowhere.
    """

    def __init__(self, puzzle: Tour) -> None:
        import numpy as np

        from everyway.kernels.memory import Memory

        self.puzzle = puzzle
        self.kernel = loaded()
        self.memory = Memory()
        self.squares, first, near = edges_of(puzzle)
        self.number = len(self.squares)
        backwards = puzzle.start is None and puzzle.end is not None
        self.backwards = backwards
        begin, goal = (puzzle.end, None) if backwards else (puzzle.start, puzzle.end)
        if puzzle.closed:
            begin = None
        self.begin = None if begin is None else self._number(begin)
        self.goal = None if goal is None else self._number(goal)
        self._far = np.zeros(self.number, dtype=np.int64)
        keep = self.memory.keep
        self.graph = self.kernel.Graph(
            self.number,
            keep(first),
            keep(near),
            keep(self._far),
            int(puzzle.closed),
            -1 if self.goal is None else self.goal,
            int(self.begin is not None),
        )
        self._path = np.zeros(self.number + 1, dtype=np.int64)
        self._place = np.zeros(self.number, dtype=np.int64)
        self._state = np.zeros(4, dtype=np.int64)
        self.path = self.kernel.Path(keep(self._path), keep(self._place), keep(self._state))

    def _number(self, cell: int) -> int:
        import numpy as np

        return int(np.searchsorted(self.squares, cell))

    def begin_anew(self, seed: int) -> None:
        """Begin with one square: the given one, or one that depends on *seed*."""
        begin = self.begin if self.begin is not None else seed * 7919 % self.number
        self._place[:] = -1
        self._path[0] = begin
        self._place[begin] = 0
        self._state[:] = 0
        self._state[self.kernel.LENGTH] = 1
        self._state[self.kernel.SEED] = 12345 + 1_000_003 * seed
        self._aim()

    def begin_with(self, data: Sequence[int]) -> None:
        """Begin with a whole path, of which only the end has to be mended."""
        import numpy as np

        self.begin_anew(0)
        self._path[: self.number] = np.searchsorted(self.squares, np.array(data))
        self._place[self._path[: self.number]] = np.arange(self.number)
        self._state[self.kernel.LENGTH] = self.number
        self._aim()

    def _aim(self) -> None:
        """Work out how far each square is from the goal: the greatest difference of coordinates."""
        import numpy as np

        goal = self.goal
        if goal is None:
            goal = int(self._path[0])
        shape = self.puzzle.board.shape
        there = coordinates_of(shape, int(self.squares[goal]))
        self._far[:] = 0
        left = self.squares.copy()
        for size, coordinate in zip(reversed(shape), reversed(there), strict=True):
            left, here = np.divmod(left, size)
            np.maximum(self._far, np.abs(here + 1 - coordinate), out=self._far)

    def go_on(self) -> tuple[bool, int]:
        """Return whether a tour is found, and the steps taken."""
        before = int(self._state[self.kernel.STEPS])
        found = self.kernel.mend(self.graph, self.path, BUDGET)
        return found == self.kernel.FOUND, int(self._state[self.kernel.STEPS]) - before

    def tour(self) -> Data:
        """Return the tour found, as it is listed."""
        data = tuple(self.squares[self._path[: self.number]].tolist())
        return self.puzzle.listed(data[::-1] if self.backwards else data)


def edges_of(puzzle: Tour) -> tuple[Any, Any, Any]:
    """Return the squares and, by their numbers, the neighbours: where each one's begin, and all."""
    import numpy as np

    board = puzzle.board
    if puzzle.rides or board.size <= 1000:
        cells = board.cells
        number = {cell: i for i, cell in enumerate(cells)}
        near = [[number[other] for other in puzzle.graph[cell]] for cell in cells]
        first = np.cumsum([0, *map(len, near)]).astype(np.int64)
        flat = np.array([other for others in near for other in others] or [0], dtype=np.int64)
        return np.array(cells, dtype=np.int64), first, flat
    # On large boards: every move of all squares at once.
    alive = np.ones(board.size, dtype=bool)
    alive[list(board.missing)] = False
    squares = np.flatnonzero(alive).astype(np.int64)
    number_of = np.cumsum(alive) - 1
    columns, weight = [], board.size
    for size in board.shape:
        weight //= size
        columns.append((squares // weight % size, weight, size))
    found = []
    for move in sorted(puzzle.moves):
        target, good = np.zeros_like(squares), np.ones(len(squares), dtype=bool)
        for (here, weight, size), step, around in zip(columns, move, board.torus, strict=True):
            there = (here + step) % size if around else here + step
            good &= (there >= 0) & (there < size)
            target += np.clip(there, 0, size - 1) * weight
        good &= alive[target]
        found.append(np.where(good, number_of[target], len(squares)))
    table = np.sort(np.stack(found, axis=1), axis=1)
    # Two moves around a small torus may lead to the same square.
    table[:, 1:][table[:, 1:] == table[:, :-1]] = len(squares)
    real = table < len(squares)
    first = np.concatenate([[0], np.cumsum(real.sum(axis=1))]).astype(np.int64)
    return squares, first, np.append(table[real], 0).astype(np.int64)


def mend(puzzle: Tour, control: Control, most: int | None = None, seed: int = 1) -> Data | None:
    """Return some tour, or None when stopped or after about *most* squares looked at."""
    mending = Mending(puzzle)
    spent, length = 0, max(FIRST_TRIES, 200 * mending.number)
    while most is None or spent < most:
        mending.begin_anew(seed)
        seed += 1
        in_this = 0
        while in_this < length and (most is None or spent < most):
            found, steps = mending.go_on()
            in_this += BUDGET
            spent += BUDGET
            if control.spend(steps):
                return None
            if found:
                return mending.tour()
        length += length // 2
    return None


def lead_to_end(puzzle: Tour, data: Sequence[int], control: Control) -> Data | None:
    """Return a tour to the right end, made by turns from *data*, which has the right beginning."""
    mending = Mending(puzzle)
    mending.begin_with(data)
    while True:
        found, steps = mending.go_on()
        if control.spend(steps):
            return None
        if found:
            return mending.tour()
