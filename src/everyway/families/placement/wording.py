"""Placements in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import counted, listed, sentences
from everyway.geometry.wording import board_in_words, piece_in_words, squares_in_words

if TYPE_CHECKING:
    from everyway.families.placement.puzzle import Placement


def title(puzzle: Placement) -> str:
    """Return what *puzzle* is called."""
    board = board_in_words(puzzle.board)
    pieces = piece_in_words(puzzle.piece, 2)
    if puzzle.number is None and _quotas(puzzle) and puzzle.per_region is None:
        return f"{pieces.capitalize()} on {board}: {_quotas(puzzle)}"
    if puzzle.per_region is not None:
        each = "" if puzzle.per_region == 1 else f", {puzzle.per_region} in each"
        return f"{pieces.capitalize()} in regions of {board}{each}"
    if puzzle.number is not None:
        words = _how_many(puzzle)
        kind = "that cover" if puzzle.covering else "on"
        if puzzle.covering and puzzle.number == (1, 1):
            kind = "that covers"
        return f"{words[0].upper()}{words[1:]} {kind} {board}"
    peaceful = "peaceful " if puzzle.peaceful else ""
    kind = "that cover" if puzzle.covering else "on"
    words = f"{peaceful}{pieces} {kind} {board}"
    return f"{words[0].upper()}{words[1:]}"


def _how_many(puzzle: Placement) -> str:
    assert puzzle.number is not None
    least, most = puzzle.number
    if least == most:
        return f"{least} {piece_in_words(puzzle.piece, least)}"
    return f"{least} to {most} {piece_in_words(puzzle.piece, 2)}"


def statement(puzzle: Placement) -> str:
    """Return what is to be done, in whole sentences."""
    return sentences(
        _task(puzzle),
        _truce(puzzle),
        _quotas(puzzle),
        _touching(puzzle),
        _fixed(puzzle),
        _lines(puzzle),
    )


def _task(puzzle: Placement) -> str:
    quotas = puzzle.per_row, puzzle.per_column, puzzle.per_region
    pieces = piece_in_words(puzzle.piece, 2)
    if puzzle.number is not None:
        what = _how_many(puzzle)
    elif any(quota is not None for quota in quotas):
        what = pieces
    else:
        what = f"any number of {pieces}"
    goals = []
    one = puzzle.number is not None and puzzle.number[1] <= 1
    if puzzle.peaceful and not one:
        goals.append("no two attack each other")
    if puzzle.covering:
        goals.append("every free square is attacked")
    so = f" so that {listed(goals)}" if goals else ""
    return f"place {what} on {board_in_words(puzzle.board)}{so}"


def _truce(puzzle: Placement) -> str | None:
    """Return that pieces may attack each other, where that is to be said."""
    if (
        puzzle.peaceful
        or _quotas(puzzle)
        or puzzle.no_touch
        or (puzzle.number is not None and puzzle.number[1] <= 1)
    ):
        return None
    return "they may attack each other"


def _quotas(puzzle: Placement) -> str | None:
    by_number: dict[int, list[str]] = {}
    for number, line in (
        (puzzle.per_row, "row"), (puzzle.per_column, "column"), (puzzle.per_region, "region"),
    ):  # fmt: skip
        if number is not None:
            by_number.setdefault(number, []).append(f"each {line}")
    found = [
        f"{listed(lines)} holds exactly {number} {piece_in_words(puzzle.piece, number)}"
        for number, lines in by_number.items()
    ]
    return listed(found) or None


def _touching(puzzle: Placement) -> str | None:
    return "no two may touch, not even at a corner" if puzzle.no_touch else None


def _fixed(puzzle: Placement) -> str | None:
    if not puzzle.fixed:
        return None
    number = len(puzzle.fixed)
    squares = squares_in_words(puzzle.board, puzzle.fixed)
    stands = "is already there, on" if number == 1 else "are already there, on"
    return f"{counted(number, 'piece')} {stands} {squares}"


def _lines(puzzle: Placement) -> str | None:
    """Return what may not be plain to see of attacks."""
    if not (puzzle.peaceful or puzzle.covering) or not puzzle.board.missing:
        return None
    lines = any(leap.rides for leap in puzzle.piece.leaps)
    if not lines:
        return None
    found = []
    if puzzle.board.holes:
        found.append("lines pass over holes")
    if puzzle.board.walls:
        found.append("walls stop them" if found else "walls stop lines")
    return listed(found, "but") if len(found) > 1 else found[0]
