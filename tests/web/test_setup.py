"""Puzzles set up by hand: the form without scripts, and what the editor is told."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from everyway.families.registry import families
from everyway.web.address import link


class Page(HTMLParser):
    """The inputs of a page: which have a label, and what they hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.inputs: list[dict[str, str | None]] = []
        self.inside = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "label":
            self.inside += 1
            self.labelled.add(str(given.get("for")))
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            self.inputs.append({**given, "within": "yes" if self.inside else None})

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag == "label"

    def without_label(self) -> Iterator[dict[str, str | None]]:
        for found in self.inputs:
            if (
                not found["within"]
                and not found.get("aria-label")
                and (found.get("id") not in self.labelled)
            ):
                yield found


def test_a_form_without_scripts_leads_to_its_puzzle(client: TestClient) -> None:
    form = [("kind", "placement"), ("board", "6x6"), ("piece", "queen"), ("number", "6")]
    answer = client.get(f"/set-up?{urlencode([*form, ('fixed', 'b1')])}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == link("/puzzle", "queens 6x6 --number 6 --fixed b1")


def test_a_form_that_is_wrong_comes_back_with_what_is_wrong(client: TestClient) -> None:
    form = {"kind": "placement", "board": "6x6", "piece": "quen", "fixed": '"><b>'}
    answer = client.get(f"/set-up?{urlencode(form)}")
    assert answer.status_code == 400
    assert "did you mean" in answer.text
    assert 'value="quen"' in answer.text
    assert "<b>" not in answer.text
    assert 'action="/set-up"' in answer.text


def test_what_is_no_form_is_an_error_page(client: TestClient) -> None:
    answer = client.get("/set-up?kind=nothing")
    assert answer.status_code == 400
    assert "no kind of puzzle" in answer.text


def test_the_editor_is_told_what_a_form_is(client: TestClient) -> None:
    form = urlencode({"kind": "placement", "board": "4x4", "number": "4"})
    told = client.post("/read", json={"form": form}).json()
    assert told["line"] == "queens 4x4 --number 4"
    assert told["kind"] == "placement"
    assert told["form"]["number"] == ["4"]
    assert told["address"] == link("/puzzle", told["line"])
    assert told["svg"].startswith("<svg")
    assert told["puzzle"]["board"] == "4x4"


def test_the_editor_is_told_what_a_text_is(client: TestClient) -> None:
    told = client.post("/read", json={"text": "AAAA\nABBB\nCCDB\nCCDD"}).json()
    assert told["form"]["regions"] == ["AAAA\nABBB\nCCDB\nCCDD"]
    assert told["form"]["per_region"] == ["1"]


def test_the_editor_is_told_where_an_error_stands(client: TestClient) -> None:
    form = urlencode({"kind": "alphametic", "text": "AB + BA = CC\nAB ++* = C"})
    answer = client.post("/read", json={"form": form})
    assert answer.status_code == 400
    told = answer.json()
    assert told["where"] == {"line": 2, "column": 6}
    assert told["text"] == "*"


@pytest.mark.parametrize("body", [{}, {"form": 5}, {"text": None}, {"puzzle": "queens 8"}])
def test_a_body_that_says_nothing(client: TestClient, body: dict[str, object]) -> None:
    answer = client.post("/read", json=body)
    assert answer.status_code == 400
    assert "give" in answer.json()["error"]


@pytest.mark.parametrize("text", [f.example for f in families()] + ["snake 2x2x2", "komachi 100"])
def test_every_input_has_a_label_and_every_id_is_one(client: TestClient, text: str) -> None:
    page = Page(client.get(link("/puzzle", text)).text)
    assert len(page.inputs) > 5
    assert list(page.without_label()) == []
    assert len(page.ids) == len(set(page.ids))
