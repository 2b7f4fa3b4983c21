"""Expressions as text: read, written and evaluated, straight from the rules of arithmetic.

``*`` and ``/`` come before ``+`` and ``-``, ``^`` before all; what stands alike is taken from the
left, but powers from the right: ``2^3^2`` is ``2^(3^2)``. A minus at the very front belongs to the
first number, but ``-2^2`` is ``-(2^2)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form

from .arithmetic import apply

RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
MINUS_RANK = 3
NUMBER_RANK = 5
MOST_LETTERS = 600
MOST_NESTED = 50
SAME = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-"})
"""What is read as the operators that people write otherwise."""


@dataclass(frozen=True)
class Number:
    """A number as it is written, perhaps with a minus before it: ``12``, ``-3``, ``.5``."""

    text: str
    negative: bool = False


@dataclass(frozen=True)
class Negated:
    """A minus at the front of more than a number: ``-2^2``."""

    inner: Tree


@dataclass(frozen=True)
class Step:
    """Two expressions with an operator between them."""

    operator: str
    left: Tree
    right: Tree


Tree = Number | Negated | Step


def number_value(text: str) -> Fraction:
    """Return the value of digits, perhaps with a point before or between them.

    >>> number_value("12"), number_value(".5"), number_value("1.25")
    (Fraction(12, 1), Fraction(1, 2), Fraction(5, 4))
    """
    whole, _, behind = text.partition(".")
    return Fraction(int(whole + behind), 10 ** len(behind))


def evaluate(tree: Tree) -> Fraction | None:
    """Return the exact value of *tree*, or None when a step in it has none."""
    if isinstance(tree, Number):
        value = number_value(tree.text)
        return -value if tree.negative else value
    if isinstance(tree, Negated):
        inner = evaluate(tree.inner)
        return None if inner is None else -inner
    left, right = evaluate(tree.left), evaluate(tree.right)
    return None if left is None or right is None else apply(tree.operator, left, right)


def numbers_of(tree: Tree) -> list[Number]:
    """Return the numbers of *tree*, from left to right."""
    if isinstance(tree, Number):
        return [tree]
    if isinstance(tree, Negated):
        return numbers_of(tree.inner)
    return numbers_of(tree.left) + numbers_of(tree.right)


def operators_of(tree: Tree) -> list[str]:
    """Return the operators of *tree*, from left to right; a minus at the front is none."""
    if isinstance(tree, Number):
        return []
    if isinstance(tree, Negated):
        return operators_of(tree.inner)
    return [*operators_of(tree.left), tree.operator, *operators_of(tree.right)]


def steps_of(tree: Tree) -> list[Step]:
    """Return the steps of *tree*, those on the outside first."""
    if isinstance(tree, Number):
        return []
    if isinstance(tree, Negated):
        return steps_of(tree.inner)
    return [tree, *steps_of(tree.left), *steps_of(tree.right)]


def rank(tree: Tree) -> int:
    """Return how strongly *tree* holds together, as it is written."""
    if isinstance(tree, Step):
        return RANK[tree.operator]
    if isinstance(tree, Negated) or tree.negative:
        return MINUS_RANK
    return NUMBER_RANK


def write(tree: Tree) -> str:
    """Return *tree* as text that reads back as the same tree, with no more brackets than needed.

    >>> write(read("1+(2+3)")), write(read("((1+2)+3)")), write(read("(1+2)*3"))
    ('1+(2+3)', '1+2+3', '(1+2)*3')
    """
    if isinstance(tree, Number):
        return ("-" if tree.negative else "") + tree.text
    if isinstance(tree, Negated):
        return "-" + _inside(tree.inner, rank(tree.inner) <= MINUS_RANK)
    own = RANK[tree.operator]
    from_right = tree.operator == "^"
    left = _inside(tree.left, rank(tree.left) < own or (rank(tree.left) == own and from_right))
    right = _inside(tree.right, rank(tree.right) < own or (rank(tree.right) == own != 4))
    return left + tree.operator + right


def _inside(tree: Tree, brackets: bool) -> str:
    return f"({write(tree)})" if brackets else write(tree)


def tree_lines(tree: Tree, first: str = "", rest: str = "") -> Iterator[str]:
    """Yield a tree as lines, the root on top, with the value of every step."""
    if isinstance(tree, Number):
        yield first + write(tree)
        return
    mark = tree.operator if isinstance(tree, Step) else "-"
    sides = [tree.left, tree.right] if isinstance(tree, Step) else [tree.inner]
    yield f"{first}{mark}  = {evaluate(tree)}"
    for side in sides:
        last = side is sides[-1]
        bar, space = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from tree_lines(side, rest + bar, rest + space)


def read(text: str) -> Tree:
    """Return the expression that *text* writes; blanks do not matter.

    Raises ``EverywayError`` with the place for anything else.
    """
    return _Reader(text).whole()


_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[-+*/^()]", re.ASCII)


class _Reader:
    """Reads one expression, token by token."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_LETTERS:
            raise EverywayError("too long an expression:", text=text)
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
            self.tokens.append((match[0], place))
            place = match.end()
        self.at = 0
        self.depth = 0

    def _error(self, message: str, token: str, place: int) -> EverywayError:
        return EverywayError(
            message,
            text=token,
            where=f"character {place + 1}",
            hint="an expression is such as 1+2*(3-4)",
        )

    def _peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][0]

    def _unexpected(self) -> EverywayError:
        if self.at < len(self.tokens):
            return self._error("unexpected", *self.tokens[self.at])
        return EverywayError("the expression ends too early:", text=self.text)

    def whole(self) -> Tree:
        """Read to the end."""
        tree = self.sum()
        if self._peek():
            raise self._unexpected()
        return tree

    def sum(self) -> Tree:
        """Read terms with + and - between them."""
        tree = self.term()
        while self._peek() in ("+", "-"):
            tree = Step(self._take(), tree, self.term())
        return tree

    def term(self) -> Tree:
        """Read factors with * and / between them; a minus may stand in front of the first."""
        tree = self.front()
        while self._peek() in ("*", "/"):
            tree = Step(self._take(), tree, self.power())
        return tree

    def front(self) -> Tree:
        """Read a power, perhaps with a minus before it."""
        first = self.at == 0 or self.tokens[self.at - 1][0] == "("
        if self._peek() != "-" or not first:
            return self.power()
        self._take()
        inner = self.power()
        if isinstance(inner, Number) and not inner.negative:
            return Number(inner.text, negative=True)
        return Negated(inner)

    def power(self) -> Tree:
        """Read a base, perhaps with an exponent."""
        base = self.atom()
        if self._peek() != "^":
            return base
        self._take()
        self._deeper()
        exponent = self.power()
        self.depth -= 1
        return Step("^", base, exponent)

    def atom(self) -> Tree:
        """Read a number, or something in brackets."""
        token = self._peek()
        if token == "(":
            self._take()
            self._deeper()
            tree = self.sum()
            if self._peek() != ")":
                raise self._unexpected()
            self._take()
            self.depth -= 1
            return tree
        if token and (token[0].isdigit() or token[0] == "."):
            return Number(self._take())
        raise self._unexpected()

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise EverywayError("nested too deeply:", text=self.text)
