"""Every puzzle has a title and a statement in words that a newspaper could print."""

from __future__ import annotations

import re

import pytest

from everyway import (
    Alphametic,
    Board,
    Chain,
    DigitPuzzle,
    Hanoi,
    Komachi,
    MagicSquare,
    Permutations,
    Placement,
    PowerSet,
    Queens,
    RegionQueens,
    SnakeCube,
    Tour,
)
from everyway.core.question import QUESTIONS
from everyway.families.line import puzzle_from_line
from everyway.families.registry import families
from everyway.runs.evidence import known_values

LONGEST_TITLE = 100
MACHINE = re.compile(r"--|[{}\[\]]|\bTrue\b|\bFalse\b|\bNone\b|\"|_")


def puzzles_of(family):
    lines = {family.example: None}
    for row in known_values(family.name):
        if row.question in QUESTIONS:
            lines[row.puzzle] = None
    return [puzzle_from_line(line) for line in lines]


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_known_puzzle_is_stated_in_words(family):
    for puzzle in puzzles_of(family):
        title, statement = puzzle.title(), puzzle.statement()
        assert 0 < len(title) <= LONGEST_TITLE
        assert not title.endswith(".")
        assert "\n" not in title
        assert statement.endswith(".")
        assert statement[0].isupper() or not statement[0].isalpha()
        for text in (title, statement):
            assert not MACHINE.search(text), text
            assert "  " not in text
            assert ".." not in text


@pytest.mark.parametrize(
    ("puzzle", "title", "statement"),
    [
        (
            Queens(8),
            "8 queens on the chessboard",
            "Place 8 queens on the chessboard so that no two attack each other.",
        ),
        (
            Placement(Board(5, 5, 5), "queen", covering=True, peaceful=False),
            "Queens that cover a 5x5x5 board",
            "Place any number of queens on a 5x5x5 board so that every free square is attacked. "
            "They may attack each other.",
        ),
        (
            Placement(Board(6, 6, holes="a1"), "rook+knight", number=(2, 3), fixed="b1 e2"),
            "2 to 3 pieces that move like a rook or a knight on a 6x6 board with 1 hole",
            "Place 2 to 3 pieces that move like a rook or a knight on a 6x6 board with 1 hole so "
            "that no two attack each other. 2 pieces are already there, on b1 and e2. "
            "Lines pass over holes.",
        ),
        (
            RegionQueens(["AABB", "AABB", "CCDD", "CCDD"]),
            "Queens in regions of a 4x4 board",
            "Place queens on a 4x4 board. Each row, each column and each region holds exactly "
            "1 queen. No two may touch, not even at a corner.",
        ),
        (
            Tour("5x6", start="a1", closed=True),
            "Closed knight’s tour of a 5x6 board, from a1",
            "Move a knight over a 5x6 board so that it visits every square exactly once, and one "
            "more move leads back to where it began. It begins on a1.",
        ),
        (
            Chain("2x2", marks="1:up"),
            "A hinged chain of 4 links, folded into a 2x2 square",
            "Fold the chain of 4 square links, hinged at corners, so that it fills a 2x2 square, "
            "one link on each square. The two hinges of each link are at opposite corners. "
            "While a link’s first hinge is its lower left corner, an arrow is drawn on it: up on "
            "link 1; in the end it must point up.",
        ),
        (
            SnakeCube("T6", "2x2x2"),
            "A snake of 8 cubes, folded into a 2x2x2 cube",
            "Fold the snake of 8 cubes so that it fills a 2x2x2 cube. From end to end the string "
            "goes straight through cubes (S) or turns in them (T): TTTTTT; in straight pieces of "
            "2,2,2,2,2,2,2 cubes, corners in both.",
        ),
        (
            Alphametic("SEND + MORE = MONEY", known="M=1"),
            "SEND + MORE = MONEY",
            "Replace each letter by a digit so that SEND + MORE = MONEY is true. Different letters "
            "stand for different digits. No number of two digits or more begins with zero. "
            "M is 1.",
        ),
        (
            Alphametic("  AB\n+ CD\n----\n EFG", base=12),
            "A calculation on paper with 7 letters",
            "Replace each letter by a digit of base 12 so that the calculation is right. Different "
            "letters stand for different digits. No number of two digits or more begins with zero.",
        ),
        (
            Komachi("123456789", 100, "+-*/", signs=3),
            "100 from the digits 1 to 9 with +, -, * and /",
            "Put plus, minus, times and division signs between the digits 1 2 3 4 5 6 7 8 9, in "
            "this order, so that the result is 100. Digits may stand together as one number. "
            "Exactly 3 signs must be used.",
        ),
        (
            DigitPuzzle("a*b = c", digits="123456789", between=(1, 9999)),
            "a*b = c with the digits 1 2 3 4 5 6 7 8 9",
            "Find whole numbers a, b and c for which a*b = c, written, uses each of the digits "
            "1 2 3 4 5 6 7 8 9 exactly once. Values of a, b and c are from 1 to 9999. No number "
            "begins with zero, except zero itself.",
        ),
        (
            MagicSquare(4, "pandiagonal", given=". . . .\n. 16 . .\n. . . .\n. . . ."),
            "Pandiagonal magic square of order 4 with 1 number given",
            "Fill a square of 4 by 4 cells with the numbers 1 to 16, each once, so that every row, "
            "every column and every diagonal, broken ones included, have the same sum, 34. "
            "1 number is given.",
        ),
        (
            Hanoi(3, start="ABB", goal="C", moves="cyclic"),
            "The Tower of Hanoi with 3 discs, cyclic moves, between two states",
            "Bring the 3 discs from the state ABB to peg C (a state names the peg of each disc, "
            "the largest disc first) in as few moves as possible. Move one disc at a time, the top "
            "disc of a peg, and never put a disc on a smaller one. A disc may go only to the next "
            "peg, and from the last to the first.",
        ),
        (
            Permutations("aabc", 3),
            "Permutations of 3 of 4 items",
            "Put 3 of the items a, a, b and c in a row, in every possible order. Items that are "
            "equal are not told apart.",
        ),
        (
            PowerSet("abc"),
            "Subsets of 3 items",
            "Choose any number of the items a, b and c, or none, in every possible way.",
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_titles_and_statements(puzzle, title, statement):
    assert puzzle.title() == title
    assert puzzle.statement() == statement


@pytest.mark.parametrize(
    "puzzle",
    [
        Placement(Board(0, 0), "queen"),
        Placement(Board(3), "rook", number=0),
        Placement(Board(1, 1), "queen", number=1, peaceful=False),
        Tour("0x0"),
        Chain("0x0"),
        SnakeCube(None, "1x1"),
        Alphametic("1 + 1 = 2"),
        Komachi("7", 7, ""),
        MagicSquare(0),
        MagicSquare(1),
        Hanoi(0),
        Hanoi(1, pegs=1, goal="A"),
        Permutations([], 0),
        PowerSet([]),
        Permutations(range(200)),
        Alphametic(" + ".join(["ONE"] * 900) + " = BIG"),
    ],
    ids=repr,
)
def test_empty_and_huge_puzzles_are_stated_too(puzzle):
    assert 0 < len(puzzle.title()) <= LONGEST_TITLE
    assert puzzle.statement().endswith(".")
    assert len(puzzle.statement()) < 1000
