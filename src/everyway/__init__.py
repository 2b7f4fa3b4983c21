"""Exact answers about combinatorial puzzles: every solution, how many, the smallest, is it unique.

>>> from everyway import Queens
>>> Queens(8).count(), Queens(8).count(up_to="symmetry")
(92, 12)
"""

from everyway.core.answer import Answer, Evidence
from everyway.core.errors import EverywayError, Interrupted, NoSolution, NotUnique
from everyway.core.puzzle import Puzzle, Solutions, lay_road
from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.families.placement import Placement, PlacementSolution, Queens, RegionQueens
from everyway.families.registry import load
from everyway.geometry.board import Board
from everyway.geometry.piece import Piece
from everyway.runs.road import ROAD

lay_road(ROAD)

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Board",
    "Count",
    "Every",
    "EverywayError",
    "Evidence",
    "First",
    "Interrupted",
    "Largest",
    "NoSolution",
    "NotUnique",
    "Piece",
    "Placement",
    "PlacementSolution",
    "Puzzle",
    "Queens",
    "Question",
    "RegionQueens",
    "Sample",
    "Sizes",
    "Smallest",
    "Solutions",
    "Unique",
    "__version__",
    "load",
]
