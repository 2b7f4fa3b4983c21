"""The engine of dynamic programs: exact counts for a target or for all, and lists led by them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Offer,
    Stopped,
    Tally,
)
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Count,
    Every,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    draw_positions,
)
from everyway.core.walking import gather

from .codes import coder, follow
from .gathering import no_symmetry
from .komachi import Komachi
from .listing import FlatListing, NestedListing
from .tables import FlatTables, NestedTables, Table, expressions

STEPS_A_SECOND = 700_000
MOST_STEPS = 1e12
KEPT = 4

Made = FlatTables | NestedTables


def shift_of(puzzle: Komachi) -> int:
    """Return how many bits are room for every weight of *puzzle*."""
    return expressions(puzzle).bit_length() + 1


def make_tables(puzzle: Komachi, shift: int, control: Control) -> Made:
    """Return the tables of *puzzle*, still empty, that stop when *control* says so."""
    kind = NestedTables if puzzle.parentheses else FlatTables
    return kind(puzzle, shift, control.spend)


def by_signs(weight: int, shift: int) -> dict[int, int]:
    """Return the number of ways by their number of operators, from a weight with a shift.

    >>> by_signs((5 << 16) + 3, 16)
    {0: 3, 1: 5}
    """
    found = {}
    place = 0
    while weight:
        number = weight & ((1 << shift) - 1)
        if number:
            found[place] = number
        weight >>= shift
        place += 1
    return found


def values_estimate(puzzle: Komachi, length: int) -> float:
    """Return about how many values a piece of *length* digits has."""
    kinds = len(puzzle.operators) + puzzle.decimal_point
    if not puzzle.parentheses:
        return float(min(1e15, (kinds + 1.0) ** (length - 1)))
    growth = (1.0, 3.0, 5.0, 6.5, 7.0, 9.0)[min(kinds, 5)]
    return float(min(1e15, growth ** (length - 1)))


def steps_estimate(puzzle: Komachi, everything: bool) -> float:
    """Return about how many pairs of values are looked at."""
    size, kinds = len(puzzle.digits), len(puzzle.operators)
    if not puzzle.parentheses:
        whole = values_estimate(puzzle, size)
        return whole if everything else min(whole, 60_000 + 3.0**size * 3)
    most = size if everything else (size - 1 if "^" in puzzle.operators else (size + 1) // 2)
    steps = 0.0
    for length in range(2, most + 1):
        pairs = (size - length + 1) * kinds * (length - 1)
        steps += pairs * values_estimate(puzzle, length) / 6
    queries = 0.0 if everything else kinds * values_estimate(puzzle, size - most) * size**2
    return steps + queries * kinds * values_estimate(puzzle, (size + 2) // 3)


class IntervalEngine(Engine):
    """Interval dynamic programming over exact fractions, in plain Python."""

    name = "intervals"
    method = "interval dynamic programming"
    exact_nodes = False
    direct = frozenset({Count, Sizes, Every, Smallest, Largest, Sample})
    _made: ClassVar[OrderedDict[tuple[Komachi, int], Made]] = OrderedDict()

    @classmethod
    def forget(cls) -> None:
        """Drop the tables that are kept from earlier questions."""
        cls._made.clear()

    @property
    def ready(self) -> bool:
        """Whether the engine starts at once; it does."""
        return True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer whatever the tables can answer, at the cost of making them."""
        if (refusal := no_symmetry(question)) is not None:
            return refusal
        if not isinstance(puzzle, Komachi):
            return Offer.no("only komachi")
        if isinstance(question, Every | Sample) and puzzle.goal is None:
            return Offer.no("lists the ways to one target")
        steps = steps_estimate(puzzle, puzzle.goal is None)
        if steps > MOST_STEPS:
            return Offer.no(f"about {steps:.3g} steps, and as many values to be kept")
        return Offer(
            True, 0.002 + steps / STEPS_A_SECOND, "tables of the values of all parts", steps
        )

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: a table is one piece of work."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split a list by the next code."""
        assert isinstance(puzzle, Komachi)
        if not isinstance(question, Every):
            return []
        codes = coder(puzzle)
        return branch.children(range(len(codes.following(follow(codes, branch.path)))))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Make the tables that are missing, and read the answer off."""
        assert isinstance(puzzle, Komachi)
        try:
            if isinstance(question, Every):
                return self._list(puzzle, question, branch, control, effort)
            if isinstance(question, Sample):
                return self._sample(puzzle, question, control)
            if branch.path:
                # A part of a list has no table of its own: its ways are counted one by one.
                events = self._events(puzzle, follow(coder(puzzle), branch.path), control)
                return gather(puzzle, question, events, control, effort)
            if isinstance(question, Smallest | Largest):
                return self._optimum(puzzle, question, control)
            counts = self.counts(puzzle, isinstance(question, Sizes), control)
        except Stopped:
            return Tally(complete=False)
        return Tally(counts)

    def tables(self, puzzle: Komachi, signs: bool, control: Control) -> Made:
        """Return tables for *puzzle*, with the numbers of operators if *signs*; kept a while."""
        bare = replace(puzzle, target=None, signs=None)
        shift = shift_of(bare) if signs else 0
        tables = self._made.get((bare, shift)) or make_tables(bare, shift, control)
        tables.spend = control.spend
        tables.puzzle = puzzle
        self._made[bare, shift] = tables
        self._made.move_to_end((bare, shift))
        while len(self._made) > KEPT:
            self._made.popitem(last=False)
        return tables

    def counts(self, puzzle: Komachi, sizes: bool, control: Control) -> dict[int, int]:
        """Return the number of ways by size, or all together when *sizes* are not asked for."""
        by_number = puzzle.signs is not None or (sizes and puzzle.goal is not None)
        tables = self.tables(puzzle, by_number, control)
        low, high = puzzle.sign_range
        if puzzle.goal is not None:
            weight = tables.weight_of((puzzle.goal.numerator, puzzle.goal.denominator))
            found = by_signs(weight, tables.shift) if by_number else {0: weight}
            return {k: n for k, n in found.items() if n and (not by_number or low <= k <= high)}
        return {
            value: number for value, number in self.values(tables, (low, high)).items() if number
        }

    def values(self, tables: Made, signs: tuple[int, int]) -> dict[int, int]:
        """Return the number of ways to each whole value, values rising."""
        whole: Table = tables.whole()
        found = {}
        for (top, bottom), weight in whole.items():
            if bottom == 1:
                if tables.shift:
                    parts = by_signs(weight, tables.shift).items()
                    weight = sum(n for k, n in parts if signs[0] <= k <= signs[1])
                found[top] = weight
        return dict(sorted(found.items()))

    def _list(
        self, puzzle: Komachi, question: Every, branch: Branch, control: Control, effort: Effort
    ) -> Tally:
        if question.limit == 0:
            return Tally()
        events = self._events(puzzle, follow(coder(puzzle), branch.path), control)
        return gather(puzzle, question, events, control, effort)

    def _events(self, puzzle: Komachi, prefix: Data, control: Control) -> Iterator[Data | None]:
        """Yield the ways that begin with *prefix*, in order, and None for each step."""
        tables = self.tables(puzzle, puzzle.signs is not None, control)
        assert puzzle.goal is not None
        target = (puzzle.goal.numerator, puzzle.goal.denominator)
        if isinstance(tables, FlatTables):
            ways = FlatListing(tables, prefix, lambda: None).ways(target)
        else:
            ways = NestedListing(tables, prefix, lambda: None).ways(target)
        for codes in ways:
            yield None
            yield codes

    def _sample(self, puzzle: Komachi, question: Sample, control: Control) -> Tally:
        """Count the ways by the tables, draw positions, and list as far as the last of them."""
        total = sum(self.counts(puzzle, False, control).values())
        positions = draw_positions(total, question.k, question.seed)
        wanted = set(positions)

        def events() -> Iterator[Data | None]:
            met = 0
            for event in self._events(puzzle, (), control):
                if event is None or met in wanted:
                    yield event
                met += event is not None

        tally = gather(puzzle, Every(limit=len(wanted)), events(), control, NO_LIMIT)
        drawn = dict(zip(sorted(wanted), tally.solutions, strict=False))
        listed = tuple(drawn[position] for position in positions if position in drawn)
        return Tally({}, listed, tally.nodes, tally.complete)

    def _optimum(self, puzzle: Komachi, question: Question, control: Control) -> Tally:
        counts = self.counts(puzzle, True, control)
        if not counts:
            return Tally()
        best = min(counts) if isinstance(question, Smallest) else max(counts)
        if puzzle.goal is None:
            only = replace(puzzle, target=best)
        else:
            only = replace(puzzle, signs=(best, best))
        first = self._list(only, Every(limit=1), Branch(), control, NO_LIMIT)
        counted = {best: counts[best]}
        return Tally(counted, first.solutions, first.nodes, first.complete, (best, best))
