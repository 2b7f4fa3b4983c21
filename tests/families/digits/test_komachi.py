"""Komachi: every engine beside Python's own arithmetic, the rules, the order, what is refused."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from everyway import Count, Every, EverywayError, Komachi, Largest, Sample, Sizes, Smallest, load
from everyway.core.engine import Control
from everyway.families.digits.expression import evaluate, read, write
from everyway.families.digits.intervals import IntervalEngine
from everyway.families.registry import family, puzzle_from_dict
from tests.families.digits.reference import distinct, exactly, flat, nested, values
from tests.one_line import taken_or_refused

FAMILY = family("digits")

SMALL = [
    Komachi("1", 1),
    Komachi("12", 12),
    Komachi("1234", 10),
    Komachi("4321", -2, "+-", leading_minus=True),
    Komachi("12345", 3, "+-*/"),
    Komachi("12345", "7/3", "+-*/", leading_minus=True),
    Komachi("1050", 5, "+-*/"),
    Komachi("1050", 5, "+-*/", leading_zeros=True),
    Komachi("0001", 1, "+-*/", parentheses=True),
    Komachi("0100", 0, "+-*/", parentheses=True),
    Komachi("2310", 0, "*/", parentheses=True, leading_minus=True),
    Komachi("12345", 9, "+-*/", concatenation=False),
    Komachi("1234", 6, "+-*/", decimal_point=True),
    Komachi("123", "1/2", "+-*/", decimal_point=True, concatenation=False, leading_minus=True),
    Komachi("2132", 16, "+-*/^"),
    Komachi("2222", 4, "*^", leading_minus=True),
    Komachi("1234", 10, "+-*/", parentheses=True),
    Komachi("1234", 10, "+-*/", parentheses=True, ways="expressions"),
    Komachi("1234", 1, "+-*/", parentheses=True, leading_minus=True),
    Komachi("1234", 1, "+-*/", parentheses=True, leading_minus=True, ways="expressions"),
    Komachi("2123", 8, "+-*/^", parentheses=True, leading_minus=True),
    Komachi("2203", 1, "-*^", parentheses=True, ways="expressions"),
    Komachi("123", 6, "+*", parentheses=True, decimal_point=True),
    Komachi("1234", 10, "+-*/", parentheses=True, signs=(1, 2)),
    Komachi("12345", 33, "+-*/", signs=2),
    Komachi("1204", 0, "+-*/", parentheses=True, signs=(1, 2)),
    Komachi("1234", 100, ""),
]


def by_python(puzzle):
    """Return the texts of all ways, for small puzzles, by the reference's arithmetic."""
    low, high = puzzle.sign_range
    if not puzzle.parentheses:
        return [t for t, v, n in flat(puzzle) if v == puzzle.goal and low <= n <= high]
    found = [(tree, value) for tree, value in nested(puzzle) if value == puzzle.goal]
    found = [(t, v) for t, v in found if low <= operators(t) <= high]
    if puzzle.ways == "expressions":
        return sorted({distinct(tree) for tree, _ in found})
    return [as_text(tree) for tree, _ in found]


def operators(tree):
    return 0 if isinstance(tree, str) else 1 + operators(tree[1]) + operators(tree[2])


def as_text(tree):
    """Return every tree fully bracketed and read back by everyway's reader, as it writes it."""

    def full(part):
        if isinstance(part, str):
            return f"({part})" if part.startswith("-") else part
        return f"({full(part[1])}{part[0]}{full(part[2])})"

    return write(read(full(tree)))


@pytest.mark.parametrize("puzzle", SMALL, ids=str)
def test_plain_lists_what_pythons_arithmetic_finds(puzzle):
    listed = [s.text for s in puzzle.ask(Every(), engine="plain").value]
    assert Counter(listed) == Counter(by_python(puzzle))
    assert all(puzzle.is_solution(text) for text in listed)


@pytest.mark.parametrize("puzzle", SMALL, ids=str)
def test_intervals_lists_the_same_in_the_same_order(puzzle):
    plain = puzzle.ask(Every(), engine="plain")
    intervals = puzzle.ask(Every(), engine="intervals")
    assert intervals.value == plain.value
    assert list(plain.value) == sorted(plain.value)
    for question in (Count(), Sizes(), Smallest(), Largest()):
        one, other = (puzzle.ask(question, engine=e) for e in ("plain", "intervals"))
        assert (one.value, one.solution) == (other.value, other.solution)


PUZZLES = st.builds(
    Komachi,
    digits=st.text("01239", min_size=1, max_size=4),
    target=st.one_of(st.integers(-3, 30), st.sampled_from(["1/2", "-2/3", "7/3"])),
    operators=st.lists(st.sampled_from("+-*/^"), max_size=3, unique=True).map("".join),
    parentheses=st.booleans(),
    leading_minus=st.booleans(),
    concatenation=st.booleans(),
    decimal_point=st.booleans(),
    leading_zeros=st.booleans(),
    signs=st.sampled_from([None, None, 1, (1, 2)]),
)


@given(PUZZLES, st.sampled_from(["trees", "expressions"]))
def test_engines_agree_on_any_puzzle(puzzle, ways):
    if puzzle.parentheses:
        puzzle = puzzle_from_dict({**puzzle.to_dict(), "ways": ways})
    assume(not (puzzle.decimal_point and puzzle.parentheses and len(puzzle.digits) > 3))
    plain = puzzle.ask(Every(), engine="plain").value
    assert puzzle.ask(Every(), engine="intervals").value == plain
    assert puzzle.count(engine="intervals") == len(plain)
    assert all(puzzle.is_solution(solution) for solution in plain)


ANY = [
    Komachi("12345", None, "+-*/"),
    Komachi("1203", None, "+-*/", leading_minus=True),
    Komachi("1234", None, "+-*/", parentheses=True),
    Komachi("2034", None, "+-*/", parentheses=True, leading_minus=True, ways="expressions"),
    Komachi("1234", None, "+-*/", parentheses=True, signs=2),
    Komachi("1232", None, "+-^"),
    Komachi("232", None, "+-*/^", parentheses=True, decimal_point=True),
]


@pytest.mark.parametrize("puzzle", ANY, ids=str)
@pytest.mark.parametrize("engine", ["intervals", "compiled"])
def test_every_target_at_once(puzzle, engine):
    plain = puzzle.ask(Sizes(), engine="plain").value
    if engine == "compiled" and not FAMILY.engine_named(engine).offer(puzzle, Sizes()).can:
        pytest.skip("not for powers, points, signs, or without brackets")
    assert puzzle.ask(Sizes(), engine=engine).value == plain
    assert puzzle.ask(Count(), engine=engine).value == sum(plain.values())
    if puzzle.signs is None and puzzle.ways == "trees":
        found = {int(v): n for v, n in values(puzzle).items() if v.denominator == 1}
        assert plain == found
    largest = puzzle.ask(Largest(), engine="intervals")
    assert largest.value == max(plain)
    assert puzzle.is_solution(largest.solution)


# --- the traps ---


def test_fractions_are_exact_and_floats_refused():
    assert Komachi("133", 1, "/", parentheses=True).count() == 1  # 1/(3/3); (1/3)/3 is 1/9
    puzzle = Komachi("8338", 24, "+-*/", parentheses=True, concatenation=False)
    assert [s.text for s in puzzle.solutions()] == []
    assert Komachi("8383", 24, "-/", parentheses=True, concatenation=False).first().text == (
        "8/(3-8/3)"
    )
    with pytest.raises(EverywayError, match="exact"):
        Komachi(target=2.5)


def test_a_leading_minus_is_a_way_only_when_it_is_allowed():
    candidate = "-1+2-3+4+5+6+78+9"
    assert "leading minus" in Komachi().why_not(candidate)
    assert Komachi(leading_minus=True).is_solution(candidate)


def test_trees_and_distinct_expressions_are_told_apart():
    trees = Komachi("123", 6, "+", parentheses=True)
    assert [s.text for s in trees.solutions()] == ["1+(2+3)", "1+2+3"]
    distinct_ones = Komachi("123", 6, "+", parentheses=True, ways="expressions")
    assert [s.text for s in distinct_ones.solutions()] == ["1+2+3"]
    assert "change nothing" in distinct_ones.why_not("1+(2+3)")
    assert trees.is_solution("(1+2)+3")


def test_a_minus_before_a_power():
    assert Komachi("22", -4, "^", leading_minus=True).first().text == "-2^2"
    assert Komachi("22", 4, "^", leading_minus=True, parentheses=True).count() == 2
    assert Komachi("232", 512, "^").first().text == "2^3^2"


def test_powers_without_a_value():
    assert Komachi("00", None, "^", concatenation=False).count() == 0
    assert Komachi("999", None, "^", concatenation=False).count() == 0
    assert Komachi("24", 16, "^").count() == 1
    assert evaluate(read("4^(1/2)")) is None
    assert evaluate(read("2^(0-2)")) == Fraction(1, 4)


def test_the_fewest_signs():
    answer = Komachi().smallest()
    assert (answer.value, answer.solution.text, answer.optimal_proven) == (
        3,
        "123-45-67+89",
        True,
    )


def test_more_digits_than_nine():
    puzzle = Komachi("1234567654", 100, "+-")
    assert puzzle.count(engine="intervals") == sums_of_a_list("1234567654", 100)


def sums_of_a_list(digits, target):
    """Count the sums and differences another way: totals so far, and the number they end in."""
    reached = Counter({(0, int(digits[0]), 1): 1})
    for digit in map(int, digits[1:]):
        after = Counter()
        for (total, last, sign), number in reached.items():
            after[total, 10 * last + digit, sign] += number
            after[total + sign * last, digit, 1] += number
            after[total + sign * last, digit, -1] += number
        reached = after
    return sum(n for (total, last, sign), n in reached.items() if total + sign * last == target)


def test_the_first_of_many_ways_comes_soon():
    puzzle = Komachi("123456789", 100, "+-*/", parentheses=True)
    answer = puzzle.ask(Every(limit=3), engine="intervals")
    assert answer.nodes < 200_000
    assert next(s.text for s in answer.value) == "1+(2+(3+(4+(5+(6+(7+8*9))))))"


def test_limits_are_obeyed_and_lists_go_on():
    puzzle = Komachi("123456789", 100, "+-*/", parentheses=True)
    cut = puzzle.ask(Count(), engine="plain", node_limit=2000)
    assert cut.interrupted
    assert cut.value <= 34275
    cut = puzzle.ask(Every(), engine="intervals", time_limit=0.0)
    assert cut.interrupted
    # A list longer than what is listed at a time is split, and stays in order.
    long = Komachi("1234567", 0, "+-*/", parentheses=True)
    listed = long.ask(Every(), engine="intervals").value
    assert len(listed) == long.count()
    assert list(listed) == sorted(set(listed))


def test_samples_are_solutions():
    puzzle = Komachi("123456789", 100, "+-*/")
    drawn = puzzle.sample(5, seed=3)
    assert len(set(drawn)) == 5
    assert all(puzzle.is_solution(s) for s in drawn)


@pytest.mark.parametrize(
    "puzzle",
    [
        Komachi("821", 11, "/+", parentheses=True),
        Komachi("123456", 21, "+-*/"),
        Komachi("12345", 3, "+-*/", parentheses=True, signs=(2, 4)),
        Komachi("12", 99),
    ],
    ids=str,
)
def test_every_engine_draws_the_same_samples(puzzle):
    everything = puzzle.ask(Every(), engine="plain").value
    for k in (0, 1, 3, len(everything), len(everything) + 1):
        for seed in range(4):
            question = Sample(k=k, seed=seed)
            drawn = [puzzle.ask(question, engine=name).value for name in ("plain", "intervals")]
            assert drawn[0] == drawn[1]
            assert len(set(drawn[0])) == min(k, len(everything))
            assert set(drawn[0]) <= set(everything)


def test_a_branch_is_counted_as_it_is_listed():
    puzzle, engine = Komachi("123456", 21, "+-*/", parentheses=True), IntervalEngine()
    parts = engine.split(puzzle, Every(), engine.branches(puzzle, Every())[0])
    numbers = [engine.search(puzzle, Count(), part, Control()).total for part in parts]
    lists = [engine.search(puzzle, Every(), part, Control()).solutions for part in parts]
    assert numbers == [len(listed) for listed in lists]
    assert sum(numbers) == puzzle.count()


def test_samples_of_any_target_are_drawn_by_trying():
    drawn = Komachi("1234", "any", "+-*/").ask(Sample(k=3))
    assert drawn.engine == "plain"
    assert len(set(drawn.value)) == 3


# --- what is read and written ---


@given(PUZZLES)
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        ("1+2+3-4+5+6+78+9", None),
        ("1 + 2 + 3 - 4 + 5 + 6 + 78 + 9 = 100", None),
        ("1+2+3−4+5+6+78+9", None),
        ("1+2+3-4+5+6+78+9 = 99", "the value is 100, not 99"),
        ("1+2+3-4+5+6+78", "the digits are 12345678, not 123456789"),
        ("1*2+3-4+5+6+78+9", "the operator * is not allowed"),
        ("(1+2)+3-4+5+6+78+9", "brackets are not allowed"),
        ("1+2+3+4+5+6+78+9", "the value is 108, not 100"),
        ("12.3+456+789", "12.3 cannot be a number here"),
    ],
)
def test_why_not(candidate, why):
    assert Komachi().why_not(candidate) == why


@pytest.mark.parametrize("candidate", ["1+", "1++2", "(1+2", "1+2)", "a", "1 2", "", 7, None])
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError):
        Komachi().why_not(candidate)


@given(st.text("0123456789.+-*/^()= ", max_size=30))
def test_any_text_is_an_expression_or_refused_in_one_line(text):
    taken_or_refused(Komachi("123", operators="+-*/^", parentheses=True).why_not, text)


@given(st.text(max_size=20))
def test_any_text_as_a_target_is_taken_or_refused(text):
    taken_or_refused(lambda t: Komachi(target=t), text)
    taken_or_refused(lambda t: Komachi(digits=t), text)
    taken_or_refused(lambda t: Komachi(operators=t), text)


@settings(max_examples=60)
@given(st.integers(0, 3), st.randoms(use_true_random=False))
def test_trees_are_written_so_that_they_read_back(depth, chance):
    def tree(level):
        if level == 0 or chance.random() < 0.2:
            return str(chance.randrange(100))
        return f"({tree(level - 1)}{chance.choice('+-*/^')}{tree(level - 1)})"

    made = read(tree(depth))
    assert read(write(made)) == made


BAD = [
    {"digits": ""},
    {"digits": "12a"},
    {"digits": 123},
    {"digits": "1" * 41},
    {"digits": "1" * 10**6},
    {"digits": "١٢"},
    {"target": "x"},
    {"target": "1/0"},
    {"target": True},
    {"target": [1]},
    {"target": 10**300},
    {"target": "9" * 10**6},
    {"operators": "+x"},
    {"operators": "++"},
    {"operators": None},
    {"parentheses": 1},
    {"leading_minus": "no"},
    {"ways": "trees!"},
    {"ways": "expressions"},
    {"signs": -1},
    {"signs": (3, 2)},
    {"signs": "3.."},
    {"signs": (1, 2, 3)},
    {"signs": 1.5},
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: str(bad)[:40])
def test_what_cannot_be(bad):
    with pytest.raises(EverywayError) as caught:
        Komachi(**bad)
    assert len(str(caught.value)) < 300
    with pytest.raises(EverywayError):
        puzzle_from_dict({"puzzle": "komachi", **bad})


def test_other_keys_and_questions_are_refused():
    with pytest.raises(EverywayError, match="no key"):
        puzzle_from_dict({"puzzle": "komachi", "goal": 3})
    with pytest.raises(EverywayError, match="no symmetry"):
        Komachi().count(up_to="symmetry")


def test_the_reference_itself():
    assert exactly("F('1')/F('3')") == Fraction(1, 3)
    assert exactly("F('1')/F('0')") is None
