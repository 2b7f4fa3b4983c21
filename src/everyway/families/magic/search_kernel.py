"""The compiled search: the steps of a program, with every number as a bit of one word.

Numbers are known by their rank among those to be used, at most 62, so sets of them fit a word.
Sums are of at most 62 numbers of at most 10**12, so 64 bits hold them; the factors of determined
cells are small (``compiled.MOST_FACTOR``). Tables are passed by their addresses.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import add, at, put

WIDTH = 10
"""The numbers of a step: cell, whether it is free, constant, divisor, and where its terms, bounds
and pairs begin and end."""


class Tables(NamedTuple):
    """Addresses of the tables of a search, and how many steps and numbers there are.

    ``terms`` are pairs (cell, factor), ``bounds`` triples (line, least, most), ``pairs`` pairs
    (cell, 1 for a smaller number there or -1 for a greater one). ``ranks[v - least number]`` is how
    many numbers are below v. ``values`` are the numbers by cell, ``left`` what is left of each
    line's sum. ``able[depth]`` are the ranks still to be tried, ``taken[depth]`` the one that
    stands there, or -1. ``state`` is depth, unused ranks, squares found.
    """

    steps: int
    terms: int
    bounds: int
    pairs: int
    numbers: int
    ranks: int
    values: int
    left: int
    taken: int
    able: int
    state: int
    depth: int
    amount: int
    size: int


@part
def candidates(tables: Tables, depth: int, unused: int) -> int:
    """Return the set of ranks that step *depth* may take: those of *unused* within all bounds."""
    step = tables.steps + depth * (WIDTH * 8)
    least = at(tables.numbers, 0)
    low, high = least, at(tables.numbers, tables.amount - 1)
    for b in range(at(step, 6), at(step, 7)):
        left = at(tables.left, at(tables.bounds, 3 * b))
        low = max(low, left - at(tables.bounds, 3 * b + 2))
        high = min(high, left - at(tables.bounds, 3 * b + 1))
    for p in range(at(step, 8), at(step, 9)):
        other = at(tables.values, at(tables.pairs, 2 * p))
        if at(tables.pairs, 2 * p + 1) > 0:
            low = max(low, other + 1)
        else:
            high = min(high, other - 1)
    if low > high:
        return 0
    if at(step, 1):
        above = (1 << at(tables.ranks, high + 1 - least)) - 1
        return unused & above & ~((1 << at(tables.ranks, low - least)) - 1)
    value = at(step, 2)
    for t in range(at(step, 4), at(step, 5)):
        value += at(tables.terms, 2 * t + 1) * at(tables.values, at(tables.terms, 2 * t))
    divisor = at(step, 3)
    if divisor > 1:
        if value % divisor:
            return 0
        value //= divisor
    if value < low or value > high:
        return 0
    rank = at(tables.ranks, value - least)
    return unused & (1 << rank) if at(tables.numbers, rank) == value else 0


@kernel
def enter(tables: Tables) -> None:
    """Find what the step where the search begins may take."""
    depth = at(tables.state, 0)
    put(tables.able, depth, candidates(tables, depth, at(tables.state, 1)))


@kernel
def advance(
    tables: Tables, found: int, room: int, start: int, most_nodes: int, most_found: int
) -> int:
    """Search on for at most *most_nodes* nodes; return how many were visited.

    The first *room* squares are written to *found*. The search ends when the depth falls below
    *start*, and pauses when *most_found* are found.
    """
    state = tables.state
    depth, unused, number = at(state, 0), at(state, 1), at(state, 2)
    nodes = 0
    while depth >= start and nodes < most_nodes and number < most_found:
        step = tables.steps + depth * (WIDTH * 8)
        rank = at(tables.taken, depth)
        if rank >= 0:
            value = at(tables.numbers, rank)
            unused |= 1 << rank
            put(tables.taken, depth, -1)
            for b in range(at(step, 6), at(step, 7)):
                add(tables.left, at(tables.bounds, 3 * b), value)
        able = at(tables.able, depth)
        if able == 0:
            depth -= 1
            continue
        rank = lowest(able)
        put(tables.able, depth, able & (able - 1))
        nodes += 1
        value = at(tables.numbers, rank)
        put(tables.values, at(step, 0), value)
        if depth + 1 == tables.depth:
            if number < room:
                for i in range(tables.size):
                    put(found, number * tables.size + i, at(tables.values, i))
            number += 1
            continue
        following = candidates_after(tables, depth, unused & ~(1 << rank), value)
        if following == 0:
            for b in range(at(step, 6), at(step, 7)):
                add(tables.left, at(tables.bounds, 3 * b), value)
            continue
        put(tables.taken, depth, rank)
        unused &= ~(1 << rank)
        depth += 1
        put(tables.able, depth, following)
    put(state, 0, depth)
    put(state, 1, unused)
    put(state, 2, number)
    return nodes


@part
def candidates_after(tables: Tables, depth: int, unused: int, value: int) -> int:
    """Take *value* at *depth* from its lines; return what the next step may take."""
    step = tables.steps + depth * (WIDTH * 8)
    for b in range(at(step, 6), at(step, 7)):
        add(tables.left, at(tables.bounds, 3 * b), -value)
    return candidates(tables, depth + 1, unused)
