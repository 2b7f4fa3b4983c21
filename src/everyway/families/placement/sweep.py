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
from everyway.families.placement.model import Model
from everyway.families.placement.parts import model_of_part
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.sweep_plan import Plan, Step, best_plan

States = dict[int, int]

HEARTBEAT = 2_000
PROBE = 3_000
"""How many states are made to estimate how many there are."""


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

    @property
    def mask(self) -> int:
        """The bits of a value."""
        return (1 << self.bits * (self.most + 1)) - 1 if self.bits else -1

    def counts(self, value: int, chosen: int) -> dict[int, int]:
        """Return the numbers by size, where *chosen* pieces stand from the beginning."""
        if not self.bits:
            return {0: value} if value else {}
        mask = (1 << self.bits) - 1
        numbers = {chosen + k: value >> k * self.bits & mask for k in range(self.most + 1)}
        return {size: number for size, number in numbers.items() if number}


@lru_cache(maxsize=64)
def plan_of(puzzle: Placement, part: str) -> Plan:
    """Return the plan for one part of a puzzle."""
    return best_plan(model_of_part(puzzle, part), puzzle.board.shape)


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
    """One sweep; ``nodes`` are the states made so far."""

    def __init__(self, plan: Plan, form: Form, control: Control, effort: Effort) -> None:
        self.plan = plan
        self.form = form
        self.control = control
        self.effort = effort
        self.nodes = 0

    def run(self) -> int | None:
        """Return the value of the end, or None when the sweep was stopped."""
        states: States = {0: 1} if self.plan.possible else {}
        for step in self.plan.steps:
            found = self._pass(step, states)
            if found is None:
                return None
            states = found
        return states.get(0, 0)

    def _pass(self, step: Step, states: States) -> States | None:
        """Return the states after one step."""
        shift, mask = step.weight * self.form.bits, self.form.mask
        found: States = {}
        spent = 0
        for state, value in states.items():
            for after, chosen in following(step, state):
                ways = value << shift & mask if chosen else value
                if ways:
                    found[after] = found.get(after, 0) + ways
                spent += 1
            if spent >= HEARTBEAT or spent == self.control.nodes_left:
                if self._spend(spent):
                    return None
                spent = 0
        return None if self._spend(spent) else found

    def _spend(self, nodes: int) -> bool:
        self.nodes += nodes
        over = self.effort.nodes is not None and self.nodes >= self.effort.nodes
        return self.control.spend(nodes) or over


@dataclass(frozen=True)
class Estimate:
    """How many states a sweep makes in all, and has at once at most."""

    nodes: float
    widest: float


@lru_cache(maxsize=64)
def estimate_of(puzzle: Placement, part: str) -> Estimate:
    """Return an estimate for the sweep over one part, exact where it is small.

    The states of the first steps are made without their values. Of later steps it is supposed that
    as large a part of their bits is free as of the widest that was seen.
    """
    plan = plan_of(puzzle, part)
    states = {0} if plan.possible else set()
    nodes, widest, rate = 0.0, 1.0, 1.0
    steps = zip(plan.steps, plan.used, strict=True)
    for step, used in steps:
        found: set[int] = set()
        for state in states:
            for after, _ in following(step, state):
                found.add(after)
                nodes += 1
        states = found
        widest = max(widest, len(states))
        if len(states) > 1 and used:
            rate = math.log2(len(states)) / used.bit_count()
        if nodes > PROBE:
            break
    number = float(len(states))
    for _, used in steps:
        number = min(2 * number, 2.0 ** min(1000.0, rate * used.bit_count()))
        nodes += 2 * number
        widest = max(widest, number)
    return Estimate(nodes, widest)
