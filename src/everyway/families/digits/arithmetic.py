"""Exact arithmetic: one step on fractions, what has no value, and steps taken back.

Floats appear nowhere. A power has a value only if its exponent is whole and, in lowest terms, its
numerator and its denominator are below a googol, 10^100; so ``9^9^9`` has none. Nor have division
by zero, zero to the power of zero, and zero to a negative power.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

OPERATORS = "+-*/^"
"""Every operator, in the order in which expressions are listed."""

GOOGOL = 10**100
"""Numerators and denominators of powers stay below this."""

Ratio = tuple[int, int]
"""A fraction in lowest terms with a positive denominator: quicker than ``Fraction``."""


def apply(operator: str, left: Fraction, right: Fraction) -> Fraction | None:
    """Return the value of *left* *operator* *right*, or None when it has none.

    >>> apply("/", Fraction(7), Fraction(3)), apply("/", Fraction(1), Fraction(0))
    (Fraction(7, 3), None)
    """
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "/":
        return None if right == 0 else left / right
    return power(left, right)


def power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """Return *base* to the power of *exponent*, or None when that has no value here.

    >>> power(Fraction(2), Fraction(-3)), power(Fraction(9), Fraction(387420489))
    (Fraction(1, 8), None)
    """
    if exponent.denominator != 1:
        return None
    times = exponent.numerator
    if base == 0:
        return Fraction(0) if times > 0 else None
    if abs(base) == 1:
        return Fraction(1) if times % 2 == 0 else base
    # Two or more to this power is beyond a googol; nothing that large is ever computed.
    if abs(times) > GOOGOL.bit_length():
        return None
    if max(abs(base.numerator), base.denominator) >= GOOGOL and times:
        return None
    value = base**times
    return value if max(abs(value.numerator), value.denominator) < GOOGOL else None


def ratio(numerator: int, denominator: int) -> Ratio:
    """Return *numerator* over *denominator*, which is not zero, in lowest terms."""
    common = gcd(numerator, denominator)
    if denominator < 0:
        common = -common
    return numerator // common, denominator // common


def combine(operator: str, a: Ratio, b: Ratio) -> Ratio | None:
    """Return the value of *a* *operator* *b*, or None when it has none.

    >>> combine("-", (1, 2), (1, 3)), combine("/", (1, 2), (0, 1))
    ((1, 6), None)
    """
    if operator == "+":
        return ratio(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
    if operator == "-":
        return ratio(a[0] * b[1] - b[0] * a[1], a[1] * b[1])
    if operator == "*":
        return ratio(a[0] * b[0], a[1] * b[1])
    if operator == "/":
        return ratio(a[0] * b[1], a[1] * b[0]) if b[0] else None
    value = power(Fraction(*a), Fraction(*b))
    return None if value is None else (value.numerator, value.denominator)


def left_of(operator: str, result: Ratio, right: Ratio) -> Ratio | None:
    """Return the only x with x *operator* *right* = *result*, or None without one.

    The one case in which every x will do, x times zero, is for the caller.

    >>> left_of("-", (5, 1), (1, 2)), left_of("/", (5, 1), (0, 1))
    ((11, 2), None)
    """
    if operator == "+":
        return combine("-", result, right)
    if operator == "-":
        return combine("+", result, right)
    if operator == "*":
        return combine("/", result, right)
    return combine("*", result, right) if right[0] else None


def right_of(operator: str, result: Ratio, left: Ratio) -> Ratio | None:
    """Return the only x with *left* *operator* x = *result*, or None without one.

    The two cases in which many will do, zero times x and zero over x, are for the caller.

    >>> right_of("-", (5, 1), (1, 2)), right_of("/", (5, 1), (10, 1))
    ((-9, 2), (2, 1))
    """
    if operator == "+":
        return combine("-", result, left)
    if operator == "-":
        return combine("-", left, result)
    if operator == "*":
        return combine("/", result, left)
    return combine("/", left, result) if left[0] else None
