"""``show``: all solutions as text, to standard output and to a file, as they are found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from everyway import Queens
from everyway.cli import main


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_line_for_each_solution(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "show", "queens", "7", "--style", "squares")
    assert code == 0
    assert out.splitlines() == [" ".join(s.squares) for s in Queens(7).solutions(engine="plain")]
    assert "40 in all" in err
    for line in out.splitlines():
        assert main(["check", "queens", "7", line]) == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("show rooks 2x2x2 --number 2 --limit 1", "1,1,1; 1,2,2\n"),
        ("show kings 1x2", "(no pieces)\na1\nb1\n"),
        ("draw queens 4 --fixed b1", "b1\n"),
        ("show queens 3", "no solution\n"),
        ("show regions examples/region_queens_8x8.txt", "d1 b2 f3 a4 e5 g6 c7 h8\n"),
    ],
)
def test_the_style_squares(capsys: pytest.CaptureFixture[str], words: str, expected: str) -> None:
    _, out, _ = ask(capsys, *words.split(), "--style", "squares", "-q")
    if "regions" in words:
        assert len(out.split()) == 8
        assert out.count("\n") == 1
    else:
        assert out == expected


@pytest.mark.parametrize("style", [[], ["--style", "squares"]], ids=["grid", "squares"])
def test_a_file_gets_what_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, style: list[str]
) -> None:
    file = tmp_path / "all.txt"
    code, out, err = ask(capsys, "show", "queens", "6", *style, "--output", str(file))
    assert code == 0
    assert file.read_text("utf-8") == out
    assert out == ask(capsys, "show", "queens", "6", *style)[1]
    assert f"written: {file}" in err


def test_a_list_that_is_stopped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    words = ["show", "queens", "12", "--style", "squares", "--nodes", "100000"]
    code, out, err = ask(capsys, *words, "--engine", "lanes", "--output", str(file))
    lines = out.splitlines()
    assert code == 3
    assert 0 < len(lines) < 14200
    assert f"{len(lines)} shown so far" in err
    assert file.read_text("utf-8") == out


def test_a_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = ask(capsys, "show", "queens", "4", "--output", str(tmp_path / "no" / "x.txt"))
    assert (code, "no such folder" in err) == (2, True)
    folder = tmp_path / "folder.txt"
    folder.mkdir()
    code, _, err = ask(capsys, "show", "queens", "4", "--output", str(folder))
    assert code == 2
    assert err.startswith("everyway: cannot write")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device here")
def test_a_full_disk_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "full.txt"
    file.symlink_to("/dev/full")
    code, out, err = ask(capsys, "show", "queens", "4", "--output", str(file))
    assert (code, out.count("Q")) == (2, 8)
    assert err.startswith("everyway: cannot write")
    assert "No space left" in err


def test_a_reader_that_has_seen_enough(tmp_path: Path) -> None:
    command = f"{sys.executable} -m everyway show queens 12 --style squares -q | head -n 2"
    status = os.system(f"{command} > {tmp_path}/lines 2> {tmp_path}/errors")
    assert status == 0
    assert (tmp_path / "errors").read_text() == ""
    assert len((tmp_path / "lines").read_text().splitlines()) == 2


def test_no_validation_library_is_loaded_for_plain_options() -> None:
    code = (
        "import sys; from everyway.cli import main; "
        "main(['count', 'queens', '6', '--time', '9', '--workers', '1', '--covering', '-q']); "
        "print('pydantic' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split()[-1] == "False"


@pytest.mark.parametrize(
    ("option", "value", "kind"),
    [
        ("--nodes", "x", "a whole number"),
        ("--time", "soon", "a number"),
        ("--per", "1.5", "a whole number"),
    ],
)
def test_what_is_no_number_is_named(
    capsys: pytest.CaptureFixture[str], option: str, value: str, kind: str
) -> None:
    code, out, err = ask(capsys, "count", "queens", "6", option, value)
    assert (code, out) == (2, "")
    assert err == f'everyway: {option} needs {kind}, not "{value}"\n'
