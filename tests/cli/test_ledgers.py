"""The commands about ledgers, and the options --ledger and --part."""

from __future__ import annotations

import csv
import io
import json

import pytest

from everyway.cli import main


@pytest.fixture
def ask(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def asked(words):
        code = main(words.split())
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return asked


def test_a_question_goes_on(ask):
    code, out, _ = ask("count queens 9 --engine plain --ledger run.db --nodes 2000")
    assert code == 3
    assert out.startswith("at least")
    assert ask("status run.db")[1].splitlines()[2] == "not running"
    assert ask("resume run.db --quiet") == (0, "352\n", "")
    code, out, _ = ask("count queens 9 --ledger run.db --json")
    assert (code, json.loads(out)["value"], json.loads(out)["nodes"]) == (0, 352, 8393)
    assert "answer: 352" in ask("status run.db")[1]


@pytest.mark.parametrize(
    "words",
    ["first queens 6", "show queens 6 --limit 2", "unique queens 6", "sizes queens 5x5",
     "smallest queens 5x5 --covering", "largest queens 5", "solve queens 1"],
)  # fmt: skip
def test_every_question_takes_a_ledger(ask, words):
    plain = ask(f"{words} --quiet")
    for _ in range(2):
        assert ask(f"{words} --quiet --ledger run.db") == plain
    if not words.startswith("solve"):
        assert ask("resume run.db --quiet") == plain


def test_parts_are_merged(ask):
    for number in (1, 2, 3):
        code, out, _ = ask(f"count queens 8 --engine plain --ledger {number}.db --part {number}/3")
        assert code == 0
        assert out.startswith("at least")
    assert ask("merge all.db 1.db 2.db 3.db")[0] == 0
    assert ask("resume all.db --quiet") == (0, "92\n", "")


def test_what_does_not_go_together_is_one_line(ask):
    ask("count queens 6 --engine plain --ledger run.db")
    for words in (
        "count queens 7 --ledger run.db",
        "count queens 6 --ledger run.db --engine lanes",
        "count queens 6 --part 1/2",
        "first queens 6 --part 1/2 --ledger a.db",
        "count queens 6 --part 3/2 --ledger a.db",
        "table count queens 1..3 --ledger run.db",
        "check queens 4 b1 d2 a3 c4 --ledger a.db",
        "count queens 6 --ledger none/a.db",
        "status none.db",
        "resume none.db",
        "audit none.db",
        "export none.db",
        "merge run.db run.db",
        "merge out.db none.db",
        "audit run.db --sample much",
        "audit run.db --engine none",
        "export run.db --csv --json",
        "export run.db --output none/x.csv",
    ):
        code, out, err = ask(words)
        assert (code, out) == (2, ""), words
        assert len(err.splitlines()) == 1, words
        assert err.startswith("everyway: "), words


def test_a_ledger_is_exported_and_audited(ask, tmp_path):
    ask("count queens 8 --engine plain --ledger run.db")
    _, out, _ = ask("export run.db")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert sum(int(row["total"]) for row in rows) == 92
    assert ask("export run.db --json --output run.json")[0] == 0
    data = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert data["puzzle"]["board"] == "8x8"
    assert sum(row["counts"]["8"] for row in data["branches"]) == 92
    assert ask("audit run.db --sample 100%")[1] == "8 of 8 branches agree (8 are finished)\n"
    code, out, err = ask("audit run.db --sample 0.5 --seed 1 --engine lanes --json")
    assert (code, json.loads(out)["checked"]) == (0, 4)
    assert "means something else" in err
    assert json.loads(ask("status run.db --json")[1])["progress"] == pytest.approx(1)
