"""Puzzles as one line of words, and any text as a puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway import EverywayError, RegionQueens, load
from everyway.families.line import (
    line_of,
    puzzle_from_anything,
    puzzle_from_line,
    puzzle_from_words,
    words_and_options,
)
from everyway.families.ranges import puzzles_in_range, split_range
from everyway.families.registry import families

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_every_example_is_a_line_that_comes_back(name: str) -> None:
    puzzle = load((EXAMPLES / name).read_text("utf-8"))
    line = line_of(puzzle)
    assert "\n" not in line
    assert puzzle_from_anything(line) == puzzle
    assert puzzle_from_anything(puzzle.to_toml()) == puzzle
    assert puzzle_from_anything((EXAMPLES / name).read_text("utf-8")) == puzzle


@pytest.mark.parametrize("known", families(), ids=lambda known: known.name)
def test_a_family_has_an_example(known) -> None:
    assert puzzle_from_line(known.example).family == known.name


def test_options_stand_anywhere() -> None:
    assert words_and_options("--torus queens --number=8 8x8 --no-peaceful") == (
        ["queens", "8x8"],
        {"torus": True, "number": "8", "peaceful": False},
    )
    assert words_and_options("hanoi 3 -- --goal") == (["hanoi", "3", "--goal"], {})
    assert words_and_options("queens 8 --per-row -1")[1] == {"per_row": -1}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "no puzzle is given"),
        ("queens 8 --fixd a1", "did you mean --fixed?"),
        ("queens 8 --fixed", "an option needs a value"),
        ("queens 8 --torus=yes", "an option takes no value"),
        ("queens 8 --per-row two", "needs a whole number"),
        ("queens 8 --per-row " + "9" * 5000, "needs a whole number"),
        ("'SEND + MORE = MONEY", "quotation mark"),
        ("queens.toml", "unknown puzzle"),
        ("regions /etc/passwd", "row 2 has 3 squares"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, said: str) -> None:
    with pytest.raises(EverywayError, match=said.replace("?", r"\?")):
        puzzle_from_anything(line)


def test_a_familys_own_text_below_its_word() -> None:
    rows = "12\n12"
    assert puzzle_from_anything("regions\n" + rows) == RegionQueens(rows)
    assert puzzle_from_anything("regions --fixed a1\n" + rows) == RegionQueens(rows, fixed="a1")


def test_the_question_decides_what_the_words_mean() -> None:
    assert line_of(puzzle_from_line("queens 8", "smallest")) == "queens 8x8"
    assert line_of(puzzle_from_line("queens 8")) == "queens 8x8 --number 8"


def test_a_range() -> None:
    assert split_range(["queens", "nxn", "2..4"]) == (["queens", "nxn"], range(2, 5))
    found = puzzles_in_range(["queens", "1..3"], {}, "count", puzzle_from_words)
    assert [(n, line_of(puzzle)) for n, puzzle in found] == [
        (n, f"queens {n}x{n} --number {n}") for n in (1, 2, 3)
    ]
    for words in (["queens", "8"], ["queens", "5..3"], ["queens", "1..2", "1..2"]):
        with pytest.raises(EverywayError, match=r"range"):
            split_range(words)
