"""The report ``find``: some placement, by a construction or by whichever search is quick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everyway.core.engine import Control, Data
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle, ask_within
from everyway.core.question import Every
from everyway.families.placement.drawing import draw
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.solution import PlacementSolution
from everyway.families.placement.theory import theorem_for
from everyway.geometry.notation import cell_at


def find(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Return some placement, always the same; it says "no" only when every one was tried.

    Where a theorem constructs a placement that is a solution, no search is needed. The data are the
    occupied squares, or None. Raises ``EverywayError`` for words beyond the puzzle.
    """
    assert isinstance(puzzle, Placement)
    if extra:
        raise EverywayError("find takes no words beyond the puzzle:", text=" ".join(extra))
    if control.spend(0):
        return Findings(["not found so far"], {"placement": None}, complete=False, found=False)
    solution = constructed(puzzle)
    if solution is None:
        answer = ask_within(puzzle, Every(limit=1, ordered=False), control)
        if answer.interrupted:
            return Findings(["not found so far"], {"placement": None}, complete=False, found=False)
        solution = answer.solution
    if solution is None:
        return Findings(["no solution"], {"placement": None}, found=False)
    picture = draw(puzzle, solution)
    return Findings(picture.lines(), {"placement": solution.to_data()}, picture=picture)


def constructed(puzzle: Placement) -> PlacementSolution | None:
    """Return a solution of *puzzle* that a theorem constructs, checked by the rules, or None.

    >>> print(*constructed(Placement("6x6", "queen", number=6)).squares)
    b1 d2 f3 a4 c5 e6
    """
    for data in _candidates(puzzle):
        solution: PlacementSolution = puzzle.wrap(data)
        if puzzle.why_not(solution) is None:
            return solution
    return None


def _candidates(puzzle: Placement) -> Iterator[Data]:
    """Yield placements of the best sizes, which may not be solutions: rules are left out."""
    board = puzzle.board
    bare = Placement(board, puzzle.piece, peaceful=puzzle.peaceful, covering=puzzle.covering)
    for smallest in (False, True):
        theorem = theorem_for(bare, smallest)
        if theorem is not None:
            cells = sorted(cell_at(board.shape, square) for square in theorem.squares())
            # Of peaceful pieces any are peaceful.
            most = None if puzzle.number is None else puzzle.number[1]
            yield tuple(cells[:most])
