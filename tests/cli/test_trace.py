"""The command trace: lines, limits, files, exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from everyway import Puzzle, Queens, trace
from everyway.cli import main
from everyway.core.trace import Step


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["trace", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_steps_are_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "queens", "4")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) == len(trace(Queens(4)))
    assert lines[1] == "     2    refused a2: attacked from a1"
    assert lines[3] == "     4    placed c2"
    assert lines[-1].startswith(f"{len(lines):6}  taken back d1: ")
    assert err.startswith(f"{len(lines)} steps: 16 nodes, ")


def test_a_limit_that_was_asked_for_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "queens", "8", "--limit", "7")
    assert (code, len(out.splitlines())) == (0, 7)
    assert err.startswith("7 steps: ")
    assert ask(capsys, "queens", "8", "--limit", "7", "-q")[2] == ""


def test_a_search_without_a_solution_ends_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "queens", "3")[0] == 1
    assert ask(capsys, "queens", "3", "--limit", "3")[0] == 0


def test_time_that_is_up_ends_with_three(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "queens", "20", "--time", "0.05")
    assert code == 3
    assert out
    assert "stopped by the time limit" in err


def test_ctrl_c_ends_with_three(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import everyway.runs.tracing as tracing

    some = trace(Queens(6))[:3]

    def broken(puzzle: Puzzle, method: str | None = None) -> Iterator[Step]:
        yield from some
        raise KeyboardInterrupt

    monkeypatch.setattr(tracing, "steps_of", broken)
    code, out, err = ask(capsys, "queens", "6")
    assert (code, len(out.splitlines())) == (3, 3)
    assert "stopped by Ctrl-C" in err


def test_a_method_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "queens", "4", "--method", "generate and test", "--limit", "2")
    assert code == 0
    assert out.splitlines()[1] == "     2    refused: a1 and b2 attack each other"


def test_one_step_with_its_board(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = tmp_path / "step.svg"
    code, out, _ = ask(capsys, "queens", "4", "--step", "2", "--output", str(name))
    assert code == 0
    assert out.startswith("step 2: refused a2\nattacked from a1\n\n4  . . . .\n")
    assert name.read_text("utf-8") == str(trace(Queens(4)).svg(1))
    png = tmp_path / "step.png"
    assert ask(capsys, "queens", "4", "--step", "2", "--output", str(png))[0] == 0
    assert Image.open(io.BytesIO(png.read_bytes())).width == 600
    text = tmp_path / "step.txt"
    ask(capsys, "queens", "4", "--step", "2", "--output", str(text))
    assert text.read_text("utf-8") == out


def test_json_is_one_object(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = ask(capsys, "queens", "4", "--json")
    data = json.loads(out)
    assert code == 0
    assert (data["puzzle"]["board"], data["method"], data["finished"]) == (
        "4x4",
        "backtracking",
        True,
    )
    steps = trace(Queens(4))
    assert len(data["steps"]) == len(steps)
    assert data["steps"][1] == {
        "kind": "conflict",
        "depth": 1,
        "what": "a2",
        "why": "attacked from a1",
        "data": [0],
        "tried": 4,
        "marks": [0],
        "parent": 1,
    }
    name = tmp_path / "steps.json"
    ask(capsys, "queens", "4", "--output", str(name))
    assert json.loads(name.read_text("utf-8")) == data


def test_files_of_steps(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, film, text = (tmp_path / f"steps.{ending}" for ending in ("html", "gif", "txt"))
    code, out, err = ask(capsys, "queens", "4", "--output", str(page))
    assert code == 0
    assert out.startswith(f"{len(trace(Queens(4)))} steps: 16 nodes, ")
    assert "written: " in err
    assert page.read_text("utf-8") == trace(Queens(4)).to_html()
    code, out, _ = ask(capsys, "queens", "4", "--limit", "5", "--output", str(film))
    assert (code, out.startswith("5 steps: ")) == (0, True)
    assert Image.open(io.BytesIO(film.read_bytes())).n_frames == 5  # type: ignore[attr-defined]
    ask(capsys, "queens", "4", "--limit", "5", "--output", str(text))
    assert len(text.read_text("utf-8").splitlines()) == 5


def test_a_page_that_is_cut_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everyway.runs.tracing.MOST_EXPORTED", 30)
    code, out, err = ask(capsys, "queens", "6", "--output", str(tmp_path / "a.html"))
    assert code == 0
    assert out.startswith("30 steps: ")
    assert "cut after 30 steps" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("queens 4 --method x", 'no steps of placement by "x": one of backtracking'),
        ("permutations 1..41", "at most 40"),
        ("queens 100", "at most 400 squares"),
        ("queens 4 --output a.svg", "give --step"),
        ("queens 4 --step 2 --output a.html", "--step goes with"),
        ("queens 4 --step 2 --json", "--step goes with"),
        ("queens 4 --output a.xyz", "cannot write such a file"),
        ("queens 4 --limit 0", "a limit of steps"),
        ("queens 4 --time -1", "a time limit cannot be"),
        ("queens 4 --time nan --output a.html", "a time limit cannot be"),
        ("queens 4 --cluster tcp://x:1", "--cluster does not go with trace"),
        ("queens 4 --step 0", "a step"),
        ("queens 4 --step 9999", "the last is"),
        ("queens 8 --limit 5000 --output a.gif", "too many steps for an animation"),
        ("queens 4 --engine plain", "does not go with trace"),
        ("queens 4 --nodes 5", "does not go with trace"),
        ("queens", "queens"),
    ],
)
def test_what_cannot_be_shown_is_one_line(
    capsys: pytest.CaptureFixture[str], words: str, message: str
) -> None:
    code, out, err = ask(capsys, *words.replace("--method x", "--method=x").split())
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert message in err
