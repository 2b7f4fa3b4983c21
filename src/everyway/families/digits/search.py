"""Searches for numbers whose formula uses each digit once: by every value, and digit by digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import factorial, prod

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import gather

from .bounds import (
    Task,
    ceiling,
    digits_of,
    lowest,
    may_fit,
    polynomial,
    whole_polynomial,
)
from .formula import Variable, function_of, variables_in
from .gathering import no_symmetry
from .pandigital import MARKS, DigitPuzzle, in_base

NODES_A_SECOND = 250_000
PARTS = 16
FEW = 10**6
"""So many values or less are searched in one piece."""


class Rules:
    """Whether values solve a puzzle: its equations and what is written down, as functions."""

    def __init__(self, puzzle: DigitPuzzle) -> None:
        formula = puzzle.parsed
        names = formula.variables
        self.base, self.digits, self.too_large = puzzle.base, puzzle.digits, puzzle.too_large
        self.shown = [function_of(expression, names) for expression in formula.shown]
        self.equations = [[function_of(s, names) for s in sides] for sides in formula.equations]

    def fit(self, values: Data) -> bool:
        """Return whether *values* of the variables, in order, are a solution."""
        for first, *others in self.equations:
            value = first(*values)
            if value is None or any(other(*values) != value for other in others):
                return False
        text = ""
        for function in self.shown:
            value = function(*values)
            # What is far too large is not written out at all.
            if value is None or value.denominator != 1 or not 0 <= value < self.too_large:
                return False
            text += in_base(int(value), self.base)
        return "".join(sorted(text)) == self.digits


def try_all(puzzle: DigitPuzzle, first: tuple[int, int]) -> Iterator[Data | None]:
    """Yield the solutions with the first variable in a range, in order, and None for each trial."""
    rules = Rules(puzzle)
    ranges = [first, *list(puzzle.limits.values())[1:]]

    def choices(k: int) -> Iterator[Data]:
        if k == len(ranges):
            yield ()
            return
        for value in range(ranges[k][0], ranges[k][1] + 1):
            for others in choices(k + 1):
                yield (value, *others)

    for values in choices(0):
        yield None
        if rules.fit(values):
            yield values


def arrangements(left: Counter[str], length: int, low: int, high: int, base: int) -> Iterator[int]:
    """Yield the numbers of *length* digits out of *left*, from *low* to *high*, rising."""
    marks = sorted(left)

    def extend(value: int, place: int) -> Iterator[int]:
        if place == length:
            yield value
            return
        room = base ** (length - place)
        for mark in marks:
            digit = MARKS.index(mark)
            if not left[mark] or (digit == 0 and place == 0 and length > 1):
                continue
            after = value * base + digit
            smallest = after * (room // base)
            if smallest > high or smallest + room // base <= low:
                continue
            left[mark] -= 1
            yield from extend(after, place + 1)
            left[mark] += 1

    yield from extend(0, 0)


class Search:
    """One search: variables in order, each out of the digits left, or as far as bounds allow."""

    def __init__(self, puzzle: DigitPuzzle) -> None:
        self.puzzle = puzzle
        self.formula = puzzle.parsed
        self.names = self.formula.variables
        self.shown = self.formula.shown
        self.rules = Rules(puzzle)
        self.total = len(puzzle.digits or "")
        self.task = Task(self.shown, self.formula.equations, puzzle.base, self.total)
        self.limits = puzzle.limits
        self.forcing = [self._other_sides(k) for k in range(len(self.names))]
        self.times = Counter(e.name for e in self.shown if isinstance(e, Variable))

    def solutions(self, first: tuple[int, int]) -> Iterator[Data | None]:
        """Yield the solutions with the first variable in a range, in order, and None for nodes."""
        low, high = self.limits[self.names[0]]
        box: dict[str, tuple[int, int | None]] = dict(self.limits)
        box[self.names[0]] = (max(low, first[0]), min(high, first[1]))
        if box[self.names[0]][0] <= (box[self.names[0]][1] or 0):
            yield from self._assign(0, box, self.puzzle.multiset)

    def _assign(
        self, k: int, box: dict[str, tuple[int, int | None]], left: Counter[str]
    ) -> Iterator[Data | None]:
        yield None
        if not may_fit(self.task, box):
            return
        name, known = self.names[k], self._known(k, box)
        last = k == len(self.names) - 1
        forced_last = k == len(self.names) - 2 and bool(self.forcing[k + 1])
        for value in self._candidates(k, box, left):
            if value is None:
                yield None
            elif last:
                # A trial is a node, too: there may be very many, and none may fit.
                yield (*known, value) if self.rules.fit((*known, value)) else None
            elif forced_last:
                # Nothing is left to be chosen: trying it is quicker than any bound.
                yield None
                low, high = self.limits[self.names[k + 1]]
                forced = self._forced(k + 1, (*known, value))
                if forced is not None and forced.denominator == 1 and low <= forced <= high:
                    values = (*known, value, int(forced))
                    if self.rules.fit(values):
                        yield values
            else:
                after = left.copy()
                if name in self.times:
                    # The value was made of digits that are left.
                    for mark in in_base(value, self.puzzle.base):
                        after[mark] -= self.times[name]
                yield from self._assign(k + 1, {**box, name: (value, value)}, after)

    def _known(self, k: int, box: Mapping[str, tuple[int, int | None]]) -> Data:
        """Return the values of the variables before variable *k*."""
        return tuple(box[name][0] for name in self.names[:k])

    def _candidates(
        self, k: int, box: dict[str, tuple[int, int | None]], left: Counter[str]
    ) -> Iterator[int | None]:
        name = self.names[k]
        low, high = box[name]
        assert high is not None
        forced = self._forced(k, self._known(k, box))
        if forced is not None:
            if forced.denominator == 1 and low <= forced <= high:
                yield int(forced)
            return
        if k:
            # With the earlier variables known, more may be proved than the limits say.
            top = ceiling(self.task, box, name)
            high = high if top is None else min(high, top)
        if name in self.times:
            yield from self._written(name, box, left, low, high)
        elif k == len(self.names) - 1:
            low = lowest(self.task, box, name)
            yield from self._scanned(name, box, low, high)
        else:
            yield from range(low, high + 1)

    def _other_sides(self, k: int) -> list[Callable[..., Fraction | int | None]]:
        """Return what equals variable *k* and needs no variable but earlier ones."""
        earlier = self.names[:k]
        return [
            function_of(side, earlier)
            for sides in self.formula.equations
            if Variable(self.names[k]) in sides
            for side in sides
            if all(name in earlier for name in variables_in(side))
        ]

    def _forced(self, k: int, known: Data) -> Fraction | int | None:
        """Return the value that an equation leaves to variable *k*, or None if none does so."""
        for side in self.forcing[k]:
            value = side(*known)
            # What has no value solves nothing; -1 is out of every range.
            return -1 if value is None else value
        return None

    def _written(
        self,
        name: str,
        box: dict[str, tuple[int, int | None]],
        left: Counter[str],
        low: int,
        high: int,
    ) -> Iterator[int | None]:
        """Yield the values of a variable that is itself written down, length by length."""
        base, times = self.puzzle.base, self.times[name]
        most = Counter({mark: number // times for mark, number in left.items()})
        for length in range(digits_of(low, base), digits_of(high, base) + 1):
            least = max(low, base ** (length - 1) if length > 1 else 0)
            greatest = min(high, base**length - 1)
            yield None
            part = {**box, name: (least, greatest)}
            if least <= greatest and may_fit(self.task, part):
                yield from arrangements(most, length, least, greatest, base)

    def _scanned(
        self, name: str, box: Mapping[str, tuple[int, int | None]], low: int, high: int
    ) -> Iterator[int | None]:
        """Yield the values of the last variable that pass a test of the sum of digits.

        A number and the sum of its digits leave the same rest modulo the base less one. Where all
        that is written down is a polynomial, that fixes which rests the variable may leave.
        """
        known = {n: box[n][0] for n in self.names if n != name}
        polynomials = [polynomial(e, name, known) for e in self.shown]
        if any(p is None for p in polynomials):
            for value in range(low, high + 1):
                yield None
                yield value
            return
        size = max(len(p) for p in polynomials if p is not None)
        sums = [
            sum((p[i] for p in polynomials if p and i < len(p)), Fraction(0)) for i in range(size)
        ]
        whole, below = whole_polynomial(sums)
        modulus = below * (self.puzzle.base - 1)
        wanted = below * sum(MARKS.index(mark) for mark in self.puzzle.digits or "")
        rests = (
            [
                rest
                for rest in range(modulus)
                if (sum(c * rest**i for i, c in enumerate(whole)) - wanted) % modulus == 0
            ]
            if modulus <= 100_000
            else range(modulus)
        )
        for start in range(low - low % modulus, high + 1, modulus):
            for rest in rests:
                if low <= start + rest <= high:
                    yield None
                    yield start + rest


def trials(puzzle: DigitPuzzle) -> int:
    """Return how many choices of values lie within the limits."""
    return prod(max(0, high - low + 1) for low, high in puzzle.limits.values())


def part_of(puzzle: DigitPuzzle, branch: Branch) -> tuple[int, int]:
    """Return the range of the first variable in *branch*: each index takes one of 16 parts."""
    low, high = next(iter(puzzle.limits.values()))
    for index in branch.path:
        size = -(-(high - low + 1) // PARTS)
        low, high = low + index * size, min(high, low + (index + 1) * size - 1)
    return low, high


def split_range(puzzle: DigitPuzzle, branch: Branch) -> list[Branch]:
    """Return the parts of *branch* that hold anything; none when it is a single value."""
    low, high = part_of(puzzle, branch)
    if low >= high:
        return []
    size = -(-(high - low + 1) // PARTS)
    return branch.children(range(-(-(high - low + 1) // size)))


class SearchEngine(Engine):
    """Variables one by one: out of the digits that are left, or within bounds that are proved."""

    name = "search"
    method = "digit by digit within bounds"

    @property
    def ready(self) -> bool:
        """Whether the engine starts at once; it does."""
        return True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to search for numbers, at the cost of about as many values as may be met."""
        if (refusal := no_symmetry(question)) is not None:
            return refusal
        if not isinstance(puzzle, DigitPuzzle):
            return Offer.no("only formulas")
        search = Search(puzzle)
        nodes = 1.0
        for name, (low, high) in puzzle.limits.items():
            few = high - low + 1.0 if high - low < 10**30 else 1e30
            if name in search.times:
                few = min(few, 3.0 * factorial(min(search.total, 20)) ** 0.5)
            nodes *= min(few, 1e30)
        return Offer(True, 0.001 + nodes / NODES_A_SECOND, "variable by variable", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return parts of the range of the first variable; for a list, or a few, the whole."""
        assert isinstance(puzzle, DigitPuzzle)
        whole = Branch()
        return (
            [whole]
            if isinstance(question, Every)
            else self.split(puzzle, question, whole) or [whole]
        )

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the range of the first variable."""
        assert isinstance(puzzle, DigitPuzzle)
        return split_range(puzzle, branch)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search one branch."""
        assert isinstance(puzzle, DigitPuzzle)
        events = Search(puzzle).solutions(part_of(puzzle, branch))
        return gather(puzzle, question, events, control, effort)
