"""Boards and pieces in words, as titles and statements of puzzles name them."""

from __future__ import annotations

from everyway.core.wording import a_or_an, counted, listed
from everyway.geometry.board import Board
from everyway.geometry.notation import square_name
from everyway.geometry.piece import NAMED, Piece, plural_of

CHESSBOARD = (8, 8)


def board_in_words(board: Board) -> str:
    """Return *board* as it stands in a sentence.

    >>> board_in_words(Board(8, 8)), board_in_words(Board(5, 6, holes="a1"))
    ('the chessboard', 'a 5x6 board with 1 hole')
    """
    if not board.shape or not board.size:
        return "an empty board"
    if board == Board(*CHESSBOARD):
        return "the chessboard"
    joined = _joined(board)
    if len(board.shape) == 1:
        name = f"row of {counted(board.size, 'square')}"
    else:
        name = f"{board.size_text()} {'torus' if joined and all(board.torus) else 'board'}"
    extras = [counted(len(cells), noun) for cells, noun in (
        (board.holes, "hole"), (board.walls, "wall")) if cells]  # fmt: skip
    around = f" whose {joined} run around" if joined and not all(board.torus) else ""
    return a_or_an(name) + around + (f" with {listed(extras)}" if extras else "")


def _joined(board: Board) -> str:
    """Return which lines of squares run around, or nothing."""
    if not any(board.torus):
        return ""
    names = {1: "rows", 2: "columns"}
    axes = len(board.shape)
    if axes == 1:
        return "ends"
    return listed([
        names.get(axes - axis, f"lines along axis {axis + 1}")
        for axis, around in enumerate(board.torus) if around
    ])  # fmt: skip


def piece_in_words(piece: Piece, number: int = 1) -> str:
    """Return what *piece* is called, in the plural unless *number* is 1.

    >>> piece_in_words(Piece.parse("queen"), 8), piece_in_words(Piece.parse("leaper(1,5)"))
    ('queens', '(1,5)-leaper')
    >>> piece_in_words(Piece.parse("rook+knight"), 2)
    'pieces that move like a rook or a knight'
    """
    parts = piece.name.replace(" ", "").split("+")
    if len(parts) == 1:
        name = _single(parts[0])
        return name if number == 1 else plural_of(name)
    moves = listed([a_or_an(_single(part)) for part in parts], "or")
    return f"{'piece that moves' if number == 1 else 'pieces that move'} like {moves}"


def _single(name: str) -> str:
    if name in NAMED or "(" not in name:
        return name
    kind, lengths = name.rstrip(")").split("(")
    return f"({lengths})-{kind}"


def squares_in_words(board: Board, cells: frozenset[int] | set[int] | tuple[int, ...]) -> str:
    """Return the names of *cells*, in order.

    >>> squares_in_words(Board(8, 8), {0, 9})
    'a1 and b2'
    """
    return listed([square_name(board.shape, cell) for cell in sorted(cells)])
