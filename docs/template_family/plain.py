"""The reference engine: one digit after another, zero before one."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question

from .puzzle import Fibbinary

NODES_A_SECOND = 500_000
HEARTBEAT = 1000
"""After how many nodes a search asks whether to stop: many times a second."""


def estimate(puzzle: Fibbinary) -> float:
    """Return the number of nodes of the whole search, which is F(3) + … + F(length + 3), about."""
    return float(1.618 ** (puzzle.length + 3))


def may_follow(word: Data) -> tuple[int, ...]:
    """Return the digits that may come after *word*."""
    return (0,) if word and word[-1] == 1 else (0, 1)


def walk(length: int, prefix: Data) -> Iterator[Data | None]:
    """Yield the words that begin with *prefix*, in order, and None at each node of the search."""
    stack = [prefix]
    while stack:
        word = stack.pop()
        yield None
        if len(word) == length:
            yield word
        else:
            # What is put on last is taken off first.
            stack.extend((*word, digit) for digit in reversed(may_follow(word)))


def is_canonical(word: Data) -> bool:
    """Return whether *word* is the first of its orbit: the word itself and its reverse."""
    return word <= word[::-1]


class PlainEngine(Engine):
    """Plain backtracking, the oracle that every other engine is compared with."""

    name = "plain"
    method = "backtracking"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of the nodes estimated."""
        if not isinstance(puzzle, Fibbinary):
            return Offer.no("only fibbinary words")
        nodes = estimate(puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, (question.limit + 1.0) * (puzzle.length + 1))
        return Offer(True, nodes / NODES_A_SECOND, f"backtracking, about {nodes:.3g} nodes", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each first digit."""
        whole = Branch()
        return self.split(puzzle, question, whole) or [whole]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next digit. A branch's path is the digits that its words begin with."""
        assert isinstance(puzzle, Fibbinary)
        if len(branch.path) == puzzle.length:
            return []
        return branch.children(may_follow(branch.path))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        assert isinstance(puzzle, Fibbinary)
        limit = question.limit if isinstance(question, Every) else None
        counts: dict[int, int] = {}
        solutions: list[Data] = []
        nodes = 0
        complete = limit == 0 or not control.spend(0)
        for word in walk(puzzle.length, branch.path) if complete and limit != 0 else ():
            if word is None:
                nodes += 1
                stopped = nodes % HEARTBEAT == 0 and control.spend(HEARTBEAT)
                if stopped or nodes == effort.nodes:
                    complete = False
                    break
            elif not question.up_to or is_canonical(word):
                if len(solutions) == effort.solutions:
                    complete = False
                    break
                counts[sum(word)] = counts.get(sum(word), 0) + 1
                if isinstance(question, Every):
                    solutions.append(word)
                    if len(solutions) == limit:
                        break
        control.spend(nodes % HEARTBEAT)
        return Tally(counts, tuple(solutions), nodes, complete)
