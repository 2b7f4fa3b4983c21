import sys
import xml.etree.ElementTree as ElementTree
from io import BytesIO

import pytest
from PIL import Image

from everyway import EverywayError
from everyway.drawing.animation import gif, moving_svg
from everyway.drawing.canvas import Canvas, Rectangle, Style

NAME = "{http://www.w3.org/2000/svg}"


def steps(number=3):
    canvases = []
    for k in range(number):
        canvas = Canvas(30, 10, f"step {k}")
        canvas.add(Rectangle(10 * k, 0, 10, 10, Style(fill="#204060")))
        canvases.append(canvas)
    return canvases


def test_a_gif_has_every_step_for_its_time():
    image = Image.open(BytesIO(gif(steps(), seconds=0.25, width=60)))
    assert image.format == "GIF"
    assert image.size == (60, 20)
    assert image.n_frames == 3
    assert image.info["loop"] == 0
    for k in range(3):
        image.seek(k)
        assert image.info["duration"] == 250
        frame = image.convert("RGB")
        dark = [x for x in (10, 30, 50) if max(frame.getpixel((x, 10))) < 120]
        assert dark == [10 + 20 * k]


def test_a_gif_that_plays_once():
    assert "loop" not in Image.open(BytesIO(gif(steps(), forever=False))).info


def test_a_gif_is_the_same_every_time():
    assert gif(steps()) == gif(steps())


def test_a_gif_without_pillow(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(EverywayError, match="pip install pillow"):
        gif(steps())


@pytest.mark.parametrize("forever", [True, False])
def test_a_moving_svg_shows_one_step_at_a_time(forever):
    root = ElementTree.fromstring(moving_svg(steps(4), seconds=0.5, forever=forever))
    assert root[0].text == "step 0"
    groups = root.findall(NAME + "g")
    assert [group.get("visibility") for group in groups] == [None, "hidden", "hidden", "hidden"]
    tracks = []
    for group in groups:
        move = group.find(NAME + "animate")
        assert move.get("dur") == "2s"
        assert move.get("calcMode") == "discrete"
        assert move.get("repeatCount") == ("indefinite" if forever else "1")
        tracks.append(move.get("values").split(";"))
    for k in range(4):
        assert [track[k] for track in tracks].count("visible") == 1
        assert tracks[k][k] == "visible"


def test_one_step_is_enough():
    assert Image.open(BytesIO(gif(steps(1)))).size == (480, 160)
    ElementTree.fromstring(moving_svg(steps(1)))


@pytest.mark.parametrize("make", [gif, moving_svg])
def test_what_cannot_be_animated(make):
    with pytest.raises(EverywayError, match="at least one"):
        make([])
    with pytest.raises(EverywayError, match=r"number 4.*30 x 11.*30 x 10"):
        make([*steps(), Canvas(30, 11)])
    for seconds in (0, -1, float("nan"), 1e9):
        with pytest.raises(EverywayError, match="seconds"):
            make(steps(), seconds=seconds)
