"""What a picture of a placement shows, in text or on a canvas: layers, pieces, attacked squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import NamedTuple

from everyway.families.placement.puzzle import Placement, number_text
from everyway.families.placement.solution import PlacementSolution
from everyway.geometry.board import Board
from everyway.geometry.notation import cell_at, column_letters, coordinates_of, square_name
from everyway.geometry.piece import Piece

LETTERS = {
    "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "king": "K",
    "unicorn": "U", "amazon": "A",
}  # fmt: skip
MOST_NAMED = 16
"""How many squares a title names."""


class Layer(NamedTuple):
    """Rows and columns at fixed places on the leading axes; ``first`` is its lower left cell."""

    name: str
    first: int


@dataclass(frozen=True)
class Scene:
    """A puzzle with the squares that are occupied: those of a solution, or only the fixed ones."""

    puzzle: Placement
    solution: PlacementSolution | None
    marks: Mapping[int, str] = field(default_factory=dict)
    """What stands in text on squares that are marked, whatever else is there."""

    @property
    def board(self) -> Board:
        """The puzzle's board."""
        return self.puzzle.board

    @property
    def rows(self) -> int:
        """The number of rows of a layer."""
        return self.board.shape[-2] if len(self.board.shape) > 1 else min(1, self.board.size)

    @property
    def columns(self) -> int:
        """The number of columns of a layer."""
        return self.board.shape[-1]

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The layers in order; one without a name on boards of one or two dimensions."""
        leading = self.board.shape[:-2]
        if not self.board.size:
            return ()
        if not leading:
            return (Layer("", 0),)
        area = self.rows * self.columns
        names = (coordinates_of(leading, number) for number in range(prod(leading)))
        return tuple(
            Layer("layer " + ",".join(map(str, name)), number * area)
            for number, name in enumerate(names)
        )

    @cached_property
    def occupied(self) -> frozenset[int]:
        """The cells with a piece."""
        return self.puzzle.fixed if self.solution is None else frozenset(self.solution.cells)

    @cached_property
    def attacked(self) -> frozenset[int]:
        """The free squares that a piece attacks."""
        return attacked_squares(self.puzzle.piece, self.board, self.occupied) - self.occupied

    @property
    def letter(self) -> str:
        """The capital that stands for the piece."""
        return letter_of(self.puzzle.piece)

    @property
    def glyph(self) -> str:
        """The name of the drawing for the piece: stars where a region holds several queens."""
        per, name = self.puzzle.per_region, self.puzzle.piece.name
        return "star" if name == "queen" and per is not None and per > 1 else name

    @property
    def row_labels(self) -> tuple[str, ...]:
        """The names of the rows, from the bottom up."""
        one = len(self.board.shape) == 1
        return ("",) if one else tuple(map(str, range(1, self.rows + 1)))

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The names of the columns: letters in two dimensions, numbers elsewhere."""
        name = column_letters if len(self.board.shape) == 2 else str
        return tuple(name(c) for c in range(1, self.columns + 1))

    @cached_property
    def regions(self) -> tuple[str | None, ...] | None:
        """The region of each cell, None for a cell of none; None when the puzzle has no regions."""
        if self.puzzle.regions is None:
            return None
        found: list[str | None] = [None] * self.board.size
        for letter, cells in self.puzzle.region_cells.items():
            for cell in cells:
                found[cell] = letter
        return tuple(found)

    def title(self) -> str:
        """Return in a line what is shown: how many pieces, the board, and where they stand."""
        puzzle, shape = self.puzzle, self.board.shape
        if self.solution is not None:
            pieces = self._pieces(str(len(self.solution)))
        else:
            pieces = self._pieces("" if puzzle.number is None else number_text(puzzle.number))
        place = f"{self.board.size_text()}{' torus' if any(self.board.torus) else ''}"
        text = f"{pieces} on {place}"
        if self.regions is not None:
            text += f" with {len(puzzle.region_cells)} regions"
        cells = sorted(self.occupied)
        if cells:
            named = " ".join(square_name(shape, cell) for cell in cells[:MOST_NAMED])
            more = " …" if len(cells) > MOST_NAMED else ""
            text += f"{':' if self.solution is not None else ', fixed:'} {named}{more}"
        return text

    def _pieces(self, number: str) -> str:
        """Return *number* pieces in words; any number of them when it is empty."""
        name = self.puzzle.piece.name
        if not name.isalpha():
            name += " piece"
        return f"{number} {name if number == '1' else name + 's'}".strip()

    def remarks(self, attacked: bool) -> list[str]:
        """Return what a reader of the text board could not see, a sentence each."""
        found = []
        if self.solution is not None and self.puzzle.fixed:
            names = [self.puzzle.name_of(cell) for cell in sorted(self.puzzle.fixed)]
            found.append(f"Fixed: {' '.join(names)}.")
        axes = [str(axis) for axis, joined in enumerate(self.board.torus, 1) if joined]
        if axes:
            found.append(f"Opposite edges are joined along axis {' and '.join(axes)}.")
        if attacked:
            free = self.board.squares - len(self.occupied) - len(self.attacked)
            found.append(f"{len(self.attacked)} free squares are attacked, {free} are not.")
        return found


def letter_of(piece: Piece) -> str:
    """Return the capital that stands for *piece*: ``N`` for a knight, else its first letter.

    >>> letter_of(Piece.parse("knight")), letter_of(Piece.parse("leaper(1,5)"))
    ('N', 'L')
    """
    return LETTERS.get(piece.name, piece.name[0].upper())


def attacked_squares(piece: Piece, board: Board, cells: Iterable[int]) -> frozenset[int]:
    """Return the squares that a piece on any of *cells* attacks.

    The union of ``piece.attacks(board)`` over *cells*, without working out that table for all
    squares, which takes seconds on a large board.
    """
    shape = board.shape
    moves = [(move, leap.rides) for leap in piece.leaps for move in leap.moves(len(shape))]
    attacked: set[int] = set()
    for cell in cells:
        start = coordinates_of(shape, cell)
        for move, rides in moves:
            there = board.step(start, move)
            while there is not None:
                reached = cell_at(shape, there)
                if reached == cell or reached in board.walls:
                    break
                attacked.add(reached)
                there = board.step(there, move) if rides else None
    return frozenset(attacked - board.missing)
