"""The reference engine: plain backtracking, one move after another, in lexicographic order.

A beginning of a tour is extended by every free square a move away. It is given up only when the
free squares cannot all be passed through: each needs two ways, to free squares, to the piece, or
in a closed tour to the first square; only the last square of an open tour does with one.
"""

from __future__ import annotations

from functools import lru_cache

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.core.walking import Backtracking, estimate
from everyway.families.tour.puzzle import LEAST_CLOSED, Tour

MOST_SQUARES = 2000
UNSEEN = 8
"""How much larger trees are than few descents tell: their large parts are rarely met."""


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


class PlainEngine(Backtracking):
    """Plain backtracking, the oracle that every other engine is compared with."""

    version = "2"
    probes = 20

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse boards that are large."""
        if not isinstance(puzzle, Tour):
            return "only tours"
        large = puzzle.board.squares > MOST_SQUARES or puzzle.board.size > 10 * MOST_SQUARES
        return f"plain backtracking, on boards of at most {MOST_SQUARES} squares" if large else None

    def too_large(self, puzzle: Tour) -> str | None:
        """Estimate nothing on boards larger than a chessboard."""
        return "on a board of over 64 squares" if puzzle.board.squares > 64 else None

    def nodes_of(self, puzzle: Tour, question: Question) -> tuple[float, float]:
        """Return many more nodes than descents tell; a first tour may come as late as the last."""
        nodes, tours = estimate(type(self), puzzle)
        return UNSEEN * nodes, tours

    def following(self, puzzle: Tour, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* is a tour, and the squares that may follow it."""
        rules = rules_of(puzzle)
        if len(data) == rules.length:
            return rules.is_tour(data), []
        return False, rules.extensions(data)
