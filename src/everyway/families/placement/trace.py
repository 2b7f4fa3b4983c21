"""The steps of plain backtracking on a board, as the reference engine goes.

The engine tries the squares after the last piece one by one. Where the piece just placed, or the
number in its row, bars all the rest of that row, the steps go on in the next row: nobody tries
those squares by hand either.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from everyway.core.descent import Trial, descend
from everyway.core.errors import EverywayError
from everyway.core.trace import Step
from everyway.families.placement.plain import Chosen, rules_of
from everyway.families.placement.puzzle import Placement

MOST_SQUARES = 400


def backtracking(puzzle: Placement) -> Iterator[Step]:
    """Return the steps of plain backtracking: its nodes are the steps ``"place"`` and the root.

    A step ``"prune"`` is a node below which nothing could be placed. Raises ``EverywayError`` for
    a board that is too large to be looked at.
    """
    check_board(puzzle)
    return descend(_Search(puzzle).trials)


def check_board(puzzle: Placement) -> None:
    """Raise ``EverywayError`` for a board that is too large to be looked at step by step."""
    if puzzle.board.size > MOST_SQUARES:
        raise EverywayError(
            "too large a board for steps:",
            text=puzzle.board.size_text(),
            hint=f"at most {MOST_SQUARES} squares",
        )


class Reason(NamedTuple):
    """Why something is refused, in words, and the cells to point at."""

    words: str
    cells: tuple[int, ...] = ()


class _Search:
    def __init__(self, puzzle: Placement) -> None:
        self.puzzle = puzzle
        self.rules = rules_of(puzzle)
        self.row_of: dict[int, tuple[int, ...]] = {}
        if puzzle.board.size:
            for row in puzzle.board.lines(len(puzzle.board.shape) - 1):
                self.row_of.update(dict.fromkeys(row, row))

    def trials(self, chosen: Chosen) -> Iterator[Trial]:
        """Yield what is tried beside the pieces *chosen*, and at the end why nothing more is."""
        rules = self.rules
        if rules.extensions(chosen)[0]:
            names = " ".join(map(self.puzzle.name_of, chosen))
            yield Trial("solution", names or "no piece at all")
        end = yield from self._squares(chosen)
        yield Trial("backtrack", why=end.words, marks=end.cells)

    def _squares(self, chosen: Chosen) -> Generator[Trial, None, Reason]:
        """Yield the squares that are tried; return why there are no more."""
        rules = self.rules
        last = chosen[-1] if chosen else -1
        if chosen and not rules.may_go_on(chosen, last):
            return self._why_not_go_on(chosen, last)
        barred = self._barred_row(chosen)
        full = len(chosen) == rules.high
        for cell in rules.squares:
            if cell <= last:
                continue
            if not full and cell not in barred:
                name = self.puzzle.name_of(cell)
                if rules.may_choose(chosen, cell):
                    yield Trial("place", name, number=cell, tried=cell)
                else:
                    why = self._why_not_choose(chosen, cell)
                    yield Trial("conflict", name, why.words, tried=cell, marks=why.cells)
            if not rules.may_go_on(chosen, cell):
                return self._why_not_go_on(chosen, cell)
        if full:
            stand = "stands" if len(chosen) == 1 else "stand"
            return Reason(f"{self._pieces(len(chosen))} {stand}, and no more may")
        return Reason("every square was tried")

    def _barred_row(self, chosen: Chosen) -> frozenset[int]:
        """Return the rest of the last piece's row if none of its squares can be taken."""
        if not chosen:
            return frozenset()
        last = chosen[-1]
        rest = frozenset(cell for cell in self.row_of[last] if cell > last)
        full = any(
            rest <= self.rules.cells_of_quota[q]
            and self.rules.count_in(q, chosen) >= self.puzzle.quotas[q].number
            for q in self.rules.quotas_of[last]
        )
        return rest if full or rest <= self.rules.conflicts[last] else frozenset()

    # --- why, in words ---

    def _names(self, cells: Iterable[int]) -> str:
        """Return the names of *cells* in a sentence: ``a1``, ``a1 and b3``, ``a1, b3 and c2``."""
        names = [self.puzzle.name_of(cell) for cell in cells]
        joiner = "; " if len(self.puzzle.board.shape) != 2 else ", "
        return " and ".join([joiner.join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def _pieces(self, number: int, more: str = "") -> str:
        name = self.puzzle.piece.name
        if not name.isalpha():
            name += " piece"
        return f"{number}{more} {name}{'' if number == 1 else 's'}"

    def _why_not_choose(self, chosen: Chosen, cell: int) -> Reason:
        """Return the first rule that refuses *cell* beside *chosen*, as ``may_choose`` asks."""
        attacked = self.puzzle.attacks[cell] if self.puzzle.peaceful else ()
        by = tuple(c for c in chosen if c in attacked)
        if by:
            return Reason(f"attacked from {self._names(by)}", by)
        by = tuple(c for c in chosen if c in self.rules.conflicts[cell])
        if by:
            return Reason(f"touches {self._names(by)}", by)
        for q in self.rules.quotas_of[cell]:
            quota = self.puzzle.quotas[q]
            if self.rules.count_in(q, chosen) >= quota.number:
                inside = tuple(c for c in chosen if c in self.rules.cells_of_quota[q])
                there = f": {self._names(inside)}" if inside else ""
                return Reason(f"{quota.name} has its {self._pieces(quota.number)}{there}", inside)
        raise AssertionError("a square that may be chosen was refused")

    def _why_not_go_on(self, chosen: Chosen, cell: int) -> Reason:
        """Return what is lost once *cell* is behind us, as ``may_go_on`` asks."""
        rules, name = self.rules, self.puzzle.name_of(cell)
        room = rules.most_after[cell]
        if len(chosen) + room < rules.low:
            row = self.row_of[cell]
            missing = self._pieces(rules.low - len(chosen), " more")
            fit = f"at most {room} fit{'s' if room == 1 else ''}" if room else "none fits"
            words = f"{missing} needed, but after {name} {fit}"
            return Reason(words, () if set(row) & set(chosen) else row)
        if cell in self.puzzle.fixed and cell not in chosen:
            return Reason(f"{name} must be occupied, and was passed over", (cell,))
        for q in rules.last_chance[cell]:
            quota, there = self.puzzle.quotas[q], rules.count_in(q, chosen)
            if there != quota.number:
                words = (
                    f"{quota.name} needs {self._pieces(quota.number)}, and has {there or 'none'}"
                )
                return Reason(words, quota.cells)
        for square in rules.last_cover[cell]:
            if rules.coverers[square].isdisjoint(chosen):
                words = f"{self.puzzle.name_of(square)} is free, and nothing can attack it any more"
                return Reason(words, (square,))
        raise AssertionError("a search that may go on was stopped")
