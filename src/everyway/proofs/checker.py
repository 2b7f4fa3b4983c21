"""Checks proofs in DRAT form, step by step, by code that has nothing in common with the engines.

A proof is a list of clauses, each of which may be added to a formula without making it lose its
last solution, ending with the clause that nothing satisfies. A step is right if assuming
it false leads to a contradiction by unit propagation alone (it is RUP), or if that holds for all
its resolvents on its first literal (it is RAT). Steps that begin with ``d`` take a clause away.

Reference: Wetzler, Heule and Hunt, DRAT-trim (2014). Clauses of one literal are not taken away, as
there.
"""

from __future__ import annotations

from dataclasses import dataclass

from everyway.core.cnf import Clause, Cnf
from everyway.core.engine import Control
from everyway.core.errors import EverywayError

PIECE = 2000
"""How many steps are checked between two looks at the control."""


@dataclass(frozen=True)
class Checked:
    """Whether the proof is right: ``right`` is None when the check was stopped.

    ``steps`` is the number of steps checked; ``why`` says what is wrong, or what was shown.
    """

    right: bool | None
    steps: int
    why: str


def read_drat(text: str, variables: int) -> list[tuple[bool, Clause]]:
    """Read a proof: pairs of whether the clause is added, and the clause.

    Raises ``EverywayError`` for what is no proof about so many *variables*.
    """
    steps: list[tuple[bool, Clause]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        adds = words[0] != "d"
        try:
            literals = tuple(int(word) for word in (words if adds else words[1:]))
        except ValueError:
            literals = ()
        if not literals or literals[-1] != 0 or 0 in literals[:-1]:
            raise EverywayError("not a step of a proof:", text=line[:80], where=f"line {number}")
        if any(abs(literal) > variables for literal in literals):
            raise EverywayError(
                "a step names a new variable:", text=line[:80], where=f"line {number}"
            )
        steps.append((adds, literals[:-1]))
    return steps


def check(formula: Cnf, proof: str, control: Control) -> Checked:
    """Check that *proof* shows that *formula* has no solution."""
    steps = read_drat(proof, formula.variables)
    if any(not clause for clause in formula.clauses):
        return Checked(True, 0, "the formula has an empty clause")
    from everyway.proofs.checker_kernel import REFUTED, WRONG, Checker

    checker = Checker(formula.variables, formula.clauses, steps)
    done = 0
    if checker.result == REFUTED:
        return Checked(True, 0, "the formula's own clauses contradict each other")
    while done < len(steps):
        if control.spend(0):
            return Checked(None, done, "the check was stopped")
        before, done = done, checker.advance(PIECE)
        control.spend(done - before)
        if checker.result == REFUTED:
            return Checked(True, done, f"{done} steps, each checked")
        if checker.result == WRONG:
            _, clause = steps[done]
            said = " ".join(map(str, clause)) or "the empty clause"
            return Checked(False, done, f"step {done + 1} does not follow: {said[:80]}")
    return Checked(False, done, "the steps end without a contradiction")
