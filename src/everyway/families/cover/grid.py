"""Grids of symbols: what Latin squares and sudokus have in common, and their solutions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.question import check_whole
from everyway.families.cover.base import Builder, CoverPuzzle, Image, listed_form
from everyway.families.cover.model import Instance

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLANKS = ".0_?-"
NOTHING = "(nothing to fill in)"
MOST_ORDER = 25


@dataclass(frozen=True, order=True)
class Grid:
    """A grid of numbers from 1, row by row from the top; grids compare in the puzzle's order."""

    options: Data
    cells: Data = field(compare=False)
    order: int = field(compare=False)
    box: tuple[int, int] | None = field(default=None, compare=False)
    givens: tuple[str, ...] = field(default=(), compare=False)

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the chosen options."""
        return self.options

    @property
    def rows(self) -> tuple[Data, ...]:
        """The rows from the top."""
        n = self.order
        return tuple(self.cells[r * n : (r + 1) * n] for r in range(n))

    def to_data(self) -> list[str]:
        """Return the rows as texts, for JSON."""
        return ["".join(SYMBOLS[v - 1] for v in row) for row in self.rows]

    def __str__(self) -> str:
        from everyway.families.cover.drawing import grid_text

        return grid_text(self.order, self.box, dict(enumerate(self.cells)), {}, "grid")

    def _repr_svg_(self) -> str:
        from everyway.families.cover.drawing import grid_picture

        values = dict(enumerate(self.cells))
        return grid_picture(
            self.order, self.box, values, given_numbers(self.givens), "A grid"
        ).svg()


class GridPuzzle(CoverPuzzle):
    """Numbers 1 to n in a square of n rows, each once in every row, column, and more *lines*."""

    order: int
    givens: Any

    @property
    def box_shape(self) -> tuple[int, int] | None:
        """Rows and columns of a box, or None where there are no boxes."""
        return None

    def lines(self) -> dict[str, list[int]]:
        """Return the sets of n cells, by name, in each of which every number stands once."""
        n = self.order
        rows = {f"row {r + 1}": list(range(r * n, r * n + n)) for r in range(n)}
        columns = {f"column {c + 1}": list(range(c, n * n, n)) for c in range(n)}
        return {**rows, **columns}

    def allows(self, cell: int, value: int) -> bool:
        """Return whether *value* may stand in *cell*, by the givens."""
        return self.fixed.get(cell, value) == value

    @property
    def fixed(self) -> dict[int, int]:
        """The given numbers by cell."""
        return given_numbers(self.givens)

    def instance(self) -> Instance:
        """Return a square with its number as an option: it fills the square, and in each line."""
        cells = self.order**2
        through: list[list[str]] = [[] for _ in range(cells)]
        for name, line in self.lines().items():
            for cell in line:
                through[cell].append(name)
        values = range(1, self.order + 1)
        names = [(f"r{c // self.order + 1}c{c % self.order + 1}",) for c in range(cells)]
        items = [*names, *((line, value) for line in self.lines() for value in values)]
        builder = Builder(items)
        for cell in range(cells):
            for value in values:
                if self.allows(cell, value):
                    lines = [(line, value) for line in through[cell]]
                    builder.add((cell, value), [names[cell], *lines])
        return builder.instance()

    def images(self) -> list[Image]:
        """Return the symmetries of the square; those count that keep the givens and the boxes."""
        last = self.order - 1
        return [
            _turn(self.order, last, turned, flipped) for turned in range(4) for flipped in (0, 1)
        ]

    def solution_of(self, data: Data, meanings: list[Any]) -> Grid:
        """Make a grid of squares with numbers."""
        cells = tuple(value for _, value in sorted(meanings))
        return Grid(data, cells, self.order, self.box_shape, self.givens)

    def cells_of(self, candidate: object) -> list[int | None]:
        """Return the numbers of a grid in any form, row by row."""
        if isinstance(candidate, Grid):
            return list(candidate.cells)
        return read_cells(listed_form(candidate), self.order)

    def meanings_of(self, candidate: object) -> list[Any]:
        """Return the squares of a grid with their numbers; a grid with a blank is refused."""
        cells = self.cells_of(candidate)
        if None in cells:
            raise EverywayError("a grid that is not filled:", text=candidate)
        return list(enumerate(cells))

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate*, a grid, is no solution, or None."""
        cells = self.cells_of(candidate)
        if len(cells) != self.order**2:
            return f"{len(cells)} squares, not {self.order**2}"
        n = self.order
        for cell, value in enumerate(cells):
            where = f"row {cell // n + 1}, column {cell % n + 1}"
            if value is None:
                return f"nothing stands in {where}"
            if self.fixed.get(cell, value) != value:
                return f"{self.fixed[cell]} is given in {where}, not {value}"
        for name, line in self.lines().items():
            for value in range(1, n + 1):
                times = [cells[cell] for cell in line].count(value)
                if times != 1:
                    return f"{value} stands {times} times in {name}"
        return None


def _turn(order: int, last: int, turned: int, flipped: int) -> Callable[[Any], Any]:
    def image(meaning: tuple[int, int]) -> tuple[int, int]:
        r, c = divmod(meaning[0], order)
        for _ in range(turned):
            r, c = c, last - r
        if flipped:
            c = last - c
        return r * order + c, meaning[1]

    return image


def check_order(order: object) -> int:
    """Return *order*; raise ``EverywayError`` unless it is a whole number that is not too large."""
    check_whole(order, "an order", 0)
    assert isinstance(order, int)
    if order > MOST_ORDER:
        raise EverywayError("too large an order:", text=order, hint=f"at most {MOST_ORDER}")
    return order


def read_cells(given: object, order: int) -> list[int | None]:
    """Return the numbers of a grid, row by row, None for a blank.

    A grid is rows of symbols (1 to 9, then A, B and so on), with or without blanks between them,
    parted by line breaks or slashes; one text of all its squares; or lists of whole numbers.
    """
    if isinstance(given, list | tuple):
        rows = [row if isinstance(row, list | tuple | str) else [row] for row in given]
        texts = [
            row if isinstance(row, str) else " ".join(written(v or ".") for v in row)
            for row in rows
        ]
        given = "\n".join(texts)
    if not isinstance(given, str):
        raise EverywayError("no grid:", text=given, hint="rows such as 1.3. / ..2. / .... / 4...")
    if not order and given.strip() in ("", NOTHING):
        return []
    drawn = re.sub(r"[|+\u2500-\u257f]|--+", " ", given)
    rows = [row.split() for row in re.split(r"[\n/]", drawn) if row.strip()]
    spread = all(len(row) in (order, 0) for row in rows) and order > 1
    tokens = [t for row in rows for t in (row if spread else "".join(row))]
    if len(tokens) != order * order:
        raise EverywayError(
            f"{len(tokens)} squares, not {order} times {order}:", text=given.strip()
        )
    return [_value(token, place, order) for place, token in enumerate(tokens)]


def _value(token: str, place: int, order: int) -> int | None:
    if token in BLANKS:
        return None
    found = 0
    if len(token) == 1 and token.upper() in SYMBOLS:
        found = SYMBOLS.index(token.upper()) + 1
    elif re.fullmatch("[0-9]{1,4}", token):
        found = int(token)
    if not 1 <= found <= order:
        where = f"row {place // order + 1}, column {place % order + 1}"
        symbols = f"1 to {SYMBOLS[order - 1]}, or . for a blank"
        raise EverywayError("not a number of the grid:", text=token, where=where, hint=symbols)
    return found


def read_givens(given: Any, order: int) -> tuple[str, ...]:
    """Return given numbers as rows of symbols, ``.`` for a blank; nothing where there are none."""
    if given is None or given in ("", (), []):
        return ()
    marks = [BLANKS[0] if v is None else SYMBOLS[v - 1] for v in read_cells(given, order)]
    if set(marks) <= {BLANKS[0]}:
        return ()
    return tuple("".join(marks[r * order : (r + 1) * order]) for r in range(order))


@lru_cache(maxsize=64)
def given_numbers(rows: tuple[str, ...]) -> dict[int, int]:
    """Return the numbers that stand in rows of symbols, by cell."""
    marks = enumerate("".join(rows))
    return {cell: SYMBOLS.index(mark) + 1 for cell, mark in marks if mark != BLANKS[0]}
