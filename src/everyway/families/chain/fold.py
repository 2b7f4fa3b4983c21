"""A fold: where each link of a chain lies, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from everyway.families.chain.puzzle import LinkPuzzle


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class Fold:
    """The cells of the links, in order, and for hinged chains their quarter turns.

    ``quarters`` counts anticlockwise quarter turns from the position in which a link's entry hinge
    is its lower left corner; it is empty for snakes. Folds compare lexicographically, link by link:
    by cell, then by quarter turns. Prints as a board with the numbers of the links.
    """

    puzzle: LinkPuzzle
    cells: tuple[int, ...]
    quarters: tuple[int, ...] = ()

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares of links 1, 2, …."""
        return tuple(self.puzzle.name_of(cell) for cell in self.cells)

    @property
    def link_on(self) -> dict[str, int]:
        """The link, counted from 1, that lies on each square, squares in the board's order."""
        placed = sorted(zip(self.cells, range(1, len(self.cells) + 1), strict=True))
        return {self.puzzle.name_of(cell): link for cell, link in placed}

    def __iter__(self) -> Iterator[str]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.cells)

    def _key(self) -> tuple[object, ...]:
        quarters = self.quarters or (0,) * len(self.cells)
        return (self.puzzle.board.shape, *zip(self.cells, quarters, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fold) and self._key() == other._key()

    def __lt__(self, other: Fold) -> bool:
        if not isinstance(other, Fold):
            return NotImplemented
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def data(self) -> tuple[int, ...]:
        """The plain numbers that engines deal in: cells, for hinged chains with their turns."""
        if not self.quarters:
            return self.cells
        return tuple(4 * c + q for c, q in zip(self.cells, self.quarters, strict=True))

    def to_data(self) -> list[str]:
        """Return a text for each link: its square, for hinged chains with degrees (``b1@90``)."""
        if not self.quarters:
            return list(self.squares)
        pairs = zip(self.squares, self.quarters, strict=True)
        return [f"{square}@{90 * quarter}" for square, quarter in pairs]

    def __repr__(self) -> str:
        return f"<{self.puzzle.board.size_text()}: {' '.join(self.to_data())}>"

    def __str__(self) -> str:
        from everyway.families.chain.drawing import draw

        return draw(self.puzzle, self).text()

    def _repr_svg_(self) -> str:
        from everyway.families.chain.drawing import draw

        return draw(self.puzzle, self).svg()
