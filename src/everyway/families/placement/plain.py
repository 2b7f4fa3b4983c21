"""The reference engine: plain backtracking in lexicographic order, one square after another.

It knows nothing of bitsets or propagation. A partial placement is extended by a later square that
the rules allow beside it; a square is passed over only if what it leaves behind can still be made
good.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.core.walking import Backtracking
from everyway.families.placement.puzzle import NO_TOUCH_PIECE, Placement

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


class PlainEngine(Backtracking):
    """Plain backtracking, the oracle that every other engine is compared with."""

    version = "2"
    probes = 12

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse what is no placement."""
        return None if isinstance(puzzle, Placement) else "only placements"

    def too_large(self, puzzle: Placement) -> str | None:
        """Estimate nothing on boards of over 400 squares."""
        return "on a board of over 400 squares" if puzzle.board.squares > 400 else None

    def slowness(self, puzzle: Placement) -> float:
        """Return how many chessboards the board is large: a node looks at all its squares."""
        return max(1.0, puzzle.board.squares / 64)

    def symmetries(self, puzzle: Placement) -> int:
        """Return the order of the group."""
        return len(puzzle.group)

    def following(self, puzzle: Placement, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* is a solution as it is, and the squares that may come next."""
        return rules_of(puzzle).extensions(data)
