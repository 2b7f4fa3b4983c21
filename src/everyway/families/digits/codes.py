"""Expressions as codes: plain whole numbers whose lexicographic order is the order of solutions.

Without brackets there is one code a digit, in the order of the digits: what stands before it.
With brackets the codes go through the tree from the root, left before right: one code for each
number and for each step. What is still to be coded is an agenda of pieces of the digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from everyway.core.engine import Data

from .arithmetic import OPERATORS
from .expression import Negated, Number, Step, Tree, numbers_of, read, write

if TYPE_CHECKING:
    from .komachi import Komachi

SIGNS = ("", *OPERATORS)
"""What may stand before a digit, in order."""


def is_number(puzzle: Komachi, digits: str, point: int) -> bool:
    """Return whether *digits* may be one number, with a point before digit *point* (-1 for none).

    The digits before the point must not begin with an idle zero, unless the puzzle allows it.
    """
    if len(digits) > 1 and not puzzle.concatenation:
        return False
    if point >= 0 and not puzzle.decimal_point:
        return False
    whole = digits if point < 0 else digits[:point]
    return puzzle.leading_zeros or len(whole) < 2 or whole[0] != "0"


def with_point(digits: str, point: int) -> str:
    """Return *digits* with a point before digit *point*; -1 is none."""
    return digits if point < 0 else f"{digits[:point]}.{digits[point:]}"


@dataclass(frozen=True)
class Flat:
    """Codes of expressions without brackets: twice the sign's place in ``SIGNS``, plus the point.

    The code of a digit says which sign stands before it, none joining it to the digit before, and
    whether a point comes between. Before the first digit the sign may be a minus.
    """

    puzzle: Komachi

    def following(self, prefix: Data) -> list[int]:
        """Return the codes that may come after *prefix*, rising; none when it is whole."""
        puzzle, place = self.puzzle, len(prefix)
        if place == len(puzzle.digits):
            return []
        points = (0, 1) if puzzle.decimal_point else (0,)
        if place == 0:
            signs = [0, 2] if puzzle.leading_minus else [0]
            return [2 * sign + point for sign in signs for point in points]
        begin = place
        while begin > 1 and prefix[begin - 1] < 2:
            begin -= 1
        start = begin - 1
        found = []
        pointed = next((k for k in range(start, place) if prefix[k] % 2), -1)
        for point in points:
            at = pointed if pointed >= 0 else (place if point else -1)
            if point and pointed >= 0:
                continue
            behind = at - start if at >= 0 else -1
            # A point later on may yet make idle zeros of what is now a whole number, never undo.
            if is_number(puzzle, puzzle.digits[start : place + 1], behind):
                found.append(point)
        for sign in puzzle.operators:
            found += [2 * SIGNS.index(sign) + point for point in points]
        return found

    def is_whole(self, prefix: Data) -> bool:
        """Return whether nothing is left to be coded."""
        return len(prefix) == len(self.puzzle.digits)

    def text(self, codes: Data) -> str:
        """Return the expression that *codes* stand for."""
        return "".join(
            SIGNS[code // 2] + ("." if code % 2 else "") + digit
            for code, digit in zip(codes, self.puzzle.digits, strict=True)
        )

    def tree(self, codes: Data) -> Tree:
        """Return the tree that arithmetic's rules of precedence make of the expression."""
        return read(self.text(codes))

    def codes(self, tree: Tree) -> Data:
        """Return the codes of an expression of the puzzle's digits, read as a tree."""
        found: list[int] = []
        sign, point = "", 0
        for mark in write(tree):
            if mark in OPERATORS:
                sign = mark
            elif mark == ".":
                point = 1
            else:
                found.append(2 * SIGNS.index(sign) + point)
                sign, point = "", 0
        return tuple(found)

    def signs(self, codes: Data) -> int:
        """Return the number of operators; a minus at the front is none."""
        return sum(code > 1 for code in codes[1:])


@dataclass(frozen=True)
class Nested:
    """Codes of expressions with brackets, which are binary trees.

    A number's code is 0, or its point's place among its digits plus one; for a number with a minus
    before it, more by the number of digits plus one. A step's code names the length of its left
    side and then its operator, and is above all numbers' codes.
    """

    puzzle: Komachi

    @property
    def first_step(self) -> int:
        """The least code of a step."""
        return 2 * (len(self.puzzle.digits) + 1)

    def numbers(self, begin: int, end: int) -> list[int]:
        """Return the codes of the numbers that the digits from *begin* to *end* can be."""
        puzzle = self.puzzle
        digits = puzzle.digits[begin:end]
        plain = [p + 1 for p in range(-1, len(digits)) if is_number(puzzle, digits, p)]
        if begin or not puzzle.leading_minus:
            return plain
        return plain + [len(puzzle.digits) + 1 + code for code in plain]

    def steps(self, begin: int, end: int) -> list[int]:
        """Return the codes of the steps that can be the root of the digits *begin* to *end*."""
        return [
            self.first_step + len(OPERATORS) * (length - 1) + OPERATORS.index(operator)
            for length in range(1, end - begin)
            for operator in self.puzzle.operators
        ]

    def step(self, code: int) -> tuple[int, str] | None:
        """Return the length of the left side and the operator, or None for a number's code."""
        if code < self.first_step:
            return None
        length, operator = divmod(code - self.first_step, len(OPERATORS))
        return length + 1, OPERATORS[operator]

    def agenda(self, prefix: Data) -> list[tuple[int, int, str]]:
        """Return the pieces still to be coded, the next one last: begin, end and the step above.

        The step above is its operator where the piece is the right side of one, else empty.
        """
        left = [(0, len(self.puzzle.digits), "")]
        for code in prefix:
            begin, end, _ = left.pop()
            step = self.step(code)
            if step is not None:
                middle = begin + step[0]
                left += [(middle, end, step[1]), (begin, middle, "")]
        return left

    def is_whole(self, prefix: Data) -> bool:
        """Return whether nothing is left to be coded."""
        return not self.agenda(prefix)

    def following(self, prefix: Data) -> list[int]:
        """Return the codes that may come after *prefix*, rising; none when it is whole."""
        left = self.agenda(prefix)
        if not left:
            return []
        begin, end, above = left[-1]
        return self.numbers(begin, end) + [
            code for code in self.steps(begin, end) if self.may_stand(code, above)
        ]

    def may_stand(self, code: int, above: str) -> bool:
        """Return whether the step *code* may be the right side of a step *above*.

        Where distinct expressions are counted, brackets that change nothing are left out:
        ``a+(b-c)`` is ``a+b-c``, and ``a*(b/c)`` is ``a*b/c``.
        """
        step = self.step(code)
        if self.puzzle.ways == "trees" or step is None:
            return True
        return not is_idle(above, step[1])

    def tree(self, codes: Data) -> Tree:
        """Return the tree that *codes* stand for."""
        tree, used = self._tree(codes, 0, 0, len(self.puzzle.digits))
        assert used == len(codes)
        return tree

    def _tree(self, codes: Data, at: int, begin: int, end: int) -> tuple[Tree, int]:
        step = self.step(codes[at])
        if step is None:
            negative, code = divmod(codes[at], len(self.puzzle.digits) + 1)
            text = with_point(self.puzzle.digits[begin:end], code - 1)
            return Number(text, bool(negative)), at + 1
        middle = begin + step[0]
        left, at = self._tree(codes, at + 1, begin, middle)
        right, at = self._tree(codes, at, middle, end)
        return Step(step[1], left, right), at

    def codes(self, tree: Tree) -> Data:
        """Return the codes of a tree of the puzzle's digits."""
        if isinstance(tree, Number):
            negated = (len(self.puzzle.digits) + 1) * tree.negative
            return (tree.text.find(".") + 1 + negated,)
        assert isinstance(tree, Step)  # no minus stands before more than a number
        length = sum(len(number.text.replace(".", "")) for number in numbers_of(tree.left))
        code = self.first_step + len(OPERATORS) * (length - 1) + OPERATORS.index(tree.operator)
        return (code, *self.codes(tree.left), *self.codes(tree.right))

    def text(self, codes: Data) -> str:
        """Return the expression that *codes* stand for."""
        return write(self.tree(codes))

    def signs(self, codes: Data) -> int:
        """Return the number of operators; a minus at the front is none."""
        return sum(code >= self.first_step for code in codes)


def is_idle(above: str, operator: str) -> bool:
    """Return whether brackets about a right side change nothing but the tree.

    >>> is_idle("+", "-"), is_idle("*", "/"), is_idle("-", "+"), is_idle("*", "+")
    (True, True, False, False)
    """
    return (above == "+" and operator in "+-") or (above == "*" and operator in "*/")


def idle_step(tree: Tree) -> Step | None:
    """Return a step of *tree* whose right side needs no brackets, or None."""
    if isinstance(tree, Number):
        return None
    if isinstance(tree, Negated):
        return idle_step(tree.inner)
    if isinstance(tree.right, Step) and is_idle(tree.operator, tree.right.operator):
        return tree
    return idle_step(tree.left) or idle_step(tree.right)


def coder(puzzle: Komachi) -> Flat | Nested:
    """Return the codes of *puzzle*'s expressions."""
    return Nested(puzzle) if puzzle.parentheses else Flat(puzzle)


def follow(codes: Flat | Nested, path: Sequence[int]) -> Data:
    """Return the codes at which the branch *path*, one place among the choices each, begins."""
    prefix: Data = ()
    for index in path:
        prefix = (*prefix, codes.following(prefix)[index])
    return prefix


def walk(codes: Flat | Nested, prefix: Data) -> Iterator[tuple[Data, bool]]:
    """Yield every beginning of an expression from *prefix* on, in order, and if it is whole."""
    stack = [prefix]
    while stack:
        here = stack.pop()
        after = codes.following(here)
        yield here, not after and codes.is_whole(here)
        stack.extend((*here, code) for code in reversed(after))
