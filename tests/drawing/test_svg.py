import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError
from everyway.drawing.canvas import (
    Canvas,
    Circle,
    Group,
    Line,
    Path,
    Polygon,
    Polyline,
    Rectangle,
    Style,
    Text,
)
from everyway.drawing.svg import Svg, svg

NAME = "{http://www.w3.org/2000/svg}"
INKED = Style(stroke="#101010", width=2)


def read(document):
    return ElementTree.fromstring(document)


def drawn(*shapes):
    """Return the elements that *shapes* become, names without their namespace."""
    canvas = Canvas(100, 50, background=None)
    canvas.add(*shapes)
    root = read(svg(canvas))
    return [(e.tag.removeprefix(NAME), e.attrib) for e in root.iter() if e is not root][1:]


def test_a_document_says_what_it_is():
    canvas = Canvas(200, 100, "a <title> & more", "two\nlines")
    root = read(svg(canvas))
    assert root.tag == NAME + "svg"
    assert root.get("role") == "img"
    assert root.get("viewBox") == "0 0 200 100"
    assert root[0].tag == NAME + "title"
    assert root[0].text == "a <title> & more"
    assert root[1].tag == NAME + "desc"
    assert root[1].text == "two\nlines"
    assert root[2].attrib == {"width": "200", "height": "100", "fill": "#ffffff"}


def test_size_in_pixels():
    def size(*sides, width=None):
        root = read(svg(Canvas(*sides), width))
        return float(root.get("width")), float(root.get("height"))

    assert size(200, 100) == (200, 100)
    assert size(9600, 4800) == (960, 480)
    assert size(200, 100, width=50) == (50, 25)
    with pytest.raises(EverywayError):
        svg(Canvas(1, 1), 0)


def test_every_shape():
    shapes = [
        Rectangle(1, 2, 3, 4, INKED, radius=0.5),
        Line((0, 0), (1.005, 2), INKED),
        Polyline(((0, 0), (1, 1)), INKED),
        Polygon(((0, 0), (1, 1), (0, 1)), Style(fill="#abcdef")),
        Path("M0 0h1", Style(stroke="#000000", dashes=(2, 1))),
        Circle(5, 6, 7, Style("#ffffff", "#000000", 1.5)),
    ]
    ink = {"stroke": "#101010", "stroke-width": "2"}
    assert drawn(*shapes) == [
        ("rect", {"x": "1", "y": "2", "width": "3", "height": "4", "rx": "0.5", **ink}),
        ("path", {"d": f"M0 0L{1.005:.2f} 2".replace("1.00", "1"), **ink}),
        ("polyline", {"points": "0,0 1,1", **ink}),
        ("polygon", {"points": "0,0 1,1 0,1", "fill": "#abcdef"}),
        (
            "path",
            {
                "d": "M0 0h1",
                "stroke": "#000000",
                "stroke-width": "1",
                "stroke-dasharray": "2 1",
                "stroke-linecap": "butt",
            },
        ),
        (
            "circle",
            {
                "cx": "5",
                "cy": "6",
                "r": "7",
                "fill": "#ffffff",
                "stroke": "#000000",
                "stroke-width": "1.5",
            },
        ),
    ]


def test_groups_move_turn_and_scale():
    inner = Group((Circle(0, 0, 1, INKED),))
    outer = Group((inner,), 10, 20, scale=0.5, degrees=30)
    elements = drawn(outer)
    assert [name for name, _ in elements] == ["g", "g", "circle"]
    assert elements[0][1] == {"transform": "translate(10 20) rotate(30) scale(0.5)"}
    assert elements[1][1] == {}


def ends(element):
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", element[1]["d"])]
    return numbers[::2], numbers[1::2]


@pytest.mark.parametrize(("anchor", "left"), [("start", 20), ("middle", 16.8), ("end", 13.6)])
def test_letters_stand_where_they_should(anchor, left):
    # H is 6.4 wide where capitals are 10 high, of straight lines alone.
    (element,) = drawn(Text(20, 30, "H", 10, anchor=anchor))
    xs, ys = ends(element)
    assert (min(xs), max(xs)) == pytest.approx((left, left + 6.4))
    assert (min(ys), max(ys)) == (25, 35)


def test_bold_letters_have_thicker_strokes():
    thin, thick = drawn(Text(0, 0, "a", 10), Text(0, 0, "a", 10, bold=True))
    assert float(thin[1]["stroke-width"]) < float(thick[1]["stroke-width"])


def test_characters_without_strokes_are_left_to_fonts():
    assert drawn(Text(5, 5, " ", 10)) == []
    ((name, attributes),) = drawn(Text(5, 5, "ж", 10, anchor="end", bold=True))
    assert name == "text"
    assert attributes["text-anchor"] == "end"
    assert attributes["y"] == "10"
    assert attributes["font-family"].endswith("sans-serif")
    assert attributes["font-weight"] == "bold"


@given(st.text(max_size=20))
def test_any_text_gives_well_formed_xml(text):
    canvas = Canvas(10, 10, text, text)
    canvas.add(Text(1, 1, text, 5))
    root = read(svg(canvas).encode("utf-8", "strict"))
    assert len(root[0].text or "") == len(text)


def test_a_document_is_text_that_a_notebook_shows_and_has_no_names_that_could_clash():
    canvas = Canvas(10, 10)
    canvas.add(Circle(1, 1, 1, INKED))
    document = svg(canvas)
    assert isinstance(document, Svg)
    assert document._repr_svg_() == document
    assert document == svg(canvas)
    assert not re.search(r'\b(id|class|style|href)="', document)
