"""The search through a layout as Python source: one function for each digit that is tried.

A function takes the digits that later functions look at, so that these are its memory, too. Every
name and number in the source is made here: nothing of a puzzle's text gets into it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from everyway.core.engine import Stopped
from everyway.families.alphametic.expression import (
    Expression,
    Product,
    Relation,
    Word,
    holds,
    variables_of,
)
from everyway.families.alphametic.linear import form_of
from everyway.families.alphametic.polynomials import equality_of, source_of

if TYPE_CHECKING:
    from everyway.families.alphametic.stages import Course, Level

MOST_KEPT = 100_000
"""So many numbers of ways to go on are kept at once."""


class Walk:
    """A search that can be run once, and what it counted so far."""

    def __init__(self) -> None:
        self.total = 0
        self.kept: dict[tuple[int, ...], int] = {}
        self.run: Callable[[], None] = lambda: None

    def add(self, number: int) -> None:
        """Add to what was counted."""
        self.total += number

    def keep(self, key: tuple[int, ...], number: int) -> int:
        """Keep the number of ways to go on, and return it."""
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        self.kept[key] = number
        return number


def walk_of(
    course: Course, take: Callable[[int], int], found: Callable[[tuple[int, ...]], None] | None
) -> Walk:
    """Return the search of *course*: *found* is called with each solution, or all are counted.

    *take* says how many nodes of some may be visited.
    """
    walk = Walk()
    writer = _Writer(course, found is None)
    names: dict[str, Any] = {
        "__builtins__": {},
        "pow": pow,
        "prod": __import__("math").prod,
        "sum": sum,
        "divmod": divmod,
        "take": take,
        "Stopped": Stopped,
        "add": walk.add,
        "kept": walk.kept.get,
        "keep": walk.keep,
        "found": found,
        **writer.checks,
    }
    exec(writer.source(), names)
    walk.run = names["f0"]
    return walk


class _Writer:
    """Writes the functions of a course, the last first."""

    def __init__(self, course: Course, counted: bool) -> None:
        self.course = course
        self.puzzle = course.puzzle
        self.counted = counted
        self.checks: dict[str, Callable[..., bool]] = {}
        self.masks = self.puzzle.distinct and bool(self.puzzle.letters)
        self.args = self._arguments()

    def _arguments(self) -> list[list[int]]:
        """Return for each level, and for the end, the known digits that are looked at from it on.

        For a list that is all that are known, as a solution is all of them.
        """
        levels = self.course.levels
        known: set[int] = set()
        before = []
        for level in levels:
            before.append(frozenset(known))
            known |= _written(level)
        looked: frozenset[int] = frozenset() if self.counted else frozenset(known)
        found = [sorted(looked)]
        for level, have in zip(reversed(levels), reversed(before), strict=True):
            looked |= _looked_at(level)
            found.append(sorted(looked & have))
        return found[::-1]

    def source(self) -> str:
        """Return the functions, the first of which is called f0."""
        return "\n".join(self._function(i) for i in reversed(range(len(self.course.levels))))

    def _call(self, place: int) -> str:
        args = [f"d{v}" for v in self.args[place]]
        if place == len(self.course.levels):
            return "1" if self.counted else f"found(({''.join(arg + ',' for arg in args)}))"
        return f"f{place}({','.join((['used'] if self.masks and place else []) + args)})"

    def _function(self, place: int) -> str:
        level = self.course.levels[place]
        args = [f"d{v}" for v in self.args[place]]
        taken = (["u"] if self.masks and place else []) + args
        lines = [f"def f{place}({','.join(taken)}):"]
        keeps = self.counted and place >= self.course.direct and bool(taken)
        adds = self.counted and place < self.course.direct
        if keeps:
            lines += [
                f"    key = ({place},{','.join(taken)},)",
                "    number = kept(key)",
                "    if number is not None: return number",
            ]
        variable = level.variable
        digits = (0,) if variable is None else self.course.allowed[variable]
        if self.masks and not place:
            lines.append("    u = 0")
        name = "_" if variable is None else f"d{variable}"
        lines += [
            "    total = 0",
            f"    taken = take({len(digits)})" if digits else "    taken = 0",
            f"    for {name} in {digits!r}[:taken]:",
        ]
        body = ["used = u"] if self.masks else []
        if variable is not None and self._own(variable):
            body += self._take(variable)
        known = set(self.args[place]) | ({variable} if variable is not None else set())
        for word, value in level.follows:
            body += self._match(word, value, known, place)
        body += [f"if not ({self._check(r)}): continue" for r in level.checks]
        call = self._call(place + 1)
        if not self.counted:
            body.append(call)
        elif adds:
            # Added at once: it counts even if the rest is not searched.
            body.append(f"add({call})" if place + 1 >= self.course.direct else call)
        else:
            body.append(f"total += {call}")
        lines += [f"        {line}" for line in body]
        lines.append(f"    if taken < {len(digits)}: raise Stopped")
        lines.append("    return keep(key, total)" if keeps else "    return total")
        return "\n".join(lines)

    def _own(self, variable: int) -> bool:
        return self.puzzle.distinct and variable < len(self.puzzle.letters)

    def _take(self, variable: int) -> list[str]:
        return [
            f"if used >> d{variable} & 1: continue",
            f"used |= 1 << d{variable}",
        ]

    def _match(self, word: Word, value: Expression, known: set[int], place: int) -> list[str]:
        """Write how a number that follows is compared with its cells; they are known afterwards."""
        base = self.puzzle.base
        low = high = 0
        for cell in word.cells:
            digits = (-1 - cell,) if cell < 0 else self.course.allowed[cell]
            low = base * low + min(digits, default=base)
            high = base * high + max(digits, default=-1)
        lines = [f"v = {_source(value, base)}"]
        if low == high:
            lines.append(f"if v != {low}: continue")
        else:
            lines.append(f"if not {low} <= v <= {high}: continue")
        later = set(self.args[place + 1]) | self._looked_at_beside(word, place)
        skipped = 0
        for at, cell in enumerate(reversed(word.cells)):
            last = at == len(word.cells) - 1
            full = tuple(range(1 if last and len(word.cells) > 1 and low else 0, base))
            if cell >= 0 and cell not in known:
                free = not self._own(cell) and self.course.allowed[cell] == full
                if free and cell not in later:
                    known.add(cell)
                    skipped += 1
                    continue
            lines += [f"v //= {base**skipped}"] if skipped else []
            skipped = 0
            lines += self._cell(cell, known, full, last)
        return lines

    def _looked_at_beside(self, word: Word, place: int) -> set[int]:
        """Return what else of the same level looks at digits."""
        level = self.course.levels[place]
        found = {v for r in level.checks for v in _of(r)}
        for other, value in level.follows:
            found |= variables_of(value)
            found |= set() if other is word else variables_of(other)
        repeated = {cell for cell in word.cells if word.cells.count(cell) > 1}
        return found | repeated

    def _cell(self, cell: int, known: set[int], full: tuple[int, ...], last: bool) -> list[str]:
        base = self.puzzle.base
        name = "x" if cell < 0 or cell in known else f"d{cell}"
        lines = [f"{name} = v" if last else f"v, {name} = divmod(v, {base})"]
        if cell < 0:
            return [*lines, f"if x != {-1 - cell}: continue"]
        if cell in known:
            return [*lines, f"if x != d{cell}: continue"]
        known.add(cell)
        allowed = self.course.allowed[cell]
        if allowed != full:
            mask = sum(1 << digit for digit in allowed)
            lines.append(f"if not {mask} >> d{cell} & 1: continue")
        return lines + (self._take(cell) if self._own(cell) else [])

    def _check(self, relation: Relation) -> str:
        """Return source that says whether a relation holds."""
        base = self.puzzle.base
        equality = equality_of(relation, base)
        if equality is not None and not equality.divides:
            sign = "==" if equality.sign == "=" else "<"
            left, right = _source(equality.left, base), _source(equality.right, base)
            return f"({left}) {sign} ({right})"
        variables = sorted(_of(relation))
        name = f"c{len(self.checks)}"
        self.checks[name] = _by_rules(relation, variables, self.puzzle.variables, base)
        return f"{name}({','.join(f'd{v}' for v in variables)})"


def _by_rules(
    relation: Relation, variables: Sequence[int], number: int, base: int
) -> Callable[..., bool]:
    def check(*values: int) -> bool:
        digits = [0] * number
        for variable, value in zip(variables, values, strict=True):
            digits[variable] = value
        return holds(relation, digits, base)

    return check


def _source(value: Expression, base: int) -> str:
    """Return Python source for a value, of digits such as d3; products are written with ``*``."""
    if isinstance(value, Product) and form_of(value, base) is None:
        text = "*".join(f"({source_of(part, base)})" for _, part in value.factors)
    else:
        text = source_of(value, base)
    return re.sub(r"d\[([0-9]+)\]", r"d\1", text)


def _of(relation: Relation) -> frozenset[int]:
    return variables_of(relation.left) | variables_of(relation.right)


def _written(level: Level) -> set[int]:
    """Return the variables that have their digits after *level*."""
    found = {cell for word, _ in level.follows for cell in word.cells if cell >= 0}
    return found if level.variable is None else found | {level.variable}


def _looked_at(level: Level) -> frozenset[int]:
    """Return the variables at which *level* looks, among them those that it writes."""
    found = {v for r in level.checks for v in _of(r)}
    for word, value in level.follows:
        found |= variables_of(value) | variables_of(word)
    return frozenset(found if level.variable is None else found | {level.variable})
