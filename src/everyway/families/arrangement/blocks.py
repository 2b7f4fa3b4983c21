"""Arrangements as NumPy arrays, block by block: what the kernels start from at any rank."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from math import comb, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from everyway.families.arrangement import block_kernels as kernels
from everyway.families.arrangement.counting import factorial_digits
from everyway.families.arrangement.orders_permutations import (
    ExchangePermutations,
    HeapPermutations,
    TrotterPermutations,
)
from everyway.families.arrangement.orders_subsets import (
    GraySubsets,
    LexicographicSubsets,
    RevolvingDoor,
    starts,
)
from everyway.families.arrangement.puzzle import Arrangements, Combinations, PowerSet

Rows = npt.NDArray[Any]
Fill = Callable[[Rows], None]

ROWS_A_CALL = 262_144
"""A call of machine code cannot be interrupted, so none is long."""

MOST_IN_TEMPLATE = 6_000


def blocks(puzzle: Arrangements, start: int, total: int, size: int) -> Iterator[Rows]:
    """Yield *total* arrangements from rank *start* on, in new arrays of at most *size* rows."""
    if isinstance(puzzle, PowerSet):
        width, greatest = len(puzzle.stock.counts), max(puzzle.stock.counts, default=0)
    else:
        width, greatest = puzzle.length, len(puzzle.items) - 1
    kind = np.uint8 if greatest < 256 else np.uint16
    fill = _fill_nothing if not (total and width) else _fill(puzzle, start)
    while total:
        out = np.empty((min(size, total), width), dtype=kind)
        for row in range(0, len(out), ROWS_A_CALL):
            fill(out[row : row + ROWS_A_CALL])
        total -= len(out)
        yield out


def _fill_nothing(out: Rows) -> None:
    """Fill rows without places."""


def _fill(puzzle: Arrangements, start: int) -> Fill:
    """Return the function that writes the next arrangements into rows, the first at *start*."""
    if isinstance(puzzle, PowerSet):
        return _subsets(puzzle, start)
    if isinstance(puzzle, Combinations):
        if puzzle.order == "revolving-door":
            c = _array((*puzzle.listing.unrank(start), len(puzzle.items)))
            return lambda out: kernels.doors(out, c)
        if puzzle.stock.distinct:
            return _combinations_by_template(puzzle, start)
        return _selections(puzzle, start)
    if puzzle.order == "lexicographic" and puzzle.stock.distinct:
        return _permutations_by_template(puzzle, start)
    return _permutations(puzzle, start)


def _array(numbers: Any) -> Rows:
    return np.array(numbers, dtype=np.int64)


def _permutations_by_template(puzzle: Arrangements, start: int) -> Fill:
    n, k = len(puzzle.items), puzzle.length
    tail = 1
    while tail < k and perm(n - k + tail + 1, tail + 1) <= MOST_IN_TEMPLATE:
        tail += 1
    prefix = k - tail
    rows = itertools.permutations(range(n - prefix), tail)
    template = np.array(list(rows), dtype=np.int64)
    head = list(puzzle.listing.unrank(start)[:prefix])
    array = _array(head + sorted(set(range(n)) - set(head)))
    offset = start % len(template)

    def fill(out: Rows) -> None:
        nonlocal offset
        offset = kernels.permutations_by_template(out, array, prefix, template, offset)

    return fill


def _permutations(puzzle: Arrangements, start: int) -> Fill:
    symbols, order = _array(puzzle.stock.firsts), puzzle.listing
    if isinstance(order, ExchangePermutations):
        whole, sources = map(_array, order.place(start))
        return lambda out: kernels.exchanges(out, whole, sources, symbols)
    kinds = order.unrank(start)
    if isinstance(order, TrotterPermutations):
        array, place_of = _array(kinds), _array(np.argsort(kinds))
        directions = _array(order.directions(start))
        return lambda out: kernels.sweeps(out, array, place_of, directions)
    if isinstance(order, HeapPermutations):
        array, turns = _array(kinds), _array(factorial_digits(start, len(kinds)))
        return lambda out: kernels.rounds(out, array, turns)
    left = list(puzzle.stock.grouped)
    for kind in kinds:
        left.remove(kind)
    array = _array((*kinds, *left))
    return lambda out: kernels.permutations(out, array, symbols)


def _combinations_by_template(puzzle: Arrangements, start: int) -> Fill:
    n, k = len(puzzle.items), puzzle.length
    tail = 1
    while tail < k and comb(n, tail + 1) <= MOST_IN_TEMPLATE:
        tail += 1
    template = np.array(list(itertools.combinations(range(n), tail)), dtype=np.int64)
    chosen = puzzle.listing.unrank(start)
    before = tuple(chosen[k - tail :])
    offset = next(row for row, listed in enumerate(map(tuple, template)) if listed == before)
    head = _array(chosen[: k - tail])

    def fill(out: Rows) -> None:
        nonlocal offset
        offset = kernels.combinations_by_template(out, head, n, template, offset)

    return fill


def _selections(puzzle: Arrangements, start: int) -> Fill:
    chosen, grouped = _array(puzzle.listing.unrank(start)), _array(puzzle.stock.grouped)
    begins, symbols = _array(starts(puzzle.stock)), _array(puzzle.stock.firsts)
    return lambda out: kernels.selections(out, chosen, grouped, begins, symbols)


def _subsets(puzzle: Arrangements, start: int) -> Fill:
    order, counts = puzzle.listing, _array(puzzle.stock.counts)
    kinds = order.unrank(start)
    inside = np.bincount(_array(kinds), minlength=len(counts)).astype(np.int64)
    if isinstance(order, LexicographicSubsets):
        last = kinds[-1] if kinds else -1

        def fill(out: Rows) -> None:
            nonlocal last
            last = kernels.subsets(out, inside, counts, last)

        return fill
    reflected = isinstance(order, GraySubsets)
    steps = _array(order.directions(start)) if reflected else np.ones_like(counts)
    return lambda out: kernels.counters(out, inside, steps, counts, reflected)
