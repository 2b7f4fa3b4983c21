"""Given numbers that make a target, for the net: which expressions are one, by the rules' words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

SIGNS = "+-*/^"
PAIRS = {"+": "+-", "-": "+-", "*": "*/", "/": "*/"}

Tree = Any
"""A number, or a sign with its left and its right side."""


def items(chance: Random, drawn: Mapping[str, Any]) -> Any:
    numbers = [chance.choice([0, 1, 2, 2, 3, 3, 4, 8, 12]) for _ in range(chance.randint(1, 4))]
    return chance.choice([numbers, " ".join(map(str, numbers))])


def target(chance: Random, drawn: Mapping[str, Any]) -> Any:
    found = drawn["items"]
    numbers = list(map(int, found.split())) if isinstance(found, str) else found
    near = numbers[0]
    for number in numbers[1:]:
        near = chance.choice([near + number, near - number, number - near, near * number])
    return chance.choice([near, near, near, 24, "7/3", 1])


def trees(numbers: tuple[int, ...], signs: str) -> list[Tree]:
    """Return every tree over numbers in their order."""
    if len(numbers) == 1:
        return [numbers[0]]
    found = []
    for cut in range(1, len(numbers)):
        lefts, rights = trees(numbers[:cut], signs), trees(numbers[cut:], signs)
        found += [(sign, a, b) for sign in signs for a in lefts for b in rights]
    return found


def same(tree: Tree, any_order: bool) -> Any:
    """Return what expressions have in common that count as one.

    In any order they are sums of what is added and what is taken away, and products likewise; in
    the order that is given only the brackets of what is joined from the left are needless.
    """
    if isinstance(tree, int):
        return ("", tree)
    sign, left, right = tree
    if sign not in PAIRS:
        return (sign, same(left, any_order), same(right, any_order))
    pair = PAIRS[sign]
    terms = parts(tree, pair, any_order)
    return (pair, tuple(sorted(terms, key=repr)) if any_order else tuple(terms))


def parts(tree: Tree, pair: str, any_order: bool) -> list[tuple[bool, Any]]:
    """Return the terms of a sum or product, each with whether it is taken away."""
    if isinstance(tree, int) or tree[0] not in pair:
        return [(False, same(tree, any_order))]
    sign, left, right = tree
    taken = sign == pair[1]
    if not any_order and taken:  # a-(b-c) keeps its brackets
        return [*parts(left, pair, any_order), (True, same(right, any_order))]
    more = parts(right, pair, any_order)
    return [*parts(left, pair, any_order), *((taken != away, term) for away, term in more)]


def codes(tree: Tree, values: list[int]) -> tuple[int, ...]:
    """Return a tree as a calculator with a stack takes it: numbers by their place, then signs."""
    if isinstance(tree, int):
        return (values.index(tree),)
    sign, left, right = tree
    return (*codes(left, values), *codes(right, values), len(values) + SIGNS.index(sign))


def bracketed(tree: Tree) -> str:
    """Return a tree as text with all its brackets."""
    if isinstance(tree, int):
        return str(tree)
    return f"({bracketed(tree[1])}{tree[0]}{bracketed(tree[2])})"


def games(puzzle: Any) -> Iterator[str | None]:
    """Yield one expression of all that count as one, by the order of the codes."""
    orders = sorted(set(permutations(puzzle.numbers)))
    values = sorted(set(puzzle.numbers))
    found: dict[Any, Tree] = {}
    for order in orders if puzzle.any_order else [tuple(puzzle.numbers)]:
        for tree in trees(order, puzzle.operators):
            yield None
            common = same(tree, puzzle.any_order)
            if common not in found or is_written(tree, puzzle.any_order, values):
                found[common] = tree
    for tree in sorted(found.values(), key=lambda tree: codes(tree, values)):
        yield bracketed(tree)


def is_written(tree: Tree, any_order: bool, values: list[int]) -> bool:
    """Return whether a tree is the one of its like that is written: what is taken away last."""
    if isinstance(tree, int):
        return True
    sign, left, right = tree
    if not (is_written(left, any_order, values) and is_written(right, any_order, values)):
        return False
    if sign not in PAIRS:
        return True
    terms: list[tuple[bool, tuple[int, ...]]] = []
    rest = tree
    while not isinstance(rest, int) and rest[0] in PAIRS[sign]:
        if not isinstance(rest[2], int) and rest[2][0] in PAIRS[sign]:
            return not any_order and rest[0] == PAIRS[sign][1]
        terms.insert(0, (rest[0] == PAIRS[sign][1], codes(rest[2], values)))
        rest = rest[1]
    terms.insert(0, (False, codes(rest, values)))
    return not any_order or terms == sorted(terms)
