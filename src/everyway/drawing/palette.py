"""Colours that print well, their contrast, and colourings in which neighbours always differ."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Hashable, Mapping, Sequence, Set
from itertools import count
from typing import TypeVar

from everyway.core.errors import EverywayError

Node = TypeVar("Node", bound=Hashable)

PAPER = "#ffffff"
INK = "#1c2330"
QUIET_INK = "#404858"
LIGHT_SQUARE = "#fdfaf3"
DARK_SQUARE = "#e3d6bd"
WALL = "#8d8674"
WALL_HATCH = "#5c5647"
GRID = "#a89f8c"
LINE = "#2f6db3"
TOUR_LINE = "#2f5d8a"
ARROW = "#8c2d19"

REGION_COLOURS = (
    "#cfe0f4",
    "#fbe2b0",
    "#cdeac6",
    "#f6cfd0",
    "#dfd3ef",
    "#f2f0b6",
    "#c3e8e6",
    "#ecd8c3",
    "#e4e5e8",
    "#f7d3ea",
    "#d7e0ae",
    "#b9cfe0",
)
"""Light colours for regions; the first few differ most. More are mixed by ``region_colour``."""

LEAST_CONTRAST = 4.5
"""The contrast that text needs against its background (WCAG 2, level AA)."""


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as ``"#e3d6bd"``, 0 for black to 1 for white.

    Source: WCAG 2.2, "relative luminance". Raises ``EverywayError`` for what is no such colour.
    """
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        raise EverywayError("no colour:", text=colour, hint='write such as "#e3d6bd"')
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 (the same) to 21 (black on white).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return round((lighter + 0.05) / (darker + 0.05), 6)


def region_colour(number: int) -> str:
    """Return the light colour of this *number*, from 0: those of the palette, then mixed ones.

    The first 500 all differ. In a greedy colouring each two numbers meet somewhere, and a board of
    10 000 squares has 40 000 pairs of neighbours: too few for 300 numbers. The hue of mixed
    colours goes on by the golden angle.
    """
    if number < len(REGION_COLOURS):
        return REGION_COLOURS[number]
    step = number - len(REGION_COLOURS)
    hue = 0.07 + step * 0.618034
    lightness = (0.88, 0.84, 0.92, 0.86, 0.9)[step % 5]
    mixed = colorsys.hls_to_rgb(hue % 1.0, lightness, 0.6)
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


def colouring(neighbours: Mapping[Node, Set[Node]]) -> dict[Node, int]:
    """Return a number for each node, from 0, so that neighbours never have the same.

    Greedy in the order of Brélaz (DSATUR): next comes the node whose neighbours have most
    different numbers already, then the one with most neighbours, then the first. Uses few
    numbers, but not always the fewest. Source: D. Brélaz, "New methods to color the vertices of a
    graph", Communications of the ACM 22 (1979).

    >>> colouring({"A": {"B"}, "B": {"A", "C"}, "C": {"B"}})
    {'A': 1, 'B': 0, 'C': 1}
    """
    order = {node: place for place, node in enumerate(neighbours)}
    chosen: dict[Node, int] = {}
    taken: dict[Node, set[int]] = {node: set() for node in neighbours}
    while len(chosen) < len(order):
        left = (node for node in order if node not in chosen)
        node = max(left, key=lambda n: (len(taken[n]), len(neighbours[n]), -order[n]))
        number = next(k for k in count() if k not in taken[node])
        chosen[node] = number
        for other in neighbours[node]:
            taken[other].add(number)
    return {node: chosen[node] for node in order}


def neighbours_on_grid(rows: Sequence[Sequence[Node | None]]) -> dict[Node, set[Node]]:
    """Return which marks of a grid stand next to which others, corners included; None is no mark.

    Marks come in the order of their first place, row by row.

    >>> neighbours_on_grid(["AAB", "CCB"]) == {"A": {"B", "C"}, "B": {"A", "C"}, "C": {"A", "B"}}
    True
    """
    found: dict[Node, set[Node]] = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark is None:
                continue
            found.setdefault(mark, set())
            for dr, dc in ((0, -1), (-1, -1), (-1, 0), (-1, 1)):
                if r + dr < 0 or not 0 <= c + dc < len(row):
                    continue
                other = rows[r + dr][c + dc]
                if other is not None and other != mark:
                    found[mark].add(other)
                    found[other].add(mark)
    return found
