"""Equations as sums of coefficient times digit: what is linear, with whole numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from everyway.families.alphametic.expression import (
    Expression,
    Power,
    Product,
    Relation,
    Sum,
    UndefinedError,
    Word,
    evaluate,
    variables_of,
)
from everyway.families.alphametic.puzzle import Alphametic

Number = int | Fraction


@dataclass
class Form:
    """A constant, and the coefficient of each variable's digit."""

    constant: Number
    coefficients: dict[int, Number]

    def add(self, other: Form, times: Number) -> None:
        """Add *times* the form *other* to this one."""
        self.constant += times * other.constant
        for variable, coefficient in other.coefficients.items():
            self.coefficients[variable] = self.coefficients.get(variable, 0) + times * coefficient


def form_of(expression: Expression, base: int) -> Form | None:
    """Return *expression* as a linear form, or None when it is none, or is not defined."""
    match expression:
        case Word(cells):
            form = Form(0, {})
            weight = 1
            for cell in reversed(cells):
                if cell < 0:
                    form.constant += weight * (-1 - cell)
                else:
                    form.coefficients[cell] = form.coefficients.get(cell, 0) + weight
                weight *= base
            return form
        case Sum(terms):
            form = Form(0, {})
            for sign, part in terms:
                other = form_of(part, base)
                if other is None:
                    return None
                form.add(other, sign)
            return form
        case Product(factors):
            return _product(factors, base)
        case Power():
            return None if variables_of(expression) else _constant(expression, base)


def _constant(expression: Expression, base: int) -> Form | None:
    try:
        return Form(evaluate(expression, (), base), {})
    except UndefinedError:
        return None


def _product(factors: Sequence[tuple[str, Expression]], base: int) -> Form | None:
    """Multiply constants and at most one form with letters; divide by constants alone."""
    number: Number = 1
    form: Form | None = None
    for sign, part in factors:
        if variables_of(part):
            if form is not None or sign == "/":
                return None
            form = form_of(part, base)
            if form is None:
                return None
            continue
        constant = _constant(part, base)
        if constant is None or (sign == "/" and constant.constant == 0):
            return None
        number = number * constant.constant if sign == "*" else Fraction(number) / constant.constant
    whole = Form(0, {})
    whole.add(form or Form(1, {}), number)
    return whole


@dataclass(frozen=True)
class Equation:
    """constant + the sum of coefficient times digit = 0, in whole numbers, not all divisible."""

    constant: int
    coefficients: dict[int, int]


def equation_of(relation: Relation, base: int) -> Equation | None:
    """Return an equation as a linear one, or None."""
    if relation.sign != "=":
        return None
    left, right = form_of(relation.left, base), form_of(relation.right, base)
    if left is None or right is None:
        return None
    left.add(right, -1)
    numbers = [left.constant, *left.coefficients.values()]
    scale = math.lcm(*(Fraction(n).denominator for n in numbers))
    shared = math.gcd(*(int(n * scale) for n in numbers)) or 1
    coefficients = {v: int(c * scale) // shared for v, c in left.coefficients.items()}
    return Equation(int(left.constant * scale) // shared, coefficients)


@lru_cache(maxsize=64)
def linear_equations(puzzle: Alphametic) -> tuple[Equation | None, ...]:
    """Return each relation of *puzzle* as a linear equation, or None for those that are none."""
    return tuple(equation_of(relation, puzzle.base) for relation in puzzle.relations)


def equations_of(puzzle: Alphametic) -> tuple[list[Equation], list[Relation]] | None:
    """Return the linear equations of *puzzle* and its other relations, all of them with ``<``.

    None when some equation is not linear, or there is none.
    """
    found = linear_equations(puzzle)
    pairs = list(zip(puzzle.relations, found, strict=True))
    rest = [relation for relation, equation in pairs if equation is None]
    equations = [equation for equation in found if equation is not None]
    if not equations or any(relation.sign == "=" for relation in rest):
        return None
    return equations, rest
