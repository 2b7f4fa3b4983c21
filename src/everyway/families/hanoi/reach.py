"""What a compiled search can hold: estimates, without loading the compiler."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from everyway.families.hanoi.states import twins

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

MOST_BITS = 62
"""A state packed into one signed word of 64 bits."""

MOST_STATES = 20_000_000_000
"""States up to symmetry, all of them, where it is worth trying whether two searches from both ends
meet before memory ends: they meet a small share of them."""

MOST_TOWER_STATES = 4_000_000_000
"""Likewise states met by a search for the middle of a whole tower's way."""


def bits_a_disc(pegs: int) -> int:
    """Return how many bits the number of a peg takes."""
    return max(1, (pegs - 1).bit_length())


def held_pegs(puzzle: Hanoi) -> set[int]:
    """Return the pegs on which discs stand at the start or the goal: they keep their names."""
    return {*puzzle.start_state, *(() if puzzle.any_goal else puzzle.goal_state)}


def classes_of(puzzle: Hanoi) -> list[list[int]]:
    """Return the classes of pegs whose names a search need not tell apart."""
    return twins(puzzle.arcs, puzzle.pegs, held_pegs(puzzle))


def states_up_to_symmetry(puzzle: Hanoi) -> float:
    """Return about how many states there are when twins among the pegs are not told apart."""
    if puzzle.discs * puzzle.pegs > 10_000:
        return float("inf")
    number = float(puzzle.pegs) ** min(puzzle.discs, 400)
    for alike in classes_of(puzzle):
        number /= factorial(len(alike))
    return max(1.0, number)


def can_be_packed(puzzle: Hanoi) -> bool:
    """Return whether a state fits into one word."""
    return puzzle.discs * bits_a_disc(puzzle.pegs) <= MOST_BITS


def can_be_searched(puzzle: Hanoi) -> bool:
    """Return whether the search from both ends is within reach."""
    return can_be_packed(puzzle) and states_up_to_symmetry(puzzle) <= MOST_STATES


def tower_states(puzzle: Hanoi) -> float:
    """Return about how many states of all discs but the largest are met to half the distance.

    Measured for 8 to 17 discs on four and five pegs: a share of about 1/discs of those up to names
    of all pegs but the start, within a factor of two.
    """
    if not can_be_packed(puzzle):
        return float("inf")
    return float(puzzle.pegs) ** (puzzle.discs - 1) / factorial(puzzle.pegs - 1) / puzzle.discs + 1
