"""The compiled search: live options as a bitset, the item with the fewest of them next.

A node is a row of words, one bit an option. To choose an option is to take away the row of those
that conflict with it, which is a few operations on words for all items at once; colours are part of
these rows. Items that may be covered more than once are counted beside it.

Where what is left depends on the items still to be covered alone (``memory``), the numbers of
solutions below a node are kept by that set, and looked up where it comes again: tilings have few
such sets. A number is as many limbs of ``LIMB`` bits as the puzzle's bound needs, so that none
overflows.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.bits import lowest, popcount
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import add, at, copy, put, row_of

LIMB = 60
LIMB_MASK = (1 << LIMB) - 1
DEPTH, MET, LISTED, LOOKUPS, HITS, NODES = range(6)
"""The numbers of ``state``."""


class Tables(NamedTuple):
    """Addresses of the tables of a search, and their sizes.

    ``conflicts`` has a row of ``words`` words an option; ``covers`` one of ``item_words``.
    ``start[p]`` is where the words of item p begin in ``word`` and ``mask``: only those that are
    not empty. ``multi[p]`` is the place of an item in ``need`` and ``room``, or -1 where it is
    covered once. By depth: ``live`` options, ``todo`` those still to be tried, ``order`` the
    ``open`` items, ``chosen`` the option, ``left`` the set of open items, ``totals`` the solutions
    found below. ``kept`` is the memory: rows of a mark, a set, a number.
    """

    conflicts: int
    covers: int
    start: int
    word: int
    mask: int
    multi: int
    live: int
    todo: int
    order: int
    open: int
    chosen: int
    left: int
    need: int
    room: int
    totals: int
    kept: int
    counts: int
    found: int
    state: int
    words: int
    item_words: int
    items: int
    multis: int
    limbs: int
    slots: int
    rows: int
    width: int


@part
def slot_of(t: Tables, depth: int) -> int:
    """Return the address of the row of the memory for the open items at *depth*."""
    left = row_of(t.left, depth, t.item_words)
    h = 0
    for w in range(t.item_words):
        h = (h ^ at(left, w)) * -7046029254386353131
        # A shift to the right spreads the sign: what it spreads is taken off.
        h ^= (h >> 29) & 34359738367
    return row_of(t.kept, h & (t.slots - 1), 1 + t.item_words + t.limbs)


@part
def add_number(t: Tables, target: int, source: int) -> None:
    """Add the number at *source* to that at *target*."""
    carry = 0
    for k in range(t.limbs):
        total = at(target, k) + at(source, k) + carry
        put(target, k, total & LIMB_MASK)
        carry = total >> LIMB


@part
def add_small(t: Tables, target: int, number: int) -> None:
    """Add a small *number* to that at *target*."""
    carry = number
    for k in range(t.limbs):
        total = at(target, k) + carry
        put(target, k, total & LIMB_MASK)
        carry = total >> LIMB


@part
def look_up(t: Tables, depth: int) -> int:
    """Add what is known of the open items at *depth* to the total above; return whether it is."""
    add(t.state, LOOKUPS, 1)
    slot = slot_of(t, depth)
    if at(slot, 0) == 0:
        return 0
    left = row_of(t.left, depth, t.item_words)
    for w in range(t.item_words):
        if at(slot, 1 + w) != at(left, w):
            return 0
    add_number(t, row_of(t.totals, depth, t.limbs), slot + (1 + t.item_words) * 8)
    add(t.state, HITS, 1)
    return 1


@part
def keep(t: Tables, depth: int) -> None:
    """Keep the number of solutions below *depth*; what was in its place is forgotten."""
    slot = slot_of(t, depth)
    put(slot, 0, 1)
    copy(row_of(t.left, depth, t.item_words), slot + 8, t.item_words)
    copy(row_of(t.totals, depth + 1, t.limbs), slot + (1 + t.item_words) * 8, t.limbs)


@part
def meet(t: Tables, depth: int, size: int, number: int, memory: int) -> None:
    """Note *number* solutions of *size* options at *depth*, and list the one that is chosen."""
    if memory:
        add_small(t, row_of(t.totals, depth, t.limbs), number)
        return
    add(t.counts, size, number)
    add(t.state, MET, number)
    if t.rows:
        row = row_of(t.found, at(t.state, LISTED), t.width)
        put(row, 0, depth)
        copy(t.chosen, row + 8, depth)
        add(t.state, LISTED, 1)


@part
def lack_of(t: Tables, p: int, depth: int) -> int:
    """Return how many options item *p*, which is open, still needs."""
    m = at(t.multi, p)
    return 1 if m < 0 else at(t.need, depth * t.multis + m)


@part
def enter(t: Tables, depth: int, memory: int) -> int:
    """Meet the node at *depth*: return 1 where options are to be tried, which go to ``todo``."""
    number = at(t.open, depth)
    live = row_of(t.live, depth, t.words)
    todo = row_of(t.todo, depth, t.words)
    if number == 0:
        meet(t, depth, depth, 1, memory)
        if t.multis == 0:
            return 0
        copy(live, todo, t.words)
        return 1
    if memory and number > 1 and look_up(t, depth):
        return 0
    order = row_of(t.order, depth, t.items)
    best, fewest = -1, 1 << 60
    for j in range(number):
        p = at(order, j)
        size = 0
        for q in range(at(t.start, p), at(t.start, p + 1)):
            size += popcount(at(live, at(t.word, q)) & at(t.mask, q))
        if t.multis:
            size += 1 - lack_of(t, p, depth)
        if size < fewest:
            best, fewest = p, size
            if size <= 0:
                return 0
    if number == 1 and t.multis == 0 and t.rows == 0:
        meet(t, depth, depth + 1, fewest, memory)
        add(t.state, NODES, fewest)
        return 0
    for w in range(t.words):
        put(todo, w, 0)
    taken = 0
    for q in range(at(t.start, best), at(t.start, best + 1)):
        w = at(t.word, q)
        members = at(live, w) & at(t.mask, q)
        if t.multis:
            # The first of an item's options is among so many, or too few are left for the rest.
            while taken + popcount(members) > fewest:
                members = without_highest(members)
            taken += popcount(members)
        put(todo, w, members)
    if memory:
        total = row_of(t.totals, depth + 1, t.limbs)
        for k in range(t.limbs):
            put(total, k, 0)
    return 1


@part
def without_highest(members: int) -> int:
    """Return *members*, of which there is one, without the highest."""
    kept = 0
    rest = members
    while rest & (rest - 1):
        kept |= rest & -rest
        rest &= rest - 1
    return kept


@part
def choose(t: Tables, depth: int, option: int) -> None:
    """Make the node below *depth* in which *option* is chosen."""
    live, below = row_of(t.live, depth, t.words), row_of(t.live, depth + 1, t.words)
    conflicts = row_of(t.conflicts, option, t.words)
    for w in range(t.words):
        put(below, w, at(live, w) & ~at(conflicts, w))
    covers = row_of(t.covers, option, t.item_words)
    left, rest = row_of(t.left, depth, t.item_words), row_of(t.left, depth + 1, t.item_words)
    for w in range(t.item_words):
        put(rest, w, at(left, w) & ~at(covers, w))
    if t.multis:
        count_multiples(t, depth, covers)
    order, after = row_of(t.order, depth, t.items), row_of(t.order, depth + 1, t.items)
    number = 0
    for j in range(at(t.open, depth)):
        p = at(order, j)
        if at(covers, p >> 6) & (1 << (p & 63)) == 0 or (
            at(t.multi, p) >= 0 and lack_of(t, p, depth + 1) > 0
        ):
            put(after, number, p)
            number += 1
    put(t.open, depth + 1, number)


@part
def count_multiples(t: Tables, depth: int, covers: int) -> None:
    """Count the items that may be covered more than once; one that is full takes no option more."""
    below = row_of(t.live, depth + 1, t.words)
    for p in range(t.items):
        m = at(t.multi, p)
        if m >= 0:
            need, room = at(t.need, depth * t.multis + m), at(t.room, depth * t.multis + m)
            if at(covers, p >> 6) & (1 << (p & 63)):
                need, room = need - 1, room - 1
                if room == 0:
                    for q in range(at(t.start, p), at(t.start, p + 1)):
                        w = at(t.word, q)
                        put(below, w, at(below, w) & ~at(t.mask, q))
            put(t.need, (depth + 1) * t.multis + m, need)
            put(t.room, (depth + 1) * t.multis + m, room)


@kernel
def begin(t: Tables, memory: int) -> None:
    """Meet the node where the search begins."""
    put(t.state, DEPTH, enter(t, 0, memory) - 1)


@kernel
def advance(t: Tables, most_nodes: int, most_met: int, memory: int) -> int:
    """Search on for about *most_nodes* nodes; return how many options were tried.

    Pauses when *most_met* solutions are met, or the list is full. The search has ended when the
    depth is below 0.
    """
    state = t.state
    depth = at(state, DEPTH)
    put(state, NODES, 0)
    put(state, MET, 0)
    put(state, LISTED, 0)
    nodes = 0
    while (
        depth >= 0
        and nodes + at(state, NODES) < most_nodes
        and at(state, MET) < most_met
        and (t.rows == 0 or at(state, LISTED) < t.rows)
    ):
        todo = row_of(t.todo, depth, t.words)
        option = -1
        for w in range(t.words):
            members = at(todo, w)
            if members:
                option = w * 64 + lowest(members)
                put(todo, w, members & (members - 1))
                break
        if option < 0:
            if memory:
                if at(t.open, depth) > 1:
                    keep(t, depth)
                add_number(
                    t, row_of(t.totals, depth, t.limbs), row_of(t.totals, depth + 1, t.limbs)
                )
            depth -= 1
            continue
        nodes += 1
        if t.multis:
            # Later ones of an item that takes several leave it out.
            live = row_of(t.live, depth, t.words)
            w = option >> 6
            put(live, w, at(live, w) & ~(1 << (option & 63)))
        put(t.chosen, depth, option)
        choose(t, depth, option)
        if enter(t, depth + 1, memory):
            depth += 1
    put(state, DEPTH, depth)
    return nodes + at(state, NODES)
