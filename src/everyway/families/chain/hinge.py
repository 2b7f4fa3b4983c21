"""Hinged chains: square links, joined at their corners, that fold into a shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
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
    read_numbered,
    read_word,
    word_text,
)
from everyway.geometry.board import Board

OPPOSITE, LEFT, RIGHT = "D", "L", "R"
LETTERS = OPPOSITE + LEFT + RIGHT
"""The exit hinge is opposite to the entry hinge; or the next corner anticlockwise; or clockwise."""

EXIT_AFTER = {OPPOSITE: 2, LEFT: 1, RIGHT: 3}
"""How many corners, anticlockwise, the exit hinge comes after the entry hinge."""

ARROWS = ("right", "up", "left", "down")
"""The directions of marks, each a quarter turn anticlockwise from the one before."""
SIGNS = "→↑←↓"

NEWSPAPER_MARKS = {2: "right", 3: "up", 7: "up", 8: "left", 12: "right", 13: "right"}

Point = tuple[int, int]


@dataclass(frozen=True, init=False, repr=False)
class Chain(LinkPuzzle):
    """Ways to fold a chain of square links, hinged at corners, so that it fills a board.

    - ``board``: a two-dimensional ``Board`` (holes allowed) or its text such as ``"4x4"``.
    - ``word``: a letter for each link, in order; a number repeats a letter (``"D16"``). Each link
      has an entry hinge and an exit hinge: opposite corners ``D``; or side by side, the link lying
      to the left (``L``) or to the right (``R``) of the way from entry to exit. Default: all ``D``.
    - ``marks``: arrows drawn on links, as they show while the link's entry hinge is its lower left
      corner: ``{2: "right"}`` or ``"2:right, 3:up"``. All must end up ``pointing`` the same way.
    - ``closed``: the last link's exit hinge meets the first link's entry hinge.
    - ``fixed``: links that must lie on given squares: ``{1: "b1"}`` or ``"1:b1"``.

    The exit hinge of each link and the entry hinge of the next are the same point of the board's
    lattice. Links turn, but they are not turned over. A link's quarter turns are counted
    anticlockwise from the position in which its entry hinge is the lower left corner, so that the
    links of a ``D`` lead to the upper right, upper left, lower left, lower right.

    Folds come in lexicographic order, link by link: by square (row by row from ``a1``), then by
    quarter turns. Symmetries are the rotations and reflections of the board that keep the fixed
    links and the turns of the marked links; reflections change ``L`` and ``R``, so they count only
    for words of ``D``. Raises ``EverywayError`` for what is no such chain.

    >>> Chain("4x4").count(), Chain("3x3").count()
    (1280, 24)
    """

    board: Board
    word: str
    marks: Numbered
    pointing: int
    closed: bool
    fixed: Numbered

    def __init__(
        self,
        board: Board | str,
        word: str | None = None,
        marks: Mapping[int, str] | str | None = None,
        pointing: str = "up",
        closed: bool = False,
        fixed: Mapping[int, object] | str | None = None,
    ) -> None:
        board = read_board(board, 2)
        links = board.squares
        spelled = OPPOSITE * links if word is None else read_word(word, LETTERS)
        if len(spelled) != links:
            raise EverywayError(
                f"the word has {len(spelled)} links, but the board {links} squares:", text=word
            )
        check_flag(closed, "closed")
        pairs = () if marks is None else read_numbered(marks, "marks", links)
        values: dict[str, Any] = {
            "board": board,
            "word": spelled,
            "marks": tuple((link, read_arrow(arrow)) for link, arrow in pairs),
            "pointing": read_arrow(pointing),
            "closed": closed,
            "fixed": read_fixed(board, fixed),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.chain import wording

        return wording.chain_title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.chain import wording

        return wording.chain_statement(self)

    @property
    def mark_words(self) -> list[tuple[int, str]]:
        """The marked links, counted from 1, each with where its arrow points as it is drawn."""
        return [(link, ARROWS[arrow]) for link, arrow in self.marks]

    @property
    def pointing_word(self) -> str:
        """Where all arrows must point in the end."""
        return ARROWS[self.pointing]

    # --- geometry ---

    def entry_point(self, cell: int, quarter: int) -> Point:
        """Return the lattice point (row, column) of the entry hinge of a link so laid."""
        row, column = divmod(cell, self.board.shape[1])
        across, up = ((0, 0), (1, 0), (1, 1), (0, 1))[quarter % 4]
        return row + up, column + across

    def exit_point(self, place: int, cell: int, quarter: int) -> Point:
        """Return the lattice point of the exit hinge of the link at *place*, counted from 0."""
        return self.entry_point(cell, quarter + EXIT_AFTER[self.word[place]])

    @cached_property
    def wanted_quarters(self) -> dict[int, int]:
        """The quarter turns that marks ask for, by the link's place counted from 0."""
        return {link - 1: (self.pointing - arrow) % 4 for link, arrow in self.marks}

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the board that keep what is said of links; the identity first."""
        wanted = set(self.wanted_quarters.values())
        fixed = set(self.fixed_cells.values())
        found: dict[Permutation, None] = {}
        for turns in range(4):
            for mirrored in (False, True):
                if mirrored and set(self.word) - {OPPOSITE}:
                    continue
                image = self._isometry(turns, mirrored)
                if image is None:
                    continue
                if any(_turned(q, turns, mirrored) != q for q in wanted):
                    continue
                if any(image[4 * cell] // 4 != cell for cell in fixed):
                    continue
                found[image] = None
        return tuple(found)

    def _isometry(self, turns: int, mirrored: bool) -> Permutation | None:
        """Return an isometry of the plane as a map of links' numbers, or None off the board.

        First the reflection that exchanges rows and columns, then quarter turns anticlockwise.
        """
        rows, columns = self.board.shape
        image = list(range(4 * rows * columns))
        for cell in self.squares:
            row, column = divmod(cell, columns)
            height, width = rows, columns
            if mirrored:
                row, column, height, width = column, row, width, height
            for _ in range(turns):
                row, column, height, width = column, height - 1 - row, width, height
            if (height, width) != (rows, columns):
                return None
            there = row * columns + column
            if there in self.board.holes:
                return None
            for quarter in range(4):
                image[4 * cell + quarter] = 4 * there + _turned(quarter, turns, mirrored)
        return tuple(image)

    # --- solutions ---

    def wrap(self, data: Data) -> Fold:
        """Wrap links' numbers as a fold."""
        return Fold(self, tuple(d // 4 for d in data), tuple(d % 4 for d in data))

    def data_of(self, candidate: object) -> Data:
        """Return the links' numbers of *candidate*, in any form that ``why_not`` reads.

        Where turns are not given, they are those with which the hinges meet, if there are any.
        """
        from everyway.families.chain.candidates import read_chain

        cells, quarters = read_chain(self, candidate)
        if quarters is None:
            turns = self._turns(cells) if self.why_not_cells(cells) is None else []
            fitting = [turned for turned in turns if self._why_not_turned(cells, turned) is None]
            quarters = (fitting or turns or [[0] * len(cells)])[0]
        return tuple(4 * cell + quarter for cell, quarter in zip(cells, quarters, strict=True))

    def why_not(self, candidate: object) -> str | None:
        """Return in words the first rule that *candidate* breaks, or None for a fold.

        A candidate is a ``Fold``; squares in the order of the links, each with its turn in degrees
        (``"b1@180 a1@90"``) or all without; or rows of links' numbers, the top row first.
        """
        from everyway.families.chain.candidates import read_chain

        cells, quarters = read_chain(self, candidate)
        trouble = self.why_not_cells(cells)
        if trouble or not cells:
            return trouble
        if quarters is not None:
            return self._why_not_turned(cells, quarters)
        # A first turn decides all the others, as long as the hinges meet.
        reasons = [self._why_not_turned(cells, turned) for turned in self._turns(cells)]
        return None if None in reasons else max(reasons, key=_how_far)

    def _turns(self, cells: list[int]) -> list[list[int]]:
        found = []
        for first in range(4):
            quarters = [first]
            for place in range(1, len(cells)):
                point = self.exit_point(place - 1, cells[place - 1], quarters[-1])
                near = [q for q in range(4) if self.entry_point(cells[place], q) == point]
                quarters.append(near[0] if near else 0)
            found.append(quarters[: len(cells)])
        return found

    def _why_not_turned(self, cells: list[int], quarters: list[int]) -> str | None:
        last = len(cells) - 1
        for place in range(last):
            point = self.exit_point(place, cells[place], quarters[place])
            if point != self.entry_point(cells[place + 1], quarters[place + 1]):
                return f"the hinge between links {place + 1} and {place + 2} does not meet"
        if self.closed and self.exit_point(last, cells[last], quarters[last]) != self.entry_point(
            cells[0], quarters[0]
        ):
            return f"the chain is not closed: the last hinge of link {last + 1} is off link 1"
        for link, arrow in self.marks:
            points = (arrow + quarters[link - 1]) % 4
            if points != self.pointing:
                return (
                    f"the arrow on link {link} points {ARROWS[points]}, not {ARROWS[self.pointing]}"
                )
        return None

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; what has its default value is left out."""
        data: dict[str, Any] = {"puzzle": "chain", **board_data(self.board)}
        if set(self.word) - {OPPOSITE}:
            data["word"] = word_text(self.word)
        if self.closed:
            data["closed"] = True
        if self.pointing != ARROWS.index("up"):
            data["pointing"] = ARROWS[self.pointing]
        if self.marks:
            data["marks"] = {str(link): ARROWS[arrow] for link, arrow in self.marks}
        if self.fixed:
            data["fixed"] = fixed_data(self.board, self.fixed)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; ``board`` may also be rows of ``. -``."""
        known = ("board", "holes", "word", "marks", "pointing", "closed", "fixed")
        rest = {key: value for key, value in data.items() if key != "puzzle"}
        check_keys(rest, known, "chain")
        board = board_from_data(rest)
        given = {key: rest[key] for key in known[2:] if key in rest}
        return cls(board, **given)

    def __repr__(self) -> str:
        skipped = ("puzzle", "board", "holes")
        parts = [board_repr(self.board)]
        parts += [f"{k}={v!r}" for k, v in self.to_dict().items() if k not in skipped]
        return f"Chain({', '.join(parts)})"


def newspaper_chain() -> Chain:
    """Return the newspaper's puzzle: 16 links, six of them with arrows that must all point up.

    >>> newspaper_chain().one().link_on["b1"]
    1
    """
    return Chain("4x4", marks=NEWSPAPER_MARKS)


def read_arrow(arrow: object) -> int:
    """Return the number of quarter turns from right to *arrow*: a name, its letter, or a sign."""
    text = arrow.strip().lower() if isinstance(arrow, str) else ""
    for number, name in enumerate(ARROWS):
        if text and text in (name, name[0], SIGNS[number]):
            return number
    raise EverywayError("no direction of an arrow:", text=arrow, hint="one of " + ", ".join(ARROWS))


def _turned(quarter: int, turns: int, mirrored: bool) -> int:
    """Return the turn of a ``D`` after the exchange of rows and columns and quarter turns.

    Mirrored in the rising diagonal a way to the upper left becomes one to the lower right. Links
    of other letters are never mirrored.
    """
    return ((-quarter if mirrored else quarter) + turns) % 4


def _how_far(reason: str | None) -> int:
    found = re.search("between links ([0-9]+)", reason or "")
    return int(found[1]) if found else MOST_REASON


MOST_REASON = 10**9
