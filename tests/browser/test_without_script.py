"""Question and answer without JavaScript: forms and links alone."""

import re

import pytest

from tests.browser.addresses import REGIONS, at

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(open_page):
    return open_page(java_script_enabled=False)


def open_puzzle(page, text):
    page.goto("/")
    page.locator("form.paste textarea").fill(text)
    page.locator("form.paste button").click()


def ask(page, question):
    page.get_by_role("radio", name=question).check()
    page.get_by_role("button", name="Answer", exact=True).click()


def answer(page):
    return page.locator(".answer").inner_text()


def test_a_question_is_asked_and_answered(plain):
    open_puzzle(plain, "queens 8 --fixed a1")
    assert plain.locator("svg title").first.text_content()
    ask(plain, re.compile("how many", re.I))
    assert re.search(r"\b4\b", answer(plain))


def test_a_puzzle_of_many_lines_has_one_solution(plain):
    open_puzzle(plain, REGIONS)
    ask(plain, re.compile("exactly one", re.I))
    assert re.search("only|unique|exactly one", answer(plain), re.I)


def test_a_mistake_comes_back_to_be_mended(plain, watch):
    watch.expect("status of 4")
    open_puzzle(plain, "SEND + MORE = = MONEY")
    assert "=" in plain.get_by_role("alert").inner_text()
    field = plain.locator("form.paste textarea")
    assert field.input_value() == "SEND + MORE = = MONEY"
    field.fill("SEND + MORE = MONEY")
    plain.locator("form.paste button").click()
    ask(plain, re.compile("first solution\\?", re.I))
    words = plain.locator(".gallery svg").text_content()
    assert all(number in words for number in ("9567", "1085", "10652"))


def test_what_takes_long_says_what_is_known_and_goes_on(plain):
    plain.goto(at("/answer", "queens 18 --torus", question="count", engine="plain", time=2))
    assert re.search("at least|so far", answer(plain), re.I)
