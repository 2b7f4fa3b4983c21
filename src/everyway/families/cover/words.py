"""Exact covers as words of the command: ``latin 4``, ``sudoku 53..7…``, ``tiling 6x10``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.puzzle import Puzzle
from everyway.families.cover import CHILDREN, OPTIONS, OWN
from everyway.families.cover.base import CoverPuzzle
from everyway.families.cover.exact import ExactCover
from everyway.families.cover.langford import Langford
from everyway.families.cover.latin import LatinSquare
from everyway.families.cover.reading import looks_like_a_cover
from everyway.families.cover.sudoku import Sudoku
from everyway.families.cover.tiling import TilingPuzzle
from everyway.geometry.board import Board, take_board
from everyway.geometry.notation import square_name

NUMBER = re.compile("[0-9]{1,6}", re.ASCII)
MOST_TEXT = 4_000
"""A text of more characters is no grid of a sudoku."""


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> CoverPuzzle:
    """Make a puzzle from its word, one more word, and options."""
    word = words[0].lower()
    own = [option for option in OPTIONS if option.name in OWN[word]]
    given = own_options(own, options, word)
    if len(words) != 2:
        what = f"nothing but {CHILDREN[word]}" if len(words) > 2 else CHILDREN[word]
        raise EverywayError(f"{word} needs {what}")
    return _MAKERS[word](words[1].strip(), given)


def _latin(text: str, given: dict[str, Any]) -> CoverPuzzle:
    if "given" in given:
        given["givens"] = given.pop("given")
    return LatinSquare(_number(text, "an order"), **given)


def _sudoku(text: str, given: dict[str, Any]) -> CoverPuzzle:
    if NUMBER.fullmatch(text) and len(text) < 3:
        return Sudoku(order=_number(text, "an order"), **given)
    return Sudoku(text, **given)


def _langford(text: str, given: dict[str, Any]) -> CoverPuzzle:
    return Langford(_number(text, "how many numbers"), **given)


def _tiling(text: str, given: dict[str, Any]) -> CoverPuzzle:
    size = f"{int(text)}x{int(text)}" if NUMBER.fullmatch(text) else text
    holes = {"holes": given.pop("holes")} if "holes" in given else {}
    return TilingPuzzle(take_board(Board.parse(size), holes), **given)


def _cover(text: str, given: dict[str, Any]) -> CoverPuzzle:
    return ExactCover.parse(text.replace(";", "\n"))


_MAKERS: dict[str, Callable[[str, dict[str, Any]], CoverPuzzle]] = {
    "latin": _latin,
    "sudoku": _sudoku,
    "tiling": _tiling,
    "langford": _langford,
    "cover": _cover,
}


def _number(text: str, name: str) -> int:
    if not NUMBER.fullmatch(text):
        raise EverywayError(f"{name} cannot be", text=text, hint="give a whole number")
    return int(text)


def from_text(text: str) -> CoverPuzzle | None:
    """Return the puzzle of a text that is plainly a sudoku's grid, or in Knuth's form, or None."""
    if len(text) <= MOST_TEXT:
        try:
            found = Sudoku(text)
        except EverywayError:
            found = None
        # Of a map of regions some row has a letter twice.
        if found is not None and found.order > 3 and min(found.box) > 1 and _is_open(found):
            return found
    return ExactCover.parse(text) if looks_like_a_cover(text) else None


def _is_open(puzzle: Sudoku) -> bool:
    """Return whether a grid has blanks and numbers, and no line has a number twice."""
    fixed = puzzle.fixed
    lines = puzzle.lines().values()
    values = [[fixed[cell] for cell in line if cell in fixed] for line in lines]
    return 0 < len(fixed) < puzzle.order**2 and all(len(set(v)) == len(v) for v in values)


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words and options, or None.

    >>> to_words(TilingPuzzle("6x10", "pentominoes")), to_words(LatinSquare(4, reduced=True))
    ('tiling 6x10 --pieces pentominoes', 'latin 4 --reduced')
    """
    if isinstance(puzzle, LatinSquare):
        words = f"latin {puzzle.order}"
        if puzzle.givens:
            words += f" --given '{_rows(puzzle)}'"
        return words + (" --reduced" if puzzle.reduced else "")
    if isinstance(puzzle, Sudoku):
        words = f"sudoku {_rows(puzzle) if puzzle.givens else puzzle.order}"
        if "box" in puzzle.to_dict():
            words += f" --box {puzzle.box[0]}x{puzzle.box[1]}"
        return words + (" --diagonals" if puzzle.diagonals else "")
    if isinstance(puzzle, Langford):
        return f"langford {puzzle.numbers}"
    if isinstance(puzzle, ExactCover):
        return _cover_words(puzzle)
    return _tiling_words(puzzle) if isinstance(puzzle, TilingPuzzle) else None


def _cover_words(puzzle: ExactCover) -> str | None:
    """Return an exact cover as one line, or None where no such line says it."""
    if not puzzle.items or ";" in puzzle.to_text():
        return None
    lines = puzzle.to_text().strip().split("\n")
    return f"cover {shlex.quote('; '.join(lines))}"


def _rows(puzzle: LatinSquare | Sudoku) -> str:
    return "/".join(puzzle.givens)


def _tiling_words(puzzle: TilingPuzzle) -> str:
    board = puzzle.board
    words = ["tiling", board.size_text()]
    data = puzzle.to_dict()
    if puzzle.pieces != "dominoes":
        words.append(f"--pieces {shlex.quote(puzzle.pieces)}")
    if board.holes:
        names = [square_name(board.shape, cell) for cell in sorted(board.holes)]
        words.append(f"--holes {','.join(names)}")
    if "once" in data:
        words.append("--once" if puzzle.once else "--no-once")
    return " ".join(words) + (" --one-sided" if puzzle.one_sided else "")
