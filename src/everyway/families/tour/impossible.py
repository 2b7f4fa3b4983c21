"""Reasons, found without a search, why a board has no tour of the kind asked for."""

from __future__ import annotations

from functools import lru_cache

from everyway.families.tour.puzzle import LEAST_CLOSED, Tour

KNIGHT = ((1, 2),)


@lru_cache(maxsize=64)
def why_none(puzzle: Tour) -> str | None:
    """Return in words why there is no tour, by counting alone, or None when that does not tell.

    Looks at the ways to each square, at the colours of a chessboard (any two-colouring of the
    squares in which moves change the colour) and at whether the squares hang together.
    """
    squares = puzzle.board.squares
    if squares == 0:
        return None
    if squares == 1:
        return "a closed tour has at least three squares" if puzzle.closed else None
    if puzzle.closed and squares < LEAST_CLOSED:
        return "a closed tour has at least three squares"
    if puzzle.start is not None and puzzle.start == puzzle.end:
        return "the tour cannot end where it starts"
    return _by_ways(puzzle) or _by_colours(puzzle)


def _by_ways(puzzle: Tour) -> str | None:
    ends = 0
    for cell in puzzle.board.cells:
        ways = len(puzzle.graph[cell])
        if ways == 0:
            return f"no move leads to {puzzle.name_of(cell)}"
        if ways == 1:
            if puzzle.closed:
                return f"only one move leads to {puzzle.name_of(cell)}"
            ends += 1
    return f"{ends} squares have only one move, and a tour has two ends" if ends > 2 else None


def _by_colours(puzzle: Tour) -> str | None:
    colour: dict[int, int] = {}
    first = puzzle.board.cells[0]
    colour[first], waiting, clash = 0, [first], False
    while waiting:
        cell = waiting.pop()
        for other in puzzle.graph[cell]:
            if other not in colour:
                colour[other] = 1 - colour[cell]
                waiting.append(other)
            clash = clash or colour[other] == colour[cell]
    if len(colour) < puzzle.board.squares:
        apart = next(cell for cell in puzzle.board.cells if cell not in colour)
        return f"no moves lead from {puzzle.name_of(first)} to {puzzle.name_of(apart)}"
    if clash:
        return None
    return _unbalanced(puzzle, colour)


def _unbalanced(puzzle: Tour, colour: dict[int, int]) -> str | None:
    numbers = [sum(c == k for c in colour.values()) for k in (0, 1)]
    text = (
        f"moves change the colour, and {max(numbers)} squares have one colour, "
        f"{min(numbers)} the other"
    )
    surplus = abs(numbers[0] - numbers[1])
    ends = [cell for cell in (puzzle.start, puzzle.end) if cell is not None]
    if surplus > (0 if puzzle.closed else 1):
        return text
    if puzzle.closed:
        return None
    if surplus:
        many = 0 if numbers[0] > numbers[1] else 1
        wrong = [cell for cell in ends if colour[cell] != many]
        return f"{text}: {puzzle.name_of(wrong[0])} is no end" if wrong else None
    if len(ends) == 2 and colour[ends[0]] == colour[ends[1]]:
        return f"{text}: the ends have different colours"
    return None


def theorem(puzzle: Tour) -> str | None:
    """Return why there is no tour where a theorem says so, else None; quick on any board.

    For knights on whole boards m x n, m <= n: closed tours exist unless both sides are odd, m is 1,
    2 or 4, or m is 3 and n is 4, 6 or 8 (A. J. Schwenk, "Which rectangular chessboards have a
    knight's tour?", Mathematics Magazine 64, 1991). Open tours exist unless m is 1 or 2 and the
    board has more squares than one, m is 3 and n is 3, 5 or 6, or both are 4 (P. Cull, J. De
    Curtins, "Knight's tour revisited", Fibonacci Quarterly 16, 1978).
    """
    board = puzzle.board
    plain = len(board.shape) == 2 and not any(board.torus) and not board.missing and board.size
    if not plain or puzzle.piece.name != "knight":
        return None
    m, n = sorted(board.shape)
    if puzzle.closed:
        none = (m * n) % 2 or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
        return f"no {m}x{n} board has a closed knight's tour (Schwenk 1991)" if none else None
    none = (m < 3 and m * n > 1) or (m == 3 and n in (3, 5, 6)) or m == n == 4
    if none:
        return f"no {m}x{n} board has a knight's tour (Cull and De Curtins 1978)"
    return _wrong_ends(puzzle)


def _wrong_ends(puzzle: Tour) -> str | None:
    """Return why the ends of a knight's tour on a whole board have the wrong colours, or None."""
    columns = puzzle.board.shape[1]
    ends = [c for c in (puzzle.start, puzzle.end) if c is not None]
    colours = [sum(divmod(cell, columns)) % 2 for cell in ends]
    if puzzle.board.size % 2:
        wrong = [cell for cell, colour in zip(ends, colours, strict=True) if colour]
        if wrong:
            name = puzzle.name_of(wrong[0])
            return f"tours of an odd board begin and end on the colour of a1, unlike {name}"
    elif len(ends) == 2 and colours[0] == colours[1]:
        return "tours of an even board end on the other colour"
    return None
