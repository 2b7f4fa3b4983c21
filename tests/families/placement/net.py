"""What the net needs to know of placements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, repeat
from random import Random
from typing import Any

from everyway import Board, Placement
from everyway.geometry.notation import parse_square, square_name
from tests.geometry.reference import PIECES, attacks
from tests.net.boards import isometries, random_board, some_squares
from tests.net.hooks import Net

ALL_SETS = 10
"""Of so many squares all sets are gone through; of more those without attacks alone."""


def a_board(chance: Random, drawn: Mapping[str, Any]) -> Any:
    if chance.random() < 0.2:  # for the engines that are made for n queens
        n = chance.choice([4, 4, 5])
        return Board(n, n, torus=chance.random() < 0.1)
    board = random_board(chance, most=ALL_SETS)
    return board if board.size else "0x0"


def is_large(drawn: Mapping[str, Any]) -> bool:
    return drawn["board"] != "0x0" and drawn["board"].size > ALL_SETS


def a_piece(chance: Random, drawn: Mapping[str, Any]) -> str:
    if is_large(drawn):
        return chance.choice(["queen", "queen", "queen", "rook", "amazon"])
    if chance.random() < 0.2:
        lengths = [chance.randint(0, 2) for _ in range(chance.randint(1, 3))]
        return f"{chance.choice(['leaper', 'rider'])}({','.join(map(str, [*lengths, 1]))})"
    return chance.choice(PIECES)


def a_number(chance: Random, drawn: Mapping[str, Any]) -> Any:
    if is_large(drawn) and chance.random() < 0.8:
        return drawn["board"].shape[0]
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


def candidates(puzzle: Placement) -> Iterator[list[str] | None]:
    """Yield every set of cells of the box, in lexicographic order."""
    board = puzzle.board
    size = board.size
    if size <= ALL_SETS:
        sets = sorted(s for k in range(size + 1) for s in combinations(range(size), k))
    elif puzzle.peaceful:
        sets = independent(attacks(board, puzzle.piece.name), (), range(size))
    else:
        sets = repeat(None)
    for cells in sets:
        yield None if cells is None else [square_name(board.shape, cell) for cell in cells]


def independent(
    attacked: Sequence[Sequence[int]], cells: tuple[int, ...], left: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the sets no two cells of which attack each other, in lexicographic order."""
    yield cells
    for place, cell in enumerate(left):
        rest = [other for other in left[place + 1 :] if other not in attacked[cell]]
        yield from independent(attacked, (*cells, cell), rest)


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
