"""Alphametics beside what one would use instead, in one run: `make bench BENCH=alphametic`.

Every line is a ratio of two times measured one after the other in this process, the least of
several rounds; the seconds themselves mean little on a shared machine. Both sides must give the
same solutions, or the run fails. Ours begins with the text each time, and nothing is remembered.
"""

from __future__ import annotations

import importlib.util
import re
import time
from collections.abc import Callable
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

from everyway import Alphametic, load
from everyway.families.alphametic import columns, linear

ROUNDS = 5
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
ADDENDS_41 = (
    "SO+MANY+MORE+MEN+SEEM+TO+SAY+THAT+THEY+MAY+SOON+TRY+TO+STAY+AT+HOME+SO+AS+TO+SEE+OR+HEAR"
    "+THE+SAME+ONE+MAN+TRY+TO+MEET+THE+TEAM+ON+THE+MOON+AS+HE+HAS+AT+THE+OTHER+TEN=TESTS"
)


def addends_199() -> str:
    """Return the example of 199 addends."""
    puzzle = load((EXAMPLES / "addends_199.toml").read_text("utf-8"))
    assert isinstance(puzzle, Alphametic)
    return puzzle.text


Solved = list[tuple[int, ...]]


def ours(text: str) -> Solved:
    """Return all solutions, from the text on, with nothing remembered."""
    linear.linear_equations.cache_clear()
    columns.sheet_of.cache_clear()
    columns.course_of.cache_clear()
    return [s.digits for s in Alphametic(text).solutions()]


def read(text: str) -> tuple[list[str], set[str], dict[str, int]]:
    """Return the letters, those that begin numbers, and each letter's coefficient."""
    words = re.findall("[A-Z]+", text)
    letters = list(dict.fromkeys("".join(words)))
    left, _ = text.split("=")
    number = len(re.findall("[A-Z]+", left))
    weights = dict.fromkeys(letters, 0)
    for i, word in enumerate(words):
        for place, letter in enumerate(reversed(word)):
            weights[letter] += 10**place * (1 if i < number else -1)
    return letters, {word[0] for word in words if len(word) > 1}, weights


def by_permutations(text: str) -> Solved:
    """Return all solutions by trying all permutations, with the addends taken together."""
    letters, firsts, weights = read(text)
    factors = [weights[letter] for letter in letters]
    leading = [letters.index(letter) for letter in firsts]
    return [
        digits
        for digits in permutations(range(10), len(letters))
        if sum(map(int.__mul__, factors, digits)) == 0 and all(digits[i] for i in leading)
    ]


def by_cpsat(text: str) -> Solved:
    """Return all solutions by CP-SAT, one worker."""
    from ortools.sat.python import cp_model

    letters, firsts, weights = read(text)
    model = cp_model.CpModel()
    digits = [model.new_int_var(int(letter in firsts), 9, letter) for letter in letters]
    model.add_all_different(digits)
    model.add(sum(weights[n] * d for n, d in zip(letters, digits, strict=True)) == 0)
    found: Solved = []

    class Keep(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(tuple(self.value(d) for d in digits))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Keep())
    return sorted(found)


def by_constraint(text: str) -> Solved:
    """Return all solutions by python-constraint."""
    constraint = import_module("constraint")
    letters, firsts, weights = read(text)
    problem = constraint.Problem()
    for letter in letters:
        problem.addVariable(letter, range(int(letter in firsts), 10))
    problem.addConstraint(constraint.AllDifferentConstraint())
    problem.addConstraint(constraint.ExactSumConstraint(0, [weights[n] for n in letters]), letters)
    return sorted(tuple(s[n] for n in letters) for s in problem.getSolutions())


def by_z3(text: str) -> Solved:
    """Return all solutions by z3, each excluded in turn."""
    z3 = import_module("z3")
    letters, firsts, weights = read(text)
    digits = [z3.Int(letter) for letter in letters]
    solver = z3.Solver()
    for letter, digit in zip(letters, digits, strict=True):
        solver.add(digit >= int(letter in firsts), digit <= 9)
    solver.add(z3.Distinct(digits))
    solver.add(z3.Sum([weights[n] * d for n, d in zip(letters, digits, strict=True)]) == 0)
    found: Solved = []
    while solver.check() == z3.sat:
        model = solver.model()
        found.append(tuple(model[d].as_long() for d in digits))
        solver.add(z3.Or([d != x for d, x in zip(digits, found[-1], strict=True)]))
    return sorted(found)


OTHERS: tuple[tuple[str, str | None, Callable[[str], Solved], int], ...] = (
    ("permutations in Python", None, by_permutations, 1),
    ("CP-SAT, all solutions", "ortools", by_cpsat, ROUNDS),
    ("python-constraint", "constraint", by_constraint, 1),
    ("z3", "z3", by_z3, 1),
)
PUZZLES = (
    ("SEND + MORE = MONEY", "SEND+MORE=MONEY"),
    ("GREEN + ORANGE = COLORS", "GREEN+ORANGE=COLORS"),
    ("41 addends", ADDENDS_41),
    ("199 addends", addends_199()),
)


def least(work: Callable[[str], Any], text: str, rounds: int) -> tuple[float, Any]:
    """Return the least time of several rounds, and what the last gave."""
    times = []
    value = None
    for _ in range(rounds):
        start = time.perf_counter()
        value = work(text)
        times.append(time.perf_counter() - start)
    return min(times), value


def main() -> None:
    """Print a line for each puzzle and each other way: both times and the ratio."""
    print("what\tbeside\tours (s)\tother (s)\tother/ours")
    ours("A+B=C")
    for name, text in PUZZLES:
        text = text.replace(" ", "")
        for other, package, work, rounds in OTHERS:
            if package is not None and importlib.util.find_spec(package) is None:
                print(f"{name}\t{other}\tskipped: {package} is not installed")
                continue
            mine, value = least(ours, text, 4 * ROUNDS)
            theirs, same = least(work, text, rounds)
            if value != same:
                raise SystemExit(f"{name}: {value} here, but {same} by {other}")
            print(f"{name}\t{other}\t{mine:.5f}\t{theirs:.5f}\t{theirs / mine:.1f}", flush=True)


if __name__ == "__main__":
    main()
