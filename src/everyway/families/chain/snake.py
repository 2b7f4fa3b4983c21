"""Snake cubes: cubes on a string, straight or turning, that fold into a box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.core.question import check_flag
from everyway.families.chain.fold import Fold
from everyway.families.chain.puzzle import LinkPuzzle, Permutation
from everyway.families.chain.reading import (
    Numbered,
    board_data,
    board_from_data,
    board_repr,
    check_keys,
    fixed_data,
    read_board,
    read_fixed,
    read_segments,
    read_word,
    segments_text,
    word_text,
)
from everyway.geometry.board import Board
from everyway.geometry.notation import coordinates_of
from everyway.geometry.symmetry import isometries

STRAIGHT, TURN, END = "S", "T", "E"


@dataclass(frozen=True, init=False, repr=False)
class SnakeCube(LinkPuzzle):
    """Ways to fold a snake of cubes so that it fills a box; or all snakes that do.

    - ``word``: a letter for each cube between the two ends, in order: ``S`` when the string goes
      straight through it, ``T`` when it turns; a number repeats a letter (``"T6"``). A word that is
      two letters longer has its ends, too, each written ``E`` or ``S``. Or the lengths of the
      straight pieces, corners counted in both (``"3,2,2,3"``). None stands for any word: the folds
      are then the Hamiltonian paths of the box.
    - ``board``: a ``Board`` of any dimensions (holes allowed) or its text; default ``"3x3x3"``.
    - ``directed``: whether a fold and the same fold read from its other end are two. If not, the
      first in order is listed. For a word that is not the same backwards this changes nothing.
    - ``fixed``: cubes that must lie on given squares: ``{1: "1,1,1"}`` or ``"1:1,1,1; 27:3,3,3"``.
      Cubes have numbers then, so ``directed`` must be true.

    Cubes that follow each other share a face. Folds come in lexicographic order of their squares.
    Symmetries are the isometries of the box, reflections among them, that keep the fixed cubes.
    Snakes of any word in an n x n square are OEIS A096969. Raises ``EverywayError`` for what is no
    such snake.

    >>> SnakeCube("T6", "2x2x2").count(), SnakeCube(None, "2x2x2").count(up_to="symmetry")
    (144, 3)
    """

    board: Board
    word: str | None
    directed: bool
    fixed: Numbered

    def __init__(
        self,
        word: str | None = None,
        board: Board | str = "3x3x3",
        directed: bool = True,
        fixed: Mapping[int, object] | str | None = None,
    ) -> None:
        board = read_board(board)
        check_flag(directed, "directed")
        placed = read_fixed(board, fixed)
        inner = None if word is None else _read_inner(word, board.squares)
        if not directed and placed:
            raise EverywayError(
                "snakes that are not directed have no first cube, so none can be fixed", text=fixed
            )
        values: dict[str, Any] = {
            "board": board,
            # Between two ends or fewer there is but one word, and any word is that.
            "word": inner if board.squares > 2 else None,
            "directed": directed,
            "fixed": placed,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def reversible(self) -> bool:
        """Whether a fold and the same fold read backwards count as one."""
        same = self.word is None or self.word == self.word[::-1]
        return not self.directed and same and self.length > 1

    @property
    def segments(self) -> str:
        """The lengths of the straight pieces, corners counted in both; empty for any word.

        >>> SnakeCube("T6", "2x2x2").segments
        '2,2,2,2,2,2,2'
        """
        return "" if self.word is None else segments_text(self.word)

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The isometries of the box that keep its holes and the fixed cubes."""
        fixed = set(self.fixed_cells.values())
        missing = self.board.missing
        found: dict[Permutation, None] = {}
        for g in isometries(self.board).elements:
            if all(g[cell] == cell for cell in fixed):
                found[tuple(c if c in missing else there for c, there in enumerate(g))] = None
        return tuple(found)

    def turns(self, before: int, cell: int, after: int) -> bool:
        """Return whether a way through three cells turns at the middle one."""
        shape = self.board.shape
        a, b, c = (coordinates_of(shape, x) for x in (before, cell, after))
        return any(x + z != 2 * y for x, y, z in zip(a, b, c, strict=True))

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.chain import wording

        return wording.snake_title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.chain import wording

        return wording.snake_statement(self)

    # --- solutions ---

    def wrap(self, data: Data) -> Fold:
        """Wrap cells as a fold."""
        return Fold(self, tuple(data))

    def data_of(self, candidate: object) -> Data:
        """Return the cells of *candidate*, in any form that ``why_not`` reads."""
        from everyway.families.chain.candidates import read_snake

        return tuple(read_snake(self, candidate))

    def why_not(self, candidate: object) -> str | None:
        """Return in words the first rule that *candidate* breaks, or None for a fold.

        A candidate is a ``Fold``, squares in the order of the cubes (text or a list), or a picture.
        """
        cells = self.data_of(candidate)
        trouble = self.why_not_cells(cells)
        if trouble:
            return trouble
        shape = self.board.shape
        for place in range(1, len(cells)):
            pair = zip(
                coordinates_of(shape, cells[place - 1]),
                coordinates_of(shape, cells[place]),
                strict=True,
            )
            if sum(abs(a - b) for a, b in pair) != 1:
                return f"cubes {place} and {place + 1} do not share a face"
        for place in range(1, len(cells) - 1):
            turns = self.turns(*cells[place - 1 : place + 2])
            if self.word is not None and turns != (self.word[place - 1] == TURN):
                does = "turns" if turns else "goes straight"
                return f"the string {does} at cube {place + 1}"
        if not self.is_listed(tuple(cells)):
            return "read from its other end it comes first, and that reading counts"
        return None

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; what has its default value is left out."""
        data: dict[str, Any] = {"puzzle": "snake", **board_data(self.board)}
        if self.word is not None:
            data["word"] = word_text(self.word)
        if not self.directed:
            data["directed"] = False
        if self.fixed:
            data["fixed"] = fixed_data(self.board, self.fixed)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; ``board`` may also be rows of ``. -``."""
        known = ("board", "holes", "word", "directed", "fixed")
        rest = {key: value for key, value in data.items() if key != "puzzle"}
        check_keys(rest, known, "snake")
        board = board_from_data(rest)
        given = {key: rest[key] for key in known[2:] if key in rest}
        return cls(given.pop("word", None), board, **given)

    def __repr__(self) -> str:
        word = None if self.word is None else word_text(self.word)
        parts = [repr(word), board_repr(self.board)]
        skipped = ("puzzle", "board", "holes", "word")
        parts += [f"{k}={v!r}" for k, v in self.to_dict().items() if k not in skipped]
        return f"SnakeCube({', '.join(parts)})"


def _read_inner(word: object, cubes: int) -> str:
    """Return the letters of the cubes between the ends."""
    inner = max(0, cubes - 2)
    if isinstance(word, str) and (pieces := read_segments(plain_form(word), cubes)) is not None:
        return pieces
    letters = read_word(word, STRAIGHT + TURN + END)
    if len(letters) == cubes and cubes >= 2 and TURN not in letters[0] + letters[-1]:
        letters = letters[1:-1]
    if len(letters) != inner:
        raise EverywayError(
            f"the word has {len(letters)} cubes, but the box {inner} between two ends:", text=word
        )
    if END in letters:
        raise EverywayError("an end in the middle of the word:", text=word)
    return letters
