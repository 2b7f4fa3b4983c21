import pytest

from everyway import EverywayError
from everyway.drawing.canvas import Canvas, Circle, Group, Style, Text
from everyway.drawing.gallery import gallery, sheet
from everyway.drawing.lettering import text_width
from everyway.drawing.picture import Picture


def canvases(number, width=100.0, height=100.0):
    found = []
    for k in range(number):
        canvas = Canvas(width, height, f"title {k}", f"text {k}")
        canvas.add(Circle(k, 0, 1, Style()))
        found.append(canvas)
    return found


def places(canvas):
    return [(shape.x, shape.y) for shape in canvas.shapes if isinstance(shape, Group)]


def test_pictures_stand_in_rows():
    made = gallery(canvases(5), columns=2, gap=10)
    assert places(made) == [(10, 10), (120, 10), (10, 120), (120, 120), (10, 230)]
    assert (made.width, made.height) == (230, 340)
    order = [s.shapes[0].x for s in made.shapes if isinstance(s, Group)]
    assert order == [0, 1, 2, 3, 4]


def test_columns_that_look_well_are_chosen():
    assert len({x for x, _ in places(gallery(canvases(12)))}) == 4
    assert len({x for x, _ in places(gallery(canvases(12, width=600)))}) == 2
    assert len({x for x, _ in places(gallery(canvases(3, height=600)))}) == 3


def test_smaller_pictures_stand_in_the_middle():
    made = gallery([Canvas(100, 100), Canvas(40, 20)], columns=2, gap=0)
    assert places(made) == [(0, 0), (130, 40)]


def test_captions_stand_above_and_shrink_to_fit():
    made = gallery(canvases(2), ["short", "a caption that is much too long to fit"], columns=2)
    texts = [shape for shape in made.shapes if isinstance(shape, Text)]
    assert texts[0].text == "short"
    assert texts[0].size > texts[1].size
    for text, (x, y) in zip(texts, places(made), strict=True):
        assert text.y + text.size / 2 < y
        assert text.x == x + 50
        assert text_width(text.text, text.size) <= 100


def test_title_and_description_are_those_of_the_pictures():
    made = gallery(canvases(2), ["one", "two"])
    assert made.title == "title 0; title 1"
    assert made.description == "one\ntext 0\n\ntwo\ntext 1"
    assert gallery(canvases(2), title="own", description="words").title == "own"


def test_no_pictures():
    made = gallery([])
    assert made.width > 0
    assert not made.shapes


def test_what_does_not_fit():
    with pytest.raises(EverywayError, match="2 pictures need as many captions, not 1"):
        gallery(canvases(2), ["one"])
    with pytest.raises(EverywayError, match="columns"):
        gallery(canvases(2), columns=0)


def test_a_sheet_of_pictures_is_a_picture():
    pictures = [
        Picture(("plain", "loud"), lambda style, k=k: f"{style} {k}", lambda c=c: c)
        for k, c in enumerate(canvases(3))
    ]
    made = sheet(pictures)
    assert made.text() == "plain 0\n\nplain 1\n\nplain 2"
    assert made.text("loud").startswith("loud 0\n")
    captions = [shape.text for shape in made.canvas.shapes if isinstance(shape, Text)]
    assert captions == ["1", "2", "3"]
    assert made.png(60)[:4] == b"\x89PNG"


def test_a_sheet_needs_pictures():
    class Other:
        def text(self, style=None):
            return ""

        def svg(self):
            return ""

        def png(self, width=480):
            return b""

    for pictures in ([], [Other()]):
        with pytest.raises(EverywayError, match="a sheet needs pictures"):
            sheet(pictures)
