"""All ways to a target, one by one in order, entering only what can reach the target.

The tables say whether a piece of the digits can have a value at all. Going through a tree from the
root, left before right, each piece is told which values are wanted of it. Where the number of
operators is limited, it is told with each value how many it may have: a mask, bit k for k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from everyway.core.engine import Data

from .arithmetic import Ratio, combine
from .codes import SIGNS, Flat, is_idle, with_point
from .expression import number_value
from .tables import ZERO, FlatTables, NestedTables, Tables

EVERY_NUMBER = (1 << 64) - 1
"""The mask of all numbers of operators."""

KEPT_DIGITS = 4
MOST_KEPT = 20_000
"""Right sides of so few digits have few trees to a value; so many lists of them are kept."""

Found = tuple[Data, Ratio, int]
"""Codes, their value, and how many operators are among them."""


@dataclass
class Wanted:
    """The values wanted of a piece, each with its mask; *rest* is the mask of any value at all.

    With *nonzero*, *rest* is not for zero.
    """

    values: dict[Ratio, int] = field(default_factory=dict)
    rest: int = 0
    nonzero: bool = False

    def takes(self, value: Ratio, signs: int) -> bool:
        """Return whether *value* with so many operators is wanted."""
        mask = self.values.get(value, 0)
        if not (self.nonzero and value == ZERO):
            mask |= self.rest
        return bool(mask >> signs & 1)

    def want(self, value: Ratio, mask: int) -> None:
        """Add *value* with *mask*, unless the mask is empty."""
        if mask:
            self.values[value] = self.values.get(value, 0) | mask


class Support:
    """Which numbers of operators occur among the ways that a weight counts, as a mask."""

    def __init__(self, shift: int) -> None:
        self.shift = shift
        self.unit = 1 if shift else 0

    def of(self, weight: int) -> int:
        """Return the mask of *weight*; with no shift, operators do not matter: bit 0."""
        if not self.shift:
            return 1 if weight else 0
        mask = place = 0
        while weight:
            if weight & ((1 << self.shift) - 1):
                mask |= 1 << place
            weight >>= self.shift
            place += 1
        return mask

    def less(self, mask: int, other: int) -> int:
        """Return what is left to one side when the other has one of *other* and a step is made."""
        left = place = 0
        while other:
            if other & 1:
                left |= mask >> (place + self.unit)
            other >>= 1
            place += 1
        return left


def mask_of(tables: Tables) -> int:
    """Return the mask of the numbers of operators that the puzzle allows."""
    if not tables.shift:
        return 1
    low, high = tables.puzzle.sign_range
    return sum(1 << k for k in range(low, high + 1))


class NestedListing:
    """The trees with one value, in order; those whose codes begin with *prefix*."""

    def __init__(self, tables: NestedTables, prefix: Data, visit: Callable[[], None]) -> None:
        self.tables = tables
        self.codes = tables.codes
        self.prefix = prefix
        self.visit = visit
        self.support = Support(tables.shift)
        self._numbers: dict[tuple[int, int], list[tuple[int, Ratio]]] = {}
        self._choices: dict[tuple[int, int, str], list[tuple[int, int, str]]] = {}
        self._kept: dict[tuple[object, ...], list[Found]] = {}

    def ways(self, target: Ratio) -> Iterator[Data]:
        """Yield the codes of the trees with the value *target*."""
        tables = self.tables
        mask = self.support.of(tables.weight_of(target)) & mask_of(tables)
        if mask:
            wanted = Wanted({target: mask})
            for codes, _, _ in self._trees(0, tables.size, "", wanted, 0):
                yield codes

    def _trees(self, begin: int, end: int, above: str, wanted: Wanted, at: int) -> Iterator[Found]:
        """Yield the trees of a piece that are *wanted*; their first code is code number *at*."""
        only = self.prefix[at] if at < len(self.prefix) else None
        for code, value in self._numbers_of(begin, end):
            if only in (None, code) and wanted.takes(value, 0):
                self.visit()
                yield (code,), value, 0
        for code, middle, sign in self._steps_of(begin, end, above):
            if only in (None, code):
                yield from self._steps((begin, middle, end), sign, wanted, (code,), at)

    def _numbers_of(self, begin: int, end: int) -> list[tuple[int, Ratio]]:
        """Return the codes of the numbers that a piece can be, with their values."""
        found = self._numbers.get((begin, end))
        if found is None:
            values = self.tables.numbers(begin, end)
            found = list(zip(self.codes.numbers(begin, end), values, strict=True))
            self._numbers[begin, end] = found
        return found

    def _steps_of(self, begin: int, end: int, above: str) -> list[tuple[int, int, str]]:
        """Return the codes of the steps that a piece can be, where they divide it, and their sign.

        The piece stands on the right of *above*.
        """
        found = self._choices.get((begin, end, above))
        if found is None:
            found = []
            for code in self.codes.steps(begin, end):
                step = self.codes.step(code)
                assert step is not None
                if not (above and is_idle(above, step[1])):
                    found.append((code, begin + step[0], step[1]))
            self._choices[begin, end, above] = found
        return found

    def _steps(
        self, piece: tuple[int, int, int], sign: str, wanted: Wanted, code: Data, at: int
    ) -> Iterator[Found]:
        begin, middle, end = piece
        left, partners = self._left(piece, sign, wanted)
        if not (left.values or left.rest):
            return
        self.visit()
        unit = self.support.unit
        above = self.tables.above(sign)
        for first, a, used in self._trees(begin, middle, "", left, at + 1):
            right = self._right(piece, sign, wanted, a, used, partners)
            for second, b, more in self._right_trees(
                middle, end, above, right, at + 1 + len(first)
            ):
                value = combine(sign, a, b)
                signs = used + more + unit
                if value is not None and wanted.takes(value, signs):
                    yield (*code, *first, *second), value, signs

    def _right_trees(
        self, begin: int, end: int, above: str, wanted: Wanted, at: int
    ) -> Iterable[Found]:
        """Return the trees of a right side; those of a short one are kept, for others to use."""
        if end - begin > KEPT_DIGITS or wanted.rest or at < len(self.prefix):
            return self._trees(begin, end, above, wanted, at)
        key = (begin, end, above, *wanted.values.items())
        found = self._kept.get(key)
        if found is None:
            found = list(self._trees(begin, end, above, wanted, at))
            if len(self._kept) < MOST_KEPT:
                self._kept[key] = found
        return found

    def _left(
        self, piece: tuple[int, int, int], sign: str, wanted: Wanted
    ) -> tuple[Wanted, dict[Ratio, dict[Ratio, int]]]:
        """Return what is wanted of the left side, and for each value of it what of the right."""
        begin, middle, end = piece
        left = Wanted()
        partners: dict[Ratio, dict[Ratio, int]] = {}
        if wanted.rest:
            return Wanted(rest=EVERY_NUMBER), partners
        tables, support = self.tables, self.support
        above = tables.above(sign)
        for value, mask in wanted.values.items():
            if value == ZERO and sign in "*/":
                left.want(ZERO, support.of(tables.weight(begin, middle, "", ZERO)))
                zeros = support.of(tables.weight(middle, end, above, ZERO))
                if sign == "*" and zeros:
                    left.rest, left.nonzero = support.less(mask, zeros), True
                continue
            for a, b in tables.pairs(begin, middle, end, sign, value):
                some = support.of(tables.weight(begin, middle, "", a))
                others = support.of(tables.weight(middle, end, above, b)) if some else 0
                fit = some & support.less(mask, others)
                if fit:
                    left.want(a, fit)
                    masks = partners.setdefault(a, {})
                    masks[b] = masks.get(b, 0) | mask
        return left, partners

    def _right(
        self,
        piece: tuple[int, int, int],
        sign: str,
        wanted: Wanted,
        a: Ratio,
        used: int,
        partners: dict[Ratio, dict[Ratio, int]],
    ) -> Wanted:
        """Return what is wanted of the right side when the left one is *a*, with *used* signs."""
        if wanted.rest:
            return Wanted(rest=EVERY_NUMBER)
        _, middle, end = piece
        above = self.tables.above(sign)
        right = Wanted()
        for b, mask in partners.get(a, {}).items():
            there = self.support.of(self.tables.weight(middle, end, above, b))
            right.want(b, mask >> (used + self.support.unit) & there)
        zero = wanted.values.get(ZERO, 0) >> (used + self.support.unit)
        if zero and a == ZERO and sign in "*/":
            right.rest, right.nonzero = zero, sign == "/"
        elif zero and sign == "*":
            right.want(ZERO, zero)
        return right


class FlatListing:
    """The expressions without brackets that have one value, in order, beginning with *prefix*."""

    def __init__(self, tables: FlatTables, prefix: Data, visit: Callable[[], None]) -> None:
        self.tables = tables
        self.codes = Flat(tables.puzzle)
        self.prefix = prefix
        self.visit = visit
        self.support = Support(tables.shift)
        self._values: dict[tuple[int, Data, int], Ratio | None] = {}

    def ways(self, target: Ratio) -> Iterator[Data]:
        """Yield the codes of the expressions with the value *target*."""
        yield from self._sums((), target, mask_of(self.tables))

    def _next(self, codes: Data) -> list[int]:
        choices = self.codes.following(codes)
        if len(codes) < len(self.prefix):
            return [code for code in choices if code == self.prefix[len(codes)]]
        return choices

    def _sums(self, codes: Data, need: Ratio, mask: int) -> Iterator[Data]:
        """Yield the expressions that begin with *codes*, after which a sum of *need* begins."""
        begin = len(codes)
        for code in self._next(codes):
            sign = "-" if code // 2 == SIGNS.index("-") else "+"
            if begin and SIGNS[code // 2] not in ("+", "-"):
                continue
            if self.support.of(self.tables.weight(begin, sign, need)) & mask:
                yield from self._terms((*codes, code), begin, sign, need, mask)

    def _terms(self, codes: Data, begin: int, sign: str, need: Ratio, mask: int) -> Iterator[Data]:
        """Yield the expressions that begin with *codes*, whose last term began at *begin*."""
        self.visit()
        self.tables.step()
        value = self._value(codes, begin, sign)
        if len(codes) == self.tables.size:
            if value == need and mask & self._signs_used(codes, begin):
                yield codes
            return
        rest = None if value is None else combine("-", need, value)
        left = mask >> (self._signs(codes, begin) + self.support.unit)
        for code in self._next(codes):
            mark = SIGNS[code // 2]
            if mark not in ("+", "-"):
                yield from self._terms((*codes, code), begin, sign, need, mask)
            elif rest is not None:
                after = len(codes)
                if self.support.of(self.tables.weight(after, mark, rest)) & left:
                    yield from self._terms((*codes, code), after, mark, rest, left)

    def _signs(self, codes: Data, begin: int) -> int:
        return sum(code > 1 for code in codes[begin + 1 :]) if self.support.unit else 0

    def _signs_used(self, codes: Data, begin: int) -> int:
        return 1 << self._signs(codes, begin)

    def _value(self, codes: Data, begin: int, sign: str) -> Ratio | None:
        """Return the value of the term, with its sign, or None when it has none as it stands."""
        term = (begin, codes[begin + 1 :], codes[begin] % 2)
        if term not in self._values:
            self._values[term] = self._product(codes, begin)
        value = self._values[term]
        return (-value[0], value[1]) if value is not None and sign == "-" else value

    def _product(self, codes: Data, begin: int) -> Ratio | None:
        """Return the value of the term without its sign: powers from the right, then from left."""
        digits = self.tables.puzzle.digits
        factors: list[tuple[str, list[Ratio]]] = [("*", [])]
        start = begin
        for place in range(begin + 1, len(codes) + 1):
            if place < len(codes) and codes[place] < 2:
                continue
            points = [k - start for k in range(start, place) if codes[k] % 2]
            number = number_value(with_point(digits[start:place], points[0] if points else -1))
            factors[-1][1].append((number.numerator, number.denominator))
            if place < len(codes) and SIGNS[codes[place] // 2] != "^":
                factors.append((SIGNS[codes[place] // 2], []))
            start = place
        value: Ratio | None = (1, 1)
        for sign, powers in factors:
            factor: Ratio | None = powers[-1]
            for base in reversed(powers[:-1]):
                factor = None if factor is None else combine("^", base, factor)
            value = None if value is None or factor is None else combine(sign, value, factor)
        return value
