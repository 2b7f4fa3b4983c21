"""What the net needs to know of permutations, combinations and power sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from everyway import Combinations, Permutations, PowerSet
from everyway.families.arrangement.puzzle import Arrangements
from tests.net.hooks import Draw, Net

Chosen = tuple[int, ...]
"""An arrangement as kinds of items, numbered as they first appear."""


def items(chance: Random, drawn: Mapping[str, Any]) -> Any:
    number = chance.choice([0, 1, 2, 3, 3, 4, 4, 5])
    if chance.random() < 0.5:
        pool: Sequence[Any] = chance.choice(["abcdef", "abcabc", "ßéあa1-"])
        return "".join(chance.sample(pool, number))
    pool = chance.choice([[1, 2, 3, 4, 5], ["red", "green", "red", "blue", 7], [3, 3, -1, -1, 0]])
    return chance.sample(pool, number)


def an_order(kind: type[Arrangements]) -> Draw:
    return lambda chance, drawn: chance.choice([order.name for order in kind.orders])


def by_the_rules(puzzle: Arrangements) -> list[Chosen]:
    """Return what may be chosen, in lexicographic order."""
    kinds = kinds_of(puzzle)
    if isinstance(puzzle, Permutations):
        return sorted(set(permutations(kinds, puzzle.length)))
    sizes = range(len(kinds) + 1) if isinstance(puzzle, PowerSet) else [puzzle.length]
    return sorted({chosen for k in sizes for chosen in combinations(sorted(kinds), k)})


def kinds_of(puzzle: Arrangements) -> Chosen:
    seen: dict[Any, int] = {}
    return tuple(seen.setdefault(item, len(seen)) for item in puzzle.items)


def exchanged(kinds: list[int], places: int, place: int = 0) -> Iterator[Chosen]:
    """Yield permutations by the classic exercise: exchange each place with every later one."""
    if place == places:
        yield tuple(kinds[:places])
        return
    met = set()
    for other in range(place, len(kinds)):
        if kinds[other] not in met:
            met.add(kinds[other])
            kinds[place], kinds[other] = kinds[other], kinds[place]
            yield from exchanged(kinds, places, place + 1)
            kinds[place], kinds[other] = kinds[other], kinds[place]


def trotter(number: int) -> list[Chosen]:
    """Return permutations by adjacent exchanges: the last item runs to and fro among the others."""
    if number == 0:
        return [()]
    found = []
    for turn, rest in enumerate(trotter(number - 1)):
        places = range(number) if turn % 2 else range(number - 1, -1, -1)
        found += [(*rest[:p], number - 1, *rest[p:]) for p in places]
    return found


def heap(kinds: list[int], number: int) -> Iterator[Chosen]:
    """Yield permutations by B. R. Heap's algorithm."""
    if number <= 1:
        yield tuple(kinds)
        return
    for k in range(number - 1):
        yield from heap(kinds, number - 1)
        other = 0 if number % 2 else k
        kinds[other], kinds[number - 1] = kinds[number - 1], kinds[other]
    yield from heap(kinds, number - 1)


def revolving(number: int, k: int) -> list[Chosen]:
    if not 0 <= k <= number:
        return []
    if k == 0:
        return [()]
    last = number - 1
    return revolving(last, k) + [(*c, last) for c in reversed(revolving(last, k - 1))]


def subsets(counts: list[int], gray: bool) -> list[Chosen]:
    """Return sets as digits that count, the last the fastest; for Gray codes to and fro."""
    found: list[Chosen] = [()]
    for kind, number in enumerate(counts):
        longer = []
        for place, chosen in enumerate(found):
            takes = range(number + 1)
            back = gray and place % 2
            longer += [(*chosen, *[kind] * n) for n in (reversed(takes) if back else takes)]
        found = longer
    return found


def in_order(puzzle: Arrangements) -> list[Chosen]:
    """Return what may be chosen in the order that the puzzle names, by that order's definition."""
    kinds, allowed = kinds_of(puzzle), by_the_rules(puzzle)
    counts = [kinds.count(kind) for kind in range(len(set(kinds)))]
    listed: dict[tuple[type, str], Any] = {
        (Permutations, "exchange"): lambda: exchanged(list(kinds), puzzle.length),
        (Permutations, "trotter"): lambda: trotter(len(kinds)),
        (Permutations, "heap"): lambda: heap(list(kinds), len(kinds)),
        (Combinations, "revolving-door"): lambda: revolving(len(kinds), puzzle.length),
        (PowerSet, "exchange"): lambda: subsets(counts, gray=False),
        (PowerSet, "gray"): lambda: subsets(counts, gray=True),
    }
    ordered = listed.get((type(puzzle), puzzle.order))
    found = allowed if ordered is None or puzzle.length > len(kinds) else list(ordered())
    assert sorted(found) == sorted(allowed), f"the net's own order of {puzzle!r} is wrong"
    return found


def candidates(puzzle: Arrangements) -> Iterator[list[Any]]:
    """Yield what may be chosen in order, and after it everything else that is as long."""
    kinds = kinds_of(puzzle)
    names = list(dict.fromkeys(puzzle.items))
    ordered = in_order(puzzle)
    rest: Iterator[Chosen] = product(range(len(names)), repeat=min(puzzle.length, len(kinds) + 1))
    right = set(ordered)
    for chosen in (*ordered, *(other for other in rest if other not in right)):
        yield [names[kind] for kind in chosen]


def images(puzzle: Arrangements, candidate: list[Any]) -> list[list[Any]]:
    """Return a sequence and its reverse; sets have no symmetry."""
    return [candidate, candidate[::-1]] if isinstance(puzzle, Permutations) else [candidate]


NET = Net(
    values={
        "permutations": {"items": items, "order": an_order(Permutations)},
        "combinations": {"items": items, "order": an_order(Combinations)},
        "powerset": {"items": items, "order": an_order(PowerSet)},
    },
    candidates=candidates,
    size=lambda puzzle, candidate: len(candidate),
    images=images,
)
