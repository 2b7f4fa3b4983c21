"""What a comparison is: a row for each engine, what contradicts what, and several by their n."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from everyway.core.answer import Answer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Largest, Question, Sizes, Smallest
from everyway.runs.evidence import difference_of, leaves_room, said

if TYPE_CHECKING:
    from everyway.drawing.picture import Picture
    from everyway.drawing.svg import Svg


@dataclass(frozen=True)
class Row:
    """What one engine made of the question.

    ``start_seconds`` is what it took to get ready: to load and to compile, and to work out what is
    kept for the puzzle. It is not part of the answer's ``seconds``.
    """

    engine: str
    method: str
    answer: Answer
    start_seconds: float = 0.0

    @property
    def nodes(self) -> int:
        """How many nodes were visited; each engine counts its own."""
        return self.answer.nodes

    @property
    def seconds(self) -> float:
        """How many seconds the answer took, once the engine was ready."""
        return self.answer.seconds

    @property
    def nodes_a_second(self) -> float | None:
        """Nodes divided by seconds, or None where nothing was measured."""
        return self.nodes / self.seconds if self.nodes and self.seconds else None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data: the engine, its times, and the fields of the answer."""
        answer = self.answer.to_dict()
        for shared in ("puzzle", "question", "engine", "up_to", "everyway"):
            del answer[shared]
        rate = self.nodes_a_second
        return {
            "engine": self.engine,
            "method": self.method,
            **answer,
            "nodes_a_second": None if rate is None else round(rate),
            "start_seconds": round(self.start_seconds, 6),
        }


@dataclass(frozen=True)
class Refusal:
    """An engine that was not asked, and why not."""

    engine: str
    method: str
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Return the refusal as plain data."""
        return {"engine": self.engine, "method": self.method, "why": self.why}


@dataclass(frozen=True)
class Comparison:
    """One question about one puzzle, as several engines answer it.

    ``rows`` are those that were asked, in the order of the family's engines, or in that in which
    they were named; ``refusals`` those that were not, with the reasons. ``stopped`` says that
    Ctrl-C came. Prints as a table with bars; a notebook shows the bars as SVG.
    """

    puzzle: Puzzle
    question: Question
    rows: tuple[Row, ...]
    refusals: tuple[Refusal, ...] = ()
    stopped: bool = False

    def row(self, engine: str) -> Row | None:
        """Return the row of the engine with this name, or None."""
        return next((row for row in self.rows if row.engine == engine), None)

    @property
    def finished(self) -> tuple[Row, ...]:
        """The rows whose answers are exact."""
        return tuple(row for row in self.rows if not row.answer.interrupted)

    @cached_property
    def disagreements(self) -> tuple[str, ...]:
        """What contradicts what, in words; empty as long as all is well.

        Exact answers must be the same; what was stopped must leave room for them; and none may go
        against a known value or break the rules.
        """
        found = []
        for place, row in enumerate(self.rows):
            for other in self.rows[:place]:
                if contradict(row.answer, other.answer):
                    found.append(
                        f"{other.engine} says {said(other.answer)}, {row.engine} {said(row.answer)}"
                    )
            doubts = (e for e in row.answer.evidence if e.agrees is False)
            found += [f"{row.engine} says {said(row.answer)}; {doubt.text}" for doubt in doubts]
        return tuple(found)

    @property
    def agree(self) -> bool | None:
        """Whether the engines agree, or None when fewer than two came to an end."""
        if self.disagreements:
            return False
        return True if len(self.finished) > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data for JSON."""
        return {
            "puzzle": self.puzzle.to_dict(),
            "question": self.question.to_dict(),
            "agree": self.agree,
            "disagreements": list(self.disagreements),
            "stopped": self.stopped,
            "rows": [row.to_dict() for row in self.rows],
            "refusals": [refusal.to_dict() for refusal in self.refusals],
        }

    def picture(self) -> Picture:
        """Return bars of the nodes and of the seconds; as text, the table with bars."""
        from everyway.runs.comparison_drawing import picture_of

        return picture_of(self)

    def svg(self) -> Svg:
        """Return the bars as an SVG document."""
        return self.picture().svg()

    def __str__(self) -> str:
        return self.picture().text()

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Growth:
    """One question about several puzzles, by their n: how the cost of each engine grows.

    ``comparisons`` has a comparison for each n, n rising. An engine that a limit stopped is not
    asked about the puzzles that follow. Prints as tables; a notebook shows lines as SVG.
    """

    question: Question
    comparisons: Mapping[int, Comparison] = field(hash=False)

    @property
    def engines(self) -> tuple[str, ...]:
        """The names of the engines that were asked at all, in order."""
        rows = (row.engine for c in self.comparisons.values() for row in c.rows)
        return tuple(dict.fromkeys(rows))

    @property
    def disagreements(self) -> tuple[str, ...]:
        """What contradicts what, in words, for every n."""
        return tuple(f"n = {n}: {d}" for n, c in self.comparisons.items() for d in c.disagreements)

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C came."""
        return any(comparison.stopped for comparison in self.comparisons.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the comparisons as plain data for JSON."""
        return {
            "question": self.question.to_dict(),
            "disagreements": list(self.disagreements),
            "stopped": self.stopped,
            "comparisons": [{"n": n, **c.to_dict()} for n, c in self.comparisons.items()],
        }

    def picture(self) -> Picture:
        """Return lines of the nodes and of the seconds over n; as text, tables."""
        from everyway.runs.comparison_drawing import picture_of_growth

        return picture_of_growth(self)

    def svg(self) -> Svg:
        """Return the lines as an SVG document."""
        return self.picture().svg()

    def __str__(self) -> str:
        return self.picture().text()

    def _repr_svg_(self) -> str:
        return self.svg()


def contradict(one: Answer, other: Answer) -> bool:
    """Return whether two answers to the same question cannot both be right."""
    if not one.interrupted and not other.interrupted:
        return difference_of(one, other) is not None
    if one.interrupted and other.interrupted:
        return False
    part, whole = (one, other) if one.interrupted else (other, one)
    if isinstance(part.question, Count | Sizes | Smallest | Largest):
        return not leaves_room(part, whole.value)
    return part.found and not whole.found
