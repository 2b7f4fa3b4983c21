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
DESK = (1000, 720)
PHONE = (390, 780)
COLOURS = 64
"""Enough for a page of few colours; each picture then takes some ten kilobytes."""


def stay(page: Page) -> None:
    """Do nothing more before the picture is taken."""


@dataclass(frozen=True)
class Shot:
    """A picture to take: its name, the page, what to do there first, and how it looks."""

    name: str
    path: str
    first: Callable[[Page], None] = stay
    window: tuple[int, int] = DESK
    scheme: Literal["light", "dark"] = "light"


def at(path: str, **fields: object) -> str:
    """Return the address of a page within the site."""
    return f"{path}?{urlencode(fields)}" if fields else path


SHOTS = [
    Shot("start", "/"),
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
    page.wait_for_load_state("networkidle")
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
