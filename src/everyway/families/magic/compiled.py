"""The compiled engine: every class, order and set of numbers that fits a machine word."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question

from .plan import Plan, counting_plan, plan_of
from .puzzle import MagicSquare

if TYPE_CHECKING:
    from everyway.kernels.memory import Memory

MOST_NUMBERS = 62
MOST_SPAN = 1_000_000
SECONDS_A_NODE = 15e-9
START_SECONDS = 0.6
READY_SECONDS = 0.001
PAUSE_NODES = 2_000_000
LEAST_PIECE = 250_000
"""How many nodes a branch of a list may take in any case: they pass in a few milliseconds."""

NO_END = 1 << 62
ORBITS = "orbits"
BLOCK = 4096
"""How many squares are fetched at a time."""

BIG, HUGE = 3_000_000, 300_000_000
"""From how many nodes on a search is split by the first free number, and by the first two."""

KERNEL = f"{__package__}.search_kernel"


class CompiledSearch:
    """A search below the beginning *path* of a plan, which can pause."""

    def __init__(self, plan: Plan, path: Data, listing: bool) -> None:
        self.nodes = 0
        self.found = 0
        reached = plan.follow(path)
        self.done = reached is None
        if reached is None:
            return
        values, self._start = reached
        fixed = {**plan.puzzle.fixed, **values}
        self._whole = self._start == len(plan.steps)
        if self._whole:
            self._square = tuple(fixed[cell] for cell in range(plan.puzzle.size))
            return
        self._begin(plan, fixed, values, listing)

    def _begin(
        self, plan: Plan, fixed: dict[int, int], values: dict[int, int], listing: bool
    ) -> None:
        import numpy as np

        from everyway.kernels.memory import Memory

        from .search_kernel import Tables, enter

        size, depth = plan.puzzle.size, len(plan.steps)
        self._memory = Memory()
        self._values = np.array([fixed.get(cell, 0) for cell in range(size)], dtype=np.int64)
        sums = [total - plan.sum_of(line, values) for line, total in enumerate(plan.totals)]
        unused = (1 << len(plan.numbers)) - 1
        for rank, number in enumerate(plan.numbers):
            if number in values.values():
                unused ^= 1 << rank
        self._state = np.array([self._start, unused, 0], dtype=np.int64)
        self._found = np.zeros((BLOCK if listing else 0, size), dtype=np.int64)
        keep = self._memory.keep
        # Kept here, too: another thread may make the plan's tables at the same time.
        self._shared, addresses = _tables(plan)
        steps, terms, bounds, pairs, numbers, ranks = addresses
        self._tables = Tables(
            steps,
            terms,
            bounds,
            pairs,
            numbers,
            ranks,
            keep(self._values),
            keep(np.array([*sums, 0], dtype=np.int64)),
            keep(np.full(depth, -1, dtype=np.int64)),
            self._memory.zeros(depth),
            keep(self._state),
            depth,
            len(plan.numbers),
            size,
        )
        enter(self._tables)

    def advance(self, most_nodes: int, most_found: int) -> list[Data]:
        """Search on; return the squares found, at most *most_found* (only when listing)."""
        if self.done:
            return []
        if self._whole:
            self.done = True
            self.nodes += 1
            self.found += 1
            return [self._square]
        from .search_kernel import advance

        room = len(self._found)
        self._state[2] = 0
        most = min(most_found, room) if room else NO_END
        found = int(self._found.ctypes.data)
        self.nodes += advance(self._tables, found, room, self._start, most_nodes, most)
        number = int(self._state[2])
        self.found += number
        self.done = int(self._state[0]) < self._start
        return list(map(tuple, self._found[:number].tolist())) if room else []


def _tables(plan: Plan) -> tuple[Memory, tuple[int, ...]]:
    """Return the memory and the addresses of the plan's tables, in the order of ``Tables``."""
    import numpy as np

    from everyway.kernels.memory import Memory

    if plan.tables is not None:
        kept: tuple[Memory, tuple[int, ...]] = plan.tables
        return kept
    steps: list[tuple[int, ...]] = []
    terms: list[tuple[int, int]] = []
    bounds: list[tuple[int, int, int]] = []
    pairs: list[tuple[int, int]] = []
    for s, step in enumerate(plan.steps):
        first = len(terms), len(bounds), len(pairs)
        terms += step.terms
        bounds += plan.bounds[s]
        pairs += [(cell, 1) for cell in plan.above[s]] + [(cell, -1) for cell in plan.below[s]]
        kind = (step.cell, int(step.free), step.constant, step.divisor)
        steps.append((*kind, first[0], len(terms), first[1], len(bounds), first[2], len(pairs)))
    numbers = np.array(plan.numbers, dtype=np.int64)
    span = np.arange(plan.numbers[0], plan.numbers[-1] + 2)
    memory = Memory()
    rows: tuple[Any, ...] = (steps, terms or [(0, 0)], bounds or [(0, 0, 0)], pairs or [(0, 0)])
    addresses = [memory.keep(np.array(row, dtype=np.int64)) for row in rows]
    addresses.append(memory.keep(numbers))
    addresses.append(memory.keep(np.searchsorted(numbers, span).astype(np.int64)))
    plan.tables = (memory, tuple(addresses))
    return memory, tuple(addresses)


class CompiledEngine(Engine):
    """Free cells in turn, all others from the equations; as machine code."""

    name = "compiled"
    method = "substitution"
    releases_gil = True

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return KERNEL in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything where the numbers fit a word, at the cost of the nodes."""
        if not isinstance(puzzle, MagicSquare):
            return Offer.no("only magic squares")
        if len(puzzle.values) - len(puzzle.fixed) > MOST_NUMBERS:
            return Offer.no(f"more than {MOST_NUMBERS} numbers are left for the open cells")
        if puzzle.values and puzzle.values[-1] - puzzle.values[0] > MOST_SPAN:
            return Offer.no(f"the numbers are more than {MOST_SPAN} apart")
        nodes = _estimate(puzzle, question)
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, max(nodes**0.5, puzzle.size * (question.limit + 1.0)))
        start = READY_SECONDS if self.ready else START_SECONDS
        seconds = start + nodes * SECONDS_A_NODE
        return Offer(True, seconds, "substitution", nodes, "probed")

    def _plan(self, puzzle: MagicSquare, question: Question, branch: Branch, more: int = 0) -> Plan:
        """Return the plan for a branch, of which *more* free cells are to be taken in order.

        A branch of a list has its first free cells in lexicographic order. A branch of ``ORBITS``
        holds one square of each orbit of the largest group, for counting alone.
        """
        if branch.part == ORBITS:
            return counting_plan(puzzle)[0]
        return plan_of(puzzle, len(branch.path) + more, bool(question.up_to))

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole, or branches by the first free numbers where there is much to do."""
        assert isinstance(puzzle, MagicSquare)
        whole = [self._whole(question)]
        if isinstance(question, Every):
            return whole
        nodes = _estimate(puzzle, question)
        for least in (BIG, HUGE):
            if nodes > least:
                whole = [
                    part for branch in whole for part in self.split(puzzle, question, branch)
                ] or whole
        return whole

    def _whole(self, question: Question) -> Branch:
        return Branch(part="" if isinstance(question, Every) else ORBITS)

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next free number. A path is the numbers of the first free cells."""
        assert isinstance(puzzle, MagicSquare)
        plan = self._plan(puzzle, question, branch, 1)
        return branch.children(plan.children(branch.path))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search one branch, a fraction of a second at a time; a list is sorted at the end."""
        assert isinstance(puzzle, MagicSquare)
        listing = isinstance(question, Every)
        plan = self._plan(puzzle, question, branch)
        search = CompiledSearch(plan, branch.path, listing)
        solutions: list[Data] = []
        most_nodes = NO_END if effort.nodes is None else max(effort.nodes, LEAST_PIECE)
        most = NO_END if effort.solutions is None else effort.solutions
        if isinstance(question, Every) and not question.ordered and question.limit is not None:
            most = min(most, question.limit)
        stopped = control.spend(0)
        while not (stopped or search.done or search.nodes >= most_nodes):
            if listing and len(solutions) >= most:
                break
            before = search.nodes
            left = NO_END if control.nodes_left is None else control.nodes_left
            pause = max(1, min(PAUSE_NODES, most_nodes - before, left))
            solutions += search.advance(pause, most - len(solutions))
            stopped = control.spend(search.nodes - before)
        complete = search.done
        if isinstance(question, Every) and not question.ordered and question.limit is not None:
            complete = complete or len(solutions) >= question.limit
        # Numbers differ, so no square is its own image: every orbit is as large as the group.
        times = 1
        if branch.part == ORBITS:
            times = counting_plan(puzzle)[1] // (len(puzzle.group) if question.up_to else 1)
        counts = {puzzle.sum or 0: times * search.found} if search.found else {}
        return Tally(counts, tuple(sorted(solutions)), search.nodes, complete)


def _estimate(puzzle: MagicSquare, question: Question) -> float:
    """Return an estimate of the nodes of the whole search.

    Random descents see little of a search for the first squares of orbits, so the whole is
    estimated and shared among the orbits.
    """
    plan = plan_of(puzzle, 0, False)
    if plan.estimated is None:
        plan.estimated = plan.estimate()
    if isinstance(question, Every):
        return plan.estimated / (len(puzzle.group) if question.up_to else 1)
    return plan.estimated / counting_plan(puzzle)[1]
