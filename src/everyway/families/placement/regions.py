"""Region puzzles: rows of letters, one letter a region, the top row first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from everyway.core.errors import EverywayError
from everyway.geometry.board import HOLE, SQUARE, WALL, Board, check_rows
from everyway.geometry.notation import Coordinates


def region_rows(regions: object) -> tuple[str, ...]:
    """Return *regions*, one text or a sequence of rows, as rows of equal length.

    Blanks are dropped: ``A A B`` is ``AAB``. Raises ``EverywayError`` for rows of unequal length,
    no rows, or marks that cannot be read.
    """
    if isinstance(regions, str):
        regions = re.split(r"[\n/]", regions.strip())
    if not isinstance(regions, Sequence) or not all(isinstance(row, str) for row in regions):
        raise EverywayError("regions are rows of letters, not", text=regions)
    rows = tuple("".join(row.split()) for row in regions)
    if not any(rows):
        raise EverywayError("regions are rows of letters, but there are none")
    check_rows(rows)
    for number, row in enumerate(rows, 1):
        for place, letter in enumerate(row, 1):
            if letter.isspace() or not letter.isprintable():
                where = f"row {number}, place {place}"
                raise EverywayError("no letter of a region:", text=letter, where=where)
    return rows


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
