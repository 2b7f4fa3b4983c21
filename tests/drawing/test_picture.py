from io import BytesIO

import pytest
from PIL import Image

from everyway import EverywayError
from everyway.drawing.canvas import Canvas, Circle, Style
from everyway.drawing.picture import Picture


def test_nothing_is_drawn_before_it_is_asked_for_nor_twice():
    painted = []

    def paint():
        painted.append(1)
        return Canvas(10, 10, "a title")

    picture = Picture(("one", "two"), lambda style: f"in {style}", paint)
    assert str(picture) == picture.text() == "in one"
    assert picture.text("two") == "in two"
    assert not painted
    assert "<title>a title</title>" in picture.svg()
    assert picture._repr_svg_() == picture.svg()
    assert picture.png(20)[:4] == b"\x89PNG"
    assert len(painted) == 1


@pytest.mark.parametrize(
    ("style", "hint"),
    [("gird", 'did you mean "grid"'), ("xyz", "one of grid, dots"), (3, "one of")],
)
def test_unknown_styles(style, hint):
    picture = Picture(("grid", "dots"), str, lambda: Canvas(1, 1))
    with pytest.raises(EverywayError, match=hint):
        picture.text(style)


def test_lines_come_one_by_one():
    made = []

    def write(style):
        for number in range(3):
            made.append(number)
            yield f"{style} {number}"

    picture = Picture(("row",), write, lambda: Canvas(1, 1))
    lines = picture.lines()
    assert (next(lines), made) == ("row 0", [0])
    assert picture.text() == "row 0\nrow 1\nrow 2"
    assert list(Picture(("a",), lambda style: "x\ny", lambda: Canvas(1, 1)).lines()) == ["x", "y"]
    with pytest.raises(EverywayError, match="unknown style"):
        next(picture.lines("column"))


def test_a_picture_moves_through_its_frames():
    def film():
        canvases = [Canvas(20, 10, f"frame {number}") for number in range(3)]
        for number, canvas in enumerate(canvases):
            canvas.add(Circle(5 + 5 * number, 5, 2, Style(fill="#000000")))
        return canvases

    picture = Picture(("a",), str, lambda: film()[0], film)
    with Image.open(BytesIO(picture.moving(".gif"))) as image:
        assert image.n_frames == 3
    assert picture.moving(".svg").count(b"<animate ") == 3
    still = Picture(("a",), str, lambda: Canvas(20, 10))
    assert still.frames() == [still.canvas]
    with pytest.raises(EverywayError, match="no animation ends in"):
        picture.moving(".png")
