"""What a search did, step by step: a recorded trace that can be gone through in both directions.

A trace is recorded by a search of the reference's own method. Every step says what was tried, what
became of it and why, and carries the partial solution after it, so that any step can be shown
without those before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

from everyway.core.engine import Data

Kind = Literal["place", "conflict", "prune", "backtrack", "solution"]
"""What a step is: a choice that stands, one refused by the rules, a partial solution given up
because it cannot be completed, a choice taken back, a solution."""

KINDS: tuple[Kind, ...] = get_args(Kind)

COUNTERS: dict[Kind, str] = {
    "place": "nodes",
    "conflict": "conflicts",
    "prune": "prunes",
    "backtrack": "backtracks",
    "solution": "solutions",
}
"""What the number of steps of each kind is called."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a search.

    ``data`` is the partial solution after the step, in the puzzle's plain numbers or the beginning
    of them, and ``depth`` how many choices stand. ``what`` is the choice in the puzzle's own
    notation, such as ``"c5"`` or ``"S = 9"``; ``why`` says in words why it was refused or given up.
    ``tried`` is the choice as a number, if the picture shows it though it does not stand; a
    ``"conflict"`` without it refuses all of ``data``, as it stands. ``marks`` are the numbers that
    the picture points at, such as the squares that attack the one tried.
    Nodes of the search tree are numbered in the order of the steps ``"place"``, from 1, and the
    root is 0. ``parent`` is, for ``"place"``, the node below which the new one hangs; for
    ``"backtrack"``, the node that the search is back at; for every other kind, the node it is at.
    """

    kind: Kind
    depth: int
    data: Data
    what: str = ""
    why: str = ""
    tried: int | None = None
    marks: Data = ()
    parent: int = 0


class StepDrawing(Protocol):
    """A puzzle's picture for steps: a background that stays, and what each step lays over it."""

    def background(self) -> Any:
        """Return the ``Canvas`` that all steps share."""

    def overlay(self, step: Step) -> Sequence[Any]:
        """Return the shapes that *step* adds, in the coordinates of the background."""

    def text(self, step: Step) -> str:
        """Return the board at *step* as text, readable without colour."""
