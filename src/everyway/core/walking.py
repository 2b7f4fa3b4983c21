"""Backtracking that every family shares: the family says what may follow, the rest is here.

A *beginning* is a tuple of whole numbers. A family's engine says what may come next, in order, and
whether a beginning is a solution as it stands: branches, lists in order, exact limits, honest
stops and the estimate of the cost follow from that. Searches that walk in another way share
``gather``, which makes a tally of whatever they meet, and ``Nodes``, which counts.
"""

from __future__ import annotations

import random
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Offer,
    Stopped,
    Tally,
)
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question

MOST_A_PAUSE = 500
"""How many nodes are visited at most before the control is asked whether to go on."""

SHORT_SECONDS, LONG_SECONDS = 0.01, 0.04
"""Between two such questions it shall take about so long, however slow the nodes are."""

MOST_ESTIMATED = 1e30
LONG = 3600.0
"""What is offered in seconds where nobody knows how long it takes, but surely long."""

ENDS = -1
"""Stands last in a branch's path for: the solution that ends here, and none that goes on."""


class Nodes:
    """Counts the nodes of one search, and says before each whether it may be visited.

    A search with a node limit visits exactly that many nodes, if it has them: it is stopped when
    it asks for one more. ``number`` is how many it has visited. At its end it calls ``settle``.

    >>> nodes = Nodes(Control(node_limit=3))
    >>> [nodes.visit() for _ in range(5)], nodes.number
    ([True, True, True, False, False], 3)
    """

    __slots__ = ("_asked", "_control", "_effort", "_pace", "_spent", "ask_at", "number", "stopped")

    def __init__(self, control: Control, effort: Effort = NO_LIMIT) -> None:
        self.number = 0
        self.stopped = control.spend(0)
        self._control = control
        self._effort = effort
        self._spent = self.ask_at = 0
        self._pace = 1
        self._asked = time.monotonic()

    def visit(self) -> bool:
        """Return whether one more node may be visited; it is counted then."""
        if self.number == self.ask_at and not self.may_go_on():
            return False
        self.number += 1
        return True

    def take(self, wanted: int) -> int:
        """Return how many of *wanted* nodes may be visited next; they are counted now."""
        taken = 0
        while taken < wanted and (self.number < self.ask_at or self.may_go_on()):
            several = min(wanted - taken, self.ask_at - self.number)
            self.number += several
            taken += several
        return taken

    def settle(self) -> None:
        """Tell the control of the nodes that it has not heard of yet."""
        self._control.spend(self.number - self._spent)
        self._spent = self.number

    def may_go_on(self) -> bool:
        """Ask the control whether to go on, and until when; ``ask_at`` is when to ask again."""
        if self.stopped:
            return False
        self.stopped = self._control.spend(self.number - self._spent)
        self._spent = self.number
        own, left = self._effort.nodes, self._control.nodes_left
        if self.stopped or (own is not None and self.number >= own):
            self.stopped = True
            return False
        now = time.monotonic()
        if now - self._asked < SHORT_SECONDS:
            self._pace = min(2 * self._pace, MOST_A_PAUSE)
        elif now - self._asked > LONG_SECONDS:
            self._pace = max(1, self._pace // 4)
        self._asked = now
        ahead = self._pace
        if own is not None:
            ahead = min(ahead, own - self.number)
        if left is not None:
            # Another thread may have spent what was left.
            ahead = max(1, min(ahead, left))
        self.ask_at = self.number + ahead
        return True


def gather(
    puzzle: Puzzle,
    question: Question,
    events: Iterable[Data | None],
    control: Control,
    effort: Effort = NO_LIMIT,
) -> Tally:
    """Return the tally of *events*: a solution, or None for each node, before it is visited.

    Up to symmetry only those solutions count that are the first of their orbits. An effort in
    solutions is one of lists: what is only counted takes no more room for being many. Whoever
    makes the events may raise ``Stopped``.
    """
    listing = isinstance(question, Every)
    limit = question.limit if isinstance(question, Every) else None
    if limit == 0:
        return Tally()
    counts: dict[int, int] = {}
    solutions: list[Data] = []
    nodes = Nodes(control, effort)
    number = ask_at = 0
    complete = not nodes.stopped
    try:
        for event in events if complete else ():
            if event is None:
                # As in nodes.visit(), without a call for each node.
                if number == ask_at:
                    nodes.number = number
                    if not nodes.may_go_on():
                        complete = False
                        break
                    ask_at = nodes.ask_at
                number += 1
                continue
            if question.up_to and not puzzle.is_canonical(event):
                continue
            if listing:
                if len(solutions) == effort.solutions:
                    complete = False
                    break
                solutions.append(event)
            size = puzzle.size_of(event)
            counts[size] = counts.get(size, 0) + 1
            if len(solutions) == limit:
                break
    except Stopped:
        complete = False
    nodes.number = number
    nodes.settle()
    return Tally(counts, tuple(solutions), number, complete)


class Walking(Engine):
    """An engine in Python that meets the solutions of a branch one after another, in order.

    It says ``events`` and ``split``; the rest is here. Nothing is split before it must be: a list
    begins as one branch.
    """

    light = True

    @abstractmethod
    def events(self, puzzle: Any, branch: Branch) -> Iterator[Data | None]:
        """Yield the solutions of *branch*, in order, and None before each node."""

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each first choice; for a list, the whole."""
        whole = Branch()
        if isinstance(question, Every):
            return [whole]
        return self.split(puzzle, question, whole) or [whole]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        return gather(puzzle, question, self.events(puzzle, branch), control, effort)


class Backtracking(Walking):
    """An engine that goes from a beginning to those that are longer by one, in order.

    A family says ``why_not``, ``following`` and, if it can tell better, ``nodes_of``. A branch's
    path is the beginning of its solutions; with ``ENDS`` after it, that beginning alone is meant.
    """

    name = "plain"
    method = "backtracking"
    nodes_a_second: ClassVar[float] = 150_000.0
    probes: ClassVar[int] = 24
    """How many random descents the estimate is made from."""
    what: ClassVar[str] = "backtracking"
    """What is done, in the words of an offer."""

    @abstractmethod
    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Return why the engine cannot answer, or None."""

    @abstractmethod
    def following(self, puzzle: Any, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* is a solution as it stands, and what may come next, in order."""

    def too_large(self, puzzle: Any) -> str | None:
        """Return in words how large a puzzle is of which descents, too, would take long."""
        return None

    def slowness(self, puzzle: Any) -> float:
        """Return how many times longer than in a common puzzle a node takes."""
        return 1.0

    def symmetries(self, puzzle: Any) -> int:
        """Return how many images each solution is compared with up to symmetry."""
        return 0

    def nodes_of(self, puzzle: Any, question: Question) -> tuple[float, float]:
        """Return about how many nodes the search has, and how many solutions it meets."""
        nodes, solutions = estimate(type(self), puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes *= min(1.0, 10 * question.limit / (solutions + 1))
        return nodes, solutions

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of the nodes estimated."""
        why = self.why_not(puzzle, question)
        if why is not None:
            return Offer.no(why)
        large = self.too_large(puzzle)
        if large is not None:
            return Offer(True, LONG, f"{self.what} {large}")
        nodes, solutions = self.nodes_of(puzzle, question)
        seconds = nodes / self.nodes_a_second * self.slowness(puzzle)
        if question.up_to:
            seconds += solutions * self.symmetries(puzzle) * 3e-6
        return Offer(True, seconds, self.what, nodes, "probed")

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next choice; the solution that ends here comes first, if others go on."""
        if branch.path[-1:] == (ENDS,):
            return []
        complete, following = self.following(puzzle, branch.path)
        return branch.children([ENDS, *following] if complete and following else following)

    def events(self, puzzle: Any, branch: Branch) -> Iterator[Data | None]:
        """Yield what the walk through *branch* meets."""
        ended = branch.path[-1:] == (ENDS,)
        return self.walk(puzzle, branch.path[:-1] if ended else branch.path, ended=ended)

    def walk(self, puzzle: Any, data: Data = (), *, ended: bool = False) -> Iterator[Data | None]:
        """Yield the solutions that begin with *data*, in order, and None before each node.

        With *ended*, only *data* itself is meant.
        """
        stack = [data]
        while stack:
            here = stack.pop()
            yield None
            complete, following = self.following(puzzle, here)
            if complete:
                yield here
            if not ended:
                # What is put on last is taken off first.
                stack.extend((*here, number) for number in reversed(following))


class GenerateAndTest(Walking):
    """Makes every candidate and tests it whole: what every other method is measured against."""

    name = "generate"
    method = "generate and test"

    @abstractmethod
    def following(self, puzzle: Any, path: Data) -> Iterable[int]:
        """Return by what the candidates below *path* may be split, in order."""

    @abstractmethod
    def candidates(self, puzzle: Any, path: Data) -> Iterator[Data]:
        """Yield the candidates below *path*, in order."""

    @abstractmethod
    def test(self, puzzle: Any) -> Callable[[Data], bool]:
        """Return what says whether a candidate is a solution."""

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next choice."""
        return branch.children(list(self.following(puzzle, branch.path)))

    def events(self, puzzle: Any, branch: Branch) -> Iterator[Data | None]:
        """Yield None before each candidate, and those that pass."""
        passes = self.test(puzzle)
        for candidate in self.candidates(puzzle, branch.path):
            yield None
            if passes(candidate):
                yield candidate


@lru_cache(maxsize=128)
def estimate(kind: type[Backtracking], puzzle: Puzzle) -> tuple[float, float]:
    """Return estimates of the nodes and of the solutions, by random descents (Knuth, 1975)."""
    engine, chance = kind(), random.Random(1)
    nodes = solutions = 0.0
    for _ in range(engine.probes):
        data: Data = ()
        weight = 1.0
        while True:
            nodes += weight
            complete, following = engine.following(puzzle, data)
            solutions += weight * complete
            if not following:
                break
            weight = min(weight * len(following), MOST_ESTIMATED)
            data = (*data, chance.choice(following))
    return nodes / engine.probes, solutions / engine.probes
