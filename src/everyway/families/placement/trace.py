"""The steps of plain backtracking on a board, as the reference engine goes.

The engine tries the squares after the last piece one by one. Where the piece just placed, or the
number in its row, bars all the rest of that row, the steps go on in the next row: nobody tries
those squares by hand either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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
    return _Search(puzzle).steps()


def check_board(puzzle: Placement) -> None:
    """Raise ``EverywayError`` for a board that is too large to be looked at step by step."""
    if puzzle.board.size > MOST_SQUARES:
        raise EverywayError(
            "too large a board for steps:",
            text=puzzle.board.size_text(),
            hint=f"at most {MOST_SQUARES} squares",
        )


@dataclass
class _Node:
    """A partial placement that is being extended: what is tried next, and how many stood."""

    number: int
    chosen: Chosen
    tries: Iterator[Step | int]
    children: int = 0
    end: Reason = field(default_factory=lambda: Reason("every square was tried"))


@dataclass(frozen=True)
class Reason:
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

    def steps(self) -> Iterator[Step]:
        """Yield the steps, depth first, as the engine visits its nodes."""
        nodes = 0
        stack = [self._node(0, ())]
        yield from self._solution(stack[-1])
        while stack:
            here = stack[-1]
            found = next(here.tries, None)
            if isinstance(found, Step):
                yield found
            elif found is not None:
                nodes += 1
                here.children += 1
                chosen = (*here.chosen, found)
                name = self.puzzle.name_of(found)
                yield Step("place", len(chosen), chosen, name, tried=found, parent=here.number)
                stack.append(self._node(nodes, chosen))
                yield from self._solution(stack[-1])
            else:
                stack.pop()
                yield from self._leave(here, stack[-1] if stack else None)

    def _node(self, number: int, chosen: Chosen) -> _Node:
        node = _Node(number, chosen, iter(()))
        node.tries = self._tries(node)
        return node

    def _solution(self, node: _Node) -> Iterator[Step]:
        """Yield the step that says so if the pieces of *node* are a solution as they stand."""
        if self.rules.extensions(node.chosen)[0]:
            node.children += 1
            chosen = node.chosen
            names = " ".join(map(self.puzzle.name_of, chosen)) or "the board without pieces"
            yield Step("solution", len(chosen), chosen, names, parent=node.number)

    def _leave(self, node: _Node, above: _Node | None) -> Iterator[Step]:
        """Yield the steps that give a node up: why, if it led nowhere, and the way back."""
        chosen, end = node.chosen, node.end
        if not node.children:
            yield Step(
                "prune", len(chosen), chosen, "", end.words, marks=end.cells, parent=node.number
            )
        if above is not None:
            why = "" if not node.children else end.words
            yield Step(
                "backtrack",
                len(above.chosen),
                above.chosen,
                self.puzzle.name_of(chosen[-1]),
                why,
                tried=chosen[-1],
                parent=above.number,
            )

    def _tries(self, node: _Node) -> Iterator[Step | int]:
        """Yield a step for each square that is refused, and the cell of each that may be taken."""
        rules, chosen = self.rules, node.chosen
        last = chosen[-1] if chosen else -1
        if chosen and not rules.may_go_on(chosen, last):
            node.end = self._why_not_go_on(chosen, last)
            return
        barred = self._barred_row(chosen)
        full = len(chosen) == rules.high
        if full:
            node.end = Reason(f"there are {self._pieces(len(chosen))}, as many as may stand")
        for cell in rules.squares:
            if cell <= last:
                continue
            if not full and cell not in barred:
                if rules.may_choose(chosen, cell):
                    yield cell
                else:
                    why = self._why_not_choose(chosen, cell)
                    yield Step(
                        "conflict",
                        len(chosen),
                        chosen,
                        self.puzzle.name_of(cell),
                        why.words,
                        tried=cell,
                        marks=why.cells,
                        parent=node.number,
                    )
            if not rules.may_go_on(chosen, cell):
                node.end = self._why_not_go_on(chosen, cell)
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
