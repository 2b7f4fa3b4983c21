"""A placement as a formula, for proofs: one variable a square, made from the rules alone."""

from __future__ import annotations

from everyway.core.cnf import Cnf
from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.families.placement.puzzle import NO_TOUCH_PIECE, Placement


def encode(puzzle: Puzzle, up_to_symmetry: bool) -> Cnf:
    """Return a formula that holds for the solutions of *puzzle*, square by square.

    Variable i stands for the i-th square of the board. With *up_to_symmetry* it leaves out
    solutions whose mirror images and rotations it keeps: it has a solution if the puzzle has.
    """
    assert isinstance(puzzle, Placement)
    cells = puzzle.board.cells
    variable = {cell: i for i, cell in enumerate(cells, 1)}
    formula = Cnf(len(cells))
    for cell in sorted(puzzle.fixed):
        formula.add(variable[cell])
    rules = [puzzle.attacks] if puzzle.peaceful else []
    rules += [NO_TOUCH_PIECE.attacks(puzzle.board)] if puzzle.no_touch else []
    for attacks in rules:
        for cell in cells:
            for other in sorted(attacks[cell]):
                if cell < other:
                    formula.add(-variable[cell], -variable[other])
    if puzzle.covering:
        for cell in cells:
            formula.add(*(variable[c] for c in sorted({cell, *puzzle.attacks[cell]})))
    for quota in puzzle.quotas:
        members = [variable[c] for c in sorted(quota.cells)]
        formula.at_most(members, quota.number)
        formula.at_least(members, quota.number)
    if puzzle.number is not None:
        low, high = puzzle.number
        everywhere = [variable[cell] for cell in cells]
        formula.at_most(everywhere, high)
        if low > 0:
            formula.at_least(everywhere, low)
    if up_to_symmetry:
        for image in puzzle.group.elements[1:]:
            formula.first_of_images(
                [variable[cell] for cell in cells], [variable[image[cell]] for cell in cells]
            )
    return formula


def data_of(puzzle: Puzzle, candidate: object) -> Data:
    """Return the cells of *candidate*, a solution or the names of its squares."""
    assert isinstance(puzzle, Placement)
    return puzzle.data_of(candidate)


def literals_of(puzzle: Puzzle, data: Data) -> tuple[int, ...]:
    """Return the literals of the puzzle's own variables that are true in a solution."""
    assert isinstance(puzzle, Placement)
    occupied = set(data)
    return tuple(i if cell in occupied else -i for i, cell in enumerate(puzzle.board.cells, 1))
