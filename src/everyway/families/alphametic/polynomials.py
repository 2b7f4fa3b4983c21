"""Equations without quotients, and Python source for their values, or for their last digits."""

from __future__ import annotations

from dataclasses import dataclass

from everyway.families.alphametic.bounds import bounder_of
from everyway.families.alphametic.expression import (
    Expression,
    Power,
    Product,
    Relation,
    Sum,
    Word,
    variables_of,
)
from everyway.families.alphametic.linear import form_of


@dataclass(frozen=True)
class Equality:
    """Two sides without quotients, equal (or in order) wherever the relation holds.

    ``divides`` says that denominators were multiplied away: where they are zero the relation
    itself does not hold.
    """

    left: Expression
    sign: str
    right: Expression
    divides: bool


Quotient = tuple[Expression, Expression | None]


def equality_of(relation: Relation, base: int) -> Equality | None:
    """Return *relation* without quotients; None where an exponent may be negative or a fraction.

    A ``<`` keeps its sense only without quotients.
    """
    left, right = _cleared(relation.left, base), _cleared(relation.right, base)
    if left is None or right is None:
        return None
    (up_left, down_left), (up_right, down_right) = left, right
    if down_left is None and down_right is None:
        return Equality(relation.left, relation.sign, relation.right, divides=False)
    if relation.sign != "=":
        return None
    return Equality(_times(up_left, down_right), "=", _times(up_right, down_left), divides=True)


def _times(*factors: Expression | None) -> Expression:
    kept = [factor for factor in factors if factor is not None]
    return kept[0] if len(kept) == 1 else Product(tuple(("*", factor) for factor in kept))


def _cleared(expression: Expression, base: int) -> Quotient | None:
    """Return numerator and denominator (None for one)."""
    match expression:
        case Word():
            return expression, None
        case Sum(terms):
            return _cleared_sum(terms, base)
        case Product(factors):
            ups: list[Expression] = []
            downs: list[Expression] = []
            for sign, part in factors:
                quotient = _cleared(part, base)
                if quotient is None:
                    return None
                up, down = quotient if sign == "*" else (quotient[1], quotient[0])
                ups += [] if up is None else [up]
                downs += [] if down is None else [down]
            return _times(*(ups or [_ONE])), (_times(*downs) if downs else None)
        case Power(root, exponent):
            quotient, by = _cleared(root, base), _cleared(exponent, base)
            if quotient is None or by is None or by[1] is not None:
                return None
            variables = max(variables_of(exponent), default=-1) + 1
            least, _ = bounder_of(exponent, base)([0] * variables, [base - 1] * variables)
            if least < 0:
                return None
            up, down = quotient
            return Power(up, exponent), None if down is None else Power(down, exponent)


_ONE = Word((-2,))


def _cleared_sum(terms: tuple[tuple[int, Expression], ...], base: int) -> Quotient | None:
    quotients = []
    for _, part in terms:
        quotient = _cleared(part, base)
        if quotient is None:
            return None
        quotients.append(quotient)
    downs = [down for _, down in quotients if down is not None]
    if not downs:
        ups = tuple((sign, up) for (sign, _), (up, _) in zip(terms, quotients, strict=True))
        return Sum(ups), None
    parts = []
    for i, ((sign, _), (up, _)) in enumerate(zip(terms, quotients, strict=True)):
        others = [down for j, (_, down) in enumerate(quotients) if j != i and down is not None]
        parts.append((sign, _times(up, *others)))
    return Sum(tuple(parts)), _times(*downs)


def ending(expression: Expression, places: int) -> Expression:
    """Return *expression* with only the last *places* digits of its numbers, but in exponents."""
    match expression:
        case Word(cells):
            return Word(cells[-places:])
        case Sum(terms):
            return Sum(tuple((sign, ending(part, places)) for sign, part in terms))
        case Product(factors):
            return Product(tuple((sign, ending(part, places)) for sign, part in factors))
        case Power(root, exponent):
            return Power(ending(root, places), exponent)


def source_of(expression: Expression, base: int, modulus: int | None = None) -> str:
    """Return Python source for the value of an expression without quotients, digits in ``d``.

    With *modulus*, for a value that leaves the same remainder. Sums and products are written as
    one call each, as Python would not take ten thousand signs in a row.

    >>> source_of(Product((("*", Word((0, 1))), ("*", Word((1, -4))))), 10)
    'prod((d[0]*10+d[1],d[1]*10+3,))'
    """
    form = form_of(expression, base)
    if form is not None:
        parts = [_term(c, v) for v, c in sorted(form.coefficients.items()) if c]
        if form.constant or not parts:
            parts.append(str(form.constant))
        return "+".join(parts)
    match expression:
        case Sum(terms):
            linear = Sum(tuple(t for t in terms if form_of(t[1], base) is not None))
            texts = [source_of(linear, base, modulus)] if linear.terms else []
            for sign, part in terms:
                if form_of(part, base) is None:
                    text = source_of(part, base, modulus)
                    texts.append(text if sign == 1 else f"-({text})")
            return f"sum(({','.join(texts)},))"
        case Product(factors):
            texts = [source_of(part, base, modulus) for _, part in factors]
            return f"prod(({','.join(texts)},))"
        case Power(root, exponent):
            texts = [source_of(root, base, modulus), source_of(exponent, base)]
            return f"pow({','.join(texts)}{'' if modulus is None else f',{modulus}'})"
        case Word():
            raise AssertionError("a number is linear")


def _term(coefficient: object, variable: int) -> str:
    return f"d[{variable}]" if coefficient == 1 else f"d[{variable}]*{coefficient}"
