"""Magic squares beside what one would use instead, in one run: `make bench BENCH=magic`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds. Both sides must give the same value, or the run fails.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

from ortools.sat.python import cp_model
from side_by_side import Pair, compare

from everyway import Every, MagicSquare

ROUNDS = 3
"""CP-SAT takes long."""


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts the solutions that CP-SAT enumerates."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def on_solution_callback(self) -> None:
        """Count one more."""
        self.number += 1


def cpsat_squares(order: int) -> int:
    """Count squares up to symmetry as one would with CP-SAT: all different, and sums."""
    model = cp_model.CpModel()
    size = order * order
    total = order * (size + 1) // 2
    x = [[model.new_int_var(1, size, "") for _ in range(order)] for _ in range(order)]
    model.add_all_different(v for row in x for v in row)
    for i in range(order):
        model.add(sum(x[i]) == total)
        model.add(sum(row[i] for row in x) == total)
    model.add(sum(x[i][i] for i in range(order)) == total)
    model.add(sum(x[i][order - 1 - i] for i in range(order)) == total)
    for corner in (x[0][-1], x[-1][0], x[-1][-1]):
        model.add(x[0][0] < corner)
    model.add(x[0][-1] < x[-1][0])
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = Counter()
    solver.solve(model, counter)
    return counter.number


def permuted_squares() -> int:
    """Count all squares of order 3 as one would with itertools."""
    return sum(
        len(
            {a + b + c, d + e + f, g + h + i, a + d + g, b + e + h, c + f + i, a + e + i, c + e + g}
        )
        == 1
        for a, b, c, d, e, f, g, h, i in permutations(range(1, 10))
    )


def backtracked_squares(order: int) -> int:
    """Count all squares as one would in plain Python: cell by cell, sums looked at when whole."""
    size, total = order * order, order * (order * order + 1) // 2
    lines = [range(r * order, (r + 1) * order) for r in range(order)]
    lines += [range(c, size, order) for c in range(order)]
    lines += [range(0, size, order + 1), range(order - 1, size - 1, order - 1)]
    ending = [[line for line in lines if line[-1] == cell] for cell in range(size)]
    square = [0] * size

    def fill(cell: int, left: frozenset[int]) -> int:
        if cell == size:
            return 1
        found = 0
        for number in left:
            square[cell] = number
            if all(sum(square[i] for i in line) == total for line in ending[cell]):
                found += fill(cell + 1, left - {number})
        return found

    return fill(0, frozenset(range(1, size + 1)))


def listed(order: int, **options: Any) -> int:
    """List all squares of an order up to symmetry, and return how many there are."""
    return len(MagicSquare(order).ask(Every(up_to="symmetry"), **options).value)


PAIRS = (
    Pair("880 squares of order 4, listed", "CP-SAT", lambda: listed(4), lambda: cpsat_squares(4),
         ROUNDS),
    Pair("880 squares of order 4, counted", "CP-SAT",
         lambda: MagicSquare(4).count(up_to="symmetry"), lambda: cpsat_squares(4), ROUNDS),
    Pair("squares of order 3, counted", "itertools",
         lambda: MagicSquare(3).count(), permuted_squares),
    Pair("squares of order 3, counted", "plain Python",
         lambda: MagicSquare(3).count(), lambda: backtracked_squares(3)),
)  # fmt: skip


if __name__ == "__main__":
    compare(PAIRS)
