"""Exact answers about combinatorial puzzles: every solution, how many, the smallest, is it unique.

>>> from everyway import Queens
>>> Queens(8).count(), Queens(8).count(up_to="symmetry")
(92, 12)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from everyway.core.answer import Answer, Evidence
from everyway.core.errors import (
    Cancelled,
    EverywayError,
    InternalError,
    Interrupted,
    LimitReached,
    NoSolution,
    NotUnique,
)
from everyway.core.family import Drawing
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
from everyway.families.line import load
from everyway.families.registry import family
from everyway.geometry.board import Board
from everyway.geometry.piece import Piece
from everyway.runs.road import ROAD

if TYPE_CHECKING:
    from everyway.families.alphametic.puzzle import Alphametic
    from everyway.families.alphametic.solution import AlphameticSolution
    from everyway.families.arrangement.puzzle import Combinations, Permutations, PowerSet
    from everyway.families.arrangement.solution import Arrangement
    from everyway.families.chain.fold import Fold
    from everyway.families.chain.hinge import Chain
    from everyway.families.chain.snake import SnakeCube
    from everyway.families.cover.exact import Cover, ExactCover
    from everyway.families.cover.grid import Grid
    from everyway.families.cover.langford import Langford, LangfordRow
    from everyway.families.cover.latin import LatinSquare
    from everyway.families.cover.sudoku import Sudoku
    from everyway.families.cover.tiling import Tiling, TilingPuzzle
    from everyway.families.digits.game import NumberGame
    from everyway.families.digits.komachi import Komachi, KomachiSolution
    from everyway.families.digits.pandigital import DigitPuzzle, DigitSolution
    from everyway.families.hanoi.puzzle import Hanoi
    from everyway.families.hanoi.solution import HanoiSolution
    from everyway.families.magic.puzzle import MagicSquare
    from everyway.families.magic.square import Square
    from everyway.families.placement.named import Queens, RegionQueens
    from everyway.families.placement.puzzle import Placement
    from everyway.families.placement.solution import PlacementSolution
    from everyway.families.tour.puzzle import Tour
    from everyway.families.tour.solution import TourSolution
    from everyway.runs.compared import Comparison, Growth
    from everyway.runs.comparison import compare
    from everyway.runs.tracing import Trace, trace

PUZZLES = {
    "Alphametic": "alphametic.puzzle",
    "AlphameticSolution": "alphametic.solution",
    "Arrangement": "arrangement.solution",
    "Chain": "chain.hinge",
    "Combinations": "arrangement.puzzle",
    "Cover": "cover.exact",
    "DigitPuzzle": "digits.pandigital",
    "DigitSolution": "digits.pandigital",
    "ExactCover": "cover.exact",
    "Fold": "chain.fold",
    "Grid": "cover.grid",
    "Hanoi": "hanoi.puzzle",
    "HanoiSolution": "hanoi.solution",
    "Komachi": "digits.komachi",
    "KomachiSolution": "digits.komachi",
    "Langford": "cover.langford",
    "LangfordRow": "cover.langford",
    "LatinSquare": "cover.latin",
    "MagicSquare": "magic.puzzle",
    "NumberGame": "digits.game",
    "Permutations": "arrangement.puzzle",
    "Placement": "placement.puzzle",
    "PlacementSolution": "placement.solution",
    "PowerSet": "arrangement.puzzle",
    "Queens": "placement.named",
    "RegionQueens": "placement.named",
    "SnakeCube": "chain.snake",
    "Square": "magic.square",
    "Sudoku": "cover.sudoku",
    "Tiling": "cover.tiling",
    "TilingPuzzle": "cover.tiling",
    "Tour": "tour.puzzle",
    "TourSolution": "tour.solution",
}
"""The names of the families, each with its module, which is imported when the name is first used:
whoever asks about queens need not load all the others."""

TOOLS = {
    "Comparison": "runs.compared",
    "Growth": "runs.compared",
    "Trace": "runs.tracing",
    "compare": "runs.comparison",
    "trace": "runs.tracing",
}
"""What else is imported when its name is first used, each with its module."""

lay_road(ROAD)

__version__ = "0.1.0"

__all__ = [
    "Alphametic",
    "AlphameticSolution",
    "Answer",
    "Arrangement",
    "Board",
    "Cancelled",
    "Chain",
    "Combinations",
    "Comparison",
    "Count",
    "Cover",
    "DigitPuzzle",
    "DigitSolution",
    "Drawing",
    "Every",
    "EverywayError",
    "Evidence",
    "ExactCover",
    "First",
    "Fold",
    "Grid",
    "Growth",
    "Hanoi",
    "HanoiSolution",
    "InternalError",
    "Interrupted",
    "Komachi",
    "KomachiSolution",
    "Langford",
    "LangfordRow",
    "Largest",
    "LatinSquare",
    "LimitReached",
    "MagicSquare",
    "NoSolution",
    "NotUnique",
    "NumberGame",
    "Permutations",
    "Piece",
    "Placement",
    "PlacementSolution",
    "PowerSet",
    "Puzzle",
    "Queens",
    "Question",
    "RegionQueens",
    "Sample",
    "Sizes",
    "Smallest",
    "SnakeCube",
    "Solutions",
    "Square",
    "Sudoku",
    "Tiling",
    "TilingPuzzle",
    "Tour",
    "TourSolution",
    "Trace",
    "Unique",
    "__version__",
    "compare",
    "draw",
    "load",
    "trace",
]


def draw(puzzle: Puzzle, solution: Any = None, *, view: str | None = None) -> Drawing:
    """Return the picture of *solution*, one of *puzzle*'s, or of the puzzle alone.

    It prints as text, a notebook shows it as SVG, and it has ``text(style)``, ``svg()``,
    ``png(width)`` with the width in pixels, and ``moving(".gif")``, each light or dark. Nothing is
    drawn before it is asked for. *view* is another view of a board of three dimensions:
    ``"isometric"`` instead of ``"layers"``. Raises ``EverywayError`` when one is no puzzle, or the
    other no solution of its family, or there is no such view.

    >>> from everyway import Queens, draw
    >>> print(draw(Queens(4), Queens(4).first()).text("dots"))
    ○ ○ ● ○
    ● ○ ○ ○
    ○ ○ ○ ●
    ○ ● ○ ○
    """
    if not isinstance(puzzle, Puzzle):
        raise EverywayError("only puzzles are drawn, not", text=puzzle)
    if solution is not None and (
        not hasattr(solution, "to_data")
        or getattr(solution, "puzzle", puzzle).family != puzzle.family
    ):
        raise EverywayError("only solutions of the puzzle are drawn, not", text=solution)
    return family(puzzle.family).picture(puzzle, solution, view)


def __getattr__(name: str) -> Any:
    module = f"families.{PUZZLES[name]}" if name in PUZZLES else TOOLS.get(name)
    if module is None:
        raise AttributeError(f"module 'everyway' has no attribute {name!r}")
    found = getattr(import_module(f"everyway.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    # Not what this module itself imports.
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
