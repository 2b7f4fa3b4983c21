"""Knight's tours beside what one would use instead, in one run: `make bench BENCH=tour`.

Graphillion is left out, with a word, where it is not installed.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.util import find_spec

from ortools.sat.python import cp_model
from side_by_side import Pair, compare

from everyway import Board, Count, Every, Tour

LARGE = 30


def edges_of(rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the knight's moves of a board, each once."""
    graph = Tour(Board(rows, columns)).graph
    return [(a + 1, b + 1) for a, others in enumerate(graph) for b in others if a < b]


def graphillion_closed(rows: int, columns: int) -> int:
    """Count closed tours by Graphillion: all cycles through all squares."""
    graph_set = import_module("graphillion").GraphSet
    graph_set.set_universe(edges_of(rows, columns))
    return int(graph_set.cycles(is_hamilton=True).len())


def cpsat_closed(rows: int, columns: int) -> bool:
    """Find one closed tour by CP-SAT: one circuit."""
    model = cp_model.CpModel()
    arcs = []
    for a, b in edges_of(rows, columns):
        arcs += [(a - 1, b - 1, model.new_bool_var("")), (b - 1, a - 1, model.new_bool_var(""))]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return bool(solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def closed(rows: int, columns: int) -> int:
    """Count closed tours."""
    return Tour(Board(rows, columns), closed=True).count(engine="frontier")


def python_from_a1(size: int) -> int:
    """Count the tours of a square board from a corner by plain recursion."""
    graph = Tour(Board(size, size)).graph

    def visit(cell: int, free: frozenset[int]) -> int:
        if not free:
            return 1
        return sum(visit(other, free - {other}) for other in graph[cell] if other in free)

    return visit(0, frozenset(range(1, size * size)))


PAIRS = [
    Pair("tours of 5x5 from a corner", "recursion in Python",
         lambda: Tour("5x5", start="a1").count(), lambda: python_from_a1(5), rounds=3),
    Pair("one closed tour of 30x30", "CP-SAT, add_circuit, one worker",
         lambda: Tour(Board(LARGE, LARGE), closed=True).find() is not None,
         lambda: cpsat_closed(LARGE, LARGE)),
]  # fmt: skip
GRAPHILLION = [
    Pair(f"closed tours of {rows}x{columns}", "Graphillion",
         partial(closed, rows, columns), partial(graphillion_closed, rows, columns), rounds=3)
    for rows, columns in ((5, 8), (6, 6))
]  # fmt: skip


def main() -> None:
    """Print a line for each pair, then the seconds of ours on larger boards."""
    compare(PAIRS)
    if find_spec("graphillion"):
        compare(GRAPHILLION)
    else:
        print("graphillion is not installed: its lines are left out")
    print("closed tours of\tstates\tseconds")
    for rows, columns in ((6, 6), (6, 7), (6, 8)):
        answer = Tour(Board(rows, columns), closed=True).ask(Count(), engine="frontier")
        print(f"{rows}x{columns}\t{answer.nodes}\t{answer.seconds:.3f}")
    for board in ("100x100", "1000x1000"):
        answer = Tour(board, closed=True).ask(Every(limit=1, ordered=False))
        print(f"one of {board}\t{answer.nodes}\t{answer.seconds:.3f}")


if __name__ == "__main__":
    main()
