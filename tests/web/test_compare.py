"""The page of methods side by side: choosing, comparing, a range, faults, cancelling."""

from __future__ import annotations

import html
import json
import re
import time

import pytest
from starlette.testclient import TestClient

from everyway.families.placement.generate import Check
from everyway.families.registry import families
from everyway.runs.comparison import compare
from everyway.web.address import link, read_puzzle
from everyway.web.jobs_compare import classic_engines, read_range, shown, suggested_range

from .conftest import BASE, settled

CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>")


def table_of(text: str) -> list[list[str]]:
    """Return the rows of the first table of a page."""
    body = text[text.index("<table>") : text.index("</table>")]
    return [CELL.findall(row) for row in body.split("<tr>")[1:]]


def test_the_puzzles_page_leads_to_it(client: TestClient) -> None:
    page = client.get(link("/puzzle", "queens 8"))
    assert html.escape(link("/compare", "queens 8x8 --number 8")) in page.text


def test_all_engines_are_there_to_choose_from(client: TestClient) -> None:
    text = html.unescape(client.get(link("/compare", "queens 8")).text)
    for name in ("plain", "generate", "compiled", "cpsat"):
        assert f'name="engine" value="{name}"' in text
    assert "<strong>generate</strong>: generate and test" in text
    assert "cannot say this: only placements that cover the board" in text
    assert 'value="queens 4..9"' in text
    assert 'value="every"' not in text


def test_the_classic_methods_are_one_click(client: TestClient) -> None:
    choosing = client.get(link("/compare", "queens 6")).text
    address = re.search(r'href="(/compare[^"]+engine=generate%2Cplain[^"]*)"', choosing)
    assert address is not None
    page = settled(client, html.unescape(address[1]))
    rows = table_of(page.text)
    assert rows[0][:3] == ["engine", "answer", "nodes"]
    assert [row[:3] for row in rows[1:]] == [["generate", "4", "720"], ["plain", "4", "152"]]
    assert "all 2 that finished agree: 4" in page.text
    assert "<svg" in page.text
    assert "generate and test" in page.text


def test_without_a_choice_all_that_can_are_compared(client: TestClient) -> None:
    page = settled(client, link("/compare", "magic 3 --centre 5", go=1))
    rows = table_of(page.text)
    assert [row[0] for row in rows[1:]] == ["plain", "generate", "compiled"]
    assert {row[1] for row in rows[1:]} == {"8"}
    assert "not asked: partitions" in page.text


def test_ticked_engines_and_other_questions(client: TestClient) -> None:
    address = link("/compare", "queens 4 --covering", question="smallest", go=1)
    page = settled(client, f"{address}&engine=plain&engine=generate")
    assert [row[:2] for row in table_of(page.text)[1:]] == [["plain", "3"], ["generate", "3"]]
    page = settled(
        client, link("/compare", "queens 6", engine="plain,generate", up_to="symmetry", go=1)
    )
    assert "agree: 1" in page.text


def test_a_range_shows_growth(client: TestClient) -> None:
    page = settled(client, link("/compare", "queens 4..6", engine="plain,generate", go=1))
    rows = table_of(page.text)
    assert rows[0] == ["n", "answer", "plain", "generate"]
    assert rows[3] == ["6", "4", "152", "720"]
    assert rows[4][0] == "growth"
    assert "how the cost of engines grows" in page.text
    # A range is no puzzle, and leads to no page of one.
    assert 'href="/puzzle?puzzle=queens%204' not in page.text


def test_a_range_can_be_chosen_for(client: TestClient) -> None:
    text = client.get(link("/compare", "queens 4..6")).text
    assert 'value="queens 4..6"' in text
    assert 'name="engine" value="generate"' in text


def test_numbers_and_picture_as_files(client: TestClient) -> None:
    page = settled(client, link("/compare", "queens 5", engine="plain", go=1))
    found = re.search(r'href="(/runs/[^"/]+)/chart.svg"', page.text)
    assert found is not None
    picture = client.get(f"{found[1]}/chart.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    numbers = json.loads(client.get(f"{found[1]}/answer.json").text)
    assert [(row["engine"], row["value"]) for row in numbers["rows"]] == [("plain", 10)]
    other = settled(client, link("/answer", "queens 5"))
    run = re.search(r"/runs/([^\"/]+)/answer.json", other.text)
    assert run is not None
    assert client.get(f"/runs/{run[1]}/chart.svg").status_code == 404


def test_what_was_measured_is_kept_and_can_be_measured_again(client: TestClient) -> None:
    address = link("/compare", "queens 5", engine="generate", go=1)
    page = settled(client, address)
    assert settled(client, address).text == page.text
    again = re.search(r'href="([^"]+)">Measure again', page.text)
    assert again is not None
    second = settled(client, html.unescape(again[1]))
    assert table_of(second.text)[1][:3] == ["generate", "10", "120"]
    another = re.search(r'href="([^"]+)">Measure again', second.text)
    assert another is not None
    assert another[1] != again[1]  # it is another run
    assert settled(client, html.unescape(again[1])).text == second.text


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (link("/compare", "quens 8"), "did you mean"),
        (link("/compare", "queens 8", question="every"), "not compared by the question"),
        (link("/compare", "queens 8", question="why"), "no question is called"),
        (link("/compare", "queens 8", engine="fast", go=1), "unknown engine"),
        (link("/compare", "queens 8", time="-1", go=1), "a time limit cannot be"),
        (link("/compare", "queens 4..5 6..7", go=1), "one range"),
        (link("/compare", "queens 5..4", go=1), "no range"),
        (link("/compare", "hanoi 1..100", go=1), "at most 60 sizes"),
        (link("/compare", "queens 16", engine="generate", go=1), "would never end"),
        (link("/compare", "queens 8", up_to="mirrors", go=1), "cannot count up to"),
    ],
)
def test_what_cannot_be_compared(client: TestClient, address: str, said: str) -> None:
    page = settled(client, address)
    assert page.status_code == 400
    assert said in html.unescape(page.text)


def test_a_blank_page_asks_for_a_puzzle(client: TestClient) -> None:
    page = client.get("/compare")
    assert page.status_code == 200
    assert 'name="puzzle"' in page.text


def test_a_comparison_that_is_stopped_says_what_it_knows(client: TestClient) -> None:
    address = link("/compare", "queens 13", engine="plain,generate", time=300, go=1)
    page = client.get(address)
    found = re.search(r'action="(/runs/[^"]+)/cancel"', page.text)
    assert found is not None
    for _ in range(100):
        if "plain is at work" in client.get(found[1]).text or "nodes," in client.get(found[1]).text:
            break
        time.sleep(0.1)
    page = client.post(f"{found[1]}/cancel", headers={"Origin": BASE})
    assert "Stopped by you" in page.text
    (plain,) = table_of(page.text)[1:]
    assert plain[0] == "plain"
    assert plain[1].startswith("at least")
    assert "not asked: generate (the stop came first)" in page.text
    assert "Ctrl-C" not in page.text


def test_each_engine_has_its_own_time(client: TestClient) -> None:
    page = settled(client, link("/compare", "queens 12", engine="plain,lanes", time=0.2, go=1))
    rows = {row[0]: row for row in table_of(page.text)[1:]}
    assert html.unescape(rows["plain"][4]).startswith(">0.")
    assert "not finished, time limit: plain" in page.text


def test_a_disagreement_is_an_alert(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Check, "passes", lambda self, cells: True)
    data = shown(compare(read_puzzle("queens 4"), engines=["plain", "generate"]))
    assert data["shouts"][0].startswith("THE ENGINES DISAGREE")
    assert any("plain says 2, generate 24" in text for text in data["shouts"])
    assert data["remarks"] == []


def test_what_is_a_puzzle_is_no_range() -> None:
    puzzle, puzzles = read_range("permutations 1..4 2", "count")
    assert puzzles is None
    assert puzzle.count() == 12
    puzzle, puzzles = read_range("permutations 1..n 2..3", "count")
    assert puzzles is not None
    assert [n for n, _ in puzzles] == [2, 3]


@pytest.mark.parametrize("example", [f.example for f in families()])
def test_every_family_has_something_to_choose(client: TestClient, example: str) -> None:
    page = client.get(link("/compare", example))
    assert page.status_code == 200
    assert 'name="engine" value="plain"' in page.text


@pytest.mark.parametrize("line", ["queens 8x8 --number 8", "magic 3", "rooks 4x4", "hanoi 1"])
def test_a_suggested_range_can_be_compared(line: str) -> None:
    _, puzzles = read_range(suggested_range(line), "count")
    assert puzzles is not None
    assert any(puzzle == read_puzzle(line) for _, puzzle in puzzles)


def test_the_classic_methods_need_both() -> None:
    both = [
        {"name": "plain", "method": "backtracking", "why": None},
        {"name": "generate", "method": "generate and test", "why": None},
    ]
    assert classic_engines(both) == ["generate", "plain"]
    assert classic_engines(both[:1]) == []
    assert classic_engines([both[0], {**both[1], "why": "would never end"}]) == []
