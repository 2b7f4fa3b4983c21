"""Runs the SAT solver CaDiCaL in a process of its own, which can be stopped at any moment.

The process reads a formula in DIMACS form from standard input. It prints ``SATISFIABLE`` and the
true literals, or ``UNSATISFIABLE`` and the steps of the proof, in DRAT form.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from everyway.core.cnf import Cnf, read_dimacs
from everyway.core.engine import Control
from everyway.core.errors import EverywayError

POLL_SECONDS = 0.05
SATISFIABLE, UNSATISFIABLE = "SATISFIABLE", "UNSATISFIABLE"


@dataclass(frozen=True)
class Verdict:
    """What the solver says: a solution's true literals, or a proof that there is none."""

    literals: tuple[int, ...] | None
    proof: str | None


def solve(formula: Cnf, control: Control) -> Verdict | None:
    """Return the solver's verdict on *formula*, or None when *control* stopped it first.

    Raises ``EverywayError`` when python-sat is not installed or the solver breaks down.
    """
    with tempfile.TemporaryDirectory(prefix="everyway-") as folder:
        question, answer, trouble = (Path(folder) / name for name in ("in", "out", "err"))
        question.write_text(formula.to_dimacs(), "ascii")
        with question.open() as given, answer.open("w") as said, trouble.open("w") as wrong:
            process = subprocess.Popen(
                [sys.executable, "-m", "everyway.proofs.solver"],
                stdin=given,
                stdout=said,
                stderr=wrong,
                start_new_session=True,  # Ctrl-C is for us, who then stop the process
            )
            try:
                while process.poll() is None:
                    if control.spend(0):
                        return None
                    try:
                        process.wait(POLL_SECONDS)
                    except subprocess.TimeoutExpired:
                        continue
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        if process.returncode != 0:
            last = trouble.read_text("utf-8", "replace").strip().splitlines()[-1:]
            raise EverywayError("the SAT solver failed", text=last[0] if last else "")
        head, _, rest = answer.read_text("ascii").partition("\n")
    if head == SATISFIABLE:
        return Verdict(tuple(map(int, rest.split())), None)
    return Verdict(None, rest)


def _main() -> None:
    try:
        from pysat.solvers import Cadical195
    except ImportError as error:
        raise SystemExit("proofs need python-sat: pip install python-sat") from error
    formula = read_dimacs(sys.stdin.read())
    if () in formula.clauses:
        print(UNSATISFIABLE + "\n0")
        return
    solver = Cadical195(bootstrap_with=[list(c) for c in formula.clauses], with_proof=True)
    if solver.solve():
        model = solver.get_model() or []
        print(SATISFIABLE, *model, sep="\n")
    else:
        print(UNSATISFIABLE, *solver.get_proof(), sep="\n")
    sys.stdout.flush()
    os._exit(0)  # taking the solver's clauses apart one by one would only take time


if __name__ == "__main__":
    _main()
