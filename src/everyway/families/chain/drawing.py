"""Pictures of chains and snakes: text in several styles, a canvas, and links laid one by one."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from everyway.drawing.canvas import Canvas
from everyway.drawing.isometric import ISOMETRIC, LAYERS, check_three_dimensions
from everyway.drawing.picture import Picture
from everyway.drawing.text import beside, labelled_grid
from everyway.families.chain.candidates import NO_LINKS
from everyway.families.chain.fold import Fold
from everyway.families.chain.hinge import ARROWS, LEFT, OPPOSITE, SIGNS, Chain
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.reading import word_text
from everyway.families.chain.snake import SnakeCube
from everyway.geometry.notation import column_letters, coordinates_of

STYLES = ("grid", "arrows", "path")
"""Numbers of links; numbers with the arrows of marks; the way that each link leads."""

HOLE, FREE = "-", "."
DIAGONALS = "↗↖↙↘"
IN_LAYER = {(-1, -1): "↓", (-1, 1): "↑", (0, -1): "←", (0, 1): "→"}
NEXT_LAYER, LAYER_BEFORE, LAST_SIGN = "⊙", "⊗", "●"
ARMS = {"↑": 1, "↓": 2, "←": 4, "→": 8}
LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Lines by the arms they have: 1 up, 2 down, 4 left, 8 right."""
A_ROW = 16
"""How many links of an unfolded chain stand in a line of text."""


def draw(puzzle: LinkPuzzle, solution: Fold | None, *, view: str = LAYERS) -> Picture:
    """Return the picture of a fold, or of the puzzle alone: the chain unfolded.

    A fold into a box of three dimensions is drawn in layers, or with the *view* ``"isometric"``,
    the layers above each other.

    >>> from everyway.families.chain.hinge import newspaper_chain
    >>> puzzle = newspaper_chain()
    >>> print(draw(puzzle, puzzle.first()).text("arrows"))
    4  5   6   7↑  8↑
    3  4   14  15  9
    2  3↑  13↑ 16  10
    1  2↑  1   12↑ 11
    <BLANKLINE>
       a   b   c   d
    """
    if view == ISOMETRIC:
        check_three_dimensions(puzzle.board.shape)
    return Picture(
        STYLES,
        lambda style: _text(puzzle, solution, style),
        lambda: _canvas(puzzle, solution, view),
        None if solution is None else lambda: _film(puzzle, solution, view),
    )


def _canvas(puzzle: LinkPuzzle, solution: Fold | None, view: str) -> Canvas:
    from everyway.families.chain.drawing_canvas import paint_fold, paint_puzzle

    title, words = title_of(puzzle, solution), _text(puzzle, solution, "arrows")
    if solution is None:
        return paint_puzzle(puzzle, title, words)
    return paint_fold(puzzle, solution, title, words, view=view)


def _film(puzzle: LinkPuzzle, solution: Fold, view: str) -> list[Canvas]:
    from everyway.families.chain.drawing_canvas import paint_fold

    title, words = title_of(puzzle, solution), _text(puzzle, solution, "arrows")
    laid = range(puzzle.length + 1)
    return [paint_fold(puzzle, solution, title, words, number, view) for number in laid]


def title_of(puzzle: LinkPuzzle, solution: Fold | None) -> str:
    """Return in a line what is shown."""
    if isinstance(puzzle, Chain):
        what = f"a {'closed ' if puzzle.closed else ''}chain of {puzzle.length} hinged links"
        if puzzle.marks:
            number = len(puzzle.marks)
            arrows = "one arrow" if number == 1 else f"{number} arrows"
            what += f", {arrows} pointing {ARROWS[puzzle.pointing]}"
    else:
        what = f"a snake of {puzzle.length} cubes"
    done = "folded" if solution is not None else "to be folded"
    return f"{what}, {done} into {puzzle.board.size_text()}"


# --- text ---


def _text(puzzle: LinkPuzzle, solution: Fold | None, style: str) -> str:
    if not puzzle.length:
        return NO_LINKS
    if solution is None:
        return "\n".join(_unfolded(puzzle))
    return fold_text(puzzle, solution, style)


def fold_text(puzzle: LinkPuzzle, fold: Fold, style: str) -> str:
    """Return a fold, or the beginning of one, in a style of ``STYLES``; free squares are dots."""
    marks = {cell: _mark(puzzle, fold, place, style) for place, cell in enumerate(fold.cells)}
    width = max((len(mark) for mark in marks.values()), default=1)
    blocks = []
    for name, first in layers_of(puzzle):
        rows = [
            [_cell(puzzle, marks, first + r * columns_of(puzzle) + c, width, style)
             for c in range(columns_of(puzzle))]
            for r in reversed(range(rows_of(puzzle)))
        ]  # fmt: skip
        block = labelled_grid(rows, row_labels(puzzle)[::-1], column_labels(puzzle))
        blocks.append(f"{name}\n{block}" if name else block)
    return beside(blocks)


def _cell(puzzle: LinkPuzzle, marks: dict[int, str], cell: int, width: int, style: str) -> str:
    if cell in puzzle.board.holes:
        return HOLE
    mark = marks.get(cell, FREE)
    # Numbers are set to the right, but not before an arrow.
    return mark.rjust(width) if style == "grid" else mark


def _mark(puzzle: LinkPuzzle, fold: Fold, place: int, style: str) -> str:
    """Return what stands for the link at *place* in a style."""
    if style == "grid":
        return str(place + 1)
    if isinstance(puzzle, Chain):
        if style == "path":
            return way_of(puzzle, fold, place)
        arrow = dict(puzzle.marks).get(place + 1)
        sign = "" if arrow is None else SIGNS[(arrow + fold.quarters[place]) % 4]
        return f"{place + 1}{sign}"
    shape = puzzle.board.shape
    if style == "path":
        return LINES[_arms(shape, fold, place)].strip() or "•"
    if place + 1 == len(fold):
        return LAST_SIGN
    return step_sign(shape, fold.cells[place], fold.cells[place + 1])


def way_of(puzzle: Chain, fold: Fold, place: int) -> str:
    """Return an arrow from the entry hinge of a link to its exit hinge."""
    quarter = fold.quarters[place]
    letter = puzzle.word[place]
    if letter == OPPOSITE:
        return DIAGONALS[quarter]
    return SIGNS[quarter if letter == LEFT else (quarter + 1) % 4]


def step_sign(shape: tuple[int, ...], cell: int, other: int) -> str:
    """Return an arrow from *cell* to the neighbour *other*; circles lead to other layers."""
    here, there = coordinates_of(shape, cell), coordinates_of(shape, other)
    axis = next(a for a in range(len(shape)) if here[a] != there[a])
    step = there[axis] - here[axis]
    if len(shape) - axis > 2:
        return NEXT_LAYER if step > 0 else LAYER_BEFORE
    return IN_LAYER[(axis - len(shape) + 1, step)]


def _arms(shape: tuple[int, ...], fold: Fold, place: int) -> int:
    arms = 0
    for other in (place - 1, place + 1):
        if 0 <= other < len(fold):
            sign = step_sign(shape, fold.cells[place], fold.cells[other])
            arms |= ARMS.get(sign, 0)
    return arms


def _unfolded(puzzle: LinkPuzzle) -> Iterator[str]:
    """Yield the chain as it lies unfolded, and what is asked of it."""
    if isinstance(puzzle, Chain):
        arrows = dict(puzzle.marks)
        links = [
            f"{k}{SIGNS[arrows[k]] if k in arrows else ''}" for k in range(1, puzzle.length + 1)
        ]
        for first in range(0, len(links), A_ROW):
            yield " ".join(links[first : first + A_ROW])
        if set(puzzle.word) - {OPPOSITE}:
            yield f"word: {word_text(puzzle.word)}"
        if puzzle.closed:
            yield "closed"
        if puzzle.marks:
            yield f"all arrows pointing {ARROWS[puzzle.pointing]}"
    else:
        assert isinstance(puzzle, SnakeCube)
        word = puzzle.word
        yield f"{puzzle.length} cubes, " + ("any word" if word is None else word_text(word) or "-")
        if not puzzle.directed:
            yield "undirected"
    if puzzle.fixed:
        yield "fixed: " + " ".join(f"{k} on {puzzle.name_of(cell)}" for k, cell in puzzle.fixed)
    shape = puzzle.board.rows_text() if len(puzzle.board.shape) == 2 else []
    yield f"to fill {puzzle.board.size_text()}" + (":" if puzzle.board.holes and shape else "")
    if puzzle.board.holes:
        yield from shape


# --- layers ---


def rows_of(puzzle: LinkPuzzle) -> int:
    """Return the number of rows of a layer."""
    shape = puzzle.board.shape
    return shape[-2] if len(shape) > 1 else 1


def columns_of(puzzle: LinkPuzzle) -> int:
    """Return the number of columns of a layer."""
    return puzzle.board.shape[-1]


def layers_of(puzzle: LinkPuzzle) -> list[tuple[str, int]]:
    """Return the name and the lower left cell of each layer; no name in two dimensions."""
    leading = puzzle.board.shape[:-2]
    if not leading:
        return [("", 0)]
    area = rows_of(puzzle) * columns_of(puzzle)
    names = [coordinates_of(leading, number) for number in range(prod(leading))]
    return [("layer " + ",".join(map(str, n)), i * area) for i, n in enumerate(names)]


def row_labels(puzzle: LinkPuzzle) -> tuple[str, ...]:
    """Return the names of the rows, from the bottom up."""
    one = len(puzzle.board.shape) == 1
    return ("",) if one else tuple(map(str, range(1, rows_of(puzzle) + 1)))


def column_labels(puzzle: LinkPuzzle) -> tuple[str, ...]:
    """Return the names of the columns: letters in two dimensions, numbers elsewhere."""
    name = column_letters if len(puzzle.board.shape) == 2 else str
    return tuple(name(c) for c in range(1, columns_of(puzzle) + 1))
