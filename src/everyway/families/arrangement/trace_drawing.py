"""The picture of a step: the items in a row of boxes, as far as they are arranged."""

from __future__ import annotations

from everyway.core.trace import Step
from everyway.drawing.canvas import Canvas, Rectangle, Shape, Style, Text
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, PAPER, QUIET_INK
from everyway.drawing.steps import FOUND, REFUSED

from .drawing import BOX, GAP, LETTER, MARGIN, short_text
from .puzzle import Arrangements, Permutations
from .text import item_text
from .trace import settled

SMALL = 9.0
DOWN = BOX + 30.0


class StepPicture:
    """The pictures of the steps of an arrangement: the items, and below what is made of them."""

    def __init__(self, puzzle: Arrangements) -> None:
        self.puzzle = puzzle
        self.texts = [short_text(item_text(item)) for item in puzzle.items]
        self.side = max(BOX, max(map(len, self.texts), default=1) * LETTER * 0.75 + 16)
        self.number = max(1, len(puzzle.items))

    def background(self) -> Canvas:
        """Return the items, and room for as many."""
        title = f"{self.puzzle.kind} of {len(self.puzzle.items)} items, step by step"
        width = max(self.number * (self.side + GAP) - GAP + 2 * MARGIN, 200.0)
        items = self.puzzle.line(self.puzzle.items)
        canvas = Canvas(width, 2 * DOWN + MARGIN, title, items)
        canvas.add(Text(MARGIN, 14, "the items", SMALL, QUIET_INK, "start"))
        for place, text in enumerate(self.texts):
            style = Style(fill=PAPER, stroke=GRID, dashes=(4.0, 4.0))
            canvas.add(*self._box(place, 24.0, text, style, QUIET_INK))
        made = "in order" if isinstance(self.puzzle, Permutations) else "chosen"
        canvas.add(Text(MARGIN, DOWN + 14, made, SMALL, QUIET_INK, "start"))
        return canvas

    def _box(self, place: int, y: float, text: str, style: Style, colour: str) -> list[Shape]:
        x = MARGIN + place * (self.side + GAP)
        letters = Text(x + self.side / 2, y + BOX / 2, text, LETTER, colour, bold=colour == INK)
        return [Rectangle(x, y, self.side, BOX, style, 5.0), letters]

    def overlay(self, step: Step) -> list[Shape]:
        """Return what is arranged: full boxes for what is settled, hollow ones for the rest."""
        shapes: list[Shape] = []
        firm = settled(self.puzzle, step)
        for place, position in enumerate(step.data):
            fixed = place < firm
            edge = FOUND if step.kind == "solution" else INK if fixed else QUIET_INK
            wide = 3.0 if step.kind == "solution" or place in step.marks else 1.6
            style = Style(fill=DARK_SQUARE if fixed else PAPER, stroke=edge, width=wide)
            shapes += self._box(
                place, DOWN + 24, self.texts[position], style, INK if fixed else QUIET_INK
            )
        if step.kind == "conflict":
            place = step.depth
            shapes += self._box(
                place, DOWN + 24, "×", Style(fill=PAPER, stroke=REFUSED, width=2.5), REFUSED
            )
        return shapes

    def text(self, step: Step) -> str:
        """Return what is arranged as a line; what is not settled stands after a bar."""
        firm = settled(self.puzzle, step)
        names = [item_text(self.puzzle.items[position]) for position in step.data]
        parts = [" ".join(names[:firm]), " ".join(names[firm:])]
        line = (" | ".join(parts) if parts[1] else parts[0]).strip() or "nothing yet"
        return f"{line}\nrefused: {step.what}" if step.kind == "conflict" else line
