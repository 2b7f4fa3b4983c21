"""Formulas that use each digit once: both engines, the bounds that end the search, refusals."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Count, DigitPuzzle, Every, EverywayError, Largest, Sizes, Smallest, load
from everyway.families.digits.bounds import Task, ceiling, interval, may_fit, outgrows, polynomial
from everyway.families.digits.formula import evaluate, expression_text, read_formula
from everyway.families.digits.pandigital import in_base
from everyway.families.registry import family, puzzle_from_dict
from tests.one_line import taken_or_refused

FAMILY = family("digits")

SMALL = [
    DigitPuzzle("n*(n+1)*(n+2)"),
    DigitPuzzle("n*(n+1)*(n+2)", base=4),
    DigitPuzzle("n*(n+1)*(n+2)", base=6),
    DigitPuzzle("n*(n+1)*(n+2)", base=7),
    DigitPuzzle("n", digits="1123"),
    DigitPuzzle("n", digits="0"),
    DigitPuzzle("n", digits="0", between="0.."),
    DigitPuzzle("n, n*n", digits="22556"),
    DigitPuzzle("n^2, n^3"),
    DigitPuzzle("n, 2*n, 3*n", digits="123456789"),
    DigitPuzzle("n*(n-1)/2", digits="012"),
    DigitPuzzle("n^3 - 100*n^2 - 7", digits="0194"),
    DigitPuzzle("50 - n", digits="23"),
    DigitPuzzle("120/n", digits="24"),
    DigitPuzzle("120/n", digits="24", between="1..200"),
    DigitPuzzle("2^n", digits="128"),
    DigitPuzzle("n^n, n", digits="2456"),
    DigitPuzzle("a*b = c", digits="1234", between="1..25"),
    DigitPuzzle("a*b = c", digits="02", between="0..30"),
    DigitPuzzle("c = a*b", digits="1234", between="1..25"),
    DigitPuzzle("a*b", digits="123", between="1..25"),
    DigitPuzzle("a*a = b", digits="1112244", between="1..200"),
    DigitPuzzle("a/b = c", digits="1226", between="1..25"),
    DigitPuzzle("a/b = c, a", digits="123"),
    DigitPuzzle("a + b = c = d*2", digits="1478", between="1..20"),
    DigitPuzzle("a, b = a+1", digits="112", between="1..30"),
]


@pytest.fixture(autouse=True)
def _no_wide_plain_search():
    for puzzle in SMALL:
        for low, high in puzzle.limits.values():
            assert high - low < 200_000


def by_python(puzzle):
    """Return the solutions among all values within generous limits, by Python's arithmetic."""
    names = puzzle.parsed.variables
    top = (puzzle.between or (1, None))[1] or max(h for _, h in puzzle.limits.values()) + 20
    low = (puzzle.between or (1, None))[0]
    found = []
    for values in product_of(range(low, top + 1), len(names)):
        scope = dict(zip(names, values, strict=True))
        text = ""
        for part in puzzle.formula.split(","):
            sides = part.replace("^", "**").split("=")
            results = [whole(side, scope) for side in sides]
            if len(set(results)) > 1 or results[0] is None:
                break
            if len(sides) == 1:
                text += in_base(results[0], puzzle.base)
            else:
                text += "".join(in_base(scope[c], puzzle.base) for c in part if c.isalpha())
        else:
            if Counter(text) == Counter(puzzle.digits):
                found.append(values)
    return found


def product_of(values, times):
    if times == 0:
        yield ()
    else:
        for value in values:
            for rest in product_of(values, times - 1):
                yield (value, *rest)


def whole(side, scope):
    """Return the whole value of one side, or None; the formulas here divide once at most."""
    over, slash, under = side.partition("/")
    try:
        value, below = eval(over, {}, scope), eval(under, {}, scope) if slash else 1
    except ZeroDivisionError:
        return None
    if below == 0 or value < 0 or value % below:
        return None
    return value // below


@pytest.mark.parametrize("puzzle", SMALL, ids=str)
def test_engines_find_what_pythons_arithmetic_finds(puzzle):
    if any(high > 2500 for _, high in puzzle.limits.values()) or len(puzzle.limits) > 3:
        expected = [s.values for s in puzzle.ask(Every(), engine="plain").value]
    else:
        expected = by_python(puzzle)
    for engine in ("plain", "search"):
        answer = puzzle.ask(Every(), engine=engine)
        assert [s.values for s in answer.value] == expected
        assert all(puzzle.is_solution(s) for s in answer.value)
        assert puzzle.ask(Count(), engine=engine).value == len(expected)
        sizes = Counter(values[0] for values in expected)
        assert puzzle.ask(Sizes(), engine=engine).value == dict(sorted(sizes.items()))


@given(
    st.sampled_from(["n", "n*(n+1)", "n*n-n", "n, n+1", "a*b=c", "a+b=c", "3*n, n*n", "n^2/4"]),
    st.text("01234", min_size=1, max_size=4),
    st.integers(5, 11),
)
def test_engines_agree(formula, digits, base):
    puzzle = DigitPuzzle(formula, digits, base, between="1..25" if "=" in formula else None)
    plain = puzzle.ask(Every(), engine="plain").value
    assert puzzle.ask(Every(), engine="search").value == plain
    assert all(puzzle.is_solution(s) for s in plain)


def test_products_over_one_to_nine():
    puzzle = DigitPuzzle("a*b = c", digits="123456789")
    found = {s.values for s in puzzle.solutions()}
    expected = set()
    for p in permutations("123456789", 5):
        text = "".join(p)
        for cut in (1, 2):
            a, b = int(text[:cut]), int(text[cut:])
            if sorted(f"{a}{b}{a * b}") == list("123456789"):
                expected |= {(a, b, a * b), (b, a, a * b)}
    assert found == expected
    assert len(found) == 18


def test_numbers_of_thousands_of_digits_do_not_fit():
    puzzle = DigitPuzzle("*".join(["n"] * 100), digits="12", between=f"{10**90}..{10**90 + 2}")
    assert puzzle.count(engine="plain") == puzzle.count(engine="search") == 0
    assert puzzle.why_not(10**90).endswith("has too many digits")


def test_smallest_and_largest():
    puzzle = DigitPuzzle("n*(n+1)*(n+2)")
    assert (puzzle.smallest().value, puzzle.largest().value) == (1267, 1332)
    for question in (Smallest(), Largest()):
        assert DigitPuzzle("n*(n+1)*(n+2)", base=7).ask(question).value is None


def test_where_nothing_ends_the_search_a_range_is_asked_for():
    for formula in ("n-n", "2^n-n^3", "n/n", "a-b"):
        with pytest.raises(EverywayError, match="range"):
            DigitPuzzle(formula)
        assert DigitPuzzle(formula, between="1..50").count() >= 0


@pytest.mark.parametrize(
    "formula", ["n*(n+1)", "n^2-5*n+3", "n*(n-1)/2", "2^n", "n^n", "1000-n", "n^3-100*n^2"]
)
@pytest.mark.parametrize("total", [1, 3, 5])
def test_bounds_never_cut_a_value_off(formula, total):
    expression = read_formula(formula).shown[0]
    top = ceiling(Task((expression,), (), 10, total), {"n": (1, None)}, "n")
    assert top is not None
    for n in range(1, 2000):
        value = evaluate(expression, {"n": n})
        if (
            value is not None
            and value.denominator == 1
            and len(str(abs(value))) == total
            and value >= 0
        ):
            assert n <= top
        low, high = interval(expression, {"n": (max(1, n - 3), n + 2)})
        assert value is None or low is None or low <= value
        assert value is None or high is None or value <= high


def test_a_polynomial_that_falls_before_it_rises_is_not_cut_off():
    expression = read_formula("n^2-40*n+500").shown[0]
    coefficients = polynomial(expression, "n", {})
    assert not outgrows(coefficients, 400, 1)  # 461 at once, but 100 at n = 20
    assert outgrows(coefficients, 400, 40)
    assert DigitPuzzle("n^2-40*n+500", digits="100").first().values == (20,)
    assert may_fit(Task((expression,), (), 10, 3), {"n": (20, 20)})


def test_idle_zeros_are_not_written():
    assert DigitPuzzle("n, 10*n", digits="0110", between="1..200").count() == 0
    assert [s.values for s in DigitPuzzle("n, 10*n", digits="110").solutions()] == [(1,)]


def test_numbers_stand_in_the_base_of_the_puzzle():
    first = DigitPuzzle("n*(n+8)", digits="0123456", base=7, between="1..100000").first()
    assert first is None or "+11)" in first.text
    assert [str(s) for s in DigitPuzzle("n*(n+1)*(n+2)", base=5).solutions()] == [
        "14*(14+1)*(14+2) = 12430"
    ]


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        ("1267", None),
        ("n=1267", None),
        ("n = 1332", None),
        (1267, None),
        ({"n": 1267}, None),
        ([1267], None),
        ("1268", "the digit 0 is used 2 times, not 1"),
        ("1267*(1267+1)*(1267+2)=2038719564", None),
        ("1267 × (1267 + 1) × (1267 + 2)", None),
        ("1267*(1267+1)*(1267+2) = 2", "n*(n+1)*(n+2) is 2038719564, not 2"),
    ],
)
def test_why_not(candidate, why):
    puzzle = DigitPuzzle("n*(n+1)*(n+2)")
    assert puzzle.why_not(candidate) == why or (why and puzzle.why_not(candidate) is not None)


@pytest.mark.parametrize(
    "puzzle",
    [
        DigitPuzzle("n*(n+1)*(n+2)", base=8),
        DigitPuzzle("n/2", "6df", base=16),
        DigitPuzzle("N", "1f", base=16),
        DigitPuzzle("n, n*n", "39"),
        DigitPuzzle("a*b = c", "123456", between="1..9999"),
        DigitPuzzle("a = b*b, a-b", "2224", between="1..99"),
        DigitPuzzle("n = m", "nn", base=36),
        DigitPuzzle("2^a, a", "38"),
    ],
    ids=str,
)
def test_what_is_shown_is_read(puzzle):
    solutions = list(puzzle.solutions())
    assert solutions
    for solution in solutions:
        assert puzzle.why_not(str(solution)) is None
        with pytest.raises(EverywayError):
            puzzle.why_not(str(solution) + "*1")


def test_why_not_of_an_equation():
    puzzle = DigitPuzzle("a*b = c", digits="123456789")
    assert puzzle.is_solution("4 1738 6952")
    assert puzzle.is_solution("c=6952, a=4, b=1738")
    assert puzzle.why_not("4 1738 6953") == "the equation does not hold"
    ranged = DigitPuzzle("a*b = c", digits="123456789", between="5..9999")
    assert ranged.why_not("4 1738 6952") == "a is 4, out of range"
    for bad in ("4 1738", "4 1738 6952 1", "x=4", "a=4 a=5 b=1", None, [1], {"a": 1}, 2.5):
        with pytest.raises(EverywayError):
            puzzle.why_not(bad)


BAD = [
    ("2n", "an operator is missing"),
    ("n n", "an operator is missing"),
    ("(n+1)(n+2)", "an operator is missing"),
    ("n*", "ends too early"),
    ("n+*2", "unexpected"),
    ("(n", "ends too early"),
    ("n)", "unexpected"),
    ("n!", "cannot read"),
    ("", "ends too early"),
    ("12", "needs a variable"),
    ("n,,n", "unexpected"),
    ("n" * 400, "too long"),
    ("(" * 60 + "n" + ")" * 60, "nested too deeply"),
]


@pytest.mark.parametrize(("formula", "why"), BAD)
def test_what_is_no_formula(formula, why):
    with pytest.raises(EverywayError, match=why):
        DigitPuzzle(formula)


OTHER = [
    {"formula": "n", "digits": ""},
    {"formula": "n", "digits": "12a"},
    {"formula": "n", "digits": 12},
    {"formula": "n", "digits": "4", "base": 4},
    {"formula": "n", "digits": "1" * 61},
    {"formula": "n", "base": 1},
    {"formula": "n", "base": 37},
    {"formula": "n", "base": True},
    {"formula": 7},
    {"formula": "n", "between": "9..1"},
    {"formula": "n", "between": "x"},
    {"formula": "n", "between": 3},
    {"formula": "n", "between": (1, 2, 3)},
    {"formula": "n", "between": (-1, 2)},
    {"formula": "n", "size": 3},
    {},
]


@pytest.mark.parametrize("bad", OTHER, ids=str)
def test_what_cannot_be(bad):
    with pytest.raises(EverywayError):
        puzzle_from_dict({"puzzle": "digits", **bad})


@given(st.text("nab0123456789+-*/^()=, ", max_size=25))
def test_any_text_is_a_formula_or_refused_in_one_line(text):
    formula = taken_or_refused(read_formula, text)
    if formula is not None:
        assert read_formula(formula.text()) == formula
        for expression in formula.shown:
            assert read_formula(f"{expression_text(expression)}, n").shown[0] == expression
    taken_or_refused(lambda t: DigitPuzzle(t, digits="123"), text)
    taken_or_refused(lambda t: DigitPuzzle("n", between=t), text)


@pytest.mark.parametrize("puzzle", SMALL, ids=str)
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle


def test_limits_are_obeyed():
    wide = DigitPuzzle("n^2", digits="00112233445566778899")
    for engine in ("plain", "search"):
        answer = wide.ask(Count(), engine=engine, node_limit=3000)
        assert answer.interrupted
    assert DigitPuzzle("n", digits="0123456789").ask(Every(limit=2)).value[1].values == (
        1023456798,
    )


def test_trials_of_the_last_variable_count_as_nodes():
    # No value of ten digits fits, and there are 10^10 to be tried.
    answer = DigitPuzzle("10*ab, a").ask(Count(), engine="search", node_limit=1000)
    assert (answer.interrupted, answer.nodes) == (True, 1000)
