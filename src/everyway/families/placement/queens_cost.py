"""What the special engines for n queens cost: estimates in seconds, from measurements."""

from __future__ import annotations

from everyway.families.placement.puzzle import Placement
from everyway.families.placement.queens_board import Start, is_bare, members, rows_of

READY_SECONDS = 0.001
START_SECONDS = 0.5
def lanes_seconds(puzzle: Placement) -> tuple[float, float]:
    return 0.01, 1000.0
def halves_seconds(puzzle: Placement) -> float:
    return 0.01
def list_seconds(puzzle: Placement, limit: int | None, up_to: bool) -> tuple[float, float]:
    return 0.01, 1000.0
