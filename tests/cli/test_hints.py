"""What the command tells those who stumble: help, refusals that say what would do, files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from everyway.core.engine import Offer
from everyway.core.family import flag_of
from everyway.families.registry import families
from tests.cli.test_cli import ask, feed


def test_bare_and_help_print_the_help_in_its_usual_form(capsys: pytest.CaptureFixture[str]) -> None:
    code, usual, _ = ask(capsys, "--help")
    assert code == 0
    assert ask(capsys) == (2, "", usual.rstrip("\n") + "\n")
    assert ask(capsys, "help") == ask(capsys, "-h") == (0, usual, "")
    code, usual, _ = ask(capsys, "count", "--help")
    assert ask(capsys, "help", "count") == ask(capsys, "count", "-h") == (0, usual, "")
    assert "--up-to" in usual


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("starts queens 6", 'starts says nothing about "queens": it is for tour'),
        ("through tour 5x5", "it is for queens, rooks"),
        ("count queens 8 --symmetry", "did you mean --up-to symmetry?"),
        ("table count tour 8..3x4", "such as 1..8 or 3x4..8"),
        ("families nonsense", "or a puzzle's word such as queens"),
    ],
)
def test_a_refusal_says_what_would_do(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    code, out, err = ask(capsys, *words.split())
    assert (code, out) == (2, "")
    assert said in err


def test_families_takes_the_words_that_it_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "families", "queens") == ask(capsys, "families", "placement")
    assert ask(capsys, "families", "queens")[0] == 0


@pytest.mark.parametrize("words", ["queens 3x4..6", "queens 4..6x3", "queens 3xn 4..6"])
def test_a_range_may_be_one_side_of_a_size(capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, out, _ = ask(capsys, *f"table count {words} --number 3 --bfile".split())
    values = [ask(capsys, *f"count queens 3x{n} --number 3 -q".split())[1] for n in (4, 5, 6)]
    assert code == 0
    assert out.split() == [t for n, v in zip("456", values, strict=True) for t in (n, v.strip())]


def test_equal_reasons_are_said_once_and_engines_are_not_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everyway.runs.choice.offer_of", lambda *_: Offer.no("too large"))
    code, _, err = ask(capsys, "count", "tour", "5x5")
    assert code == 2
    assert err == "everyway: no engine can answer count tour 5x5 (too large)\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show queens 6 --output x.gif", "--limit 1"),
        ("show queens 6 --output x.svg --moving", "--limit 1"),
        ("sample queens 6 --limit 2 --output x.gif", "--limit 1"),
        ("draw queens 6 --limit 2 --output x.gif", "--limit 1"),
        ("starts tour 5x5 --output x.png", "--output does not go with starts"),
        ("states hanoi 3 --output x.doc", "cannot write such a file"),
        ("states hanoi 3 --output no/such/folder/x.svg", "no such folder"),
        ("states hanoi 3 --pegs 4 --output x.svg", "states has no picture of this to write"),
    ],
)
def test_outputs_that_cannot_be_are_refused_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    code, out, err = ask(capsys, *words.split())
    assert (code, out) == (2, "")
    assert said in err


def test_reports_write_pictures_that_move(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "tour.gif"
    assert ask(capsys, "find", "tour", "5x5", "--output", str(target))[0] == 0
    assert target.read_bytes().startswith(b"GIF8")


def test_a_picture_without_a_solution_is_said_to_be_of_the_puzzle(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = str(tmp_path / "board.svg")
    assert "(the puzzle alone" in ask(capsys, "count", "queens", "5", "--output", target)[2]
    assert "(the puzzle alone" not in ask(capsys, "first", "queens", "5", "--output", target)[2]
    assert "(the puzzle alone" not in ask(capsys, "draw", "queens", "5", "--output", target)[2]


def test_a_file_of_the_familys_own_form_follows_its_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("square.txt", "square", "3"):
        Path(name).write_text("2 . 6\n9 5 1\n4 3 8\n", "utf-8")
    for name in ("square.txt", "square", "./3"):
        assert ask(capsys, "count", "magic", name, "-q")[:2] == (0, "1\n")
    assert ask(capsys, "count", "magic", "3", "-q")[:2] == (0, "8\n")
    assert "cannot read the file" in ask(capsys, "count", "magic", "none.txt")[2]
    assert "no order" in ask(capsys, "count", "magic", "none")[2]
    feed(monkeypatch, b"2 . 6\n9 5 1\n4 3 x\n")
    assert "row 3, column 3" in ask(capsys, "count", "magic", "-")[2]
    Path("square.txt").write_text("2 7 6\n9 5 1\n4 3 8\n", "utf-8")
    assert ask(capsys, "classify", "magic", "square.txt")[1].startswith(
        "classes: semi-magic, magic"
    )


def test_the_options_are_listed_by_family(capsys: pytest.CaptureFixture[str]) -> None:
    text = ask(capsys, "count", "--help")[1]
    parts = re.split(r"^(Options[\w ]*):$", text, flags=re.MULTILINE)
    titled = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(titled) == ["Options", *(f"Options of {f.name}" for f in families() if f.options)]
    assert "--up-to" in titled["Options"]
    assert "--start" not in titled["Options"]
    for family in families():
        for option in family.options:
            assert f"{flag_of(option.name)} " in titled[f"Options of {family.name}"]
    assert "where it starts, such as a1" in titled["Options of tour"]
    assert "Options of" not in ask(capsys, "families", "--help")[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AAAB\nAABB\nCCDB\nCDD\n", "row 4 has 3 squares"),
        ("2 7 6\n9 x 1\n4 3 8\n", 'not a whole number: "x" (row 2, column 2)'),
        ("2 0 6\n9 0 1\n4 3 8\n", "1 to 9, or . for a blank"),
        ("2 7 6\n9 5 1\n4 3\n", "2 cells, but the order is"),
        ("2,7,6\n9,5,1\n4,3,3\n", 'given twice: "3"'),
        ("hello\nworld, it is me\n", "this is no puzzle's text"),
        ("AAB\nAB\n", "equal rows of letters (regions)"),
        ("colour = red\n", "not TOML"),
        ("[[a]\n", "not TOML"),
    ],
)
def test_a_plain_text_with_a_mistake_is_told_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    feed(monkeypatch, text.encode())
    code, out, err = ask(capsys, "count", "-")
    assert (code, out) == (2, "")
    assert said in err
    assert ("TOML" in said) or "not TOML" not in err
