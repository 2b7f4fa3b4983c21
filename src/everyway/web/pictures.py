"""Pictures in pages: the SVG that the terminal and the notebook have, too."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from everyway.core.puzzle import Puzzle
from everyway.families.registry import family

MOST_CHARACTERS = 3_000_000
"""A longer SVG makes a browser slow: it can be had as a file."""


@lru_cache(maxsize=256)
def _svg(puzzle: Puzzle, solution: Any) -> str:
    return family(puzzle.family).picture(puzzle, solution).svg()


def picture_svg(puzzle: Puzzle, solution: Any = None) -> Markup:
    """Return the SVG of *solution*, or of the puzzle alone, to be put into a page as it is.

    It has a title and a description, no ids, scripts or styles.
    """
    text = _svg(puzzle, solution)
    if len(text) > MOST_CHARACTERS:
        return Markup('<p class="note">The picture is too large to be shown here.</p>')
    return Markup(text)
