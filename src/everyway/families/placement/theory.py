"""Optima that theorems give, each with a placement that reaches the bound: no search is needed.

They are for boards without holes, walls and fixed squares, and for no rules but being peaceful and
covering. Every answer says which theorem it rests on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Largest, Question, Smallest
from everyway.families.placement.puzzle import Placement
from everyway.geometry.notation import Coordinates, cell_at

Squares = Sequence[Coordinates]


@dataclass(frozen=True)
class Theorem:
    """What is known: the ``size`` of an optimum, ``squares`` that reach it, and a ``source``."""

    size: int
    squares: Callable[[], Squares]
    source: str


def theorem_for(puzzle: Placement, smallest: bool) -> Theorem | None:
    """Return the theorem that decides the smallest or largest size of *puzzle*, or None."""
    board = puzzle.board
    if (
        board.missing
        or puzzle.fixed
        or puzzle.quotas
        or puzzle.no_touch
        or puzzle.number is not None
        or not board.squares
    ):
        return None
    if smallest and not puzzle.covering:
        return None
    if not smallest and not puzzle.peaceful:
        return None
    around = any(board.torus)
    if puzzle.piece.name == "queen":
        return None if smallest or (around and not all(board.torus)) else _queens(puzzle)
    if around:
        return None
    if puzzle.piece.name == "rook" and len(board.shape) == 2:
        return _rooks(board.shape)
    if puzzle.piece.name == "bishop" and len(board.shape) == 2:
        return _bishops(board.shape, smallest)
    if puzzle.piece.name == "king":
        return _kings(board.shape, smallest)
    return None


def _rooks(shape: Coordinates) -> Theorem:
    least = min(shape)
    return Theorem(
        least,
        lambda: [(i, i) for i in range(1, least + 1)],
        "rooks that cover fill all rows or all columns, and peaceful ones share neither; "
        "Yaglom and Yaglom (1964)",
    )


def _bishops(shape: Coordinates, smallest: bool) -> Theorem | None:
    n = shape[0]
    if shape != (n, n):
        return None
    if smallest:
        middle = (n + 1) // 2
        return Theorem(
            n,
            lambda: [(row, middle) for row in range(1, n + 1)],
            "n bishops cover, and no fewer; Yaglom and Yaglom (1964), "
            "Cockayne, Gamble and Shepherd (1986)",
        )
    return Theorem(
        1 if n == 1 else 2 * n - 2,
        lambda: sorted({(row, 1) for row in range(1, n + 1)} | {(row, n) for row in range(2, n)}),
        "2n - 1 diagonals, of which the first and the last exclude each other: 2n - 2 bishops; "
        "Yaglom and Yaglom (1964)",
    )


def _kings(shape: Coordinates, smallest: bool) -> Theorem:
    if smallest:
        centres = [[min(start + 1, size) for start in range(1, size + 1, 3)] for size in shape]
        return Theorem(
            math.prod(-(-size // 3) for size in shape),
            lambda: list(product(*centres)),
            "no king covers two of the squares with coordinates 1, 4, 7 and so on; "
            "Yaglom and Yaglom (1964)",
        )
    return Theorem(
        math.prod(-(-size // 2) for size in shape),
        lambda: list(product(*(range(1, size + 1, 2) for size in shape))),
        "one king in each block of two by two; Yaglom and Yaglom (1964)",
    )


def _queens(puzzle: Placement) -> Theorem | None:
    shape, around = puzzle.board.shape, any(puzzle.board.torus)
    n, dimensions = shape[0], len(shape)
    if set(shape) != {n}:
        return None
    if n == 1 or _least_factor(n) > 2**dimensions - 1:
        return Theorem(
            n ** (dimensions - 1),
            lambda: list(_on_a_plane(n, dimensions)),
            "one queen in each line along an axis, where the sum of 2^i x_i is 0 modulo n: a "
            "queen's move changes it by no multiple of n, prime to (2^m - 1)!",
        )
    if dimensions == 2 and n >= 4 and not around:
        return Theorem(
            n,
            lambda: list(enumerate(_pauls(n), 1)),
            "n queens, one in each row, for every n of 4 or more; Pauls (1874)",
        )
    return None


def _least_factor(n: int) -> int:
    """Return the least prime factor of *n*, which is 2 or more."""
    return next((k for k in range(2, math.isqrt(n) + 1) if n % k == 0), n)


def _on_a_plane(n: int, dimensions: int) -> Iterator[Coordinates]:
    """Yield the coordinates x, from 1 on, with the sum of 2^i (x_i - 1) being 0 modulo *n*."""
    for start in product(range(n), repeat=dimensions - 1):
        total = sum(x << (i + 1) for i, x in enumerate(start))
        yield (-total % n + 1, *(x + 1 for x in start))


def _pauls(n: int) -> list[int]:
    """Return the columns of *n* peaceful queens, row by row, for *n* of 4 or more.

    Even columns first and then odd ones; for n of the forms 6k + 2 and 6k + 3 a few change places.
    """
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odd[0], odd[1] = odd[1], odd[0]
        odd.append(odd.pop(2))
    elif n % 6 == 3:
        even.append(even.pop(0))
        odd += [odd.pop(0), odd.pop(0)]
    return even + odd


class TheoryEngine(Engine):
    """Answers what theorems decide, with a placement of that size."""

    name = "theory"
    method = "theorem"
    light = True
    direct = frozenset({Smallest, Largest})
    shows_first = False

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer the smallest and largest sizes of which there is a theorem, at once."""
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        theorem = theorem_for(puzzle, isinstance(question, Smallest))
        if theorem is None:
            return Offer.no("no theorem decides this")
        return Offer(True, 1e-4, theorem.source, kind="measured")

    def reason(self, puzzle: Puzzle, question: Question) -> str | None:
        """Return the theorem that the answer rests on."""
        assert isinstance(puzzle, Placement)
        theorem = theorem_for(puzzle, isinstance(question, Smallest))
        return None if theorem is None else theorem.source

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: there is nothing to search."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Return the placement and the size, which nothing can improve on."""
        assert isinstance(puzzle, Placement)
        theorem = theorem_for(puzzle, isinstance(question, Smallest))
        assert theorem is not None
        if control.spend(0):
            return Tally(complete=False)
        shape = puzzle.board.shape
        data: Data = tuple(sorted(cell_at(shape, square) for square in theorem.squares()))
        return Tally({theorem.size: 1}, (data,), 1, bounds=(theorem.size, theorem.size))
