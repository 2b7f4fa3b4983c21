"""What the net needs to know of tours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

from everyway import Tour
from everyway.geometry.notation import parse_square, square_name
from tests.geometry.reference import LEAPERS, PIECES
from tests.net.boards import a_square, isometries, random_board
from tests.net.hooks import Net

ALL_ORDERS = 6
"""So many squares are gone through in every order; more of them along moves alone."""


def a_board(chance: Random, drawn: Mapping[str, Any]) -> Any:
    return random_board(chance, most=chance.choice([6, 9, 12]))


def a_piece(chance: Random, drawn: Mapping[str, Any]) -> str:
    return chance.choice(["knight", "wazir", "king", *LEAPERS, *PIECES])


def an_end(chance: Random, drawn: Mapping[str, Any]) -> str | None:
    return a_square(chance, drawn) if chance.random() < 0.5 else None


def candidates(puzzle: Tour) -> Iterator[list[str] | None]:
    """Yield the squares in every order in which a tour can be listed, in lexicographic order."""
    squares = puzzle.board.cells
    orders = walks(puzzle, ())
    if len(squares) <= ALL_ORDERS:
        orders = permutations(squares)
    for cells in orders:
        if cells is None:
            yield None
        elif cells == listed(puzzle, cells):
            yield [square_name(puzzle.board.shape, cell) for cell in cells]


def walks(puzzle: Tour, path: tuple[int, ...]) -> Iterator[tuple[int, ...] | None]:
    yield None
    if len(path) == puzzle.board.squares:
        yield path
    for cell in puzzle.board.cells:
        if cell not in path and (not path or puzzle.reaches(path[-1], cell)):
            yield from walks(puzzle, (*path, cell))


def listed(puzzle: Tour, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return a tour from the square, and in the direction, in which its puzzle lists it."""
    if puzzle.closed and cells:
        base = min(cells) if puzzle.start is None else puzzle.start
        place = cells.index(base)
        cells = cells[place:] + cells[:place]
        back = (cells[0], *reversed(cells[1:]))
        return cells if puzzle.directed else min(cells, back)
    if puzzle.directed or puzzle.start is not None or puzzle.end is not None:
        return cells
    return min(cells, cells[::-1])


def images(puzzle: Tour, candidate: list[str]) -> Iterator[list[str]]:
    shape = puzzle.board.shape
    cells = [parse_square(shape, name) for name in candidate]
    for image in isometries(puzzle.board):
        moved = tuple(image[cell] for cell in cells)
        start, end = (None if c is None else image[c] for c in (puzzle.start, puzzle.end))
        if (start, end) != (puzzle.start, puzzle.end):
            exchanged = (end, start) == (puzzle.start, puzzle.end) and None not in (start, end)
            if puzzle.directed or puzzle.closed or not exchanged:
                continue
            moved = moved[::-1]
        yield [square_name(shape, cell) for cell in listed(puzzle, moved)]


NET = Net(
    values={"tour": {"board": a_board, "piece": a_piece, "start": an_end, "end": an_end}},
    candidates=candidates,
    size=lambda puzzle, candidate: len(candidate),
    images=images,
)
