import pytest

from everyway import EverywayError
from everyway.drawing.canvas import Canvas
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
