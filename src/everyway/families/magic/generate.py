"""Generate and test: fills all cells with every permutation of the numbers, then adds the lines up.

No square is given up half filled: that is what sets the method apart from backtracking. There are
9! = 362,880 permutations for order 3, and 16! = 20,922,789,888,000 for order 4, which nobody waits
for; with enough numbers given, larger squares can be done, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import permutations

from everyway.core.engine import Data, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.core.walking import GenerateAndTest

from .puzzle import MagicSquare

CANDIDATES_A_SECOND = 800_000
START_SECONDS = 0.002
MOST_CANDIDATES = 10**10
"""More would take hours: for a person who waits, that is without end."""


class Candidates:
    """All ways to fill the open cells of a puzzle, and the test that each must pass.

    ``number`` is how many ways there are, or None when there are too many.
    """

    def __init__(self, puzzle: MagicSquare) -> None:
        given = puzzle.given or (None,) * puzzle.size
        self.given = given
        taken = puzzle.fixed.values()
        self.open = given.count(None)
        self.number = _permutations(len(puzzle.values) - len(taken), self.open)
        # What is too many is not to be written down either.
        used = set(taken)
        self.free = [v for v in puzzle.values if v not in used] if self.number is not None else []
        self.possible = puzzle.lines is not None if self.number is not None else True
        lines = puzzle.lines if self.number is not None else None
        self.lines = [(line.cells, int(line.total)) for line in lines or ()]

    def following(self, path: Data) -> list[int]:
        """Return the numbers, rising, that may fill the next open cell after those of *path*."""
        if len(path) == self.open or not self.possible:
            return []
        return [v for v in self.free if v not in path]

    def below(self, path: Data) -> Iterator[Data]:
        """Yield all squares of which the first open cells hold the numbers of *path*, in order."""
        if not self.possible:
            return
        left = [v for v in self.free if v not in path]
        for order in permutations(left, self.open - len(path)):
            filled = path + order
            if len(filled) < len(self.given):
                following = iter(filled)
                filled = tuple(next(following) if v is None else v for v in self.given)
            yield filled

    def passes(self, numbers: Data) -> bool:
        """Return whether every line of *numbers*, a whole square, has its sum."""
        number_in = numbers.__getitem__
        return all(sum(map(number_in, cells)) == total for cells, total in self.lines)


def _permutations(numbers: int, cells: int) -> int | None:
    """Return in how many ways *cells* can be filled, or None if there are too many."""
    product = 1
    for k in range(cells):
        product *= numbers - k
        if product > MOST_CANDIDATES:
            return None
    return product


@lru_cache(maxsize=16)
def candidates_of(puzzle: MagicSquare) -> Candidates:
    """Return the candidates of *puzzle*, worked out once."""
    return Candidates(puzzle)


class GenerateEngine(GenerateAndTest):
    """Every way to fill the open cells with the numbers that are left."""

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about few numbers, at the cost of all their permutations.

        How soon a list that is limited would be full is not known beforehand.
        """
        if not isinstance(puzzle, MagicSquare):
            return Offer.no("only magic squares")
        number = candidates_of(puzzle).number
        if number is None:
            return Offer.no(f"over {MOST_CANDIDATES:,} permutations would never end")
        why = f"{number} permutations, each tested"
        # Where both need but a moment, the reference goes first.
        seconds = START_SECONDS + number / CANDIDATES_A_SECOND
        return Offer(True, seconds, why, float(number), "measured")

    def following(self, puzzle: MagicSquare, path: Data) -> Iterable[int]:
        """Return the numbers of the next open cell."""
        return candidates_of(puzzle).following(path)

    def candidates(self, puzzle: MagicSquare, path: Data) -> Iterator[Data]:
        """Yield the fillings that begin with *path*."""
        return candidates_of(puzzle).below(path)

    def test(self, puzzle: MagicSquare) -> Callable[[Data], bool]:
        """Return what adds up every line."""
        return candidates_of(puzzle).passes
