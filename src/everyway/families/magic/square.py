"""A square of numbers: the solution of a magic square puzzle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from everyway.core.engine import Data


@dataclass(frozen=True, order=True)
class Square:
    """Numbers in a square, row by row from the upper left; squares compare by their numbers.

    ``cells`` has ``order`` times ``order`` numbers. Prints as rows in columns.

    >>> print(Square((8, 1, 6, 3, 5, 7, 4, 9, 2)))
    8 1 6
    3 5 7
    4 9 2
    """

    cells: Data

    @property
    def order(self) -> int:
        """The number of rows."""
        return math.isqrt(len(self.cells))

    @property
    def rows(self) -> tuple[Data, ...]:
        """The rows from the top."""
        n = self.order
        return tuple(self.cells[r * n : (r + 1) * n] for r in range(n))

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the cells."""
        return self.cells

    def to_data(self) -> list[list[int]]:
        """Return the rows as lists, for JSON."""
        return [list(row) for row in self.rows]

    def __str__(self) -> str:
        width = max((len(str(number)) for number in self.cells), default=0)
        return "\n".join(" ".join(str(x).rjust(width) for x in row) for row in self.rows)

    def _repr_svg_(self) -> str:
        from .drawing import draw_square

        return draw_square(self).svg()
