"""Digit puzzles beside what one would write instead, in one run: `make bench BENCH=digits`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give
the same value, or the run fails. Tables that an earlier round has made are thrown away.
"""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from everyway import DigitPuzzle, Komachi
from everyway.families.digits.intervals import IntervalEngine

ROUNDS = 3


def by_eval(digits: str, operators: str, target: int) -> int:
    """Count expressions with ``itertools.product`` and ``eval`` on fractions."""
    found = 0
    for signs in product(["", *operators], repeat=len(digits) - 1):
        text = "F(" + digits[0]
        for sign, digit in zip(signs, digits[1:], strict=True):
            text += f"){sign}F({digit}" if sign else digit
        with contextlib.suppress(ZeroDivisionError):
            found += eval(text + ")", {"F": Fraction}) == target
    return found


def by_sums(digits: str, target: int) -> int:
    """Count sums and differences with ``itertools.product`` and ``eval`` on whole numbers."""
    found = 0
    for signs in product(("", "+", "-"), repeat=len(digits) - 1):
        text = digits[0] + "".join(s + d for s, d in zip(signs, digits[1:], strict=True))
        found += eval(text) == target
    return found


def by_trees(digits: str) -> list[Fraction]:
    """Return the values of all trees, by plain recursion on fractions."""
    values = [Fraction(int(digits))]
    for cut in range(1, len(digits)):
        rights = by_trees(digits[cut:])
        for a in by_trees(digits[:cut]):
            for b in rights:
                values += [a + b, a - b, a * b]
                if b:
                    values.append(a / b)
    return values


def by_trying(factors: int, top: int) -> int:
    """Count products of numbers in a row that use each digit once, by trying every number."""
    found = 0
    for n in range(1, top):
        value = 1
        for k in range(factors):
            value *= n + k
        found += sorted(str(value)) == list("0123456789")
    return found


def by_permutations() -> int:
    """Count products over 1 to 9 by going through all orders of five digits."""
    found = 0
    for order in permutations("123456789", 5):
        text = "".join(order)
        for cut in (1, 2, 3, 4):
            a, b = text[:cut], text[cut:]
            found += sorted(f"{a}{b}{int(a) * int(b)}") == list("123456789")
    return found


def fresh(count: Callable[[], Any]) -> Callable[[], Any]:
    """Return *count* as it is when no table has been made yet."""

    def anew() -> Any:
        IntervalEngine.forget()
        return count()

    return anew


@dataclass(frozen=True)
class Pair:
    """Ours and the other, which must give the same value."""

    name: str
    other: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]


NINE, SIX = "123456789", "123456"
ALL = "+-*/"
PAIRS = (
    Pair("100 from 1..9 by + -", "itertools.product, eval",
         fresh(lambda: Komachi(NINE).count()), lambda: by_sums(NINE, 100)),
    Pair("100 from 1..7 by + - * /", "itertools.product, eval on fractions",
         fresh(lambda: Komachi("1234567", 100, ALL).count()), lambda: by_eval("1234567", ALL, 100)),
    Pair("10 from 1..6 with brackets", "recursion on fractions",
         fresh(lambda: Komachi(SIX, 10, ALL, parentheses=True).count()),
         lambda: by_trees(SIX).count(Fraction(10))),
    Pair("every whole target from 1..6 with brackets", "recursion on fractions",
         fresh(lambda: sum(Komachi(SIX, None, ALL, parentheses=True).sizes().values())),
         lambda: sum(v.denominator == 1 for v in by_trees(SIX))),
    Pair("n(n+1) over 0..9", "trying every number",
         lambda: DigitPuzzle("n*(n+1)").count(), lambda: by_trying(2, 100_000)),
    Pair("n(n+1)(n+2) over 0..9", "trying every number",
         lambda: DigitPuzzle("n*(n+1)*(n+2)").count(), lambda: by_trying(3, 2155)),
    Pair("a*b = c over 1..9", "itertools.permutations",
         lambda: DigitPuzzle("a*b = c", NINE).count(), by_permutations),
)  # fmt: skip


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long *work* takes, and what it gives."""
    start = time.perf_counter()
    value = work()
    return time.perf_counter() - start, value


def main() -> None:
    """Print a line for each pair: both medians and the ratio, other over ours."""
    print("what\tbeside\tours (s)\tother (s)\tother/ours")
    for pair in PAIRS:
        pair.ours()  # all modules are loaded, as in any process that asks twice
        rounds = [(timed(pair.ours), timed(pair.theirs)) for _ in range(ROUNDS)]
        for (_, mine), (_, other) in rounds:
            if mine != other:
                raise SystemExit(f"{pair.name}: {mine} here, but {other} by {pair.other}")
        ours = statistics.median(r[0][0] for r in rounds)
        theirs = statistics.median(r[1][0] for r in rounds)
        print(f"{pair.name}\t{pair.other}\t{ours:.4f}\t{theirs:.4f}\t{theirs / ours:.1f}")


if __name__ == "__main__":
    main()
