"""Linear equations: letters by weight, bounds on what the rest can make, the last by table.

All addends together give each letter one coefficient, so that 199 addends cost no more than
three. The heaviest letter comes first. Of each letter only those digits are tried for which the
rest can still bring the sum to zero; the least and greatest sum of the rest follow from the
rearrangement inequality. What the last few letters can make is worked out once, and looked up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

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
from everyway.core.question import Every, Question
from everyway.core.walking import Nodes
from everyway.families.alphametic.expression import Relation, holds
from everyway.families.alphametic.linear import Equation, equations_of
from everyway.families.alphametic.plain import children, refusal, size_for
from everyway.families.alphametic.puzzle import Alphametic

NODES_A_SECOND = 700_000
MOST_IN_TABLE = 20_000

Ending = tuple[int, Data]
"""The digits of the last letters, and before them which digits they use, as bits."""


def reach(
    coefficients: Sequence[int], least: Sequence[int], letters: Sequence[bool], base: int
) -> tuple[int, int]:
    """Return bounds on the sum of coefficient times digit, all letters being different digits.

    By the rearrangement inequality the largest coefficients take the largest digits; digits that
    leading letters may not have are left aside, which only widens the bounds. Variables that are
    no such letters are bounded one by one.

    >>> reach([100, 10, -1], [0, 0, 0], [True] * 3, 10)
    (1, 980)
    """
    ups = sorted((c for c, own in zip(coefficients, letters, strict=True) if own and c > 0))
    downs = sorted((-c for c, own in zip(coefficients, letters, strict=True) if own and c < 0))
    low = high = 0
    for c, first, own in zip(coefficients, least, letters, strict=True):
        if not own:
            low += c * (first if c > 0 else base - 1)
            high += c * (base - 1 if c > 0 else first)
    low += sum(c * d for d, c in enumerate(reversed(ups)))
    low -= sum(c * (base - 1 - d) for d, c in enumerate(reversed(downs)))
    high += sum(c * (base - 1 - d) for d, c in enumerate(reversed(ups)))
    high -= sum(c * d for d, c in enumerate(reversed(downs)))
    return low, high


@dataclass
class Plan:
    """A search with some digits fixed: variables by falling weight, and bounds on what follows.

    ``rows[e][i]`` is equation *e*'s coefficient of the i-th variable; ``lows[e][i]`` and
    ``highs[e][i]`` bound what the variables from the i-th on add to it.
    """

    puzzle: Alphametic
    fixed: dict[int, int]
    order: list[int]
    starts: list[int]
    rows: list[list[int]]
    lows: list[list[int]]
    highs: list[list[int]]
    least: list[int]
    own: list[bool]

    @classmethod
    def make(cls, puzzle: Alphametic, equations: Sequence[Equation], prefix: Data) -> Plan:
        """Return the plan of a search of the solutions that begin with *prefix*."""
        fixed = {**puzzle.known_digits, **dict(enumerate(prefix))}
        free = [v for v in range(puzzle.variables) if v not in fixed]
        order = sorted(free, key=lambda v: -_weight(equations, v))
        starts = [
            e.constant + sum(e.coefficients.get(v, 0) * d for v, d in fixed.items())
            for e in equations
        ]
        rows = [[e.coefficients.get(v, 0) for v in order] for e in equations]
        least = [int(v in puzzle.nonzero) for v in order]
        own = [puzzle.distinct and v < len(puzzle.letters) for v in order]
        lows, highs = [], []
        for row in rows:
            pairs = [reach(row[i:], least[i:], own[i:], puzzle.base) for i in range(len(order) + 1)]
            lows.append([low for low, _ in pairs])
            highs.append([high for _, high in pairs])
        return cls(puzzle, fixed, order, starts, rows, lows, highs, least, own)

    def levels(self) -> list[float]:
        """Return about how many nodes the search has at each level: what the bounds let through."""
        found, ways = [1.0], 1.0
        widths = [max(1, high[0] - low[0]) for low, high in zip(self.lows, self.highs, strict=True)]
        for i in range(len(self.order)):
            taken = len(self.fixed) + i if self.own[i] else 0
            ways *= max(1, self.puzzle.base - self.least[i] - taken)
            share = 1.0
            for low, high, width in zip(self.lows, self.highs, widths, strict=True):
                # The sums lie thicker in the middle of their range than at its ends.
                share *= min(1.0, 1.5 * math.exp(_log(high[i + 1] - low[i + 1]) - _log(width)))
            found.append(max(1.0, ways * share))
        return found

    def table(self) -> tuple[int, float]:
        """Return from which variable on a table is worth its making, and the cost of it all.

        The table of the last variables spares the nodes of their levels; it takes time by itself.
        """
        levels = self.levels()
        best = (len(self.order), sum(levels))
        ways, above = 1.0, sum(levels)
        for cut in range(len(self.order) - 1, 0, -1):
            own = self.own[cut]
            ways *= self.puzzle.base - (len(self.order) - 1 - cut if own else 0)
            above -= levels[cut + 1]
            if ways > MOST_IN_TABLE:
                break
            best = min(best, (cut, above + ways), key=lambda pair: pair[1])
        return best

    def used(self) -> int:
        """Return the digits of fixed letters, as bits."""
        if not self.puzzle.distinct:
            return 0
        letters = len(self.puzzle.letters)
        return sum(1 << d for v, d in self.fixed.items() if v < letters)

    def multipliers(self) -> list[int]:
        """Return numbers by which the equations are multiplied to be added up without loss."""
        found, factor = [], 1
        for low, high, start in zip(self.lows, self.highs, self.starts, strict=True):
            found.append(factor)
            factor *= 2 * (abs(start) + abs(low[0]) + abs(high[0])) + 1
        return found

    def endings(self, cut: int) -> dict[int, list[Ending]]:
        """Return the digits of the variables from *cut* on, by what they add to all equations."""
        rows = zip(*self.rows, strict=True)
        sums = [
            sum(m * c for m, c in zip(self.multipliers(), column, strict=True)) for column in rows
        ]
        entries: list[tuple[int, int, Data]] = [(0, 0, ())]
        for i in range(cut, len(self.order)):
            c, own = sums[i], self.own[i]
            entries = [
                (total + c * digit, used | 1 << digit if own else used, (*digits, digit))
                for total, used, digits in entries
                for digit in range(self.least[i], self.puzzle.base)
                if not (own and used >> digit & 1)
            ]
        found: dict[int, list[Ending]] = {}
        for total, used, digits in entries:
            found.setdefault(-total, []).append((used, digits))
        return found


def _weight(equations: Sequence[Equation], variable: int) -> float:
    """Return how heavy a variable is: its greatest share in an equation's largest coefficient."""
    shares = []
    for equation in equations:
        largest = max((abs(c) for c in equation.coefficients.values()), default=0)
        if largest:
            # Whole numbers of thousands of digits do not fit into a float.
            shares.append((abs(equation.coefficients.get(variable, 0)) << 40) // largest)
    return max(shares, default=0)


class Search:
    """Walks through a plan; calls *found* with each solution, and asks *take* for nodes.

    A node is a digit that is tried, or the end of the digits of a variable.
    """

    def __init__(
        self, plan: Plan, found: Callable[[list[int]], None], take: Callable[[int], int]
    ) -> None:
        self.plan = plan
        self.found = found
        self.take = take
        self.chosen = [0] * len(plan.order)
        self.cut = plan.table()[0]

    def run(self) -> None:
        """Search everything."""
        plan = self.plan
        self.look_up = plan.endings(self.cut).get
        self.multipliers = plan.multipliers()
        if len(plan.rows) == 1:
            self._descend(0, plan.starts[0], plan.used())
        else:
            self._descend_together(0, tuple(plan.starts), plan.used())

    def _last(self, first: int, last: int) -> tuple[int, bool]:
        """Return the last digit from *first* on that may be tried, and whether it ends there."""
        wanted = max(0, last - first + 1) + 1
        taken = self.take(wanted)
        return (last, False) if taken == wanted else (first + taken - 1, True)

    def _end(self, endings: Sequence[Ending], used: int) -> None:
        for bits, digits in endings:
            if not bits & used:
                self.chosen[self.cut :] = digits
                self.found(self.chosen)

    def _descend(self, i: int, total: int, used: int) -> None:
        """Give a digit to the i-th variable and those after it, for one equation alone."""
        if i == self.cut:
            endings = self.look_up(total)
            if endings:
                self._end(endings, used)
            return
        plan, chosen = self.plan, self.chosen
        coefficient = plan.rows[0][i]
        low, high = plan.lows[0][i + 1], plan.highs[0][i + 1]
        first, last = digits_between(
            coefficient, -total - high, -total - low, plan.least[i], plan.puzzle.base - 1
        )
        last, stops = self._last(first, last)
        own = plan.own[i]
        if i + 1 == self.cut:
            # The innermost loop, without a call for each digit.
            look_up = self.look_up
            for digit in range(first, last + 1):
                if not (own and used >> digit & 1):
                    endings = look_up(total + coefficient * digit)
                    if endings:
                        chosen[i] = digit
                        self._end(endings, used | 1 << digit if own else used)
        else:
            for digit in range(first, last + 1):
                if own and used >> digit & 1:
                    continue
                chosen[i] = digit
                self._descend(
                    i + 1, total + coefficient * digit, used | 1 << digit if own else used
                )
        if stops:
            raise Stopped

    def _descend_together(self, i: int, totals: tuple[int, ...], used: int) -> None:
        """Give a digit to the i-th variable and those after it, for several equations."""
        if i == self.cut:
            total = sum(m * t for m, t in zip(self.multipliers, totals, strict=True))
            endings = self.look_up(total)
            if endings:
                self._end(endings, used)
            return
        plan = self.plan
        first, last = plan.least[i], plan.puzzle.base - 1
        for row, lows, highs, total in zip(plan.rows, plan.lows, plan.highs, totals, strict=True):
            first, last = digits_between(
                row[i], -total - highs[i + 1], -total - lows[i + 1], first, last
            )
        last, stops = self._last(first, last)
        own = plan.own[i]
        for digit in range(first, last + 1):
            if own and used >> digit & 1:
                continue
            self.chosen[i] = digit
            self._descend_together(
                i + 1,
                tuple(t + row[i] * digit for t, row in zip(totals, plan.rows, strict=True)),
                used | 1 << digit if own else used,
            )
        if stops:
            raise Stopped


def digits_between(coefficient: int, low: int, high: int, first: int, last: int) -> tuple[int, int]:
    """Return the first and last digit d from *first* to *last* with low <= coefficient d <= high.

    >>> digits_between(-7, -30, -10, 0, 9), digits_between(0, 1, 5, 0, 9)
    ((2, 4), (0, -1))
    """
    if coefficient > 0:
        return max(first, -(-low // coefficient)), min(last, high // coefficient)
    if coefficient < 0:
        return max(first, -(high // -coefficient)), min(last, -low // -coefficient)
    return (first, last) if low <= 0 <= high else (0, -1)


def _log(number: int) -> float:
    return math.log(number) if number > 0 else -1.0


class CoefficientsEngine(Engine):
    """Linear equations by coefficients with bounds; refuses products of letters and powers."""

    name = "coefficients"
    method = "coefficients and bounds"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer for linear equations, at the cost of what the bounds let through."""
        refused = refusal(puzzle, question)
        if refused is not None:
            return refused
        assert isinstance(puzzle, Alphametic)
        linear = equations_of(puzzle)
        if linear is None:
            return Offer.no("letters are multiplied with letters, or nothing is an equation")
        plan = Plan.make(puzzle, linear[0], ())
        nodes = plan.table()[1]
        seconds = 2e-4 + nodes / NODES_A_SECOND
        return Offer(True, seconds, "letters by weight", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole as one branch: the order of the letters is by weight."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next letter's digit, in order of first appearance."""
        assert isinstance(puzzle, Alphametic)
        return children(puzzle, branch)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search the solutions that begin with the digits of the branch's path."""
        assert isinstance(puzzle, Alphametic)
        linear = equations_of(puzzle)
        assert linear is not None
        plan = Plan.make(puzzle, linear[0], branch.path)
        collector = Collector(puzzle, question, control, effort, linear[1])

        def found(chosen: list[int]) -> None:
            digits = dict(zip(plan.order, chosen, strict=True)) | plan.fixed
            collector.take(tuple(digits[v] for v in range(puzzle.variables)))

        return collector.collect(Search(plan, found, collector.take_nodes).run)


class Collector:
    """Keeps what a search finds, and stops it when enough is found or spent.

    Searches meet solutions out of order: those of a branch are sorted at its end. A list with a
    limit may therefore stop early only when any solutions will do.
    """

    def __init__(
        self,
        puzzle: Alphametic,
        question: Question,
        control: Control,
        effort: Effort,
        rest: Sequence[Relation] = (),
    ) -> None:
        self.puzzle = puzzle
        self.question = question
        self.effort = effort
        self.nodes = Nodes(control, effort)
        self.rest = rest
        self.listing = question if isinstance(question, Every) else None
        self.counts: dict[int, int] = {}
        self.solutions: list[Data] = []
        self.complete = not self.nodes.stopped

    def take(self, digits: Data) -> None:
        """Keep a solution of the equations if all else holds, too."""
        if not all(holds(relation, digits, self.puzzle.base) for relation in self.rest):
            return
        size = size_for(self.puzzle, self.question, digits)
        self.counts[size] = self.counts.get(size, 0) + 1
        if self.listing is not None:
            if len(self.solutions) == self.effort.solutions:
                self.complete = False
                raise Stopped
            self.solutions.append(digits)
            if not self.listing.ordered and len(self.solutions) == self.listing.limit:
                raise Stopped

    def take_nodes(self, wanted: int) -> int:
        """Return how many of *wanted* nodes may be visited; leave the search if none may.

        Where none is wanted, that is to ask whether to go on.
        """
        taken = self.nodes.take(wanted)
        if taken < wanted or not (wanted or self.nodes.may_go_on()):
            self.complete = False
            if not taken:
                raise Stopped
        return taken

    def collect(self, run: Callable[[], None]) -> Tally:
        """Run the search and return what it found."""
        limit = None if self.listing is None else self.listing.limit
        if limit == 0:
            return Tally()
        if self.complete:
            with suppress(Stopped):
                run()
        self.nodes.settle()
        solutions = tuple(sorted(self.solutions)[:limit])
        return Tally(self.counts, solutions, self.nodes.number, self.complete)
