"""The steps of a search as one file: gone through in both directions, without asking anybody."""

import pytest

from everyway import Alphametic, Hanoi, Queens, RegionQueens, Tour
from everyway.runs.tracing import trace
from tests.browser.conftest import Watch
from tests.browser.looking import inaccessible, overflowing, pale

pytestmark = pytest.mark.browser

PUZZLES = {
    "queens": Queens(5),
    "regions": RegionQueens(["AAAA", "ABBB", "CCDB", "CCDD"]),
    "tour": Tour("3x4", start="a1"),
    "letters": Alphametic("AB + BA = CC"),
    "Hanoi": Hanoi(3),
}


@pytest.fixture
def export(browser, tmp_path):
    """Return a function that writes the steps of a puzzle into a file and opens it."""
    watch = Watch(tmp_path.as_uri())
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    context.set_default_timeout(10_000)
    page = context.new_page()
    watch.look_at(page)

    def export(steps):
        path = tmp_path / "steps.html"
        path.write_text(steps.to_html(), "utf-8")
        page.goto(path.as_uri())
        return page

    yield export
    context.close()
    assert not (problems := watch.unexpected()), "\n".join(problems)
    assert len(watch.requests) == 1


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def shown(page):
    """Return the number of the step that is shown, its board as text, and its counters."""
    where, text, numbers = page.evaluate(
        """() => [
          document.querySelector(".player-where").innerText,
          document.querySelector(".player pre").textContent,
          [...document.querySelectorAll(".player-counters dd")].map((n) => n.innerText),
        ]"""
    )
    as_number = [int(text.replace(",", "")) for text in (where.split()[1], *numbers)]
    return as_number[0], text, as_number[1:]


def recorded(steps, place):
    """Return the same as ``shown`` from the recorded steps."""
    board = steps.drawing.text(steps[place])
    return place + 1, board, list(steps.counters(place).values())


@pytest.mark.parametrize("name", PUZZLES)
def test_steps_go_forward_and_back(export, name):
    steps = trace(PUZZLES[name])
    page = export(steps)
    for place in range(8):
        assert shown(page) == recorded(steps, place)
        button(page, "Forward").click()
    for place in range(8, 4, -1):
        assert shown(page) == recorded(steps, place)
        button(page, "Back").click()
    for place in range(4, 7):
        assert shown(page) == recorded(steps, place)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    assert shown(page) == recorded(steps, 0)
    assert button(page, "Back").is_disabled()


def test_solutions_are_one_step_apart(export):
    steps = trace(Queens(5))
    page = export(steps)
    places = [place for place, step in enumerate(steps) if step.kind == "solution"]
    assert len(places) == 10
    for place in places:
        button(page, "Next solution").click()
        page.locator(f"text=step {place + 1} of").wait_for()
        assert shown(page) == recorded(steps, place)
    button(page, "Next solution").click()
    page.locator("text=No solution after this step").wait_for()
    for place in reversed(places[:-1]):
        button(page, "Previous solution").click()
        page.locator(f"text=step {place + 1} of").wait_for()
        assert shown(page) == recorded(steps, place)


def test_the_scrubber_goes_anywhere(export):
    steps = trace(Queens(5))
    page = export(steps)
    scrub = page.get_by_role("slider", name="step", exact=True)
    scrub.fill("100")
    page.locator("text=step 100 of").wait_for()
    assert shown(page) == recorded(steps, 99)
    scrub.press("End")
    page.locator(f"text=step {len(steps)} of").wait_for()
    assert shown(page) == recorded(steps, len(steps) - 1)
    assert button(page, "Forward").is_disabled()


def test_it_plays_until_it_is_paused(export):
    page = export(trace(Queens(5)))
    page.keyboard.press("+")
    page.keyboard.press("+")
    button(page, "Play").click()
    page.wait_for_function("() => document.querySelector('.player').player.at > 10")
    button(page, "Pause").click()
    place = shown(page)[0]
    page.wait_for_timeout(400)
    assert shown(page)[0] == place


def test_the_search_tree_grows(export):
    page = export(trace(Queens(5)))
    page.locator(".player-tree svg").wait_for()
    few = page.locator(".player-tree .node").count()
    for _ in range(10):
        button(page, "Forward").click()
    assert page.locator(".player-tree .node").count() > few
    assert "nodes so far" in page.locator(".player-tree").get_attribute("aria-label")


def test_it_is_for_everyone(export):
    page = export(trace(Queens(5)))
    # A file of one page has no header, and nothing to skip.
    allowed = ("0 of header", "the first link does not skip")
    assert [p for p in inaccessible(page) if not p.startswith(allowed)] == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert pale(page) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert overflowing(page) == []
