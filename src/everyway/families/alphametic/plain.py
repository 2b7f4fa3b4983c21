"""The reference engine: try all digits for all letters, and ask the rules of each trial."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question, Sizes
from everyway.families.alphametic.expression import holds
from everyway.families.alphametic.puzzle import Alphametic

NODES_A_SECOND = 120_000
HEARTBEAT = 500
PLACES_A_BEAT = 10_000
"""How many places of numbers are worked out at most before a search asks whether to stop."""


def choices(puzzle: Alphametic, digits: Data) -> list[int]:
    """Return the digits that may come after *digits*, the equations left aside."""
    variable = len(digits)
    letters = len(puzzle.letters)
    taken = set(digits[:letters]) if puzzle.distinct and variable < letters else set()
    return [digit for digit in puzzle.digits_for(variable) if digit not in taken]


def walk(puzzle: Alphametic, prefix: Data) -> Iterator[Data | None]:
    """Yield the solutions that begin with *prefix*, in order, and None at each node."""
    stack = [prefix]
    while stack:
        digits = stack.pop()
        yield None
        if len(digits) < puzzle.variables:
            # What is put on last is taken off first.
            stack.extend((*digits, digit) for digit in reversed(choices(puzzle, digits)))
        elif all(holds(relation, digits, puzzle.base) for relation in puzzle.relations):
            yield digits


def heartbeat(puzzle: Alphametic, most: int) -> int:
    """Return after how many nodes to ask whether to stop: fewer where each takes long."""
    places = sum(len(word.cells) for word in puzzle.numbers)
    return max(1, min(most, PLACES_A_BEAT // (places + 1)))


def trials(puzzle: Alphametic) -> float:
    """Return a bound on how many ways there are to give digits to all letters and blanks."""
    number = 1.0
    for variable in range(puzzle.variables):
        number *= len(puzzle.digits_for(variable))
        if puzzle.distinct and variable < len(puzzle.letters):
            number *= (puzzle.base - variable) / puzzle.base
    return number


def children(puzzle: Alphametic, branch: Branch) -> list[Branch]:
    """Split a branch by the next digit: its path is the digits that its solutions begin with."""
    if len(branch.path) >= puzzle.variables:
        return []
    return branch.children(choices(puzzle, branch.path))


def size_for(puzzle: Alphametic, question: Question, digits: Data) -> int:
    """Return the size under which a solution is counted: only ``Sizes`` tells them apart."""
    return puzzle.size_of(digits) if isinstance(question, Sizes) else 0


def refusal(puzzle: Puzzle, question: Question) -> Offer | None:
    """Return why no engine of this family answers *question*, or None."""
    if not isinstance(puzzle, Alphametic):
        return Offer.no("only alphametics")
    return Offer.no("an alphametic has no symmetry") if question.up_to else None


class PlainEngine(Engine):
    """All permutations of digits, the oracle that every other engine is compared with."""

    name = "plain"
    method = "permutations"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of all trials."""
        refused = refusal(puzzle, question)
        if refused is not None:
            return refused
        assert isinstance(puzzle, Alphametic)
        nodes = 1.3 * trials(puzzle)
        places = sum(len(word.cells) for word in puzzle.numbers)
        seconds = 5e-5 + nodes / NODES_A_SECOND * max(1.0, places / 16)
        return Offer(True, seconds, "all digits for all letters", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each digit of the first letter."""
        assert isinstance(puzzle, Alphametic)
        return children(puzzle, Branch()) or [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next letter's digit."""
        assert isinstance(puzzle, Alphametic)
        return children(puzzle, branch)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        assert isinstance(puzzle, Alphametic)
        limit = question.limit if isinstance(question, Every) else None
        counts: dict[int, int] = {}
        solutions: list[Data] = []
        nodes = spent = 0
        beat = heartbeat(puzzle, HEARTBEAT)
        complete = limit == 0 or not control.spend(0)
        for event in walk(puzzle, branch.path) if complete and limit != 0 else ():
            if event is None:
                nodes += 1
                if nodes - spent >= beat or nodes == control.nodes_left:
                    stopped = control.spend(nodes - spent)
                    spent = nodes
                    if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                        complete = False
                        break
                continue
            size = size_for(puzzle, question, event)
            counts[size] = counts.get(size, 0) + 1
            if isinstance(question, Every):
                if len(solutions) == effort.solutions:
                    complete = False
                    break
                solutions.append(event)
                if len(solutions) == limit:
                    break
        control.spend(nodes - spent)
        return Tally(counts, tuple(solutions), nodes, complete)
