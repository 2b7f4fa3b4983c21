"""The command compare: what it prints, writes and refuses, and its exit codes."""

from __future__ import annotations

import json
import os
import signal
import threading

import pytest

from everyway.cli import main
from everyway.families.placement.generate import Check


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_classic_methods_in_one_command(capsys):
    code, out, err = ask(capsys, "compare", "queens", "8", "--engines", "generate,plain")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "count: queens 8x8 --number 8"
    assert lines[2].split() == [
        "engine",
        "answer",
        "nodes",
        "nodes/s",
        "seconds",
        "start",
        "method",
    ]
    assert lines[3].split()[:3] == ["generate", "92", "40,320"]
    assert lines[4].split()[:3] == ["plain", "92", "2,056"]
    assert "all 2 that finished agree: 92" in out
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in out


def test_engines_may_be_named_by_their_methods(capsys):
    code, out, _ = ask(capsys, "compare", "queens", "5", "--engine", "generate and test")
    assert code == 0
    assert "10, by generate alone" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("smallest queens 4 --covering --engines plain,generate", "agree: 3"),
        ("unique queens 4 --engines plain,generate", "agree: more than one"),
        ("sizes rooks 2 --engines plain,propagate", "agree: 7 of 3 sizes"),
        ("first queens 3 --engines plain,generate", "agree: none"),
        ("count queens 6 --up-to symmetry --engines plain,generate", "agree: 1"),
        ("queens --fixed a1 5 --engines plain,generate", "agree: 2"),
        ("permutations 1..4 2", "agree: 12"),
    ],
)
def test_questions_and_options(capsys, words, said):
    code, out, _ = ask(capsys, "compare", *words.split())
    assert code == 0
    assert said in out


def test_a_range_shows_growth(capsys, tmp_path):
    file = tmp_path / "growth.svg"
    words = ["compare", "queens", "4..6", "--engines", "plain,generate", "--output", str(file)]
    code, out, err = ask(capsys, *words)
    assert code == 0
    assert out.startswith("count: n = 4..6")
    assert ["6", "4", "152", "720"] in [line.split() for line in out.splitlines()]
    assert "the engines agree for 3 of 3 n" in out
    assert f"written: {file}" in err
    assert file.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("ending", [".svg", ".png", ".txt", ".json"])
def test_files(capsys, tmp_path, ending):
    file = tmp_path / f"out{ending}"
    code, out, _ = ask(capsys, "compare", "queens", "4", "--output", str(file))
    assert code == 0
    data = file.read_bytes()
    assert data.startswith(
        {".svg": b"<svg", ".png": b"\x89PNG", ".txt": b"count: ", ".json": b"{"}[ending]
    )
    if ending == ".txt":
        assert data.decode() == out


def test_json_is_one_object(capsys):
    code, out, _ = ask(capsys, "compare", "queens", "4", "--engines", "plain", "--json")
    assert code == 0
    data = json.loads(out)
    assert [row["value"] for row in data["rows"]] == [2]
    code, out, _ = ask(capsys, "compare", "queens", "3..4", "--engines", "plain", "--json")
    assert [part["n"] for part in json.loads(out)["comparisons"]] == [3, 4]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("compare", "no puzzle is named"),
        ("compare count", "no puzzle is named"),
        ("compare quens 8", 'did you mean "queens"'),
        ("compare queens 4..5 6..7", "one range"),
        ("compare queens 5..4", "no range"),
        ("compare queens 8 --engines fast", 'unknown engine "fast"'),
        ("compare queens 8 --engines plain,", 'unknown engine ""'),
        ("compare queens 16 --engines generate", "would never end"),
        ("compare queens 4 --limit 3", "--limit does not go with compare"),
        ("compare queens 4 --ledger x", "--ledger does not go with compare"),
        ("compare queens 4 --cluster tcp://x:1", "--cluster does not go with compare"),
        ("compare queens 4 --bfile", "--bfile does not go with compare"),
        ("compare queens 4 --output x.gif", "cannot write such a file"),
        ("compare queens 4 --time -1", "a time limit cannot be"),
        ("compare hanoi 1..2000", "give 1 to 1000 puzzles"),
        ("compare table queens 4", "unknown puzzle"),
    ],
)
def test_what_is_refused(capsys, words, said):
    code, out, err = ask(capsys, *words.split())
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_engines_that_disagree_are_shouted_about(capsys, monkeypatch):
    monkeypatch.setattr(Check, "passes", lambda self, cells: True)
    words = ["compare", "queens", "4", "--engines", "plain,generate"]
    code, out, err = ask(capsys, *words)
    assert code == 4
    assert "!! plain says 2, generate 24" in out
    assert "THE ENGINES DISAGREE" in err
    code, out, err = ask(capsys, *words, "--json", "--quiet")
    assert (code, json.loads(out)["agree"]) == (4, False)
    assert "THE ENGINES DISAGREE" in err


def test_no_engine_came_to_an_end(capsys):
    words = ["compare", "queens", "9", "--engines", "plain,generate", "--nodes", "500"]
    code, out, _ = ask(capsys, *words)
    assert code == 3
    assert "not finished, node limit: plain, generate" in out


def test_ctrl_c_prints_what_is_known(capsys):
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    words = ["compare", "queens", "13", "--engines", "plain,generate", "--time", "60"]
    code, out, _ = ask(capsys, *words)
    assert code == 3
    assert "at least" in out
    assert "stopped by Ctrl-C: this is not all" in out
