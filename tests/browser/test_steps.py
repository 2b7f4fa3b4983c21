"""The steps of a search on the page: forward and back; the board, the tree and the counters."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from everyway import Alphametic, Queens
from everyway.runs.tracing import trace
from tests.browser.addresses import at
from tests.browser.test_exported_steps import button, recorded, shown

pytestmark = pytest.mark.browser


def is_at(page, place):
    page.locator(".player-where", has_text=re.compile(rf"step {place + 1:,} of")).wait_for()


def test_steps_go_forward_and_back(page):
    steps = trace(Queens(6))
    page.goto(at("/puzzle", "queens 6"))
    page.get_by_role("link", name=re.compile("step by step")).click()
    for place in range(6):
        is_at(page, place)
        assert shown(page) == recorded(steps, place)
        button(page, "Forward").click()
    for place in range(6, 2, -1):
        is_at(page, place)
        assert shown(page) == recorded(steps, place)
        button(page, "Back").click()
    is_at(page, 2)
    assert page.locator(".player-tree .node").count() > 1


def test_the_address_names_the_step(open_page, page):
    page.goto(at("/trace", "queens 6", step=20))
    is_at(page, 19)
    page.keyboard.press("ArrowRight")
    is_at(page, 20)
    page.wait_for_url(re.compile("step=21"))
    other = open_page()
    other.goto(page.url)
    is_at(other, 20)
    assert shown(other) == shown(page)


def test_a_far_solution_is_gone_to_without_the_steps_between(page, watch):
    steps = trace(Queens(8))
    page.goto(at("/trace", "queens 8"))
    is_at(page, 0)
    first = steps.next_solution(0)
    button(page, "Next solution").click()
    is_at(page, first)
    assert shown(page) == recorded(steps, first)
    second = steps.next_solution(first)
    page.keyboard.press("n")
    is_at(page, second)
    page.keyboard.press("p")
    is_at(page, first)
    assert shown(page) == recorded(steps, first)
    assert len(watch.requests) < 25


def test_a_conflict_says_why(page):
    steps = trace(Queens(6))
    place = next(i for i, step in enumerate(steps) if step.kind == "conflict")
    page.goto(at("/trace", "queens 6", step=place + 1))
    is_at(page, place)
    said = page.locator(".player-what").inner_text()
    assert steps[place].what in said
    assert steps[place].why in said


def test_letters_are_stepped_through(page):
    steps = trace(Alphametic("SEND + MORE = MONEY"))
    page.goto(at("/trace", "SEND + MORE = MONEY", step=50))
    is_at(page, 49)
    assert shown(page) == recorded(steps, 49)
    button(page, "Next solution").click()
    is_at(page, steps.next_solution(49))
    assert "9567" in page.locator(".player pre").text_content()


def test_another_method_is_chosen(page):
    page.goto(at("/trace", "queens 4"))
    is_at(page, 0)
    page.get_by_label("The method").select_option("generate and test")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url(re.compile("method=generate"))
    is_at(page, 0)
    button(page, "Next solution").click()
    is_at(page, trace(Queens(4), "generate and test").next_solution(0))


def test_without_script_each_step_is_a_page(open_page):
    page = open_page(java_script_enabled=False)
    page.goto(at("/trace", "queens 4"))
    steps = trace(Queens(4))
    for place in range(3):
        assert steps[place].what in page.locator(".player-what").inner_text()
        page.locator("a[rel=next]").click()
    page.locator("a[rel=prev]").click()
    assert parse_qs(urlsplit(page.url).query)["step"] == ["3"]
    page.get_by_role("link", name="Next solution").click()
    assert f"Step {steps.next_solution(0) + 1} of" in page.locator("main").inner_text()


def test_the_steps_are_saved_as_a_page_and_as_an_animation(page):
    page.goto(at("/trace", "queens 4"))
    is_at(page, 0)
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile("a page that plays")).click()
    assert b"Content-Security-Policy" in waiting.value.path().read_bytes()
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile("animation")).click()
    assert waiting.value.path().read_bytes().startswith(b"GIF8")
