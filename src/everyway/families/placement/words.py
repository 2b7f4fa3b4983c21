"""Placements as words of the command: ``queens 8``, ``bishops 8x8``, ``regions FILE``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.puzzle import Puzzle
from everyway.families.placement import OPTIONS, REGIONS, singular
from everyway.families.placement.named import RegionQueens
from everyway.families.placement.puzzle import Placement, number_text
from everyway.geometry.board import Board, take_board, wrap_text
from everyway.geometry.grids import read_grid, read_list
from everyway.geometry.notation import (
    square_name,
)
from everyway.geometry.piece import NAMED, Piece, plural_of

OF_ANY_SIZE = ("smallest", "largest", "sizes")
"""Questions for which ``queens 8`` is an 8x8 board with any number of queens."""


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Placement:
    """Make a placement from the words of the command and its options.

    ``queens 8`` is the puzzle of 8 queens on 8x8, ``queens 8x8`` a board with any number; with
    ``covering``, and for the questions about sizes, ``queens 8`` has any number, too. ``regions``
    takes rows of letters (the command reads them from a file first).
    """
    word, rest = words[0].lower(), list(words[1:])
    given = own_options(OPTIONS, options, word)
    if len(rest) != 1:
        what = "rows of letters" if word == REGIONS else "a size such as 8, 8x8 or 5x5x5"
        if not rest:
            raise EverywayError(f"{word} needs {what}")
        raise EverywayError(f"{word} needs {what}, and nothing else, not", text=" ".join(rest))
    if word == REGIONS:
        return _from_regions(rest[0], given)
    if "per" in given:
        raise EverywayError("--per goes with regions; use --per-row, --per-column")
    piece = Piece.parse("+".join(singular(part.strip()) for part in word.split("+")))
    size = rest[0].strip()
    alone = re.fullmatch("[0-9]+", size)
    if alone and len(size) > 6:
        raise EverywayError("too large a board:", text=size)
    bare = Board(int(size), int(size)) if alone else Board.parse(size)
    free = bool(given.get("covering")) or question in OF_ANY_SIZE
    if alone and not free and not {"number", "per_row", "per_column"} & given.keys():
        given["number"] = int(size)
    return Placement(take_board(bare, given), piece, **given)


def _from_regions(rows: str, given: Mapping[str, Any]) -> Placement:
    for key in given:
        if key not in ("per", "fixed"):
            raise EverywayError(
                f"--{key.replace('_', '-')} does not apply to regions",
                hint="a .toml file takes every option",
            )
    return RegionQueens(rows, given.get("per", 1), fixed=given.get("fixed", ()))


def from_text(text: str) -> Placement | None:
    """Return the region puzzle that rows of letters draw, or None for any other text.

    Where the word ``regions`` says so, digits are letters, too; a text with digits that says
    nothing of itself may be many things. Raises ``EverywayError`` where rows of nothing but letters
    are plainly regions, but for a mistake: three or more, and most as long as there are rows.
    """
    listed = read_list(text) is not None
    if listed or not re.search(r"[=\[\]{}\"'+*^\d]", text):
        try:
            grid = read_grid(text, "regions")
        except EverywayError:
            grid = None
        signs = {cell for cell, _ in grid.cells()} if grid is not None else set()
        if grid is not None and len(grid.rows) > 1 and any(map(str.isalpha, signs)):
            return RegionQueens(text)
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    square = 2 * sum(len(row) == len(rows) for row in rows) > len(rows) > 2
    return RegionQueens(rows) if square and all(row.isalpha() for row in rows) else None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, options in a fixed order, or None.

    Only puzzles without regions, on boards of two dimensions or more, have it. The same puzzle
    always gives the same words.

    >>> to_words(Placement("8x8", "queen", number=8))
    'queens 8x8 --number 8'
    """
    if not isinstance(puzzle, Placement) or puzzle.regions is not None:
        return None
    board = puzzle.board
    shape = board.shape
    if len(shape) == 1:  # one number is the side of a square board
        return None
    parts = puzzle.piece.name.split("+")
    name = "+".join(plural_of(part) if part in NAMED else part for part in parts)
    words = [name, board.size_text()]
    if puzzle.number is not None:
        words.append(f"--number {number_text(puzzle.number)}")
    words += [] if puzzle.peaceful else ["--no-peaceful"]
    words += ["--covering"] if puzzle.covering else []
    joiner = "," if len(shape) == 2 else ";"
    for option, cells in (("fixed", puzzle.fixed), ("holes", board.holes), ("walls", board.walls)):
        if cells:
            names = joiner.join(square_name(shape, cell) for cell in sorted(cells))
            words.append(f"--{option} {names}")
    if any(board.torus):
        words.append("--torus" if all(board.torus) else f"--wrap {wrap_text(board.torus)}")
    for option in ("per_row", "per_column"):
        if getattr(puzzle, option) is not None:
            words.append(f"--{option.replace('_', '-')} {getattr(puzzle, option)}")
    words += ["--no-touch"] if puzzle.no_touch else []
    return " ".join(words)
