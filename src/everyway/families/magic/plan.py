"""A program with all that its search looks up, and the same search step by step in Python.

The compiled search reads the tables; here the steps serve to split a search and to estimate it.
"""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .groups import largest_group
from .program import Program, open_lines, program_of
from .puzzle import MagicSquare

PROBES = 64


class Bound(NamedTuple):
    """What a line says of a step: ``left`` and the least and greatest sums of what comes after."""

    line: int
    least: int
    most: int


class Plan:
    """A program, its lines and its bounds.

    ``numbers`` are those that are left for open cells, rising. ``bounds[s]`` are the lines through
    the cell of step s; ``above[s]`` and ``below[s]`` are earlier cells whose numbers must be
    smaller, or greater, so that of each orbit only the first square is found.
    """

    def __init__(
        self, puzzle: MagicSquare, program: Program, first: Sequence[tuple[int, int]]
    ) -> None:
        self.puzzle = puzzle
        self.program = program
        self.steps = program.steps
        self.estimated: float | None = None
        self.tables: Any = None
        """The tables of the compiled search, once they are made."""
        fixed = puzzle.fixed
        taken = set(fixed.values())
        self.numbers = tuple(v for v in puzzle.values if v not in taken)
        lines = open_lines(puzzle) or ()
        self.totals = [total for _, total in lines]
        self.cells = [cells for cells, _ in lines]
        place = {step.cell: s for s, step in enumerate(self.steps)}
        self.bounds: list[list[Bound]] = [[] for _ in self.steps]
        longest = max((len(cells) for cells, _ in lines), default=0)
        least = [sum(self.numbers[:k]) for k in range(longest + 1)]
        most = [sum(self.numbers[len(self.numbers) - k :]) for k in range(longest + 1)]
        for line, (cells, _) in enumerate(lines if program.possible else ()):
            for cell in cells:
                after = sum(place[other] > place[cell] for other in cells)
                self.bounds[place[cell]].append(Bound(line, least[after], most[after]))
        self.above: list[list[int]] = [[] for _ in self.steps]
        self.below: list[list[int]] = [[] for _ in self.steps]
        for smaller, greater in first if program.possible else ():
            if place[smaller] < place[greater]:
                self.above[place[greater]].append(smaller)
            else:
                self.below[place[smaller]].append(greater)

    def candidates(self, values: dict[int, int], depth: int) -> list[int]:
        """Return the numbers, rising, that step *depth* may take beside *values* by cell."""
        if not self.numbers:
            return []
        step = self.steps[depth]
        low, high = self.numbers[0], self.numbers[-1]
        for line, least, most in self.bounds[depth]:
            left = self.totals[line] - self.sum_of(line, values)
            low, high = max(low, left - most), min(high, left - least)
        for cell in self.above[depth]:
            low = max(low, values[cell] + 1)
        for cell in self.below[depth]:
            high = min(high, values[cell] - 1)
        if not step.free:
            number, rest = divmod(
                step.constant + sum(f * values[cell] for cell, f in step.terms), step.divisor
            )
            if rest or not low <= number <= high:
                return []
            low = high = number
        taken = set(values.values())
        span = self.numbers[bisect_left(self.numbers, low) : bisect_right(self.numbers, high)]
        return [number for number in span if number not in taken]

    def sum_of(self, line: int, values: dict[int, int]) -> int:
        """Return the sum of a line's numbers among *values*."""
        return sum(values[cell] for cell in self.cells[line] if cell in values)

    def follow(self, path: Sequence[int]) -> tuple[dict[int, int], int] | None:
        """Fill the first free cells with the numbers of *path*, and what they determine.

        Return the values by cell and the depth reached (that of the next free step, or the end),
        or None when there is no such square.
        """
        if not self.program.possible:
            return None
        values: dict[int, int] = {}
        left = list(reversed(path))
        for depth, step in enumerate(self.steps):
            if step.free and not left:
                return values, depth
            able = self.candidates(values, depth)
            number = left.pop() if step.free else (able[0] if able else 0)
            if number not in able:
                return None
            values[step.cell] = number
        return values, len(self.steps)

    def children(self, path: Sequence[int]) -> list[int]:
        """Return the numbers of the next free cell after *path* that are not dead at once."""
        reached = self.follow(path)
        if reached is None or reached[1] == len(self.steps):
            return []
        able = self.candidates(*reached)
        return [number for number in able if self.follow((*path, number)) is not None]

    def estimate(self, probes: int = PROBES) -> float:
        """Return an estimate of the nodes, by random descents (Knuth, 1975)."""
        chance = random.Random(1)
        nodes = 1.0
        for _ in range(probes if self.program.possible else 0):
            values: dict[int, int] = {}
            weight = 1.0
            for depth, step in enumerate(self.steps):
                able = self.candidates(values, depth)
                weight *= len(able)
                if not able:
                    break
                nodes += weight / probes
                values[step.cell] = chance.choice(able)
        return nodes


@lru_cache(maxsize=128)
def plan_of(puzzle: MagicSquare, ordered: int, canonical: bool) -> Plan:
    """Return the plan of a list: so many free cells in order, up to symmetry or not."""
    first = puzzle.least_pairs if canonical else ()
    return Plan(puzzle, program_of(puzzle, ordered), first)


@lru_cache(maxsize=32)
def counting_plan(puzzle: MagicSquare) -> tuple[Plan, int]:
    """Return the plan of a count, which finds one square of each orbit, and the orbits' size.

    Without given cells the group is the largest that keeps the class.
    """
    pairs, size = puzzle.least_pairs, len(puzzle.group)
    if not puzzle.given:
        group = largest_group(puzzle.order, puzzle.class_)
        pairs, size = group.pairs, group.order
    return Plan(puzzle, program_of(puzzle, 0), pairs), size
