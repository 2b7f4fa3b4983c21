import subprocess
import sys
from io import BytesIO

import pytest
from PIL import Image

from everyway import EverywayError
from everyway.drawing.canvas import Canvas, Rectangle, Style, Text
from everyway.drawing.png import png


def decode(data):
    return Image.open(BytesIO(data)).convert("RGB")


def half_black():
    canvas = Canvas(20, 10)
    canvas.add(Rectangle(0, 0, 10, 10, Style(fill="#000000")))
    return canvas


@pytest.mark.parametrize("width", [1, 7, 200, 481])
def test_width_is_as_asked(width):
    image = decode(png(half_black(), width))
    assert image.size == (width, max(1, round(width / 2)))


def test_shapes_are_where_they_should_be():
    image = decode(png(half_black(), 40))
    assert image.getpixel((5, 5)) == (0, 0, 0)
    assert image.getpixel((35, 15)) == (255, 255, 255)


def test_letters_come_out_without_fonts(monkeypatch):
    import resvg_py

    asked = []
    render = resvg_py.svg_to_bytes

    def without_fonts(**options):
        asked.append(options["skip_system_fonts"])
        return render(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_fonts)
    canvas = Canvas(40, 20)
    canvas.add(Text(20, 10, "a8", 12))
    assert min(decode(png(canvas, 80)).convert("L").tobytes()) < 100
    assert asked == [True]
    canvas.add(Text(20, 10, "ж", 12))
    png(canvas, 80)
    assert asked == [True, False]


def test_extreme_shapes():
    assert decode(png(Canvas(100_000, 10), 100)).size == (100, 1)
    with pytest.raises(EverywayError, match="too large a picture"):
        png(Canvas(10, 10_000_000), 480)


@pytest.mark.parametrize("width", [0, -1, 2.5, True, "480"])
def test_what_is_no_width(width):
    with pytest.raises(EverywayError, match="width"):
        png(half_black(), width)


def test_without_resvg(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(EverywayError, match="pip install resvg-py"):
        png(half_black())


def test_resvg_and_pillow_are_imported_only_when_needed():
    code = (
        "import sys, everyway.drawing.animation, everyway.families.placement.drawing\n"
        "print([name for name in ('resvg_py', 'PIL', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
