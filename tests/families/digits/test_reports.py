"""The reports, the words of the command and the pictures of digit puzzles."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import DigitPuzzle, EverywayError, Komachi
from everyway.cli import main
from everyway.core.engine import Control
from everyway.families.digits.reports import nearest, targets
from everyway.families.registry import family, load
from tests.families.digits.reference import values

FAMILY = family("digits")

PUZZLES = [
    Komachi("12345", None, "+-*/"),
    Komachi("12345", None, "+-", leading_minus=True),
    Komachi("1234", None, "+-*/", parentheses=True),
    Komachi("2012", None, "+-/", decimal_point=True),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_targets_are_those_of_pythons_arithmetic(puzzle):
    data = targets(puzzle, ["1..40"], Control()).data
    found = values(puzzle)
    whole = {int(v): n for v, n in found.items() if v.denominator == 1}
    others = {v: n for v, n in found.items() if v.denominator != 1}
    positive = {v: n for v, n in whole.items() if v > 0}
    most = max(positive.values())
    assert data == {
        "whole_ways": sum(whole.values()),
        "whole_values": len(whole),
        "other_ways": sum(others.values()),
        "other_values": len(others),
        "first_unreachable": next(k for k in range(1, 10**6) if k not in whole),
        "most_ways": most,
        "most_reached": sorted(v for v, n in positive.items() if n == most),
        "ways": [[k, whole.get(k, 0)] for k in range(1, 41)],
    }


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
@pytest.mark.parametrize("target", [7, 1000, "5/2", -3])
def test_the_nearest_values_are_those_of_pythons_arithmetic(puzzle, target):
    puzzle = Komachi(**{**plain(puzzle), "target": target})
    data = nearest(puzzle, [], Control()).data
    found = values(puzzle)
    near = [v for v in found if v != puzzle.goal]
    if puzzle.parentheses:
        near = [v for v in near if v.denominator == 1]
    least = min(abs(v - puzzle.goal) for v in near)
    expected = sorted(v for v in near if abs(v - puzzle.goal) == least)
    assert data["ways"] == found[puzzle.goal]
    assert [(Fraction(v), n) for v, n, _ in data["nearest"]] == [(v, found[v]) for v in expected]
    for value, _, text in data["nearest"]:
        assert Komachi(**{**plain(puzzle), "target": value}).is_solution(text)


def plain(puzzle):
    data = puzzle.to_dict()
    del data["puzzle"]
    return data


def test_limits_on_signs_hold_in_reports():
    puzzle = Komachi("123456", 21, "+-", signs=5)
    ways = dict(targets(puzzle, ["1..21"], Control()).data["ways"])
    totals = Counter(
        1 + sum(d if mask >> d & 1 else -d for d in range(2, 7)) for mask in range(0, 128, 4)
    )
    assert ways == {k: totals[k] for k in range(1, 22)}


def test_reports_that_cannot_be():
    for report, puzzle, extra in (
        (targets, Komachi(), ["1.."]),
        (targets, DigitPuzzle("n"), []),
        (nearest, Komachi(), ["7"]),
        (nearest, Komachi(target=None), []),
        (nearest, DigitPuzzle("n"), []),
    ):
        with pytest.raises(EverywayError):
            report(puzzle, extra, Control())


def test_a_report_that_is_stopped_says_so():
    control = Control(time_limit=0)
    puzzle = Komachi("1234567890", None, "+-*/")
    assert not targets(puzzle, [], control).complete


# --- words ---

WORDS = [
    ("komachi 100", Komachi()),
    ("komachi any --operators '+-*/'", Komachi(target=None, operators="+-*/")),
    ("komachi 7/3 --digits 1234 --parentheses", Komachi("1234", "7/3", parentheses=True)),
    ("komachi 100 --no-concatenation --signs 2..4", Komachi(concatenation=False, signs=(2, 4))),
    (
        "komachi 1 --parentheses --ways expressions",
        Komachi(target=1, parentheses=True, ways="expressions"),
    ),
    ("digits 'n*(n+1)'", DigitPuzzle("n*(n+1)")),
    ("digits 'a*b = c' --digits 123456789", DigitPuzzle("a*b=c", "123456789")),
    ("digits n --base 4 --between 0..9", DigitPuzzle("n", base=4, between="0..9")),
]


@pytest.mark.parametrize(("words", "puzzle"), WORDS)
def test_words_name_the_puzzle_and_come_back(words, puzzle, capsys):
    assert FAMILY.words_of(puzzle) == words
    main(["draw", *shlex.split(words)])
    assert capsys.readouterr().out.strip() == FAMILY.picture(puzzle, None).text()
    main(["count", *shlex.split(words), "--json", "--time", "20"])
    assert load(json.dumps(json.loads(capsys.readouterr().out)["puzzle"])) == puzzle


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("count komachi", "needs a target"),
        ("count komachi 100 200", "needs a target"),
        ("count digits", "needs a formula"),
        ("count komachi 1e2", "no number"),
        ("count komachi 100 --base 8", "--base does not apply"),
        ("count digits n --operators +", "--operators does not apply"),
        ("count komachi 100 --covering", "--covering does not apply"),
        ("count digits 2n", "an operator is missing"),
        ("count komachi 100 --up-to symmetry", "no symmetry"),
    ],
)
def test_words_that_cannot_be(words, why, capsys):
    assert main(shlex.split(words)) == 2
    assert why in capsys.readouterr().err


def test_a_negative_target_stands_after_the_options(capsys):
    assert FAMILY.words_of(Komachi(target=-5)) is None
    assert main(["count", "komachi", "--digits", "123", "--leading-minus", "--", "-6"]) == 0
    assert capsys.readouterr().out.split()[0] == "1"


def test_candidates_are_checked(capsys):
    assert main(["check", "komachi", "100", "1 + 2 + 3 - 4 + 5 + 6 + 78 + 9"]) == 0
    assert main(["check", "komachi", "100", "1", "+23456789"]) == 1
    assert main(["check", "digits", "n*(n+1)*(n+2)", "n=1267"]) == 0
    assert capsys.readouterr().out.count("yes") == 2


# --- pictures ---


def test_an_expression_is_drawn():
    puzzle = Komachi("1234", 21, "+*", parentheses=True)
    solution = next(s for s in puzzle.solutions() if s.text == "(1+2)*(3+4)")
    picture = FAMILY.picture(puzzle, solution)
    assert picture.text() == "(1+2)*(3+4) = 21"
    assert picture.text("tree").splitlines() == [
        "*  = 21",
        "├─ +  = 3",
        "│  ├─ 1",
        "│  └─ 2",
        "└─ +  = 7",
        "   ├─ 3",
        "   └─ 4",
    ]
    assert "<desc>(1+2)*(3+4) = 21" in picture.svg()
    assert picture.png(width=200).startswith(b"\x89PNG")
    with pytest.raises(EverywayError, match="style"):
        picture.text("stars")


def test_a_leading_minus_before_a_power_is_drawn():
    puzzle = Komachi("22", -4, "^", leading_minus=True)
    picture = FAMILY.picture(puzzle, puzzle.first())
    assert picture.text("tree").splitlines()[0] == "-  = -4"
    assert "-2^2 = -4" in picture.svg()


def test_the_puzzle_alone_and_a_formula_are_drawn():
    assert FAMILY.picture(Komachi(), None).text() == "1_2_3_4_5_6_7_8_9 = 100"
    assert "= ?" in FAMILY.picture(Komachi(target=None), None).svg()
    puzzle = DigitPuzzle("a*b = c", "123456789")
    assert FAMILY.picture(puzzle, None).text() == "a*b = c: 1 2 3 4 5 6 7 8 9"
    picture = FAMILY.picture(puzzle, puzzle.wrap((4, 1738, 6952)))
    assert picture.text() == "4*1738 = 6952"
    assert picture.svg().count("<rect") >= 9
    assert picture.png(width=200).startswith(b"\x89PNG")


@given(st.sampled_from(["-", "+", "*", "/"]), st.integers(-20, 20))
def test_every_picture_has_its_text(sign, target):
    puzzle = Komachi("1234", target, sign, parentheses=True, leading_minus=True)
    for solution in puzzle.solutions():
        assert str(solution) in FAMILY.picture(puzzle, solution).canvas.description
