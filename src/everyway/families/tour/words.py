"""Tours as words of the command: ``tour 5x5 --start a1``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.puzzle import Puzzle
from everyway.families.tour import OPTIONS, WORD
from everyway.families.tour.puzzle import Tour
from everyway.geometry.board import Board, take_board, wrap_text
from everyway.geometry.notation import square_name


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Tour:
    """Make a tour from the words of the command and its options: ``tour 8`` is ``tour 8x8``."""
    given = own_options(OPTIONS, options, WORD)
    if len(words) < 2:
        raise EverywayError(f"{WORD} needs a board, such as 8x8")
    if len(words) > 2:
        raise EverywayError(f"{WORD} needs one board, and nothing else, not", text=words[2])
    size = words[1].strip()
    if size.isascii() and size.isdigit():
        if len(size) > 6:
            raise EverywayError("too large a board:", text=size)
        size = f"{int(size)}x{int(size)}"
    return Tour(take_board(Board.parse(size), given), **given)


def from_text(text: str) -> Tour | None:
    """Return None: tours are written as words, TOML or JSON."""
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, options in a fixed order, or None.

    >>> to_words(Tour("6x5", start="a1", closed=True))
    'tour 6x5 --start a1 --closed'
    """
    if not isinstance(puzzle, Tour):
        return None
    board = puzzle.board
    shape = board.shape
    if board.walls:
        return None
    if len(shape) == 1:  # one number is the side of a square board
        return None
    words = [WORD, board.size_text()]
    if puzzle.piece.name != "knight":
        words.append(f"--piece {puzzle.piece.name}")
    if board.holes:
        joiner = "," if len(shape) == 2 else ";"
        names = joiner.join(square_name(shape, cell) for cell in sorted(board.holes))
        words.append(f"--holes {names}")
    if any(board.torus):
        words.append("--torus" if all(board.torus) else f"--wrap {wrap_text(board.torus)}")
    for name, cell in (("start", puzzle.start), ("end", puzzle.end)):
        if cell is not None:
            words.append(f"--{name} {square_name(shape, cell)}")
    words += ["--closed"] if puzzle.closed else []
    if puzzle.directed is puzzle.closed:
        words.append("--directed" if puzzle.directed else "--no-directed")
    return " ".join(words)
