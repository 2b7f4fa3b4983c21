"""Tilings: polyominoes that fill a region without overlapping."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.question import check_flag
from everyway.core.wording import counted, listed, sentences
from everyway.families.cover.base import Builder, CoverPuzzle, Image, listed_form
from everyway.families.cover.grid import NOTHING
from everyway.families.cover.model import Instance
from everyway.families.cover.pieces import (
    SETS,
    Shape,
    mirrored,
    read_pieces,
    turned,
    turned_over,
)
from everyway.geometry.board import Board
from everyway.geometry.notation import parse_squares, square_name
from everyway.geometry.symmetry import isometries
from everyway.geometry.wording import board_in_words

MOST_SQUARES = 1024
MOST_PLACES = 60_000
"""How many ways to put a piece somewhere there may be."""


@dataclass(frozen=True, order=True)
class Tiling:
    """Pieces on a board: of each its name and its cells, in the order of their first cells."""

    options: Data
    pieces: tuple[tuple[str, Data], ...] = field(compare=False)
    board: Board = field(compare=False)

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the chosen options."""
        return self.options

    def to_data(self) -> list[dict[str, Any]]:
        """Return names of pieces and of their squares, for JSON."""
        shape = self.board.shape
        return [
            {"piece": name, "squares": [square_name(shape, cell) for cell in cells]}
            for name, cells in self.pieces
        ]

    def __str__(self) -> str:
        from everyway.families.cover.drawing import tiling_text

        return tiling_text(self.board, self.pieces, "grid")

    def _repr_svg_(self) -> str:
        from everyway.families.cover.drawing import tiling_picture

        return tiling_picture(self.board, self.pieces, "A tiling").svg()


@dataclass(frozen=True)
class TilingPuzzle(CoverPuzzle):
    """Fill a *board*, which may have holes, with *pieces*: a set, names, or drawings.

    Pieces may be turned, and turned over unless *one_sided*: then each counts as two that are not
    their own mirror image. *once* says whether each piece is used exactly once; left out, it is
    where there are several. Tilings come in lexicographic order: what covers the first square (a1)
    first.

    >>> TilingPuzzle("8x8", "dominoes").count()
    12988816
    """

    kind: ClassVar[str] = "tiling"
    keys: ClassVar[tuple[str, ...]] = ("board", "pieces", "once", "one_sided")

    board: Any
    pieces: str = "dominoes"
    once: Any = None
    one_sided: bool = False

    def __post_init__(self) -> None:
        board = self.board if isinstance(self.board, Board) else _read_board(self.board)
        if len(board.shape) != 2 or board.walls or any(board.torus):
            hint = "a board of rows and columns, which may have holes"
            raise EverywayError("no region to be tiled:", text=board, hint=hint)
        if board.size > MOST_SQUARES:
            raise EverywayError(
                "too large a region:",
                text=board.size_text(),
                hint=f"at most {MOST_SQUARES} squares",
            )
        check_flag(self.one_sided, "one_sided")
        if not isinstance(self.pieces, str):
            raise EverywayError("pieces are named by a text, not", text=self.pieces)
        names = read_pieces(self.pieces)
        if self.pieces.strip().lower() not in SETS:
            object.__setattr__(self, "pieces", ",".join(names))
        else:
            object.__setattr__(self, "pieces", self.pieces.strip().lower())
        once = len(names) > 1 if self.once is None else self.once
        check_flag(once, "once")
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "once", once)
        places = board.squares * sum(len(forms) for forms in self.forms.values())
        if places > MOST_PLACES:
            raise EverywayError(
                "too many places for the pieces:", text=places, hint=f"at most {MOST_PLACES}"
            )

    @property
    def forms(self) -> dict[str, list[Shape]]:
        """The pieces by name, each in all forms that it may be used in."""
        found = {}
        for name, shape in read_pieces(self.pieces).items():
            if not self.one_sided:
                found[name] = turned_over(shape)
            elif mirrored(shape) in turned(shape):
                found[name] = turned(shape)
            else:
                found[name] = turned(shape)
                found[name + "'"] = turned(mirrored(shape))
        return found

    def instance(self) -> Instance:
        """Return a piece in a place as an option: it covers its squares, and itself if once."""
        board = self.board
        cells = set(board.cells)
        places = []
        for name, forms in self.forms.items():
            for form in forms:
                for cell in board.cells:
                    covered = self._covered(cell, form)
                    if covered and cells.issuperset(covered):
                        places.append((covered, name))
        names = [square_name(board.shape, cell) for cell in board.cells]
        used = [("piece", name) for name in self.forms] if self.once else []
        builder = Builder([*names, *used])
        for covered, name in sorted(places):
            items: list[Any] = [square_name(board.shape, cell) for cell in covered]
            builder.add((name, covered), [*items, *([("piece", name)] if self.once else [])])
        return builder.instance()

    def _covered(self, cell: int, form: Shape) -> Data | None:
        """Return the cells of a form whose first square is on *cell*, or None off the board."""
        rows, columns = self.board.shape
        row, column = divmod(cell, columns)
        covered = []
        for r, c in form:
            down, along = row + r - form[0][0], column + c - form[0][1]
            if not (0 <= down < rows and 0 <= along < columns):
                return None
            covered.append(down * columns + along)
        return tuple(sorted(covered))

    def images(self) -> list[Image]:
        """Return the symmetries of the board; a piece goes to the one that fills the image."""
        named = {form: name for name, forms in self.forms.items() for form in forms}
        columns = self.board.shape[1]
        return [_image(g, columns, named) for g in isometries(self.board).elements]

    def solution_of(self, data: Data, meanings: list[Any]) -> Tiling:
        """Make a tiling of pieces in their places."""
        return Tiling(data, tuple(meanings), self.board)

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no such tiling, or None when it is one."""
        covered: dict[int, str] = {}
        times = dict.fromkeys(self.forms, 0)
        for name, cells in self._read(candidate):
            if not cells:
                return f"piece {name} has no squares"
            form = _form_of(cells, self.board.shape[1])
            if name not in times or form not in self.forms[name]:
                return f"the squares of piece {name} have another shape, or there is no such piece"
            times[name] += 1
            for cell in cells:
                where = square_name(self.board.shape, cell)
                if cell in self.board.missing:
                    return f"piece {name} covers {where}, which is a hole"
                if cell in covered:
                    return f"pieces {covered[cell]} and {name} both cover {where}"
                covered[cell] = name
        for cell in self.board.cells:
            if cell not in covered:
                return f"nothing covers {square_name(self.board.shape, cell)}"
        wrong = [name for name, number in times.items() if number != 1]
        if self.once and wrong:
            return f"piece {wrong[0]} is used {times[wrong[0]]} times, not once"
        return None

    def meanings_of(self, candidate: object) -> list[Any]:
        """Return the pieces of a tiling, each with its cells."""
        return self._read(candidate)

    def _read(self, candidate: object) -> list[tuple[str, Data]]:
        if isinstance(candidate, Tiling):
            return list(candidate.pieces)
        form = listed_form(candidate)
        if isinstance(form, str):
            return self._drawn(form)
        found = []
        for part in form:
            try:
                name, squares = (part["piece"], part["squares"]) if isinstance(part, dict) else part
            except (TypeError, KeyError, ValueError):
                hint = 'a list such as {"piece": "I2", "squares": ["a1", "a2"]}'
                raise EverywayError("no piece of a tiling:", text=part, hint=hint) from None
            cells = parse_squares(self.board.shape, squares)
            found.append((written(name), tuple(sorted(cells))))
        return found

    def _drawn(self, text: str) -> list[tuple[str, Data]]:
        """Return the pieces of a picture in letters: squares side by side that are alike."""
        rows, columns = self.board.shape
        if not self.board.size and text.strip() in ("", NOTHING):
            return []
        lines = [line.split() for line in re.sub("[\u2500-\u257f]", " ", text).splitlines()]
        lines = [line for line in lines if line][::-1]
        if len(lines) != rows or any(len(line) != columns for line in lines):
            raise EverywayError("no picture of the board:", text=text.strip())
        marks = {r * columns + c: lines[r][c] for r in range(rows) for c in range(columns)}
        left = dict(sorted((cell, mark) for cell, mark in marks.items() if mark not in ".-"))
        named = {form: name for name, forms in self.forms.items() for form in forms}
        found: list[tuple[str, Data]] = []
        while left:
            cells: list[int] = []
            waiting = [next(iter(left))]
            mark: str = left[waiting[0]]
            while waiting:
                cell = waiting.pop()
                if left.get(cell) == mark:
                    del left[cell]
                    cells.append(cell)
                    sides = [cell - columns, cell + columns]
                    sides += [cell - 1] if cell % columns else []
                    sides += [cell + 1] if (cell + 1) % columns else []
                    waiting += sides
            covered = tuple(sorted(cells))
            found.append((named.get(_form_of(covered, columns), mark), covered))
        return found

    def title(self) -> str:
        """Return what the puzzle is called."""
        what = self.pieces if self.pieces in SETS else counted(len(self.forms), "piece")
        kind = "one-sided " if self.one_sided else ""
        return f"{kind}{what} on {board_in_words(self.board)}".capitalize().replace("X", "x")

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        if not self.board.squares:
            return "The board is empty: there is nothing to cover."
        names = [name for name in self.forms if "#" not in name]
        which = f"the pieces {listed(names)}" if len(names) == len(self.forms) > 1 else "the pieces"
        if self.pieces in SETS:
            which = f"{'one-sided ' if self.one_sided else ''}{self.pieces}"
        often = "each exactly once" if self.once else "as many as needed"
        over = "but not turned over" if self.one_sided else "and turned over"
        return sentences(
            f"cover every square of {board_in_words(self.board)} with {which}, {often}, so that no "
            f"two overlap",
            f"pieces may be turned {over}",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        board = self.board
        text = "\n".join(board.rows_text()) if board.holes else board.size_text()
        data: dict[str, Any] = {"puzzle": self.kind, "board": text, "pieces": self.pieces}
        if self.once != (len(read_pieces(self.pieces)) > 1):
            data["once"] = self.once
        return {**data, "one_sided": True} if self.one_sided else data


def _read_board(board: object) -> Board:
    if isinstance(board, list | tuple) and all(isinstance(row, str) for row in board):
        board = "\n".join(board)
    if not isinstance(board, str):
        raise EverywayError("no region to be tiled:", text=board, hint="such as 6x10")
    return Board.parse(board)


def _form_of(cells: Data, columns: int) -> Shape:
    squares = [divmod(cell, columns) for cell in cells]
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))


def _image(g: Data, columns: int, named: dict[Shape, str]) -> Callable[[Any], Any]:
    def image(meaning: tuple[str, Data]) -> tuple[str | None, Data]:
        cells = tuple(sorted(g[cell] for cell in meaning[1]))
        return named.get(_form_of(cells, columns)), cells

    return image
