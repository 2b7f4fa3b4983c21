"""The reference engine: plain backtracking, one move after another, in lexicographic order.

A beginning of a tour is extended by every free square a move away. It is given up only when the
free squares cannot all be passed through: each needs two ways, to free squares, to the piece, or
in a closed tour to the first square; only the last square of an open tour does with one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.tour.puzzle import LEAST_CLOSED, Tour

NODES_A_SECOND = 150_000
HEARTBEAT = 500
PROBES = 20
UNSEEN = 8
"""How much larger trees are than few descents tell: their large parts are rarely met."""
MOST_SQUARES = 2000


class Rules:
    """What the search asks about a puzzle, worked out once."""

    def __init__(self, puzzle: Tour) -> None:
        self.puzzle = puzzle
        self.squares = puzzle.board.cells
        self.graph = puzzle.graph
        self.ways = [frozenset(cells) for cells in self.graph]
        self.all_squares = frozenset(self.squares)
        self.length = len(self.squares)

    def starts(self) -> list[int]:
        """Return the squares on which a listed tour may begin."""
        if self.puzzle.closed:
            return [] if self.puzzle.base is None else [self.puzzle.base]
        return self.squares if self.puzzle.start is None else [self.puzzle.start]

    def extensions(self, path: Data) -> list[int]:
        """Return the squares that may follow *path*, in order; none when all is lost."""
        if not path:
            return self.starts()
        here, last = path[-1], self.puzzle.end
        free = self.all_squares.difference(path)
        open_squares = free | {here, path[0]} if self.puzzle.closed else free | {here}
        ends = 0
        for cell in free:
            ways = len(self.ways[cell] & open_squares)
            if ways < 2 and self.length > 2:
                ends += 1
                if ways == 0 or self.puzzle.closed or ends > 1 or last not in (None, cell):
                    return []
        following = [cell for cell in self.graph[here] if cell in free]
        if len(free) > 1:
            following = [cell for cell in following if cell != last]
        return following

    def is_tour(self, path: Data) -> bool:
        """Return whether *path*, which visits all squares by moves, is a tour as it is listed."""
        puzzle = self.puzzle
        if not path:
            return True
        if puzzle.closed:
            if len(path) < LEAST_CLOSED or path[0] not in self.graph[path[-1]]:
                return False
        elif puzzle.end is not None and path[-1] != puzzle.end:
            return False
        return puzzle.listed(path) == path


@lru_cache(maxsize=16)
def rules_of(puzzle: Tour) -> Rules:
    """Return the rules of *puzzle*, worked out once."""
    return Rules(puzzle)


def walk(rules: Rules, path: Data) -> Iterator[Data | None]:
    """Yield the tours that begin with *path*, in lexicographic order, and None at each node."""
    stack = [path]
    while stack:
        here = stack.pop()
        yield None
        if len(here) == rules.length:
            if rules.is_tour(here):
                yield here
        else:
            stack.extend((*here, cell) for cell in reversed(rules.extensions(here)))


def estimate(rules: Rules) -> float:
    """Return an estimate of the number of nodes, by random descents (Knuth, 1975)."""
    chance = random.Random(1)
    nodes = 0.0
    for _ in range(PROBES):
        path: Data = ()
        weight = 1.0
        while True:
            nodes += weight
            following = rules.extensions(path) if len(path) < rules.length else []
            if not following:
                break
            weight *= len(following)
            path = (*path, chance.choice(following))
    return UNSEEN * nodes / PROBES


@lru_cache(maxsize=64)
def estimate_of(puzzle: Tour) -> float:
    """Return the estimate for *puzzle*, made once."""
    return estimate(rules_of(puzzle))


class PlainEngine(Engine):
    """Plain backtracking, the oracle that every other engine is compared with."""

    name = "plain"
    method = "backtracking"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything on a board that is not large, at the cost estimated."""
        if not isinstance(puzzle, Tour):
            return Offer.no("only tours")
        squares = puzzle.board.squares
        if squares > MOST_SQUARES or puzzle.board.size > 10 * MOST_SQUARES:
            return Offer.no(f"plain backtracking, on boards of at most {MOST_SQUARES} squares")
        if squares > 64:
            return Offer(True, 3600.0, "plain backtracking on a board of over 64 squares")
        nodes = estimate_of(puzzle)
        return Offer(True, nodes / NODES_A_SECOND, "backtracking", nodes, "probed")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each start."""
        return self.split(puzzle, question, Branch()) or [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next square. A branch's path is the squares that its tours begin with."""
        assert isinstance(puzzle, Tour)
        rules = rules_of(puzzle)
        if len(branch.path) == rules.length:
            return []
        return branch.children(rules.extensions(branch.path))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        assert isinstance(puzzle, Tour)
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
            elif not question.up_to or puzzle.is_canonical(event):
                if number == effort.solutions:
                    complete = False
                    break
                number += 1
                if isinstance(question, Every):
                    solutions.append(event)
                    if number == limit:
                        break
        control.spend(nodes - spent)
        counts = {puzzle.board.squares: number} if number else {}
        return Tally(counts, tuple(solutions), nodes, complete)
