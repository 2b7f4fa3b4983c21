"""Sudoku: a Latin square in which every box holds every number, too."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, ClassVar

from everyway.core.errors import EverywayError
from everyway.core.question import check_flag
from everyway.core.wording import counted, sentences
from everyway.families.cover.grid import GridPuzzle, check_order, read_givens


@dataclass(frozen=True)
class Sudoku(GridPuzzle):
    """A sudoku with *givens*, rows of symbols with ``.`` for a blank.

    *box* is rows and columns of a box, such as "2x3"; left out, it is as near to a square as can
    be, broader than high. The *order* need be given only where there are no givens. With
    *diagonals* both of them hold every number, too. Grids come in lexicographic order.

    >>> Sudoku(order=4).count()
    288
    """

    kind: ClassVar[str] = "sudoku"
    keys: ClassVar[tuple[str, ...]] = ("givens", "order", "box", "diagonals")
    needed: ClassVar[int] = 0

    givens: Any = None
    order: Any = None
    box: Any = None
    diagonals: bool = False

    def __post_init__(self) -> None:
        check_flag(self.diagonals, "diagonals")
        box = None if self.box is None else _read_box(self.box)
        if self.order is None:
            object.__setattr__(self, "order", _order_of(self.givens, box))
        check_order(self.order)
        box = _usual_box(self.order) if box is None else box
        if box[0] * box[1] != self.order:
            text = f"{box[0]}x{box[1]}"
            raise EverywayError(f"a box of a sudoku of order {self.order} cannot be", text=text)
        object.__setattr__(self, "box", box)
        object.__setattr__(self, "givens", read_givens(self.givens, self.order))

    @property
    def box_shape(self) -> tuple[int, int]:
        """Rows and columns of a box."""
        high, wide = self.box
        return high, wide

    def lines(self) -> dict[str, list[int]]:
        """Return rows, columns, boxes, and diagonals where they count."""
        n, (high, wide) = self.order, self.box
        lines = super().lines()
        for b in range(n):
            top, left = b // high * high, b % high * wide
            lines[f"box {b + 1}"] = [
                (top + r) * n + left + c for r in range(high) for c in range(wide)
            ]
        if self.diagonals:
            lines["falling diagonal"] = [k * n + k for k in range(n)]
            lines["rising diagonal"] = [k * n + n - 1 - k for k in range(n)]
        return lines

    def title(self) -> str:
        """Return what the puzzle is called."""
        name = f"{self.order}x{self.order} sudoku"
        boxes = f" with boxes of {self.box[0]}x{self.box[1]}"
        usual = self.box == _usual_box(self.order)
        kind = "Diagonal " if self.diagonals else ""
        given = f" {counted(len(self.fixed), 'number')} given" if self.givens else " empty"
        return f"{kind}{name}{'' if usual else boxes},{given}"

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        high, wide = self.box
        more = ", each box and each of the two diagonals" if self.diagonals else " and each box"
        given = counted(len(self.fixed), "number")
        return sentences(
            f"fill the grid with the numbers 1 to {self.order} so that each row, each column{more} "
            "holds every number once",
            f"a box is {counted(high, 'row')} high and {counted(wide, 'column')} wide",
            f"{given} {'is' if len(self.fixed) == 1 else 'are'} given" if self.givens else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        data: dict[str, Any] = {"puzzle": self.kind}
        if self.givens:
            data["givens"] = list(self.givens)
        else:
            data["order"] = self.order
        if self.box != _usual_box(self.order):
            data["box"] = f"{self.box[0]}x{self.box[1]}"
        return {**data, "diagonals": True} if self.diagonals else data


def _usual_box(order: int) -> tuple[int, int]:
    """Return rows and columns of the box that is nearest to a square, broader than high."""
    if not order:
        return 0, 0
    high = max((k for k in range(1, math.isqrt(order) + 1) if order % k == 0), default=1)
    return high, max(1, order // high)


def _read_box(box: object) -> tuple[int, int]:
    if isinstance(box, tuple | list) and len(box) == 2 and all(type(k) is int for k in box):
        high, wide = box
    else:
        found = re.fullmatch("([1-9][0-9]?)[x×]([1-9][0-9]?)", str(box).strip())
        if found is None:
            raise EverywayError("no box:", text=box, hint="rows and columns, such as 2x3")
        high, wide = int(found[1]), int(found[2])
    if high < 0 or wide < 0:
        raise EverywayError("no box:", text=box, hint="rows and columns, such as 2x3")
    return high, wide


def _order_of(givens: Any, box: tuple[int, int] | None) -> int:
    """Return the order that the givens or the box have; 9 where there are neither."""
    if isinstance(givens, list | tuple) and givens:
        return len(givens)
    if isinstance(givens, str) and givens.strip():
        rows = [r for r in re.split(r"[\n/]", givens) if re.search(r"[^\s|+-]", r)]
        if len(rows) > 1:
            return len(rows)
        squares = sum(not mark.isspace() for mark in givens)
        order = math.isqrt(squares)
        if order * order != squares:
            raise EverywayError(f"{squares} squares are no square grid:", text=givens.strip())
        return order
    return 9 if box is None else box[0] * box[1]
