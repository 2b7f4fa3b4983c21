"""Pictures of arrangements: a line of text, or a row of boxes."""

from __future__ import annotations

from everyway.core.puzzle import Puzzle
from everyway.drawing.canvas import Canvas, Rectangle, Style, Text
from everyway.drawing.palette import DARK_SQUARE, GRID, INK, PAPER, QUIET_INK
from everyway.drawing.picture import Picture
from everyway.families.arrangement.puzzle import Arrangements, Permutations
from everyway.families.arrangement.solution import Arrangement
from everyway.families.arrangement.text import item_text

STYLES = ("line", "word")
"""Items with blanks between them (sets in braces), or one behind the other."""

BOX, GAP, MARGIN = 40.0, 6.0, 10.0
LETTER = 15.0
MOST_IN_A_ROW = 24
MOST_LETTERS = 12


def draw(puzzle: Puzzle, solution: Arrangement | None) -> Picture:
    """Return the picture of an arrangement, or of the items alone.

    Of a permutation the boxes are its places; of a combination or a set they are all the items,
    where those chosen are full and the others hollow and dashed.
    """
    assert isinstance(puzzle, Arrangements)
    shown = puzzle.items if solution is None else tuple(solution)

    def write(style: str) -> str:
        if style == "word":
            return "".join(map(item_text, shown)) or puzzle.line(())
        return puzzle.line(shown)

    return Picture(STYLES, write, lambda: _canvas(puzzle, solution))


def _canvas(puzzle: Arrangements, solution: Arrangement | None) -> Canvas:
    if solution is None:
        boxes = [(item, False) for item in puzzle.items]
    elif isinstance(puzzle, Permutations):
        boxes = [(item, True) for item in solution]
    else:
        boxes = _chosen(puzzle, solution)
    texts = [short_text(item_text(item)) for item, _ in boxes]
    width = max(BOX, max(map(len, texts), default=1) * LETTER * 0.75 + 16)
    across = max(1, min(MOST_IN_A_ROW, len(boxes)))
    down = max(1, -(-len(boxes) // across))
    title = f"{puzzle.kind} of {len(puzzle.items)} items"
    said = puzzle.line(puzzle.items if solution is None else tuple(solution))
    canvas = Canvas(
        across * (width + GAP) - GAP + 2 * MARGIN,
        down * (BOX + GAP) - GAP + 2 * MARGIN,
        title,
        said,
    )
    for place, (text, (_, full)) in enumerate(zip(texts, boxes, strict=True)):
        x = MARGIN + place % across * (width + GAP)
        y = MARGIN + place // across * (BOX + GAP)
        if full:
            style = Style(fill=DARK_SQUARE, stroke=INK, width=2.0)
        else:
            style = Style(fill=PAPER, stroke=GRID, dashes=(4.0, 4.0))
        canvas.add(Rectangle(x, y, width, BOX, style, radius=5.0))
        colour = INK if full else QUIET_INK
        canvas.add(Text(x + width / 2, y + BOX / 2, text, LETTER, colour, bold=full))
    return canvas


def _chosen(puzzle: Arrangements, solution: Arrangement) -> list[tuple[object, bool]]:
    """Return all items, each with whether it is chosen; of equal items the first ones are."""
    left = list(solution)
    boxes = []
    for item in puzzle.items:
        full = item in left
        if full:
            left.remove(item)
        boxes.append((item, full))
    return boxes


def short_text(text: str) -> str:
    """Return an item's text, cut where it is too long for a box."""
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"
