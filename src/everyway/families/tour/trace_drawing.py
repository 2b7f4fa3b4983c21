"""A tour at a step of a search: the board stays, the way so far and marks are laid over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from everyway.core.engine import Data
from everyway.core.trace import Step
from everyway.drawing.canvas import Canvas, Circle, Group, Line, Path, Rectangle, Shape, Style, Text
from everyway.drawing.palette import PAPER, TOUR_LINE
from everyway.drawing.squares import SIDE, Squares
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK
from everyway.families.tour.drawing import Scene, labels_of
from everyway.families.tour.puzzle import Tour
from everyway.families.tour.solution import TourSolution


class StepPicture:
    """The board of a tour, and what a step lays over it.

    The way so far is a line with numbered discs, dark on its first and last square. A refused
    square has a cross, and a dashed line that leads to it; one that was taken back a dashed frame;
    squares that make the rest hopeless bear a "!". A whole tour is drawn thick.
    """

    def __init__(self, puzzle: Tour) -> None:
        self.puzzle = puzzle
        self.scene = Scene(puzzle, None)
        rows, columns = labels_of(puzzle.board)
        self._area = max(1, len(rows) * len(columns))
        layers = self.scene.layers() if puzzle.board.size else []
        self._squares: list[Squares] = [self.scene.squares_of(first) for _, first in layers]
        self._sheet = self.scene.canvas()
        # On a sheet each layer is one group, in order.
        groups = [(s.x, s.y) for s in self._sheet.shapes if isinstance(s, Group)]
        self._offsets = groups if len(layers) > 1 else [(0.0, 0.0)]
        self._disc = lru_cache(maxsize=4096)(self._draw_disc)
        self._move = lru_cache(maxsize=4096)(self._draw_move)

    def background(self) -> Canvas:
        """Return the board with the names of start and end, if there are any."""
        return self._sheet

    def overlay(self, step: Step) -> list[Shape]:
        """Return the way so far, and the marks of the step."""
        found, path = step.kind == "solution", step.data
        closes = found and self.puzzle.closed
        moves = pairwise((*path, path[0]) if closes else path)
        shapes: list[Shape] = [self._move(one, other, found) for one, other in moves]
        if path and step.kind == "conflict" and step.tried is not None:
            here, there = self._centre(path[-1]), self._centre(step.tried)
            shapes.append(Line(here, there, Style(stroke=REFUSED, width=3, dashes=(7.0, 5.0))))
        last = len(path) - 1
        ends = {0, last}
        shapes += [self._disc(cell, place + 1, place in ends) for place, cell in enumerate(path)]
        shapes += self._marks(step)
        return shapes

    def text(self, step: Step) -> str:
        """Return the board as text: numbers, ``×`` refused, ``o`` taken back, ``!`` hopeless."""
        marks: dict[int, str] = {}
        if step.kind == "conflict" and step.tried is not None:
            number = step.data.index(step.tried) + 1 if step.tried in step.data else ""
            marks[step.tried] = f"{number}×"
        elif step.kind == "backtrack" and step.tried is not None:
            marks[step.tried] = "o"
        elif step.kind == "prune":
            marks = {c: self._number(step.data, c) + "!" for c in step.marks}
        scene = Scene(self.puzzle, TourSolution(self.puzzle, step.data), marks)
        return "\n".join(scene.lines("numbers"))

    def _number(self, path: Data, cell: int) -> str:
        return str(path.index(cell) + 1) if cell in path else ""

    # --- places on the sheet ---

    def _centre(self, cell: int) -> tuple[float, float]:
        layer, here = divmod(cell, self._area)
        x, y = self._squares[layer].centre(here)
        right, down = self._offsets[layer]
        return x + right, y + down

    # --- shapes ---

    def _draw_disc(self, cell: int, number: int, dark: bool) -> Shape:
        layer, here = divmod(cell, self._area)
        disc = tuple(self.scene.disc(self._squares[layer], here, str(number), dark))
        return Group(disc, *self._offsets[layer])

    def _draw_move(self, one: int, other: int, thick: bool) -> Shape:
        layer = one // self._area
        squares, first = self._squares[layer], layer * self._area
        path = self.scene.moves_path(squares, first, self._area, (one, other))
        style = Style(stroke=FOUND if thick else TOUR_LINE, width=5 if thick else 3)
        return Group((Path(path, style),) if path else (), *self._offsets[layer])

    def _frame(self, cell: int, colour: str, dashes: tuple[float, ...] = ()) -> Shape:
        x, y = self._centre(cell)
        side = SIDE - 5
        style = Style(stroke=colour, width=3.5, dashes=dashes)
        return Rectangle(x - side / 2, y - side / 2, side, side, style, radius=3)

    def _marks(self, step: Step) -> Iterator[Shape]:
        if step.kind == "backtrack" and step.tried is not None:
            yield self._frame(step.tried, TAKEN_BACK, (6.0, 5.0))
        elif step.kind == "conflict" and step.tried is not None:
            x, y = self._centre(step.tried)
            yield self._frame(step.tried, REFUSED)
            reach, style = 0.3 * SIDE, Style(stroke=REFUSED, width=4)
            yield Line((x - reach, y - reach), (x + reach, y + reach), style)
            yield Line((x - reach, y + reach), (x + reach, y - reach), style)
        elif step.kind == "prune":
            for cell in step.marks:
                x, y = self._centre(cell)
                yield Circle(x, y, 0.24 * SIDE, Style(fill=PAPER, stroke=REFUSED, width=2.5))
                yield Text(x, y, "!", 14, REFUSED, bold=True)
