"""All solutions of n queens as blocks of numbers, made as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole
from everyway.families.placement.queens_board import Case, Path, refusal, rows_of
from everyway.kernels.processor import width

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from everyway.families.placement.puzzle import Placement
    from everyway.families.placement.queens_ordered import OrderedWalk
    from everyway.families.placement.queens_rows import RowsWalk

MOST_IN_A_BLOCK = 1 << 24
NO_LIMIT = 1 << 62
LEAST_ROWS = 3


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


def list_walk(case: Case, path: Path, room: int) -> OrderedWalk | RowsWalk:
    """Return what lists a case in order: in vectors where there are some, and rows to fill."""
    if width() and len(case.rows) - len(path) >= LEAST_ROWS:
        from everyway.families.placement.queens_ordered import OrderedWalk

        return OrderedWalk(case, path, room, width())
    from everyway.families.placement.queens_rows import RowsWalk

    return RowsWalk(case, path, room)


def _walk(puzzle: Placement, size: int) -> Iterator[npt.NDArray[np.uint8]]:
    walk = list_walk(Case(rows_of(puzzle)), (), size)
    while not walk.done:
        walk.advance(NO_LIMIT)
        if len(walk.listed):
            yield walk.listed.copy()
