"""The least and greatest values of expressions, given those of their digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from everyway.families.alphametic.expression import Expression, Power, Product, Sum, Word
from everyway.families.alphametic.linear import form_of

Interval = tuple[int, int]
Bounder = Callable[[Sequence[int], Sequence[int]], Interval]
"""From the least and the greatest digit of each variable to bounds on the value."""


def bounder_of(expression: Expression, base: int) -> Bounder:
    """Return a function that bounds an expression without quotients.

    The bounds hold for every choice of digits between theirs; they are reached where no variable
    stands in two factors. Exponents are taken as whole and not negative.

    >>> bounder_of(Word((0, 1)), 10)([1, 0], [9, 9])
    (10, 99)
    """
    form = form_of(expression, base)
    if form is not None:
        return linear_bounder(
            int(form.constant), [(v, int(c)) for v, c in form.coefficients.items()]
        )
    match expression:
        case Sum(terms):
            linear = Sum(tuple(t for t in terms if form_of(t[1], base) is not None))
            others = [(s, bounder_of(p, base)) for s, p in terms if form_of(p, base) is None]
            first = bounder_of(linear, base)
            return _sum([(1, first), *others])
        case Product(factors):
            return _product([bounder_of(part, base) for _, part in factors])
        case Power(root, exponent):
            return _power(bounder_of(root, base), bounder_of(exponent, base))
        case Word():
            raise AssertionError("a number is linear")


def linear_bounder(constant: int, pairs: Sequence[tuple[int, int]]) -> Bounder:
    """Return a function that bounds a constant plus the sum of coefficient times digit."""
    ups = [(v, c) for v, c in pairs if c > 0]
    downs = [(v, c) for v, c in pairs if c < 0]

    def bound(lows: Sequence[int], highs: Sequence[int]) -> Interval:
        low = high = constant
        for v, c in ups:
            low += c * lows[v]
            high += c * highs[v]
        for v, c in downs:
            low += c * highs[v]
            high += c * lows[v]
        return low, high

    return bound


def _sum(parts: Sequence[tuple[int, Bounder]]) -> Bounder:
    def bound(lows: Sequence[int], highs: Sequence[int]) -> Interval:
        low = high = 0
        for sign, part in parts:
            a, b = part(lows, highs)
            low, high = (low + a, high + b) if sign == 1 else (low - b, high - a)
        return low, high

    return bound


def _product(parts: Sequence[Bounder]) -> Bounder:
    def bound(lows: Sequence[int], highs: Sequence[int]) -> Interval:
        low = high = 1
        for part in parts:
            a, b = part(lows, highs)
            if low >= 0 and a >= 0:
                low, high = low * a, high * b
            else:
                ends = (low * a, low * b, high * a, high * b)
                low, high = min(ends), max(ends)
        return low, high

    return bound


def _power(root: Bounder, exponent: Bounder) -> Bounder:
    def bound(lows: Sequence[int], highs: Sequence[int]) -> Interval:
        a, b = root(lows, highs)
        e, f = exponent(lows, highs)
        e = max(e, 0)
        if f < e:
            return 1, 0
        if a >= 1:
            return a**e, b**f
        if a == 0:
            # 0^0 is 1, and 0 to any other power is 0.
            return (1 if f == 0 else 0), max(1, b**f)
        most = max(-a, b, 1) ** f
        return -most, most

    return bound
