"""A picture: one board in text of several styles, and one canvas for SVG and PNG."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from everyway.core.errors import EverywayError, written
from everyway.drawing.canvas import Canvas
from everyway.drawing.png import png
from everyway.drawing.svg import Svg, svg
from everyway.drawing.theme import Theme


class Picture:
    """What a family draws of a puzzle or a solution; nothing is drawn until it is asked for.

    ``styles`` are the names of the text styles, the default first; ``write`` returns the text in
    one of them, or its lines one by one; ``paint`` makes the canvas; ``film`` makes the canvases
    of an animation, all of one size, where there is more to see than one. Prints as its text; a
    notebook shows the SVG.
    """

    def __init__(
        self,
        styles: Sequence[str],
        write: Callable[[str], str | Iterable[str]],
        paint: Callable[[], Canvas],
        film: Callable[[], Sequence[Canvas]] | None = None,
    ) -> None:
        self.styles = tuple(styles)
        self._write = write
        self._paint = paint
        self._film = film

    @cached_property
    def canvas(self) -> Canvas:
        """The canvas, for sheets and animations."""
        return self._paint()

    def frames(self) -> Sequence[Canvas]:
        """Return the canvases of the animation; only the one canvas where nothing moves."""
        return self._film() if self._film else [self.canvas]

    def text(self, style: str | None = None) -> str:
        """Return the picture as lines of text; raise ``EverywayError`` for an unknown style."""
        written = self._write(self._known(style))
        return written if isinstance(written, str) else "\n".join(written)

    def lines(self, style: str | None = None) -> Iterator[str]:
        """Yield the lines of the text as they are made, for texts that are long."""
        written = self._write(self._known(style))
        yield from written.splitlines() if isinstance(written, str) else written

    def _known(self, style: str | None) -> str:
        if style is None:
            style = self.styles[0]
        if style not in self.styles:
            near = difflib.get_close_matches(written(style), self.styles, n=1)
            known = "one of " + ", ".join(self.styles)
            hint = f'did you mean "{near[0]}"?' if near else known
            raise EverywayError("unknown style of text", text=style, hint=hint)
        return style

    def svg(self, theme: Theme = "light") -> Svg:
        """Return the picture as an SVG document, with a title and the board in words and text.

        *theme* is ``"light"``, ``"dark"``, or ``"auto"``: as the reader's system says.
        """
        return svg(self.canvas, theme=theme)

    def png(self, width: int = 480, theme: Theme = "light") -> bytes:
        """Return the picture as a PNG file, *width* pixels wide, light or dark."""
        return png(self.canvas, width, theme)

    def moving(self, ending: str, theme: Theme = "light") -> bytes:
        """Return the picture as an animation, a file with this *ending*: .gif or .svg."""
        from everyway.drawing.animation import gif, moving_svg

        if ending == ".gif":
            return gif(self.frames(), theme=theme)
        if ending == ".svg":
            return moving_svg(self.frames(), theme=theme).encode()
        raise EverywayError("no animation ends in", text=ending, hint="one of .gif, .svg")

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return self.svg()
