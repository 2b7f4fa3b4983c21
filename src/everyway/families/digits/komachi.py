"""What is asked about: the digits in order, with signs between them, make a target."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_flag, check_whole

from .arithmetic import OPERATORS
from .codes import coder, idle_step, is_number
from .expression import (
    SAME,
    Negated,
    Step,
    Tree,
    evaluate,
    numbers_of,
    operators_of,
    read,
)

MOST_DIGITS = 40
MOST_TARGET_LETTERS = 200
WAYS = ("trees", "expressions")
ANY = "any"
FLAGS = ("parentheses", "leading_minus", "concatenation", "decimal_point", "leading_zeros")


@dataclass(frozen=True, order=True, repr=False)
class KomachiSolution:
    """An expression with its exact value; expressions compare in the order of their puzzle.

    ``text`` is the expression, ``value`` its value; ``codes`` are the numbers that engines deal in.
    """

    codes: Data
    text: str
    value: Fraction = field(compare=False)
    tree: Tree = field(compare=False)

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the codes."""
        return self.codes

    def to_data(self) -> str:
        """Return the expression as text, for JSON."""
        return self.text

    def __str__(self) -> str:
        return f"{self.text} = {self.value}"

    def __repr__(self) -> str:
        return f"<{self}>"


def line_of(text: str) -> str:
    """Return the expression of *text*, which may be drawn as a tree, as one line."""
    from everyway.families.digits.candidates import line_of_tree

    return line_of_tree(text) if "─" in text else text


@dataclass(frozen=True, repr=False)
class Komachi(Puzzle):
    """Signs between *digits*, which stay in order, so that the value is *target*, exactly.

    *operators* are some of ``+ - * / ^``. *target* is a whole number, a ``Fraction``, a text such
    as ``"7/3"``, or None: any whole number. With *concatenation* digits may stand together as one
    number, with *decimal_point* a point may stand before or between them (``.5``, ``1.25``), with
    *leading_minus* a minus may stand before the first number, and with *leading_zeros* a number of
    several digits may begin with zero. *signs* limits how many operators there are: a number, a
    pair of least and greatest, or None.

    Without *parentheses* a way is an expression without brackets, read by the usual precedence (a
    leading minus comes after ``^``: ``-2^2`` is -4; powers go from the right). Order of
    solutions: before each digit in turn, nothing, then a point, ``+``, ``-``, ``*``, ``/``, ``^``.
    There are (operators + 1)^(digits - 1) expressions.

    With *parentheses* a way is a full binary tree, the minus belongs to the first number, and
    *ways* says which trees count: ``"trees"`` all, so that ``(1+2)+3`` and ``1+(2+3)`` are two;
    ``"expressions"`` one of those that differ by needless brackets only, ``a+(b+c)``, ``a+(b-c)``,
    ``a*(b*c)``, ``a*(b/c)``. Trees come in the order: the number without a sign first; then by the
    length of the left side, by the operator, by the left side, by the right.

    The size of a solution is its number of operators (a leading minus is none); where the target is
    any, its value. ``arithmetic`` says what has no value. There is no symmetry. Raises
    ``EverywayError`` for what cannot be. Source of the name: komachi-zan, Japanese puzzles of the
    eighteenth century; H. E. Dudeney, "Amusements in Mathematics" (1917), no. 94.

    >>> Komachi("123456789", 100).count(), Komachi("123", target="7/3").first()
    (11, None)
    """

    family: ClassVar[str] = "digits"

    digits: str = "123456789"
    target: int | Fraction | str | None = 100
    operators: str = "+-"
    parentheses: bool = False
    leading_minus: bool = False
    concatenation: bool = True
    decimal_point: bool = False
    leading_zeros: bool = False
    ways: str = "trees"
    signs: int | str | tuple[int, int] | None = None

    def __post_init__(self) -> None:
        self._set("digits", read_digits(self.digits))
        self._set("target", read_target(self.target))
        self._set("operators", read_operators(self.operators))
        for name in FLAGS:
            check_flag(getattr(self, name), name)
        if self.ways not in WAYS:
            raise EverywayError("ways cannot be", text=self.ways, hint="trees or expressions")
        if self.ways != "trees" and not self.parentheses:
            raise EverywayError("ways says which brackets count; give parentheses, too")
        self._set("signs", read_signs(self.signs))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def goal(self) -> Fraction | None:
        """The target as a fraction, or None when it is any whole number."""
        assert self.target is None or isinstance(self.target, int | Fraction)
        return None if self.target is None else Fraction(self.target)

    @property
    def sign_range(self) -> tuple[int, int]:
        """The least and greatest number of operators that a solution may have."""
        most = len(self.digits) - 1
        if self.signs is None:
            return 0, most
        assert isinstance(self.signs, tuple)
        return self.signs[0], min(most, self.signs[1])

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.digits import wording

        return wording.komachi_title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.digits import wording

        return wording.komachi_statement(self)

    # --- the rules ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate*, an expression, is no way; None when it is one.

        Text may end in ``= value``.
        """
        if isinstance(candidate, KomachiSolution):
            candidate = candidate.text
        if not isinstance(candidate, str):
            raise EverywayError("no expression:", text=candidate, hint="such as 1+2*3")
        text, equals, right = line_of(plain_form(candidate)).partition("=")
        tree = read(text)
        return (
            self._wrong_numbers(tree)
            or self._wrong_operators(tree)
            or self._wrong_brackets(text, tree)
            or self._wrong_value(tree, read_fraction(right) if equals else None)
        )

    def data_of(self, candidate: object) -> Data:
        """Return the codes of *candidate*; raise ``EverywayError`` for what is no way."""
        why = self.why_not(candidate)
        if why is not None:
            raise EverywayError(f"no solution ({why}):", text=candidate)
        text = candidate.text if isinstance(candidate, KomachiSolution) else str(candidate)
        return coder(self).codes(read(line_of(text).partition("=")[0]))

    def _wrong_numbers(self, tree: Tree) -> str | None:
        numbers = numbers_of(tree)
        digits = "".join(number.text.replace(".", "") for number in numbers)
        if digits != self.digits:
            return f"the digits are {digits}, not {self.digits}"
        for number in numbers:
            if not is_number(self, number.text.replace(".", ""), number.text.find(".")):
                return f"{number.text} cannot be a number here"
        return None

    def _wrong_operators(self, tree: Tree) -> str | None:
        used = operators_of(tree)
        for operator in used:
            if operator not in self.operators:
                return f"the operator {operator} is not allowed"
        low, high = self.sign_range
        if not low <= len(used) <= high:
            return f"{len(used)} operators, not {low if low == high else f'{low} to {high}'}"
        return None

    def _wrong_brackets(self, text: str, tree: Tree) -> str | None:
        negated = _negated(tree)
        if negated and not self.leading_minus:
            return "a leading minus is not allowed"
        if not self.parentheses:
            return "brackets are not allowed" if "(" in text else None
        if any(isinstance(part, Negated) for part in negated):
            return "a leading minus stands before the first number only"
        if len(negated) > 1 or (negated and not numbers_of(tree)[0].negative):
            return "a minus may stand before the first number only"
        if self.ways == "expressions" and (idle := idle_step(tree)) is not None:
            return f"brackets after {idle.operator} that change nothing"
        return None

    def _wrong_value(self, tree: Tree, said: Fraction | None) -> str | None:
        value = evaluate(tree)
        if value is None:
            return "it has no value"
        if said is not None and said != value:
            return f"the value is {value}, not {said}"
        if self.goal is None:
            return None if value.denominator == 1 else f"the value is {value}, no whole number"
        return None if value == self.goal else f"the value is {value}, not {self.target}"

    # --- what engines deal in ---

    def wrap(self, data: Data) -> KomachiSolution:
        """Wrap codes as an expression."""
        data = tuple(data)
        codes = coder(self)
        tree = codes.tree(data)
        value = evaluate(tree)
        assert value is not None
        return KomachiSolution(data, codes.text(data), value, tree)

    def size_of(self, data: Data) -> int:
        """Return the number of operators or, where the target is any, the value."""
        if self.target is not None:
            return coder(self).signs(data)
        return int(self.wrap(data).value)

    def size_range(self) -> tuple[int, int]:
        """Return the least and greatest number of operators; for any target, bounds of values."""
        if self.target is not None:
            return self.sign_range
        # At most 20 powers, each below 10^100, and numbers of 40 digits in all, used but once.
        return -(10**4000), 10**4000

    def sized(self, least: int, greatest: int) -> Komachi | None:
        """Return the puzzle with so many operators only; None where the target is any."""
        if self.target is None:
            return None
        low, high = self.sign_range
        return replace(self, signs=(max(low, least), max(low, least, min(high, greatest))))

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        data: dict[str, Any] = {"puzzle": "komachi"}
        for f in fields(self):
            value = getattr(self, f.name)
            if f.name in ("digits", "target") or value != f.default:
                data[f.name] = value
        if self.target is None:
            data["target"] = ANY
        elif isinstance(self.target, Fraction):
            data["target"] = str(self.target)
        if isinstance(self.signs, tuple):
            data["signs"] = signs_text(self.signs)
        return data

    def __repr__(self) -> str:
        given = (f"{k}={v!r}" for k, v in self.to_dict().items() if k != "puzzle")
        return f"Komachi({', '.join(given)})"

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``."""
        known = {f.name for f in fields(cls)}
        for key in data:
            if key != "puzzle" and key not in known:
                hint = "one of " + ", ".join(sorted(known))
                raise EverywayError("komachi has no key", text=key, hint=hint)
        return cls(**{key: value for key, value in data.items() if key in known})


def _negated(tree: Tree) -> list[Tree]:
    """Return what a minus of one side stands before, anywhere in *tree*."""
    if isinstance(tree, Negated):
        return [tree, *_negated(tree.inner)]
    if isinstance(tree, Step):
        return _negated(tree.left) + _negated(tree.right)
    return [tree] if tree.negative else []


def read_digits(digits: object) -> str:
    """Return *digits* as text, checked."""
    if isinstance(digits, int) and not isinstance(digits, bool):
        raise EverywayError("digits are text, such as", text="123456789")
    digits = plain_form(digits) if isinstance(digits, str) else digits
    if not isinstance(digits, str) or not re.fullmatch("[0-9]+", digits):
        raise EverywayError("digits cannot be", text=digits, hint="such as 123456789")
    if len(digits) > MOST_DIGITS:
        raise EverywayError("too many digits:", text=digits, hint=f"at most {MOST_DIGITS}")
    return digits


def read_fraction(text: str) -> Fraction:
    """Return the whole number, fraction or decimal fraction that *text* writes.

    >>> read_fraction("7/3"), read_fraction("-2.5")
    (Fraction(7, 3), Fraction(-5, 2))
    """
    text = plain_form(text).translate(SAME).strip()
    form = r"[-+]?(\d+(/\d+)?|\d*\.\d+)"
    if len(text) > MOST_TARGET_LETTERS or not re.fullmatch(form, text, re.ASCII):
        raise EverywayError("no number:", text=text, hint="such as 100, 7/3 or any")
    try:
        return Fraction(text)
    except ZeroDivisionError as error:
        raise EverywayError("a fraction over zero:", text=text) from error


def read_target(target: object) -> int | Fraction | None:
    """Return *target* checked: an int where it is whole, else a fraction, or None for any."""
    if target is None or (isinstance(target, str) and plain_form(target).strip().lower() == ANY):
        return None
    if isinstance(target, float):
        raise EverywayError(
            "a target is exact, not the float", text=target, hint='give text such as "5/2"'
        )
    if isinstance(target, str):
        value = read_fraction(target)
    elif isinstance(target, int | Fraction) and not isinstance(target, bool):
        value = Fraction(target)
    else:
        raise EverywayError("a target cannot be", text=target, hint='such as 100, "7/3" or None')
    if max(abs(value.numerator), value.denominator) >= 10**MOST_TARGET_LETTERS:
        raise EverywayError("too large a target:", text=value)
    return value.numerator if value.denominator == 1 else value


def read_operators(operators: object) -> str:
    """Return *operators* checked, in the order of ``OPERATORS``."""
    if not isinstance(operators, str):
        raise EverywayError("operators are text, not", text=operators, hint='such as "+-*/"')
    operators = plain_form(operators).translate(SAME)
    for mark in operators:
        if mark not in OPERATORS:
            raise EverywayError("no operator:", text=mark, hint=f"some of {OPERATORS}")
    if len(set(operators)) < len(operators):
        raise EverywayError("an operator stands twice in", text=operators)
    return "".join(mark for mark in OPERATORS if mark in operators)


def read_signs(signs: object) -> tuple[int, int] | None:
    """Return how many operators there may be, least and greatest; None for any number."""
    if signs is None:
        return None
    if isinstance(signs, str):
        match = re.fullmatch(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?", plain_form(signs).strip())
        if not match:
            raise EverywayError("signs cannot be", text=signs, hint="such as 3 or 2..4")
        low, high = int(match[1]), int(match[2] or match[1])
    elif isinstance(signs, tuple | list) and len(signs) == 2:
        low, high = signs
    else:
        low = high = signs  # type: ignore[assignment]
    check_whole(low, "signs", 0)
    check_whole(high, "signs", 0)
    if low > high:
        raise EverywayError("signs: the least is above the greatest:", text=f"{low}..{high}")
    return low, high


def signs_text(signs: tuple[int, int]) -> str:
    """Return a range of numbers of operators as text.

    >>> signs_text((3, 3)), signs_text((2, 4))
    ('3', '2..4')
    """
    return str(signs[0]) if signs[0] == signs[1] else f"{signs[0]}..{signs[1]}"
