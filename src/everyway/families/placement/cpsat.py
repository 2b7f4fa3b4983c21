"""The CP-SAT engine: first solutions and optima by the constraint solver of OR-Tools.

The model has one Boolean variable a square and is built from the rules of the puzzle alone, so it
shares nothing with the propagating engines. The solver proves that something exists or that nothing
does; it never counts. The first solution in order is found by fixing squares one by one: when
a beginning is settled, the solver finds the least square that can come next.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

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
from everyway.core.question import Every, Largest, Question, Smallest
from everyway.core.stopping import imported
from everyway.families.placement.puzzle import NO_TOUCH_PIECE, Placement
from everyway.geometry.notation import coordinates_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_LISTED = 100
POLL_SECONDS = 0.05
ROUNDING = 1e-6
"""The solver's bounds are whole numbers that come as floats."""

Bounds = tuple[int | None, int | None]


def conflicts_of(puzzle: Placement) -> dict[int, set[int]]:
    """Return for each square those that must not be occupied beside it."""
    found: dict[int, set[int]] = {cell: set() for cell in puzzle.board.cells}
    rules = [puzzle.attacks] if puzzle.peaceful else []
    rules += [NO_TOUCH_PIECE.attacks(puzzle.board)] if puzzle.no_touch else []
    for attacks in rules:
        for cell, others in found.items():
            others.update(attacks[cell])
    return found


def cliques_of(
    conflicts: Mapping[int, set[int]], lines: Iterable[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return sets of mutually conflicting squares that hold every conflict among them.

    *lines* that are such sets come first. Each conflict that they leave out is widened to a
    largest set that cannot be added to: for kings these are the blocks of 2 x 2 (x 2 ...) squares.
    Larger sets say more to the solver than pairs do.
    """
    cliques = [tuple(line) for line in lines if len(line) > 1 and is_clique(conflicts, line)]
    left = {cell: {other for other in conflicts[cell] if other > cell} for cell in conflicts}
    for clique in cliques:
        for cell in clique:
            left[cell].difference_update(clique)
    for cell in sorted(left):
        while left[cell]:
            clique = _widened(conflicts, cell, min(left[cell]))
            cliques.append(clique)
            for member in clique:
                left[member].difference_update(clique)
    return cliques


def is_clique(conflicts: Mapping[int, set[int]], cells: Sequence[int]) -> bool:
    """Return whether all of *cells* conflict with one another."""
    members = set(cells)
    return all(members - {cell} <= conflicts[cell] for cell in cells)


def _widened(conflicts: Mapping[int, set[int]], first: int, second: int) -> tuple[int, ...]:
    clique = [first, second]
    common = conflicts[first] & conflicts[second]
    while common:
        member = min(common)
        clique.append(member)
        common &= conflicts[member]
    return tuple(sorted(clique))


def anchors_of(puzzle: Placement) -> list[int]:
    """Return squares of which some solution of each size has one, by shifts; none if unknown.

    A shift along an axis that is joined makes a solution of a solution, where the board has no
    hole and nothing tells its squares apart: so some piece can be had in the first line.
    """
    board = puzzle.board
    low, _ = puzzle.size_range()
    told_apart = board.missing or puzzle.fixed or puzzle.quotas
    if told_apart or not any(board.torus) or not (low or puzzle.covering):
        return []
    return [
        cell
        for cell in board.cells
        if not any(
            joined and place > 1
            for joined, place in zip(board.torus, coordinates_of(board.shape, cell), strict=True)
        )
    ]


class Rules:
    """The rules of a puzzle as sets of squares, worked out once."""

    def __init__(self, puzzle: Placement) -> None:
        self.cells = puzzle.board.cells
        low, high = puzzle.number or (0, len(self.cells))
        self.number = (low, min(high, len(self.cells)))
        self.fixed = puzzle.fixed
        self.conflicts = conflicts_of(puzzle)
        rides = puzzle.piece.ride_lines(puzzle.board) if puzzle.peaceful else []
        self.cliques = cliques_of(self.conflicts, (line for lines in rides for line in lines))
        self.anchors = anchors_of(puzzle)
        self.quotas = [(quota.cells, quota.number) for quota in puzzle.quotas]
        self.covers: list[set[int]] = []
        if puzzle.covering:
            coverers = {cell: {cell} for cell in self.cells}
            for cell in self.cells:
                for attacked in puzzle.attacks[cell]:
                    coverers[attacked].add(cell)
            self.covers = list(coverers.values())

    def allow(self, cells: Data) -> bool:
        """Return whether *cells*, the beginning of a solution, is one but for their number."""
        chosen = set(cells)
        return (
            self.fixed <= chosen
            and all(len(chosen.intersection(group)) == number for group, number in self.quotas)
            and not any(chosen.isdisjoint(cover) for cover in self.covers)
        )


@lru_cache(maxsize=4)
def rules_of(puzzle: Placement) -> Rules:
    """Return the rules of *puzzle*, worked out once."""
    return Rules(puzzle)


class Reply(NamedTuple):
    """What the solver says: a solution or None, whether that is final, and a bound on the goal."""

    cells: Data | None
    final: bool
    bound: float = 0.0


class Solver:
    """CP-SAT at work on one puzzle, under one control."""

    def __init__(self, rules: Rules, control: Control) -> None:
        imported("ortools.sat.python.cp_model")
        from ortools.sat.python import cp_model

        self.rules = rules
        self.control = control
        self.nodes = 0
        self.model = cp_model.CpModel()
        # Variable i belongs to square cells[i], here and in every copy of the model.
        self.cells = rules.cells
        self.place = {cell: i for i, cell in enumerate(self.cells)}
        self.variables = [self.model.new_bool_var("") for _ in self.cells]
        self._add_rules()

    def _add_rules(self) -> None:
        model, rules = self.model, self.rules
        for clique in rules.cliques:
            model.add_at_most_one(self._of(clique))
        for cover in rules.covers:
            model.add_bool_or(self._of(sorted(cover)))
        for group, number in rules.quotas:
            if number > len(group):
                model.add_bool_or([])
            elif number == 1:
                model.add_exactly_one(self._of(group))
            else:
                model.add(sum(self._of(group)) == number)
        for variable in self._of(sorted(rules.fixed)):
            model.add_bool_and([variable])
        self.restrict(*rules.number)

    def _of(self, cells: Iterable[int]) -> list[cp_model.IntVar]:
        return [self.variables[self.place[cell]] for cell in cells]

    def restrict(self, low: int, high: int) -> None:
        """Allow only solutions of *low* to *high* pieces from now on."""
        self.number = (low, high)
        if low > min(high, len(self.cells)):
            self.model.add_bool_or([])
        elif self.cells and (low > 0 or high < len(self.cells)):
            self.model.add_linear_constraint(sum(self.variables), low, high)

    def exclude(self, cells: Data, model: cp_model.CpModel | None = None) -> None:
        """Leave out the solution *cells* from now on, or only from a copy of the *model*."""
        model = model or self.model
        chosen = set(cells)
        pairs = zip(self.cells, self._copied(model, self.cells), strict=True)
        model.add_bool_or([v.negated() if cell in chosen else v for cell, v in pairs])

    def some(self, besides: Iterable[Data]) -> Reply:
        """Find any solution *besides* some that are known."""
        model = self.model.clone()
        for cells in besides:
            self.exclude(cells, model)
        return self._solve(model)

    def optimum(self, least: bool) -> Reply:
        """Find a solution of the least, or else the greatest, number of pieces."""
        model = self.model.clone()
        if self.cells:
            total = sum(self._copied(model, self.cells))
            if self.rules.anchors:
                model.add_bool_or(self._copied(model, self.rules.anchors))
            if least:
                model.minimize(total)
            else:
                model.maximize(total)
        return self._solve(model)

    def least_next(self, beginning: Data, candidates: Sequence[int], witness: Data) -> Data:
        """Return a solution that goes on from *beginning* with the least of *candidates* possible.

        No square between may be occupied; the *witness* goes on with the last candidate.
        """
        model = self.model.clone()
        held = set(beginning)
        settled = [cell for cell in self.cells if cell < candidates[0]]
        for cell, v in zip(settled, self._copied(model, settled), strict=True):
            model.add_bool_and([v if cell in held else v.negated()])
        options = self._copied(model, candidates)
        model.add_bool_or(options)
        # still[j]: none of the first j + 1 candidates is occupied. Their sum is to be the least.
        still = [model.new_bool_var("") for _ in options[:-1]]
        for j, variable in enumerate(still):
            before = [still[j - 1].negated()] if j else []
            model.add_bool_or([*before, options[j], variable])
        model.minimize(sum(still))
        chosen = set(witness)
        for cell, v in zip(self.cells, self._copied(model, self.cells), strict=True):
            model.add_hint(v, cell in chosen)
        reply = self._solve(model)
        if not reply.final or reply.cells is None:
            raise Stopped
        return reply.cells

    def _copied(self, model: cp_model.CpModel, cells: Iterable[int]) -> list[cp_model.IntVar]:
        return [model.get_bool_var_from_proto_index(self.place[cell]) for cell in cells]

    def _solve(self, model: cp_model.CpModel) -> Reply:
        imported("ortools.sat.python.cp_model")
        from ortools.sat.python import cp_model

        if self.control.spend(0):
            return Reply(None, False)
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        # One worker is deterministic. With full linear relaxations it was measured to be as quick
        # as eight of all kinds, and often quicker: kings, knights and queens on 8x8 to 13x13.
        parameters.num_workers = 1
        parameters.linearization_level = 2
        parameters.random_seed = 1
        # Python's own handler is to hear of Ctrl-C, and tells the control.
        parameters.catch_sigint_signal = False
        if self.control.nodes_left is not None:
            parameters.max_number_of_conflicts = self.control.nodes_left
        status = self._run(solver, model)
        if status == "MODEL_INVALID":
            raise RuntimeError(f"CP-SAT refuses the model: {model.validate()}")
        nodes = solver.num_branches
        self.nodes += nodes
        self.control.spend(nodes)
        cells = None
        if status in ("OPTIMAL", "FEASIBLE"):
            found = self._copied(model, self.cells)
            pairs = zip(self.cells, found, strict=True)
            cells = tuple(cell for cell, v in pairs if solver.boolean_value(v))
        return Reply(cells, status in ("OPTIMAL", "INFEASIBLE"), solver.best_objective_bound)

    def _run(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> str:
        """Solve in a thread; this one looks up now and then, so that Ctrl-C and limits work."""
        outcome: Future[cp_model.CpSolverStatus] = Future()

        def solve() -> None:
            try:
                outcome.set_result(solver.solve(model))
            except BaseException as error:
                outcome.set_exception(error)

        thread = Thread(target=solve, name="everyway-cp-sat", daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(POLL_SECONDS)
                if self.control.spend(0):
                    solver.stop_search()
        except BaseException:
            solver.stop_search()
            raise
        return outcome.result().name


def first_of(solver: Solver, witness: Data, after: Data | None) -> Data:
    """Return the first solution in order, given any *witness*.

    All solutions up to *after* are excluded from the model already. Raises ``Stopped``.
    """
    rules = solver.rules
    beginning: Data = ()
    while True:
        k = len(beginning)
        follows = after is None or beginning != after[:k]
        if k == len(witness) or (follows and k >= solver.number[0] and rules.allow(beginning)):
            return beginning
        # While it is the beginning of what came before, no lesser square can come next.
        least = beginning[-1] + 1 if beginning else 0
        if after is not None and not follows and k < len(after):
            least = after[k]
        candidates = [
            cell
            for cell in rules.cells
            if least <= cell <= witness[k] and rules.conflicts[cell].isdisjoint(beginning)
        ]
        if len(candidates) > 1:
            witness = solver.least_next(beginning, candidates, witness)
        beginning = witness[: k + 1]


def list_first(solver: Solver, limit: int, ordered: bool) -> tuple[list[Data], bool]:
    """Return the first *limit* solutions, and whether there are no more or no more are wanted."""
    found: list[Data] = []
    known: list[Data] = []
    exhausted = False
    try:
        while len(found) < limit:
            # A second is looked for at once: when there is none, there is nothing to be ordered.
            while not exhausted and len(known) < min(2, limit - len(found)):
                reply = solver.some(besides=known)
                if reply.cells is not None:
                    known.append(reply.cells)
                elif reply.final:
                    exhausted = True
                else:
                    raise Stopped
            if not known:
                return found, True
            first = known[0]
            if ordered and not (exhausted and len(known) == 1):
                first = first_of(solver, min(known), found[-1] if found else None)
            known = [cells for cells in known if cells != first]
            found.append(first)
            solver.exclude(first)
    except Stopped:
        return found, False
    return found, True


def best_of(solver: Solver, least: bool) -> Tally:
    """Return the tally of ``Smallest`` or ``Largest``: the first solution of the best size."""
    low, high = solver.number
    reply = solver.optimum(least)
    if reply.cells is None:
        # Without a solution the solver's bound may be a mere default, so it is not believed.
        unknown: Bounds = (low, None) if least else (None, high)
        nothing: Bounds = (None, None)
        return Tally({}, (), solver.nodes, reply.final, nothing if reply.final else unknown)
    best, complete = reply.cells, reply.final
    size = len(best)
    bounds: Bounds = (size, size)
    if complete:
        solver.restrict(size, size)
        try:
            best = first_of(solver, best, None)
        except Stopped:
            # The size is proved all the same, and the bounds say so.
            complete = False
    elif least:
        bounds = (max(low, math.ceil(reply.bound - ROUNDING)), size)
    else:
        bounds = (size, min(high, math.floor(reply.bound + ROUNDING)))
    return Tally({size: 1}, (best,), solver.nodes, complete, bounds)


def rough_seconds(puzzle: Placement) -> float:
    """Return a rough estimate of the time that an optimum or a first solution takes.

    Half a second for loading the solver, then 2 ms a square, times a factor that grows with d, the
    mean number of squares attacked: exp(d / 20), and exp((d - 7) / 6) where all squares must be
    covered. Fitted by eye to kings, knights and queens on 6x6 to 24x24 and 5x5x5; it is often wrong
    by a factor of ten, but tells leapers, where the solver is at its best, from riders.
    """
    squares = puzzle.board.squares
    degree = 0.0
    if puzzle.peaceful or puzzle.covering:
        degree = sum(map(len, puzzle.attacks)) / max(1, squares)
    exponent = max(0.0, (degree - 7) / 6) if puzzle.covering else degree / 20
    return 0.5 + 0.002 * squares * math.exp(min(exponent, 20.0))


class CpSatEngine(Engine):
    """The constraint solver of OR-Tools: optima and first solutions, never a count."""

    name = "cpsat"
    method = "cp-sat"
    exact_nodes = False
    releases_gil = True
    direct = frozenset({Every, Smallest, Largest})

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer optima and short lists, at a rough cost."""
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        if isinstance(question, Every):
            if question.limit is None or question.limit > MOST_LISTED:
                return Offer.no(f"a solver lists no more than {MOST_LISTED} solutions")
            if question.up_to and question.limit > 1:
                return Offer.no("a solver cannot leave out symmetric solutions")
        elif not isinstance(question, Smallest | Largest):
            return Offer.no("a solver does not count")
        return Offer(True, rough_seconds(puzzle), "constraint solver")

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
        assert isinstance(puzzle, Placement)
        if control.spend(0):
            return Tally(complete=False)
        solver = Solver(rules_of(puzzle), control)
        if isinstance(question, Smallest | Largest):
            return best_of(solver, isinstance(question, Smallest))
        assert isinstance(question, Every) and question.limit is not None
        found, complete = list_first(solver, question.limit, question.ordered)
        counts: dict[int, int] = {}
        for cells in found:
            counts[len(cells)] = counts.get(len(cells), 0) + 1
        return Tally(dict(sorted(counts.items())), tuple(found), solver.nodes, complete)
