"""A placement as lines of text, in several styles."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from everyway.core.engine import Data
from everyway.drawing.text import beside, boxed_grid, labelled_grid
from everyway.families.placement.candidates import NO_PIECES, NO_SQUARES
from everyway.families.placement.drawing_scene import Layer, Scene
from everyway.families.placement.puzzle import Placement
from everyway.geometry.board import HOLE, SQUARE, WALL
from everyway.geometry.notation import square_name

STAR = "★"
SQUARES = "squares"


def text_board(scene: Scene, style: str) -> str:
    """Return *scene* in a style of ``STYLES``; layers side by side, each below its name."""
    if not scene.layers:
        return NO_SQUARES
    if style == SQUARES:
        return squares_writer(scene.puzzle)(tuple(sorted(scene.occupied)))
    write = BOARDS[style]
    blocks = [
        f"{layer.name}\n{write(scene, layer)}" if layer.name else write(scene, layer)
        for layer in scene.layers
    ]
    return beside(blocks)


def _rows(scene: Scene, layer: Layer, mark: Callable[[int], str]) -> list[list[str]]:
    """Return the marks of a layer's cells, the top row first."""
    return [
        [mark(layer.first + r * scene.columns + c) for c in range(scene.columns)]
        for r in reversed(range(scene.rows))
    ]


def _mark(scene: Scene, cell: int, occupied: str, free: str) -> str:
    """Return the mark of *cell*: the scene's, that of holes and walls, or one of the two given."""
    if cell in scene.marks:
        return scene.marks[cell]
    if cell in scene.board.holes:
        return HOLE
    if cell in scene.board.walls:
        return WALL
    return occupied if cell in scene.occupied else free


def _grid(scene: Scene, layer: Layer) -> str:
    """Letters and dots with coordinates; regions get borders and the letter of each square."""
    labels = scene.row_labels[::-1], scene.column_labels
    if scene.regions is None:
        rows = _rows(scene, layer, lambda cell: _mark(scene, cell, scene.letter, SQUARE))
        return labelled_grid(rows, *labels)
    regions = scene.regions
    occupied = f"[{STAR if scene.glyph == 'star' else scene.letter}]"

    def mark(cell: int) -> str:
        if cell in scene.marks:
            return scene.marks[cell].center(3)
        if cell in scene.board.holes:
            return " "
        if cell in scene.board.walls:
            return WALL * 3
        return occupied if cell in scene.occupied else regions[cell] or SQUARE

    def group(cell: int) -> Hashable:
        # Text no region can have keeps walls and squares of no region apart from regions.
        if cell in scene.board.holes:
            return None
        return "wall" if cell in scene.board.walls else regions[cell] or "none"

    rows = _rows(scene, layer, mark)
    cells = range(scene.columns)
    groups = [
        [group(layer.first + r * scene.columns + c) for c in cells]
        for r in reversed(range(scene.rows))
    ]
    return boxed_grid(rows, groups, *labels)


def _dots(scene: Scene, layer: Layer) -> str:
    """Filled discs on occupied squares, empty ones on free squares."""
    rows = _rows(scene, layer, lambda cell: _mark(scene, cell, "●", "○"))
    return "\n".join(" ".join(row) for row in rows)


def _frames(scene: Scene, layer: Layer) -> str:
    """Squares drawn with bars and underscores, as exercises print them on paper terminals."""
    letter = scene.letter.lower()

    def mark(cell: int) -> str:
        if cell in scene.board.holes:
            return "   "
        if cell in scene.board.walls:
            return WALL * 3
        return f"_{letter}_" if cell in scene.occupied else "___"

    rows = _rows(scene, layer, mark)
    top = " " + " ".join(["___"] * scene.columns)
    return "\n".join([top, *(f"|{'|'.join(row)}|" for row in rows)])


def _attack(scene: Scene, layer: Layer) -> str:
    """Occupied (◎), attacked (×) and other free squares (□), as studies of covering print them."""

    def mark(cell: int) -> str:
        return _mark(scene, cell, "◎", "×" if cell in scene.attacked else "□")

    return "\n".join(" ".join(row) for row in _rows(scene, layer, mark))


def squares_writer(puzzle: Placement) -> Callable[[Data], str]:
    """Return what writes the names of occupied squares on a line, as ``--fixed`` takes them."""
    names = [square_name(puzzle.board.shape, cell) for cell in range(puzzle.board.size)]
    gap = " " if len(puzzle.board.shape) == 2 else "; "

    def write(cells: Data) -> str:
        return gap.join([names[cell] for cell in cells]) or NO_PIECES

    return write


BOARDS: dict[str, Callable[[Scene, Layer], str]] = {
    "grid": _grid,
    "dots": _dots,
    "frames": _frames,
    "attack": _attack,
}
"""The styles that draw a board, by name."""

STYLES = (*BOARDS, SQUARES)
"""The styles, the default first."""
