"""The Tower of Hanoi beside what one would write instead: `make bench BENCH=hanoi`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give
the same value, or the run fails.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from everyway import Hanoi

ROUNDS = 3
STREAMED = 2_000_000

State = tuple[int, ...]


def neighbours(state: State, pegs: int) -> Iterator[State]:
    """Yield the states one move away; the smallest disc comes first."""
    tops: dict[int, int] = {}
    for disc, peg in enumerate(state):
        tops.setdefault(peg, disc)
    for disc in tops.values():
        for target in range(pegs):
            if tops.get(target, len(state)) > disc:
                yield (*state[:disc], target, *state[disc + 1 :])


def search(discs: int, pegs: int, goal: int | None) -> dict[State, int]:
    """Return the distances from a whole tower by breadth-first search, up to the goal's."""
    start = (0,) * discs
    far = {start: 0}
    waiting = deque([start])
    end = None if goal is None else (goal,) * discs
    while waiting and end not in far:
        state = waiting.popleft()
        for after in neighbours(state, pegs):
            if after not in far:
                far[after] = far[state] + 1
                waiting.append(after)
    return far


def length_by_search(discs: int, pegs: int) -> int:
    """Return the least number of moves of a whole tower, by search."""
    return search(discs, pegs, pegs - 1)[(pegs - 1,) * discs]


def count_by_search(discs: int, pegs: int) -> int:
    """Return the number of shortest solutions of a whole tower, by search and a sum over layers."""
    far = search(discs, pegs, pegs - 1)
    ways = dict.fromkeys(far, 0)
    ways[(0,) * discs] = 1
    for state, distance in far.items():  # in the order in which they were met
        for after in neighbours(state, pegs):
            if far.get(after) == distance + 1:
                ways[after] += ways[state]
    return ways[(pegs - 1,) * discs]


def farthest_by_search(discs: int, pegs: int) -> int:
    """Return how far the farthest state is from a whole tower, by search."""
    return max(search(discs, pegs, None).values())


def recursive(discs: int, source: str, spare: str, target: str) -> Iterator[str]:
    """Yield the moves of a tower: the generator of the textbooks."""
    if discs:
        yield from recursive(discs - 1, source, target, spare)
        yield source + target
        yield from recursive(discs - 1, spare, source, target)


def last_of(moves: Iterator[str]) -> str:
    """Read the first two million moves; return the last of them."""
    last = ""
    for last in islice(moves, STREAMED):  # noqa: B007
        pass
    return last


@dataclass(frozen=True)
class Pair:
    """Ours and the other, which must give the same value."""

    name: str
    other: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]


PAIRS = (
    Pair("count 7 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(7, pegs=4).count(), lambda: count_by_search(7, 4)),
    Pair("count 8 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(8, pegs=4).count(), lambda: count_by_search(8, 4)),
    Pair("count 9 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(9, pegs=4).count(), lambda: count_by_search(9, 4)),
    Pair("smallest 7 discs on 5 pegs", "breadth-first search in Python",
         lambda: Hanoi(7, pegs=5).smallest().value, lambda: length_by_search(7, 5)),
    Pair("farthest of 8 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(8, pegs=4, goal="any").largest().value, lambda: farthest_by_search(8, 4)),
    Pair("two million moves of 30 discs", "recursive generator",
         lambda: last_of(iter(Hanoi(30).first())), lambda: last_of(recursive(30, "A", "B", "C"))),
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
        pair.ours()  # the compiled search is loaded, as in any process that asks twice
        rounds = [(timed(pair.ours), timed(pair.theirs)) for _ in range(ROUNDS)]
        for (_, mine), (_, other) in rounds:
            if mine != other:
                raise SystemExit(f"{pair.name}: {mine} here, but {other} by {pair.other}")
        ours = statistics.median(r[0][0] for r in rounds)
        theirs = statistics.median(r[1][0] for r in rounds)
        print(f"{pair.name}\t{pair.other}\t{ours:.4f}\t{theirs:.4f}\t{theirs / ours:.1f}")


if __name__ == "__main__":
    main()
