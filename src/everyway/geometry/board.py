"""Boards of any size and number of dimensions, with holes, walls and axes that wrap around."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from everyway.core.errors import EverywayError
from everyway.geometry.grids import read_grid
from everyway.geometry.notation import (
    Coordinates,
    cell_at,
    coordinates_of,
    parse_squares,
    square_name,
)

MOST_CELLS = 4_000_000
MOST_DIMENSIONS = 12
SQUARE, HOLE, WALL = ".", "-", "#"


@dataclass(frozen=True, init=False, repr=False)
class Board:
    """A box of squares.

    ``Board(3, 10)`` has 3 rows and 10 columns; ``Board(5, 5, 5)`` is a cube: 5 layers of 5 rows
    of 5 columns. ``holes`` are missing squares that lines of attack pass over; ``walls`` are
    missing squares that stop them; both are named like ``"d4, e5"``. ``torus=True`` joins opposite
    edges on all axes, ``torus=(True, False)`` on the first only, and ``torus="rows"`` makes a ring
    of each row, which is a cylinder: ``"columns"``, and numbers of axes such as ``"1,3"``, will do.

    A board is empty in all directions (``Board(0, 0)``) or has a square along each axis.

    >>> Board(3, 10, holes="a1").squares
    29
    """

    shape: tuple[int, ...]
    holes: frozenset[int]
    walls: frozenset[int]
    torus: tuple[bool, ...]

    def __init__(
        self,
        *sizes: int,
        holes: str | Iterable[object] = (),
        walls: str | Iterable[object] = (),
        torus: bool | str | Sequence[bool] = False,
    ) -> None:
        _check_sizes(sizes)
        if isinstance(torus, bool):
            torus = (torus,) * len(sizes)
        if isinstance(torus, str):
            torus = axes_of(torus, len(sizes))
        if not isinstance(torus, tuple | list) or not all(type(t) is bool for t in torus):
            raise EverywayError("torus is true, false or one of these an axis, not", text=torus)
        if len(torus) != len(sizes):
            raise EverywayError(f"torus needs {len(sizes)} values, one an axis, not", text=torus)
        set_field = object.__setattr__
        set_field(self, "shape", tuple(sizes))
        set_field(self, "holes", parse_squares(self.shape, holes))
        set_field(self, "walls", parse_squares(self.shape, walls))
        set_field(self, "torus", tuple(torus))
        both = self.holes & self.walls
        if both:
            raise EverywayError("both a hole and a wall:", text=square_name(self.shape, min(both)))

    @classmethod
    def parse(cls, text: str, torus: bool | str | Sequence[bool] = False) -> Board:
        """Read a board from ``"8x8"``, ``"6x6x6"`` or rows of text, the top row first.

        In rows, ``.`` is a square, ``-`` a hole and ``#`` a wall; rows may be written in any form
        that ``everyway.geometry.grids`` reads.

        >>> Board.parse("5x6").shape, len(Board.parse(".-./.../#..").holes)
        ((5, 6), 1)
        """
        if not isinstance(text, str):
            raise EverywayError("a board is written as text, not as", text=text)
        if re.fullmatch(r"[0-9]+([x×*][0-9]+)*", text.strip().lower()):
            sizes = re.split("[x×*]", text.strip().lower())
            if any(len(size) > 7 for size in sizes):
                raise EverywayError("too large a board:", text=text)
            return cls(*map(int, sizes), torus=torus)
        hint = 'write "8x8", "6x6x6", or rows of ". - #" (square, hole, wall)'
        if not text.strip(" \n\t/;"):
            raise EverywayError("no board:", text=text, hint=hint)
        grid = read_grid(text, "a board's rows")
        shape = grid.shape
        found: dict[str, list[Coordinates]] = {SQUARE: [], HOLE: [], WALL: []}
        for cell, (mark, where) in enumerate(grid.upwards()):
            if mark not in found:
                only = {"text": text} if len(grid.rows) == 1 else {"text": mark, "where": where}
                raise EverywayError("no board:", hint=hint, **only)
            found[mark].append(coordinates_of(shape, cell))
        return cls(*shape, holes=found[HOLE], walls=found[WALL], torus=torus)

    @property
    def size(self) -> int:
        """The number of cells of the whole box, holes and walls among them."""
        return math.prod(self.shape)

    @property
    def missing(self) -> frozenset[int]:
        """The cells of holes and walls."""
        return self.holes | self.walls

    @property
    def cells(self) -> list[int]:
        """The cells that are squares, in order."""
        missing = self.missing
        return [cell for cell in range(self.size) if cell not in missing]

    @property
    def squares(self) -> int:
        """The number of squares."""
        return self.size - len(self.missing)

    def step(self, coordinates: Coordinates, move: Sequence[int]) -> Coordinates | None:
        """Return the coordinates *move* away, around the edge of a torus, or None off the board."""
        target = []
        for c, m, size, around in zip(coordinates, move, self.shape, self.torus, strict=True):
            there = c + m
            if around:
                there = (there - 1) % size + 1
            elif not 1 <= there <= size:
                return None
            target.append(there)
        return tuple(target)

    def lines(self, axis: int) -> list[tuple[int, ...]]:
        """Return the rows of squares along *axis*: all coordinates but that one are the same.

        In two dimensions ``lines(1)`` are the rows and ``lines(0)`` the columns. Holes and walls
        do not part a line; lines without squares are left out.
        """
        rows: dict[int, list[int]] = {}
        below = math.prod(self.shape[axis + 1 :])
        for cell in self.cells:
            along = cell // below % self.shape[axis]
            rows.setdefault(cell - along * below, []).append(cell)
        return [tuple(rows[key]) for key in sorted(rows)]

    def size_text(self) -> str:
        """Return the size as text, such as ``"8x8"``."""
        return "x".join(map(str, self.shape))

    def rows_text(self) -> list[str]:
        """Return a two-dimensional board as rows of ``. - #``, the top row first."""
        marks = {**dict.fromkeys(self.holes, HOLE), **dict.fromkeys(self.walls, WALL)}
        rows, columns = self.shape
        return [
            "".join(marks.get(cell_at(self.shape, (r, c)), SQUARE) for c in range(1, columns + 1))
            for r in range(rows, 0, -1)
        ]

    def __str__(self) -> str:
        return self.size_text()

    def __repr__(self) -> str:
        """Return the board as Python writes it: ``Board(3, 3, holes=['b2'])``."""
        parts = [str(size) for size in self.shape]
        parts += [f"{name}={value!r}" for name, value in self.options().items()]
        return f"Board({', '.join(parts)})"

    def options(self) -> dict[str, Any]:
        """Return the holes, the walls and the torus as keywords, as far as there are any."""
        found: dict[str, Any] = {}
        for name, cells in (("holes", self.holes), ("walls", self.walls)):
            if cells:
                found[name] = [square_name(self.shape, cell) for cell in sorted(cells)]
        if any(self.torus):
            found["torus"] = True if all(self.torus) else list(self.torus)
        return found


def take_board(bare: Board, given: dict[str, Any]) -> Board:
    """Return *bare* with the holes, walls and torus that are taken out of *given*, if any.

    >>> take_board(Board(3, 4), {"holes": "a1"}).squares
    11
    """
    holes = parse_squares(bare.shape, given.pop("holes", ())) | bare.holes
    walls = parse_squares(bare.shape, given.pop("walls", ())) | bare.walls
    return Board(
        *bare.shape,
        holes=[coordinates_of(bare.shape, cell) for cell in holes],
        walls=[coordinates_of(bare.shape, cell) for cell in walls],
        torus=_torus_of(given),
    )


def _torus_of(given: dict[str, Any]) -> Any:
    """Return the torus that is taken out of *given*, where it may also be called ``wrap``."""
    torus, wrap = given.pop("torus", False), given.pop("wrap", None)
    if wrap is not None and torus:
        raise EverywayError("a torus has all lines wrapped; what is", text=f"--wrap {wrap}")
    return torus if wrap is None else wrap


def axes_of(text: str, axes: int) -> tuple[bool, ...]:
    """Return for each of the *axes* whether *text* names it: ``rows``, ``columns`` or ``1,3``.

    A row lies along the last axis, a column along the last but one; axes count from 1.

    >>> axes_of("rows", 2), axes_of("columns, rows", 3), axes_of("1,3", 3)
    ((False, True), (False, True, True), (True, False, True))
    """
    joined = [False] * axes
    for word in re.split(r"[\s,;]+", text.strip().lower()):
        names = {"rows": axes, "columns": axes - 1}
        axis = int(word) if re.fullmatch("[0-9]{1,3}", word, re.ASCII) else names.get(word, 0)
        if not 1 <= axis <= axes:
            known = (["columns"] if axes > 1 else []) + ["rows"]
            hint = f"one of {', '.join(known)}, or numbers from 1 to {axes}"
            raise EverywayError("no axis of a torus:", text=word, hint=hint)
        joined[axis - 1] = True
    return tuple(joined)


def wrap_text(torus: Sequence[bool]) -> str:
    """Return the axes of a *torus* that are joined as text, which ``axes_of`` reads back.

    >>> wrap_text((False, True)), wrap_text((True, False, True))
    ('rows', '1,3')
    """
    axes = len(torus)
    joined = [axis for axis, around in enumerate(torus, 1) if around]
    names = {axes: "rows", axes - 1: "columns"}
    if len(joined) == 1 and joined[0] in names:
        return names[joined[0]]
    return ",".join(map(str, joined))


def _check_sizes(sizes: tuple[int, ...]) -> None:
    if not sizes:
        raise EverywayError("a board needs at least one size", hint="such as Board(8, 8)")
    # Python does not write out numbers of thousands of digits.
    text = "x".join(
        "…" if isinstance(size, int) and abs(size) > MOST_CELLS**2 else str(size) for size in sizes
    )
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int):
            raise EverywayError("a board's size is a whole number, not", text=size)
        if size < 0:
            raise EverywayError("a board's size cannot be negative:", text=text)
    if 0 in sizes and any(sizes):
        raise EverywayError(
            "a board with a zero size has no squares:",
            text=text,
            hint="give sizes from 1, or all zero for the empty board",
        )
    if len(sizes) > MOST_DIMENSIONS or math.prod(sizes) > MOST_CELLS or max(sizes) > MOST_CELLS:
        raise EverywayError(
            "too large a board:",
            text=text,
            hint=f"at most {MOST_CELLS} squares and {MOST_DIMENSIONS} dimensions",
        )
