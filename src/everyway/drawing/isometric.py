"""Boards of three dimensions, seen from above a corner: layers stand over each other, apart.

The three directions are drawn 120 degrees apart, so that lengths along each have one scale. The
layers are pulled apart until none hides another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians

from everyway.core.errors import EverywayError
from everyway.drawing.canvas import Line, Path, Point, Polygon, Shape, Style, Text, segments_path
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import (
    DARK_SQUARE,
    GRID,
    INK,
    LIGHT_SQUARE,
    QUIET_INK,
    WALL,
    WALL_HATCH,
)

SIDE = 40.0
"""The side of a square, before it is turned."""
ACROSS, DOWN = cos(radians(30)), 0.5
"""How far a step along an edge goes to the right, and up or down."""
GAP = 0.9 * SIDE
"""Room between layers, for the pieces at the back of the lower one."""
MARGIN = 16.0
LABEL = 10.0
HIGH = 0.45 * SIDE
"""How high a wall stands."""

LAYERS, ISOMETRIC = VIEWS = ("layers", "isometric")
"""The views of boards of three dimensions, the default first."""


def check_three_dimensions(shape: Sequence[int]) -> None:
    """Raise ``EverywayError`` for a board that is not of three dimensions."""
    if len(shape) != 3:
        size = "x".join(map(str, shape))
        raise EverywayError("the isometric view is for boards of three dimensions, not", text=size)


@dataclass(frozen=True)
class Tiers:
    """A board of layers, rows and columns; cells count as on boards, the lowest layer first.

    Row and column 1 meet at the left corner of a layer; columns go on to the front, rows to the
    back. ``holes`` are not drawn, ``walls`` stand as blocks.
    """

    layers: int
    rows: int
    columns: int
    holes: frozenset[int] = frozenset()
    walls: frozenset[int] = frozenset()

    @property
    def _left(self) -> float:
        return MARGIN + text_width(f"layer {self.layers}", LABEL) + 10

    @property
    def _deep(self) -> float:
        """The height of one layer on the sheet."""
        return (self.rows + self.columns) * DOWN * SIDE

    @property
    def width(self) -> float:
        """The width of the sheet."""
        return self._left + (self.rows + self.columns) * ACROSS * SIDE + 2 * MARGIN

    @property
    def height(self) -> float:
        """The height of the sheet."""
        return 2 * MARGIN + GAP + self.layers * (self._deep + GAP)

    def point(self, layer: float, row: float, column: float) -> Point:
        """Return where a point of the lattice is on the sheet; all three count from 0."""
        x = self._left + (row + column) * ACROSS * SIDE
        up = layer * (self._deep + GAP) + (row - column) * DOWN * SIDE
        foot = self.height - MARGIN - GAP - self.columns * DOWN * SIDE
        return x, foot - up

    def place(self, cell: int) -> tuple[int, int, int]:
        """Return layer, row and column of *cell*, counted from 0."""
        above, column = divmod(cell, self.columns)
        return (*divmod(above, self.rows), column)

    def centre(self, cell: int) -> Point:
        """Return the middle of *cell*."""
        layer, row, column = self.place(cell)
        return self.point(layer, row + 0.5, column + 0.5)

    def corners(self, cell: int, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the left, front, right and back corner of *cell*, *inset* sides further in."""
        layer, row, column = self.place(cell)
        near, far = inset, 1 - inset
        steps = ((near, near), (near, far), (far, far), (far, near))
        return tuple(self.point(layer, row + r, column + c) for r, c in steps)

    def from_the_back(self, cells: Iterable[int]) -> list[int]:
        """Return *cells* in the order in which they are drawn: what is nearer hides the rest."""
        return sorted(cells, key=lambda cell: (self.centre(cell)[1], cell))

    # --- shapes ---

    def shapes(self) -> list[Shape]:
        """Return the board without anything on it: guides, squares, walls, labels."""
        return [*self._guides(), *self._squares(), *self._walls(), *self._labels()]

    def _guides(self) -> Iterator[Shape]:
        """Yield dashed lines that join the corners of all layers."""
        style = Style(stroke=GRID, width=1, dashes=(3, 5))
        top = self.layers - 1
        for row, column in ((0, 0), (0, self.columns), (self.rows, self.columns), (self.rows, 0)):
            if top:
                yield Line(self.point(0, row, column), self.point(top, row, column), style)

    def _squares(self) -> Iterator[Shape]:
        for cell in range(self.layers * self.rows * self.columns):
            if cell not in self.holes and cell not in self.walls:
                fill = LIGHT_SQUARE if sum(self.place(cell)) % 2 else DARK_SQUARE
                yield Polygon(self.corners(cell), Style(fill=fill, stroke=GRID, width=0.8))
        edge = Style(stroke=INK, width=1.8)
        for layer in range(self.layers):
            ends = ((0, 0), (0, self.columns), (self.rows, self.columns), (self.rows, 0))
            yield Polygon(tuple(self.point(layer, r, c) for r, c in ends), edge)

    def _walls(self) -> Iterator[Shape]:
        for cell in self.from_the_back(self.walls):
            left, front, right, back = self.corners(cell)
            top = [(x, y - HIGH) for x, y in (left, front, right, back)]
            side = Style(fill=WALL_HATCH, stroke=INK, width=1)
            yield Polygon((left, front, top[1], top[0]), side)
            yield Polygon((front, right, top[2], top[1]), side)
            yield Polygon(tuple(top), Style(fill=WALL, stroke=INK, width=1))

    def _labels(self) -> Iterator[Shape]:
        for layer in range(self.layers):
            x, y = self.point(layer, 0, 0)
            yield Text(x - 12, y, f"layer {layer + 1}", LABEL, QUIET_INK, "end")
        step = next(s for s in (1, 5, 10, 50, 100, 500) if max(self.rows, self.columns) // s <= 26)
        for column in range(self.columns):
            if column == 0 or (column + 1) % step == 0:
                x, y = self.point(0, 0, column + 0.5)
                yield Text(x - 8, y + 12, str(column + 1), LABEL, QUIET_INK)
        for row in range(self.rows):
            if row == 0 or (row + 1) % step == 0:
                x, y = self.point(0, row + 0.5, self.columns)
                yield Text(x + 8, y + 12, str(row + 1), LABEL, QUIET_INK)

    def move(self, one: int, other: int, colour: str, width: float) -> Line:
        """Return a line from cell to cell: dashed from layer to layer, where it may pass others."""
        apart = self.place(one)[0] != self.place(other)[0]
        dashes = (7.0, 4.0) if apart else ()
        return Line(self.centre(one), self.centre(other), Style(None, colour, width, dashes))

    def crosses(self, cells: Iterable[int]) -> list[Shape]:
        """Return a small cross, lying on the board, on each of *cells*."""
        segments = []
        for cell in cells:
            left, front, right, back = self.corners(cell, 0.38)
            segments += [(*left, *right), (*front, *back)]
        style = Style(stroke=QUIET_INK, width=2)
        return [Path(segments_path(segments), style)] if segments else []

    def ring(self, cell: int) -> Shape:
        """Return a ring that lies on *cell*."""
        return self.disc(cell, Style(stroke=INK, width=2), 0.42)

    def shadow(self, cell: int) -> Shape:
        """Return the shadow of what stands on *cell*."""
        return self.disc(cell, Style(fill=GRID), 0.24)

    def disc(self, cell: int, style: Style, reach: float = 0.3) -> Shape:
        """Return a disc that lies on *cell*; *reach* is its radius in sides of a square."""
        x, y = self.centre(cell)
        # A circle on a face of a cube is seen as an ellipse, longer than the side by this factor.
        wide, high = reach * SIDE * 1.2247, reach * SIDE * 0.7071
        arc = f"a{wide:.2f} {high:.2f} 0 1 0"
        data = f"M{x - wide:.2f} {y:.2f}{arc} {2 * wide:.2f} 0{arc} {-2 * wide:.2f} 0Z"
        return Path(data, style)
