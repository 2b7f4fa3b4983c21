"""Write a canvas as PNG, through resvg."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole
from everyway.drawing.svg import sized_svg
from everyway.drawing.theme import Theme, check_theme, dark_of

if TYPE_CHECKING:
    from everyway.drawing.canvas import Canvas

MOST_PIXELS = 50_000_000


def png(canvas: Canvas, width: int = 480, theme: Theme = "light") -> bytes:
    """Return *canvas* as a PNG file, *width* pixels wide and as high as is in proportion.

    The same on every machine, save for characters that have no strokes in ``lettering``: these are
    drawn with a font of the machine, if it has one. *theme* is ``"light"`` or ``"dark"``.
    Raises ``EverywayError`` when the picture would have more than 50 million pixels, for another
    theme, or when resvg is not installed.
    """
    check_theme(theme, still=True)
    check_whole(width, "a picture's width", 1)
    height = max(1, round(width * canvas.height / canvas.width))
    if width * height > MOST_PIXELS:
        raise EverywayError(
            f"too large a picture: {width} x {height} pixels", hint="give a smaller width"
        )
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise EverywayError("PNG needs resvg", hint="pip install resvg-py") from error
    background = canvas.background
    if background is not None and theme == "dark":
        background = dark_of(background)
    document = sized_svg(canvas, width, height, theme)
    return bytes(
        svg_to_bytes(
            svg_string=document,
            # Heights are rounded: a sliver of a pixel may stay beside the canvas.
            background=background,
            skip_system_fonts="<text" not in document,
        )
    )
