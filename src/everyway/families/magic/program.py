"""The order in which cells are filled, and which numbers follow from those before.

The lines are linear equations. Once some cells are filled, an equation in which a single cell
is left (of the lines, or of any combination of them) determines that cell. So a program has two
kinds of steps: *free* cells, whose numbers are tried one after another, and *determined* ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from .puzzle import MagicSquare

LOOK_AHEAD_ORDER = 5
"""Up to this order it is worth looking two free cells ahead for equations that end."""


@dataclass(frozen=True)
class Step:
    """A cell to be filled: free, or ``divisor`` times its number is ``constant`` plus terms.

    ``terms`` are pairs of an earlier cell and its factor; ``free`` steps have none.
    """

    cell: int
    free: bool
    constant: int = 0
    divisor: int = 1
    terms: tuple[tuple[int, int], ...] = ()


Row = dict[int, Fraction]
"""An equation: the factor of each cell; ``CONSTANT`` holds the other side."""

CONSTANT = -1


class Equations:
    """Linear equations of cells, reduced with respect to the cells that are not filled yet.

    ``left[pivot]`` is an equation in which *pivot* stands with factor 1, and no other equation has
    it. ``known`` of a row are the filled cells in it, with their factors, moved to the other side.
    """

    def __init__(self, lines: Iterable[tuple[Sequence[int], int]]) -> None:
        self.left: dict[int, Row] = {}
        self.filled: set[int] = set()
        self.consistent = True
        for cells, total in lines:
            row: Row = {cell: Fraction(1) for cell in cells}
            row[CONSTANT] = Fraction(total)
            for pivot, other in self.left.items():
                if pivot in row:
                    _subtract(row, other, row[pivot])
            self._settle(row)

    def copy(self) -> Equations:
        """Return equations that can be changed apart from these."""
        other = Equations(())
        other.left = {pivot: dict(row) for pivot, row in self.left.items()}
        other.filled = set(self.filled)
        return other

    def _settle(self, row: Row) -> None:
        """Take in *row*, in which no pivot stands, with a pivot of its own."""
        open_cells = [cell for cell in row if cell != CONSTANT and cell not in self.filled]
        if not open_cells:
            if len(row) == 1 and row[CONSTANT]:
                self.consistent = False
            return
        pivot = max(open_cells)
        factor = row[pivot]
        row = {cell: value / factor for cell, value in row.items()}
        for other in self.left.values():
            if pivot in other:
                _subtract(other, row, other[pivot])
        self.left[pivot] = row

    def fill(self, cell: int) -> None:
        """Say that *cell* has its number now."""
        self.filled.add(cell)
        row = self.left.pop(cell, None)
        if row is not None:
            self._settle(row)

    def determined(self) -> list[int]:
        """Return the open cells that alone are left in an equation, rising."""
        return sorted(p for p, row in self.left.items() if not self._others(p, row))

    def _others(self, pivot: int, row: Row) -> bool:
        return any(c not in (pivot, CONSTANT) and c not in self.filled for c in row)

    def step(self, cell: int) -> Step:
        """Return the step that works *cell* out from filled cells."""
        row = self.left[cell]
        parts = {c: (value if c == CONSTANT else -value) for c, value in row.items() if c != cell}
        divisor = 1
        for value in parts.values():
            divisor = max(divisor, (divisor * value).denominator * divisor)
        whole = {c: int(value * divisor) for c, value in parts.items()}
        constant = whole.pop(CONSTANT, 0)
        return Step(cell, False, constant, divisor, tuple(sorted(whole.items())))


def _subtract(row: Row, other: Row, factor: Fraction) -> None:
    """Take *factor* times *other* from *row*."""
    for cell, value in other.items():
        left = row.get(cell, Fraction(0)) - factor * value
        if left or cell == CONSTANT:
            row[cell] = left
        else:
            row.pop(cell, None)


@dataclass(frozen=True)
class Program:
    """Steps that fill every cell that is not given; ``possible`` is False when none can."""

    steps: tuple[Step, ...]
    possible: bool = True

    @property
    def free(self) -> tuple[int, ...]:
        """The free cells in the order of the steps."""
        return tuple(step.cell for step in self.steps if step.free)


@lru_cache(maxsize=256)
def program_of(puzzle: MagicSquare, ordered: int) -> Program:
    """Return the steps that fill *puzzle*.

    The first *ordered* free cells come as in the square, row by row: each is the first that is not
    determined. So squares that differ there are in lexicographic order when these cells take their
    numbers in rising order. The others come in the order that makes the search short.
    """
    lines = open_lines(puzzle)
    if lines is None:
        return Program((), possible=False)
    equations = Equations(lines)
    steps: list[Step] = []
    open_cells = [cell for cell in range(puzzle.size) if cell not in puzzle.fixed]
    while True:
        while determined := equations.determined():
            steps.append(equations.step(determined[0]))
            equations.fill(determined[0])
            open_cells.remove(determined[0])
        if not open_cells:
            return Program(tuple(steps), equations.consistent)
        in_order = sum(step.free for step in steps) < ordered
        cell = open_cells[0] if in_order else _next(lines, puzzle.order, equations, open_cells)
        steps.append(Step(cell, True))
        equations.fill(cell)
        open_cells.remove(cell)


Lines = Sequence[tuple[tuple[int, ...], int]]


@lru_cache(maxsize=64)
def open_lines(puzzle: MagicSquare) -> Lines | None:
    """Return the open cells of each line and the sum that is left for them; None: impossible."""
    if puzzle.lines is None:
        return None
    fixed = puzzle.fixed
    found: dict[tuple[int, ...], int] = {}
    for _, cells, total in puzzle.lines:
        left = int(total) - sum(fixed.get(cell, 0) for cell in cells)
        open_cells = tuple(sorted(cell for cell in cells if cell not in fixed))
        if found.setdefault(open_cells, left) != left or (left and not open_cells):
            return None
    found.pop((), None)
    return tuple(found.items())


def _next(lines: Lines, order: int, equations: Equations, open_cells: Sequence[int]) -> int:
    """Return the free cell after which the fewest more are needed to end an equation."""
    gains = {cell: _gain(equations, (cell,)) for cell in open_cells}
    best = max(open_cells, key=lambda cell: (gains[cell], -cell))
    if gains[best]:
        return best
    if order <= LOOK_AHEAD_ORDER:
        pair = max(combinations(open_cells, 2), key=lambda p: _gain(equations, p), default=None)
        if pair is not None and _gain(equations, pair):
            return pair[0]
    left = [here for cells, _ in lines if (here := [c for c in cells if c not in equations.filled])]
    if not left:
        return open_cells[0]
    shortest = min(map(len, left))
    through = [cell for cells in left if len(cells) == shortest for cell in cells]
    return max(open_cells, key=lambda cell: (through.count(cell), -cell))


def _gain(equations: Equations, cells: Iterable[int]) -> int:
    """Return how many cells are determined once *cells* are filled."""
    tried = equations.copy()
    for cell in cells:
        tried.fill(cell)
    return len(tried.determined())
