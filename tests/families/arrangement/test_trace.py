"""Steps of arrangements: the tree of choices of each order, as the reference walks it."""

from __future__ import annotations

import pytest

from everyway import Combinations, Every, EverywayError, Permutations, PowerSet
from everyway.core.engine import Branch, Control
from everyway.families.arrangement.plain import PlainEngine, tree_of
from everyway.families.arrangement.trace_drawing import StepPicture
from tests.families.steps import check_descent, check_pictures, nodes, solutions, steps

PUZZLES = [
    Permutations("abcd"),
    Permutations("abcd", 2),
    Permutations("aabc", 3),
    Permutations("bca", order="exchange"),
    Permutations("aab", order="exchange"),
    Permutations("abcd", order="trotter"),
    Permutations("abcd", order="heap"),
    Permutations([], 0),
    Combinations("abcde", 3),
    Combinations("aabb", 2),
    Combinations("abcde", 3, order="exchange"),
    Combinations("aabc", 2, order="exchange"),
    Combinations("abcde", 2, order="revolving-door"),
    Combinations("abc", 4),
    PowerSet("abcd"),
    PowerSet("aab"),
    PowerSet("aab", order="exchange"),
    PowerSet("abc", order="gray"),
    PowerSet("aabb", order="gray"),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_choices_follow_the_reference(puzzle):
    found = steps(puzzle)
    tally = PlainEngine().search(puzzle, Every(), Branch(), Control())
    assert solutions(found) == list(tally.solutions)
    tree = tree_of(puzzle)
    assert nodes(found) == sum(event is None for event in tree.walk(tree.root))
    if puzzle.order != "heap":
        check_descent(found)
    check_pictures(puzzle, found[:60])


def test_an_exchange_that_would_fall_is_refused():
    found = steps(Combinations("abc", 2, order="exchange"))
    refused = [s for s in found if s.kind == "conflict"]
    assert [(s.what, s.why) for s in refused] == [
        ("2: a", "a is not to come after b"),
        ("2: b", "b is not to come after c"),
        ("2: a", "a is not to come after c"),
    ]
    assert {s.marks for s in refused} == {(0,)}


def test_words_of_choices():
    def first(puzzle, number=4):
        return [s.what for s in steps(puzzle) if s.kind == "place"][:number]

    assert first(Permutations("abc")) == ["a", "b", "c", "c"]
    assert first(Permutations("abc", order="exchange")) == ["1: a", "2: b", "3: c", "2: c"]
    assert first(Permutations("ab", order="trotter")) == [
        "a at place 1",
        "b at place 2",
        "b at place 1",
    ]
    assert first(Combinations("abc", 2, order="revolving-door"), 2) == ["without c", "with b"]
    assert first(PowerSet("ab", order="exchange"), 3) == ["without a", "without b", "with b"]
    assert first(PowerSet("aa", order="exchange")) == ["without a", "with a", "with a x2"]


def test_too_many_items_are_refused():
    with pytest.raises(EverywayError, match="too many items"):
        steps(Permutations(range(41)), most=1)
    assert len(steps(Permutations(range(40)), most=500)) == 500


def test_pictures_part_what_is_settled():
    puzzle = Permutations("abc", order="exchange")
    picture = StepPicture(puzzle)
    found = steps(puzzle)
    assert picture.text(found[0]) == "a | b c"
    assert picture.text(next(s for s in found if s.kind == "solution")) == "a b c"
    assert StepPicture(PowerSet("ab")).text(steps(PowerSet("ab"))[0]) == "nothing yet"
