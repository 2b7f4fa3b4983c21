"""Commands of the family's own: how a puzzle can be solved by hand."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle
from everyway.families.alphametic.deduction import MOST_CASES, Solver
from everyway.families.alphametic.puzzle import Alphametic


def deduce(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Return the worked explanation; its data are the steps, the solutions, and how many cases."""
    assert isinstance(puzzle, Alphametic)
    if extra:
        raise EverywayError("deduce takes a puzzle alone, not", text=" ".join(extra))
    explanation = Solver(
        puzzle, lambda cases: control.spend(1) or cases >= MOST_CASES
    ).explanation()
    data = {
        "solutions": [puzzle.wrap(digits).to_data() for digits in explanation.solutions],
        "cases": explanation.cases,
        "steps": [
            {
                "kind": step.kind,
                "text": step.text,
                "case": [list(assumption) for assumption in step.case],
                "claims": {name: list(values) for name, values in step.claims},
            }
            for step in explanation.steps
        ],
    }
    found = bool(explanation.solutions)
    return Findings(explanation.lines(), data, explanation.complete, found)
