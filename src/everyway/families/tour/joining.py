"""Some tour of a large board: tours of blocks, joined where edges of two blocks lie side by side.

The board is cut into blocks of a few shapes. Each shape has a closed tour; when both sides of
the board are odd, one block is odd, too, and has an open tour, with the start in it. Two tours
are joined by an exchange: where squares a, b follow each other in one and c, d in the other, and
moves lead from a to c and from b to d, these two moves replace the two old ones. Every exchange
makes one tour of two, so all is linear in the number of squares.

Source: the idea of joining blocks is that of I. Parberry, "An efficient algorithm for the knight's
tour problem", Discrete Applied Mathematics 73 (1997); the exchange is the usual patching of cycles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from everyway.core.engine import Control, Data
from everyway.families.tour.puzzle import Tour
from everyway.families.tour.rotation import mend
from everyway.geometry.board import Board

TRIES = 12
BLOCK_BUDGET = 60_000_000
GENERAL_LEAST = 10

Edge = tuple[int, int]


class Span(NamedTuple):
    """A part of one side of the board."""

    begin: int
    length: int


class Block(NamedTuple):
    """A block of the board, by its parts of both sides."""

    rows: Span
    columns: Span

    @property
    def shape(self) -> tuple[int, int]:
        """The block's size."""
        return self.rows.length, self.columns.length


def parts_of(length: int, least: int) -> list[int] | None:
    """Return *length* as a sum of parts of *least* or more, nearly equal, or None if it is less.

    >>> parts_of(20, 6), parts_of(5, 6)
    ([7, 7, 6], None)
    """
    number = length // least
    if not number:
        return [] if length == 0 else None
    small, more = divmod(length, number)
    return [small + 1] * more + [small] * (number - more)


def even_parts(length: int, least: int) -> list[int] | None:
    """Return an even *length* as a sum of even parts of *least* or more, or None."""
    half = parts_of(length // 2, -(-least // 2))
    return None if half is None else [2 * part for part in half]


def odd_cuts(length: int, least: int, inside: int) -> Iterator[list[int]]:
    """Yield odd *length* as even parts and an odd one that holds place *inside*, the odd one last.

    Each is a list: the even parts before, 0, the odd part, 0, and the even parts after.
    """
    for odd in range(least | 1, min(length, 2 * least + 5) + 1, 2):
        for before in range(0, length - odd + 1, 2):
            if before <= inside < before + odd:
                first = even_parts(before, least)
                second = even_parts(length - odd - before, least)
                if first is not None and second is not None:
                    yield [*first, 0, odd, 0, *second]


def spans(parts: Sequence[int]) -> list[Span]:
    """Return parts of a side as spans; parts of 0 only mark the odd one."""
    found, begin = [], 0
    for part in parts:
        if part:
            found.append(Span(begin, part))
        begin += part
    return found


def least_parts(puzzle: Tour) -> tuple[int, int] | None:
    """Return the least lengths of parts of rows and columns, or None where blocks won't do."""
    rows, columns = puzzle.board.shape
    if puzzle.piece.name != "knight":
        return GENERAL_LEAST, GENERAL_LEAST
    short = min(rows, columns)
    if short < 3 or short == 4:
        return None
    along = {3: 10, 5: 8}.get(short, 6)
    return (short, along) if rows <= columns and short < 6 else (along, min(short, along))


def cuts(puzzle: Tour) -> Iterator[tuple[list[Span], list[Span], Block | None]]:
    """Yield ways to cut the board: the spans of both sides, and the block with the open tour."""
    least = least_parts(puzzle)
    if least is None:
        return
    rows, columns = puzzle.board.shape
    if rows % 2 and columns % 2:
        begin = puzzle.start if puzzle.start is not None else puzzle.end
        inside = divmod(0 if begin is None else begin, columns)
        for first in odd_cuts(rows, least[0], inside[0]):
            for second in odd_cuts(columns, least[1], inside[1]):
                odd = [spans(side)[side.index(0)] for side in (first, second)]
                yield spans(first), spans(second), Block(odd[0], odd[1])
        return
    down = even_parts(rows, least[0]) if rows % 2 == 0 else parts_of(rows, least[0])
    across = even_parts(columns, least[1]) if columns % 2 == 0 else parts_of(columns, least[1])
    if rows % 2 == 0 and columns % 2 == 0 and columns >= rows:
        down = parts_of(rows, least[0])
    elif rows % 2 == 0 and columns % 2 == 0:
        across = parts_of(columns, least[1])
    if down and across:
        yield spans(down), spans(across), None


def can_join(puzzle: Tour) -> bool:
    """Return whether the board may be cut into blocks."""
    board = puzzle.board
    plain = len(board.shape) == 2 and not board.missing and not puzzle.rides
    return plain and next(cuts(puzzle), None) is not None


@lru_cache(maxsize=256)
def block_tour(
    piece: str, shape: tuple[int, int], start: int | None, closed: bool, seed: int
) -> Data | None:
    """Return a tour of a block, or None when none is found."""
    board = Board(*shape)
    square = None if start is None else tuple(1 + place for place in divmod(start, shape[1]))
    puzzle = Tour(board, piece, start=square, closed=closed)
    return mend(puzzle, Control(), BLOCK_BUDGET, seed)


def join(puzzle: Tour, control: Control) -> Data | None:
    """Return some tour with the right beginning, or None; its end is whichever it is."""
    for down, across, odd in cuts(puzzle):
        for seed in range(1, TRIES + 1):
            if control.spend(0):
                return None
            joining = Joining(puzzle, down, across, odd, seed)
            if not joining.complete:
                break
            data = joining.run(control)
            if data is not None:
                return data
    return None


class Joining:
    """One way to cut the board and to tour the blocks."""

    def __init__(
        self, puzzle: Tour, down: list[Span], across: list[Span], odd: Block | None, seed: int
    ) -> None:
        self.puzzle = puzzle
        self.down, self.across, self.odd = down, across, odd
        self.columns = puzzle.board.shape[1]
        self.begin = puzzle.start if puzzle.start is not None else puzzle.end
        self.tours: dict[tuple[int, int] | None, Data] = {}
        self.complete = True
        for rows in down:
            for columns in across:
                self._tour(Block(rows, columns), seed)
        self._exchanges: dict[tuple[Any, ...], list[tuple[Edge, Edge]]] = {}

    def _tour(self, block: Block, seed: int) -> None:
        open_one = block == self.odd
        key = None if open_one else block.shape
        if key in self.tours or not self.complete:
            return
        start = None
        if open_one and self.begin is not None:
            row, column = divmod(self.begin, self.columns)
            start = (row - block.rows.begin) * block.shape[1] + column - block.columns.begin
        tour = block_tour(self.puzzle.piece.name, block.shape, start, not open_one, seed)
        self.complete = tour is not None
        if tour is not None:
            # In numbers of the whole board, as if the block began in its corner.
            self.tours[key] = tuple(
                c // block.shape[1] * self.columns + c % block.shape[1] for c in tour
            )

    def _key(self, block: Block) -> tuple[int, int] | None:
        return None if block == self.odd else block.shape

    def _corner(self, block: Block) -> int:
        return block.rows.begin * self.columns + block.columns.begin

    def run(self, control: Control) -> Data | None:
        """Return the whole tour, or None when some block could not be joined to the others."""
        one, other = self._links()
        if control.spend(self.puzzle.board.size) or not self._join_all(one, other):
            return None
        begin = self.begin
        if begin is None:
            begin = next((c for c, n in enumerate(other) if n < 0), 0)
        return self.puzzle.listed(self._read(one, other, begin))

    def _links(self) -> tuple[list[int], list[int]]:
        """Return for each square the squares before and after it in its block, -1 for none."""
        import numpy as np

        size = self.puzzle.board.size
        before, after = np.full(size, -1, dtype=np.int64), np.full(size, -1, dtype=np.int64)
        corners: dict[tuple[int, int] | None, list[int]] = {}
        for rows in self.down:
            for columns in self.across:
                block = Block(rows, columns)
                corners.setdefault(self._key(block), []).append(self._corner(block))
        for key, found in corners.items():
            tour = np.array(self.tours[key], dtype=np.int64)
            cells = np.array(found, dtype=np.int64)[:, None] + tour
            before[cells] = np.roll(cells, 1, axis=1)
            after[cells] = np.roll(cells, -1, axis=1)
            if key is None:
                before[cells[:, 0]] = -1
                after[cells[:, -1]] = -1
        return before.tolist(), after.tolist()

    def _edges(self, key: tuple[int, int] | None) -> list[Edge]:
        tour = self.tours[key]
        pairs = list(pairwise(tour))
        return pairs if key is None else [*pairs, (tour[-1], tour[0])]

    def _exchanges_of(self, block: Block, other: Block) -> list[tuple[Edge, Edge]]:
        """Return edges of two blocks that may be exchanged, from the corner of the first."""
        apart = self._corner(other) - self._corner(block)
        key = (self._key(block), self._key(other), apart)
        if key not in self._exchanges:
            columns = self.columns
            steps = [row * columns + column for row, column in self.puzzle.moves]
            there: dict[int, list[int]] = {}
            for c, d in self._edges(self._key(other)):
                there.setdefault(c + apart, []).append(d + apart)
                there.setdefault(d + apart, []).append(c + apart)
            corner = self._corner(block)
            found = []
            for a, b in self._edges(self._key(block)):
                for step in steps:
                    for d in there.get(a + step, ()):
                        # Steps that run over the edge of the board are none.
                        if d - b in steps and all(
                            self.puzzle.reaches(corner + x, corner + y)
                            for x, y in ((a, a + step), (b, d))
                        ):
                            found.append(((a, b), (a + step, d)))
            self._exchanges[key] = found
        return self._exchanges[key]

    def _join_all(self, one: list[int], other: list[int]) -> bool:
        """Join neighbouring blocks until all are one; return whether that succeeds."""
        width = len(self.across)
        parent = list(range(width * len(self.down)))

        def root(number: int) -> int:
            while parent[number] != number:
                parent[number] = parent[parent[number]]
                number = parent[number]
            return number

        left = len(parent) - 1
        for row, rows in enumerate(self.down):
            for column, columns in enumerate(self.across):
                here = row * width + column
                neighbours = []
                if column:
                    neighbours.append((here - 1, Block(rows, self.across[column - 1])))
                if row:
                    neighbours.append((here - width, Block(self.down[row - 1], columns)))
                for number, block in neighbours:
                    if root(number) != root(here) and self._exchange(
                        block, Block(rows, columns), one, other
                    ):
                        parent[root(number)] = root(here)
                        left -= 1
        return left == 0

    def _exchange(self, block: Block, second: Block, one: list[int], other: list[int]) -> bool:
        """Join two blocks, if two of their edges are still there to be exchanged."""
        corner = self._corner(block)
        for (a, b), (c, d) in self._exchanges_of(block, second):
            a, b, c, d = a + corner, b + corner, c + corner, d + corner
            if b in (one[a], other[a]) and d in (one[c], other[c]):
                for square, old, new in ((a, b, c), (b, a, d), (c, d, a), (d, c, b)):
                    links = one if one[square] == old else other
                    links[square] = new
                return True
        return False

    def _read(self, one: list[int], other: list[int], begin: int) -> Data:
        """Return the squares in the order in which links follow one another from *begin*."""
        found = [begin]
        last, here = begin, one[begin] if one[begin] >= 0 else other[begin]
        while here not in (begin, -1):
            found.append(here)
            following = one[here]
            if following == last:
                following = other[here]
            last, here = here, following
        return tuple(found)
