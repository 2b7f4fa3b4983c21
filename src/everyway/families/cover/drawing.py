"""Pictures of exact covers: grids, tilings, rows, and options as lines of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.drawing.canvas import Canvas, Circle, Rectangle, Style, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import (
    DARK_SQUARE,
    GRID,
    INK,
    LIGHT_SQUARE,
    QUIET_INK,
    colouring,
    neighbours_on_grid,
)
from everyway.drawing.picture import Picture
from everyway.drawing.squares import Squares
from everyway.drawing.text import boxed_grid
from everyway.families.cover.base import CoverPuzzle
from everyway.families.cover.exact import NO_OPTIONS, Cover, ExactCover
from everyway.families.cover.grid import NOTHING, SYMBOLS, Grid, GridPuzzle
from everyway.families.cover.langford import NO_NUMBERS, Langford, LangfordRow
from everyway.families.cover.tiling import Tiling, TilingPuzzle
from everyway.geometry.board import Board

STYLES = ("grid", "boxes")
"""The names of the text styles, the default first."""

BLANK, HOLE = ".", "-"
SIDE, MARGIN, TEXT_SIZE = 40.0, 16.0, 15.0
MOST_TABLED = 2000
"""A table of options with more entries shows the chosen ones alone."""

Pieces = Sequence[tuple[str, Data]]


def draw(puzzle: CoverPuzzle, solution: object) -> Picture:
    """Return the picture of *solution*, or of the puzzle alone for None.

    Text styles: ``grid`` (columns) and ``boxes`` (with borders of boxes or pieces). In pictures
    given numbers are bold, in a frame of their own.
    """
    title = puzzle.title()
    if isinstance(puzzle, GridPuzzle):
        values = dict(enumerate(solution.cells)) if isinstance(solution, Grid) else puzzle.fixed
        return grid_picture(puzzle.order, puzzle.box_shape, values, puzzle.fixed, title)
    if isinstance(puzzle, TilingPuzzle):
        pieces = solution.pieces if isinstance(solution, Tiling) else ()
        return tiling_picture(puzzle.board, pieces, title)
    if isinstance(puzzle, Langford):
        numbers = (
            solution.numbers if isinstance(solution, LangfordRow) else (0,) * puzzle.numbers * 2
        )
        return _row_picture(numbers, title)
    assert isinstance(puzzle, ExactCover)
    return _cover_picture(puzzle, solution if isinstance(solution, Cover) else None, title)


# --- grids ---


def grid_text(
    order: int,
    box: tuple[int, int] | None,
    values: Mapping[int, int],
    givens: Mapping[int, int],
    style: str,
) -> str:
    """Return a grid as lines of text in a style of ``STYLES``."""
    if not order:
        return NOTHING
    marks = [SYMBOLS[values[c] - 1] if c in values else BLANK for c in range(order**2)]
    rows = [marks[r * order : (r + 1) * order] for r in range(order)]
    if style == "grid":
        return "\n".join(" ".join(row) for row in rows)
    high, wide = box or (1, 1)
    groups = [[(r // high, c // wide) for c in range(order)] for r in range(order)]
    return boxed_grid(rows, groups, (), ())


def grid_picture(
    order: int,
    box: tuple[int, int] | None,
    values: Mapping[int, int],
    givens: Mapping[int, int],
    title: str,
) -> Picture:
    """Return the picture of a grid with *values* by cell, *givens* among them."""
    return Picture(
        STYLES,
        lambda style: grid_text(order, box, values, givens, style),
        lambda: _grid_canvas(order, box or (order, order), values, givens, title),
    )


def _grid_canvas(
    order: int,
    box: tuple[int, int],
    values: Mapping[int, int],
    givens: Mapping[int, int],
    title: str,
) -> Canvas:
    if not order:
        return _words_canvas([NOTHING], title)
    description = grid_text(order, None, values, givens, "grid")
    full = order * SIDE + 2 * MARGIN
    canvas = Canvas(full, full, title, description)
    for cell in range(order**2):
        x, y = MARGIN + cell % order * SIDE, MARGIN + cell // order * SIDE
        canvas.add(Rectangle(x, y, SIDE, SIDE, Style(fill=LIGHT_SQUARE, stroke=GRID, width=1)))
        given = cell in givens
        if given:
            inset = Style(fill=DARK_SQUARE, stroke=INK, width=1)
            canvas.add(Rectangle(x + 4, y + 4, SIDE - 8, SIDE - 8, inset, radius=5))
        if cell in values:
            mark = SYMBOLS[values[cell] - 1]
            canvas.add(Text(x + SIDE / 2, y + SIDE / 2, mark, TEXT_SIZE, bold=given))
    high, wide = box
    frame = Style(stroke=INK, width=2.5)
    for top in range(0, order, high):
        for left in range(0, order, wide):
            x, y = MARGIN + left * SIDE, MARGIN + top * SIDE
            canvas.add(Rectangle(x, y, wide * SIDE, high * SIDE, frame))
    return canvas


# --- tilings ---


def _named(pieces: Pieces) -> list[str]:
    """Return a name for each piece, no two alike: its own where each is used once."""
    names = [name for name, _ in pieces]
    plain = all(len(name) <= 3 for name in names) and len(set(names)) == len(names)
    return names if plain else [str(number) for number in range(1, len(pieces) + 1)]


def tiling_text(board: Board, pieces: Pieces, style: str) -> str:
    """Return a tiling as lines of text; pieces side by side never have the same letter."""
    rows, columns = board.shape
    if not board.size:
        return NOTHING
    owner = {cell: number for number, (_, cells) in enumerate(pieces) for cell in cells}
    by_rows = [[owner.get(r * columns + c) for c in range(columns)] for r in reversed(range(rows))]
    names = [name for name, _ in pieces]
    if len(set(names)) == len(names) and all(len(name) == 1 for name in names):
        letters = dict(enumerate(names))
    else:
        colours = colouring(neighbours_on_grid(by_rows))
        letters = {number: chr(ord("A") + colour) for number, colour in colours.items()}
    missing = board.missing

    def mark(row: int, column: int) -> str:
        cell = (rows - 1 - row) * columns + column
        return HOLE if cell in missing else letters.get(owner.get(cell, -1), BLANK)

    marks = [[mark(r, c) for c in range(columns)] for r in range(rows)]
    if style == "grid":
        return "\n".join(" ".join(row) for row in marks)
    groups = [
        [
            None if (rows - 1 - r) * columns + c in missing else number
            for c, number in enumerate(by_rows[r])
        ]
        for r in range(rows)
    ]
    whole = [[-1 if group is None and marks[r][c] != HOLE else group for c, group in enumerate(row)]
             for r, row in enumerate(groups)]  # fmt: skip
    return boxed_grid(marks, whole, (), ())


def tiling_picture(board: Board, pieces: Pieces, title: str) -> Picture:
    """Return the picture of pieces on a board."""
    return Picture(
        STYLES,
        lambda style: tiling_text(board, pieces, style),
        lambda: _tiling_canvas(board, pieces, title),
    )


def _tiling_canvas(board: Board, pieces: Pieces, title: str) -> Canvas:
    rows, columns = board.shape
    if not board.size:
        return _words_canvas([NOTHING], title)
    regions = None
    if pieces:
        names: list[str | None] = [None] * board.size
        for name, (_, cells) in zip(_named(pieces), pieces, strict=True):
            for cell in cells:
                names[cell] = name
        regions = tuple(names)
    squares = Squares(rows, columns, holes=board.holes, regions=regions)
    canvas = Canvas(squares.width, squares.height, title, tiling_text(board, pieces, "grid"))
    canvas.add(*squares.shapes())
    return canvas


# --- rows ---


def _row_picture(numbers: Sequence[int], title: str) -> Picture:
    words = [str(number) if number else BLANK for number in numbers]
    return Picture(
        STYLES,
        lambda style: (
            " ".join(words) or NO_NUMBERS
            if style == "grid" or not words
            else boxed_grid([words], [list(range(len(words)))], (), ())
        ),
        lambda: _row_canvas(words, title),
    )


def _row_canvas(words: Sequence[str], title: str) -> Canvas:
    if not words:
        return _words_canvas([NO_NUMBERS], title)
    canvas = Canvas(len(words) * SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, title, " ".join(words))
    for place, word in enumerate(words):
        x = MARGIN + place * SIDE
        canvas.add(
            Rectangle(x, MARGIN, SIDE, SIDE, Style(fill=LIGHT_SQUARE, stroke=INK, width=1.5))
        )
        if word != BLANK:
            canvas.add(Text(x + SIDE / 2, MARGIN + SIDE / 2, word, TEXT_SIZE))
    return canvas


# --- options ---


def _cover_picture(puzzle: ExactCover, cover: Cover | None, title: str) -> Picture:
    lines = list(cover.words) if cover else list(puzzle.texts)
    return Picture(
        STYLES,
        lambda style: "\n".join(lines) or NO_OPTIONS,
        lambda: _cover_canvas(puzzle, cover, lines or [NO_OPTIONS], title),
    )


def _cover_canvas(
    puzzle: ExactCover, cover: Cover | None, lines: Sequence[str], title: str
) -> Canvas:
    """Paint a table: a column an item, a row an option, those that are chosen framed."""
    columns = [item.name for item in puzzle.model.instance.items]
    chosen = set(cover.options) if cover else set()
    rows = range(len(puzzle.options))
    shown: Iterable[int] = rows
    if len(columns) * len(rows) > MOST_TABLED:
        shown = sorted(chosen)
    listed = list(shown)
    if not listed or not columns or len(columns) * len(listed) > MOST_TABLED:
        return _words_canvas(lines[:100], title)
    widths = [max(26.0, text_width(name, 9) + 10) for name in columns]
    numbers = text_width(str(len(rows)), 9) + 16
    width = MARGIN * 2 + numbers + sum(widths)
    canvas = Canvas(width, MARGIN * 2 + 24 * (len(listed) + 1), title, "\n".join(lines))
    lefts = [MARGIN + numbers + sum(widths[:i]) for i in range(len(columns))]
    for x, wide, name in zip(lefts, widths, columns, strict=True):
        canvas.add(Text(x + wide / 2, MARGIN + 10, name, 9, bold=True))
    place = {name: i for i, name in enumerate(columns)}
    for line, option in enumerate(listed, 1):
        y = MARGIN + 24 * line
        here = option in chosen
        style = Style(fill=DARK_SQUARE if here else LIGHT_SQUARE, stroke=GRID, width=1)
        if here:
            style = Style(fill=DARK_SQUARE, stroke=INK, width=2)
        canvas.add(Rectangle(MARGIN, y, width - 2 * MARGIN, 22, style))
        canvas.add(Text(MARGIN + numbers / 2, y + 11, str(option), 9, QUIET_INK, bold=here))
        for word in puzzle.options[option]:
            name, _, colour = word.partition(":")
            x = lefts[place[name]] + widths[place[name]] / 2
            if colour:
                canvas.add(Text(x, y + 11, colour, 9))
            else:
                canvas.add(Circle(x, y + 11, 5, Style(fill=INK)))
    return canvas


def _words_canvas(lines: Sequence[str], title: str) -> Canvas:
    width = max([200.0, *(text_width(line, 10) for line in lines)]) + 2 * MARGIN
    if width > 20_000:
        raise EverywayError("too long an option for a picture:", text=max(lines, key=len))
    canvas = Canvas(width, 18 * len(lines) + 2 * MARGIN, title, "\n".join(lines))
    for number, line in enumerate(lines):
        canvas.add(Text(MARGIN, MARGIN + 18 * number + 9, line, 10, anchor="start"))
    return canvas
