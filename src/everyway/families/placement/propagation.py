"""Search by propagation: draw every forced conclusion, then branch where there is least choice.

This is the readable form, on Python ints as bitsets; ``compiled.py`` runs the same search, node for
node, as machine code. Each node is a ``State``; ``settle`` draws its conclusions, ``choices`` says
which variables to try, and ``Search`` walks the tree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from everyway.families.placement.model import Model, bits


class State(NamedTuple):
    """A node: variables ``chosen`` and still ``free`` (all others are excluded), covers missing."""

    chosen: int
    free: int
    uncovered: int


def choose(model: Model, state: State, v: int) -> State | None:
    """Return *state* with *v* chosen and what it conflicts with excluded; None if v is not free."""
    bit = 1 << v
    if not state.free & bit:
        return None
    return State(
        state.chosen | bit,
        state.free & ~bit & ~model.conflicts[v],
        state.uncovered & ~model.covers[v],
    )


def choose_all(model: Model, state: State, variables: int) -> State | None:
    """Return *state* with all of *variables* chosen; None when one of them excludes another."""
    for v in bits(variables):
        following = choose(model, state, v)
        if following is None:
            return None
        state = following
    return state


def root(model: Model) -> State | None:
    """Return the settled first node, with fixed squares chosen, or None if there is no solution."""
    empty = State(0, model.everything & ~model.barred, (1 << len(model.coverers)) - 1)
    state = choose_all(model, empty, model.start)
    return None if state is None else settle(model, state)


def settle(model: Model, state: State) -> State | None:
    """Draw conclusions until there are no more; return None when the node has no solution."""
    while True:
        before = state
        for step in (_settle_totals, _settle_covers, _settle_partitions):
            after = step(model, state)
            if after is None:
                return None
            state = after
        if state == before:
            return _bound_coverage(model, state)


def _settle_totals(model: Model, state: State) -> State | None:
    """Exclude what would pass an upper bound, choose what a lower bound cannot do without."""
    for total in model.totals:
        have = total.weigh(state.chosen)
        could = have + total.weigh(state.free)
        if have > total.high or could < total.low:
            return None
        room, spare = total.high - have, could - total.low
        if room < len(total.levels):
            state = state._replace(free=state.free & ~total.levels[room])
        if spare < len(total.levels):
            forced = choose_all(model, state, state.free & total.levels[spare])
            if forced is None:
                return None
            state = forced
    return state


def _settle_covers(model: Model, state: State) -> State | None:
    """Choose the only variable left for a cover; fail where none is left."""
    for s in bits(state.uncovered):
        if not state.uncovered >> s & 1:
            continue  # an earlier choice of this loop covered it
        candidates = state.free & model.coverers[s]
        if not candidates:
            return None
        if not candidates & (candidates - 1):
            forced = choose_all(model, state, candidates)
            if forced is None:
                return None
            state = forced
    return state


def _settle_partitions(model: Model, state: State) -> State | None:
    """Bound the number of pieces by sets that take one each; demand one where all are needed."""
    number = model.totals[0]
    for partition in model.partitions:
        have = number.weigh(state.chosen)
        if have >= number.low:
            return state
        gains = [_gain(model, clique & state.free) for clique in partition]
        spare = have + sum(gains) - number.low
        if spare < 0:
            return None
        for clique, gain in zip(partition, gains, strict=True):
            if gain <= spare:
                continue
            # Without a piece of at least this weight from the clique, the number is out of reach.
            heavy = clique & number.levels[gain - spare - 1]
            candidates = state.free & heavy
            if not candidates:
                return None
            state = state._replace(free=state.free & ~(clique & ~heavy))
            if not candidates & (candidates - 1):
                forced = choose_all(model, state, candidates)
                if forced is None:
                    return None
                state = forced
    return state


def _gain(model: Model, candidates: int) -> int:
    """Return the greatest weight, in pieces, among *candidates*."""
    gain = 0
    for level in model.totals[0].levels:
        if not candidates & level:
            break
        gain += 1
    return gain


def _bound_coverage(model: Model, state: State) -> State | None:
    """Exclude variables that cover too little for the covers left and the pieces left.

    With r pieces left and u covers missing, a variable that covers fewer than u minus what
    the best r - 1 others cover together cannot be part of a solution.
    """
    missing = state.uncovered.bit_count()
    pieces = model.totals[0].high - model.totals[0].weigh(state.chosen)
    if not missing or pieces >= missing:
        return state
    gains = [((model.covers[v] & state.uncovered).bit_count(), v) for v in bits(state.free)]
    best = sorted((gain for gain, _ in gains), reverse=True)
    need = missing - sum(best[: max(0, pieces - 1)])
    if pieces == 0 or not best or best[0] < need:
        return None
    free = state.free
    for gain, v in gains:
        if gain < need:
            free &= ~(1 << v)
    return state._replace(free=free)


def is_open(model: Model, state: State) -> bool:
    """Return whether some constraint still needs a variable to be chosen."""
    return state.uncovered != 0 or any(
        total.weigh(state.chosen) < total.low for total in model.totals
    )


def choices(model: Model, state: State) -> list[int]:
    """Return the variables to branch on at a settled node, rising.

    Child i chooses the i-th of them and excludes those before it. At an open node one
    of them is in every solution: they come from the constraint that leaves the fewest
    children, the first of these in the order totals, covers, partitions. At a node that is
    not open they are all that is free, and the node itself is a solution, too.
    """
    if not is_open(model, state):
        return list(bits(state.free))
    best, fewest = 0, len(model.cells) + 2
    for total in model.totals:
        lack = total.low - total.weigh(state.chosen)
        if lack > 0:
            candidates = state.free & total.members
            pieces = -(-lack // len(total.levels))
            children = candidates.bit_count() - pieces + 1
            if children < fewest:
                best, fewest = candidates, children
    for s in bits(state.uncovered):
        candidates = state.free & model.coverers[s]
        if candidates.bit_count() < fewest:
            best, fewest = candidates, candidates.bit_count()
    number = model.totals[0]
    lack = number.low - number.weigh(state.chosen)
    if lack > 0:
        for partition in model.partitions:
            gains = [_gain(model, clique & state.free) for clique in partition]
            spare = sum(gains) - lack
            for clique, gain in zip(partition, gains, strict=True):
                candidates = clique & state.free
                if gain > spare and candidates.bit_count() < fewest:
                    best, fewest = candidates, candidates.bit_count()
    return list(bits(best))[: max(0, fewest)]


def child(model: Model, state: State, variables: list[int], index: int) -> State | None:
    """Return the settled child *index* of *state*, or None when it has no solution."""
    passed = 0
    for v in variables[:index]:
        passed |= 1 << v
    following = choose(model, state._replace(free=state.free & ~passed), variables[index])
    return None if following is None else settle(model, following)


def last_piece(model: Model, state: State) -> bool:
    """Return whether one more piece at most fits and every free variable may be that piece."""
    number = model.totals[0]
    return (
        state.uncovered == 0
        and number.high - number.weigh(state.chosen) == 1
        and all(total.weigh(state.chosen) >= total.low for total in model.totals[1:])
    )


class Search:
    """A depth-first walk of the tree below one settled node, which can pause and go on.

    ``counts`` maps the number of pieces to the number of solutions met so far; with *listing*,
    ``found`` collects the solutions themselves (sets of variables); ``done`` says that all is
    searched; ``nodes`` counts the nodes settled after the first.
    """

    def __init__(self, model: Model, state: State | None, listing: bool) -> None:
        self.model = model
        self.listing = listing
        self.nodes = 0
        self.counts: dict[int, int] = {}
        self.found: list[int] = []
        self._stack: list[tuple[State, Iterator[int]]] = []
        if state is not None:
            self._enter(state)

    @property
    def done(self) -> bool:
        """Whether the walk is finished."""
        return not self._stack

    def advance(self, most_nodes: int, most_found: int | None = None) -> None:
        """Walk on for *most_nodes* more nodes, or until *most_found* are found in all."""
        stop = self.nodes + most_nodes
        while self._stack and self.nodes < stop:
            if most_found is not None and sum(self.counts.values()) >= most_found:
                return
            state, rest = self._stack[-1]
            v = next(rest, None)
            if v is None:
                self._stack.pop()
                continue
            # What was tried is excluded from the later children.
            self._stack[-1] = (state._replace(free=state.free & ~(1 << v)), rest)
            self.nodes += 1
            following = choose(self.model, state, v)
            settled = None if following is None else settle(self.model, following)
            if settled is not None:
                self._enter(settled)

    def _enter(self, state: State) -> None:
        model = self.model
        if not is_open(model, state):
            self._meet(state.chosen, 1)
        if last_piece(model, state):
            if self.listing:
                for v in bits(state.free):
                    self._meet(state.chosen | 1 << v, 1)
            else:
                self._meet(state.chosen | state.free & -state.free, state.free.bit_count())
            return
        self._stack.append((state, iter(choices(model, state))))

    def _meet(self, chosen: int, number: int) -> None:
        """Note *number* solutions with as many pieces as *chosen*."""
        if number:
            size = self.model.totals[0].weigh(chosen)
            self.counts[size] = self.counts.get(size, 0) + number
            if self.listing:
                self.found.append(chosen)


def estimate_nodes(model: Model, probes: int = 8, seed: int = 1) -> float:
    """Return an estimate of the tree's nodes: the mean over random descents (Knuth, 1975).

    Each descent multiplies up the number of children it met. The same *seed* gives the same
    estimate.
    """
    chance = random.Random(seed)
    start = root(model)
    if start is None:
        return 1.0
    total = 0.0
    for _ in range(probes):
        state: State | None = start
        weight = 1.0
        while state is not None and not last_piece(model, state):
            variables = choices(model, state)
            if not variables:
                break
            weight *= len(variables)
            total += weight
            state = child(model, state, variables, chance.randrange(len(variables)))
    return total / probes


def next_in_order(model: Model, state: State, last: int) -> tuple[bool, list[int]]:
    """Return whether a solution may end here, and which variables may follow *last* in it.

    Solutions come in lexicographic order of their variables when, at each node, first the solution
    that ends there is met and then those that go on with each of the variables, rising.
    """
    after = state.chosen >> (last + 1) << (last + 1)
    free = state.free >> (last + 1) << (last + 1)
    if not after:
        return True, list(bits(free))
    nearest = after & -after
    return False, [*bits(free & (nearest - 1)), nearest.bit_length() - 1]
