"""The steps of generate and test on a board: every candidate whole, and then what is wrong with it.

A step ``"place"`` makes a candidate, all of its pieces at once; the next says that it is a solution
or, in a ``"conflict"``, the first rule that it breaks. Candidates hang below the root of the search
tree: nothing is shared between them, and nothing is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import Data
from everyway.core.trace import Step
from everyway.families.placement.generate import candidates_of
from everyway.families.placement.plain import rules_of
from everyway.families.placement.puzzle import Placement, number_text
from everyway.families.placement.trace import check_board


def generate(puzzle: Placement) -> Iterator[Step]:
    """Return the steps of generate and test, in the order of its engine: a place is a candidate.

    Raises ``EverywayError`` for a board that is too large to be looked at.
    """
    check_board(puzzle)
    return _steps(puzzle)


def _steps(puzzle: Placement) -> Iterator[Step]:
    for node, cells in enumerate(candidates_of(puzzle).below(()), 1):
        names = " ".join(map(puzzle.name_of, cells)) or "no piece at all"
        yield Step("place", 1, cells, names)
        why, marks = first_fault(puzzle, cells)
        if why is None:
            yield Step("solution", 1, cells, names, parent=node)
        else:
            yield Step("conflict", 1, cells, "", why, marks=marks, parent=node)


def first_fault(puzzle: Placement, cells: Data) -> tuple[str | None, Data]:
    """Return the first rule that *cells* break, in words, and the cells to point at, or None."""
    rules, name = rules_of(puzzle), puzzle.name_of
    for cell in cells:
        if cell in puzzle.board.missing:
            return f"{name(cell)} is no square of the board", (cell,)
    for cell in sorted(puzzle.fixed.difference(cells)):
        return f"{name(cell)} must be occupied, and is not", (cell,)
    if not rules.low <= len(cells) <= rules.high:
        wanted = number_text((rules.low, rules.high))
        return f"the number of pieces is {len(cells)}, not {wanted}", ()
    for place, cell in enumerate(cells):
        for other in cells[:place]:
            if other in rules.conflicts[cell]:
                attack = puzzle.peaceful and other in puzzle.attacks[cell]
                words = (
                    f"{name(other)} and {name(cell)} {'attack each other' if attack else 'touch'}"
                )
                return words, (other, cell)
    for quota, inside in zip(puzzle.quotas, rules.cells_of_quota, strict=True):
        there = tuple(cell for cell in cells if cell in inside)
        if len(there) != quota.number:
            return f"{len(there)} in {quota.name}, not {quota.number}", there or quota.cells
    for cell, coverers in rules.coverers.items():
        if coverers.isdisjoint(cells):
            return f"{name(cell)} is free and not attacked", (cell,)
    return None, ()
