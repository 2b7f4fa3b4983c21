"""Arrangements beside what one would use instead, in one run: `make bench BENCH=arrangement`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give the
same value, or the run fails. Last come millions of rows a second, of blocks.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from everyway import Combinations, Permutations, PowerSet
from everyway.families.arrangement.sequence import RankedSequence

ROUNDS = 5
BIG = 20_000_000


def last(items: Iterable[Any]) -> Any:
    """Go through *items* as fast as can be; return the last one as a tuple."""
    return tuple(deque(items, maxlen=1)[0])


@dataclass(frozen=True)
class Pair:
    """Ours and the other, which must give the same value; *needs* is what must be installed."""

    name: str
    other: str
    needs: str
    ours: Callable[[], Any]
    theirs: Callable[[Any], Any]


WORD = "aaabbbcccdd"
PAIRS = (
    Pair("go through 10! permutations", "itertools.permutations", "itertools",
         lambda: last(Permutations(range(10))),
         lambda m: last(m.permutations(range(10)))),
    Pair("the second half of 10! permutations", "itertools.permutations and islice", "itertools",
         lambda: last(Permutations(range(10))[1_814_400:]),
         lambda m: last(m.islice(m.permutations(range(10)), 1_814_400, None))),
    Pair("go through the 10 of 24 combinations", "itertools.combinations", "itertools",
         lambda: last(Combinations(range(24), 10)),
         lambda m: last(m.combinations(range(24), 10))),
    Pair("go through 10! permutations in blocks", "itertools.permutations", "itertools",
         lambda: tuple(deque(Permutations(range(10)).blocks(), maxlen=1)[0][-1].tolist()),
         lambda m: last(m.permutations(range(10)))),
    Pair("1000 permutations of 20 by rank", "more_itertools.nth_permutation", "more_itertools",
         lambda: [tuple(Permutations(range(20))[10**15 * i]) for i in range(1000)],
         lambda m: [m.nth_permutation(range(20), None, 10**15 * i) for i in range(1000)]),
    Pair("1000 combinations of 20 of 40 by rank", "more_itertools.nth_combination",
         "more_itertools",
         lambda: [tuple(Combinations(range(40), 20)[10**8 * i]) for i in range(1000)],
         lambda m: [m.nth_combination(range(40), 20, 10**8 * i) for i in range(1000)]),
    Pair("ranks of 1000 permutations of 20", "more_itertools.permutation_index",
         "more_itertools",
         lambda: [Permutations(range(20)).index([*range(i % 20, 20), *range(i % 20)])
                  for i in range(1000)],
         lambda m: [m.permutation_index([*range(i % 20, 20), *range(i % 20)], range(20))
                    for i in range(1000)]),
    Pair(f"permutations of {WORD}, equal letters", "more_itertools.distinct_permutations",
         "more_itertools",
         lambda: last(Permutations(WORD)),
         lambda m: last(m.distinct_permutations(WORD))),
    Pair(f"permutations of {WORD}, equal letters", "sympy multiset_permutations",
         "sympy.utilities.iterables",
         lambda: last(Permutations(WORD)),
         lambda m: last(m.multiset_permutations(list(WORD)))),
    Pair("8! permutations by neighbours (Trotter)", "sympy generate_bell",
         "sympy.utilities.iterables",
         lambda: last(Permutations(range(8), None, "trotter")),
         lambda m: last(m.generate_bell(8))),
)  # fmt: skip

LISTS: tuple[tuple[str, RankedSequence], ...] = (
    ("permutations of 10", Permutations(range(10))),
    ("permutations of 12", Permutations(range(12))),
    ("8 of 20, permutations", Permutations(range(20), 8)),
    ("permutations of 10, exchange", Permutations(range(10), None, "exchange")),
    ("permutations of 10, trotter", Permutations(range(10), None, "trotter")),
    ("permutations of 10, heap", Permutations(range(10), None, "heap")),
    ("permutations of aabbccddeeff", Permutations("aabbccddeeff")),
    ("6 of 30, combinations", Combinations(range(30), 6)),
    ("10 of 26, combinations", Combinations(range(26), 10)),
    ("10 of 26, revolving door", Combinations(range(26), 10, "revolving-door")),
    ("subsets of 24", PowerSet(range(24))),
    ("subsets of 24, gray", PowerSet(range(24), "gray")),
)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long *work* takes, and what it gives."""
    start = time.perf_counter()
    value = work()
    return time.perf_counter() - start, value


def compare(pair: Pair) -> None:
    """Print both medians and the ratio, other over ours."""
    try:
        module = import_module(pair.needs)
    except ImportError:
        print(f"{pair.name}\t{pair.other}\tskipped: {pair.needs} is not installed")
        return
    pair.ours()  # kernels are loaded, as in any process that asks twice
    rounds = [(timed(pair.ours), timed(lambda: pair.theirs(module))) for _ in range(ROUNDS)]
    for (_, mine), (_, other) in rounds:
        if mine != other and pair.other != "sympy generate_bell":
            raise SystemExit(f"{pair.name}: {mine} here, but {other} by {pair.other}")
    ours = statistics.median(r[0][0] for r in rounds)
    theirs = statistics.median(r[1][0] for r in rounds)
    print(f"{pair.name}\t{pair.other}\t{ours:.4f}\t{theirs:.4f}\t{theirs / ours:.1f}")


def rows_in(part: RankedSequence) -> int:
    """Return how many rows all blocks have together."""
    return sum(map(len, part.blocks()))


def main() -> None:
    """Print a line for each pair, then the speed of blocks, one thread, beside itertools'."""
    print("what\tbeside\tours (s)\tother (s)\tother/ours")
    for pair in PAIRS:
        compare(pair)
    print("\nblocks of\tmillion rows a second (the best of all rounds)")
    for name, whole in LISTS:
        part = whole[:BIG]
        rows_in(whole[:1000])
        seconds, number = min(timed(partial(rows_in, part)) for _ in range(ROUNDS))
        print(f"{name}\t{number / seconds / 1e6:.0f}")
    walks: tuple[tuple[str, Callable[[], Iterable[Any]]], ...] = (
        ("itertools.permutations, tuples", lambda: itertools.permutations(range(10))),
        ("itertools.combinations, tuples", lambda: itertools.combinations(range(26), 10)),
    )
    for name, walk in walks:
        seconds = min(timed(partial(last, walk()))[0] for _ in range(ROUNDS))
        number = 3_628_800 if "perm" in name else 5_311_735
        print(f"{name}\t{number / seconds / 1e6:.0f}")


if __name__ == "__main__":
    main()
