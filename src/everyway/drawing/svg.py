"""Write a canvas as SVG: one document without ids, scripts, styles or fonts of its own."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement

from everyway.core.errors import EverywayError
from everyway.drawing.canvas import (
    Canvas,
    Circle,
    Group,
    Line,
    Path,
    Polygon,
    Polyline,
    Rectangle,
    Shape,
    Style,
    Text,
    short,
)
from everyway.drawing.lettering import (
    BOLD,
    CAPITAL,
    GAP,
    GLYPHS,
    THICK,
    is_drawn,
    strokes,
    text_width,
)
from everyway.drawing.theme import Theme, check_theme, put_theme

MOST_SIDE = 960.0
FONTS = "Noto Sans, DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif"


class Svg(str):
    """An SVG document; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(canvas: Canvas, width: float | None = None, theme: Theme = "light") -> Svg:
    """Return *canvas* as an SVG document, *width* pixels wide where it is shown as it is.

    Without a width, one unit is one pixel, and large canvases shrink to 960 pixels. Labels are
    drawn as strokes (see ``lettering``), so that no font is needed, save for characters that
    have none. The same canvas always gives the same text. A *theme* ``"dark"`` has light lines on
    dark paper; ``"auto"`` is light or dark as the reader's system says.
    """
    if width is None:
        width = canvas.width * min(1.0, MOST_SIDE / max(canvas.width, canvas.height))
    elif not width > 0:
        raise EverywayError("a picture cannot be so wide:", text=width)
    return sized_svg(canvas, width, width * canvas.height / canvas.width, theme)


def sized_svg(canvas: Canvas, width: float, height: float, theme: Theme = "light") -> Svg:
    """Return *canvas* as an SVG document of these many pixels, which fit its proportions."""
    root = root_element(canvas, width, height)
    write_shapes(root, canvas.shapes)
    put_theme(root, check_theme(theme))
    return to_text(root)


def fragment(shape: Shape) -> str:
    """Return one shape as SVG text, to be put into a document of its canvas.

    >>> fragment(Circle(5, 5, 2.5, Style(fill="#000000")))
    '<circle cx="5" cy="5" r="2.5" fill="#000000" />'
    """
    parent = Element("g")
    write_shapes(parent, [shape])
    return "".join(ElementTree.tostring(element, encoding="unicode") for element in parent)


def root_element(canvas: Canvas, width: float, height: float) -> Element:
    """Return the document's element with size, title, description and background."""
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": short(max(0.01, width)),
            "height": short(max(0.01, height)),
            "viewBox": f"0 0 {short(canvas.width)} {short(canvas.height)}",
            "role": "img",
            "fill": "none",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
    )
    SubElement(root, "title").text = canvas.title
    if canvas.description:
        SubElement(root, "desc").text = canvas.description
    if canvas.background is not None:
        size = {"width": short(canvas.width), "height": short(canvas.height)}
        SubElement(root, "rect", {**size, "fill": canvas.background})
    return root


def to_text(root: Element) -> Svg:
    """Return the document of *root* as text, one element a line, without what XML cannot hold."""
    for element in root.iter():
        if element.text:
            element.text = "".join(c if _is_xml(c) else "\ufffd" for c in element.text)
    ElementTree.indent(root, " ")
    return Svg(ElementTree.tostring(root, encoding="unicode") + "\n")


def _is_xml(character: str) -> bool:
    code = ord(character)
    return (
        character in "\t\n"
        or 0x20 <= code <= 0xD7FF
        or (code >= 0xE000 and code & 0xFFFE != 0xFFFE)
    )


def write_shapes(parent: Element, shapes: Iterable[Shape]) -> None:
    """Write *shapes* as elements below *parent*, in order."""
    for shape in shapes:
        match shape:
            case Text():
                _write_text(parent, shape)
            case Group():
                element = SubElement(parent, "g", _transform(shape))
                write_shapes(element, shape.shapes)
            case _:
                name, place = _element(shape)
                SubElement(parent, name, {**place, **_paint(shape.style)})


def _element(
    shape: Rectangle | Line | Polyline | Polygon | Path | Circle,
) -> tuple[str, dict[str, str]]:
    """Return the name of a shape's element and the attributes that say where it is."""
    match shape:
        case Rectangle(x, y, width, height, _, radius):
            numbers = {"x": x, "y": y, "width": width, "height": height}
            if radius:
                numbers["rx"] = radius
            return "rect", {key: short(value) for key, value in numbers.items()}
        case Line((x1, y1), (x2, y2), _):
            return "path", {"d": f"M{short(x1)} {short(y1)}L{short(x2)} {short(y2)}"}
        case Polyline(points, _):
            return "polyline", {"points": _points(points)}
        case Polygon(points, _):
            return "polygon", {"points": _points(points)}
        case Circle(x, y, radius, _):
            return "circle", {"cx": short(x), "cy": short(y), "r": short(radius)}
        case Path(data, _):
            return "path", {"d": data}


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{short(x)},{short(y)}" for x, y in points)


def _paint(style: Style) -> dict[str, str]:
    paint = {}
    if style.fill is not None:
        paint["fill"] = style.fill
    if style.stroke is not None:
        paint["stroke"] = style.stroke
        paint["stroke-width"] = short(style.width)
        if style.dashes:
            paint["stroke-dasharray"] = " ".join(map(short, style.dashes))
            paint["stroke-linecap"] = "butt"
    return paint


def _transform(group: Group) -> dict[str, str]:
    parts = []
    if group.x or group.y:
        parts.append(f"translate({short(group.x)} {short(group.y)})")
    if group.degrees:
        parts.append(f"rotate({short(group.degrees)})")
    if group.scale != 1.0:
        parts.append(f"scale({group.scale:.5g})")
    return {"transform": " ".join(parts)} if parts else {}


def _write_text(parent: Element, shape: Text) -> None:
    if not shape.text.strip():
        return
    if not is_drawn(shape.text):
        _write_font_text(parent, shape)
        return
    scale = shape.size / CAPITAL
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
    pen, top = shape.x - back * text_width(shape.text, shape.size), shape.y - shape.size / 2
    parts = []
    for character in shape.text:
        for command, numbers in strokes(character):
            parts.append(command + _placed(command, numbers, pen, top, scale))
        pen += (GLYPHS[character][0] + GAP) * scale
    thick = (BOLD if shape.bold else THICK) * scale
    SubElement(parent, "path", {"d": "".join(parts), **_paint(Style(None, shape.colour, thick))})


def _placed(command: str, numbers: tuple[float, ...], x: float, y: float, scale: float) -> str:
    """Return the numbers of a stroke's command, scaled and moved to (x, y), as text."""
    if command == "A":
        radii = [short(n * scale) for n in numbers[:2]]
        flags = [short(n) for n in numbers[2:5]]
        end = [short(x + numbers[5] * scale), short(y + numbers[6] * scale)]
        return " ".join([*radii, *flags, *end])
    moved = [n * scale + (y if place % 2 else x) for place, n in enumerate(numbers)]
    return " ".join(map(short, moved))


def _write_font_text(parent: Element, shape: Text) -> None:
    """Write characters without strokes as text, for whatever fonts there are."""
    element = SubElement(
        parent,
        "text",
        {
            "x": short(shape.x),
            "y": short(shape.y + shape.size / 2),
            "font-family": FONTS,
            "font-size": short(shape.size / 0.72),
            "text-anchor": shape.anchor,
            "fill": shape.colour,
            **({"font-weight": "bold"} if shape.bold else {}),
        },
    )
    element.text = shape.text
