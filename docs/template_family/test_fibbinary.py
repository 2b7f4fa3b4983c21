"""What every family's tests show: the engines agree with the rules, and the texts come back."""

from itertools import product
from math import comb

import pytest

from everyway.core.errors import EverywayError
from everyway.core.question import Count, Every, Largest, Sizes, Smallest
from everyway.families.registry import family, load, puzzle_from_dict
from everyway.runs.evidence import known_values

FAMILY = family("fibbinary")
Fibbinary = FAMILY.kind("fibbinary")
LENGTHS = range(7)


def by_the_rules(puzzle):
    words = map(puzzle.wrap, product((0, 1), repeat=puzzle.length))
    return [word for word in words if puzzle.is_solution(word)]


@pytest.mark.parametrize("length", LENGTHS)
def test_plain_lists_what_the_rules_allow_in_order(length):
    puzzle = Fibbinary(length)
    answer = puzzle.ask(Every(), engine="plain")
    assert list(answer.value) == by_the_rules(puzzle)
    assert answer.exhausted


@pytest.mark.parametrize("engine", FAMILY.all_engines(), ids=lambda engine: engine.name)
@pytest.mark.parametrize("length", LENGTHS)
def test_every_engine_counts_by_size(engine, length):
    sizes = {ones: comb(length - ones + 1, ones) for ones in range((length + 1) // 2 + 1)}
    answer = Fibbinary(length).ask(Sizes(), engine=engine.name)
    assert answer.value == {ones: number for ones, number in sizes.items() if number}
    assert all(evidence.agrees for evidence in answer.evidence)


@pytest.mark.parametrize("length", LENGTHS)
def test_up_to_symmetry_reversed_words_count_once(length):
    puzzle = Fibbinary(length)
    orbits = {min(word.bits, word.bits[::-1]) for word in by_the_rules(puzzle)}
    assert puzzle.count(up_to="symmetry") == len(orbits)
    listed = puzzle.ask(Every(up_to="symmetry")).value
    assert [word.bits for word in listed] == sorted(orbits)


def test_smallest_and_largest():
    assert Fibbinary(5).ask(Smallest()).value == 0
    largest = Fibbinary(5).ask(Largest())
    assert (largest.value, str(largest.solution), largest.optimal_proven) == (3, "10101", True)


@pytest.mark.parametrize("known", known_values("fibbinary"), ids=lambda known: known.puzzle)
def test_known_values(known):
    puzzle = FAMILY.puzzle_from_words(known.puzzle.split(), {}, known.question)
    assert puzzle.ask(Count()).value == known.number()


def test_a_list_is_cut_and_a_limit_obeyed():
    puzzle = Fibbinary(60)
    assert [str(w).lstrip("0") for w in puzzle.ask(Every(limit=4)).value] == ["", "1", "10", "100"]
    answer = puzzle.ask(Count(), engine="plain", node_limit=5000)
    assert answer.interrupted
    assert 0 < answer.value < 4_052_739_537_881


@pytest.mark.parametrize("length", LENGTHS)
def test_texts_come_back(length):
    puzzle = Fibbinary(length)
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    words = FAMILY.words_of(puzzle)
    assert words is not None
    assert FAMILY.puzzle_from_words(words.split(), {}, "count") == puzzle


@pytest.mark.parametrize(
    ("candidate", "why"),
    [("0101", "4 digits"), ("01101", "digits 2 and 3"), ([0, 1, 0, 1, 1], "digits 4 and 5")],
)
def test_why_not(candidate, why):
    assert why in Fibbinary(5).why_not(candidate)


def test_text_and_lists_are_candidates():
    assert Fibbinary(5).is_solution("01001")
    assert Fibbinary(5).is_solution([0, 1, 0, 0, 1])


@pytest.mark.parametrize("candidate", ["01002", 7, None])
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError, match="no word of zeros and ones"):
        Fibbinary(5).why_not(candidate)


@pytest.mark.parametrize("length", [-1, 1001, 2.0, True, "5", None])
def test_lengths_that_cannot_be(length):
    with pytest.raises(EverywayError):
        Fibbinary(length)


@pytest.mark.parametrize(
    "words", [["fibbinary"], ["fibbinary", "5", "6"], ["fibbinary", "x"], ["fibbinary", "²"]]
)
def test_words_that_cannot_be(words):
    with pytest.raises(EverywayError):
        FAMILY.puzzle_from_words(words, {}, "count")


def test_data_that_cannot_be():
    for data in ({"puzzle": "fibbinary"}, {"puzzle": "fibbinary", "length": 5, "width": 1}):
        with pytest.raises(EverywayError):
            puzzle_from_dict(data)


def test_drawing():
    puzzle = Fibbinary(5)
    drawing = FAMILY.picture(puzzle, puzzle.first())
    assert [drawing.text(style) for style in (None, *FAMILY.styles)] == ["00000", "00000", "·····"]
    assert "<desc>00000</desc>" in drawing.svg()
    assert drawing.png(width=100).startswith(b"\x89PNG")
    with pytest.raises(EverywayError, match="style"):
        drawing.text("stars")
    assert FAMILY.picture(puzzle, None).text() == "?????"
