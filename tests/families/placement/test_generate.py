"""Generate and test: which candidates it makes, how many, and that it knows when not to begin."""

from itertools import permutations
from math import comb, factorial

import pytest

from everyway import Count, Every, EverywayError, First, Placement, Queens, RegionQueens
from everyway.core.engine import Control
from everyway.families.placement.generate import GenerateEngine, candidates_of
from everyway.families.placement.plain import PlainEngine
from everyway.runs.choice import choose

REGIONS = ["AAAA", "ABBB", "CCDB", "CCDD"]


@pytest.mark.parametrize(
    ("puzzle", "what", "number"),
    [
        (Queens(8), "permutations of the columns", factorial(8)),
        (Queens(0), "permutations of the columns", 1),
        (Queens(8, fixed="a1"), "permutations of the columns", factorial(7)),
        (Placement("4x5", "rook", number=4), "permutations of the columns", 5 * 4 * 3 * 2),
        (Placement("5x4", "rook", number=5), "permutations of the columns", 0),
        (RegionQueens(REGIONS), "permutations of the columns", factorial(4)),
        (Placement("3x4", "knight", per_row=1), "choices of a square in each row", 4**3),
        (Placement("3x4", "knight", per_row=1, fixed="b2"), "choices of a square in each row", 16),
        (Placement("4x4", "knight", number=3), "sets of squares", comb(16, 3)),
        (Placement("4x4", "knight", number=(2, 3), fixed="a1"), "sets of squares", 15 + 105),
        (Placement("2x2x2", "queen"), "sets of squares", 2**8),
        (Queens(4, holes="a1"), "permutations of the columns", factorial(4)),
    ],
    ids=repr,
)
def test_the_candidates(puzzle, what, number):
    made = candidates_of(puzzle)
    assert (made.what, made.number) == (what, number)
    candidates = list(made.below(()))
    assert len(set(candidates)) == len(candidates) == number
    assert candidates == sorted(candidates)


def test_every_node_is_a_candidate_and_solutions_are_those_of_plain():
    puzzle = Queens(6)
    answer = puzzle.ask(Count(), engine="generate")
    assert (answer.value, answer.nodes) == (4, factorial(6))
    listed = puzzle.ask(Every(limit=2), engine="generate").value
    assert listed == puzzle.ask(Every(limit=2), engine="plain").value


def test_branches_are_the_first_choices_and_make_all_candidates():
    puzzle = Placement("3x3", "king", number=(1, 3), fixed="b1")
    engine = GenerateEngine()
    branches = engine.branches(puzzle, Count())
    assert len(branches) == 2  # a1 or b1 comes first: nothing goes without b1
    parts = [part for b in branches for part in engine.split(puzzle, Count(), b) or [b]]
    tallies = [engine.search(puzzle, Count(), part, Control()) for part in parts]
    assert sum(tally.nodes for tally in tallies) == candidates_of(puzzle).number
    assert sum(tally.total for tally in tallies) == puzzle.count(engine="plain")


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (Queens(14), "87,178,291,200 permutations of the columns would never end"),
        (Queens(20), "over 10\\^18 permutations"),
        (Queens(21), "over 400 squares"),
        (Placement("6x6", "king"), "68,719,476,736 sets of squares"),
    ],
    ids=repr,
)
def test_what_cannot_end_is_refused(puzzle, why):
    assert not GenerateEngine().offer(puzzle, Count()).can
    with pytest.raises(EverywayError, match=why):
        puzzle.count(engine="generate")


@pytest.mark.parametrize("question", [Count(), First()], ids=lambda question: question.name)
@pytest.mark.parametrize(
    "puzzle",
    [
        *(Queens(n) for n in range(5, 14)),
        RegionQueens(REGIONS),
        Placement("4x4", "queen", covering=True),
        Placement("5x5", "king", number=4),
    ],
    ids=repr,
)
def test_it_is_not_chosen_where_backtracking_needs_less(puzzle, question):
    engines = [attempt.engine.name for attempt in choose(puzzle, question).attempts]
    assert "generate" not in engines
    made, walked = GenerateEngine().offer(puzzle, question), PlainEngine().offer(puzzle, question)
    assert made.seconds > walked.seconds


def test_where_every_candidate_is_a_solution_it_does_less_than_backtracking():
    rooks = Placement("7x7", "rook", number=7)
    made, walked = GenerateEngine().offer(rooks, Count()), PlainEngine().offer(rooks, Count())
    assert made.seconds < walked.seconds
    answer = rooks.ask(Count(), engine="generate")
    assert answer.value == answer.nodes == factorial(7) < rooks.ask(Count(), engine="plain").nodes


def test_what_is_stopped_is_a_lower_bound():
    answer = Queens(8).ask(Count(), engine="generate", node_limit=20_000)
    assert answer.interrupted
    assert answer.nodes == 20_000
    # The first half of the permutations, by the rules.
    expected = 0
    for place, columns in enumerate(permutations(range(8))):
        if place == 20_000:
            break
        expected += (
            len({c - r for r, c in enumerate(columns)})
            == 8
            == len({c + r for r, c in enumerate(columns)})
        )
    assert answer.value == expected
