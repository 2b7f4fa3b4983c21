"""What the special engines for n queens cost, measured: estimates in seconds."""

from __future__ import annotations

import random
from functools import lru_cache

from everyway.families.placement.puzzle import Placement
from everyway.families.placement.queens_board import Start, is_bare, members, rows_of

READY_SECONDS = 0.001


def lanes_seconds(puzzle: Placement) -> tuple[float, float]:
    return 0.01, 1000.0


def list_seconds(puzzle: Placement, limit: int | None, up_to: bool) -> tuple[float, float]:
    return 0.01, 1000.0
