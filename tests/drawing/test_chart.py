"""Charts: lengths on a logarithmic scale, numbers on the bars, marks that tell lines apart."""

import math
from itertools import pairwise

import pytest

from everyway.drawing.canvas import Circle, Polyline, Rectangle, Text
from everyway.drawing.chart import (
    AREA,
    BAR,
    CURVE_COLOURS,
    DASHES,
    GRID_LINE,
    MARKS,
    TIMES,
    Bar,
    Curve,
    Point,
    Scale,
    bar_chart,
    growth_chart,
    power_text,
    times_texts,
)
from everyway.drawing.chart_text import bar_lines, cut, table
from everyway.drawing.palette import LEAST_CONTRAST, PAPER, QUIET_INK, contrast
from everyway.drawing.svg import svg

BARS = [
    Bar("generate", 40320, "40,320", "generate and test"),
    Bar("plain", 2056, "2,056", "backtracking"),
    Bar("slow", 5000, "over 5,000", "stopped", more=True),
    Bar("theory", 0, "0", "theorem"),
]
CURVES = [
    Curve("generate", tuple(Point(n, math.factorial(n), n == 8) for n in range(4, 9))),
    Curve("plain", tuple(Point(n, 4**n) for n in range(4, 9))),
]


def texts(canvas):
    return [shape.text for shape in canvas.shapes if isinstance(shape, Text)]


def dots(canvas):
    return [s for s in canvas.shapes if isinstance(s, Circle)]


@pytest.mark.parametrize("value", [1e-5, 0.0012, 0.5, 1, 10, 999, 1000, 12345.0, 1e15, 10**40])
def test_a_scale_holds_every_value_with_some_length(value):
    scale = Scale.around([value, 3 * value])
    assert 0 < scale.part(value) < scale.part(3 * value) <= 1


@pytest.mark.parametrize("values", [[], [0], [0, 0], [-1]])
def test_a_scale_of_nothing(values):
    scale = Scale.around(values)
    assert (scale.low, scale.high) == (0, 1)
    assert scale.part(0) == 0


def test_ticks_are_not_too_many():
    assert Scale(-4, 2).ticks() == [-4, -3, -2, -1, 0, 1, 2]
    assert len(Scale(0, 300).ticks()) <= 9


def test_dots_stand_at_their_logarithms_and_nothing_is_as_long_as_a_value():
    canvas = bar_chart(BARS, "nodes")
    first, second = dots(canvas)[:2]
    scale = Scale.around([bar.value for bar in BARS])
    # Each power of ten is as far as the next.
    step = AREA / (scale.high - scale.low)
    assert first.x - second.x == pytest.approx(step * math.log10(40320 / 2056))
    # The scale has no zero: a bar from its foot would make 20 times look like 5 times.
    assert not [s for s in canvas.shapes if isinstance(s, Rectangle | Polyline)]


def test_values_have_labels_notes_numbers_and_how_many_times_the_least_they_are():
    shown = texts(bar_chart(BARS, "nodes"))
    for bar in BARS:
        assert {bar.label, bar.note, bar.text} <= set(shown)
    assert {"nodes", TIMES, "19.6", "1", "over 2.43"} <= set(shown)
    assert power_text(4) in shown
    assert times_texts(BARS) == ["19.6", "1", "over 2.43", ""]
    assert times_texts([Bar("a", 3, "over 3", more=True)]) == [""]


def test_a_value_that_is_greater_has_a_hollow_dot_and_nothing_has_none():
    fills = [dot.style.fill for dot in dots(bar_chart(BARS, "nodes"))]
    assert fills == [BAR, BAR, PAPER]


@pytest.mark.parametrize("canvas", [bar_chart(BARS, "nodes"), growth_chart(CURVES, "nodes")])
def test_all_is_on_the_sheet_and_said_in_words(canvas):
    assert canvas.title == "nodes"
    for word in ("generate", "plain", "40,320"):
        assert word in canvas.description
    assert svg(canvas).count("<title>") == 1
    for shape in canvas.shapes:
        if isinstance(shape, Text):
            assert 0 <= shape.x <= canvas.width
            assert 0 <= shape.y <= canvas.height
        elif isinstance(shape, Rectangle):
            assert shape.x + shape.width <= canvas.width


def test_nothing_at_all_can_be_drawn():
    assert bar_chart([], "nothing").title == "nothing"
    assert growth_chart([], "nothing").title == "nothing"
    assert growth_chart([Curve("one", (Point(4, 7),))], "one").title == "one"


def test_colours_have_contrast_enough():
    for colour in (*CURVE_COLOURS, BAR, QUIET_INK):
        assert contrast(colour, PAPER) >= LEAST_CONTRAST
    assert contrast(GRID_LINE, PAPER) < 2  # lines of the scale stay behind


def test_lines_differ_by_more_than_colour():
    looks = {(k % len(MARKS), k % len(DASHES)) for k in range(40)}
    assert len(looks) == 40
    lines = [Curve(str(k), (Point(1, k + 1), Point(2, k + 2))) for k in range(12)]
    canvas = growth_chart(lines, "many")
    strokes = [s for s in canvas.shapes if isinstance(s, Polyline) and s.style.width == 1.8]
    assert len({(s.style.stroke, s.style.dashes) for s in strokes}) == 12


def test_a_mark_is_hollow_where_more_is_needed():
    canvas = growth_chart(CURVES, "nodes")
    marks = [s for s in canvas.shapes if isinstance(s, Circle) and s.radius == 4.5]
    hollow = [mark for mark in marks if mark.style.fill == PAPER]
    assert len(hollow) == 2  # the point, and the one that explains it
    assert "hollow: or more" in texts(canvas)
    assert "hollow: or more" not in texts(growth_chart(CURVES[1:], "nodes"))


def test_points_lie_from_left_to_right_and_upwards():
    canvas = growth_chart(CURVES[1:], "nodes")
    squares = [s for s in canvas.shapes if isinstance(s, Circle) and s.radius == 4.5]
    places = [(s.x, s.y) for s in squares][:5]
    assert places == sorted(places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)
    # Four times as much at each step: a straight line.
    steps = {round(y - below, 6) for (_, below), (_, y) in pairwise(places)}
    assert len(steps) == 1


def test_the_legend_stands_in_the_order_of_the_ends():
    down = [Curve("low", (Point(1, 9), Point(2, 1))), Curve("high", (Point(1, 1), Point(2, 9)))]
    shown = texts(growth_chart(down, "x"))
    assert shown.index("high") < shown.index("low")


# --- as text ---


def test_dots_of_text_fit_and_show_their_kind():
    lines = bar_lines(BARS, "nodes", 70)
    assert max(map(len, lines)) <= 70
    assert lines[0].endswith(TIMES)
    assert "●" in lines[1]
    assert lines[1].endswith(" 19.6")
    assert "○" in lines[3]
    assert "●" not in lines[3]
    assert lines[3].endswith("over 5,000        over 2.43")
    assert lines[4].split() == ["theory", "0"]


def test_a_power_of_ten_ends_where_its_dot_stands():
    head, thousand, hundred = bar_lines([Bar("a", 1000, ""), Bar("b", 100, "")], "x", 60)
    assert thousand.index("●") == head.index("1,000") + len("1,000") - 1
    assert hundred.index("●") in (head.index("100") + 2, head.index("100") + 1)


def test_tables_are_aligned_and_cut():
    lines = table(["n", "name"], [["1", "a"], ["100", "a long name"]], "rl", 12)
    assert lines == ["  n  name", "  1  a", "100  a long…"]
    assert cut("abc", 3) == "abc"
