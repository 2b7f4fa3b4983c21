"""How a magic square is searched, step by step: cell by cell with the sums, and by trying all."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.descent import Trial, descend
from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.trace import Step

from .plain import MOST_ORDER, Rules, rules_of
from .puzzle import MagicSquare
from .rules import Line

NO_SUMS = "the numbers allow no such sums: the sum of a line would be no whole number"


def backtracking(puzzle: MagicSquare) -> Iterator[Step]:
    """Yield the steps of the reference engine: row by row, each number as the lines allow.

    A step's data are the numbers of the first cells, its ``tried`` the number for the next one, its
    ``marks`` the cells that it meets. Every node of the engine is a step ``"place"``, but for the
    root. Where the last cell of a line is reached, only what is left of the sum is tried.
    """
    _check(puzzle)
    rules = rules_of(puzzle)

    def trials(numbers: Data) -> Iterator[Trial]:
        if not rules.possible:
            yield Trial("prune", "", NO_SUMS)
        elif len(numbers) == rules.size:
            yield Trial("solution", _named(puzzle))
        else:
            yield from _next(puzzle, rules, numbers)

    return descend(
        trials, dead_end=lambda numbers: f"no number is left for {short_name(puzzle, len(numbers))}"
    )


def generate(puzzle: MagicSquare) -> Iterator[Step]:
    """Yield the steps of generate and test: all numbers in all cells, and then the sums.

    Data, ``tried`` and ``marks`` are as for ``backtracking``. Solutions come in the same order.
    """
    _check(puzzle)

    def trials(numbers: Data) -> Iterator[Trial]:
        cell = len(numbers)
        if puzzle.lines is None:
            yield Trial("prune", "", NO_SUMS)
        elif cell == puzzle.size:
            yield _verdict(puzzle, numbers)
        else:
            for number in (puzzle.fixed.get(cell),) if cell in puzzle.fixed else puzzle.values:
                assert number is not None
                yield _taken(puzzle, numbers, number) or _placed(puzzle, cell, number)

    return descend(
        trials, dead_end=lambda numbers: f"no number is left for {short_name(puzzle, len(numbers))}"
    )


def _check(puzzle: MagicSquare) -> None:
    if puzzle.order > MOST_ORDER:
        raise EverywayError(
            "too large an order to be shown step by step:",
            text=puzzle.order,
            hint=f"at most {MOST_ORDER}",
        )


def _named(puzzle: MagicSquare) -> str:
    return f"all lines have the sum {puzzle.sum}" if puzzle.size else "the empty square"


def short_name(puzzle: MagicSquare, cell: int) -> str:
    """Return a cell in few letters, such as ``r1c3``."""
    row, column = divmod(cell, puzzle.order)
    return f"r{row + 1}c{column + 1}"


def _what(puzzle: MagicSquare, cell: int, number: int) -> str:
    return f"{short_name(puzzle, cell)} = {number}"


def _placed(puzzle: MagicSquare, cell: int, number: int, why: str = "") -> Trial:
    why = "given" if cell in puzzle.fixed else why
    return Trial("place", _what(puzzle, cell, number), why, number, number)


def _taken(puzzle: MagicSquare, numbers: Data, number: int) -> Trial | None:
    """Return that *number* stands elsewhere, or None."""
    cell = len(numbers)
    if number in numbers:
        other = numbers.index(number)
        why = f"{number} stands in {short_name(puzzle, other)}"
        return Trial("conflict", _what(puzzle, cell, number), why, 0, number, (other,))
    for other, given in puzzle.fixed.items():
        if given == number and other != cell:
            why = f"{number} is given in {short_name(puzzle, other)}"
            return Trial("conflict", _what(puzzle, cell, number), why, 0, number, (other,))
    return None


def _verdict(puzzle: MagicSquare, numbers: Data) -> Trial:
    for line in puzzle.lines or ():
        found = sum(numbers[cell] for cell in line.cells)
        if found != line.total:
            total = " + ".join(str(numbers[cell]) for cell in sorted(line.cells))
            why = f"{line.name}: {total} = {found}, not {line.total}"
            return Trial("conflict", "", why, marks=tuple(sorted(line.cells)))
    return Trial("solution", _named(puzzle))


# --- the lines through a cell ---


class _Limits:
    """What the lines through the next cell say of its number: least and greatest, and why."""

    def __init__(self, puzzle: MagicSquare, rules: Rules, numbers: Data) -> None:
        self.puzzle, self.rules, self.numbers = puzzle, rules, numbers
        self.cell = len(numbers)
        self.low, self.high = rules.values[0], rules.values[-1]
        self.low_line: Line | None = None
        self.high_line: Line | None = None
        for line in puzzle.lines or ():
            if self.cell not in line.cells:
                continue
            left = self._left(line)
            after = self._after(line)
            if left - rules.most[after] > self.low:
                self.low, self.low_line = left - rules.most[after], line
            if left - rules.least[after] < self.high:
                self.high, self.high_line = left - rules.least[after], line

    def _before(self, line: Line) -> Data:
        return tuple(cell for cell in sorted(line.cells) if cell < self.cell)

    def _after(self, line: Line) -> int:
        return sum(cell > self.cell for cell in line.cells)

    def _left(self, line: Line) -> int:
        return int(line.total) - sum(self.numbers[cell] for cell in self._before(line))

    def rest(self, line: Line) -> str:
        """Return in words what is left of a line's sum for the cell and those after it."""
        before = [str(self.numbers[cell]) for cell in self._before(line)]
        total = " - ".join([str(line.total), *before])
        text = f"{total} = {self._left(line)}" if before else str(self._left(line))
        after = self._after(line)
        return f"{line.name} has {text} left" + (f" for {after + 1} cells" if after else "")

    def _others(self, line: Line, low: bool) -> str:
        """Return in words what the cells after this one can have at most, or at least."""
        after = self._after(line)
        if not after:
            return ""  # a last cell must be exactly what is left
        sums = self.rules.most if low else self.rules.least
        which = "the other has" if after == 1 else "the others have"
        return f", and {which} {'at most' if low else 'at least'} {sums[after]}"

    def bound(self, low: bool) -> str:
        """Return in words the line that sets the least, or the greatest number."""
        line = self.low_line if low else self.high_line
        return "" if line is None else self.rest(line) + self._others(line, low)

    def why_not(self, number: int) -> tuple[str, Data]:
        """Return why a line refuses *number*, and the cells of that line."""
        low = number < self.low
        line = self.low_line if low else self.high_line
        assert line is not None
        return f"{number} is too {'small' if low else 'large'}: {self.bound(low)}", self._before(
            line
        )

    def forced(self) -> str:
        """Return in words why one number alone is left, if lines say so."""
        return self.bound(True) or self.bound(False)

    def nothing(self) -> tuple[str, Data]:
        """Return why no number will do: two lines disagree, or a line and the numbers."""
        marks: set[int] = set()
        for line in (self.low_line, self.high_line):
            marks.update(self._before(line) if line is not None else ())
        asked = f"it must be {self.low} or more and {self.high} or less"
        bounds = dict.fromkeys(text for low in (True, False) if (text := self.bound(low)))
        return f"{asked}: {'; '.join(bounds)}", tuple(sorted(marks))


def _next(puzzle: MagicSquare, rules: Rules, numbers: Data) -> Iterator[Trial]:
    """Yield what becomes of each number for the next cell, rising."""
    cell = len(numbers)
    limits = _Limits(puzzle, rules, numbers)
    given = rules.fixed.get(cell)
    if given is not None:
        if limits.low <= given <= limits.high:
            yield _placed(puzzle, cell, given)
        else:
            why, marks = limits.why_not(given)
            yield Trial("conflict", _what(puzzle, cell, given), why, 0, given, marks)
        return
    if limits.low > limits.high:
        why, marks = limits.nothing()
        yield Trial("prune", "", why, marks=marks)
    elif limits.low == limits.high:
        yield _forced(puzzle, rules, numbers, limits)
    else:
        for number in rules.values:
            if not limits.low <= number <= limits.high:
                why, marks = limits.why_not(number)
                yield Trial("conflict", _what(puzzle, cell, number), why, 0, number, marks)
            else:
                yield _taken(puzzle, numbers, number) or _placed(puzzle, cell, number)


def _forced(puzzle: MagicSquare, rules: Rules, numbers: Data, limits: _Limits) -> Trial:
    """Return what becomes of the one number that the lines leave for the next cell."""
    cell, number = len(numbers), limits.low
    why = limits.forced()
    if number not in rules.allowed:
        reason = f"{why}, and {number} is none of the numbers"
        return Trial("conflict", _what(puzzle, cell, number), reason, 0, number)
    taken = _taken(puzzle, numbers, number)
    if taken is None:
        return _placed(puzzle, cell, number, why)
    reason = f"{why}, but {taken.why}" if why else taken.why
    return Trial("conflict", taken.what, reason, 0, number, taken.marks)
