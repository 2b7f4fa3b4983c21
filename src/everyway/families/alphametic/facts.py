"""What deductions start from: the unknowns, and the conditions between them, each with its words.

A linear equation is taken apart into its columns, joined by carries, as on paper. The carries are
unknowns like the letters. All other conditions are taken as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from everyway.families.alphametic.bounds import Bounder, bounder_of
from everyway.families.alphametic.expression import (
    Expression,
    Product,
    Relation,
    Sum,
    Word,
    evaluate,
    holds,
    literal,
    variables_of,
    words_of,
)
from everyway.families.alphametic.layout import mark_of
from everyway.families.alphametic.linear import Equation, linear_equations
from everyway.families.alphametic.polynomials import ending, equality_of
from everyway.families.alphametic.puzzle import Alphametic

PLACES = ("units", "tens", "hundreds", "thousands", "ten thousands", "hundred thousands")
MOST_COLUMNS = 60


@dataclass(frozen=True)
class Linear:
    """The sum of coefficient times unknown, plus a constant, is zero: a column, or all columns."""

    label: str
    text: str
    terms: tuple[tuple[int, int], ...]
    constant: int
    whole: bool = False

    @property
    def unknowns(self) -> tuple[int, ...]:
        """The unknowns that stand in it."""
        return tuple(unknown for unknown, _ in self.terms)


@dataclass(frozen=True)
class Other:
    """A condition that is no sum: tested as soon as few ways are left, and by bounds before.

    ``test`` takes the digits of all unknowns; ``sides`` bound its two sides, if they can.
    """

    label: str
    text: str
    unknowns: tuple[int, ...]
    test: Callable[[Sequence[int]], bool]
    sign: str = "="
    sides: tuple[Bounder, Bounder] | None = None


Condition = Linear | Other


@dataclass
class Facts:
    """The unknowns of a puzzle, by number: letters, blanks, then carries; and the conditions.

    ``columns[k]`` says of the k-th carry out of which column it comes, as coefficients of
    letters, the carry into the column, and a constant. ``named`` says which letter stands for the
    carries of which equation.
    """

    puzzle: Alphametic
    names: list[str]
    conditions: list[Condition]
    carries: list[tuple[dict[int, int], int | None, int]]
    named: list[tuple[str, str]]

    @property
    def letters(self) -> int:
        """The number of letters and blanks: the carries come after them."""
        return self.puzzle.variables

    def values(self, digits: Sequence[int]) -> list[int]:
        """Return the values of all unknowns when letters and blanks have these *digits*."""
        found = list(digits)
        for column, carry, constant in self.carries:
            total = constant + sum(c * digits[v] for v, c in column.items())
            total += 0 if carry is None else found[carry]
            found.append(total // self.puzzle.base)
        return found


def facts_of(puzzle: Alphametic) -> Facts:
    """Return what is to be deduced from."""
    names = [*puzzle.letters, *(f"blank {k + 1}" for k in range(puzzle.blanks))]
    facts = Facts(puzzle, names, [], [], [])
    several = len(puzzle.relations) > 1
    for i, relation in enumerate(puzzle.relations):
        where = f"equation {i + 1}, " if several else ""
        columns = columns_of(relation, puzzle.base)
        if columns is not None and 1 < len(columns) <= MOST_COLUMNS:
            _add_columns(facts, columns, where, chr(ord("c") + i) if i < 20 else f"c{i}.")
        _add_whole(facts, relation, linear_equations(puzzle)[i], where)
    return facts


def relation_text(relation: Relation, puzzle: Alphametic) -> str:
    """Return a relation as text."""
    left, right = (_text(side, puzzle) for side in (relation.left, relation.right))
    return f"{left} {relation.sign} {right}"


def _text(expression: Expression, puzzle: Alphametic, inner: bool = False) -> str:
    match expression:
        case Word(cells):
            return "".join(mark_of(cell, puzzle.letters) for cell in cells)
        case Sum(terms):
            parts = [(" - " if s < 0 else " + ") + _text(p, puzzle, True) for s, p in terms]
            text = "".join(parts).removeprefix(" + ")
            text = "-" + text[3:] if text.startswith(" - ") else text
            return f"({text})" if inner else text
        case Product(factors):
            text = "".join(f" {s} {_text(p, puzzle, True)}" for s, p in factors)
            return f"({text[3:]})" if inner else text[3:]
        case _:
            return (
                f"{_text(expression.base, puzzle, True)}^{_text(expression.exponent, puzzle, True)}"
            )


def place_name(place: int, base: int) -> str:
    """Return the name of a column, counted from the units, which are 0.

    >>> place_name(1, 10), place_name(1, 2)
    ('tens', 'column 2')
    """
    return PLACES[place] if base == 10 and place < len(PLACES) else f"column {place + 1}"


Column = tuple[dict[int, int], int]
"""Coefficients of letters, and a constant."""


def columns_of(relation: Relation, base: int) -> list[Column] | None:
    """Return the columns of an equation of sums, all on one side, units first; or None."""
    if relation.sign != "=":
        return None
    columns: list[Column] = []
    if not (_gather(relation.left, 1, columns) and _gather(relation.right, -1, columns)):
        return None
    if _result_first(relation, columns):
        columns = [({v: -c for v, c in column.items()}, -k) for column, k in columns]
    return columns


def _result_first(relation: Relation, columns: Sequence[Column]) -> bool:
    """Return whether the result, a single number or else the longest, stands on the left."""

    def adds(side: Expression) -> bool:
        return isinstance(side, Sum) and all(sign == 1 for sign, _ in side.terms)

    if isinstance(relation.right, Word) and adds(relation.left):
        return False
    if isinstance(relation.left, Word) and adds(relation.right):
        return True
    top = next((column for column, _ in reversed(columns) if any(column.values())), {})
    return sum(top.values()) > 0


def _gather(expression: Expression, times: int, columns: list[Column], shift: int = 0) -> bool:
    """Add *times* an expression to *columns*; return false where it is not made of sums.

    *shift* is by how many columns the expression is moved to the left.
    """
    match expression:
        case Word(cells):
            for place, cell in enumerate(reversed(cells), shift):
                while len(columns) <= place:
                    columns.append(({}, 0))
                letters, constant = columns[place]
                if cell < 0:
                    columns[place] = (letters, constant + times * (-1 - cell))
                else:
                    letters[cell] = letters.get(cell, 0) + times
            return True
        case Sum(terms):
            return all(_gather(part, times * sign, columns, shift) for sign, part in terms)
        case Product(factors) if all(sign == "*" for sign, _ in factors):
            constants = [part for _, part in factors if not variables_of(part)]
            others = [part for _, part in factors if variables_of(part)]
            if len(others) != 1 or len(constants) > 1 or not isinstance(constants[0], Word):
                return False
            # Digit by digit, as in long multiplication.
            return all(
                _gather(others[0], times * (-1 - cell), columns, shift + place)
                for place, cell in enumerate(reversed(constants[0].cells))
                if cell != literal(0)
            )
        case _:
            return False


def _add_columns(facts: Facts, columns: Sequence[Column], where: str, letter: str) -> None:
    """Add a condition for each column, and its carry as an unknown."""
    base = facts.puzzle.base
    carry: int | None = None
    facts.named.append((letter, where.removesuffix(", ")))
    for place, (letters, constant) in enumerate(columns):
        last = place == len(columns) - 1
        terms = {v: c for v, c in letters.items() if c}
        if carry is not None:
            terms[carry] = 1
        if not last:
            facts.carries.append((letters, carry, constant))
            facts.names.append(f"{letter}{place + 1}")
            carry = len(facts.names) - 1
            terms[carry] = -base
        name = place_name(place, base)
        text = linear_text(terms, constant, facts.names)
        if (
            carry is not None
            and last
            and constant == 0
            and sorted(terms.values()) == [-1, 1]
            and terms.get(carry) == 1
        ):
            (digit,) = (v for v in terms if v != carry)
            text = f"{facts.names[digit]} is the carry {facts.names[carry]}"
        facts.conditions.append(Linear(where + name, text, tuple(terms.items()), constant))


def linear_text(terms: dict[int, int], constant: int, names: Sequence[str]) -> str:
    """Return an equation as text, what is subtracted on the right.

    >>> linear_text({0: 1, 1: 2, 2: -1, 3: -10}, 0, ["A", "B", "C", "c1"])
    'A + 2·B = C + 10·c1'
    """

    def side(sign: int) -> str:
        parts = [
            names[v] if c * sign == 1 else f"{c * sign}·{names[v]}"
            for v, c in terms.items()
            if c * sign > 0
        ]
        parts += [str(constant * sign)] if constant * sign > 0 else []
        return " + ".join(parts) or "0"

    return f"{side(1)} = {side(-1)}"


def _add_whole(facts: Facts, relation: Relation, equation: Equation | None, where: str) -> None:
    """Add a relation as a whole; and its last digits, where it has no columns."""
    puzzle = facts.puzzle
    base = puzzle.base
    text = relation_text(relation, puzzle)
    if equation is not None:
        terms = {v: c for v, c in equation.coefficients.items() if c}
        first = max(terms.values(), default=0, key=abs)
        sign = -1 if first > 0 else 1
        terms = {v: sign * c for v, c in sorted(terms.items(), key=lambda t: -abs(t[1]))}
        whole = linear_text(terms, sign * equation.constant, facts.names)
        label = where + "all columns together"
        facts.conditions.append(
            Linear(label, whole, tuple(terms.items()), sign * equation.constant, whole=True)
        )
        return
    equality = equality_of(relation, base)
    needs = tuple(sorted(variables_of(relation.left) | variables_of(relation.right)))
    sides = None
    if equality is not None:
        sides = (bounder_of(equality.left, base), bounder_of(equality.right, base))
        if relation.sign == "=":
            _add_endings(facts, equality.left, equality.right, where, text)
    facts.conditions.append(
        Other(where + "as a whole", text, needs, _rule(relation, base), relation.sign, sides)
    )


def _rule(relation: Relation, base: int) -> Callable[[Sequence[int]], bool]:
    return lambda digits: holds(relation, digits, base)


def _add_endings(facts: Facts, left: Expression, right: Expression, where: str, text: str) -> None:
    """Add that the last digit, and the last two, of both sides are the same."""
    base = facts.puzzle.base
    longest = max(len(word.cells) for word in [*words_of(left), *words_of(right)])
    for places in range(1, min(3, longest)):
        last_left, last_right = ending(left, places), ending(right, places)
        needs = tuple(sorted(variables_of(last_left) | variables_of(last_right)))
        test = _same_ending(last_left, last_right, base, base**places)
        label = where + ("the last digit" if places == 1 else "the last two digits")
        facts.conditions.append(Other(label, text, needs, test))


def _same_ending(
    left: Expression, right: Expression, base: int, modulus: int
) -> Callable[[Sequence[int]], bool]:
    difference = Sum(((1, left), (-1, right)))
    return lambda digits: evaluate(difference, digits, base) % modulus == 0
