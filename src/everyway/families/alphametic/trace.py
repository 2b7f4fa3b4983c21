"""How an alphametic is searched, step by step: all digits for all letters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from everyway.core.descent import Trial, descend
from everyway.core.engine import Data
from everyway.core.trace import Step
from everyway.families.alphametic.expression import (
    DIGITS,
    Expression,
    Relation,
    UndefinedError,
    evaluate,
    holds,
    variables_of,
)
from everyway.families.alphametic.facts import relation_text
from everyway.families.alphametic.puzzle import Alphametic

LONGEST_VALUE = 30
"""A value of more digits is not written out: a reason is read, not worked through."""

FREE = -1
"""Stands in a step's data for a letter that has no digit yet, where letters are not in order."""


def permutations(puzzle: Alphametic) -> Iterator[Step]:
    """Yield the steps of the reference engine: all digits for all letters, then the equations.

    A step's data are the digits of the first letters, its ``tried`` the letter's number times the
    base plus the digit, its ``marks`` the letters that it meets. Every node of the engine is a step
    ``"place"``, but for the root.
    """

    def trials(digits: Data) -> Iterator[Trial]:
        if len(digits) < puzzle.variables:
            for digit in range(puzzle.base):
                found = trial(puzzle, len(digits), digit, digits)
                if found is not None:
                    yield found
        else:
            yield verdict(puzzle, digits)

    return descend(
        trials, dead_end=lambda digits: f"no digit is left for {name_of(puzzle, len(digits))}"
    )


def trial(
    puzzle: Alphametic, variable: int, digit: int, digits: Data, why: str = ""
) -> Trial | None:
    """Return what becomes of a digit for a letter or blank, the equations left aside.

    *digits* has -1 where there is none yet, or ends there. None for a digit that a known letter
    does not have: nobody would try it. *why* goes with a choice that stands.
    """
    if puzzle.known_digits.get(variable, digit) != digit:
        return None
    letters = len(puzzle.letters)
    name = name_of(puzzle, variable)
    what = f"{name} = {DIGITS[digit]}"
    tried = variable * puzzle.base + digit
    if digit == 0 and variable in puzzle.nonzero:
        return Trial(
            "conflict", what, f"no number begins with zero, and {name} begins one", 0, tried
        )
    if puzzle.distinct and variable < letters and digit in digits[:letters]:
        other = digits.index(digit)
        reason = f"{puzzle.letters[other]} is {DIGITS[digit]} already"
        return Trial("conflict", what, reason, 0, tried, (other,))
    return Trial("place", what, why, digit, tried)


def verdict(puzzle: Alphametic, digits: Data) -> Trial:
    """Return whether the equations hold when all letters and blanks have their digits."""
    for relation in puzzle.relations:
        if not holds(relation, digits, puzzle.base):
            marks = variables_of(relation.left) | variables_of(relation.right)
            why = why_not(puzzle, relation, digits)
            return Trial("conflict", "", why, marks=tuple(sorted(marks)))
    return Trial("solution", letters_text(puzzle, digits))


def letters_text(puzzle: Alphametic, digits: Data) -> str:
    """Return the letters and blanks with the digits that they have."""
    pairs = ((v, digit) for v, digit in enumerate(digits) if digit != FREE)
    return " ".join(f"{name_of(puzzle, v)}={DIGITS[digit]}" for v, digit in pairs)


def name_of(puzzle: Alphametic, variable: int) -> str:
    """Return a letter, or which blank it is."""
    number = len(puzzle.letters)
    return puzzle.letters[variable] if variable < number else f"blank {variable - number + 1}"


def why_not(puzzle: Alphametic, relation: Relation, digits: Data) -> str:
    """Return in words why a relation does not hold."""
    sides = (relation.left, relation.right)
    values = [_value(side, digits, puzzle.base) for side in sides]
    text = relation_text(relation, puzzle)
    for value, which in zip(values, ("left", "right"), strict=True):
        if value is None:
            return f"{text}: the {which} side has no value"
    left, right = (_number_text(value, puzzle.base) for value in values)
    return f"{text}: the left side is {left}, the right side {right}"


def _value(side: Expression, digits: Data, base: int) -> int | Fraction | None:
    try:
        return evaluate(side, digits, base)
    except UndefinedError:
        return None


def _number_text(value: int | Fraction | None, base: int) -> str:
    """Return a value in the puzzle's base, or that it is too long to be written."""
    if isinstance(value, Fraction) and value.denominator != 1:
        over = _number_text(value.denominator, base)
        return f"{_number_text(value.numerator, base)}/{over}"
    number = int(value or 0)
    if abs(number) >= base**LONGEST_VALUE:
        return "a number of many digits"
    text = ""
    left = abs(number)
    while left or not text:
        left, digit = divmod(left, base)
        text = DIGITS[digit] + text
    return ("-" if number < 0 else "") + text
