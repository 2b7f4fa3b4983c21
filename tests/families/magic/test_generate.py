"""Generate and test: how many permutations it makes, and that it knows when not to begin."""

from math import factorial, perm

import pytest

from everyway import Count, Every, EverywayError, MagicSquare
from everyway.families.magic.generate import GenerateEngine, candidates_of
from everyway.runs.choice import choose

PRIMES = [5, 11, 17, 29, 47, 59, 71, 89, 101, 113]


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (MagicSquare(0), 1),
        (MagicSquare(2), factorial(4)),
        (MagicSquare(3), factorial(9)),
        (MagicSquare(3, centre=5), factorial(8)),
        (MagicSquare(3, given="8 . . / . 5 . / . . 2"), factorial(6)),
        (MagicSquare(3, numbers=PRIMES, sum=177), perm(10, 9)),
        (MagicSquare(4), None),
        (MagicSquare(1000), None),
    ],
    ids=repr,
)
def test_the_number_of_candidates(puzzle, number):
    assert candidates_of(puzzle).number == number
    assert GenerateEngine().offer(puzzle, Count()).can == (number is not None)


def test_every_node_is_a_candidate():
    puzzle = MagicSquare(3, given="8 . . / . 5 . / . . 2")
    answer = puzzle.ask(Count(), engine="generate")
    assert (answer.value, answer.nodes) == (2, factorial(6))


def test_given_numbers_stay_where_they_are():
    puzzle = MagicSquare(3, "semi-magic", given=". . 6 / . 5 . / 4 . .")
    made = list(candidates_of(puzzle).below(()))
    assert made == sorted(made)
    assert {(square[2], square[4], square[6]) for square in made} == {(6, 5, 4)}
    assert puzzle.ask(Every(), engine="generate").value == puzzle.ask(Every(), engine="plain").value


def test_what_cannot_end_is_refused():
    with pytest.raises(EverywayError, match="over 10,000,000,000 permutations would never end"):
        MagicSquare(4).count(engine="generate")


@pytest.mark.parametrize("puzzle", [MagicSquare(3), MagicSquare(3, "semi-magic"), MagicSquare(4)])
def test_it_is_not_chosen_where_another_needs_less(puzzle):
    assert "generate" not in [a.engine.name for a in choose(puzzle, Count()).attempts]
