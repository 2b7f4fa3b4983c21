"""Every page answers, for every family, and says in words what it cannot take."""

from __future__ import annotations

import html

import pytest
from docblocks import ROOT
from starlette.testclient import TestClient

from everyway.families.registry import families
from everyway.web.address import link
from everyway.web.app import collected_routes
from everyway.web.examples import EXAMPLES
from everyway.web.jobs import MOST_CHARACTERS, MOST_DRAWN
from everyway.web.jobs_solutions import KINDS, MOST_BYTES
from everyway.web.jobs_table import MOST_ROWS
from everyway.web.limits import Limits
from everyway.web.questions import MOST_SHOWN

from .conftest import settled


def test_the_start_page_leads_to_every_family_and_example(client: TestClient) -> None:
    text = client.get("/").text
    for known in families():
        assert html.escape(link("/puzzle", known.example)) in text
    for example in EXAMPLES:
        assert html.escape(link("/puzzle", example.text, question=example.question)) in text


@pytest.mark.parametrize("text", [f.example for f in families()] + [e.text for e in EXAMPLES])
def test_a_puzzle_has_a_page_and_a_picture(client: TestClient, text: str) -> None:
    page = client.get(link("/puzzle", text))
    assert page.status_code == 200
    assert "<svg" in page.text
    assert 'name="question" value="count"' in page.text
    picture = client.get(link("/picture", text))
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_an_answer_without_a_script(client: TestClient) -> None:
    page = settled(client, link("/answer", "queens 8", question="count"))
    assert page.status_code == 200
    assert '<p class="value">92</p>' in page.text


def test_the_words_of_smallest_are_those_of_the_command(client: TestClient) -> None:
    page = settled(client, link("/answer", "queens 5 --covering", question="smallest"))
    assert '<p class="value">3</p>' in page.text


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/puzzle", 400, "no puzzle is given"),
        (link("/puzzle", "quens 8"), 400, "did you mean"),
        (link("/puzzle", "SEND + MORE MONEY ="), 400, "column 13"),
        (link("/answer", "queens 8", question="why"), 400, "no question is called"),
        (link("/answer", "queens 8", engine="fast"), 400, "unknown engine"),
        (link("/answer", "queens 8", time="-1"), 400, "a time limit cannot be"),
        (link("/answer", "queens 8", up_to="mirrors"), 400, "cannot count up to"),
        ("/nowhere", 404, "there is no such page"),
        ("/static/../app.py", 404, "there is no such page"),
    ],
)
def test_an_error_is_a_page(client: TestClient, address: str, status: int, said: str) -> None:
    page = client.get(address)
    assert page.status_code == status
    assert said in html.unescape(page.text)
    assert "Traceback" not in page.text
    assert "src/everyway" not in page.text


def test_what_was_written_is_given_back_escaped(client: TestClient) -> None:
    page = client.get(link("/puzzle", "<script>alert(1)</script>"))
    assert page.status_code == 400
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in page.text


def test_every_address_is_documented() -> None:
    page = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    table = page[page.index("## Addresses") : page.index("## Runs")]
    for route in collected_routes():
        path = getattr(route, "path", "")
        if "." not in path or path.startswith("/runs/"):  # the others are no pages
            last = path.rpartition("}")[2]
            assert f"`{path}" in table or (last and f"`{last}`" in table), path


def test_the_limits_in_the_documentation_are_those_of_the_program() -> None:
    page = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    limits = Limits()
    told = page[page.index("## Limits") :]
    for number in (limits.address, limits.body, limits.waiting, MOST_SHOWN, MOST_ROWS):
        assert f"| {number} " in told or f"| {number}," in told, number
    assert f"{limits.time:.0f} s and {limits.memory} MiB" in told
    assert f"{limits.short:.0f} s" in told
    for number in (MOST_DRAWN, MOST_CHARACTERS, MOST_BYTES):
        assert f"{number:,}" in told, number
    for kind in KINDS:
        assert f"`{kind}`" in page
