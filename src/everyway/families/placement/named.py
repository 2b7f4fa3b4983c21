"""The placement puzzles that have names of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.regions import board_of_regions
from everyway.geometry.board import Board


def Queens(  # noqa: N802 - reads as the name of a puzzle, like Placement
    n: int,
    *,
    fixed: str | Iterable[object] = (),
    holes: str | Iterable[object] = (),
    torus: bool | str | Sequence[bool] = False,
) -> Placement:
    """Return the n queens puzzle: *n* queens on n x n, no two attacking each other.

    ``fixed`` squares are occupied in every solution; queens cannot stand on ``holes`` but look
    over them; ``torus`` joins opposite edges, ``torus="rows"`` those at the sides alone. The counts
    are OEIS A000170, up to symmetry A002562, on the torus A007705.

    >>> Queens(6).count(), Queens(6).count(up_to="symmetry")
    (4, 1)
    """
    check_whole(n, "the number of queens", 0)
    return Placement(Board(n, n, holes=holes, torus=torus), "queen", number=n, fixed=fixed)


def RegionQueens(  # noqa: N802 - reads as the name of a puzzle, like Placement
    rows: str | Sequence[str], per: int = 1, *, fixed: str | Iterable[object] = ()
) -> Placement:
    """Return the puzzle of newspapers and phones: *per* queens in each row, column and region.

    No two touch, not even at a corner; long diagonals do not matter. ``rows`` are rows of letters,
    one letter a region (which need not hang together), the top row first; ``.`` is a square of no
    region, ``-`` a hole and ``#`` a wall. With ``per=2`` these are Star Battles.

    >>> RegionQueens(["AAAA", "ABBB", "CCDB", "CCDD"]).one().squares
    ('c1', 'a2', 'd3', 'b4')
    """
    check_whole(per, "the number of queens per region", 1)
    if not isinstance(rows, str | list | tuple):
        raise EverywayError("regions are rows of letters, not", text=rows)
    return Placement(
        board_of_regions(rows),
        "queen",
        peaceful=False,
        per_row=per,
        per_column=per,
        per_region=per,
        regions=rows,
        no_touch=True,
        fixed=fixed,
    )
