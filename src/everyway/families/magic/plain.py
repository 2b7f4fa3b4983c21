"""The reference engine: plain backtracking, one cell after another, row by row.

It knows nothing but lines and their sums. The last cell of a line is what is left of the sum; a
line that cannot come to its sum any more, even with the least or greatest numbers, is given up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question

from .puzzle import MagicSquare

NODES_A_SECOND = 250_000
HEARTBEAT = 1000
PROBES = 24
MOST_NODES = 1e30
MOST_ORDER = 30
"""Beyond this order nothing is searched: the first square alone would take ages."""


class Rules:
    """What the search asks about a puzzle, worked out once.

    ``through[cell]`` are the lines through a cell: the total, the cells of the line before it, and
    how many of the line's cells come after it. ``least[k]`` and ``most[k]`` are the sums of the k
    least and greatest numbers.
    """

    def __init__(self, puzzle: MagicSquare) -> None:
        self.size = puzzle.size
        self.values = tuple(puzzle.values)
        self.allowed = frozenset(self.values)
        self.fixed = puzzle.fixed
        self.given = frozenset(self.fixed.values())
        self.possible = puzzle.lines is not None
        self.through: list[list[tuple[int, tuple[int, ...], int]]] = [[] for _ in range(self.size)]
        for line in puzzle.lines or ():
            cells = sorted(line.cells)
            for place, cell in enumerate(cells):
                before, after = tuple(cells[:place]), len(cells) - 1 - place
                self.through[cell].append((int(line.total), before, after))
        longest = max(1, puzzle.order)
        self.least = [sum(self.values[:k]) for k in range(longest + 1)]
        self.most = [sum(self.values[-k:]) if k else 0 for k in range(longest + 1)]

    def candidates(self, numbers: Data) -> list[int]:
        """Return the numbers that may come next after *numbers*, rising."""
        cell = len(numbers)
        low, high = self.values[0], self.values[-1]
        for total, before, after in self.through[cell]:
            left = total - sum(numbers[other] for other in before)
            low = max(low, left - self.most[after])
            high = min(high, left - self.least[after])
        if cell in self.fixed:
            number = self.fixed[cell]
            return [number] if low <= number <= high else []
        taken = self.given.union(numbers)
        if low == high:
            return [low] if low in self.allowed and low not in taken else []
        return [number for number in self.values if low <= number <= high and number not in taken]


@lru_cache(maxsize=16)
def rules_of(puzzle: MagicSquare) -> Rules:
    """Return the rules of *puzzle*, worked out once."""
    return Rules(puzzle)


def walk(rules: Rules, beginning: Data) -> Iterator[Data | None]:
    """Yield the squares that begin with *beginning*, in order, and None at each node."""
    stack = [beginning] if rules.possible else []
    while stack:
        numbers = stack.pop()
        yield None
        if len(numbers) == rules.size:
            yield numbers
        else:
            stack.extend((*numbers, number) for number in reversed(rules.candidates(numbers)))


def is_first(puzzle: MagicSquare, numbers: Data) -> bool:
    """Return whether no symmetry of the puzzle makes a square that comes before *numbers*."""
    return all(numbers <= tuple(numbers[cell] for cell in g) for g in puzzle.group)


@lru_cache(maxsize=16)
def estimate(rules: Rules) -> float:
    """Return an estimate of the nodes, by random descents (Knuth, 1975)."""
    chance = random.Random(1)
    nodes = 1.0
    for _ in range(PROBES if rules.possible else 0):
        numbers: Data = ()
        weight = 1.0
        while len(numbers) < rules.size:
            able = rules.candidates(numbers)
            weight *= len(able)
            if not able:
                break
            nodes += weight / PROBES
            numbers = (*numbers, chance.choice(able))
    return nodes


class PlainEngine(Engine):
    """Plain backtracking, the oracle that every other engine is compared with."""

    name = "plain"
    method = "backtracking"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of the nodes estimated."""
        if not isinstance(puzzle, MagicSquare):
            return Offer.no("only magic squares")
        if puzzle.order > MOST_ORDER:
            return Offer.no(f"an order of over {MOST_ORDER} is too large to search")
        nodes = min(MOST_NODES, estimate(rules_of(puzzle)))
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, max(nodes**0.5, puzzle.size * (question.limit + 1.0)))
        return Offer(True, nodes / NODES_A_SECOND, "backtracking", nodes, "probed")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each first number; for an ordered list, the whole."""
        whole = Branch()
        if isinstance(question, Every):
            return [whole]
        return self.split(puzzle, question, whole) or [whole]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next number. A branch's path is the numbers that its squares begin with."""
        assert isinstance(puzzle, MagicSquare)
        rules = rules_of(puzzle)
        if len(branch.path) == rules.size or not rules.possible:
            return []
        return branch.children(rules.candidates(branch.path))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        assert isinstance(puzzle, MagicSquare)
        limit = question.limit if isinstance(question, Every) else None
        number = nodes = spent = 0
        solutions: list[Data] = []
        complete = limit == 0 or not control.spend(0)
        for event in walk(rules_of(puzzle), branch.path) if complete and limit != 0 else ():
            if event is None:
                nodes += 1
                if nodes - spent >= HEARTBEAT or nodes == control.nodes_left:
                    stopped = control.spend(nodes - spent)
                    spent = nodes
                    if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                        complete = False
                        break
            elif not question.up_to or is_first(puzzle, event):
                if len(solutions) == effort.solutions:
                    complete = False
                    break
                number += 1
                if isinstance(question, Every):
                    solutions.append(event)
                    if len(solutions) == limit:
                        break
        control.spend(nodes - spent)
        counts = {puzzle.sum or 0: number} if number else {}
        return Tally(counts, tuple(solutions), nodes, complete)
