"""Pictures of digit puzzles: a line of text, the tree of an expression, the digits in boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from everyway.core.puzzle import Puzzle
from everyway.drawing.canvas import Canvas, Circle, Line, Rectangle, Style, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, LIGHT_SQUARE, PAPER, QUIET_INK
from everyway.drawing.picture import Picture

from .expression import Negated, Number, Step, Tree, evaluate, tree_lines, write
from .game import NumberGame
from .komachi import ANY, Komachi, KomachiSolution
from .pandigital import DigitPuzzle, DigitSolution, in_base

STYLES = ("line", "tree")
MARGIN = 14.0
LETTER = 20.0
SMALL = 7.5
NODE = 15.0
LEVEL = 52.0
GAP = 16.0
BOX = 30.0


def draw(puzzle: Puzzle, solution: Any) -> Picture:
    """Return the picture of a solution, or of the puzzle alone with its blanks for None."""
    if isinstance(puzzle, Komachi | NumberGame):
        return _draw_komachi(puzzle, solution)
    assert isinstance(puzzle, DigitPuzzle)
    return _draw_formula(puzzle, solution)


def _target_text(puzzle: Komachi | NumberGame) -> str:
    return ANY if puzzle.target is None else str(puzzle.target)


def _numbers_text(puzzle: Komachi | NumberGame, between: str) -> str:
    if isinstance(puzzle, Komachi):
        return between.join(puzzle.digits)
    return " ".join(map(str, puzzle.numbers))


def _draw_komachi(puzzle: Komachi | NumberGame, solution: KomachiSolution | None) -> Picture:
    if solution is None:
        line = f"{_numbers_text(puzzle, '_')} = {'?' if puzzle.target is None else puzzle.target}"
        return Picture(STYLES, lambda style: line, lambda: _line_canvas(line, puzzle))
    written = {"line": lambda: str(solution), "tree": lambda: "\n".join(tree_lines(solution.tree))}
    return Picture(
        STYLES, lambda style: written[style](), lambda: _komachi_canvas(puzzle, solution)
    )


def printed(text: str) -> str:
    """Return *text* with the signs of print."""
    return text.replace("*", "×").replace("-", "–")


def _line_canvas(line: str, puzzle: Komachi | NumberGame) -> Canvas:
    text = printed(line)
    canvas = Canvas(
        text_width(text, LETTER) + 2 * MARGIN,
        LETTER + 2 * MARGIN,
        f"{_numbers_text(puzzle, '')} to make {_target_text(puzzle)}",
        line,
    )
    canvas.add(Text(MARGIN, MARGIN + LETTER / 2, text, LETTER, anchor="start"))
    return canvas


def _komachi_canvas(puzzle: Komachi | NumberGame, solution: KomachiSolution) -> Canvas:
    """Return the expression and its value; with brackets allowed, its tree below."""
    canvas = _line_canvas(str(solution), puzzle)
    if isinstance(puzzle, Komachi) and not puzzle.parentheses:
        return canvas
    places = _Places(solution.tree)
    width = max(canvas.width, places.width + 2 * MARGIN)
    top = canvas.height + NODE
    height = top + places.depth * LEVEL + NODE + MARGIN
    whole = Canvas(width, height, canvas.title, canvas.description)
    text = printed(str(solution))
    whole.add(Text(width / 2, MARGIN + LETTER / 2, text, LETTER))
    left = (width - places.width) / 2
    for parent, child in places.edges:
        (x1, y1), (x2, y2) = places.at[parent], places.at[child]
        ends = ((left + x1, top + y1 * LEVEL), (left + x2, top + y2 * LEVEL))
        whole.add(Line(*ends, Style(stroke=GRID, width=2)))
    for key, tree in places.trees.items():
        x, y = places.at[key]
        _add_node(whole, tree, left + x, top + y * LEVEL)
    return whole


def _add_node(canvas: Canvas, tree: Tree, x: float, y: float) -> None:
    """Put a number in a box, or an operator in a circle with its value beside it."""
    if isinstance(tree, Number):
        text = printed(write(tree))
        wide = max(2 * NODE, text_width(text, 12) + 12)
        box = Style(fill=LIGHT_SQUARE, stroke=INK, width=1.2)
        canvas.add(Rectangle(x - wide / 2, y - NODE, wide, 2 * NODE, box, 3))
        canvas.add(Text(x, y, text, 12))
        return
    mark = tree.operator if isinstance(tree, Step) else "-"
    canvas.add(Circle(x, y, NODE, Style(fill=DARK_SQUARE, stroke=INK, width=1.2)))
    canvas.add(Text(x, y, printed(mark), 14, bold=True))
    value = printed(str(evaluate(tree)))
    wide = text_width(value, SMALL)
    canvas.add(Rectangle(x - wide / 2 - 2, y + NODE + 1, wide + 4, SMALL + 5, Style(fill=PAPER)))
    canvas.add(Text(x, y + NODE + 3.5 + SMALL / 2, value, SMALL, colour=QUIET_INK))


class _Places:
    """Where the nodes of a tree are drawn: leaves from left to right, a step above its sides."""

    def __init__(self, tree: Tree) -> None:
        self.trees: dict[int, Tree] = {}
        self.at: dict[int, tuple[float, int]] = {}
        self.edges: list[tuple[int, int]] = []
        self.width = 0.0
        self.depth = 0
        self._put(tree, 0)

    def _put(self, tree: Tree, level: int) -> int:
        key = len(self.trees)
        self.trees[key] = tree
        self.depth = max(self.depth, level)
        if isinstance(tree, Number):
            wide = max(2 * NODE, text_width(printed(write(tree)), 12) + 12)
            self.at[key] = (self.width + (GAP if self.width else 0.0) + wide / 2, level)
            self.width += (GAP if self.width else 0.0) + wide
            return key
        sides = [tree.inner] if isinstance(tree, Negated) else [tree.left, tree.right]
        below = [self._put(side, level + 1) for side in sides]
        self.at[key] = (sum(self.at[k][0] for k in below) / len(below), level)
        self.edges += [(key, k) for k in below]
        return key


def _draw_formula(puzzle: DigitPuzzle, solution: DigitSolution | None) -> Picture:
    digits = " ".join(puzzle.digits or "")
    if solution is None:
        line = f"{puzzle.formula}: {digits}"
        return Picture(STYLES, lambda style: line, lambda: _boxes(puzzle, line, []))
    numbers = [in_base(number, puzzle.base) for number in solution.numbers]
    tree = "\n".join([solution.text, *(f"└─ {' '.join(number)}" for number in numbers)])
    written: dict[str, Callable[[], str]] = {"line": lambda: solution.text, "tree": lambda: tree}
    return Picture(
        STYLES, lambda style: written[style](), lambda: _boxes(puzzle, solution.text, numbers)
    )


def _boxes(puzzle: DigitPuzzle, line: str, numbers: list[str]) -> Canvas:
    """Return the formula, and below it every digit written down in a box of its own."""
    text = printed(line)
    boxes = sum(map(len, numbers)) * BOX + max(0, len(numbers) - 1) * BOX / 2
    width = max(text_width(text, 14), boxes) + 2 * MARGIN
    height = 14 + 2 * MARGIN + (BOX + MARGIN if numbers else 0)
    title = f"{puzzle.formula} with the digits {puzzle.digits} in base {puzzle.base}"
    canvas = Canvas(width, height, title, line)
    canvas.add(Text(width / 2, MARGIN + 7, text, 14))
    x, y = (width - boxes) / 2, 14 + 2 * MARGIN
    for number in numbers:
        for digit in number:
            box = Style(fill=LIGHT_SQUARE, stroke=INK, width=1.2)
            canvas.add(Rectangle(x, y, BOX, BOX, box))
            canvas.add(Text(x + BOX / 2, y + BOX / 2, digit, 14))
            x += BOX
        x += BOX / 2
    return canvas
