"""How a chain is folded, step by step: link after link, with what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.descent import Trial, descend
from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.trace import Step
from everyway.families.chain.hinge import ARROWS, Chain
from everyway.families.chain.plain import following, is_fold
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import TURN, SnakeCube
from everyway.geometry.notation import cell_at, coordinates_of

MOST_LINKS = 400


def backtracking(puzzle: LinkPuzzle) -> Iterator[Step]:
    """Yield the steps of the reference engine: link after link, on any square that is free.

    A step's data are the numbers of the links laid, its ``tried`` the number of the next one, its
    ``marks`` the places of links that it meets, counted from 0. Every node of the engine is a step
    ``"place"``, but for the root. Refused are the squares at the hinge, or beside the cube, that
    are taken or break a rule; nothing is tried beyond the edge, or on the square just left.
    """
    if puzzle.length > MOST_LINKS:
        raise EverywayError(
            "too long a chain to be shown step by step:",
            text=puzzle.length,
            hint=f"at most {MOST_LINKS} links",
        )

    def trials(data: Data) -> Iterator[Trial]:
        if len(data) == puzzle.length:
            yield _verdict(puzzle, data)
            return
        stands = set(following(puzzle, data))
        for number in sorted(stands.union(_near(puzzle, data))):
            what = what_of(puzzle, len(data), number)
            if number in stands:
                yield Trial("place", what, "", number, number)
            else:
                why, marks = _why_not(puzzle, data, number)
                yield Trial("conflict", what, why, 0, number, marks)

    noun = noun_of(puzzle)
    return descend(trials, dead_end=lambda data: f"no square is left for {noun} {len(data) + 1}")


def noun_of(puzzle: LinkPuzzle) -> str:
    """Return what the puzzle's links are called."""
    return "link" if isinstance(puzzle, Chain) else "cube"


def cell_of(puzzle: LinkPuzzle, number: int) -> int:
    """Return the cell on which a link with this number lies."""
    return number // 4 if isinstance(puzzle, Chain) else number


def what_of(puzzle: LinkPuzzle, place: int, number: int) -> str:
    """Return a choice in words, such as ``5 on c2``."""
    return f"{place + 1} on {puzzle.name_of(cell_of(puzzle, number))}"


def _near(puzzle: LinkPuzzle, data: Data) -> Iterator[int]:
    """Yield the numbers of the next link on every square that it might reach, free or not."""
    if not data:
        return
    if isinstance(puzzle, Chain):
        point = puzzle.exit_point(len(data) - 1, *divmod(data[-1], 4))
        rows, columns = puzzle.board.shape
        for row in (point[0] - 1, point[0]):
            for column in (point[1] - 1, point[1]):
                cell = row * columns + column
                if 0 <= row < rows and 0 <= column < columns and cell != data[-1] // 4:
                    quarters = range(4)
                    yield from (
                        4 * cell + q for q in quarters if puzzle.entry_point(cell, q) == point
                    )
        return
    shape = puzzle.board.shape
    here = coordinates_of(shape, data[-1])
    for axis in range(len(shape)):
        for step in (-1, 1):
            there = (*here[:axis], here[axis] + step, *here[axis + 1 :])
            if 1 <= there[axis] <= shape[axis]:
                cell = cell_at(shape, there)
                if len(data) < 2 or cell != data[-2]:
                    yield cell


def _why_not(puzzle: LinkPuzzle, data: Data, number: int) -> tuple[str, Data]:
    """Return why the next link cannot have this number, and the links that it meets."""
    place, cell, noun = len(data), cell_of(puzzle, number), noun_of(puzzle)
    name = puzzle.name_of(cell)
    if cell in puzzle.board.holes:
        return f"{name} is no square of the board", ()
    for other, before in enumerate(data):
        if cell_of(puzzle, before) == cell:
            return f"{noun} {other + 1} is on {name}", (other,)
    if isinstance(puzzle, Chain):
        arrow = dict(puzzle.marks).get(place + 1)
        points = None if arrow is None else (arrow + number % 4) % 4
        if points is not None and points != puzzle.pointing:
            wanted = ARROWS[puzzle.pointing]
            return f"its arrow would point {ARROWS[points]}, not {wanted}", ()
    elif isinstance(puzzle, SnakeCube) and puzzle.word is not None and place > 1:
        turns = puzzle.turns(data[-2], data[-1], cell)
        must = puzzle.word[place - 2] == TURN
        if turns != must:
            kind = "turn" if must else "go straight"
            return f"the snake must {kind} at cube {place}", (place - 1,)
    wanted_cell = puzzle.fixed_cells[place]
    return f"{noun} {place + 1} is fixed on {puzzle.name_of(wanted_cell)}", ()


def _verdict(puzzle: LinkPuzzle, data: Data) -> Trial:
    """Return what becomes of a chain of which all links are laid."""
    if is_fold(puzzle, data):
        board = puzzle.board.size_text()
        return Trial("solution", f"all {puzzle.length} {noun_of(puzzle)}s lie in {board}")
    ends = (0, puzzle.length - 1)
    if isinstance(puzzle, Chain):
        return Trial(
            "conflict", "", "not closed: the last hinge does not meet the first", marks=ends
        )
    return Trial("conflict", "", "read from its other end this fold is listed already", marks=ends)
