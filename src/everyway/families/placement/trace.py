"""The steps of plain backtracking on a board, as the reference engine goes.

The engine tries the squares after the last piece one by one. Where the piece just placed, or the
number in its row, bars all the rest of that row, the steps go on in the next row: nobody tries
those squares by hand either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from everyway.core.depth_first import Choice, Reason, Visit, depth_first
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
    return depth_first(_Search(puzzle).visit)


def check_board(puzzle: Placement) -> None:
    """Raise ``EverywayError`` for a board that is too large to be looked at step by step."""
    if puzzle.board.size > MOST_SQUARES:
        raise EverywayError(
            "too large a board for steps:",
            text=puzzle.board.size_text(),
            hint=f"at most {MOST_SQUARES} squares",
        )


class _Search:
    def __init__(self, puzzle: Placement) -> None:
        self.puzzle = puzzle
        self.rules = rules_of(puzzle)
        self.row_of: dict[int, tuple[int, ...]] = {}
        if puzzle.board.size:
            for row in puzzle.board.lines(len(puzzle.board.shape) - 1):
                self.row_of.update(dict.fromkeys(row, row))

    def visit(self, chosen: Chosen) -> Visit:
        """Return what is to be done at the pieces *chosen*."""
        solution = None
        if self.rules.extensions(chosen)[0]:
            solution = " ".join(map(self.puzzle.name_of, chosen)) or "no piece at all"
        visit = Visit(solution, iter(()), Reason("every square was tried"))
        visit.choices = self._choices(chosen, visit)
        return visit

    def _choices(self, chosen: Chosen, visit: Visit) -> Iterator[Choice]:
        """Yield the squares that are tried; set the visit's end where the rules stop the search."""
        rules = self.rules
        last = chosen[-1] if chosen else -1
        if chosen and not rules.may_go_on(chosen, last):
            visit.end = self._why_not_go_on(chosen, last)
            return
        barred = self._barred_row(chosen)
        full = len(chosen) == rules.high
        if full:
            visit.end = Reason(f"there are {self._pieces(len(chosen))}, as many as may stand")
        for cell in rules.squares:
            if cell <= last:
                continue
            if not full and cell not in barred:
                name = self.puzzle.name_of(cell)
                if rules.may_choose(chosen, cell):
                    yield Choice(cell, name, (*chosen, cell))
                else:
                    yield Choice(cell, name, refused=self._why_not_choose(chosen, cell))
            if not rules.may_go_on(chosen, cell):
                visit.end = self._why_not_go_on(chosen, cell)
                return

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
