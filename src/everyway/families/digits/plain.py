"""The reference engine: makes every expression, or tries every number, and keeps what fits."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, factorial

from everyway.core.engine import Branch, Data, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import Walking

from .codes import coder, follow, walk
from .expression import evaluate
from .game import NumberGame
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


def game_trials(puzzle: NumberGame) -> int:
    """Return how many trees there are: orders, times brackets, times signs."""
    number = len(puzzle.numbers)
    trees = comb(2 * number - 2, number - 1) // number
    signs = int(len(puzzle.operators) ** (number - 1))
    return trees * signs * (factorial(number) if puzzle.any_order else 1)


def game_ways(puzzle: NumberGame, prefix: Data) -> Iterator[Data | None]:
    """Yield the expressions of given numbers, in order, and None at each step of the search."""
    stack = [prefix]
    while stack:
        here = stack.pop()
        yield None
        after = puzzle.following(here)
        stack.extend((*here, code) for code in reversed(after))
        if len(here) == 2 * len(puzzle.numbers) - 1:
            tree = puzzle.tree(here)
            if evaluate(tree) == puzzle.goal and puzzle.is_listed(tree):
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
        elif isinstance(puzzle, NumberGame):
            nodes, what = float(game_trials(puzzle)), "expressions"
        else:
            return Offer.no("only komachi, given numbers and formulas")
        return Offer(True, nodes / TRIALS_A_SECOND, f"{what}, one by one", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next code, or the range of the first variable."""
        if isinstance(puzzle, DigitPuzzle):
            return split_range(puzzle, branch)
        if isinstance(puzzle, NumberGame):
            return branch.children(puzzle.following(branch.path))
        assert isinstance(puzzle, Komachi)
        codes = coder(puzzle)
        prefix = follow(codes, branch.path)
        return branch.children(range(len(codes.following(prefix))))

    def events(
        self, puzzle: Komachi | NumberGame | DigitPuzzle, branch: Branch
    ) -> Iterator[Data | None]:
        """Yield what fits of all that is tried in one branch, and None before each trial."""
        if isinstance(puzzle, DigitPuzzle):
            return try_all(puzzle, part_of(puzzle, branch))
        if isinstance(puzzle, NumberGame):
            return game_ways(puzzle, branch.path)
        return komachi_ways(puzzle, follow(coder(puzzle), branch.path))
