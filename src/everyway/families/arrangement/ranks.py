"""The engine that counts by formulas and lists by ranks: any part of a list, from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from sys import maxsize
from typing import ClassVar

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Count,
    Every,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    draw_positions,
)
from everyway.core.walking import Nodes
from everyway.families.arrangement.counting import palindromes, selections_by_size
from everyway.families.arrangement.plain import NO_SYMMETRY
from everyway.families.arrangement.puzzle import Arrangements

PARTS = 16
"""Into how many ranges of ranks a branch is split."""

CHUNK = 512
NODES_A_SECOND = 1_000_000


def range_of(puzzle: Arrangements, branch: Branch) -> range:
    """Return the ranks of a branch: its path says which of the equal parts to take.

    >>> from everyway import Permutations
    >>> range_of(Permutations("abcd"), Branch((15,)))
    range(22, 24)
    """
    low, high = 0, puzzle.total
    for index in branch.path:
        number = high - low
        parts = min(PARTS, number)
        low, high = low + number * index // parts, low + number * (index + 1) // parts
    return range(low, high)


class RanksEngine(Engine):
    """Counts by closed formulas, and lists what stands at ranks; each rank is one node.

    Branches are ranges of ranks, so they are counted without a search. Up to symmetry, a count is
    Burnside's: half of all and of those that are their own reverse.
    """

    name = "ranks"
    method = "closed formulas and ranks"
    direct: ClassVar[frozenset[type[Question]]] = frozenset(
        {Count, Sizes, Every, Smallest, Largest, Sample}
    )

    @property
    def ready(self) -> bool:
        """Whether it starts at once: it does."""
        return True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to count at once, and to list at the cost of what is listed."""
        if not isinstance(puzzle, Arrangements):
            return Offer.no("only arrangements")
        if question.up_to and puzzle.kind != "permutations":
            return Offer.no(NO_SYMMETRY)
        if isinstance(question, Every):
            wanted = puzzle.total if question.limit is None else min(puzzle.total, question.limit)
        elif isinstance(question, Sample):
            wanted = puzzle.total if question.up_to else min(puzzle.total, question.k)
        else:
            return Offer(True, 1e-4, "a closed formula", kind="measured")
        nodes = float(min(wanted, 10**18))
        return Offer(True, 1e-4 + nodes / NODES_A_SECOND, f"{nodes:.3g} ranks", nodes, "measured")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole; a list is split when that proves too long."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split a range of ranks into equal parts."""
        assert isinstance(puzzle, Arrangements)
        ranks = range_of(puzzle, branch)
        number = ranks.stop - ranks.start
        return branch.children(range(min(PARTS, number))) if number > 1 else []

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Count or list the ranks of one branch."""
        assert isinstance(puzzle, Arrangements)
        if control.spend(0):
            return Tally(complete=False)
        if isinstance(question, Smallest | Largest):
            return _optimum(puzzle, question, control)
        if isinstance(question, Sample):
            return _sample(puzzle, question, control)
        whole = not branch.path
        if isinstance(question, Sizes) or (isinstance(question, Count) and whole):
            control.spend(1)
            return Tally(_counts(puzzle, question), nodes=1)
        ranks = range_of(puzzle, branch)
        number = ranks.stop - ranks.start
        if isinstance(question, Count) and not question.up_to:
            # A part is counted as it is; only the whole is told apart by sizes.
            control.spend(1)
            return Tally({0: number}, nodes=1)
        return _list(puzzle, question, ranks, control, effort)


def _counts(puzzle: Arrangements, question: Question) -> dict[int, int]:
    """Return how many arrangements there are of each size, by formulas."""
    counts = puzzle.stock.counts
    if puzzle.kind == "powerset":
        return dict(enumerate(selections_by_size(counts)))
    total = puzzle.total
    if question.up_to:
        total = (total + palindromes(counts, puzzle.length)) // 2
    return {puzzle.length: total} if total else {}


def _optimum(puzzle: Arrangements, question: Question, control: Control) -> Tally:
    """Return the first of the least or the greatest size."""
    control.spend(1)
    if not puzzle.total:
        return Tally(nodes=1)
    if puzzle.kind != "powerset":
        first = puzzle.at(0).positions
    else:
        kinds = puzzle.stock.grouped if isinstance(question, Largest) else ()
        first = tuple(puzzle.stock.firsts[kind] for kind in kinds)
    return Tally({len(first): 1}, (first,), 1)


def _sample(puzzle: Arrangements, question: Sample, control: Control) -> Tally:
    """Draw positions, and look up what stands there; up to symmetry by walking to them."""
    total = sum(_counts(puzzle, question).values())
    positions = draw_positions(total, question.k, question.seed)
    if not question.up_to:
        drawn: list[Data] = []
        for position in positions:
            if control.spend(1):
                return Tally({}, tuple(drawn), len(drawn), complete=False)
            drawn.append(puzzle.at(position).positions)
        return Tally({}, tuple(drawn), len(drawn))
    wanted = set(positions)
    found: dict[int, Data] = {}
    met, nodes = 0, Nodes(control)
    for data in _walk(puzzle, question, puzzle.ranks) if wanted else ():
        if not nodes.visit():
            break
        if data is not None:
            if met in wanted:
                found[met] = data
            met += 1
        if len(found) == len(wanted):
            break
    nodes.settle()
    listed = tuple(found[position] for position in positions if position in found)
    return Tally({}, listed, nodes.number, complete=len(found) == len(wanted))


def _list(
    puzzle: Arrangements, question: Question, ranks: range, control: Control, effort: Effort
) -> Tally:
    """List, or count one by one, what stands at *ranks*."""
    number = ranks.stop - ranks.start
    limit = question.limit if isinstance(question, Every) else None
    if not question.up_to:
        wanted = number if limit is None else min(limit, number)
        if (effort.nodes is not None and wanted > effort.nodes) or (
            effort.solutions is not None and wanted > effort.solutions
        ):
            # What is too long to be listed here is known before a single one is.
            return Tally(complete=False)
    solutions: list[Data] = []
    counts: dict[int, int] = {}
    nodes = spent = 0
    # No search is so long that the stop matters for more than fit into a word.
    walk = islice(_walk(puzzle, question, ranks), min(number, maxsize))
    for data in walk if number and limit != 0 else ():
        nodes += 1
        if data is not None:
            counts[len(data)] = counts.get(len(data), 0) + 1
            if isinstance(question, Every):
                solutions.append(data)
        if limit is not None and len(solutions) == limit:
            break
        if nodes - spent == CHUNK or nodes - spent == control.nodes_left:
            stopped = control.spend(nodes - spent)
            spent = nodes
            if (stopped or _passed(effort, nodes, len(solutions))) and nodes < number:
                return Tally(counts, tuple(solutions), nodes, complete=False)
    control.spend(nodes - spent)
    return Tally(counts, tuple(solutions), nodes)


def _passed(effort: Effort, nodes: int, solutions: int) -> bool:
    return (effort.nodes is not None and nodes >= effort.nodes) or (
        effort.solutions is not None and solutions > effort.solutions
    )


def _walk(puzzle: Arrangements, question: Question, ranks: range) -> Iterator[Data | None]:
    """Yield the positions at each rank, or None for what is not the first of its orbit."""
    if not question.up_to:
        yield from puzzle.listing.walk(ranks.start, puzzle.stock.firsts)
        return
    firsts = puzzle.stock.firsts
    kinds = range(len(firsts))
    lexicographic = puzzle.order == "lexicographic"
    for rank, data in enumerate(puzzle.listing.walk(ranks.start, kinds), ranks.start):
        mirror = data[::-1]
        first = data <= mirror if lexicographic else rank <= puzzle.listing.rank(mirror)
        yield tuple(firsts[kind] for kind in data) if first else None
