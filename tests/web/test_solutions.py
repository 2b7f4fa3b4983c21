"""Galleries, solutions, files, sheets, checks, reports, tables and proofs."""

from __future__ import annotations

import io
import json
import re
import zipfile
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from everyway import Hanoi, Queens, load
from everyway.families.line import puzzle_from_line
from everyway.families.registry import families
from everyway.web.address import link

from .conftest import settled

FIRST = "1,7,8,14"
"""The first of the two placements of 4 queens, b1 d2 a3 c4, as the numbers of its squares."""


def captions(text: str) -> list[str]:
    return re.findall(r">(solution \d+)</a>", text)


def looked(client: TestClient, address: str) -> Any:
    """Return a gallery's page once there is something to see, however long that is searched for."""
    while "Look again" in (page := client.get(address)).text:
        pass
    return page


def more(text: str) -> str:
    found = re.search(r'hx-get="([^"]+)" hx-trigger="revealed"', text)
    assert found is not None
    return found[1].replace("&amp;", "&")


# --- the gallery ---


def test_a_gallery_is_loaded_a_page_at_a_time(client: TestClient) -> None:
    part = looked(client, link("/gallery", "queens 8"))
    assert part.text.count("<svg") == len(captions(part.text)) <= 24
    seen = captions(part.text)
    while "revealed" in part.text:
        part = looked(client, more(part.text))
        assert "<html" not in part.text
        assert len(captions(part.text)) <= 24
        seen += captions(part.text)
    assert seen == [f"solution {n}" for n in range(1, 93)]
    assert "92 in all." in part.text


def test_a_gallery_begins_anywhere(client: TestClient) -> None:
    page = looked(client, link("/gallery", "queens 8", **{"from": 80}))
    assert captions(page.text) == [f"solution {n}" for n in range(81, 93)]
    assert 'start="81"' in page.text
    assert "Those before" in page.text
    # What was shown before can be shown again, by a worker that begins anew.
    again = looked(client, link("/gallery", "queens 8", **{"from": 24}))
    assert captions(again.text)[0] == "solution 25"
    whole = [str(list(solution.data)) for solution in Queens(8).solutions()]
    assert f"solution={whole[24][1:-1].replace(', ', '%2C')}" in again.text


def test_a_gallery_up_to_symmetry(client: TestClient) -> None:
    page = looked(client, link("/gallery", "queens 8", up_to="symmetry"))
    assert captions(page.text) == [f"solution {n}" for n in range(1, 13)]
    assert "12 in all." in page.text


def test_a_gallery_of_those_that_occupy_a_square(client: TestClient) -> None:
    page = looked(client, link("/gallery", "queens 8", square="A1"))
    assert "4 in all." in page.text
    assert "that occupy a1" in page.text
    with_a1 = [s for s in Queens(8).solutions() if "a1" in s.squares]
    assert len(captions(page.text)) == len(with_a1) == 4
    assert client.get(link("/gallery", "queens 8", square="z9")).status_code == 400
    assert client.get(link("/gallery", "hanoi 3", square="a1")).status_code == 400


def test_a_gallery_of_none(client: TestClient) -> None:
    assert "No solution." in looked(client, link("/gallery", "queens 3")).text


def test_a_long_gallery_is_not_listed_to_its_end(client: TestClient) -> None:
    page = looked(client, link("/gallery", "queens 12"))
    assert 1 <= len(captions(page.text)) <= 24
    assert "revealed" in page.text


# --- one solution ---


@pytest.mark.parametrize("known", families(), ids=lambda known: known.name)
def test_a_solution_of_every_family_has_a_page(client: TestClient, known: Any) -> None:
    puzzle = puzzle_from_line(known.example)
    solution = puzzle.first()
    assert puzzle.wrap(solution.data) == solution
    numbers = ",".join(map(str, solution.data))
    page = client.get(link("/solution", puzzle, solution=numbers))
    assert page.status_code == 200
    assert "<svg" in page.text
    gallery = looked(client, link("/gallery", puzzle))
    assert f"solution={numbers.replace(',', '%2C')}" in gallery.text


@pytest.mark.parametrize(
    ("puzzle", "numbers"),
    [
        ("queens 4", "1,7,8,15"),
        ("queens 4", "1,7"),
        ("queens 4", "99,-5,3,1"),
        ("queens 4", "one"),
        ("queens 4", "1,,2"),
        ("hanoi 3", "99,98"),
        ("hanoi 3", "-1,5,7"),
        ("tour 5x5", "1,2,3"),
        ("chain newspaper", "5000"),
        ("SEND + MORE = MONEY", "9"),
        ("komachi 100", "77"),
        ("magic 3", "1,2"),
        ("permutations abc", "7,8,9"),
    ],
)
def test_numbers_that_are_no_solution_are_refused(
    client: TestClient, puzzle: str, numbers: str
) -> None:
    page = client.get(link("/solution", puzzle, solution=numbers))
    assert page.status_code == 400
    assert "This cannot be taken" in page.text


# --- files ---


def test_a_toml_file_reloads(client: TestClient) -> None:
    answer = client.get(link("/export", "queens 8 --fixed a1", **{"as": "toml"}))
    assert answer.headers["content-disposition"].startswith(
        'attachment; filename="8-queens-on-the-chessboard'
    )
    assert load(answer.text) == Queens(8, fixed="a1")
    again = client.get(link("/puzzle", answer.text))
    assert again.status_code == 200
    assert "queens 8x8 --number 8 --fixed a1" in again.text


def test_a_solution_in_every_form(client: TestClient) -> None:
    def get(form: str, **given: Any) -> Any:
        answer = client.get(link("/export", "queens 4", solution=FIRST, **{"as": form}, **given))
        assert answer.status_code == 200, answer.text
        return answer

    assert get("svg").text == get("svg").text
    assert get("svg").text.startswith("<svg")
    assert Image.open(io.BytesIO(get("png", width=200).content)).width == 200
    assert json.loads(get("json").content)["solution"] == ["b1", "d2", "a3", "c4"]
    assert get("txt").text.strip() == str(Queens(4).first()).strip()
    assert get("txt", style="dots").text.startswith("○ ○ ● ○")


def test_a_moving_picture(client: TestClient) -> None:
    numbers = ",".join(map(str, Hanoi(2).first().data))
    answer = client.get(link("/export", "hanoi 2", solution=numbers, **{"as": "gif"}))
    assert answer.headers["content-type"] == "image/gif"
    assert getattr(Image.open(io.BytesIO(answer.content)), "n_frames", 1) > 3
    moving = client.get(link("/export", "hanoi 2", solution=numbers, **{"as": "moving.svg"}))
    assert "<animate" in moving.text


@pytest.mark.parametrize("given", [{"as": "exe"}, {}, {"as": "png", "width": "0"}])
def test_other_files_are_refused(client: TestClient, given: dict[str, str]) -> None:
    assert client.get(link("/export", "queens 4", **given)).status_code == 400


# --- a sheet, a check ---


def test_a_sheet_with_and_without_the_solution(client: TestClient) -> None:
    without = client.get(link("/sheet", "queens 4"))
    assert without.text.count("<svg") == 1
    solved = client.get(link("/sheet", "queens 4", solution=FIRST))
    assert solved.text.count("<svg") == 2


def test_a_candidate_is_checked(client: TestClient) -> None:
    right = client.get(link("/check", "queens 4", candidate="b1 d2 a3 c4"))
    assert '<p class="value">yes</p>' in right.text
    wrong = client.get(link("/check", "queens 4", candidate="b1 d2 a3 c3"))
    assert '<p class="value">no</p>' in wrong.text
    assert "a3" in wrong.text
    assert client.get(link("/check", "queens 4", candidate="b1 d9")).status_code == 400
    assert client.get(link("/check", "queens 4")).status_code == 400


# --- reports, tables, proofs ---


def test_a_report(client: TestClient) -> None:
    page = settled(client, link("/report", "magic 3", name="classify", extra="8 1 6 3 5 7 4 9 2"))
    assert "associative" in page.text
    drawn = settled(client, link("/report", "hanoi 2", name="states"))
    assert "<svg" in drawn.text


def test_a_report_that_cannot_be(client: TestClient) -> None:
    assert client.get(link("/report", "magic 3", name="starts")).status_code == 400
    page = settled(client, link("/report", "magic 3", name="classify", extra="'"))
    assert "quotation mark" in page.text


def test_a_table_and_its_bfile(client: TestClient) -> None:
    page = settled(client, link("/table", "queens 1..6", question="count"))
    values = re.findall(r'<td class="number">(\d+)</td>', page.text)
    assert values == ["1", "0", "0", "2", "10", "4"]
    found = re.search(r'href="(/runs/[^"]+/b-file.txt)"', page.text)
    assert found is not None
    bfile = client.get(found[1])
    assert bfile.text == "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n"
    assert bfile.headers["content-type"].startswith("text/plain")


def test_a_table_that_is_cut_by_its_time(client: TestClient) -> None:
    page = settled(client, link("/table", "queens 4..30", question="count", time="1"))
    assert "Stopped by time limit" in page.text
    found = re.search(r'href="(/runs/[^"]+/b-file.txt)"', page.text)
    assert found is not None
    rows = [line.split() for line in client.get(found[1]).text.splitlines()]
    assert rows[:2] == [["4", "2"], ["5", "10"]]
    assert 2 <= len(rows) < 27


def test_a_table_that_cannot_be(client: TestClient) -> None:
    assert client.get(link("/table", "queens 8")).status_code == 400
    assert "no range" in client.get(link("/table", "queens 9..8")).text
    assert client.get("/table").status_code == 200


def test_a_proof_with_its_certificate(client: TestClient) -> None:
    page = settled(client, link("/prove", "queens 5 --covering", question="smallest"))
    assert '<p class="value">proved</p>' in page.text
    assert "no solution is smaller than 3" in page.text.lower()
    found = re.search(r'href="(/runs/[^"]+/certificate.zip)"', page.text)
    assert found is not None
    packed = client.get(found[1])
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert sorted(name.rpartition(".")[2] for name in archive.namelist()) == [
            "cnf",
            "drat",
            "json",
        ]


def test_a_proof_that_cannot_be(client: TestClient) -> None:
    page = settled(client, link("/prove", "hanoi 3", question="smallest"))
    assert "no proofs" in page.text


# --- answers with pictures ---


def test_an_answer_shows_its_solutions_and_its_evidence(client: TestClient) -> None:
    page = settled(client, link("/answer", "queens 8", question="every", limit="3"))
    assert page.text.count("<svg") == 3
    assert "3 of 3 checked against the rules" in page.text
    counted = settled(client, link("/answer", "queens 8", question="count"))
    assert "known value" in counted.text


@pytest.mark.parametrize(
    ("puzzle", "question", "value", "sentence"),
    [
        ("SEND + MORE = MONEY", "unique", "unique", "There is exactly one solution."),
        ("queens 8", "unique", "not unique", "There is more than one solution."),
        ("queens 3", "unique", "no solution", "There is no solution."),
        ("queens 3", "first", "no solution", "There is no solution."),
        ("queens 5 --covering", "smallest", "3", "it is proved that no solution is smaller"),
        ("queens 6", "count", "4", "There are 4 solutions."),
        ("queens 3", "count", "0", "There is no solution."),
        ("queens 4", "sample", "2 solutions", "Drawn at random"),
        ("queens 4", "every", "2 solutions", "These are all there are."),
        ("rooks 2x2", "sizes", "3 sizes", "of each size"),
    ],
)
def test_answers_in_words(
    client: TestClient, puzzle: str, question: str, value: str, sentence: str
) -> None:
    page = settled(client, link("/answer", puzzle, question=question))
    assert f'<p class="value">{value}</p>' in page.text
    assert sentence in page.text
