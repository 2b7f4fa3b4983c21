"""A placement at a step of a search: the board stays, pieces and marks are laid over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from everyway.core.trace import Step
from everyway.drawing.canvas import Canvas, Circle, Group, Line, Rectangle, Shape, Style, Text
from everyway.drawing.palette import PAPER, QUIET_INK
from everyway.drawing.pieces import piece
from everyway.drawing.squares import SIDE, Squares
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK
from everyway.families.placement.candidates import NO_SQUARES
from everyway.families.placement.drawing import sheet_of, squares_of
from everyway.families.placement.drawing_scene import Scene
from everyway.families.placement.drawing_text import text_board
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.solution import PlacementSolution

INSET = 2.5


class StepPicture:
    """The board of a placement, and what a step lays over it.

    Pieces stand on their squares. The square of the choice has a frame: whole for a piece that was
    placed, with a cross for one that was refused, dashed for one that was taken back. Lines join a
    refused square to the pieces that refuse it; squares that cannot be made good bear a "!"; all
    squares of a solution have a frame.
    """

    def __init__(self, puzzle: Placement) -> None:
        self.puzzle = puzzle
        self.scene = Scene(puzzle, PlacementSolution(puzzle, ()))
        self._area = max(1, self.scene.rows * self.scene.columns)
        self._squares: list[Squares] = [squares_of(self.scene, la) for la in self.scene.layers]
        self._sheet = self._empty_board()
        # On a sheet each layer is one group, in order.
        groups = [(s.x, s.y) for s in self._sheet.shapes if isinstance(s, Group)]
        one = len(self._squares) == 1 and not self.scene.layers[0].name
        self._offsets = [(0.0, 0.0)] if one else groups
        self._piece = lru_cache(maxsize=1024)(self._draw_piece)

    def background(self) -> Canvas:
        """Return the board without pieces; fixed squares bear a ring."""
        return self._sheet

    def _empty_board(self) -> Canvas:
        scene, title = self.scene, Scene(self.puzzle, None).title()
        if not scene.layers:
            canvas = Canvas(240, 96, title, NO_SQUARES)
            canvas.add(Text(120, 48, NO_SQUARES, 11, QUIET_INK))
            return canvas
        canvases = []
        for number, squares in enumerate(self._squares):
            canvas = Canvas(squares.width, squares.height)
            canvas.add(*squares.shapes())
            fixed = (cell for cell in self.puzzle.fixed if cell // self._area == number)
            canvas.add(*(squares.ring(cell % self._area) for cell in sorted(fixed)))
            canvases.append(canvas)
        return sheet_of(scene, canvases, title, text_board(scene, "grid"))

    def overlay(self, step: Step) -> list[Shape]:
        """Return the pieces, and the marks of the step, in the background's coordinates."""
        return [
            *self._frames(step),
            *(self._piece(cell) for cell in step.data),
            *self._signs(step),
        ]

    def text(self, step: Step) -> str:
        """Return the board as text: ``×`` was refused, ``o`` taken back, ``!`` is hopeless."""
        marks: dict[int, str] = {}
        if step.kind == "conflict" and step.tried is not None:
            marks[step.tried] = "×"
        elif step.kind == "backtrack" and step.tried is not None:
            marks[step.tried] = "o"
        elif step.kind in ("prune", "conflict"):
            marks = dict.fromkeys((cell for cell in step.marks if cell not in step.data), "!")
        return text_board(
            Scene(self.puzzle, PlacementSolution(self.puzzle, step.data), marks), "grid"
        )

    # --- places on the sheet ---

    def _place(self, cell: int) -> tuple[Squares, int, float, float]:
        """Return the squares of the layer of *cell*, its number there, and where the layer is."""
        layer, here = divmod(cell, self._area)
        return (self._squares[layer], here, *self._offsets[layer])

    def _centre(self, cell: int) -> tuple[float, float]:
        squares, here, right, down = self._place(cell)
        x, y = squares.centre(here)
        return x + right, y + down

    # --- shapes ---

    def _draw_piece(self, cell: int) -> Shape:
        squares, here, right, down = self._place(cell)
        x, y, size = squares.stand(here)
        if cell in self.puzzle.fixed:
            size *= 0.7
        return piece(self.scene.glyph, x + right, y + down, size, self.scene.letter)

    def _frame(self, cell: int, colour: str, dashes: tuple[float, ...] = ()) -> Shape:
        x, y = self._centre(cell)
        side = SIDE - 2 * INSET
        style = Style(stroke=colour, width=3.5, dashes=dashes)
        return Rectangle(x - side / 2, y - side / 2, side, side, style, radius=3)

    def _frames(self, step: Step) -> Iterator[Shape]:
        """Yield what lies below the pieces."""
        if step.kind == "solution":
            yield from (self._frame(cell, FOUND) for cell in step.data)
        elif step.kind == "backtrack" and step.tried is not None:
            yield self._frame(step.tried, TAKEN_BACK, (6.0, 5.0))
        elif step.kind == "conflict":
            yield from self._lines(step)
        elif step.tried is not None:
            yield self._frame(step.tried, QUIET_INK)

    def _lines(self, step: Step) -> Iterator[Shape]:
        """Yield frames, and lines from the square refused to what refuses it.

        Where a whole placement is refused, a line from one of two pieces to the other.
        """
        ends = step.marks
        if step.tried is None:
            yield from (self._frame(cell, REFUSED) for cell in step.marks)
            begin = ends[0] if len(ends) == 2 else None
        else:
            yield self._frame(step.tried, REFUSED)
            begin = step.tried
        if begin is not None:
            style = Style(stroke=REFUSED, width=2.5, dashes=(7.0, 5.0))
            here = self._centre(begin)
            yield from (Line(here, self._centre(cell), style) for cell in ends if cell != begin)

    def _signs(self, step: Step) -> Iterator[Shape]:
        """Yield what lies above the pieces."""
        if step.kind == "conflict" and step.tried is not None:
            yield from self._cross(step.tried)
        elif step.kind in ("prune", "conflict"):
            yield from self._hopeless(cell for cell in step.marks if cell not in step.data)

    def _cross(self, cell: int) -> Iterator[Shape]:
        x, y = self._centre(cell)
        reach, style = 0.22 * SIDE, Style(stroke=REFUSED, width=5)
        yield Line((x - reach, y - reach), (x + reach, y + reach), style)
        yield Line((x - reach, y + reach), (x + reach, y - reach), style)

    def _hopeless(self, cells: Iterable[int]) -> Iterator[Shape]:
        for cell in cells:
            x, y = self._centre(cell)
            yield Circle(x, y, 0.24 * SIDE, Style(fill=PAPER, stroke=REFUSED, width=2.5))
            yield Text(x, y, "!", 14, REFUSED, bold=True)
