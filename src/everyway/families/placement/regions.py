"""Region puzzles: rows of letters, one letter a region, the top row first."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.errors import EverywayError
from everyway.geometry.board import HOLE, SQUARE, WALL, Board
from everyway.geometry.grids import read_grid
from everyway.geometry.notation import Coordinates

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def region_rows(regions: object) -> tuple[str, ...]:
    """Return *regions*, in any form of a grid, as rows of equal length, one sign a square.

    A region is a letter or a digit; ``.`` is no region, ``-`` a hole and ``#`` a wall. Where
    regions have numbers of two digits and more, the numbers become letters, the least ``A``.
    Raises ``EverywayError`` for rows of unequal length, no rows, and any other sign.
    """
    if not isinstance(regions, str | Sequence) or not all(
        isinstance(row, str | Sequence) or hasattr(row, "tolist") for row in regions
    ):
        raise EverywayError("regions are rows of letters, not", text=regions)
    grid = read_grid(regions, "regions")
    cells = grid.cells()
    numbers = {int(cell) for cell, _ in cells if cell.isdecimal() and len(cell) < 5}
    letter_of = {}
    if any(number > 9 for number in numbers) and len(numbers) <= len(LETTERS):
        if any(len(cell) == 1 and cell.isalpha() for cell, _ in cells):
            raise EverywayError("regions are letters or numbers, not both")
        letter_of = {str(n): LETTERS[k] for k, n in enumerate(sorted(numbers))}
    for cell, where in cells:
        sign = letter_of.get(cell, cell)
        if len(sign) != 1 or not (sign.isalnum() or sign in (SQUARE, HOLE, WALL)):
            hint = "a letter or a digit; . is no region, - a hole, # a wall"
            raise EverywayError("no letter of a region:", text=cell, where=where, hint=hint)
    return tuple("".join(letter_of.get(cell, cell) for cell in row) for row in grid.rows)


def read_regions(board: Board, regions: object) -> tuple[str, ...]:
    """Return *regions* as rows that fit *board*; squares that are missing get the board's mark."""
    rows = region_rows(regions)
    if len(board.shape) != 2:
        raise EverywayError(
            "regions are drawn on a board of two dimensions, not", text=board.size_text()
        )
    if board.shape != (len(rows), len(rows[0])):
        raise EverywayError(
            f"regions of {len(rows)} rows and {len(rows[0])} columns do not fit the board",
            text=board.size_text(),
        )
    shown = []
    for number, (row, marks) in enumerate(zip(rows, board.rows_text(), strict=True), 1):
        for letter, mark in zip(row, marks, strict=True):
            if letter in (HOLE, WALL) and mark == SQUARE:
                raise EverywayError(
                    "regions mark as missing a square that the board has:",
                    text=letter,
                    where=f"row {number}",
                )
        pairs = zip(row, marks, strict=True)
        shown.append("".join(letter if mark == SQUARE else mark for letter, mark in pairs))
    return tuple(shown)


def board_of_regions(regions: object) -> Board:
    """Return the board that region rows draw: ``-`` is a hole, ``#`` a wall, all else a square."""
    rows = region_rows(regions)
    found: dict[str, list[Coordinates]] = {HOLE: [], WALL: []}
    for r, row in enumerate(reversed(rows), 1):
        for c, letter in enumerate(row, 1):
            if letter in found:
                found[letter].append((r, c))
    return Board(len(rows), len(rows[0]), holes=found[HOLE], walls=found[WALL])
