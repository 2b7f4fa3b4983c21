"""Light and dark: the same picture on white paper, or on dark, or as the reader's system says.

Pictures are drawn in light colours. A dark picture has each colour changed so that the contrast of
any two stays what it was, and their hues too; nothing has to be drawn twice.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import get_args
from xml.etree.ElementTree import Element

from everyway.core.errors import EverywayError
from everyway.core.family import Theme
from everyway.drawing import palette
from everyway.drawing.palette import luminance, region_colour

__all__ = [
    "THEMES",
    "Theme",
    "check_theme",
    "dark_of",
    "dark_rules",
    "known_colours",
    "page_rules",
    "put_theme",
]

THEMES: tuple[Theme, ...] = get_args(Theme)

NIGHT = 0.0085
"""The luminance of dark paper: not quite black, on which light letters would glare."""

NAMING = ("palette", "steps", "search_tree", "chart")
"""The modules that name colours."""

REGIONS_NAMED = 60
"""So many colours of regions are in a page's rules; a board needs a dozen."""


def check_theme(theme: object, *, still: bool = False) -> Theme:
    """Return *theme* if it is one, else raise ``EverywayError``; *still* pictures cannot change."""
    if theme not in THEMES:
        raise EverywayError("no theme of pictures:", text=theme, hint="one of " + ", ".join(THEMES))
    if still and theme == "auto":
        raise EverywayError(
            "only an SVG can be light or dark as the reader's system says", hint="choose one"
        )
    return theme


@lru_cache(maxsize=4096)
def dark_of(colour: str) -> str:
    """Return what *colour* is in the dark: of the same hue, light for dark and dark for light.

    The contrast of two colours is the ratio of their luminances, each plus 0.05. So dividing a
    constant by these keeps all contrasts; only black would become lighter than white, and is white.

    >>> dark_of("#ffffff"), dark_of("#1c2330")
    ('#171717', '#eaf1fe')
    """
    wanted = 1.05 * (NIGHT + 0.05) / (luminance(colour) + 0.05) - 0.05
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    # How far the colour is from grey stays: a tint of paper does not become a deep colour.
    chroma = saturation * (1 - abs(2 * lightness - 1))
    low, high = 0.0, 1.0
    for _ in range(24):
        middle = (low + high) / 2
        if luminance(_mixed(hue, middle, chroma)) < wanted:
            low = middle
        else:
            high = middle
    return _mixed(hue, high, chroma)


def _mixed(hue: float, lightness: float, chroma: float) -> str:
    room = 1 - abs(2 * lightness - 1)
    saturation = min(1.0, chroma / room) if room else 0.0
    parts = colorsys.hls_to_rgb(hue, lightness, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def colours_in(root: Element) -> list[str]:
    """Return the colours with which a document is painted, sorted."""
    found = {element.get(key, "") for element in root.iter() for key in ("fill", "stroke")}
    return sorted(colour for colour in found if colour.startswith("#"))


def put_theme(root: Element, theme: Theme) -> None:
    """Change a document, drawn in light colours, to *theme*."""
    if theme == "dark":
        for element in root.iter():
            for key in ("fill", "stroke"):
                colour = element.get(key, "")
                if colour.startswith("#"):
                    element.set(key, dark_of(colour))
    elif theme == "auto":
        style = Element("style")
        style.text = _system_rules(colours_in(root))
        # After the title and the description, which some readers look for first.
        places = [place for place, child in enumerate(root) if child.tag in ("title", "desc")]
        root.insert(max(places, default=-1) + 1, style)


def follow_system(document: str) -> str:
    """Return a light SVG *document*, as ``svg`` writes it, with the theme ``"auto"``."""
    colours = sorted(set(re.findall('(?:fill|stroke)="(#[0-9a-f]{6})"', document)))
    style = f"<style>{_system_rules(colours)}</style>"
    head = document.find("</desc>")
    place = document.find("</title>") + len("</title>") if head < 0 else head + len("</desc>")
    return f"{document[:place]}\n {style}{document[place:]}"


def _system_rules(colours: Iterable[str]) -> str:
    return f"@media (prefers-color-scheme: dark) {{{dark_rules(colours)}}}"


def dark_rules(colours: Iterable[str], scope: str = "") -> str:
    """Return rules of a style sheet that make pictures in these light colours dark.

    Attributes that say how a shape is painted yield to a style sheet. *scope* is a selector before
    each rule, such as ``":root[data-colours=dark] figure "``.
    """
    return "".join(
        f'{scope}[{key}="{colour}"]{{{key}:{dark_of(colour)}}}'
        for colour in colours
        for key in ("fill", "stroke")
    )


@lru_cache(maxsize=1)
def known_colours() -> tuple[str, ...]:
    """Return all colours that pictures have: those that drawing names, and those of regions."""
    named: set[str] = set()
    for module in NAMING:
        values = vars(import_module(f"everyway.drawing.{module}")).items()
        for value in (value for name, value in values if name.isupper()):
            several = value if isinstance(value, tuple) else (value,)
            named.update(v for v in several if isinstance(v, str) and v.startswith("#"))
    return tuple(sorted(named.union(region_colour(k) for k in range(REGIONS_NAMED))))


@lru_cache(maxsize=1)
def page_rules() -> str:
    """Return a style sheet that makes the pictures in a page dark on screen when the page is.

    A page is dark as the reader's system says, unless its root has the attribute ``data-colours``
    with ``"light"`` or ``"dark"``. On paper pictures stay light. ``--picture-paper`` is the colour
    on which they lie, for what stands around them.
    """
    paper = f"--picture-paper:{dark_of(palette.PAPER)}"
    rules = f'{paper};& svg[role="img"]{{{dark_rules(known_colours(), "& ")}}}'
    return (
        f":root{{--picture-paper:{palette.PAPER}}}\n"
        "@media screen and (prefers-color-scheme: dark)"
        f'{{:root:not([data-colours="light"]){{{rules}}}}}\n'
        f'@media screen{{:root[data-colours="dark"]{{{rules}}}}}\n'
    )
