"""The reference engine: plain backtracking in lexicographic order, one square after another.

It knows nothing of bitsets or propagation. A partial placement is extended by a later square that
the rules allow beside it; a square is passed over only if what it leaves behind can still be made
good.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.placement.puzzle import NO_TOUCH_PIECE, Placement

NODES_A_SECOND = 150_000
HEARTBEAT = 500
PROBES = 12

Chosen = tuple[int, ...]


class Rules:
    """What the search asks about a puzzle, worked out once.

    ``last_chance[cell]`` are the quotas, and ``last_cover[cell]`` the squares to be covered, that
    have no later square to make them good. ``most_after[cell]`` bounds the pieces on later squares.
    """

    def __init__(self, puzzle: Placement) -> None:
        self.puzzle = puzzle
        self.squares = puzzle.board.cells
        self.low, self.high = puzzle.number or (0, len(self.squares))
        self.conflicts = self._conflicts()
        self.quotas_of: dict[int, list[int]] = {cell: [] for cell in self.squares}
        self.last_chance: dict[int, list[int]] = {cell: [] for cell in self.squares}
        for i, quota in enumerate(puzzle.quotas):
            self.last_chance[max(quota.cells)].append(i)
            for cell in quota.cells:
                self.quotas_of[cell].append(i)
        self.cells_of_quota = [frozenset(quota.cells) for quota in puzzle.quotas]
        self.coverers: dict[int, frozenset[int]] = {}
        self.last_cover: dict[int, list[int]] = {cell: [] for cell in self.squares}
        if puzzle.covering:
            for cell in self.squares:
                self.coverers[cell] = frozenset(puzzle.attacks[cell]) | {cell}
                self.last_cover[max(self.coverers[cell])].append(cell)
        self.most_after = self._most_after()

    def _conflicts(self) -> dict[int, frozenset[int]]:
        found: dict[int, set[int]] = {cell: set() for cell in self.squares}
        for cell in self.squares:
            if self.puzzle.peaceful:
                found[cell].update(self.puzzle.attacks[cell])
            if self.puzzle.no_touch:
                found[cell].update(NO_TOUCH_PIECE.attacks(self.puzzle.board)[cell])
        return {cell: frozenset(others) for cell, others in found.items()}

    def _most_after(self) -> dict[int, int]:
        most = {cell: len(self.squares) - 1 - i for i, cell in enumerate(self.squares)}
        if self.puzzle.peaceful:
            # At most one piece stands on each line of a rider.
            for lines in self.puzzle.piece.ride_lines(self.puzzle.board):
                ends = sorted(max(line) for line in lines)
                left = len(ends)
                for cell in self.squares:
                    while left and ends[-left] <= cell:
                        left -= 1
                    most[cell] = min(most[cell], left)
        return most

    def count_in(self, quota: int, chosen: Sequence[int]) -> int:
        """Return how many of *chosen* lie in a quota's squares."""
        return sum(cell in self.cells_of_quota[quota] for cell in chosen)

    def may_choose(self, chosen: Chosen, cell: int) -> bool:
        """Return whether *cell* may be occupied beside *chosen*."""
        return (
            len(chosen) < self.high
            and self.conflicts[cell].isdisjoint(chosen)
            and all(
                self.count_in(q, chosen) < self.puzzle.quotas[q].number
                for q in self.quotas_of[cell]
            )
        )

    def may_go_on(self, chosen: Chosen, cell: int) -> bool:
        """Return whether nothing is lost once *cell* is behind us, occupied or passed over."""
        if len(chosen) + self.most_after[cell] < self.low:
            return False
        if cell in self.puzzle.fixed and cell not in chosen:
            return False
        for quota in self.last_chance[cell]:
            if self.count_in(quota, chosen) != self.puzzle.quotas[quota].number:
                return False
        return not any(self.coverers[s].isdisjoint(chosen) for s in self.last_cover[cell])

    def extensions(self, chosen: Chosen) -> tuple[bool, list[int]]:
        """Return whether *chosen* is a solution as it is, and the squares that may come next."""
        following: list[int] = []
        last = chosen[-1] if chosen else -1
        if chosen and not self.may_go_on(chosen, last):
            return False, following
        for cell in self.squares:
            if cell > last:
                if self.may_choose(chosen, cell):
                    following.append(cell)
                if not self.may_go_on(chosen, cell):
                    return False, following
        # Every square is behind us, so every rule was looked at but the number of pieces.
        return self.low <= len(chosen) <= self.high, following


@lru_cache(maxsize=16)
def rules_of(puzzle: Placement) -> Rules:
    """Return the rules of *puzzle*, worked out once."""
    return Rules(puzzle)


def walk(rules: Rules, chosen: Chosen, ended: bool = False) -> Iterator[Data | None]:
    """Yield the solutions that begin with *chosen*, in lexicographic order, and None at each node.

    With *ended*, only *chosen* itself is meant.
    """
    stack: list[Chosen] = [chosen]
    while stack:
        here = stack.pop()
        yield None
        complete, following = rules.extensions(here)
        if complete:
            yield here
        if ended:
            return
        stack.extend((*here, cell) for cell in reversed(following))


@lru_cache(maxsize=64)
def estimate(puzzle: Placement) -> tuple[float, float]:
    """Return estimates of the nodes and of the solutions, by random descents (Knuth, 1975)."""
    rules = rules_of(puzzle)
    chance = random.Random(1)
    nodes = solutions = 0.0
    for _ in range(PROBES):
        chosen: Chosen = ()
        weight = 1.0
        while True:
            nodes += weight
            complete, following = rules.extensions(chosen)
            solutions += weight * complete
            if not following:
                break
            weight *= len(following)
            chosen = (*chosen, chance.choice(following))
    return nodes / PROBES, solutions / PROBES


class PlainEngine(Engine):
    """Plain backtracking, the oracle that every other engine is compared with."""

    name = "plain"
    method = "backtracking"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about a placement, at the cost of the nodes estimated."""
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        if puzzle.board.squares > 400:
            return Offer(True, 3600.0, "plain backtracking on a board of over 400 squares")
        nodes, solutions = estimate(puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes *= min(1.0, 10 * question.limit / (solutions + 1))
        seconds = nodes / NODES_A_SECOND * max(1.0, puzzle.board.squares / 64)
        if question.up_to:
            seconds += solutions * len(puzzle.group) * 3e-6
        return Offer(True, seconds, "backtracking", nodes, "probed")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each first square; for an ordered list, the whole."""
        whole = Branch()
        if isinstance(question, Every):
            return [whole]
        return self.split(puzzle, question, whole)

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next square, first of all the solution that ends here, if there is one."""
        assert isinstance(puzzle, Placement)
        chosen, ended = self._follow(puzzle, branch)
        if ended:
            return []
        complete, following = rules_of(puzzle).extensions(chosen)
        return branch.children(range(0 if complete else 1, len(following) + 1))

    def _follow(self, puzzle: Placement, branch: Branch) -> tuple[Chosen, bool]:
        chosen: Chosen = ()
        for index in branch.path:
            if index == 0:
                return chosen, True
            _, following = rules_of(puzzle).extensions(chosen)
            chosen = (*chosen, following[index - 1])
        return chosen, False

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        assert isinstance(puzzle, Placement)
        chosen, ended = self._follow(puzzle, branch)
        limit = question.limit if isinstance(question, Every) else None
        counts: dict[int, int] = {}
        solutions: list[Data] = []
        nodes = spent = 0
        complete = limit != 0 and not control.spend(0)
        events = walk(rules_of(puzzle), chosen, ended) if complete else iter(())
        for event in events:
            if event is None:
                nodes += 1
                if nodes - spent >= HEARTBEAT or nodes == control.nodes_left:
                    stopped = control.spend(nodes - spent)
                    spent = nodes
                    if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                        complete = False
                        break
                continue
            if question.up_to and not puzzle.group.is_canonical(event):
                continue
            counts[len(event)] = counts.get(len(event), 0) + 1
            if isinstance(question, Every):
                solutions.append(event)
                if len(solutions) == limit:
                    break
        control.spend(nodes - spent)
        return Tally(counts, tuple(solutions), nodes, complete)
