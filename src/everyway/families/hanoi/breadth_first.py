"""What compiled breadth-first searches for the middle of the shortest ways share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import log2
from typing import TYPE_CHECKING, Protocol

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Largest, Question, Sizes, Smallest
from everyway.families.hanoi.framestewart import known
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.states import State
from everyway.families.hanoi.symmetry import count_orbits

if TYPE_CHECKING:
    from everyway.families.hanoi.meeting import Course

LOAD_SECONDS = 0.8
NODES_A_SECOND = 3_000_000
HEARTBEAT = 200
FIRST_MODULUS = 1 << 61


class Found(Protocol):
    """What a search for the middle of the shortest ways has found."""

    complete: bool
    distance: int | None

    @property
    def nodes(self) -> int:
        """How many states were met."""

    @property
    def proved(self) -> int:
        """The number of moves that are proved not to be enough, while nothing was found."""

    @property
    def overflown(self) -> bool:
        """Whether a number of ways did not fit into a word."""

    def number(self) -> int:
        """Return the number of shortest ways, modulo the modulus if there is one."""


class BreadthFirstEngine(Engine):
    """What the searches for the middle of the shortest ways share.

    Counts are exact: where a number of ways does not fit into a word, the search is made again
    modulo several primes (Chinese remainders).
    """

    releases_gil = True
    exact_nodes = False
    direct = frozenset({Count, Sizes, Every, Smallest, Largest})

    def __init__(self) -> None:
        self._ways: dict[Hanoi, Course] = {}

    @property
    def ready(self) -> bool:
        """Whether the kernels are loaded."""
        import sys

        return "everyway.families.hanoi.meeting" in sys.modules

    @abstractmethod
    def meet(
        self, puzzle: Hanoi, control: Control, modulus: int = 0, listing: bool = False
    ) -> Found:
        """Search for the middle; for *listing*, so that ``course`` can read the ways off."""

    @abstractmethod
    def course(self, found: Found, control: Control) -> Course | None:
        """Return the ways themselves; None when the control says stop."""

    def within(self, puzzle: Hanoi, control: Control) -> Tally:
        """Count the ways of *puzzle*, whose moves are some of those of a puzzle taken."""
        return self.counted(puzzle, control)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: the middle must be found before it can be split."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next move, once the ways are known. A path is made of moves."""
        assert isinstance(puzzle, Hanoi)
        ways = self._ways.get(puzzle)
        if ways is None:
            return []
        state = ways.follow(branch.path)
        return branch.children([code for code, _ in ways.following(state, len(branch.path))])

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search, then count or list the ways that begin with the moves of *branch*."""
        assert isinstance(puzzle, Hanoi)
        if isinstance(question, Every) and question.limit == 0:
            return Tally()
        if not branch.path:
            if question.up_to and not isinstance(question, Smallest | Largest):
                return self._orbits(puzzle, control)
            if isinstance(question, Count | Sizes):
                return self.counted(puzzle, control)
        ways = self._ways.get(puzzle)
        nodes = 0
        if ways is None:
            found = self.meet(puzzle, control, listing=True)
            nodes = found.nodes
            if found.complete and found.distance is None:
                return Tally(nodes=nodes)
            ways = self.course(found, control) if found.complete else None
            if ways is None:
                return Tally({}, (), nodes, False, _bounds(puzzle, found, question))
            self._ways = {puzzle: ways}
        limit = question.limit if isinstance(question, Every) else 1
        if isinstance(question, Count | Sizes):
            limit = None
        return _list(ways, branch.path, limit, control, effort, nodes)

    def counted(self, puzzle: Hanoi, control: Control) -> Tally:
        """Return the exact number of shortest ways by their length."""
        found = self.meet(puzzle, control)
        if not found.complete:
            return Tally(nodes=found.nodes, complete=False)
        if found.distance is None:
            return Tally(nodes=found.nodes)
        number = self.exact(puzzle, found, control)
        if number is None:
            return Tally(nodes=found.nodes, complete=False)
        return Tally({found.distance: number}, (), found.nodes)

    def exact(self, puzzle: Hanoi, found: Found, control: Control) -> int | None:
        """Return the number of ways of a search that is complete, or None when stopped.

        A way has as many moves as all others, each along one of the arcs: that bounds the number,
        and with it the product of the primes that are needed.
        """
        if not found.overflown:
            return found.number()
        assert found.distance is not None
        needed = found.distance * log2(max(2, len(puzzle.arcs))) + 1
        number, product = 0, 1
        for prime in primes_below(FIRST_MODULUS):
            again = self.meet(puzzle, control, prime)
            if not again.complete:
                return None
            # Chinese remainders: raise the number by a multiple of the product so far.
            number += product * ((again.number() - number) * pow(product, -1, prime) % prime)
            product *= prime
            if log2(product) > needed:
                return number
        return None

    def _orbits(self, puzzle: Hanoi, control: Control) -> Tally:
        """Count up to symmetry by Burnside's lemma."""
        nodes = 0
        sizes: dict[int, int] = {}

        def count(part: Hanoi) -> dict[int, int] | None:
            nonlocal nodes
            tally = self.counted(part, control) if part == puzzle else self.within(part, control)
            nodes += tally.nodes
            if part == puzzle:
                sizes.update(tally.counts)
            return dict(tally.counts) if tally.complete else None

        number = count_orbits(puzzle, count)
        if number is None:
            return Tally(nodes=nodes, complete=False)
        return Tally(dict.fromkeys(sizes, number), (), nodes)


def _bounds(puzzle: Hanoi, found: Found, question: Question) -> tuple[int | None, int | None]:
    """Return what a search that was stopped has proved of the optimum."""
    if not isinstance(question, Smallest | Largest):
        return None, None
    bound = known(puzzle)
    if found.distance is not None:
        return found.distance, found.distance
    low = found.proved + 1
    return (low, None) if bound is None else (max(low, bound.low), bound.high)


def primes_below(top: int) -> Iterator[int]:
    """Yield the primes below *top*, at most 2^64, the greatest first, by Miller and Rabin's test.

    With these twelve bases it is exact below 3.3e24 (Sorenson and Webster, 2015).
    """
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    for n in range(top - 1, 40, -1):
        odd, twos = n - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        if all(_passes(n, base, odd, twos) for base in bases):
            yield n


def _passes(n: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, n)
    if power in (1, n - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % n
        if power == n - 1:
            return True
    return False


def _list(
    ways: Course, path: Data, limit: int | None, control: Control, effort: Effort, nodes: int
) -> Tally:
    """List the ways that begin with *path*, in order, as many as are asked for."""
    moves = list(path)
    state = ways.follow(path)
    solutions: list[Data] = []
    spent = 0
    complete = not control.spend(0)
    stack: list[Iterator[tuple[int, State]]] = []
    while complete:
        if len(moves) == ways.distance:
            if len(solutions) == effort.solutions:
                complete = False
                break
            solutions.append(tuple(moves))
            if len(solutions) == limit:
                break
        stack.append(iter(ways.following(state, len(moves))))
        spent += 1
        if spent % HEARTBEAT == 0 and control.spend(HEARTBEAT):
            complete = False
            break
        step = next(stack[-1], None)
        while step is None:
            stack.pop()
            if not stack:
                break
            moves.pop()
            step = next(stack[-1], None)
        if step is None:
            break
        moves.append(step[0])
        state = step[1]
    counts = {ways.distance: len(solutions)} if solutions else {}
    return Tally(counts, tuple(solutions), nodes + spent, complete)
