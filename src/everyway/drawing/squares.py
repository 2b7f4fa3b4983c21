"""Boards of squares: chequered or in regions, with holes, walls, labels and joined edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from everyway.drawing.canvas import (
    Circle,
    Path,
    Point,
    Shape,
    Style,
    Text,
    hatch,
    rectangles_path,
    segments_path,
)
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import (
    DARK_SQUARE,
    GRID,
    INK,
    LIGHT_SQUARE,
    QUIET_INK,
    WALL,
    WALL_HATCH,
    colouring,
    neighbours_on_grid,
    region_colour,
)

SIDE = 48.0
"""The side of a square in units of the canvas."""
GAP = 14.0
"""The margin on the sides without labels, and the gap between labels and the canvas's edge."""
LABEL = 11.0
"""The height of a label's capitals on boards that are not large."""
_SOLID, _THIN, _DASHED = "solid", "thin", "dashed"


@dataclass(frozen=True)
class Squares:
    """A board of rows and columns as it is drawn; cells count row by row from the lower left.

    ``holes`` are not drawn, ``walls`` are solid and hatched. ``regions`` names the region of each
    cell (None: of none): regions get colours, borders, and their name in each square; without
    them the board is chequered, with a dark first square unless ``parity`` is 1.
    ``row_labels`` come from the bottom up; large boards show every fifth or tenth. ``joined`` says
    whether the bottom row goes on at the top and the left column at the right: such edges are
    dashed.
    """

    rows: int
    columns: int
    holes: frozenset[int] = frozenset()
    walls: frozenset[int] = frozenset()
    regions: tuple[str | None, ...] | None = None
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    joined: tuple[bool, bool] = (False, False)
    parity: int = 0

    @property
    def _enlarged(self) -> float:
        """How much larger labels and margins are than on small boards."""
        return max(1.0, max(self.rows, self.columns) / 20)

    # Every square asks for it, and it looks at the labels of all rows.
    @cached_property
    def left(self) -> float:
        """The width of the margin at the left, with the labels of rows."""
        widest = max((text_width(t, LABEL) for t in self.row_labels), default=0.0)
        return (2 * GAP + widest if widest else GAP) * self._enlarged

    @property
    def top(self) -> float:
        """The height of the margin at the top, and the width of the one at the right."""
        return GAP * self._enlarged

    @property
    def width(self) -> float:
        """The width with margins."""
        return self.left + self.columns * SIDE + self.top

    @property
    def height(self) -> float:
        """The height with margins and the labels of columns."""
        below = 2 * GAP + LABEL if any(self.column_labels) else GAP
        return self.top + self.rows * SIDE + below * self._enlarged

    def corner(self, cell: int) -> Point:
        """Return the upper left corner of *cell*."""
        row, column = divmod(cell, self.columns)
        return self.left + column * SIDE, self.top + (self.rows - 1 - row) * SIDE

    def centre(self, cell: int) -> Point:
        """Return the middle of *cell*."""
        x, y = self.corner(cell)
        return x + SIDE / 2, y + SIDE / 2

    def shapes(self) -> list[Shape]:
        """Return the board without anything on it: squares, walls, borders, labels."""
        shapes: list[Shape] = list(self._fills())
        shapes.extend(self._walls())
        shapes.extend(self._borders())
        if self.regions is not None:
            shapes.extend(self._region_names())
        shapes.extend(self._labels())
        return shapes

    # --- squares ---

    def _fills(self) -> Iterator[Shape]:
        by_colour: dict[str, list[int]] = {}
        for cell in range(self.rows * self.columns):
            if cell not in self.holes and cell not in self.walls:
                by_colour.setdefault(self.colour_of(cell), []).append(cell)
        for colour in sorted(by_colour):
            yield Path(self._boxes(by_colour[colour]), Style(fill=colour))

    def colour_of(self, cell: int) -> str:
        """Return the colour of a square."""
        if self.regions is not None:
            return self._colours.get(self.regions[cell] or "", LIGHT_SQUARE)
        dark = (sum(divmod(cell, self.columns)) + self.parity) % 2 == 0
        return DARK_SQUARE if dark else LIGHT_SQUARE

    @cached_property
    def _colours(self) -> dict[str, str]:
        assert self.regions is not None
        numbers = colouring(neighbours_on_grid(self._by_rows(self.regions)))
        return {name: region_colour(number) for name, number in numbers.items()}

    def _by_rows(self, cells: Sequence[str | None]) -> list[Sequence[str | None]]:
        return [cells[r * self.columns : (r + 1) * self.columns] for r in range(self.rows)]

    def _boxes(self, cells: Iterable[int]) -> str:
        """Return the path of squares; those side by side are one box."""
        boxes: list[tuple[float, float, float, float]] = []
        last = -2
        for cell in cells:
            x, y = self.corner(cell)
            if cell == last + 1 and cell % self.columns:
                bx, by, width, height = boxes[-1]
                boxes[-1] = (bx, by, width + SIDE, height)
            else:
                boxes.append((x, y, SIDE, SIDE))
            last = cell
        return rectangles_path(boxes)

    def _walls(self) -> Iterator[Shape]:
        walls = sorted(self.walls)
        if walls:
            style = Style(stroke=WALL_HATCH, width=2.5)
            yield Path(self._boxes(walls), Style(fill=WALL))
            lines = (hatch(*self.corner(cell), SIDE, SIDE, SIDE / 4, style).data for cell in walls)
            yield Path(" ".join(lines), style)

    # --- borders ---

    def _kind(self, row: int, column: int) -> str | None:
        """Return what parts a cell from others: its region, or that it is a wall; None: no cell."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        cell = row * self.columns + column
        if cell in self.holes:
            return None
        if cell in self.walls:
            return "\n"
        return "" if self.regions is None else self.regions[cell] or ""

    def _edge(self, row: int, column: int, upright: bool) -> str | None:
        """Return the kind of border below a cell, or (*upright*) at its left, or None for none."""
        here = self._kind(row, column)
        there = self._kind(row, column - 1) if upright else self._kind(row - 1, column)
        if here != there:
            place, end = (column, self.columns) if upright else (row, self.rows)
            return _DASHED if self.joined[upright] and place in (0, end) else _SOLID
        return _THIN if here not in (None, "\n") and self.regions is not None else None

    def _borders(self) -> Iterator[Shape]:
        runs: dict[str, list[tuple[float, float, float, float]]] = {}
        for row in range(self.rows + 1):
            y = self.top + (self.rows - row) * SIDE
            kinds = [self._edge(row, c, False) for c in range(self.columns)]
            for kind, start, end in _runs(kinds):
                runs.setdefault(kind, []).append(
                    (self.left + start * SIDE, y, self.left + end * SIDE, y)
                )
        for column in range(self.columns + 1):
            x = self.left + column * SIDE
            kinds = [self._edge(r, column, True) for r in range(self.rows)]
            for kind, start, end in _runs(kinds):
                low, high = (self.top + (self.rows - r) * SIDE for r in (start, end))
                runs.setdefault(kind, []).append((x, low, x, high))
        thick = 2.0 if self.regions is None else 3.5
        styles = {
            _THIN: Style(stroke=GRID, width=1),
            _SOLID: Style(stroke=INK, width=thick),
            _DASHED: Style(stroke=INK, width=thick, dashes=(SIDE / 4, SIDE / 4)),
        }
        for kind, style in styles.items():
            if kind in runs:
                yield Path(segments_path(runs[kind]), style)

    # --- letters ---

    def _region_names(self) -> Iterator[Shape]:
        assert self.regions is not None
        for cell, name in enumerate(self.regions):
            if name and cell not in self.holes and cell not in self.walls:
                x, y = self.corner(cell)
                yield Text(x + 0.09 * SIDE, y + 0.84 * SIDE, name, 7.5, QUIET_INK, "start")

    def _labels(self) -> Iterator[Shape]:
        longest = max(self.rows, self.columns)
        step = next((s for s in (1, 5, 10, 50, 100, 500) if longest // s <= 26), longest)
        size = LABEL * self._enlarged
        under = self.top + self.rows * SIDE + (GAP + LABEL / 2) * self._enlarged
        for place, label in enumerate(self.row_labels):
            if label and (place == 0 or (place + 1) % step == 0):
                y = self.top + (self.rows - place - 0.5) * SIDE
                x = self.left - GAP * self._enlarged
                yield Text(x, y, label, size, QUIET_INK, "end")
        for place, label in enumerate(self.column_labels):
            if label and (place == 0 or (place + 1) % step == 0):
                yield Text(self.left + (place + 0.5) * SIDE, under, label, size, QUIET_INK)

    # --- marks of a square ---

    def crosses(self, cells: Iterable[int]) -> list[Shape]:
        """Return a small cross in the middle of each of *cells*."""
        reach = 0.1 * SIDE
        segments = []
        for cell in cells:
            x, y = self.centre(cell)
            segments.append((x - reach, y - reach, x + reach, y + reach))
            segments.append((x - reach, y + reach, x + reach, y - reach))
        style = Style(stroke=QUIET_INK, width=2.5)
        return [Path(segments_path(segments), style)] if segments else []

    def stand(self, cell: int) -> tuple[float, float, float]:
        """Return middle and size of the box for a piece; it keeps clear of the region's name."""
        x, y = self.centre(cell)
        if self.regions is None:
            return x, y, SIDE
        return x + 0.05 * SIDE, y - 0.05 * SIDE, 0.88 * SIDE

    def ring(self, cell: int) -> Circle:
        """Return a ring around the stand on *cell*; a piece of 0.7 of the stand's size fits in."""
        x, y, size = self.stand(cell)
        return Circle(x, y, 0.42 * size, Style(stroke=INK, width=2))


def _runs(kinds: Sequence[str | None]) -> Iterator[tuple[str, int, int]]:
    """Yield each longest run of equal *kinds* with its start and end; None is left out."""
    start = 0
    for place in range(1, len(kinds) + 1):
        if place == len(kinds) or kinds[place] != kinds[start]:
            kind = kinds[start]
            if kind is not None:
                yield kind, start, place
            start = place
