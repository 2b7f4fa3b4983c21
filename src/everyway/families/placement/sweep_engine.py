"""The sweeping engines: squares are passed one by one, and like beginnings are counted together.

What can still be done depends on little of what was done: which of the later squares are attacked,
which of the passed ones are still to be covered, how many pieces the open rows and columns have.
Beginnings that agree in this are one state, with the number of ways to it. So the work grows with
the number of states, and not with the number of solutions.

Counts up to symmetry are averages over symmetries, as ``parts.py`` says.

Source: the method is that of transfer matrices; for queens, I. Rivin and R. Zabih, "A dynamic
programming solution to the n-queens problem", Information Processing Letters 41 (1992).
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Sequence

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes
from everyway.families.placement.parts import combined, fixed_model, shares_of
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.sweep import Form, Sweep, is_sized, limbs_of, plan_of
from everyway.families.placement.sweep_estimate import PROBE, estimate_of
from everyway.families.placement.sweep_plan import WORD_BITS, Plan

MOST_SQUARES = 1_000
MOST_ATTACKS = 100_000
MOST_SYMMETRIES = 50
MOST_BYTES = 1 << 30
"""How much memory the states of a step may take, about."""
UNSURE = 10
"""How many times fewer states there may be than estimated."""
COMPILED = "everyway.families.placement.sweep_compiled"


class SweepingEngine(Engine):
    """What both sweeping engines share: symmetries, the offer, and how a count is put together.

    A count that need not tell sizes apart has its numbers under the size 0.
    """

    method = "dynamic program over a frontier of squares"
    direct = frozenset({Count, Sizes})

    @abstractmethod
    def cost(self, plan: Plan, form: Form) -> tuple[float, float]:
        """Return the seconds a state takes to be made, and its bytes of memory."""

    @abstractmethod
    def start_seconds(self) -> float:
        """Return how long it takes to begin."""

    @abstractmethod
    def refusal(self, plan: Plan) -> str | None:
        """Return why a plan cannot be swept, or None."""

    @abstractmethod
    def sweep(
        self, plan: Plan, form: Form, control: Control, effort: Effort
    ) -> tuple[int | None, int]:
        """Return the value of the end, or None when stopped, and the states that were made."""

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count where there are not too many states at once."""
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        if type(question) not in self.direct:
            return Offer.no("counts, and lists nothing")
        if puzzle.board.squares > MOST_SQUARES or sum(map(len, puzzle.attacks)) > MOST_ATTACKS:
            return Offer.no(f"at most {MOST_SQUARES} squares and {MOST_ATTACKS} attacks")
        symmetries = len(shares_of(puzzle, question))
        if symmetries > MOST_SYMMETRIES:
            return Offer.no(f"takes up to {MOST_SYMMETRIES} kinds of symmetries")
        nodes, seconds = 0.0, self.start_seconds()
        for symmetry in range(symmetries):
            plan, form = self._prepared(puzzle, question, symmetry)
            why = self.refusal(plan)
            if why is not None:
                return Offer.no(why)
            sized = is_sized(puzzle, question)
            estimate = estimate_of(puzzle, symmetry, sized, PROBE // symmetries)
            each, size = self.cost(plan, form)
            nodes += estimate.nodes
            seconds += estimate.nodes * each
            if estimate.widest / UNSURE * size > MOST_BYTES:
                return Offer.no(f"too many states at once, about {estimate.widest:.2g}")
        return Offer(True, min(seconds, 1e9), "a sweep over all states at once", nodes)

    def _prepared(self, puzzle: Placement, question: Question, symmetry: int) -> tuple[Plan, Form]:
        plan, model = plan_of(puzzle, symmetry), fixed_model(puzzle, symmetry)
        return plan, Form.of(plan, model, is_sized(puzzle, question))

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return a branch for each symmetry: states of different beginnings are one on the way."""
        assert isinstance(puzzle, Placement)
        shares = shares_of(puzzle, question)
        return [Branch((), share, str(symmetry)) for symmetry, share in enumerate(shares)]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Sweep once, over what one symmetry leaves as it is."""
        assert isinstance(puzzle, Placement)
        if control.spend(0):
            return Tally(complete=False)
        plan, form = self._prepared(puzzle, question, int(branch.part))
        value, nodes = self.sweep(plan, form, control, effort)
        if value is None:
            return Tally(nodes=nodes, complete=False)
        return Tally(form.counts(value, plan.chosen), nodes=nodes)

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Average over symmetries; what is not done counts nothing."""
        assert isinstance(puzzle, Placement)
        every = [branch.part for branch in self.branches(puzzle, question)]
        return combined(puzzle, question, results, every)


class SweepEngine(SweepingEngine):
    """The sweep in Python: it starts at once."""

    name = "sweep"
    light = True

    def cost(self, plan: Plan, form: Form) -> tuple[float, float]:
        """Return the seconds a state takes to be made, and its bytes of memory."""
        size = form.bits * (form.most + 1) / 8
        return 1e-6 + 0.2e-9 * size, 250 + size + plan.width / 8

    def start_seconds(self) -> float:
        """Return how long it takes to begin."""
        return 0.001

    def refusal(self, plan: Plan) -> str | None:
        """Return None: a state is a whole number of any length."""
        return None

    def sweep(
        self, plan: Plan, form: Form, control: Control, effort: Effort
    ) -> tuple[int | None, int]:
        """Return the value of the end, or None when stopped, and the states that were made."""
        sweep = Sweep(plan, form, control, effort)
        return sweep.run(), sweep.nodes


class FrontierEngine(SweepingEngine):
    """The sweep as machine code: it starts in about half a second, then is far faster."""

    name = "frontier"
    exact_nodes = False
    releases_gil = True

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled steps."""
        return COMPILED in sys.modules

    def cost(self, plan: Plan, form: Form) -> tuple[float, float]:
        """Return the seconds a state takes to be made, and its bytes of memory."""
        limbs = limbs_of(plan, form) * (form.most + 1)
        return (60 + 1.5 * limbs) * 1e-9, 4 * 8 * (2 + limbs)

    def start_seconds(self) -> float:
        """Return how long it takes to begin."""
        return 0.005 if self.ready else 0.5

    def refusal(self, plan: Plan) -> str | None:
        """Return why a plan cannot be swept: a state must fit into two words."""
        if plan.width > 2 * WORD_BITS:
            return f"too wide: {plan.width} bits to be remembered at once, at most {2 * WORD_BITS}"
        return None

    def sweep(
        self, plan: Plan, form: Form, control: Control, effort: Effort
    ) -> tuple[int | None, int]:
        """Return the value of the end, or None when stopped, and the states that were made."""
        from everyway.families.placement.sweep_compiled import CompiledSweep

        sweep = CompiledSweep(plan, form, control, effort)
        return sweep.run(), sweep.nodes
