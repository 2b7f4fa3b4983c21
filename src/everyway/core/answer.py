"""What comes back: a value, separate facts about it, and the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
)

if TYPE_CHECKING:
    from everyway.core.puzzle import Puzzle


@dataclass(frozen=True)
class Evidence:
    """One reason to believe an answer, or to doubt it.

    ``kind`` is ``"known value"``, ``"second engine"``, ``"checked solutions"``, ``"theory"``,
    ``"counting"`` (why there can be no solution) or ``"exhaustive search"``; ``agrees`` says
    whether it supports the answer, or is None when it could not tell; ``text`` says it in words,
    with the source where there is one.
    """

    kind: str
    agrees: bool | None
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" + ("  (DISAGREES)" if self.agrees is False else "")


@dataclass(frozen=True)
class Answer:
    """The answer to one question about one puzzle.

    ``value`` depends on the question: ``Count`` an int; ``Sizes`` a dict from size to int in rising
    order; ``Smallest`` and ``Largest`` the size, or None; ``Unique`` True, False, or None when not
    known; ``First`` a solution or None; ``Every`` and ``Sample`` a tuple of solutions.

    The facts are kept apart: ``found`` (some solution was seen), ``exhausted`` (the whole
    search space was searched), ``interrupted`` (a limit or Ctrl-C came first; ``stopped_by`` says
    which), ``optimal_proven`` (nothing smaller, or larger, exists: every such size was searched out
    or proved away). An interrupted count is a lower bound; for an interrupted optimum, ``bounds``
    holds what is proved: the true value lies between them, ends included, and None is no bound.
    ``progress`` is the share of the search that was finished; an optimum is found in steps, one
    search a size, and it is the share of the last step.
    """

    puzzle: Puzzle
    question: Question
    value: Any
    solutions: tuple[Any, ...] = ()
    found: bool = False
    exhausted: bool = False
    interrupted: bool = False
    optimal_proven: bool = False
    stopped_by: str | None = None
    bounds: tuple[int | None, int | None] = (None, None)
    progress: float = 1.0
    engine: str = ""
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    evidence: tuple[Evidence, ...] = ()

    @property
    def solution(self) -> Any:
        """The solution that shows the answer, or None."""
        return self.solutions[0] if self.solutions else None

    @property
    def up_to(self) -> str | None:
        """``"symmetry"`` when solutions that differ by a symmetry counted once, else None."""
        return self.question.up_to

    def with_evidence(self, *more: Evidence) -> Answer:
        """Return the same answer with *more* evidence at the end."""
        return replace(self, evidence=self.evidence + more)

    def __str__(self) -> str:
        """Return the answer as one line of plain words (several lines for sizes and lists)."""
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return the answer in words, one string a line."""
        match self.question:
            case Count():
                return [f"at least {self.value}" if self.interrupted else str(self.value)]
            case Sizes():
                least = "at least " if self.interrupted else ""
                rows = [f"{size}\t{least}{number}" for size, number in self.value.items()]
                return rows or [self._nothing()]
            case Smallest() | Largest():
                return [self._optimum()]
            case Unique():
                if self.value is None:
                    return [f"not known: {len(self.solutions)} found so far"]
                if self.value:
                    return ["yes: exactly one solution"]
                return ["no: more than one solution" if self.found else self._nothing()]
            case First():
                return [str(self.value) if self.found else self._nothing()]
            case Every() | Sample():
                if isinstance(self.question, Every) and self.question.limit == 0:
                    return []
                return [str(s) for s in self.solutions] or [self._nothing()]
        return [str(self.value)]

    def _nothing(self) -> str:
        if self.interrupted:
            return "none found so far"
        why = next((item.text for item in self.evidence if item.kind == "counting"), None)
        return "no solution" if why is None else f"no solution: {why}"

    def _optimum(self) -> str:
        low, high = self.bounds
        if self.optimal_proven:
            return str(self.value)
        if not self.interrupted:
            return self._nothing() if self.value is None else f"{self.value} (not proved)"
        if low is not None and high is not None:
            return f"between {low} and {high}"
        if low is not None:
            return f"at least {low}"
        return f"at most {high}" if high is not None else self._nothing()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON: sizes get text keys, solutions plain lists."""
        value = self.value
        solutions = [s.to_data() for s in self.solutions]
        if isinstance(self.question, Sizes):
            value = {str(size): number for size, number in value.items()}
        elif isinstance(self.question, First):
            value = None if value is None else value.to_data()
        elif isinstance(self.question, Every | Sample):
            # The value is the solutions themselves, and they may be many: written once.
            value = solutions if value is self.solutions else [s.to_data() for s in value]
        return {
            "puzzle": self.puzzle.to_dict(),
            "question": self.question.to_dict(),
            "value": value,
            "solutions": solutions,
            "found": self.found,
            "exhausted": self.exhausted,
            "interrupted": self.interrupted,
            "optimal_proven": self.optimal_proven,
            "stopped_by": self.stopped_by,
            "bounds": list(self.bounds),
            "progress": self.progress,
            "up_to": self.up_to,
            "engine": self.engine,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "evidence": [
                {"kind": e.kind, "agrees": e.agrees, "text": e.text} for e in self.evidence
            ],
        }
