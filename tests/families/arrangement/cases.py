"""The small cases that the tests go through, and what brute force says of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from everyway import Combinations, EverywayError, Permutations, PowerSet
from everyway.families.arrangement.puzzle import Arrangements

WORDS = ("", "a", "ab", "abc", "abcd", "aa", "aab", "aba", "baa", "aabb", "abab", "baacb", "aaab")
ORDERS = {
    Permutations: ("lexicographic", "exchange", "trotter", "heap"),
    Combinations: ("lexicographic", "exchange", "revolving-door"),
    PowerSet: ("lexicographic", "exchange", "gray"),
}


def made(kind: type[Arrangements], *arguments: Any) -> Arrangements | None:
    """Return the puzzle, or None where there is no such order."""
    try:
        return kind(*arguments)
    except EverywayError as error:
        if "there is no order" not in str(error):
            raise
        return None


def small_puzzles() -> Iterator[Arrangements]:
    """Yield every kind, number and order of every word."""
    for word in WORDS:
        for kind in (Permutations, Combinations):
            for k, order in product(range(len(word) + 2), ORDERS[kind]):
                puzzle = made(kind, word, k, order)
                if puzzle is not None:
                    yield puzzle
        yield from (PowerSet(word, order) for order in ORDERS[PowerSet])
    yield from (Permutations("abcde", None, order) for order in ORDERS[Permutations])
    yield from (Combinations("abcdef", k, "revolving-door") for k in range(7))
    yield from (PowerSet("abcde", order) for order in ORDERS[PowerSet])


SMALL = tuple(small_puzzles())


def positions_by_brute_force(puzzle: Arrangements) -> list[tuple[int, ...]]:
    """Return all arrangements as positions, in lexicographic order, from itertools alone."""
    first = [puzzle.items.index(item) for item in puzzle.items]
    if isinstance(puzzle, Permutations):
        return sorted(set(permutations(first, puzzle.length)))
    sizes = range(len(first) + 1) if isinstance(puzzle, PowerSet) else [puzzle.length]
    return sorted({chosen for k in sizes for chosen in combinations(sorted(first), k)})


def label(puzzle: Arrangements) -> str:
    """Return a short name of a case."""
    items = "".join(map(str, puzzle.items)) if len(puzzle.items) < 9 else len(puzzle.items)
    return f"{puzzle.kind}-{items}-{puzzle.length}-{puzzle.order}"
