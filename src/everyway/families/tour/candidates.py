"""Candidates for a tour in every form: squares in order of visit, or a grid of the order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.families.tour.solution import TourSolution
from everyway.geometry.grids import read_list
from everyway.geometry.notation import parse_square, split_squares
from everyway.geometry.numbered import numbered_cells

if TYPE_CHECKING:
    from everyway.families.tour.puzzle import Tour

NO_SQUARES = "(a board without squares)"
MOST_CHARACTERS = 40_000_000
NAMED = re.compile(r"(?<![A-Za-z])[A-Za-z]{1,6}[0-9]")
"""What the names of squares in two dimensions have, and no grid of numbers."""


def read_candidate(puzzle: Tour, candidate: object) -> Data:
    """Return the cells that *candidate* names, in order of visit.

    It is a solution; names or coordinates of squares, or cells counted from 0; a text of names; or
    a grid in which each square has its number in the order of visit.
    """
    shape = puzzle.board.shape
    if isinstance(candidate, TourSolution):
        if candidate.puzzle.board.shape == shape:
            return candidate.cells
        candidate = candidate.coordinates
    if isinstance(candidate, str):
        if len(candidate) > MOST_CHARACTERS:
            raise EverywayError("too long a text for a tour:", text=candidate)
        if candidate.strip() == NO_SQUARES:
            return ()
        listed = read_list(candidate)
        if listed is None:
            if _is_grid(puzzle, candidate):
                return numbered_cells(puzzle.board, candidate, "a tour")
            candidate = split_squares(candidate, len(shape))
        elif listed and all(isinstance(row, list) for row in listed):
            return numbered_cells(puzzle.board, listed, "a tour")
        else:
            candidate = listed
    if not isinstance(candidate, Iterable):
        raise EverywayError("a tour is given as squares, not as", text=candidate)
    items = list(candidate)
    if items and all(type(item) is int for item in items):
        for cell in items:
            if not 0 <= cell < puzzle.board.size:
                hint = f"cells count from 0 to {puzzle.board.size - 1}"
                raise EverywayError("no cell of the board:", text=cell, hint=hint)
        return tuple(items)
    return tuple(parse_square(shape, square) for square in items)


def _is_grid(puzzle: Tour, text: str) -> bool:
    dimensions = len(puzzle.board.shape)
    if dimensions == 2:
        return NAMED.search(text) is None and "(" not in text and bool(text.strip())
    return "layer" in text or (dimensions == 1 and ";" not in text and "\n\n" in text)
