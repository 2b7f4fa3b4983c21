"""Tours in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import a_or_an, sentences
from everyway.geometry.notation import square_name
from everyway.geometry.wording import board_in_words, piece_in_words

if TYPE_CHECKING:
    from everyway.families.tour.puzzle import Tour


def title(puzzle: Tour) -> str:
    """Return what *puzzle* is called."""
    closed = "closed " if puzzle.closed else ""
    piece = piece_in_words(puzzle.piece)
    tour = f"{closed}tour of {a_or_an(piece)}" if " " in piece else f"{closed}{piece}’s tour"
    ends = [
        f"{word} {square_name(puzzle.board.shape, cell)}"
        for word, cell in (("from", puzzle.start), ("to", puzzle.end))
        if cell is not None
    ]
    over = f"{tour} of {board_in_words(puzzle.board)}" if " " not in piece else (
        f"{tour} over {board_in_words(puzzle.board)}")  # fmt: skip
    words = ", ".join([over, " ".join(ends)] if ends else [over])
    return words[0].upper() + words[1:]


def statement(puzzle: Tour) -> str:
    """Return what is to be done, in whole sentences."""
    board = board_in_words(puzzle.board)
    task = (
        f"move {a_or_an(piece_in_words(puzzle.piece))} over {board} so that it visits every square "
        "exactly once"
    )
    if puzzle.closed:
        task += ", and one more move leads back to where it began"
    shape = puzzle.board.shape
    return sentences(
        task,
        None if puzzle.start is None else f"it begins on {square_name(shape, puzzle.start)}",
        None if puzzle.end is None else f"it ends on {square_name(shape, puzzle.end)}",
        _directions(puzzle),
    )


def _directions(puzzle: Tour) -> str | None:
    """Return whether a tour and its reverse are two, where that is not the usual way."""
    if puzzle.directed != puzzle.closed:
        return None
    return f"a tour and the same tour backwards count as {'two' if puzzle.directed else 'one'}"
