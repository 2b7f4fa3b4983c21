"""Generate and test: makes every candidate whole, and only then looks whether the rules allow it.

Where the rules force one piece into each row and no two into one column, the candidates are the
permutations of the columns; where they force one into each row, all choices of a square in each;
elsewhere all sets of squares of the numbers allowed. Nothing is given up half made: that is what
sets the method apart from backtracking, and what makes it slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from math import comb, perm, prod
from operator import add
from typing import Protocol

from everyway.core.engine import Data, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.core.walking import GenerateAndTest
from everyway.families.placement.plain import rules_of
from everyway.families.placement.puzzle import Placement

CANDIDATES_A_SECOND = 300_000
START_SECONDS = 0.002
MOST_CANDIDATES = 10**10
"""More would take most of a day: for a person who waits, that is without end."""
MOST_SQUARES = 400


class Candidates(Protocol):
    """All candidates of a puzzle, in lexicographic order, as a tree of choices.

    ``what`` says in words what they are, ``number`` how many there are.
    """

    what: str
    number: int

    def following(self, path: Data) -> list[int]:
        """Return the choices that may come after those of *path*, in order."""

    def below(self, path: Data) -> Iterator[Data]:
        """Yield the candidates that begin with the choices of *path*, in order."""


class Permuted:
    """One square in each row, no two in one column. A path is the columns of the first rows."""

    what = "permutations of the columns"

    def __init__(self, puzzle: Placement) -> None:
        self.columns = puzzle.board.shape[1]
        self.starts = [row[0] - row[0] % self.columns for row in puzzle.board.lines(1)]
        given = {cell - cell % self.columns: cell % self.columns for cell in puzzle.fixed}
        self.given = [given.get(start) for start in self.starts]
        self.free = sorted(set(range(self.columns)) - set(given.values()))
        self.number = perm(len(self.free), self.given.count(None))

    def following(self, path: Data) -> list[int]:
        """Return the columns that are left for the next row."""
        if len(path) == len(self.starts):
            return []
        given = self.given[len(path)]
        return [c for c in self.free if c not in path] if given is None else [given]

    def below(self, path: Data) -> Iterator[Data]:
        """Yield the permutations that begin with the columns of *path*."""
        left = [c for c in self.free if c not in path]
        given = self.given[len(path) :]
        for order in permutations(left, given.count(None)):
            if len(order) < len(given):
                following = iter(order)
                order = tuple(next(following) if c is None else c for c in given)
            yield tuple(map(add, self.starts, path + order))


class Chosen:
    """One square in each row, whatever its column. A path is the squares of the first rows."""

    what = "choices of a square in each row"

    def __init__(self, puzzle: Placement) -> None:
        rows = puzzle.board.lines(1)
        self.rows = [sorted(puzzle.fixed.intersection(row)) or list(row) for row in rows]
        self.number = prod(len(row) for row in self.rows)

    def following(self, path: Data) -> list[int]:
        """Return the squares of the next row."""
        return self.rows[len(path)] if len(path) < len(self.rows) else []

    def below(self, path: Data) -> Iterator[Data]:
        """Yield the choices that begin with *path*."""
        for rest in product(*self.rows[len(path) :]):
            yield path + rest


class Subsets:
    """All sets of squares of the numbers allowed, with the fixed ones.

    A path is the numbers of the first squares, counted from 1; 0 says that there are no more.
    """

    what = "sets of squares"

    def __init__(self, puzzle: Placement) -> None:
        self.squares = puzzle.board.cells
        self.fixed = sorted(puzzle.fixed)
        self.low, high = puzzle.number or (0, len(self.squares))
        self.high = min(high, len(self.squares))
        known = len(self.fixed)
        sizes = range(max(self.low, known), self.high + 1)
        self.number = sum(comb(len(self.squares) - known, size - known) for size in sizes)

    def _after(self, chosen: Data) -> tuple[bool, list[int]]:
        """Return whether *chosen* is a candidate, and the squares that may come next."""
        last = chosen[-1] if chosen else -1
        left = [cell for cell in self.squares if cell > last]
        # No set without the next fixed square is a candidate.
        bound = next((cell for cell in self.fixed if cell > last), None)
        ends = bound is None and self.low <= len(chosen) <= self.high
        if len(chosen) >= self.high:
            return ends, []
        enough = len(left) - max(0, self.low - len(chosen) - 1)
        return ends, [c for c in left[: max(0, enough)] if bound is None or c <= bound]

    def following(self, path: Data) -> list[int]:
        """Return 0 where a set may end, and the squares that may come next."""
        if 0 in path:
            return []
        ends, squares = self._after(tuple(number - 1 for number in path))
        return [0] * ends + [cell + 1 for cell in squares]

    def below(self, path: Data) -> Iterator[Data]:
        """Yield the sets that begin with *path*."""
        chosen = tuple(number - 1 for number in path if number)
        if 0 in path:
            yield chosen
        elif self.low == self.high:
            yield from self._of_one_size(chosen)
        else:
            stack = [chosen]
            while stack:
                here = stack.pop()
                ends, squares = self._after(here)
                if ends:
                    yield here
                stack.extend((*here, cell) for cell in reversed(squares))

    def _of_one_size(self, chosen: Data) -> Iterator[Data]:
        last = chosen[-1] if chosen else -1
        fixed = tuple(cell for cell in self.fixed if cell > last)
        left = [cell for cell in self.squares if cell > last and cell not in fixed]
        wanted = self.high - len(chosen) - len(fixed)
        for rest in combinations(left, wanted) if wanted >= 0 else ():
            yield chosen + (tuple(sorted(rest + fixed)) if fixed else rest)


@lru_cache(maxsize=16)
def candidates_of(puzzle: Placement) -> Candidates:
    """Return the candidates of *puzzle*: as few as its rules force at first sight."""
    board = puzzle.board
    if len(board.shape) != 2:
        return Subsets(puzzle)
    rows, columns = board.lines(1), board.lines(0)
    one_each = puzzle.number == (len(rows), len(rows)) and _exclusive(puzzle, rows)
    if puzzle.per_row != 1 and not one_each:
        return Subsets(puzzle)
    if puzzle.per_column == 1 or _exclusive(puzzle, columns):
        return Permuted(puzzle)
    return Chosen(puzzle)


def _exclusive(puzzle: Placement, lines: Sequence[Sequence[int]]) -> bool:
    """Return whether no two squares of one line may both be occupied."""
    conflicts = rules_of(puzzle).conflicts
    return all(
        two in conflicts[one]
        for line in lines
        for place, one in enumerate(line)
        for two in line[:place]
    )


class Check:
    """The rules, all of which a finished candidate must keep."""

    def __init__(self, puzzle: Placement) -> None:
        self.rules = rules_of(puzzle)
        self.fixed = puzzle.fixed
        self.missing = puzzle.board.missing
        self.quotas = [(frozenset(quota.cells), quota.number) for quota in puzzle.quotas]
        self.coverers = list(self.rules.coverers.values())

    def passes(self, cells: Data) -> bool:
        """Return whether *cells* are a solution."""
        if not self.missing.isdisjoint(cells) or not self.fixed.issubset(cells):
            return False
        if not self.rules.low <= len(cells) <= self.rules.high:
            return False
        conflicts = self.rules.conflicts
        for place, cell in enumerate(cells):
            if not conflicts[cell].isdisjoint(cells[:place]):
                return False
        occupied = frozenset(cells)
        return all(len(occupied & squares) == number for squares, number in self.quotas) and all(
            not occupied.isdisjoint(coverers) for coverers in self.coverers
        )


class GenerateEngine(GenerateAndTest):
    """Every set of squares that has the right number of pieces, by row where that is fewest."""

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about a small placement, at the cost of all its candidates.

        How soon a list that is limited would be full is not known beforehand.
        """
        if not isinstance(puzzle, Placement):
            return Offer.no("only placements")
        if puzzle.board.squares > MOST_SQUARES:
            return Offer.no(f"a board of over {MOST_SQUARES} squares is too large to generate")
        made = candidates_of(puzzle)
        if made.number > MOST_CANDIDATES:
            return Offer.no(f"{_about(made.number)} {made.what} would never end")
        seconds = made.number / CANDIDATES_A_SECOND * max(1.0, puzzle.board.squares / 64)
        # Where both need but a moment, the reference goes first.
        seconds += START_SECONDS
        return Offer(
            True, seconds, f"{made.number} {made.what}, each tested", float(made.number), "measured"
        )

    def following(self, puzzle: Placement, path: Data) -> Iterable[int]:
        """Return the next choices."""
        return candidates_of(puzzle).following(path)

    def candidates(self, puzzle: Placement, path: Data) -> Iterator[Data]:
        """Yield the sets of squares that begin with the choices of *path*."""
        return candidates_of(puzzle).below(path)

    def test(self, puzzle: Placement) -> Callable[[Data], bool]:
        """Return what asks every rule."""
        return Check(puzzle).passes


def _about(number: int) -> str:
    """Return a large number short enough for a line of text.

    >>> _about(87178291200), _about(10**500)
    ('87,178,291,200', 'over 10^500')
    """
    return f"{number:,}" if number < 10**15 else f"over 10^{len(str(number)) - 1}"
