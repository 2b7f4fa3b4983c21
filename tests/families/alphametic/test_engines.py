"""Every engine lists what the rules allow, in order; counts, limits and cuts are right."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from everyway import Alphametic, Count, Every, EverywayError, First, Sample, Sizes, Unique
from everyway.core.engine import Branch, Control, Effort
from everyway.families.alphametic import FAMILY
from everyway.families.alphametic.coefficients import CoefficientsEngine, reach
from everyway.families.alphametic.columns import ColumnsEngine
from everyway.families.alphametic.plain import PlainEngine
from tests.families.alphametic.strategies import linear_relations, puzzles

ENGINES = [engine for engine in FAMILY.all_engines() if engine.name != "layout"]
"""The engine of layouts has tests of its own."""

FAST = ENGINES[1:]

SMALL = [
    ("A+A=BA", {}),
    ("AB+C=CA", {"base": 4}),
    ("AB+BA=CDC", {"base": 5}),
    ("A*B=C", {"base": 5}),
    ("A*B=AB", {"base": 6, "distinct": False, "leading_zeros": True}),
    ("A^B=CD", {"base": 6}),
    ("A/B=C", {"base": 6}),
    ("A/B+C/D=1", {"base": 6}),
    ("AB=BA", {"base": 4, "distinct": False}),
    ("A+B=C, A<B", {"base": 5}),
    ("A+B=C; B*B=D", {"base": 7}),
    ("?A*B=C?", {"base": 4}),
    ("??*?=1??", {"base": 3}),
    ("1+1=2", {"base": 3}),
    ("1+1=3", {"base": 4}),
    ("A<B<C", {"base": 4}),
    ("A-B=-C", {"base": 5}),
    ("-A=B-C", {"base": 5, "known": "A=1"}),
    ("A^(B-C)=1/D", {"base": 5}),
    ("AB*CD=EBC", {"base": 5}),
    ("A+B+C=10", {"base": 10, "known": "A=7"}),
]


def by_the_rules(puzzle):
    ways = product(range(puzzle.base), repeat=puzzle.variables)
    return [digits for digits in ways if puzzle.is_solution(list(digits))]


def able(engine, puzzle, question=None):
    return engine.offer(puzzle, question or Every()).can


def listed(puzzle, engine):
    answer = puzzle.ask(Every(), engine=engine.name)
    assert answer.exhausted
    return [solution.digits for solution in answer.value]


@pytest.mark.parametrize(("text", "options"), SMALL)
def test_every_engine_lists_what_the_rules_allow_in_order(text, options):
    puzzle = Alphametic(text, **options)
    expected = by_the_rules(puzzle)
    assert expected == sorted(expected)
    tried = [engine for engine in ENGINES if able(engine, puzzle)]
    assert len(tried) >= 2
    for engine in tried:
        assert listed(puzzle, engine) == expected, engine.name


def test_the_small_cases_say_something():
    counts = {text: len(by_the_rules(Alphametic(text, **options))) for text, options in SMALL}
    assert counts["1+1=2"] == 1
    assert counts["1+1=3"] == 0
    assert sum(number > 1 for number in counts.values()) > 8


@given(puzzles())
def test_engines_agree_with_plain_on_any_puzzle(puzzle):
    assume(puzzle is not None)
    expected = listed(puzzle, ENGINES[0])
    for engine in FAST:
        if able(engine, puzzle):
            assert listed(puzzle, engine) == expected


@given(puzzles(of=linear_relations()))
def test_engines_agree_with_plain_on_linear_puzzles(puzzle):
    assume(puzzle is not None)
    assert able(CoefficientsEngine(), puzzle)
    expected = listed(puzzle, ENGINES[0])
    for engine in FAST:
        assert listed(puzzle, engine) == expected


@given(puzzles())
def test_plain_yields_exactly_what_is_a_solution(puzzle):
    assume(puzzle is not None and puzzle.base**puzzle.variables <= 300)
    assert listed(puzzle, ENGINES[0]) == by_the_rules(puzzle)


@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=4),
    st.integers(4, 6),
)
def test_bounds_of_sums_are_reached(coefficients, base):
    number = len(coefficients)
    sums = [
        sum(c * d for c, d in zip(coefficients, digits, strict=True))
        for digits in product(range(base), repeat=number)
        if len(set(digits)) == number
    ]
    low, high = reach(coefficients, [0] * number, [True] * number, base)
    # The two ends of the digits are shared out apart, so that the bounds may be a little wide.
    assert low <= min(sums)
    assert high >= max(sums)


def test_bounds_of_sums_are_tight_for_one_sign():
    assert reach([100, 10, 1], [0, 0, 0], [True] * 3, 10) == (12, 987)


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_branches_split_into_what_they_hold(engine):
    puzzle = Alphametic("AB+BA=CDC", base=5, distinct=False)
    question = Every()

    def contents(branch):
        return engine.search(puzzle, question, branch, Control()).solutions

    for branch in engine.branches(puzzle, question):
        todo = [branch]
        for _ in range(3):
            todo = [part for b in todo for part in (engine.split(puzzle, question, b) or [b])]
            assert sum((contents(part) for part in todo), ()) == contents(branch)
    leaf = Branch((1, 2, 3, 4))
    assert engine.split(puzzle, question, leaf) == []


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_limits_are_obeyed(engine):
    puzzle = Alphametic("A+B+C+D=EF", distinct=False, leading_zeros=True)
    stopped = puzzle.ask(Count(), engine=engine.name, node_limit=50)
    assert stopped.interrupted
    assert stopped.value <= puzzle.count()
    tally = engine.search(puzzle, Every(), Branch(), Control(), Effort(solutions=3))
    assert not tally.complete
    assert len(tally.solutions) == 3
    tally = engine.search(puzzle, Every(), Branch(), Control(), Effort(nodes=20))
    assert not tally.complete


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_lists_are_cut_in_order(engine):
    puzzle = Alphametic("A+B=C", base=8)
    whole = listed(puzzle, engine)
    for limit in (0, 1, 2, 7):
        answer = puzzle.ask(Every(limit=limit), engine=engine.name)
        assert [s.digits for s in answer.value] == whole[:limit]
    some = puzzle.ask(Every(limit=5, ordered=False), engine=engine.name)
    assert len({s.digits for s in some.value} & set(whole)) == 5
    assert puzzle.ask(First(), engine=engine.name).value.digits == whole[0]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_sizes_are_the_values_of_the_last_number(engine):
    puzzle = Alphametic("A+B=CD", base=6)
    sizes = {}
    for digits in by_the_rules(puzzle):
        value = 6 * digits[2] + digits[3]
        sizes[value] = sizes.get(value, 0) + 1
    assert puzzle.ask(Sizes(), engine=engine.name).value == sizes
    assert puzzle.largest(engine=engine.name).value == max(sizes)
    assert puzzle.smallest(engine=engine.name).value == min(sizes)


def test_samples_are_solutions_and_the_same_for_every_engine():
    puzzle = Alphametic("A+B=C", base=8)
    samples = [puzzle.ask(Sample(k=5, seed=3), engine=e.name).value for e in ENGINES]
    assert samples[0] == samples[1] == samples[2]
    assert all(puzzle.is_solution(s) for s in samples[0])


def test_the_quickest_engine_is_chosen():
    assert Alphametic("SEND+MORE=MONEY").ask(Unique()).engine == "coefficients"
    assert Alphametic("SIX*TWO=TWELVE").ask(Count()).engine == "columns"
    assert Alphametic("A=1").ask(Count()).engine == "plain"


def test_symmetry_is_refused():
    with pytest.raises(EverywayError, match="no symmetry"):
        Alphametic("A+B=C").count(up_to="symmetry")


def test_refusals_say_why():
    offer = CoefficientsEngine().offer(Alphametic("A*B=C"), Count())
    assert not offer.can
    assert "multiplied" in offer.why
    assert PlainEngine().offer(Alphametic("A*B=C"), Count()).can
    assert ColumnsEngine().offer(Alphametic("A*B=C"), Count()).can


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@pytest.mark.parametrize(
    "text",
    [
        "+".join(["?" * 99, "A" * 300]) + "=" + "?" * 50 + "A" * 250,
        "?" * 100 + "=" + "?" * 100,
        "?*?+" * 50 + "?*?=" + "?" * 90,
        "ABC^DE=FGHIJ",
    ],
)
def test_large_puzzles_end_in_time(engine, text):
    puzzle = Alphametic(text)
    if able(engine, puzzle):
        answer = puzzle.ask(Count(), engine=engine.name, time_limit=0.2)
        assert answer.interrupted or answer.exhausted


def test_a_long_text_ends_in_time():
    puzzle = Alphametic("+".join(["A*B"] * 5000) + "=CDE", distinct=False)
    for engine in ENGINES:
        if able(engine, puzzle):
            answer = puzzle.ask(Count(), engine=engine.name, time_limit=0.2)
            assert answer.interrupted or answer.exhausted


def test_bounds_that_leave_no_digit_take_no_nodes_back():
    # The tens of the sum are not zero, and it has no tens.
    puzzle = Alphametic("  ?B\n+ CB\n----\n   A", base=4)
    for first in range(4):
        tally = CoefficientsEngine().search(puzzle, Count(), Branch((first,)), Control())
        assert (tally.total, tally.nodes >= 0) == (0, True)
