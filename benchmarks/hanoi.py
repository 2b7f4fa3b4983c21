"""The Tower of Hanoi beside what one would write instead: `make bench BENCH=hanoi`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from side_by_side import Pair, compare

from everyway import Hanoi

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


PAIRS = (
    Pair("count 7 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(7, pegs=4).count(), lambda: count_by_search(7, 4)),
    Pair("count 8 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(8, pegs=4).count(), lambda: count_by_search(8, 4)),
    Pair("count 9 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(9, pegs=4).count(), lambda: count_by_search(9, 4), rounds=1),
    Pair("smallest 7 discs on 5 pegs", "breadth-first search in Python",
         lambda: Hanoi(7, pegs=5).smallest().value, lambda: length_by_search(7, 5)),
    Pair("farthest of 8 discs on 4 pegs", "breadth-first search in Python",
         lambda: Hanoi(8, pegs=4, goal="any").largest().value, lambda: farthest_by_search(8, 4)),
    Pair("two million moves of 30 discs", "recursive generator",
         lambda: last_of(iter(Hanoi(30).first())), lambda: last_of(recursive(30, "A", "B", "C"))),
)  # fmt: skip


if __name__ == "__main__":
    compare(PAIRS)
