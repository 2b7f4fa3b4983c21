"""A picture: one board in text of several styles, and one canvas for SVG and PNG."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from functools import cached_property

from everyway.core.errors import EverywayError
from everyway.drawing.canvas import Canvas
from everyway.drawing.png import png
from everyway.drawing.svg import Svg, svg


class Picture:
    """What a family draws of a puzzle or a solution; nothing is drawn until it is asked for.

    ``styles`` are the names of the text styles, the default first; ``write`` returns the text in
    one of them; ``paint`` makes the canvas. Prints as its text; a notebook shows the SVG.
    """

    def __init__(
        self, styles: Sequence[str], write: Callable[[str], str], paint: Callable[[], Canvas]
    ) -> None:
        self.styles = tuple(styles)
        self._write = write
        self._paint = paint

    @cached_property
    def canvas(self) -> Canvas:
        """The canvas, for sheets and animations."""
        return self._paint()

    def text(self, style: str | None = None) -> str:
        """Return the picture as lines of text; raise ``EverywayError`` for an unknown style."""
        if style is None:
            style = self.styles[0]
        if style not in self.styles:
            near = difflib.get_close_matches(str(style), self.styles, n=1)
            known = "one of " + ", ".join(self.styles)
            hint = f'did you mean "{near[0]}"?' if near else known
            raise EverywayError("unknown style of text", text=style, hint=hint)
        return self._write(style)

    def svg(self) -> Svg:
        """Return the picture as an SVG document, with a title and the board in words and text."""
        return svg(self.canvas)

    def png(self, width: int = 480) -> bytes:
        """Return the picture as a PNG file, *width* pixels wide."""
        return png(self.canvas, width)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()
