"""What all pictures of steps share: colours of marks, and a caption below the board."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.drawing.canvas import Canvas, Group, Shape, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import INK, QUIET_INK

REFUSED = "#a1260d"
"""The colour of what was refused or is hopeless; such marks also bear a cross or a "!"."""
FOUND = "#1d6b35"
"""The colour of solutions."""
TAKEN_BACK = "#6b5d00"
"""The colour of what was taken back; such marks are also dashed."""

CAPTION = 11.0
LEAST_CAPTION = 8.0
LINE = 22.0
MARGIN = 14.0


def step_canvas(
    background: Canvas, overlay: Sequence[Shape], heading: str, remark: str, text: str
) -> Canvas:
    """Return a step as a picture of its own: background, overlay, and two lines below.

    All steps over one background have the same size. *heading* says what was done, *remark* why,
    *text* shows the board for those who do not see the picture.
    """
    width = max(background.width, 280.0)
    right = (width - background.width) / 2
    canvas = Canvas(width, background.height + 2 * LINE + MARGIN, heading)
    canvas.description = "\n\n".join(part for part in (remark, text) if part)
    shapes = [*background.shapes, *overlay]
    if right:
        canvas.add(Group(tuple(shapes), right, 0.0))
    else:
        canvas.add(*shapes)
    for place, (line, colour) in enumerate(((heading, INK), (remark, QUIET_INK))):
        if line:
            shown, size = fitted(line, width - 2 * MARGIN)
            y = background.height + LINE * (place + 0.5)
            canvas.add(Text(MARGIN, y, shown, size, colour, "start", bold=not place))
    return canvas


def fitted(line: str, width: float) -> tuple[str, float]:
    """Return *line* and the size in which it fits into *width*: smaller, and cut if need be."""
    size = CAPTION * min(1.0, width / max(1.0, text_width(line, CAPTION)))
    if size >= LEAST_CAPTION:
        return line, size
    while text_width(line + "…", LEAST_CAPTION) > width:
        line = line[:-1]
    return line + "…", LEAST_CAPTION
