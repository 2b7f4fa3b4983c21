"""What can be found out about tours besides counts and lists: some tour, and where tours start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import ask_within
from everyway.core.question import Count, Every
from everyway.families.tour.drawing import draw, grid_lines
from everyway.families.tour.finder import reason_for_none
from everyway.families.tour.frontier import order_of
from everyway.families.tour.puzzle import Tour
from everyway.geometry.notation import square_name
from everyway.geometry.symmetry import isometries

MOST_COUNTED = 42
MOST_SLOTS = 16
"""Tours are counted from each start on boards with at most so many squares, and so narrow that the
sweep has at most so many slots; on larger boards one tour is looked for."""


def _no_more(extra: Sequence[str]) -> None:
    if extra:
        raise EverywayError("after the board comes nothing, not", text=" ".join(extra))


def find(puzzle: Tour, extra: Sequence[str], control: Control) -> Findings:
    """Return some tour, quickly; it says "no" only when that is proved."""
    _no_more(extra)
    answer = ask_within(puzzle, Every(limit=1, ordered=False), control)
    if answer.found:
        picture = draw(puzzle, answer.solution)
        return Findings(picture.lines(), {"tour": answer.solution.to_data()}, picture=picture)
    if answer.interrupted:
        return Findings(["not found so far"], {"tour": None}, complete=False, found=False)
    reason = reason_for_none(puzzle) or "every beginning was tried"
    return Findings([f"no tour: {reason}"], {"tour": None, "reason": reason}, found=False)


def starts(puzzle: Tour, extra: Sequence[str], control: Control) -> Findings:
    """Return on which squares tours start: how many on each, or on large boards whether any.

    Squares that a symmetry of the board exchanges have as many. For a tour that is not directed,
    each end counts as a start.
    """
    _no_more(extra)
    if puzzle.start is not None or puzzle.end is not None:
        raise EverywayError("starts asks about every start; leave start and end out")
    counting = puzzle.board.squares <= MOST_COUNTED and order_of(puzzle)[1] <= MOST_SLOTS
    found: dict[int, int | None] = {}
    for orbit in _orbits(puzzle):
        number = _from(puzzle.from_square(orbit[0]), counting, control)
        found.update(dict.fromkeys(orbit, number))
        if number is None:
            break
    complete = len(found) == puzzle.board.squares and None not in found.values()
    known = {cell: number for cell, number in sorted(found.items()) if number is not None}
    data: dict[str, Any] = {
        "counted": counting,
        "starts": {puzzle.name_of(cell): number for cell, number in known.items() if number},
    }
    lines = _lines(puzzle, known, counting, complete)
    return Findings(lines, data, complete, found=any(known.values()) or not complete)


def _orbits(puzzle: Tour) -> list[tuple[int, ...]]:
    missing = puzzle.board.missing
    if not puzzle.board.size:
        return []
    orbits = isometries(puzzle.board).orbits()
    return [orbit for orbit in orbits if orbit[0] not in missing]


def _from(puzzle: Tour, counting: bool, control: Control) -> int | None:
    """Return how many tours begin as *puzzle* says (or 1 for some), or None when stopped."""
    if control.spend(0):
        return None
    question = Count() if counting else Every(limit=1, ordered=False)
    answer = ask_within(puzzle, question, control)
    if answer.interrupted:
        return None
    return int(answer.value) if counting else int(answer.found)


def _lines(puzzle: Tour, known: dict[int, int], counting: bool, complete: bool) -> Iterator[str]:
    """Yield the board with the numbers, and a sentence."""
    board = puzzle.board

    def mark(cell: int) -> str:
        if cell in board.missing:
            return "-"
        if cell not in known:
            return "?"
        return str(known[cell]) if counting else ("+" if known[cell] else "0")

    if len(board.shape) == 2 and board.size:
        yield from grid_lines(board, 0, {cell: mark(cell) for cell in range(board.size)})
    else:
        for cell in board.cells:
            yield f"{square_name(board.shape, cell)}\t{mark(cell)}"
    some = sum(number > 0 for number in known.values())
    least = "" if complete else "at least "
    squares = "square" if board.squares == 1 else "squares"
    yield ""
    yield f"a tour starts on {least}{some} of {board.squares} {squares}" + _total(
        puzzle, known, counting and complete
    )


def _total(puzzle: Tour, known: dict[int, int], counting: bool) -> str:
    if not counting or puzzle.closed:
        return ""
    return f"; {sum(known.values())} from all of them together"
