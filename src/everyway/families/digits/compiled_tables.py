"""Tables of trees as machine code: values as two whole numbers, kept in tables by their hash.

Nothing overflows. Call the height of a fraction the greater of its numerator, without sign, and its
denominator. A number of k digits, with a point or without, has a height of at most 10^k; a step
multiplies the heights of its sides and at most doubles the product, also before it is brought to
lowest terms. Values of n digits are therefore below 20^n. There are at most 17^(n-1) ways to cut
the digits, to choose operators and to set brackets, each with fewer than 2^(n+1) ways to set points
and a minus. With 12 digits, the most that is taken, both bounds are below 2^63.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from everyway.core.engine import Stopped
from everyway.kernels.jit import kernel, part

from .codes import is_idle
from .tables import KIND_OF, NUMBER, numbers

if TYPE_CHECKING:
    from .komachi import Komachi

Array = npt.NDArray[np.int64]
MOST_DIGITS = 12
PAIRS = 1 << 19
"""How many pairs are joined before the control is asked: for less than a tenth of a second."""

FIRST_ROOM = 1 << 10


@part
def divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers, not negative, *b* not zero."""
    while b != 0:
        a, b = b, a % b
    return a


@part
def place_of(tops: Array, bottoms: Array, top: int, bottom: int) -> int:
    """Return the place of a value in a table, or the free one where it belongs."""
    mask = len(tops) - 1
    mixed = top * -7046029254386353131 + bottom * -2960836687051489901
    place = (mixed ^ (mixed >> 29)) * -4658895280553007687
    place = (place ^ (place >> 32)) & mask
    while bottoms[place] != 0 and (tops[place] != top or bottoms[place] != bottom):
        place = (place + 1) & mask
    return place


@kernel
def join(
    left: tuple[Array, Array, Array],
    right: tuple[Array, Array, Array],
    operators: int,
    into: tuple[Array, Array, Array],
    used: int,
    span: tuple[int, int],
    whole: bool,
) -> tuple[int, int]:
    """Add what pairs of values give to a table, for the pairs numbered in *span*.

    *operators* are bits for + - * /. With *whole*, only whole numbers are added. Returns the next
    pair, which comes before the end when the table is half full, and the places used.
    """
    left_tops, left_bottoms, left_weights = left
    right_tops, right_bottoms, right_weights = right
    tops, bottoms, weights = into
    size = len(right_tops)
    room = len(tops) // 2 - 4
    for pair in range(span[0], span[1]):
        if used >= room:
            return pair, used
        i = pair // size
        j = pair - i * size
        a, b, c, d = left_tops[i], left_bottoms[i], right_tops[j], right_bottoms[j]
        for sign in range(4):
            if not (operators >> sign) & 1:
                continue
            if sign == 0:
                top, bottom = a * d + c * b, b * d
            elif sign == 1:
                top, bottom = a * d - c * b, b * d
            elif sign == 2:
                top, bottom = a * c, b * d
            else:
                if c == 0:
                    continue
                top, bottom = a * d, b * c
                if bottom < 0:
                    top, bottom = -top, -bottom
            if bottom != 1:
                common = divisor(abs(top), bottom)
                top //= common
                bottom //= common
            if whole and bottom != 1:
                continue
            place = place_of(tops, bottoms, top, bottom)
            if bottoms[place] == 0:
                tops[place] = top
                bottoms[place] = bottom
                used += 1
            weights[place] += left_weights[i] * right_weights[j]
    return span[1], used


@kernel
def move(old: tuple[Array, Array, Array], new: tuple[Array, Array, Array]) -> None:
    """Put all values of one table into a larger one that is empty."""
    tops, bottoms, weights = old
    new_tops, new_bottoms, new_weights = new
    for k in range(len(tops)):
        if bottoms[k] != 0:
            place = place_of(new_tops, new_bottoms, tops[k], bottoms[k])
            new_tops[place] = tops[k]
            new_bottoms[place] = bottoms[k]
            new_weights[place] = weights[k]


Columns = tuple[Array, Array, Array]
"""Numerators, denominators and weights."""


def empty(room: int) -> Columns:
    """Return a table with *room*, a power of two, for values."""
    return np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64)


class CompiledTables:
    """The tables of all pieces of a puzzle's digits, shorter pieces first."""

    def __init__(self, puzzle: Komachi, spend: Callable[[int], bool]) -> None:
        self.puzzle = puzzle
        self.spend = spend
        self.distinct = puzzle.ways == "expressions"
        self._tables: dict[tuple[int, int], dict[str, Columns]] = {}

    def whole_values(self) -> dict[int, int]:
        """Return the number of trees of each whole value, values rising."""
        found: dict[int, int] = {}
        size = len(self.puzzle.digits)
        for tops, _, weights in self._make(0, size, True).values():
            for top, weight in zip(tops.tolist(), weights.tolist(), strict=True):
                found[top] = found.get(top, 0) + weight
        return dict(sorted(found.items()))

    def _kind(self, operator: str) -> str:
        if not self.distinct:
            return "any"
        return KIND_OF[operator] if operator else NUMBER

    def _piece(self, begin: int, end: int) -> dict[str, Columns]:
        if (begin, end) not in self._tables:
            self._tables[begin, end] = self._make(begin, end, False)
        return self._tables[begin, end]

    def _make(self, begin: int, end: int, whole: bool) -> dict[str, Columns]:
        """Return the tables of a piece by kind of tree; with *whole*, of whole numbers only."""
        found: dict[str, _Growing] = {}
        alone = numbers(self.puzzle, begin, end)
        if begin == 0 and self.puzzle.leading_minus:
            alone += [(-top, bottom) for top, bottom in alone]
        table = found.setdefault(self._kind(""), _Growing(self.spend))
        for top, bottom in alone:
            if bottom == 1 or not whole:
                table.add(top, bottom)
        for middle in range(begin + 1, end):
            for left in self._piece(begin, middle).values():
                for kind, right in self._piece(middle, end).items():
                    for operators in ("+-", "*/"):
                        signs = [
                            sign
                            for sign in operators
                            if sign in self.puzzle.operators and not self._idle(sign, kind)
                        ]
                        bits = sum(1 << "+-*/".index(sign) for sign in signs)
                        if bits:
                            into = found.setdefault(self._kind(signs[0]), _Growing(self.spend))
                            into.join(left, right, bits, whole)
        return {kind: growing.columns() for kind, growing in found.items()}

    def _idle(self, sign: str, kind: str) -> bool:
        """Return whether trees of *kind* may not stand on the right of *sign*."""
        return self.distinct and any(
            is_idle(sign, operator) and KIND_OF[operator] == kind for operator in "+*"
        )


class _Growing:
    """A table that makes itself room."""

    def __init__(self, spend: Callable[[int], bool]) -> None:
        self.spend = spend
        self.table = empty(FIRST_ROOM)
        self.used = 0

    def add(self, top: int, bottom: int) -> None:
        """Add one tree of a value."""
        one = np.ones(1, np.int64)
        self.join(
            (np.array([top]), np.array([bottom]), one),
            (np.zeros(1, np.int64), one, one),
            1,
            False,
        )

    def join(self, left: Columns, right: Columns, operators: int, whole: bool) -> None:
        """Add what all pairs of values give; raise ``Stopped`` when it is time."""
        pairs = len(left[0]) * len(right[0])
        done = 0
        while done < pairs:
            before = done
            span = (done, min(pairs, done + PAIRS))
            done, self.used = join(left, right, operators, self.table, self.used, span, whole)
            if self.used >= len(self.table[0]) // 2 - 4:
                larger = empty(4 * len(self.table[0]))
                move(self.table, larger)
                self.table = larger
            if self.spend(done - before):
                raise Stopped

    def columns(self) -> Columns:
        """Return the values that are there, without gaps."""
        there = self.table[1] != 0
        tops, bottoms, weights = self.table
        return tops[there], bottoms[there], weights[there]
