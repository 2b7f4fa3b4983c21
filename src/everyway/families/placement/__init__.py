"""Placements: pieces on boards of any size and dimension, peaceful, covering, by regions."""

from __future__ import annotations

from typing import Any

from everyway.core.family import Drawing, Family
from everyway.core.puzzle import Puzzle
from everyway.families.placement.named import Queens, RegionQueens
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.solution import PlacementSolution
from everyway.families.placement.words import (
    OPTIONS,
    REGIONS,
    WORDS,
    from_text,
    from_words,
    recognises,
    to_words,
)

STYLES = ("grid", "dots", "frames", "attack")


def _draw(puzzle: Puzzle, solution: Any) -> Drawing:
    from everyway.families.placement.drawing import draw

    assert isinstance(puzzle, Placement)
    return draw(puzzle, solution)


FAMILY = Family(
    name="placement",
    summary="pieces on a board: peaceful, covering, one per row, column or region",
    kinds={"placement": Placement},
    engines=(
        "everyway.families.placement.plain:PlainEngine",
        "everyway.families.placement.propagate_engine:PropagateEngine",
        "everyway.families.placement.propagate_engine:CompiledEngine",
        "everyway.families.placement.cpsat:CpSatEngine",
    ),
    words=WORDS,
    file_words=(REGIONS,),
    options=OPTIONS,
    styles=STYLES,
    recognises=recognises,
    from_words=from_words,
    from_text=from_text,
    to_words=to_words,
    draw=_draw,
)

__all__ = ["FAMILY", "Placement", "PlacementSolution", "Queens", "RegionQueens"]
