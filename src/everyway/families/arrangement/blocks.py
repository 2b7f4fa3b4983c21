"""Arrangements as NumPy arrays, block by block: what the kernels start from at any rank."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import comb, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from everyway.families.arrangement import block_kernels as kernels
from everyway.families.arrangement import template_kernels
from everyway.families.arrangement.block_kernels import WORD, Target
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
Fill = Callable[[Target], None]

ROWS_A_CALL = 262_144
"""A call of machine code cannot be interrupted, so none is long."""

MOST_IN_TEMPLATE = 1_000
MOST_LEFT = 24
"""From how many items a half of a template's places may be filled: its table is their square."""


def blocks(puzzle: Arrangements, start: int, total: int, size: int) -> Iterator[Rows]:
    """Yield *total* arrangements from rank *start* on, in new arrays of at most *size* rows."""
    if isinstance(puzzle, PowerSet):
        width, greatest = len(puzzle.stock.counts), max(puzzle.stock.counts, default=0)
    else:
        width, greatest = puzzle.length, len(puzzle.items) - 1
    kind = np.dtype(np.uint8 if greatest < 256 else np.uint16)
    fill = _fill(puzzle, start, kind) if total and width else None
    while total:
        rows = min(size, total)
        # Kernels write whole words: the last one may reach beyond the last row.
        room = np.empty(rows * width + WORD, dtype=kind)
        bytes_a_row = width * kind.itemsize
        address = int(room.ctypes.data)
        for row in range(0, rows if fill else 0, ROWS_A_CALL):
            assert fill is not None
            number = min(ROWS_A_CALL, rows - row)
            fill(Target(address + row * bytes_a_row, number, bytes_a_row, 8 * kind.itemsize))
        total -= rows
        yield room[: rows * width].reshape(rows, width)


def _array(numbers: Any) -> Rows:
    return np.array(numbers, dtype=np.int64)


def _image(values: Sequence[int], kind: np.dtype[Any]) -> Rows:
    """Return a row to write from, as words."""
    words = -(-len(values) * kind.itemsize // WORD)
    image = np.zeros(words * WORD // kind.itemsize, dtype=kind)
    image[: len(values)] = values
    return image.view(np.int64)


def _fill(puzzle: Arrangements, start: int, kind: np.dtype[Any]) -> Fill:
    """Return the function that writes the next arrangements, the first of them that at *start*."""
    if isinstance(puzzle, PowerSet):
        return _subsets(puzzle, start, kind)
    by_template = puzzle.stock.distinct and kind == np.uint8
    if isinstance(puzzle, Combinations):
        if isinstance(puzzle.listing, RevolvingDoor):
            c = puzzle.listing.unrank(start)
            image = _image(c, kind)
            ended = _array((*c, len(puzzle.items)))
            return lambda target: kernels.doors(target, image, ended)
        if by_template:
            return _combinations_by_template(puzzle, start)
        return _selections(puzzle, start, kind)
    if by_template and puzzle.order == "lexicographic":
        return _permutations_by_template(puzzle, start)
    return _permutations(puzzle, start, kind)


def _permutations_by_template(puzzle: Arrangements, start: int) -> Fill:
    n, k = len(puzzle.items), puzzle.length
    tail = 1
    while tail < min(k, WORD) and _pays(n - k + tail + 1, tail + 1):
        tail += 1
    prefix, left = k - tail, n - k + tail
    halves = (tail // 2, tail - tail // 2)
    rows = np.array(list(itertools.permutations(range(left), tail)), dtype=np.int64)
    # Number x of a half has a digit for each place, in base the number of items left.
    powers = left ** np.arange(WORD, dtype=np.int64)
    numbers = [rows[:, : halves[0]] @ powers[: halves[0]][::-1],
               rows[:, halves[0] :] @ powers[: halves[1]][::-1]]  # fmt: skip
    tables = np.zeros((2, left ** halves[1], WORD), dtype=np.uint8)
    template = WORD * numbers[0] | (WORD * (numbers[1] + tables.shape[1])) << 32
    tables_at = int(tables.ctypes.data)
    head = puzzle.listing.unrank(start)[:prefix]
    array = _array([*head, *sorted(set(range(n)) - set(head))])
    image = _still(head, k)
    at = int(image.ctypes.data)
    offset = start % len(template)

    def fill(target: Target) -> None:
        nonlocal offset
        offset = template_kernels.permutations_by_template(
            target, image, at, array, halves, template, tables, tables_at, offset
        )

    return fill


def _still(head: Sequence[int], k: int) -> Rows:
    """Return a row with zeros in place of what a template writes, and room for a word."""
    image = np.zeros(k + WORD, dtype=np.uint8)
    image[: len(head)] = head
    return image


def _pays(left: int, tail: int) -> bool:
    """Return whether a template for *tail* places and *left* items is short, its tables too."""
    return perm(left, tail) <= MOST_IN_TEMPLATE and (tail < 3 or left <= MOST_LEFT)


def _permutations(puzzle: Arrangements, start: int, kind: np.dtype[Any]) -> Fill:
    order, k, distinct = puzzle.listing, puzzle.length, puzzle.stock.distinct
    symbols = _array(puzzle.stock.firsts)
    kinds = order.unrank(start)
    image = _image([puzzle.stock.firsts[kind] for kind in kinds], kind)
    if isinstance(order, ExchangePermutations):
        whole, sources = map(_array, order.place(start))
        return lambda target: kernels.exchanges(target, image, whole, sources, symbols, distinct)
    if isinstance(order, TrotterPermutations):
        array = _array(kinds)
        place_of, directions = _array(np.argsort(kinds)), _array(order.directions(start))
        return lambda target: kernels.sweeps(target, image, array, place_of, directions, k)
    if isinstance(order, HeapPermutations):
        array, turns = _array(kinds), _array(factorial_digits(start, k))
        return lambda target: kernels.rounds(target, image, array, turns)
    left = list(puzzle.stock.grouped)
    for taken in kinds:
        left.remove(taken)
    array = _array((*kinds, *left))
    return lambda target: kernels.permutations(target, image, array, symbols, k)


def _combinations_by_template(puzzle: Arrangements, start: int) -> Fill:
    n, k = len(puzzle.items), puzzle.length
    tail = 1
    while tail < min(k, WORD) and comb(n, tail + 1) <= MOST_IN_TEMPLATE:
        tail += 1
    rows = list(itertools.combinations(range(n), tail))
    firsts = _array([row[0] for row in rows])
    table = np.zeros((len(rows), WORD), dtype=np.uint8)
    table[:, min(k, WORD) - tail : min(k, WORD)] = rows
    words = table.view(np.int64)[:, 0]
    chosen = puzzle.listing.unrank(start)
    offset = rows.index(chosen[k - tail :])
    head = _array(chosen[: k - tail])
    image = _still(chosen[: k - tail], k)
    at = int(image.ctypes.data)

    def fill(target: Target) -> None:
        nonlocal offset
        offset = template_kernels.combinations_by_template(
            target, image, at, head, n, firsts, words, offset
        )

    return fill


def _selections(puzzle: Arrangements, start: int, kind: np.dtype[Any]) -> Fill:
    firsts, kinds = puzzle.stock.firsts, puzzle.listing.unrank(start)
    chosen, grouped = _array(kinds), _array(puzzle.stock.grouped)
    begins, symbols = _array(starts(puzzle.stock)), _array(firsts)
    image = _image([firsts[kind] for kind in kinds], kind)
    return lambda target: kernels.selections(target, image, chosen, grouped, begins, symbols)


def _subsets(puzzle: Arrangements, start: int, kind: np.dtype[Any]) -> Fill:
    order, counts = puzzle.listing, _array(puzzle.stock.counts)
    kinds = order.unrank(start)
    numbers = [kinds.count(kind) for kind in range(len(counts))]
    image, inside = _image(numbers, kind), _array(numbers)
    if isinstance(order, LexicographicSubsets):
        last = kinds[-1] if kinds else -1

        def fill(target: Target) -> None:
            nonlocal last
            last = kernels.subsets(target, image, inside, counts, last)

        return fill
    steps = _array(order.directions(start) if isinstance(order, GraySubsets) else [1] * len(counts))
    reflected = isinstance(order, GraySubsets)
    return lambda target: kernels.counters(target, image, inside, steps, counts, reflected)
