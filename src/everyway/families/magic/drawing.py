"""Pictures of squares: text in columns, with sums or in a frame; a grid for SVG and PNG."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.drawing.canvas import Canvas, Circle, Line, Polyline, Rectangle, Style, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, LIGHT_SQUARE, QUIET_INK
from everyway.drawing.picture import Picture

from .puzzle import MagicSquare
from .reading import NO_CELLS, Cells
from .square import Square

STYLES = ("grid", "sums", "table", "path")
"""The names of the text styles, the default first."""

BLANK = "."
SIDE = 48.0
TEXT_SIZE = SIDE / 3
MARGIN = 16.0
MOST_PAINTED = 60
"""The largest order that is painted number by number."""


def draw(puzzle: Puzzle, solution: Square | None) -> Picture:
    """Return the picture of *solution*, or of the puzzle alone with its given numbers.

    Text styles: ``grid`` (columns), ``sums`` (with the sums of rows, columns and diagonals),
    ``table`` (in a frame, given numbers in brackets) and ``path`` (the way from the least number to
    the greatest, as a list of cells). In the SVG given numbers stand in a box of their own.
    """
    assert isinstance(puzzle, MagicSquare)
    cells: Cells = solution.cells if solution else puzzle.given or (None,) * puzzle.size
    given = frozenset(puzzle.fixed)
    return Picture(
        STYLES,
        lambda style: write(cells, puzzle.order, given, style),
        lambda: _canvas(cells, puzzle.order, given, puzzle),
    )


def draw_square(square: Square) -> Picture:
    """Return the picture of a square that belongs to no puzzle."""
    return Picture(
        STYLES,
        lambda style: write(square.cells, square.order, frozenset(), style),
        lambda: _canvas(square.cells, square.order, frozenset(), None),
    )


# --- text ---


def write(cells: Cells, order: int, given: frozenset[int], style: str) -> str:
    """Return *cells* as lines of text in a style of ``STYLES``."""
    if order == 0:
        return NO_CELLS
    words = [BLANK if value is None else str(value) for value in cells]
    rows = [words[r * order : (r + 1) * order] for r in range(order)]
    if style == "sums":
        return _with_sums(cells, rows)
    if style == "table":
        return _table(rows, given)
    if style == "path":
        return _steps(cells, order)
    width = max(map(len, words))
    return "\n".join(" ".join(word.rjust(width) for word in row) for row in rows)


def _sum(values: Sequence[int | None]) -> str:
    """Return the sum as text, or ``?`` while a number is missing."""
    whole = [value for value in values if value is not None]
    return str(sum(whole)) if len(whole) == len(values) else "?"


def _with_sums(cells: Cells, rows: Sequence[Sequence[str]]) -> str:
    """Rows with their sums at the right, columns with theirs below, diagonals at the corners."""
    n = len(rows)
    right = [_sum(cells[r * n : (r + 1) * n]) for r in range(n)]
    below = [_sum(cells[c::n]) for c in range(n)]
    falling = _sum([cells[i * n + i] for i in range(n)])
    rising = _sum([cells[(n - 1 - i) * n + i] for i in range(n)])
    width = max(len(word) for row in (*rows, below) for word in row)
    end = max(map(len, (*right, falling, rising)))
    lines = [
        " ".join(word.rjust(width) for word in row) + " │ " + total.rjust(end)
        for row, total in zip(rows, right, strict=True)
    ]
    edge = "─" * (n * (width + 1))
    last = " ".join(word.rjust(width) for word in below) + " │ " + falling.rjust(end)
    top = " " * (n * (width + 1)) + "│ " + rising.rjust(end)
    rule = edge + "┼" + "─" * (end + 1)
    return "\n".join([top, rule, *lines, rule, last])


def _table(rows: Sequence[Sequence[str]], given: frozenset[int]) -> str:
    """Numbers in a frame; given ones in brackets."""
    n = len(rows)
    width = max(len(word) for row in rows for word in row) + 2

    def cell(place: int, word: str) -> str:
        return f"[{word}]".rjust(width) if place in given else f"{word} ".rjust(width)

    bar = "─" * width
    lines = ["┌" + "┬".join([bar] * n) + "┐"]
    for r, row in enumerate(rows):
        if r:
            lines.append("├" + "┼".join([bar] * n) + "┤")
        lines.append("│" + "│".join(cell(r * n + c, word) for c, word in enumerate(row)) + "│")
    return "\n".join([*lines, "└" + "┴".join([bar] * n) + "┘"])


def _steps(cells: Cells, order: int) -> str:
    """The cells in the order of their numbers, as row and column."""
    placed = sorted((value, cell) for cell, value in enumerate(cells) if value is not None)
    return "\n".join(
        f"{value}: row {cell // order + 1}, column {cell % order + 1}" for value, cell in placed
    )


# --- the canvas ---


def _canvas(cells: Cells, order: int, given: frozenset[int], puzzle: MagicSquare | None) -> Canvas:
    title = _title(order, puzzle)
    if order == 0:
        canvas = Canvas(240, 96, title, NO_CELLS)
        canvas.add(Text(120, 48, NO_CELLS, 11, QUIET_INK))
        return canvas
    if order > MOST_PAINTED:
        raise EverywayError(
            "too large a square for a picture:", text=order, hint=f"at most order {MOST_PAINTED}"
        )
    description = write(cells, order, given, "grid")
    if given:
        marked = ", ".join(str(cells[c]) for c in sorted(given))
        description += f"\n\nGiven numbers, in a box of their own: {marked}."
    longest = max((len(str(value)) for value in cells if value is not None), default=1)
    side = max(SIDE, text_width("0" * longest, TEXT_SIZE) + 18)
    full = order * side + 2 * MARGIN
    canvas = Canvas(full, full, title, description)
    for cell, value in enumerate(cells):
        x, y = MARGIN + cell % order * side, MARGIN + cell // order * side
        fill = DARK_SQUARE if cell in given else LIGHT_SQUARE
        canvas.add(Rectangle(x, y, side, side, Style(fill=fill, stroke=GRID, width=1)))
        if cell in given:
            inset = Style(stroke=INK, width=1.5)
            canvas.add(Rectangle(x + 4, y + 4, side - 8, side - 8, inset, radius=5))
        if value is not None:
            bold = cell in given
            canvas.add(Text(x + side / 2, y + side / 2, str(value), TEXT_SIZE, bold=bold))
    frame = Style(stroke=INK, width=2.5)
    canvas.add(Rectangle(MARGIN, MARGIN, order * side, order * side, frame))
    return canvas


def _title(order: int, puzzle: MagicSquare | None) -> str:
    name = "square" if puzzle is None else f"{puzzle.class_} square"
    if puzzle is not None and puzzle.class_ not in ("magic", "semi-magic"):
        name = f"{puzzle.class_} magic square"
    total = "" if puzzle is None or puzzle.sum is None else f" with the sum {puzzle.sum}"
    return f"{name} of order {order}{total}"


def path_canvas(square: Square) -> Canvas:
    """Return the line diagram of *square*: a line through its numbers in rising order.

    It starts at a ring and ends at a disc. Magic squares of one kind often show it at a glance.
    """
    order = square.order
    if not 0 < order <= MOST_PAINTED:
        raise EverywayError("no line diagram of order", text=order)
    full = order * SIDE + 2 * MARGIN
    ranked = sorted(range(len(square.cells)), key=square.cells.__getitem__)
    points = tuple(
        (MARGIN + (c % order + 0.5) * SIDE, MARGIN + (c // order + 0.5) * SIDE) for c in ranked
    )
    canvas = Canvas(full, full, f"line diagram of a square of order {order}", str(square))
    thin = Style(stroke=GRID, width=1)
    for i in range(order + 1):
        at, end = MARGIN + i * SIDE, MARGIN + order * SIDE
        canvas.add(Line((at, MARGIN), (at, end), thin), Line((MARGIN, at), (end, at), thin))
    canvas.add(Polyline(points, Style(stroke=INK, width=2.5)))
    canvas.add(Circle(*points[0], 6, Style(fill=LIGHT_SQUARE, stroke=INK, width=2.5)))
    canvas.add(Circle(*points[-1], 6, Style(fill=INK)))
    return canvas
