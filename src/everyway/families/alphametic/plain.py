"""The reference engine: try all digits for all letters, and ask the rules of each trial."""

from __future__ import annotations

from everyway.core.engine import Branch, Data, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question, Sizes
from everyway.core.walking import Backtracking
from everyway.families.alphametic.expression import holds
from everyway.families.alphametic.puzzle import Alphametic


def choices(puzzle: Alphametic, digits: Data) -> list[int]:
    """Return the digits that may come after *digits*, the equations left aside."""
    variable = len(digits)
    letters = len(puzzle.letters)
    taken = set(digits[:letters]) if puzzle.distinct and variable < letters else set()
    return [digit for digit in puzzle.digits_for(variable) if digit not in taken]


def trials(puzzle: Alphametic) -> float:
    """Return a bound on how many ways there are to give digits to all letters and blanks."""
    number = 1.0
    for variable in range(puzzle.variables):
        number *= len(puzzle.digits_for(variable))
        if puzzle.distinct and variable < len(puzzle.letters):
            number *= (puzzle.base - variable) / puzzle.base
    return number


def children(puzzle: Alphametic, branch: Branch) -> list[Branch]:
    """Split a branch by the next digit: its path is the digits that its solutions begin with."""
    if len(branch.path) >= puzzle.variables:
        return []
    return branch.children(choices(puzzle, branch.path))


def size_for(puzzle: Alphametic, question: Question, digits: Data) -> int:
    """Return the size under which a solution is counted: only ``Sizes`` tells them apart."""
    return puzzle.size_of(digits) if isinstance(question, Sizes) else 0


def refusal(puzzle: Puzzle, question: Question) -> Offer | None:
    """Return why no engine of this family answers *question*, or None."""
    if not isinstance(puzzle, Alphametic):
        return Offer.no("only alphametics")
    return Offer.no("an alphametic has no symmetry") if question.up_to else None


class PlainEngine(Backtracking):
    """All permutations of digits, the oracle that every other engine is compared with."""

    version = "2"
    method = "permutations"
    nodes_a_second = 120_000.0
    what = "all digits for all letters"

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse what is no alphametic."""
        refused = refusal(puzzle, question)
        return None if refused is None else refused.why

    def slowness(self, puzzle: Alphametic) -> float:
        """Return how much there is to read in each trial."""
        return max(1.0, sum(len(word.cells) for word in puzzle.numbers) / 16)

    def nodes_of(self, puzzle: Alphametic, question: Question) -> tuple[float, float]:
        """Return the number of all trials and of what leads to them: nothing is cut off."""
        return 1.3 * trials(puzzle), 0.0

    def following(self, puzzle: Alphametic, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* solves the puzzle, and the digits that the next letter may have."""
        if len(data) < puzzle.variables:
            return False, choices(puzzle, data)
        return all(holds(relation, data, puzzle.base) for relation in puzzle.relations), []
