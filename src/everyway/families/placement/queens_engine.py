"""The engines that count n queens, and other placements of a queen in each row.

A count up to symmetry has a part for each class of symmetries, and Burnside's lemma puts them
together: the total, which is nearly all of the work, and the solutions that a symmetry leaves as
they are, which are few. The branches of the total are beginnings of the board, by the first rows.
"""

from __future__ import annotations

import math
import struct
import sys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice, repeat
from typing import TYPE_CHECKING, Protocol

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
from everyway.core.question import Count, Every, Question, Sizes
from everyway.families.placement.puzzle import Placement
from everyway.families.placement.queens_board import (
    ORDERED,
    TOTAL,
    case_of,
    cases_of,
    cut_of,
    number_of_sets,
    refusal,
    rows_of,
    set_at,
    split_by_row,
)
from everyway.families.placement.queens_cost import (
    COLD_SECONDS,
    LIGHT_NODE_SECONDS,
    MOST_LIGHT_NODES,
    READY_SECONDS,
    STORED_SECONDS,
    halves_seconds,
    lanes_seconds,
    list_seconds,
)
from everyway.geometry.symmetry import Permutation, burnside

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LISTED_AT_A_TIME = 8192
FIRST_LISTED = 32
HANDED_ON = 512
"""So few at a time that they are gone again before Python looks for garbage among them."""

LEAST_ROWS_FOR_LANES = 6
LEAST_ROWS_FOR_HALVES = 4
MOST_ROWS_FOR_HALVES = 24
WHOLE_ROWS_OF_HALVES = 15
"""Up to so many rows, the sets of columns are not split into branches."""

MOST_NODES_OF_BRANCH = 1e8
"""A branch with more, as far as is known, is split before it is searched: it takes a second or so.

The version of the engine changes with this number, and with what is thought of the nodes.
"""

SYMMETRIC_SHARE = 0.02
"""The part of the work that solutions left as they are take, all together."""


def vector_width() -> int:
    """Return how many bits vectors have on this processor, 0 for none; no compiler is loaded."""
    from everyway.kernels.processor import width

    return width()


def lane_bits(columns: int) -> int:
    """Return how many bits a lane needs."""
    return 16 if columns <= 16 else 32


class Walk(Protocol):
    """A search of one branch that can pause."""

    nodes: int
    solutions: int

    @property
    def done(self) -> bool:
        """Whether all is searched."""

    def advance(self, most_nodes: int) -> None:
        """Search on for so many nodes, or fewer."""


class ListWalk(Protocol):
    """A search of one branch that lists what it meets, in order, and can pause."""

    nodes: int
    listed: npt.NDArray[np.uint8]

    @property
    def done(self) -> bool:
        """Whether all is searched."""

    @property
    def fraction(self) -> float:
        """How much of the branch is searched."""

    def advance(self, most_nodes: int, most: int | None = None) -> None:
        """Search on for so many nodes, or until so many solutions are listed."""


class QueensEngine(Engine):
    """What the engines for n queens share: the parts of a count up to symmetry."""

    releases_gil = True
    special = True
    direct = frozenset({Count, Sizes})
    kernel: str
    """The compiled search, as ``"module:name"`` in this package."""

    @property
    def ready(self) -> bool:
        """Whether an earlier question has loaded the compiled search."""
        module, _, name = self.kernel.partition(":")
        loaded = sys.modules.get(f"{__package__}.{module}")
        return loaded is not None and bool(getattr(loaded, name).ready)

    def start_seconds(self, nodes: float) -> float:
        """Return how long it takes to start a search of so many nodes."""
        if self.ready:
            return READY_SECONDS
        # To look for stored code takes a moment, too, longer than to search a small board.
        if nodes > MOST_LIGHT_NODES:
            from everyway.kernels.stored import is_stored

            module, _, name = self.kernel.partition(":")
            if is_stored(getattr(import_module(f"{__package__}.{module}"), name)):
                return STORED_SECONDS
        return COLD_SECONDS[self.name]

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the branches of the total, and one for each other class of symmetries."""
        assert isinstance(puzzle, Placement)
        if isinstance(question, Every):
            return [Branch(part=ORDERED)]
        others = len(puzzle.group.classes) - 1 if question.up_to else 0
        share = SYMMETRIC_SHARE if others else 0.0
        found = self.total_branches(puzzle, 1 - share)
        return found + [Branch((), share / others, str(s)) for s in range(1, others + 1)]

    @abstractmethod
    def total_branches(self, puzzle: Placement, share: float) -> list[Branch]:
        """Return the branches of the count of all solutions."""

    @abstractmethod
    def walk(self, puzzle: Placement, branch: Branch) -> Walk:
        """Return the search of a branch of the total."""

    def fixed_walk(self, puzzle: Placement, symmetry: Permutation) -> Walk:
        """Return the search for the solutions that *symmetry* leaves as they are."""
        from everyway.families.placement.queens_fixed import FixedWalk

        return FixedWalk(puzzle, symmetry)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count the solutions of one branch."""
        assert isinstance(puzzle, Placement)
        stopped = control.spend(0)
        if branch.part in (TOTAL, ORDERED):
            walk = self.walk(puzzle, branch)
        else:
            walk = self.fixed_walk(puzzle, puzzle.group.classes[int(branch.part)][0])
        while not (stopped or walk.done or reached(effort.nodes, walk.nodes)):
            stopped = step(walk, control, effort)
        size = puzzle.board.shape[0]
        return Tally({size: walk.solutions}, (), walk.nodes, walk.done)

    def combine(
        self, puzzle: Puzzle, question: Question, results: Sequence[tuple[Branch, Tally]]
    ) -> Tally:
        """Add up the parts, and average over the symmetries; a partial count rounds up."""
        assert isinstance(puzzle, Placement)
        whole = add_tallies(tally for _, tally in results)
        if not question.up_to or isinstance(question, Every):
            return whole
        classes = puzzle.group.classes
        parts = [
            add_tallies(tally for branch, tally in results if branch.part == str(s))
            for s in range(len(classes))
        ]
        numbers = [members for _, members in classes]
        orbits = burnside(
            len(puzzle.group), zip(numbers, (part.counts for part in parts), strict=True)
        )
        if whole.complete and any(number.denominator != 1 for number in orbits.values()):
            raise ArithmeticError(f"a number of orbits is not whole: {orbits}")
        counts = {size: math.ceil(number) for size, number in orbits.items()}
        return Tally(counts, (), whole.nodes, whole.complete)


def reached(limit: int | None, number: int) -> bool:
    """Return whether *number* has come to *limit*, if there is one."""
    return limit is not None and number >= limit


def step(walk: Walk, control: Control, effort: Effort) -> bool:
    """Let *walk* go on a little; return whether the control says stop."""
    before = walk.nodes
    walk.advance(nodes_left(walk, control, effort))
    return control.spend(walk.nodes - before)


def nodes_left(walk: Walk | ListWalk, control: Control, effort: Effort) -> int:
    """Return how many nodes *walk* may still search, at least one."""
    left = [control.nodes_left, None if effort.nodes is None else effort.nodes - walk.nodes]
    return max(1, min((n for n in left if n is not None), default=1 << 62))


class LanesEngine(QueensEngine):
    """Row by row in vectors, many boards at a time; or one by one where vectors do not pay.

    Lists come from a search that keeps the boards in order, see ``queens_ordered.py``.
    """

    name = "lanes"
    version = "2"
    method = "row by row"
    exact_nodes = False
    direct = frozenset({Count, Sizes, Every})
    kernel = "queens_lanes:expand"

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count or list placements of a queen in each row."""
        why = refusal(puzzle)
        if why:
            return Offer.no(why)
        assert isinstance(puzzle, Placement)
        limit = question.limit if isinstance(question, Every) else None
        if isinstance(question, Every):
            seconds, nodes = list_seconds(puzzle, limit, bool(question.up_to))
            what = "row by row, in order"
        else:
            seconds, nodes = lanes_seconds(puzzle, vector_width())
            what = "row by row in lanes"
        if not isinstance(question, Every) and self._is_light(puzzle):
            what = "row by row, before a compiler starts"
            start, seconds = READY_SECONDS, nodes * LIGHT_NODE_SECONDS
        else:
            start = self.start_seconds(nodes)
        return Offer(True, start + seconds, what, nodes)

    def _is_light(self, puzzle: Placement) -> bool:
        """Return whether counting in Python takes less time than loading the compiler."""
        return not self.ready and lanes_seconds(puzzle, 0)[1] < MOST_LIGHT_NODES

    def total_branches(self, puzzle: Placement, share: float) -> list[Branch]:
        """Return a branch for each case."""
        return Branch((), share, TOTAL).children(range(len(cases_of(puzzle))))

    def is_coarse(self, puzzle: Puzzle, question: Question, branch: Branch) -> bool:
        """Return whether a beginning is to get one more row: the larger the board, the more."""
        assert isinstance(puzzle, Placement)
        if branch.part != TOTAL:
            return False
        filled, rows = len(branch.path) - 1, len(rows_of(puzzle))
        if filled >= rows - LEAST_ROWS_FOR_LANES:
            return False
        nodes = lanes_seconds(puzzle, 0)[1]
        return filled < 1 + (rows - 15) // 3 or branch.share * nodes > MOST_NODES_OF_BRANCH

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split a branch by the queen of the next row."""
        assert isinstance(puzzle, Placement)
        if branch.part not in (TOTAL, ORDERED):
            return []
        return split_by_row(puzzle, branch)

    def fixed_walk(self, puzzle: Placement, symmetry: Permutation) -> Walk:
        """Return the search for the solutions that *symmetry* leaves as they are."""
        if self._is_light(puzzle):
            from everyway.families.placement.queens_light import LightFixedWalk

            return LightFixedWalk(puzzle, symmetry)
        return super().fixed_walk(puzzle, symmetry)

    def walk(self, puzzle: Placement, branch: Branch) -> Walk:
        """Return a search in lanes if there are rows enough to fill, else one by one."""
        case, path = case_of(puzzle, branch)
        if self._is_light(puzzle):
            from everyway.families.placement.queens_light import LightWalk

            return LightWalk(case, path)
        from everyway.families.placement.queens_rows import RowsWalk

        if len(case.rows) - len(path) >= LEAST_ROWS_FOR_LANES:
            from everyway.families.placement.queens_lanes import LanesWalk
            from everyway.kernels.lanes import Lanes

            width = vector_width()
            if width:
                bits = lane_bits(puzzle.board.shape[1])
                return LanesWalk(case, path, Lanes(bits, width // bits))
        return RowsWalk(case, path)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count the solutions of a branch, or list them in order."""
        assert isinstance(puzzle, Placement)
        if isinstance(question, Every) or (question.up_to and branch.part == ORDERED):
            return _list(puzzle, question, branch, control, effort)
        return super().search(puzzle, question, branch, control, effort)

    def listing(
        self, puzzle: Puzzle, question: Every, branch: Branch, control: Control
    ) -> Iterator[tuple[float, Tally]] | None:
        """List a branch in order, without ever searching any part of it twice."""
        assert isinstance(puzzle, Placement)
        return _listing(puzzle, question, branch, control)


class HalvesEngine(QueensEngine):
    """Upper and lower halves on complementary sets of columns, joined by their diagonals.

    The branches are runs of sets of columns, each split into three.
    """

    name = "halves"
    version = "2"
    method = "meet in the middle"
    exact_nodes = False
    kernel = "queens_halves:count_sets"

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count placements of a queen in each row and column of a square board."""
        why = refusal(puzzle)
        if why:
            return Offer.no(why)
        assert isinstance(puzzle, Placement)
        rows, columns = puzzle.board.shape
        if rows != columns:
            return Offer.no("only square boards")
        if not LEAST_ROWS_FOR_HALVES <= rows <= MOST_ROWS_FOR_HALVES:
            return Offer.no(f"only {LEAST_ROWS_FOR_HALVES} to {MOST_ROWS_FOR_HALVES} rows")
        if not vector_width():
            return Offer.no("no vectors on this processor")
        seconds, nodes = halves_seconds(puzzle, vector_width())
        sets = number_of_sets(cut_of(puzzle))
        why = f"halves on {sets} sets of columns"
        return Offer(True, self.start_seconds(nodes) + seconds, why, nodes)

    def total_branches(self, puzzle: Placement, share: float) -> list[Branch]:
        """Return all sets of columns as one branch."""
        return [Branch((), share, TOTAL)]

    def is_coarse(self, puzzle: Puzzle, question: Question, branch: Branch) -> bool:
        """Return whether a run of sets is to be split once more: the larger the board, the more."""
        assert isinstance(puzzle, Placement)
        return (
            branch.part == TOTAL and len(branch.path) < len(rows_of(puzzle)) - WHOLE_ROWS_OF_HALVES
        )

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split a run of sets into three, if there are enough."""
        assert isinstance(puzzle, Placement)
        few = 3 ** (len(branch.path) + 1) > number_of_sets(cut_of(puzzle))
        return [] if few or branch.part != TOTAL else branch.children(range(3))

    def walk(self, puzzle: Placement, branch: Branch) -> Walk:
        """Return the search of a run of sets."""
        from everyway.families.placement.queens_halves import HalvesWalk
        from everyway.kernels.lanes import Lanes

        cut = cut_of(puzzle)
        place = 0
        for index in branch.path:
            place = 3 * place + index
        parts = 3 ** len(branch.path)
        first, end = (number_of_sets(cut) * i // parts for i in (place, place + 1))
        bits = lane_bits(len(cut.rows))
        return HalvesWalk(
            cut, set_at(first, cut.upper), end - first, Lanes(bits, vector_width() // bits)
        )


def _listing(
    puzzle: Placement, question: Every, branch: Branch, control: Control
) -> Iterator[tuple[float, Tally]]:
    """Yield what a branch has, in order, ever more at a time so that the first come soon."""
    walk = _ordered_walk(puzzle, branch, LISTED_AT_A_TIME)
    size = puzzle.board.shape[0]
    most, searched, stopped = FIRST_LISTED, 0.0, control.spend(0)
    while not (stopped or walk.done):
        before = walk.nodes
        stopped = list_on(walk, control, NO_LIMIT, most)
        share, searched = walk.fraction - searched, walk.fraction
        share /= 1 + len(walk.listed) // HANDED_ON
        left = cells_of(puzzle, walk)
        for _ in range(1 + len(walk.listed) // HANDED_ON):
            listed = tuple(islice(left, HANDED_ON))
            if question.up_to:
                listed = tuple(cells for cells in listed if puzzle.group.is_canonical(cells))
            yield share, Tally({size: len(listed)}, listed, walk.nodes - before, walk.done)
            before = walk.nodes
        most = min(2 * most, LISTED_AT_A_TIME)


def _list(
    puzzle: Placement, question: Question, branch: Branch, control: Control, effort: Effort
) -> Tally:
    """List a branch, or count the first of each orbit in it."""
    limit = question.limit if isinstance(question, Every) and not question.ordered else None
    most = min((n for n in (effort.solutions, limit) if n is not None), default=None)
    room = LISTED_AT_A_TIME if most is None else max(1, min(most, LISTED_AT_A_TIME))
    walk = _ordered_walk(puzzle, branch, room)
    found: list[Data] = []
    stopped = control.spend(0)
    while not (
        stopped or walk.done or reached(effort.nodes, walk.nodes) or reached(most, len(found))
    ):
        stopped = list_on(walk, control, effort, room)
        listed = cells_of(puzzle, walk)
        if question.up_to:
            listed = filter(puzzle.group.is_canonical, listed)
        found += listed
    complete = walk.done or reached(limit, len(found))
    counts = {puzzle.board.shape[0]: len(found)}
    if not isinstance(question, Every):
        found = []
    return Tally(counts, tuple(found), walk.nodes, complete)


def _ordered_walk(puzzle: Placement, branch: Branch, room: int) -> ListWalk:
    """Return a walk that lists a branch in order."""
    from everyway.families.placement.queens_listing import list_walk

    case, path = case_of(puzzle, branch)
    return list_walk(case, path, room)


def list_on(walk: ListWalk, control: Control, effort: Effort, most: int) -> bool:
    """Let *walk* list at most so many solutions; return whether the control says stop."""
    before = walk.nodes
    walk.advance(nodes_left(walk, control, effort), most)
    return control.spend(walk.nodes - before)


def cells_of(puzzle: Placement, walk: ListWalk) -> Iterator[Data]:
    """Return the solutions that *walk* has just met as cells, one after another."""
    import numpy as np

    rows, columns = puzzle.board.shape
    if rows == 0:
        return repeat((), len(walk.listed))
    kind, letter = ("u1", "B") if rows * columns <= 1 << 8 else ("u2", "H")
    cells = walk.listed + np.arange(0, rows * columns, columns).astype(kind)
    return struct.iter_unpack(f"={rows}{letter}", cells.astype(kind, copy=False).tobytes())
