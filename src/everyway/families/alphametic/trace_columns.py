"""How an alphametic is searched column by column, from the right, with carries: as by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from everyway.core.descent import Trial, descend
from everyway.core.engine import Data
from everyway.core.trace import Step
from everyway.families.alphametic.expression import (
    DIGITS,
    Relation,
    evaluate,
    holds,
    variables_of,
    words_of,
)
from everyway.families.alphametic.facts import columns_of, place_name
from everyway.families.alphametic.polynomials import ending, equality_of
from everyway.families.alphametic.puzzle import Alphametic
from everyway.families.alphametic.trace import (
    FREE,
    letters_text,
    name_of,
    trial,
    why_not,
)

MOST_ENDINGS = 30
"""How many last digits of an equation are looked at before it is checked as a whole."""


@dataclass(frozen=True)
class Column:
    """A column of a sum: letters times their coefficients, with the carry, make a multiple of base.

    The result stands with negative coefficients. ``before`` is the column to the right of it, from
    which the carry comes; ``last`` that nothing may be carried out of it. ``number`` counts the
    columns of all sums. ``needs`` are the letters that must have digits before it can be checked.
    """

    label: str
    terms: tuple[tuple[int, int], ...]
    constant: int
    before: Column | None
    last: bool
    number: int
    base: int
    needs: frozenset[int]

    def carry_in(self, digits: Sequence[int]) -> int:
        """Return what the column before carries into this one."""
        return 0 if self.before is None else self.before.carry(digits)

    def carry(self, digits: Sequence[int]) -> int:
        """Return what this column carries into the next one."""
        carried, column = 0, self
        chain = [column]
        while column.before is not None:
            column = column.before
            chain.append(column)
        for column in reversed(chain):
            carried = (carried + column.own(digits)) // self.base
        return carried

    def own(self, digits: Sequence[int]) -> int:
        """Return the sum of the column without the carry into it."""
        return self.constant + sum(c * digits[v] for v, c in self.terms)

    def fits(self, digits: Sequence[int]) -> bool:
        """Return whether the column comes out."""
        return self.fits_with(self.carry_in(digits), digits)

    def fits_with(self, carry: int, digits: Sequence[int]) -> bool:
        """Return whether the column comes out with this *carry* into it."""
        total = carry + self.own(digits)
        return total == 0 if self.last else total % self.base == 0

    def sides(self, puzzle: Alphametic, digits: Sequence[int], sign: int) -> tuple[str, str, int]:
        """Return one side of the column in letters, in digits, and its value."""
        carry = sign * self.carry_in(digits)
        letters, numbers, value = [], [], 0
        if carry > 0:
            letters.append("carry")
            numbers.append(str(carry))
            value += carry
        for variable, coefficient in self.terms:
            times = sign * coefficient
            if times > 0:
                name, digit = name_of(puzzle, variable), digits[variable]
                parts = [times] if times > 3 else [1] * times
                letters += [name if k == 1 else f"{k}·{name}" for k in parts]
                numbers += [str(digit) if k == 1 else f"{k}·{digit}" for k in parts]
                value += times * digit
        constant = sign * self.constant
        if constant > 0:
            letters.append(str(constant))
            numbers.append(str(constant))
            value += constant
        return " + ".join(letters) or "0", " + ".join(numbers) or "0", value

    def words(self, puzzle: Alphametic, digits: Sequence[int]) -> str:
        """Return what the column comes to, in letters and digits."""
        left, left_digits, value = self.sides(puzzle, digits, 1)
        right, right_digits, other = self.sides(puzzle, digits, -1)
        parts = []
        for letters, numbers, total in ((left, left_digits, value), (right, right_digits, other)):
            shown = [letters, numbers, str(total)]
            parts.append(" = ".join(dict.fromkeys(shown)))
        return f"{self.label}: {parts[0]}; {parts[1]}"

    def why_not(self, puzzle: Alphametic, digits: Sequence[int]) -> str:
        """Return in words why the column does not come out."""
        must = "they must be the same" if self.last else "the last digits differ"
        return f"{self.words(puzzle, digits)}; {must}"

    def why(self, puzzle: Alphametic, digits: Sequence[int]) -> str:
        """Return in words what a column that comes out says."""
        carried = self.carry(digits)
        return self.words(puzzle, digits) + (f"; {carried} carried" if carried else "")


@dataclass(frozen=True)
class Ending:
    """The last digits of both sides of an equation, which must be the same."""

    relation: Relation
    places: int
    base: int
    needs: frozenset[int]

    def fits(self, digits: Sequence[int]) -> bool:
        """Return whether the last digits are the same."""
        left, right = self._endings(digits)
        return left == right

    def _endings(self, digits: Sequence[int]) -> list[int]:
        modulus = self.base**self.places
        sides = (self.relation.left, self.relation.right)
        return [int(evaluate(ending(s, self.places), digits, self.base)) % modulus for s in sides]

    def why_not(self, puzzle: Alphametic, digits: Sequence[int]) -> str:
        """Return in words which last digits differ."""
        left, right = (self._text(value) for value in self._endings(digits))
        last = "the last digit" if self.places == 1 else f"the last {self.places} digits"
        return f"{last}: the left side ends in {left}, the right side in {right}"

    def _text(self, value: int) -> str:
        text = ""
        for _ in range(self.places):
            value, digit = divmod(value, self.base)
            text = DIGITS[digit] + text
        return text


@dataclass(frozen=True)
class Whole:
    """An equation as a whole, once all its letters have their digits."""

    relation: Relation
    base: int
    needs: frozenset[int]

    def fits(self, digits: Sequence[int]) -> bool:
        """Return whether the equation holds."""
        return holds(self.relation, digits, self.base)

    def why_not(self, puzzle: Alphametic, digits: Sequence[int]) -> str:
        """Return in words why the equation does not hold."""
        return why_not(puzzle, self.relation, tuple(digits))


Check = Column | Ending | Whole


@dataclass
class Plan:
    """In which order letters get their digits, and which checks each of them makes possible.

    ``due[k]`` are the checks for which the k-th letter of ``order`` is the last one, in the order
    in which they are made; ``at_once`` those that need no letter.
    """

    puzzle: Alphametic
    order: list[int] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    due: list[list[Check]] = field(default_factory=list)
    at_once: list[Check] = field(default_factory=list)

    def __post_init__(self) -> None:
        checks: list[Check] = []
        for number, relation in enumerate(self.puzzle.relations, 1):
            several = len(self.puzzle.relations) > 1
            checks += self._checks(relation, f"equation {number}, " if several else "")
        self._take(range(self.puzzle.variables))
        place = {variable: k for k, variable in enumerate(self.order)}
        self.due = [[] for _ in self.order]
        for check in checks:
            last = max((place[v] for v in check.needs), default=None)
            (self.at_once if last is None else self.due[last]).append(check)

    def _take(self, variables: Sequence[int]) -> None:
        """Put *variables* behind those that are in the order already."""
        taken = set(self.order)
        self.order += [v for v in dict.fromkeys(variables) if v not in taken]

    def _checks(self, relation: Relation, where: str) -> list[Check]:
        base = self.puzzle.base
        columns = columns_of(relation, base)
        if columns:
            found: list[Check] = []
            before: Column | None = None
            needs: frozenset[int] = frozenset()
            for place, (letters, constant) in enumerate(columns):
                # The result, with negative coefficients, comes after what is added.
                terms = sorted(((v, c) for v, c in letters.items() if c), key=lambda t: t[1] < 0)
                label = where + place_name(place, base)
                last = place == len(columns) - 1
                number = len(self.columns)
                needs |= {v for v, _ in terms}
                before = Column(label, tuple(terms), constant, before, last, number, base, needs)
                self.columns.append(before)
                self._take([v for v, _ in terms])
                found.append(before)
            return found
        return self._endings(relation)

    def _endings(self, relation: Relation) -> list[Check]:
        base = self.puzzle.base
        found: list[Check] = []
        equality = equality_of(relation, base)
        if equality is not None and relation.sign == "=":
            shortened = Relation(equality.left, "=", equality.right)
            words = [*words_of(equality.left), *words_of(equality.right)]
            longest = max(len(word.cells) for word in words)
            for places in range(1, min(longest, MOST_ENDINGS + 1)):
                sides = (ending(equality.left, places), ending(equality.right, places))
                needs = frozenset(v for side in sides for v in variables_of(side))
                # Letters come in the order in which they stand in the text.
                self._take([c for w in words for c in w.cells if c in needs])
                found.append(Ending(shortened, places, base, needs))
        needs = variables_of(relation.left) | variables_of(relation.right)
        self._take(sorted(needs))
        return [*found, Whole(relation, base, needs)]


@lru_cache(maxsize=32)
def plan_of(puzzle: Alphametic) -> Plan:
    """Return the plan of *puzzle*, worked out once."""
    return Plan(puzzle)


def columns(puzzle: Alphametic) -> Iterator[Step]:
    """Yield the steps of a search by columns, from the units on, each with its carry.

    The last letter of a column is worked out from the others. Equations that are no sums are
    checked by their last digits, and as a whole at the end. A step's data are the digits of all
    letters and blanks, -1 where there is none yet; its ``tried`` is the letter's number times the
    base plus the digit, its ``marks`` are letters that it meets, and -1, -2, … for columns, counted
    from the right. Solutions come in the order in which this search finds them.
    """
    plan = plan_of(puzzle)

    def shown(choices: Data) -> Data:
        digits = [FREE] * puzzle.variables
        for variable, digit in zip(plan.order, choices, strict=False):
            digits[variable] = digit
        return tuple(digits)

    def trials(choices: Data) -> Iterator[Trial]:
        digits = shown(choices)
        if not choices and (failed := _failed(plan.at_once, digits)) is not None:
            yield Trial("prune", "", failed.why_not(puzzle, digits))
        elif len(choices) == len(plan.order):
            yield Trial("solution", letters_text(puzzle, digits))
        else:
            yield from _next(plan, len(choices), digits)

    def dead_end(choices: Data) -> str:
        return f"no digit will do for {name_of(puzzle, plan.order[len(choices)])}"

    return descend(trials, shown, dead_end)


def _failed(checks: Sequence[Check], digits: Sequence[int]) -> Check | None:
    """Return the first of *checks* that fails, or None."""
    before: Check | None = None
    carry = 0
    for check in checks:
        if isinstance(check, Column):
            # Column after column, a carry is handed on and not worked out from the units again.
            if before is None or check.before is not before:
                carry = check.carry_in(digits)
            if not check.fits_with(carry, digits):
                return check
            carry = (carry + check.own(digits)) // check.base
        elif not check.fits(digits):
            return check
        before = check
    return None


def _next(plan: Plan, place: int, digits: Data) -> Iterator[Trial]:
    """Yield what becomes of each digit for the letter at *place* in the order."""
    puzzle, variable = plan.puzzle, plan.order[place]
    due = plan.due[place]
    first = due[0] if due and isinstance(due[0], Column) else None
    looked_at = () if first is None else (-1 - first.number,)
    stood = False
    for digit in range(puzzle.base):
        filled = _with(digits, variable, digit)
        if first is not None and not first.fits(filled):
            continue  # the column says which digit it must be
        stood = True
        why = "" if first is None else first.why(puzzle, filled)
        found = trial(puzzle, variable, digit, digits, why)
        if found is None:
            known = DIGITS[puzzle.known_digits[variable]]
            if first is not None:
                name = name_of(puzzle, variable)
                reason = f"{why}; but {name} is known to be {known}"
                yield _refused(plan, variable, digit, reason, looked_at)
        elif found.kind == "conflict":
            reason = f"{why}; but {found.why}" if why else found.why
            yield _refused(plan, variable, digit, reason, (*found.marks, *looked_at))
        elif (failed := _failed(due, filled)) is not None:
            yield _refused(
                plan, variable, digit, failed.why_not(puzzle, filled), _met(failed, variable)
            )
        else:
            yield replace(found, marks=looked_at)
    if first is not None and not stood:
        name = name_of(puzzle, variable)
        met = tuple(v for v in _met(first, variable) if v < 0 or digits[v] != FREE)
        yield Trial("prune", "", f"{first.label}: no digit for {name} makes it come out", marks=met)


def _refused(plan: Plan, variable: int, digit: int, why: str, marks: Data) -> Trial:
    puzzle = plan.puzzle
    what = f"{name_of(puzzle, variable)} = {DIGITS[digit]}"
    return Trial("conflict", what, why, 0, variable * puzzle.base + digit, marks)


def _met(check: Check, variable: int) -> Data:
    """Return the marks for a check: the other letters in it, and the column."""
    if isinstance(check, Column):
        return (*(v for v, _ in check.terms if v != variable), -1 - check.number)
    return tuple(v for v in sorted(check.needs) if v != variable)


def _with(digits: Data, variable: int, digit: int) -> Data:
    return (*digits[:variable], digit, *digits[variable + 1 :])
