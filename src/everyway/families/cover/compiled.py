"""The compiled engine: exact covers of any kind, counted and listed in machine code."""

from __future__ import annotations

import random
import sys
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Question
from everyway.families.cover.base import CoverPuzzle
from everyway.families.cover.model import Model, State
from everyway.families.cover.plain import refusal

MOST_OPTIONS = 20_000
"""The table of conflicts has a bit for each two options: 50 MB for so many."""

START_SECONDS, READY_SECONDS = 0.6, 0.001
NODE_SECONDS, WORD_SECONDS = 30e-9, 1e-9
PAUSE_SECONDS = 0.04
LEAST_PIECE = 20_000
NO_END = 1 << 60
BIG, HUGE = 3_000_000, 300_000_000
"""From how many nodes on a search is split by the first choice, and by the first two."""

FEWEST = "fewest"
"""Branches of a count go by the item with the fewest options; those of a list are in order."""

BLOCK = 4096
MEMORY_WORDS = 1 << 23
"""How many numbers the memory of what is left holds: 64 MiB of them."""

FAR_LOOKUPS, FEW_HITS = 100_000, 64
"""After so many looks into the memory of which not one in so many found, it is given up."""

PROBES = 24
KERNEL = f"{__package__}.search_kernel"


class CompiledSearch:
    """A search below some choices, which can pause.

    ``found`` are the numbers of solutions by size, the choices before among them.
    """

    def __init__(
        self, model: Model, state: State, before: int, listing: bool, memory: bool
    ) -> None:
        import numpy as np

        from everyway.kernels.memory import Memory

        from .search_kernel import LIMB, Tables, begin
        from .tables import shared_tables

        self.nodes = 0
        self._before = before
        self._numpy = np
        self._memory = memory and not listing and model.even and model.all_primary
        shared, sizes, self._keep = shared_tables(model)
        rooms = self._rooms = Memory()
        depth = model.longest - before + 3
        words, item_words, multis = sizes
        items = max(1, len(model.needy))
        limbs = model.most_solutions().bit_length() // LIMB + 1 if self._memory else 0
        self._limb_bits = LIMB
        self._state = np.zeros(8, dtype=np.int64)
        self._counts = np.zeros(depth + 1, dtype=np.int64)
        self._totals = np.zeros((depth + 1, max(1, limbs)), dtype=np.int64)
        self._rows = BLOCK if listing else 0
        width = depth + 1
        self._found = np.zeros((max(1, self._rows), width), dtype=np.int64)
        slots = 1
        while self._memory and 2 * slots * (1 + item_words + limbs) <= MEMORY_WORDS:
            slots *= 2
        names = {
            "live": rooms.zeros(depth + 1, words),
            "todo": rooms.zeros(depth + 1, words),
            "order": rooms.zeros(depth + 1, items),
            "open": rooms.zeros(depth + 1),
            "chosen": rooms.zeros(depth + 1),
            "left": rooms.zeros(depth + 1, item_words),
            "need": rooms.zeros(depth + 1, max(1, multis)),
            "room": rooms.zeros(depth + 1, max(1, multis)),
            "totals": rooms.keep(self._totals),
            "kept": rooms.zeros(slots, 1 + item_words + limbs),
            "counts": rooms.keep(self._counts),
            "found": rooms.keep(self._found),
            "state": rooms.keep(self._state),
        }
        self._tables = Tables(
            **shared,
            **names,
            words=words,
            item_words=item_words,
            items=len(model.needy),
            multis=multis,
            limbs=limbs,
            slots=slots,
            rows=self._rows,
            width=width,
        )
        self._fill(model, state)
        begin(self._tables, int(self._memory))
        self._begun, self._banked = True, 0
        self.nodes += int(self._state[5])

    def _fill(self, model: Model, state: State) -> None:
        """Write the node where the search begins."""
        from everyway.kernels.bits import to_words

        from .tables import write

        t = self._tables
        write(t.live, to_words(state.live, t.words))
        lacking = [p for p, n in enumerate(state.times) if n < model.least[p]]
        write(t.order, self._numpy.array(lacking or [0], dtype=self._numpy.int64))
        write(t.open, self._numpy.array([len(lacking)], dtype=self._numpy.int64))
        write(t.left, to_words(sum(1 << p for p in lacking), t.item_words))
        multiple = [p for p, several in enumerate(model.multiple) if several]
        if multiple:
            need = [model.least[p] - state.times[p] for p in multiple]
            room = [model.most[p] - state.times[p] for p in multiple]
            write(t.need, self._numpy.array(need, dtype=self._numpy.int64))
            write(t.room, self._numpy.array(room, dtype=self._numpy.int64))

    @property
    def done(self) -> bool:
        """Whether nothing is left to be searched."""
        return int(self._state[0]) < 0

    def found(self, size: int) -> dict[int, int]:
        """Return how many solutions were met, by size; *size* is that of those in the memory."""
        counts = {
            depth + self._before: int(number)
            for depth, number in enumerate(self._counts.tolist())
            if number
        }
        total = self._banked + (self._total() if self._memory else 0)
        if total:
            counts[size] = counts.get(size, 0) + total
        return counts

    def _total(self) -> int:
        """Return what the totals of the nodes on the way down add up to."""
        rows = self._totals[: int(self._state[0]) + 2].tolist()
        return sum(int(limb) << (self._limb_bits * k) for row in rows for k, limb in enumerate(row))

    def advance(self, most_nodes: int, most_found: int) -> list[Data]:
        """Search on; return the options chosen in the solutions met, where they are listed.

        No number by size overflows: each is at most that of the nodes, and nobody visits 2 to the
        63 of them.
        """
        from .search_kernel import advance

        if self._begun:
            # The choices before may be a solution, which is listed already.
            self._begun = False
            found = self._listed()
            if found:
                return found
        if self.done:
            return []
        self.nodes += advance(self._tables, most_nodes, most_found, int(self._memory))
        looks, hits = int(self._state[3]), int(self._state[4])
        if self._memory and looks > FAR_LOOKUPS and hits * FEW_HITS < looks:
            self._banked, self._memory = self._total(), False
        return self._listed()

    def _listed(self) -> list[Data]:
        rows = self._found[: int(self._state[2])].tolist() if self._rows else []
        return [tuple(row[1 : 1 + row[0]]) for row in rows]


class CompiledEngine(Engine):
    """Bitsets of options, the item with the fewest first; tilings with a memory of what is left."""

    name = "compiled"
    method = "fewest options first"
    releases_gil = True
    exact_nodes = False

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return KERNEL in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything that has not too many options."""
        why = refusal(puzzle, question)
        if why is not None:
            return Offer.no(why)
        assert isinstance(puzzle, CoverPuzzle)
        model = puzzle.model
        if model.size > MOST_OPTIONS:
            return Offer.no(f"over {MOST_OPTIONS} options")
        nodes = estimate(puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, max(nodes**0.5, model.longest * (question.limit + 1.0)))
        start = READY_SECONDS if self.ready else START_SECONDS
        seconds = start + nodes * _node_seconds(model)
        return Offer(True, seconds, "fewest options first", nodes, "probed")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole, or branches by the first choices where there is much to do."""
        assert isinstance(puzzle, CoverPuzzle)
        if isinstance(question, Every):
            return [Branch()]
        whole = [Branch(part=FEWEST)]
        nodes = estimate(puzzle)
        for least in (BIG, HUGE):
            if nodes > least:
                whole = [
                    below
                    for branch in whole
                    for below in self.split(puzzle, question, branch) or [branch]
                ]
        return whole

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next option: in order for a list, else of the item with the fewest."""
        assert isinstance(puzzle, CoverPuzzle)
        model = puzzle.model
        if branch.path[-1:] == (ENDS,):
            return []
        state = _reached(model, branch)
        if branch.part == FEWEST:
            place, options = model.fewest(state)
            # What is met where nothing lacks ends here, if it may go on as well.
            return branch.children([ENDS, *options] if place < 0 and options else options)
        complete, options = model.in_order(state, branch.path[-1] if branch.path else -1)
        return branch.children([ENDS, *options] if complete and options else options)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search one branch, a fraction of a second at a time; a list is sorted at the end."""
        assert isinstance(puzzle, CoverPuzzle)
        if isinstance(question, Every) and question.limit == 0:
            return Tally()
        model = puzzle.model
        if branch.path[-1:] == (ENDS,):
            return _alone(puzzle, question, branch.path[:-1], control)
        if control.spend(0):
            return Tally(complete=False)
        listing = isinstance(question, Every)
        state = _reached(model, branch)
        memory = isinstance(question, Count) and not question.up_to
        search = CompiledSearch(
            model, state, len(branch.path), listing or bool(question.up_to), memory
        )
        harvest = _Harvest(puzzle, question, branch.path)
        most_nodes = NO_END if effort.nodes is None else max(effort.nodes, LEAST_PIECE)
        most = NO_END if effort.solutions is None or not listing else effort.solutions
        limit = question.limit if isinstance(question, Every) and not question.ordered else None
        most = most if limit is None else min(most, limit)
        pace = max(100, int(PAUSE_SECONDS / _node_seconds(model)))
        stopped, told = False, 0
        while not (stopped or search.done or search.nodes >= most_nodes) and harvest.number < most:
            left = NO_END if control.nodes_left is None else control.nodes_left
            pause = max(1, min(pace, most_nodes - search.nodes, left))
            harvest.take(search.advance(pause, NO_END if question.up_to else most - harvest.number))
            stopped = control.spend(search.nodes - told)
            told = search.nodes
        if not stopped and search.done:
            harvest.take(search.advance(0, NO_END))
            control.spend(search.nodes - told)
        complete = search.done or (limit is not None and harvest.number >= limit)
        if question.up_to or listing:
            return harvest.tally(search.nodes, complete)
        return Tally(search.found(model.longest), (), search.nodes, complete)


ENDS = -1
"""Stands last in a path for: what is chosen so far, and nothing more."""


class _Harvest:
    """The solutions met in a branch, those that are the first of their orbits up to symmetry."""

    def __init__(self, puzzle: CoverPuzzle, question: Question, path: Data) -> None:
        self.puzzle, self.question, self.path = puzzle, question, path
        self.number = 0
        self.counts: dict[int, int] = {}
        self.solutions: list[Data] = []

    def take(self, chosen: list[Data]) -> None:
        """Take what a search has met."""
        for options in chosen:
            data = tuple(sorted(self.path + options))
            if self.question.up_to and not self.puzzle.is_canonical(data):
                continue
            self.number += 1
            self.counts[len(data)] = self.counts.get(len(data), 0) + 1
            if isinstance(self.question, Every):
                self.solutions.append(data)

    def tally(self, nodes: int, complete: bool) -> Tally:
        """Return the tally, solutions in order."""
        return Tally(self.counts, tuple(sorted(self.solutions)), nodes, complete)


def _alone(puzzle: CoverPuzzle, question: Question, path: Data, control: Control) -> Tally:
    """Return the tally of the one solution *path*."""
    if control.spend(0):
        return Tally(complete=False)
    harvest = _Harvest(puzzle, question, path)
    harvest.take([()])
    control.spend(1)
    return harvest.tally(1, True)


def _reached(model: Model, branch: Branch) -> State:
    """Return what is left after the choices of a branch."""
    state = model.start
    for option in branch.path:
        if branch.part == FEWEST:
            _, options = model.fewest(state)
            for earlier in options[: options.index(option)]:
                state = State(state.live & ~(1 << earlier), state.times)
        state = model.after(state, option)
    if branch.part != FEWEST and branch.path:
        state = State(state.live & (-1 << (branch.path[-1] + 1)), state.times)
    return state


def _node_seconds(model: Model) -> float:
    """Return about how long a node takes."""
    words = -(-model.size // 64)
    looked_at = sum(min(words, mask.bit_count()) for mask in model.masks) / 2
    return NODE_SECONDS + WORD_SECONDS * (3 * words + looked_at)


@lru_cache(maxsize=128)
def estimate(puzzle: CoverPuzzle) -> float:
    """Return about how many nodes the search has, by random descents (Knuth, 1975)."""
    model, chance = puzzle.model, random.Random(1)
    probes = PROBES if model.size < 4000 else 3
    nodes = 0.0
    for _ in range(probes):
        state, weight = model.start, 1.0
        while True:
            _, options = model.fewest(state)
            weight = min(weight * len(options), 1e30)
            nodes += weight
            if not options:
                break
            taken = chance.randrange(len(options))
            for earlier in options[:taken]:
                state = State(state.live & ~(1 << earlier), state.times)
            state = model.after(state, options[taken])
    return max(1.0, nodes / probes)
