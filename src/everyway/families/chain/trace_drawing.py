"""The picture of a step: the links laid so far, the next one, and the links that it meets."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import Data
from everyway.core.trace import Step
from everyway.drawing.canvas import Canvas, Group, Line, Rectangle, Shape, Style, Text
from everyway.drawing.gallery import gallery
from everyway.drawing.palette import INK, QUIET_INK
from everyway.drawing.squares import SIDE, Squares
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK
from everyway.families.chain.candidates import NO_LINKS
from everyway.families.chain.drawing import (
    columns_of,
    fold_text,
    layers_of,
    rows_of,
    title_of,
)
from everyway.families.chain.drawing_canvas import empty_board, lay_cubes, lay_links
from everyway.families.chain.fold import Fold
from everyway.families.chain.hinge import Chain
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.trace import cell_of, what_of

INSET = 3.0


class StepPicture:
    """The pictures of the steps of a chain or snake: the board, and what a step lays over it."""

    def __init__(self, puzzle: LinkPuzzle) -> None:
        self.puzzle = puzzle
        self._squares: list[Squares] = []
        self._firsts: list[int] = []
        self._sheet = self._empty()
        groups = [(s.x, s.y) for s in self._sheet.shapes if isinstance(s, Group)]
        # On a sheet each layer is one group, in order.
        self._offsets = groups if len(self._squares) > 1 else [(0.0, 0.0)]

    def background(self) -> Canvas:
        """Return the board without links."""
        return self._sheet

    def _empty(self) -> Canvas:
        title = f"{title_of(self.puzzle, None)}, step by step"
        if not self.puzzle.length:
            canvas = Canvas(240, 96, title, NO_LINKS)
            canvas.add(Text(120, 48, NO_LINKS, 11, QUIET_INK))
            return canvas
        canvases = []
        layers = layers_of(self.puzzle)
        for _, first in layers:
            canvas, squares = empty_board(self.puzzle, first)
            self._squares.append(squares)
            self._firsts.append(first)
            canvases.append(canvas)
        words = fold_text(self.puzzle, self._fold(()), "grid")
        if len(canvases) == 1:
            canvases[0].title, canvases[0].description = title, words
            return canvases[0]
        return gallery(canvases, [name for name, _ in layers], title=title, description=words)

    def _fold(self, data: Data) -> Fold:
        """Return the links laid so far."""
        if isinstance(self.puzzle, Chain):
            return Fold(self.puzzle, tuple(d // 4 for d in data), tuple(d % 4 for d in data))
        return Fold(self.puzzle, tuple(data))

    # --- what a step adds ---

    def overlay(self, step: Step) -> list[Shape]:
        """Return the links laid so far, the next one, and the links that it meets."""
        shapes: list[Shape] = list(self._frames(step))
        fold = self._fold(step.data)
        for squares, first, (x, y) in zip(self._squares, self._firsts, self._offsets, strict=True):
            canvas = Canvas(squares.width, squares.height)
            if isinstance(self.puzzle, Chain):
                lay_links(canvas, squares, self.puzzle, fold, len(fold))
            else:
                lay_cubes(canvas, squares, fold, len(fold), first)
            shapes += [Group(tuple(canvas.shapes), x, y)] if x or y else canvas.shapes
        if step.kind == "conflict" and step.tried is not None:
            shapes += self._cross(cell_of(self.puzzle, step.tried))
        return shapes

    def _corner(self, cell: int) -> tuple[float, float]:
        area = rows_of(self.puzzle) * columns_of(self.puzzle)
        layer = cell // area
        x, y = self._squares[layer].corner(cell - self._firsts[layer])
        return x + self._offsets[layer][0], y + self._offsets[layer][1]

    def _frame(self, cell: int, colour: str, dashes: tuple[float, ...] = ()) -> Rectangle:
        x, y = self._corner(cell)
        side = SIDE - 2 * INSET
        style = Style(stroke=colour, width=3, dashes=dashes)
        return Rectangle(x + INSET, y + INSET, side, side, style, 3)

    def _frames(self, step: Step) -> Iterator[Shape]:
        """Yield what lies below the links."""
        if step.kind == "solution":
            for squares, (x, y) in zip(self._squares, self._offsets, strict=True):
                left, top = squares.left + x - 4, squares.top + y - 4
                size = (squares.columns * SIDE + 8, squares.rows * SIDE + 8)
                yield Rectangle(left, top, *size, Style(stroke=FOUND, width=4), 3)
        for place in step.marks:
            yield self._frame(cell_of(self.puzzle, step.data[place]), INK)
        if step.tried is not None:
            cell = cell_of(self.puzzle, step.tried)
            if step.kind == "backtrack":
                yield self._frame(cell, TAKEN_BACK, (6.0, 5.0))
            else:
                yield self._frame(cell, REFUSED if step.kind == "conflict" else QUIET_INK)

    def _cross(self, cell: int) -> Iterator[Shape]:
        x, y = (coordinate + SIDE / 2 for coordinate in self._corner(cell))
        reach, style = 0.2 * SIDE, Style(stroke=REFUSED, width=4)
        yield Line((x - reach, y - reach), (x + reach, y + reach), style)
        yield Line((x - reach, y + reach), (x + reach, y - reach), style)

    # --- text ---

    def text(self, step: Step) -> str:
        """Return the board with the numbers of links, arrows of marked ones, and what is tried."""
        if not self.puzzle.length:
            return NO_LINKS
        style = "arrows" if isinstance(self.puzzle, Chain) else "grid"
        lines = [fold_text(self.puzzle, self._fold(step.data), style)]
        if step.kind == "conflict" and step.tried is not None:
            lines.append(f"refused: {what_of(self.puzzle, len(step.data), step.tried)}")
        return "\n".join(lines)
