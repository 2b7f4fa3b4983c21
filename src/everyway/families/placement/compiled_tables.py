"""The arrays that the compiled search works on: a model as tables, a node, the stack of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from everyway.families.placement.model import Model
from everyway.families.placement.propagation import State
from everyway.kernels.bits import to_table, to_words, words_for
from everyway.kernels.memory import NUMBER_BYTES, Memory, Numbers

LISTED_WORDS = 1 << 15


class Sets(NamedTuple):
    """Weighted sets of variables, each as the few words it has members in.

    Level t of set k, the members with a weight above t, is the ``length[k]`` entries from
    ``start[k] + t * length[k]`` on: entry j is the word ``mask[j]`` at place ``word[j]``. All
    levels of a set have the places of its level 0; these rise.
    """

    start: int
    length: int
    levels: int
    word: int
    mask: int


class Tables(NamedTuple):
    """A model: how large it is, and the addresses of its arrays, which nobody changes.

    The sets are the totals, then the coverers of each cover, then the cliques of each partition,
    these with weights in pieces; partition p is the sets from ``partition[p]`` up to
    ``partition[p + 1]``. ``excludes[v]`` are the conflicts of v and v itself. Variable v weighs
    ``in_weight[i]`` in total ``in_total[i]`` for i from ``in_start[v]`` up to ``in_start[v + 1]``.
    """

    variables: int
    words: int
    cover_words: int
    totals: int
    total_words: int
    partitions: int
    clique_words: int
    number_levels: int
    sets: Sets
    low: int
    high: int
    excludes: int
    covers: int
    in_start: int
    in_total: int
    in_weight: int
    partition: int


class Node(NamedTuple):
    """The addresses of the node in hand, and of room to reckon in.

    ``free``, ``chosen``, ``uncovered``, ``totals``, ``cliques`` and ``have`` follow each other, so
    that a node is put on the stack and taken from it as a *record* of ``size`` numbers.
    ``have[t]`` is the weight that is chosen in total t; the others are bitsets. ``totals`` are
    those that can still exclude or demand something, ``cliques`` those that may still have free
    members, in ``clique_words`` words for each partition.
    """

    size: int
    free: int
    chosen: int
    uncovered: int
    totals: int
    cliques: int
    have: int
    gains: int
    histogram: int


class Stack(NamedTuple):
    """The addresses of the records of the nodes above, and of the children each has yet to try."""

    records: int
    rest: int


class Harvest(NamedTuple):
    """The addresses of what was met since it was last collected.

    ``met[0]`` is the number of solutions and ``counts`` their numbers by size; ``listed[0]`` is
    how many of the rows of ``found``, of which there are ``rows``, are in use.
    """

    met: int
    counts: int
    listed: int
    found: int
    rows: int


@lru_cache(maxsize=16)
def tables_of(model: Model) -> tuple[Memory, Tables]:
    """Return *model* as arrays, which several searches may share, and the memory they are in."""
    memory = Memory()
    variables = len(model.cells)
    words, cover_words = words_for(variables), words_for(len(model.coverers))
    number = model.totals[0].levels
    leveled: list[Sequence[int]] = [total.levels for total in model.totals]
    leveled += [[members] for members in model.coverers]
    partition = [len(leveled)]
    for cliques in model.partitions:
        leveled += [[clique & level for level in number] for clique in cliques]
        partition.append(len(leveled))
    weights = np.array([_weights(total.levels, variables) for total in model.totals])
    holders, in_total = np.nonzero(weights.T)
    low, high = _bounds(model)
    tables = Tables(
        variables=variables,
        words=words,
        cover_words=cover_words,
        totals=len(model.totals),
        total_words=words_for(len(model.totals)),
        partitions=len(model.partitions),
        clique_words=words_for(max(map(len, model.partitions), default=0)),
        number_levels=len(number),
        sets=_sets(memory, leveled, words),
        low=memory.keep(_numbers(low)),
        high=memory.keep(_numbers(high)),
        excludes=memory.keep(to_table((c | 1 << v for v, c in enumerate(model.conflicts)), words)),
        covers=memory.keep(to_table(model.covers, cover_words)),
        in_start=memory.keep(np.searchsorted(holders, np.arange(variables + 1))),
        in_total=memory.keep(in_total.copy()),
        in_weight=memory.keep(weights.T[holders, in_total]),
        partition=memory.keep(_numbers(partition)),
    )
    return memory, tables


def _bounds(model: Model) -> tuple[list[int], list[int]]:
    """Return the lower and the upper bounds of the totals, cut so that they surely fit a word.

    Beyond a limit they say nothing more: no choice of variables reaches such a low, and none
    comes so near to such a high that it matters.
    """
    low, high = [], []
    for total in model.totals:
        limit = total.weigh(model.everything) + len(total.levels) + len(model.coverers) + 2
        low.append(min(total.low, limit))
        high.append(min(total.high, limit))
    return low, high


def _numbers(numbers: Sequence[int]) -> Numbers:
    return np.array(numbers, dtype=np.int64)


def _weights(levels: Sequence[int], variables: int) -> Numbers:
    """Return the weight of each variable in the set of these *levels*."""
    table = to_table(levels, words_for(variables))
    members = np.unpackbits(table.view(np.uint8), axis=1, bitorder="little")
    weights: Numbers = members[:, :variables].sum(axis=0, dtype=np.int64)
    return weights


def _sets(memory: Memory, leveled: Sequence[Sequence[int]], words: int) -> Sets:
    """Return the sets with these levels, of *words* words each."""
    levels = _numbers([len(levels) for levels in leveled])
    masks = to_table((level for levels in leveled for level in levels), words)
    bases = to_table((levels[0] for levels in leveled for _ in levels), words)
    row, word = np.nonzero(bases)
    # The first row of each set, and the first entry of each row; one more ends the last.
    first_row = np.concatenate([[0], np.cumsum(levels)])
    first_entry = np.searchsorted(row, np.arange(first_row[-1] + 1))
    start = first_entry[first_row[:-1]]
    entries = first_entry[first_row[1:]] - start
    return Sets(
        start=memory.keep(start),
        length=memory.keep(entries // np.maximum(levels, 1)),
        levels=memory.keep(levels),
        word=memory.keep(word.copy()),
        mask=memory.keep(masks[row, word]),
    )


def node_of(memory: Memory, model: Model, tables: Tables, state: State) -> Node:
    """Return *state* as a node in *memory*."""
    cliques = [(1 << len(partition)) - 1 for partition in model.partitions]
    parts = [
        to_words(state.free, tables.words),
        to_words(state.chosen, tables.words),
        to_words(state.uncovered, tables.cover_words),
        to_words((1 << tables.totals) - 1, tables.total_words),
        to_table(cliques, tables.clique_words).ravel(),
        _numbers([total.weigh(state.chosen) for total in model.totals]),
    ]
    record = np.concatenate(parts)
    first = memory.keep(record)
    free, chosen, uncovered, totals, open_cliques, have = (
        first + NUMBER_BYTES * before for before in accumulate(map(len, parts[:-1]), initial=0)
    )
    return Node(
        size=len(record),
        free=free,
        chosen=chosen,
        uncovered=uncovered,
        totals=totals,
        cliques=open_cliques,
        have=have,
        gains=memory.zeros(max(map(len, model.partitions), default=0)),
        histogram=memory.zeros(len(model.coverers) + 1),
    )


def stack_for(memory: Memory, tables: Tables, node: Node, state: State) -> Stack:
    """Return room for every node below *state*: each has chosen one free variable more."""
    depth = state.free.bit_count() + 1
    return Stack(memory.zeros(depth, node.size), memory.zeros(depth, tables.words))


def listed_rows(tables: Tables) -> int:
    """Return how many solutions to have room for: all that one node may add, and some more."""
    return tables.variables + 1 + LISTED_WORDS // tables.words
