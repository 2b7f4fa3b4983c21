"""The covering engine: branch and bound for placements that must cover the board.

Counting takes symmetry apart by orbits of squares: every solution holds a square of some orbit,
and the branch of an orbit has the solutions with its first square and none of the orbits before.
A solution with c squares in the orbit is met c times among the o images of that square, so it
stands for o/c solutions, and for o/c times its stabiliser's share of the group, orbits.

Lists in order have branches of another kind: beginnings of solutions, square by square.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING

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
from everyway.core.question import Every, Largest, Question
from everyway.families.placement.model import are_small, bits, bitset_of
from everyway.families.placement.puzzle import Placement

if TYPE_CHECKING:
    from everyway.families.placement.covering import CoveringSearch, Start, Weights

ORDERED, WHOLE, ORBIT = "ordered", "whole", "orbit"
MOST_SQUARES = 2048
PAUSE_NODES = 100_000
READY_SECONDS, START_SECONDS = 0.002, 0.5
SECONDS_A_NODE = 0.05e-6
"""For a set of one word; a node looks at every word of the sets of all its squares."""

DEEP, DEEPER = 45.0, 62.0
"""From which product of pieces and logarithm of squares on branches are split once, and twice."""

ENDS = 0
"""The step of an ordered path after which nothing comes; other steps are squares, from 1 on."""


class Ground:
    """A puzzle in the terms of the search: squares by number, what is near each, how to begin."""

    def __init__(self, puzzle: Placement) -> None:
        cells = puzzle.board.cells
        self.cells = cells
        number = {cell: v for v, cell in enumerate(cells)}
        self.near = [bitset_of(number[c] for c in (*puzzle.attacks[cell], cell)) for cell in cells]
        self.fixed = tuple(sorted(number[cell] for cell in puzzle.fixed))
        everything = (1 << len(cells)) - 1
        covered = 0
        for v in self.fixed:
            covered |= self.near[v]
        self.uncovered = everything & ~covered
        self.candidates = self.uncovered if puzzle.peaceful else everything & ~bitset_of(self.fixed)
        self.peaceful = puzzle.peaceful
        self.least, self.most = puzzle.size_range()
        self.images = tuple(tuple(number[g[cell]] for cell in cells) for g in puzzle.group.elements)

    @cached_property
    def orbits(self) -> list[tuple[int, ...]]:
        """The orbits of the candidates, those whose squares cover most first."""
        seen: set[int] = set()
        found = []
        for v in bits(self.candidates):
            if v not in seen:
                orbit = tuple(sorted({image[v] for image in self.images}))
                seen.update(orbit)
                found.append(orbit)
        return sorted(found, key=lambda orbit: (-self.near[orbit[0]].bit_count(), orbit))

    def squares_of(self, members: Sequence[int]) -> Data:
        """Return the cells of the squares *members*."""
        return tuple(self.cells[v] for v in members)


@lru_cache(maxsize=16)
def ground_of(puzzle: Placement) -> Ground:
    """Return *puzzle* in the terms of the search."""
    return Ground(puzzle)


@lru_cache(maxsize=4096)
def _start(puzzle: Placement, part: str, path: tuple[int, ...]) -> Start | None:
    """Return where the branch begins; None for one that ends at its beginning."""
    from everyway.families.placement.covering import Start

    ground = ground_of(puzzle)
    if part == ORDERED:
        return _after(puzzle, path)
    if path:
        return _children(puzzle, part, path[:-1])[path[-1]]
    start = Start(ground.uncovered, ground.candidates, ground.fixed)
    if part == WHOLE:
        return start
    orbits = ground.orbits
    place = int(part.removeprefix(f"{ORBIT}."))
    barred = bitset_of(v for orbit in orbits[:place] for v in orbit)
    return _occupied(
        ground, start._replace(candidates=start.candidates & ~barred), orbits[place][0]
    )


def _occupied(ground: Ground, start: Start, v: int) -> Start:
    """Return *start* with the square *v* occupied."""
    uncovered = start.uncovered & ~ground.near[v]
    candidates = start.candidates & ~(1 << v)
    return type(start)(uncovered, candidates, (*start.chosen, v))


@lru_cache(maxsize=512)
def _children(puzzle: Placement, part: str, path: tuple[int, ...]) -> list[Start]:
    """Return where the children of a branch's first node begin."""
    start = _start(puzzle, part, path)
    assert start is not None
    return _search(ground_of(puzzle), start, listing=False).children()


def _search(
    ground: Ground, start: Start, listing: bool, weights: Weights | None = None
) -> CoveringSearch:
    from everyway.families.placement.covering import CoveringSearch, Weights

    how = weights or Weights()
    return CoveringSearch(
        ground.near, start, ground.least, ground.most, ground.peaceful, how, listing
    )


def _after(puzzle: Placement, path: tuple[int, ...]) -> Start | None:
    """Return where the solutions begin whose first squares are those of an ordered *path*."""
    from everyway.families.placement.covering import Start

    ground = ground_of(puzzle)
    start = Start(ground.uncovered, ground.candidates, ground.fixed)
    for step in path:
        if step == ENDS:
            return None
        v = step - 1
        passed = (1 << v) - 1
        if v in ground.fixed:
            start = start._replace(candidates=start.candidates & ~passed)
        else:
            start = _occupied(ground, start._replace(candidates=start.candidates & ~passed), v)
            if ground.peaceful:
                start = start._replace(candidates=start.candidates & start.uncovered)
    return start


def _next_steps(ground: Ground, path: tuple[int, ...], start: Start) -> list[int]:
    """Return the steps after an ordered *path*: the end, or a square beyond the last."""
    last = path[-1] - 1 if path else -1
    furthest = len(ground.cells) - 1
    for u in bits(start.uncovered):
        furthest = min(furthest, (ground.near[u] & start.candidates).bit_length() - 1)
    ahead = [v for v in ground.fixed if v > last][:1]
    may_end = not start.uncovered and not ahead and len(path) >= ground.least
    squares = start.candidates if len(start.chosen) < ground.most else 0
    squares |= bitset_of(ahead)
    # Beyond the last candidate of an uncovered square, or the next fixed square, it is too late.
    furthest = min([furthest, *ahead])
    squares &= (1 << (furthest + 1)) - 1
    return ([ENDS] if may_end else []) + [v + 1 for v in bits(squares) if v > last]


class CoverEngine(Engine):
    """Branch and bound on the squares to be covered: compiled, exact, by orbits of squares.

    For placements that cover, with any number of pieces, and no quotas by row or region.
    """

    name = "cover"
    version = "3"
    method = "covering branch and bound"
    releases_gil = True
    declines = frozenset({Largest})

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return "everyway.families.placement.covering" in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer about covering placements; the cost is a rough guess."""
        if not isinstance(puzzle, Placement) or not puzzle.covering:
            return Offer.no("only placements that cover the board")
        if puzzle.quotas or puzzle.no_touch:
            return Offer.no("knows no quotas and no other rules")
        if puzzle.board.squares > MOST_SQUARES:
            return Offer.no(f"takes boards of up to {MOST_SQUARES} squares")
        if isinstance(question, Every) and not question.ordered and question.up_to:
            return Offer.no("finds some solutions, not some orbits")
        low, high = puzzle.size_range()
        if low > high:
            return Offer.no("there is no possible number of pieces")
        if not ground_of(puzzle).uncovered:
            return Offer.no("nothing is left to be covered")
        nodes = _nodes(puzzle, isinstance(question, Every))
        words = -(-puzzle.board.squares // 64)
        start = READY_SECONDS if self.ready else START_SECONDS
        seconds = start + min(nodes * SECONDS_A_NODE * words, 1e9)
        return Offer(True, seconds, "branch and bound", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return a branch for each orbit, split where the search is deep; one for a whole list."""
        assert isinstance(puzzle, Placement)
        if isinstance(question, Every):
            if question.ordered:
                return [Branch(part=ORDERED)]
            if question.limit is None:
                return [Branch(part=WHOLE)]
        ground = ground_of(puzzle)
        number = len(ground.orbits)
        found = [Branch((), 1 / number, f"{ORBIT}.{j}") for j in range(number)]
        depth = _pieces(puzzle) * math.log(len(ground.cells))
        for bound in (DEEP, DEEPER):
            if depth > bound:
                found = [part for whole in found for part in self._parts(puzzle, whole)]
        return found

    def _parts(self, puzzle: Placement, branch: Branch) -> list[Branch]:
        """Return the parts of *branch*, or itself where its first node has no children."""
        return self.split(puzzle, Every(ordered=False), branch) or [branch]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split a branch by its first node's children, or an ordered one by the next square."""
        assert isinstance(puzzle, Placement)
        start = _start(puzzle, branch.part, branch.path)
        if start is None:
            return []
        if branch.part == ORDERED:
            return branch.children(_next_steps(ground_of(puzzle), branch.path, start))
        if not start.uncovered or len(start.chosen) + 1 >= ground_of(puzzle).most:
            return []  # what ends at the node itself would belong to none of its children
        return branch.children(range(len(_children(puzzle, branch.part, branch.path))))

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
        ground = ground_of(puzzle)
        start = _start(puzzle, branch.part, branch.path)
        if start is None:
            return self._ended(ground, question, branch, puzzle)
        if len(start.chosen) > ground.most:
            return Tally(nodes=1)  # the fixed squares have left no piece for the orbit
        canonical = question.up_to is not None and branch.part == ORDERED
        listing = isinstance(question, Every) or canonical
        most = effort.listed(question)
        if isinstance(question, Every) and not question.ordered and question.limit is not None:
            most = question.limit
        walk = _search(ground, start, listing, _weights(ground, question, branch))
        self._walk(walk, control, effort, most)
        complete = walk.done
        found = sorted(ground.squares_of(members) for members in walk.found)
        counts: dict[int, int] = {}
        for (size, _, _), number in walk.numbers.items():
            counts[size] = counts.get(size, 0) + number
        if canonical:
            found = [squares for squares in found if puzzle.group.is_canonical(squares)]
            counts = _counted(found)
        details = {}
        if isinstance(question, Every):
            if not question.ordered and most is not None:
                complete = complete or len(found) >= most
                found = found[:most]
        else:
            found = []
            if branch.part.startswith(ORBIT):
                details = {".".join(map(str, key)): n for key, n in walk.numbers.items()}
        return Tally(counts, tuple(found), walk.nodes, complete, details=details)

    def _walk(
        self, walk: CoveringSearch, control: Control, effort: Effort, most: int | None
    ) -> None:
        """Walk on until all is done, enough is found, or *control* says to stop."""
        stopped = control.spend(0)
        while not (stopped or walk.done):
            pause = PAUSE_NODES
            for left in (
                control.nodes_left,
                None if effort.nodes is None else effort.nodes - walk.nodes,
            ):
                pause = pause if left is None else min(pause, left)
            if pause <= 0 or (most is not None and sum(walk.numbers.values()) >= most):
                break
            before = walk.nodes
            walk.advance(pause, most)
            stopped = control.spend(walk.nodes - before)

    def _ended(
        self, ground: Ground, question: Question, branch: Branch, puzzle: Placement
    ) -> Tally:
        """Return the one solution that an ordered path itself is."""
        squares = ground.squares_of([step - 1 for step in branch.path[:-1]])
        if question.up_to and not puzzle.group.is_canonical(squares):
            return Tally(nodes=1)
        listed = (squares,) if isinstance(question, Every) else ()
        return Tally({len(squares): 1}, listed, 1)

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Add up what each solution that was met stands for; a partial count rounds up."""
        assert isinstance(puzzle, Placement)
        whole = add_tallies(tally for _, tally in results)
        ground = ground_of(puzzle)
        if isinstance(question, Every):
            if question.ordered or question.limit is None:
                return whole
            unfolded = _unfolded(puzzle, whole.solutions, question.limit)
            met = _counted(unfolded)
            return Tally(met, unfolded, whole.nodes, whole.complete, details=whole.details)
        sizes = [len(orbit) for orbit in ground.orbits]
        counts: dict[int, Fraction] = {}
        for branch, tally in results:
            images = sizes[int(branch.part.removeprefix(f"{ORBIT}."))]
            for key, number in tally.details.items():
                size, in_orbit, order = map(int, key.split("."))
                stands_for = Fraction(number * images, in_orbit)
                if question.up_to:
                    stands_for *= Fraction(order, len(ground.images))
                counts[size] = counts.get(size, Fraction()) + stands_for
        rounded = {size: _whole(n, whole.complete) for size, n in sorted(counts.items())}
        return Tally(rounded, (), whole.nodes, whole.complete, details=whole.details)


def _weights(ground: Ground, question: Question, branch: Branch) -> Weights | None:
    """Return by what the solutions of *branch* are counted apart, if they are."""
    if isinstance(question, Every) or not branch.part.startswith(ORBIT):
        return None
    from everyway.families.placement.covering import Weights

    orbit = ground.orbits[int(branch.part.removeprefix(f"{ORBIT}."))]
    return Weights(bitset_of(orbit), ground.images if question.up_to else ())


def _unfolded(puzzle: Placement, solutions: Sequence[Data], limit: int) -> tuple[Data, ...]:
    """Return up to *limit* solutions, first those that were met, then their images.

    What meets one square of each orbit is all there is, but for symmetry.
    """
    found = dict.fromkeys(solutions)
    for squares in solutions:
        if len(found) >= limit:
            break
        for image in puzzle.group.elements:
            found.setdefault(tuple(sorted(image[cell] for cell in squares)))
    return tuple(islice(found, limit))


def _counted(solutions: Sequence[Data]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for squares in solutions:
        counts[len(squares)] = counts.get(len(squares), 0) + 1
    return counts


def _whole(number: Fraction, complete: bool) -> int:
    if complete and number.denominator != 1:
        raise ArithmeticError(f"a number of solutions is not whole: {number}")
    return math.ceil(number)


def _pieces(puzzle: Placement) -> float:
    """Return a guess at how many pieces the search places: what is asked, or about the least."""
    ground = ground_of(puzzle)
    mean = sum(near.bit_count() for near in ground.near) / len(ground.near)
    return min(ground.most, max(ground.least, 1.8 * len(ground.near) / mean))


def _nodes(puzzle: Placement, first: bool) -> float:
    """Return a guess at the nodes of the search, which grow tenfold with each piece.

    Fitted to queens in two and three dimensions, 5 to 11 pieces; where pieces have few moves, to
    knights on toruses of 9 x 9 to 11 x 11, for which the guess at the pieces is too high. Where
    the *first* solution is wanted of any number of pieces, most of the work is to refute one piece
    less than the least number.
    """
    pieces = _pieces(puzzle)
    if first and ground_of(puzzle).most > pieces:
        pieces -= 1
    power = 0.39 * pieces - 2.9 if are_small(ground_of(puzzle).near) else 1.15 * pieces - 2.7
    return float(10 ** min(30.0, max(1.0, power)))
