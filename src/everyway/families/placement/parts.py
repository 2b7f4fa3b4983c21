"""The parts of a count: one for each class of symmetries and each component of its squares.

By Burnside's lemma a count up to symmetry is the mean of how many solutions each symmetry leaves
as they are; what it leaves is a puzzle of its own, whose variables are the cycles of squares.
Components that share no rule may be counted apart, and their numbers by size multiply. A part is
named ``"symmetry.component"``, or ``"symmetry"`` where components are not taken apart; without
``up_to`` there is only the identity, symmetry 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from everyway.core.engine import Branch, Tally, add_tallies
from everyway.core.question import Question
from everyway.families.placement.model import Model, components, model_fixed_by, model_of, part_of
from everyway.families.placement.puzzle import Placement
from everyway.geometry.symmetry import burnside


@lru_cache(maxsize=64)
def fixed_model(puzzle: Placement, symmetry: int) -> Model:
    """Return the model of the solutions that the class *symmetry* of the group fixes."""
    if symmetry == 0:
        return model_of(puzzle)
    return model_fixed_by(puzzle, puzzle.group.classes[symmetry][0])


@lru_cache(maxsize=64)
def components_of(puzzle: Placement, symmetry: int) -> list[int]:
    """Return the components of ``fixed_model`` as sets of variables."""
    return components(fixed_model(puzzle, symmetry))


@lru_cache(maxsize=64)
def model_of_part(puzzle: Placement, part: str) -> Model:
    """Return the model of one part, ``"symmetry.component"``."""
    symmetry, component = map(int, part.split("."))
    found = components_of(puzzle, symmetry)
    return part_of(fixed_model(puzzle, symmetry), found[component], whole=len(found) == 1)


def shares_of(puzzle: Placement, question: Question) -> list[float]:
    """Return for each class of symmetries that matters what share of the work it is, about."""
    classes = len(puzzle.group.classes) if question.up_to else 1
    # The identity is nearly all of the work.
    return [1.0] if classes == 1 else [0.9, *[0.1 / (classes - 1)] * (classes - 1)]


def parts_of(puzzle: Placement, question: Question) -> list[Branch]:
    """Return the parts of a count as branches that are still whole."""
    found = []
    for symmetry, share in enumerate(shares_of(puzzle, question)):
        number = len(components_of(puzzle, symmetry))
        found += [Branch((), share / number, f"{symmetry}.{c}") for c in range(number)]
    return found


def combined(
    puzzle: Placement,
    question: Question,
    results: Sequence[tuple[Branch, Tally]],
    parts: Iterable[str],
) -> Tally:
    """Multiply over components and average over symmetries; a partial count rounds up.

    *parts* are the names of all parts; of some there may be no branch, as nothing can be there.
    """
    whole = add_tallies(tally for _, tally in results)
    by_symmetry: dict[int, list[Tally]] = {s: [] for s in range(len(shares_of(puzzle, question)))}
    for part in parts:
        tally = add_tallies(t for b, t in results if b.part == part)
        by_symmetry[int(part.split(".")[0])].append(tally)
    classes = puzzle.group.classes if question.up_to else [((), 1)]
    fixed = [
        (members, _multiply(puzzle, tallies))
        for (_, members), tallies in zip(classes, by_symmetry.values(), strict=True)
    ]
    orbits = burnside(len(puzzle.group) if question.up_to else 1, fixed)
    counts = {size: _whole(number, whole.complete) for size, number in orbits.items()}
    return Tally(counts, (), whole.nodes, whole.complete)


def _multiply(puzzle: Placement, tallies: Sequence[Tally]) -> dict[int, int]:
    product = {0: 1}
    for tally in tallies:
        following: dict[int, int] = {}
        for size, number in product.items():
            for more, times in tally.counts.items():
                following[size + more] = following.get(size + more, 0) + number * times
        product = following
    low, high = puzzle.number or (0, puzzle.board.squares)
    return {size: number for size, number in product.items() if low <= size <= high}


def _whole(number: Fraction, complete: bool) -> int:
    """Return *number*, which is whole when the search is complete, else a bound to round up."""
    if complete and number.denominator != 1:
        raise ArithmeticError(f"a number of orbits is not whole: {number}")
    return math.ceil(number)
