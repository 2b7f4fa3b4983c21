"""Formulas such as ``n*(n+1)*(n+2)``, ``n, n*n`` and ``a*b = c``: read, written, evaluated.

A formula has parts between commas. A part is an expression, and its value is a number that is
written down; or an equation, and the numbers written down are its variables, each as often as it
stands there. Constants are the formula's own and are not written down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form

from .arithmetic import apply
from .expression import RANK, SAME

MOST_LETTERS = 300
MOST_NESTED = 40
MOST_VARIABLES = 10
HINT = 'such as "n*(n+1)", "n, n*n" or "a*b = c"'


@dataclass(frozen=True)
class Constant:
    """A whole number."""

    value: int


@dataclass(frozen=True)
class Variable:
    """A variable."""

    name: str


@dataclass(frozen=True)
class Operation:
    """Two expressions with an operator between them."""

    operator: str
    left: Expression
    right: Expression


Expression = Constant | Variable | Operation


@dataclass(frozen=True)
class Formula:
    """The parts of a formula, each one expression, or the sides of an equation."""

    parts: tuple[tuple[Expression, ...], ...]

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, in the order in which they first stand."""
        names: dict[str, None] = {}
        for part in self.parts:
            for side in part:
                names.update(dict.fromkeys(variables_in(side)))
        return tuple(names)

    @property
    def shown(self) -> tuple[Expression, ...]:
        """What is written down: whose digits together are the puzzle's."""
        found: list[Expression] = []
        for part in self.parts:
            if len(part) == 1:
                found += part
            else:
                found += [Variable(name) for side in part for name in variables_in(side)]
        return tuple(found)

    @property
    def equations(self) -> tuple[tuple[Expression, ...], ...]:
        """The parts that are equations."""
        return tuple(part for part in self.parts if len(part) > 1)

    def text(self) -> str:
        """Return the formula as text, without blanks inside expressions."""
        return ", ".join(" = ".join(map(expression_text, part)) for part in self.parts)


def variables_in(expression: Expression) -> Iterator[str]:
    """Yield the variables of *expression* from left to right, as often as they stand there."""
    if isinstance(expression, Variable):
        yield expression.name
    elif isinstance(expression, Operation):
        yield from variables_in(expression.left)
        yield from variables_in(expression.right)


def evaluate(expression: Expression, values: Mapping[str, int]) -> Fraction | int | None:
    """Return the exact value of *expression*, or None when a step in it has none."""
    if isinstance(expression, Constant):
        return expression.value
    if isinstance(expression, Variable):
        return values[expression.name]
    left, right = evaluate(expression.left, values), evaluate(expression.right, values)
    if left is None or right is None:
        return None
    # Whole numbers stay whole numbers, which are much quicker than fractions.
    if expression.operator == "*":
        return left * right
    if expression.operator == "+":
        return left + right
    if expression.operator == "-":
        return left - right
    return apply(expression.operator, Fraction(left), Fraction(right))


def function_of(
    expression: Expression, names: Sequence[str]
) -> Callable[..., Fraction | int | None]:
    """Return ``evaluate`` for one expression, as a function of the values of *names* in order.

    Without / and ^ everything stays whole, and Python's own arithmetic does it, much quicker.

    >>> function_of(read_formula("n*(n+1)").shown[0], ["n"])(6)
    42
    """
    if any(mark in expression_text(expression) for mark in "/^"):
        return lambda *values: evaluate(expression, dict(zip(names, values, strict=True)))
    # The text is made here, of numbers, + - * and brackets alone.
    places = {name: f"v{k}" for k, name in enumerate(names)}
    text = text_with(expression, places.__getitem__, str)
    found: Callable[..., int] = eval(f"lambda {', '.join(places.values())}: {text}")
    return found


def expression_text(
    expression: Expression,
    values: Mapping[str, int] | None = None,
    number_text: Callable[[int], str] = str,
) -> str:
    """Return *expression* as text with no more brackets than needed.

    *values*, if they are given, stand in place of the variables; numbers are as *number_text*
    writes them.
    """

    def variable_text(name: str) -> str:
        return name if values is None else number_text(values[name])

    return text_with(expression, variable_text, number_text)


def text_with(
    expression: Expression, variable_text: Callable[[str], str], number_text: Callable[[int], str]
) -> str:
    """Return *expression* as text, its variables and numbers as the two functions write them."""
    if isinstance(expression, Constant):
        return number_text(expression.value)
    if isinstance(expression, Variable):
        return variable_text(expression.name)
    own = RANK[expression.operator]
    sides = (expression.left, expression.right)
    left, right = (text_with(side, variable_text, number_text) for side in sides)
    ranks = [RANK[side.operator] if isinstance(side, Operation) else 9 for side in sides]
    if ranks[0] < own or (ranks[0] == own and expression.operator == "^"):
        left = f"({left})"
    if ranks[1] < own or (ranks[1] == own and expression.operator != "^"):
        right = f"({right})"
    return left + expression.operator + right


_TOKEN = re.compile(r"[0-9]+|[A-Za-z]+|\*\*|==|[-+*/^()=,]", re.ASCII)


def read_formula(text: str) -> Formula:
    """Return the formula that *text* writes.

    Blanks do not matter, ``**`` is ``^``, ``==`` is ``=``.

    Raises ``EverywayError`` with the place for anything else.

    >>> read_formula("n*(n + 1)").text(), read_formula("a*b=c").variables
    ('n*(n+1)', ('a', 'b', 'c'))
    """
    return _Reader(text).whole()


class _Reader:
    """Reads one formula, token by token."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_LETTERS:
            raise EverywayError("too long a formula:", text=text)
        self.text = plain_form(text).translate(SAME)
        self.tokens: list[tuple[str, int]] = []
        place = 0
        while place < len(self.text):
            if self.text[place].isspace():
                place += 1
                continue
            match = _TOKEN.match(self.text, place)
            if match is None:
                raise self._error("cannot read", self.text[place], place)
            same = {"**": "^", "==": "="}
            self.tokens.append((same.get(match[0], match[0]), place))
            place = match.end()
        self.at = 0
        self.depth = 0

    def _error(self, message: str, token: str, place: int) -> EverywayError:
        return EverywayError(message, text=token, where=f"character {place + 1}", hint=HINT)

    def _peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][0]

    def _unexpected(self) -> EverywayError:
        if self.at >= len(self.tokens):
            return EverywayError("the formula ends too early:", text=self.text, hint=HINT)
        token, place = self.tokens[self.at]
        before = self.tokens[self.at - 1][0] if self.at else ""
        if (token[0].isalnum() or token == "(") and (before[-1:].isalnum() or before == ")"):
            return EverywayError(
                "an operator is missing before",
                text=token,
                where=f"character {place + 1}",
                hint="write 2*n, not 2n",
            )
        return self._error("unexpected", token, place)

    def whole(self) -> Formula:
        """Read to the end."""
        parts = [self.part()]
        while self._peek() == ",":
            self._take()
            parts.append(self.part())
        if self._peek():
            raise self._unexpected()
        formula = Formula(tuple(parts))
        if not formula.variables:
            raise EverywayError("a formula needs a variable:", text=self.text, hint=HINT)
        if len(formula.variables) > MOST_VARIABLES:
            raise EverywayError(f"over {MOST_VARIABLES} variables:", text=self.text)
        return formula

    def part(self) -> tuple[Expression, ...]:
        """Read an expression, or an equation."""
        sides = [self.sum()]
        while self._peek() == "=":
            self._take()
            sides.append(self.sum())
        return tuple(sides)

    def sum(self) -> Expression:
        """Read terms with + and - between them; a minus in front takes away from zero."""
        found: Expression
        if self._peek() == "-":
            self._take()
            found = Operation("-", Constant(0), self.term())
        else:
            found = self.term()
        while self._peek() in ("+", "-"):
            found = Operation(self._take(), found, self.term())
        return found

    def term(self) -> Expression:
        """Read powers with * and / between them."""
        found = self.power()
        while self._peek() in ("*", "/"):
            found = Operation(self._take(), found, self.power())
        return found

    def power(self) -> Expression:
        """Read a base, perhaps with an exponent."""
        base = self.atom()
        if self._peek() != "^":
            return base
        self._take()
        self._deeper()
        exponent = self.power()
        self.depth -= 1
        return Operation("^", base, exponent)

    def atom(self) -> Expression:
        """Read a number, a variable, or something in brackets."""
        token = self._peek()
        if token == "(":
            self._take()
            self._deeper()
            found = self.sum()
            if self._peek() != ")":
                raise self._unexpected()
            self._take()
            self.depth -= 1
            return found
        if token.isdigit():
            return Constant(int(self._take()))
        if token.isalpha():
            return Variable(self._take())
        raise self._unexpected()

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise EverywayError("nested too deeply:", text=self.text)
