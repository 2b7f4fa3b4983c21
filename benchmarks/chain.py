"""Chains and snakes beside what one would use instead, in one run: `make bench BENCH=chain`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give
the same value, or the run fails. What is not installed is skipped.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from everyway import Chain, SnakeCube
from everyway.families.chain.hinge import newspaper_chain

ROUNDS = 3
COMMON = "SSTTTSTTSTTTSTSTTTTSTSTSTSS"
ARROWS = {2: 0, 3: 1, 7: 1, 8: 2, 12: 0, 13: 0}


def backtracking_chain(size: int, arrows: dict[int, int]) -> int:
    """Count folds of a square chain as one would write it in an evening: recursion on sets."""
    corners = ((0, 0), (0, 1), (1, 1), (1, 0))

    def lay(link: int, point: tuple[int, int], used: set[tuple[int, int]]) -> int:
        if link > size * size:
            return 1
        count = 0
        for quarter, (dr, dc) in enumerate(corners):
            cell = (point[0] - dr, point[1] - dc)
            if not (0 <= cell[0] < size and 0 <= cell[1] < size) or cell in used:
                continue
            if link in arrows and (arrows[link] + quarter) % 4 != 1:
                continue
            er, ec = corners[(quarter + 2) % 4]
            used.add(cell)
            count += lay(link + 1, (cell[0] + er, cell[1] + ec), used)
            used.remove(cell)
        return count

    side = range(size + 1)
    return sum(lay(1, (row, column), set()) for row in side for column in side)


def backtracking_snake(shape: tuple[int, ...], word: str | None) -> int:
    """Count directed folds of a snake by recursion on a set of coordinates."""
    steps = [
        tuple(s * (a == b) for b in range(len(shape))) for a in range(len(shape)) for s in (1, -1)
    ]
    cubes = 1
    for length in shape:
        cubes *= length

    def lay(
        place: int, here: tuple[int, ...], came: tuple[int, ...], used: set[tuple[int, ...]]
    ) -> int:
        if place == cubes:
            return 1
        count = 0
        for step in steps:
            if word is not None and place > 1 and (step == came) != (word[place - 1] == "S"):
                continue
            there = tuple(h + s for h, s in zip(here, step, strict=True))
            if there in used or not all(
                0 <= t < length for t, length in zip(there, shape, strict=True)
            ):
                continue
            used.add(there)
            count += lay(place + 1, there, step, used)
            used.remove(there)
        return count

    starts = product(*map(range, shape))
    return sum(lay(1, start, (), {start}) for start in starts)


def cpsat_paths(shape: tuple[int, ...]) -> int:
    """Count directed Hamiltonian paths of a box by CP-SAT: a circuit through one more node."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        number = 0

        def on_solution_callback(self) -> None:
            self.number += 1

    places = {place: i for i, place in enumerate(product(*map(range, shape)), 1)}
    model = cp_model.CpModel()
    arcs = []
    for place, i in places.items():
        arcs += [(0, i, model.new_bool_var("")), (i, 0, model.new_bool_var(""))]
        for axis in range(len(shape)):
            for step in (1, -1):
                there = tuple(c + step * (a == axis) for a, c in enumerate(place))
                if there in places:
                    arcs.append((i, places[there], model.new_bool_var("")))
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = Counter()
    solver.solve(model, counter)
    return counter.number


@dataclass(frozen=True)
class Pair:
    """Ours and the other, which must give the same value."""

    name: str
    other: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]


PAIRS = (
    Pair("the newspaper's chain", "recursion in Python",
         lambda: newspaper_chain().count(), lambda: backtracking_chain(4, ARROWS)),
    Pair("folds of the 4x4 chain", "recursion in Python",
         lambda: Chain("4x4").count(), lambda: backtracking_chain(4, {})),
    Pair("folds of the 5x5 chain", "recursion in Python",
         lambda: Chain("5x5").count(), lambda: backtracking_chain(5, {})),
    Pair("the common 3x3x3 snake", "recursion in Python",
         lambda: SnakeCube(COMMON).count(), lambda: backtracking_snake((3, 3, 3), COMMON)),
    Pair("Hamiltonian paths of 2x3x3", "recursion in Python",
         lambda: SnakeCube(None, "2x3x3").count(), lambda: backtracking_snake((2, 3, 3), None)),
    Pair("Hamiltonian paths of 4x4", "CP-SAT, all solutions",
         lambda: SnakeCube(None, "4x4").count(), lambda: cpsat_paths((4, 4))),
    Pair("Hamiltonian paths of 5x5", "CP-SAT, all solutions",
         lambda: SnakeCube(None, "5x5").count(), lambda: cpsat_paths((5, 5))),
    Pair("Hamiltonian paths of 3x3x3", "our own dynamic program",
         lambda: SnakeCube().count(engine="compiled"),
         lambda: SnakeCube().count(engine="frontier")),
)  # fmt: skip


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long *work* takes, and what it gives."""
    start = time.perf_counter()
    value = work()
    return time.perf_counter() - start, value


def main() -> None:
    """Print a line for each pair: both medians and the ratio, other over ours."""
    print("what\tbeside\tours (s)\tother (s)\tother/ours")
    for pair in PAIRS:
        pair.ours()  # the compiled search is loaded, as in any process that asks twice
        try:
            rounds = [(timed(pair.ours), timed(pair.theirs)) for _ in range(ROUNDS)]
        except ImportError as error:
            print(f"{pair.name}\t{pair.other}\tskipped: {error.name} is not installed")
            continue
        for (_, mine), (_, other) in rounds:
            if mine != other:
                raise SystemExit(f"{pair.name}: {mine} here, but {other} by {pair.other}")
        ours = statistics.median(r[0][0] for r in rounds)
        theirs = statistics.median(r[1][0] for r in rounds)
        print(f"{pair.name}\t{pair.other}\t{ours:.4f}\t{theirs:.4f}\t{theirs / ours:.1f}")


if __name__ == "__main__":
    main()
