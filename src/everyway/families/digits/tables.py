"""How many expressions have each value: the dynamic programs over pieces of the digits.

For a piece of the digits a table maps each value to its weight. A weight is the number of
expressions or, with a *shift*, a polynomial in one whole number: the ways with k operators are
counted ``shift * k`` bits up. Weights multiply and add as polynomials do, and every operator
shifts once.

Tables of short pieces are made whole. A long piece is asked value by value: of the two sides of
its outermost step one is always short, and each of its values leaves one value for the other. So a
target needs tables of half the digits only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from everyway.core.engine import Stopped

from .arithmetic import Ratio, combine, left_of, right_of
from .codes import Nested, is_idle, is_number, with_point
from .expression import number_value

if TYPE_CHECKING:
    from .komachi import Komachi

Table = dict[Ratio, int]
Piece = tuple[int, int]
SHORT_EXPRESSIONS = 20_000
"""Pieces with at most so many expressions get whole tables, where brackets are not allowed."""

Spend = Callable[[int], bool]
"""Told how many steps were done; says whether to stop."""

ZERO: Ratio = (0, 1)


def numbers(puzzle: Komachi, begin: int, end: int) -> list[Ratio]:
    """Return the values of the digits from *begin* to *end* as one number, a point at each place.

    Without a minus before them; in the order of the codes, equal values again.
    """
    digits = puzzle.digits[begin:end]
    found = []
    for point in range(-1, len(digits)):
        if is_number(puzzle, digits, point):
            value = number_value(with_point(digits, point))
            found.append((value.numerator, value.denominator))
    return found


def expressions(puzzle: Komachi) -> int:
    """Return how many expressions there are, with or without a value, at the most."""
    size, kinds = len(puzzle.digits), len(puzzle.operators)
    points = (lambda n: n + 1) if puzzle.decimal_point else (lambda n: 1)
    longest = size if puzzle.concatenation else 1
    total = [0] * (size + 1)
    for n in range(1, size + 1):
        alone = points(n) if n <= longest else 0
        if puzzle.parentheses:
            steps = sum(total[k] * total[n - k] for k in range(1, n))
        else:
            steps = sum(points(k) * total[n - k] for k in range(1, min(longest, n - 1) + 1))
        total[n] = alone + kinds * steps
    return total[size] * (2 if puzzle.leading_minus else 1)


class Tables:
    """What both kinds of tables share: the puzzle, the shift, and the count of what was done."""

    def __init__(self, puzzle: Komachi, shift: int, spend: Spend) -> None:
        self.puzzle = puzzle
        self.shift = shift
        self.spend = spend
        self.size = len(puzzle.digits)
        self._steps = 0

    def step(self, steps: int = 1) -> None:
        """Count *steps*; raise ``Stopped`` when it is time."""
        self._steps += steps
        if self._steps >= 2000:
            done, self._steps = self._steps, 0
            if self.spend(done):
                raise Stopped


class FlatTables(Tables):
    """Tables of sums that begin at a digit and go on to the end, without brackets.

    ``terms(i)`` are the products that begin at digit i. A sum is a term, perhaps negative, and
    then a sum again.
    """

    def __init__(self, puzzle: Komachi, shift: int, spend: Spend) -> None:
        super().__init__(puzzle, shift, spend)
        self._sums: dict[tuple[int, str], Table] = {}
        self._asked: dict[tuple[int, str, Ratio], int] = {}
        self._terms: dict[int, dict[int, Table]] = {}
        self._powers: dict[Piece, Table] = {}
        self.after = [sign for sign in "+-" if sign in puzzle.operators]
        choices = len(puzzle.operators) + 1 + (1 if puzzle.decimal_point else 0)
        self.short = 1
        while choices ** (self.short + 1) <= SHORT_EXPRESSIONS and self.short < self.size:
            self.short += 1

    def powers(self, begin: int, end: int) -> Table:
        """Return the numbers and powers from *begin* to *end*."""
        found = self._powers.get((begin, end))
        if found is None:
            found = {}
            for value in numbers(self.puzzle, begin, end):
                found[value] = found.get(value, 0) + 1
            if "^" in self.puzzle.operators:
                for middle in range(begin + 1, end):
                    for base in numbers(self.puzzle, begin, middle):
                        for exponent, weight in self.powers(middle, end).items():
                            self.step()
                            value_or_none = combine("^", base, exponent)
                            if value_or_none is not None:
                                more = weight << self.shift
                                found[value_or_none] = found.get(value_or_none, 0) + more
            self._powers[begin, end] = found
        return found

    def terms(self, begin: int) -> dict[int, Table]:
        """Return the products that begin at *begin*, by their ends."""
        found = self._terms.get(begin)
        if found is None:
            found = {}
            signs = [sign for sign in "*/" if sign in self.puzzle.operators]
            for end in range(begin + 1, self.size + 1):
                table = dict(self.powers(begin, end))
                for middle in range(begin + 1, end):
                    for sign in signs:
                        self._join(table, sign, found[middle], self.powers(middle, end))
                found[end] = table
            self._terms[begin] = found
        return found

    def _join(self, into: Table, sign: str, left: Table, right: Table) -> None:
        for a, some in left.items():
            self.step(len(right))
            for b, others in right.items():
                value = combine(sign, a, b)
                if value is not None:
                    into[value] = into.get(value, 0) + (some * others << self.shift)

    def signed_terms(self, begin: int, sign: str) -> Iterator[tuple[int, Ratio, int]]:
        """Yield the ends, values and weights of the terms at *begin*, with *sign* before them."""
        for end, table in self.terms(begin).items():
            for (top, bottom), weight in table.items():
                yield end, (-top if sign == "-" else top, bottom), weight

    def sums(self, begin: int, sign: str) -> Table:
        """Return the whole table of the sums that begin at *begin* with *sign*."""
        found = self._sums.get((begin, sign))
        if found is None:
            found = {}
            rest = {
                end: [(s, self.sums(end, s)) for s in self.after]
                for end in range(begin + 1, self.size)
            }
            for end, value, weight in self.signed_terms(begin, sign):
                if end == self.size:
                    self.step()
                    found[value] = found.get(value, 0) + weight
                    continue
                for _, table in rest[end]:
                    self.step(len(table))
                    for other, more in table.items():
                        total = combine("+", value, other)
                        assert total is not None
                        found[total] = found.get(total, 0) + (weight * more << self.shift)
            self._sums[begin, sign] = found
        return found

    def weight(self, begin: int, sign: str, value: Ratio) -> int:
        """Return the weight of *value* among the sums that begin at *begin* with *sign*."""
        if self.size - begin <= self.short:
            return self.sums(begin, sign).get(value, 0)
        key = (begin, sign, value)
        found = self._asked.get(key)
        if found is None:
            found = 0
            for end, term, weight in self.signed_terms(begin, sign):
                self.step()
                if end == self.size:
                    found += weight if term == value else 0
                    continue
                rest = combine("-", value, term)
                assert rest is not None
                for after in self.after:
                    more = self.weight(end, after, rest)
                    if more:
                        found += weight * more << self.shift
            self._asked[key] = found
        return found

    @property
    def signs(self) -> list[str]:
        """What may stand before the first digit."""
        return ["+", "-"] if self.puzzle.leading_minus else ["+"]

    def weight_of(self, target: Ratio) -> int:
        """Return the weight of *target* among all expressions."""
        return sum(self.weight(0, sign, target) for sign in self.signs)

    def whole(self) -> Table:
        """Return the whole table of all expressions."""
        found = dict(self.sums(0, "+"))
        for sign in self.signs[1:]:
            for value, weight in self.sums(0, sign).items():
                found[value] = found.get(value, 0) + weight
        return found


ANYTHING = "any"
NUMBER, SUM, PRODUCT, POWER = "number", "sum", "product", "power"
KIND_OF = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "^": POWER}


class NestedTables(Tables):
    """Tables of the trees over a piece of the digits.

    Where needless brackets count once, the trees are told apart by their outermost step, as some
    may not be the right side of others.
    """

    def __init__(self, puzzle: Komachi, shift: int, spend: Spend) -> None:
        super().__init__(puzzle, shift, spend)
        self.codes = Nested(puzzle)
        self.distinct = puzzle.ways == "expressions"
        # With powers there are values that leave many for the other side, so all is made whole.
        powers = "^" in puzzle.operators
        self.short = self.size - 1 if powers else (self.size + 1) // 2
        self._tables: dict[Piece, dict[str, Table]] = {}
        self._merged: dict[tuple[int, int, str], Table] = {}
        self._asked: dict[tuple[int, int, str, Ratio], int] = {}
        self._totals: dict[tuple[int, int, str], int] = {}

    def kind_of(self, operator: str) -> str:
        """Return the kind of the trees whose outermost step is *operator*; empty for numbers."""
        if not self.distinct:
            return ANYTHING
        return KIND_OF[operator] if operator else NUMBER

    def above(self, operator: str) -> str:
        """Return *operator* if not every tree may be its right side, else nothing."""
        return operator if self.distinct and operator in ("+", "*") else ""

    def numbers(self, begin: int, end: int) -> list[Ratio]:
        """Return the numbers that the piece can be, with a minus, too, where that may be."""
        found = numbers(self.puzzle, begin, end)
        if begin == 0 and self.puzzle.leading_minus:
            found += [(-top, bottom) for top, bottom in found]
        return found

    def by_kind(self, begin: int, end: int) -> dict[str, Table]:
        """Return the whole tables of a piece, by the kind of tree."""
        found = self._tables.get((begin, end))
        if found is None:
            found = {}
            table = found.setdefault(self.kind_of(""), {})
            for value in self.numbers(begin, end):
                table[value] = table.get(value, 0) + 1
            for middle in range(begin + 1, end):
                left = self.table(begin, middle, "")
                for sign in self.puzzle.operators:
                    into = found.setdefault(self.kind_of(sign), {})
                    self._join(into, sign, left, self.table(middle, end, self.above(sign)))
            self._tables[begin, end] = found
        return found

    def _join(self, into: Table, sign: str, left: Table, right: Table) -> None:
        for a, some in left.items():
            self.step(len(right))
            for b, others in right.items():
                value = combine(sign, a, b)
                if value is not None:
                    into[value] = into.get(value, 0) + (some * others << self.shift)

    def table(self, begin: int, end: int, above: str) -> Table:
        """Return the whole table of the trees that may stand on the right of *above*."""
        key = (begin, end, above)
        found = self._merged.get(key)
        if found is None:
            kinds = [
                table
                for kind, table in self.by_kind(begin, end).items()
                if not (above and kind == KIND_OF[above])
            ]
            if len(kinds) == 1:
                found = kinds[0]
            else:
                found = {}
                for table in kinds:
                    for value, weight in table.items():
                        found[value] = found.get(value, 0) + weight
            self._merged[key] = found
        return found

    def is_short(self, begin: int, end: int) -> bool:
        """Return whether the piece has a whole table."""
        return end - begin <= self.short

    def weight(self, begin: int, end: int, above: str, value: Ratio) -> int:
        """Return the weight of *value* among the trees of a piece on the right of *above*."""
        if self.is_short(begin, end):
            return self.table(begin, end, above).get(value, 0)
        key = (begin, end, above, value)
        found = self._asked.get(key)
        if found is None:
            found = self.numbers(begin, end).count(value)
            for middle in range(begin + 1, end):
                for sign in self.puzzle.operators:
                    if not (above and is_idle(above, sign)):
                        found += self._weight_of_step(begin, middle, end, sign, value)
            self._asked[key] = found
        return found

    def _weight_of_step(self, begin: int, middle: int, end: int, sign: str, value: Ratio) -> int:
        above = self.above(sign)
        total = 0
        if value == ZERO and sign in "*/":
            # Zero times anything, or anything else times zero; zero over anything but zero.
            zeros = self.weight(begin, middle, "", ZERO)
            below = self.weight(middle, end, above, ZERO)
            total = zeros * self.total(middle, end, above)
            total += (self.total(begin, middle, "") - zeros if sign == "*" else -zeros) * below
        else:
            for a, b in self.pairs(begin, middle, end, sign, value):
                some = self.weight(begin, middle, "", a)
                total += some * self.weight(middle, end, above, b) if some else 0
        return total << self.shift

    def pairs(
        self, begin: int, middle: int, end: int, sign: str, value: Ratio
    ) -> Iterator[tuple[Ratio, Ratio]]:
        """Yield the values of both sides that give *value*, for all but products that are zero.

        One side's values are all there are, and the other side may have them or not.
        """
        if sign == "^":
            yield from self._power_pairs(begin, middle, end, value)
            return
        by_left = not self.is_short(middle, end) or (
            self.is_short(begin, middle) and middle - begin <= end - middle
        )
        for known in self._side(begin, middle, end, sign, by_left):
            self.step()
            other = right_of(sign, value, known) if by_left else left_of(sign, value, known)
            if other is not None:
                yield (known, other) if by_left else (other, known)

    def _side(self, begin: int, middle: int, end: int, sign: str, left: bool) -> Table:
        return self.table(begin, middle, "") if left else self.table(middle, end, self.above(sign))

    def _power_pairs(
        self, begin: int, middle: int, end: int, value: Ratio
    ) -> Iterator[tuple[Ratio, Ratio]]:
        right = [b for b in self.table(middle, end, "") if b[1] == 1]
        for a in self.table(begin, middle, ""):
            self.step(len(right))
            for b in right:
                if combine("^", a, b) == value:
                    yield a, b

    def total(self, begin: int, end: int, above: str) -> int:
        """Return the weight of all values of a piece together, on the right of *above*."""
        if self.is_short(begin, end):
            return sum(self.table(begin, end, above).values())
        key = (begin, end, above)
        found = self._totals.get(key)
        if found is None:
            found = len(self.numbers(begin, end))
            for middle in range(begin + 1, end):
                left = self.total(begin, middle, "")
                for sign in self.puzzle.operators:
                    if above and is_idle(above, sign):
                        continue
                    right = self.total(middle, end, self.above(sign))
                    if sign == "/":
                        right -= self.weight(middle, end, "", ZERO)
                    found += left * right << self.shift
            self._totals[key] = found
        return found

    def weight_of(self, target: Ratio) -> int:
        """Return the weight of *target* among all trees."""
        return self.weight(0, self.size, "", target)

    def whole(self) -> Table:
        """Return the whole table of all trees."""
        return self.table(0, self.size, "")
