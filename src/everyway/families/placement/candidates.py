"""Candidates for a placement in every form: names, numbers of columns, pictures of the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from everyway.core.errors import EverywayError
from everyway.families.placement.solution import PlacementSolution
from everyway.geometry.board import HOLE, SQUARE, WALL
from everyway.geometry.grids import Bare, Grid, read_layers, read_list
from everyway.geometry.notation import (
    cell_at,
    is_square_name,
    parse_square,
    split_squares,
    square_name,
)

if TYPE_CHECKING:
    from everyway.families.placement.puzzle import Placement

NO_PIECES, NO_SQUARES = "(no pieces)", "(a board without squares)"
"""What stands in text for no pieces, and for no board."""

OCCUPIED, FREE = frozenset("●◎★*@"), frozenset(".○□×x_·0")
"""The signs of pieces and of free squares, in the styles of text and their forms in ASCII."""
PICTURED = re.compile(rf"[\n/|│●◎★*@○□×]|(?<![^\s.]){re.escape(SQUARE)}(?![^\s.])")
"""What only pictures have."""

DIGITS = re.compile(r"[1-9]+|[0-9]{1,9}(?:[\s,]+[0-9]{1,9})+", re.ASCII)
MOST_CHARACTERS = 1_000_000
WHAT = "a picture"


def read_candidate(puzzle: Placement, candidate: object) -> list[int]:
    """Return the cells that *candidate* names, rising, each as often as it is named.

    It is a solution; names or coordinates of squares; a text of these; a picture of the board as
    everyway prints it, or as rows of dots and pieces; the rows of the pieces, column by column
    from the left, counted from 1 (``15863724``); or, as a list, the columns of the pieces, row by
    row from the first, counted from 0, as ``blocks`` has them.
    """
    if isinstance(candidate, PlacementSolution):
        if candidate.puzzle.board.shape == puzzle.board.shape:
            return list(candidate.cells)
        candidate = candidate.coordinates
    if hasattr(candidate, "tolist"):
        candidate = candidate.tolist()
    if isinstance(candidate, str):
        if len(candidate) > MOST_CHARACTERS:
            raise EverywayError("too long a text for a solution:", text=candidate)
        listed = read_list(candidate)
        if listed is None:
            return sorted(_from_text(puzzle, candidate.strip("\n")))
        candidate = listed
    if not isinstance(candidate, Iterable):
        raise EverywayError("a solution is given as squares, not as", text=candidate)
    return sorted(_from_list(puzzle, list(candidate)))


def _from_list(puzzle: Placement, items: list[object]) -> Iterable[int]:
    shape = puzzle.board.shape
    numbers = [_number(item) for item in items]
    if items and None not in numbers:
        return _from_columns(puzzle, [n for n in numbers if n is not None], items)
    rows = [item for item in items if isinstance(item, list | tuple)]
    if (
        len(rows) == len(items)
        and len(shape) == 2
        and [len(row) for row in rows] == [shape[1]] * shape[0] != [2] * len(rows)
    ):
        return _from_grids(puzzle, read_layers_of(rows))
    return [parse_square(shape, _coordinates(item)) for item in items]


def _number(item: object) -> int | None:
    """Return the whole number that *item* is, or None."""
    if isinstance(item, Bare) and re.fullmatch("[0-9]{1,9}", item, re.ASCII):
        return int(item)
    return item if type(item) is int else None


def _coordinates(item: object) -> object:
    """Return the coordinates of a list of numbers; any other item as it is."""
    if isinstance(item, list):
        numbers = [_number(part) for part in item]
        return item if None in numbers else numbers
    return item


def _from_columns(puzzle: Placement, columns: list[int], items: object) -> list[int]:
    """Return the cells of the pieces whose *columns*, from 0, are given row by row."""
    shape = puzzle.board.shape
    fits = len(shape) == 2 and len(columns) == shape[0]
    if not fits or min(columns) < 0 or max(columns) >= shape[1]:
        what = "names of squares"
        if len(shape) == 2:
            what += f", or a column for each of {shape[0]} rows, from 0 to {shape[1] - 1}"
        raise EverywayError("numbers name no squares:", text=items, hint=f"give {what}")
    return [row * shape[1] + column for row, column in enumerate(columns)]


def _from_text(puzzle: Placement, text: str) -> Iterable[int]:
    shape = puzzle.board.shape
    if text.strip() in (NO_PIECES, NO_SQUARES):
        return []
    if not PICTURED.search(text):
        if len(shape) == 2 and DIGITS.fullmatch(text.strip()):
            return _from_digits(puzzle, text.strip())
        return [parse_square(shape, square) for square in split_squares(text, len(shape))]
    words = split_squares(text, len(shape)) if not re.search(r"[^\w\s,;()]", text) else []
    if words and all(is_square_name(shape, word) for word in words):
        return [parse_square(shape, word) for word in words]
    return _from_grids(puzzle, read_layers(text, WHAT))


def _from_digits(puzzle: Placement, text: str) -> list[int]:
    """Return the cells of the pieces whose rows *text* gives, column by column, from 1."""
    rows, columns = puzzle.board.shape
    written = list(text) if text.isdecimal() else re.split(r"[\s,]+", text)
    if len(written) != columns:
        raise EverywayError(
            "no squares:", text=text, hint=f"a row a column is {columns} numbers from 1 to {rows}"
        )
    cells = []
    for column, word in enumerate(written, 1):
        row = int(word)
        if not 1 <= row <= rows:
            where, hint = f"column {column}", f"rows count from 1 to {rows}"
            raise EverywayError("no row of the board:", text=word, where=where, hint=hint)
        cells.append(cell_at(puzzle.board.shape, (row, column)))
    return cells


# --- pictures ---


def read_layers_of(rows: Sequence[object]) -> list[Grid]:
    """Return rows that are lists as the only layer."""
    from everyway.geometry.grids import read_grid

    return [read_grid(rows, WHAT)]


def _from_grids(puzzle: Placement, layers: list[Grid]) -> list[int]:
    board = puzzle.board
    shape = board.shape if len(board.shape) > 1 else (1, *board.shape)
    for layer in layers:
        if layer.shape != shape[-2:]:
            rows, columns = layer.shape
            raise EverywayError(
                f"a picture of {rows} rows and {columns} columns does not fit the board",
                text=board.size_text(),
            )
    signs = [cell for layer in layers for cell in layer.upwards()]
    if len(signs) != board.size:
        number = board.size // (shape[-2] * shape[-1])
        raise EverywayError(f"{len(layers)} layers, but the board has", text=number)
    return [cell for cell, occupied in enumerate(_occupied(puzzle, signs)) if occupied]


def _occupied(puzzle: Placement, signs: list[tuple[str, str]]) -> Iterator[bool]:
    """Yield for each cell whether its sign is that of a piece."""
    from everyway.families.placement.drawing_scene import letter_of

    letters = {letter_of(puzzle.piece), letter_of(puzzle.piece).lower()}
    region_of = {c: name for name, cells in puzzle.region_cells.items() for c in cells}
    # Where regions are drawn with their letters, a piece stands in brackets.
    lettered = any(sign.startswith("[") for sign, _ in signs) or (
        bool(region_of) and all(sign == region_of.get(c, sign) for c, (sign, _) in enumerate(signs))
    )
    for cell, (sign, where) in enumerate(signs):
        inner = sign.strip("[]")
        if sign != inner or (not lettered and (sign in OCCUPIED or sign in letters or sign == "1")):
            if inner not in letters and inner not in OCCUPIED and inner != "1":
                raise _unclear(puzzle, sign, where)
            yield True
        elif sign in ("", HOLE, WALL):
            if cell not in puzzle.board.missing:
                name = square_name(puzzle.board.shape, cell)
                raise EverywayError(f"{name} is a square of the board, but not in the picture")
            yield False
        elif sign in FREE or sign == region_of.get(cell):
            yield False
        else:
            raise _unclear(puzzle, sign, where)


def _unclear(puzzle: Placement, sign: str, where: str) -> EverywayError:
    from everyway.families.placement.drawing_scene import letter_of

    hint = f"{letter_of(puzzle.piece)} is a {puzzle.piece.name}, . a free square"
    return EverywayError("cannot read the picture:", text=sign, where=where, hint=hint)
