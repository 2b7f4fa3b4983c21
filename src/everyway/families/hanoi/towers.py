"""Three pegs: shortest ways between any two states, whatever the arcs, without any search.

The largest disc that must move does so once, or twice by way of the third peg: never more, for
between two moves to the same peg it might as well have stayed. When it moves, all smaller discs
stand on the one peg that it neither leaves nor goes to. So everything follows from the ways of
whole towers from peg to peg, which are unique, and from the ways of the smaller discs.

A solution is a *plan*: steps ``(tower, disc, source, target)``, where ``tower`` is 1 for all
discs up to ``disc`` and 0 for that disc alone. Discs are counted from 1, the smallest. A way in
the plan costs O(n) steps; its moves are made while they are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from everyway.families.hanoi.states import Arc, State

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

Step = tuple[int, int, int, int]
Link = tuple["Link | None", tuple[Step, ...]]
"""A plan as a chain: an earlier chain, and the steps after it."""

TOWER, DISC = 1, 0
PEGS = range(3)
BLOCK = 4096
"""The longest way of a tower that is kept as a list of moves."""


@lru_cache(maxsize=16)
def tower_tables(arcs: frozenset[Arc], discs: int) -> list[list[list[int | None]]]:
    """Return, for each number of discs up to *discs*, the distances of towers from peg to peg.

    None where there is no way. They need O(discs) additions of whole numbers.
    """
    tables: list[list[list[int | None]]] = [[[0] * 3 for _ in PEGS]]
    for _ in range(discs):
        last = tables[-1]
        tables.append([[_tower_distance(arcs, last, i, j) for j in PEGS] for i in PEGS])
    return tables


def _tower_distance(
    arcs: frozenset[Arc], smaller: list[list[int | None]], i: int, j: int
) -> int | None:
    if i == j:
        return 0
    k = 3 - i - j
    once = _sum(smaller[i][k], 1, smaller[k][j]) if (i, j) in arcs else None
    twice = None
    if (i, k) in arcs and (k, j) in arcs:
        twice = _sum(smaller[i][j], 1, smaller[j][i], 1, smaller[i][j])
    return _least(once, twice)


def _sum(*parts: int | None) -> int | None:
    total = 0
    for number in parts:
        if number is None:
            return None
        total += number
    return total


def _least(*values: int | None) -> int | None:
    return min((value for value in values if value is not None), default=None)


class Towers:
    """The shortest ways from *start* to *goal*: their ``distance`` and ``plans``.

    ``to[m][p]`` is the distance, and the plans, from the *m* smallest discs of the start to all
    of them on peg *p*; ``out[m][p]`` the same from peg *p* to those of the goal. The discs above
    the largest one that differs never move.
    """

    def __init__(self, arcs: frozenset[Arc], start: State, goal: State) -> None:
        self.arcs = arcs
        n = len(start)
        while n and start[n - 1] == goal[n - 1]:
            n -= 1
        self.moving = n
        self.towers = tower_tables(arcs, max(0, n - 1))
        self.distance: int | None = 0
        self.plans: list[tuple[Step, ...]] = [()]
        if n:
            self._solve(start[:n], goal[:n])

    def _once(self, m: int, i: int, j: int) -> tuple[tuple[Step, ...], int | None]:
        """Return the steps between the smaller discs' ways, when disc *m* moves once."""
        return ((DISC, m, i, j),), (1 if (i, j) in self.arcs else None)

    def _twice(self, m: int, i: int, j: int) -> tuple[tuple[Step, ...], int | None]:
        """Return the same when disc *m* moves twice: the smaller ones go from *j* to *i* then."""
        k = 3 - i - j
        steps = ((DISC, m, i, k), (TOWER, m - 1, j, i), (DISC, m, k, j))
        allowed = (i, k) in self.arcs and (k, j) in self.arcs
        return steps, (_sum(2, self.towers[m - 1][j][i]) if allowed else None)

    def _solve(self, start: State, goal: State) -> None:
        n = len(start)
        to = self._ways_to_pegs(start[: n - 1])
        out = self._ways_from_pegs(goal[: n - 1])
        i, j = start[-1], goal[-1]
        k = 3 - i - j
        found: list[tuple[int, Link | None, tuple[Step, ...], Link | None]] = []
        for between, cost, first, last in (
            (*self._once(n, i, j), k, k),
            (*self._twice(n, i, j), j, i),
        ):
            length = _sum(to[first][0], cost, out[last][0])
            if length is not None:
                ways = ((a, b) for a in to[first][1] for b in out[last][1])
                found += [(length, a, between, b) for a, b in ways]
        self.distance = _least(*(length for length, *_ in found))
        plans = [
            (*_flat(a), *between, *_flat(b)[::-1])
            for length, a, between, b in found
            if length == self.distance
        ]
        self.plans = sorted(plans, key=lambda plan: _First(self, plan))

    def _ways_to_pegs(self, state: State) -> list[tuple[int | None, list[Link | None]]]:
        ways: list[tuple[int | None, list[Link | None]]] = [(0, [None]) for _ in PEGS]
        for m, i in enumerate(state, 1):
            following = []
            for j in PEGS:
                if i == j:
                    following.append(ways[j])
                    continue
                k = 3 - i - j
                options: list[tuple[int | None, list[Link | None]]] = []
                for (between, cost), first, last in (
                    (self._once(m, i, j), k, k),
                    (self._twice(m, i, j), j, i),
                ):
                    length = _sum(ways[first][0], cost, self.towers[m - 1][last][j])
                    steps = (*between, (TOWER, m - 1, last, j))
                    options.append((length, [(link, steps) for link in ways[first][1]]))
                following.append(_best(options))
            ways = following
        return ways

    def _ways_from_pegs(self, state: State) -> list[tuple[int | None, list[Link | None]]]:
        """Return the ways from each peg to *state*; their steps are chained from the end."""
        ways: list[tuple[int | None, list[Link | None]]] = [(0, [None]) for _ in PEGS]
        for m, j in enumerate(state, 1):
            following = []
            for i in PEGS:
                if i == j:
                    following.append(ways[i])
                    continue
                k = 3 - i - j
                options: list[tuple[int | None, list[Link | None]]] = []
                for (between, cost), first, last in (
                    (self._once(m, i, j), k, k),
                    (self._twice(m, i, j), j, i),
                ):
                    length = _sum(self.towers[m - 1][i][first], cost, ways[last][0])
                    steps = (*between[::-1], (TOWER, m - 1, i, first))
                    options.append((length, [(link, steps) for link in ways[last][1]]))
                following.append(_best(options))
            ways = following
        return ways

    def codes(self, plan: tuple[Step, ...]) -> Iterator[int]:
        """Yield the moves of *plan* as numbers ``3 * source + target``."""
        return chain.from_iterable(self.blocks(plan))

    def blocks(self, plan: tuple[Step, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the moves of *plan* in blocks, each move in O(1) on average."""
        kept: dict[Step, tuple[int, ...]] = {}
        stack = list(reversed(plan))
        while stack:
            step = stack.pop()
            tower, m, i, j = step
            if not tower:
                yield (3 * i + j,)
                continue
            length = self.towers[m][i][j]
            if length is not None and length <= BLOCK:
                if step not in kept:
                    kept[step] = tuple(self._expand(step))
                yield kept[step]
            else:
                stack.extend(reversed(self.parts(step)))

    def _expand(self, step: Step) -> Iterator[int]:
        stack = [step]
        while stack:
            tower, m, i, j = stack.pop()
            if not tower:
                yield 3 * i + j
            elif m and i != j:
                stack.extend(reversed(self.parts((tower, m, i, j))))

    def parts(self, step: Step) -> tuple[Step, ...]:
        """Return the steps by which a tower of one disc or more gets to another peg."""
        _, m, i, j = step
        k = 3 - i - j
        smaller = self.towers[m - 1]
        if (i, j) in self.arcs:
            once = _sum(smaller[i][k], 1, smaller[k][j])
            if once is not None and once == self.towers[m][i][j]:
                return (TOWER, m - 1, i, k), (DISC, m, i, j), (TOWER, m - 1, k, j)
        return (
            (TOWER, m - 1, i, j),
            (DISC, m, i, k),
            (TOWER, m - 1, j, i),
            (DISC, m, k, j),
            (TOWER, m - 1, i, j),
        )


class _First:
    """Orders plans by their moves, of which only as many are made as it takes to differ."""

    def __init__(self, towers: Towers, plan: tuple[Step, ...]) -> None:
        self.towers = towers
        self.plan = plan

    def __lt__(self, other: _First) -> bool:
        mine, others = self.towers.codes(self.plan), other.towers.codes(other.plan)
        for a, b in zip_longest(mine, others, fillvalue=-1):
            if a != b:
                return a < b
        return False


def _best(
    options: list[tuple[int | None, list[Link | None]]],
) -> tuple[int | None, list[Link | None]]:
    least = _least(*(length for length, _ in options))
    if least is None:
        return None, []
    return least, [link for length, links in options if length == least for link in links]


def _flat(link: Link | None) -> list[Step]:
    """Return the steps of a chain, the earliest first."""
    pieces = []
    while link is not None:
        link, steps = link
        pieces.append(steps)
    return [step for steps in reversed(pieces) for step in steps]


@lru_cache(maxsize=4)
def towers_of(puzzle: Hanoi) -> Towers:
    """Return the shortest ways of a puzzle with three pegs and one goal."""
    return Towers(puzzle.arcs, puzzle.start_state, puzzle.goal_state)


def solution_codes(puzzle: Hanoi, rank: int) -> Iterator[int]:
    """Yield the moves of the solution at place *rank* in the order of all."""
    towers = towers_of(puzzle)
    return towers.codes(towers.plans[rank])


def fault(puzzle: Hanoi, rank: int, length: int) -> str | None:
    """Return why the solution at place *rank*, of *length* moves, is none, or None.

    Its plan is played tower by tower. That a tower may go from peg to peg in so many moves, once
    the larger discs are out of the way, is seen in the same manner for each number of discs.
    """
    towers = towers_of(puzzle)
    if rank >= len(towers.plans) or towers.distance is None:
        return f"there are {len(towers.plans)} solutions, counted from 0; none is number {rank}"
    if length != towers.distance:
        return f"{length} moves, where {towers.distance} are needed"
    state = bytearray(puzzle.start_state)
    for m in range(1, len(towers.towers)):
        for i, j in ((i, j) for i in PEGS for j in PEGS if i != j):
            if towers.towers[m][i][j] is not None and not _tower_moves(towers, m, i, j):
                return f"a tower of {m} discs does not come to its peg"
    why = _play(towers, state, towers.plans[rank])
    if why is not None:
        return why
    return None if tuple(state) == puzzle.goal_state else "the discs do not end at the goal"


def _tower_moves(towers: Towers, m: int, i: int, j: int) -> bool:
    """Return whether a tower of *m* discs gets from *i* to *j* if a smaller one gets anywhere."""
    smaller = largest = i
    length = 0
    for tower, _, source, target in towers.parts((TOWER, m, i, j)):
        if tower:
            cost = towers.towers[m - 1][source][target]
            if smaller != source or cost is None:
                return False
            smaller = target
            length += cost
        else:
            if largest != source or smaller in (source, target):
                return False
            if (source, target) not in towers.arcs:
                return False
            largest = target
            length += 1
    return smaller == largest == j and length == towers.towers[m][i][j]


def _play(towers: Towers, state: bytearray, plan: tuple[Step, ...]) -> str | None:
    """Play the steps of *plan*, in place; return why one cannot be made, or None."""
    for tower, m, i, j in plan:
        if tower:
            if state[:m] != bytes([i]) * m or towers.towers[m][i][j] is None:
                return f"the {m} smallest discs cannot go from peg {i} to peg {j} together"
            state[:m] = bytes([j]) * m
        else:
            free = 3 - i - j
            if state[m - 1] != i or state[: m - 1] != bytes([free]) * (m - 1):
                return f"disc {m} cannot go from peg {i} to peg {j}"
            if (i, j) not in towers.arcs:
                return f"no disc may move from peg {i} to peg {j}"
            state[m - 1] = j
    return None
