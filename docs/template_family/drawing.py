"""Pictures of fibbinary words: digits or blocks as text, a row of boxes as a canvas."""

from __future__ import annotations

from everyway.drawing.canvas import Canvas, Rectangle, Style, Text
from everyway.drawing.palette import DARK_SQUARE, INK, LIGHT_SQUARE
from everyway.drawing.picture import Picture

from .puzzle import Fibbinary, Word

STYLES = {"digits": "01?", "blocks": "·█?"}
"""What stands for zero, one and not known in each style of text, the default first."""

BOX = 32.0
MARGIN = 8.0


def draw(puzzle: Fibbinary, solution: Word | None) -> Picture:
    """Return the picture of a word, or of the puzzle alone with nothing known."""
    digits = solution.bits if solution else (2,) * puzzle.length
    return Picture(
        tuple(STYLES),
        lambda style: "".join(STYLES[style][digit] for digit in digits),
        lambda: _canvas(puzzle, digits),
    )


def _canvas(puzzle: Fibbinary, digits: tuple[int, ...]) -> Canvas:
    text = "".join(STYLES["digits"][digit] for digit in digits)
    title = f"a word of {puzzle.length} digits, no two ones in a row"
    canvas = Canvas(BOX * puzzle.length + 2 * MARGIN, BOX + 2 * MARGIN, title, text or "no digits")
    for place, digit in enumerate(text):
        x = MARGIN + BOX * place
        fill = DARK_SQUARE if digit == "1" else LIGHT_SQUARE
        canvas.add(Rectangle(x, MARGIN, BOX, BOX, Style(fill=fill, stroke=INK)))
        # The digit says what the box means, so that nothing hangs on the colour alone.
        canvas.add(Text(x + BOX / 2, MARGIN + BOX / 2, digit, BOX / 2))
    return canvas
