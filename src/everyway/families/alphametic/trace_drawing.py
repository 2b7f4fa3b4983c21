"""The picture of a step: the sum on paper, digits below their letters, the column looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everyway.core.engine import Data
from everyway.core.trace import Kind, Step
from everyway.drawing.canvas import Canvas, Line, Path, Rectangle, Shape, Style, Text
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, LIGHT_SQUARE, QUIET_INK
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK
from everyway.drawing.text import beside
from everyway.families.alphametic.drawing import CELL, MARGIN, RULE, WIDEST, on_paper, paper_block
from everyway.families.alphametic.expression import DIGITS
from everyway.families.alphametic.layout import mark_of
from everyway.families.alphametic.puzzle import Alphametic
from everyway.families.alphametic.trace import FREE, letters_text, name_of
from everyway.families.alphametic.trace_columns import Column, plan_of

ROW, LETTER_AT, DIGIT_AT = 50.0, 12.0, 33.0
CARRIES = 22.0
BOX, STRIP = 22.0, 62.0


class StepPicture:
    """The pictures of the steps of an alphametic: a background, and what a step lays over it."""

    def __init__(self, puzzle: Alphametic) -> None:
        self.puzzle = puzzle
        self.drawn, rows = on_paper(puzzle)
        self.places: dict[int, list[tuple[float, float]]] = {}
        """The upper left corners of the cells of each letter."""
        self.ends = self._aligned_at() if rows else None
        """The column in which all numbers of a single sum end, if columns can be pointed at."""
        self.top = MARGIN + (CARRIES if self.ends is not None else 0.0)
        self.bottom = self._lay_out()
        self.strip = puzzle.distinct and bool(puzzle.letters)
        columns = 1 + max(column for line in self.drawn for column, _ in line)
        self.wide = CELL * columns + 2 * MARGIN
        if self.strip:
            self.wide = max(self.wide, BOX * puzzle.base + 2 * MARGIN)

    def _rows(self) -> Iterator[tuple[Sequence[tuple[int, str | int]], bool]]:
        for line in self.drawn:
            yield line, all(what == "-" for _, what in line) and len(line) > 1

    def _aligned_at(self) -> int | None:
        ends = {
            max(column for column, what in line if not isinstance(what, str))
            for line, rule in self._rows()
            if not rule and any(not isinstance(what, str) for _, what in line)
        }
        single = len(self.puzzle.relations) == 1 and plan_of(self.puzzle).columns
        return ends.pop() if single and len(ends) == 1 else None

    def _lay_out(self) -> float:
        """Note where the letters stand; return where the rows end."""
        y = self.top
        for line, rule in self._rows():
            for column, what in line:
                if not isinstance(what, str) and what >= 0:
                    self.places.setdefault(what, []).append((MARGIN + CELL * column, y))
            y += RULE if rule else ROW
        return y

    # --- the background ---

    def background(self) -> Canvas:
        """Return the sum with its letters, and the digits that there are."""
        puzzle = self.puzzle
        height = self.bottom + (STRIP if self.strip else MARGIN)
        title = puzzle.text if len(puzzle.text) <= WIDEST and not puzzle.drawn else "an alphametic"
        canvas = Canvas(self.wide, height, f"{title}, step by step", puzzle.text)
        y = self.top
        for line, rule in self._rows():
            if rule:
                ends = (line[0][0], line[-1][0] + 1)
                start, end = ((MARGIN + CELL * column, y + RULE / 2) for column in ends)
                canvas.add(Line(start, end, Style(stroke=INK, width=1.5)))
                y += RULE
                continue
            for column, what in line:
                canvas.add(*self._cell(what, MARGIN + CELL * column, y))
            y += ROW
        if self.strip:
            canvas.add(*self._boxes())
        return canvas

    def _cell(self, what: str | int, x: float, y: float) -> list[Shape]:
        middle = x + CELL / 2
        if isinstance(what, str):
            return [Text(middle, y + DIGIT_AT, what, 14, QUIET_INK)]
        if what < 0:
            return [Text(middle, y + DIGIT_AT, mark_of(what, self.puzzle.letters), 15, bold=True)]
        box = Style(fill=LIGHT_SQUARE, stroke=GRID, width=1)
        return [
            Text(middle, y + LETTER_AT, mark_of(what, self.puzzle.letters), 10.5, QUIET_INK),
            Rectangle(x + 1.5, y + 21, CELL - 3, 24, box, 3),
        ]

    def _boxes(self) -> list[Shape]:
        """Return the digits, each with room below for the letter that has it."""
        shapes: list[Shape] = []
        for digit in range(self.puzzle.base):
            x, y = self._box(digit)
            shapes.append(Text(x + BOX / 2, y + 6, DIGITS[digit], 9, QUIET_INK))
            room = Style(fill=LIGHT_SQUARE, stroke=GRID, width=1)
            shapes.append(Rectangle(x + 1, y + 14, BOX - 2, BOX, room, 3))
        return shapes

    def _box(self, digit: int) -> tuple[float, float]:
        return MARGIN + BOX * digit, self.bottom + MARGIN / 2

    # --- what a step adds ---

    def overlay(self, step: Step) -> list[Shape]:
        """Return the digits so far, the one that is tried, and what it meets."""
        digits = self._digits(step.data)
        shapes: list[Shape] = []
        for mark in step.marks:
            shapes += self._column_mark(mark) if mark < 0 else self._letter_mark(mark)
        if self.ends is not None:
            shapes += self._carries(digits)
        for variable, digit in enumerate(digits):
            if digit != FREE:
                shapes += self._digit(variable, digit)
        if step.tried is not None:
            shapes += self._choice(step.kind, *divmod(step.tried, self.puzzle.base))
        if step.kind == "solution":
            size = (self.wide - 6, self.bottom - self.top + (self.top - 6))
            shapes.append(Rectangle(3, 3, *size, Style(stroke=FOUND, width=3.5), 5))
        return shapes

    def _digits(self, data: Data) -> Data:
        return (*data, *[FREE] * (self.puzzle.variables - len(data)))

    def _digit(self, variable: int, digit: int) -> list[Shape]:
        shapes: list[Shape] = [
            Text(x + CELL / 2, y + DIGIT_AT, DIGITS[digit], 15, bold=True)
            for x, y in self.places.get(variable, ())
        ]
        if self.strip and variable < len(self.puzzle.letters):
            x, y = self._box(digit)
            name = name_of(self.puzzle, variable)
            shapes.append(Text(x + BOX / 2, y + 14 + BOX / 2, name, 9.5, bold=True))
        return shapes

    def _letter_mark(self, variable: int) -> list[Shape]:
        style = Style(fill=DARK_SQUARE, stroke=INK, width=2.2)
        return [
            Rectangle(x + 1.5, y + 21, CELL - 3, 24, style, 3)
            for x, y in self.places.get(variable, ())
        ]

    def _column_mark(self, mark: int) -> list[Shape]:
        """Return a dashed frame around a column, and a wedge above it."""
        if self.ends is None:
            return []
        x = MARGIN + CELL * (self.ends + 1 + mark)
        style = Style(stroke=INK, width=1.6, dashes=(5, 3))
        frame = Rectangle(
            x, self.top - CARRIES + 5, CELL, self.bottom - self.top + CARRIES - 7, style
        )
        tip = x + CELL / 2
        wedge = Path(f"M{tip - 5:g} {self.top - CARRIES - 7:g}h10l-5 8z", Style(fill=INK))
        return [frame, wedge]

    def _carries(self, digits: Data) -> list[Shape]:
        shapes: list[Shape] = []
        for place, carry in _carries_of(plan_of(self.puzzle).columns, digits):
            assert self.ends is not None
            x = MARGIN + CELL * (self.ends - place + 0.5)
            shapes.append(Text(x, self.top - CARRIES + 14, str(carry), 9, QUIET_INK))
        return shapes

    def _choice(self, kind: Kind, variable: int, digit: int) -> list[Shape]:
        """Return the choice: framed where it stands, crossed out, or dashed when taken back."""
        colours = {"conflict": REFUSED, "backtrack": TAKEN_BACK}
        colour = colours.get(kind, QUIET_INK)
        edge = Style(stroke=colour, width=2, dashes=(4, 3) if kind == "backtrack" else ())
        cross = Style(stroke=colour, width=1.8)
        shapes: list[Shape] = []
        for x, y in self.places.get(variable, ()):
            shapes.append(Rectangle(x + 1.5, y + 21, CELL - 3, 24, edge, 3))
            if kind in colours:
                shapes.append(Text(x + CELL / 2, y + DIGIT_AT, DIGITS[digit], 15, colour))
            if kind == "conflict":
                shapes.append(Line((x + 5, y + 42), (x + CELL - 5, y + 24), cross))
        return shapes

    # --- text ---

    def text(self, step: Step) -> str:
        """Return the sum in letters and in digits, the carries, and what is tried."""
        digits = self._digits(step.data)
        blocks = [paper_block(self.puzzle, self.drawn, None)]
        shown = tuple(digits)
        blocks.append(paper_block(self.puzzle, self.drawn, shown))
        lines = [beside(blocks, width=2 * WIDEST)]
        lines.append(letters_text(self.puzzle, digits) or "no digits yet")
        if self.ends is not None:
            carries = list(_carries_of(plan_of(self.puzzle).columns, digits))
            if carries:
                columns = plan_of(self.puzzle).columns
                parts = [f"{carry} into {columns[place].label}" for place, carry in carries]
                lines.append("carried: " + ", ".join(parts))
        if step.kind == "conflict" and step.tried is not None:
            variable, digit = divmod(step.tried, self.puzzle.base)
            lines.append(f"refused: {name_of(self.puzzle, variable)} = {DIGITS[digit]}")
        return "\n".join(lines)


def _carries_of(columns: Sequence[Column], digits: Data) -> Iterator[tuple[int, int]]:
    """Yield the carry into each column that follows columns which have come out."""
    carry = 0
    for place, column in enumerate(columns[:-1]):
        if any(digits[variable] == FREE for variable, _ in column.terms):
            return
        carry, left = divmod(carry + column.own(digits), column.base)
        if left:
            return
        if carry:
            yield place + 1, carry
