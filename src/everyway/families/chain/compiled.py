"""The search for folds as machine code: link by link, with two looks ahead.

After each link the squares that are left must hang together, and where links share faces at most
one of them may be a dead end: a square with a single way in, where the snake must end. For chains
of opposite hinges the first is exact: the rest of an Eulerian trail can be finished as long as it
hangs together (Fleury's rule), so without marks every node leads to a fold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from everyway.core.engine import Data
from everyway.families.chain.compiled_tables import states_of, tables_of
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.kernels.bits import WORD_BITS, lowest, to_words
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Memory, Numbers, add, at, put

COUNT, LIST, LAND, SPELL = range(4)
"""What is done with a fold that is met: only counted, listed, its link noted, its word noted."""

NODES_A_CALL = 200_000
ROWS = 4096
KEYS = 65_536
NO_LIMIT = 1 << 62
DEPTH, STAY, STAMP, FREE, NODES, MET = range(6)


class Place(NamedTuple):
    """The addresses of the tables of a puzzle (see ``Tables``) and of one search's own numbers.

    ``path`` are the states of the links laid, ``choice[k]`` the next way to try at link k,
    ``free[square]`` whether a square is free, ``ok[state]`` whether a state is allowed at all.
    ``seen`` and ``queue`` serve the look ahead. ``box`` holds, by the names above: how many links
    are laid, how many of these stay, the stamp of the last look ahead, the free squares as a word
    (if they are no more than its bits), and the nodes and folds of the last call. What is met goes
    to ``rows`` (codes), ``landed[code]`` (numbers) or ``keys`` (bit k: whether cube k + 2 turns,
    so at most 64 cubes have keys), as ``what`` says; ``link`` is the one that LAND looks at.
    """

    links: int
    states: int
    width: int
    first: int
    ways: int
    words: int
    succ: int
    letters: int
    starts: int
    cell: int
    code: int
    turn: int
    near: int
    masks: int
    kind: int
    entry: int
    leave: int
    want_cell: int
    want_turn: int
    closed: int
    undirected: int
    dead_ends: int
    path: int
    choice: int
    free: int
    ok: int
    seen: int
    queue: int
    box: int
    rows: int
    landed: int
    keys: int
    what: int
    link: int


@part
def after(p: Place, k: int, j: int) -> int:
    """Return way *j* from link *k* to the next state, or -1."""
    row = at(p.letters, k) * p.states + at(p.path, k)
    return at(p.succ, row * p.width + j)


@part
def next_square(p: Place, k: int) -> int:
    """Return a free square that may follow link *k*, or -1."""
    for j in range(p.width):
        state = after(p, k, j)
        if state < 0:
            break
        if at(p.free, at(p.cell, state)):
            return at(p.cell, state)
    return -1


@part
def hangs_together(p: Place, k: int, free: int) -> bool:
    """Return whether what is free can still be filled once link *k* is laid, so far as is seen.

    *free* has a bit for each free square, if there are no more than a word's bits.
    """
    first = next_square(p, k)
    if first < 0:
        return False
    here = at(p.cell, at(p.path, k))
    kind = at(p.kind, at(p.path, 0))
    if p.words:
        return floods_word(p, kind, here, first, free)
    return floods(p, kind, here, first) == p.links - 1 - k


@part
def floods_word(p: Place, kind: int, here: int, first: int, free: int) -> bool:
    """Return whether all squares of *free* are reached from *first*, with one dead end at most."""
    reached = 1 << first
    waiting = reached
    around = free | 1 << here
    ends = 0
    while waiting:
        near = at(p.masks, kind * p.links + lowest(waiting))
        waiting &= waiting - 1
        if p.dead_ends:
            ways = near & around
            if ways & (ways - 1) == 0:
                ends += 1
                if ways == 0 or ends > 1:
                    return False
        more = near & free & ~reached
        reached |= more
        waiting |= more
    return reached == free


@part
def floods(p: Place, kind: int, here: int, first: int) -> int:
    """Return how many free squares are reached from *first*; -1 if there are two dead ends."""
    add(p.box, STAMP, 1)
    stamp = at(p.box, STAMP)
    put(p.seen, first, stamp)
    put(p.queue, 0, first)
    head, tail, ends = 0, 1, 0
    while head < tail:
        row = (kind * p.links + at(p.queue, head)) * p.ways
        head += 1
        ways = 0
        for j in range(p.ways):
            other = at(p.near, row + j)
            if other < 0:
                break
            if at(p.free, other):
                ways += 1
                if at(p.seen, other) != stamp:
                    put(p.seen, other, stamp)
                    put(p.queue, tail, other)
                    tail += 1
            elif other == here:
                ways += 1
        if ways < 2 and p.dead_ends:
            ends += 1
            if ways == 0 or ends > 1:
                return -1
    return tail


@part
def is_complete(p: Place) -> bool:
    """Return whether the chain, all of whose links are laid, keeps the rules about its ends."""
    first, last = at(p.path, 0), at(p.path, p.links - 1)
    if p.closed and at(p.leave, last) != at(p.entry, first):
        return False
    return p.undirected == 0 or at(p.code, first) < at(p.code, last)


@part
def gather(p: Place, met: int) -> None:
    """Note the fold that is laid, number *met* of this call."""
    if p.what == LIST:
        for k in range(p.links):
            put(p.rows, met * p.links + k, at(p.code, at(p.path, k)))
    elif p.what == LAND:
        add(p.landed, at(p.code, at(p.path, p.link)), 1)
    elif p.what == SPELL:
        key = 0
        for k in range(1, p.links - 1):
            if at(p.turn, at(p.path, k)) != at(p.turn, at(p.path, k + 1)):
                key |= 1 << (k - 1)
        put(p.keys, met, key)


@part
def next_state(p: Place, k: int) -> int:
    """Return the next state to try for link *k*, or -1 when all were tried."""
    width = p.width if k else p.first
    j = at(p.choice, k)
    while j < width:
        state = after(p, k - 1, j) if k else at(p.starts, j)
        j += 1
        if state < 0:
            break
        square = at(p.cell, state)
        if at(p.free, square) and at(p.ok, state):
            cell, turn = at(p.want_cell, k), at(p.want_turn, k)
            if (cell < 0 or cell == square) and (turn < 0 or turn == at(p.turn, state)):
                put(p.choice, k, j)
                return state
    put(p.choice, k, j)
    return -1


@kernel
def walk(p: Place, most_nodes: int, most_met: int) -> bool:
    """Search on; return whether the search is finished. ``box`` says how much was done.

    No number overflows: nodes and folds of one call are at most *most_nodes*, and stamps are
    fewer than all nodes that a machine visits in a century.
    """
    k, free = at(p.box, DEPTH), at(p.box, FREE)
    stay = at(p.box, STAY)
    nodes, met = 0, 0
    done = False
    while nodes < most_nodes and met < most_met:
        state = next_state(p, k)
        if state < 0:
            if k == stay:
                done = True
                break
            k -= 1
            square = at(p.cell, at(p.path, k))
            put(p.free, square, 1)
            free |= 1 << (square & 63)
            continue
        nodes += 1
        square = at(p.cell, state)
        put(p.path, k, state)
        put(p.free, square, 0)
        free &= ~(1 << (square & 63))
        if k == p.links - 1:
            if is_complete(p):
                gather(p, met)
                met += 1
        elif hangs_together(p, k, free):
            k += 1
            put(p.choice, k, 0)
            continue
        put(p.free, square, 1)
        free |= 1 << (square & 63)
    put(p.box, DEPTH, k)
    put(p.box, FREE, free)
    put(p.box, NODES, nodes)
    put(p.box, MET, met)
    return done


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
        self.nodes = self.met = 0
        self.found: list[Data] = []
        self.spelled: dict[int, int] = {}
        self.landed = np.zeros(0, dtype=np.int64)
        self._what = what
        states = states_of(puzzle, links)
        self.done = states is None
        if states is not None:
            made = self._prepare(puzzle, states, allowed)
            both = made.undirected if undirected is None else int(undirected)
            self._place = made._replace(what=what, link=place, undirected=both)

    def _prepare(
        self, puzzle: LinkPuzzle, states: list[int], allowed: frozenset[int] | None
    ) -> Place:
        """Make the arrays of this search, and return their addresses."""
        self._tables = t = tables_of(puzzle)
        self._memory = memory = Memory()
        links = puzzle.length
        path, free = np.zeros(links, dtype=np.int64), np.ones(links, dtype=np.int64)
        for k, state in enumerate(states):
            path[k] = state
            free[t.cell[state]] = 0
        ok = np.ones(len(t.cell), dtype=np.int64)
        if allowed is not None:
            ok[:] = [code in allowed for code in t.code.tolist()]
        bits = sum(1 << i for i in np.flatnonzero(free).tolist() if i < WORD_BITS)
        laid = len(states)
        self._box = np.array([laid, laid, 0, to_words(bits, 1)[0], 0, 0], dtype=np.int64)
        self._rows = np.zeros((ROWS if self._what == LIST else 0, links), dtype=np.int64)
        self._keys = np.zeros(KEYS if self._what == SPELL else 0, dtype=np.int64)
        self.landed = np.zeros(int(t.code.max()) + 1, dtype=np.int64)
        keep = memory.keep
        return Place(
            links=links,
            states=len(t.cell),
            width=t.succ.shape[2],
            first=len(t.starts),
            ways=t.near.shape[2],
            words=t.masks.shape[1],
            closed=int(t.rules[0]),
            undirected=int(t.rules[1]),
            dead_ends=int(t.rules[2]),
            path=keep(path),
            choice=memory.zeros(links + 1),
            free=keep(free),
            ok=keep(ok),
            seen=memory.zeros(links),
            queue=memory.zeros(links + 1),
            box=keep(self._box),
            rows=keep(self._rows),
            landed=keep(self.landed),
            keys=keep(self._keys),
            what=COUNT,
            link=0,
            **{name: keep(values) for name, values in t._asdict().items() if name in Place._fields},
        )

    def advance(self, most_nodes: int, most_met: int | None = None) -> None:
        """Search on for *most_nodes* more nodes, or until *most_met* folds are met in all."""
        stop = self.nodes + most_nodes
        room = {LIST: ROWS, SPELL: KEYS}.get(self._what, NO_LIMIT)
        while not self.done and self.nodes < stop:
            wanted = room if most_met is None else min(room, most_met - self.met)
            if wanted <= 0:
                return
            # A call of machine code cannot be interrupted, so none is long.
            self.done = bool(walk(self._place, min(stop - self.nodes, NODES_A_CALL), wanted))
            met = int(self._box[MET])
            self.nodes += int(self._box[NODES])
            self.met += met
            if self._what == LIST:
                self.found += map(tuple, self._rows[:met].tolist())
            elif self._what == SPELL:
                self._note_words(self._keys[:met])

    def _note_words(self, keys: Numbers) -> None:
        found, numbers = np.unique(keys, return_counts=True)
        for key, times in zip(found.tolist(), numbers.tolist(), strict=True):
            self.spelled[key] = self.spelled.get(key, 0) + times
