"""Drawing conclusions as machine code: ``settle`` and its steps, as in ``propagation.py``.

The parts bear the names of the functions that they replace, and draw the same conclusions, though
not in the same order: a conclusion still holds when more is chosen or excluded, so whatever the
order, they end at the same state. They change the node in hand.

Weights are at most the number of squares and bounds are cut to about that, so sums stay small.
"""

from __future__ import annotations

from everyway.families.placement.compiled_tables import Node, Sets, Tables
from everyway.kernels.bits import WORD_BITS, flip, lowest, popcount, size_of
from everyway.kernels.jit import part
from everyway.kernels.memory import add, at, put, row_of

# What a step of ``settle`` did to the node.
DEAD, SAME, CHANGED = -1, 0, 1
# What ``only`` found instead of a variable.
NONE, MANY = -1, -2


# --- sets ---


@part
def weigh(sets: Sets, k: int, variables: int) -> int:
    """Return the weight of *variables* in set *k*."""
    weight = 0
    start = at(sets.start, k)
    for j in range(start, start + at(sets.length, k) * at(sets.levels, k)):
        weight += popcount(at(variables, at(sets.word, j)) & at(sets.mask, j))
    return weight


@part
def count_members(sets: Sets, k: int, variables: int) -> int:
    """Return how many of *variables* are in set *k*."""
    count = 0
    start = at(sets.start, k)
    for j in range(start, start + at(sets.length, k)):
        count += popcount(at(variables, at(sets.word, j)) & at(sets.mask, j))
    return count


@part
def gain_of(sets: Sets, k: int, variables: int) -> int:
    """Return the greatest weight in set *k* of one of *variables*."""
    length = at(sets.length, k)
    start = at(sets.start, k)
    for level in range(at(sets.levels, k)):
        for j in range(start, start + length):
            if at(variables, at(sets.word, j)) & at(sets.mask, j):
                break
        else:
            return level
        start += length
    return at(sets.levels, k)


@part
def only(sets: Sets, start: int, length: int, variables: int) -> int:
    """Return the one of *variables* in the *length* entries from *start* on, or NONE, or MANY."""
    found = NONE
    for j in range(start, start + length):
        word = at(variables, at(sets.word, j)) & at(sets.mask, j)
        if word:
            if found != NONE or word & (word - 1):
                return MANY
            found = at(sets.word, j) * WORD_BITS + lowest(word)
    return found


# --- drawing conclusions ---


@part
def choose(tables: Tables, node: Node, v: int) -> None:
    """Choose *v*, which is free, and exclude what it conflicts with."""
    w = v >> 6
    put(node.chosen, w, at(node.chosen, w) | 1 << (v & 63))
    excludes = row_of(tables.excludes, v, tables.words)
    for w in range(tables.words):
        put(node.free, w, at(node.free, w) & ~at(excludes, w))
    covers = row_of(tables.covers, v, tables.cover_words)
    for w in range(tables.cover_words):
        put(node.uncovered, w, at(node.uncovered, w) & ~at(covers, w))
    for i in range(at(tables.in_start, v), at(tables.in_start, v + 1)):
        add(node.have, at(tables.in_total, i), at(tables.in_weight, i))


@part
def settle(tables: Tables, node: Node) -> bool:
    """Draw conclusions until there are no more; return whether the node is alive."""
    quiet = step = 0
    while quiet < 3:
        if step == 0:
            outcome = settle_totals(tables, node)
        elif step == 1:
            outcome = settle_covers(tables, node)
        else:
            outcome = settle_partitions(tables, node)
        if outcome == DEAD:
            return False
        # Each step goes on until it has nothing more to say itself.
        quiet = quiet + 1 if outcome == SAME else 1
        step = step + 1 if step < 2 else 0
    return bound_coverage(tables, node)


@part
def settle_totals(tables: Tables, node: Node) -> int:
    """Exclude what would pass an upper bound, choose what a lower bound cannot do without."""
    changed = SAME
    while True:
        outcome = SAME
        for w in range(tables.total_words):
            left = at(node.totals, w)
            while left:
                settled = settle_total(tables, node, w * WORD_BITS + lowest(left))
                if settled == DEAD:
                    return DEAD
                if settled == CHANGED:
                    outcome = CHANGED
                left &= left - 1
        if outcome == SAME:
            return changed
        changed = CHANGED


@part
def settle_total(tables: Tables, node: Node, t: int) -> int:
    """Draw the conclusions from one total."""
    have, low, high = at(node.have, t), at(tables.low, t), at(tables.high, t)
    could = have + weigh(tables.sets, t, node.free)
    if have > high or could < low:
        return DEAD
    if have >= low and could <= high:
        flip(node.totals, t)  # it holds whatever is chosen from now on
        return SAME
    outcome = SAME
    levels = at(tables.sets.levels, t)
    if high - have < levels and exclude_level(tables, node, t, high - have):
        outcome = CHANGED
    if could - low < levels:
        demanded = choose_level(tables, node, t, could - low)
        if demanded != SAME:
            return demanded
    return outcome


@part
def exclude_level(tables: Tables, node: Node, k: int, level: int) -> bool:
    """Exclude the variables in that level of set *k*; return whether there were any."""
    sets = tables.sets
    found = False
    length = at(sets.length, k)
    start = at(sets.start, k) + level * length
    for j in range(start, start + length):
        free = at(node.free, at(sets.word, j))
        if free & at(sets.mask, j):
            put(node.free, at(sets.word, j), free & ~at(sets.mask, j))
            found = True
    return found


@part
def choose_level(tables: Tables, node: Node, k: int, level: int) -> int:
    """Choose the free variables in that level of set *k*.

    DEAD if one excludes another in its word; one in another word leaves its total short.
    """
    sets = tables.sets
    outcome = SAME
    length = at(sets.length, k)
    start = at(sets.start, k) + level * length
    for j in range(start, start + length):
        w = at(sets.word, j)
        forced = at(node.free, w) & at(sets.mask, j)
        while forced:
            bit = forced & -forced
            if not at(node.free, w) & bit:
                return DEAD
            choose(tables, node, w * WORD_BITS + lowest(bit))
            forced ^= bit
            outcome = CHANGED
    return outcome


@part
def settle_covers(tables: Tables, node: Node) -> int:
    """Choose the only variable left for a cover; DEAD where none is left."""
    changed = SAME
    while True:
        outcome = SAME
        for w in range(tables.cover_words):
            missing = at(node.uncovered, w)
            while missing:
                k = tables.totals + w * WORD_BITS + lowest(missing)
                start, length = at(tables.sets.start, k), at(tables.sets.length, k)
                v = only(tables.sets, start, length, node.free)
                if v == NONE:
                    return DEAD
                if v != MANY:
                    choose(tables, node, v)
                    outcome = CHANGED
                # What was just chosen may have covered some of the rest.
                missing &= (missing - 1) & at(node.uncovered, w)
        if outcome == SAME:
            return changed
        changed = CHANGED


@part
def settle_partitions(tables: Tables, node: Node) -> int:
    """Bound the number of pieces by sets that take one each; demand one where all are needed."""
    changed = SAME
    p, quiet = tables.partitions, 0
    while quiet < tables.partitions and at(node.have, 0) < at(tables.low, 0):
        p = (p if p > 0 else tables.partitions) - 1
        outcome = settle_partition(tables, node, p)
        if outcome == DEAD:
            return DEAD
        if outcome == CHANGED:
            changed = CHANGED
        quiet = quiet + 1 if outcome == SAME else 0
    return changed


@part
def settle_partition(tables: Tables, node: Node, p: int) -> int:
    """Draw the conclusions from one partition, given the gains before the first of them."""
    spare = spare_of(tables, node, p)
    if spare < 0:
        return DEAD
    outcome = SAME
    if spare >= tables.number_levels:
        return outcome
    for w in range(tables.clique_words):
        left = at(node.cliques, p * tables.clique_words + w)
        while left:
            clique = w * WORD_BITS + lowest(left)
            gain = at(node.gains, clique)
            if gain > spare:
                # Without a piece of at least this weight from it, the number is out of reach.
                level = gain - spare - 1
                demanded = demand(tables, node, at(tables.partition, p) + clique, level)
                if demanded == DEAD:
                    return DEAD
                if demanded == CHANGED:
                    outcome = CHANGED
            left &= left - 1
    return outcome


@part
def spare_of(tables: Tables, node: Node, p: int) -> int:
    """Return by how much the best of each clique of partition *p* would pass the least number.

    Their gains are noted in the node, unless no clique can have a gain above what is returned.
    """
    spare = at(node.have, 0) - at(tables.low, 0)
    cliques = row_of(node.cliques, p, tables.clique_words)
    for w in range(tables.clique_words):
        left = at(cliques, w)
        while left:
            clique = w * WORD_BITS + lowest(left)
            gain = gain_of(tables.sets, at(tables.partition, p) + clique, node.free)
            if gain == 0:
                flip(cliques, clique)
            put(node.gains, clique, gain)
            spare += gain
            if spare >= tables.number_levels:
                return spare
            left &= left - 1
    return spare


@part
def demand(tables: Tables, node: Node, k: int, level: int) -> int:
    """Exclude all of set *k* below *level*, and choose a variable that is left alone."""
    sets = tables.sets
    outcome = SAME
    start, length = at(sets.start, k), at(sets.length, k)
    heavy = start + level * length
    if level > 0:
        for j in range(start, start + length):
            free = at(node.free, at(sets.word, j))
            light = at(sets.mask, j) & ~at(sets.mask, j + level * length)
            if free & light:
                put(node.free, at(sets.word, j), free & ~light)
                outcome = CHANGED
    v = only(sets, heavy, length, node.free)
    if v == NONE:
        return DEAD
    if v != MANY:
        choose(tables, node, v)
        outcome = CHANGED
    return outcome


@part
def bound_coverage(tables: Tables, node: Node) -> bool:
    """Exclude what covers too little for the covers and the pieces left; return if alive."""
    missing = size_of(node.uncovered, tables.cover_words)
    pieces = at(tables.high, 0) - at(node.have, 0)
    if missing == 0 or pieces >= missing:
        return True
    count_gains(tables, node, missing)
    # The best come first; what all pieces but one cover at most, the last need not.
    greatest = NONE
    need, others = missing, pieces - 1
    for gain in range(missing, -1, -1):
        number = at(node.histogram, gain)
        if number > 0 and greatest == NONE:
            greatest = gain
        if number > others:
            number = others
        need -= gain * number
        others -= number
    if pieces == 0 or greatest == NONE or greatest < need:
        return False
    if need > 0:
        exclude_small_gains(tables, node, need)
    return True


@part
def count_gains(tables: Tables, node: Node, missing: int) -> None:
    """Note how many free variables satisfy 0, 1, … *missing* of the missing covers."""
    for gain in range(missing + 1):
        put(node.histogram, gain, 0)
    for w in range(tables.words):
        free = at(node.free, w)
        while free:
            v = w * WORD_BITS + lowest(free)
            add(node.histogram, covers_gained(tables, node, v), 1)
            free &= free - 1


@part
def covers_gained(tables: Tables, node: Node, v: int) -> int:
    """Return how many missing covers *v* satisfies."""
    gain = 0
    covers = row_of(tables.covers, v, tables.cover_words)
    for w in range(tables.cover_words):
        gain += popcount(at(covers, w) & at(node.uncovered, w))
    return gain


@part
def exclude_small_gains(tables: Tables, node: Node, need: int) -> None:
    """Exclude the variables that satisfy fewer than *need* missing covers."""
    for w in range(tables.words):
        free = at(node.free, w)
        while free:
            bit = free & -free
            if covers_gained(tables, node, w * WORD_BITS + lowest(bit)) < need:
                put(node.free, w, at(node.free, w) ^ bit)
            free ^= bit
