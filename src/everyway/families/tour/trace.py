"""The steps of plain backtracking on a tour, as the reference engine goes.

The engine goes on to free squares alone. In the steps every square a move away is tried, but for
the one that the piece comes from, so that one sees which are refused as visited.
"""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.descent import Trial, descend
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
    return descend(_Search(puzzle).trials)


def _end(words: str, *cells: int) -> Trial:
    """Return why nothing is tried any more, in words, and the cells to point at."""
    return Trial("backtrack", why=words, marks=cells)


class _Search:
    def __init__(self, puzzle: Tour) -> None:
        self.puzzle = puzzle
        self.rules = rules_of(puzzle)

    def trials(self, path: Data) -> Iterator[Trial]:
        """Yield what may follow *path*, the beginning of a tour or all of it, and why no more."""
        rules, name = self.rules, self.puzzle.name_of
        if len(path) < rules.length:
            yield from self._moves(path) if path else self._starts()
        elif rules.is_tour(path):
            yield Trial("solution", " ".join(map(name, path)) or "no square at all")
            yield Trial("backtrack", why="all squares are visited")
        else:
            yield self._why_no_tour(path)

    def _starts(self) -> Iterator[Trial]:
        cells = self.rules.extensions(())
        yield from (self._place(cell) for cell in cells)
        why = "every start was tried" if cells else "there is no square to begin on"
        yield Trial("backtrack", why=why)

    def _place(self, cell: int) -> Trial:
        return Trial("place", self.puzzle.name_of(cell), number=cell, tried=cell)

    def _moves(self, path: Data) -> Iterator[Trial]:
        name = self.puzzle.name_of
        hopeless = self._why_hopeless(path)
        if hopeless is not None:
            yield hopeless
            return
        following = self.rules.extensions(path)
        before = path[-2] if len(path) > 1 else None
        for cell in self.rules.graph[path[-1]]:
            if cell in following:
                yield self._place(cell)
            elif cell in path and cell != before:
                words = f"visited already, as number {path.index(cell) + 1}"
                yield Trial("conflict", name(cell), words, tried=cell, marks=(cell,))
            elif cell not in path:
                words = f"{name(cell)} is to be the last square"
                yield Trial("conflict", name(cell), words, tried=cell, marks=(cell,))
        stuck = f"no move from {name(path[-1])} leads to a free square"
        yield Trial("backtrack", why="every move was tried" if following else stuck)

    def _why_hopeless(self, path: Data) -> Trial | None:
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
                return _end(f"{name(cell)} cannot be reached any more", cell)
            if closed:
                return _end(f"{name(cell)} can be entered, but not left any more", cell)
            if last not in (None, cell):
                assert last is not None
                words = f"{name(cell)} could only be the last square, which is to be {name(last)}"
                return _end(words, cell)
            if len(ends) > 1:
                both = " and ".join(map(name, ends))
                return _end(f"{both} could both only be the last square", *ends)
        return None

    def _why_no_tour(self, path: Data) -> Trial:
        """Return why a *path* through all squares is no tour, as ``is_tour`` asks."""
        puzzle, name = self.puzzle, self.puzzle.name_of
        if puzzle.closed:
            if len(path) < LEAST_CLOSED:
                return _end(f"a closed tour has at least {LEAST_CLOSED} squares")
            if path[0] not in self.rules.graph[path[-1]]:
                words = f"no move leads from {name(path[-1])} back to {name(path[0])}"
                return _end(words, path[0])
        elif puzzle.end is not None and path[-1] != puzzle.end:
            return _end(f"the last square is to be {name(puzzle.end)}", puzzle.end)
        return _end("this is a tour that is listed in the other direction")
