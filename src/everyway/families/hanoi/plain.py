"""The reference engine: breadth-first search over the states, in pure Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Largest, Question, Sizes, Smallest
from everyway.core.walking import Nodes, gather
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.solution import LONG
from everyway.families.hanoi.states import State, reversed_arcs, steps
from everyway.families.hanoi.symmetry import Permutation, count_orbits, group

NODES_A_SECOND = 60_000
MOST_STATES = 3_000_000
KEPT = 1 << 17
ENDS_HERE = -1
"""Stands in a branch's path for: the sequence ends here."""


class Atlas:
    """How far the states are from the start, and which moves are on shortest ways.

    ``far`` are the distances of the states in the order in which they were met; ``layers`` the
    same by distance. ``complete`` is false when the search was stopped; the layers before the
    last are then all there is at their distance.
    """

    def __init__(self, puzzle: Hanoi, control: Control) -> None:
        self.puzzle = puzzle
        self.control = control
        self.far: dict[State, int] = {}
        self.first_move: dict[State, tuple[int, State]] = {}
        self.layers: list[list[State]] = []
        self.visited = Nodes(control)
        self.complete = self._spread()
        self.visited.settle()
        self.ways: dict[State, int] = {}
        self.following = lru_cache(maxsize=KEPT)(self._following)
        if self.complete and not puzzle.any_goal:
            self._look_back()

    def _spread(self) -> bool:
        """Search layer by layer to the goal, or everywhere; return whether it was finished."""
        puzzle = self.puzzle
        layer = [puzzle.start_state]
        self.far[puzzle.start_state] = 0
        goal = None if puzzle.any_goal else puzzle.goal_state
        arcs = puzzle.arcs
        while layer:
            self.layers.append(layer)
            if goal in self.far:
                return True
            following: list[State] = []
            for state in layer:
                if not self.visited.visit():
                    return False
                for code, after in steps(state, arcs, puzzle.pegs):
                    if after not in self.far:
                        self.far[after] = len(self.layers)
                        self.first_move[after] = (code, state)
                        following.append(after)
            layer = following
        return True

    def _look_back(self) -> None:
        """Count the shortest ways to the goal from each state that lies on one."""
        goal = self.puzzle.goal_state
        if goal not in self.far:
            return
        back = reversed_arcs(self.puzzle.arcs)
        layer = {goal: 1}
        while layer:
            self.ways.update(layer)
            before: dict[State, int] = {}
            for state, number in layer.items():
                for _, earlier in steps(state, back, self.puzzle.pegs):
                    if self.far.get(earlier) == self.far[state] - 1:
                        before[earlier] = before.get(earlier, 0) + number
            layer = before

    @property
    def nodes(self) -> int:
        """How many states were searched."""
        return self.visited.number

    @property
    def proved(self) -> int:
        """The distance up to which all states are known."""
        return len(self.layers) - 1

    def _following(self, state: State) -> list[tuple[int, State]]:
        """Return the moves from *state* that solutions make, in order, each with what is next."""
        puzzle = self.puzzle
        found = steps(state, puzzle.arcs, puzzle.pegs)
        if puzzle.any_goal:
            return [(c, after) for c, after in found if self.first_move.get(after) == (c, state)]
        further = self.far[state] + 1
        return [(c, s) for c, s in found if self.far.get(s) == further and s in self.ways]

    def ends_at(self, state: State) -> bool:
        """Return whether a solution ends at *state*."""
        return self.puzzle.any_goal or state == self.puzzle.goal_state

    def way_to(self, state: State) -> Data:
        """Return the lexicographically first of the shortest sequences to *state*."""
        moves = []
        while self.far[state]:
            code, state = self.first_move[state]
            moves.append(code)
        return tuple(reversed(moves))


def walk(atlas: Atlas, moves: Data, state: State) -> Iterator[tuple[Data, State] | None]:
    """Yield the solutions that begin with *moves*, which lead to *state*; None at each node."""
    path = list(moves)
    yield None
    if atlas.ends_at(state):
        yield tuple(path), state
    stack = [iter(atlas.following(state))]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            if stack:
                path.pop()
            continue
        code, after = step
        path.append(code)
        yield None
        if atlas.ends_at(after):
            yield tuple(path), after
        stack.append(iter(atlas.following(after)))


def is_canonical(
    atlas: Atlas, permutations: tuple[Permutation, ...], moves: Data, state: State
) -> bool:
    """Return whether no permutation of the pegs gives a solution that comes before *moves*."""
    pegs = atlas.puzzle.pegs
    for image in permutations[1:]:
        if atlas.puzzle.any_goal:
            other = atlas.way_to(tuple(image[peg] for peg in state))
        else:
            other = tuple(image[c // pegs] * pegs + image[c % pegs] for c in moves)
        if other < moves:
            return False
    return True


class PlainEngine(Engine):
    """Breadth-first search, the oracle that every other engine is compared with."""

    name = "plain"
    method = "breadth-first search"
    light = True
    direct = frozenset({Count, Sizes, Every, Smallest, Largest})

    def __init__(self) -> None:
        self._atlases: dict[Hanoi, Atlas] = {}

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about up to three million states."""
        if not isinstance(puzzle, Hanoi):
            return Offer.no("only the Tower of Hanoi")
        states = puzzle.number_of_states if puzzle.discs < 64 or puzzle.pegs == 1 else 2**64
        if states > MOST_STATES:
            return Offer.no("too many states for pure Python")
        listed = not isinstance(question, Count | Sizes) and not puzzle.any_goal
        if listed and puzzle.pegs == 3 and states > LONG:
            return Offer.no("solutions may be too long to be searched out")
        if question.up_to and group(puzzle) is None:
            return Offer.no("too many permutations of pegs")
        seconds = states / NODES_A_SECOND * max(1.0, puzzle.pegs * (puzzle.pegs - 1) / 6)
        return Offer(
            True, seconds, f"breadth-first search of up to {states} states", states, "measured"
        )

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: the states must be searched before it can be split."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next move, once the states are known. A path is made of moves."""
        assert isinstance(puzzle, Hanoi)
        atlas = self._atlases.get(puzzle)
        if atlas is None or not atlas.complete or ENDS_HERE in branch.path:
            return []
        state = self._follow(atlas, branch.path)
        ends = [ENDS_HERE] if atlas.ends_at(state) else []
        return branch.children([*ends, *(code for code, _ in atlas.following(state))])

    def _follow(self, atlas: Atlas, path: Data) -> State:
        state = atlas.puzzle.start_state
        for code in path:
            if code != ENDS_HERE:
                state = next(after for c, after in atlas.following(state) if c == code)
        return state

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search the states, then list or count the solutions of one branch."""
        assert isinstance(puzzle, Hanoi)
        if isinstance(question, Every) and question.limit == 0:
            return Tally()
        atlas = self._atlases.get(puzzle)
        if atlas is None:
            atlas = Atlas(puzzle, control)
            if atlas.complete:
                self._atlases = {puzzle: atlas}
        if isinstance(question, Smallest | Largest):
            return _optimum(atlas, question)
        if not atlas.complete:
            counts = _so_far(atlas) if isinstance(question, Count | Sizes) else {}
            return Tally({} if question.up_to else counts, (), atlas.nodes, False)
        if isinstance(question, Every):
            return self._list(atlas, question, branch, control, effort)
        return self._count(atlas, question, branch, control)

    def _count(self, atlas: Atlas, question: Question, branch: Branch, control: Control) -> Tally:
        puzzle = atlas.puzzle
        if branch.path or (question.up_to and puzzle.any_goal):
            # A part is listed and counted: parts are small.
            return self._list(atlas, question, branch, control, NO_LIMIT)
        if puzzle.any_goal:
            counts = {d: len(layer) for d, layer in enumerate(atlas.layers)}
            return Tally(counts, (), atlas.nodes)
        counts = _ways(atlas) or {}
        if question.up_to and counts:
            orbits = count_orbits(puzzle, lambda p: _ways(Atlas(p, control)))
            if orbits is None or control.spend(0):
                return Tally(nodes=atlas.nodes, complete=False)
            counts = dict.fromkeys(counts, orbits)
        return Tally(counts, (), atlas.nodes)

    def _list(
        self, atlas: Atlas, question: Question, branch: Branch, control: Control, effort: Effort
    ) -> Tally:
        path = tuple(code for code in branch.path if code != ENDS_HERE)
        ended = len(path) < len(branch.path)
        state = self._follow(atlas, path)
        if not (atlas.puzzle.any_goal or state in atlas.ways):
            return Tally(nodes=atlas.nodes)
        permutations = (group(atlas.puzzle) or ()) if question.up_to else ()

        def events() -> Iterator[Data | None]:
            for event in walk(atlas, path, state):
                if event is None:
                    yield None
                elif is_canonical(atlas, permutations, *event):
                    yield event[0]
                if event is not None and ended:
                    return

        # Which solutions are the first of their orbits was just looked at, with the states known.
        tally = gather(atlas.puzzle, replace(question, up_to=None), events(), control, effort)
        return replace(tally, nodes=atlas.nodes + tally.nodes)


def _ways(atlas: Atlas) -> dict[int, int] | None:
    """Return the number of shortest ways by their length, none where the goal is out of reach."""
    if not atlas.complete:
        return None
    puzzle = atlas.puzzle
    if puzzle.start_state not in atlas.ways:
        return {}
    return {atlas.far[puzzle.goal_state]: atlas.ways[puzzle.start_state]}


def _so_far(atlas: Atlas) -> dict[int, int]:
    """Return what a stopped search has counted: the states of all finished layers."""
    if not atlas.puzzle.any_goal:
        return {}
    return {d: len(layer) for d, layer in enumerate(atlas.layers)}


def _optimum(atlas: Atlas, question: Question) -> Tally:
    """Return the nearest or farthest goal with the first sequence to it."""
    puzzle = atlas.puzzle
    nodes = atlas.nodes
    if puzzle.any_goal and isinstance(question, Smallest):
        return Tally({}, ((),), nodes)  # the start itself
    if puzzle.any_goal and atlas.complete:
        return Tally({}, (atlas.way_to(atlas.layers[-1][0]),), nodes)
    if not atlas.complete:
        if not puzzle.any_goal:
            return Tally({}, (), nodes, False, (atlas.proved + 1, None))
        way = atlas.way_to(atlas.layers[-1][0]) if atlas.layers else ()
        return Tally({}, (way,), nodes, False, (len(way), None))
    if puzzle.goal_state not in atlas.far:
        return Tally(nodes=nodes)
    return Tally({}, (atlas.way_to(puzzle.goal_state),), nodes)
