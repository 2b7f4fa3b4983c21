"""What the special engines for n queens cost: estimates in seconds.

The nodes of the lanes engine on a bare board are known exactly for n = 8 to 18, from runs to the
end. The seconds are processor time, measured by asking ``Queens(n).ask(Count(), engine=...,
workers=1)``, the best of three, on one core of an Intel Xeon (family 6, model 207, 2.1 GHz) with
AVX-512, and with narrower vectors forced there. ``benchmarks/queens.py`` prints both sides again.
On any other board, nodes are estimated by random descents (Knuth, 1975).
"""

from __future__ import annotations

import random
from functools import lru_cache

from everyway.families.placement.puzzle import Placement
from everyway.families.placement.queens_board import Start, is_bare, members, rows_of

READY_SECONDS = 0.002
STORED_SECONDS = 0.15
COLD_SECONDS = {"lanes": 1.7, "halves": 2.8}
"""How long it takes to start: with the machine code in this process, on disk, or not yet made."""
BRANCH_SECONDS = 0.0002

LANES_NODES = (
    266, 1336, 4047, 23420, 96406, 612320, 3029920, 21491830, 125424217, 975017509, 6444663994,
)  # fmt: skip
"""For n = 8 to 18; beyond, each row more multiplies them by ``GROWTH``."""
GROWTH = 7.5
UNSYMMETRIC = 7.0
"""How many times the nodes of a bare board are met where no symmetry is used."""
NODE_SECONDS = 0.42e-9
SCALAR_NODE_SECONDS = 12e-9
SLOWER = {512: 1.0, 256: 2.3, 128: 3.6, 0: SCALAR_NODE_SECONDS / NODE_SECONDS}
"""How much longer a node takes with narrower vectors."""

HALVES_SECONDS = (0.004, 0.005, 0.006, 0.022, 0.060, 0.48, 2.4)
"""For n = 12 to 18."""
HALVES_GROWTH = 7.0
HALVES_NODES = (
    212, 687, 2402, 7960, 34275, 113871, 531642, 1917664, 9816455, 37417598, 202972474,
)  # fmt: skip
"""Half boards for n = 8 to 18; each row more multiplies them by ``HALVES_NODES_GROWTH``."""
HALVES_NODES_GROWTH = 5.0
HALVES_SLOWER = {512: 1.0, 256: 2.2, 128: 4.0}

LIGHT_NODE_SECONDS = 1e-6
MOST_LIGHT_NODES = 200_000
"""In Python, while the compiler is not loaded; counts up to n = 12 are below this."""

LIST_NODE_SECONDS = 15e-9
SOLUTION_SECONDS = 1.5e-6
CANONICAL_SECONDS = 15e-6

PROBES = 40


def beyond(table: tuple[float, ...], place: int, growth: float) -> float:
    """Return the number at *place* of *table*, which is continued by the factor *growth*.

    >>> beyond((1, 2, 4), 1, 3), beyond((1, 2, 4), 4, 3)
    (2, 36)
    """
    last = len(table) - 1
    return table[max(0, min(place, last))] * growth ** max(0, place - last)


@lru_cache(maxsize=64)
def estimate(puzzle: Placement) -> tuple[float, float]:
    """Return estimates of the nodes and of the solutions, without any use of symmetry."""
    chance = random.Random(1)
    rows = rows_of(puzzle)
    nodes = solutions = 0.0
    for _ in range(PROBES):
        weight, start = 1.0, Start(0, 0, 0, 0)
        while start.filled < len(rows):
            free = members(start.free(rows))
            if not free:
                break
            weight *= len(free)
            nodes += weight
            start = start.with_queen(chance.choice(free))
        else:
            solutions += weight
    return nodes / PROBES, solutions / PROBES


def lanes_seconds(puzzle: Placement, width: int) -> tuple[float, float]:
    """Return the estimated seconds and nodes of counting in vectors of *width* bits."""
    rows, columns = puzzle.board.shape
    bare = is_bare(puzzle)
    nodes = beyond(LANES_NODES, rows - 8, GROWTH) if bare else estimate(puzzle)[0]
    each = NODE_SECONDS * SLOWER[width]
    if width and columns > 16:
        each *= 2
    return nodes * each + rows * BRANCH_SECONDS, nodes


def halves_seconds(puzzle: Placement, width: int) -> tuple[float, float]:
    """Return the estimated seconds and nodes of the meeting in the middle."""
    rows = len(rows_of(puzzle))
    seconds = beyond(HALVES_SECONDS, rows - 12, HALVES_GROWTH) * HALVES_SLOWER[width]
    nodes = beyond(HALVES_NODES, rows - 8, HALVES_NODES_GROWTH)
    if not is_bare(puzzle):
        # Without symmetry there are up to four times the halves; what is fixed leaves fewer.
        bare = UNSYMMETRIC * beyond(LANES_NODES, rows - 8, GROWTH)
        times = 0.8 + 2.2 * min(1.5, estimate(puzzle)[0] / bare)
        seconds, nodes = seconds * times, nodes * times
    return seconds, nodes


def list_seconds(puzzle: Placement, limit: int | None, up_to: bool) -> tuple[float, float]:
    """Return the estimated seconds and nodes of listing solutions in order."""
    nodes, solutions = estimate(puzzle)
    each = SOLUTION_SECONDS + (CANONICAL_SECONDS if up_to else 0)
    seconds = nodes * LIST_NODE_SECONDS + solutions * each
    if limit is not None and solutions > 0:
        part = min(1.0, 10 * limit / solutions)
        return seconds * part, nodes * part
    return seconds, nodes
