"""All solutions of n queens as blocks of numbers, made as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole
from everyway.families.placement.queens_board import refusal, rows_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from everyway.families.placement.puzzle import Placement

MOST_IN_A_BLOCK = 1 << 24
NO_LIMIT = 1 << 62


def column_blocks(puzzle: Placement, size: int) -> Iterator[npt.NDArray[np.uint8]]:
    """Yield the solutions in order, at most *size* in a block; ``Placement.blocks`` says more."""
    check_whole(size, "the size of a block", 1, MOST_IN_A_BLOCK)
    why = refusal(puzzle)
    if why:
        raise EverywayError(
            f"blocks are for one queen in each row, {why}:",
            text=repr(puzzle),
            hint="take solutions() instead",
        )
    return _walk(puzzle, size)


def _walk(puzzle: Placement, size: int) -> Iterator[npt.NDArray[np.uint8]]:
    from everyway.families.placement.queens_board import Case
    from everyway.families.placement.queens_rows import RowsWalk

    walk = RowsWalk(Case(rows_of(puzzle)), (), size)
    while not walk.done:
        walk.advance(NO_LIMIT)
        if len(walk.listed):
            yield walk.listed.copy()
