"""Which placements are n queens, one in each row, and how the search for them is cut by symmetry.

The special engines take queens on a board of two dimensions, as many as it has rows, no two
attacking each other; every row then has exactly one. Holes and fixed squares are rows that offer
fewer squares. Walls stop lines of attack, and on a torus lines go on behind the edge: those
puzzles, and any number of queens but one a row, are for the general engines.

A board without holes or fixed squares has all eight symmetries of the square, and only a part of
its solutions has to be met. A quarter turn moves a queen on a long diagonal from the upper half of
the board to the lower or back. Of the four turns of a solution with d long diagonals occupied
(off the centre), 2^(2-d) have these queens in the lower half alone. So it is enough to meet those
with no queen on the upper half of a long diagonal, and to count each 2^d times. Mirror images are
counted in pairs: the first queen stands in the left half, or in the middle and the second queen in
the left half. A queen in the centre occupies both long diagonals: that is a case of its own.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from everyway.core.engine import Branch
from everyway.core.puzzle import Puzzle
from everyway.families.placement.puzzle import Placement

MOST_COLUMNS = 31
LEAST_WITH_CASES = 4
ORDERED = "ordered"
TOTAL = "0"

Path = tuple[int, ...]


class Case(NamedTuple):
    """A part of the solutions: one queen on a square of each row, as sets of columns.

    ``left_end`` and ``right_end`` are squares of the last row, or 0: a solution counts twice for
    each whose diagonal, going up from it, has a queen. All counts are multiplied by ``times``.
    """

    rows: tuple[int, ...]
    left_end: int = 0
    right_end: int = 0
    times: int = 1


def refusal(puzzle: Puzzle) -> str | None:
    """Return in words why *puzzle* is not for the special engines, or None when it is."""
    if not isinstance(puzzle, Placement):
        return "only placements"
    board = puzzle.board
    if puzzle.piece.name != "queen" or not puzzle.peaceful or len(board.shape) != 2:
        return "only peaceful queens on a board of two dimensions"
    if any(board.torus):
        return "not on a torus"
    if board.walls:
        return "not with walls"
    if puzzle.regions is not None:
        return "not with regions"
    rows, columns = board.shape
    if rows > columns:
        return "only boards with no more rows than columns"
    if columns > MOST_COLUMNS:
        return f"at most {MOST_COLUMNS} columns"
    if puzzle.size_range() != (rows, rows):
        return "only as many queens as there are rows"
    return None


@lru_cache(maxsize=64)
def rows_of(puzzle: Placement) -> tuple[int, ...]:
    """Return the squares that each row offers, as sets of columns."""
    board = puzzle.board
    rows, columns = board.shape
    found = []
    for y in range(rows):
        cells = range(y * columns, (y + 1) * columns)
        squares = [x for x, cell in enumerate(cells) if cell not in board.missing]
        fixed = [x for x, cell in enumerate(cells) if cell in puzzle.fixed]
        found.append(sum(1 << x for x in fixed or squares))
    return tuple(found)


def is_bare(puzzle: Placement) -> bool:
    """Return whether the board is square, without holes or fixed squares: n queens itself."""
    rows, columns = puzzle.board.shape
    return rows == columns and not puzzle.fixed and not puzzle.board.missing


@lru_cache(maxsize=64)
def cases_of(puzzle: Placement) -> tuple[Case, ...]:
    """Return the cases whose counts add up to the number of solutions."""
    rows = rows_of(puzzle)
    if not is_bare(puzzle) or len(rows) < LEAST_WITH_CASES:
        return (Case(rows),)
    n = len(rows)
    half = n // 2
    left_half = (1 << half) - 1
    ends = (1 << (n - 1), 1)
    long_diagonals = [1 << y | 1 << (n - 1 - y) for y in range(n)]
    upper = [row & ~long_diagonals[y] if y < half else row for y, row in enumerate(rows)]
    if n % 2 == 0:
        return (Case((upper[0] & left_half, *upper[1:]), *ends, times=2),)
    centre = 1 << half
    upper[half] &= ~centre
    beside = [row & ~centre & ~long_diagonals[y] for y, row in enumerate(rows)]
    beside[half] = centre
    return (
        Case((upper[0] & left_half, *upper[1:]), *ends, times=2),
        Case((upper[0] & centre, upper[1] & left_half, *upper[2:]), *ends, times=2),
        Case((beside[0] & left_half, *beside[1:]), times=2),
    )


class Start(NamedTuple):
    """A partial board: how many rows are filled, and what the next row may not use."""

    filled: int
    columns: int
    left: int
    right: int

    def free(self, rows: tuple[int, ...]) -> int:
        """Return the free squares of the next row, 0 when there is none."""
        row = rows[self.filled] if self.filled < len(rows) else 0
        return row & ~(self.columns | self.left | self.right)

    def with_queen(self, column: int) -> Start:
        """Return the board with a queen in the next row."""
        bit = 1 << column
        return Start(
            self.filled + 1, self.columns | bit, (self.left | bit) << 1, (self.right | bit) >> 1
        )


def members(squares: int) -> list[int]:
    """Return the members of a bitset, rising."""
    return [x for x in range(squares.bit_length()) if squares >> x & 1]


def start_of(rows: tuple[int, ...], path: Path) -> Start:
    """Return the board whose first rows have their queens in the columns *path*."""
    start = Start(0, 0, 0, 0)
    for column in path:
        start = start.with_queen(column)
    return start


def case_of(puzzle: Placement, branch: Branch) -> tuple[Case, Path]:
    """Return the case of a branch, and the columns of the queens in its first rows.

    A branch of an ordered list is a beginning of a solution; any other names its case first.
    """
    if branch.part == ORDERED or not branch.path:
        return Case(rows_of(puzzle)), branch.path
    return cases_of(puzzle)[branch.path[0]], branch.path[1:]


def split_by_row(puzzle: Placement, branch: Branch) -> list[Branch]:
    """Split a branch by the queen of the next row, in order."""
    case, path = case_of(puzzle, branch)
    return branch.children(members(start_of(case.rows, path).free(case.rows)))


class Cut(NamedTuple):
    """How a square board is cut into halves: the first ``upper`` rows, and the others.

    ``rows`` are as in a ``Case``; a board with all symmetries is searched as in ``cases_of``: with
    ``mirror``, the upper half keeps off the long diagonals, and ``centre_rows`` is the upper half
    with a queen in the centre, or empty.
    """

    rows: tuple[int, ...]
    upper: int
    mirror: bool
    centre_rows: tuple[int, ...]

    @property
    def bits(self) -> int:
        """How many diagonals of one direction cross the cut, but for one that stays free."""
        return len(self.rows) - (2 if self.mirror else 1)


@lru_cache(maxsize=64)
def cut_of(puzzle: Placement) -> Cut:
    """Return how the board of *puzzle*, which is square, is cut into halves."""
    rows = rows_of(puzzle)
    upper = (len(rows) + 1) // 2
    if not is_bare(puzzle):
        return Cut(rows, upper, False, ())
    everywhere = (1 << len(rows)) - 1
    cases = cases_of(puzzle)
    # The first case has only the left half of the first row: here column sets are mirrored.
    first = everywhere & ~(1 << (len(rows) - 1) | 1)
    whole = (first, *cases[0].rows[1:])
    centre: tuple[int, ...] = ()
    if len(rows) % 2:
        centre = (everywhere & first & ~(1 << len(rows) // 2), *cases[2].rows[1:upper])
    return Cut(whole, upper, True, centre)


def number_of_sets(cut: Cut) -> int:
    """Return how many sets of columns the upper half may have."""
    return comb(len(cut.rows), cut.upper)


def set_at(rank: int, size: int) -> int:
    """Return the set of *size* columns at position *rank* among all, in rising order.

    >>> [bin(set_at(rank, 2)) for rank in range(4)]
    ['0b11', '0b101', '0b110', '0b1001']
    """
    found = 0
    for k in range(size, 0, -1):
        column = k - 1
        while comb(column + 1, k) <= rank:
            column += 1
        rank -= comb(column, k)
        found |= 1 << column
    return found
