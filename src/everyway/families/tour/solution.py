"""A tour: the squares in the order of the visit, and the board to show it on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING

from everyway.geometry.notation import Coordinates, coordinates_of, square_name

if TYPE_CHECKING:
    from everyway.families.tour.puzzle import Tour


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class TourSolution:
    """The squares in the order in which they are visited; prints as a board of numbers.

    Tours are equal when they visit the squares of boards of the same size in the same order and
    both are closed or both open; they compare lexicographically by their squares, counted row by
    row from ``a1``.
    """

    puzzle: Tour
    cells: tuple[int, ...]

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares, in order of visit."""
        shape = self.puzzle.board.shape
        return tuple(square_name(shape, cell) for cell in self.cells)

    @property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The coordinates of the squares, counted from 1, in order of visit."""
        shape = self.puzzle.board.shape
        return tuple(coordinates_of(shape, cell) for cell in self.cells)

    @property
    def closed(self) -> bool:
        """Whether a move leads from the last square back to the first."""
        return self.puzzle.closed

    def __iter__(self) -> Iterator[str]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.cells)

    def _key(self) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
        return (self.puzzle.board.shape, self.closed, self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TourSolution) and self._key() == other._key()

    def __lt__(self, other: TourSolution) -> bool:
        if not isinstance(other, TourSolution):
            return NotImplemented
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def data(self) -> tuple[int, ...]:
        """The plain numbers that engines deal in: the cells."""
        return self.cells

    def to_data(self) -> list[str]:
        """Return the names of the squares in order of visit, for JSON."""
        return list(self.squares)

    def __repr__(self) -> str:
        squares = self.squares
        shown = " ".join(squares[:100]) + (" …" if len(squares) > 100 else "")
        return f"<{'closed ' if self.closed else ''}tour of {self.puzzle.board}: {shown}>"

    def __str__(self) -> str:
        from everyway.families.tour.drawing import draw

        return draw(self.puzzle, self).text()

    def _repr_svg_(self) -> str:
        from everyway.families.tour.drawing import draw

        return draw(self.puzzle, self).svg()
