"""Sums, long multiplications and long divisions as drawn on paper."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Alphametic, Every, EverywayError, load
from everyway.families.alphametic.layout import is_layout

SEE = "   SEE\nx   SO\n -----\n  EMOO\n MESS\n -----\n MIMEO"
DIVISION = "      ??\n     ---\n?7 ) ???\n     ??\n     --\n      ??\n      ??\n      --\n       1"


def digits_of(text, **options):
    return [s.digits for s in Alphametic(text, **options).ask(Every()).value]


def multiplication(a, b, hide):
    """Draw a times b with its partial products, the digits in *hide* as blanks."""
    lines = [f"{a:>12}", f"x{b:>11}", "-" * 12]
    parts = [a * int(digit) for digit in reversed(str(b))]
    lines += [f"{part}".rjust(12 - k) for k, part in enumerate(parts) if part]
    lines += ["-" * 12, f"{a * b:>12}"]
    text = "\n".join(lines)
    return "".join("?" if c.isdigit() and c in hide else c for c in text)


def test_a_sum():
    puzzle = Alphametic("  SEND\n+ MORE\n------\n MONEY")
    assert puzzle.one().letters == Alphametic("SEND+MORE=MONEY").one().letters
    assert Alphametic("  SEND\n  MORE\n======\n MONEY").is_unique()
    assert Alphametic("MONEY\n-MORE\n─────\n SEND").is_unique()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("EAT\n+THAT\n-----\nAPPLE", "line 1"),
        ("  EAT\n+THAT \n-----\n APPLE", "line 1"),
        ("  EAT\n+ THAT\n-----\nAPPLE", "line 1"),
        ("  EAT\n+THAT\n-----\nAPPL", "line 4"),
    ],
)
def test_a_sum_of_which_the_columns_do_not_fit(text, line):
    with pytest.raises(EverywayError, match="the ones stand in column") as error:
        Alphametic(text)
    assert error.value.where == line
    with pytest.raises(EverywayError):
        load(text)


def test_a_sum_in_its_columns():
    puzzle = Alphametic("  EAT\n+THAT\n-----\nAPPLE")
    assert puzzle.one().numbers == (819, 9219, 10038)


def test_a_long_multiplication():
    (solution,) = Alphametic(SEE).solutions()
    assert solution.numbers == (911, 92, 1822, 8199, 83812)
    assert str(solution).splitlines()[0] == "   911"


def test_signs_of_a_multiplication():
    for sign in ("x ", "X ", "* ", "×", "·"):
        assert Alphametic(SEE.replace("x ", sign.ljust(2))) == Alphametic(SEE)


def test_a_multiplication_without_partial_products():
    assert digits_of("  AB\nx  C\n----\n 1?2") == [
        (a, b, c, p)
        for a, b, c, p in product(range(10), repeat=4)
        if a and len({a, b, c}) == 3 and (10 * a + b) * c == 100 + 10 * p + 2
    ]


def test_the_same_letter_is_the_same_digit_in_every_line_and_blanks_are_independent():
    found = digits_of("  A?\nx  ?\n----\n  ??")
    assert found == [
        (a, p, q, r, s)
        for a, p, q, r, s in product(range(10), repeat=5)
        if a and r and (10 * a + p) * q == 10 * r + s
    ]


def test_a_digit_without_a_partial_product_is_zero():
    text = "   ?3\nx ?0?\n-----\n   ??\n ??\n-----\n ????"
    for digits in digits_of(text):
        multiplier = digits[1] * 100 + digits[2]
        assert multiplier % 100 < 10
    no_line = "   13\nx  ??\n-----\n  13\n-----\n  130"
    assert digits_of(no_line) == [(1, 0)]


def test_a_long_division():
    found = digits_of(DIVISION)
    expected = []
    for divisor, quotient in product(range(17, 100, 10), range(10, 100)):
        dividend = divisor * quotient + 1
        first, second = divmod(quotient, 10)
        if not 100 <= dividend <= 999 or not (second and 10 <= divisor * first <= 99):
            continue
        rest = dividend - 10 * divisor * first
        if 10 <= rest <= 99 and 10 <= divisor * second <= 99:
            expected.append((first, second, divisor // 10, *map(int, f"{dividend}")))
    assert sorted(d[:6] for d in found) == sorted(expected)
    assert len(expected) > 5


def test_the_lonely_eight():
    text = (
        "       ??8??\n    --------\n???)????????\n     ???\n    ----\n      ????\n       ???\n"
        "      ----\n        ????\n        ????\n        ----\n           0"
    )
    solution = Alphametic(text).one()
    assert solution.numbers[:3] == (80809, 124, 10020316)


def test_a_remainder_is_less_than_the_divisor():
    text = "      2\n     --\n 7 ) ??\n     14\n     --\n      ?"
    values = [10 * d[0] + d[1] for d in digits_of(text)]
    assert values == list(range(14, 21))


def test_a_division_without_a_last_line_leaves_nothing():
    text = "      ?\n     --\n 7 ) ??\n     ??"
    assert [d[0] for d in digits_of(text)] == [2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  AB\n+ CD\n----\n EF\n----\n GH", "a sum has two numbers or more"),
        ("AB\n---\nCD", "a sum has two numbers or more"),
        ("  AB\nx CD\n----\n EF", "a multiplication|below"),
        ("  AB\nx CD\n----\n  EF\n  GH\n----\nIJKL", "belongs to no digit"),
        ("  AB\nx CD\n----\n EFG \nIJK\n----\n  AB C", "two numbers on one line"),
        ("  AB\nx CD\n----\n  A%\n----\nABCD", "line 4, column 4"),
        ("  AB\n+\n----\nABCD", "no number stands after the sign"),
        ("A )\n---\nB", "no number stands after the sign"),
        ("A\n---\nB ) CD", "no long division"),
        ("  AB\n  ---\nA ) BCD\n  AB\n  --\n  A", "quotient"),
        ("    B\n  ---\nA ) CDE\n   AB\n   --\n    A", "quotient"),
        ("\n".join(["A"] * 300) + "\n---\nB", "lines"),
    ],
)
def test_layouts_that_cannot_be_read(text, message):
    assert is_layout(text)
    with pytest.raises(EverywayError) as caught:
        Alphametic(text, distinct=False)
    assert any(part in str(caught.value) for part in message.split("|")), str(caught.value)


@pytest.mark.parametrize("text", [SEE, DIVISION, "  ?A\nx *3\n----\n  ?*\n ?_\n----\n ???"])
def test_layouts_come_back(text):
    puzzle = Alphametic(text)
    assert Alphametic(puzzle.text) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.text) == puzzle
    indented = "\n".join("   " + line for line in text.splitlines())
    assert Alphametic(indented) == puzzle


@given(
    st.integers(11, 999),
    st.integers(11, 999),
    st.sets(st.sampled_from("0123456789"), max_size=4),
)
def test_what_was_drawn_is_a_solution(a, b, hide):
    text = multiplication(a, b, hide)
    puzzle = Alphametic(text)
    drawn = [int(c) for c in multiplication(a, b, "") if c.isdigit()]
    hidden = [d for d in drawn if str(d) in hide]
    assert puzzle.blanks == len(hidden)
    assert puzzle.is_solution(hidden)
    assert puzzle.is_solution(multiplication(a, b, ""))


@given(st.text(alphabet="AB12?*x+-) \n", max_size=60))
def test_any_drawing_is_read_or_refused(text):
    try:
        puzzle = Alphametic(text + "\n---\n" + text)
    except EverywayError:
        return
    assert Alphametic(puzzle.text) == puzzle
