"""The command: words, files, standard input, outputs, exit codes."""

from __future__ import annotations

import io
import json
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import everyway
from everyway import EverywayError, load
from everyway.cli import main
from everyway.families.placement import FAMILY

SOME_REGIONS = "AAAA\nABBB\nCCDB\nCCDD\n"
TWO_SOLUTIONS = "AABB\nAABB\nCCDD\nCCDD\n"


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("count queens 8", "92"),
        ("count queens 8 --up-to symmetry", "12"),
        ("count queens 0", "1"),
        ("count queens 0x0", "1"),
        ("count queens 1", "1"),
        ("count queens 8 --fixed a1,e2", "1"),
        ("count queens 5x5 --number 5 --torus", "10"),
        ("count bishops 4", "260"),
        ("count bishops 8x8 --number 14", "256"),
        ("count rooks 3x3 --number 0..1", "10"),
        ("count queens --fixed a1 5", "2"),
        ("count QUEENS 5", "10"),
        ("count rooks+knights 3", "2"),
        ("count leaper(1,2) 3x3 --number 2", "28"),
        ("unique queens 1", "yes: exactly one solution"),
        ("unique queens 4", "no: more than one solution"),
        ("unique queens 4 --up-to symmetry", "yes: exactly one solution"),
        ("smallest queens 5x5 --covering", "3"),
        ("smallest queens 5 --covering", "3"),
        ("largest queens 5", "5"),
        ("largest kings 8x8", "16"),
        ("count queens 3x3x3 --covering --number 4", "16"),
        ("count queens 3x3 --holes b2", "17"),
        ("count rooks 1x3 --walls b1 --number 2", "1"),
        ("count queens 4x4 --per-row 1 --no-peaceful", "256"),
    ],
)
def test_the_answer_is_the_first_thing_printed(
    capsys: pytest.CaptureFixture[str], words: str, value: str
) -> None:
    code, out, _ = ask(capsys, *words.split())
    assert code == 0
    assert out.splitlines()[0] == value


@pytest.mark.parametrize(
    "words",
    [
        "count queens 3",
        "first queens 3",
        "show queens 2",
        "unique queens 3",
        "smallest queens 3x3 --number 4",
        "sample queens 3",
        "solve queens 2",
        "sizes queens 2x2 --number 2",
        "count queens 8 --number 65",
        "solve rooks 2 --number 5",
    ],
)
def test_no_solution_is_exit_code_one(capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, out, _ = ask(capsys, *words.split())
    assert code == 1
    assert out.strip().partition(":")[0] in ("0", "no solution")  # and perhaps why


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["count"],
        ["count", "queens"],
        ["count", "queens", "8xx8"],
        ["count", "queens", "-8"],
        ["count", "queens", "0x5"],
        ["count", "queens", "99999999999"],
        ["count", "queens", "1000x1000"],
        ["count", "queens", "8", "9"],
        ["count", "quens", "8"],
        ["count", "queens+", "8"],
        ["count", "leaper(0)", "8"],
        ["count", "leaper(1,2", "8"],
        ["count", "queens", "8", "--fixed", "z9"],
        ["count", "queens", "8", "--fixed", "a1,a2"],
        ["count", "queens", "8", "--fixed", "a1,,((b2"],
        ["count", "queens", "8", "--holes", "a1", "--fixed", "a1"],
        ["count", "queens", "8", "--number", "many"],
        ["count", "queens", "8", "--number", "7..3"],
        ["count", "queens", "8", "--per-row", "x"],
        ["count", "queens", "8", "--per-row", "-1"],
        ["count", "queens", "8", "--per", "2"],
        ["count", "queens", "8", "--up-to", "rotation"],
        ["count", "queens", "8", "--engine", "magic"],
        ["count", "queens", "8", "--engine", "cpsat"],
        ["count", "queens", "8", "--limit", "3"],
        ["count", "queens", "8", "--workers", "0"],
        ["count", "queens", "8", "--workers", "99999999"],
        ["count", "queens", "8", "--time", "-1"],
        ["count", "queens", "8", "--nodes", "-1"],
        ["count", "queens", "8", "--no-such-option"],
        ["count", "queens", "8", "--output", "x.doc"],
        ["count", "queens", "8", "--output", "no/such/folder/x.svg"],
        ["count", "queens", "8", "--style", "baroque"],
        ["count", "no-such-file.toml"],
        ["count", "q" * 5000],
        ["count", "a\0b"],
        ["count", "."],
        ["count", "regions", "no-such-file.txt"],
        ["show", "queens", "8", "--limit", "-1"],
        ["table", "count", "queens", "8"],
        ["table", "count", "queens", "8..1"],
        ["table", "unique", "queens", "1..3"],
        ["table", "count", "quens", "1..3"],
        ["table"],
        ["check", "queens"],
        ["check", "queens", "4", "b1 d2 z3"],
        ["families", "nonsense"],
        ["dance", "queens", "8"],
    ],
    ids=" ".join,
)
def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    code, out, err = ask(capsys, *words)
    assert code == 2
    if words:
        assert out == ""
        assert len(err.strip().splitlines()) == 1
        assert err.startswith("everyway: ")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"AAB\nAB\n",
        b"puzzle = 3",
        b"puzzle = 'placement'\nboard = '8xx8'",
        b"puzzle = 'placement'\nboard = '8x8'\ncolour = 1",
        b"puzzle = 'placement'\nboard = 8",
        b"puzzle = 'placement'\nboard = '3x3'\nfixed = [1, 2]",
        b"{not json",
        b"\x00\xff\xfe\x89PNG",
        b"\x89PNG\r\n\x1a\n" * 100,
        b"[[[[",
        b"[" * 100_000,
        b'{"puzzle": ' * 5000,
        b"puzzle = 1" + b"0" * 10_000,
    ],
)
def test_bad_files_are_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    feed(monkeypatch, data)
    code, out, err = ask(capsys, "count", "-")
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("data", [b"", b"AAB\nAB\n", b"AA\n\x00B\n", b"\xff\xfe"])
def test_bad_regions_are_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    feed(monkeypatch, data)
    code, out, err = ask(capsys, "count", "regions", "-")
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("text", ["7 8 x\n1 y 3\n4 z 6", "7 8 9\n1 2 3", "1 2\n3 3", "4x4\n4x4"])
def test_texts_with_digits_are_not_taken_for_regions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    feed(monkeypatch, text.encode())
    code, out, err = ask(capsys, "count", "-")
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert "regions FILE" in err


def test_regions_that_say_so_may_have_digits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, b"1111\n1222\n3342\n3344\n")
    assert ask(capsys, "count", "regions", "-", "-q")[:2] == (0, "1\n")


@given(text=st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_is_read_or_refused_politely(text: str) -> None:
    with suppress(EverywayError):
        load(text)


@given(words=st.lists(st.text("queens8x×aA1.-#,;:()+ ", max_size=8), min_size=1, max_size=3))
@settings(max_examples=200)
def test_any_words_are_read_or_refused_politely(words: list[str]) -> None:
    if FAMILY.recognises(words[0]):
        with suppress(EverywayError):
            FAMILY.puzzle_from_words(words, {}, "count")


def test_regions_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (["unique", "regions", "-"], ["unique", "-"]):
        feed(monkeypatch, SOME_REGIONS.encode())
        code, out, _ = ask(capsys, *words)
        assert code == 0
        assert out.startswith("yes: exactly one solution\n")
    feed(monkeypatch, TWO_SOLUTIONS.encode())
    assert ask(capsys, "unique", "regions", "-")[1].startswith("no: more than one solution")
    feed(monkeypatch, TWO_SOLUTIONS.encode())
    assert ask(capsys, "count", "regions", "-")[1] == "2\n"


def test_files_of_every_kind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for ending in ("svg", "png", "txt", "json", "toml"):
        target = tmp_path / f"board.{ending}"
        code, out, _ = ask(capsys, "first", "queens", "6", "--output", str(target))
        assert code == 0
        assert target.stat().st_size > 50, ending
        assert out.startswith("6  ")
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "board.json").read_text("utf-8"))["found"] is True
    assert ask(capsys, "count", str(tmp_path / "board.toml"))[1] == "4\n"
    assert ask(capsys, "count", str(tmp_path / "board.toml"), "--covering")[0] == 2
    sheet = str(tmp_path / "s.svg")
    assert ask(capsys, "draw", "queens", "6", "--limit", "4", "--output", sheet)[0] == 0
    assert (tmp_path / "s.svg").read_text("utf-8").count("<title") >= 1
    assert ask(capsys, "draw", "queens", "9", "--limit", "200", "--output", sheet)[0] == 2


def test_json_is_one_object_with_the_fields_of_an_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for question in ("count", "first", "unique", "sizes", "smallest", "largest", "show", "sample"):
        code, out, err = ask(capsys, question, "queens", "4", "--json", "--up-to", "symmetry")
        assert (code, err) == (0, "")
        answer = json.loads(out)
        assert answer["found"] is True
        assert answer["up_to"] == "symmetry"
        for name in ("value", "exhausted", "interrupted", "optimal_proven", "engine", "evidence"):
            assert name in answer
    assert answer["solutions"] == [["b1", "d2", "a3", "c4"]]


def test_interrupted_is_exit_code_three(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["count", "queens", "8", "--nodes", "300", "--engine", "plain"]
    code, out, err = ask(capsys, *words)
    assert code == 3
    assert out.startswith("at least ")
    assert "stopped by node limit" in err
    for words in ("show queens 8", "sample queens 8", "smallest queens 9x9 --covering"):
        assert ask(capsys, *words.split(), "--nodes", "20")[0] == 3


def test_show_prints_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "show", "queens", "4")
    assert code == 0
    assert out.split("\n\n\n" if "\n\n\n" in out else "\n\n")[0].startswith("4  ")
    assert out.count("Q") == 8
    assert "2 in all" in err
    assert ask(capsys, "show", "queens", "5", "--limit", "3", "-q")[1].count("Q") == 15
    assert ask(capsys, "show", "queens", "4", "--style", "dots", "-q")[1].count("●") == 8


def test_check_says_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "check", "queens", "4", "b1 d2 a3 c4") == (0, "yes: a solution\n", "")
    assert ask(capsys, "check", "queens", "4", "b1", "d2", "a3", "c4")[0] == 0
    code, out, _ = ask(capsys, "check", "queens", "4", "b1 d2 a3 d4")
    assert (code, out) == (1, "no: d2 and d4 attack each other\n")
    code, out, _ = ask(capsys, "check", "queens", "4", "b1", "--json")
    assert json.loads(out) == {"solution": False, "why_not": "1 pieces, not 4"}


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "--version")[:2] == (0, f"everyway {everyway.__version__}\n")


def test_regions_may_have_blanks_between_letters(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (["count", "regions", "-"], ["count", "-"]):
        feed(monkeypatch, b"A A A A\n A B B B\nC C D B\nC C D D\n")
        assert ask(capsys, *words)[1] == "1\n"


@pytest.mark.parametrize(
    "words",
    ["count queens 4 --seed 3", "count queens 4 --bfile", "draw queens 4 --json", "check queens 4"],
)
def test_options_in_vain_are_refused(capsys: pytest.CaptureFixture[str], words: str) -> None:
    assert ask(capsys, *words.split())[0] == 2


def test_solve_says_that_there_are_more(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ask(capsys, "solve", "queens", "4", "-q")
    assert out.endswith("\n\nnot the only solution: there are more\n")


def test_tables_and_bfiles(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "table", "count", "queens", "1..7", "--bfile")
    assert code == 0
    assert out == "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n7 40\n"
    _, out, _ = ask(capsys, "table", "smallest", "queens", "nxnxn", "1..3", "--covering")
    assert [line.split("\t")[:2] for line in out.splitlines()[1:]] == [
        ["1", "1"], ["2", "1"], ["3", "1"],
    ]  # fmt: skip
    _, out, _ = ask(capsys, "table", "count", "rooks", "nxn", "1..4", "--number", "n", "--bfile")
    assert out == "1 1\n2 2\n3 6\n4 24\n"
    code, out, err = ask(capsys, "table", "count", "queens", "5..9", "--bfile", "--nodes", "500")
    assert code == 3
    assert out.startswith("5 10\n")
    assert "at least" not in out
    assert "not exact" in err


def test_explain_names_the_engines(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = ask(capsys, "count", "queens", "8", "--explain")
    assert out == "92\n"
    for name in ("plain", "propagate", "compiled", "cpsat"):
        assert name in err


def test_families_lists_words_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "families")
    assert code == 0
    assert "queens" in out
    assert "--no-touch" in ask(capsys, "families", "placement")[1]


def test_help_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "--help")
    assert code == 0
    for name in ("count", "show", "table", "families"):
        assert name in out
        code, text, _ = ask(capsys, name, "--help")
        assert code == 0
        assert "Usage" in text
    assert "--covering" in ask(capsys, "count", "--help")[1]


@pytest.mark.parametrize("limit", [[], ["--limit", "3"]])
def test_pictures_of_one_line_follow_each_other(limit, capsys, tmp_path):
    file = tmp_path / "all.txt"
    main(["show", "permutations", "abc", *limit, "--quiet"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["a b c", "a c b", "b a c"]
    main(["show", "permutations", "abc", *limit, "--quiet", "--output", str(file)])
    assert file.read_text("utf-8").splitlines() == lines
    main(["show", "queens", "4", *limit, "--quiet"])
    assert len(capsys.readouterr().out.strip().split("\n\n")) > 1


def test_an_example_is_cut_after_so_many_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("everyway.cli.output.MOST_LINES", 3)
    _, whole, _ = ask(capsys, "first", "queens", "5")
    code, out, remarks = ask(capsys, "largest", "queens", "5")
    assert code == 0
    assert len(whole.splitlines()) > 3
    assert out.splitlines()[:2] == ["5", ""]
    assert len(out.splitlines()) == 5
    assert "the first 3 lines of a solution" in remarks


def test_a_table_says_how_many_there_are_of_the_best_size(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["table", "smallest", "queens", "4..6", "--covering", "--how-many"]
    code, out, _ = ask(capsys, *words)
    assert code == 0
    cells = [line.split("\t")[:4] for line in out.splitlines()]
    assert cells == [
        ["n", "value", "all", "up to symmetry"],
        ["4", "3", "16", "2"],
        ["5", "3", "16", "2"],
        ["6", "4", "120", "17"],
    ]
    for wrong in (
        "table count queens 4..6 --how-many",
        "count queens 4 --how-many",
        "table smallest queens 4..6 --covering --how-many --bfile",
    ):
        assert ask(capsys, *wrong.split())[0] == 2
