"""The fast engine: a compiled search with looks ahead, symmetry of first links, and Burnside."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import Nodes, estimate
from everyway.families.chain.frontier import may_fix
from everyway.families.chain.plain import LARGE, PlainEngine, following
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import SnakeCube
from everyway.geometry.symmetry import Group

START_SECONDS = 0.6
READY_SECONDS = 0.002
SECONDS_A_NODE = 0.15e-6
PAUSE_NODES = 100_000
BIG = 3_000_000
MANY_BRANCHES = 100
OTHERS_SHARE = 0.1
"""What part of the progress the folds fixed by some symmetry are, if there can be any."""
COMPILED = "everyway.families.chain.compiled"
REVERSED = "r"


@dataclass(frozen=True)
class Part:
    """What a branch's ``part`` says: which folds are counted, and how often each.

    ``symmetry`` is the number of the symmetry that leaves the folds as they are, 0 for all folds;
    with ``is_reversed``, that carries them to their reverse. ``weight`` is the number of first
    links, or of symmetries, that this branch stands for, as they all have equally many folds.
    """

    symmetry: int
    weight: int = 1
    is_reversed: bool = False

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read a part back from ``str``."""
        symmetry, _, weight = text.removeprefix(REVERSED).partition("*")
        return cls(int(symmetry), int(weight), text.startswith(REVERSED))

    def __str__(self) -> str:
        return f"{REVERSED if self.is_reversed else ''}{self.symmetry}*{self.weight}"


class CompiledEngine(Engine):
    """Backtracking as machine code, cut off where what is free cannot be filled any more."""

    name = "compiled"
    version = "2"
    method = "pruned search"
    releases_gil = True

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        return COMPILED in sys.modules

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about a chain, at the cost of the nodes estimated."""
        if not isinstance(puzzle, LinkPuzzle):
            return Offer.no("only chains")
        start = READY_SECONDS if self.ready else START_SECONDS
        if puzzle.length > LARGE:
            return Offer(True, 1800.0, f"pruned search with more than {LARGE} links")
        nodes, folds = estimate(PlainEngine, puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes *= min(1.0, 10 * question.limit / (folds + 1))
        nodes = max(1.0, nodes**0.85)  # what the looks ahead cut off, roughly
        if not isinstance(question, Every):
            nodes /= len(puzzle.symmetries) ** 0.7  # first links are searched up to symmetry
        seconds = start + nodes * SECONDS_A_NODE * max(1.0, puzzle.length / 27)
        return Offer(True, seconds, "pruned search", nodes, "probed")

    # --- branches ---

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the branches of a list, in order; of a count, first links up to symmetry."""
        assert isinstance(puzzle, LinkPuzzle)
        if isinstance(question, Every) or not puzzle.length:
            return [Branch()]
        found = self._spread(puzzle, _first_links(puzzle))
        if not question.up_to:
            return found
        # Conjugate symmetries fix equally many folds, so one of each class is enough.
        classes = _classes(puzzle)
        others = [
            str(Part(s, members))
            for s, members in classes
            if s and may_fix(puzzle, puzzle.symmetries[s])
        ]
        if puzzle.reversible:
            others += [str(Part(s, members, True)) for s, members in classes]
        if others:
            found = [replace(b, share=(1 - OTHERS_SHARE) * b.share) for b in found]
            found += [Branch((), OTHERS_SHARE / len(others), part) for part in others]
        return found

    def _spread(self, puzzle: LinkPuzzle, branches: list[Branch]) -> list[Branch]:
        """Split *branches* level by level into many, if there is much to do."""
        if puzzle.length > LARGE or estimate(PlainEngine, puzzle)[0] < BIG:
            return branches
        while 0 < len(branches) < MANY_BRANCHES:
            following = [part for b in branches for part in (self._parts(puzzle, b) or [b])]
            if len(following) <= len(branches):
                break
            branches = following
        return branches

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next link; a branch's path is the numbers of its links."""
        assert isinstance(puzzle, LinkPuzzle)
        if branch.part and Part.parse(branch.part).is_reversed:
            return []
        return self._parts(puzzle, branch)

    def _parts(self, puzzle: LinkPuzzle, branch: Branch) -> list[Branch]:
        return branch.children(following(puzzle, branch.path))

    # --- search ---

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search one branch; a list comes in order, as it is met."""
        assert isinstance(puzzle, LinkPuzzle)
        if isinstance(question, Every) and question.limit == 0:
            return Tally()
        if len(branch.path) == puzzle.length:
            return _whole_path(puzzle, question, branch)
        part = Part.parse(branch.part) if branch.part else None
        if part is not None and part.is_reversed:
            return _count_reversed(puzzle, part, control, effort)
        if part is None and (isinstance(question, Every) or question.up_to):
            return self._list(puzzle, question, branch, control, effort)
        return self._count(puzzle, branch, part, control, effort)

    def _count(
        self,
        puzzle: LinkPuzzle,
        branch: Branch,
        part: Part | None,
        control: Control,
        effort: Effort,
    ) -> Tally:
        from everyway.families.chain.compiled import CompiledSearch

        allowed = None
        if part is not None and part.symmetry:
            g = puzzle.symmetries[part.symmetry]
            allowed = frozenset(number for number, image in enumerate(g) if number == image)
        undirected = None if part is None else False
        search = CompiledSearch(puzzle, branch.path, undirected=undirected, allowed=allowed)
        stopped = control.spend(0)
        while not (stopped or search.done or _reached(effort.nodes, search.nodes)):
            before = search.nodes
            search.advance(_pause(control, effort, search.nodes))
            stopped = control.spend(search.nodes - before)
        number = search.met * (part.weight if part else 1)
        return Tally(_by_size(puzzle, number), (), search.nodes, search.done)

    def _list(
        self,
        puzzle: LinkPuzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort,
    ) -> Tally:
        from everyway.families.chain.compiled import LIST, CompiledSearch

        limit = question.limit if isinstance(question, Every) else None
        search = CompiledSearch(puzzle, branch.path, LIST)
        solutions: list[Data] = []
        listed = effort.listed(question)
        complete = False
        stopped = control.spend(0)
        while not stopped:
            before = search.nodes
            most = None
            if not question.up_to:
                # One more than the effort allows says whether there are more.
                caps = [limit, None if listed is None else listed + 1]
                most = min((cap for cap in caps if cap is not None), default=None)
            search.advance(_pause(control, effort, search.nodes), most)
            stopped = control.spend(search.nodes - before)
            met = search.found
            search.found = []
            solutions += [d for d in met if puzzle.is_canonical(d)] if question.up_to else met
            if limit is not None and len(solutions) >= limit:
                solutions, complete = solutions[:limit], True
                break
            if search.done:
                complete = True
                break
            if _reached(effort.nodes, search.nodes):
                break
            if listed is not None and len(solutions) > listed:
                break
        if listed is not None and len(solutions) > listed:
            solutions, complete = solutions[:listed], False
        shown = tuple(solutions) if isinstance(question, Every) else ()
        return Tally(_by_size(puzzle, len(solutions)), shown, search.nodes, complete)

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Add up, and divide a count by the order of the group (Burnside); if partial, round up."""
        assert isinstance(puzzle, LinkPuzzle)
        whole = super().combine(puzzle, question, results)
        if isinstance(question, Every) or not puzzle.length:
            return whole
        order = len(puzzle.symmetries) if question.up_to else 1
        order *= 2 if puzzle.reversible else 1
        number = whole.total
        if whole.complete and number % order:
            raise ArithmeticError(f"a number of orbits is not whole: {number}/{order}")
        return replace(whole, counts=_by_size(puzzle, -(-number // order)))


def _by_size(puzzle: LinkPuzzle, number: int) -> dict[int, int]:
    return {puzzle.length: number} if number else {}


def _reached(limit: int | None, number: int) -> bool:
    return limit is not None and number >= limit


def _pause(control: Control, effort: Effort, nodes: int) -> int:
    pause = PAUSE_NODES
    if effort.nodes is not None:
        pause = min(pause, effort.nodes - nodes)
    left = control.nodes_left
    return max(1, pause if left is None else min(pause, left))


def _whole_path(puzzle: LinkPuzzle, question: Question, branch: Branch) -> Tally:
    """Return the tally of a branch that is a single chain with all its links."""
    from everyway.families.chain.plain import is_fold

    part = Part.parse(branch.part) if branch.part else Part(0)
    data = branch.path
    good = puzzle.why_not(puzzle.wrap(data)) is None if not branch.part else is_raw(puzzle, data)
    if good and part.symmetry:
        good = all(puzzle.symmetries[part.symmetry][number] == number for number in data)
    if good and not branch.part:
        good = is_fold(puzzle, data) and (not question.up_to or puzzle.is_canonical(data))
    solutions = (data,) if good and isinstance(question, Every) else ()
    return Tally(_by_size(puzzle, part.weight * good), solutions, 1)


def is_raw(puzzle: LinkPuzzle, data: Data) -> bool:
    """Return whether *data* is a fold when both directions count."""
    from everyway.families.chain.plain import is_fold

    return is_fold(puzzle, data) or (puzzle.reversible and is_fold(puzzle, data[::-1]))


def _count_reversed(puzzle: LinkPuzzle, part: Part, control: Control, effort: Effort) -> Tally:
    from everyway.families.chain.reversal import reversed_folds

    assert isinstance(puzzle, SnakeCube)
    nodes, number = Nodes(control, effort), 0
    for fold in reversed_folds(puzzle, puzzle.symmetries[part.symmetry], lambda: not nodes.visit()):
        number += fold is not None
    nodes.settle()
    return Tally(_by_size(puzzle, number * part.weight), (), nodes.number, not nodes.stopped)


def _first_links(puzzle: LinkPuzzle) -> list[Branch]:
    """Return a branch for each first link up to symmetry, weighed by how many it stands for."""
    left = dict.fromkeys(following(puzzle, ()))
    orbits = []
    while left:
        first = next(iter(left))
        orbit = {g[first] for g in puzzle.symmetries}
        orbits.append((first, len(orbit)))
        for number in orbit:
            left.pop(number, None)
    share = 1.0 / max(1, sum(weight for _, weight in orbits))
    return [Branch((first,), share * weight, str(Part(0, weight))) for first, weight in orbits]


@lru_cache(maxsize=32)
def _classes(puzzle: LinkPuzzle) -> tuple[tuple[int, int], ...]:
    """Return the number of a symmetry of each conjugacy class, and how many the class has."""
    number = {g: s for s, g in enumerate(puzzle.symmetries)}
    return tuple((number[g], members) for g, members in Group(puzzle.symmetries).classes)
