"""A second method: counts without listing, square by square, by what matters at the frontier.

A link with opposite hinges is an edge between two points of the lattice whose row and column have
a sum of one parity. So a fold of a chain of such links is an Eulerian trail of the graph of these
points, an edge a square; and such a trail is a way to pair up the edges at each
point, so that all of them make one trail. A fold of a snake of any word is a Hamiltonian path.

Both are counted by passing through the points, or squares, in order. Of what lies behind, only
this matters: which of the open ends belong together. Equal states are added up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Engine, Offer, Stopped, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question, Sizes
from everyway.core.walking import Nodes
from everyway.families.chain.hinge import OPPOSITE, Chain, Point
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import SnakeCube
from everyway.geometry.notation import cell_at, coordinates_of

SECONDS_A_STEP = 12e-6
MOST_STATES = 600_000
"""More would not fit into the memory of a small machine."""
END = -1
"""Stands for the end of a path where an open end's partner is asked for."""

Edge = tuple[int, int]
State = tuple[tuple[int, int], ...]
Spend = Callable[[], bool]


def pairings(items: Sequence[int]) -> Iterator[list[Edge]]:
    """Yield every way to part an even number of *items* into pairs: (n-1)!! of them.

    >>> len(list(pairings(range(4))))
    3
    """
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for i, other in enumerate(rest):
        for more in pairings([*rest[:i], *rest[i + 1 :]]):
            yield [(first, other), *more]


def count_circuits(edges: Sequence[Edge], spend: Spend) -> int:
    """Return the number of Eulerian circuits of a graph, cyclic order and direction left open.

    Vertices are numbers and are passed in their order. Half-edges are numbered: 2e at the end of
    edge e that comes first, 2e + 1 at the other. A vertex of degree 2k has (2k-1)!! pairings.

    >>> count_circuits([(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)], lambda: False)
    2
    """
    at: dict[int, list[int]] = {}
    for e, (a, b) in enumerate(edges):
        at.setdefault(min(a, b), []).append(2 * e)
        at.setdefault(max(a, b), []).append(2 * e + 1)
    vertices = sorted(at)
    counts: dict[State, int] = {(): 1}
    for vertex in vertices:
        halves = at[vertex]
        if len(halves) % 2:
            return 0
        ways = list(pairings(halves))
        following: dict[State, int] = {}
        for state, number in counts.items():
            for pairs in ways:
                if spend():
                    raise Stopped
                after = _joined(state, halves, pairs, vertex == vertices[-1])
                if after is not None:
                    following[after] = following.get(after, 0) + number
        counts = following
    return counts.get((), 0) if edges else 0


def _joined(state: State, halves: Sequence[int], pairs: list[Edge], last: bool) -> State | None:
    """Return the state after a vertex with these *pairs*, or None if a circuit closes too soon."""
    partner = dict(state)
    for half in halves:
        if half % 2 == 0:
            partner[half], partner[half + 1] = half + 1, half
    for x, y in pairs:
        a, b = partner.pop(x), partner.pop(y)
        if a == y:
            if partner or not last:
                return None
        else:
            partner[a], partner[b] = b, a
    return tuple(sorted(partner.items()))


def count_paths(near: Sequence[Sequence[int]], spend: Spend) -> int:
    """Return the number of Hamiltonian paths of a graph, direction left open.

    ``near[v]`` are the neighbours of vertex v. Vertices are passed in order; an open end is an edge
    of the path to a vertex that is still to come, with its partner: the other open end, or END.

    >>> count_paths([[1, 3], [0, 2], [1, 3], [0, 2]], lambda: False)
    4
    """
    size = len(near)
    if size < 2:
        return 1
    counts: dict[State, int] = {(): 1}
    for vertex in range(size):
        later = [vertex * size + w for w in near[vertex] if w > vertex]
        following: dict[State, int] = {}
        for state, number in counts.items():
            if spend():
                raise Stopped
            for after in _extended(state, vertex, later, size):
                following[after] = following.get(after, 0) + number
        counts = following
    return counts.get((), 0)


def _extended(state: State, vertex: int, later: Sequence[int], size: int) -> Iterator[State]:
    """Yield the states after *vertex*; an edge is the number of its ends, the first one leading."""
    last = vertex == size - 1
    arriving = [edge for edge, _ in state if edge % size == vertex]
    if len(arriving) > 2:
        return
    base = dict(state)
    far = [base.pop(edge) for edge in arriving]
    ends = sum(other == END for other in base.values())
    if len(arriving) == 2:
        if far[0] != arriving[1]:
            yield from _linked(base, far[0], far[1], last)
    elif len(arriving) == 1:
        if ends + (far[0] == END) < 2 or far[0] == END:
            yield from _linked(base, far[0], END, last)
        for edge in later:
            yield from _linked({**base, edge: END}, far[0], edge, last)
    else:
        if ends < 2:
            for edge in later:
                yield tuple(sorted({**base, edge: END}.items()))
        for i, edge in enumerate(later):
            for other in later[i + 1 :]:
                yield tuple(sorted({**base, edge: other, other: edge}.items()))


def _linked(base: dict[int, int], a: int, b: int, last: bool) -> Iterator[State]:
    """Yield the state in which *a* and *b* are the ends of one part; none if it is cut off."""
    if a == b == END:
        if last and not base:
            yield ()
        return
    partner = dict(base)
    for mine, other in ((a, b), (b, a)):
        if mine != END:
            partner[mine] = other
    if sum(other == END for other in partner.values()) <= 2:
        yield tuple(sorted(partner.items()))


# --- the graphs of the puzzles ---


def trail_graph(puzzle: Chain, parity: int) -> list[tuple[Point, Point]]:
    """Return an edge for each square: the two corners whose row and column sum has this parity."""
    edges = []
    for cell in puzzle.squares:
        first = sum(divmod(cell, puzzle.board.shape[1])) % 2 != parity
        edges.append((puzzle.entry_point(cell, first), puzzle.entry_point(cell, first + 2)))
    return edges


def count_trails(puzzle: Chain, parity: int, spend: Spend) -> int:
    """Return the number of folds of a chain of ``D`` whose hinges lie on points of one parity."""
    edges = trail_graph(puzzle, parity)
    degree: dict[Point, int] = {}
    for edge in edges:
        for point in edge:
            degree[point] = degree.get(point, 0) + 1
    odd = [point for point in sorted(degree) if degree[point] % 2]
    if len(odd) > 2 or (odd and puzzle.closed):
        return 0
    tall = puzzle.board.shape[0] >= puzzle.board.shape[1]
    points = sorted(degree, key=None if tall else lambda point: point[::-1])
    number = {point: i for i, point in enumerate(points)}
    numbered = [(number[a], number[b]) for a, b in edges]
    if odd:
        # One more edge closes an open trail; it can be read in two directions.
        closing = (number[odd[0]], number[odd[1]])
        return 2 * count_circuits([*numbered, closing], spend)
    # A circuit can begin at each square, in two directions.
    return 2 * len(edges) * count_circuits(numbered, spend)


def faces(puzzle: SnakeCube) -> list[list[int]]:
    """Return for each square, in order, the places of the squares that share a face with it."""
    board = puzzle.board
    place = {cell: i for i, cell in enumerate(puzzle.squares)}
    found = []
    for cell in puzzle.squares:
        here = coordinates_of(board.shape, cell)
        near = []
        for axis in range(len(board.shape)):
            for step in (-1, 1):
                there = board.step(here, [step * (a == axis) for a in range(len(board.shape))])
                if there is not None and cell_at(board.shape, there) in place:
                    near.append(place[cell_at(board.shape, there)])
        found.append(sorted(near))
    return found


@lru_cache(maxsize=64)
def width_of(puzzle: LinkPuzzle) -> int:
    """Return about how many ends are open at once: what the number of states depends on."""
    if isinstance(puzzle, Chain):
        return min(puzzle.board.shape)
    assert isinstance(puzzle, SnakeCube)
    near = faces(puzzle)
    return max((_cut(near, vertex) for vertex in range(len(near))), default=0)


def _cut(near: Sequence[Sequence[int]], vertex: int) -> int:
    return len({w for v in range(max(0, vertex - len(near) // 2), vertex) for w in near[v]
                if w >= vertex})  # fmt: skip


def most_states(puzzle: LinkPuzzle, width: int) -> float:
    """Return about how many states there are at most; numbers too large count as infinite.

    For chains these are the ways to pair up the open ends, among them those of the edge that
    closes an open trail.
    """
    if width > 40:
        return float("inf")
    if isinstance(puzzle, Chain):
        return float(prod(range(width - 1 if width % 2 == 0 else width, 0, -2)))
    return 3.0**width


class FrontierEngine(Engine):
    """Counts by a dynamic program; for unmarked chains of ``D`` and snakes of any word."""

    name = "frontier"
    method = "dynamic programming"
    light = False
    direct = frozenset({Count, Sizes})

    @property
    def ready(self) -> bool:
        """Whether the engine starts at once: it is plain Python."""
        return True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count folds of which nothing but the shape is said."""
        if not isinstance(puzzle, LinkPuzzle):
            return Offer.no("only chains")
        if puzzle.fixed:
            return Offer.no("counts no fixed links")
        if isinstance(puzzle, Chain):
            if set(puzzle.word) - {OPPOSITE} or puzzle.marks:
                return Offer.no("counts only chains of D without marks")
        elif isinstance(puzzle, SnakeCube) and puzzle.word is not None:
            return Offer.no("counts only snakes of any word")
        if question.up_to and (puzzle.reversible or not acts_freely(puzzle)):
            return Offer.no("some folds have a symmetry of their own")
        width = width_of(puzzle)
        states = most_states(puzzle, width)
        if states > MOST_STATES:
            return Offer.no(f"a frontier of {width} has too many states to hold")
        steps = 30.0 + puzzle.length * states
        why = f"a dynamic program over a frontier of {width}"
        return Offer(True, 1e-4 + steps * SECONDS_A_STEP, why, steps)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return a branch for each parity of the hinges' points; for a snake, the whole."""
        return Branch().children((0, 1)) if isinstance(puzzle, Chain) else [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count the folds of one branch."""
        assert isinstance(puzzle, LinkPuzzle)
        steps = Nodes(control, effort)
        try:
            if steps.stopped:
                raise Stopped
            number = self._count(puzzle, branch, lambda: not steps.visit())
        except Stopped:
            return Tally(nodes=steps.number, complete=False)
        finally:
            steps.settle()
        return Tally({puzzle.length: number} if number else {}, nodes=steps.number)

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Add up; orbits are counted after that, as a symmetry may exchange the parities.

        No symmetry but the identity leaves a fold as it is, so all orbits have the same size; a
        partial count is rounded up.
        """
        assert isinstance(puzzle, LinkPuzzle)
        whole = super().combine(puzzle, question, results)
        if not question.up_to:
            return whole
        order = len(puzzle.symmetries)
        return replace(whole, counts={s: -(-n // order) for s, n in whole.counts.items()})

    def _count(self, puzzle: LinkPuzzle, branch: Branch, spend: Spend) -> int:
        if not puzzle.length:
            return 1 if not branch.path or branch.path[0] == 0 else 0
        if isinstance(puzzle, Chain):
            return count_trails(puzzle, branch.path[0], spend)
        assert isinstance(puzzle, SnakeCube)
        paths = count_paths(faces(puzzle), spend)
        both = puzzle.length > 1 and not puzzle.reversible
        return 2 * paths if both else paths


def acts_freely(puzzle: LinkPuzzle) -> bool:
    """Return whether no symmetry but the identity leaves any fold as it is."""
    return not any(may_fix(puzzle, g) for g in puzzle.symmetries[1:])


def may_fix(puzzle: LinkPuzzle, g: Iterable[int]) -> bool:
    """Return whether a link can lie on every square so that the symmetry *g* leaves it there."""
    image = list(g)
    states = 4 if isinstance(puzzle, Chain) else 1
    return all(
        any(image[states * cell + q] == states * cell + q for q in range(states))
        for cell in puzzle.squares
    )
