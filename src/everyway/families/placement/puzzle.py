"""Placements: pieces on a board, with rules about attack, cover and how many stand where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_flag, check_whole
from everyway.families.placement.regions import read_regions
from everyway.families.placement.solution import PlacementSolution, solutions_of
from everyway.geometry.board import Board, take_board
from everyway.geometry.notation import (
    coordinates_of,
    parse_squares,
    square_name,
)
from everyway.geometry.piece import Piece
from everyway.geometry.symmetry import Group, isometries, keeps_set

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_SQUARES = 10_000
MOST_MOVES = 10_000_000
MOST_PIECES = 999_999_999
NO_TOUCH_PIECE = Piece.parse("king")


class Quota(NamedTuple):
    """Exactly ``number`` of ``cells`` are occupied; ``name`` says which cells, in words."""

    name: str
    cells: tuple[int, ...]
    number: int


@dataclass(frozen=True, init=False, repr=False)
class Placement(Puzzle):
    """Ways to place pieces of one kind on a board.

    - ``board``: a ``Board``, or its text such as ``"8x8"``.
    - ``piece``: a ``Piece``, or its text such as ``"queen"`` or ``"rook+leaper(1,5)"``.
    - ``number``: how many pieces: a whole number, a pair (least, greatest), or None for any number.
    - ``peaceful``: no two attack each other. Pieces do not block lines: a blocked attack would
      only hide behind a nearer one.
    - ``covering``: every free square is attacked by some piece.
    - ``fixed``: squares that are occupied in every solution.
    - ``per_row``, ``per_column``: exactly so many in each line of squares along the last axis, and
      along the last but one.
    - ``regions``, ``per_region``: rows of letters, the top row first, one letter a region (``.``
      no region), and exactly so many in each.
    - ``no_touch``: no two on neighbouring squares, not even at a corner.

    Solutions are sets of squares, in lexicographic order of their cells (row by row from ``a1``).
    The size of a solution is its number of pieces. Raises ``EverywayError`` for what cannot be
    placed at all: a number larger than the board, fixed squares that contradict the rules.

    >>> Placement(Board(8, 8), "queen", number=8).count()
    92
    """

    family: ClassVar[str] = "placement"

    board: Board
    piece: Piece
    number: tuple[int, int] | None
    peaceful: bool
    covering: bool
    fixed: frozenset[int]
    per_row: int | None
    per_column: int | None
    per_region: int | None
    regions: tuple[str, ...] | None
    no_touch: bool

    def __init__(
        self,
        board: Board | str,
        piece: Piece | str = "queen",
        *,
        number: int | Sequence[int] | str | None = None,
        peaceful: bool = True,
        covering: bool = False,
        fixed: str | Iterable[object] = (),
        per_row: int | None = None,
        per_column: int | None = None,
        per_region: int | None = None,
        regions: str | Sequence[str] | None = None,
        no_touch: bool = False,
    ) -> None:
        if isinstance(board, str):
            board = Board.parse(board)
        if not isinstance(board, Board):
            raise EverywayError("a board is a Board or text such as 8x8, not", text=board)
        if board.size > MOST_SQUARES:
            raise EverywayError(
                "too large a board for placements:",
                text=board.size_text(),
                hint=f"at most {MOST_SQUARES} squares",
            )
        if isinstance(piece, str):
            piece = Piece.parse(piece)
        if not isinstance(piece, Piece):
            raise EverywayError("a piece is a Piece or text such as queen, not", text=piece)
        piece = piece.on(len(board.shape))
        if Piece.parse(piece.name).leaps != piece.leaps:
            raise EverywayError("a piece's name does not say how it moves:", text=piece.name)
        if board.size * piece.number_of_moves(len(board.shape)) > MOST_MOVES:
            raise EverywayError(
                f"too many moves of a {piece.name} on the board", text=board.size_text()
            )
        for name, flag in (("peaceful", peaceful), ("covering", covering), ("no_touch", no_touch)):
            check_flag(flag, name)
        for name, quota in (
            ("per_row", per_row),
            ("per_column", per_column),
            ("per_region", per_region),
        ):
            if quota is not None:
                check_whole(quota, name, 0, MOST_PIECES)
        values: dict[str, Any] = {
            "board": board,
            "piece": piece,
            "number": read_number(number),
            "peaceful": peaceful,
            "covering": covering,
            "fixed": parse_squares(board.shape, fixed),
            "per_row": per_row,
            "per_column": per_column,
            "per_region": per_region,
            "regions": None if regions is None else read_regions(board, regions),
            "no_touch": no_touch,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        board = self.board
        if (self.regions is None) != (self.per_region is None):
            raise EverywayError("regions and per_region go together: give both or neither")
        if self.per_column is not None and len(board.shape) < 2:
            raise EverywayError("per_column needs a board of two dimensions or more")
        for cell in sorted(self.fixed & board.missing):
            raise EverywayError("a fixed piece where there is no square:", text=self.name_of(cell))
        if self.number is not None and len(self.fixed) > self.number[1]:
            raise EverywayError(
                f"{len(self.fixed)} fixed squares, but at most", text=self.number[1], where="number"
            )
        trouble = self._conflict(sorted(self.fixed))
        if trouble:
            raise EverywayError(f"the fixed squares contradict the rules: {trouble}")
        for quota in self.quotas:
            if len(self.fixed.intersection(quota.cells)) > quota.number:
                raise EverywayError(
                    "the fixed squares contradict the rules: "
                    f"more than {quota.number} in {quota.name}"
                )

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.placement import wording

        return wording.title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.placement import wording

        return wording.statement(self)

    # --- the rules, in words of cells ---

    @cached_property
    def quotas(self) -> tuple[Quota, ...]:
        """The rows, columns and regions that hold an exact number of pieces, in this order."""
        found = []
        shape = self.board.shape
        for number, axis, word in ((self.per_row, -1, "row"), (self.per_column, -2, "column")):
            if number is not None:
                for line in self.board.lines(len(shape) + axis):
                    ends = f"{self.name_of(line[0])} to {self.name_of(line[-1])}"
                    found.append(Quota(f"the {word} from {ends}", line, number))
        if self.per_region is not None:
            for letter, cells in self.region_cells.items():
                found.append(Quota(f"region {letter}", cells, self.per_region))
        return tuple(found)

    @cached_property
    def region_cells(self) -> dict[str, tuple[int, ...]]:
        """The cells of each region, regions in the order of their first cell."""
        cells: dict[str, list[int]] = {}
        if self.regions is not None:
            missing = self.board.missing
            marks = "".join(reversed(self.regions))
            for cell, letter in enumerate(marks):
                if letter != "." and cell not in missing:
                    cells.setdefault(letter, []).append(cell)
        return {letter: tuple(found) for letter, found in cells.items()}

    @property
    def attacks(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the squares that a piece on it attacks, in order."""
        return self.piece.attacks(self.board)

    def name_of(self, cell: int) -> str:
        """Return the name of *cell*, such as ``c2`` or ``1,2,3``."""
        return square_name(self.board.shape, cell)

    def _conflict(self, cells: Sequence[int]) -> str | None:
        """Return in words which two of *cells* must not both be occupied, or None."""
        occupied = set(cells)
        touching = NO_TOUCH_PIECE.attacks(self.board) if self.no_touch else None
        for first in cells:
            attacked = occupied.intersection(self.attacks[first] if self.peaceful else ())
            touched = occupied.intersection(touching[first] if touching else ())
            for second in sorted(attacked | touched):
                if first < second:
                    pair = f"{self.name_of(first)} and {self.name_of(second)}"
                    return f"{pair} {'attack each other' if second in attacked else 'touch'}"
        return None

    def data_of(self, candidate: object) -> Data:
        """Return the cells that *candidate* names, rising, each as often as it is named.

        *candidate* is a solution; names or coordinates of squares; a list of columns, as in
        ``blocks``; or a text: names, one digit a column, or a picture of the board.
        """
        from everyway.families.placement.candidates import read_candidate

        return tuple(read_candidate(self, candidate))

    def why_not(self, candidate: object) -> str | None:
        """Return in words the first rule that *candidate* breaks, or None for a solution."""
        cells = self.data_of(candidate)
        occupied = set(cells)
        if len(occupied) < len(cells):
            return "a square is named twice"
        for cell in cells:
            if cell in self.board.missing:
                return f"{self.name_of(cell)} is no square of the board"
        for cell in sorted(self.fixed - occupied):
            return f"the fixed square {self.name_of(cell)} is free"
        if self.number is not None and not self.number[0] <= len(cells) <= self.number[1]:
            return f"{len(cells)} pieces, not {number_text(self.number)}"
        trouble = self._conflict(cells)
        if trouble:
            return trouble
        for name, group, number in self.quotas:
            count = len(occupied.intersection(group))
            if count != number:
                return f"{count} in {name}, not {number}"
        if self.covering:
            for cell in self.board.cells:
                if cell not in occupied and not occupied.intersection(self.attacks[cell]):
                    return f"{self.name_of(cell)} is free and not attacked"
        return None

    def why_none(self) -> str | None:
        """Return in words why rows, columns and regions cannot all have their pieces, or None."""
        from everyway.families.placement.counting import why_none

        return why_none(self)

    def wrap(self, data: Data) -> PlacementSolution:
        """Wrap cells, rising, as a solution."""
        return PlacementSolution(self, tuple(data))

    def solutions_of(self, batch: Iterable[Data]) -> Iterator[PlacementSolution]:
        """Wrap cells, rising, as solutions, one after another."""
        return solutions_of(self, batch)

    def is_canonical(self, data: Data) -> bool:
        """Return whether *data* is the first of its orbit."""
        return self.group.is_canonical(data)

    def size_of(self, data: Data) -> int:
        """Return the number of pieces."""
        return len(data)

    def size_range(self) -> tuple[int, int]:
        """Return bounds on the number of pieces; least above greatest means no solution."""
        least, greatest = self.number or (0, self.board.squares)
        least, greatest = max(least, len(self.fixed)), min(greatest, self.board.squares)
        for number, kind in ((self.per_row, -1), (self.per_column, -2)):
            if number is not None:
                total = number * len(self.board.lines(len(self.board.shape) + kind))
                least, greatest = max(least, total), min(greatest, total)
        if self.per_region is not None:
            least = max(least, self.per_region * len(self.region_cells))
        if self.peaceful:
            for lines in self.piece.ride_lines(self.board):
                greatest = min(greatest, len(lines))
        if self.covering and self.board.squares:
            most = 1 + max(len(self.attacks[cell]) for cell in self.board.cells)
            least = max(least, -(-self.board.squares // most))
        return least, greatest

    def sized(self, least: int, greatest: int) -> Placement:
        """Return the same puzzle with only its solutions of *least* to *greatest* pieces."""
        low, high = self.number or (0, self.board.squares)
        low, high = max(low, least, len(self.fixed)), min(high, greatest)
        return replace_number(self, (low, high))

    def blocks(self, size: int = 65536) -> Iterator[npt.NDArray[np.uint8]]:
        """Yield all solutions as NumPy arrays, for placements of one queen in each row.

        An array has a line for each solution, at most *size* of them, and in it for each row, from
        the first, the column of its queen counted from 0. Solutions come in the puzzle's order, a
        few million a second, and only one block is held at a time. Raises ``EverywayError`` for any
        other placement.

        >>> puzzle = Placement("4x4", number=4)
        >>> [block.tolist() for block in puzzle.blocks()]
        [[[1, 3, 0, 2], [2, 0, 3, 1]]]
        """
        from everyway.families.placement.queens_listing import column_blocks

        return column_blocks(self, size)

    @cached_property
    def group(self) -> Group:
        """The isometries of the board that keep holes, walls, fixed squares and quotas."""
        quotas = {(frozenset(cells), number) for _, cells, number in self.quotas}
        return isometries(self.board).stabiliser(
            lambda g: (
                keeps_set(g, self.fixed)
                and all((frozenset(g[c] for c in cells), k) in quotas for cells, k in quotas)
            )
        )

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; what has its default value is left out."""
        board, shape = self.board, self.board.shape
        data: dict[str, Any] = {
            "puzzle": "placement",
            "board": board.size_text(),
            "piece": self.piece.name,
        }
        data |= board.options()
        if self.fixed:
            data["fixed"] = [square_name(shape, cell) for cell in sorted(self.fixed)]
        if self.number is not None:
            low, high = self.number
            data["number"] = low if low == high else f"{low}..{high}"
        for name in ("per_row", "per_column", "per_region"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.regions is not None:
            data["regions"] = list(self.regions)
        for name, default in (("peaceful", True), ("covering", False), ("no_touch", False)):
            if getattr(self, name) is not default:
                data[name] = getattr(self, name)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; ``board`` may also be rows of ``. - #``."""
        if not isinstance(data, dict):
            raise EverywayError("a puzzle is a table of names and values, not", text=data)
        rest = {key: value for key, value in data.items() if key != "puzzle"}
        known = [
            "board", "piece", "holes", "walls", "torus", "number", "peaceful", "covering", "fixed",
            "per_row", "per_column", "per_region", "regions", "no_touch",
        ]  # fmt: skip
        for key in rest:
            if key not in known:
                hint = "one of " + ", ".join(known)
                raise EverywayError("a placement has no key", text=key, hint=hint)
        board = rest.pop("board", None)
        if isinstance(board, list) and board and all(isinstance(row, str) for row in board):
            board = "\n".join(board)
        if not isinstance(board, str):
            raise EverywayError("board is text such as 8x8, or rows, not", text=board)
        return cls(take_board(Board.parse(board), rest), **rest)

    def __repr__(self) -> str:
        said = ("puzzle", "board", "piece", *self.board.options())
        options = {key: value for key, value in self.to_dict().items() if key not in said}
        given = "".join(f", {name}={value!r}" for name, value in options.items())
        return f"Placement({self.board!r}, {self.piece.name!r}{given})"


def read_number(number: object) -> tuple[int, int] | None:
    """Return the least and greatest number that *number* allows, or None for any.

    >>> read_number(8), read_number("3..7"), read_number(None)
    ((8, 8), (3, 7), None)
    """
    hint = "give 8, or 3..7, or a pair (least, greatest)"
    low: object
    high: object
    if number is None:
        return None
    if isinstance(number, str):
        found = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", number.strip(), re.ASCII)
        if not found:
            raise EverywayError("number cannot be", text=number, hint=hint)
        low, high = int(found[1]), int(found[2] or found[1])
    elif isinstance(number, tuple | list):
        if len(number) != 2:
            raise EverywayError("number cannot be", text=number, hint=hint)
        low, high = number
    else:
        low = high = number
    check_whole(low, "number", 0, MOST_PIECES)
    check_whole(high, "number", 0, MOST_PIECES)
    assert isinstance(low, int) and isinstance(high, int)
    if low > high:
        raise EverywayError("number has its least above its greatest:", text=number)
    return low, high


def number_text(number: tuple[int, int]) -> str:
    """Return a number or a range as text: ``"8"`` or ``"3..7"``."""
    low, high = number
    return str(low) if low == high else f"{low}..{high}"


def replace_number(puzzle: Placement, number: tuple[int, int]) -> Placement:
    """Return *puzzle* with *number* pieces."""
    shape = puzzle.board.shape
    changes: dict[str, Any] = {
        "number": number,
        # The constructor reads squares as coordinates, not as cells.
        "fixed": [coordinates_of(shape, cell) for cell in puzzle.fixed],
    }
    return replace(puzzle, **changes)


def with_fixed(puzzle: Placement, cell: int) -> Placement:
    """Return *puzzle* with *cell* occupied, too; raise ``EverywayError`` if that cannot be."""
    shape = puzzle.board.shape
    fixed = [coordinates_of(shape, c) for c in sorted(puzzle.fixed | {cell})]
    changes: dict[str, Any] = {"fixed": fixed}
    return replace(puzzle, **changes)
