"""Candidates for a formula as text: values of its variables, or the formula with its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form

from .expression import SAME, Negated, Number, Step, Tree, tree_lines, write
from .formula import Formula, Variable, text_with

NUMBER = "[0-9A-Za-z]{1,100}"
MOST_LETTERS = 10_000

BRANCH = re.compile("(?:│  |   )*(?:[├└]─ )?")
NODE = re.compile(r"([-+*/^])  = (\S+)")

Written = tuple[list[int], list[int | None]]
"""The values of the variables, and for each part of the formula the value that is written after."""


def read_candidate(
    text: str, formula: Formula, base: int, number_text: Callable[[int], str]
) -> Written:
    """Return what *text* gives: ``n=12``, ``4 1738 6952``, or the formula with its numbers.

    Numbers are in *base*, as *number_text* writes them. Raises ``EverywayError`` for anything else.
    """
    names = formula.variables
    if len(text) <= MOST_LETTERS:
        # What is written as solutions are has no blanks but about signs.
        tidy = re.sub(r"\s*([-+*/^()=,])\s*", r"\1", plain_form(text).translate(SAME).strip())
        try:
            values = _named(tidy, names, base)
            if values is not None:
                return values, [None] * len(formula.parts)
            written = _whole(tidy, formula, base, number_text)
            if written is not None:
                return written
        except ValueError:  # a mark that is no digit of the base
            pass
    hint = f"such as {names[0]}=12, or the formula with its numbers"
    raise EverywayError("no values:", text=text, hint=hint)


def _named(text: str, names: Sequence[str], base: int) -> list[int] | None:
    """Return the values that *text* gives one by one, with or without names, or None."""
    found: dict[str, int] = {}
    free = iter(names)
    for word in re.split(r"[\s,;]+", text):
        name, equals, number = word.rpartition("=")
        name = name if equals else next(free, "")
        if not re.fullmatch(NUMBER, number) or name not in names or name in found:
            return None
        found[name] = int(number, base)
    return [found[name] for name in names] if len(found) == len(names) else None


def _whole(
    text: str, formula: Formula, base: int, number_text: Callable[[int], str]
) -> Written | None:
    """Return what the formula with numbers for its variables says, or None for another text."""
    names = formula.variables
    seen: set[str] = set()

    def group(found: re.Match[str]) -> str:
        place = found[1]
        if place in seen:
            return f"(?P=v{place})"
        seen.add(place)
        return f"(?P<v{place}>{NUMBER})"

    places = {name: f"<{place}>" for place, name in enumerate(names)}
    patterns = []
    for number, part in enumerate(formula.parts):
        sides = "=".join(text_with(side, places.__getitem__, number_text) for side in part)
        pattern = re.sub("<([0-9]+)>", group, re.escape(sides))
        if len(part) == 1 and not isinstance(part[0], Variable):
            pattern += f"(?:=(?P<r{number}>{NUMBER}))?"
        patterns.append(pattern)
    match = re.fullmatch(",".join(patterns), text)
    if match is None:
        return None
    groups = match.groupdict()
    results = [groups.get(f"r{number}") for number in range(len(patterns))]
    return (
        [int(groups[f"v{place}"], base) for place in range(len(names))],
        [None if result is None else int(result, base) for result in results],
    )


def line_of_tree(text: str) -> str:
    r"""Return an expression that is drawn as a tree as one line.

    Raises ``EverywayError`` where the drawing is no such tree, or has a wrong value.

    >>> line_of_tree("+  = 6\n├─ 1\n└─ 5")
    '1+5 = 6'
    """
    if len(text) > MOST_LETTERS:
        raise EverywayError("too long a drawing of a tree:", text=text)
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    nodes = []
    for line in lines:
        before = BRANCH.match(line)
        assert before is not None
        nodes.append((len(before[0]) // 3, line[before.end() :]))
    trees: list[tuple[int, Tree]] = []
    # From the last line up: what follows a node, one step deeper, hangs on it.
    for depth, node in reversed(nodes):
        sides = []
        while trees and trees[-1][0] == depth + 1:
            sides.append(trees.pop()[1])
        trees.append((depth, _node(node, sides)))
    value = NODE.fullmatch(nodes[0][1]) if nodes else None
    if len(trees) != 1 or trees[0][0] or list(tree_lines(trees[0][1])) != lines:
        raise EverywayError("no tree of an expression and its values:", text=text)
    return write(trees[0][1]) + (f" = {value[2]}" if value else "")


def _node(text: str, sides: list[Tree]) -> Tree:
    found = NODE.fullmatch(text)
    if found is None and not sides and re.fullmatch(r"-?[0-9]*\.?[0-9]+", text, re.ASCII):
        return Number(text.removeprefix("-"), text.startswith("-"))
    if found is None or len(sides) not in (1, 2) or (len(sides) == 1 and found[1] != "-"):
        raise EverywayError("no node of a tree:", text=text)
    return Negated(sides[0]) if len(sides) == 1 else Step(found[1], sides[0], sides[1])
