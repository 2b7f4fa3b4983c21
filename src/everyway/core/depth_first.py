"""The steps of a depth-first search: what every search that goes deeper and comes back shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from everyway.core.engine import Data
from everyway.core.trace import Step


@dataclass(frozen=True)
class Reason:
    """Why something is refused or given up, in words, and the numbers to point at."""

    words: str
    marks: Data = ()


@dataclass(frozen=True)
class Choice:
    """A choice that is tried: as a number, in the puzzle's notation, and what stands after it.

    ``refused`` says why it cannot stand; it is None for one that can.
    """

    tried: int
    what: str
    data: Data = ()
    refused: Reason | None = None


@dataclass
class Visit:
    """A node of the search tree, while the search is there.

    ``solution`` says in words which solution the node is, and is None where it is none.
    ``choices`` are tried one after the other; when there are no more, ``end`` says why.
    """

    solution: str | None
    choices: Iterator[Choice]
    end: Reason


@dataclass
class _Node:
    number: int
    data: Data
    visit: Visit
    what: str = ""
    tried: int | None = None
    fruitless: bool = True


def depth_first(visit: Callable[[Data], Visit], root: Data = ()) -> Iterator[Step]:
    """Yield the steps of a search that goes into every choice before it tries the next.

    *visit* returns what is to be done at a partial solution. A solution's step comes before the
    choices below it. A node without a solution and without a choice that stood is a dead end: it
    has a step ``"prune"``. The root is never taken back.
    """
    nodes = 0
    stack = [_Node(0, root, visit(root))]
    yield from _solution(stack[0])
    while stack:
        here = stack[-1]
        choice = next(here.visit.choices, None)
        if choice is None:
            stack.pop()
            yield from _leave(here, stack[-1] if stack else None, len(stack))
        elif choice.refused is not None:
            yield Step(
                "conflict",
                len(stack) - 1,
                here.data,
                choice.what,
                choice.refused.words,
                choice.tried,
                choice.refused.marks,
                here.number,
            )
        else:
            nodes += 1
            here.fruitless = False
            below = _Node(nodes, choice.data, visit(choice.data), choice.what, choice.tried)
            stack.append(below)
            depth = len(stack) - 1
            yield Step(
                "place", depth, below.data, below.what, tried=below.tried, parent=here.number
            )
            yield from _solution(below, depth)


def _solution(node: _Node, depth: int = 0) -> Iterator[Step]:
    if node.visit.solution is not None:
        node.fruitless = False
        yield Step("solution", depth, node.data, node.visit.solution, parent=node.number)


def _leave(node: _Node, above: _Node | None, depth: int) -> Iterator[Step]:
    """Yield why a node at *depth* led nowhere, if it did, and the way back to the node above."""
    end = node.visit.end
    if node.fruitless:
        yield Step("prune", depth, node.data, "", end.words, None, end.marks, node.number)
    if above is not None:
        why = "" if node.fruitless else end.words
        yield Step(
            "backtrack", depth - 1, above.data, node.what, why, node.tried, parent=above.number
        )
