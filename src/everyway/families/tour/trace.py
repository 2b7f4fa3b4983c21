"""The steps of plain backtracking on a tour, as the reference engine goes.

The engine goes on to free squares alone. In the steps every square a move away is tried, but for
the one that the piece comes from, so that one sees which are refused as visited.
"""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.depth_first import Choice, Reason, Visit, depth_first
from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.trace import Step
from everyway.families.tour.plain import rules_of
from everyway.families.tour.puzzle import LEAST_CLOSED, Tour

MOST_SQUARES = 400


def backtracking(puzzle: Tour) -> Iterator[Step]:
    """Return the steps of plain backtracking: its nodes are the steps ``"place"`` and the root.

    A step ``"prune"`` is a beginning that no square can follow, or a whole way that is no tour.
    Raises ``EverywayError`` for a board that is too large to be looked at.
    """
    if puzzle.board.size > MOST_SQUARES:
        raise EverywayError(
            "too large a board for steps:",
            text=puzzle.board.size_text(),
            hint=f"at most {MOST_SQUARES} squares",
        )
    return depth_first(_Search(puzzle).visit)


class _Search:
    def __init__(self, puzzle: Tour) -> None:
        self.puzzle = puzzle
        self.rules = rules_of(puzzle)

    def visit(self, path: Data) -> Visit:
        """Return what is to be done at a *path*, the beginning of a tour or all of it."""
        rules, name = self.rules, self.puzzle.name_of
        if len(path) < rules.length:
            visit = Visit(None, iter(()), Reason("every move was tried"))
            visit.choices = self._choices(path, visit)
            return visit
        if not rules.is_tour(path):
            return Visit(None, iter(()), self._why_no_tour(path))
        names = " ".join(map(name, path)) or "no square at all"
        return Visit(names, iter(()), Reason("all squares are visited"))

    def _choices(self, path: Data, visit: Visit) -> Iterator[Choice]:
        name = self.puzzle.name_of
        following = self.rules.extensions(path)
        if not path:
            if not following:
                visit.end = Reason("there is no square to begin on")
            yield from (Choice(cell, name(cell), (cell,)) for cell in following)
            return
        hopeless = self._why_hopeless(path)
        if hopeless is not None:
            visit.end = hopeless
            return
        before = path[-2] if len(path) > 1 else None
        for cell in self.rules.graph[path[-1]]:
            if cell in following:
                yield Choice(cell, name(cell), (*path, cell))
            elif cell in path and cell != before:
                words = f"visited already, as number {path.index(cell) + 1}"
                yield Choice(cell, name(cell), refused=Reason(words, (cell,)))
            elif cell not in path:
                words = f"{name(cell)} is to be the last square"
                yield Choice(cell, name(cell), refused=Reason(words, (cell,)))
        if not following:
            visit.end = Reason(f"no move from {name(path[-1])} leads to a free square")

    def _why_hopeless(self, path: Data) -> Reason | None:
        """Return which free squares cannot be passed through any more, as ``extensions`` asks."""
        rules, name = self.rules, self.puzzle.name_of
        closed, last = self.puzzle.closed, self.puzzle.end
        free = rules.all_squares.difference(path)
        open_squares = free | {path[-1], path[0]} if closed else free | {path[-1]}
        ends = []
        for cell in sorted(free) if rules.length > 2 else ():
            ways = len(rules.ways[cell] & open_squares)
            if ways >= 2:
                continue
            ends.append(cell)
            if ways == 0:
                return Reason(f"{name(cell)} cannot be reached any more", (cell,))
            if closed:
                return Reason(f"{name(cell)} can be entered, but not left any more", (cell,))
            if last not in (None, cell):
                assert last is not None
                words = f"{name(cell)} could only be the last square, which is to be {name(last)}"
                return Reason(words, (cell,))
            if len(ends) > 1:
                both = " and ".join(map(name, ends))
                return Reason(f"{both} could both only be the last square", tuple(ends))
        return None

    def _why_no_tour(self, path: Data) -> Reason:
        """Return why a *path* through all squares is no tour, as ``is_tour`` asks."""
        puzzle, name = self.puzzle, self.puzzle.name_of
        if puzzle.closed:
            if len(path) < LEAST_CLOSED:
                return Reason(f"a closed tour has at least {LEAST_CLOSED} squares")
            if path[0] not in self.rules.graph[path[-1]]:
                words = f"no move leads from {name(path[-1])} back to {name(path[0])}"
                return Reason(words, (path[0],))
        elif puzzle.end is not None and path[-1] != puzzle.end:
            return Reason(f"the last square is to be {name(puzzle.end)}", (puzzle.end,))
        return Reason("this is a tour that is listed in the other direction")
