"""Pictures of tours: numbers or names as text; a path over the board as a canvas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import prod

from everyway.core.engine import Data
from everyway.drawing.canvas import Canvas, Circle, Path, Rectangle, Shape, Style, Text, short
from everyway.drawing.gallery import gallery
from everyway.drawing.isometric import ISOMETRIC, LAYERS, Tiers, check_three_dimensions
from everyway.drawing.palette import INK, LIGHT_SQUARE, PAPER, QUIET_INK, TOUR_LINE
from everyway.drawing.picture import Picture
from everyway.drawing.squares import SIDE, Squares
from everyway.drawing.text import beside
from everyway.families.tour.candidates import NO_SQUARES
from everyway.families.tour.puzzle import Tour
from everyway.families.tour.solution import TourSolution
from everyway.geometry.board import Board
from everyway.geometry.notation import column_letters, coordinates_of, square_name

STYLES = ("numbers", "path")
"""The names of the text styles, the default first."""

MOST_NUMBERED = 60
"""Boards that are wider or higher are drawn as a path without numbers."""
MOST_CHEQUERED = 300
"""Boards that are wider or higher are drawn without squares."""
MOST_DESCRIBED = 400
MOST_FRAMES = 80
LINE_WIDTH = 79


def draw(puzzle: Tour, solution: TourSolution | None, *, view: str = LAYERS) -> Picture:
    """Return the picture of *solution*, or of the puzzle alone with its start and end.

    Text styles: ``numbers`` (the square that is visited first has 1) and ``path`` (the names of
    the squares in order of visit). Boards of more than two dimensions are drawn in layers;
    those of three also with the *view* ``"isometric"``, the layers above each other.

    >>> print(draw(Tour("3x4"), Tour("3x4").first()).text())
    3   3  6  9 12
    2   8 11  2  5
    1   1  4  7 10
    <BLANKLINE>
        a  b  c  d
    """
    if view == ISOMETRIC:
        check_three_dimensions(puzzle.board.shape)
    scene = Scene(puzzle, solution, view=view)
    film = scene.frames if solution and puzzle.board.squares <= MOST_DESCRIBED else None
    return Picture(STYLES, scene.lines, scene.canvas, film)


def labels_of(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the rows, from the bottom up, and of the columns."""
    name = column_letters if len(board.shape) == 2 else str
    columns = tuple(name(c) for c in range(1, board.shape[-1] + 1))
    if len(board.shape) == 1:
        return ("",), columns
    return tuple(map(str, range(1, board.shape[-2] + 1))), columns


def grid_lines(board: Board, first: int, marks: dict[int, str]) -> Iterator[str]:
    """Yield a layer as lines: marks set to the right in columns, the top row first, and labels.

    *first* is the layer's lower left cell.
    """
    row_labels, column_labels = labels_of(board)
    rows, columns = len(row_labels), len(column_labels)
    size = rows * columns
    width = max((len(marks.get(cell, "")) for cell in range(first, first + size)), default=1)
    width = max(width, *map(len, column_labels))
    edge = max(map(len, row_labels))
    gap = "  " if edge else ""
    for r in reversed(range(rows)):
        begin = first + r * columns
        row = " ".join(marks.get(begin + c, "").rjust(width) for c in range(columns))
        yield f"{row_labels[r].rjust(edge)}{gap}{row}".rstrip()
    yield ""
    yield (" " * edge + gap + " ".join(label.rjust(width) for label in column_labels)).rstrip()


class Scene:
    """A puzzle with a tour, whole or as far as ``shown`` squares, or without one.

    *marks* stand in text on their squares, whatever else is there.
    """

    def __init__(
        self,
        puzzle: Tour,
        solution: TourSolution | None,
        marks: Mapping[int, str] | None = None,
        view: str = LAYERS,
    ) -> None:
        self.puzzle = puzzle
        self.board = puzzle.board
        self.cells = solution.cells if solution else ()
        self.whole = solution is not None
        self.marks = marks or {}
        self.view = view

    # --- text ---

    def lines(self, style: str) -> Iterator[str]:
        """Yield the lines of the text in a style."""
        if not self.board.size:
            yield NO_SQUARES
        elif style == "path":
            yield from self._names()
        else:
            layers = self.layers()
            if len(layers) == 1:
                yield from grid_lines(self.board, 0, self._marks())
            else:
                marks = self._marks()
                blocks = [f"{n}\n" + "\n".join(grid_lines(self.board, f, marks)) for n, f in layers]
                yield beside(blocks)

    def _names(self) -> Iterator[str]:
        """Yield the names in order of visit, as many as fit on a line."""
        line = ""
        joiner = " " if len(self.board.shape) == 2 else "; "
        for cell in self.cells:
            name = square_name(self.board.shape, cell)
            if line and len(line) + len(joiner) + len(name) > LINE_WIDTH:
                yield line
                line = ""
            line += joiner + name if line else name
        yield line

    def _marks(self) -> dict[int, str]:
        marks = dict.fromkeys(range(self.board.size), ".")
        marks.update((cell, str(number)) for number, cell in enumerate(self.cells, 1))
        if not self.whole:
            for cell, mark in ((self.puzzle.end, "end"), (self.puzzle.start, "start")):
                if cell is not None:
                    marks[cell] = mark
        marks.update(dict.fromkeys(self.board.holes, "-"))
        marks.update(dict.fromkeys(self.board.walls, "#"))
        marks.update(self.marks)
        return marks

    def layers(self) -> list[tuple[str, int]]:
        """Return the layers with their names and lower left cells."""
        leading = self.board.shape[:-2]
        area = prod(self.board.shape[-2:])
        names = (coordinates_of(leading, number) for number in range(prod(leading)))
        return [("layer " + ",".join(map(str, n)), i * area) for i, n in enumerate(names)]

    # --- canvas ---

    def title(self) -> str:
        """Return in a line what is shown."""
        puzzle = self.puzzle
        torus = " torus" if any(self.board.torus) else ""
        article = "closed tour" if puzzle.closed else "tour"
        name = puzzle.piece.name if puzzle.piece.name.isalpha() else f"{puzzle.piece.name} piece"
        text = f"{article} of a {name} on {self.board.size_text()}{torus}"
        if self.cells:
            first, last = puzzle.name_of(self.cells[0]), puzzle.name_of(self.cells[-1])
            text += f", from {first}" + ("" if puzzle.closed else f" to {last}")
        return text

    def description(self) -> str:
        """Return the board in words and text."""
        if self.board.squares > MOST_DESCRIBED:
            return f"{self.board.squares} squares, joined in the order of the visit."
        axes = [str(axis) for axis, joined in enumerate(self.board.torus, 1) if joined]
        joined = f"\n\nOpposite edges are joined along axis {' and '.join(axes)}." if axes else ""
        return "\n".join(self.lines("numbers")) + joined

    def canvas(self) -> Canvas:
        """Return the picture of the whole tour."""
        return self._canvas(len(self.cells))

    def frames(self) -> list[Canvas]:
        """Return pictures of the tour as it grows, at most so many as pass in some seconds."""
        number = len(self.cells)
        step = max(1, -(-number // MOST_FRAMES))
        return [self._canvas(k) for k in [*range(1, number, step), number]]

    def _canvas(self, shown: int) -> Canvas:
        if not self.board.size:
            canvas = Canvas(240, 96, self.title(), NO_SQUARES)
            canvas.add(Text(120, 48, NO_SQUARES, 11, QUIET_INK))
            return canvas
        if self.view == ISOMETRIC:
            return self._tiers(shown)
        return self.sheet([self._layer(first, shown) for _, first in self.layers()])

    def _tiers(self, shown: int) -> Canvas:
        """Return the layers above each other, the path from square to square through all of them.

        A move around the edge of a torus is a line across the board.
        """
        layers, rows, columns = self.board.shape
        tiers = Tiers(layers, rows, columns, self.board.holes, self.board.walls)
        canvas = Canvas(tiers.width, tiers.height, self.title(), self.description())
        canvas.add(*tiers.shapes())
        cells = self.cells[:shown]
        closed = self.puzzle.closed and shown == len(self.cells) and cells
        for one, other in pairwise((*cells, cells[0]) if closed else cells):
            canvas.add(tiers.move(one, other, TOUR_LINE, 2.2))
        dark = {0} if self.puzzle.closed else {0, len(self.cells) - 1}
        texts = [(cell, str(place + 1), place in dark) for place, cell in enumerate(cells)]
        if not self.whole:
            ends = ((self.puzzle.end, "end"), (self.puzzle.start, "start"))
            texts = [(cell, text, True) for cell, text in ends if cell is not None]
        for cell, text, filled in texts:
            fill, colour = (INK, PAPER) if filled else (PAPER, INK)
            canvas.add(tiers.disc(cell, Style(fill=fill, stroke=INK, width=1.2), 0.28))
            canvas.add(Text(*tiers.centre(cell), text, 8.5 if len(text) < 3 else 5.5, colour))
        return canvas

    def sheet(self, canvases: list[Canvas]) -> Canvas:
        """Return the *canvases* of all layers on one sheet, or the only one as it is."""
        if len(canvases) == 1:
            canvases[0].title, canvases[0].description = self.title(), self.description()
            return canvases[0]
        names = [name for name, _ in self.layers()]
        return gallery(canvases, names, title=self.title(), description=self.description())

    def squares_of(self, first: int) -> Squares:
        """Return the squares of the layer with *first* for its lower left cell, as drawn."""
        row_labels, column_labels = labels_of(self.board)
        area = len(row_labels) * len(column_labels)
        torus = self.board.torus
        return Squares(
            len(row_labels),
            len(column_labels),
            frozenset(c - first for c in self.board.holes if first <= c < first + area),
            frozenset(c - first for c in self.board.walls if first <= c < first + area),
            None,
            row_labels,
            column_labels,
            (len(torus) > 1 and torus[-2], torus[-1]),
            first // area % 2,
        )

    def _layer(self, first: int, shown: int) -> Canvas:
        row_labels, column_labels = labels_of(self.board)
        area = len(row_labels) * len(column_labels)
        squares = self.squares_of(first)
        canvas = Canvas(squares.width, squares.height)
        longest = max(len(row_labels), len(column_labels))
        if longest <= MOST_CHEQUERED:
            canvas.add(*squares.shapes())
        else:
            x, y = squares.corner(area - len(column_labels))
            wide, high = SIDE * len(column_labels), SIDE * len(row_labels)
            canvas.add(Rectangle(x, y, wide, high, Style(fill=LIGHT_SQUARE, stroke=INK)))
        path = self._path(squares, first, area, shown)
        if path:
            canvas.add(Path(path, Style(stroke=TOUR_LINE, width=3 if longest <= 100 else 8)))
        marks = self._numbers if longest <= MOST_NUMBERED else self._ends
        canvas.add(*marks(squares, first, area, shown, longest))
        return canvas

    def _path(self, squares: Squares, first: int, area: int, shown: int) -> str:
        """Return the tour as far as it is shown as path data."""
        cells = self.cells[:shown]
        if self.puzzle.closed and shown == len(self.cells) and cells:
            cells = (*cells, cells[0])
        return self.moves_path(squares, first, area, cells)

    def moves_path(self, squares: Squares, first: int, area: int, cells: Data) -> str:
        """Return the moves from each of *cells* to the next, those within a layer, as path data.

        A move around an edge is two short ends.
        """
        parts: list[str] = []
        pen = -1
        around = any(self.board.torus)
        for one, other in pairwise(cells):
            if not (first <= one < first + area and first <= other < first + area):
                pen = -1
                continue
            x, y = squares.centre(one - first)
            to_x, to_y = squares.centre(other - first)
            move = self._short_way(one, other) if around else None
            if move is not None:
                dx, dy = 0.4 * SIDE * move[1], -0.4 * SIDE * move[0]
                parts.append(f"M{short(x)} {short(y)}l{short(dx)} {short(dy)}")
                parts.append(f"M{short(to_x)} {short(to_y)}l{short(-dx)} {short(-dy)}")
                pen = -1
                continue
            if pen != one:
                parts.append(f"M{short(x)} {short(y)}")
            parts.append(f"L{short(to_x)} {short(to_y)}")
            pen = other
        return "".join(parts)

    def _short_way(self, one: int, other: int) -> tuple[int, int] | None:
        """Return the move in rows and columns if it goes around an edge, else None."""
        shape = self.board.shape
        here, there = coordinates_of(shape, one), coordinates_of(shape, other)
        move = []
        crosses = False
        for a, b, size, around in zip(here, there, shape, self.board.torus, strict=True):
            straight = b - a
            if around and abs(straight) * 2 > size:
                straight -= size if straight > 0 else -size
                crosses = True
            move.append(straight)
        return (move[-2] if len(move) > 1 else 0, move[-1]) if crosses else None

    def _numbers(
        self, squares: Squares, first: int, area: int, shown: int, longest: int
    ) -> Iterator[Shape]:
        """Yield a disc with its number on each square; the first and the last are dark."""
        dark = {0} if self.puzzle.closed else {0, len(self.cells) - 1}
        for place, cell in enumerate(self.cells[:shown]):
            if first <= cell < first + area:
                yield from self.disc(squares, cell - first, str(place + 1), place in dark)
        if not self.whole:
            for end, text in ((self.puzzle.end, "end"), (self.puzzle.start, "start")):
                if end is not None and first <= end < first + area:
                    yield from self.disc(squares, end - first, text, True)

    def disc(self, squares: Squares, cell: int, text: str, dark: bool) -> Iterator[Shape]:
        """Yield a disc on a square with *text* in it, dark or light."""
        x, y = squares.centre(cell)
        fill, colour = (INK, PAPER) if dark else (PAPER, INK)
        yield Circle(x, y, 0.29 * SIDE, Style(fill=fill, stroke=INK, width=1.2))
        size = 10.0 if len(text) < 3 else 26.0 / len(text)
        yield Text(x, y, text, size, colour)

    def _ends(
        self, squares: Squares, first: int, area: int, shown: int, longest: int
    ) -> Iterator[Shape]:
        """Yield large discs on the first and last square, with their numbers."""
        if not self.cells:
            return
        ends = [(self.cells[0], 1)]
        if not self.puzzle.closed:
            ends.append((self.cells[-1], len(self.cells)))
        radius = SIDE * longest / 60
        for cell, number in ends:
            if first <= cell < first + area:
                x, y = squares.centre(cell - first)
                yield Circle(x, y, radius, Style(fill=INK, stroke=PAPER, width=radius / 6))
                text = str(number)
                yield Text(x, y, text, 1.3 * radius / max(2, len(text)), PAPER)
