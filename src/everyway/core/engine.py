"""What every engine does: offer, split into branches, search one branch, combine the tallies.

A run is rebuilt anywhere from three things: the puzzle, the question and the engine (its name and
version). The branches follow from these alone, so a branch is named by its ``id``, whichever
machine searches it, and a finished branch is a ``Tally``: plain numbers that can be stored and
added.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from everyway.core.memory import memory_used, usual_limit
from everyway.core.question import Count, Every, Question, Sizes
from everyway.core.stopping import Stopped as Stopped

if TYPE_CHECKING:
    from everyway.core.puzzle import Puzzle

Data = tuple[int, ...]
"""A solution as plain whole numbers, in the form of its puzzle (``Puzzle.solution`` wraps it)."""


@dataclass(frozen=True)
class Branch:
    """One of the disjoint parts into which a search splits.

    ``path`` says which child to take at each split on the way down, in the engine's own order,
    which is the same in every run. ``share`` is the product of 1/branching on the way down, the
    branch's part of the progress. ``part`` names the sub-problem it belongs to where an engine
    combines several by more than addition. ``part`` and ``path`` together are the branch's ``id``.
    """

    path: tuple[int, ...] = ()
    share: float = 1.0
    part: str = ""

    @property
    def id(self) -> str:
        """The branch's stable name, such as ``"ordered:3.0.12"``."""
        return f"{self.part}:{'.'.join(map(str, self.path))}"

    def children(self, indices: Sequence[int]) -> list[Branch]:
        """Return the branches below this one at the children *indices*, in that order."""
        share = self.share / max(1, len(indices))
        return [Branch((*self.path, i), share, self.part) for i in indices]


@dataclass(frozen=True)
class Tally:
    """What the search of one branch found; tallies of disjoint branches add up.

    ``counts`` maps a solution's size to the number of solutions; ``solutions`` holds those that
    were asked for; ``complete`` says that the branch was searched out (or, for a limited list,
    as far as its limit). ``details`` are numbers of an engine's own that add up, too, from which
    its ``combine`` makes the counts. ``bounds`` is for engines that answer ``Smallest`` or
    ``Largest`` directly: what is proved of the optimum, ends included.
    """

    counts: dict[int, int] = field(default_factory=dict)
    solutions: tuple[Data, ...] = ()
    nodes: int = 0
    complete: bool = True
    bounds: tuple[int | None, int | None] = (None, None)
    details: dict[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """The number of solutions of all sizes."""
        return sum(self.counts.values())

    def to_dict(self) -> dict[str, Any]:
        """Return the tally as plain data for JSON."""
        return {
            "counts": [[size, self.counts[size]] for size in sorted(self.counts)],
            "solutions": [list(s) for s in self.solutions],
            "nodes": self.nodes,
            "complete": self.complete,
            "bounds": list(self.bounds),
            "details": self.details,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Tally:
        """Rebuild a tally from ``to_dict``."""
        return cls(
            {int(size): int(number) for size, number in data["counts"]},
            tuple(tuple(s) for s in data["solutions"]),
            int(data["nodes"]),
            bool(data["complete"]),
            (data["bounds"][0], data["bounds"][1]),
            {str(name): int(number) for name, number in data["details"].items()},
        )


TIME_LIMIT, NODE_LIMIT, MEMORY_LIMIT = "time limit", "node limit", "memory limit"
UNLIMITED = 1 << 62


class Sum:
    """What tallies add up to, one after another: numbers add, solutions follow one another.

    All must be complete. Bounds of an optimum do not add: they are kept where there is but one
    tally that has any.
    """

    def __init__(self) -> None:
        self.number = 0
        self._counts: dict[int, int] = {}
        self._details: dict[str, int] = {}
        self._solutions: list[Data] = []
        self._nodes, self._complete = 0, True
        self._bounds: list[tuple[int | None, int | None]] = []

    def add(self, tally: Tally) -> None:
        """Add one more."""
        self.number += 1
        for size, number in tally.counts.items():
            self._counts[size] = self._counts.get(size, 0) + number
        for name, number in tally.details.items():
            self._details[name] = self._details.get(name, 0) + number
        self._solutions.extend(tally.solutions)
        self._nodes += tally.nodes
        self._complete = self._complete and tally.complete
        if tally.bounds != (None, None) and len(self._bounds) < 2:
            self._bounds.append(tally.bounds)

    def tally(self) -> Tally:
        """Return what they add up to by now."""
        return Tally(
            dict(sorted(self._counts.items())),
            tuple(self._solutions),
            self._nodes,
            self._complete,
            self._bounds[0] if len(self._bounds) == 1 else (None, None),
            dict(self._details),
        )


def add_tallies(tallies: Iterable[Tally]) -> Tally:
    """Add tallies up, as ``Sum`` does."""
    whole = Sum()
    for tally in tallies:
        whole.add(tally)
    return whole.tally()


class Control:
    """Says to a running search when to stop, and hears from it how much was done.

    ``time_limit`` is in seconds from now, ``node_limit`` in search nodes, ``memory_limit`` in bytes
    that this process may have, and those whose numbers are in ``processes``. ``stop()`` may be
    called from any thread. Searches call ``spend`` at least ten times a second and return as soon
    as it says so; where a control is watched (``core/stopping.py``) its limits are looked at
    without that, too.
    """

    def __init__(
        self,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | None = None,
    ) -> None:
        self.deadline = None if time_limit is None else time.monotonic() + time_limit
        self.node_limit = node_limit
        self.memory_limit = memory_limit
        self.processes: list[int] = []
        self.nodes = 0
        self.stopped_by: str | None = None
        self.ticks: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def stop(self, reason: str) -> None:
        """Tell every search under this control to stop; the first reason given is kept."""
        if self.stopped_by is None:
            self.stopped_by = reason

    def spend(self, nodes: int = 0) -> bool:
        """Add *nodes* to what was spent; return True when the search must stop."""
        with self._lock:
            self.nodes += nodes
        stops = self.due()
        for tick in self.ticks:
            tick()
        return stops or self.stopped_by is not None

    def due(self) -> bool:
        """Return whether the search must stop, by what was spent so far."""
        if self.node_limit is not None and self.nodes >= self.node_limit:
            self.stop(NODE_LIMIT)
        if self.deadline is not None and time.monotonic() >= self.deadline:
            self.stop(TIME_LIMIT)
        return self.stopped_by is not None

    def look_at_memory(self) -> None:
        """Stop if there is too much memory in use; without a limit that is the usual one."""
        if self.memory_limit is None:
            self.memory_limit = usual_limit() or UNLIMITED
        if memory_used(self.processes) > self.memory_limit:
            self.stop(MEMORY_LIMIT)

    @property
    def nodes_left(self) -> int | None:
        """How many nodes may still be spent, or None without a limit."""
        return None if self.node_limit is None else max(0, self.node_limit - self.nodes)

    @property
    def limits_left(self) -> dict[str, Any]:
        """What is left of time and nodes, as options of a question that is asked within."""
        seconds = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
        return {
            "time_limit": seconds,
            "node_limit": self.nodes_left,
            "memory_limit": self.memory_limit,
        }


@dataclass(frozen=True)
class Effort:
    """How far one call of ``search`` may go before it gives its branch back as too big.

    ``nodes`` and ``solutions`` are limits on this call alone, or None; that of solutions is one of
    lists, which need room: a count is never cut short by it. A search that passes one
    returns a tally that is not complete, and the caller splits the branch or looks elsewhere.
    """

    nodes: int | None = None
    solutions: int | None = None

    def listed(self, question: Question) -> int | None:
        """Return how many solutions may be listed: without limit where they are only counted."""
        return self.solutions if isinstance(question, Every) else None


NO_LIMIT = Effort()


Estimate = Literal["measured", "rough", "probed"]
"""How an engine comes to its estimate: counted, at a speed that was measured; by a rule of thumb;
or by random descents, which see little of a large tree and say nothing certain of it."""


@dataclass(frozen=True)
class Offer:
    """Whether an engine can answer, at what estimated cost in seconds, and why (not).

    ``nodes`` is an estimate, too. Both serve to choose; how much they are worth to a reader is said
    by ``kind``, so that ``why`` names the method alone.
    """

    can: bool
    seconds: float
    why: str
    nodes: float = 0.0
    kind: Estimate = "rough"

    @classmethod
    def no(cls, why: str) -> Offer:
        """Return a refusal."""
        return cls(False, float("inf"), why)


class Engine(ABC):
    """A method of search.

    ``direct`` are the questions that ``search`` answers by itself; the road takes every other
    question apart into these. An ordered ``Every`` comes in the puzzle's order: its branches are
    in that order, and so are the solutions of each. ``Count`` and ``Sizes`` fill ``Tally.counts``.
    A direct ``Smallest`` or ``Largest`` returns the best solution found, complete when nothing
    better exists. ``version`` must change whenever branches or tallies of old runs no longer
    hold. Engines with the same ``method`` are not independent of each other.
    """

    name: ClassVar[str]
    version: ClassVar[str] = "1"
    method: ClassVar[str]
    releases_gil: ClassVar[bool] = False
    light: ClassVar[bool] = False
    """A light engine starts at once; if a question proves long, another may take over."""
    special: ClassVar[bool] = False
    """A special engine is made for one kind of puzzle: there general ones are slower.

    They are then not even asked for their offers, unless the question is so small that starting
    counts for more than searching.
    """
    exact_nodes: ClassVar[bool] = True
    """Whether a node limit stops the search at exactly so many nodes, if it has as many.

    Any other passes the limit by less than it does between two questions to the control: compiled
    code that searches many nodes at once, or a solver.
    """
    direct: ClassVar[frozenset[type[Question]]] = frozenset({Count, Sizes, Every})
    shows_first: ClassVar[bool] = True
    """Whether a direct ``Smallest`` or ``Largest`` shows the first solution of the best size."""
    declines: ClassVar[frozenset[type[Question]]] = frozenset()
    """Questions that the road could take apart for this engine, but for which it is unsuited."""

    @property
    def ready(self) -> bool:
        """Whether the engine starts at once: nothing is left to be loaded or compiled."""
        return self.light

    @abstractmethod
    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Say whether this engine can answer *question*, and the estimated cost."""

    @abstractmethod
    def branches(self, puzzle: Puzzle, question: Question) -> Iterable[Branch]:
        """Split the whole search into disjoint branches, in order where *question* is ordered.

        They may be made as they are read: nobody has them all in memory, unless a ledger is kept.
        So there should be few; ``is_coarse`` says which of them are split before they are searched.
        """

    def is_coarse(self, puzzle: Puzzle, question: Question, branch: Branch) -> bool:
        """Return whether *branch* is never searched whole, but by the parts ``split`` makes of it.

        This follows from the branch alone, like its parts.
        """
        return False

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split *branch* further, in order; an empty list when it cannot be split."""
        return []

    @abstractmethod
    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search one branch."""

    def listing(
        self, puzzle: Puzzle, question: Every, branch: Branch, control: Control
    ) -> Iterator[tuple[float, Tally]] | None:
        """List *branch* in order, going on where it stopped, or None where only ``search`` lists.

        Yields tallies one after another, each with the part of the branch that was searched for
        it; the last is not complete if the control said stop.
        """
        return None

    def reason(self, puzzle: Puzzle, question: Question) -> str | None:
        """Return why the answer is to be believed where it is no search; None where it is."""
        return None

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Combine the tallies of all branches, given in the order of ``branches``."""
        return add_tallies(tally for _, tally in results)


@dataclass(frozen=True)
class Job:
    """A puzzle, a question and an engine: the triple that rebuilds a run on any machine."""

    puzzle: Puzzle
    question: Question
    engine: Engine

    def to_dict(self) -> dict[str, Any]:
        """Return the triple as plain data, the engine by name and version."""
        return {
            "puzzle": self.puzzle.to_dict(),
            "question": self.question.to_dict(),
            "engine": {"name": self.engine.name, "version": self.engine.version},
        }

    def key(self) -> str:
        """Return a short stable name of the triple, equal on every machine."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]
