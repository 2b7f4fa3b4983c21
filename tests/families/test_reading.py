"""What everyway prints and hands out is read back: candidates, pictures, puzzles, their reprs."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import everyway
from everyway import (
    Alphametic,
    Board,
    Chain,
    Combinations,
    Count,
    DigitPuzzle,
    Every,
    EverywayError,
    ExactCover,
    First,
    Hanoi,
    Komachi,
    Langford,
    Largest,
    LatinSquare,
    MagicSquare,
    Permutations,
    Piece,
    Placement,
    PowerSet,
    Puzzle,
    Queens,
    RegionQueens,
    Sample,
    SnakeCube,
    Sudoku,
    TilingPuzzle,
    Tour,
    load,
)
from everyway.cli import main
from everyway.families.registry import family
from tests.net.chance import random_puzzle
from tests.net.hooks import kinds

NAMES = {name: getattr(everyway, name) for name in everyway.__all__}
"""What an import of everything brings."""

REGIONS = "AAAA/ABBB/CCDB/CCDD"
NEWSPAPER = {2: "right", 3: "up", 7: "up", 8: "left", 12: "right", 13: "right"}
PUZZLES: list[Puzzle] = [
    Queens(6),
    Queens(6, holes="a1"),
    Queens(4, holes="a2,b2,b3,c2"),
    Queens(5, torus="rows"),
    Placement("2x3x4", "rook", number=2),
    Placement("5", "queen", number=1),
    Placement("1x4", "rook", number=1),
    Placement("2x2x2x2", "king", number=1),
    Placement("0x0"),
    Placement("3x3", number=0, peaceful=False),
    Placement("30x30", "knight", number=1),
    Placement("12x3", "rook+knight", number=2, fixed="a10"),
    Placement(Board(3, 4, holes="b2", walls="c2"), "giraffe", number=2),
    RegionQueens(REGIONS),
    RegionQueens("AAAA/ABBB/CC.B/CCD-"),
    RegionQueens("1112/1332/4332/4442"),
    Placement(
        Board(4, 4, holes="b3,c3,c4,d4", walls="b2"),
        "knight",
        regions="AA--/A--B/A#.B/NNNB",
        per_region=0,
    ),
    Tour("5x5"),
    Tour("3x4", "wazir", closed=True),
    Tour("2x2x3", "wazir"),
    Tour("2x2x2x2", "wazir"),
    Tour("0x0"),
    Tour("1x1"),
    Tour("4", "wazir"),
    Tour("1x4", "wazir"),
    Tour("4x1", "wazir"),
    Tour(Board(3, 3, holes="b2")),
    Tour(Board(3, 4, walls="a1", torus="columns"), "wazir", start="b2"),
    Chain("4x4"),
    Chain("4x4", marks=NEWSPAPER),
    Chain("2x4", word="LRLRLRLR"),
    Chain("2x2", closed=True),
    Chain(Board(3, 3, holes="b2")),
    Chain("0x0"),
    Chain("1x1"),
    SnakeCube("T6", "2x2x2"),
    SnakeCube(None, "3x3"),
    SnakeCube(None, "2x2x2", directed=False),
    SnakeCube(None, "2x2x2x2"),
    SnakeCube(None, "4"),
    SnakeCube(None, "1x1"),
    SnakeCube(None, Board(3, 3, 2, holes="2,2,1")),
    Alphametic("SEND + MORE = MONEY"),
    Alphametic("A * 11 + B = BCC"),
    Komachi(),
    Komachi("12", 3, parentheses=True),
    Komachi("12345", "7/3", "+-*/", parentheses=True, leading_minus=True),
    Komachi("12345", 15, "+-*/", parentheses=True, leading_minus=True, decimal_point=True),
    Komachi("123", -4, "^+-", leading_minus=True),
    Komachi("1234", None, "+-*/", decimal_point=True),
    DigitPuzzle("n*(n+1)*(n+2)"),
    DigitPuzzle("a*b=c", digits="1234"),
    DigitPuzzle("n,n*n", base=8),
    MagicSquare(4),
    MagicSquare(0),
    MagicSquare(1),
    MagicSquare(3, given="8 . . / . 5 . / . . ."),
    MagicSquare(3, numbers="-4..4"),
    Hanoi(3),
    Hanoi(0),
    Hanoi(2, start="C"),
    Hanoi(4, pegs=4),
    Hanoi(3, moves="linear"),
    Hanoi(2, goal="any"),
    Hanoi(1, pegs=26),
    Permutations("abcd", 3),
    Permutations("aab"),
    Permutations(["red", "green", "blue"], 2),
    Permutations([1, 2, 3]),
    Permutations([1.5, (1, 2)]),
    Permutations([], 0),
    Permutations("ab c,"),
    Permutations("[]{}"),
    Combinations("12345", 2),
    PowerSet("abc"),
    PowerSet([]),
    LatinSquare(4),
    Sudoku("1.3. / ..2. / .... / 4..."),
    TilingPuzzle("3x4"),
    TilingPuzzle("..-/.../-..", "I2,V3", once=False),
    TilingPuzzle("5x12", "pentominoes"),
    Langford(4),
    Langford(0),
    ExactCover("a b c", ["a b", "c", "b c", "a", "a"]),
]
WITH_SOLUTIONS = [(p, s) for p in PUZZLES for s in p.ask(Every(limit=2), engine="plain").solutions]
FAMILIES = {puzzle.family for puzzle in PUZZLES}


def is_whole(puzzle: Puzzle, style: str) -> bool:
    """Return whether a style says all of a solution; some folds look alike in some of them."""
    if puzzle.family == "chain":
        return style == "grid" and len(puzzle.board.cells) != 1  # type: ignore[attr-defined]
    return True


def test_every_family_is_here():
    from everyway.families.registry import FAMILIES as ALL

    assert set(ALL) == FAMILIES
    assert {puzzle.family for puzzle, _ in WITH_SOLUTIONS} == FAMILIES


@pytest.mark.parametrize(("puzzle", "solution"), WITH_SOLUTIONS)
def test_what_a_solution_gives_is_read_back_as_the_same_solution(puzzle, solution):
    data = solution.to_data()
    for form in (solution, data, json.loads(json.dumps(data)), puzzle.wrap(solution.data)):
        assert puzzle.why_not(form) is None
        assert puzzle.solution(form) == solution
    if not isinstance(data, str):
        for text in (json.dumps(data), str(data)):
            assert puzzle.solution(text) == solution
    if isinstance(data, list):
        assert puzzle.solution(iter(data)) == puzzle.solution(tuple(data)) == solution


@pytest.mark.parametrize(("puzzle", "solution"), WITH_SOLUTIONS)
def test_every_style_of_text_is_read_back(puzzle, solution):
    known = family(puzzle.family)
    picture = known.picture(puzzle, solution)
    for style in known.styles:
        for text in (picture.text(style), picture.text(style).strip("\n")):
            assert puzzle.why_not(text) is None, style
            assert puzzle.is_solution(puzzle.solution(text))
            if is_whole(puzzle, style):
                assert puzzle.solution(text) == solution
    assert puzzle.is_solution(str(solution))


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(("name", "kind"), kinds())
def test_random_puzzles_and_their_solutions_are_read_back(name, kind, number):
    puzzle = random_puzzle(Random(f"reading/{kind}/{number}"), name, kind)
    assert eval(repr(puzzle), dict(NAMES)) == puzzle
    solution = puzzle.ask(First(), node_limit=20_000, time_limit=2).solution
    if solution is None:
        return
    picture = family(name).picture(puzzle, solution)
    assert puzzle.solution(solution.to_data()) == solution
    for style in family(name).styles:
        if style != "worked":  # which is of the puzzle, not of the solution
            assert puzzle.why_not(picture.text(style)) is None, style


@pytest.mark.parametrize("line", [family(name).example for name in sorted(FAMILIES)])
def test_the_command_checks_what_it_prints(line, capsys):
    words = line.split() if "=" not in line else [line.replace("'", "")]
    for style in family(load(line).family).styles:
        assert main(["first", *words, "-q", "--style", style]) == 0
        printed = capsys.readouterr().out.rstrip("\n")
        assert main(["check", *words, printed]) == 0, style
        assert capsys.readouterr().out == "yes: a solution\n"


@pytest.mark.parametrize(
    ("words", "candidate"),
    [(["komachi", "100"], "--style=tree"), (["queens", "5", "--holes", "a5"], "--style=dots")],
)
def test_the_command_checks_what_begins_with_a_minus(words, candidate, capsys):
    assert main(["first", *words, "-q", candidate]) == 0
    printed = capsys.readouterr().out.rstrip("\n")
    assert printed.startswith("-")
    assert main(["check", *words, printed]) == 0
    assert capsys.readouterr().out == "yes: a solution\n"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_a_puzzle_is_read_back_from_its_repr(puzzle):
    assert eval(repr(puzzle), dict(NAMES)) == puzzle


@pytest.mark.parametrize(
    "thing",
    [
        Board(3, 3),
        Board(8, 8, holes="a1", walls=["b2", "c3"], torus="rows"),
        Board(2, 3, 4, torus=True),
        Piece.parse("rook+leaper(1,5)"),
        Piece.parse("giraffe"),
        First(),
        Count(up_to="symmetry"),
        Every(limit=3, ordered=False),
        Largest(),
        Sample(k=3, seed=7),
    ],
    ids=repr,
)
def test_other_things_are_read_back_from_their_reprs(thing):
    assert eval(repr(thing), dict(NAMES)) == thing


@pytest.mark.parametrize(("puzzle", "solution"), WITH_SOLUTIONS)
def test_a_solution_shows_what_it_is_or_is_read_back_from_its_repr(puzzle, solution):
    shown = repr(solution)
    if not shown.startswith("<"):
        assert eval(shown, dict(NAMES)) == solution


@given(st.integers(0, 3), st.integers(1, 4), st.integers(1, 4), st.data())
@settings(max_examples=60, deadline=None)
def test_repr_of_random_boards(walls, rows, columns, data):
    cells = data.draw(
        st.lists(st.tuples(st.integers(1, rows), st.integers(1, columns)), unique=True)
    )
    board = Board(
        rows,
        columns,
        holes=cells[walls:],
        walls=cells[:walls],
        torus=(data.draw(st.booleans()), data.draw(st.booleans())),
    )
    assert eval(repr(board)) == board
    for kind in (Placement, Tour):
        puzzle: Any = kind(
            board, data.draw(st.sampled_from(["knight", "rook+bishop", "camel+wazir"]))
        )
        assert eval(repr(puzzle)) == puzzle
        assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    assert Board.parse("\n".join(board.rows_text())).missing == board.missing


# --- what is no solution ---


@pytest.mark.parametrize(
    ("puzzle", "candidate", "said"),
    [
        (Queens(8), [99, 100], "numbers name no squares"),
        (Queens(8), [-1], "numbers name no squares"),
        (Queens(8), [0, 4, 7, 5, 2, 6, 1, 8], "from 0 to 7"),
        (Queens(8), [], "0 pieces, not 8"),
        (Queens(8), "a1 b2", "2 pieces, not 8"),
        (Queens(6), "Q...../", "1 rows and 6 columns"),
        (
            Queens(6),
            "Q.....\n..Z...\n" + "......\n" * 4,
            'cannot read the picture: "Z" (row 2, column 3)',
        ),
        (Queens(4, holes="a1"), ".Q../...Q/Q.../..Q#", "d1 is a square of the board, but not"),
        (Queens(8), "1586372", "a row a column is 8 numbers"),
        (Queens(8), "15863729", 'no row of the board: "9" (column 8)'),
        (Tour("5x5"), [0, 99], "no cell of the board"),
        (Tour("5x5"), "a1 b3", "is not visited"),
        (Tour("2x2", "wazir"), "1 2 / 3 3", "a number stands twice"),
        (Tour("2x2"), "4 3 / 1 2", "no move of a knight leads from a1 to b1"),
        (Tour("2x2", "wazir"), "1 2 / 3 x", 'no number of a tour: "x" (row 2, column 2)'),
        (Chain("2x2"), [1, 2, 3, 5], "no number of a fold"),
        (SnakeCube(None, "2x2"), "a1 a2", "2 links, not 4"),
        (SnakeCube(None, "2x2"), "┌ ┐ / ┌ ┘", "no way leads through the whole picture"),
        (MagicSquare(3), [[1, 2, 3], [4, 5, 6], [7, 8, 9]], "no solution"),
        (MagicSquare(3), "8 1 6 / 3 . 7 / 4 9 2", "not filled"),
        (MagicSquare(2), "1: row 1, column 1 2: row 1, column 1", "no free cell"),
        (Hanoi(3), [0, 1], "no move between two pegs"),
        (Hanoi(1), "1. disc 2 from A to C", "no such state"),
        (Hanoi(1), "AB", "the discs end at B, not at C"),
        (Alphametic("A + A = BC"), [1, 2], "2 digits for 3 letters"),
        (Komachi(), "1+2", "no solution (the digits are 12"),
        (Komachi("12", 3), "+  = 4\n├─ 1\n└─ 2", "no tree of an expression"),
        (DigitPuzzle("n*(n+1)"), {"m": 3}, "a value cannot be"),
        (Permutations("abc"), [0, 1, 2], "none of the items"),
        (Combinations("abc", 2), "ba", "written first"),
    ],
)
def test_what_is_no_solution_is_not_made_one(puzzle, candidate, said):
    with pytest.raises(EverywayError) as caught:
        puzzle.solution(candidate)
    assert said in str(caught.value)


def test_rows_of_blocks_are_solutions():
    puzzle = Queens(6)
    rows = [row for block in puzzle.blocks() for row in block]
    assert rows
    assert all(map(puzzle.is_solution, rows))
    assert [puzzle.solution(row) for row in rows] == list(puzzle.solutions())
    assert [puzzle.solution(row.tolist()) for row in rows] == list(puzzle.solutions())
    assert Queens(8).is_solution([0, 4, 7, 5, 2, 6, 1, 3])
    assert not Queens(8).is_solution([0, 1, 2, 3, 4, 5, 6, 7])
    assert Queens(8).is_solution("[0, 4, 7, 5, 2, 6, 1, 3]")


@pytest.mark.parametrize(
    "text",
    [
        "15863724",
        "1 5 8 6 3 7 2 4",
        "1,5,8,6,3,7,2,4",
        "..Q...../.....Q../...Q..../.Q....../.......Q/....Q.../......Q./Q.......",
        "..Q..... .....Q.. ...Q.... .Q...... .......Q ....Q... ......Q. Q.......".replace(
            " ", "\n"
        ),
        "_ _ ● _ _ _ _ _\n_____●__\n___●____\n_●______\n_______●\n____●___\n______●_\n●_______",
    ],
)
def test_the_forms_in_which_people_write_queens(text):
    assert Queens(8).solution(text).squares == ("a1", "g2", "e3", "h4", "b5", "d6", "f7", "c8")


def test_digits_are_the_rows_column_by_column():
    # As in the literature: a1, b5, c8, … (W. Ahrens, 1910).
    assert Queens(8, fixed="b5").is_solution("15863724")
    assert not Queens(8, fixed="e2").is_solution("15863724")


# --- loading ---


def test_load_takes_lines_texts_and_paths(tmp_path: Path):
    file = tmp_path / "puzzle.toml"
    for puzzle in PUZZLES:
        try:
            toml, text = puzzle.to_toml(), puzzle.to_json()
        except EverywayError:  # items that have no plain form
            continue
        file.write_text(toml, "utf-8")
        assert load(file) == load(toml) == load(text) == puzzle
    assert load("queens 8") == Queens(8)
    assert load("hanoi 3 --pegs 4") == Hanoi(3, pegs=4)
    assert load("regions\n# mine\n" + REGIONS.replace("/", "\n")) == RegionQueens(REGIONS)
    assert load(REGIONS.replace("/", "\n")) == load('["AAAA","ABBB","CCDB","CCDD"]')
    assert load("SEND + MORE = MONEY") == Alphametic("SEND + MORE = MONEY")
    assert load("8 . . / . 5 . / . . .") == MagicSquare(3, given="8 . . / . 5 . / . . .")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("queens.toml", "this is the name of a file"),
        (Path("no/such/file.toml"), "cannot read the file"),
        (Path("."), "cannot read the file"),
        (8, "a puzzle is read from text"),
        ("", "no puzzle is given"),
    ],
)
def test_what_is_no_puzzle_is_not_loaded(source, said):
    with pytest.raises(EverywayError, match=said):
        load(source)


def test_an_import_of_everything_reads_a_repr():
    said = "from everyway import *; print(eval(repr(load('tour 3x4 --wrap rows'))))"
    run = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "Tour(Board(3, 4, torus=[False, True]))"


def test_a_fraction_is_read_back():
    assert repr(Komachi("123", Fraction(7, 3))) == "Komachi(digits='123', target='7/3')"
