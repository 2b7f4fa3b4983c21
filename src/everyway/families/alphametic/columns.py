"""Any equations: digit by digit from the right, checked modulo powers of the base, and by bounds.

The last k digits of both sides of an equation depend on the last k digits of its numbers alone
(and on whole exponents). So the digits are chosen in such an order that some equation can soon
be checked modulo a power of the base, and after each digit it is seen whether the least and
greatest values of both sides still meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from everyway.core.engine import (
    NO_LIMIT,
    Branch,
    Control,
    Data,
    Effort,
    Engine,
    Offer,
    Stopped,
    Tally,
)
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.families.alphametic.bounds import Bounder, bounder_of, linear_bounder
from everyway.families.alphametic.coefficients import Collector
from everyway.families.alphametic.expression import Relation, holds, variables_of, words_of
from everyway.families.alphametic.linear import Equation, equations_of, linear_equations
from everyway.families.alphametic.plain import children, refusal, trials
from everyway.families.alphametic.polynomials import Equality, ending, equality_of, source_of
from everyway.families.alphametic.puzzle import Alphametic

NODES_A_SECOND = 400_000
MOST_PLACES = 30
"""How many last digits of an equation are looked at before it is checked as a whole."""

MOST_CELLS = 20_000
"""An equation of very many numbers is looked at for fewer last digits."""

Check = Callable[[Sequence[int]], bool]


@dataclass(frozen=True)
class Condition:
    """A check, and which variables it needs."""

    needs: frozenset[int]
    check: Check


@dataclass
class Sheet:
    """What is worked out once of a puzzle: the conditions, and the bounds of both sides."""

    puzzle: Alphametic
    conditions: list[Condition] = field(default_factory=list)
    sides: list[tuple[frozenset[int], str, Bounder, Bounder]] = field(default_factory=list)
    allowed: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        equations = linear_equations(self.puzzle)
        for relation, equation in zip(self.puzzle.relations, equations, strict=True):
            if equation is None:
                self._add(relation)
            else:
                self._add_linear(equation)
        self.allowed = self._allowed()

    def _add_linear(self, equation: Equation) -> None:
        """Add a sum of coefficient times digit: a power of the base takes coefficients away."""
        pairs = sorted(equation.coefficients.items())
        needs = frozenset(v for v, c in pairs if c)
        largest = max((abs(c) for _, c in pairs), default=0)
        modulus = self.puzzle.base
        for _ in range(MOST_PLACES):
            if modulus > largest:
                break
            rests = [(v, c % modulus) for v, c in pairs if c % modulus]
            text = "+".join([f"d[{v}]*{c}" for v, c in rests] + [str(equation.constant)])
            check = _compiled(f"lambda d: ({text}) % {modulus} == 0")
            self.conditions.append(Condition(frozenset(v for v, _ in rests), check))
            modulus *= self.puzzle.base
        text = "+".join([f"d[{v}]*{c}" for v, c in pairs] + [str(equation.constant)])
        self.conditions.append(Condition(needs, _compiled(f"lambda d: {text} == 0")))
        self.sides.append((needs, "=", linear_bounder(equation.constant, pairs), _zero))

    def _add(self, relation: Relation) -> None:
        base = self.puzzle.base
        needs = variables_of(relation.left) | variables_of(relation.right)
        equality = equality_of(relation, base)
        if equality is None:
            self.conditions.append(Condition(needs, _by_rules(relation, base)))
            return
        bounds = bounder_of(equality.left, base), bounder_of(equality.right, base)
        self.sides.append((needs, relation.sign, *bounds))
        if relation.sign == "=":
            self._add_endings(equality)
        exact = _by_rules(relation, base) if equality.divides else _exact(equality, base)
        self.conditions.append(Condition(needs, exact))

    def _add_endings(self, equality: Equality) -> None:
        words = [*words_of(equality.left), *words_of(equality.right)]
        longest = max(len(word.cells) for word in words)
        most = min(longest - 1, MOST_PLACES, MOST_CELLS // sum(len(word.cells) for word in words))
        for places in range(1, most + 1):
            left, right = (ending(side, places) for side in (equality.left, equality.right))
            modulus = self.puzzle.base**places
            needs = variables_of(left) | variables_of(right)
            text = f"lambda d: (({source_of(left, self.puzzle.base, modulus)}) - "
            text += f"({source_of(right, self.puzzle.base, modulus)})) % {modulus} == 0"
            self.conditions.append(Condition(needs, _compiled(text)))

    def _allowed(self) -> list[list[int]]:
        """Return the digits that bounds allow each variable, found by trying until none falls."""
        allowed = [list(self.puzzle.digits_for(v)) for v in range(self.puzzle.variables)]
        changed = True
        while changed:
            changed = False
            lows = [digits[0] if digits else 0 for digits in allowed]
            highs = [digits[-1] if digits else 0 for digits in allowed]
            for needs, sign, left, right in self.sides:
                for v in sorted(needs):
                    kept = []
                    before = lows[v], highs[v]
                    for digit in allowed[v]:
                        lows[v] = highs[v] = digit
                        if _meet(sign, left(lows, highs), right(lows, highs)):
                            kept.append(digit)
                    lows[v], highs[v] = (kept[0], kept[-1]) if kept else before
                    changed = changed or len(kept) < len(allowed[v])
                    allowed[v] = kept
            if not all(allowed):
                break
        return allowed


def _zero(lows: Sequence[int], highs: Sequence[int]) -> tuple[int, int]:
    """Bound nothing: the other side of an equation that is all on one side."""
    return 0, 0


def _meet(sign: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Return whether values between these bounds can be equal, or one less than the other."""
    if sign == "<":
        return left[0] < right[1]
    return left[0] <= right[1] and right[0] <= left[1]


def _compiled(text: str) -> Check:
    """Return a function made from *text*, which holds nothing but numbers and names of ours."""
    from math import prod

    check: Check = eval(text, {"__builtins__": {}, "sum": sum, "pow": pow, "prod": prod})
    return check


def _exact(equality: Equality, base: int) -> Check:
    sign = "==" if equality.sign == "=" else "<"
    left, right = source_of(equality.left, base), source_of(equality.right, base)
    return _compiled(f"lambda d: ({left}) {sign} ({right})")


def _by_rules(relation: Relation, base: int) -> Check:
    def check(digits: Sequence[int]) -> bool:
        return holds(relation, digits, base)

    return check


@lru_cache(maxsize=32)
def sheet_of(puzzle: Alphametic) -> Sheet:
    """Return the sheet of *puzzle*, worked out once."""
    return Sheet(puzzle)


@dataclass
class Course:
    """The order in which variables get their digits when some are fixed, and what is checked when.

    ``checks[i]`` are the conditions that can be checked once the i-th variable has its digit, and
    ``meets[i]`` the pairs of bounds to compare; ``first`` are checked before all.
    """

    order: list[int]
    checks: list[list[Check]]
    meets: list[list[tuple[str, Bounder, Bounder]]]
    first: list[Check]
    nodes: float


@lru_cache(maxsize=256)
def course_of(puzzle: Alphametic, fixed_letters: int) -> Course:
    """Return the course of *puzzle* when so many of the first letters, and the known, are fixed.

    Next comes always the condition that lacks the fewest variables.
    """
    sheet = sheet_of(puzzle)
    given = frozenset(range(fixed_letters)) | puzzle.known_digits.keys()
    have = set(given)
    order: list[int] = []
    left = list(sheet.conditions)
    while len(have) < puzzle.variables:
        left = [c for c in left if not c.needs <= have]
        if left:
            best = min(left, key=lambda c: len(c.needs - have))
            new = sorted(best.needs - have)
        else:
            new = [v for v in range(puzzle.variables) if v not in have]
        order += new
        have.update(new)
    at = {v: i for i, v in enumerate(order)}

    def last_of(needs: frozenset[int]) -> int:
        return max((at[v] for v in needs if v in at), default=-1)

    checks: list[list[Check]] = [[] for _ in order]
    first: list[Check] = []
    for condition in sheet.conditions:
        i = last_of(condition.needs)
        (first if i < 0 else checks[i]).append(condition.check)
    meets: list[list[tuple[str, Bounder, Bounder]]] = [[] for _ in order]
    for needs, sign, low, high in sheet.sides:
        for v in needs:
            if v in at and at[v] < last_of(needs):
                meets[at[v]].append((sign, low, high))
    return Course(order, checks, meets, first, _nodes(puzzle, sheet, order, checks))


def _nodes(
    puzzle: Alphametic, sheet: Sheet, order: Sequence[int], checks: Sequence[Sequence[Check]]
) -> float:
    """Return about how many nodes there are: each check passes one in *base*."""
    nodes = ways = 1.0
    for i, v in enumerate(order):
        taken = i / puzzle.base if puzzle.distinct and v < len(puzzle.letters) else 0.0
        ways *= max(1.0, len(sheet.allowed[v]) * (1 - taken))
        nodes += ways
        ways = max(1.0, ways / puzzle.base ** len(checks[i]))
    return nodes


class Search:
    """Walks along a course; calls *found* with each solution, and *beat* now and then."""

    def __init__(
        self,
        puzzle: Alphametic,
        prefix: Data,
        found: Callable[[list[int]], None],
        take: Callable[[int], int],
    ) -> None:
        self.course = course_of(puzzle, len(prefix))
        sheet = sheet_of(puzzle)
        self.allowed = sheet.allowed
        self.own = [puzzle.distinct and v < len(puzzle.letters) for v in range(puzzle.variables)]
        self.digits = [0] * puzzle.variables
        self.lows = [digits[0] if digits else 0 for digits in sheet.allowed]
        self.highs = [digits[-1] if digits else 0 for digits in sheet.allowed]
        self.used = 0
        self.found = found
        self.take = take
        self.fixed = {**puzzle.known_digits, **dict(enumerate(prefix))}

    def run(self) -> None:
        """Search everything."""
        for v, digit in self.fixed.items():
            if digit not in self.allowed[v] or (self.own[v] and self.used >> digit & 1):
                return
            self.digits[v] = self.lows[v] = self.highs[v] = digit
            if self.own[v]:
                self.used |= 1 << digit
        if all(check(self.digits) for check in self.course.first):
            self._descend(0)

    def _descend(self, i: int) -> None:
        course, digits = self.course, self.digits
        if i == len(course.order):
            self.found(digits)
            return
        v = course.order[i]
        own, checks, meets = self.own[v], course.checks[i], course.meets[i]
        lows, highs = self.lows, self.highs
        before = lows[v], highs[v]
        allowed = self.allowed[v]
        taken = self.take(len(allowed)) if allowed else 0
        for digit in allowed[:taken]:
            if own and self.used >> digit & 1:
                continue
            digits[v] = digit
            if not all(check(digits) for check in checks):
                continue
            lows[v] = highs[v] = digit
            if all(_meet(s, a(lows, highs), b(lows, highs)) for s, a, b in meets):
                bit = 1 << digit if own else 0
                self.used |= bit
                self._descend(i + 1)
                self.used ^= bit
        lows[v], highs[v] = before
        if taken < len(allowed):
            raise Stopped


class ColumnsEngine(Engine):
    """Products, powers, quotients, several equations and layouts, from the last digits on."""

    name = "columns"
    method = "last digits and bounds"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of what the checks let through."""
        refused = refusal(puzzle, question)
        if refused is not None:
            return refused
        assert isinstance(puzzle, Alphametic)
        if equations_of(puzzle) is not None:
            # Another engine is there for these: an estimate is not worth the making of a course.
            nodes = trials(puzzle) ** 0.6
        else:
            nodes = course_of(puzzle, 0).nodes
        seconds = 1e-3 + nodes / NODES_A_SECOND
        return Offer(True, seconds, "digits from the right", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole as one branch: the order of the digits is from the right."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next letter's digit, in order of first appearance."""
        assert isinstance(puzzle, Alphametic)
        return children(puzzle, branch)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search the solutions that begin with the digits of the branch's path."""
        assert isinstance(puzzle, Alphametic)
        collector = Collector(puzzle, question, control, effort)

        def found(digits: list[int]) -> None:
            collector.take(tuple(digits))

        return collector.collect(Search(puzzle, branch.path, found, collector.take_nodes).run)
