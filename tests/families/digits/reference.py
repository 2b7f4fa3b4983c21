"""Komachi by Python's own arithmetic: every expression as text, evaluated by ``eval``."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product


def numerals(puzzle, begin, end):
    """Return the ways to write the digits from begin to end as one number."""
    digits = puzzle.digits[begin:end]
    if len(digits) > 1 and not puzzle.concatenation:
        return []
    points = range(len(digits)) if puzzle.decimal_point else []
    texts = [digits, *(digits[:k] + "." + digits[k:] for k in points)]
    if puzzle.leading_zeros:
        return texts
    return [t for t in texts if len(t.split(".")[0]) < 2 or not t.startswith("0")]


class Nothing(ArithmeticError):
    """What has no value."""


class F:
    """A fraction, with everyway's rules about powers; Python knows the precedence."""

    def __init__(self, value):
        self.value = Fraction(value)

    def __add__(self, other):
        return F(self.value + other.value)

    def __sub__(self, other):
        return F(self.value - other.value)

    def __mul__(self, other):
        return F(self.value * other.value)

    def __truediv__(self, other):
        return F(self.value / other.value)

    def __neg__(self):
        return F(-self.value)

    def __pow__(self, other):
        base, exponent = self.value, other.value
        if exponent.denominator != 1 or (base == 0 and exponent <= 0):
            raise Nothing
        if abs(base) not in (0, 1) and abs(exponent) > 400:
            raise Nothing
        found = base ** int(exponent)
        if max(abs(found.numerator), found.denominator) >= 10**100:
            raise Nothing
        return F(found)


def exactly(expression):
    """Return the exact value of a Python expression of F, or None."""
    try:
        return eval(expression, {"F": F}).value  # the texts are made here
    except (ZeroDivisionError, Nothing):
        return None


def flat(puzzle):
    """Yield the text and the value of every expression without brackets."""
    digits = puzzle.digits
    for cuts in product((False, True), repeat=len(digits) - 1):
        ends = [k + 1 for k, cut in enumerate(cuts) if cut] + [len(digits)]
        begins = [0, *ends[:-1]]
        choices = [numerals(puzzle, b, e) for b, e in zip(begins, ends, strict=True)]
        for numbers in product(*choices):
            for signs in product(puzzle.operators, repeat=len(numbers) - 1):
                for front in ("", "-") if puzzle.leading_minus else ("",):
                    marks = [front, *signs]
                    pairs = list(zip(marks, numbers, strict=True))
                    python = "".join(s.replace("^", "**") + f"F('{n}')" for s, n in pairs)
                    yield "".join(s + n for s, n in pairs), exactly(python), len(signs)


def nested(puzzle, begin=0, end=None):
    """Yield every tree as a pair: nested tuples, value."""
    end = len(puzzle.digits) if end is None else end
    for text in numerals(puzzle, begin, end):
        yield (text, Fraction(text))
        if begin == 0 and puzzle.leading_minus:
            yield ("-" + text, -Fraction(text))
    for middle in range(begin + 1, end):
        rights = list(nested(puzzle, middle, end))
        for left, a in nested(puzzle, begin, middle):
            for sign in puzzle.operators:
                for right, b in rights:
                    value = None
                    if a is not None and b is not None:
                        value = exactly(f"F('{a}'){sign.replace('^', '**')}F('{b}')")
                    yield ((sign, left, right), value)


def values(puzzle):
    """Return how many expressions have each value."""
    found = flat(puzzle) if not puzzle.parentheses else ((t, v, 0) for t, v in nested(puzzle))
    return Counter(value for _, value, _ in found if value is not None)


def distinct(tree):
    """Return the tree without needless brackets, as text: the key of a distinct expression."""
    if isinstance(tree, str):
        return tree
    sign, left, right = tree
    a, b = distinct(left), distinct(right)
    rank = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}

    def of(side):
        if isinstance(side, str):
            return 3 if side.startswith("-") else 9
        return rank[side[0]]

    if of(left) < rank[sign] or (of(left) == 4 and sign == "^"):
        a = f"({a})"
    needless = sign in "+*" and of(right) == rank[sign]
    if of(right) <= rank[sign] and not needless and not (of(right) == 4 and sign == "^"):
        b = f"({b})"
    return a + sign + b
