import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError
from everyway.drawing.canvas import (
    Canvas,
    Line,
    Polygon,
    Style,
    arrow,
    hatch,
    segments_path,
    short,
    star,
)

INKED = Style(stroke="#000000")


@given(st.floats(-1e6, 1e6))
def test_short_numbers_are_near_and_short(value):
    text = short(value)
    assert abs(float(text) - value) <= 0.005001
    assert re.fullmatch(r"0|-?[1-9]\d*|-?\d+\.\d?[1-9]", text)


@pytest.mark.parametrize("sides", [(0, 5), (5, -1), (math.inf, 1), (math.nan, 1)])
def test_a_canvas_needs_sides(sides):
    with pytest.raises(EverywayError, match="side"):
        Canvas(*sides)


def test_an_arrow_ends_at_its_point():
    line, tip = arrow((0, 0), (30, 40), INKED, head=10).shapes
    assert isinstance(line, Line)
    assert isinstance(tip, Polygon)
    assert tip.points[0] == (30, 40)
    assert line.end == pytest.approx((24, 32))
    assert tip.style.fill == "#000000"
    wings = tip.points[1:]
    assert [math.dist(wing, line.end) for wing in wings] == pytest.approx([4, 4])
    assert math.dist(*wings) == pytest.approx(8)


def test_an_arrow_from_a_point_to_itself():
    with pytest.raises(EverywayError, match="two different points"):
        arrow((1, 1), (1, 1), INKED)


@given(st.floats(5, 60), st.floats(5, 60), st.floats(1, 20))
def test_hatching_stays_inside(width, height, gap):
    numbers = [
        float(n) for n in re.findall(r"-?[0-9.]+", hatch(3, 7, width, height, gap, INKED).data)
    ]
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        assert 3 - 0.01 <= x <= 3 + width + 0.01
        assert 7 - 0.01 <= y <= 7 + height + 0.01
    assert len(numbers) // 4 in (math.ceil((width + height) / gap) - 1, int((width + height) / gap))


def test_a_star_points_up():
    shape = star(10, 10, 5, INKED)
    assert len(shape.points) == 10
    assert shape.points[0] == pytest.approx((10, 5))


def test_segments_that_follow_on_are_joined():
    assert segments_path([(0, 0, 1, 0), (1, 0, 1, 2), (5, 5, 6, 6)]) == "M0 0L1 0L1 2M5 5L6 6"
