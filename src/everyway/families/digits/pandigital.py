"""What is asked about: whole numbers for which a formula uses each digit exactly once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from string import ascii_lowercase
from string import digits as decimal
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_whole
from everyway.core.written import written_table

from .bounds import Task, ceiling
from .candidates import read_candidate
from .formula import Formula, Variable, evaluate, expression_text, read_formula

MARKS = decimal + ascii_lowercase
"""What stands for the digits 0 to 35."""

MOST_DIGITS = 60
MOST_VALUE = 10**100


@dataclass(frozen=True, order=True)
class DigitSolution:
    """A value for each variable of a formula; solutions compare by these values, in their order.

    ``names`` are the variables, ``numbers`` the numbers that are written down, ``text`` is the
    formula with its numbers, in the puzzle's base.
    """

    values: Data
    names: tuple[str, ...] = field(compare=False)
    numbers: tuple[int, ...] = field(compare=False)
    text: str = field(compare=False)

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the values."""
        return self.values

    def to_data(self) -> dict[str, int]:
        """Return the values by their variables, for JSON."""
        return dict(zip(self.names, self.values, strict=True))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class DigitPuzzle(Puzzle):
    """Whole numbers for which what *formula* writes down uses each of *digits* exactly once.

    *formula* has parts between commas. An expression writes its value down: ``n*(n+1)``, or ``n,
    n*n`` for both together. An equation, ``a*b = c``, must hold, and writes its variables down, as
    often as they stand in it. Operators are + - * / ^ with brackets; values are exact, and must be
    whole and not negative. *digits* (default: every digit of the base once) may have a digit more
    than once; the marks are 0 to 9, then a to z. No number begins with zero, except zero itself.

    Variables run through the whole numbers of *between*, a pair of least and greatest or a text
    such as ``"1..9999"``; by default from 1 on, as far as a solution is proved to be possible.
    Raises ``EverywayError`` where nothing proves that the search ends: then give *between*.

    Solutions are in the order of the variables' values, in the order in which the variables first
    stand in the formula. The size of a solution is the value of the first variable. There is no
    symmetry.

    >>> for solution in DigitPuzzle("n*(n+1)*(n+2)").solutions(): print(solution)
    1267*(1267+1)*(1267+2) = 2038719564
    1332*(1332+1)*(1332+2) = 2368591704
    """

    family: ClassVar[str] = "digits"

    formula: str
    digits: str | None = None
    base: int = 10
    between: str | tuple[int, int | None] | None = None

    def __post_init__(self) -> None:
        check_whole(self.base, "a base", 2, 36)
        if not isinstance(self.formula, str):
            raise EverywayError("a formula is text, not", text=self.formula, hint="such as n*(n+1)")
        self._set("formula", read_formula(self.formula).text())
        self._set("digits", self._read_digits())
        self._set("between", read_range(self.between))
        self.limits  # noqa: B018 - what cannot be bounded is refused here, not later

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _read_digits(self) -> str:
        if self.digits is None:
            return MARKS[: self.base]
        if not isinstance(self.digits, str) or not self.digits:
            raise EverywayError("digits cannot be", text=self.digits, hint="such as 0123456789")
        if len(self.digits) > MOST_DIGITS:
            raise EverywayError("too many digits:", text=self.digits, hint=f"at most {MOST_DIGITS}")
        marks = plain_form(self.digits).lower()
        for mark in marks:
            if mark not in MARKS[: self.base]:
                raise EverywayError(f"no digit in base {self.base}:", text=mark)
        return "".join(sorted(marks))

    @property
    def parsed(self) -> Formula:
        """The formula, taken apart."""
        return _parsed(self.formula)

    @property
    def too_large(self) -> int:
        """The least number that has more digits than there are."""
        found: int = self.base ** len(self.digits or "")
        return found

    @property
    def multiset(self) -> Counter[str]:
        """How often each digit is to be used."""
        assert self.digits is not None
        return Counter(self.digits)

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """The least and greatest value of each variable with which a solution may be possible."""
        assert self.digits is not None
        assert self.between is None or isinstance(self.between, tuple)
        return dict(_limits(self.formula, self.digits, self.base, self.between))

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.digits import wording

        return wording.formula_title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.digits import wording

        return wording.formula_statement(self)

    # --- the rules ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no solution, or None when it is one.

        A candidate is a solution, a mapping from variables to values, values in the order of the
        variables, or text: ``n=1267``, ``4 1738 6952``, or the formula with its numbers. In a text
        numbers are in the puzzle's base.
        """
        written: list[int | None] = []
        if isinstance(candidate, str):
            candidate, written = self._from_text(candidate)
        values = self._read(candidate)
        least, most = self.between if isinstance(self.between, tuple) else (1, None)
        for name, value in values.items():
            if value < least or (most is not None and value > most):
                return f"{name} is {value}, out of range"
        for sides in self.parsed.equations:
            results = [evaluate(side, values) for side in sides]
            if None in results or len(set(results)) > 1:
                return "the equation does not hold"
        used: Counter[str] = Counter()
        for expression in self.parsed.shown:
            value_or_none = evaluate(expression, values)
            if value_or_none is None or value_or_none.denominator != 1 or value_or_none < 0:
                return f"{expression_text(expression)} is no whole number"
            if value_or_none >= self.too_large:
                return f"{expression_text(expression)} has too many digits"
            used.update(in_base(int(value_or_none), self.base))
        for mark in sorted({*used, *self.multiset}):
            if used[mark] != self.multiset[mark]:
                return f"the digit {mark} is used {used[mark]} times, not {self.multiset[mark]}"
        return self._wrong_results(values, written)

    def data_of(self, candidate: object) -> Data:
        """Return the values of the variables in *candidate*, in their order."""
        if isinstance(candidate, str):
            candidate, _ = self._from_text(candidate)
        return tuple(self._read(candidate).values())

    def _from_text(self, text: str) -> tuple[Any, list[int | None]]:
        """Return the values that *text* gives, and the results that it writes down."""
        table = written_table(text)
        if table is not None:
            return table, []
        line, *below = text.strip().split("\n")
        write = partial(in_base, base=self.base)
        values, written = read_candidate(line, self.parsed, self.base, write)
        if below:
            # The digits of each number, as they are drawn below the formula.
            numbers = [word.lstrip("└─ ").replace(" ", "") for word in below]
            shown = [evaluate(e, dict(zip(self.parsed.variables, values, strict=True)))
                     for e in self.parsed.shown]  # fmt: skip
            if numbers != [write(int(v)) if v is not None else "" for v in shown]:
                raise EverywayError("no digits of these numbers:", text="\n".join(below))
        return values, written

    def _wrong_results(
        self, values: Mapping[str, int], written: Sequence[int | None]
    ) -> str | None:
        """Return in words which of the *written* values of the parts is wrong, or None."""
        for part, result in zip(self.parsed.parts, written, strict=False):
            value = evaluate(part[0], values)
            if result is not None and value != result:
                said = in_base(result, self.base)
                assert value is not None
                return f"{expression_text(part[0])} is {in_base(int(value), self.base)}, not {said}"
        return None

    def _read(self, candidate: object) -> dict[str, int]:
        names = self.parsed.variables
        if isinstance(candidate, DigitSolution):
            candidate = candidate.values
        if isinstance(candidate, int):
            candidate = (candidate,)
        if isinstance(candidate, Mapping):
            candidate = (
                [candidate.get(name) for name in names] if len(candidate) == len(names) else ()
            )
        if not isinstance(candidate, Sequence) or len(candidate) != len(names):
            what = "a value for each of " + ", ".join(names)
            raise EverywayError(f"a candidate is {what}, not", text=candidate)
        for value in candidate:
            check_whole(value, "a value", 0, MOST_VALUE)
        return dict(zip(names, candidate, strict=True))

    # --- what engines deal in ---

    def wrap(self, data: Data) -> DigitSolution:
        """Wrap values of the variables as a solution."""
        names = self.parsed.variables
        values = dict(zip(names, data, strict=True))
        write = partial(in_base, base=self.base)
        numbers = []
        for expression in self.parsed.shown:
            value = evaluate(expression, values)
            assert value is not None
            numbers.append(int(value))
        parts = []
        for part in self.parsed.parts:
            text = " = ".join(expression_text(side, values, write) for side in part)
            if len(part) == 1 and not isinstance(part[0], Variable):
                value = evaluate(part[0], values)
                assert value is not None
                text += f" = {write(int(value))}"
            parts.append(text)
        return DigitSolution(tuple(data), names, tuple(numbers), ", ".join(parts))

    def size_of(self, data: Data) -> int:
        """Return the value of the first variable."""
        return data[0]

    def size_range(self) -> tuple[int, int]:
        """Return the least and greatest value of the first variable."""
        return next(iter(self.limits.values()))

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        data: dict[str, Any] = {"puzzle": "digits", "formula": self.formula}
        if self.digits != MARKS[: self.base]:
            data["digits"] = self.digits
        if self.base != 10:
            data["base"] = self.base
        if isinstance(self.between, tuple):
            data["between"] = range_text(self.between)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``."""
        known = ("formula", "digits", "base", "between")
        for key in data:
            if key != "puzzle" and key not in known:
                hint = "one of " + ", ".join(known)
                raise EverywayError("digit puzzles have no key", text=key, hint=hint)
        if "formula" not in data:
            raise EverywayError("digit puzzles need a formula")
        return cls(**{key: value for key, value in data.items() if key in known})


@lru_cache(maxsize=64)
def _parsed(text: str) -> Formula:
    return read_formula(text)


@lru_cache(maxsize=64)
def _limits(
    text: str, digits: str, base: int, between: tuple[int, int | None] | None
) -> tuple[tuple[str, tuple[int, int]], ...]:
    formula = _parsed(text)
    least, most = between or (1, None)
    box: dict[str, tuple[int, int | None]] = dict.fromkeys(formula.variables, (least, most))
    task = Task(formula.shown, formula.equations, base, len(digits))
    # What is proved of one variable may help with the next, and then with the first again.
    for _ in range(len(box)):
        for name in formula.variables:
            box[name] = (least, ceiling(task, box, name))
    found = []
    for name, (low, high) in box.items():
        if high is None:
            raise EverywayError(
                "nothing proves how large this variable may be:",
                text=name,
                hint="give a range, such as --between 1..9999",
            )
        found.append((name, (low, high)))
    return tuple(found)


def in_base(value: int, base: int) -> str:
    """Return *value*, not negative, as digits in *base*.

    >>> in_base(255, 16), in_base(0, 2)
    ('ff', '0')
    """
    if base == 10:
        return str(value)
    marks = []
    while value:
        value, digit = divmod(value, base)
        marks.append(MARKS[digit])
    return "".join(reversed(marks)) or "0"


def read_range(between: object) -> tuple[int, int | None] | None:
    """Return the least and greatest value of the variables, None for no greatest; None for none."""
    if between is None:
        return None
    low: Any
    high: Any
    if isinstance(between, str):
        match = re.fullmatch(
            r"([0-9]{1,100})\.\.([0-9]{0,100})", plain_form(between).strip(), re.ASCII
        )
        if not match:
            raise EverywayError("between cannot be", text=between, hint="such as 1..9999 or 0..")
        low, high = int(match[1]), int(match[2]) if match[2] else None
    elif isinstance(between, tuple | list) and len(between) == 2:
        low, high = between
    else:
        raise EverywayError("between cannot be", text=between, hint="such as 1..9999 or 0..")
    check_whole(low, "the least value", 0, MOST_VALUE)
    if high is not None:
        check_whole(high, "the greatest value", 0, MOST_VALUE)
        if low > high:
            raise EverywayError("the least value is above the greatest:", text=f"{low}..{high}")
    return None if (low, high) == (1, None) else (low, high)


def range_text(between: tuple[int, int | None]) -> str:
    """Return a range as text.

    >>> range_text((1, 9)), range_text((0, None))
    ('1..9', '0..')
    """
    return f"{between[0]}..{'' if between[1] is None else between[1]}"
