"""Counting row by row, where pieces matter to one another only along rows and columns.

So it is with peaceful rooks, and with any pieces that may attack each other but have quotas by row
or column. After some rows all that matters is how many pieces each column holds, and columns of
which the rest is alike are interchangeable: a state says how many of the like columns hold one
piece, how many two, and so on. Rook placements on a whole board so take a few states; those on a
board with holes are the rook numbers of the board, with one rook in each row the permanent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes
from everyway.core.walking import Nodes
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.sweep import Form, is_sized
from everyway.geometry.piece import Piece

ROOK = Piece.parse("rook")
NODES_A_SECOND = 500_000
MOST_SQUARES = 2_500
MOST_NODES = 20_000_000

HOLE, SQUARE, FIXED = "-.F"

Like = tuple[int, ...]
"""Of columns that are alike, how many hold 0, 1, 2, … pieces."""
State = tuple[Like, ...]


def why_not_lines(puzzle: Placement) -> str | None:
    """Return why *puzzle* is not one of rows and columns alone, or None."""
    if len(puzzle.board.shape) != 2 or not puzzle.board.squares:
        return "only boards of two dimensions"
    if puzzle.covering or puzzle.no_touch or puzzle.regions is not None:
        return "only rules by row and column"
    if puzzle.peaceful and puzzle.piece.leaps != ROOK.leaps:
        return "only rooks, or pieces that may attack each other"
    if puzzle.peaceful and puzzle.board.walls:
        return "no walls, which part rows"
    return None


@dataclass(frozen=True)
class Grid:
    """Rows of a board, from the first to be passed to the last, in marks a column.

    A row holds *row_least* to *row_most* pieces, a column likewise. All have a square.
    """

    rows: tuple[str, ...]
    row_least: int
    row_most: int
    column_least: int
    column_most: int

    @property
    def columns(self) -> tuple[str, ...]:
        """The marks of each column, from the first row to be passed to the last."""
        return tuple(map("".join, zip(*self.rows, strict=True)))

    def turned(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        return Grid.of(
            self.columns, self.column_least, self.column_most, self.row_least, self.row_most
        )

    @classmethod
    def of(cls, rows: Sequence[str], *bounds: int) -> Grid:
        """Return a grid of *rows*, which are passed so that columns are soon alike."""
        return cls(tuple(sorted(rows, key=lambda row: (row.count(SQUARE), row))), *bounds)


@lru_cache(maxsize=32)
def grid_of(puzzle: Placement) -> Grid:
    """Return the rows of *puzzle*, or its columns as rows where these take fewer states."""
    height, width = puzzle.board.shape
    missing, fixed = puzzle.board.missing, puzzle.fixed
    marks = "".join(
        HOLE if cell in missing else FIXED if cell in fixed else SQUARE
        for cell in range(puzzle.board.size)
    )
    rows = [marks[i : i + width] for i in range(0, height * width, width)]
    kept = [row for row in rows if set(row) != {HOLE}]
    filled = ["".join(column) for column in zip(*kept, strict=True) if set(column) != {HOLE}]
    bounds: list[int] = []
    for quota, length in ((puzzle.per_row, len(filled)), (puzzle.per_column, len(kept))):
        most = 1 if puzzle.peaceful else length
        bounds += (0, most) if quota is None else (quota, min(quota, most))
    upright = Grid.of(["".join(row) for row in zip(*filled, strict=True)], *bounds)
    return min(upright, upright.turned(), key=lambda grid: sum(states_of(grid, 0)))


def classes(grid: Grid, row: int) -> list[tuple[str, int]]:
    """Return the kinds of columns from *row* on, in order, and how many there are of each."""
    kinds: dict[str, int] = {}
    for column in grid.columns:
        kinds[column[row:]] = kinds.get(column[row:], 0) + 1
    return sorted(kinds.items())


def states_of(grid: Grid, least: int) -> list[int]:
    """Return how many states there are at most before each row, with *least* pieces in all."""
    found = []
    height = len(grid.rows)
    for row in range(height):
        most = row * grid.row_most
        numbers = [1]
        for _, alike in classes(grid, row):
            numbers = _times(numbers, _histograms(alike, grid.column_most, most), most)
        lacking = least - (height - row) * grid.row_most
        low = max(row * grid.row_least, lacking, 0)
        found.append(max(1, sum(numbers[low:])))
    return found


def _times(one: Sequence[int], other: Sequence[int], most: int) -> list[int]:
    product = [0] * min(most + 1, len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j in range(min(len(other), len(product) - i)):
            product[i + j] += a * other[j]
    return product


@lru_cache(maxsize=1024)
def _histograms(alike: int, levels: int, most: int) -> list[int]:
    """Return in how many ways like columns can hold 0, 1, … *most* pieces, up to *levels* each."""
    numbers = [[0] * (most + 1) for _ in range(alike + 1)]
    numbers[0][0] = 1
    for level in range(1, levels + 1):
        for used in range(1, alike + 1):
            for pieces in range(level, most + 1):
                numbers[used][pieces] += numbers[used - 1][pieces - level]
    return [sum(column) for column in zip(*numbers, strict=True)]


def picks(
    groups: Sequence[tuple[int, int]], least: int, most: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield how many to take of each group, how many that is, and in how many ways it can be done.

    A group is how many must be taken and how many there are.

    >>> list(picks([(0, 2), (1, 1)], 0, 2))
    [((0, 1), 1, 1), ((1, 1), 2, 2)]
    """
    if not groups:
        if least <= 0:
            yield (), 0, 1
        return
    must, there = groups[0]
    for taken in range(must, min(there, most) + 1):
        ways = math.comb(there, taken)
        for rest, number, times in picks(groups[1:], least - taken, most - taken):
            yield (taken, *rest), taken + number, ways * times


class Rows:
    """One count row by row."""

    def __init__(self, grid: Grid, form: Form, control: Control, effort: Effort) -> None:
        self.grid = grid
        self.form = form
        self._nodes = Nodes(control, effort)

    @property
    def nodes(self) -> int:
        """The transitions made so far."""
        return self._nodes.number

    def run(self, least: int) -> int | None:
        """Return the value of the end, of *least* pieces or more, or None when stopped."""
        value = self._all_rows(least)
        self._nodes.settle()
        return value

    def _all_rows(self, least: int) -> int | None:
        grid, height = self.grid, len(self.grid.rows)
        levels = grid.column_most + 1
        kinds = classes(grid, 0)
        states: dict[State, int] = {tuple((n, *[0] * (levels - 1)) for _, n in kinds): 1}
        for row in range(height):
            lacking = max(0, least - (height - 1 - row) * grid.row_most)
            found = self._pass(row, kinds, states, self.form.useful(lacking))
            if found is None:
                return None
            kinds, states = classes(grid, row + 1), found
        return sum(
            value
            for state, value in states.items()
            if not any(any(like[: grid.column_least]) for like in state)
        )

    def _pass(
        self, row: int, kinds: list[tuple[str, int]], states: dict[State, int], useful: int
    ) -> dict[State, int] | None:
        """Return the states after one row, with the *useful* bits of their values."""
        grid, bits = self.grid, self.form.bits
        places = {kind: i for i, (kind, _) in enumerate(classes(grid, row + 1))}
        levels = grid.column_most + 1
        found: dict[State, int] = {}
        for state, value in states.items():
            groups, where = [], []
            for (kind, _), like in zip(kinds, state, strict=True):
                for level, number in enumerate(like):
                    here = number if kind[0] != HOLE and level < grid.column_most else 0
                    must = number if kind[0] == FIXED else 0
                    if here or must:
                        groups.append((must, here))
                        where.append((places[kind[1:]], level))
            base = [[0] * levels for _ in places]
            for (kind, _), like in zip(kinds, state, strict=True):
                target = base[places[kind[1:]]]
                for level, number in enumerate(like):
                    target[level] += number
            for taken, pieces, ways in picks(groups, grid.row_least, grid.row_most):
                if not self._nodes.visit():
                    return None
                more = (value * ways << pieces * bits) & useful
                if more:
                    after = [like.copy() for like in base]
                    for (place, level), number in zip(where, taken, strict=True):
                        after[place][level] -= number
                        after[place][level + 1] += number
                    key = tuple(map(tuple, after))
                    found[key] = found.get(key, 0) + more
        return found


class LinesEngine(Engine):
    """Counts row by row what has rules by row and column alone, like columns taken together."""

    name = "lines"
    method = "row by row with like columns taken together"
    special = True
    direct = frozenset({Count, Sizes})

    @property
    def ready(self) -> bool:
        """Whether it starts at once, as it does: nothing is compiled."""
        return True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count rooks, and pieces with quotas by row and column."""
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        if type(question) not in self.direct:
            return Offer.no("counts, and lists nothing")
        why = why_not_lines(puzzle)
        if why is not None:
            return Offer.no(why)
        if question.up_to:
            return Offer.no("knows no symmetry but that of like columns")
        if puzzle.board.squares > MOST_SQUARES:
            return Offer.no(f"takes boards of up to {MOST_SQUARES} squares")
        grid = grid_of(puzzle)
        states = states_of(grid, puzzle.size_range()[0])
        nodes = 0.0
        for row, number in enumerate(states):
            groups = len(classes(grid, row)) * min(grid.column_most, row * grid.row_most + 1)
            nodes += number * float(groups + 1) ** min(grid.row_most, 60)
        if nodes > MOST_NODES:
            return Offer.no(f"too few columns are alike, for up to {max(states):.2g} states")
        form = self._form(puzzle, question)
        seconds = nodes / NODES_A_SECOND * (1 + form.bits * (form.most + 1) / 20_000)
        return Offer(True, 0.001 + seconds, f"row by row, up to {max(states)} states", nodes)

    def _form(self, puzzle: Placement, question: Question) -> Form:
        if not is_sized(puzzle, question):
            return Form(0, 0)
        return Form(puzzle.board.squares + 1, max(0, puzzle.size_range()[1]))

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: states of different beginnings are one on the way."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Pass all rows."""
        assert isinstance(puzzle, Placement)
        if control.spend(0):
            return Tally(complete=False)
        form = self._form(puzzle, question)
        rows = Rows(grid_of(puzzle), form, control, effort)
        least, most = puzzle.size_range()
        value = rows.run(least) if least <= most else 0
        if value is None:
            return Tally(nodes=rows.nodes, complete=False)
        counts = form.counts(value, 0)
        if form.bits:
            counts = {size: n for size, n in counts.items() if size >= least}
        return Tally(counts, nodes=rows.nodes)
