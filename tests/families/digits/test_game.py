"""Given numbers that make a target, in any order or in theirs."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Count, Every, EverywayError, NumberGame, Sizes, load
from everyway.core.engine import Branch, Control, Effort
from everyway.families.digits.expression import evaluate, write
from everyway.families.digits.game import listed_tree
from everyway.families.digits.plain import PlainEngine
from everyway.families.digits.subsets import EXPRESSIONS, SubsetsEngine
from everyway.families.digits.words import from_words, to_words

PLAIN, SUBSETS = PlainEngine(), SubsetsEngine()


def value_of(operator, a, b):
    if operator == "/":
        return None if b == 0 else a / b
    return {"+": a + b, "-": a - b, "*": a * b}[operator]


def joined(operator, a, b):
    """Return what an expression says, whatever its brackets and order: terms, or factors."""
    kind = "sum" if operator in "+-" else "product"

    def parts(form, turned):
        inner = form[1] if form[0] == kind else frozenset({((1, form), 1)})
        return Counter({(-s if turned else s, f): n for (s, f), n in inner})

    whole = parts(a, False) + parts(b, operator in "-/")
    return kind, frozenset(whole.items())


@cache
def forms(numbers, operators):
    """Return all expressions of *numbers*, as pairs of what they say and their value."""
    if len(numbers) == 1:
        return frozenset({(("number", numbers[0]), Fraction(numbers[0]))})
    found = set()
    for mask in range(1, 2 ** len(numbers) - 1):
        left = tuple(sorted(n for k, n in enumerate(numbers) if mask >> k & 1))
        right = tuple(sorted(n for k, n in enumerate(numbers) if not mask >> k & 1))
        for a, x in forms(left, operators):
            for b, y in forms(right, operators):
                for operator in operators:
                    value = value_of(operator, x, y)
                    if value is not None:
                        found.add((joined(operator, a, b), value))
    return frozenset(found)


def forms_by_name(number):
    """Return what expressions of so many different items say, with ``+ - * /``."""

    @cache
    def below(names):
        if len(names) == 1:
            return frozenset({("number", names[0])})
        found = set()
        for mask in range(1, 2 ** len(names) - 1):
            left = tuple(n for k, n in enumerate(names) if mask >> k & 1)
            right = tuple(n for k, n in enumerate(names) if not mask >> k & 1)
            found |= {
                joined(operator, a, b)
                for a in below(left)
                for b in below(right)
                for operator in "+-*/"
            }
        return frozenset(found)

    return below(tuple("abcd"[:number]))


def listed(puzzle, engine):
    answer = puzzle.ask(Every(), engine=engine)
    assert answer.exhausted
    return [str(solution) for solution in answer.value]


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=4),
    st.sampled_from(["+-*/", "+-", "+*", "-/", "*/", "+-*"]),
    st.fractions(-3, 30, max_denominator=2),
)
def test_ways_are_what_brute_force_finds(items, operators, target):
    puzzle = NumberGame(items, target, operators)
    expected = sum(value == target for _, value in forms(tuple(sorted(items)), operators))
    assert len(listed(puzzle, "subsets")) == expected
    assert puzzle.ask(Count(), engine="subsets").value == expected


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.sampled_from(["+-*/", "+-*/^", "/^", "-"]),
    st.integers(-2, 30),
    st.booleans(),
)
def test_engines_agree(items, operators, target, any_order):
    puzzle = NumberGame(items, target, operators, any_order)
    expected = listed(puzzle, "plain")
    assert listed(puzzle, "subsets") == expected
    assert all(puzzle.is_solution(text) for text in expected)
    data = [s.data for s in puzzle.solutions()]
    assert data == sorted(set(data))
    assert [puzzle.codes(s.tree) for s in puzzle.solutions()] == data
    for limit in (1, 2):
        answer = puzzle.ask(Every(limit=limit), engine="subsets")
        assert [str(s) for s in answer.value] == expected[:limit]
        some = puzzle.ask(Every(limit=limit, ordered=False), engine="subsets")
        assert {str(s) for s in some.value} <= set(expected)
        assert len(some.value) == min(limit, len(expected))


def test_how_many_expressions_there_are():
    def every(items):
        puzzle = NumberGame(items, 0)
        stack, number = [()], 0
        while stack:
            here = stack.pop()
            stack += [(*here, code) for code in puzzle.following(here)]
            whole = len(here) == 2 * len(items) - 1
            number += whole and puzzle.is_listed(puzzle.tree(here))
        return number

    assert [every(range(1, n + 1)) for n in (1, 2, 3, 4)] == [1, 6, 68, 1260]
    # Those of four are sums or products; so they are found from those of fewer, too.
    assert [EXPRESSIONS[n] for n in range(1, 5)] == [len(forms_by_name(n)) for n in range(1, 5)]


@pytest.mark.parametrize(
    ("items", "way"),
    [
        ("3 3 8 8", "8/(3-8/3)"),
        ("23, 3, 11, 16", "11+(16+23)/3"),
        ("1 3 4 6", "6/(1-3/4)"),
        ("1 5 5 5", "5*(5-1/5)"),
        ("\uff13\u3000\uff13\u3000\uff18\u3000\uff18", "8/(3-8/3)"),
    ],
)
def test_well_known_ones(items, way):
    puzzle = NumberGame(items, 24)
    assert str(puzzle.one()) == f"{way} = 24"
    assert puzzle.is_solution(f"({way})")
    assert puzzle.is_solution(f"{way} = 24")


@settings(max_examples=60)
@given(st.permutations([1, 2, 3, 4]), st.data(), st.booleans())
def test_any_writing_is_brought_into_the_one_that_is_listed(items, data, any_order):
    puzzle = NumberGame(items, 0, "+-*/", any_order)
    codes = ()
    while after := puzzle.following(codes):
        codes = (*codes, data.draw(st.sampled_from(after)))
    tree = puzzle.tree(codes)
    listed = listed_tree(puzzle, tree)
    assert puzzle.is_listed(listed)
    assert (listed == tree) == puzzle.is_listed(tree)
    value = evaluate(tree)
    if value is not None:
        assert evaluate(listed) == value
        puzzle = replace(puzzle, target=value)
        assert puzzle.solution(write(tree)).tree == listed


def test_any_writing_is_a_solution():
    puzzle = NumberGame("1 2 3 4")
    assert puzzle.is_solution("4*(3+2+1)")
    assert puzzle.is_solution("4\u00d7(3+(2+1))")
    assert puzzle.why_not("4*(3+2+1)=23") == "the value is 24, not 23"
    assert puzzle.why_not("4*3*2") == "the numbers are 4 3 2, not 1 2 3 4"
    assert puzzle.why_not("4*3*2-1") == "the value is 23, not 24"
    assert puzzle.why_not("-1+4*3*2") == "a minus before a number is not allowed"
    assert puzzle.why_not("4/(1-1)") == "the numbers are 4 1 1, not 1 2 3 4"
    assert NumberGame("1 1 4").why_not("4/(1-1)") == "it has no value"
    given_order = NumberGame("1 2 3 4", any_order=False)
    assert given_order.is_solution("(1+2+3)*4")
    assert not given_order.is_solution("4*(1+2+3)")


def test_texts_come_back():
    for puzzle in (
        NumberGame("3 3 8 8"),
        NumberGame([23, 3, 11, 16], "7/3", "+*", False),
        NumberGame((5,), 5),
    ):
        assert NumberGame.from_dict(puzzle.to_dict()) == puzzle
        assert eval(repr(puzzle), {"NumberGame": NumberGame, "Fraction": Fraction}) == puzzle
        assert to_words(puzzle) is not None
    text = 'puzzle = "numbers"\nitems = "3 3 8 8"'
    assert load(text) == NumberGame("3 3 8 8", 24)
    words = ["komachi", "24"]
    options = {"items": "3 3 8 8", "any_order": True}
    assert from_words(words, options, "solve") == NumberGame("3 3 8 8", 24)
    assert to_words(NumberGame("3 3 8 8")) == "komachi 24 --items '3 3 8 8' --any-order"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: NumberGame(""), "no number"),
        (lambda: NumberGame("3 x 8"), 'no number: "x" (items)'),
        (lambda: NumberGame("3 -8"), 'no number: "-8" (items)'),
        (lambda: NumberGame("1 2 3 4 5 6 7"), "7 items cannot be: give 1 to 6"),
        (lambda: NumberGame([True, 2]), "no number"),
        (lambda: NumberGame(3), "items are numbers"),
        (lambda: NumberGame("3 4", None), "need a target"),
        (lambda: NumberGame("3 4", "any"), "need a target"),
        (lambda: NumberGame("3 4", 1.5), "exact"),
        (lambda: NumberGame("3 4", 7, "+%"), "no operator"),
        (lambda: NumberGame("3 4", 7, any_order=1), "any_order"),
        (lambda: NumberGame.from_dict({"items": [1], "digits": "1"}), "no key"),
        (lambda: NumberGame.from_dict({"target": 1}), "needs items"),
        (lambda: NumberGame("3 4").is_solution(7), "no expression"),
        (lambda: NumberGame("3 4").count(up_to="symmetry"), "symmetry"),
        (lambda: from_words(["komachi", "24"], {"any_order": True}, "solve"), "--items"),
        (lambda: from_words(["komachi"], {"items": "3 4"}, "solve"), "one target"),
        (lambda: from_words(["komachi", "7"], {"items": "3 4", "digits": "34"}, ""), "--digits"),
        (lambda: from_words(["komachi", "7"], {"items": "3", "parentheses": True}, ""), "allowed"),
        (lambda: from_words(["digits", "n+1"], {"items": "3 4"}, ""), "does not apply"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(EverywayError) as caught:
        call()
    assert message in str(caught.value)


def test_limits_leave_a_lower_bound():
    puzzle = NumberGame("1 2 3 4 5", 24)
    whole = puzzle.ask(Count(), engine="subsets").value
    seen = set()
    for nodes in (1, 500, 20_000, 10**9):
        answer = puzzle.ask(Count(), engine="subsets", node_limit=nodes)
        assert answer.interrupted != answer.exhausted
        assert answer.value <= whole
        assert answer.value == whole or answer.interrupted
        seen.add(answer.interrupted)
    assert seen == {True, False}
    tally = SUBSETS.search(puzzle, Every(), Branch(), Control(), Effort(solutions=3))
    assert (len(tally.solutions), tally.complete) == (3, False)
    tally = SUBSETS.search(puzzle, Every(), Branch(), Control(), Effort(nodes=600))
    assert not tally.complete
    small = NumberGame("1 2 3 4")
    assert small.ask(Sizes(), engine="subsets").value == {3: small.count()}
    parts = PLAIN.split(small, Every(), Branch())
    tallies = [PLAIN.search(small, Every(), part, Control()) for part in parts]
    assert sum(t.total for t in tallies) == small.count()


def test_pictures():
    puzzle = NumberGame("3 3 8 8")
    from everyway.families.digits.drawing import draw

    assert str(draw(puzzle, None)) == "3 3 8 8 = 24"
    assert draw(puzzle, puzzle.one()).text("tree").splitlines()[0] == "/  = 24"
    assert "<svg" in draw(puzzle, puzzle.one()).svg()
