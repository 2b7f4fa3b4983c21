"""What comes back: a value, separate facts about it, and the evidence for it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from everyway.core.consistency import contradiction
from everyway.core.errors import InternalError
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
    with the source where there is one. Where it disagrees, ``by`` names who says otherwise (an
    engine with its version, or a source), and ``value`` is what that says.
    """

    kind: str
    agrees: bool | None
    text: str
    by: str = ""
    value: Any = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}" + ("  (DISAGREES)" if self.agrees is False else "")


@dataclass(frozen=True)
class Tried:
    """An engine that was put to work on a question, why, and what it spent before it ended."""

    engine: str
    why: str
    nodes: int
    seconds: float
    gave_up: bool = False

    def __str__(self) -> str:
        end = "; gave up to the next" if self.gave_up else ""
        return f"{self.engine}: {self.why}; {self.nodes} nodes, {self.seconds:.2f} s{end}"


Bounds = tuple[int | None, int | None]
FAULT = "a fault of everyway itself: what follows is contradicted, so do not rely on it"


@dataclass(frozen=True)
class Answer:
    """The answer to one question about one puzzle.

    ``value`` depends on the question: ``Count`` an int; ``Sizes`` a dict from size to int in rising
    order; ``Smallest`` and ``Largest`` the size, or None; ``Unique`` True, False, or None when not
    known; ``First`` a solution or None; ``Every`` and ``Sample`` a tuple of solutions.

    The facts are kept apart: ``found`` (some solution was seen), ``exhausted`` (the whole
    search space was searched), ``interrupted`` (a limit or Ctrl-C came first; ``stopped_by`` says
    which), ``optimal_proven`` (nothing smaller, or larger, exists: every such size was searched out
    or proved away), ``exact`` (not interrupted, and no evidence disagrees). An interrupted count is
    a lower bound; for an optimum, ``bounds`` holds what is proved: the true value lies between
    them, ends included, and None is no bound. ``progress`` is the share of the search that was
    finished; an optimum is found in steps, one search a size, and it is the share of the last step.
    ``in_order`` says that the solutions are the first in the puzzle's order (for an optimum, the
    first of its size) and not merely some. ``tried`` says which engines were put to work, in turn.

    ``nodes`` has in it the ``kept_nodes`` of branches that a ledger had already.

    Facts that contradict one another are a fault of whoever made them: ``InternalError``.
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
    bounds: Bounds = (None, None)
    progress: float = 1.0
    engine: str = ""
    engine_version: str = ""
    nodes: int = 0
    kept_nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
    evidence: tuple[Evidence, ...] = ()
    in_order: bool = True
    tried: tuple[Tried, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        wrong = contradiction(self)
        if wrong is not None:
            raise InternalError(
                f"{wrong} ({self.question} about {self.puzzle!r} by {self.engine or 'nobody'})"
            )

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

    @property
    def exact(self) -> bool:
        """Whether this is the whole truth: nothing was cut short, and no evidence disagrees."""
        return not self.interrupted and not self.disagreements

    @property
    def disagreements(self) -> tuple[Evidence, ...]:
        """The evidence that contradicts the answer: a fault of everyway itself."""
        return tuple(e for e in self.evidence if e.agrees is False)

    @property
    def by(self) -> str:
        """The engine that answered, with its version."""
        return f"{self.engine} {self.engine_version}".strip()

    def fault(self) -> dict[str, Any] | None:
        """Return what to send to everyway's makers where evidence disagrees; None where none does.

        It has the puzzle and the question, everyway's version, and who says what.
        """
        if not self.disagreements:
            return None
        says = [{"by": self.by, "value": self.short_value()}]
        says += [{"by": e.by or e.kind, "value": e.value} for e in self.disagreements]
        return {
            "everyway": _version(),
            "puzzle": self.puzzle.to_dict(),
            "question": self.question.to_dict(),
            "says": says,
        }

    def alert(self) -> list[str]:
        """Return the lines that must be read before an answer that is contradicted; else none."""
        fault = self.fault()
        if fault is None:
            return []
        doubts = [f"  {e.kind}: {e.text}" for e in self.disagreements]
        return [FAULT, *doubts, f"  please report: {json.dumps(fault, ensure_ascii=False)}"]

    def __str__(self) -> str:
        """Return the answer as one line of plain words (several lines for sizes and lists)."""
        return "\n".join([*self.alert(), *self.lines()])

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
            return self._nothing()
        if low is not None and high is not None:
            return f"between {low} and {high}"
        if low is not None:
            return f"at least {low}"
        return f"at most {high}" if high is not None else self._nothing()

    def plain_value(self) -> Any:
        """Return the value as plain data: sizes get text keys, solutions become plain lists."""
        if isinstance(self.question, Sizes):
            return {str(size): number for size, number in self.value.items()}
        if isinstance(self.question, First):
            return None if self.value is None else self.value.to_data()
        if isinstance(self.question, Every | Sample):
            return [s.to_data() for s in self.value]
        return self.value

    def short_value(self) -> Any:
        """Return the value as plain data, of a list only how long it is."""
        if isinstance(self.question, Every | Sample):
            return {"solutions": len(self.solutions)}
        return self.plain_value()

    def plain_bounds(self) -> Any:
        """Return what is proved of the number asked for: the least and the greatest, or null.

        For ``Sizes`` it is a pair for each size that was found. Nothing that is contradicted is
        proved.
        """
        proved = not self.disagreements

        def pair(number: int) -> list[int | None]:
            return [number if proved else None, number if self.exact else None]

        match self.question:
            case Count():
                return pair(self.value)
            case Sizes():
                return {str(size): pair(number) for size, number in self.value.items()}
        return list(self.bounds if proved else (None, None))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data for JSON.

        ``value`` is there only where it is exact: what is known of any other stands in ``bounds``
        and ``solutions``.
        """
        solutions = [s.to_data() for s in self.solutions]
        value = None
        if self.exact:
            # A list may be long: it is made once.
            is_list = isinstance(self.question, Every | Sample)
            value = solutions if is_list else self.plain_value()
        return {
            "puzzle": self.puzzle.to_dict(),
            "question": self.question.to_dict(),
            "value": value,
            "exact": self.exact,
            "bounds": self.plain_bounds(),
            "solutions": solutions,
            "found": self.found,
            "exhausted": self.exhausted,
            "interrupted": self.interrupted,
            "optimal_proven": self.optimal_proven,
            "in_order": self.in_order,
            "stopped_by": self.stopped_by,
            "progress": self.progress,
            "up_to": self.up_to,
            "engine": self.engine,
            "engine_version": self.engine_version,
            "nodes": self.nodes,
            "kept_nodes": self.kept_nodes,
            "seconds": round(self.seconds, 6),
            "evidence": [
                {"kind": e.kind, "agrees": e.agrees, "text": e.text} for e in self.evidence
            ],
            "fault": self.fault(),
            "everyway": _version(),
        }


def _version() -> str:
    # The package stands above this module, but it is always there: this is a part of it.
    return str(sys.modules[__name__.partition(".")[0]].__version__)
