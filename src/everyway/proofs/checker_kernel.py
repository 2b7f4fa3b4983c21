"""The checker's unit propagation, compiled: two watched literals in every clause.

Literal v is number 2v, and not v is 2v + 1. What the formula forces by itself is assigned for
good; what a step assumes is taken back. Every clause of two literals or more watches its first two:
it is looked at when one of them becomes false.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from everyway.core.cnf import Clause
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Memory, at, put

RIGHT, WRONG, REFUTED = range(3)
NONE = -1
NOTHING = -(1 << 62)
"""A step that takes nothing away."""


class Clauses(NamedTuple):
    """All clauses of formula and proof, by address.

    Clause c is the ``length[c]`` literals from ``start[c]`` on; ``alive[c]`` says whether it is
    in force. ``head[l]`` is the first watch on literal l and ``following[w]`` the next after
    watch w; watch 2c + i is on literal i of clause c. ``value[l]`` is 1 for a true literal.
    ``trail`` holds the true literals in their order and ``numbers`` how many, and how many
    of them were passed on to the clauses that watch them.
    """

    number: int
    literals: int
    start: int
    length: int
    alive: int
    head: int
    following: int
    value: int
    trail: int
    numbers: int


ASSIGNED, PASSED, ADDED = range(3)


@part
def assign(c: Clauses, literal: int) -> None:
    """Make *literal* true."""
    put(c.value, literal, 1)
    put(c.trail, at(c.numbers, ASSIGNED), literal)
    put(c.numbers, ASSIGNED, at(c.numbers, ASSIGNED) + 1)


@part
def take_back(c: Clauses, kept: int) -> None:
    """Forget all but the first *kept* of the true literals."""
    for i in range(kept, at(c.numbers, ASSIGNED)):
        put(c.value, at(c.trail, i), 0)
    put(c.numbers, ASSIGNED, kept)
    put(c.numbers, PASSED, kept)


@part
def watch(c: Clauses, clause: int, place: int) -> None:
    """Let *clause* watch its literal at *place*, 0 or 1."""
    literal = at(c.literals, at(c.start, clause) + place)
    put(c.following, 2 * clause + place, at(c.head, literal))
    put(c.head, literal, 2 * clause + place)


@part
def swap(c: Clauses, one: int, other: int) -> None:
    """Exchange two literals by their places among all."""
    kept = at(c.literals, one)
    put(c.literals, one, at(c.literals, other))
    put(c.literals, other, kept)


@part
def look_at(c: Clauses, clause: int, place: int) -> int:
    """Find what *clause* says now that its watched literal at *place* is false.

    Return 0 if it watches another literal instead, 1 if it keeps this one, 2 for a contradiction.
    """
    start = at(c.start, clause)
    other = at(c.literals, start + 1 - place)
    if at(c.value, other):
        return 1
    for i in range(start + 2, start + at(c.length, clause)):
        if not at(c.value, at(c.literals, i) ^ 1):
            swap(c, start + place, i)
            watch(c, clause, place)
            return 0
    if at(c.value, other ^ 1):
        return 2
    assign(c, other)
    return 1


@part
def propagate(c: Clauses) -> bool:
    """Assign all that follows from single clauses; return whether they contradict each other."""
    while at(c.numbers, PASSED) < at(c.numbers, ASSIGNED):
        false = at(c.trail, at(c.numbers, PASSED)) ^ 1
        put(c.numbers, PASSED, at(c.numbers, PASSED) + 1)
        w, last = at(c.head, false), NONE
        while w != NONE:
            following = at(c.following, w)
            found = look_at(c, w >> 1, w & 1) if at(c.alive, w >> 1) else 0
            if found == 2:
                return True
            if found == 1:
                last = w
            elif last == NONE:
                put(c.head, false, following)
            else:
                put(c.following, last, following)
            w = following
    return False


@part
def assume_false(c: Clauses, clause: int, but: int) -> bool:
    """Assume all literals of *clause* but one false; return whether one was true already."""
    for i in range(at(c.start, clause), at(c.start, clause) + at(c.length, clause)):
        literal = at(c.literals, i)
        if literal == but:
            continue
        if at(c.value, literal):
            return True
        if not at(c.value, literal ^ 1):
            assign(c, literal ^ 1)
    return False


@part
def follows(c: Clauses, clause: int) -> bool:
    """Return whether *clause* may be added: it is RUP, or RAT on its first literal.

    A literal that is false for good is no pivot: what made it so may not be among the clauses.
    """
    kept = at(c.numbers, ASSIGNED)
    pivot = NONE
    if at(c.length, clause) and not at(c.value, at(c.literals, at(c.start, clause)) ^ 1):
        pivot = at(c.literals, at(c.start, clause))
    if assume_false(c, clause, NONE) or propagate(c):
        take_back(c, kept)
        return True
    if pivot == NONE:
        take_back(c, kept)
        return False
    assumed = at(c.numbers, ASSIGNED)
    right = True
    for other in range(c.number):
        if not at(c.alive, other):
            continue
        has_opposite = False
        for i in range(at(c.start, other), at(c.start, other) + at(c.length, other)):
            if at(c.literals, i) == pivot ^ 1:
                has_opposite = True
        if has_opposite and not (assume_false(c, other, pivot ^ 1) or propagate(c)):
            right = False
        take_back(c, assumed)
        if not right:
            break
    take_back(c, kept)
    return right


@part
def enter(c: Clauses, clause: int) -> bool:
    """Put *clause* in force; return whether all together now contradict each other."""
    put(c.alive, clause, 1)
    start, free = at(c.start, clause), 0
    for i in range(start, start + at(c.length, clause)):
        if not at(c.value, at(c.literals, i) ^ 1):
            swap(c, start + free, i)
            free += 1
            if free == 2:
                break
    if at(c.length, clause) >= 2:
        # With one literal not false, or none, the clause has done all it can: its units stay.
        watch(c, clause, 0)
        watch(c, clause, 1)
    if free == 0:
        return True
    if free == 1 and not at(c.value, at(c.literals, start)):
        assign(c, at(c.literals, start))
        return propagate(c)
    return False


@kernel
def enter_all(c: Clauses, number: int) -> int:
    """Put the first *number* clauses in force."""
    for clause in range(number):
        if enter(c, clause):
            return REFUTED
    return RIGHT


@kernel
def check_steps(c: Clauses, steps: int, first: int, last: int) -> tuple[int, int]:
    """Check steps *first* to *last*; return what became of them, and how many were passed.

    A step is the number of the clause that it adds, or -1 - that of the clause it takes away.
    """
    for step in range(first, last):
        clause = at(steps, step)
        if clause == NOTHING:
            continue
        if clause < 0:
            put(c.alive, -1 - clause, 0)
            continue
        if not follows(c, clause):
            return WRONG, step
        if enter(c, clause):
            return REFUTED, step + 1
    return RIGHT, last


class Checker:
    """A formula and the steps of a proof, checked one after another.

    No number overflows: the largest is twice the number of all literals, which fit in memory.
    """

    def __init__(
        self, variables: int, clauses: Sequence[Clause], steps: Sequence[tuple[bool, Clause]]
    ) -> None:
        added = [clause for adds, clause in steps if adds]
        everything = [_codes(clause) for clause in (*clauses, *added)]
        self._memory = memory = Memory()
        lengths = np.array([len(codes) for codes in everything], dtype=np.int64)
        literals = np.array([code for codes in everything for code in codes], dtype=np.int64)
        number, codes = len(everything), 2 * variables + 2
        none = np.full(codes, NONE, dtype=np.int64)
        self._clauses = Clauses(
            number,
            memory.keep(literals),
            memory.keep(np.cumsum(lengths) - lengths),
            memory.keep(lengths),
            memory.zeros(number),
            memory.keep(none),
            memory.zeros(2 * number),
            memory.zeros(codes),
            memory.zeros(codes),
            memory.zeros(3),
        )
        self._steps = memory.keep(np.array(_numbered(clauses, steps), dtype=np.int64))
        self._length, self._done = len(steps), 0
        self.result = int(enter_all(self._clauses, len(clauses)))

    def advance(self, number: int) -> int:
        """Check up to so many more steps; return how many were right in all."""
        last = min(self._length, self._done + number)
        self.result, self._done = check_steps(self._clauses, self._steps, self._done, last)
        return self._done


def _codes(clause: Clause) -> list[int]:
    """Return the literals of *clause* as the kernel numbers them, the first one staying first."""
    return [2 * abs(literal) + (literal < 0) for literal in dict.fromkeys(clause)]


def _numbered(clauses: Sequence[Clause], steps: Sequence[tuple[bool, Clause]]) -> list[int]:
    """Return for each step the clause it adds, or -1 - the one it takes away.

    A clause that is not there, or has one literal, is not taken away: NOTHING stands for it.
    """
    places: dict[frozenset[int], list[int]] = {}
    for place, clause in enumerate(clauses):
        places.setdefault(frozenset(clause), []).append(place)
    numbered: list[int] = []
    place = len(clauses)
    for adds, clause in steps:
        key = frozenset(clause)
        if adds:
            places.setdefault(key, []).append(place)
            numbered.append(place)
            place += 1
        else:
            known = places.get(key) if len(key) > 1 else None
            numbered.append(-1 - known.pop() if known else NOTHING)
    return numbered
