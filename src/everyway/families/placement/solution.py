"""A solution of a placement puzzle: the occupied squares, and the board to show them on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering
from typing import TYPE_CHECKING, Any

from everyway.geometry.notation import Coordinates, coordinates_of, square_name

if TYPE_CHECKING:
    from everyway.families.placement.puzzle import Placement


@total_ordering
class PlacementSolution:
    """The squares that are occupied, in order; prints as a board.

    Solutions are equal when the same squares of a board of the same size are occupied, and compare
    lexicographically by their squares, counted row by row from ``a1``.
    """

    # Millions are made, so one must be small, and made without a call of its own.
    __slots__ = ("_cells", "_puzzle")

    def __init__(self, puzzle: Placement, cells: tuple[int, ...]) -> None:
        self._puzzle = puzzle
        self._cells = cells

    @property
    def puzzle(self) -> Placement:
        """The puzzle that it solves."""
        return self._puzzle

    @property
    def cells(self) -> tuple[int, ...]:
        """The occupied squares, counted row by row from ``a1``, rising from 0."""
        return self._cells

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the occupied squares, in order."""
        shape = self.puzzle.board.shape
        return tuple(square_name(shape, cell) for cell in self.cells)

    @property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """The coordinates of the occupied squares, counted from 1, in order."""
        shape = self.puzzle.board.shape
        return tuple(coordinates_of(shape, cell) for cell in self.cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.cells)

    def _key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (self.puzzle.board.shape, self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlacementSolution) and self._key() == other._key()

    def __lt__(self, other: PlacementSolution) -> bool:
        if not isinstance(other, PlacementSolution):
            return NotImplemented
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def data(self) -> tuple[int, ...]:
        """The plain numbers that engines deal in: the cells."""
        return self.cells

    def to_data(self) -> list[str]:
        """Return the names of the squares as a list, for JSON."""
        return list(self.squares)

    def __repr__(self) -> str:
        return f"<{self.puzzle.board.size_text()}: {' '.join(self.squares)}>"

    def __str__(self) -> str:
        from everyway.families.placement.drawing import draw

        return draw(self.puzzle, self).text()

    def _repr_svg_(self) -> str:
        from everyway.families.placement.drawing import draw

        return draw(self.puzzle, self).svg()


def solutions_of(puzzle: Placement, batch: Iterable[tuple[int, ...]]) -> Iterator[Any]:
    """Yield a solution of *puzzle* for each of *batch*, which are cells, rising."""
    new = PlacementSolution.__new__
    for cells in batch:
        solution = new(PlacementSolution)
        solution._puzzle = puzzle
        solution._cells = cells
        yield solution
