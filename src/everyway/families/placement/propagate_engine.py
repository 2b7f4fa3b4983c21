"""The propagating engines: one tree of search, walked in Python or as machine code.

Counting splits the puzzle into *parts* (see ``parts.py``): one for each class of symmetries
(only the identity without ``up_to``), and within each one for every component that shares no
constraint with the others. Counts by size multiply over components and average over symmetries.

Lists in order come from branches of another kind: each is a beginning of a solution, branches
are in lexicographic order, and one that proves too big is split by the next square. What is left
is small enough to be searched in the order of least choice, and sorted.
"""

from __future__ import annotations

import math
import sys
from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Offer,
    Tally,
    add_tallies,
)
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.placement.model import Model, model_of
from everyway.families.placement.parts import combined, model_of_part, parts_of
from everyway.families.placement.propagation import (
    Search,
    State,
    child,
    choices,
    choose,
    estimate_nodes,
    is_open,
    last_piece,
    next_in_order,
    root,
    settle,
)
from everyway.families.placement.puzzle import Placement

ORDERED = "ordered"
WHOLE = "whole"
MANY_BRANCHES = 64
BIG = 20_000
LARGE = 2000
READY_SECONDS = 0.002
COMPILED = "everyway.families.placement.compiled"


class Walk(Protocol):
    """A walk of the tree that can pause: ``propagation.Search`` or its compiled form."""

    nodes: int
    counts: dict[int, int]
    found: list[int]

    @property
    def done(self) -> bool:
        """Whether the walk is finished."""

    def advance(self, most_nodes: int, most_found: int | None = None) -> None:
        """Walk on for so many nodes, or until so many solutions are found in all."""


def part_model(puzzle: Placement, part: str) -> Model:
    """Return the model of one part of a count, or the whole for a list."""
    return model_of(puzzle) if part in (ORDERED, WHOLE) else model_of_part(puzzle, part)


class Node:
    """A branch's first node, and how it splits."""

    def __init__(self, model: Model, state: State | None) -> None:
        self.model = model
        self.state = state
        self.ended = False

    @classmethod
    def of(cls, puzzle: Placement, branch: Branch) -> Node:
        """Follow *branch* from the root of its part."""
        # Step by step, so that a path of thousands of choices needs no deep recursion.
        for length in range(200, len(branch.path), 200):
            _node(puzzle, branch.part, branch.path[:length])
        return _node(puzzle, branch.part, branch.path)

    def _variables(self) -> tuple[bool, list[int]]:
        """Return whether a solution may end here, and the variables of the other children."""
        assert self.state is not None
        return not is_open(self.model, self.state), choices(self.model, self.state)

    def _choose(self, variables: list[int], index: int) -> Node:
        assert self.state is not None
        return Node(self.model, child(self.model, self.state, variables, index))

    def indices(self) -> Sequence[int]:
        """Return the indices of the children: 0 is the solution that ends here."""
        if self.state is None or self.ended:
            return ()
        leaf = not self.state.free or last_piece(self.model, self.state)
        if leaf and not self.ordered_rest():
            return ()
        may_end, variables = self._variables()
        return range(0 if may_end else 1, len(variables) + 1)

    def ordered_rest(self) -> bool:
        """Return whether chosen variables are still to be passed in order."""
        return False

    def child(self, index: int) -> Node:
        """Return the child *index*."""
        if self.state is None:
            return self
        if index == 0:
            ended = type(self)(self.model, settle(self.model, self.state._replace(free=0)))
            ended.ended = True
            return ended
        return self._choose(self._variables()[1], index - 1)


@lru_cache(maxsize=512)
def _node(puzzle: Placement, part: str, path: tuple[int, ...]) -> Node:
    # Kept, since a node is followed once for each of its children.
    if path:
        return _node(puzzle, part, path[:-1]).child(path[-1])
    model = part_model(puzzle, part)
    return (OrderedNode if part == ORDERED else Node)(model, root(model))


class OrderedNode(Node):
    """A node whose children are in lexicographic order: by the next variable of the solution."""

    last = -1

    def _variables(self) -> tuple[bool, list[int]]:
        assert self.state is not None
        return next_in_order(self.model, self.state, self.last)

    def ordered_rest(self) -> bool:
        """Return whether chosen variables are still to be passed in order."""
        return self.state is not None and self.state.chosen >> (self.last + 1) != 0

    def _choose(self, variables: list[int], index: int) -> Node:
        assert self.state is not None
        v = variables[index]
        state: State | None = self.state._replace(free=self.state.free >> v << v)
        if state is not None and not state.chosen >> v & 1:
            state = choose(self.model, state, v)
        node = OrderedNode(self.model, None if state is None else settle(self.model, state))
        node.last = v
        return node


class PropagationEngine(Engine):
    """What both propagating engines share: parts, branches, order, Burnside."""

    method = "propagation"
    seconds_a_node: float
    start_seconds: float
    pause_nodes: int

    @abstractmethod
    def walk(self, model: Model, state: State | None, listing: bool) -> Walk:
        """Return a walk of the tree below *state*."""

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about a placement, at the cost of the nodes estimated."""
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        if puzzle.board.squares > LARGE:
            return Offer(True, 1800.0, "propagation on a board of over 2000 squares")
        nodes = _estimate(puzzle)
        start = READY_SECONDS if self.ready else self.start_seconds
        seconds = start + nodes * self._cost_of_a_node(puzzle)
        return Offer(True, seconds, "propagation", nodes, "probed")

    def _cost_of_a_node(self, puzzle: Placement) -> float:
        return self.seconds_a_node * math.sqrt(max(1.0, puzzle.board.squares / 64))

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the branches of every part; for an ordered list, the whole."""
        assert isinstance(puzzle, Placement)
        if isinstance(question, Every):
            if question.ordered:
                return [Branch(part=ORDERED)]
            return self._spread(puzzle, Branch(part=WHOLE))
        parts = parts_of(puzzle, question)
        return [branch for whole in parts for branch in self._spread(puzzle, whole)]

    def _spread(self, puzzle: Placement, whole: Branch) -> list[Branch]:
        """Split *whole* level by level into many branches, if there is much to do."""
        if puzzle.board.squares > LARGE:
            return [whole]  # the estimate itself would take long
        if estimate_nodes(part_model(puzzle, whole.part), probes=2) < BIG:
            return [whole]
        branches = [whole]
        while 0 < len(branches) < MANY_BRANCHES:
            following: list[Branch] = []
            for branch in branches:
                following += self._split(puzzle, branch) or [branch]
            if following == branches:
                break
            branches = following
        return branches

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split a branch by one more decision."""
        assert isinstance(puzzle, Placement)
        if branch.part == ORDERED:
            # There can be thousands of children, and the first may be all that is wanted.
            return branch.children(Node.of(puzzle, branch).indices())
        return self._split(puzzle, branch)

    def _split(self, puzzle: Placement, branch: Branch) -> list[Branch]:
        """Split a branch, leaving out children that are dead at once."""
        node = Node.of(puzzle, branch)
        alive = [i for i in node.indices() if node.child(i).state is not None]
        return branch.children(alive)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk the tree below one branch; a list is sorted when it is complete."""
        assert isinstance(puzzle, Placement)
        node = Node.of(puzzle, branch)
        canonical = question.up_to is not None and branch.part == ORDERED
        listing = isinstance(question, Every) or canonical
        most = effort.listed(question)
        if isinstance(question, Every) and not question.ordered and question.limit is not None:
            most = question.limit
        walk = self.walk(node.model, node.state, listing)
        solutions: list[Data] = []
        counts: dict[int, int] = {}
        stopped = control.spend(0)
        while True:
            solutions += map(node.model.squares_of, walk.found)
            walk.found.clear()
            if stopped or walk.done or _reached(effort.nodes, walk.nodes):
                break
            if _reached(most, sum(walk.counts.values())):
                break
            before = walk.nodes
            walk.advance(self._pause(control, effort, walk.nodes), most)
            stopped = control.spend(walk.nodes - before)
        complete = walk.done
        if isinstance(question, Every) and not question.ordered and most is not None:
            complete = complete or len(solutions) >= most
        if canonical:
            solutions = [s for s in solutions if puzzle.group.is_canonical(s)]
            for s in solutions:
                counts[len(s)] = counts.get(len(s), 0) + 1
        else:
            counts = dict(walk.counts)
        if not isinstance(question, Every):
            solutions = []
        return Tally(counts, tuple(sorted(solutions)), walk.nodes, complete)

    def _pause(self, control: Control, effort: Effort, nodes: int) -> int:
        pause = self.pause_nodes
        if effort.nodes is not None:
            pause = min(pause, effort.nodes - nodes)
        left = control.nodes_left
        return max(1, pause if left is None else min(pause, left))

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Multiply over components and average over symmetries; a partial count rounds up."""
        assert isinstance(puzzle, Placement)
        if isinstance(question, Every):
            return add_tallies(tally for _, tally in results)
        parts = [branch.part for branch in parts_of(puzzle, question)]
        return combined(puzzle, question, results, parts)


def _reached(limit: int | None, number: int) -> bool:
    return limit is not None and number >= limit


@lru_cache(maxsize=16)
def _estimate(puzzle: Placement) -> float:
    return estimate_nodes(model_of(puzzle))


class PropagateEngine(PropagationEngine):
    """Search by propagation in Python: slower than compiled code, but it starts at once."""

    name = "propagate"
    light = True
    seconds_a_node = 60e-6
    start_seconds = READY_SECONDS
    pause_nodes = 200

    def walk(self, model: Model, state: State | None, listing: bool) -> Walk:
        """Return the readable search."""
        return Search(model, state, listing)


class CompiledEngine(PropagationEngine):
    """The same search as machine code: starts in about half a second, then is far faster."""

    name = "compiled"
    releases_gil = True
    seconds_a_node = 0.8e-6
    start_seconds = 0.5
    pause_nodes = 50_000

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return COMPILED in sys.modules

    def walk(self, model: Model, state: State | None, listing: bool) -> Walk:
        """Return the compiled search; the first one loads the compiler."""
        from everyway.families.placement.compiled import CompiledSearch

        return CompiledSearch(model, state, listing)
