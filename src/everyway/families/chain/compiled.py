"""The search for folds as machine code: link by link, with two looks ahead.

After each link the squares that are left must hang together, and where links share faces at most one
of them may be a dead end: a square with a single way in, where the snake must end. For chains of
opposite hinges the first is exact: what is left of an Eulerian trail can be finished as long as it
hangs together (Fleury's rule), so without marks every node leads to a fold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from everyway.core.engine import Data
from everyway.families.chain.compiled_tables import Tables, states_of, tables_of
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Numbers

COUNT, LIST, LAND, SPELL = range(4)
"""What is done with a fold that is met: only counted, listed, its link noted, its word noted."""

NODES_A_CALL = 100_000
ROWS = 4096
NO_LIMIT = 1 << 62


class Walker(NamedTuple):
    """Where the search stands.

    ``path`` are the states of the links laid, ``choice[k]`` the next way to try at link k,
    ``free`` says which squares are free, ``ok`` which states are allowed at all. ``seen`` and
    ``queue`` serve the look ahead. ``box``: how many links are laid, how many of these stay, the
    stamp of the last look ahead.
    """

    path: Numbers
    choice: Numbers
    free: Numbers
    ok: Numbers
    seen: Numbers
    queue: Numbers
    box: Numbers


class Harvest(NamedTuple):
    """What was met: ``rows`` of codes, ``landed[code]`` folds, ``keys`` of words; see ``what``.

    ``what``: one of COUNT, LIST, LAND, SPELL, and the link that LAND looks at. The bits of a key
    say which cubes turn, the first in bit 0; so at most 64 cubes have keys.
    """

    rows: Numbers
    landed: Numbers
    keys: Numbers
    what: Numbers


@part
def hangs_together(t: Tables, w: Walker, k: int) -> bool:
    """Return whether what is free can still be filled once link *k* is laid, so far as is seen."""
    links = len(w.path)
    left = links - 1 - k
    if left == 0:
        return True
    state = w.path[k]
    here = t.cell[state]
    kind = t.kind[w.path[0]]
    letter = t.letters[k]
    first = -1
    for j in range(t.succ.shape[2]):
        after = t.succ[letter, state, j]
        if after < 0:
            break
        if w.free[t.cell[after]]:
            first = t.cell[after]
            break
    if first < 0:
        return False
    w.box[2] += 1
    stamp = w.box[2]
    w.seen[first] = stamp
    w.queue[0] = first
    head, tail, ends = 0, 1, 0
    while head < tail:
        square = w.queue[head]
        head += 1
        ways = 0
        for j in range(t.near.shape[2]):
            other = t.near[kind, square, j]
            if other < 0:
                break
            if w.free[other]:
                ways += 1
                if w.seen[other] != stamp:
                    w.seen[other] = stamp
                    w.queue[tail] = other
                    tail += 1
            elif other == here:
                ways += 1
        if ways < 2 and t.rules[2]:
            ends += 1
            if ways == 0 or ends > 1:
                return False
    return tail == left


@part
def is_complete(t: Tables, w: Walker) -> bool:
    """Return whether the chain, all of whose links are laid, keeps the rules about its ends."""
    first, last = w.path[0], w.path[len(w.path) - 1]
    if t.rules[0] and t.leave[last] != t.entry[first]:
        return False
    return t.rules[1] == 0 or t.code[first] < t.code[last]


@part
def gather(t: Tables, w: Walker, harvest: Harvest, met: int) -> None:
    """Note the fold that is laid, the *met*-th of this call."""
    what = harvest.what[0]
    links = len(w.path)
    if what == LIST:
        for k in range(links):
            harvest.rows[met, k] = t.code[w.path[k]]
    elif what == LAND:
        harvest.landed[t.code[w.path[harvest.what[1]]]] += 1
    elif what == SPELL:
        key = 0
        for k in range(1, links - 1):
            if t.turn[w.path[k]] != t.turn[w.path[k + 1]]:
                key |= 1 << (k - 1)
        harvest.keys[met] = key


@part
def next_state(t: Tables, w: Walker, k: int) -> int:
    """Return the next state to try for link *k*, or -1 when all were tried."""
    width = len(t.starts) if k == 0 else t.succ.shape[2]
    while w.choice[k] < width:
        j = w.choice[k]
        w.choice[k] += 1
        state = t.starts[j] if k == 0 else t.succ[t.letters[k - 1], w.path[k - 1], j]
        if state < 0:
            break
        square = t.cell[state]
        if not w.free[square] or not w.ok[state]:
            continue
        if t.want_cell[k] >= 0 and t.want_cell[k] != square:
            continue
        if t.want_turn[k] >= 0 and t.want_turn[k] != t.turn[state]:
            continue
        return int(state)
    return -1


@kernel
def walk(
    t: Tables, w: Walker, harvest: Harvest, most_nodes: int, most_met: int
) -> tuple[int, int, bool]:
    """Search on; return the nodes, the folds met, and whether the search is finished.

    No number overflows: nodes and folds of one call are at most *most_nodes*, and stamps are
    fewer than all nodes that a machine visits in a century.
    """
    links = len(w.path)
    k = w.box[0]
    nodes, met = 0, 0
    while nodes < most_nodes and met < most_met:
        state = next_state(t, w, k)
        if state < 0:
            if k == w.box[1]:
                w.box[0] = k
                return nodes, met, True
            k -= 1
            w.free[t.cell[w.path[k]]] = 1
            continue
        nodes += 1
        w.path[k] = state
        w.free[t.cell[state]] = 0
        if k == links - 1:
            if is_complete(t, w):
                gather(t, w, harvest, met)
                met += 1
        elif hangs_together(t, w, k):
            k += 1
            w.choice[k] = 0
            continue
        w.free[t.cell[state]] = 1
    w.box[0] = k
    return nodes, met, False


class CompiledSearch:
    """A depth-first search below some first links, which can pause and go on.

    *links* are the numbers of these links, as in ``Data``; fewer than all. *what* is one of COUNT,
    LIST, LAND, SPELL; *place* the link that LAND looks at. With *undirected* false a fold and its
    reverse both count. *allowed* are the numbers that links may have, or None for all. Searches
    share nothing that changes, and run without the GIL.

    >>> from everyway.families.chain.snake import SnakeCube
    >>> search = CompiledSearch(SnakeCube(board="2x2x2"), ())
    >>> search.advance(10_000)
    >>> search.done, search.met
    (True, 144)
    """

    def __init__(
        self,
        puzzle: LinkPuzzle,
        links: Data,
        what: int = COUNT,
        *,
        place: int = 0,
        undirected: bool | None = None,
        allowed: frozenset[int] | None = None,
    ) -> None:
        self.tables = tables = tables_of(puzzle)
        if undirected is not None:
            rules = tables.rules.copy()
            rules[1] = undirected
            self.tables = tables = tables._replace(rules=rules)
        self.nodes = self.met = 0
        self.found: list[Data] = []
        self.spelled: dict[int, int] = {}
        states = states_of(puzzle, links)
        self.done = states is None
        number = puzzle.length
        codes = int(tables.code.max()) + 1
        self._walker = _walker(tables, states or [], number, allowed)
        self.harvest = Harvest(
            rows=np.zeros((ROWS if what == LIST else 0, number), dtype=np.int64),
            landed=np.zeros(codes if what == LAND else 0, dtype=np.int64),
            keys=np.zeros(ROWS * 16 if what == SPELL else 0, dtype=np.int64),
            what=np.array([what, place], dtype=np.int64),
        )
        self._what = what

    def advance(self, most_nodes: int, most_met: int | None = None) -> None:
        """Search on for *most_nodes* more nodes, or until *most_met* folds are met in all."""
        stop = self.nodes + most_nodes
        room = {LIST: ROWS, SPELL: ROWS * 16}.get(self._what, NO_LIMIT)
        while not self.done and self.nodes < stop:
            wanted = room if most_met is None else min(room, most_met - self.met)
            if wanted <= 0:
                return
            # A call of machine code cannot be interrupted, so none is long.
            budget = min(stop - self.nodes, NODES_A_CALL)
            nodes, met, self.done = walk(self.tables, self._walker, self.harvest, budget, wanted)
            self.nodes += nodes
            self.met += met
            if self._what == LIST:
                self.found += map(tuple, self.harvest.rows[:met].tolist())
            elif self._what == SPELL:
                keys, numbers = np.unique(self.harvest.keys[:met], return_counts=True)
                for key, times in zip(keys.tolist(), numbers.tolist(), strict=True):
                    self.spelled[key] = self.spelled.get(key, 0) + times


def _walker(
    tables: Tables, states: list[int], links: int, allowed: frozenset[int] | None
) -> Walker:
    path = np.zeros(links, dtype=np.int64)
    free = np.ones(links, dtype=np.int64)
    for k, state in enumerate(states):
        path[k] = state
        free[tables.cell[state]] = 0
    ok = np.ones(len(tables.cell), dtype=np.int64)
    if allowed is not None:
        ok[:] = [code in allowed for code in tables.code.tolist()]
    return Walker(
        path=path,
        choice=np.zeros(links + 1, dtype=np.int64),
        free=free,
        ok=ok,
        seen=np.zeros(links, dtype=np.int64),
        queue=np.zeros(links + 1, dtype=np.int64),
        box=np.array([len(states), len(states), 0], dtype=np.int64),
    )
