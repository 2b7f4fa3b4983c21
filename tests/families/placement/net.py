"""What the net needs to know of placements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

from everyway import Placement
from everyway.geometry.notation import parse_square, square_name
from tests.geometry.reference import PIECES
from tests.net.boards import isometries, random_board, some_squares
from tests.net.hooks import Net


def a_board(chance: Random, drawn: Mapping[str, Any]) -> Any:
    board = random_board(chance, most=10)
    return board if board.size else "0x0"


def a_piece(chance: Random, drawn: Mapping[str, Any]) -> str:
    if chance.random() < 0.2:
        lengths = [chance.randint(0, 2) for _ in range(chance.randint(1, 3))]
        return f"{chance.choice(['leaper', 'rider'])}({','.join(map(str, [*lengths, 1]))})"
    return chance.choice(PIECES)


def a_number(chance: Random, drawn: Mapping[str, Any]) -> Any:
    low = chance.randint(0, 5)
    high = low + chance.randint(0, 3)
    return chance.choice([low, (low, high), f"{low}..{high}", None])


def some_fixed(chance: Random, drawn: Mapping[str, Any]) -> list[str]:
    shape = () if drawn["board"] == "0x0" else drawn["board"].shape
    return some_squares(chance, shape, 2) if shape and chance.random() < 0.4 else []


def a_quota(chance: Random, drawn: Mapping[str, Any]) -> int | None:
    return chance.choice([0, 1, 1, 2]) if chance.random() < 0.3 else None


def some_regions(chance: Random, drawn: Mapping[str, Any]) -> list[str] | None:
    board = drawn["board"]
    if drawn.get("per_region") is None or board == "0x0" or len(board.shape) != 2:
        return None
    rows, columns = board.shape
    letters = "ABC"[: chance.randint(1, 3)] + chance.choice(["", "", "."])
    return ["".join(chance.choices(letters, k=columns)) for _ in range(rows)]


def candidates(puzzle: Placement) -> Iterator[list[str]]:
    """Yield every set of cells of the box, in lexicographic order."""
    size = puzzle.board.size
    sets = (s for k in range(size + 1) for s in combinations(range(size), k))
    for cells in sorted(sets):
        yield [square_name(puzzle.board.shape, cell) for cell in cells]


def images(puzzle: Placement, candidate: list[str]) -> Iterator[list[str]]:
    """Yield what keeps the board, the fixed squares and the quotas makes of the squares."""
    shape = puzzle.board.shape
    cells = [parse_square(shape, name) for name in candidate]
    quotas = {(frozenset(group), number) for _, group, number in puzzle.quotas}
    for image in isometries(puzzle.board):
        if {image[cell] for cell in puzzle.fixed} != puzzle.fixed:
            continue
        if {(frozenset(image[c] for c in group), number) for group, number in quotas} == quotas:
            yield [square_name(shape, cell) for cell in sorted(image[cell] for cell in cells)]


NET = Net(
    values={
        "placement": {
            "board": a_board,
            "piece": a_piece,
            "number": a_number,
            "fixed": some_fixed,
            "per_row": a_quota,
            "per_column": a_quota,
            "per_region": a_quota,
            "regions": some_regions,
        }
    },
    candidates=candidates,
    size=lambda puzzle, candidate: len(candidate),
    images=images,
    texts=("AAB\nABB\nCCC", "A.B/AAB/CCC"),
)
