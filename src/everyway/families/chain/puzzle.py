"""What hinged chains and snake cubes share: links in order, each on a square of its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.families.chain.reading import Numbered
from everyway.geometry.board import Board
from everyway.geometry.notation import square_name

Permutation = tuple[int, ...]


class LinkPuzzle(Puzzle):
    """A chain whose links fill the squares of a board, each square once.

    Engines write a fold as one number a link, in order: for a hinged chain four times the cell
    plus the quarter turns, for a snake the cell.
    """

    family = "chain"

    board: Board
    fixed: Numbered

    @property
    @abstractmethod
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries that keep the puzzle, as permutations of links' numbers.

        The identity comes first. What no link can have is mapped to itself.
        """

    @property
    def reversible(self) -> bool:
        """Whether a fold and the same fold read backwards count as one."""
        return False

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The cells to be filled, in order."""
        return tuple(self.board.cells)

    @property
    def length(self) -> int:
        """The number of links."""
        return len(self.squares)

    @cached_property
    def fixed_cells(self) -> dict[int, int]:
        """The cells of fixed links, by the link's place counted from 0."""
        return {link - 1: cell for link, cell in self.fixed}

    def name_of(self, cell: int) -> str:
        """Return the name of *cell*, such as ``c2`` or ``1,2,3``."""
        return square_name(self.board.shape, cell)

    def is_listed(self, data: Data) -> bool:
        """Return whether *data* is the one of its two readings that counts."""
        return not self.reversible or data[0] < data[-1]

    def is_canonical(self, data: Data) -> bool:
        """Return whether *data* is the first of its orbit under the symmetries."""
        for number, g in enumerate(self.symmetries):
            if number and _is_before(g, data, data):
                return False
            if self.reversible and _is_before(g, data[::-1], data):
                return False
        return True

    def size_of(self, data: Data) -> int:
        """Return the number of links."""
        return len(data)

    def size_range(self) -> tuple[int, int]:
        """Return the number of links twice: all folds have it."""
        return self.length, self.length

    def sized(self, least: int, greatest: int) -> LinkPuzzle:
        """Return the puzzle itself, as all its folds have the same size."""
        return self

    def why_not_cells(self, cells: Sequence[int]) -> str | None:
        """Return why *cells* are not all squares in some order that keeps the fixed links."""
        if len(cells) != self.length:
            return f"{len(cells)} links, not {self.length}"
        seen: dict[int, int] = {}
        for place, cell in enumerate(cells, 1):
            if cell in self.board.missing:
                return f"link {place} on {self.name_of(cell)}, which is no square of the board"
            if cell in seen:
                return f"links {seen[cell]} and {place} both on {self.name_of(cell)}"
            seen[cell] = place
        for link, cell in self.fixed:
            if cells[link - 1] != cell:
                return f"link {link} on {self.name_of(cells[link - 1])}, not {self.name_of(cell)}"
        return None


def _is_before(g: Permutation, data: Data, other: Data) -> bool:
    """Return whether the image of *data* comes before *other*; most differ at the first link."""
    for mine, theirs in zip(data, other, strict=True):
        if g[mine] != theirs:
            return g[mine] < theirs
    return False
