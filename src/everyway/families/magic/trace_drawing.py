"""The picture of a step: the numbers so far, and what the lines add up to so far."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.trace import Step
from everyway.drawing.canvas import Anchor, Canvas, Line, Rectangle, Shape, Style, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, LIGHT_SQUARE, QUIET_INK
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK

from .drawing import BLANK, SIDE, TEXT_SIZE
from .puzzle import MagicSquare
from .reading import NO_CELLS
from .trace import short_name

MARGIN = 16.0
SUM_SIZE = 9.0


class StepPicture:
    """The pictures of the steps of a magic square: a grid, and what a step lays over it."""

    def __init__(self, puzzle: MagicSquare) -> None:
        self.puzzle = puzzle
        self.order = puzzle.order
        longest = max((len(str(v)) for v in (puzzle.values or (0,))), default=1)
        self.side = max(SIDE, text_width("0" * longest, TEXT_SIZE) + 18)
        widest = text_width("=" + "0" * len(str(puzzle.sum or 0)), SUM_SIZE)
        self.left = MARGIN + widest + 10
        """Where the grid begins: the sum of the rising diagonal stands before it."""
        self.top = MARGIN

    def background(self) -> Canvas:
        """Return the grid with the given numbers in boxes of their own."""
        order, side = self.order, self.side
        title = f"a {self.puzzle.class_} square of order {order}, step by step"
        if order == 0:
            canvas = Canvas(240, 96, title, NO_CELLS)
            canvas.add(Text(120, 48, NO_CELLS, 11, QUIET_INK))
            return canvas
        full = order * side
        asked = f"each row has the sum {self.puzzle.sum}"
        if self.puzzle.sum is None:
            asked = "no sum is possible"
        canvas = Canvas(2 * self.left + full, self.top + full + 60, title, asked)
        thin = Style(fill=LIGHT_SQUARE, stroke=GRID, width=1)
        for cell in range(self.puzzle.size):
            canvas.add(Rectangle(*self._corner(cell), side, side, thin))
        for cell, number in self.puzzle.fixed.items():
            x, y = self._corner(cell)
            box = Style(fill=DARK_SQUARE, stroke=INK, width=1.5)
            canvas.add(Rectangle(x + 4, y + 4, side - 8, side - 8, box, 5))
            canvas.add(Text(x + side / 2, y + side / 2, str(number), TEXT_SIZE, QUIET_INK))
        frame = Style(stroke=INK, width=2.5)
        canvas.add(Rectangle(self.left, self.top, full, full, frame))
        canvas.add(Text(canvas.width / 2, self.top + full + 44, asked, 10, INK))
        return canvas

    def _corner(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.order)
        return self.left + column * self.side, self.top + row * self.side

    def _middle(self, cell: int) -> tuple[float, float]:
        x, y = self._corner(cell)
        return x + self.side / 2, y + self.side / 2

    # --- what a step adds ---

    def overlay(self, step: Step) -> list[Shape]:
        """Return the numbers so far, the sums of lines, the number tried and what it meets."""
        shapes: list[Shape] = []
        for cell in step.marks:
            shapes.append(self._frame(cell, INK))
        if step.kind == "solution" and self.order:
            last = self.puzzle.size - 1
            (x, y), (x2, y2) = self._corner(0), self._corner(last)
            style = Style(stroke=FOUND, width=5)
            shapes.append(Rectangle(x, y, x2 + self.side - x, y2 + self.side - y, style))
        for cell, number in enumerate(step.data):
            if cell not in self.puzzle.fixed:
                shapes.append(Text(*self._middle(cell), str(number), TEXT_SIZE))
        if self.order:
            shapes += self._sums(step.data)
        return [*shapes, *self._choice(step)]

    def _frame(self, cell: int, colour: str, dashes: tuple[float, ...] = ()) -> Rectangle:
        x, y = self._corner(cell)
        style = Style(stroke=colour, width=2.4, dashes=dashes)
        return Rectangle(x + 3, y + 3, self.side - 6, self.side - 6, style, 5)

    def _choice(self, step: Step) -> list[Shape]:
        """Return the choice: framed where it stands, crossed out or grey where it does not."""
        cell = len(step.data)
        if step.kind == "place":
            return [self._frame(cell - 1, QUIET_INK)]
        if step.kind == "conflict" and step.tried is not None:
            return self._refused(cell, step.tried)
        if step.kind == "backtrack" and step.tried is not None:
            if cell in self.puzzle.fixed:
                return [self._frame(cell, TAKEN_BACK, (5.0, 4.0))]
            number = Text(*self._middle(cell), str(step.tried), TEXT_SIZE, TAKEN_BACK)
            return [self._frame(cell, TAKEN_BACK, (5.0, 4.0)), number]
        if step.kind == "prune" and cell < self.puzzle.size:
            # The cell for which there is no number.
            return [Text(*self._middle(cell), "!", TEXT_SIZE, REFUSED, bold=True)]
        return []

    def _sums(self, numbers: Sequence[int]) -> list[Shape]:
        """Return the sums of the rows at the right, columns below, diagonals at the corners."""
        n, side = self.order, self.side
        right, below = self.left + n * side, self.top + n * side
        places = [
            (right + 6, self.top + (r + 0.5) * side, range(r * n, r * n + n)) for r in range(n)
        ]
        shapes = [self._sum(x, y, cells, numbers, True) for x, y, cells in places]
        for c in range(n):
            x = self.left + (c + 0.5) * side
            shapes.append(self._sum(x, below + 14, range(c, n * n, n), numbers, None))
        if self.puzzle.class_ != "semi-magic":
            falling = range(0, n * n, n + 1)
            rising = range(n - 1, n * n - 1, n - 1) if n > 1 else range(1)
            shapes.append(self._sum(right + 6, below + 14, falling, numbers, True))
            shapes.append(self._sum(self.left - 6, below + 14, rising, numbers, False))
        return [shape for shape in shapes if shape is not None]

    def _sum(
        self, x: float, y: float, cells: range, numbers: Sequence[int], begins: bool | None
    ) -> Text | None:
        """Return the sum so far; of a line that is full in bold, after an equals sign."""
        there = [numbers[cell] for cell in cells if cell < len(numbers)]
        if not there:
            return None
        full = len(there) == len(cells)
        text = ("=" if full else "") + str(sum(there))
        anchor: Anchor = "middle" if begins is None else "start" if begins else "end"
        return Text(x, y, text, SUM_SIZE, INK if full else QUIET_INK, anchor, bold=full)

    def _refused(self, cell: int, number: int) -> list[Shape]:
        x, y = self._corner(cell)
        side = self.side
        edge = Style(fill=LIGHT_SQUARE, stroke=REFUSED, width=2)
        cross = Style(stroke=REFUSED, width=2)
        return [
            Rectangle(x + 4, y + 4, side - 8, side - 8, edge, 5),
            Text(x + side / 2, y + side / 2, str(number), TEXT_SIZE, REFUSED),
            Line((x + 9, y + side - 9), (x + side - 9, y + 9), cross),
        ]

    # --- text ---

    def text(self, step: Step) -> str:
        """Return the numbers in columns, the sums so far beside and below, and what is tried."""
        if not self.order:
            return NO_CELLS
        n, numbers = self.order, step.data
        words = [str(x) for x in numbers] + [BLANK] * (self.puzzle.size - len(numbers))
        for cell, given in self.puzzle.fixed.items():
            words[cell] = str(given)
        rows = [words[r * n : (r + 1) * n] for r in range(n)]
        beside = [_so_far(numbers, range(r * n, r * n + n)) for r in range(n)]
        below = [_so_far(numbers, range(c, n * n, n)) for c in range(n)]
        width = max(map(len, [*words, *below]))
        lines = [
            f"{' '.join(word.rjust(width) for word in row)} │ {total}".rstrip()
            for row, total in zip(rows, beside, strict=True)
        ]
        lines.append("─" * (n * (width + 1)) + "┘")
        lines.append(" ".join(word.rjust(width) for word in below).rstrip())
        if step.kind == "conflict" and step.tried is not None:
            lines.append(f"refused: {short_name(self.puzzle, len(numbers))} = {step.tried}")
        return "\n".join(line for line in lines if line)


def _so_far(numbers: Sequence[int], cells: range) -> str:
    """Return the sum of what stands in a line, marked when nothing is missing."""
    there = [numbers[cell] for cell in cells if cell < len(numbers)]
    if not there:
        return ""
    return ("=" if len(there) == len(cells) else "") + str(sum(there))
