"""What holds for every page: words for those who hear it, contrast, a focus that shows, width."""

import pytest

from tests.browser.addresses import PAGES
from tests.browser.looking import inaccessible, overflowing, pale, unmarked_stops

pytestmark = pytest.mark.browser

WIDTHS = {"telephone": (360, 640), "tablet": (768, 1024), "screen": (1600, 1000)}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everyone(page, watch, name):
    if name in ("error", "not there"):
        watch.expect("status of 4")
    page.goto(PAGES[name])
    if name.startswith("steps"):
        page.locator(".player-where:not(:empty)").wait_for()
    # What is still at work is looked at when it has finished.
    page.locator("main:not(:has(.progress))").wait_for()
    problems = {"without eyes": inaccessible(page)}
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    problems["all open"] = inaccessible(page)
    problems["without a mouse"] = unmarked_stops(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        problems[scheme] = pale(page)
    page.emulate_media(media="print", color_scheme="light")
    problems["printed"] = pale(page)
    page.emulate_media(media="screen")
    for device, (width, height) in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        problems[device] = overflowing(page)
    assert {where: found for where, found in problems.items() if found} == {}
