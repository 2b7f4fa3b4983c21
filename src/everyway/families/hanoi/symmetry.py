"""Permutations of pegs that keep a puzzle as it is, and counting up to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from everyway.families.hanoi.states import LETTERS, Arc

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

Permutation = tuple[int, ...]

MOST_PERMUTATIONS = 5040


@lru_cache(maxsize=16)
def group(puzzle: Hanoi) -> tuple[Permutation, ...] | None:
    """Return the permutations that keep the arcs, the start and the goal; the identity first.

    A permutation keeps a state when it leaves every peg in its place on which a disc stands.
    None where there are more than 5040.
    """
    held = {*puzzle.start_state, *(() if puzzle.any_goal else puzzle.goal_state)}
    arcs, pegs = puzzle.arcs, puzzle.pegs
    found: list[Permutation] = []
    stack: list[Permutation] = [()]
    while stack:
        image = stack.pop()
        if len(found) > MOST_PERMUTATIONS or len(stack) > MOST_PERMUTATIONS:
            return None
        peg = len(image)
        if peg == pegs:
            found.append(image)
            continue
        choices = [peg] if peg in held else [p for p in range(pegs) if p not in held]
        for other in reversed(choices):
            if other not in image and _keeps(arcs, (*image, other)):
                stack.append((*image, other))
    return tuple(found)


def _keeps(arcs: frozenset[Arc], image: Permutation) -> bool:
    """Return whether the last peg of *image* has the same arcs to the others as before."""
    last = len(image) - 1
    return all(
        ((last, other) in arcs) == ((image[last], image[other]) in arcs)
        and ((other, last) in arcs) == ((image[other], image[last]) in arcs)
        for other in range(last)
    )


def count_orbits(puzzle: Hanoi, count: Callable[[Hanoi], dict[int, int] | None]) -> int | None:
    """Return the number of solutions up to symmetry, by Burnside's lemma.

    *count* returns how many shortest sequences a puzzle has, by their length, or None when it was
    stopped. A permutation fixes a sequence when it leaves in place every peg that the sequence
    uses; these are the solutions along the arcs between the pegs left in place.
    """
    whole = count(puzzle)
    if whole is None:
        return None
    if not whole:
        return 0
    permutations = group(puzzle)
    assert permutations is not None
    known: dict[frozenset[int], int] = {frozenset(range(puzzle.pegs)): sum(whole.values())}
    total = 0
    for permutation in permutations:
        fixed = frozenset(peg for peg, image in enumerate(permutation) if peg == image)
        if fixed not in known:
            counted = _count_within(puzzle, fixed, count)
            if counted is None:
                return None
            known[fixed] = sum(n for length, n in counted.items() if length in whole)
        total += known[fixed]
    return total // len(permutations)


def _count_within(
    puzzle: Hanoi, fixed: frozenset[int], count: Callable[[Hanoi], dict[int, int] | None]
) -> dict[int, int] | None:
    pairs = [LETTERS[i] + LETTERS[j] for i, j in sorted(puzzle.arcs) if {i, j} <= fixed]
    if not pairs:
        return {0: 1} if puzzle.start == puzzle.goal else {}
    return count(
        type(puzzle)(puzzle.discs, puzzle.pegs, puzzle.start, puzzle.goal, " ".join(pairs))
    )
