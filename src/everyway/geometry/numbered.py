"""Grids that number the squares of a board: the order of a tour, the links of a chain."""

from __future__ import annotations

import re

from everyway.core.errors import EverywayError
from everyway.geometry.board import HOLE, SQUARE, WALL, Board
from everyway.geometry.grids import read_grid, read_layers

_NUMBER = re.compile("([0-9]{1,9})[→↑←↓]?", re.ASCII)


def numbered_cells(board: Board, source: object, what: str) -> tuple[int, ...]:
    """Return the cells in the order of their numbers 1, 2, … in a grid, or in one layer each.

    Numbers may have an arrow behind them; what is no square has no number. Raises ``EverywayError``
    for a grid of another shape, and for numbers that are not 1 up to the number of squares.
    """
    if isinstance(source, str):
        layers = read_layers(source, what, words=True)
    else:
        layers = [read_grid(source, what, words=True)]
    signs = [cell for layer in layers for cell in layer.upwards()]
    shape = board.shape if len(board.shape) > 1 else (1, *board.shape)
    flat = len(layers) == 1 and layers[0].shape == (1, board.squares)
    if flat and layers[0].shape != shape:
        # All numbers in one row, the top row of the board first.
        rows, columns = shape[-2:]
        order = [c for r in reversed(range(rows)) for c in range(r * columns, (r + 1) * columns)]
        squares = [cell for cell in order if cell not in board.missing]
        pairs = list(zip(squares, signs, strict=True)) if len(shape) == 2 else []
    else:
        for layer in layers:
            if layer.shape != shape[-2:]:
                rows, columns = layer.shape
                raise EverywayError(
                    f"{what} of {rows} rows and {columns} columns does not fit the board",
                    text=board.size_text(),
                )
        pairs = list(enumerate(signs))
    found: dict[int, int] = {}
    for cell, (sign, where) in pairs:
        number = _NUMBER.fullmatch(sign)
        if number is None:
            if cell in board.missing and sign in (HOLE, WALL, SQUARE, ""):
                continue
            raise EverywayError(f"no number of {what}:", text=sign, where=where)
        if cell in board.missing or not 1 <= int(number[1]) <= board.squares:
            hint = f"squares have the numbers 1 to {board.squares}, each once"
            raise EverywayError(f"no number of {what}:", text=sign, where=where, hint=hint)
        if found.setdefault(int(number[1]), cell) != cell:
            raise EverywayError("a number stands twice:", text=sign, where=where)
    if len(found) != board.squares:
        raise EverywayError(
            f"{what} has the numbers 1 to {board.squares}, each once, and this has", text=len(found)
        )
    return tuple(found[number] for number in range(1, board.squares + 1))
