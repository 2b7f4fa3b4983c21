"""What every puzzle is, and how it hands questions on to the road that answers them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from everyway.core.errors import (
    EverywayError,
    InternalError,
    Interrupted,
    NoSolution,
    NotUnique,
)
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
    UpTo,
)

if TYPE_CHECKING:
    from pathlib import Path

    from everyway.core.answer import Answer
    from everyway.core.engine import Control, Data, Tally


class Progress(Protocol):
    """How far a run is: what a progress callback is given."""

    @property
    def fraction(self) -> float:
        """The share of the search that is finished, 0 to 1: finished branches by their share."""

    @property
    def found(self) -> int:
        """How many solutions were found so far."""

    @property
    def nodes(self) -> int:
        """How many search nodes were visited so far."""

    @property
    def seconds(self) -> float:
        """Seconds since the question was asked."""


ProgressCallback = Callable[[Progress], None]
Ledger = MutableMapping[str, "Tally"]
"""Finished branches by name; a plain dict will do. A run looks here before it searches a branch."""


class Road(Protocol):
    """What the road offers to puzzles; ``everyway.runs`` lays it when everyway is imported."""

    def ask(
        self,
        puzzle: Puzzle,
        question: Question,
        *,
        engine: str | None = None,
        workers: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | str | None = None,
        progress: ProgressCallback | None = None,
        ledger: Ledger | str | Path | None = None,
        part: str | None = None,
        cluster: str | None = None,
        evidence: bool = False,
    ) -> Answer:
        """Answer *question* about *puzzle*."""

    def stream(
        self,
        puzzle: Puzzle,
        question: Every,
        *,
        engine: str | None = None,
        workers: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | str | None = None,
        progress: ProgressCallback | None = None,
        ledger: Ledger | str | Path | None = None,
        cluster: str | None = None,
    ) -> Iterator[Any]:
        """Yield solutions one by one, in the puzzle's order."""


_road: list[Road] = []


def lay_road(road: Road) -> None:
    """Make *road* the one that answers every puzzle's questions."""
    _road[:] = [road]


def the_road() -> Road:
    """Return the road, which importing ``everyway`` has laid."""
    return _road[0]


def ask_within(puzzle: Puzzle, question: Question, control: Control) -> Answer:
    """Ask *question* on the way of something longer: what it spends counts for *control*, too.

    What stops the question stops *control*, for the same reason.
    """
    answer = puzzle.ask(question, **control.limits_left)
    control.spend(answer.nodes)
    if answer.stopped_by is not None:
        control.stop(answer.stopped_by)
    return answer


class Solution(Protocol):
    """What every family's solutions can do; they are hashable and compare in the puzzle's order."""

    @property
    def data(self) -> Data:
        """The plain numbers from which ``Puzzle.wrap`` makes the same solution."""

    def to_data(self) -> Any:
        """Return the solution as plain data for JSON."""


class Puzzle(ABC):
    """A set of solutions, described without listing them.

    Subclasses are frozen dataclasses: hashable, compared by value, never changed by a question.
    The keywords of ``ask`` serve every question; the short forms pass them on.
    """

    family: ClassVar[str]

    # --- what a family defines ---

    @abstractmethod
    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no solution, or None when it is one.

        Written straight from the rules, slow and obvious, independent of every engine.
        Raises ``EverywayError`` when *candidate* cannot be read at all.
        """

    @abstractmethod
    def title(self) -> str:
        """Return what the puzzle is called, in a few words: ``8 queens on the chessboard``."""

    @abstractmethod
    def statement(self) -> str:
        """Return what is to be done, in whole sentences, as a newspaper would print it."""

    def why_none(self) -> str | None:
        """Return in words why there can be no solution, by counting alone, or None if there may be.

        Nothing is searched: it takes no longer than to look at the puzzle once.
        """
        return None

    @abstractmethod
    def wrap(self, data: Data) -> Any:
        """Wrap an engine's plain numbers, which are taken to be right, as a solution object."""

    def solutions_of(self, batch: Iterable[Data]) -> Iterator[Any]:
        """Wrap one after another; worth overriding where millions are listed."""
        return map(self.wrap, batch)

    @abstractmethod
    def data_of(self, candidate: object) -> Data:
        """Return the plain numbers of *candidate*, in any form that ``why_not`` reads.

        They need not be those of a solution. Raises ``EverywayError`` when it cannot be read.
        """

    @abstractmethod
    def size_of(self, data: Data) -> int:
        """Return the size that ``Smallest``, ``Largest`` and ``Sizes`` speak of."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data: the key ``puzzle`` names its kind."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; raise ``EverywayError`` for what cannot be taken."""

    def is_canonical(self, data: Data) -> bool:
        """Return whether *data*, a solution, is the first of its orbit under the symmetries."""
        raise EverywayError("this puzzle has no symmetry")

    def size_range(self) -> tuple[int, int]:
        """Return bounds that hold for every solution's size, least and greatest."""
        raise EverywayError("this puzzle has no sizes")

    def sized(self, least: int, greatest: int) -> Puzzle | None:
        """Return the same puzzle with only its solutions of these sizes, or None if it can't."""
        return None

    # --- text forms ---

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_toml(self) -> str:
        """Return the puzzle as a TOML document, which ``everyway.load`` reads back."""
        import tomli_w

        return tomli_w.dumps(self.to_dict(), multiline_strings=True)

    # --- questions ---

    def ask(
        self,
        question: Question,
        *,
        engine: str | None = None,
        workers: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | str | None = None,
        progress: ProgressCallback | None = None,
        ledger: Ledger | str | Path | None = None,
        part: str | None = None,
        cluster: str | None = None,
        evidence: bool = False,
    ) -> Answer:
        """Answer *question*.

        ``engine`` forces one by name; ``workers`` is the number of cores to use (default: one,
        and all for what takes long in an engine that can use them as threads); ``time_limit`` in
        seconds, ``node_limit`` in search nodes and ``memory_limit``, in bytes or a text such as
        "2G", of this process stop the run with what is known so far (default: seven eighths of the
        memory that is free when it begins, no limit of time and nodes);
        ``progress`` is called with a ``Progress`` a few times a second; ``ledger`` keeps finished
        branches: a mapping, or the name of a file, for a run that survives being killed; ``part``,
        such as "3/100", searches that share of the branches alone; ``cluster``, such as
        "tcp://host:8786", names a Dask scheduler whose workers search, instead of this machine's
        cores; ``evidence`` has a second, independent engine answer too. Ctrl-C stops a run as a
        limit does.
        """
        return the_road().ask(
            self,
            question,
            engine=engine,
            workers=workers,
            time_limit=time_limit,
            node_limit=node_limit,
            memory_limit=memory_limit,
            progress=progress,
            ledger=ledger,
            part=part,
            cluster=cluster,
            evidence=evidence,
        )

    def solution(self, candidate: object) -> Any:
        """Return *candidate*, in any form that ``is_solution`` reads, as a solution object.

        Raises ``EverywayError`` when it cannot be read, or is no solution, with the reason.
        """
        found = self.wrap(self.data_of(candidate))
        why = self.why_not(found)
        if why is not None:
            raise EverywayError(f"no solution ({why}):", text=candidate)
        return found

    def is_solution(self, candidate: object) -> bool:
        """Return whether *candidate* is a solution, by the rules alone."""
        return self.why_not(candidate) is None

    def count(self, *, up_to: UpTo = None, **options: Any) -> int:
        """Return the exact number of solutions; raise ``Interrupted`` if a limit came first."""
        return int(_finished(self.ask(Count(up_to=up_to), **options)).value)

    def sizes(self, *, up_to: UpTo = None, **options: Any) -> dict[int, int]:
        """Return how many solutions there are of each size, sizes rising."""
        return dict(_finished(self.ask(Sizes(up_to=up_to), **options)).value)

    def first(self, *, up_to: UpTo = None, **options: Any) -> Any:
        """Return the first solution in order, or None when there is none."""
        return _finished(self.ask(First(up_to=up_to), **options)).value

    def one(self, *, up_to: UpTo = None, **options: Any) -> Any:
        """Return the only solution; raise ``NoSolution`` or ``NotUnique`` if it is not that."""
        answer = _finished(self.ask(Unique(up_to=up_to), **options))
        if not answer.found:
            raise NoSolution("the puzzle has no solution")
        if not answer.value:
            raise NotUnique("the puzzle has more than one solution")
        return answer.solution

    def is_unique(self, *, up_to: UpTo = None, **options: Any) -> bool:
        """Return whether there is exactly one solution."""
        return bool(_finished(self.ask(Unique(up_to=up_to), **options)).value)

    def smallest(self, *, up_to: UpTo = None, **options: Any) -> Answer:
        """Return the answer to ``Smallest``: ``value``, ``solution``, ``optimal_proven``."""
        return self.ask(Smallest(up_to=up_to), **options)

    def largest(self, *, up_to: UpTo = None, **options: Any) -> Answer:
        """Return the answer to ``Largest``: ``value``, ``solution``, ``optimal_proven``."""
        return self.ask(Largest(up_to=up_to), **options)

    def sample(self, k: int, *, seed: int = 0, up_to: UpTo = None, **options: Any) -> list[Any]:
        """Return *k* different solutions drawn evenly, the same for the same *seed*."""
        return list(_finished(self.ask(Sample(k=k, seed=seed, up_to=up_to), **options)).value)

    def solutions(self, *, up_to: UpTo = None, **options: Any) -> Solutions:
        """Return a lazy view of the solutions, in order; nothing is searched until it is used."""
        return Solutions(self, up_to, options)


def _finished(answer: Answer) -> Answer:
    if answer.disagreements:
        raise InternalError("; ".join(answer.alert()))
    if answer.interrupted and not (isinstance(answer.question, Unique) and answer.value is False):
        raise Interrupted.of(answer)
    return answer


class Solutions(Iterable[Any]):
    """The solutions of a puzzle as a lazy collection; each use asks the puzzle anew.

    Iterating yields them one by one in the puzzle's order, without holding them all.
    """

    def __init__(self, puzzle: Puzzle, up_to: UpTo, options: dict[str, Any]) -> None:
        self.puzzle = puzzle
        self.up_to = up_to
        self._options = options

    def __iter__(self) -> Iterator[Any]:
        return the_road().stream(self.puzzle, Every(up_to=self.up_to), **self._options)

    def __contains__(self, candidate: object) -> bool:
        """Whether *candidate* is a solution, by the rules (for ``up_to``, in any orientation)."""
        try:
            return self.puzzle.is_solution(candidate)
        except EverywayError:
            return False

    def __bool__(self) -> bool:
        return self.first() is not None

    def count(self) -> int:
        """Return how many there are."""
        return self.puzzle.count(up_to=self.up_to, **self._options)

    def first(self) -> Any:
        """Return the first, or None."""
        return self.puzzle.first(up_to=self.up_to, **self._options)

    def one(self) -> Any:
        """Return the only one; raise ``NoSolution`` or ``NotUnique`` if it is not that."""
        return self.puzzle.one(up_to=self.up_to, **self._options)

    def __repr__(self) -> str:
        how = "" if self.up_to is None else f" up to {self.up_to}"
        return f"<solutions{how} of {self.puzzle!r}>"
