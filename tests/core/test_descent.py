"""Depth-first search as steps: numbers of nodes, dead ends, and what is kept."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from everyway.core.descent import Trial, descend
from tests.families.steps import check_descent


def words(length, letters):
    """Words of so many letters, no letter beside itself."""

    def trials(choices):
        if len(choices) == length:
            yield Trial("solution", str(choices))
            return
        for letter in range(letters):
            if choices and choices[-1] == letter:
                yield Trial("conflict", str(letter), "twice", tried=letter)
            else:
                yield Trial("place", str(letter), number=letter, tried=letter)

    return trials


@given(st.integers(0, 4), st.integers(0, 3))
def test_the_tree_of_a_search_is_walked_depth_first(length, letters):
    found = list(descend(words(length, letters), dead_end=lambda c: f"after {c}"))
    check_descent(found)
    number = 1 if length == 0 else letters * max(0, letters - 1) ** (length - 1)
    assert sum(step.kind == "solution" for step in found) == number


def test_a_node_without_children_is_a_dead_end():
    found = list(descend(words(2, 1), dead_end=lambda choices: f"nothing after {choices}"))
    kinds = [step.kind for step in found]
    assert kinds == ["place", "conflict", "prune", "backtrack"]
    assert found[2].why == "nothing after (0,)"
    assert found[3].what == "0"
    assert found[3].tried == 0


def test_no_dead_end_is_added_where_a_reason_was_given_or_something_stood():
    def given_up(choices):
        return [Trial("prune", "", "hopeless")] if choices else [Trial("place", "x")]

    kinds = [step.kind for step in descend(given_up, dead_end=lambda c: "never said")]
    assert kinds == ["place", "prune", "backtrack"]

    def failed(choices):
        return [Trial("conflict", "", "fails as a whole")] if choices else [Trial("place", "x")]

    kinds = [step.kind for step in descend(failed, dead_end=lambda c: "never said")]
    assert kinds == ["place", "conflict", "backtrack"]


def test_data_are_shown_in_another_form():
    found = descend(words(2, 2), shown=lambda choices: tuple(10 * c for c in choices))
    assert [step.data for step in found if step.kind == "solution"] == [(0, 10), (10, 0)]


def test_a_search_without_end_gives_its_first_steps():
    def deeper(choices):
        return [Trial("place", str(len(choices)), number=len(choices))]

    first = list(islice(descend(deeper), 2000))
    assert first[-1].depth == 2000
