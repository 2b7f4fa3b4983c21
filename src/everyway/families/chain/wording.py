"""Hinged chains and snakes in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import a_or_an, counted, listed, sentences
from everyway.geometry.board import Board
from everyway.geometry.notation import square_name

if TYPE_CHECKING:
    from everyway.families.chain.hinge import Chain
    from everyway.families.chain.puzzle import LinkPuzzle
    from everyway.families.chain.snake import SnakeCube

CUBIC = 3
"""So many dimensions have cubes and boxes in words of their own."""


def shape_in_words(board: Board) -> str:
    """Return the shape to be filled, without an article.

    >>> shape_in_words(Board(4, 4)), shape_in_words(Board(3, 3, 3)), shape_in_words(Board(2, 3))
    ('4x4 square', '3x3x3 cube', '2x3 rectangle')
    """
    equal = len(set(board.shape)) == 1
    names = {2: ("square", "rectangle"), CUBIC: ("cube", "box")}.get(len(board.shape))
    name = names[0 if equal else 1] if names else "box"
    holes = len(board.missing)
    return f"{board.size_text()} {name}" + (f" with {counted(holes, 'hole')}" if holes else "")


def chain_title(puzzle: Chain) -> str:
    """Return what a hinged chain is called."""
    closed = "closed chain" if puzzle.closed else "hinged chain"
    shape = a_or_an(shape_in_words(puzzle.board))
    return f"A {closed} of {counted(puzzle.length, 'link')}, folded into {shape}"


def chain_statement(puzzle: Chain) -> str:
    """Return what is to be done with a hinged chain, in whole sentences."""
    return sentences(
        f"fold the chain of {counted(puzzle.length, 'square link')}, hinged at corners, so that it "
        f"fills {a_or_an(shape_in_words(puzzle.board))}, one link on each square",
        _hinges(puzzle),
        _marks(puzzle),
        "the last link ends where the first begins" if puzzle.closed else None,
        _fixed(puzzle, "link"),
    )


def _hinges(puzzle: Chain) -> str | None:
    if not puzzle.word:
        return None
    if set(puzzle.word) == {"D"}:
        return "the two hinges of each link are at opposite corners"
    return (
        "from one hinge of a link to the next the way leads to the opposite corner (D), or along "
        f"an edge with the link to the left (L) or to the right (R): {puzzle.word}"
    )


def _marks(puzzle: Chain) -> str | None:
    if not puzzle.marks:
        return None
    drawn = [f"{arrow} on link {link}" for link, arrow in puzzle.mark_words]
    all_of = "it must point" if len(drawn) == 1 else "all of them must point"
    arrows = "an arrow is" if len(drawn) == 1 else "arrows are"
    return (
        f"while a link’s first hinge is its lower left corner, {arrows} drawn on it: "
        f"{listed(drawn)}; in the end {all_of} {puzzle.pointing_word}"
    )


def _fixed(puzzle: LinkPuzzle, noun: str) -> str | None:
    if not puzzle.fixed:
        return None
    shape = puzzle.board.shape
    parts = [f"{noun} {link} on {square_name(shape, cell)}" for link, cell in puzzle.fixed]
    return f"{listed(parts)} {'is' if len(parts) == 1 else 'are'} laid already"


def snake_title(puzzle: SnakeCube) -> str:
    """Return what a snake is called."""
    shape = a_or_an(shape_in_words(puzzle.board))
    if puzzle.word is None:
        return f"All snakes that fill {shape}"
    return f"A snake of {counted(puzzle.length, _unit(puzzle))}, folded into {shape}"


def snake_statement(puzzle: SnakeCube) -> str:
    """Return what is to be done with a snake, in whole sentences."""
    shape = a_or_an(shape_in_words(puzzle.board))
    unit = _unit(puzzle)
    counts = None
    if not puzzle.directed:
        counts = "a fold and the same fold read from its other end count as one"
    if puzzle.word is None:
        task = f"lay a snake of {counted(puzzle.length, unit)} so that it fills {shape}"
        return sentences(task, "it may turn wherever it likes", counts, _fixed(puzzle, unit))
    return sentences(
        f"fold the snake of {counted(puzzle.length, unit)} so that it fills {shape}",
        f"from end to end the string goes straight through {unit}s (S) or turns in them (T): "
        f"{puzzle.word}; in straight pieces of {puzzle.segments} {unit}s, corners in both"
        if puzzle.word else None,
        counts,
        _fixed(puzzle, unit),
    )  # fmt: skip


def _unit(puzzle: SnakeCube) -> str:
    return "square" if len(puzzle.board.shape) < CUBIC else "cube"
