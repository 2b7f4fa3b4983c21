"""Bounds that are proved: between which values an expression lies, and where a search may end.

An interval is a pair of least and greatest, None for no bound. Intervals are never too narrow, so
what they exclude is excluded for good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil, comb, floor, lcm

from .arithmetic import GOOGOL, power
from .formula import Constant, Expression, Operation, Variable

Exact = Fraction | int
Interval = tuple[Exact | None, Exact | None]
Box = Mapping[str, tuple[int, int | None]]
ALL: Interval = (None, None)
MOST_DEGREE = 64
MOST_DOUBLINGS = 400


def interval(expression: Expression, box: Box) -> Interval:
    """Return bounds of *expression* when its variables lie in *box*."""
    if isinstance(expression, Constant):
        return expression.value, expression.value
    if isinstance(expression, Variable):
        return box[expression.name]
    left, right = interval(expression.left, box), interval(expression.right, box)
    if expression.operator == "+":
        return _sum(left, right)
    if expression.operator == "-":
        return _sum(left, (_minus(right[1]), _minus(right[0])))
    if expression.operator == "*":
        return _product(left, right)
    if expression.operator == "/":
        return _quotient(left, right)
    return _power(left, right)


def _minus(value: Exact | None) -> Exact | None:
    return None if value is None else -value


def _sum(a: Interval, b: Interval) -> Interval:
    low = None if a[0] is None or b[0] is None else a[0] + b[0]
    high = None if a[1] is None or b[1] is None else a[1] + b[1]
    return low, high


def _product(a: Interval, b: Interval) -> Interval:
    if a[0] is not None and b[0] is not None and a[0] >= 0 and b[0] >= 0:
        return a[0] * b[0], None if a[1] is None or b[1] is None else a[1] * b[1]
    ends = [*a, *b]
    if any(end is None for end in ends):
        return ALL
    products = [x * y for x in a for y in b if x is not None and y is not None]
    return min(products), max(products)


def _quotient(a: Interval, b: Interval) -> Interval:
    if b[0] is None or b[0] <= 0:
        return ALL
    over = (0 if b[1] is None else 1 / Fraction(b[1]), 1 / Fraction(b[0]))
    return _product(a, over)


def _power(a: Interval, b: Interval) -> Interval:
    if a[0] is None or a[0] < 1 or b[0] is None or b[0] < 0:
        return ALL
    low = power(Fraction(a[0]), Fraction(floor(b[0])))
    # What has no value for being beyond a googol is beyond it in the whole interval.
    lowest = Fraction(GOOGOL) if low is None and a[0].denominator == 1 else low
    high = None if a[1] is None or b[1] is None else power(Fraction(a[1]), Fraction(ceil(b[1])))
    return lowest, high


def digits_of(value: int, base: int) -> int:
    """Return how many digits *value*, not negative, has.

    >>> digits_of(0, 10), digits_of(99, 10), digits_of(4, 2)
    (1, 2, 3)
    """
    number, limit = 1, base
    while value >= limit:
        number += 1
        limit *= base
    return number


@dataclass(frozen=True)
class Task:
    """What bounds are about: what is *shown* has *total* digits in *base*, *equations* hold."""

    shown: tuple[Expression, ...]
    equations: tuple[tuple[Expression, ...], ...]
    base: int
    total: int

    @property
    def limit(self) -> int:
        """The least number with more digits than there are."""
        found: int = self.base**self.total
        return found


def narrowed(task: Task, box: Box) -> dict[str, tuple[int, int | None]] | None:
    """Return *box* narrowed where a variable is alone on a side; None if nothing is left."""
    found = dict(box)
    for sides in task.equations:
        bounds = [interval(side, found) for side in sides]
        for side in sides:
            if isinstance(side, Variable):
                low, high = found[side.name]
                for least, greatest in bounds:
                    low = low if least is None else max(low, ceil(least))
                    if greatest is not None:
                        high = floor(greatest) if high is None else min(high, floor(greatest))
                if high is not None and low > high:
                    return None
                found[side.name] = (low, high)
    return found


def may_fit(task: Task, box: Box) -> bool:
    """Return False if it is proved that no solution lies in *box*."""
    if any(high is not None and low > high for low, high in box.values()):
        return False
    if task.equations:
        narrow = narrowed(task, box)
        if narrow is None:
            return False
        box = narrow
    base, limit = task.base, task.limit
    least = 0
    most: int | None = 0
    for expression in task.shown:
        low, high = interval(expression, box)
        if high is not None and high < 0:
            return False
        bottom = max(0, ceil(low)) if low is not None else 0
        least += digits_of(min(bottom, limit), base)
        if high is None:
            most = None
        elif most is not None:
            most += digits_of(min(floor(high), limit), base)
    return least <= task.total and (most is None or most >= task.total)


def ceiling(task: Task, box: Box, name: str) -> int | None:
    """Return a value that variable *name* is proved not to exceed, or None if there is no proof."""
    low, high = box[name]

    def beyond(start: int) -> bool:
        return not may_fit(task, {**box, name: (start, high)})

    found = _first(low, beyond)
    others = [n for n in box if n != name and box[n][0] != box[n][1]]
    if found is None and not others:
        values = {n: box[n][0] for n in box}
        for expression in task.shown:
            coefficients = polynomial(expression, name, values)
            if coefficients is None:
                continue
            start = _first(low, partial(outgrows, coefficients, task.limit))
            if start is not None and (found is None or start < found):
                found = start
    if found is None:
        return high
    return found - 1 if high is None else min(high, found - 1)


def lowest(task: Task, box: Box, name: str) -> int:
    """Return a value below which variable *name*, bounded in *box*, is proved not to lie."""
    low, high = box[name]
    assert high is not None
    if may_fit(task, {**box, name: (low, low)}):
        return low
    below, above = low, high + 1
    while above - below > 1:
        middle = (below + above) // 2
        if may_fit(task, {**box, name: (low, middle)}):
            above = middle
        else:
            below = middle
    return above


def _first(low: int, beyond: Callable[[int], bool]) -> int | None:
    """Return the least number from *low* on that is *beyond*, as all after it are; None if none."""
    if beyond(low):
        return low
    step = 1
    while not beyond(low + step):
        step *= 2
        if step.bit_length() > MOST_DOUBLINGS:
            return None
    inside, outside = low + step // 2, low + step
    while outside - inside > 1:
        middle = (inside + outside) // 2
        if beyond(middle):
            outside = middle
        else:
            inside = middle
    return outside


def polynomial(
    expression: Expression, name: str, values: Mapping[str, int]
) -> list[Fraction] | None:
    """Return *expression* as coefficients of a polynomial in *name*, constant first, or None.

    All other variables have their *values*.
    """
    if isinstance(expression, Constant):
        return [Fraction(expression.value)]
    if isinstance(expression, Variable):
        if expression.name == name:
            return [Fraction(0), Fraction(1)]
        return [Fraction(values[expression.name])]
    left = polynomial(expression.left, name, values)
    right = polynomial(expression.right, name, values)
    if left is None or right is None:
        return None
    found = _combined(expression, left, right)
    while found and len(found) > 1 and found[-1] == 0:
        found.pop()
    return found


def _combined(
    expression: Operation, left: list[Fraction], right: list[Fraction]
) -> list[Fraction] | None:
    if expression.operator in "+-":
        sign = 1 if expression.operator == "+" else -1
        size = max(len(left), len(right))
        left, right = ([*side, *[Fraction(0)] * (size - len(side))] for side in (left, right))
        return [a + sign * b for a, b in zip(left, right, strict=True)]
    if expression.operator == "*":
        return _times(left, right)
    if len(right) != 1:
        return None
    if expression.operator == "/":
        return [a / right[0] for a in left] if right[0] else None
    if right[0].denominator != 1 or not 0 <= right[0] * (len(left) - 1) <= MOST_DEGREE:
        return None
    if len(left) == 1:
        constant = power(left[0], right[0])
        return None if constant is None else [constant]
    if right[0] == 0:
        return None  # zero to the power of zero is no value
    found: list[Fraction] | None = [Fraction(1)]
    for _ in range(int(right[0])):
        found = None if found is None else _times(found, left)
    return found


def _times(left: list[Fraction], right: list[Fraction]) -> list[Fraction] | None:
    if len(left) + len(right) > MOST_DEGREE + 2:
        return None
    found = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            found[i + j] += a * b
    return found


def shifted(coefficients: Sequence[Fraction], start: int) -> list[Fraction]:
    """Return the coefficients of p(start + x), by Taylor's formula."""
    return [
        sum(
            (c * comb(k, j) * start ** (k - j) for k, c in enumerate(coefficients) if k >= j),
            Fraction(0),
        )
        for j in range(len(coefficients))
    ]


def outgrows(coefficients: Sequence[Fraction], limit: int, start: int) -> bool:
    """Return whether a polynomial is plainly at least *limit*, or negative, from *start* on.

    That is so when p(start + x) - limit has no negative coefficient; once true for a start it is
    true for every later one.
    """
    if len(coefficients) < 2:
        return False
    up = shifted(coefficients, start)
    if coefficients[-1] > 0:
        return up[0] >= limit and all(c >= 0 for c in up[1:])
    return up[0] <= -1 and all(c <= 0 for c in up[1:])


def whole_polynomial(coefficients: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return whole coefficients and the denominator under all of them.

    >>> whole_polynomial([Fraction(1, 2), Fraction(1, 3)])
    ([3, 2], 6)
    """
    below = lcm(*(c.denominator for c in coefficients))
    return [int(c * below) for c in coefficients], below
