"""The sweep over a model, in Python: states and how many ways lead to each.

The numbers of ways by pieces are one whole number, the value: the number with k pieces stands in
``bits`` bits from bit ``k * bits`` on. So adding values adds all numbers, and a shift adds a piece.
No number runs into the next: there are at most 2^n ways to choose among n variables.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from everyway.core.engine import Control, Effort
from everyway.core.question import Question, Sizes
from everyway.core.walking import Nodes
from everyway.families.placement.model import Model
from everyway.families.placement.parts import fixed_model
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.sweep_plan import Plan, Step, best_plan

States = dict[int, int]

LIMB_BITS = 62
"""How many bits of a number one word of machine code holds: ``LIMB`` of ``kernels/states.py``."""


@dataclass(frozen=True)
class Form:
    """How a value holds numbers by pieces: ``bits`` for each number, from 0 to ``most`` pieces.

    With 0 bits sizes are not told apart, and the value is one number.
    """

    bits: int
    most: int

    @classmethod
    def of(cls, plan: Plan, model: Model, sized: bool) -> Form:
        """Return the form for a plan; sizes are told apart if they are asked for."""
        if not sized:
            return cls(0, 0)
        pieces = sum(step.weight for step in plan.steps)
        return cls(len(plan.steps) + 1, min(pieces, model.totals[0].high - plan.chosen))

    def useful(self, lacking: int) -> int:
        """Return the bits of a value that matter where fewer pieces than *lacking* are too few."""
        if not self.bits:
            return -1
        return (1 << self.bits * (self.most + 1)) - (1 << self.bits * min(lacking, self.most + 1))

    def counts(self, value: int, chosen: int) -> dict[int, int]:
        """Return the numbers by size, where *chosen* pieces stand from the beginning."""
        if not self.bits:
            return {0: value} if value else {}
        mask = (1 << self.bits) - 1
        numbers = {chosen + k: value >> k * self.bits & mask for k in range(self.most + 1)}
        return {size: number for size, number in numbers.items() if number}


def is_sized(puzzle: Placement, question: Question) -> bool:
    """Return whether placements of different sizes must be told apart."""
    return isinstance(question, Sizes) or puzzle.number is not None


def limbs_of(plan: Plan, form: Form) -> int:
    """Return how many limbs a number takes: those of all ways to choose as many variables.

    >>> limbs_of(Plan((), (), (), 0, True), Form(0, 0))
    1
    """
    variables = len(plan.steps)
    most = min(form.most, variables) if form.bits else variables
    ways = sum(math.comb(variables, k) for k in range(most + 1))
    return -(-ways.bit_length() // LIMB_BITS)


@lru_cache(maxsize=64)
def plan_of(puzzle: Placement, symmetry: int) -> Plan:
    """Return the plan for the solutions that the class *symmetry* of the group fixes."""
    return best_plan(fixed_model(puzzle, symmetry), puzzle.board.shape)


def following(step: Step, state: int) -> Iterator[tuple[int, bool]]:
    """Yield the states after *step*: with its variable not chosen, and chosen, as far as it may."""
    free = not step.must and state & step.needed == step.needed
    taken = not state & step.blocked
    more = 0
    for counter in step.counters:
        count = state >> counter.shift & (1 << counter.width) - 1
        free = free and counter.least <= count
        taken = taken and counter.least <= count + counter.weight <= counter.most
        if not counter.last:
            more += counter.weight << counter.shift
    if not (free or taken):
        return
    after = state & step.keep
    for source, target in step.copies:
        after |= (state >> source & 1) << target
    if free:
        yield after, False
    if taken:
        yield after + more | step.marks, True


class Sweep:
    """One sweep over the squares."""

    def __init__(self, plan: Plan, form: Form, control: Control, effort: Effort) -> None:
        self.plan = plan
        self.form = form
        self._nodes = Nodes(control, effort)

    @property
    def nodes(self) -> int:
        """The states made so far."""
        return self._nodes.number

    def run(self) -> int | None:
        """Return the value of the end, or None when the sweep was stopped."""
        states: States = {0: 1} if self.plan.possible else {}
        found: States | None = states
        for step, lacking in zip(self.plan.steps, self.plan.lacking, strict=True):
            found = self._pass(step, states, self.form.useful(lacking))
            if found is None:
                break
            states = found
        self._nodes.settle()
        return None if found is None else states.get(0, 0)

    def _pass(self, step: Step, states: States, useful: int) -> States | None:
        """Return the states after one step, with the *useful* bits of their values."""
        shift = step.weight * self.form.bits
        found: States = {}
        for state, value in states.items():
            for after, chosen in following(step, state):
                if not self._nodes.visit():
                    return None
                ways = (value << shift if chosen else value) & useful
                if ways:
                    found[after] = found.get(after, 0) + ways
        return found
