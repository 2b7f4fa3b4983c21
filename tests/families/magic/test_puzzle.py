"""The rules, the text forms, and what is refused."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError, MagicSquare, Square, load
from everyway.families.magic import FAMILY
from everyway.families.magic.reading import numbers_text, read_numbers
from everyway.families.magic.rules import CLASSES, symmetries
from everyway.families.registry import puzzle_from_dict
from tests.families.magic.strategies import small_puzzles
from tests.one_line import taken_or_refused

LO_SHU = "8 1 6 3 5 7 4 9 2"
DUERER = "16 3 2 13 / 5 10 11 8 / 9 6 7 12 / 4 15 14 1"


@given(small_puzzles())
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    assert hash(load(puzzle.to_toml())) == hash(puzzle)


@given(small_puzzles())
def test_words_come_back(puzzle):
    import shlex

    first, *rest = shlex.split(FAMILY.words_of(puzzle))
    assert first == "magic"
    options, words = {}, [first, rest.pop(0)]
    while rest:
        name, value = rest.pop(0).removeprefix("--"), rest.pop(0)
        options["class_" if name == "class" else name] = value
    for name in ("sum", "centre"):
        if name in options:
            options[name] = int(options[name])
    assert FAMILY.puzzle_from_words(words, options, "count") == puzzle


def test_the_same_puzzle_in_many_forms():
    rows = [[8, None, None], [None, 5, None], [None, None, None]]
    puzzle = MagicSquare(3, given=rows)
    for given_ in (
        "8 . . / . 5 . / . . .",
        "8 _ _\n? 5 ?\n. . .\n",
        ["8 . .", ". 5 .", ". . ."],
        [8, None, None, None, 5, None, None, None, None],
        "8,.,.;.,5,.;.,.,.",
        "| 8 | . | . |\n| . | 5 | . |\n| . | . | . |",
    ):
        assert MagicSquare(3, given=given_) == puzzle
    assert load("8 . .\n. 5 .\n. . .\n") == puzzle
    assert load('puzzle = "magic"\ngiven = ["8 . .", ". 5 .", ". . ."]') == puzzle
    assert FAMILY.puzzle_from_words(["magic", "8 . . / . 5 . / . . ."], {}, "solve") == puzzle
    assert MagicSquare(3, given="8 . . / . . . / . . .", centre=5) == puzzle


def test_blanks_alone_are_no_given_cells():
    assert MagicSquare(3, given=". . . / . . . / . . .") == MagicSquare(3)


@pytest.mark.parametrize(
    "text",
    [
        "1 1 2\n2 2 3\n3 3 3\n",
        "AAB\nABB\nCCC\n",
        ". .\n. .\n",
        "8 1 6\n3 5 7\n",
        "5",
        "",
        "1 x\n2 3",
    ],
)
def test_texts_that_are_no_squares_are_left_to_others(text):
    assert FAMILY.puzzle_from_text(text) is None


def test_numbers_that_are_not_1_to_n_squared():
    assert MagicSquare(3, numbers="1..9") == MagicSquare(3) == MagicSquare(3, sum=15)
    assert list(MagicSquare(3, sum=0).values) == list(range(-4, 5))
    assert MagicSquare(4, sum=38).sum == 38
    assert MagicSquare(4, sum=38).count(up_to="symmetry") == 880
    assert MagicSquare(3, numbers=[1, 2, 3, 4, 5, 6, 7, 8, 10]).count() == 0
    assert MagicSquare(3, numbers=range(1, 18, 2)).first() == Square(
        (3, 13, 11, 17, 9, 1, 7, 5, 15)
    )


@pytest.mark.parametrize(
    ("class_", "candidate", "why"),
    [
        ("magic", "8 1 6 3 5 7 4 2 9", "row 3|column|diagonal"),
        ("magic", "8 1 6 3 5 7 4 9 9", "twice"),
        ("magic", "8 1 6 3 5 7 4 9 11", "not one of the numbers"),
        ("magic", "8 1 6 3 . 7 4 9 2", "blank"),
        ("magic", "6 1 8 5 3 7 4 2 9", "column"),
        ("semi-magic", LO_SHU, None),
        ("magic", LO_SHU, None),
        ("associative", LO_SHU, None),
        ("pandiagonal", LO_SHU, "broken diagonal"),
    ],
)
def test_why_not(class_, candidate, why):
    said = MagicSquare(3, class_).why_not(candidate)
    if why is None:
        assert said is None
    else:
        assert said is not None
        assert any(part in said for part in why.split("|"))


def test_why_not_of_larger_squares():
    assert MagicSquare(4, "associative").is_solution(DUERER)
    assert "broken" in MagicSquare(4, "pandiagonal").why_not(DUERER)
    assert "within is not magic" in MagicSquare(4, "bordered").why_not(DUERER)
    assert "is 16, not 15" in MagicSquare(4, given="15 . . ./. . . ./. . . ./. . . .").why_not(
        DUERER
    )
    shifted = MagicSquare(4, "associative").why_not("1 2 15 16 12 14 3 5 13 7 10 4 8 11 6 9")
    assert "have the sum" in shifted
    only_rows = "2 7 6 9 5 1 4 3 8"
    turned = [int(x) for x in only_rows.split()]
    semi = turned[3:6] + turned[:3] + turned[6:]
    assert MagicSquare(3, "semi-magic").is_solution(semi)
    assert "diagonal" in MagicSquare(3).why_not(semi)


def test_the_solution_object_plain_data_and_text_are_candidates():
    puzzle = MagicSquare(3)
    square = puzzle.first()
    text = " ".join(map(str, square.cells))
    for candidate in (square, square.to_data(), square.cells, text, str(square)):
        assert puzzle.is_solution(candidate)
    assert sorted([square, Square((1,))]) == [Square((1,)), square]


def test_the_group_keeps_given_cells():
    assert len(MagicSquare(3).group) == 8
    assert len(MagicSquare(3, centre=5).group) == 8
    assert len(MagicSquare(3, given="8 . ./. . ./. . .").group) == 2
    assert len(MagicSquare(3, given=". 8 ./. . ./. . .").group) == 2
    assert len(MagicSquare(3, given=". 8 ./1 . ./. . .").group) == 1
    assert [len(symmetries(n)) for n in range(4)] == [1, 1, 8, 8]
    puzzle = MagicSquare(3, given="8 . . / . . . / . . .")
    assert (puzzle.count(), puzzle.count(up_to="symmetry")) == (2, 1)


def test_sizes_are_sums():
    assert MagicSquare(3).sizes() == {15: 8}
    assert MagicSquare(3).smallest().value == 15
    assert MagicSquare(2).largest().value is None


@pytest.mark.parametrize(
    "arguments",
    [
        {"order": -1},
        {"order": 1001},
        {"order": 10**30},
        {"order": True},
        {"order": "4"},
        {"order": None},
        {"order": 3, "class_": "panmagic"},
        {"order": 3, "class_": None},
        {"order": 3, "class_": 10**5000},
        {"order": 3, "given": "8 1 6 / 3 5 7"},
        {"order": 3, "given": "8 1 6 / 3 5 7 / 4 9"},
        {"order": 3, "given": "8 1 6 / 3 5 7 / 4 9 x"},
        {"order": 3, "given": "8 1 6 / 3 5 7 / 4 9 8"},
        {"order": 3, "given": "10 . . / . . . / . . ."},
        {"order": 3, "given": 7},
        {"order": 3, "given": [[1, 2, 3], 5, 6]},
        {"order": 3, "given": [[1.0, 2, 3], [4, 5, 6], [7, 8, 9]]},
        {"order": 3, "given": [[True, 2, 3], [4, 5, 6], [7, 8, 9]]},
        {"order": 3, "given": "9" * 10**6},
        {"order": 3, "numbers": "1..8"},
        {"order": 3, "numbers": "1..10"},
        {"order": 3, "numbers": "1..9,9"},
        {"order": 3, "numbers": "9..1"},
        {"order": 3, "numbers": "1..99999999999"},
        {"order": 3, "numbers": "1...9"},
        {"order": 3, "numbers": 9},
        {"order": 3, "numbers": [1, 2, 3, 4, 5, 6, 7, 8, 10**13]},
        {"order": 3, "sum": 16},
        {"order": 4, "sum": 35},
        {"order": 3, "numbers": "1..9", "sum": 18},
        {"order": 3, "sum": "many"},
        {"order": 0, "sum": 1},
        {"order": 4, "centre": 5},
        {"order": 3, "centre": 50},
        {"order": 3, "centre": 5, "given": ". . . / . 6 . / . . ."},
        {"order": 3, "centre": 5, "given": "5 . . / . . . / . . ."},
    ],
)
def test_what_cannot_be(arguments):
    order = arguments.pop("order")
    with pytest.raises(EverywayError) as error:
        MagicSquare(order, **arguments)
    assert len(str(error.value).splitlines()) == 1
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"order": 3, "size": 3},
        {"order": 3, "class": 3},
        {"order": [3]},
        {"given": 5},
        {"given": []},
        {"order": 3, "sum": 1.5},
        {"order": 3, "sum": True},
        {"order": 3, "numbers": {"a": 1}},
        {"order": 3, "centre": [5]},
        {"order": 3, "given": {"a": 1}},
    ],
)
def test_data_that_cannot_be(data):
    if data == {"given": []}:
        assert puzzle_from_dict({"puzzle": "magic", **data}) == MagicSquare(0)
        return
    with pytest.raises(EverywayError):
        puzzle_from_dict({"puzzle": "magic", **data})


@pytest.mark.parametrize(
    "words",
    [
        ["magic"],
        ["magic", "x"],
        ["magic", "3", "4"],
        ["magic", "²"],
        ["magic", "9999999"],
        ["magic", "1 2 / 3"],
    ],
)
def test_words_that_cannot_be(words):
    with pytest.raises(EverywayError):
        FAMILY.puzzle_from_words(words, {}, "count")


def test_options_of_others_are_refused():
    with pytest.raises(EverywayError, match="--covering does not apply to magic"):
        FAMILY.puzzle_from_words(["magic", "3"], {"covering": True}, "count")


@given(st.text(alphabet="0123456789.-+_? /\n,;|x", max_size=40))
def test_any_text_is_taken_or_refused(text):
    taken_or_refused(lambda t: FAMILY.puzzle_from_text(t), text)
    taken_or_refused(lambda t: FAMILY.puzzle_from_words(["magic", t], {}, "count"), text)
    taken_or_refused(lambda t: MagicSquare(2, given=t), text)
    taken_or_refused(lambda t: MagicSquare(2, numbers=t), text)
    taken_or_refused(lambda t: MagicSquare(3).why_not(t), text)


@given(st.sets(st.integers(-50, 50), min_size=1))
def test_numbers_as_text_come_back(numbers):
    whole = tuple(sorted(numbers))
    assert read_numbers(numbers_text(whole)) == whole


def test_a_square_of_order_2_never_is_magic():
    for numbers in ((1, 2, 3, 4), (1, 2, 4, 8), (-1, 0, 1, 2)):
        for class_ in CLASSES:
            puzzle = MagicSquare(2, class_, numbers=numbers)
            assert not any(puzzle.is_solution(square) for square in permutations(numbers))
