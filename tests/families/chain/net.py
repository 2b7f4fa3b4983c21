"""What the net needs to know of hinged chains and snakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from random import Random
from typing import Any

from everyway import Board, Chain, Puzzle, SnakeCube
from everyway.geometry.notation import coordinates_of, parse_square, square_name
from tests.net.boards import a_square, isometries, random_board
from tests.net.hooks import Net

ARROWS = ("right", "up", "left", "down")
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Where, as (up, across), the entry hinge lies in its square after 0 to 3 quarter turns."""
EXITS = {"D": 2, "L": 1, "R": 3}
ALL_TURNS, ALL_ORDERS = 3, 6
"""So many links are laid in every way at all; more of them only so that they meet."""


def a_board(chance: Random, drawn: Mapping[str, Any]) -> Board:
    return random_board(chance, [2], most=9, walls=False, torus=False)


def a_box(chance: Random, drawn: Mapping[str, Any]) -> Board:
    return random_board(chance, most=chance.choice([4, 6, 8, 9]), walls=False, torus=False)


def a_chains_word(chance: Random, drawn: Mapping[str, Any]) -> str | None:
    links = drawn["board"].squares
    return chance.choice([None, "".join(chance.choices("DDDLR", k=links))])


def a_snakes_word(chance: Random, drawn: Mapping[str, Any]) -> str | None:
    return chance.choice([None, "".join(chance.choices("TTS", k=chance.randint(0, 7)))])


def some_marks(chance: Random, drawn: Mapping[str, Any]) -> dict[int, str]:
    links = drawn["board"].squares
    number = min(links, chance.choice([0, 0, 1, 2]))
    return {k: chance.choice(ARROWS) for k in chance.sample(range(1, links + 1), number)}


def some_fixed(chance: Random, drawn: Mapping[str, Any]) -> dict[int, str] | None:
    if "board" not in drawn or chance.random() < 0.5:
        return None
    square = a_square(chance, drawn)
    return None if square is None else {chance.randint(1, drawn["board"].size): square}


def candidates(puzzle: Chain | SnakeCube) -> Iterator[list[str] | None]:
    """Yield ways to lay the links, in lexicographic order of squares and turns."""
    shape, squares = puzzle.board.shape, puzzle.board.cells
    if isinstance(puzzle, SnakeCube):
        paths = permutations(squares) if len(squares) <= ALL_ORDERS else steps(puzzle, ())
        for path in paths:
            yield None if path is None else [square_name(shape, cell) for cell in path]
        return
    if len(squares) <= ALL_TURNS:
        cells = permutations(squares)
        laid = product(product(range(4), repeat=len(squares)), cells)
        folds = iter(sorted(tuple(zip(c, q, strict=True)) for q, c in laid))
    else:
        folds = met(puzzle, ())
    for fold in folds:
        yield None if fold is None else named(puzzle, fold)


def named(puzzle: Puzzle, fold: tuple[tuple[int, int], ...]) -> list[str]:
    shape = puzzle.board.shape
    return [f"{square_name(shape, cell)}@{90 * quarter}" for cell, quarter in fold]


def steps(puzzle: SnakeCube, path: tuple[int, ...]) -> Iterator[tuple[int, ...] | None]:
    yield None
    shape = puzzle.board.shape
    if len(path) == puzzle.board.squares:
        yield path
    for cell in puzzle.board.cells:
        if cell not in path:
            far = 1
            if path:
                a, b = coordinates_of(shape, path[-1]), coordinates_of(shape, cell)
                far = sum(abs(x - y) for x, y in zip(a, b, strict=True))
            if far == 1:
                yield from steps(puzzle, (*path, cell))


def hinge(puzzle: Chain, cell: int, corner: int) -> tuple[int, int]:
    row, column = divmod(cell, puzzle.board.shape[1])
    up, across = CORNERS[corner % 4]
    return row + up, column + across


def met(puzzle: Chain, fold: tuple[tuple[int, int], ...]) -> Iterator[Any]:
    yield None
    place = len(fold)
    if place == puzzle.board.squares:
        yield fold
    used = {cell for cell, _ in fold}
    for cell in puzzle.board.cells:
        for quarter in range(4) if cell not in used else ():
            meets = True
            if fold:
                before, turned = fold[-1]
                way_out = hinge(puzzle, before, turned + EXITS[puzzle.word[place - 1]])
                meets = way_out == hinge(puzzle, cell, quarter)
            if meets:
                yield from met(puzzle, (*fold, (cell, quarter)))


def images(puzzle: Chain | SnakeCube, candidate: list[str]) -> Iterator[list[str]]:
    shape = puzzle.board.shape
    fixed = {cell for _, cell in puzzle.fixed}
    for image in isometries(puzzle.board):
        if any(image[cell] != cell for cell in fixed):
            continue
        if isinstance(puzzle, SnakeCube):
            cells = tuple(image[parse_square(shape, name)] for name in candidate)
            palindrome = puzzle.word is None or puzzle.word == puzzle.word[::-1]
            if not puzzle.directed and palindrome:
                cells = min(cells, cells[::-1])
            yield [square_name(shape, cell) for cell in cells]
    if isinstance(puzzle, Chain):
        yield from turned_chains(puzzle, candidate)


def turned_chains(puzzle: Chain, candidate: list[str]) -> Iterator[list[str]]:
    """Yield a hinged chain as the whole board is turned and, for words of D, reflected."""
    rows, columns = puzzle.board.shape
    wanted = {(puzzle.pointing - arrow) % 4 for _, arrow in puzzle.marks}
    words = [name.partition("@") for name in candidate]
    laid = [(parse_square((rows, columns), name), int(turn) // 90) for name, _, turn in words]
    for exchanged, down, back in product((False, True), repeat=3):
        if exchanged and rows != columns:
            continue
        mirrors = exchanged + down + back
        if mirrors % 2 and set(puzzle.word) - {"D"}:
            continue

        def moved(row: int, column: int, high: int, wide: int) -> tuple[int, int]:
            row, column = (column, row) if exchanged else (row, column)  # noqa: B023
            return (high - row if down else row), (wide - column if back else column)  # noqa: B023

        def link(cell: int, quarter: int) -> tuple[int, int]:
            row, column = moved(*divmod(cell, columns), rows - 1, columns - 1)
            corner = moved(*CORNERS[quarter], 1, 1)
            return row * columns + column, CORNERS.index(corner)

        if {link(cell, 0)[0] for cell in puzzle.board.holes} != puzzle.board.holes:
            continue
        if any(link(cell, 0)[0] != cell for _, cell in puzzle.fixed):
            continue
        if all(link(0, quarter)[1] == quarter for quarter in wanted):
            yield named(puzzle, tuple(link(*one) for one in laid))


NET = Net(
    values={
        "chain": {
            "board": a_board,
            "word": a_chains_word,
            "marks": some_marks,
            "pointing": lambda chance, drawn: chance.choice(ARROWS),
            "fixed": some_fixed,
        },
        "snake": {"word": a_snakes_word, "board": a_box, "fixed": some_fixed},
    },
    candidates=candidates,
    size=lambda puzzle, candidate: len(candidate),
    images=images,
)
