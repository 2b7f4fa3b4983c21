"""The picture of a step: the expression as far as it is written, or the values of a formula."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from everyway.core.puzzle import Puzzle
from everyway.core.trace import Step
from everyway.drawing.canvas import Canvas, Line, Rectangle, Shape, Style, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, LIGHT_SQUARE, QUIET_INK
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK

from .drawing import MARGIN, printed
from .formula import evaluate, expression_text
from .komachi import Komachi
from .pandigital import DigitPuzzle, in_base
from .trace import so_far, value_so_far, value_text

LETTER, SMALL = 18.0, 11.0
LINE, BOX = 34.0, 28.0
COLOURS = {"conflict": REFUSED, "backtrack": TAKEN_BACK, "solution": FOUND}


class StepPicture:
    """The pictures of the steps of a digit puzzle: what is asked, and what is written so far."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.side: _Komachi | _Formula
        if isinstance(puzzle, Komachi):
            self.side = _Komachi(puzzle)
        else:
            assert isinstance(puzzle, DigitPuzzle)
            self.side = _Formula(puzzle)

    def background(self) -> Canvas:
        """Return what is asked, with room for what is written."""
        return self.side.background()

    def overlay(self, step: Step) -> list[Shape]:
        """Return what is written so far, and its value; crossed out where it was refused."""
        return self.side.overlay(step)

    def text(self, step: Step) -> str:
        """Return what is written so far, and its value."""
        return "\n".join(self.side.lines(step))


def _crossed(x: float, y: float, width: float) -> Line:
    return Line((x, y), (x + width, y), Style(stroke=REFUSED, width=2))


class _Komachi:
    def __init__(self, puzzle: Komachi) -> None:
        self.puzzle = puzzle
        self.asked = f"to make {'any whole number' if puzzle.goal is None else puzzle.target}"
        brackets = "()" * (len(puzzle.digits) - 1) if puzzle.parentheses else ""
        longest = "–".join(puzzle.digits) + brackets + "." * len(puzzle.digits)
        self.width = max(text_width(longest, LETTER) + 2 * MARGIN, 240.0)

    def background(self) -> Canvas:
        title = f"{self.puzzle.digits} {self.asked}, step by step"
        canvas = Canvas(self.width, 3 * LINE + MARGIN, title, so_far(self.puzzle, ()))
        canvas.add(Text(MARGIN, LINE / 2 + 4, printed(self.asked), SMALL, QUIET_INK, "start"))
        return canvas

    def overlay(self, step: Step) -> list[Shape]:
        text = printed(so_far(self.puzzle, step.data))
        shapes: list[Shape] = [Text(MARGIN, 1.6 * LINE, text, LETTER, INK, "start")]
        value = value_so_far(self.puzzle, step.data)
        if value is not None:
            whole = step.kind == "solution" or (step.kind == "conflict" and step.tried is None)
            said = f"= {printed(value)}" + ("" if whole else " so far")
            colour = COLOURS.get(step.kind, QUIET_INK) if whole else QUIET_INK
            size = min(SMALL + 2, (self.width - 2 * MARGIN) / max(1.0, text_width(said, 1.0)))
            shapes.append(Text(MARGIN, 2.6 * LINE, said, size, colour, "start", bold=whole))
            if step.kind == "conflict" and whole:
                shapes.append(_crossed(MARGIN, 2.6 * LINE, text_width(said, size)))
        if step.kind == "solution":
            y = 1.6 * LINE + LETTER
            width = text_width(text, LETTER)
            line = Style(stroke=FOUND, width=3)
            shapes.append(Line((MARGIN, y), (MARGIN + width, y), line))
        return shapes

    def lines(self, step: Step) -> list[str]:
        found = [f"{so_far(self.puzzle, step.data)}  {self.asked}"]
        value = value_so_far(self.puzzle, step.data)
        if value is not None:
            found.append(f"value so far: {value}")
        if step.kind == "conflict" and step.tried is not None:
            found.append(f"refused: {step.what}")
        return found


class _Formula:
    def __init__(self, puzzle: DigitPuzzle) -> None:
        self.puzzle = puzzle
        self.names = puzzle.parsed.variables
        self.digits = puzzle.digits or ""
        self.wide = max(
            text_width(puzzle.formula, SMALL + 2) + 2 * MARGIN,
            BOX * len(self.digits) + 2 * MARGIN,
            280.0,
        )
        self.below = (1.2 + len(puzzle.parsed.shown) + 1) * LINE

    def background(self) -> Canvas:
        title = f"{self.puzzle.formula} with the digits {self.digits}, step by step"
        canvas = Canvas(self.wide, self.below + BOX + MARGIN, title, " ".join(self.digits))
        asked = printed(self.puzzle.formula)
        canvas.add(Text(MARGIN, LINE / 2 + 4, asked, SMALL + 2, QUIET_INK, "start"))
        for place, mark in enumerate(self.digits):
            x = MARGIN + BOX * place
            style = Style(fill=LIGHT_SQUARE, stroke=GRID, width=1)
            canvas.add(Rectangle(x + 1, self.below, BOX - 2, BOX - 2, style, 3))
            canvas.add(Text(x + BOX / 2, self.below + BOX / 2 - 1, mark, 11, QUIET_INK))
        return canvas

    def _written(self, step: Step) -> list[tuple[str, str]]:
        """Return what is written down, as pairs of an expression and its value in the base."""
        if len(step.data) < len(self.names):
            return []
        values = dict(zip(self.names, step.data, strict=True))
        found = []
        for expression in self.puzzle.parsed.shown:
            value = evaluate(expression, values)
            if value is None:
                text = "no value"
            elif value.denominator == 1 and 0 <= value < self.puzzle.too_large:
                text = in_base(int(value), self.puzzle.base)
            else:
                text = value_text(Fraction(value))
            found.append((expression_text(expression), text))
        return found

    def _values(self, step: Step) -> str:
        pairs = zip(self.names, step.data, strict=False)
        return "  ".join(f"{name} = {in_base(v, self.puzzle.base)}" for name, v in pairs)

    def overlay(self, step: Step) -> list[Shape]:
        colour = COLOURS.get(step.kind, INK)
        shapes: list[Shape] = [Text(MARGIN, 1.5 * LINE, self._values(step), 14, INK, "start")]
        left = Counter(self.digits)
        for place, (name, value) in enumerate(self._written(step), 1):
            said = printed(f"{name} = {value}")
            y = (1.5 + place) * LINE
            size = min(13.0, (self.wide - 2 * MARGIN) / max(1.0, text_width(said, 1.0)))
            shapes.append(Text(MARGIN, y, said, size, colour, "start"))
            if step.kind == "conflict":
                shapes.append(_crossed(MARGIN, y, text_width(said, size)))
            left.subtract(value)
        used = Counter(self.digits) - Counter({mark: max(0, k) for mark, k in left.items()})
        return [*shapes, *self._used(step, used)]

    def _used(self, step: Step, used: Counter[str]) -> list[Shape]:
        """Return the digits that are used, in dark boxes with a thick edge."""
        if len(step.data) < len(self.names):
            return []
        shapes: list[Shape] = []
        for place, mark in enumerate(self.digits):
            if used[mark] > 0:
                used[mark] -= 1
                x = MARGIN + BOX * place
                style = Style(fill=DARK_SQUARE, stroke=INK, width=2)
                shapes.append(Rectangle(x + 1, self.below, BOX - 2, BOX - 2, style, 3))
                shapes.append(Text(x + BOX / 2, self.below + BOX / 2 - 1, mark, 11, bold=True))
        return shapes

    def lines(self, step: Step) -> list[str]:
        found = [f"{self.puzzle.formula}: {' '.join(self.digits)}"]
        found.append(self._values(step) or "no values yet")
        found += [f"{name} = {value}" for name, value in self._written(step)]
        return found
