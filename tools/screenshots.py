"""Take the pictures of the page for the documentation: docs/images/page-*.png.

``make screenshots`` runs it. The pictures come from the page as it is served, with real answers.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

from docblocks import ROOT, make_environment
from served import browsing, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = ROOT / "docs" / "images"
DESK = (1000, 1000)
PHONE = (390, 900)
"""Widths, and the greatest heights: what is shorter is shown as high as it is."""

COLOURS = 64
"""Enough for a page of few colours; each picture then takes some ten kilobytes."""


def pictured(page: Page) -> None:
    """Wait until all pictures are there."""
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")


def listed(page: Page) -> None:
    """Wait until the gallery has something to show."""
    page.locator(".gallery figure").first.wait_for()


def answered(page: Page) -> None:
    """Wait until the answer is there."""
    page.locator(".answer").wait_for()


def measured(page: Page) -> None:
    """Wait until all methods have been measured."""
    page.get_by_role("link", name="Measure again").wait_for()


def under_way(page: Page) -> None:
    """Wait until a run has something to tell."""
    page.locator(".facts", has_text=" nodes").wait_for()


def playing(page: Page) -> None:
    """Wait until the player shows the step."""
    page.locator(".player-where:not(:empty)").wait_for()


def painting(page: Page) -> None:
    """Choose the tool that paints regions."""
    page.locator(".tools").get_by_text("Region", exact=True).click()


@dataclass(frozen=True)
class Shot:
    """A picture to take: its name, the page, what to do there first, and how it looks."""

    name: str
    path: str
    first: Callable[[Page], None] = pictured
    window: tuple[int, int] = DESK
    scheme: Literal["light", "dark"] = "light"


def at(path: str, **fields: object) -> str:
    """Return the address of a page within the site."""
    return f"{path}?{urlencode(fields)}" if fields else path


REGIONS = (ROOT / "examples" / "region_queens_8x8.txt").read_text("utf-8")
CLASSIC = at("/compare", puzzle="queens 8", question="count", engine="generate,plain", go=1)

SHOTS = [
    Shot("start", "/"),
    Shot("set-up", at("/puzzle", puzzle=REGIONS), painting),
    Shot("run", at("/answer", puzzle="queens 14", question="count", engine="plain"), under_way),
    Shot("answer", at("/answer", puzzle=REGIONS, question="unique"), answered, scheme="dark"),
    Shot("gallery", at("/gallery", puzzle="queens 8", up_to="symmetry"), listed),
    Shot("steps", at("/trace", puzzle="queens 6", step=60), playing),
    Shot("methods", CLASSIC, measured),
    Shot("sheet", at("/sheet", puzzle="SEND + MORE = MONEY")),
    Shot("phone", at("/puzzle", puzzle="hanoi 4"), window=PHONE),
]


def take(browser: Browser, address: str, shot: Shot) -> bytes:
    """Return the picture as PNG, in few colours."""
    from PIL import Image

    width, height = shot.window
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme=shot.scheme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(shot.path)
    shot.first(page)
    long = page.evaluate("() => document.body.getBoundingClientRect().bottom")
    page.set_viewport_size({"width": width, "height": min(height, int(long))})
    page.evaluate("() => window.scrollTo(0, 0)")
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    context.close()
    small = io.BytesIO()
    few = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    """Take every picture anew."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = make_environment(folder / "home")
        with served(folder, environment=environment) as site, browsing() as browser:
            for shot in SHOTS:
                path = IMAGES / f"page-{shot.name}.png"
                path.write_bytes(take(browser, site.address, shot))
                print(f"wrote {path.name}, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
