"""Rules of deduction: each looks at one condition and strikes out values that cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from everyway.families.alphametic.facts import Facts, Linear, Other

Values = list[tuple[int, ...]]
"""The values that each unknown may still have, rising."""

FEW_WAYS = 4
"""So many ways that fit a column are written out."""


class ImpossibleError(Exception):
    """Raised when a condition cannot hold: ``str`` says which."""


@dataclass(frozen=True)
class Finding:
    """What a rule found: the values that are left to some unknowns, and why, in words."""

    left: dict[int, tuple[int, ...]]
    why: str
    label: str


def changes(left: dict[int, tuple[int, ...]], values: Values) -> dict[int, tuple[int, ...]]:
    """Return those unknowns that have lost a value."""
    return {v: kept for v, kept in left.items() if len(kept) < len(values[v])}


def found(left: dict[int, tuple[int, ...]], values: Values, why: str, label: str) -> Finding | None:
    """Return a finding, or None when nothing was struck out; raise when nothing is left."""
    changed = changes(left, values)
    if any(not kept for kept in changed.values()):
        raise ImpossibleError(f"{label}: {why} cannot hold")
    return Finding(changed, why, label) if changed else None


def by_bounds(condition: Linear, values: Values) -> Finding | None:
    """Strike out what makes one side of a sum too large or too small for the other."""
    low = high = condition.constant
    for v, c in condition.terms:
        ends = (c * values[v][0], c * values[v][-1])
        low, high = low + min(ends), high + max(ends)
    left = {}
    for v, c in condition.terms:
        ends = (c * values[v][0], c * values[v][-1])
        rest_low, rest_high = low - min(ends), high - max(ends)
        left[v] = tuple(x for x in values[v] if rest_low + c * x <= 0 <= rest_high + c * x)
    if low > 0 or high < 0:
        raise ImpossibleError(f"{condition.label}: {condition.text} cannot hold")
    return found(left, values, condition.text + _ends(condition, values), condition.label)


def _ends(condition: Linear, values: Values) -> str:
    """Return between which values the two sides of a sum lie, in words."""
    sides = []
    for sign in (1, -1):
        low = high = max(0, sign * condition.constant)
        for v, c in condition.terms:
            if c * sign > 0:
                ends = sign * c * values[v][0], sign * c * values[v][-1]
                low, high = low + min(ends), high + max(ends)
        sides.append(f"{low} to {high}" if low < high else f"{low}")
    if len(condition.terms) < 3:
        return ""
    return f", with {sides[0]} on the left and {sides[1]} on the right"


def by_parity(condition: Linear, values: Values) -> Finding | None:
    """Strike out values of the wrong parity when all else in a sum is known to be even or odd."""
    odd = [v for v, c in condition.terms if c % 2]
    open_ones = [v for v in odd if len({x % 2 for x in values[v]}) == 2]
    if len(open_ones) != 1:
        return None
    (v,) = open_ones
    total = condition.constant + sum(values[w][0] for w in odd if w != v)
    left = {v: tuple(x for x in values[v] if (x + total) % 2 == 0)}
    kind = "even" if total % 2 == 0 else "odd"
    return found(left, values, f"{condition.text} needs an {kind} number there", condition.label)


def by_other_bounds(condition: Other, values: Values) -> Finding | None:
    """Strike out what keeps the two sides of any relation apart."""
    if condition.sides is None:
        return None
    lows, highs = [x[0] for x in values], [x[-1] for x in values]
    left = {}
    for v in condition.unknowns:
        kept = []
        for x in values[v]:
            lows[v] = highs[v] = x
            (a, b), (c, d) = (side(lows, highs) for side in condition.sides)
            if a < d if condition.sign == "<" else (a <= d and c <= b):
                kept.append(x)
        left[v] = tuple(kept)
        lows[v], highs[v] = values[v][0], values[v][-1]
    why = f"the two sides of {condition.text} must be able to meet"
    return found(left, values, why, condition.label)


def ways(
    condition: Linear | Other, values: Values, own: Sequence[bool], most: int
) -> list[tuple[int, ...]] | None:
    """Return all ways to give the condition's unknowns values, or None if over *most* are tried."""
    unknowns = sorted(condition.unknowns, key=lambda v: len(values[v]))
    tried = 1
    # In a sum, the unknown with most values follows from the others.
    for v in unknowns[: -1 if isinstance(condition, Linear) else None]:
        tried *= len(values[v])
        if tried > most:
            return None
    if isinstance(condition, Linear):
        fitting = list(_linear_ways(condition, unknowns, values, own))
    else:
        fitting = list(_other_ways(condition, unknowns, values, own))
    place = [unknowns.index(v) for v in condition.unknowns]
    return [tuple(way[i] for i in place) for way in fitting]


def _choices(
    unknowns: Sequence[int], values: Values, own: Sequence[bool]
) -> Iterator[tuple[int, ...]]:
    """Yield the values of *unknowns*, no two of the letters the same."""
    stack: list[tuple[int, ...]] = [()]
    while stack:
        here = stack.pop()
        if len(here) == len(unknowns):
            yield here
            continue
        v = unknowns[len(here)]
        taken = {x for x, w in zip(here, unknowns, strict=False) if own[w]} if own[v] else ()
        stack.extend((*here, x) for x in reversed(values[v]) if x not in taken)


def _linear_ways(
    condition: Linear, unknowns: Sequence[int], values: Values, own: Sequence[bool]
) -> Iterator[tuple[int, ...]]:
    coefficients = dict(condition.terms)
    if not unknowns:
        if condition.constant == 0:
            yield ()
        return
    last = unknowns[-1]
    for here in _choices(unknowns[:-1], values, own):
        total = condition.constant
        total += sum(coefficients[v] * x for v, x in zip(unknowns, here, strict=False))
        x, rest = divmod(-total, coefficients[last])
        if rest or x not in values[last]:
            continue
        if not own[last] or all(not own[w] or y != x for w, y in zip(unknowns, here, strict=False)):
            yield (*here, x)


def _other_ways(
    condition: Other, unknowns: Sequence[int], values: Values, own: Sequence[bool]
) -> Iterator[tuple[int, ...]]:
    digits = [0] * len(values)
    for here in _choices(unknowns, values, own):
        for v, x in zip(unknowns, here, strict=True):
            digits[v] = x
        if condition.test(digits):
            yield here


def by_trying(
    condition: Linear | Other, values: Values, facts: Facts, own: Sequence[bool], most: int
) -> Finding | None:
    """Strike out what fits in no way: all ways are tried, if they are no more than *most*."""
    fitting = ways(condition, values, own, most)
    if fitting is None:
        return None
    left = {v: tuple(sorted({way[i] for way in fitting})) for i, v in enumerate(condition.unknowns)}
    why = condition.text
    if 0 < len(fitting) <= FEW_WAYS:
        open_ones = [i for i, v in enumerate(condition.unknowns) if len(values[v]) > 1]
        shown = [
            " ".join(f"{facts.names[condition.unknowns[i]]}={way[i]}" for i in open_ones)
            for way in fitting
        ]
        only = "only " if len(shown) == 1 else f"only in {len(shown)} ways, "
        why += f" holds {only if len(shown) > 1 else 'only with '}{' or '.join(shown)}"
    else:
        why += " holds with no other digits"
    return found(left, values, why, condition.label)
