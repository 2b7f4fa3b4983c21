"""The look of the page: contrast of its colours, boards as in the pictures, no inline code."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from everyway.drawing import palette
from everyway.drawing.palette import contrast

WEB = files("everyway.web")
STYLE = (WEB / "static" / "style.css").read_text(encoding="utf-8")
EDITOR = (WEB / "static" / "editor.css").read_text(encoding="utf-8")
VARIABLE = re.compile(r"--([a-z-]+): (#[0-9a-f]{6});")

TEXT = [
    ("ink", "paper"), ("ink", "sheet"), ("ink", "tint"), ("ink", "mark"), ("ink", "wrong-tint"),
    ("quiet", "paper"), ("quiet", "sheet"), ("accent", "paper"), ("accent", "sheet"),
    ("on-accent", "accent"), ("wrong", "paper"), ("wrong", "sheet"),
]  # fmt: skip
"""Pairs of a text's colour and what lies behind it."""

SHAPES = [("edge", "paper"), ("edge", "sheet"), ("focus", "paper"), ("focus", "sheet")]
"""Pairs of a border's or a mark's colour and what lies beside it: 3 is enough (WCAG 1.4.11)."""


def colours(start: str) -> dict[str, str]:
    """Return the variables of the block that begins with *start*."""
    block = STYLE[STYLE.index(start) :]
    return dict(VARIABLE.findall(block[: block.index("}")]))


LIGHT = colours(":root {")
DARK = colours(':root:not([data-colours="light"]) {')
CHOSEN = colours(':root[data-colours="dark"] {')


def test_dark_is_dark_whoever_asks_for_it() -> None:
    assert set(DARK) == set(LIGHT)
    assert DARK == CHOSEN


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("one", "other"), TEXT)
def test_text_has_contrast_enough(theme: dict[str, str], one: str, other: str) -> None:
    assert contrast(theme[one], theme[other]) >= palette.LEAST_CONTRAST


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("one", "other"), SHAPES)
def test_borders_and_marks_are_seen(theme: dict[str, str], one: str, other: str) -> None:
    assert contrast(theme[one], theme[other]) >= 3


def test_the_board_has_the_colours_of_the_pictures() -> None:
    board = dict(VARIABLE.findall(EDITOR))
    assert board["square-light"] == palette.LIGHT_SQUARE
    assert board["square-dark"] == palette.DARK_SQUARE
    assert board["wall"] == palette.WALL
    assert board["wall-hatch"] == palette.WALL_HATCH
    assert board["board-ink"] == palette.INK
    assert board["board-quiet"] == palette.QUIET_INK
    found = dict(re.findall(r"region-([0-9]+) \{ background: (#[0-9a-f]{6}); \}", EDITOR))
    assert found == {str(n): colour for n, colour in enumerate(palette.REGION_COLOURS)}


def test_marks_are_seen_on_every_square() -> None:
    squares = [palette.LIGHT_SQUARE, palette.DARK_SQUARE, *palette.REGION_COLOURS]
    for square in squares:
        assert contrast(palette.QUIET_INK, square) >= palette.LEAST_CONTRAST
        assert contrast(dict(VARIABLE.findall(EDITOR))["board-focus"], square) >= 3


TEMPLATES = [
    template
    for folder in (WEB / "templates", WEB / "templates" / "editor")
    for template in folder.iterdir()
    if template.name.endswith(".html")
]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: str(template.name))
def test_no_template_has_code_or_style_that_the_policy_forbids(template: object) -> None:
    whole = template.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    # What stands between braces is the template's own and is not sent.
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", whole, flags=re.DOTALL)
    assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=|javascript:", text)
    # Data within a page is no code.
    data = 'type="application/json"'
    assert all("src=" in tag or data in tag for tag in re.findall(r"<script[^>]*>", text))
    assert not re.search(r"(src|href|action)=[\"']?(https?:)?//", text)


def test_nothing_scrolls_on_paper() -> None:
    """What has a box that scrolls on the screen is given room, or wrapped, where it is printed."""
    printed = (WEB / "static" / "print.css").read_text(encoding="utf-8")
    sheets = [STYLE, EDITOR, (WEB / "static" / "pages.css").read_text(encoding="utf-8")]
    rules = [rule for sheet in sheets for rule in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet)]
    scrolling = {
        part.strip()
        for selectors, what in rules
        if re.search(r"overflow(-x)?: auto|-webkit-line-clamp", what)
        for part in re.sub(r"/\*.*?\*/", "", selectors, flags=re.DOTALL).split(",")
    }
    hidden = {".scroll", "dialog", ".paste"}  # the editor and its boxes are not printed
    assert {"pre", "figure", ".drawn"} <= scrolling
    for selector in scrolling - hidden:
        rule = rf"(^|[,}}/]\s*){re.escape(selector)}\s*[,{{][^}}]*overflow: visible"
        assert re.search(rule, printed, flags=re.MULTILINE), selector
    assert re.search(r"(^|, )\.drawn[^}]*max-height: none[^}]*white-space: pre-wrap", printed, re.M)
