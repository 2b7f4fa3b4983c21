"""Pictures of placements: text in several styles, and a canvas for SVG and PNG."""

from __future__ import annotations

from everyway.drawing import isometric
from everyway.drawing.canvas import Canvas, Text
from everyway.drawing.gallery import gallery
from everyway.drawing.isometric import ISOMETRIC, LAYERS, Tiers, check_three_dimensions
from everyway.drawing.palette import QUIET_INK
from everyway.drawing.picture import Picture
from everyway.drawing.pieces import piece
from everyway.drawing.squares import Squares
from everyway.families.placement import drawing_text
from everyway.families.placement.candidates import NO_SQUARES
from everyway.families.placement.drawing_scene import Layer, Scene
from everyway.families.placement.drawing_text import text_board
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.solution import PlacementSolution

STYLES = tuple(drawing_text.STYLES)
"""The names of the text styles, the default first."""

MOST_SIDE_BY_SIDE = 8


def draw(
    puzzle: Placement,
    solution: PlacementSolution | None,
    *,
    attacked: bool | None = None,
    view: str = LAYERS,
) -> Picture:
    """Return the picture of *solution*, or of the puzzle alone with its fixed pieces.

    ``attacked`` marks the free squares that are attacked with a cross in the SVG; None does so for
    solutions of covering puzzles. In text the style ``attack`` shows them. Boards of more than two
    dimensions are drawn in layers, the last two axes being the rows and columns of each; those of
    three also with the *view* ``"isometric"``, the layers above each other.

    >>> from everyway import Queens
    >>> puzzle = Queens(4)
    >>> print(draw(puzzle, puzzle.first()).text("dots"))
    ○ ○ ● ○
    ● ○ ○ ○
    ○ ○ ○ ●
    ○ ● ○ ○
    """
    scene = Scene(puzzle, solution)
    if view == ISOMETRIC:
        check_three_dimensions(puzzle.board.shape)
    if attacked is None:
        attacked = puzzle.covering and solution is not None
    marked = attacked
    return Picture(
        STYLES,
        lambda style: text_board(scene, style),
        lambda: _canvas(scene, marked, view),
    )


def _canvas(scene: Scene, attacked: bool, view: str) -> Canvas:
    title = scene.title()
    remarks = scene.remarks(attacked)
    description = "\n\n".join([text_board(scene, STYLES[0]), *remarks])
    if not scene.layers:
        canvas = Canvas(240, 96, title, description)
        canvas.add(Text(120, 48, NO_SQUARES, 11, QUIET_INK))
        return canvas
    if view == ISOMETRIC:
        return _tiers_canvas(scene, attacked, title, description)
    canvases = [_layer_canvas(scene, layer, attacked) for layer in scene.layers]
    return sheet_of(scene, canvases, title, description)


def sheet_of(scene: Scene, canvases: list[Canvas], title: str, description: str) -> Canvas:
    """Return the *canvases* of a scene's layers on one sheet, or the only one as it is."""
    if len(canvases) == 1 and not scene.layers[0].name:
        canvases[0].title, canvases[0].description = title, description
        return canvases[0]
    names = [layer.name for layer in scene.layers]
    leading = scene.board.shape[:-2]
    # Layers on two leading axes or more stand as a table of these axes, if it is not too wide.
    columns = leading[-1] if len(leading) > 1 and leading[-1] <= MOST_SIDE_BY_SIDE else None
    return gallery(canvases, names, columns=columns, title=title, description=description)


def _tiers_canvas(scene: Scene, attacked: bool, title: str, description: str) -> Canvas:
    """Return the layers above each other, with pieces that stand on them."""
    board = scene.board
    tiers = Tiers(len(scene.layers), scene.rows, scene.columns, board.holes, board.walls)
    canvas = Canvas(tiers.width, tiers.height, title, description)
    canvas.add(*tiers.shapes())
    if attacked:
        canvas.add(*tiers.crosses(sorted(scene.attacked)))
    for cell in tiers.from_the_back(scene.occupied):
        x, y = tiers.centre(cell)
        fixed = cell in scene.puzzle.fixed
        size = (0.7 if fixed else 0.92) * isometric.SIDE
        canvas.add(tiers.ring(cell) if fixed else tiers.shadow(cell))
        canvas.add(piece(scene.glyph, x, y - 0.34 * size, size, scene.letter))
    return canvas


def _here(scene: Scene, layer: Layer, chosen: frozenset[int]) -> list[int]:
    """Return those cells of *chosen* that lie in *layer*, as cells of the layer."""
    area = scene.rows * scene.columns
    cells = range(layer.first, layer.first + area)
    return sorted(cell - layer.first for cell in chosen.intersection(cells))


def squares_of(scene: Scene, layer: Layer) -> Squares:
    """Return the squares of *layer* as they are drawn."""
    torus = scene.board.torus
    return Squares(
        scene.rows,
        scene.columns,
        frozenset(_here(scene, layer, scene.board.holes)),
        frozenset(_here(scene, layer, scene.board.walls)),
        scene.regions,
        scene.row_labels,
        scene.column_labels,
        (len(torus) > 1 and torus[-2], torus[-1]),
        _parity(scene, layer),
    )


def _layer_canvas(scene: Scene, layer: Layer, attacked: bool) -> Canvas:
    def here(chosen: frozenset[int]) -> list[int]:
        return _here(scene, layer, chosen)

    squares = squares_of(scene, layer)
    canvas = Canvas(squares.width, squares.height)
    canvas.add(*squares.shapes())
    if attacked:
        canvas.add(*squares.crosses(here(scene.attacked)))
    fixed = set(here(scene.puzzle.fixed))
    for cell in here(scene.occupied):
        x, y, size = squares.stand(cell)
        size *= 0.7 if cell in fixed else 1.0
        canvas.add(piece(scene.glyph, x, y, size, scene.letter))
        if cell in fixed:
            canvas.add(squares.ring(cell))
    return canvas


def _parity(scene: Scene, layer: Layer) -> int:
    """Return 1 for the layers that begin with a light square: all axes are chequered."""
    area = scene.rows * scene.columns
    number, parity = layer.first // area, 0
    for size in reversed(scene.board.shape[:-2]):
        number, place = divmod(number, size)
        parity += place
    return parity % 2
