"""Solutions as pictures that load as one scrolls, never all at once."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from everyway import Queens
from tests.browser.addresses import at

pytestmark = pytest.mark.browser

PAGE = 24
ALL = 14200


def items(page):
    return page.locator("ol.gallery > li:has(figure)").count()


def more(page, number):
    """Wait until more than *number* solutions are there."""
    page.wait_for_function(
        "(n) => document.querySelectorAll('ol.gallery > li figure').length > n", arg=number
    )


def to_the_end(page):
    """Scroll to the end of the page and wait until more is there."""
    before = items(page)
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    more(page, before)


def pages_asked(watch):
    """Return from which places of the list something was asked for: 0 for the first page."""
    asked = [urlsplit(url) for url in watch.requests if "/gallery" in url]
    return {int(parse_qs(url.query).get("from", ["0"])[0]) for url in asked}


def settled(page):
    """Wait until nothing more comes by itself; return how many solutions are there."""
    there = -1
    while there != (there := items(page)):
        page.wait_for_timeout(1000)
    return there


def test_a_long_list_is_loaded_only_as_far_as_one_scrolls(page, watch):
    page.goto(at("/gallery", "queens 12"))
    more(page, 0)
    # A busy machine sends shorter pages, and then perhaps two of them fill the window.
    first = settled(page)
    assert first <= 2 * PAGE
    assert max(pages_asked(watch)) < first
    for _ in range(4):
        to_the_end(page)
    there = settled(page)
    assert first + 4 <= there <= 10 * PAGE
    assert max(pages_asked(watch)) < there
    assert page.locator("svg").count() <= there + 2


def test_any_place_of_the_list_can_be_gone_to(page):
    page.goto(at("/gallery", "queens 12", **{"from": ALL - 10}))
    page.locator("li.end").wait_for()
    assert items(page) == 10
    assert str(ALL) in page.locator("li.end").inner_text()
    page.locator("a[rel=prev]").click()
    more(page, 0)
    assert page.locator("ol.gallery").get_attribute("start") == str(ALL - 10 - PAGE + 1)


def test_solutions_are_in_their_order_and_each_once(page):
    page.goto(at("/gallery", "queens 8"))
    while page.locator("li.end").count() == 0:
        to_the_end(page)
    assert items(page) == 92
    links = page.locator("ol.gallery figcaption a").evaluate_all("(all) => all.map((a) => a.href)")
    assert len(set(links)) == 92
    data = [
        tuple(int(n) for n in re.search(r"solution=([\d%2C,]+)", url)[1].split("%2C"))
        for url in links
    ]
    assert data == [tuple(q.data) for q in Queens(8).solutions()]


def test_one_of_each_class_and_those_on_a_square(page):
    page.goto(at("/gallery", "queens 8"))
    page.get_by_role("checkbox", name=re.compile("symmetry")).check()
    page.get_by_role("button", name="Show").click()
    page.locator("li.end").wait_for()
    assert items(page) == 12
    page.goto(at("/gallery", "queens 8", square="d4"))
    page.locator("li.end").wait_for()
    assert items(page) == sum("d4" in q.squares for q in Queens(8).solutions())


def test_without_script_there_is_a_link_to_more(open_page):
    page = open_page(java_script_enabled=False)
    page.goto(at("/gallery", "queens 8"))
    seen = set()
    for _ in range(92):
        seen.update(page.locator("figcaption a").all_inner_texts())
        more = page.locator("a[rel=next]")
        if more.count() == 0:
            break
        more.click()
    assert len(seen) == 92
