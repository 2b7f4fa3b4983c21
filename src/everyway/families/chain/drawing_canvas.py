"""Chains and snakes on a canvas: hinges as dots, the chain as a line, arrows, numbers."""

from __future__ import annotations

import math
from itertools import pairwise

from everyway.drawing.canvas import (
    Canvas,
    Circle,
    Group,
    Line,
    Point,
    Polygon,
    Polyline,
    Rectangle,
    Shape,
    Style,
    Text,
)
from everyway.drawing.gallery import CAPTION, gallery
from everyway.drawing.isometric import ISOMETRIC, LAYERS, Tiers
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import ARROW, GRID, INK, LIGHT_SQUARE, LINE, PAPER, QUIET_INK
from everyway.drawing.squares import SIDE, Squares
from everyway.families.chain import drawing
from everyway.families.chain.candidates import NO_LINKS
from everyway.families.chain.fold import Fold
from everyway.families.chain.hinge import ARROWS, EXIT_AFTER, OPPOSITE, Chain
from everyway.families.chain.puzzle import LinkPuzzle

STAIRS = 20
"""Up to how many links an unfolded chain of D is drawn as the stairs that it is."""
A_ROW = 8
CORNERS = ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0))
"""The corners of a square, y down: lower left, lower right, upper right, upper left."""


def paint_fold(
    puzzle: LinkPuzzle,
    fold: Fold,
    title: str,
    words: str,
    laid: int | None = None,
    view: str = LAYERS,
) -> Canvas:
    """Return the board with the first *laid* links on it, or all; layers beside each other.

    In the isometric *view* they stand above each other.
    """
    laid = puzzle.length if laid is None else laid
    if not puzzle.length:
        return _nothing(title, words)
    if view == ISOMETRIC:
        return _tiers(puzzle, fold, title, words, laid)
    layers = drawing.layers_of(puzzle)
    canvases = []
    for _, first in layers:
        canvas, squares = empty_board(puzzle, first)
        if isinstance(puzzle, Chain):
            lay_links(canvas, squares, puzzle, fold, laid)
        else:
            lay_cubes(canvas, squares, fold, laid, first)
        canvases.append(canvas)
    if len(canvases) == 1:
        canvases[0].title, canvases[0].description = title, words
        return canvases[0]
    return gallery(canvases, [name for name, _ in layers], title=title, description=words)


def paint_puzzle(puzzle: LinkPuzzle, title: str, words: str) -> Canvas:
    """Return the chain unfolded, and the board that it is to fill."""
    if not puzzle.length:
        return _nothing(title, words)
    chain = _unfolded_links(puzzle) if isinstance(puzzle, Chain) else _unfolded_cubes(puzzle, words)
    asked = f"to fill {puzzle.board.size_text()}"
    if isinstance(puzzle, Chain) and puzzle.marks:
        asked += f", arrows {ARROWS[puzzle.pointing]}"
    if len(puzzle.board.shape) > 2:
        chain.title, chain.description = title, words
        return chain
    board, squares = empty_board(puzzle, 0)
    for link, cell in puzzle.fixed:
        board.add(Text(*squares.centre(cell), str(link), 12, INK, bold=True))
    return _beside(chain, board, asked, title, words)


def _beside(chain: Canvas, board: Canvas, asked: str, title: str, words: str) -> Canvas:
    """Return the chain with the board at its lower right, below the stairs where there is room."""
    head = 3 * CAPTION
    wide = max(board.width, text_width(asked, CAPTION) + 2 * CAPTION)
    stairs = chain.width == chain.height
    side = max(wide, board.height + head)
    width = chain.width if stairs and 2 * side <= chain.width else chain.width + wide
    sheet = Canvas(width, max(chain.height, board.height + head), title, words)
    sheet.add(Group(tuple(chain.shapes), 0, sheet.height - chain.height))
    sheet.add(Text(width - wide / 2, sheet.height - board.height - CAPTION, asked, CAPTION, INK))
    left = width - wide / 2 - board.width / 2
    sheet.add(Group(tuple(board.shapes), left, sheet.height - board.height))
    return sheet


def _nothing(title: str, words: str) -> Canvas:
    canvas = Canvas(240, 96, title, words)
    canvas.add(Text(120, 48, NO_LINKS, 11, QUIET_INK))
    return canvas


def empty_board(puzzle: LinkPuzzle, first: int) -> tuple[Canvas, Squares]:
    """Return the layer that begins with cell *first*, without links, and its squares."""
    rows, columns = drawing.rows_of(puzzle), drawing.columns_of(puzzle)
    area = range(first, first + rows * columns)
    squares = Squares(
        rows,
        columns,
        frozenset(cell - first for cell in puzzle.board.holes if cell in area),
        regions=(None,) * (rows * columns),
        row_labels=drawing.row_labels(puzzle),
        column_labels=drawing.column_labels(puzzle),
    )
    canvas = Canvas(squares.width, squares.height)
    canvas.add(*squares.shapes())
    return canvas, squares


# --- hinged chains ---


def lay_links(canvas: Canvas, squares: Squares, puzzle: Chain, fold: Fold, laid: int) -> None:
    """Put the first *laid* links of *fold* on a board: lines, numbers, arrows, and the hinges."""
    arrows = dict(puzzle.marks)
    for place in range(laid):
        x, y = squares.corner(fold.cells[place])
        quarter = fold.quarters[place]
        arrow = arrows.get(place + 1)
        pointing = None if arrow is None else (arrow + quarter) % 4
        canvas.add(*_link(x, y, place + 1, puzzle.word[place], quarter, pointing))
    # Hinges lie over the lines of all links.
    for place in range(laid):
        x, y = squares.corner(fold.cells[place])
        letter, quarter = puzzle.word[place], fold.quarters[place]
        canvas.add(*_hinges(x, y, letter, quarter, place == 0, place + 1 == puzzle.length))


def _ends(x: float, y: float, letter: str, quarter: int) -> tuple[Point, Point]:
    """Return the hinges of a link on the square with its upper left corner at (x, y)."""
    corners = [CORNERS[k % 4] for k in (quarter, quarter + EXIT_AFTER[letter])]
    (ax, ay), (bx, by) = corners
    return (x + ax * SIDE, y + ay * SIDE), (x + bx * SIDE, y + by * SIDE)


def _link(
    x: float, y: float, number: int, letter: str, quarter: int, pointing: int | None
) -> list[Shape]:
    """Return a link's line, its number, and its arrow if it has one."""
    start, end = _ends(x, y, letter, quarter)
    middle = (x + SIDE / 2, y + SIDE / 2)
    bend = middle
    if letter != OPPOSITE:
        bend = ((start[0] + end[0] + middle[0]) / 3, (start[1] + end[1] + middle[1]) / 3)
    line = Polyline((start, bend, end), Style(stroke=LINE, width=3.5))
    # The number and the arrow stand in the corners that the line leaves free.
    free = [CORNERS[(quarter + k) % 4] for k in range(1, 4) if k != EXIT_AFTER[letter]]
    free.sort(key=lambda corner: (corner[1], corner[0]))
    places = [(x + (0.25 + 0.5 * cx) * SIDE, y + (0.25 + 0.5 * cy) * SIDE) for cx, cy in free]
    shapes: list[Shape] = [line, Text(*places[0], str(number), 11, INK, bold=True)]
    if pointing is not None:
        shapes.append(_arrow(*places[-1], pointing))
    return shapes


def _arrow(x: float, y: float, pointing: int) -> Polygon:
    """Return a fat arrow about (x, y), turned from right *pointing* quarter turns anticlockwise."""
    outline = ((8, 0), (0, 7), (0, 3), (-8, 3), (-8, -3), (0, -3), (0, -7))
    angle = -pointing * math.pi / 2
    cos, sin = round(math.cos(angle)), round(math.sin(angle))
    points = tuple((x + cos * px - sin * py, y + sin * px + cos * py) for px, py in outline)
    return Polygon(points, Style(fill=ARROW))


def _hinges(x: float, y: float, letter: str, quarter: int, first: bool, last: bool) -> list[Shape]:
    """Return the hinges: dots; the free one at the start is a ring, the one at the end a square."""
    start, end = _ends(x, y, letter, quarter)
    dot, ring = Style(fill=INK), Style(fill=PAPER, stroke=INK, width=2)
    shapes: list[Shape] = []
    if last:
        shapes.append(Rectangle(end[0] - 4.5, end[1] - 4.5, 9, 9, dot))
    else:
        shapes.append(Circle(*end, 4, dot))
    if first:
        shapes.append(Circle(*start, 5, ring))
    return shapes


def _unfolded_links(puzzle: Chain) -> Canvas:
    """Return all links in the position in which their arrows are given."""
    number = puzzle.length
    stairs = number <= STAIRS and not set(puzzle.word) - {OPPOSITE}
    step, a_row = (1.0, number) if stairs else (1.4, A_ROW)
    rows = number if stairs else -(-number // A_ROW)
    margin = 14.0
    places = []
    for k in range(number):
        column, row = (k, number - 1 - k) if stairs else (k % a_row, k // a_row)
        places.append((margin + column * step * SIDE, margin + row * step * SIDE))
    width = ((min(number, a_row) - 1) * step + 1) * SIDE + 2 * margin
    canvas = Canvas(width, ((rows - 1) * step + 1) * SIDE + 2 * margin)
    arrows = dict(puzzle.marks)
    edge = Style(fill=LIGHT_SQUARE, stroke=INK, width=2)
    joint = Style(stroke=GRID, width=1.5, dashes=(4, 4))
    for k, (x, y) in enumerate(places):
        canvas.add(Rectangle(x, y, SIDE, SIDE, edge))
        canvas.add(*_link(x, y, k + 1, puzzle.word[k], 0, arrows.get(k + 1)))
    for k, (x, y) in enumerate(places):
        if k + 1 < number:
            end, start = _ends(x, y, puzzle.word[k], 0)[1], _ends(*places[k + 1], OPPOSITE, 0)[0]
            if end != start and (k + 1) % a_row:
                canvas.add(Line(end, start, joint))
        canvas.add(*_hinges(x, y, puzzle.word[k], 0, k == 0, k + 1 == number))
    return canvas


# --- snakes ---


def lay_cubes(canvas: Canvas, squares: Squares, fold: Fold, laid: int, first: int) -> None:
    """Put those of the first *laid* cubes of *fold* that lie in it on the layer from *first* on."""
    area = range(first, first + squares.rows * squares.columns)
    shape = fold.puzzle.board.shape
    line = Style(stroke=LINE, width=5)
    for place in range(1, laid):
        a, b = fold.cells[place - 1], fold.cells[place]
        if a in area and b in area:
            canvas.add(Line(squares.centre(a - first), squares.centre(b - first), line))
    for place in range(laid):
        cell = fold.cells[place]
        if cell not in area:
            continue
        x, y = squares.centre(cell - first)
        end = place in (0, len(fold) - 1)
        canvas.add(Circle(x, y, 13, Style(fill=PAPER, stroke=INK, width=4 if end else 1.5)))
        canvas.add(Text(x, y, str(place + 1), 9, INK, bold=True))
        for other in (place - 1, place + 1):
            if 0 <= other < laid and fold.cells[other] not in area:
                sign = drawing.step_sign(shape, cell, fold.cells[other])
                canvas.add(*_through(x, y, sign == drawing.NEXT_LAYER))


def _tiers(puzzle: LinkPuzzle, fold: Fold, title: str, words: str, laid: int) -> Canvas:
    """Return cubes on layers above each other, and the string from cube to cube."""
    layers, rows, columns = puzzle.board.shape
    tiers = Tiers(layers, rows, columns, puzzle.board.holes)
    canvas = Canvas(tiers.width, tiers.height, title, words)
    canvas.add(*tiers.shapes())
    for one, other in pairwise(fold.cells[:laid]):
        canvas.add(tiers.move(one, other, LINE, 4))
    for place, cell in enumerate(fold.cells[:laid]):
        end = place in (0, len(fold) - 1)
        style = Style(fill=PAPER, stroke=INK, width=3.2 if end else 1.2)
        canvas.add(tiers.disc(cell, style), Text(*tiers.centre(cell), str(place + 1), 8, bold=True))
    return canvas


def _through(x: float, y: float, forward: bool) -> list[Shape]:
    """Return the mark of a string that leaves the layer: to the next one a dot, else a cross."""
    x += 17 if forward else -17
    y -= 17
    ring = Circle(x, y, 5, Style(fill=PAPER, stroke=LINE, width=1.5))
    if forward:
        return [ring, Circle(x, y, 2, Style(fill=LINE))]
    stroke = Style(stroke=LINE, width=1.5)
    return [
        ring,
        Line((x - 3, y - 3), (x + 3, y + 3), stroke),
        Line((x - 3, y + 3), (x + 3, y - 3), stroke),
    ]


def _unfolded_cubes(puzzle: LinkPuzzle, words: str) -> Canvas:
    """Return the snake as a flat zigzag: right, then up at each turn, and right again."""
    word = getattr(puzzle, "word", None)
    if word is None:
        canvas = Canvas(300, 40)
        canvas.add(Text(150, 20, words.split("\n")[0], 11, INK))
        return canvas
    x = y = 0
    up = False
    places = [(0, 0)]
    for place in range(1, puzzle.length):
        if place >= 2 and word[place - 2] == "T":
            up = not up
        x, y = (x, y + 1) if up else (x + 1, y)
        places.append((x, y))
    side, margin = 24.0, 8.0
    canvas = Canvas((x + 1) * side + 2 * margin, (y + 1) * side + 2 * margin)
    for number, (column, row) in enumerate(places, 1):
        left, top = margin + column * side, margin + (y - row) * side
        style = Style(fill=LIGHT_SQUARE, stroke=INK, width=1.5)
        canvas.add(Rectangle(left, top, side, side, style, radius=3))
        canvas.add(Text(left + side / 2, top + side / 2, str(number), 7.5, INK))
    return canvas
