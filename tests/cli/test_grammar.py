"""What the command reads: full-width signs, quoted puzzles, options by command; what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from everyway.cli.app import commands, make_app
from everyway.families.line import puzzle_from_anything, puzzle_from_line
from everyway.families.placement.plain import PlainEngine
from everyway.families.registry import families, load
from tests.cli.test_cli import ask, feed

FULL_WIDTH = {c: c + 0xFEE0 for c in range(ord("!"), ord("~") + 1)}


def wide(text: str) -> str:
    """Return *text* in the full-width signs of Japanese keyboards."""
    return text.translate(FULL_WIDTH)


USES = {
    "placement": "queens 5 --fixed b1",
    "tour": "tour 5x5 --start a1",
    "chain": "chain 3x3 --marks 2:up",
    "alphametic": "A+A=BA --base 12",
    "digits": "komachi 9 --digits 234",
    "magic": "magic 3 --centre 5",
    "hanoi": "hanoi 3 --pegs 4",
    "cover": "tiling 4x3 --pieces dominoes",
    "arrangement": "permutations 1..4 2 --order exchange",
}
"""A line of each family, with an option."""


def test_every_family_has_a_use() -> None:
    assert set(USES) == {known.name for known in families()}


@pytest.mark.parametrize("name", USES)
def test_full_width_words_options_and_digits_are_read(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    line = USES[name]
    assert puzzle_from_line(wide(line)) == puzzle_from_line(line)
    code, out, _ = ask(capsys, "count", *line.split(), "-q")
    assert ask(capsys, wide("count"), *wide(line).split(), "-q")[:2] == (code, out)


@pytest.mark.parametrize("how", ["word", "stdin", "file", "word and file", "load", "page"])
def test_full_width_equations_are_read_everywhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, how: str
) -> None:
    text = wide("SEND+MORE=MONEY")
    file = tmp_path / "sum.txt"
    file.write_text(text + "\n", "utf-8")
    if how == "load":
        assert load(text).count() == 1
        return
    if how == "page":
        assert puzzle_from_anything(text).count() == 1
        return
    feed(monkeypatch, text.encode())
    words = {"word": [text], "stdin": ["-"], "file": [str(file)]}
    code, out, _ = ask(capsys, "solve", *words.get(how, ["alphametic", str(file)]))
    assert (code, out.splitlines()[0]) == (0, "9567 + 1085 = 10652")


def test_full_width_rows_of_regions_and_squares(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, wide("AAAA\nABBB\nCCDB\nCCDD\n").encode())
    assert ask(capsys, "count", "regions", "-", "-q")[1] == "1\n"
    assert ask(capsys, "check", "queens", "4", *map(wide, ("b1", "d2", "a3", "c4")))[0] == 0
    assert ask(capsys, "classify", "magic", wide("3"), *wide("816357492"))[0] == 0
    out = ask(capsys, "table", "count", "queens", wide("1..4"), "--bfile")[1]
    assert out == "1 1\n2 0\n3 0\n4 2\n"


def test_items_of_arrangements_are_taken_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """A full-width letter is another item than the plain one."""
    assert ask(capsys, "count", "permutations", "a" + wide("a"), "-q")[1] == "2\n"
    assert ask(capsys, "show", "permutations", "赤、青", "-q")[1] == "赤 青\n青 赤\n"


@pytest.mark.parametrize("sign", [" ", "  ", ",", ", "])
def test_items_in_one_word_with_blanks_or_commas(
    capsys: pytest.CaptureFixture[str], sign: str
) -> None:
    shown = ask(capsys, "show", "permutations", sign.join(["red", "green", "blue"]), "2", "-q")[1]
    assert shown.splitlines() == [
        "red green", "red blue", "green red", "green blue", "blue red", "blue green",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code", "first"),
    [
        (["count", "queens 8"], 0, "92"),
        (["count", "queens 5x5 --number 5 --torus"], 0, "10"),
        (["count", "queens 5x5 --number 5", "--torus"], 0, "10"),
        (["check", "queens 4", "b1", "d2", "a3", "c4"], 0, "yes: a solution"),
        (
            ["check", "queens 4 --torus", "b1", "d2", "a3", "c4"],
            1,
            "no: b1 and c4 attack each other",
        ),
        (["rank", "permutations abcd 3", "c", "a", "b"], 0, "12"),
        (["rank", "permutations abcd 3 c a b"], 0, "12"),
        (["rank", "permutations abcd", "3", "c", "a", "b"], 0, "12"),
        (["table", "count", "queens 4..5", "--bfile"], 0, "4 2"),
        (["table", "count", "queens nxn --number n 4..5", "--bfile"], 0, "4 2"),
        (["draw", "magic", "--given", "2 . . / . 5 . / . . ."], 0, "2 . ."),
        (["count", "magic", "--given", "2 . . / . 5 . / . . ."], 0, "2"),
    ],
)
def test_a_puzzle_may_stand_in_quotes(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int, first: str
) -> None:
    found, out, _ = ask(capsys, *words)
    assert (found, out.splitlines()[0]) == (code, first)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("count queens 8 --time abc", '--time needs a number, not "abc"'),
        ("count queens 8 --workers 2.5", '--workers needs a whole number, not "2.5"'),
        ("count queens 8 --per-row x", '--per-row needs a whole number, not "x"'),
        ("count queens 8 --time", "--time needs a value"),
        ("count queens 8 --torus=3", "--torus takes no value"),
        ("count queens 8 --bogus", 'no option "--bogus": did you mean --torus?'),
        ("count queens 8 --limit 5", "--limit does not go with count"),
        ("starts tour 5x5 --pegs 4", "--pegs does not go with starts"),
        ("trace queens 4 --step 1-5", '--step needs a whole number, not "1-5"'),
        ("xyzzy queens 8", 'no command "xyzzy": see: everyway --help'),
        ("counts queens 8", 'no command "counts": did you mean count?'),
        ("--bogus", 'no option "--bogus": see: everyway --help'),
        ("families x y", 'too many words: "y"'),
        ("resume", "FILE is missing: write everyway resume FILE"),
        ("merge a", "FILE... is missing: write everyway merge OUT FILE..."),
        ("audit a --seed x", '--seed needs a whole number, not "x"'),
        ("serve --port x", '--port needs a whole number, not "x"'),
        ("cluster local --workers x", '--workers needs a whole number, not "x"'),
        ("solve SEND+MORE", 'no = after "SEND"'),
        ("solve rook+knihgt", 'did you mean "rooks"?'),
        ("count queens 8 --engine cpsat", "plain, generate, propagate, compiled"),
        ("count tour 50x50", "no engine can answer count tour 50x50 (plain backtracking"),
        ("first tour 50x50", "everyway find tour 50x50 gives some solution"),
        *(
            (
                f"{question} hanoi 40 --pegs 4",
                "everyway smallest hanoi 40 --pegs 4 gives the least number of moves",
            )
            for question in ("show", "first", "solve", "unique", "count", "sample")
        ),
    ],
)
def test_what_is_wrong_is_one_plain_line(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    code, out, err = ask(capsys, *words.split())
    assert (code, out) == (2, "")
    assert err.startswith("everyway: ")
    assert err.count("\n") == 1
    assert said in err
    for raw in ("Invalid value", "Got unexpected", "Missing argument", "parse string", "No such"):
        assert raw not in err


def test_what_a_refusal_names_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "smallest", "hanoi", "40", "--pegs", "4", "-q")[1].startswith("2817\n")


# --- each command takes what its help shows ---

VALUES = {
    "up_to": "symmetry", "limit": "2", "seed": "3", "time": "30", "nodes": "100000", "memory": "8G",
    "workers": "1", "engine": "plain", "style": None, "theme": "dark", "view": "isometric",
    "part": "1/2", "method": "backtracking", "step": "2",
}  # fmt: skip
"""What is given to the common options; those of files and of families are made below."""

EXTRA = {
    "check": ["b1", "d2", "a3", "c4"], "rank": ["c", "a", "b"], "unrank": ["3"],
    "classify": list("816357492"), "transform": ["complement", *"816357492"],
    "diagram": list("816357492"), "lands": ["3"], "step": ["ABC"],
}  # fmt: skip
PUZZLES = {
    "check": ["queens", "4"],
    "table": ["smallest", "queens", "3..4"],
    "compare": ["queens", "4"],
    "rank": ["permutations", "abcd", "3"],
    "unrank": ["permutations", "abcd", "3"],
    "deduce": ["A+A=BA"],
    "targets": ["komachi", "--digits", "234"],
    "nearest": ["komachi", "7", "--digits", "234"],
    "words": ["snake", "2x2x2"],
    "lands": ["chain", "3x3"],
    "step": ["hanoi", "3"],
}
OF_REPORTS = {
    "tour": ["tour", "5x5"], "magic": ["magic", "3"], "hanoi": ["hanoi", "2"],
    "placement": ["queens", "4"], "chain": ["chain", "2x2"], "arrangement": ["permutations", "abc"],
}  # fmt: skip


def puzzle_words(name: str) -> list[str]:
    if name in PUZZLES:
        return PUZZLES[name]
    for known in families():
        if known.report_named(name) is not None:
            return OF_REPORTS[known.name]
    return ["queens", "4"]


def common_options() -> list[tuple[str, str]]:
    """Every option in the help of every command about puzzles, but those of the families."""
    own = {option.name for known in families() for option in known.options}
    found = []
    for name in commands():
        (command,) = [c for n, c in made(name).items() if n == name]
        if not any(p.name == "words" for p in command.params):
            continue
        options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
        found += [(name, p.name) for p in options if p.name not in own]
    return found


def made(name: str) -> dict[str, object]:
    import typer

    return typer.main.get_command(make_app(name)).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "option"), common_options())
def test_every_option_in_the_help_is_taken(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, option: str
) -> None:
    flag = "--" + option.replace("_", "-")
    puzzle, extra = list(puzzle_words(name)), EXTRA.get(name, [])
    if option == "proof":
        puzzle = ["queens", "3"]  # a certificate says that there is none, or none better
    given = [flag]
    ending = ".csv" if name == "table" else ".svg"
    file = str(tmp_path / f"file{ending}")
    if option == "ledger":
        given.append(str(tmp_path / "kept"))
    elif option == "part":
        given += ["1/2", "--ledger", str(tmp_path / "kept.db")]
    elif option == "proof":
        given.append(str(tmp_path / "proof"))
    elif option == "cluster":
        given.append("nowhere")  # which is refused as no address
    elif option == "output":
        given += [file, *(["--step", "2"] if name == "trace" else [])]
    elif option in ("moving", "theme", "view"):
        given += [VALUES[option]] if option != "moving" else []
        given += ["--output", file, *(["--step", "2"] if name == "trace" else [])]
        if option == "view":
            puzzle = ["queens", "2x2x2"]
    elif option == "style":
        given.append("dots")
    elif option == "up_to" and name in ("first", "show", "sample"):
        given.append("symmetry")
    elif VALUES.get(option):
        given.append(str(VALUES[option]))
    if option == "moving" and name in ("show", "sample", "draw"):
        given += ["--limit", "1"]
    if name in ("smallest", "largest", "sizes"):
        puzzle = [*puzzle, "--covering"]
    code, _, err = ask(capsys, name, *puzzle, *extra, *given)
    if option == "cluster":
        assert "does not go with" not in err
        assert "no option" not in err
        assert code == 0 if name == "draw" else "no address of a Dask scheduler" in err
    else:
        assert code in (0, 1, 3), err


@pytest.mark.parametrize("known", families(), ids=lambda known: known.name)
def test_reports_show_the_options_of_their_families_alone(
    capsys: pytest.CaptureFixture[str], known
) -> None:
    for report in known.reports:
        shown = ask(capsys, report.name, "--help")[1]
        able = [f.name for f in families() if f.report_named(report.name)]
        named = [f.name for f in families() if f"Options of {f.name}:" in shown]
        assert named == able


def test_a_commands_help_shows_nothing_that_it_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    shown = ask(capsys, "trace", "--help")[1]
    for flag in ("--up-to", "--evidence", "--ledger", "--proof", "--style"):
        assert flag not in shown
        code, _, err = ask(capsys, "trace", "queens", "4", flag, "x")
        assert (code, err) == (2, f"everyway: {flag} does not go with trace\n")
    assert "--bfile" not in ask(capsys, "count", "--help")[1]
    assert "--bfile" in ask(capsys, "table", "--help")[1]


# --- tables ---


def test_a_table_answers_zero_where_there_are_more_pieces_than_squares(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A061994 begins 0, 0, 0, 2, 82."""
    code, out, _ = ask(capsys, *["table", "count", "queens", "1..6", "--number", "4", "--bfile"])
    assert (code, out) == (0, "1 0\n2 0\n3 0\n4 2\n5 82\n6 982\n")


def test_an_n_that_cannot_be_asked_has_a_row_that_says_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = "table count queens 2..4 --number 2 --fixed c1"
    code, out, _ = ask(capsys, *line.split())
    rows = [row.split("\t") for row in out.splitlines()]
    assert code == 2
    assert [row[0] for row in rows] == ["n", "2", "3", "4"]
    assert 'not on the board "c1"' in rows[1][1] or "c1" in rows[1][1]
    assert [row[1] for row in rows[2:]] == ["2", "6"]
    code, out, err = ask(capsys, *line.split(), "--bfile")
    assert (code, out) == (2, "3 2\n4 6\n")
    assert "n=2 is left out" in err
    rows_json = [json.loads(row) for row in ask(capsys, *line.split(), "--json")[1].splitlines()]
    assert "c1" in rows_json[0]["error"]
    assert [row["value"] for row in rows_json[1:]] == [2, 6]


def test_what_is_wrong_with_all_rows_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("table count quens 1..3", "table count queens 1..3 --engine none"):
        code, out, err = ask(capsys, *words.split())
        assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.txt", "n\tvalue\tseconds\tengine\tevidence\n3\t0\t"),
        ("t.csv", "n,value,seconds,engine,evidence\n3,0,"),
        ("b000170.txt", "3 0\n4 2\n"),
    ],
)
def test_a_table_is_written_as_the_files_name_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str
) -> None:
    file = tmp_path / name
    code, out, _ = ask(capsys, "table", "count", "queens", "3..4", "--output", str(file))
    assert code == 0
    assert out.splitlines()[2].startswith("4\t2\t")
    assert file.read_text("utf-8").startswith(text)


def test_a_table_as_json_and_one_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "t.json"
    ask(capsys, "table", "count", "queens", "3..4", "--output", str(file))
    rows = json.loads(file.read_text("utf-8"))
    assert [(row["n"], row["value"]) for row in rows] == [(3, 0), (4, 2)]
    code, out, err = ask(capsys, "table", "count", "queens", "3..4", "--output", "t.svg")
    assert (code, out) == (2, "")
    assert "one of .txt .csv .json" in err


def test_a_table_with_ledgers_goes_on_where_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ["table", "count", "queens", "5..7", "--ledger", str(tmp_path / "kept"), "--json"]
    words += ["--engine", "plain"]
    first = [json.loads(row) for row in ask(capsys, *words)[1].splitlines()]
    assert sorted(p.name for p in (tmp_path / "kept").iterdir() if p.suffix == ".db") == [
        "count-5.db", "count-6.db", "count-7.db",
    ]  # fmt: skip
    monkeypatch.setattr(PlainEngine, "search", None)  # nothing is left to be searched
    again = [json.loads(row) for row in ask(capsys, *words)[1].splitlines()]
    assert [row["value"] for row in first] == [row["value"] for row in again] == [10, 4, 40]
    code, out, err = ask(capsys, *words[:2], "queens", "5..7", "--torus", *words[4:])
    assert (code, out) == (2, "")
    assert "of another puzzle" in err
    (tmp_path / "file").write_text("x")
    assert "in a folder" in ask(capsys, *words[:5], str(tmp_path / "file"))[2]
