"""Several canvases side by side on one sheet, each with a caption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from everyway.core.errors import EverywayError
from everyway.drawing.canvas import Canvas, Group, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import INK
from everyway.drawing.picture import Picture

if TYPE_CHECKING:
    from everyway.core.family import Drawing

CAPTION = 12.0
"""The height of a caption's capitals."""
GOOD_RATIO = 1.4
"""The width over height that a sheet comes nearest to when no columns are given."""


def gallery(
    canvases: Sequence[Canvas],
    captions: Sequence[str] = (),
    *,
    columns: int | None = None,
    title: str = "",
    description: str = "",
    gap: float = 10.0,
) -> Canvas:
    """Return one sheet with all *canvases*, row by row, captions above them.

    All stand in boxes of the same size, in the middle. Captions that are too long are written
    smaller, to the box's width. Without *columns*, the sheet is about 1.4 times as wide as high.
    Titles and descriptions of the canvases make the sheet's, where none are given. Raises
    ``EverywayError`` when there are captions but not one for each canvas, or no columns.
    """
    if captions and len(captions) != len(canvases):
        raise EverywayError(f"{len(canvases)} pictures need as many captions, not {len(captions)}")
    if columns is not None and columns < 1:
        raise EverywayError("a sheet cannot have so many columns:", text=columns)
    shown = any(captions)
    head = 2 * CAPTION if shown else 0.0
    box_width = max((c.width for c in canvases), default=200.0)
    box_height = head + max((c.height for c in canvases), default=120.0)
    number = max(1, len(canvases))
    columns = min(number, columns or _best_columns(number, box_width + gap, box_height + gap))
    rows = -(-number // columns)
    sheet = Canvas(
        columns * (box_width + gap) + gap,
        rows * (box_height + gap) + gap,
        title or _joined([c.title for c in canvases], "; "),
        description or _joined(_paragraphs(canvases, captions), "\n\n"),
    )
    for place, canvas in enumerate(canvases):
        row, column = divmod(place, columns)
        x = gap + column * (box_width + gap)
        y = gap + row * (box_height + gap)
        if shown and captions[place]:
            text = captions[place]
            size = CAPTION * min(1.0, 0.94 * box_width / max(1.0, text_width(text, CAPTION)))
            sheet.add(Text(x + box_width / 2, y + 1.2 * CAPTION, text, size, INK))
        down = y + head + (box_height - head - canvas.height) / 2
        sheet.add(Group(tuple(canvas.shapes), x + (box_width - canvas.width) / 2, down))
    return sheet


def sheet(pictures: Sequence[Drawing], captions: Sequence[str] = ()) -> Picture:
    """Return one picture with all *pictures* on it, numbered where no captions are given.

    Its text is theirs, one below the other, in the styles of the first. Raises ``EverywayError``
    for no pictures, or for one that is not a ``Picture`` and has no canvas to put on the sheet.
    """
    drawn = [picture for picture in pictures if isinstance(picture, Picture)]
    if not drawn or len(drawn) < len(pictures):
        raise EverywayError("a sheet needs pictures that are made on a canvas")
    heads = list(captions) or [str(number) for number in range(1, len(drawn) + 1)]
    return Picture(
        drawn[0].styles,
        lambda style: "\n\n".join(picture.text(style) for picture in drawn),
        lambda: gallery([picture.canvas for picture in drawn], heads),
    )


def _best_columns(number: int, width: float, height: float) -> int:
    """Return the number of columns that brings the sheet nearest to its good ratio."""

    def how_far(columns: int) -> float:
        ratio = columns * width / (-(-number // columns) * height)
        return abs(math.log(ratio / GOOD_RATIO))

    return min(range(1, number + 1), key=how_far)


def _paragraphs(canvases: Sequence[Canvas], captions: Sequence[str]) -> list[str]:
    heads = list(captions) or [""] * len(canvases)
    pairs = zip(heads, canvases, strict=True)
    return [_joined([head, canvas.description], "\n") for head, canvas in pairs]


def _joined(parts: Sequence[str], between: str) -> str:
    return between.join(part for part in parts if part)
