"""Pictures of alphametics: a line, a sum on paper, the letters, the worked solution; a canvas."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from everyway.drawing.canvas import Canvas, Line, Shape, Style, Text
from everyway.drawing.palette import INK, QUIET_INK
from everyway.drawing.picture import Picture
from everyway.drawing.text import beside
from everyway.families.alphametic import FAMILY
from everyway.families.alphametic.expression import DIGITS, Sum, Word, digit_of
from everyway.families.alphametic.layout import drawing_text, mark_of
from everyway.families.alphametic.marks import tokens_of
from everyway.families.alphametic.puzzle import Alphametic
from everyway.families.alphametic.solution import AlphameticSolution

STYLES = tuple(FAMILY.styles)
"""The names of the text styles, the default first."""

Drawn = Sequence[Sequence[tuple[int, str | int]]]
Digits = tuple[int, ...] | None

NO_DIGIT = "."
WIDEST = 60
MOST_ROWS = 60
CELL, HIGH, LOW, RULE = 24.0, 46.0, 30.0, 12.0
MARGIN = 16.0


def draw(puzzle: Alphametic, solution: AlphameticSolution | None) -> Picture:
    """Return the picture of *solution*, or of the puzzle alone.

    >>> puzzle = Alphametic("SEND + MORE = MONEY")
    >>> print(draw(puzzle, puzzle.one()))
    9567 + 1085 = 10652
    >>> print(draw(puzzle, puzzle.one()).text("letters"))
    S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2
    """
    digits = None if solution is None else solution.digits
    return Picture(
        STYLES, lambda style: _text(puzzle, digits, style), lambda: _canvas(puzzle, digits)
    )


def _text(puzzle: Alphametic, digits: Digits, style: str) -> str | Iterable[str]:
    if style == "worked":
        return puzzle.explanation().lines()
    if style == "letters":
        return letters_text(puzzle, digits)
    if style == "paper":
        return paper_text(puzzle, digits)
    return line_text(puzzle, digits)


def line_text(puzzle: Alphametic, digits: Digits) -> str:
    """Return the equation as a line, or the layout as it stands, with digits if they are known."""
    if puzzle.drawn:
        return paper_block(puzzle, puzzle.drawn, digits)
    if digits is None:
        return puzzle.text
    parts = list(_pieces(puzzle))
    return "".join(p if isinstance(p, str) else puzzle.number_text(p, digits) for p in parts)


def _pieces(puzzle: Alphametic) -> Iterable[str | Word]:
    """Yield what an equation is written of: its numbers, and the text between them."""
    numbers = iter(puzzle.numbers)
    at = 0
    for token in tokens_of(puzzle.text, puzzle.base, "kept"):
        if token.kind == "number":
            yield puzzle.text[at : token.position]
            yield next(numbers)
            at = token.position + sum(map(len, token.marks))
    yield puzzle.text[at:]


def letters_text(puzzle: Alphametic, digits: Digits) -> str:
    """Return the letters with their digits, and the blanks' digits after them."""
    if digits is None:
        return " ".join(puzzle.letters)
    number = len(puzzle.letters)
    parts = [f"{letter}={digit}" for letter, digit in zip(puzzle.letters, digits, strict=False)]
    if puzzle.blanks:
        parts.append("blanks=" + "".join(DIGITS[d] for d in digits[number:]))
    return " ".join(parts)


# --- on paper ---


def on_paper(puzzle: Alphametic) -> tuple[Drawn, bool]:
    """Return the puzzle as drawn lines, and whether they are a layout of rows below each other."""
    if puzzle.drawn:
        return puzzle.drawn, True
    column = _column_sum(puzzle)
    return (column, True) if column else (_flow(puzzle), False)


def _column_sum(puzzle: Alphametic) -> Drawn | None:
    """Return one equation of a sum as rows below each other, or None for any other."""
    if len(puzzle.relations) != 1 or puzzle.relations[0].sign != "=":
        return None
    left, right = puzzle.relations[0].left, puzzle.relations[0].right
    if isinstance(left, Word):
        left, right = right, left
    if not isinstance(left, Sum) or not isinstance(right, Word) or len(left.terms) > MOST_ROWS:
        return None
    words = [part for _, part in left.terms if isinstance(part, Word)]
    if len(words) < len(left.terms) or len(words) < 2:
        return None
    width = max(len(word.cells) for word in [*words, right]) + 2
    rows: list[list[tuple[int, str | int]]] = []
    for i, ((sign, _), word) in enumerate(zip(left.terms, words, strict=True)):
        row = _row(word, width)
        if i or sign < 0:
            row.insert(0, (0, "-" if sign < 0 else "+"))
        rows.append(row)
    rows.append([(column, "-") for column in range(width)])
    return [*rows, _row(right, width)]


def _row(word: Word, width: int) -> list[tuple[int, str | int]]:
    return list(enumerate(word.cells, width - len(word.cells)))


def _flow(puzzle: Alphametic) -> Drawn:
    """Return equations as lines of at most so many columns, broken before numbers."""
    rows: list[list[tuple[int, str | int]]] = [[]]
    column = 0
    for piece in _pieces(puzzle):
        if isinstance(piece, Word):
            if column and column + len(piece.cells) > WIDEST:
                rows.append([])
                column = 2
            rows[-1] += list(enumerate(piece.cells, column))
            column += len(piece.cells)
            continue
        for i, part in enumerate(piece.split(",")):
            if i:
                rows.append([])
                column = 0
                part = part.lstrip()
            rows[-1] += [(column + k, c) for k, c in enumerate(part) if c != " "]
            column += len(part)
    return [row for row in rows if row]


def paper_text(puzzle: Alphametic, digits: Digits) -> str:
    """Return the puzzle as drawn on paper, with its digits beside it or below its letters."""
    drawn, rows = on_paper(puzzle)
    letters = paper_block(puzzle, drawn, None)
    if digits is None:
        return letters
    solved = paper_block(puzzle, drawn, digits)
    if rows:
        return beside([letters, solved], width=2 * WIDEST)
    pairs = zip(letters.split("\n"), solved.split("\n"), strict=True)
    return "\n\n".join(f"{above}\n{below}" for above, below in pairs)


def paper_block(puzzle: Alphametic, drawn: Drawn, digits: Digits) -> str:
    """Return drawn lines as text; where a letter is two columns wide, so is every cell.

    A letter without a digit yet, -1 in *digits*, is written as a dot.
    """
    wide = any(_width(letter) > 1 for letter in puzzle.letters)
    if digits is None and not wide:
        return drawing_text(drawn, puzzle.letters)
    lines = []
    for line in drawn:
        marks = {column: _shown(puzzle, what, digits) for column, what in line}
        cells = [marks.get(column, " ") for column in range(max(marks) + 1)]
        if wide:
            cells = [c + (c if c == "-" else " ") * (2 - _width(c)) for c in cells]
        lines.append("".join(cells).rstrip())
    return "\n".join(lines)


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _shown(puzzle: Alphametic, what: str | int, digits: Digits) -> str:
    if isinstance(what, str):
        return what
    if digits is None:
        return mark_of(what, puzzle.letters)
    digit = digit_of(what, digits)
    return NO_DIGIT if digit < 0 else DIGITS[digit]


# --- the canvas ---


def _canvas(puzzle: Alphametic, digits: Digits) -> Canvas:
    """Return the puzzle on paper; each digit has its letter, small, above it."""
    drawn, _ = on_paper(puzzle)
    row_height = LOW if digits is None else HIGH
    rules = [all(what == "-" for _, what in line) and len(line) > 1 for line in drawn]
    width = CELL * (1 + max(column for line in drawn for column, _ in line)) + 2 * MARGIN
    height = sum(RULE if rule else row_height for rule in rules) + 2 * MARGIN
    title = puzzle.text if len(puzzle.text) <= WIDEST and not puzzle.drawn else "an alphametic"
    description = puzzle.text
    if digits is not None:
        description = f"{paper_text(puzzle, digits)}\n\n{letters_text(puzzle, digits)}"
    canvas = Canvas(width, height, title, description)
    y = MARGIN
    for line, rule in zip(drawn, rules, strict=True):
        if rule:
            left, right = line[0][0], line[-1][0] + 1
            start, end = ((MARGIN + CELL * c, y + RULE / 2) for c in (left, right))
            canvas.add(Line(start, end, Style(stroke=INK, width=1.5)))
            y += RULE
            continue
        for column, what in line:
            x = MARGIN + CELL * (column + 0.5)
            canvas.add(*_cell(puzzle, what, digits, x, y))
        y += row_height
    return canvas


def _cell(puzzle: Alphametic, what: str | int, digits: Digits, x: float, y: float) -> list[Shape]:
    """Return the shapes of one cell, of which (x, y) is the middle of the upper edge."""
    if digits is None:
        return [Text(x, y + LOW / 2, _shown(puzzle, what, None), 16)]
    middle = y + HIGH - 16
    if isinstance(what, str):
        return [Text(x, middle, what, 15, QUIET_INK)]
    shown = Text(x, middle, _shown(puzzle, what, digits), 16, bold=True)
    if what < 0:
        return [shown]
    return [Text(x, y + 9, mark_of(what, puzzle.letters), 9.5, QUIET_INK), shown]
