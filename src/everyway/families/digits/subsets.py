"""The engine of given numbers: the expressions of every part of them by value, joined at the root.

All expressions of each part of the items are kept by their value. At the root nothing is kept: of
each value of the right side it is worked out which left side makes the target with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import comb

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
from everyway.core.walking import Nodes

from .arithmetic import OPERATORS, Ratio, combine, left_of
from .codes import is_idle
from .game import MOST_ITEMS, NumberGame
from .gathering import no_symmetry

EXPRESSIONS = (1, 1, 6, 68, 1260, 32632, 1085952)
"""How many expressions there are of so many different items in any order."""

FORMS_A_SECOND = 250_000

Part = tuple[int, ...]
"""Some of the items: how many of each value; or, where the order is given, begin and end."""

Form = tuple[Data, str, Data]
"""An expression: its codes, the sign at its root (none for a number), its right side's codes."""

Forms = dict[Ratio, list[Form]]


class SubsetsEngine(Engine):
    """Expressions of all parts of the numbers, by value."""

    name = "subsets"
    method = "expressions of parts by value"
    light = True
    special = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about given numbers."""
        if (refusal := no_symmetry(question)) is not None:
            return refusal
        if not isinstance(puzzle, NumberGame):
            return Offer.no("only given numbers")
        number = len(puzzle.numbers)
        forms = sum(comb(number, k) * EXPRESSIONS[k] for k in range(1, number))
        if not puzzle.any_order:
            forms //= 2 ** max(0, number - 1)
        seconds = 2e-4 + forms / FORMS_A_SECOND
        return Offer(True, seconds, f"about {forms} expressions of parts", float(forms))

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Join the parts; what was found when the control says stop is part of the answer."""
        assert isinstance(puzzle, NumberGame)
        listing = question if isinstance(question, Every) else None
        limit = None if listing is None else listing.limit
        found: list[Data] = []
        number = 0
        complete = True
        nodes = Nodes(control, effort)

        def visit() -> None:
            if not nodes.visit():
                raise Stopped

        try:
            for codes in _ways(puzzle, visit) if limit != 0 else ():
                if listing is not None and len(found) == effort.solutions:
                    complete = False
                    break
                number += 1
                if listing is None:
                    continue
                found.append(codes)
                if not listing.ordered and len(found) == limit:
                    break
        except Stopped:
            complete = False
        nodes.settle()
        counts = {len(puzzle.numbers) - 1: number} if number else {}
        return Tally(counts, tuple(sorted(found)[:limit]), nodes.number, complete)


def _ways(puzzle: NumberGame, visit: Callable[[], None]) -> Iterator[Data]:
    """Yield the expressions of all items that make the target, in no order."""
    kinds = len(puzzle.values)
    target = (puzzle.goal.numerator, puzzle.goal.denominator)
    parts = _parts(puzzle)
    whole = parts[-1]
    made: dict[Part, Forms] = {}
    for part in parts[:-1]:
        made[part] = _forms(puzzle, part, made, visit)
    if not _halves(puzzle, whole):
        item = _single(puzzle, whole)
        if (puzzle.values[item], 1) == target:
            yield (item,)
        return
    for a, b in _halves(puzzle, whole):
        for sign in puzzle.operators:
            code = kinds + OPERATORS.index(sign)
            for right, rights in made[b].items():
                visit()
                for left in _partners(sign, target, right, made[a]):
                    for x, y in product(made[a][left], rights):
                        if _listed(puzzle, sign, x, y):
                            yield (*x[0], *y[0], code)


def _partners(sign: str, target: Ratio, right: Ratio, lefts: Forms) -> list[Ratio]:
    """Return the values on the left that make the target with the one on the right."""
    if sign == "^":
        return [left for left in lefts if combine(sign, left, right) == target]
    if sign == "*" and right[0] == 0:
        return list(lefts) if target[0] == 0 else []
    left = left_of(sign, target, right)
    return [left] if left is not None and left in lefts else []


def _forms(
    puzzle: NumberGame, part: Part, made: dict[Part, Forms], visit: Callable[[], None]
) -> Forms:
    """Return all expressions of a part, by value."""
    halves = _halves(puzzle, part)
    if not halves:
        item = _single(puzzle, part)
        return {(puzzle.values[item], 1): [((item,), "", ())]}
    found: Forms = {}
    kinds = len(puzzle.values)
    for a, b in halves:
        for sign in puzzle.operators:
            code = kinds + OPERATORS.index(sign)
            for (left, lefts), (right, rights) in product(made[a].items(), made[b].items()):
                visit()
                value = combine(sign, left, right)
                if value is None:
                    continue
                forms = [
                    ((*x[0], *y[0], code), sign, y[0])
                    for x, y in product(lefts, rights)
                    if _listed(puzzle, sign, x, y)
                ]
                if forms:
                    found.setdefault(value, []).extend(forms)
    return found


def _listed(puzzle: NumberGame, sign: str, left: Form, right: Form) -> bool:
    """Return whether the two sides stand as they are written, the sides themselves being so."""
    if not puzzle.any_order:
        return not (right[1] and is_idle(sign, right[1]))
    if sign == "^":
        return True
    joins, takes = "+-" if sign in "+-" else "*/"
    if right[1] and right[1] in (joins, takes):
        return False
    if left[1] == takes:
        return sign == takes and left[2] <= right[0]
    if sign == takes:
        return True
    return (left[2] if left[1] == joins else left[0]) <= right[0]


def _parts(puzzle: NumberGame) -> list[Part]:
    """Return all parts of the items but the empty one, smaller ones first, the whole last."""
    number = len(puzzle.numbers)
    if not puzzle.any_order:
        spans = [(i, j) for i in range(number) for j in range(i + 1, number + 1)]
        return sorted(spans, key=lambda span: (span[1] - span[0], span))
    counts = [puzzle.numbers.count(value) for value in puzzle.values]
    every = product(*(range(count + 1) for count in counts))
    return sorted((part for part in every if any(part)), key=lambda part: (sum(part), part))


def _halves(puzzle: NumberGame, part: Part) -> list[tuple[Part, Part]]:
    """Return the ways to take *part* apart into two, left and right."""
    if not puzzle.any_order:
        begin, end = part
        return [((begin, middle), (middle, end)) for middle in range(begin + 1, end)]
    lefts = [left for left in product(*(range(n + 1) for n in part)) if any(left) and left != part]
    return [(a, tuple(n - k for n, k in zip(part, a, strict=True))) for a in lefts]


def _single(puzzle: NumberGame, part: Part) -> int:
    """Return the code of the item that a part of one is."""
    if puzzle.any_order:
        return part.index(1)
    return puzzle.values.index(puzzle.numbers[part[0]])


assert len(EXPRESSIONS) == MOST_ITEMS + 1
