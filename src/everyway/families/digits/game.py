"""What is asked about: given numbers, each used once, that make a target, as in the 24 game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_flag

from .arithmetic import OPERATORS
from .codes import idle_step, is_idle
from .expression import Negated, Number, Step, Tree, evaluate, numbers_of, operators_of, read, write
from .komachi import KomachiSolution, line_of, read_operators, read_target

MOST_ITEMS = 6
MOST_PLACES = 12
KEYS = ("items", "target", "operators", "any_order")


@dataclass(frozen=True, repr=False)
class NumberGame(Puzzle):
    """Signs and brackets between given numbers, each used once, so that the value is *target*.

    *items* are whole numbers: a sequence, or a text such as ``"3 3 8 8"``. *operators* are some of
    ``+ - * / ^``, and *target* is a whole number, a ``Fraction``, or a text such as ``"7/3"``. The
    items come in *any_order*, or else stay in theirs. There is no minus before a number.

    Brackets are free, and expressions that differ only by needless brackets or by the order of what
    is added or multiplied are one: ``a+b`` is ``b+a``, ``a-(b-c)`` is ``a+c-b``, ``a/(b/c)`` is
    ``a*c/b``; of equal items it does not matter which is which. Each is written in one way: what is
    subtracted or divided by comes last. Where the order is given only brackets are needless, as
    in ``a+(b-c)`` and ``a*(b/c)``. Of n different items in any order there are 1, 6, 68, 1260,
    32632, 1085952 expressions with ``+ - * /``: ``(a-b)*(c-d)`` and ``(b-a)*(d-c)`` are two.

    Solutions come in the order of their codes: the numbers and signs as a calculator with a stack
    takes them, numbers rising before signs. The size of a solution is its number of signs. There
    is no symmetry. At most 6 items. Raises ``EverywayError`` for what cannot be.

    >>> print(NumberGame("3 3 8 8", 24).one())
    8/(3-8/3) = 24
    """

    family: ClassVar[str] = "digits"

    items: tuple[int, ...] | str
    target: int | Fraction | str = 24
    operators: str = "+-*/"
    any_order: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", read_items(self.items))
        target = read_target(self.target)
        if target is None:
            raise EverywayError("numbers that are given need a target", hint="such as 24 or 7/3")
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "operators", read_operators(self.operators))
        check_flag(self.any_order, "any_order")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The items."""
        assert not isinstance(self.items, str)
        return self.items

    @property
    def goal(self) -> Fraction:
        """The target as a fraction."""
        assert isinstance(self.target, int | Fraction)
        return Fraction(self.target)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The different items, rising: the code of an item is its place among them."""
        return tuple(sorted(set(self.numbers)))

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.digits import wording

        return wording.game_title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.digits import wording

        return wording.game_statement(self)

    # --- the rules ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate*, an expression in any writing, is no way, or None.

        Text may end in ``= value``.
        """
        if isinstance(candidate, KomachiSolution):
            candidate = candidate.text
        if not isinstance(candidate, str):
            raise EverywayError("no expression:", text=candidate, hint="such as 8/(3-8/3)")
        text, equals, right = line_of(plain_form(candidate)).partition("=")
        tree = read(text)
        numbers = [number.text for number in numbers_of(tree)]
        wanted = [str(item) for item in self.numbers]
        if (Counter(numbers) != Counter(wanted)) if self.any_order else numbers != wanted:
            return f"the numbers are {' '.join(numbers)}, not {' '.join(wanted)}"
        for operator in operators_of(tree):
            if operator not in self.operators:
                return f"the operator {operator} is not allowed"
        if has_minus(tree):
            return "a minus before a number is not allowed"
        value = evaluate(tree)
        if value is None:
            return "it has no value"
        if value == self.goal and equals and read_target(right) != value:
            return f"the value is {value}, not {right.strip()}"
        return None if value == self.goal else f"the value is {value}, not {self.target}"

    # --- what engines deal in ---

    def tree(self, data: Data) -> Tree:
        """Return the expression of codes: places of items, and signs above them."""
        stack: list[Tree] = []
        for code in data:
            if code < len(self.values):
                stack.append(Number(str(self.values[code])))
            else:
                right = stack.pop()
                stack[-1] = Step(OPERATORS[code - len(self.values)], stack[-1], right)
        (tree,) = stack
        return tree

    def following(self, prefix: Data) -> list[int]:
        """Return the codes that may come after *prefix*, rising."""
        kinds = len(self.values)
        used = [code for code in prefix if code < kinds]
        waiting = 2 * len(used) - len(prefix)
        if self.any_order:
            left = Counter(self.numbers) - Counter(self.values[code] for code in used)
            items = [code for code, value in enumerate(self.values) if left[value]]
        else:
            items = [self.values.index(v) for v in self.numbers[len(used) : len(used) + 1]]
        signs = self.operators if waiting > 1 else ""
        return items + [kinds + OPERATORS.index(sign) for sign in signs]

    def is_listed(self, tree: Tree) -> bool:
        """Return whether *tree* is the one of its expressions that is written."""
        if not self.any_order:
            return idle_step(tree) is None
        return all(is_in_order(self, step) for step in steps_below(tree))

    def codes(self, tree: Tree) -> Data:
        """Return the codes of *tree*."""
        if isinstance(tree, Number):
            return (self.values.index(int(tree.text)),)
        assert isinstance(tree, Step)
        sign = len(self.values) + OPERATORS.index(tree.operator)
        return (*self.codes(tree.left), *self.codes(tree.right), sign)

    def data_of(self, candidate: object) -> Data:
        """Return the codes of *candidate*, an expression in any writing."""
        why = self.why_not(candidate)
        if why is not None:
            raise EverywayError(f"no solution ({why}):", text=candidate)
        text = candidate.text if isinstance(candidate, KomachiSolution) else str(candidate)
        return self.codes(listed_tree(self, read(plain_form(text).partition("=")[0])))

    def wrap(self, data: Data) -> KomachiSolution:
        """Wrap codes as an expression."""
        tree = self.tree(tuple(data))
        value = evaluate(tree)
        assert value is not None
        return KomachiSolution(tuple(data), write(tree), value, tree)

    def size_of(self, data: Data) -> int:
        """Return the number of signs, one less than of items."""
        return len(self.numbers) - 1

    def size_range(self) -> tuple[int, int]:
        """Return the number of signs twice: all expressions have it."""
        return len(self.numbers) - 1, len(self.numbers) - 1

    def sized(self, least: int, greatest: int) -> NumberGame:
        """Return the puzzle itself, as all its expressions have the same size."""
        return self

    # --- text forms ---

    def __repr__(self) -> str:
        given = (f"{k}={v!r}" for k, v in self.to_dict().items() if k != "puzzle")
        return f"NumberGame({', '.join(given)})"

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; what is as usual is left out."""
        target = self.target if isinstance(self.target, int) else str(self.target)
        data: dict[str, Any] = {"puzzle": "numbers", "items": list(self.numbers), "target": target}
        data |= {"operators": self.operators} if self.operators != "+-*/" else {}
        return data if self.any_order else {**data, "any_order": False}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``."""
        for key in data:
            if key != "puzzle" and key not in KEYS:
                hint = "one of " + ", ".join(KEYS)
                raise EverywayError("a game of numbers has no key", text=key, hint=hint)
        if "items" not in data:
            raise EverywayError("a game of numbers needs items", hint='such as items = "3 3 8 8"')
        return cls(**{key: value for key, value in data.items() if key != "puzzle"})


def read_items(items: object) -> tuple[int, ...]:
    """Return the numbers of a sequence, or of a text with blanks or commas between them."""
    found: Sequence[object]
    if isinstance(items, str):
        words = re.split(r"[\s,;]+", plain_form(items).strip())
        for word in words:
            if not re.fullmatch(f"[0-9]{{1,{MOST_PLACES}}}", word):
                hint = f"whole numbers of at most {MOST_PLACES} digits, such as 3 3 8 8"
                raise EverywayError("no number:", text=word, where="items", hint=hint)
        found = [int(word) for word in words]
    elif isinstance(items, Sequence):
        found = items
    else:
        raise EverywayError("items are numbers such as 3 3 8 8, not", text=items)
    numbers: list[int] = []
    for item in found:
        if isinstance(item, bool) or not isinstance(item, int) or not 0 <= item < 10**MOST_PLACES:
            raise EverywayError("no number:", text=item, where="items", hint="such as 3 3 8 8")
        numbers.append(item)
    if not 1 <= len(numbers) <= MOST_ITEMS:
        raise EverywayError(f"{len(numbers)} items cannot be", hint=f"give 1 to {MOST_ITEMS}")
    return tuple(numbers)


def has_minus(tree: Tree) -> bool:
    """Return whether a minus stands before a number or a bracket of *tree*."""
    if isinstance(tree, Step):
        return has_minus(tree.left) or has_minus(tree.right)
    return isinstance(tree, Negated) or tree.negative


def steps_below(tree: Tree) -> Iterator[Step]:
    """Yield all steps of *tree*."""
    if isinstance(tree, Step):
        yield tree
        yield from steps_below(tree.left)
        yield from steps_below(tree.right)


def listed_tree(puzzle: NumberGame, tree: Tree) -> Tree:
    """Return *tree* in the one way in which its expression is written."""
    if not isinstance(tree, Step):
        return tree
    left, right = listed_tree(puzzle, tree.left), listed_tree(puzzle, tree.right)
    step = Step(tree.operator, left, right)
    pair = next((pair for pair in ("+-", "*/") if step.operator in pair), None)
    if pair is None:
        return step
    if not puzzle.any_order:
        if isinstance(right, Step) and is_idle(step.operator, right.operator):
            inner = Step(step.operator, left, right.left)
            return Step(right.operator, listed_tree(puzzle, inner), right.right)
        return step
    joined: tuple[list[Tree], list[Tree]] = ([], [])
    _take_apart(step, pair, 0, joined)
    whole, *others = sorted(joined[0], key=puzzle.codes)
    for operator, parts in zip(pair, (others, sorted(joined[1], key=puzzle.codes)), strict=True):
        for part in parts:
            whole = Step(operator, whole, part)
    return whole


def _take_apart(tree: Tree, pair: str, away: int, into: tuple[list[Tree], list[Tree]]) -> None:
    """Put what is added or multiplied into the first list, what is taken away into the second."""
    if isinstance(tree, Step) and tree.operator in pair:
        _take_apart(tree.left, pair, away, into)
        _take_apart(tree.right, pair, away ^ pair.index(tree.operator), into)
    else:
        into[away].append(tree)


def is_in_order(puzzle: NumberGame, step: Step) -> bool:
    """Return whether what is added or multiplied stands in order, and what is taken away last."""
    pair = next((pair for pair in ("+-", "*/") if step.operator in pair), None)
    if pair is None:
        return True
    joins, takes = pair[0], pair[1]
    left, right = step.left, step.right
    if isinstance(right, Step) and right.operator in pair:
        return False
    before = left
    if isinstance(left, Step) and left.operator in pair:
        if left.operator == takes and step.operator == joins:
            return False
        if left.operator == joins and step.operator == takes:
            return True
        before = left.right
    elif step.operator == takes:
        return True
    return puzzle.codes(before) <= puzzle.codes(right)
