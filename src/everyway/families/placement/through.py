"""The report ``through``: how many solutions occupy each square."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.engine import Control, Engine
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count
from everyway.families.placement.propagate_engine import CompiledEngine, PropagateEngine
from everyway.families.placement.puzzle import Placement, with_fixed
from everyway.families.placement.queens_engine import LanesEngine

SMALL_NODES = 2000


def through(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Count the solutions through each square, once for each orbit of the puzzle's symmetries.

    A square is fixed, and what is left is counted: n queens by the special engine, any other
    placement by propagation. The data are the numbers in the order of the cells, None where there
    is no square; stopped early, None also where nothing is known yet: there the lines say "?".
    Raises ``EverywayError`` for words beyond the puzzle.
    """
    assert isinstance(puzzle, Placement)
    if extra:
        raise EverywayError("through takes no words beyond the puzzle:", text=" ".join(extra))
    numbers: list[int | None] = [None] * puzzle.board.size
    complete = True
    for orbit in puzzle.group.orbits():
        if orbit[0] in puzzle.board.missing:
            continue
        number = count_through(puzzle, orbit[0], control)
        if number is None:
            complete = False
            break
        for cell in orbit:
            numbers[cell] = number
    return Findings(lines_of(puzzle, numbers), numbers, complete)


def count_through(puzzle: Placement, cell: int, control: Control) -> int | None:
    """Return how many solutions occupy *cell*, or None when the control said to stop."""
    try:
        fixed = with_fixed(puzzle, cell)
    except EverywayError:  # it contradicts the squares that are fixed already
        return 0
    engine = engine_for(fixed)
    results = []
    for branch in engine.branches(fixed, Count()):
        tally = engine.search(fixed, Count(), branch, control)
        if not tally.complete:
            return None
        results.append((branch, tally))
    return engine.combine(fixed, Count(), results).total


def engine_for(puzzle: Placement) -> Engine:
    """Return the engine that counts *puzzle*: a light one where that is enough."""
    light, special = PropagateEngine(), LanesEngine()
    offer = light.offer(puzzle, Count())
    if offer.nodes and offer.nodes < SMALL_NODES:
        return light
    return special if special.offer(puzzle, Count()).can else CompiledEngine()


def lines_of(puzzle: Placement, numbers: Sequence[int | None]) -> list[str]:
    """Return the numbers as a board in two dimensions, else one square a line."""
    board = puzzle.board
    if len(board.shape) != 2:
        return [f"{puzzle.name_of(cell)}\t{_text(numbers[cell])}" for cell in board.cells]
    rows, columns = board.shape
    missing = board.missing
    texts = ["-" if cell in missing else _text(number) for cell, number in enumerate(numbers)]
    width = max(map(len, texts), default=0)
    return [
        " ".join(text.rjust(width) for text in texts[y * columns : (y + 1) * columns])
        for y in reversed(range(rows))
    ]


def _text(number: int | None) -> str:
    return "?" if number is None else str(number)
