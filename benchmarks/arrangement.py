"""Arrangements beside what one would use instead, in one run: `make bench BENCH=arrangement`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give the
same value, or the run fails. Last come millions of rows a second, of blocks.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any

from side_by_side import Pair, compare, timed

from everyway import Combinations, Permutations, PowerSet
from everyway.families.arrangement.sequence import RankedSequence

ROUNDS = 5
BIG = 20_000_000


def last(items: Iterable[Any]) -> Any:
    """Go through *items* as fast as can be; return the last one as a tuple."""
    return tuple(deque(items, maxlen=1)[0])


def using(module: str, *pairs: tuple[str, str, Callable[[], Any], Callable[[Any], Any]]) -> None:
    """Compare with what needs *module*, or say that it is not installed."""
    try:
        found = import_module(module)
    except ImportError:
        print(f"skipped: {module} is not installed\n")
        return
    compare(Pair(name, other, ours, partial(theirs, found)) for name, other, ours, theirs in pairs)
    print()


WORD = "aaabbbcccdd"
TWENTY = Permutations(range(20))
HALF_OF_40 = Combinations(range(40), 20)
TURNED = [(*range(i, 20), *range(i)) for i in range(20)] * 50

ITERTOOLS = (
    ("go through 10! permutations", "itertools.permutations",
     lambda: last(Permutations(range(10))),
     lambda m: last(m.permutations(range(10)))),
    ("the second half of 10! permutations", "itertools.permutations and islice",
     lambda: last(Permutations(range(10))[1_814_400:]),
     lambda m: last(m.islice(m.permutations(range(10)), 1_814_400, None))),
    ("go through the 10 of 24 combinations", "itertools.combinations",
     lambda: last(Combinations(range(24), 10)),
     lambda m: last(m.combinations(range(24), 10))),
    ("go through 10! permutations in blocks", "itertools.permutations",
     lambda: tuple(deque(Permutations(range(10)).blocks(), maxlen=1)[0][-1].tolist()),
     lambda m: last(m.permutations(range(10)))),
)  # fmt: skip

MORE_ITERTOOLS = (
    ("1000 permutations of 20 by rank", "nth_permutation",
     lambda: [tuple(TWENTY[10**15 * i]) for i in range(1000)],
     lambda m: [m.nth_permutation(range(20), None, 10**15 * i) for i in range(1000)]),
    ("1000 combinations of 20 of 40 by rank", "nth_combination",
     lambda: [tuple(HALF_OF_40[10**8 * i]) for i in range(1000)],
     lambda m: [m.nth_combination(range(40), 20, 10**8 * i) for i in range(1000)]),
    ("ranks of 1000 permutations of 20", "permutation_index",
     lambda: [TWENTY.index(turned) for turned in TURNED],
     lambda m: [m.permutation_index(turned, range(20)) for turned in TURNED]),
    (f"permutations of {WORD}, equal letters", "distinct_permutations",
     lambda: last(Permutations(WORD)),
     lambda m: last(m.distinct_permutations(WORD))),
)  # fmt: skip

SYMPY = (
    (f"permutations of {WORD}, equal letters", "multiset_permutations",
     lambda: last(Permutations(WORD)),
     lambda m: last(m.multiset_permutations(list(WORD)))),
    ("8! permutations by neighbours (Trotter)", "generate_bell",
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


def rows_in(part: RankedSequence) -> int:
    """Return how many rows all blocks have together."""
    return sum(map(len, part.blocks()))


def main() -> None:
    """Print a line for each pair, then the speed of blocks, one thread, beside itertools'."""
    using("itertools", *ITERTOOLS)
    using("more_itertools", *MORE_ITERTOOLS)
    using("sympy.utilities.iterables", *SYMPY)
    print("blocks of\tmillion rows a second (the best of all rounds)")
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
