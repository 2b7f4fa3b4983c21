"""A canvas: plain shapes in plain units, x to the right, y down; what every writer starts from."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from everyway.core.errors import EverywayError
from everyway.drawing.palette import INK, PAPER

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Style:
    """How a shape is painted: ``fill`` inside, ``stroke`` along the outline, None for neither.

    ``width`` is the stroke's, in units of the canvas; ``dashes`` are lengths of ink and gap by
    turns. Strokes have round ends and corners.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Rectangle:
    """A rectangle with its upper left corner at (x, y); ``radius`` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    style: Style
    radius: float = 0.0


@dataclass(frozen=True)
class Line:
    """A straight line from one point to another."""

    start: Point
    end: Point
    style: Style


@dataclass(frozen=True)
class Polyline:
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True)
class Polygon:
    """Straight lines from point to point, and back to the first."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True)
class Path:
    """Lines and curves, in the path language of SVG (``M L H V C Q A Z`` and their lower case)."""

    data: str
    style: Style


@dataclass(frozen=True)
class Circle:
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    style: Style


@dataclass(frozen=True)
class Text:
    """A line of letters, ``size`` units high from baseline to top of a capital.

    ``y`` is the middle of its capitals' height; ``anchor`` says which part of the line is at ``x``.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    anchor: Anchor = "middle"
    bold: bool = False


@dataclass(frozen=True)
class Group:
    """Shapes drawn together: scaled, turned clockwise by ``degrees``, then moved to (x, y)."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    degrees: float = 0.0


Shape = Rectangle | Line | Polyline | Polygon | Path | Circle | Text | Group


@dataclass
class Canvas:
    """A sheet of *width* x *height* units with shapes on it, later ones over earlier ones.

    ``title`` says in a few words what is shown; ``description`` says all of it in text, for those
    who cannot see the picture. Raises ``EverywayError`` when a side is not positive.
    """

    width: float
    height: float
    title: str = ""
    description: str = ""
    background: str | None = PAPER
    shapes: list[Shape] = field(default_factory=list)

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if not (side > 0 and math.isfinite(side)):
                raise EverywayError("a canvas cannot have a side of", text=side)

    def add(self, *shapes: Shape) -> None:
        """Put *shapes* over what is there."""
        self.shapes.extend(shapes)


def arrow(start: Point, end: Point, style: Style, head: float = 8.0) -> Group:
    """Return a line with a filled head, *head* units long, that ends exactly at *end*.

    Raises ``EverywayError`` when the two points are the same.
    """
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1)
    if not length:
        raise EverywayError("an arrow needs two different points, not twice", text=start)
    head = min(head, length)
    along = ((x2 - x1) / length, (y2 - y1) / length)
    foot = (x2 - head * along[0], y2 - head * along[1])
    half = 0.4 * head
    wings = [(foot[0] - s * half * along[1], foot[1] + s * half * along[0]) for s in (1, -1)]
    tip = Polygon(((x2, y2), *wings), Style(fill=style.stroke))
    return Group((Line(start, foot, style), tip))


def star(x: float, y: float, radius: float, style: Style, points: int = 5) -> Polygon:
    """Return a star about (x, y) with a point upwards."""
    inner = 0.42 * radius
    corners = []
    for k in range(2 * points):
        reach, angle = (inner if k % 2 else radius), math.pi * (k / points - 0.5)
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return Polygon(tuple(corners), style)


def hatch(x: float, y: float, width: float, height: float, gap: float, style: Style) -> Path:
    """Return slanting lines, *gap* apart along the edges, that fill a rectangle exactly.

    They are plain lines, not a pattern, so that no name of a pattern can clash on a page.
    """
    parts = []
    steps = int((width + height) / gap)
    for k in range(1, steps + 1):
        s = k * gap
        if s >= width + height:
            break
        left, right = max(0.0, s - height), min(s, width)
        parts.append((x + left, y + s - left, x + right, y + s - right))
    return Path(
        " ".join(f"M{short(a)} {short(b)}L{short(c)} {short(d)}" for a, b, c, d in parts), style
    )


def rectangles_path(boxes: Iterable[tuple[float, float, float, float]]) -> str:
    """Return path data for many rectangles (x, y, width, height) at once: short, and seamless."""
    return "".join(
        f"M{short(x)} {short(y)}h{short(w)}v{short(h)}h{short(-w)}z" for x, y, w, h in boxes
    )


def segments_path(segments: Iterable[tuple[float, float, float, float]]) -> str:
    """Return path data for straight pieces (x1, y1, x2, y2); those that follow on are joined."""
    parts: list[str] = []
    pen = None
    for x1, y1, x2, y2 in segments:
        if pen != (x1, y1):
            parts.append(f"M{short(x1)} {short(y1)}")
        parts.append(f"L{short(x2)} {short(y2)}")
        pen = (x2, y2)
    return "".join(parts)


def short(value: float) -> str:
    """Return a coordinate as short text with at most two decimals, the same on every machine.

    >>> short(3.0), short(-0.001), short(100), short(2.375)
    ('3', '0', '100', '2.38')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
