"""Chess pieces, stars and lettered discs as shapes: own drawings, filled with ink."""

from __future__ import annotations

from everyway.drawing.canvas import Circle, Group, Path, Rectangle, Shape, Style, Text, star
from everyway.drawing.palette import INK, PAPER

BOX = 100.0
"""Pieces are drawn in a box of 100 x 100 units and stand on y = 88."""

_INK = Style(fill=INK, stroke=INK, width=2.5)
_SEAM = Style(stroke=PAPER, width=3)
_BASE = Rectangle(22, 79, 56, 9, _INK, radius=3)


def _balls(*centres: tuple[float, float], radius: float) -> tuple[Shape, ...]:
    return tuple(Circle(x, y, radius, Style(fill=INK)) for x, y in centres)


_DRAWN: dict[str, tuple[Shape, ...]] = {
    "queen": (
        _BASE,
        Path("M28 73L16 36L34 54L33 27L45 51L50 22L55 51L67 27L66 54L84 36L72 73Z", _INK),
        *_balls((15, 32), (32.5, 23), (50, 18), (67.5, 23), (85, 32), radius=5),
        Path("M31 64C43 60.5 57 60.5 69 64", _SEAM),
    ),
    "king": (
        _BASE,
        Path("M50 11L50 32M42 18.5L58 18.5", Style(stroke=INK, width=6)),
        Path("M29 73L25 62C14 55 14 38 29 36C38 35 45 40 50 46C55 40 62 35 71 36"
             "C86 38 86 55 75 62L71 73Z", _INK),
        Path("M50 30C45 34 44 40 50 46C56 40 55 34 50 30Z", _INK),
        Path("M29 63C42 59.5 58 59.5 71 63M50 46L50 59", _SEAM),
    ),
    "rook": (
        _BASE,
        Path("M27 17L37 17L37 24L45 24L45 17L55 17L55 24L63 24L63 17L73 17L73 34L65 41L65 62L70 73"
             "L30 73L35 62L35 41L27 34Z", _INK),
        Path("M36 40.5L64 40.5M36 62.5L64 62.5", _SEAM),
    ),
    "bishop": (
        _BASE,
        *_balls((50, 16), radius=5.5),
        Path("M50 22C62 29 70 40 70 50C70 56 67 60 63 63L66 73L34 73L37 63C33 60 30 56 30 50"
             "C30 40 38 29 50 22Z", _INK),
        Path("M39 63.5L61 63.5M50 36L50 52M42.5 43L57.5 43", _SEAM),
    ),
    "knight": (
        _BASE,
        Path("M72 73C76 46 72 24 49 19L46 11L39 20C33 23 30 29 28 36L17 50C14 55 17 61 22 62"
             "C26 63 28 60 31 58C36 58 42 57 47 51C48 60 34 62 30 73Z", _INK),
        Circle(40, 33, 2.8, Style(fill=PAPER)),
        Path("M55 27C64 33 67 46 65 63", _SEAM),
        Circle(22.5, 54, 1.5, Style(fill=PAPER)),
    ),
    "star": (star(50, 53, 38, Style(fill=INK, stroke=INK, width=4)),),
}  # fmt: skip


def piece(name: str, x: float, y: float, size: float, letter: str) -> Group:
    """Return a piece centred on (x, y) in a square of *size*: drawn if it is known, else a disc.

    ``queen``, ``king``, ``rook``, ``bishop``, ``knight`` and ``star`` are known; the disc of any
    other bears *letter*.
    """
    shapes = _DRAWN.get(name)
    if shapes is None:
        disc = Circle(50, 50, 34, Style(fill=INK))
        shapes = (disc, Text(50, 50, letter, 34, PAPER, bold=True))
    scale = size / BOX
    return Group(shapes, x - size / 2, y - size / 2, scale)
