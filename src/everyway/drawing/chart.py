"""Charts on a logarithmic scale: dots with their numbers, and lines that grow.

Colour is never the only mark: values are labelled and numbered, lines have marks and dashes of
their own. What is known only as "more than" has a hollow mark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from everyway.drawing.canvas import (
    Canvas,
    Circle,
    Line,
    Polygon,
    Polyline,
    Shape,
    Style,
    Text,
    star,
)
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import INK, PAPER, QUIET_INK

GRID_LINE = "#cdd2da"
BAR = "#2f5d9b"
SIZE, SMALL, HEAD = 10.0, 8.5, 12.0
"""Heights of capitals: of labels, of what is less important, of headings."""
ROW, DOT = 32.0, 5.5
TIMES = "times the least"
AREA = 400.0
HOLLOW = "hollow: or more"
MOST_TICKS = 8

CURVE_COLOURS = (
    "#1d4e9e",
    "#a23b00",
    "#1b6b35",
    "#7b2a8e",
    "#7d5a00",
    "#0b6570",
    "#ab1463",
    "#4a4a4a",
)
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 4), (1.5, 4), (11, 4, 1.5, 4), (4, 3))


@dataclass(frozen=True)
class Bar:
    """A value: its label, a note below it, itself, and the number that is written beside it.

    With ``more`` the true value is greater, by how much is not known.
    """

    label: str
    value: float
    text: str
    note: str = ""
    more: bool = False


@dataclass(frozen=True)
class Point:
    """A point of a line; with ``more`` the true value is greater."""

    x: float
    y: float
    more: bool = False


@dataclass(frozen=True)
class Curve:
    """A line of a chart and its label; its points from left to right."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Scale:
    """A logarithmic scale from 10^low to 10^high; what is not above its foot has no length."""

    low: int
    high: int

    @classmethod
    def around(cls, values: Sequence[float]) -> Scale:
        """Return the scale on which every value above 0 has some length.

        >>> Scale.around([3, 2000]), Scale.around([10, 0])
        (Scale(low=0, high=4), Scale(low=0, high=1))
        """
        logs = [math.log10(value) for value in values if value > 0]
        if not logs:
            return cls(0, 1)
        # Powers of ten come out a little off.
        low, high = math.floor(min(logs) + 1e-9), math.ceil(max(logs) - 1e-9)
        if low > min(logs) - 0.15:
            low -= 1
        return cls(low, max(high, low + 1))

    def part(self, value: float) -> float:
        """Return how far along the scale *value* lies, 0 to 1."""
        if value <= 0:
            return 0.0
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, part))

    def ticks(self, most: int = MOST_TICKS) -> list[int]:
        """Return the powers of ten to be marked, at most about so many."""
        step = -(-(self.high - self.low) // most)
        return list(range(self.low, self.high + 1, step))


def power_text(power: int) -> str:
    """Return a power of ten as short text.

    >>> [power_text(power) for power in (-3, 0, 4, 9)]
    ['0.001', '1', '10,000', '10^9']
    """
    if -4 <= power < 0:
        return f"{10.0**power:.{-power}f}"
    return f"{10**power:,}" if 0 <= power <= 5 else f"10^{power}"


def times_texts(bars: Sequence[Bar]) -> list[str]:
    """Return how many times the least known value each value is, as short text.

    A scale of powers of ten has no zero, so that lengths on it say nothing of this.

    >>> times_texts([Bar("a", 10, ""), Bar("b", 500, "", more=True), Bar("c", 0, "")])
    ['1', 'over 50', '']
    """
    known = [bar.value for bar in bars if bar.value > 0 and not bar.more]
    if not known:
        return ["" for _ in bars]
    least = min(known)
    return [
        ("over " if bar.more else "") + _rounded(bar.value / least) if bar.value > 0 else ""
        for bar in bars
    ]


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def bar_chart(
    bars: Sequence[Bar], heading: str, *, title: str = "", description: str = ""
) -> Canvas:
    """Return values below one another, as dots on a logarithmic scale.

    Dots, and not bars: the scale begins at no zero, and the length of a bar would say nothing.
    Each has its label at the left, and at the right its number and how many times the least it is.
    The *title* and the *description* are the heading and the numbers, where none are given.
    """
    scale = Scale.around([bar.value for bar in bars])
    widest = max((_label_width(bar) for bar in bars), default=0.0)
    left = 24.0 + widest
    numbers = max((text_width(bar.text, SIZE) for bar in bars), default=0.0)
    times = times_texts(bars)
    at = left + AREA + 20.0 + numbers
    beyond = at + 20.0 + max(text_width(text, SIZE) for text in (TIMES, *times))
    top, foot = 48.0, 34.0
    bottom = top + ROW * max(1, len(bars))
    words = "\n".join(
        f"{bar.label}: {bar.text}" + (f" ({said} {TIMES})" if said else "")
        for bar, said in zip(bars, times, strict=True)
    )
    canvas = Canvas(
        beyond + 12.0,
        bottom + foot,
        title or heading,
        description or f"{heading}\n{words}",
    )
    canvas.add(Text(12, 20, heading, HEAD, INK, "start", bold=True))
    canvas.add(Text(beyond, top - 8, TIMES, SMALL, QUIET_INK, "end"))
    for power in scale.ticks():
        x = left + AREA * scale.part(10.0**power)
        canvas.add(Line((x, top), (x, bottom), Style(stroke=GRID_LINE)))
        canvas.add(Text(x, bottom + 14, power_text(power), SMALL, QUIET_INK))
    for place, bar in enumerate(bars):
        canvas.add(*_dot(bar, left, top + ROW * place, AREA * scale.part(bar.value)))
        middle = top + ROW * (place + 0.5)
        canvas.add(Text(at, middle, bar.text, SIZE, INK, "end"))
        canvas.add(Text(beyond, middle, times[place], SIZE, INK, "end"))
    return canvas


def _label_width(bar: Bar) -> float:
    return max(text_width(bar.label, SIZE) * 1.1, text_width(bar.note, SMALL))


def _dot(bar: Bar, left: float, top: float, length: float) -> list[Shape]:
    """Return the label of a value, the line on which it stands, and its dot: hollow for "over"."""
    middle = top + ROW / 2
    shift = 7.0 if bar.note else 0.0
    shapes: list[Shape] = [Text(left - 10, middle - shift, bar.label, SIZE, INK, "end", bold=True)]
    if bar.note:
        shapes.append(Text(left - 10, middle + shift, bar.note, SMALL, QUIET_INK, "end"))
    # All of these lines are of one length, so that none is taken for a bar.
    shapes.append(Line((left, middle), (left + AREA, middle), Style(stroke=GRID_LINE)))
    if bar.value > 0:
        style = Style(fill=PAPER if bar.more else BAR, stroke=BAR, width=1.8)
        shapes.append(Circle(left + length, middle, DOT, style))
    return shapes


def growth_chart(
    curves: Sequence[Curve],
    heading: str,
    *,
    across: str = "n",
    title: str = "",
    description: str = "",
) -> Canvas:
    """Return lines over whole numbers, on a logarithmic scale: straight ones grow exponentially.

    Each line has marks and dashes of its own, which the list beside the chart explains, highest
    end first. The *title* and the *description* are the heading and the numbers, where none are
    given.
    """
    points = [point for curve in curves for point in curve.points]
    scale = Scale.around([point.y for point in points])
    first = min((point.x for point in points), default=0.0)
    last = max((point.x for point in points), default=1.0)
    left, top, bottom, area = 76.0, 48.0, 388.0, AREA
    words = "\n".join(f"{c.label}: {_points_text(c, across)}" for c in curves)
    labels = [*(curve.label for curve in curves), HOLLOW]
    legend = max(text_width(label, SIZE) for label in labels)
    canvas = Canvas(
        left + area + legend + 90,
        max(bottom + 52, top + 24.0 * (len(labels) + 1)),
        title or heading,
        description or f"{heading}\n{words}",
    )
    canvas.add(Text(12, 20, heading, HEAD, INK, "start", bold=True))

    def place_of(point: Point) -> tuple[float, float]:
        part = (point.x - first) / (last - first) if last > first else 0.5
        return left + 12 + (area - 24) * part, bottom - (bottom - top) * scale.part(point.y)

    for power in scale.ticks():
        y = bottom - (bottom - top) * scale.part(10.0**power)
        canvas.add(Line((left, y), (left + area, y), Style(stroke=GRID_LINE)))
        canvas.add(Text(left - 8, y, power_text(power), SMALL, QUIET_INK, "end"))
    every = max(1, math.ceil((last - first + 1) / 16))
    for whole in range(math.ceil(first), math.floor(last) + 1, every):
        at, _ = place_of(Point(whole, 0))
        canvas.add(Line((at, bottom), (at, bottom + 5), Style(stroke=INK)))
        canvas.add(Text(at, bottom + 17, str(whole), SMALL, QUIET_INK))
    canvas.add(Text(left + area / 2, bottom + 36, across, SIZE, INK))
    axes = ((left, top), (left, bottom), (left + area, bottom))
    canvas.add(Polyline(axes, Style(stroke=INK, width=1.5)))
    for number, curve in enumerate(curves):
        canvas.add(*_curve(number, [(place_of(p), p.more) for p in curve.points]))
    canvas.add(*_legend(curves, left + area + 24, top + 14))
    return canvas


def _legend(curves: Sequence[Curve], x: float, y: float) -> list[Shape]:
    """Return the list of the lines, highest end first, from (*x*, *y*) down."""
    shapes: list[Shape] = []
    for number in sorted(range(len(curves)), key=lambda k: -_last(curves[k])):
        shapes += _curve(number, [((x, y), False), ((x + 36, y), False)])
        shapes.append(Text(x + 48, y, curves[number].label, SIZE, INK, "start"))
        y += 24.0
    if any(point.more for curve in curves for point in curve.points):
        shapes.append(Circle(x + 18, y, 4.5, Style(fill=PAPER, stroke=QUIET_INK, width=1.6)))
        shapes.append(Text(x + 48, y, HOLLOW, SMALL, QUIET_INK, "start"))
    return shapes


def _last(curve: Curve) -> float:
    return curve.points[-1].y if curve.points else 0.0


def _points_text(curve: Curve, across: str) -> str:
    def text(value: float) -> str:
        return f"{value:,.0f}" if 100 <= value < 1e15 else f"{value:.3g}"

    return ", ".join(
        f"{'over ' if p.more else ''}{text(p.y)} at {across} = {p.x:g}" for p in curve.points
    )


def _curve(number: int, places: Sequence[tuple[tuple[float, float], bool]]) -> list[Shape]:
    """Return a line through *places* with the colour, dashes and marks of this *number*."""
    colour = CURVE_COLOURS[number % len(CURVE_COLOURS)]
    mark = MARKS[number % len(MARKS)]
    dashes = DASHES[number % len(DASHES)]
    shapes: list[Shape] = []
    if len(places) > 1:
        line = Style(stroke=colour, width=1.8, dashes=dashes)
        shapes.append(Polyline(tuple(place for place, _ in places), line))
    for (x, y), more in places:
        style = Style(fill=PAPER if more else colour, stroke=colour, width=1.6)
        shapes.append(mark(x, y, style))
    return shapes


def _polygon(*corners: tuple[float, float]) -> Callable[[float, float, Style], Shape]:
    def mark(x: float, y: float, style: Style) -> Shape:
        return Polygon(tuple((x + dx, y + dy) for dx, dy in corners), style)

    return mark


MARKS: tuple[Callable[[float, float, Style], Shape], ...] = (
    lambda x, y, style: Circle(x, y, 4.5, style),
    _polygon((-4, -4), (4, -4), (4, 4), (-4, 4)),
    _polygon((0, -5.5), (5, 3.5), (-5, 3.5)),
    _polygon((0, -6), (5, 0), (0, 6), (-5, 0)),
    _polygon((0, 5.5), (5, -3.5), (-5, -3.5)),
    lambda x, y, style: star(x, y, 6.5, style),
    _polygon((-5.5, -2.5), (5.5, -2.5), (5.5, 2.5), (-5.5, 2.5)),
    _polygon((-2.5, -5.5), (2.5, -5.5), (2.5, 5.5), (-2.5, 5.5)),
    _polygon((-5, -3), (0, -6), (5, -3), (5, 3), (0, 6), (-5, 3)),
)
"""The marks of the lines: all of them closed shapes, so that each can be hollow."""
