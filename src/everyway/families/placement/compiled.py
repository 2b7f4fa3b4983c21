"""The search of ``propagation.py`` as machine code: the same tree, node for node.

The parts bear the names of the functions that they replace. They change the node in hand, which
``walk`` takes from the stack and puts back on it.
"""

from __future__ import annotations

import numpy as np

from everyway.families.placement.compiled_settle import (
    NONE,
    choose,
    count_members,
    settle,
    spare_of,
)
from everyway.families.placement.compiled_tables import (
    Harvest,
    Node,
    Stack,
    Tables,
    listed_rows,
    node_of,
    stack_for,
    tables_of,
)
from everyway.families.placement.model import Model
from everyway.families.placement.propagation import State
from everyway.kernels.bits import (
    WORD_BITS,
    first_of,
    flip,
    from_table,
    is_empty,
    keep_lowest,
    lowest,
    popcount,
    size_of,
)
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Memory, add, at, copy, put, row_of

NODES_A_CALL = 20_000
NO_LIMIT = 1 << 62


# --- branching ---


@part
def count_short(tables: Tables, node: Node) -> int:
    """Return how many totals are below their lower bounds."""
    count = 0
    for w in range(tables.total_words):
        left = at(node.totals, w)
        while left:
            t = w * WORD_BITS + lowest(left)
            if at(node.have, t) < at(tables.low, t):
                count += 1
            left &= left - 1
    return count


@part
def choices(tables: Tables, node: Node, rest: int) -> None:
    """Put the variables to branch on into *rest*; the node is open."""
    # No set has as many children as this.
    best, fewest = choices_of_totals(tables, node, NONE, tables.variables + 2)
    best, fewest = choices_of_covers(tables, node, best, fewest)
    if at(node.have, 0) < at(tables.low, 0):
        for p in range(tables.partitions):
            best, fewest = choices_of_partition(tables, node, p, best, fewest)
    sets = tables.sets
    for w in range(tables.words):
        put(rest, w, 0)
    for j in range(at(sets.start, best), at(sets.start, best) + at(sets.length, best)):
        w = at(sets.word, j)
        members = at(node.free, w) & at(sets.mask, j)
        if popcount(members) > fewest:
            members = keep_lowest(members, fewest)
        fewest -= popcount(members)
        put(rest, w, members)


@part
def choices_of_totals(tables: Tables, node: Node, best: int, fewest: int) -> tuple[int, int]:
    """Return the set with the fewest children and their number: *best*, or a total with fewer."""
    for w in range(tables.total_words):
        left = at(node.totals, w)
        while left:
            t = w * WORD_BITS + lowest(left)
            pieces = at(tables.low, t) - at(node.have, t)
            if pieces > 0:
                levels = at(tables.sets.levels, t)
                if levels > 1:
                    pieces = (pieces + levels - 1) // levels
                children = count_members(tables.sets, t, node.free) - pieces + 1
                if children < fewest:
                    best, fewest = t, children
            left &= left - 1
    return best, fewest


@part
def choices_of_covers(tables: Tables, node: Node, best: int, fewest: int) -> tuple[int, int]:
    """Return the set with the fewest children and their number: *best*, or a cover with fewer."""
    for w in range(tables.cover_words):
        missing = at(node.uncovered, w)
        while missing:
            k = tables.totals + w * WORD_BITS + lowest(missing)
            children = count_members(tables.sets, k, node.free)
            if children < fewest:
                best, fewest = k, children
            missing &= missing - 1
    return best, fewest


@part
def choices_of_partition(
    tables: Tables, node: Node, p: int, best: int, fewest: int
) -> tuple[int, int]:
    """Return the set with the fewest children and their number: *best*, or a clique with fewer."""
    spare = spare_of(tables, node, p)
    if spare >= tables.number_levels:
        return best, fewest
    for w in range(tables.clique_words):
        left = at(node.cliques, p * tables.clique_words + w)
        while left:
            clique = w * WORD_BITS + lowest(left)
            if at(node.gains, clique) > spare:
                k = at(tables.partition, p) + clique
                children = count_members(tables.sets, k, node.free)
                if children < fewest:
                    best, fewest = k, children
            left &= left - 1
    return best, fewest


# --- walking ---


@kernel
def walk(
    tables: Tables,
    node: Node,
    stack: Stack,
    harvest: Harvest,
    depth: int,
    most_nodes: int,
    most_met: int,
) -> tuple[int, int]:
    """Walk on for *most_nodes* nodes, until so many solutions are met, or no more can be listed.

    Return how many nodes are on the stack, and how many were settled. With *depth* -1 the node in
    hand is the root, which is entered first.
    """
    nodes = 0
    if depth < 0:
        depth = enter(tables, node, stack, harvest, depth + 1)
    while depth > 0 and nodes < most_nodes and at(harvest.met, 0) < most_met:
        if harvest.rows and harvest.rows - at(harvest.listed, 0) <= tables.variables:
            break
        rest = row_of(stack.rest, depth - 1, tables.words)
        v = first_of(rest, tables.words)
        if v == NONE:
            depth -= 1
            continue
        nodes += 1
        record = row_of(stack.records, depth - 1, node.size)
        copy(record, node.free, node.size)
        # What was tried is excluded from the later children; free variables begin the record.
        flip(record, v)
        flip(rest, v)
        choose(tables, node, v)
        if settle(tables, node):
            depth = enter(tables, node, stack, harvest, depth)
    return depth, nodes


@part
def enter(tables: Tables, node: Node, stack: Stack, harvest: Harvest, depth: int) -> int:
    """Meet the solutions that end here; put the node on the stack if others go on from it."""
    covered = is_empty(node.uncovered, tables.cover_words)
    short = count_short(tables, node)
    is_open = short > 0 or not covered
    if not is_open:
        meet(tables, node, harvest, at(node.have, 0))
    if at(node.have, 0) < at(tables.low, 0):
        short -= 1
    if covered and short == 0 and at(tables.high, 0) - at(node.have, 0) == 1:
        meet_last_pieces(tables, node, harvest)
        return depth
    # A record begins with the free variables.
    copy(node.free, row_of(stack.records, depth, node.size), node.size)
    rest = row_of(stack.rest, depth, tables.words)
    if is_open:
        choices(tables, node, rest)
    else:
        copy(node.free, rest, tables.words)
    return depth + 1


@part
def meet_last_pieces(tables: Tables, node: Node, harvest: Harvest) -> None:
    """Note a solution for each free variable: one more piece at most fits."""
    v = first_of(node.free, tables.words)
    if v == NONE:
        return
    if not harvest.rows:
        number = size_of(node.free, tables.words)
        add(harvest.counts, at(node.have, 0) + weigh_one(tables, v), number)
        add(harvest.met, 0, number)
        return
    for w in range(tables.words):
        free = at(node.free, w)
        while free:
            v = w * WORD_BITS + lowest(free)
            flip(node.chosen, v)
            meet(tables, node, harvest, at(node.have, 0) + weigh_one(tables, v))
            flip(node.chosen, v)
            free &= free - 1


@part
def weigh_one(tables: Tables, v: int) -> int:
    """Return how many pieces *v* is."""
    i = at(tables.in_start, v)
    if i < at(tables.in_start, v + 1) and at(tables.in_total, i) == 0:
        return at(tables.in_weight, i)
    return 0


@part
def meet(tables: Tables, node: Node, harvest: Harvest, size: int) -> None:
    """Note the chosen variables as a solution of *size* pieces, and list it if there is room."""
    add(harvest.counts, size, 1)
    add(harvest.met, 0, 1)
    if harvest.rows:
        row = row_of(harvest.found, at(harvest.listed, 0), tables.words)
        copy(node.chosen, row, tables.words)
        add(harvest.listed, 0, 1)


class CompiledSearch:
    """A depth-first walk of the tree below one settled node, which can pause and go on.

    It is ``propagation.Search`` in all that can be seen: the same ``nodes``, ``counts`` and
    ``found``, in the same order, after every ``advance``. Searches share nothing that changes, so
    several can walk in threads at once; they do so without the GIL.

    >>> from everyway.families.placement.model import model_of
    >>> from everyway.families.placement.named import Queens
    >>> from everyway.families.placement.propagation import root
    >>> model = model_of(Queens(6))
    >>> search = CompiledSearch(model, root(model), listing=False)
    >>> search.advance(1000)
    >>> search.done, search.counts
    (True, {6: 4})
    """

    def __init__(self, model: Model, state: State | None, listing: bool) -> None:
        self.model = model
        self.listing = listing
        self.nodes = 0
        self.counts: dict[int, int] = {}
        self.found: list[int] = []
        self._depth = 0
        if state is not None:
            self._prepare(model, state)
            self._depth = -1
            self._walk(0, NO_LIMIT)

    def _prepare(self, model: Model, state: State) -> None:
        """Make the arrays of this walk."""
        self._shared, self._tables = tables_of(model)
        self._memory = memory = Memory()
        self._node = node_of(memory, model, self._tables, state)
        self._stack = stack_for(memory, self._tables, self._node, state)
        rows = listed_rows(self._tables) if self.listing else 0
        # No sum here overflows: a call of ``walk`` settles few nodes, each meets at most one more
        # solution than there are variables, and Python adds up what the calls met.
        sizes = model.totals[0].weigh(model.everything) + 1
        self._met = np.zeros(1, dtype=np.int64)
        self._met_by_size = np.zeros(sizes, dtype=np.int64)
        self._listed = np.zeros(1, dtype=np.int64)
        self._listing = np.zeros((rows, self._tables.words), dtype=np.int64)
        self._harvest = Harvest(
            met=memory.keep(self._met),
            counts=memory.keep(self._met_by_size),
            listed=memory.keep(self._listed),
            found=memory.keep(self._listing),
            rows=rows,
        )

    @property
    def done(self) -> bool:
        """Whether the walk is finished."""
        return self._depth == 0

    def advance(self, most_nodes: int, most_found: int | None = None) -> None:
        """Walk on for *most_nodes* more nodes, or until *most_found* are found in all."""
        stop = self.nodes + most_nodes
        while not self.done and self.nodes < stop:
            wanted = NO_LIMIT
            if most_found is not None:
                wanted = min(wanted, most_found - sum(self.counts.values()))
                if wanted <= 0:
                    return
            # A call of machine code cannot be interrupted, so none is long.
            self._walk(min(stop - self.nodes, NODES_A_CALL), wanted)

    def _walk(self, most_nodes: int, most_met: int) -> None:
        """Call the kernel once and collect what it met."""
        self._depth, nodes = walk(
            self._tables, self._node, self._stack, self._harvest, self._depth, most_nodes, most_met
        )
        self.nodes += nodes
        for size in np.flatnonzero(self._met_by_size).tolist():
            self.counts[size] = self.counts.get(size, 0) + int(self._met_by_size[size])
        self.found += from_table(self._listing[: self._listed[0]])
        for array in (self._met, self._met_by_size, self._listed):
            array[:] = 0
