"""Whole towers on four pegs or more: the way of Frame and Stewart, and what is proved of it.

To take n discs to another peg, take the k smallest to a peg aside, the others to their goal without
that peg, and the k smallest after them; k is chosen so that the moves are fewest. That this is
shortest is proved for four pegs: T. Bousch, "La quatrième tour de Hanoï", Bulletin of the Belgian
Mathematical Society 21 (2014). For five and more it is the best known, and a conjecture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from everyway.families.hanoi.states import LETTERS

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

MOST_PLAYED = 500_000
"""So many moves of a recipe are played one by one when it is checked."""

MOST_DISCS = 1000


@lru_cache(maxsize=64)
def frame_stewart_numbers(discs: int, pegs: int) -> tuple[int, ...]:
    """Return the lengths for 0, 1, …, *discs* discs on *pegs* pegs, three or more.

    The differences are powers of two: 2^t comes binomial(t + pegs - 3, pegs - 3) times.
    """
    numbers = [0]
    power, exponent, times = 1, 0, 1
    while len(numbers) <= discs:
        for _ in range(min(times, discs + 1 - len(numbers))):
            numbers.append(numbers[-1] + power)
        power, exponent = 2 * power, exponent + 1
        times = times * (exponent + pegs - 3) // exponent
    return tuple(numbers)


@lru_cache(maxsize=4096)
def split(discs: int, pegs: int) -> int:
    """Return how many of the smallest discs go aside first: the least number that is best."""
    if pegs == 3:
        return discs - 1
    all_pegs, fewer = frame_stewart_numbers(discs, pegs), frame_stewart_numbers(discs, pegs - 1)
    return min(range(discs), key=lambda k: 2 * all_pegs[k] + fewer[discs - k])


@lru_cache(maxsize=64)
def lower_bounds(discs: int, pegs: int) -> tuple[int, ...]:
    """Return what is proved here: whole towers need at least so many moves.

    When the largest disc first moves, the n - 1 others stand on pegs - 2 pegs, so m = (n - 1) /
    (pegs - 2) of them, rounded up, on one peg. They needed as many moves as a tower of m discs,
    the others one each; and after its last move likewise. Besides, one disc more needs two moves
    more.
    """
    bounds = [0, 1]
    for n in range(2, discs + 1):
        m = -(-(n - 1) // (pegs - 2))
        bounds.append(max(2 * (bounds[m] + n - 1 - m) + 1, bounds[-1] + 2))
    return tuple(bounds[: discs + 1])


@dataclass(frozen=True)
class Known:
    """What is known of the least number of moves: from ``low`` to ``high``, ends included."""

    low: int
    high: int
    why: str


def known(puzzle: Hanoi) -> Known | None:
    """Return what is known of a whole tower that goes to another peg, all moves allowed.

    None for any other puzzle, and for more than 1000 discs.
    """
    n, pegs = puzzle.discs, puzzle.pegs
    if puzzle.moves != "all" or pegs < 3 or puzzle.any_goal or not 1 <= n <= MOST_DISCS:
        return None
    ends = (set(puzzle.start), set(puzzle.goal))
    if any(len(end) > 1 for end in ends) or ends[0] == ends[1]:
        return None
    high = frame_stewart_numbers(n, pegs)[n]
    if pegs == 3:
        return Known(high, high, "2^n - 1")
    if pegs == 4:
        return Known(high, high, "proved for four pegs (Bousch 2014)")
    low = lower_bounds(n, pegs)[n]
    why = "proved by a lower bound" if low == high else "best known, not proved to be least"
    return Known(low, high, why)


def codes(discs: int, source: int, target: int, pegs: int) -> Iterator[int]:
    """Yield the moves of a tower, as numbers ``source * pegs + target``."""
    spare = tuple(peg for peg in range(pegs) if peg not in (source, target))
    stack = [(discs, source, target, spare)]
    while stack:
        n, i, j, others = stack.pop()
        if n == 1:
            yield i * pegs + j
        elif n > 1:
            k = split(n, len(others) + 2)
            aside, rest = others[0], others[1:]
            stack.append((k, aside, j, (i, *rest)))
            stack.append((n - k, i, j, rest))
            stack.append((k, i, aside, (*rest, j)))


def solution_codes(puzzle: Hanoi) -> Iterator[int]:
    """Yield the moves by which the whole tower of *puzzle* goes from its start to its goal."""
    return codes(puzzle.discs, puzzle.start_state[0], puzzle.goal_state[0], puzzle.pegs)


def fault(puzzle: Hanoi, length: int) -> str | None:
    """Return why the recipe, of *length* moves, is no solution as far as is known, or None.

    Up to 500000 moves are played one by one; more follow from the splits, by induction.
    """
    from everyway.families.hanoi import rules

    found = known(puzzle)
    if found is None:
        return "Frame and Stewart's way is one of whole towers, all moves allowed"
    if length != found.high:
        return f"{length} moves, where {found.high} are enough"
    if length > MOST_PLAYED:
        return None
    moves = [LETTERS[c // puzzle.pegs] + LETTERS[c % puzzle.pegs] for c in solution_codes(puzzle)]
    return rules.fault(puzzle, moves)
