"""How many states a sweep makes: exact where it is small, else told from samples of them."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from everyway.families.placement.model import bits
from everyway.families.placement.parts import fixed_model
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.sweep import Form, following, plan_of

PROBE = 20_000
"""How many states are made to estimate how many there are, about."""
FEWEST, MOST = 60, 600
"""How many states a sample has."""
LOOKS = 10
"""How often the bits of a sample are looked at."""


@dataclass(frozen=True)
class Estimate:
    """How many states a sweep makes in all, and has at once at most."""

    nodes: float
    widest: float


@lru_cache(maxsize=64)
def estimate_of(puzzle: Placement, symmetry: int, sized: bool, probe: int = PROBE) -> Estimate:
    """Return an estimate for one sweep, from making some *probe* states.

    While they are few, all states are made, and then the states that follow a sample of them. There
    are no more than if none of these were the same, and about as many as their bits carry
    information (``information``).
    """
    plan, model = plan_of(puzzle, symmetry), fixed_model(puzzle, symmetry)
    form = Form.of(plan, model, sized)
    chance = random.Random(1)
    size = max(FEWEST, min(MOST, probe // max(1, len(plan.steps))))
    every = max(1, len(plan.steps) // LOOKS)
    sample = {0: 1} if plan.possible else {}
    exact = True
    number = float(len(sample))
    nodes, widest, rate, since = 0.0, number, 1.0, 0
    for step, used, lacking in zip(plan.steps, plan.used, plan.lacking, strict=True):
        if not sample:
            break
        if len(sample) > size:
            exact = False
            sample = dict(chance.sample(sorted(sample.items()), size))
        shift, useful = step.weight * form.bits, form.useful(lacking)
        found: dict[int, int] = {}
        kept = 0
        for state, value in sample.items():
            for after, chosen in following(step, state):
                ways = (value << shift if chosen else value) & useful
                if ways:
                    kept += 1
                    found[after] = found.get(after, 0) + ways
        grown = number * kept / len(sample)
        nodes += grown
        sample = found
        if exact:
            number = float(len(found))
        else:
            if since % every == 0:
                rate = information(list(found), used) / max(1, used.bit_count())
            since += 1
            number = min(grown, 2.0 ** min(1000.0, rate * used.bit_count()))
        widest = max(widest, number)
    return Estimate(nodes, widest)


def information(states: Sequence[int], used: int) -> float:
    """Return how many bits of information the bits *used* of *states* carry, about.

    The sum, over all bits, of the entropy of each where the two bits before it are known.

    >>> information([0b00, 0b11], 0b11), information([0b00, 0b01, 0b10, 0b11], 0b11)
    (1.0, 2.0)
    """
    total = 0.0
    before = [0] * len(states)
    for bit in bits(used):
        here = [state >> bit & 1 for state in states]
        both = Counter(zip(before, here, strict=True))
        alone = Counter(before)
        for (known, _), number in both.items():
            total -= number / len(states) * math.log2(number / alone[known])
        before = [(known << 1 | b) & 3 for known, b in zip(before, here, strict=True)]
    return total
