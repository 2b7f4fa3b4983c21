"""Any pegs and arcs, any two states: compiled breadth-first search from both ends."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import TYPE_CHECKING

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Largest, Question, Sizes, Smallest
from everyway.families.hanoi.framestewart import known
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.reach import can_be_packed, can_be_searched, states_up_to_symmetry
from everyway.families.hanoi.states import State
from everyway.families.hanoi.symmetry import count_orbits, group

if TYPE_CHECKING:
    from everyway.families.hanoi.meeting import Meeting, Ways

LOAD_SECONDS = 0.8
NODES_A_SECOND = 3_000_000
HEARTBEAT = 200
FIRST_MODULUS = 1 << 61


class BidirectionalEngine(Engine):
    """Searches from the start and from the goal until the two meet; pegs that are twins are one.

    Counts are exact: where a number of ways does not fit into a word, the search is made again
    modulo several primes (Chinese remainders).
    """

    name = "bidirectional"
    method = "search from both ends"
    releases_gil = True
    direct = frozenset({Count, Sizes, Every, Smallest, Largest})

    def __init__(self) -> None:
        self._ways: dict[Hanoi, Ways] = {}

    @property
    def ready(self) -> bool:
        """Whether the kernels are loaded."""
        import sys

        return "everyway.families.hanoi.meeting" in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about one goal, if the states are not too many."""
        if not isinstance(puzzle, Hanoi):
            return Offer.no("only the Tower of Hanoi")
        if puzzle.any_goal:
            return Offer.no("one goal alone")
        if not can_be_packed(puzzle) or not can_be_searched(puzzle):
            return Offer.no("too many states")
        if puzzle.pegs == 3 and puzzle.discs > 10:
            return Offer.no("three pegs need no search")
        if question.up_to and (isinstance(question, Every) or group(puzzle) is None):
            return Offer.no("lists solutions, not their orbits")
        states = states_up_to_symmetry(puzzle)
        seconds = (0.01 if self.ready else LOAD_SECONDS) + states / 3 / NODES_A_SECOND
        return Offer(True, seconds, f"up to {states:.3g} states, from both ends", states)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: the sides must meet before it can be split."""
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
                return _orbits(puzzle, control)
            if isinstance(question, Count | Sizes):
                return _counted(puzzle, control)
        ways = self._ways.get(puzzle)
        nodes = 0
        if ways is None:
            found = _meet(puzzle, control)
            nodes = found.nodes
            if not found.complete:
                return Tally({}, (), nodes, False, _bounds(puzzle, found, question))
            if found.distance is None:
                return Tally(nodes=nodes)
            from everyway.families.hanoi.meeting import Ways

            ways = Ways(found, control)
            if not ways.complete:
                return Tally({}, (), nodes, False, _bounds(puzzle, found, question))
            self._ways = {puzzle: ways}
        limit = question.limit if isinstance(question, Every) else 1
        if isinstance(question, Count | Sizes):
            limit = None
        return _list(ways, branch.path, limit, control, effort, nodes)


def _meet(puzzle: Hanoi, control: Control, modulus: int = 0) -> Meeting:
    from everyway.families.hanoi.meeting import Meeting

    return Meeting(puzzle, control, modulus)


def _bounds(puzzle: Hanoi, found: Meeting, question: Question) -> tuple[int | None, int | None]:
    """Return what a search that was stopped has proved of the optimum."""
    if not isinstance(question, Smallest | Largest):
        return None, None
    bound = known(puzzle)
    if found.distance is not None:
        return found.distance, found.distance
    low = found.proved + 1
    return (low, None) if bound is None else (max(low, bound.low), bound.high)


def _counted(puzzle: Hanoi, control: Control) -> Tally:
    """Return the exact number of shortest ways by their length."""
    found = _meet(puzzle, control)
    if not found.complete:
        return Tally(nodes=found.nodes, complete=False)
    if found.distance is None:
        return Tally(nodes=found.nodes)
    number = _exact(puzzle, found, control)
    if number is None:
        return Tally(nodes=found.nodes, complete=False)
    return Tally({found.distance: number}, (), found.nodes)


def _exact(puzzle: Hanoi, found: Meeting, control: Control) -> int | None:
    """Return the number of ways that *found* has, or None when stopped.

    It is below arcs^distance, so that many primes are enough.
    """
    if not found.overflown:
        return found.number()
    assert found.distance is not None
    needed = found.distance * log2(max(2, len(puzzle.arcs))) + 1
    number, product = 0, 1
    for prime in primes_below(FIRST_MODULUS):
        again = _meet(puzzle, control, prime)
        if not again.complete:
            return None
        # Chinese remainders: raise the number by a multiple of the product so far.
        number += product * ((again.number() - number) * pow(product, -1, prime) % prime)
        product *= prime
        if log2(product) > needed:
            return number
    return None


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


def _orbits(puzzle: Hanoi, control: Control) -> Tally:
    """Count up to symmetry by Burnside's lemma."""
    nodes = 0
    sizes: dict[int, int] = {}

    def count(part: Hanoi) -> dict[int, int] | None:
        nonlocal nodes
        tally = _counted(part, control)
        nodes += tally.nodes
        if part == puzzle:
            sizes.update(tally.counts)
        return dict(tally.counts) if tally.complete else None

    number = count_orbits(puzzle, count)
    if number is None:
        return Tally(nodes=nodes, complete=False)
    return Tally(dict.fromkeys(sizes, number), (), nodes)


def _list(
    ways: Ways, path: Data, limit: int | None, control: Control, effort: Effort, nodes: int
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
