"""Layouts with many blanks, line by line: compared with all sums of a shape, drawn one by one."""

import re
from collections import Counter
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from everyway import Alphametic, Count, Every, EverywayError, First, Sizes, Unique
from everyway.core.engine import Branch, Control, Effort
from everyway.families.alphametic.stages import LayoutEngine
from tests.families.alphametic.drawings import division, multiplication, square_root

ENGINE = LayoutEngine()
LETTERS = "QRSTUVWYZP"
"""Which letter stands for which digit in the puzzles below; x would be a sign."""


@cache
def shapes(kind):
    """Return all drawings of a kind, by what is left when the digits are taken out."""
    drawings = {
        "division": lambda: (division(d, n) for d in range(10, 100) for n in range(100, 1000)),
        "root": lambda: (square_root(n) for n in range(100, 100_000)),
        "root with divisors": lambda: (square_root(n, True) for n in range(100, 10_000)),
        "multiplication": lambda: (
            multiplication(a, b) for a in range(10, 100) for b in range(10, 100)
        ),
    }
    found = {}
    for drawing in drawings[kind]():
        shape = re.sub("[0-9]", "?", drawing)
        found.setdefault(shape, []).append("".join(re.findall("[0-9]", drawing)))
    return found


def fitting(shape, marks, kind):
    """Return the digits of letters and blanks of every drawing that *marks* let stand."""
    letters = sorted({m for m in marks if m.isalpha()}, key=marks.index)
    found = []
    for digits in shapes(kind)[shape]:
        said = {}
        if all(
            m == "?" or (m == d if m.isdigit() else said.setdefault(m, d) == d)
            for m, d in zip(marks, digits, strict=True)
        ) and len(set(said.values())) == len(said):
            blanks = [int(d) for m, d in zip(marks, digits, strict=True) if m == "?"]
            found.append((*(int(said[letter]) for letter in letters), *blanks))
    return sorted(found)


def drawn(shape, marks):
    """Return the drawing with *marks* in the places of its digits."""
    rest = iter(marks)
    return re.sub(r"\?", lambda _: next(rest), shape)


@st.composite
def puzzles(draw):
    """Draw a shape and marks that at least one drawing fits."""
    kind = draw(st.sampled_from(KINDS))
    found = shapes(kind)
    shape = draw(st.sampled_from(sorted(s for s in found if len(found[s]) <= MOST_DRAWINGS)))
    digits = draw(st.sampled_from(found[shape]))
    shown = draw(st.sets(st.sampled_from("0123456789"), max_size=3))
    lettered = draw(st.sets(st.sampled_from("0123456789"), max_size=4))
    marks = ""
    for digit in digits:
        how = draw(st.sampled_from("?????sl"))
        if how == "s" and digit in shown:
            marks += digit
        elif how != "s" and digit in lettered and draw(st.booleans()):
            marks += LETTERS[int(digit)]
        else:
            marks += "?"
    return shape, marks, kind


MOST_DRAWINGS = 300
KINDS = ("division", "multiplication", "root", "root with divisors")


@settings(max_examples=40)
@given(puzzles())
def test_all_drawings_that_fit_are_found_and_no_other(case):
    expected = fitting(*case)
    puzzle = Alphametic(drawn(*case[:2]))
    answer = puzzle.ask(Every(), engine="layout")
    assert answer.exhausted
    assert [s.digits for s in answer.value] == expected
    assert puzzle.ask(Count(), engine="layout").value == len(expected)
    assert puzzle.ask(First(), engine="layout").value.digits == expected[0]
    some = puzzle.ask(Every(limit=3, ordered=False), engine="layout").value
    assert {s.digits for s in some} <= set(expected)
    assert len({s.digits for s in some}) == min(3, len(expected))
    assert [s.digits for s in puzzle.ask(Every(limit=3), engine="layout").value] == expected[:3]
    assert puzzle.is_solution(answer.value[-1])


@pytest.mark.parametrize("kind", KINDS)
def test_the_engines_agree_on_bare_drawings(kind):
    compared = 0
    for shape, all_digits in sorted(shapes(kind).items(), key=lambda pair: len(pair[1])):
        puzzle = Alphametic(shape)
        assert puzzle.ask(Count(), engine="layout").value == len(all_digits)
        if compared < 3:
            columns = puzzle.ask(Count(), engine="columns", node_limit=20_000)
            assert columns.interrupted or columns.value == len(all_digits)
            compared += not columns.interrupted
    assert compared


@settings(max_examples=25)
@given(puzzles(), st.sampled_from(["A<B", "A+B=K", "A*B=?B", "A>3", "A+B=9, B>A", "K=A+1"]))
def test_equations_below_a_drawing(case, equations):
    bare = Alphametic(drawn(*case[:2]))
    assume(bare.letters)
    first, last = bare.letters[0], bare.letters[-1]
    equations = equations.replace("A", first).replace("B", last)
    puzzle = Alphametic(drawn(*case[:2]) + "\n" + equations)
    assert len(puzzle.relations) > len(bare.relations)
    assert Alphametic(puzzle.text) == puzzle
    own = [letter for letter in puzzle.letters if letter not in bare.letters]
    expected = set()
    for fit in fitting(*case):
        letters, blanks = fit[: len(bare.letters)], fit[len(bare.letters) :]
        for digit in range(10) if puzzle.variables > bare.variables else (None,):
            more = [] if digit is None else [digit]
            candidate = (*letters, *more, *blanks) if own else (*fit, *more)
            if puzzle.is_solution(candidate):
                expected.add(candidate)
    digits = [s.digits for s in puzzle.ask(Every(), engine="layout").value]
    assert digits == sorted(expected)
    assert puzzle.ask(Count(), engine="layout").value == len(digits)


def test_sizes_limits_and_branches():
    puzzle = Alphametic(re.sub("[0-9]", "?", division(37, 888)))
    whole = [s.digits for s in puzzle.ask(Every(), engine="layout").value]
    assert len(whole) > 20
    sizes = puzzle.ask(Sizes(), engine="layout").value
    assert sizes == Counter(digits[-1] for digits in whole)
    assert not puzzle.ask(Unique(), engine="layout").value
    for limit in range(1, 400, 80):
        answer = puzzle.ask(Count(), engine="layout", node_limit=limit)
        assert answer.value <= len(whole)
        assert answer.exhausted == (answer.value == len(whole)) or answer.interrupted
    tally = ENGINE.search(puzzle, Every(), Branch(), Control(), Effort(solutions=3))
    assert (tally.complete, len(tally.solutions)) == (False, 3)
    todo = [Branch()]
    for _ in range(3):
        todo = [part for b in todo for part in (ENGINE.split(puzzle, Every(), b) or [b])]
        parts = [ENGINE.search(puzzle, Every(), b, Control()).solutions for b in todo]
        assert sum(parts, ()) == tuple(whole)
        counted = [ENGINE.search(puzzle, Count(), b, Control()).total for b in todo]
        assert counted == [len(part) for part in parts]


def test_a_division_of_which_a_million_stand():
    # A drawing of blanks alone: each line must be as long as it is drawn, and nothing is left.
    lengths = [len(line.split()[-1]) for line in division(333, 45627 * 333).split("\n")[2:-1]]
    assert lengths == [4, 4, 4, 4, 4, 3, 3, 4, 4]
    expected = 0
    for divisor in range(100, 1000):
        # From the last line upwards: in how many ways each remainder is come by.
        ways = {0: 1}
        for turn in range(4, -1, -1):
            product_length = lengths[2 * turn]
            whole_length = lengths[2 * turn - 1] if turn else 4
            more = {}
            for rest, number in ways.items():
                for digit in range(1, 10):
                    product, whole = divisor * digit, divisor * digit + rest
                    if (len(str(product)), len(str(whole))) == (product_length, whole_length):
                        left = whole // 10 if turn else 0
                        more[left] = more.get(left, 0) + number
            ways = more
        expected += sum(ways.values())
    shape = re.sub("[0-9]", "?", division(333, 45627 * 333))
    answer = Alphametic(shape[:-1] + "0").ask(Count())
    assert (answer.engine, answer.exhausted, answer.value) == ("layout", True, expected)
    assert expected == 1_583_673


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  ?? ?\n √????\n  ??\n  ??", "digit|number"),
        ("   ?\n √????\n  ??\n   ?", "one digit for each of 2 pairs"),
        ("   ? ?\n √????\n  ?\n   ???\n   ???\n", "belongs to no digit of the root"),
        ("   ? ?\n √????", "no square root as on paper"),
        ("A = 3\n  AB\n+ CD\n----\n EFG", "below an equation"),
        ("  AB\n+ CD\n----\n EFG\nA %= B", "line 5, column 3"),
        ("  AB\n+ CD\n----\n EFG\nA = B +", "ends too soon"),
    ],
)
def test_what_cannot_be_read(text, message):
    with pytest.raises(EverywayError, match=message):
        Alphametic(text)


def test_a_square_root_is_shown_as_it_is_drawn():
    text = "     ? ?\n   √????\n    ??\n    --\n     ?25\n     ???\n     ---\n       ?"
    puzzle = Alphametic(text + "\nA = 4")
    assert Alphametic(puzzle.text) == puzzle
    solutions = list(puzzle.solutions())
    assert len(solutions) > 1
    assert all(puzzle.is_solution(str(s)) for s in solutions)
    assert {s.numbers[0] ** 2 + s.numbers[-3] for s in solutions} == {
        s.numbers[1] for s in solutions
    }
    assert "√" in solutions[0]._repr_svg_()
