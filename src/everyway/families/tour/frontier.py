"""The frontier engine: counts tours by a sweep over the board, without listing them.

Squares are passed one by one, and each gets its two edges to squares before and after it. All
that matters for the rest is, for each square that is not passed but has edges, whether it has one
or two, and which ends of paths belong together. Beginnings that agree in this are one state with
a count. An open tour is a closed one through an extra vertex, the dummy, that is next to every
square on which the tour may end.

Source: the method is known as the frontier method or the transfer of "mates"; D. E. Knuth, The Art
of Computer Programming 4A, 7.1.4 ("Simpath"), and B. D. McKay, "Knight's tours of an 8x8
chessboard" (1997), for its use on tours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes
from everyway.families.tour.fixed import can_tell, terms
from everyway.families.tour.frontier_plan import (
    Net,
    Place,
    Plan,
    best_order,
    make_plan,
    mirrors_of,
    net_of,
)
from everyway.families.tour.impossible import why_none
from everyway.families.tour.puzzle import Tour

if TYPE_CHECKING:
    from everyway.families.tour.frontier_kernel import Step
    from everyway.kernels.memory import Memory

MOST_SLOTS = 24
MOST_SQUARES = 2000
MOST_ROWS = 1 << 25
"""How many rows a table may have at most: with two limbs, 1 GiB."""
STATES_A_CALL = 100_000
MOST_SYMMETRIES = 100
STATES_A_SECOND = 8e6
SHORT_TOURS = 46
"""Up to so many squares counts are below 2^62 in all likelihood; if not, that is seen."""


@lru_cache(maxsize=16)
def order_of(puzzle: Tour) -> tuple[list[int], int]:
    """Return the best order of the sweep and its number of slots."""
    return best_order(net_of(puzzle), puzzle.board.shape)


@dataclass(frozen=True)
class Fixed:
    """A part of the tours that a symmetry leaves as they are: ``times`` what is counted in a net.

    ``order`` is how its squares are passed, with so many ``slots``.
    """

    times: int
    net: Net
    order: list[int]
    slots: int


@lru_cache(maxsize=16)
def fixed_of(puzzle: Tour) -> tuple[int, tuple[Fixed, ...]]:
    """Return what is to be counted for all symmetries but the identity, and what is known of it."""
    known, found = 0, []
    for image, reverse in puzzle.symmetries[1:]:
        for times, what in terms(puzzle, image, reverse):
            if isinstance(what, int):
                known += times * what
            else:
                found.append(Fixed(times, what, *best_order(what, puzzle.board.shape)))
    return known, tuple(found)


def estimate(puzzle: Tour, slots: int) -> float:
    """Return a rough number of states made, from counts of them on boards 3 to 6 wide.

    In the middle of a long board each slot more makes 3.6 times as many; the number of squares
    sets a bound to those of short ones.
    """
    return _estimate(puzzle.board.squares, slots, puzzle.closed)


def _estimate(squares: int, slots: int, closed: bool) -> float:
    middle = 29e3 * 3.6 ** (min(slots, 99) - 12) * squares
    return float(min(middle, (1.45 if closed else 1.65) ** min(squares, 500)))


class FrontierEngine(Engine):
    """Counts by a sweep over the board; exact at any size, in memory that grows with the width."""

    name = "frontier"
    method = "dynamic program over a frontier"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Count, Sizes})

    @property
    def ready(self) -> bool:
        """Whether the kernels are loaded."""
        return _loaded.cache_info().currsize > 0

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count on boards that are narrow."""
        if not isinstance(puzzle, Tour):
            return Offer.no("only tours")
        squares = puzzle.board.squares
        if squares < 3 or squares > MOST_SQUARES or puzzle.board.size > 10 * MOST_SQUARES:
            return Offer.no(f"sweeps boards of 3 to {MOST_SQUARES} squares")
        if question.up_to and (len(puzzle.symmetries) > MOST_SYMMETRIES or not can_tell(puzzle)):
            return Offer.no("counts up to few symmetries, of orders that are powers of two")
        _, slots = order_of(puzzle)
        fixed = fixed_of(puzzle)[1] if question.up_to else ()
        slots = max([slots, *(part.slots for part in fixed)])
        if slots > MOST_SLOTS:
            return Offer.no(f"too wide: {slots} squares at once, at most {MOST_SLOTS}")
        states = estimate(puzzle, slots)
        for part in fixed:
            states += _estimate(len(part.order), part.slots, part.net.may is None)
        start = 0.01 if self.ready else 0.6
        why = f"a sweep with {slots} squares at once"
        if states > squares * MOST_ROWS:
            why += ", perhaps too wide for its memory"
        return Offer(True, start + states / STATES_A_SECOND, why, states)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: states of different beginnings are added up on the way."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Sweep over the whole board."""
        assert isinstance(puzzle, Tour)
        if control.spend(0):
            return Tally(complete=False)
        if why_none(puzzle) is not None:
            return Tally()
        order, _ = order_of(puzzle)
        counting = Counting(control, effort)
        total = counting.count(make_plan(net_of(puzzle), order, mirrors_of(puzzle)), len(order))
        number = 0 if total is None else total * listings(puzzle)
        if question.up_to and total is not None:
            known, fixed = fixed_of(puzzle)
            number += known
            for part in fixed:
                total = counting.count(make_plan(part.net, part.order), len(part.order))
                if total is None:
                    break
                number += part.times * total
            # By Burnside's lemma, the mean of what the symmetries leave as it is.
            number, rest = divmod(number, len(puzzle.symmetries))
            if rest and total is not None:
                raise ArithmeticError(f"a number of orbits is not whole: {number}, and {rest}")
        if total is None:
            return Tally(nodes=counting.nodes, complete=False)
        return Tally({puzzle.board.squares: number} if number else {}, nodes=counting.nodes)


class Counting:
    """Sweeps one after another; ``nodes`` are the states made in all."""

    def __init__(self, control: Control, effort: Effort) -> None:
        self.control = control
        self.effort = effort
        self.nodes = 0

    def count(self, plan: Plan, squares: int) -> int | None:
        """Return what a sweep over so many squares counts, or None when it was stopped."""
        limbs = 1 if squares <= SHORT_TOURS else 2
        while True:
            left = None if self.effort.nodes is None else max(0, self.effort.nodes - self.nodes)
            sweep = Sweep(plan, limbs, self.control, Effort(left))
            total = sweep.run()
            self.nodes += sweep.nodes
            if not sweep.overflowed:
                return total
            limbs += 1


def _too_wide(slots: int, limbs: int) -> str:
    """Return which limit stopped a sweep, and what it depends on."""
    size = MOST_ROWS * 8 * (2 + limbs) / 2**30
    return f"memory limit of {size:.2g} GiB (too wide for a sweep, with {slots} squares at once)"


def listings(puzzle: Tour) -> int:
    """Return how many times each set of edges is listed: once in each direction that is allowed."""
    if puzzle.closed:
        return 2 if puzzle.directed else 1
    return 2 if puzzle.directed and puzzle.start is None and puzzle.end is None else 1


@lru_cache(maxsize=1)
def _loaded() -> Any:
    """Return the module of the kernels."""
    from everyway.families.tour import frontier_kernel

    return frontier_kernel


class Sweep:
    """One sweep; ``overflowed`` says that counts need more limbs, ``nodes`` what was made."""

    def __init__(self, plan: Plan, limbs: int, control: Control, effort: Effort) -> None:
        import numpy as np

        from everyway.kernels.states import States

        self.plan = plan
        self.limbs = limbs
        self.control = control
        self.effort = effort
        self.kernel = _loaded()
        self.nodes = 0
        self.states = States(limbs, MOST_ROWS, self._spend)
        self._total = np.zeros(limbs, dtype=np.int64)

    @property
    def overflowed(self) -> bool:
        """Whether the counts need more limbs."""
        return self.states.overflowed

    def run(self, unit: int = 1) -> int | None:
        """Return the number of cycles, each counted *unit* times, or None when stopped."""
        from everyway.kernels.states import whole

        self.states.begin(unit)
        for place in self.plan.places:
            if not self._pass(place):
                return None
            if not self.states.number:
                break
        return whole(self._total)

    def _spend(self, nodes: int) -> bool:
        self.nodes += nodes
        over = self.effort.nodes is not None and self.nodes >= self.effort.nodes
        return self.control.spend(nodes) or over

    def _pass(self, place: Place) -> bool:
        """Pass one square; return False when the sweep was stopped."""
        from everyway.kernels.states import Table, address_of

        step, memory = self._step(place)
        total = address_of(self._total)

        def expand(source: Table, target: Table, most: int, report: int) -> None:
            self.kernel.sweep(step, source, target, total, STATES_A_CALL, most, report)

        going = self.states.advance(expand)
        del memory
        if self.states.full:
            self.control.stop(_too_wide(self.plan.slots, self.limbs))
        return going

    def _step(self, place: Place) -> tuple[Step, Memory]:
        """Return a step in the kernel's form, with the memory that it needs."""
        import numpy as np

        from everyway.kernels.memory import Memory

        memory = Memory()
        near = memory.keep(np.array([*place.near, 0], dtype=np.int64))
        mirror = 0
        if place.mirror is not None:
            mirror = memory.keep(np.array(place.mirror, dtype=np.int64))
        dummy = [] if self.plan.dummy < 0 else [self.plan.dummy]
        parity = [self.plan.parity] if self.plan.odd else []
        step = self.kernel.Step(
            place.slot,
            near,
            memory.keep(np.array([*place.odd, 0], dtype=np.int64)),
            len(place.near),
            self.plan.parity,
            self.plan.dummy,
            int(place.joins),
            int(place.must),
            *self._mask(place.done, self.kernel.FULL),
            *self._mask(place.seen, 1),
            *self._mask(place.ended_done, self.kernel.FULL),
            *self._mask(place.ended_seen, 1),
            int(place.last),
            *self._mask(place.open_slots + dummy + parity, 1),
            mirror,
            self.plan.slots,
        )
        return step, memory

    def _mask(self, slots: list[int], value: int) -> tuple[int, int]:
        """Return the words with *value* in each of *slots*."""
        low, high = 0, 0
        for slot in slots:
            if slot < self.kernel.FIELDS:
                low |= value << self.kernel.FIELD * slot
            else:
                high |= value << self.kernel.FIELD * (slot - self.kernel.FIELDS)
        return low, high
