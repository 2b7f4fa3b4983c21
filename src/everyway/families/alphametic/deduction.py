"""How a puzzle can be solved by hand: deductions one after another, and cases where these end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from everyway.core.engine import Data
from everyway.families.alphametic.facts import Condition, Linear, Other, facts_of
from everyway.families.alphametic.puzzle import Alphametic
from everyway.families.alphametic.rules import (
    Finding,
    ImpossibleError,
    Values,
    by_bounds,
    by_other_bounds,
    by_parity,
    by_trying,
)

MOST_CASES = 3000
MOST_DEPTH = 100
"""How many cases may stand inside each other: as deep as Python lets functions call functions."""

TRIES = (60, 2000)
"""How many ways of a column are tried: few, as a person would; more where nothing else helps."""

Assumption = tuple[str, int]


class GiveUpError(Exception):
    """Raised to leave a search that has become too long."""


@dataclass(frozen=True)
class Step:
    """One step of an explanation.

    ``kind`` is ``"fact"``, ``"deduction"``, ``"case"`` (a case that is gone into),
    ``"contradiction"`` (a case that fails, or all), ``"solution"``, or ``"end"`` (given up).
    ``case`` are the assumptions under which the step holds, as names and values: letters, blanks,
    carries. ``claims`` are the values that are left to the names that the step is about; in every
    solution in which the assumptions
    hold, they are among these.
    """

    kind: str
    text: str
    case: tuple[Assumption, ...] = ()
    claims: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def depth(self) -> int:
        """How many cases the step stands in."""
        return len(self.case) - (self.kind in ("case", "contradiction"))


@dataclass(frozen=True)
class Explanation:
    """The steps, the solutions that they lead to, and how many cases were tried on the way.

    ``complete`` is false where there were too many cases: solutions may then be missing.
    """

    puzzle: Alphametic
    steps: tuple[Step, ...]
    solutions: tuple[Data, ...]
    cases: int
    complete: bool

    def lines(self) -> list[str]:
        """Return the explanation in words, steps numbered, cases indented."""
        found = [self.puzzle.text, ""]
        number = 0
        for step in self.steps:
            if step.depth == 0 and step.kind not in ("case", "contradiction"):
                number += 1
                found.append(f"{number:>3}. {step.text}")
            else:
                found.append("     " + "  " * step.depth + f"- {step.text}")
        return [*found, "", self.summary()]

    def summary(self) -> str:
        """Return in one line what was found, and how many cases it took."""
        number = len(self.solutions)
        how = {0: "No solution", 1: "One solution"}.get(number, f"{number} solutions")
        if not self.complete:
            return f"Given up after {self.cases} cases, with {number} solutions found."
        tried = {0: "without trying any case", 1: "after one case"}
        return f"{how}, {tried.get(self.cases, f'after {self.cases} cases')}."

    def values(self, digits: Sequence[int]) -> dict[str, int]:
        """Return the values of all names in the steps, carries too, for a solution's *digits*."""
        facts = facts_of(self.puzzle)
        return dict(zip(facts.names, facts.values(digits), strict=True))

    def __str__(self) -> str:
        return "\n".join(self.lines())


@lru_cache(maxsize=8)
def explain(puzzle: Alphametic) -> Explanation:
    """Return how *puzzle* can be solved by hand."""
    return Solver(puzzle, lambda cases: cases >= MOST_CASES).explanation()


class Solver:
    """Deduces, and tries cases; writes down each step.

    *beat* is called often, with the number of cases so far, and says true, or leaves the search by
    an exception of its own, when it has to end. *prefix* are digits of the first letters, taken as
    known.
    """

    def __init__(self, puzzle: Alphametic, beat: Callable[[int], bool], prefix: Data = ()) -> None:
        self.puzzle = puzzle
        self.beat = beat
        self.given = {**puzzle.known_digits, **dict(enumerate(prefix))}
        self.facts = facts_of(puzzle)
        self.names = self.facts.names
        number = len(self.names)
        self.own = [puzzle.distinct and v < len(puzzle.letters) for v in range(number)]
        self.steps: list[Step] = []
        self.solutions: list[Data] = []
        self.cases = 0
        self.complete = True

    def explanation(self) -> Explanation:
        """Return the whole explanation."""
        self.solve()
        steps, solutions = tuple(self.steps), tuple(sorted(self.solutions))
        return Explanation(self.puzzle, steps, solutions, self.cases, self.complete)

    def solve(self) -> None:
        """Find all solutions, or as many as there are until it has to end."""
        try:
            self._go_on(self._start(), ())
        except ImpossibleError as error:
            self._write("contradiction", f"It cannot be: {error}.", ())
        except GiveUpError:
            self._write("end", "Here it ends, for there are too many cases.", ())

    def _write(
        self,
        kind: str,
        text: str,
        case: tuple[Assumption, ...],
        claims: dict[int, tuple[int, ...]] | None = None,
    ) -> None:
        named = tuple((self.names[v], kept) for v, kept in (claims or {}).items())
        self.steps.append(Step(kind, text, case, named))

    # --- what holds from the start ---

    def _start(self) -> Values:
        puzzle, names = self.puzzle, self.names
        values: Values = [tuple(puzzle.digits_for(v)) for v in range(puzzle.variables)]
        for v, digit in self.given.items():
            values[v] = tuple(x for x in values[v] if x == digit)
            if not values[v]:
                raise ImpossibleError(f"{names[v]} cannot be {digit}")
        given = {v: values[v] for v in self.given}
        if given:
            text = ", ".join(f"{names[v]} = {kept[0]}" for v, kept in given.items())
            self._write("fact", f"Known: {text}.", (), given)
        leading = {v: values[v] for v in sorted(puzzle.nonzero) if v not in given}
        if leading:
            shown = listed([names[v] for v in leading])
            begin = (
                "begins a number, so it is" if len(leading) == 1 else "begin numbers, so they are"
            )
            self._write("fact", f"{shown} {begin} not 0.", (), leading)
        self._carries(values)
        return values

    def _carries(self, values: Values) -> None:
        """Bound each carry by what its column can make."""
        first = len(values)
        for column, carry, constant in self.facts.carries:
            low = high = constant
            if carry is not None:
                low, high = low + values[carry][0], high + values[carry][-1]
            for v, c in column.items():
                ends = (c * values[v][0], c * values[v][-1])
                low, high = low + min(ends), high + max(ends)
            kept = tuple(range(-(-low // self.puzzle.base), high // self.puzzle.base + 1))
            if not kept:
                raise ImpossibleError("a column has no carry that is possible")
            values.append(kept)
        claims = {v: values[v] for v in range(first, len(values))}
        if not claims:
            return
        text = ""
        for letter, where in self.facts.named:
            of = f" in {where}" if where else ""
            text += f"Write {letter}1 for the carry out of the units{of}, {letter}2 for the next. "
        same = set(claims.values())
        if len(same) == 1:
            (kept,) = same
            text += f"Each carry is {one_of(kept)}, as a column can make no more."
        else:
            shown = "; ".join(f"{self.names[v]} is {one_of(kept)}" for v, kept in claims.items())
            text += f"By what the columns can make: {shown}."
        self._write("fact", text, (), claims)

    # --- deductions ---

    def _findings(self, values: Values) -> Iterator[Finding]:
        """Yield what the rules find, those first that are easiest to follow."""
        linear = [c for c in self.facts.conditions if isinstance(c, Linear)]
        others = [c for c in self.facts.conditions if isinstance(c, Other)]
        columns = [c for c in linear if not c.whole]
        for column in columns:
            yield from _some(by_bounds(column, values))
        if self.puzzle.base % 2 == 0:
            for column in columns:
                yield from _some(by_parity(column, values))
        easy: list[Condition] = [*columns, *others]
        for condition in easy:
            yield from _some(by_trying(condition, values, self.facts, self.own, TRIES[0]))
        for other in others:
            yield from _some(by_other_bounds(other, values))
        yield from _some(self._hidden(values))
        for whole in linear:
            if whole.whole:
                yield from _some(by_bounds(whole, values))
        for condition in easy:
            yield from _some(by_trying(condition, values, self.facts, self.own, TRIES[1]))
        for condition in linear:
            yield from _some(by_trying(condition, values, self.facts, self.own, TRIES[0]))

    def _hidden(self, values: Values) -> Finding | None:
        """Give a digit to the only letter that can have it, where all digits are used."""
        letters = [v for v in range(len(self.puzzle.letters)) if self.own[v]]
        if len(letters) < self.puzzle.base:
            return None
        for digit in range(self.puzzle.base):
            places = [v for v in letters if digit in values[v]]
            if not places:
                raise ImpossibleError(f"no letter is left for {digit}")
            if len(places) == 1 and len(values[places[0]]) > 1:
                why = f"all digits are used, and no other letter can be {digit}"
                return Finding({places[0]: (digit,)}, why, "all letters")
        return None

    def _strike(self, values: Values) -> dict[int, tuple[int, ...]]:
        """Take the digits of letters that are known from all other letters."""
        struck: dict[int, tuple[int, ...]] = {}
        while True:
            known: dict[int, int] = {}
            for v, kept in enumerate(values):
                if self.own[v] and len(kept) == 1:
                    if kept[0] in known:
                        one, other = self.names[known[kept[0]]], self.names[v]
                        raise ImpossibleError(f"{one} and {other} would both be {kept[0]}")
                    known[kept[0]] = v
            again = False
            for v, kept in enumerate(values):
                if self.own[v] and len(kept) > 1:
                    rest = tuple(x for x in kept if x not in known)
                    if not rest:
                        raise ImpossibleError(f"no digit is left for {self.names[v]}")
                    if len(rest) < len(kept):
                        values[v] = struck[v] = rest
                        again = again or len(rest) == 1
            if not again:
                return struck

    def _deduce(self, values: Values) -> Iterator[tuple[Finding, dict[int, tuple[int, ...]]]]:
        """Apply the rules until nothing more follows; yield each finding with its claims."""
        self._strike(values)
        while True:
            self._pause()
            finding = next(self._findings(values), None)
            if finding is None:
                return
            for v, kept in finding.left.items():
                values[v] = kept
            struck = self._strike(values)
            singles = {v: kept for v, kept in struck.items() if len(kept) == 1}
            yield finding, {**finding.left, **singles}

    # --- cases ---

    def _go_on(self, values: Values, case: tuple[Assumption, ...]) -> None:
        """Deduce from *values*, then try cases, until the solutions are found."""
        for finding, claims in self._deduce(values):
            text = f"{_capital(finding.label)}: {finding.why}. So {self._told(claims)}."
            self._write("deduction", text, case, claims)
        letters = range(self.facts.letters)
        open_ones = [v for v in range(len(values)) if len(values[v]) > 1]
        if not any(v in letters for v in open_ones):
            self._conclude(tuple(values[v][0] for v in letters), case)
            return
        self._try_cases(values, case, self._best(values, open_ones))

    def _best(self, values: Values, open_ones: Sequence[int]) -> int:
        """Return the unknown with fewest values, of these the one in most conditions."""

        def key(v: int) -> tuple[int, bool, int]:
            number = sum(v in c.unknowns for c in self.facts.conditions)
            return len(values[v]), v >= self.facts.letters, -number

        return min(open_ones, key=key)

    def _conclude(self, digits: Data, case: tuple[Assumption, ...]) -> None:
        why = self.puzzle.why_not(digits)
        if why is not None:
            raise ImpossibleError(why)
        self.found(digits)
        shown = (
            ", ".join(f"{self.names[v]} = {digit}" for v, digit in enumerate(digits))
            or "all is known"
        )
        self._write("solution", f"It fits: {shown}.", case)

    def found(self, digits: Data) -> None:
        """Keep a solution."""
        self.solutions.append(digits)

    def _try_cases(self, values: Values, case: tuple[Assumption, ...], v: int) -> None:
        name = self.names[v]
        if len(case) > MOST_DEPTH:
            self.complete = False
            raise GiveUpError
        survivors: list[int] = []
        for x in values[v]:
            self._pause()
            self.cases += 1
            inside = (*case, (name, x))
            trial = list(values)
            trial[v] = (x,)
            chain: list[str] = []
            try:
                for finding, claims in self._deduce(trial):
                    chain.append(f"{self._told(claims)} ({finding.label})")
            except ImpossibleError as error:
                steps = ", ".join(chain[:12]) + (", and so on" if len(chain) > 12 else "")
                then = f"then {steps}; but " if chain else ""
                self._write("contradiction", f"If {name} = {x}: {then}{error}.", inside)
            else:
                survivors.append(x)
        if not survivors:
            raise ImpossibleError(f"no value of {name} is left")
        values[v] = tuple(survivors)
        if len(survivors) == 1:
            text = f"So {name} = {survivors[0]}, the only case left."
            self._write("deduction", text, case, {v: values[v]})
            self._go_on(values, case)
            return
        for x in survivors:
            inside = (*case, (name, x))
            trial = list(values)
            trial[v] = (x,)
            self._write("case", f"Case {name} = {x}:", inside)
            try:
                self._go_on(trial, inside)
            except ImpossibleError as error:
                self._write("contradiction", f"{name} = {x} fails: {error}.", inside)

    def _pause(self) -> None:
        if self.beat(self.cases):
            self.complete = False
            raise GiveUpError

    def _told(self, claims: dict[int, tuple[int, ...]]) -> str:
        """Return what is left to each unknown, in words."""
        return listed(
            [
                f"{self.names[v]} = {kept[0]}"
                if len(kept) == 1
                else f"{self.names[v]} is {one_of(kept)}"
                for v, kept in claims.items()
            ]
        )


def _some(finding: Finding | None) -> Iterator[Finding]:
    if finding is not None:
        yield finding


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """Return parts as a list in words.

    >>> listed(["S", "M", "O"])
    'S, M and O'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def one_of(values: Sequence[int]) -> str:
    """Return values in words, a run of three or more as its ends.

    >>> one_of((0, 1)), one_of((2, 5, 7)), one_of((3, 4, 5, 6)), one_of((4,))
    ('0 or 1', '2, 5 or 7', '3 to 6', '4')
    """
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]} to {values[-1]}"
    shown = [str(x) for x in values]
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
