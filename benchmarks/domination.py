"""Smallest covering placements beside a constraint solver: `make bench BENCH=domination`.

CP-SAT has one worker and must prove its optimum; after a minute it gives up. The other side of the
last lines is what was done in a thesis of old: plain backtracking over placements, size by size.
"""

from __future__ import annotations

from ortools.sat.python import cp_model
from side_by_side import Pair, compare

from everyway import Placement

MOST_SECONDS = 60.0


def covering(board: str) -> Placement:
    """Return the puzzle of peaceful queens that cover the *board*."""
    return Placement(board, "queen", covering=True)


def smallest(board: str, engine: str | None = None) -> int:
    """Return the least number of such queens."""
    value: int = covering(board).smallest(engine=engine).value
    return value


def cpsat(board: str) -> int | None:
    """Return the same by CP-SAT, or None if a minute is not enough."""
    puzzle = covering(board)
    model = cp_model.CpModel()
    x = {cell: model.new_bool_var("") for cell in puzzle.board.cells}
    for cell in puzzle.board.cells:
        model.add_bool_or([x[cell], *(x[a] for a in puzzle.attacks[cell])])
    for lines in puzzle.piece.ride_lines(puzzle.board):
        for line in lines:
            model.add_at_most_one(x[cell] for cell in line)
    model.minimize(sum(x.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = MOST_SECONDS
    status = solver.solve(model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


def beside_cpsat(board: str, rounds: int) -> Pair:
    """Return the pair of both ways for one board."""
    name = f"smallest covering queens {board}"
    return Pair(name, "CP-SAT, proved", lambda: smallest(board), lambda: cpsat(board), rounds)


PAIRS = (
    *(beside_cpsat(board, 3) for board in ("8x8", "9x9", "10x10", "4x4x4")),
    *(beside_cpsat(board, 1) for board in ("11x11", "12x12", "5x5x5", "6x6x6")),
    *(
        Pair(
            f"smallest covering queens {n}x{n}",
            "plain backtracking",
            lambda n=n: smallest(f"{n}x{n}"),  # type: ignore[misc]
            lambda n=n: smallest(f"{n}x{n}", "plain"),  # type: ignore[misc]
            1,
        )
        for n in (6, 7, 8)
    ),
)

if __name__ == "__main__":
    compare(PAIRS)
