"""The reference engine: makes every expression, or tries every number, and keeps what fits."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import Branch, Data, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import Walking

from .codes import coder, follow, walk
from .expression import evaluate
from .gathering import no_symmetry
from .komachi import Komachi
from .pandigital import DigitPuzzle
from .search import part_of, split_range, trials, try_all
from .tables import expressions

TRIALS_A_SECOND = 20_000


def komachi_ways(puzzle: Komachi, prefix: Data) -> Iterator[Data | None]:
    """Yield the ways that begin with *prefix*, in order, and None at each step of the search."""
    codes = coder(puzzle)
    low, high = puzzle.sign_range
    for here, whole in walk(codes, prefix):
        yield None
        if whole and low <= codes.signs(here) <= high:
            value = evaluate(codes.tree(here))
            if value is None:
                continue
            if value == puzzle.goal or (puzzle.goal is None and value.denominator == 1):
                yield here


class PlainEngine(Walking):
    """Generate and test, the oracle that every other engine is compared with."""

    name = "plain"
    method = "generate and test"

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of all that would be tried."""
        if (refusal := no_symmetry(question)) is not None:
            return refusal
        if isinstance(puzzle, Komachi):
            nodes, what = float(min(expressions(puzzle), 10**18)), "expressions"
            if isinstance(question, Every) and question.limit is not None:
                nodes = min(nodes, 1000.0 * min(question.limit, 10**12) + 100)
        elif isinstance(puzzle, DigitPuzzle):
            nodes, what = float(min(trials(puzzle), 10**18)), "trials"
        else:
            return Offer.no("only komachi and formulas")
        return Offer(True, nodes / TRIALS_A_SECOND, f"{what}, one by one", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next code, or the range of the first variable."""
        if isinstance(puzzle, DigitPuzzle):
            return split_range(puzzle, branch)
        assert isinstance(puzzle, Komachi)
        codes = coder(puzzle)
        prefix = follow(codes, branch.path)
        return branch.children(range(len(codes.following(prefix))))

    def events(self, puzzle: Komachi | DigitPuzzle, branch: Branch) -> Iterator[Data | None]:
        """Yield what fits of all that is tried in one branch, and None before each trial."""
        if isinstance(puzzle, DigitPuzzle):
            return try_all(puzzle, part_of(puzzle, branch))
        return komachi_ways(puzzle, follow(coder(puzzle), branch.path))
