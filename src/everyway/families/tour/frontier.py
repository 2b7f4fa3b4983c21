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

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes
from everyway.families.tour.frontier_plan import Place, Plan, best_order, make_plan
from everyway.families.tour.impossible import why_none
from everyway.families.tour.puzzle import Tour

if TYPE_CHECKING:
    from everyway.families.tour.frontier_kernel import Step, Table
    from everyway.kernels.memory import Memory

MOST_SLOTS = 24
MOST_SQUARES = 2000
MOST_ROWS = 1 << 25
"""How many rows a table may have at most: with two limbs, 1 GiB."""
FEWEST_ROWS = 1 << 12
STATES_A_CALL = 100_000
STATES_A_SECOND = 8e6
SHORT_TOURS = 46
"""Up to so many squares counts are below 2^62 in all likelihood; if not, that is seen."""


@lru_cache(maxsize=16)
def order_of(puzzle: Tour) -> tuple[list[int], int]:
    """Return the best order of the sweep and its number of slots."""
    return best_order(puzzle)


def estimate(puzzle: Tour, slots: int) -> float:
    """Return a rough number of states made, from counts of them on boards 3 to 6 wide.

    In the middle of a long board each slot more makes 3.6 times as many; the number of squares
    sets a bound to those of short ones.
    """
    squares = puzzle.board.squares
    middle = 29e3 * 3.6 ** (min(slots, 99) - 12) * squares
    return float(min(middle, (1.45 if puzzle.closed else 1.65) ** min(squares, 500)))


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
        if question.up_to and not is_free(puzzle):
            return Offer.no("counts up to symmetry only where no symmetry can keep a tour")
        _, slots = order_of(puzzle)
        if slots > MOST_SLOTS:
            return Offer.no(f"too wide: {slots} squares at once, at most {MOST_SLOTS}")
        states = estimate(puzzle, slots)
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
        plan = make_plan(puzzle, order)
        nodes = 0
        limbs = 1 if puzzle.board.squares <= SHORT_TOURS else 2
        while True:
            sweep = Sweep(plan, limbs, control, effort)
            total = sweep.run()
            nodes += sweep.nodes
            if not sweep.overflowed:
                break
            limbs += 1
        if total is None:
            return Tally(nodes=nodes, complete=False)
        number = total * listings(puzzle)
        if question.up_to:
            number //= len(puzzle.symmetries)
        return Tally({puzzle.board.squares: number} if number else {}, nodes=nodes)


def _too_wide(slots: int, limbs: int) -> str:
    """Return which limit stopped a sweep, and what it depends on."""
    size = MOST_ROWS * 8 * (2 + limbs) / 2**30
    return f"memory limit of {size:.2g} GiB (too wide for a sweep, with {slots} squares at once)"


def listings(puzzle: Tour) -> int:
    """Return how many times each set of edges is listed: once in each direction that is allowed."""
    if puzzle.closed:
        return 2 if puzzle.directed else 1
    return 2 if puzzle.directed and puzzle.start is None and puzzle.end is None else 1


def is_free(puzzle: Tour) -> bool:
    """Return whether no symmetry but the identity keeps a tour: then orbits are all as large."""
    if puzzle.board.squares < 3:
        return False
    symmetries = puzzle.symmetries
    # An open tour with a direction is kept only by what keeps each square.
    return len(symmetries) == 1 or not (
        puzzle.closed or puzzle.reversible or any(reverse for _, reverse in symmetries)
    )


@lru_cache(maxsize=1)
def _loaded() -> Any:
    """Return the module of the kernels."""
    from everyway.families.tour import frontier_kernel

    return frontier_kernel


class Sweep:
    """One sweep; ``overflowed`` says that counts need more limbs, ``nodes`` what was made."""

    def __init__(self, plan: Plan, limbs: int, control: Control, effort: Effort) -> None:
        from everyway.kernels.memory import Memory

        self.plan = plan
        self.limbs = limbs
        self.control = control
        self.effort = effort
        self.kernel = _loaded()
        self.nodes = 0
        self.overflowed = False
        self.memory = Memory()
        import numpy as np

        self._report = np.zeros(4, dtype=np.int64)
        self._total = np.zeros(limbs, dtype=np.int64)
        self.report = self.memory.keep(self._report)
        self.total = self.memory.keep(self._total)

    def run(self, unit: int = 1) -> int | None:
        """Return the number of cycles, each counted *unit* times, or None when stopped."""
        table, memory = self._table(FEWEST_ROWS)
        import numpy as np

        one = np.zeros(self.limbs, dtype=np.int64)
        one[0] = unit
        self.kernel.begin(table, self.memory.keep(one))
        states = 1
        for place in self.plan.places:
            found = self._pass(place, table, states)
            if found is None:
                return None
            table, memory, states = found
            if not states:
                break
        del memory
        limb_bits: int = self.kernel.LIMB
        return sum(int(limb) << limb_bits * i for i, limb in enumerate(self._total))

    def _table(self, rows: int) -> tuple[Table, Memory]:
        from everyway.kernels.memory import Memory

        memory = Memory()
        address = memory.zeros(rows, 2 + self.limbs)
        pending = memory.zeros(1 + 4 * self.kernel.BATCH)
        return self.kernel.Table(address, rows - 1, self.limbs, pending), memory

    def _pass(self, place: Place, source: Table, states: int) -> tuple[Table, Memory, int] | None:
        """Return the states after one square: their table, its memory and their number."""
        rows = FEWEST_ROWS
        while rows < 2 * states:
            rows *= 2
        target, memory = self._table(rows)
        keep = self._step(place)
        step = keep[0]
        report = self._report
        report[:] = 0
        kernel = self.kernel
        while report[kernel.NEXT] <= source.mask:
            report[kernel.SPENT] = 0
            most = rows // 5 * 3
            kernel.sweep(step, source, target, self.total, STATES_A_CALL, most, self.report)
            spent = int(report[kernel.SPENT])
            self.nodes += spent
            over = self.effort.nodes is not None and self.nodes >= self.effort.nodes
            if self.control.spend(spent) or over:
                return None
            if report[kernel.OVERFLOW]:
                self.overflowed = True
                return None
            if report[kernel.ENTRIES] >= most:
                rows *= 2
                if rows > MOST_ROWS:
                    self.control.stop(_too_wide(self.plan.slots, self.limbs))
                    return None
                larger, more = self._table(rows)
                kernel.regroup(target, larger, self.report)
                target, memory = larger, more
        return target, memory, int(report[kernel.ENTRIES])

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
        step = self.kernel.Step(
            place.slot,
            near,
            len(place.near),
            self.plan.dummy,
            int(place.joins),
            int(place.must),
            *self._mask(place.done, self.kernel.FULL),
            *self._mask(place.seen, 1),
            *self._mask(place.ended_done, self.kernel.FULL),
            *self._mask(place.ended_seen, 1),
            int(place.last),
            *self._mask(place.open_slots + dummy, 1),
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
