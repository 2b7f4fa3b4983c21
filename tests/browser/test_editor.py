"""Puzzles set up by hand, by mouse and by keyboard, and what is then asked about them."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from everyway import Alphametic, Board, Placement, RegionQueens, load
from everyway.families.line import puzzle_from_anything
from tests.browser.addresses import REGIONS, at

pytestmark = pytest.mark.browser

QUEENS = Placement(Board(8, 8), "queen", number=8, fixed=["d4"])


def square(page, name):
    return page.locator(f"[data-square='{name}']")


def tool(page, name):
    page.locator(".tools").get_by_text(name, exact=True).click()


def puzzle_in_address(page):
    return puzzle_from_anything(parse_qs(urlsplit(page.url).query)["puzzle"][0])


def becomes(page, puzzle):
    """Wait until the address holds *puzzle*."""
    for _ in range(100):
        if puzzle_in_address(page) == puzzle:
            return
        page.wait_for_timeout(50)
    assert puzzle_in_address(page) == puzzle


def ask(page, question="How many"):
    page.get_by_role("radio", name=re.compile(question)).check()
    page.get_by_role("button", name="Answer", exact=True).click()
    return page.locator(".answer .value").inner_text()


# --- boards ---


def test_eight_queens_one_of_them_fixed_by_hand(page):
    page.goto("/")
    page.get_by_role("link", name=re.compile("Eight queens")).click()
    square(page, "d4").click()
    becomes(page, QUEENS)
    assert "queen" in square(page, "d4").get_attribute("aria-label")
    assert re.search(rf"\b{QUEENS.count()}\b", ask(page))


def test_what_was_done_is_undone_and_done_again(page):
    page.goto(at("/puzzle", "queens 8"))
    free = Placement(Board(8, 8), "queen", number=8)
    square(page, "d4").click()
    becomes(page, QUEENS)
    page.get_by_role("button", name="Undo").click()
    becomes(page, free)
    assert page.get_by_role("button", name="Undo").is_disabled()
    assert "queen" not in square(page, "d4").get_attribute("aria-label")
    page.get_by_role("button", name="Redo").click()
    becomes(page, QUEENS)
    square(page, "d4").focus()
    page.keyboard.press("Control+z")
    becomes(page, free)
    page.keyboard.press("Control+Shift+z")
    becomes(page, QUEENS)
    square(page, "d4").click()
    becomes(page, free)


def test_holes_and_walls_are_painted_in_one_stroke(page):
    page.goto(at("/puzzle", "rooks 4x4"))
    tool(page, "Hole")
    square(page, "a1").hover()
    page.mouse.down()
    for name in ("b1", "c1"):
        square(page, name).hover()
    page.mouse.up()
    tool(page, "Wall")
    square(page, "b3").click()
    becomes(page, Placement(Board(4, 4, holes=["a1", "b1", "c1"], walls=["b3"]), "rook"))
    tool(page, "Clear")
    square(page, "b1").click()
    becomes(page, Placement(Board(4, 4, holes=["a1", "c1"], walls=["b3"]), "rook"))


def test_regions_are_painted(page):
    page.goto(at("/puzzle", "queens 2x2"))
    tool(page, "Region")
    square(page, "a2").click()
    page.locator(".region-tools").get_by_text("B (new)").click()
    for name in ("b2", "b1", "a1"):
        square(page, name).click()
    page.get_by_role("button", name="One in each row, column and region").click()
    becomes(page, RegionQueens(["AB", "BB"]))


def test_sizes_and_axes_change(page):
    page.goto(at("/puzzle", "queens 4x4"))
    field = page.get_by_label("columns", exact=True)
    field.fill("6")
    field.press("Enter")
    becomes(page, Placement(Board(4, 6), "queen"))
    assert page.locator("[data-square]").count() == 24
    page.get_by_role("button", name="Add an axis").click()
    page.locator(".board-grid").nth(1).wait_for()
    assert puzzle_in_address(page).board.shape[-2:] == (4, 6)


def test_the_keyboard_alone_sets_up_and_asks(page):
    page.goto(at("/puzzle", "queens 8"))
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('[data-square]')"):
            break
    # From whichever square the way leads in, to d4.
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowDown")
    for key in ["ArrowRight"] * 3 + ["ArrowUp"] * 3:
        page.keyboard.press(key)
    page.keyboard.press("Space")
    becomes(page, QUEENS)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent.trim() === 'Answer'"):
            break
    page.keyboard.press("Enter")
    answer = page.locator(".answer .value").inner_text()
    assert re.search(rf"\b{QUEENS.count()}\b", answer)


def test_the_address_holds_the_puzzle(open_page, page):
    page.goto(at("/puzzle", "queens 8"))
    square(page, "d4").click()
    becomes(page, QUEENS)
    other = open_page()
    other.goto(page.url)
    assert "queen" in square(other, "d4").get_attribute("aria-label")
    page.reload()
    assert "queen" in square(page, "d4").get_attribute("aria-label")


# --- pasted, dropped, from a file ---


def test_a_region_puzzle_is_pasted_and_is_unique(page):
    page.goto("/")
    page.locator("#paste").fill(REGIONS)
    page.get_by_role("button", name="Open").click()
    page.locator("[data-square]").first.wait_for()
    assert puzzle_in_address(page) == RegionQueens(REGIONS.split())
    assert re.search("only|exactly one|unique", ask(page, "exactly one"), re.I)
    assert page.locator(".gallery svg desc").text_content().count("[Q]") == 4


def test_a_file_is_opened(page, tmp_path):
    path = tmp_path / "queens.toml"
    path.write_text(QUEENS.to_toml(), "utf-8")
    page.goto("/")
    page.locator("#paste-file").set_input_files(path)
    page.locator("[data-square]").first.wait_for()
    assert puzzle_in_address(page) == QUEENS


def test_a_file_is_dropped(page):
    page.goto("/")
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "queens.toml", { type: "text/plain" }));
          const drop = { dataTransfer: data, bubbles: true, cancelable: true };
          document.querySelector("main").dispatchEvent(new DragEvent("drop", drop));
        }""",
        QUEENS.to_toml(),
    )
    page.locator("[data-square]").first.wait_for()
    assert puzzle_in_address(page) == QUEENS


def test_what_is_pasted_and_cannot_be_taken_stays_there(page, watch):
    watch.expect("status of 4")
    page.goto("/")
    page.locator("#paste").fill("quens 8")
    page.get_by_role("button", name="Open").click()
    page.locator("#paste-error:not(:empty)").wait_for()
    assert "quens" in page.locator("#paste-error").inner_text()
    assert page.locator("#paste").input_value() == "quens 8"
    assert urlsplit(page.url).path == "/"


# --- texts ---


def test_an_alphametic_says_where_it_is_mistyped(page, watch):
    watch.expect("status of 4")
    page.goto(at("/puzzle", "SEND + MORE = MONEY"))
    field = page.get_by_role("textbox", name=re.compile("equation|text|puzzle", re.I)).first
    field.fill("SEND + MORE = = MONEY")
    error = page.locator("#editor-error")
    page.locator("#editor-error:not(:empty)").wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    excerpt = error.locator(".excerpt")
    assert excerpt.inner_text() == "SEND + MORE = = MONEY"
    assert excerpt.locator("mark").inner_text() == "="
    before = excerpt.evaluate("(code) => code.firstChild.textContent")
    assert before == "SEND + MORE = "
    assert page.get_by_role("button", name="Answer", exact=True).is_disabled()
    field.fill("SEND + MOST = MONEY")
    page.locator("#editor-error:empty").wait_for(state="attached")
    becomes(page, Alphametic("SEND + MOST = MONEY"))
    assert field.get_attribute("aria-invalid") is None


TEXTS = [
    "queens 8 --fixed d4",
    "queens 4x4x4 --covering",
    json.dumps(load(REGIONS).to_dict()),
    "tour 5x5 --start a1",
    "chain newspaper",
    "SEND + MORE = MONEY",
    "komachi 100",
    "hanoi 3",
    "magic 4",
    "permutations abcd 3",
    "powerset abc",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_form_that_is_sent_unchanged_is_the_same_puzzle(open_page, text):
    page = open_page(java_script_enabled=False)
    page.goto(at("/puzzle", text))
    page.locator("#set-up").click()
    assert puzzle_in_address(page) == puzzle_from_anything(text)
