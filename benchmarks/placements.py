"""Placements beside what one would use instead, in one run: `make bench BENCH=placements`.

Every line is a ratio of two times measured one after the other in this process, the median of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give
the same value, or the run fails.
"""

from __future__ import annotations

from ortools.sat.python import cp_model
from side_by_side import Pair, compare

from everyway import Placement, Queens, RegionQueens

REGIONS = (
    "AABBBCCC",
    "AAACCCCE",
    "AAACCCEE",
    "AAADDDDE",
    "FAADEEEE",
    "FFADDEEE",
    "GGGGEEEE",
    "GGHHEEEE",
)


KINGS = Placement("6x6", "king")
ROOKS = Placement("8x8", "rook", number=8)
KNIGHTS = Placement("7x7", "knight", number=6)


def bitmask_queens(n: int) -> int:
    """Count n queens with the usual short recursion on bitmasks."""
    full = (1 << n) - 1

    def place(columns: int, left: int, right: int) -> int:
        if columns == full:
            return 1
        count, free = 0, full & ~(columns | left | right)
        while free:
            bit = free & -free
            free ^= bit
            count += place(columns | bit, (left | bit) << 1, (right | bit) >> 1)
        return count

    return place(0, 0, 0)


class Counter(cp_model.CpSolverSolutionCallback):
    """Counts the solutions that CP-SAT enumerates."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def on_solution_callback(self) -> None:
        """Count one more."""
        self.number += 1


def cpsat_count(model: cp_model.CpModel) -> int:
    """Count all solutions of *model* by CP-SAT's enumeration."""
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    counter = Counter()
    solver.solve(model, counter)
    return counter.number


def cpsat_queens(n: int) -> int:
    """Count n queens by CP-SAT: one variable a row, three all-different constraints."""
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    model.add_all_different(queens)
    model.add_all_different([q + i for i, q in enumerate(queens)])
    model.add_all_different([q - i for i, q in enumerate(queens)])
    return cpsat_count(model)


def cpsat_regions(rows: tuple[str, ...]) -> int:
    """Count the solutions of a region puzzle by CP-SAT."""
    n = len(rows)
    model = cp_model.CpModel()
    x = {(r, c): model.new_bool_var("") for r in range(n) for c in range(n)}
    for i in range(n):
        model.add_exactly_one(x[i, c] for c in range(n))
        model.add_exactly_one(x[r, i] for r in range(n))
    for letter in sorted(set("".join(rows))):
        model.add_exactly_one(x[r, c] for r, c in x if rows[r][c] == letter)
    for r, c in x:
        for near in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if near in x:
                model.add_at_most_one([x[r, c], x[near]])
    return cpsat_count(model)


PAIRS = (
    Pair("count 8 queens", "bitmask recursion in Python",
         lambda: Queens(8).count(), lambda: bitmask_queens(8)),
    Pair("count 10 queens", "bitmask recursion in Python",
         lambda: Queens(10).count(), lambda: bitmask_queens(10)),
    Pair("count 10 queens", "CP-SAT, all solutions",
         lambda: Queens(10).count(), lambda: cpsat_queens(10)),
    Pair("count 12 queens", "bitmask recursion in Python",
         lambda: Queens(12).count(), lambda: bitmask_queens(12)),
    Pair("count kings 6x6", "the compiled search",
         lambda: KINGS.count(), lambda: KINGS.count(engine="compiled")),
    Pair("count 8 rooks", "the compiled search",
         lambda: ROOKS.count(), lambda: ROOKS.count(engine="compiled")),
    Pair("count 6 knights on 7x7", "the compiled search",
         lambda: KNIGHTS.count(), lambda: KNIGHTS.count(engine="compiled")),
    Pair("count a region puzzle 8x8", "CP-SAT, all solutions",
         lambda: RegionQueens(REGIONS).count(), lambda: cpsat_regions(REGIONS)),
)  # fmt: skip


if __name__ == "__main__":
    compare(PAIRS)
