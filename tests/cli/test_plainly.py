"""Output in encodings that lack our signs: a substitute for each, in columns, and no escapes."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import unicodedata
from importlib.resources import files
from pathlib import Path

import pytest

from everyway.cli import main
from everyway.cli.plainly import PLAIN
from everyway.families.registry import families

ENCODINGS = ("ascii", "cp932", "latin-1")
PRINTED = {
    "placement": ["first queens 5", "through queens 4", "show queens 2x2x2 --covering --limit 2"],
    "tour": ["first tour 5x5 --start a1", "starts tour 3x4"],
    "chain": [
        "first chain newspaper", "first snake 3x3x3 --word T2ST3", "draw chain newspaper",
        "lands chain newspaper 6", "words snake 2x2x2",
    ],
    "alphametic": ["solve SEND+MORE=MONEY", "deduce SEND+MORE=MONEY"],
    "digits": ["show komachi 9 --digits 234", "targets komachi --digits 234"],
    "magic": ["first magic 3", "classify magic 3 8 1 6 3 5 7 4 9 2", "classes magic 3"],
    "cover": ["first latin 3", "first tiling 4x3 --pieces dominoes", "first langford 3"],
    "hanoi": ["first hanoi 3", "states hanoi 2", "farthest hanoi 2", "step hanoi 3 ABC"],
    "arrangement": ["show permutations abc", "changes permutations abc", "draw permutations abcd"],
}  # fmt: skip
OTHERS = ["compare queens 4", "trace queens 4", "trace A+A=BA", "families", "families chain",
          "count queens 5 --evidence --explain", "count magic 3 --up-to symmetry",
          "smallest hanoi 4 --pegs 4", "table count queens 1..4", "no-such-command"]  # fmt: skip


def strings(path: Path) -> set[str]:
    """Return the signs beyond ASCII in the texts of a module, but not in what explains it."""
    tree = ast.parse(path.read_text("utf-8"))
    explained = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set() if id(node) in explained else set(node.value)
    return {c for c in found if not c.isascii()}


READ_ONLY = {
    "plain_form.py", "marks.py", "layout.py", "words.py", "expression.py", "candidates.py",
    "lettering.py", "plainly.py", "grids.py",
}  # fmt: skip
"""Modules that read such signs, or draw them in pictures; these print none of their own."""


REPLACED = "\ufffd"
"""What stands in what was read for what is no text."""


def test_there_is_a_substitute_for_every_sign_that_is_written() -> None:
    source = Path(str(files("everyway")))
    written = {
        sign
        for path in source.rglob("*.py")
        if path.name not in READ_ONLY and "web" not in path.parts
        for sign in strings(path)
        if not sign.isalpha() and unicodedata.category(sign)[0] != "Z" and sign != REPLACED
    }
    assert {"●", "↑", "→", "·", "◎", "○"} <= written
    assert sorted(written - PLAIN.keys()) == []


def test_every_substitute_is_one_column_wide() -> None:
    assert all(len(plain) == 1 and plain.isascii() for plain in PLAIN.values())


def styles(line: str) -> list[str]:
    for known in families():
        if line in PRINTED[known.name] and line.split()[0] in ("first", "show", "draw"):
            return [f"{line} --style {style}" for style in known.styles]
    return [line]


LINES = [s for lines in PRINTED.values() for line in lines for s in styles(line)] + OTHERS


def printed(monkeypatch: pytest.MonkeyPatch, line: str, encoding: str) -> tuple[str, str]:
    """Return both outputs of a command, as bytes in *encoding* show them."""
    out, err = io.BytesIO(), io.BytesIO()
    for name, stream in (("stdout", out), ("stderr", err)):
        errors = "strict" if name == "stdout" else "backslashreplace"
        wrapped = io.TextIOWrapper(stream, encoding=encoding, errors=errors, newline="\n")
        monkeypatch.setattr(sys, name, wrapped)
    main(line.split())
    sys.stdout.flush()
    sys.stderr.flush()
    return out.getvalue().decode(encoding), err.getvalue().decode(encoding)


def width(text: str) -> int:
    """Return how many columns of a terminal for East Asia *text* takes: most signs take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WFA" else 1 for c in text)


@pytest.mark.parametrize("line", LINES)
def test_no_escapes_and_columns_stay(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    usual, _ = printed(monkeypatch, line, "utf-8")
    for encoding in ENCODINGS:
        out, err = printed(monkeypatch, line, encoding)
        assert "\\u" not in out + err
        assert "\\x" not in out + err
        if not line.startswith(("compare", "table")):  # where times differ
            assert list(map(len, out.splitlines())) == list(map(len, usual.splitlines()))
        if encoding == "cp932":
            # Signs of two bytes would stand two columns wide beside the plain ones.
            assert all(width(row) == len(row) for row in out.splitlines())


def test_json_keeps_every_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """A substitute would make another puzzle of it."""
    import json

    words = ["count", "2×A=B", "--json"]
    found = []
    for encoding in ("utf-8", *ENCODINGS):
        stream = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stream, encoding=encoding))
        assert main(words) == 0
        sys.stdout.flush()
        found.append(json.loads(stream.getvalue().decode(encoding))["puzzle"])
    assert found[1:] == found[:-1]


def test_letters_of_somebodys_own_are_not_taken_for_others() -> None:
    """An é that cannot be shown is no e: its number is printed, as in JSON."""
    for encoding, shown in (("ascii", "\\u00e9"), ("latin-1", "é")):
        done = subprocess.run(
            [sys.executable, "-m", "everyway", "show", "permutations", "é,e", "1"],
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            check=True,
        )
        assert done.stdout.decode(encoding).split() == [shown, "e"]
