"""The search engine: the tree of ``plain``, cut earlier, as machine code.

Beginnings are given up when some free square has too few ways left, when no square is left from
which a closed tour could return, and, on boards of at most 64 squares, when the free squares no
longer hang together.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.tour.impossible import why_none
from everyway.families.tour.plain import MOST_SQUARES, PlainEngine, rules_of
from everyway.families.tour.puzzle import Tour

if TYPE_CHECKING:
    from everyway.families.tour.search_kernel import Graph, Walk

NODES_A_SECOND = 1.5e6
NODES_A_CALL = 50_000
ROOM = 1_000_000
"""How many numbers a list of tours found in one call may take."""
SMALL = 64
DEEP = 3
"""How many squares the prefixes of branches have, from which a count is split."""


@lru_cache(maxsize=1)
def _loaded() -> Any:
    """Return the module of the kernels."""
    from everyway.families.tour import search_kernel

    return search_kernel


class SearchEngine(Engine):
    """Backtracking with look-ahead, compiled: lists in order, and counts on boards of any shape."""

    name = "search"
    version = "2"
    method = "backtracking with look-ahead"
    releases_gil = True

    @property
    def ready(self) -> bool:
        """Whether the kernels are loaded."""
        return _loaded.cache_info().currsize > 0

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything on a board that is not large."""
        if not isinstance(puzzle, Tour):
            return Offer.no("only tours")
        squares = puzzle.board.squares
        if squares > MOST_SQUARES or puzzle.board.size > 10 * MOST_SQUARES:
            return Offer.no(f"searches boards of at most {MOST_SQUARES} squares")
        start = 0.01 if self.ready else 0.6
        if squares > SMALL:
            return Offer(True, 3600.0, f"backtracking on a board of over {SMALL} squares")
        nodes = PlainEngine().nodes_of(puzzle, question)[0]
        return Offer(True, start + nodes / NODES_A_SECOND, "compiled backtracking", nodes, "probed")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole, to be split into beginnings of three squares; for a list, of one."""
        assert isinstance(puzzle, Tour)
        if why_none(puzzle) is not None:
            return []
        return [Branch()]

    def is_coarse(self, puzzle: Puzzle, question: Question, branch: Branch) -> bool:
        """Return whether there are fewer squares in a branch's beginning than it should have."""
        assert isinstance(puzzle, Tour)
        depth = 1 if isinstance(question, Every) and question.ordered else DEEP
        return len(branch.path) < min(depth, puzzle.board.squares)

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next square. A branch's path is the squares that its tours begin with."""
        assert isinstance(puzzle, Tour)
        rules = rules_of(puzzle)
        if len(branch.path) == rules.length:
            return []
        return branch.children(rules.extensions(branch.path))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search one branch, with a pause now and then to ask whether to stop."""
        assert isinstance(puzzle, Tour)
        import numpy as np

        limit = question.limit if isinstance(question, Every) else None
        if limit == 0 or control.spend(0):
            return Tally(complete=limit == 0)
        if puzzle.board.squares == 0:
            return Tally({0: 1}, ((),) if isinstance(question, Every) else ())
        walk = Walking(puzzle, branch.path, question.up_to is not None)
        length = walk.length
        most = max(1, ROOM // length)
        rows = np.zeros((most if isinstance(question, Every) else 1, length), dtype=np.int64)
        address = walk.memory.keep(rows) if isinstance(question, Every) else 0
        solutions: list[Data] = []
        number = nodes = 0
        listed = effort.listed(question)
        while True:
            room = most if address else NODES_A_CALL
            if limit is not None:
                room = min(room, limit - number)
            budget = NODES_A_CALL
            if control.nodes_left is not None:
                budget = max(1, min(budget, control.nodes_left))
            over, spent, found = walk.go_on(address, room, budget)
            nodes += spent
            number += found
            if address:
                solutions += map(tuple, walk.squares[rows[:found]].tolist())
            stopped = control.spend(spent)
            if over or number == limit:
                complete = True
                break
            many = listed is not None and number > listed
            if stopped or many or (effort.nodes is not None and nodes >= effort.nodes):
                complete = False
                break
        counts = {length: number} if number else {}
        return Tally(counts, tuple(solutions), nodes, complete)


class Walking:
    """A walk in the kernel's form, with the memory that it needs."""

    def __init__(self, puzzle: Tour, prefix: Data, canonical: bool) -> None:
        import numpy as np

        from everyway.kernels.memory import Memory

        self.kernel = _loaded()
        self.memory = Memory()
        self.squares = np.array(puzzle.board.cells, dtype=np.int64)
        self.length = len(self.squares)
        number = {int(cell): i for i, cell in enumerate(self.squares)}
        self.graph = self._graph(puzzle, number, canonical)
        given = np.array([number[cell] for cell in prefix] or [0], dtype=np.int64)
        degrees = [len(puzzle.graph[cell]) for cell in puzzle.board.cells]
        self._state = np.zeros(5, dtype=np.int64)
        self._state[self.kernel.ONES] = degrees.count(1)
        self._state[self.kernel.ZEROS] = degrees.count(0)
        keep, zeros = self.memory.keep, self.memory.zeros
        self.walk: Walk = self.kernel.Walk(
            path=zeros(self.length + 1),
            turn=zeros(self.length + 1),
            visited=zeros(self.length),
            ways=keep(np.array(degrees, dtype=np.int64)),
            places=zeros(self.length),
            prefix=keep(given),
            given=len(prefix),
            state=keep(self._state),
        )

    def _graph(self, puzzle: Tour, number: dict[int, int], canonical: bool) -> Graph:
        import numpy as np

        def keep(values: list[int]) -> int:
            return self.memory.keep(np.array(values or [0], dtype=np.int64))

        near = [[number[other] for other in puzzle.graph[cell]] for cell in puzzle.board.cells]
        first = [0]
        for others in near:
            first.append(first[-1] + len(others))
        small = self.length <= SMALL
        words = [sum(1 << o for o in others) if small else 0 for others in near]
        # Bit 63 makes a word negative, which is all the same to a set of bits.
        words = [word - (1 << 64) if word >> 63 else word for word in words]
        starts = [number[cell] for cell in rules_of(puzzle).starts()]
        symmetries = puzzle.symmetries[1:] if canonical else ()
        base = -1 if not puzzle.closed or puzzle.base is None else number[puzzle.base]
        images, origins = [], []
        for image, _ in symmetries:
            row = [number[image[cell]] for cell in puzzle.board.cells]
            images += row
            origins.append(row.index(base) if base >= 0 else 0)
        graph: Graph = self.kernel.Graph(
            squares=self.length,
            first=keep(first),
            near=keep([other for others in near for other in others]),
            words=keep(words),
            small=int(small),
            starts=keep(starts),
            number=len(starts),
            closed=int(puzzle.closed),
            base=base,
            end=-1 if puzzle.end is None else number[puzzle.end],
            both=int(puzzle.reversible),
            images=keep(images),
            origins=keep(origins),
            turned=keep([int(reverse) for _, reverse in symmetries]),
            symmetries=len(symmetries),
        )
        return graph

    def go_on(self, rows: int, most: int, budget: int) -> tuple[bool, int, int]:
        """Return whether the walk is over, the nodes spent, and the number of tours found."""
        over = self.kernel.search(self.graph, self.walk, rows, most, budget)
        state = self._state
        return bool(over), int(state[self.kernel.NODES]), int(state[self.kernel.FOUND])
