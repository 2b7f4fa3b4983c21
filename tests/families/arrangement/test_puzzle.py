"""What is taken and what is refused; texts and data that come back; pictures; reports."""

from __future__ import annotations

import itertools
import json
import shlex
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Combinations, EverywayError, Permutations, PowerSet, load
from everyway.cli import main
from everyway.core.engine import Control
from everyway.families.registry import family, puzzle_from_dict
from tests.one_line import taken_or_refused

from .cases import SMALL, label, positions_by_brute_force

FAMILY = family("arrangement")


@pytest.mark.parametrize("puzzle", [p for p in SMALL if len(p.items) < 5], ids=label)
def test_the_rules_take_exactly_the_arrangements(puzzle):
    letters = sorted({*puzzle.items, "z"})
    expected = {tuple(puzzle.items[i] for i in p) for p in positions_by_brute_force(puzzle)}
    for size in range(len(puzzle.items) + 2):
        for candidate in product(letters, repeat=size):
            assert puzzle.is_solution(candidate) == (candidate in expected)


@pytest.mark.parametrize("puzzle", SMALL, ids=label)
def test_solutions_data_and_texts_are_candidates(puzzle):
    for solution in itertools.islice(puzzle.solutions(), 20):
        assert puzzle.why_not(solution) is None
        assert puzzle.why_not(solution.to_data()) is None
        assert puzzle.why_not(str(solution)) is None
        assert puzzle.why_not(" ".join(solution)) is None


@pytest.mark.parametrize("puzzle", SMALL, ids=label)
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    words = shlex.split(FAMILY.words_of(puzzle))
    options = {"order": words[words.index("--order") + 1]} if "--order" in words else {}
    plain = words[: words.index("--order")] if options else words
    assert FAMILY.puzzle_from_words(plain, options, "count") == puzzle


def test_other_items_as_words():
    assert FAMILY.words_of(Permutations(["red", "green"])) == "permutations red,green 2"
    assert FAMILY.words_of(PowerSet(range(9, 12))) == "powerset 9..11"
    assert FAMILY.words_of(PowerSet(["red"])) == "powerset red,"
    for items in ([1, 3], ["a b ", "c"], ["", "x"], [None], "a,b", "-x", ["a", 1], "1..4", [True]):
        assert FAMILY.words_of(PowerSet(items)) is None, items


@given(st.lists(st.text(max_size=4) | st.integers(-3, 3), max_size=6))
def test_any_words_or_none(items):
    puzzle = PowerSet(items)
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    words = FAMILY.words_of(puzzle)
    if words is not None:
        assert FAMILY.puzzle_from_words(shlex.split(words), {}, "count") == puzzle


@given(
    st.lists(st.text(max_size=8), max_size=3),
    st.sampled_from(FAMILY.words),
    st.none() | st.text(max_size=5) | st.sampled_from(["gray", "heap", "exchange"]),
)
def test_words_are_taken_or_refused_in_one_line(rest, word, order):
    taken_or_refused(
        lambda w: FAMILY.puzzle_from_words(w, {"order": order}, "count"), [word, *rest]
    )


@given(st.text(max_size=30), st.sampled_from(SMALL))
def test_candidates_are_taken_or_refused_in_one_line(text, puzzle):
    taken_or_refused(puzzle.why_not, text)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(
    st.dictionaries(
        st.sampled_from(["items", "k", "order", "x"]),
        scalars | st.lists(scalars, max_size=3) | st.just("abc") | st.just("gray"),
    ),
    st.sampled_from(FAMILY.words),
)
def test_data_is_taken_or_refused_in_one_line(data, kind):
    puzzle = taken_or_refused(puzzle_from_dict, {"puzzle": kind, **data})
    if puzzle is not None:
        assert puzzle.count() >= 0
        assert load(puzzle.to_json()) == puzzle


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Permutations({"a", "b"}), "no order"),
        (lambda: Permutations(5), "items are"),
        (lambda: Permutations(None), "items are"),
        (lambda: Permutations([[1]]), "no hash"),
        (lambda: PowerSet([1, -(10**5000)]), "too large an item"),
        (lambda: Permutations(itertools.count()), "more than 1000"),
        (lambda: Permutations("x" * 10**6), "more than 1000"),
        (lambda: Permutations(range(10**9)), "more than 1000"),
        (lambda: Permutations("abc", -1), "places"),
        (lambda: Permutations("abc", 2.0), "places"),
        (lambda: Permutations("abc", True), "places"),
        (lambda: Permutations("abc", 10**10), "too large"),
        (lambda: Permutations("abc", order="gray"), "one of lexicographic"),
        (lambda: Permutations("abc", order=3), "one of lexicographic"),
        (lambda: Permutations("aab", order="heap"), "different items"),
        (lambda: Permutations("abc", 2, "trotter"), "all items"),
        (lambda: Permutations(range(201), order="heap"), "at most 200"),
        (lambda: Permutations("ab" * 51, 3), "over 100 items"),
        (lambda: Combinations("abc", None), "a number of items"),
        (lambda: Combinations("abc", 10**10), "too large"),
        (lambda: Combinations("aab", 2, "revolving-door"), "different items"),
        (lambda: PowerSet("abc", "heap"), "one of lexicographic, exchange, gray"),
    ],
)
def test_puzzles_that_cannot_be(make, message):
    with pytest.raises(EverywayError, match=message):
        make()


@pytest.mark.parametrize(
    "words",
    [
        ["permutations"],
        ["permutations", "abc", "2", "1"],
        ["permutations", "abc", "x"],
        ["permutations", "abc", "²"],
        ["permutations", "abc", "-1"],
        ["combinations", "abc"],
        ["powerset", "abc", "2"],
        ["powerset", "a,,b"],
        ["powerset", ","[:1] + "a"],
        ["powerset", "4..1"],
        ["powerset", "1..n"],
        ["powerset", "1..3,7"],
        ["powerset", "5"],
        ["permutations", "1"],
        ["permutations", "1", "1"],
        ["permutations", "52", "5"],
        ["combinations", "049", "6"],
        ["powerset", "1..999999999"],
        ["powerset", "x" * 2_000_000],
    ],
)
def test_words_that_cannot_be(words):
    with pytest.raises(EverywayError):
        FAMILY.puzzle_from_words(words, {}, "count")


def test_options_of_others_are_refused():
    with pytest.raises(EverywayError, match="--torus"):
        FAMILY.puzzle_from_words(["powerset", "abc"], {"torus": True}, "count")


def test_data_that_cannot_be():
    for data in (
        {"puzzle": "permutations"},
        {"puzzle": "combinations", "items": "abc"},
        {"puzzle": "powerset", "items": "abc", "k": 2},
        {"puzzle": "powerset", "items": ["a", None]},
        {"puzzle": "powerset", "items": [True]},
        {"puzzle": "powerset", "items": 5},
        {"puzzle": "powerset", "items": "abc", "order": ["gray"]},
    ):
        with pytest.raises(EverywayError):
            puzzle_from_dict(data)
    with pytest.raises(EverywayError, match="cannot be written"):
        PowerSet([1.5]).to_dict()


@pytest.mark.parametrize(
    ("puzzle", "candidate", "why"),
    [
        (Permutations("abcd", 3), "ab", "2 items, not 3"),
        (Permutations("abcd", 3), "a", "1 item, not 3"),
        (Permutations("abcd", 3), "abb", "b is not there 2 times"),
        (Permutations("abcd", 3), "a b x", "x is none of the items"),
        (Permutations("abcd", 3), [10**5000], "a number of thousands of digits is none of"),
        (Combinations("abcd", 2), "ca", "a comes before c"),
        (PowerSet("aab"), "baa", "a comes before b"),
        (PowerSet("aab"), "aaa", "a is not there 3 times"),
    ],
)
def test_why_not(puzzle, candidate, why):
    assert why in puzzle.why_not(candidate)


@pytest.mark.parametrize("candidate", [5, None, [[1]], "x" * 200_000])
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError):
        Permutations("abc").why_not(candidate)


def test_words_with_brackets_as_items():
    assert PowerSet("{}").is_solution("{ }")
    assert PowerSet("(){").is_solution("()")
    assert Permutations(["()", "x"]).is_solution("() x")


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("count permutations abcd 3", 0, "24\n"),
        ("count powerset 1..100", 0, f"{2**100}\n"),
        ("rank permutations abcd 3 c a b", 0, "12\n"),
        ("rank permutations abcd 3 cab", 0, "12\n"),
        ("rank powerset abcd {} --order exchange", 0, "0\n"),
        ("unrank permutations abcd 3 17", 0, "c d b\n"),
        ("unrank powerset abcd 4 --order exchange", 0, "{b}\n"),
        ("unrank permutations abcd 3 24", 2, ""),
        ("unrank permutations abcd 3 x", 2, ""),
        ("unrank permutations 1234 17", 2, ""),
        ("count permutations 1234 3", 0, "24\n"),
        ("count combinations 1..49 6", 0, "13983816\n"),
        ("count permutations 5, 1", 0, "1\n"),
        ("count combinations 5,2 3", 1, "0\n"),
        ("table count permutations 1..n n 1..3 --bfile", 0, "1 1\n2 2\n3 6\n"),
        ("table count permutations 1..3 --bfile", 2, ""),
        ("unrank permutations abcd 3", 2, ""),
        ("rank permutations abcd 3", 2, ""),
        ("rank permutations abcd 3 c a a", 2, ""),
        ("check permutations abcd 3 c a b", 0, "yes: a solution\n"),
        ("check combinations abcde 3 c a b", 1, "no: a comes before c among the items"),
        ("changes powerset ab --order gray", 0, "{}\n{b}\t+ b\n{a,b}\t+ a\n{a}\t- b\n"),
        ("changes permutations abc 2 4", 0, "c a\nc b\t- a, + b\n"),
        ("changes permutations abc 2 4 4", 2, ""),
        ("changes permutations abc 9 --order exchange", 1, ""),
        ("count permutations abc --order gray", 2, ""),
        ("largest powerset 1..60 --style word", 0, "60\n"),
        ("table count combinations abcde 0..5 --bfile", 0, "0 1\n1 5\n2 10\n3 10\n4 5\n5 1\n"),
    ],
)
def test_the_command(command, code, said, capsys):
    assert main(shlex.split(command)) == code
    out = capsys.readouterr().out
    assert out.startswith(said)
    if code == 2:
        assert not out


def test_a_number_of_items_is_told_from_digits(capsys):
    assert main(["count", "permutations", "52", "5"]) == 2
    assert "for the numbers 1 to 52 write 1..52" in capsys.readouterr().err
    assert main(["unrank", "permutations", "abcd", "17"]) == 2
    assert "for all 4 items: unrank permutations … 4 17" in capsys.readouterr().err
    assert FAMILY.words_of(Permutations("5")) == "permutations 5, 1"
    assert FAMILY.words_of(Combinations("52", 5)) == "combinations 5,2 5"
    assert FAMILY.words_of(Combinations("52", 2)) == "combinations 52 2"


def test_reports_as_json(capsys):
    assert main(shlex.split("unrank permutations abcd 3 17 --json")) == 0
    assert json.loads(capsys.readouterr().out)["data"] == ["c", "d", "b"]
    assert main(shlex.split("changes powerset ab --json")) == 0
    assert len(json.loads(capsys.readouterr().out)["data"]) == 4


def test_a_report_stops_when_told():
    puzzle = Permutations(range(40))
    report = FAMILY.report_named("changes")
    found = FAMILY.findings(report, puzzle, [], Control(node_limit=1000))
    assert len(list(found.lines)) == 900
    assert not found.complete


def test_drawing():
    puzzle = Combinations("aabc", 2)
    drawing = FAMILY.picture(puzzle, puzzle[1])
    assert [drawing.text(style) for style in (None, *FAMILY.styles)] == ["a b", "a b", "ab"]
    svg = drawing.svg()
    assert "<desc>a b</desc>" in svg
    assert svg.count("<rect") == 1 + 4
    assert svg.count("stroke-dasharray") == 2
    assert drawing.png(width=100).startswith(b"\x89PNG")
    assert FAMILY.picture(puzzle, None).text() == "a a b c"
    assert puzzle[1]._repr_svg_() == svg


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (Permutations("", 0), "()"),
        (PowerSet(""), "{}"),
        (PowerSet(["x\ny"]), "{}"),
        (Combinations(range(100), 0), "()"),
    ],
)
def test_empty_and_odd_pictures(puzzle, text):
    drawing = FAMILY.picture(puzzle, puzzle[0])
    assert drawing.text() == text
    assert drawing.svg()
    assert "\n" not in FAMILY.picture(puzzle, None).text()
