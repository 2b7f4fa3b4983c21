"""The sweep with compiled steps: what ``sweep.Sweep`` does, in tables of machine words."""

from __future__ import annotations

import numpy as np

from everyway.core.engine import Control, Effort
from everyway.families.placement import sweep_kernel
from everyway.families.placement.sweep import Form, limbs_of
from everyway.families.placement.sweep_kernel import BITS, COUNTER
from everyway.families.placement.sweep_plan import Plan, Step
from everyway.kernels.memory import Memory
from everyway.kernels.states import LIMB, States, Table

WORK_A_CALL = 1_000_000
MOST_TABLE_BYTES = 1 << 30


class CompiledSweep:
    """One sweep; ``nodes`` are the states made so far."""

    def __init__(self, plan: Plan, form: Form, control: Control, effort: Effort) -> None:
        self.plan = plan
        self.form = form
        self.control = control
        self.effort = effort
        self.nodes = 0
        self.each = limbs_of(plan, form)
        self.limbs = self.each * (form.most + 1)
        self.row_bytes = 8 * (2 + self.limbs)
        self.states = States(self.limbs, MOST_TABLE_BYTES // self.row_bytes, self._spend)

    def run(self) -> int | None:
        """Return the value of the end, as ``Sweep.run`` does, or None when stopped."""
        if not self.plan.possible:
            return 0
        self.states.begin(1)
        for step, lacking in zip(self.plan.steps, self.plan.lacking, strict=True):
            if not self._pass(step, lacking):
                return None
            if not self.states.number:
                break
        value = self.states.count()
        numbers = [
            value >> LIMB * self.each * k & (1 << LIMB * self.each) - 1
            for k in range(self.form.most + 1)
        ]
        return sum(number << self.form.bits * k for k, number in enumerate(numbers))

    def _spend(self, nodes: int) -> bool:
        self.nodes += nodes
        over = self.effort.nodes is not None and self.nodes >= self.effort.nodes
        return self.control.spend(nodes) or over

    def _pass(self, step: Step, lacking: int) -> bool:
        """Pass one variable; return False when the sweep was stopped."""
        memory = Memory()
        words = self._words(step, lacking, memory)

        def expand(source: Table, target: Table, most: int, report: int) -> None:
            budget = max(1, WORK_A_CALL // (8 + self.limbs))
            left = self.control.nodes_left
            budget = budget if left is None else max(1, min(budget, left))
            sweep_kernel.sweep(words, source, target, budget, most, report)

        going = self.states.advance(expand)
        if self.states.overflowed:
            raise OverflowError("a sweep made more placements than there are sets of squares")
        if self.states.full:
            size = MOST_TABLE_BYTES / 2**30
            self.control.stop(f"memory limit of {size:g} GiB for the states of a sweep")
        return going

    def _words(self, step: Step, lacking: int, memory: Memory) -> sweep_kernel.Step:
        """Return *step* in the form of the kernel; *memory* holds what it points to."""
        sized = self.form.bits > 0
        copies = [bit for pair in step.copies for bit in pair]
        counters = []
        for counter in step.counters:
            mask = (1 << counter.width) - 1
            added = 0 if counter.last else counter.weight << counter.shift % BITS
            counters += [
                counter.shift, mask, counter.weight, counter.least, counter.most, added
            ]  # fmt: skip
        assert len(counters) == COUNTER * len(step.counters)
        return sweep_kernel.Step(
            int(step.must),
            *words(step.blocked),
            *words(step.needed),
            *words(step.keep),
            *words(step.marks),
            step.weight * self.each if sized else 0,
            min(self.limbs, lacking * self.each) if sized else 0,
            memory.keep(np.array([*copies, 0], dtype=np.int64)),
            len(step.copies),
            memory.keep(np.array([*counters, 0], dtype=np.int64)),
            len(step.counters),
        )


def words(bitset: int) -> tuple[int, int]:
    """Return the two words of a state or a mask."""
    return bitset & (1 << BITS) - 1, bitset >> BITS
