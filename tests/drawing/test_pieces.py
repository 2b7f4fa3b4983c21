from io import BytesIO

import pytest
from PIL import Image, ImageChops

from everyway.drawing.canvas import Canvas, Text
from everyway.drawing.palette import DARK_SQUARE
from everyway.drawing.pieces import piece
from everyway.drawing.png import png

DRAWN = ["queen", "king", "rook", "bishop", "knight", "star"]


def image(name, letter="X"):
    canvas = Canvas(100, 100, background=DARK_SQUARE)
    canvas.add(piece(name, 50, 50, 100, letter))
    return Image.open(BytesIO(png(canvas, 100))).convert("L")


@pytest.mark.parametrize("name", [*DRAWN, "amazon"])
def test_pieces_fill_their_square_evenly(name):
    dark = image(name).point(lambda grey: 255 if grey < 128 else 0)
    left, top, right, bottom = dark.getbbox()
    assert 5 <= left <= 32
    assert 5 <= top <= 25
    assert abs(left - (100 - right)) <= 8
    assert abs(top - (100 - bottom)) <= 8
    assert 0.1 < sum(dark.histogram()[128:]) / 10_000 < 0.5


def test_pieces_look_different():
    images = [image(name) for name in DRAWN] + [image("amazon", "A"), image("camel", "C")]
    for k, one in enumerate(images):
        for other in images[:k]:
            assert ImageChops.difference(one, other).getbbox() is not None


def test_other_pieces_are_discs_with_their_letter():
    disc, letter = piece("camel", 10, 20, 48, "C").shapes
    assert isinstance(letter, Text)
    assert letter.text == "C"
    assert (letter.x, letter.y) == (disc.x, disc.y) == (50, 50)
