"""Questions asked in the browser: progress, cancelling, several at once, files, checks, tables."""

import json
import re
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest

from everyway import Queens, load
from everyway.families.line import puzzle_from_anything
from tests.browser.addresses import at
from tests.browser.looking import pale

pytestmark = pytest.mark.browser

LONG = at("/answer", "queens 14", question="count", engine="plain")
"""A count that takes hours, and finds its first solution among 2000 nodes."""


def cancel(page):
    page.locator("button.cancel").click()
    page.locator(".stopped").wait_for()


def value(page):
    return page.locator(".answer .value").inner_text()


def saved(page, name):
    """Click the link *name* and return what is downloaded."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name, exact=True).click()
    return waiting.value.path().read_bytes()


# --- runs ---


def test_a_long_count_is_cancelled_and_says_what_it_knows(page):
    page.goto(LONG)
    page.locator("progress").wait_for()
    page.locator(".facts", has_text=re.compile(r"\b([3-9]|[1-9]\d+)[,]?\d{3} nodes")).wait_for()
    cancel(page)
    assert "Stopped by you" in page.locator(".stopped").inner_text()
    assert re.fullmatch(r"at least [1-9][\d,]*", value(page))
    assert page.locator("button.cancel").count() == 0
    assert page.locator("progress").count() == 0
    page.get_by_role("link", name="Ask again").click()
    page.locator("progress").wait_for()
    cancel(page)


def test_progress_moves_and_is_told_in_words(page):
    page.goto(LONG)
    page.locator(".facts", has_text=re.compile("[1-9]\\d* nodes")).wait_for()
    said = page.locator(".facts").inner_text()
    page.wait_for_function(
        "(said) => document.querySelector('.facts')?.innerText !== said", arg=said
    )
    assert page.locator("[role=status]").first.inner_text().strip()
    assert 0 <= float(page.locator("progress").get_attribute("value")) < 1
    cancel(page)


def test_several_run_at_once_and_are_listed(open_page):
    pages = []
    for number in (15, 16, 17):
        page = open_page()
        page.goto(at("/answer", f"queens {number}", question="count", engine="plain"))
        pages.append(page)
    listed = open_page()
    listed.goto("/runs")
    for number in (15, 16, 17):
        row = listed.locator("table.runs tr", has_text=f"{number} queens").first
        assert re.search("working|waiting", row.inner_text())
    listed.locator("table.runs tr", has_text="17 queens").first.locator("button").click()
    listed.locator(".stopped, .again").first.wait_for()
    pages[2].locator(".stopped").wait_for()
    for page in pages[:2]:
        cancel(page)


def test_a_quick_answer_comes_with_picture_and_evidence(page):
    page.goto(at("/answer", "queens 6", question="every"))
    page.locator(".evidence").wait_for()
    assert page.locator(".gallery svg").count() == 4
    assert page.locator(".evidence li").count() >= 1
    answer = json.loads(saved(page, "The answer as JSON"))
    assert len(answer["solutions"]) == 4
    assert (answer["found"], answer["exhausted"]) == (True, True)


# --- solutions as files ---


def open_solution(page):
    page.goto(at("/answer", "queens 6", question="first"))
    page.get_by_role("link", name=re.compile("solution 1|this solution")).first.click()
    page.get_by_role("heading", name="A solution").wait_for()


def test_a_picture_is_exported(page):
    open_solution(page)
    picture = ElementTree.fromstring(saved(page, "SVG"))
    assert picture.tag.endswith("svg")
    assert picture.find("{*}title") is not None
    assert saved(page, "PNG").startswith(b"\x89PNG")
    first = list(Queens(6).first().squares)
    assert all(name in saved(page, "JSON").decode() for name in first)


def test_a_puzzle_is_exported_and_loads_again(page, tmp_path):
    page.goto(at("/puzzle", "queens 8 --fixed d4"))
    puzzle = puzzle_from_anything("queens 8 --fixed d4")
    path = tmp_path / "puzzle.toml"
    page.locator("details").evaluate_all("(all) => all.forEach((d) => { d.open = true; })")
    path.write_bytes(saved(page, "TOML"))
    assert load(path.read_text("utf-8")) == puzzle
    page.goto("/")
    page.locator("#paste-file").set_input_files(path)
    page.locator("[data-square]").first.wait_for()
    address = parse_qs(urlsplit(page.url).query)["puzzle"][0]
    assert puzzle_from_anything(address) == puzzle


# --- what else can be asked ---


def test_a_candidate_is_checked(page):
    page.goto(at("/check", "queens 6", candidate="a2 b4 c6 d1 e3 f5"))
    assert value(page) == "yes"
    page.locator("#candidate").fill("a1 b2 c3 d4 e5 f6")
    page.get_by_role("button", name="Check").click()
    page.locator(".value", has_text="no").wait_for()
    assert page.locator(".sentence").inner_text().strip()


def test_a_table_has_exact_values_and_a_b_file(page):
    page.goto("/table")
    page.locator("#range").fill("queens 1..7")
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("link", name="The exact values as a b-file").wait_for()
    rows = page.locator("tbody tr .number").all_inner_texts()
    assert [int(number) for number in rows] == [1, 0, 0, 2, 10, 4, 40]
    lines = saved(page, "The exact values as a b-file").decode().splitlines()
    assert [line for line in lines if line[:1] != "#"][-1] == "7 40"


def test_a_sheet_is_clean_when_it_is_printed(page):
    solution = ",".join(str(number) for number in Queens(6).first().data)
    page.goto(at("/sheet", "queens 6", solution=solution))
    page.emulate_media(media="print")
    assert page.locator(".sheet svg").count() == 2
    seen = page.locator("header, nav, .skip").all()
    assert [part for part in seen if part.is_visible()] == []
    for picture in page.locator(".sheet svg").all():
        assert picture.is_visible()


# --- methods side by side ---


def test_the_two_classic_methods_are_one_click(page):
    page.goto(at("/puzzle", "queens 6"))
    page.get_by_role("link", name=re.compile("methods|compare", re.I)).first.click()
    page.get_by_role("link", name="Compare these two").click()
    page.get_by_role("link", name="Measure again").wait_for()
    rows = page.locator(".comparison tbody tr").all_inner_texts()
    assert len(rows) == 2
    assert all(re.search(r"\b4\b", row) for row in rows)
    assert re.search("generate", rows[0] + rows[1])
    title = page.locator(".comparison figure svg > title")
    assert title.text_content().strip()
    assert ElementTree.fromstring(saved(page, "The picture as SVG")).tag.endswith("svg")


def test_growth_is_shown_for_a_range(page):
    page.goto(at("/compare", "queens 4..6", go=1, engine="plain,generate"))
    page.get_by_role("link", name="Measure again").wait_for()
    text = page.locator(".comparison").inner_text()
    assert all(name in text for name in ("plain", "generate"))
    assert page.locator(".comparison figure svg").count() == 1


def test_a_comparison_is_cancelled_and_shows_what_was_measured(page):
    page.goto(at("/compare", "queens 10", go=1, engine="plain,generate", time=600))
    page.locator(".comparison tbody tr", has_text="plain").wait_for()
    cancel(page)
    assert "724" in page.locator(".comparison").inner_text()
    page.goto("/runs")
    assert page.locator("table.runs tbody tr").count() >= 1


# --- what is kept between pages ---


def test_colours_are_chosen_once_for_all_pages(open_page):
    page = open_page(color_scheme="light")
    page.goto("/")
    page.get_by_label("Colours").select_option("dark")
    page.goto(at("/puzzle", "SEND + MORE = MONEY"))
    assert page.get_by_label("Colours").input_value() == "dark"
    assert pale(page) == []
    ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.emulate_media(media="print")
    assert pale(page) == []
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != ground
