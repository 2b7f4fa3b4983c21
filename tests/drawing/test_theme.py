"""Light and dark: hues and contrasts stay, in files and in the rules of pages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import (
    Alphametic,
    Board,
    Chain,
    EverywayError,
    Hanoi,
    Komachi,
    MagicSquare,
    Permutations,
    Placement,
    Queens,
    RegionQueens,
    SnakeCube,
    Tour,
    draw,
)
from everyway.drawing import palette
from everyway.drawing.canvas import Canvas, Rectangle, Style
from everyway.drawing.palette import (
    ARROW,
    DARK_SQUARE,
    INK,
    LEAST_CONTRAST,
    LIGHT_SQUARE,
    LINE,
    PAPER,
    QUIET_INK,
    TOUR_LINE,
    contrast,
    luminance,
    region_colour,
)
from everyway.drawing.png import png
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK
from everyway.drawing.svg import svg
from everyway.drawing.theme import (
    check_theme,
    dark_of,
    dark_rules,
    follow_system,
    known_colours,
    page_rules,
)

SQUARES = [PAPER, LIGHT_SQUARE, DARK_SQUARE, *(region_colour(n) for n in range(500))]
COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def test_paper_is_dark_and_ink_is_light():
    assert luminance(dark_of(PAPER)) < 0.02
    assert luminance(dark_of(INK)) > 0.8
    assert dark_of("#000000") == "#ffffff"


@pytest.mark.parametrize("ink", [INK, QUIET_INK])
def test_letters_and_pieces_stand_out_in_the_dark(ink):
    assert min(contrast(dark_of(ink), dark_of(square)) for square in SQUARES) >= LEAST_CONTRAST


@pytest.mark.parametrize("colour", [REFUSED, FOUND, TAKEN_BACK, INK])
def test_marks_of_steps_stand_out_in_both(colour):
    for ground in (PAPER, LIGHT_SQUARE):
        assert contrast(colour, ground) >= LEAST_CONTRAST
        assert contrast(dark_of(colour), dark_of(ground)) >= LEAST_CONTRAST


@pytest.mark.parametrize("colour", [LINE, TOUR_LINE, ARROW, palette.WALL_HATCH])
def test_lines_and_arrows_stand_out_in_both(colour):
    # Of marks that are no text WCAG asks for 3.
    for ground in (PAPER, LIGHT_SQUARE):
        assert contrast(colour, ground) >= 3
        assert contrast(dark_of(colour), dark_of(ground)) >= 3


@given(COLOURS, COLOURS)
def test_contrasts_stay_what_they_were(one, other):
    if min(luminance(one), luminance(other)) < 0.01:
        return  # near black, which cannot become lighter than white
    light, dark = contrast(one, other), contrast(dark_of(one), dark_of(other))
    # Colours are rounded to 255 shades, which are coarse where it is dark.
    assert dark == pytest.approx(light, rel=0.06)


def paints(document):
    root = ElementTree.fromstring(document)
    found = {element.get(key) for element in root.iter() for key in ("fill", "stroke")}
    return {colour for colour in found if colour and colour.startswith("#")}


def test_a_dark_svg_has_dark_colours_alone():
    picture = draw(Queens(6), Queens(6).first())
    light, dark = picture.svg(), picture.svg("dark")
    assert paints(dark) == {dark_of(colour) for colour in paints(light)}
    assert re.sub("#[0-9a-f]{6}", "#", light) == re.sub("#[0-9a-f]{6}", "#", dark)
    assert picture.svg("light") == light


def test_an_svg_that_follows_the_system_says_so_for_every_colour():
    picture = draw(Queens(6), Queens(6).first())
    document = picture.svg("auto")
    root = ElementTree.fromstring(document)
    names = [child.tag.rpartition("}")[2] for child in root]
    assert names[:3] == ["title", "desc", "style"]
    rules = root[2].text
    assert rules.startswith("@media (prefers-color-scheme: dark) {")
    for colour in paints(picture.svg()):
        assert f'[fill="{colour}"]{{fill:{dark_of(colour)}}}' in rules
    assert paints(document) == paints(picture.svg())
    # What does not know the rule shows it light.
    assert "style" not in picture.svg()


def test_a_written_svg_can_be_made_to_follow_the_system():
    for picture in (draw(Queens(6)), draw(Hanoi(2), Hanoi(2).first())):
        assert follow_system(picture.svg()) == picture.svg("auto")
    bare = svg(Canvas(5, 5, "nothing"))
    assert follow_system(bare) == svg(Canvas(5, 5, "nothing"), theme="auto")


def test_animations_have_themes():
    picture = draw(Hanoi(1), Hanoi(1).first())
    assert paints(picture.moving(".svg", "dark").decode()) == {
        dark_of(colour) for colour in paints(picture.moving(".svg").decode())
    }
    assert b"prefers-color-scheme" in picture.moving(".svg", "auto")
    assert picture.moving(".gif", "dark") != picture.moving(".gif")


def test_a_dark_png_is_dark_to_its_edge():
    from PIL import Image

    canvas = Canvas(10, 10.3, "square")
    canvas.add(Rectangle(4, 4, 2, 2, Style(fill=INK)))
    image = Image.open(BytesIO(png(canvas, 40, "dark"))).convert("RGB")
    wanted = tuple(int(dark_of(PAPER)[k : k + 2], 16) for k in (1, 3, 5))
    corners = [(0, 0), (39, 0), (0, image.height - 1), (39, image.height - 1)]
    assert {image.getpixel(corner) for corner in corners} == {wanted}
    assert sum(image.getpixel((20, 20))) > 600


def test_what_is_no_theme_is_refused():
    picture = draw(Queens(4))
    for theme in ("Dark", "", None, "black"):
        with pytest.raises(EverywayError, match="no theme"):
            picture.svg(theme)
    with pytest.raises(EverywayError, match="only an SVG"):
        picture.png(100, "auto")
    with pytest.raises(EverywayError, match="only an SVG"):
        draw(Hanoi(1), Hanoi(1).first()).moving(".gif", "auto")
    assert check_theme("auto") == "auto"


@pytest.mark.parametrize(
    "puzzle",
    [
        Placement(Board(3, 4, holes="a1", walls="b2"), "queen", covering=True, fixed="d3"),
        Placement(Board(2, 2, 2), "rook"),
        RegionQueens(["AABB", "ACBB", "CCCD", "CDDD"]),
        Tour("5x5"),
        Chain("4x4", marks="2:right"),
        SnakeCube("T6", "2x2x2"),
        MagicSquare(3, centre=5),
        Hanoi(3),
        Alphametic("A + A = BA"),
        Komachi("123", 6, parentheses=True),
        Permutations("abc"),
    ],
    ids=lambda puzzle: puzzle.family,
)
def test_a_page_has_rules_for_every_colour_that_pictures_have(puzzle):
    known = known_colours()
    assert dark_rules(known, "figure ").count("figure ") == 2 * len(known)
    for document in (draw(puzzle).svg(), draw(puzzle, puzzle.first()).svg()):
        assert paints(document) <= set(known)


def test_a_page_is_dark_by_choice_or_by_the_system_and_never_on_paper():
    rules = page_rules()
    assert rules.count("{") == rules.count("}")
    system, chosen = rules.splitlines()[1:]
    assert system.startswith("@media screen and (prefers-color-scheme: dark)")
    assert ':root:not([data-colours="light"])' in system
    assert chosen.startswith('@media screen{:root[data-colours="dark"]')
    for rule in (f'[fill="{INK}"]{{fill:{dark_of(INK)}}}', f'[stroke="{INK}"]'):
        assert rule in system
        assert rule in chosen


def test_the_player_of_steps_is_dark_in_the_dark():
    from everyway.runs.tracing import trace

    assert page_rules() in trace(Hanoi(1)).to_html()
