"""Evidence that disagrees is said first, with what to send, in every form, with exit code 4."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import everyway
from everyway import Count, Every, First, Puzzle, Queens, Sample, Unique
from everyway.cli import main
from everyway.core import consistency
from everyway.core.answer import FAULT
from everyway.core.errors import InternalError
from everyway.families.placement.generate import Check
from everyway.families.registry import family
from everyway.web.jobs import answer_data
from everyway.web.show import text_from

LYING = "count queens 6 --engine generate"


@pytest.fixture(autouse=True)
def _a_liar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have generate and test take every candidate for a solution."""
    monkeypatch.setattr(Check, "passes", lambda self, cells: True)


def ask(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, list[str], str]:
    code = main(line.split())
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err


@pytest.mark.parametrize("line", [LYING, LYING + " --quiet"])
def test_it_is_said_before_the_value(capsys: pytest.CaptureFixture[str], line: str) -> None:
    code, out, err = ask(capsys, line)
    assert code == 4
    assert out[0] == FAULT
    assert "known value: 4 (A000170" in out[1]
    assert out[-1] == "720"
    assert FAULT in err


def test_what_to_send_is_all_that_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ask(capsys, LYING)
    (line,) = (line for line in out if "please report" in line)
    report = json.loads(line.partition(": ")[2])
    assert report["everyway"] == everyway.__version__
    assert report["puzzle"] == Queens(6).to_dict()
    assert report["question"] == {"question": "count"}
    ours, known, *_ = report["says"]
    assert ours == {"by": "generate 1", "value": 720}
    assert "A000170" in known["by"]
    assert known["value"] == 4


def test_the_second_engine_is_named_with_its_version() -> None:
    answer = Queens(7, holes="a1").ask(Count(), engine="generate", evidence=True)
    (doubt,) = answer.disagreements
    assert doubt.kind == "second engine"
    name, version = doubt.by.split()
    other = family("placement").engine_named(name)
    assert other is not None
    assert (other.method != "generate and test", other.version) == (True, version)
    assert doubt.value == Queens(7, holes="a1").count(engine="plain")
    assert not answer.exact


def test_in_json_no_value_stands(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, LYING + " --json")
    data = json.loads("\n".join(out))
    assert code == 4
    assert (data["value"], data["exact"], data["bounds"]) == (None, False, [None, None])
    assert [said["value"] for said in data["fault"]["says"]][:2] == [720, 4]
    assert FAULT in err


def test_a_table_marks_the_row(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "table count queens 1..6 --engine generate --quiet")
    assert code == 4
    assert out[-1].startswith("6\tCONTRADICTED: 720\t")
    assert f"n=6:\n{FAULT}" in err
    code, out, _ = ask(capsys, "table count queens 1..6 --engine generate --bfile")
    assert (code, out) == (4, ["1 1"])
    code, out, _ = ask(capsys, "table count queens 4..4 --engine generate --json")
    assert (code, json.loads(out[0])["value"]) == (4, None)


@pytest.mark.parametrize(
    "command", ["unique", "solve", "first", "show --limit 3", "draw --limit 1"]
)
def test_every_command_says_it(capsys: pytest.CaptureFixture[str], command: str) -> None:
    name, *options = command.split()
    code, out, err = ask(capsys, " ".join([name, "queens 4 --engine generate", *options]))
    assert code == 4
    assert out[0] == FAULT
    assert "break the rules" in "\n".join(out)
    assert FAULT in err


def test_a_ledger_keeps_no_answer_that_is_contradicted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "run.db"
    assert ask(capsys, f"{LYING} --ledger {file}")[0] == 4
    code, out, _ = ask(capsys, f"status {file}")
    assert (code, out[0]) == (4, FAULT)
    code, out, _ = ask(capsys, f"status {file} --json")
    data = json.loads(out[0])
    assert (code, data["exact"], data["answer"]) == (4, False, None)
    assert data["fault"][0] == FAULT


def test_engines_that_disagree_end_a_comparison_with_the_same_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ask(capsys, "compare queens 4 --engines generate,plain")[0] == 4


@pytest.mark.parametrize("question", [Every(), Every(limit=3), First(), Sample(k=2), Unique()])
def test_a_disagreement_about_boards_is_short(question: object) -> None:
    puzzle: Puzzle = Queens(6, holes="a1")
    answer = puzzle.ask(question, engine="generate", evidence=True)  # type: ignore[arg-type]
    doubts = answer.disagreements
    assert {doubt.kind for doubt in doubts} == {"checked solutions", "second engine"}
    assert all("\n" not in doubt.text and len(doubt.text) < 120 for doubt in doubts)


def test_the_page_alerts() -> None:
    data = answer_data(Queens(6).ask(Count(), engine="generate"))
    run = {"result": {**data, "explained": None}, "stopped_by": None, "line": "queens 6", "id": "1"}
    shown = text_from("results/answer.html", run=run)
    assert shown.index('role="alert"') < shown.index('class="value"')
    assert "do not rely on it" in shown


def test_short_forms_raise_what_they_would_have_to_hide() -> None:
    for ask in (Queens(6).count, Queens(6).first, Queens(6).is_unique, Queens(6).one):
        with pytest.raises(InternalError, match="please report"):
            ask(engine="generate")


def test_a_lower_bound_that_is_too_high_is_a_fault_too() -> None:
    answer = Queens(8).ask(Count(), engine="generate", node_limit=2000)
    assert answer.interrupted
    assert answer.value > 92
    assert [doubt.value for doubt in answer.disagreements] == [92]


def test_an_answer_that_cannot_be_made_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consistency, "_value", lambda answer: "it was told to")
    code, out, err = ask(capsys, "count queens 5")
    assert (code, out) == (4, [])
    assert err.startswith("everyway: a fault of everyway itself, please report it: it was told to")
