"""The checks of this folder can fail: each finds what is wrong with a page that is wrong."""

import pytest

from tests.browser.looking import inaccessible, nameless, overflowing, pale, unmarked_stops

pytestmark = pytest.mark.browser

GOOD = """<!doctype html><html lang=en><title>Good</title><body>
<a href="#main">Skip</a><header>everyway</header><main id=main><h1>Puzzle</h1><h2>Question</h2>
<label>Size <input name=n></label><button>Count</button>
<svg role=img><title>A board</title><rect width=9 height=9 /></svg></main>"""

BAD = {
    "no language": ("<html lang=en>", "<html>"),
    "no title": ("<title>Good</title>", ""),
    "0 of h1": ("<h1>Puzzle</h1>", ""),
    "2 of h1": ("<h2>Question</h2>", "<h1>Question</h1>"),
    "0 of main": ("main", "div"),
    "level 3 after one of level 1": ("<h2>Question</h2>", "<h3>Question</h3>"),
    "does not skip": ('"#main"', '"/"'),
    "there twice": ("<button>", "<button id=main>"),
    "for leads nowhere": ("<button>", "<label for=nothing>x</label><button>"),
    "field without a label": ("<label>Size <input name=n></label>", "<input name=n>"),
    "button that says nothing": (">Count<", "><"),
    "link that says nothing": (">Skip<", "><"),
    "picture without words": ("<title>A board</title>", ""),
    "without words": ("<svg", "<img src='data:,'><svg"),
    "without a legend": ("<button>", "<fieldset></fieldset><button>"),
    "without headings": ("<button>", "<table><tr><td>1</table><button>"),
    "order of its own": ("<button>", "<button tabindex=2>"),
    "takes the focus": ("<button>", "<button aria-hidden=true>"),
}


@pytest.fixture
def blank(browser):
    context = browser.new_context(viewport={"width": 400, "height": 400})
    yield context.new_page()
    context.close()


def test_a_good_page_is_good(blank):
    blank.set_content(GOOD)
    assert inaccessible(blank) == pale(blank) == overflowing(blank) == unmarked_stops(blank) == []


def test_every_fault_is_seen(blank):
    for said, (good, bad) in BAD.items():
        assert good in GOOD
        blank.set_content(GOOD.replace(good, bad))
        assert said in "\n".join(inaccessible(blank)), said


def test_what_has_no_name_for_a_screen_reader_is_seen(blank):
    blank.set_content("<div role=slider tabindex=0></div>")
    assert nameless(blank) == ["no name for a slider"]


def test_pale_text_is_seen(blank):
    blank.set_content("<p style='color: #999'>pale</p><p style='color: oklch(0.3 0 0)'>dark</p>")
    (found,) = pale(blank)
    assert "pale" in found
    blank.set_content("<div style='background: #222'><p style='color: #333'>night</p></div>")
    assert len(pale(blank)) == 1


def test_what_is_too_wide_is_seen(blank):
    blank.set_content("<div style='width: 500px'>wide</div>")
    assert "508 wide in a window of 400" in overflowing(blank)[0]
    blank.set_content("<div style='overflow: auto'><pre style='width: 500px'>wide</pre></div>")
    assert overflowing(blank) == []


def test_a_focus_that_does_not_show_is_seen(blank):
    blank.set_content("<style>a { outline: none }</style><a href='/'>here</a>")
    assert len(unmarked_stops(blank)) == 1
