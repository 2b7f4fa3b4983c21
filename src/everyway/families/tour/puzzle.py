"""Tours: a piece visits every square of a board once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, Interrupted
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, check_flag
from everyway.families.tour.solution import TourSolution
from everyway.geometry.board import Board, take_board
from everyway.geometry.notation import (
    coordinates_of,
    parse_square,
    square_name,
)
from everyway.geometry.piece import Move, Piece
from everyway.geometry.symmetry import Permutation, isometries

MOST_RIDDEN = 10_000
MOST_MOVES = 200
LEAST_CLOSED = 3


@dataclass(frozen=True, init=False, repr=False)
class Tour(Puzzle):
    """Tours of a piece over a board: every square is visited once.

    - ``board``: a ``Board``, or its text such as ``"5x5"``.
    - ``piece``: a ``Piece``, or its text such as ``"knight"``, ``"leaper(1,4)"`` or
      ``"knight+ferz"``. Only which squares are a move apart matters: squares already visited block
      nobody, and riders stop at walls alone.
    - ``start``, ``end``: the first and the last square, or None for any.
    - ``closed``: a move leads from the last square back to the first. A closed tour has no end,
      and at least three squares; ``start`` then only says from where it is listed.
    - ``directed``: whether a tour and its reverse are two tours. None: True for open tours, False
      for closed ones.

    A solution is the sequence of squares. An open tour that is not directed is listed in the
    direction that comes first, unless start or end fix it. A closed tour is listed from ``start``,
    else from the first square; if it is not directed, in the direction whose second square comes
    before the last one. Solutions come in lexicographic order of their cells (counted row by row
    from ``a1``), and their size is the number of squares. A board without squares has one tour.

    The group for ``up_to="symmetry"``: the isometries of the board that keep holes, walls, start
    and end; for tours that are not directed also those that exchange start and end.

    Open knight's tours of n x n boards are OEIS A165134, closed ones A001230. Raises
    ``EverywayError`` for squares that are not there, a closed tour with an end, and a board or
    piece that is none.

    >>> Tour("5x5", start="a1").count(), Tour("5x5").count(), Tour("5x5", directed=False).count()
    (304, 1728, 864)
    """

    family: ClassVar[str] = "tour"

    board: Board
    piece: Piece
    start: int | None
    end: int | None
    closed: bool
    directed: bool

    def __init__(
        self,
        board: Board | str,
        piece: Piece | str = "knight",
        start: object = None,
        end: object = None,
        closed: bool = False,
        directed: bool | None = None,
    ) -> None:
        if isinstance(board, str):
            board = Board.parse(board)
        if not isinstance(board, Board):
            raise EverywayError("a board is a Board or text such as 8x8, not", text=board)
        if isinstance(piece, str):
            piece = Piece.parse(piece)
        if not isinstance(piece, Piece):
            raise EverywayError("a piece is a Piece or text such as knight, not", text=piece)
        piece = piece.on(len(board.shape))
        if Piece.parse(piece.name).leaps != piece.leaps:
            raise EverywayError("a piece's name does not say how it moves:", text=piece.name)
        rides = any(leap.rides for leap in piece.leaps)
        dense = piece.number_of_moves(len(board.shape)) > MOST_MOVES
        if board.size > MOST_RIDDEN and (rides or dense):
            raise EverywayError(
                f"too large a board for the moves of a {piece.name}:",
                text=board.size_text(),
                hint=f"at most {MOST_RIDDEN} squares",
            )
        check_flag(closed, "closed")
        if directed is not None:
            check_flag(directed, "directed")
        if closed and end is not None:
            raise EverywayError("a closed tour has no end:", text=end, hint="leave it out")
        values: dict[str, Any] = {
            "board": board,
            "piece": piece,
            "start": self._read_square(board, start, "start"),
            "end": self._read_square(board, end, "end"),
            "closed": closed,
            "directed": (not closed) if directed is None else directed,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @staticmethod
    def _read_square(board: Board, square: object, name: str) -> int | None:
        if square is None:
            return None
        cell = parse_square(board.shape, square)
        if cell in board.missing:
            raise EverywayError(f"the {name} is no square of the board:", text=square)
        return cell

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.tour import wording

        return wording.title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.tour import wording

        return wording.statement(self)

    # --- the rules ---

    @cached_property
    def moves(self) -> frozenset[Move]:
        """The single leaps of a piece that rides nowhere, axes of a torus reduced."""
        dimensions = len(self.board.shape)
        found = {move for leap in self.piece.leaps for move in leap.moves(dimensions)}
        return frozenset(map(self._reduced, found)) - {(0,) * dimensions}

    @property
    def rides(self) -> bool:
        """Whether the piece goes on along a line."""
        return any(leap.rides for leap in self.piece.leaps)

    def _reduced(self, move: Move) -> Move:
        pairs = zip(move, self.board.shape, self.board.torus, strict=True)
        return tuple(step % size if around else step for step, size, around in pairs)

    def reaches(self, cell: int, other: int) -> bool:
        """Return whether a move leads from *cell* to *other*."""
        shape = self.board.shape
        if self.rides:
            return other in self.graph[cell]
        if len(shape) == 2 and not any(self.board.torus):
            row, column = divmod(cell, shape[1])
            to_row, to_column = divmod(other, shape[1])
            return (to_row - row, to_column - column) in self.moves
        here, there = coordinates_of(shape, cell), coordinates_of(shape, other)
        return self._reduced(tuple(b - a for a, b in zip(here, there, strict=True))) in self.moves

    @cached_property
    def graph(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the squares a move away, in order; for boards that are not huge."""
        return self.piece.attacks(self.board)

    @property
    def base(self) -> int | None:
        """The square from which a closed tour is listed; None on a board without squares."""
        if self.start is not None:
            return self.start
        return next((c for c in range(self.board.size) if c not in self.board.missing), None)

    @property
    def reversible(self) -> bool:
        """Whether a tour could be listed in two directions, of which only the first is."""
        return not self.directed and (self.closed or (self.start is None and self.end is None))

    def name_of(self, cell: int) -> str:
        """Return the name of *cell*, such as ``c2`` or ``1,2,3``."""
        return square_name(self.board.shape, cell)

    def listed(self, cells: Data) -> Data:
        """Return *cells*, a whole tour, as the tour is listed: from its base, first direction."""
        if not cells:
            return ()
        if self.closed:
            assert self.base is not None
            place = cells.index(self.base)
            cells = cells[place:] + cells[:place]
            return (cells[0], *cells[:0:-1]) if self.reversible and cells[1] > cells[-1] else cells
        return cells[::-1] if self.reversible and cells[0] > cells[-1] else cells

    def data_of(self, candidate: object) -> Data:
        """Return the cells that *candidate* names, in order of visit: squares, text, or a grid.

        A tour that visits every square once is returned as it is listed.
        """
        from everyway.families.tour.candidates import read_candidate

        cells = read_candidate(self, candidate)
        whole = len(cells) == self.board.squares == len(set(cells).difference(self.board.missing))
        return self.listed(cells) if whole else cells

    def why_not(self, candidate: object) -> str | None:
        """Return in words the first rule that *candidate* breaks, or None for a tour.

        A closed tour may be given from any of its squares, and a tour that is not directed in
        either direction: it is the same tour.
        """
        from everyway.families.tour.candidates import read_candidate

        cells = read_candidate(self, candidate)
        seen: set[int] = set()
        for cell in cells:
            if cell in self.board.missing:
                return f"{self.name_of(cell)} is no square of the board"
            if cell in seen:
                return f"{self.name_of(cell)} is visited twice"
            seen.add(cell)
        for cell in range(self.board.size):
            if cell not in seen and cell not in self.board.missing:
                return f"{self.name_of(cell)} is not visited"
        if not cells:
            return None
        if not self.closed:
            if self.start is not None and cells[0] != self.start:
                return f"it starts on {self.name_of(cells[0])}, not {self.name_of(self.start)}"
            if self.end is not None and cells[-1] != self.end:
                return f"it ends on {self.name_of(cells[-1])}, not {self.name_of(self.end)}"
        elif len(cells) < LEAST_CLOSED:
            return "a closed tour has at least three squares"
        for place in range(1, len(cells)):
            if not self.reaches(cells[place - 1], cells[place]):
                return self._no_move(cells[place - 1], cells[place])
        if self.closed and not self.reaches(cells[-1], cells[0]):
            return self._no_move(cells[-1], cells[0])
        return None

    def _no_move(self, cell: int, other: int) -> str:
        name = self.piece.name
        return f"no move of a {name} leads from {self.name_of(cell)} to {self.name_of(other)}"

    def why_none(self) -> str | None:
        """Return in words why there is no tour, by counting alone, or None."""
        from everyway.families.tour.impossible import why_none

        return why_none(self) if self.board.size <= MOST_RIDDEN else None

    def wrap(self, data: Data) -> TourSolution:
        """Wrap cells in order of visit as a tour."""
        return TourSolution(self, tuple(data))

    def size_of(self, data: Data) -> int:
        """Return the number of squares visited, which is all of them."""
        return len(data)

    def size_range(self) -> tuple[int, int]:
        """Return the number of squares, twice: every tour visits all."""
        return self.board.squares, self.board.squares

    # --- symmetry ---

    @cached_property
    def symmetries(self) -> tuple[tuple[Permutation, bool], ...]:
        """The symmetries: where each cell goes, and whether the tour is then reversed.

        The identity comes first. Isometries that do the same to all squares are one.
        """
        missing = self.board.missing
        found: dict[tuple[Permutation, bool], None] = {}
        for image in isometries(self.board).elements:
            squares = tuple(0 if c in missing else to for c, to in enumerate(image))
            ends = (self.start, self.end)
            moved = tuple(None if cell is None else image[cell] for cell in ends)
            if moved == ends:
                found[squares, False] = None
            elif not self.directed and None not in ends and moved == ends[::-1]:
                found[squares, True] = None
        return tuple(found)

    def images(self, data: Data) -> list[Data]:
        """Return what each symmetry makes of the tour *data*, as it is listed; itself first."""
        found = []
        for image, reverse in self.symmetries:
            cells = tuple([image[cell] for cell in data])
            found.append(self.listed(cells[::-1] if reverse else cells))
        return found

    def is_canonical(self, data: Data) -> bool:
        """Return whether *data* is the first of its orbit."""
        return all(image >= data for image in self.images(data))

    # --- one tour, whichever ---

    def find(self, **options: Any) -> TourSolution | None:
        """Return some tour quickly, on large boards too, or None when it is proved that none is.

        It is not the first in order, but always the same one. *options* are those of ``ask``.
        Raises ``Interrupted`` when a limit comes before either is known.

        >>> tour = Tour("40x40", closed=True).find()
        >>> len(tour), tour.puzzle.is_solution(tour)
        (1600, True)
        """
        answer = self.ask(Every(limit=1, ordered=False), **options)
        if answer.interrupted:
            raise Interrupted.of(answer)
        found: TourSolution | None = answer.solution
        return found

    def from_square(self, cell: int) -> Tour:
        """Return the same puzzle with the tours that start on *cell*."""
        shape = self.board.shape
        end = None if self.end is None else coordinates_of(shape, self.end)
        start = coordinates_of(shape, cell)
        return Tour(self.board, self.piece, start, end, self.closed, self.directed)

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; what has its default value is left out."""
        board = self.board
        data: dict[str, Any] = {"puzzle": "tour", "board": board.size_text()}
        if self.piece.name != "knight":
            data["piece"] = self.piece.name
        data |= board.options()
        for name, cell in (("start", self.start), ("end", self.end)):
            if cell is not None:
                data[name] = self.name_of(cell)
        if self.closed:
            data["closed"] = True
        if self.directed is self.closed:
            data["directed"] = self.directed
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; ``board`` may also be rows of ``. - #``."""
        rest = {key: value for key, value in data.items() if key != "puzzle"}
        known = ["board", "piece", "holes", "walls", "torus", "start", "end", "closed", "directed"]
        for key in rest:
            if key not in known:
                raise EverywayError(
                    "a tour has no key", text=key, hint="one of " + ", ".join(known)
                )
        board = rest.pop("board", None)
        if isinstance(board, list) and board and all(isinstance(row, str) for row in board):
            board = "\n".join(board)
        if not isinstance(board, str):
            raise EverywayError("board is text such as 8x8, or rows, not", text=board)
        return cls(take_board(Board.parse(board), rest), **rest)

    def __repr__(self) -> str:
        said = ("puzzle", "board", *self.board.options())
        options = {key: value for key, value in self.to_dict().items() if key not in said}
        given = "".join(f", {name}={value!r}" for name, value in options.items())
        return f"Tour({self.board!r}{given})"
