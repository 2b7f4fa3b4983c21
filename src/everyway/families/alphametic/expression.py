"""Expressions over numbers whose digits are letters, blanks or digits; their exact values.

A *cell* is one place of a number: a variable (its index, from 0: letters first, then blanks) or a
written digit d, kept as -1 - d. The sum and product nodes have any number of parts, so that 199
addends are no deeper than three.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from everyway.core.errors import EverywayError

MOST_BITS = 30_000
"""No value of a puzzle may be longer: about nine thousand decimal digits."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How digits are written: from ten on in small letters, as letters of puzzles are capitals."""


@dataclass(frozen=True)
class Word:
    """A number: its cells, the most significant first."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Sum:
    """Parts that are added (sign 1) or subtracted (sign -1)."""

    terms: tuple[tuple[int, Expression], ...]


@dataclass(frozen=True)
class Product:
    """Parts by which is multiplied (``"*"``) or divided (``"/"``)."""

    factors: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True)
class Power:
    """A base raised to an exponent."""

    base: Expression
    exponent: Expression


Expression = Word | Sum | Product | Power


@dataclass(frozen=True)
class Relation:
    """Two expressions that must be equal (``"="``), or the first less than the second (``"<"``)."""

    left: Expression
    sign: str
    right: Expression


class UndefinedError(ArithmeticError):
    """Raised for a value that is none: division by zero, or an exponent that is not whole."""


def literal(digit: int) -> int:
    """Return the cell of a written *digit*."""
    return -1 - digit


def digit_of(cell: int, digits: Sequence[int]) -> int:
    """Return the digit in *cell* when the variables have these *digits*."""
    return digits[cell] if cell >= 0 else -1 - cell


def word_value(word: Word, digits: Sequence[int], base: int) -> int:
    """Return the value of a number."""
    value = 0
    for cell in word.cells:
        value = value * base + digit_of(cell, digits)
    return value


def evaluate(expression: Expression, digits: Sequence[int], base: int) -> int | Fraction:
    """Return the exact value; 0^0 is 1; raise ``UndefinedError`` where there is none.

    >>> evaluate(Product((("*", Word((0,))), ("/", Word((literal(4),))))), (6,), 10)
    Fraction(3, 2)
    """
    match expression:
        case Word():
            return word_value(expression, digits, base)
        case Sum(terms):
            return sum(sign * evaluate(part, digits, base) for sign, part in terms)
        case Product(factors):
            value: int | Fraction = 1
            for sign, part in factors:
                other = evaluate(part, digits, base)
                if sign == "*":
                    value = value * other
                elif other == 0:
                    raise UndefinedError("division by zero")
                else:
                    value = Fraction(value) / other
            return value
        case Power(root, exponent):
            raised, by = evaluate(root, digits, base), evaluate(exponent, digits, base)
            if by != int(by):
                raise UndefinedError("an exponent that is not whole")
            if raised == 0 and by < 0:
                raise UndefinedError("division by zero")
            return Fraction(raised) ** int(by) if by < 0 else raised ** int(by)


def holds(relation: Relation, digits: Sequence[int], base: int) -> bool:
    """Return whether *relation* is true; one with an undefined value is not."""
    try:
        left = evaluate(relation.left, digits, base)
        right = evaluate(relation.right, digits, base)
    except UndefinedError:
        return False
    return left == right if relation.sign == "=" else left < right


def words_of(expression: Expression) -> Iterator[Word]:
    """Yield the numbers of an expression, from left to right."""
    match expression:
        case Word():
            yield expression
        case Sum(terms):
            for _, part in terms:
                yield from words_of(part)
        case Product(factors):
            for _, part in factors:
                yield from words_of(part)
        case Power(root, exponent):
            yield from words_of(root)
            yield from words_of(exponent)


def variables_of(expression: Expression) -> frozenset[int]:
    """Return the variables of an expression."""
    return frozenset(cell for word in words_of(expression) for cell in word.cells if cell >= 0)


def check_size(expression: Expression, base: int) -> float:
    """Return a bound on the bits of numerator and denominator of every value.

    Raises ``EverywayError`` when it is beyond ``MOST_BITS``: what passes can be computed.
    """
    bits = _bits(expression, base)
    if bits > MOST_BITS:
        raise EverywayError(
            "a value of this puzzle may have more than 9000 digits", hint="use smaller powers"
        )
    return bits


def _bits(expression: Expression, base: int) -> float:
    match expression:
        case Word():
            return float(_highest_word(expression, base).bit_length())
        case Sum(terms):
            # Over a common denominator the parts of a sum multiply.
            parts = [_bits(part, base) for _, part in terms]
            whole = not any(_divides(part) for _, part in terms)
            return (max(parts) if whole else sum(parts)) + math.log2(len(parts))
        case Product(factors):
            return sum(_bits(part, base) for _, part in factors)
        case Power(root, exponent):
            if check_size(exponent, base) > MOST_BITS.bit_length():
                return math.inf
            return max(1.0, _bits(root, base)) * _highest(exponent, base)


def _highest_word(word: Word, base: int) -> int:
    """Return the greatest value of a number."""
    value = 0
    for cell in word.cells:
        value = value * base + (base - 1 if cell >= 0 else -1 - cell)
    return value


def _highest(expression: Expression, base: int) -> int:
    """Return a bound on the size of the values of a small expression."""
    match expression:
        case Word():
            return _highest_word(expression, base)
        case Sum(terms):
            return sum(_highest(part, base) for _, part in terms)
        case Product(factors):
            return math.prod(max(1, _highest(part, base)) for _, part in factors)
        case Power(root, exponent):
            return int(max(1, _highest(root, base)) ** _highest(exponent, base))


def _divides(expression: Expression) -> bool:
    match expression:
        case Word():
            return False
        case Sum(terms):
            return any(_divides(part) for _, part in terms)
        case Product(factors):
            return any(sign == "/" or _divides(part) for sign, part in factors)
        case Power(root, exponent):
            # A negative exponent divides, too.
            return _divides(root) or not isinstance(exponent, Word)


def digits_text(cells: Sequence[int], digits: Sequence[int]) -> str:
    """Return the cells of a number as digits."""
    return "".join(DIGITS[digit_of(cell, digits)] for cell in cells)
