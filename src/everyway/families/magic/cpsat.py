"""First squares and uniqueness by the CP-SAT solver of OR-Tools, for orders beyond a machine word.

A solver is never asked to count. Lists are short, and in lexicographic order: the first square
is found cell by cell, each made as small as it can be, which is proved each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread
from typing import Any

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Offer,
    Stopped,
    Tally,
)
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.stopping import imported

from .puzzle import MagicSquare

MOST_LISTED = 100
MOST_ORDER = 24
POLL_SECONDS = 0.05
START_SECONDS = 1.0


class Solver:
    """The puzzle as a model, solved again and again with more and more rules."""

    def __init__(self, puzzle: MagicSquare, canonical: bool, control: Control) -> None:
        imported("ortools.sat.python.cp_model")
        from ortools.sat.python import cp_model

        self._cp_model = cp_model
        self._control = control
        self.nodes = 0
        self._lowest, self._highest = puzzle.values[0], puzzle.values[-1]
        self.model = cp_model.CpModel()
        domain = cp_model.Domain.from_values(list(puzzle.values))
        self.cells = [
            self.model.new_int_var_from_domain(domain, f"c{cell}") for cell in range(puzzle.size)
        ]
        self.model.add_all_different(self.cells)
        for line in puzzle.lines or ():
            self.model.add(sum(self.cells[cell] for cell in line.cells) == int(line.total))
        for cell, value in puzzle.fixed.items():
            self.model.add(self.cells[cell] == value)
        for smaller, greater in puzzle.least_pairs if canonical else ():
            self.model.add(self.cells[smaller] < self.cells[greater])

    def some(self, rules: Sequence[tuple[int, int, int]] = (), exclude: Sequence[Data] = ()) -> Any:
        """Return any square, or None when there is none.

        ``rules`` are triples (cell, least, most); squares of *exclude* do not count. Raises
        ``Stopped``.
        """
        model = self.model.clone()
        cells = [model.get_int_var_from_proto_index(cell.index) for cell in self.cells]
        for cell, least, most in rules:
            model.add_linear_constraint(cells[cell], least, most)
        for square in exclude:
            same = [model.new_bool_var("") for _ in square]
            for cell, (value, flag) in enumerate(zip(square, same, strict=True)):
                model.add(cells[cell] != value).only_enforce_if(~flag)
            model.add_bool_or([~flag for flag in same])
        solver = self._cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        # Python's own handler is to hear of Ctrl-C, and tells the control.
        solver.parameters.catch_sigint_signal = False
        status = self._run(solver, model)
        self.nodes += int(solver.num_branches)
        if status in (self._cp_model.OPTIMAL, self._cp_model.FEASIBLE):
            return tuple(solver.value(cell) for cell in cells)
        if status == self._cp_model.INFEASIBLE:
            return None
        raise Stopped

    def _run(self, solver: Any, model: Any) -> Any:
        """Solve in a thread; this one looks up now and then, so that Ctrl-C and limits work."""
        if self._control.spend(1):
            raise Stopped
        replies: list[Any] = []
        thread = Thread(target=lambda: replies.append(solver.solve(model)), daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(POLL_SECONDS)
                if self._control.spend(0):
                    solver.stop_search()
        except BaseException:
            solver.stop_search()
            raise
        thread.join()
        return replies[0] if replies else None

    def least(self, fixed: Data, lowest: int, witness: Data) -> Data:
        """Return the first square that begins with *fixed*, then with *lowest* or more.

        *witness* is such a square. Each cell in turn is made as small as it can be.
        """
        rules = [(cell, value, value) for cell, value in enumerate(fixed)]
        for cell in range(len(fixed), len(self.cells)):
            bottom = lowest if cell == len(fixed) else self._lowest
            while witness[cell] > bottom:
                smaller = self.some([*rules, (cell, bottom, witness[cell] - 1)])
                if smaller is None:
                    break
                witness = smaller
            rules.append((cell, witness[cell], witness[cell]))
        return witness

    def first(self, witness: Data) -> Data:
        """Return the first square of all; *witness* is any."""
        return self.least((), self._lowest, witness)

    def following(self, square: Data) -> Data | None:
        """Return the first square after *square*, or None: they share as much as they can."""
        for cell in reversed(range(len(square))):
            if square[cell] == self._highest:
                continue
            rules = [(c, square[c], square[c]) for c in range(cell)]
            witness = self.some([*rules, (cell, square[cell] + 1, self._highest)])
            if witness is not None:
                return self.least(square[:cell], square[cell] + 1, witness)
        return None


class CpSatEngine(Engine):
    """The constraint solver of OR-Tools: first squares and uniqueness, never a count."""

    name = "cpsat"
    method = "cp-sat"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Every})

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer short lists, at a rough cost."""
        if not isinstance(puzzle, MagicSquare):
            return Offer.no("only magic squares")
        if puzzle.order > MOST_ORDER:
            return Offer.no(f"an order of over {MOST_ORDER} is too large for a solver")
        if not isinstance(question, Every) or question.limit is None:
            return Offer.no("a solver does not count")
        if question.limit > MOST_LISTED:
            return Offer.no(f"a solver lists no more than {MOST_LISTED} squares")
        left = puzzle.size - len(puzzle.fixed)
        seconds = START_SECONDS + 0.01 * left * (1 + question.limit)
        return Offer(True, seconds, "constraint solver", float(left))

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole as one branch: a solver does not split."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Answer the whole question; as it cannot be split, *effort* does not limit it."""
        assert isinstance(puzzle, MagicSquare)
        assert isinstance(question, Every) and question.limit is not None
        if puzzle.lines is None or question.limit == 0:
            return Tally()
        if puzzle.order == 0:
            return Tally({0: 1}, ((),), 1)
        if control.spend(0):
            return Tally(complete=False)
        solver = Solver(puzzle, question.up_to is not None, control)
        found: list[Data] = []
        complete = True
        try:
            self._list(question, solver, found)
        except Stopped:
            complete = False
        counts = {puzzle.sum or 0: len(found)} if found else {}
        return Tally(counts, tuple(found), solver.nodes, complete)

    def _list(self, question: Every, solver: Solver, found: list[Data]) -> None:
        """Put the first squares into *found*: one solve says that there is no second one."""
        assert question.limit is not None
        some = solver.some()
        if some is None:
            return
        if question.limit > 1 and solver.some(exclude=[some]) is None:
            found.append(some)
            return
        square: Data | None = solver.first(some)
        while square is not None:
            found.append(square)
            if len(found) == question.limit:
                return
            square = solver.following(square)
