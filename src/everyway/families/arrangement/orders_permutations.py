"""The orders of permutations: lexicographic, exchange, Steinhaus-Johnson-Trotter, Heap."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations
from math import factorial
from typing import Any

from everyway.core.engine import Data
from everyway.families.arrangement.counting import factorial_digits, partial_permutations
from everyway.families.arrangement.order import Order, Stock, Swap, picker

MOST_FOR_HEAP = 200


class _Permutations(Order):
    """What all orders of permutations share."""

    @property
    def total(self) -> int:
        """How many sequences of k items there are."""
        return partial_permutations(self.stock.counts, self.k)


class _Completions:
    """Counts the ways to go on, when items are taken one after another."""

    def __init__(self, stock: Stock, k: int) -> None:
        self.left = list(stock.counts)
        self.places = k
        self._distinct = stock.distinct
        self._known: dict[int, int] = {}

    def after(self, kind: int) -> int:
        """Return in how many ways one goes on after taking *kind* now."""
        number = self.left[kind]
        if not number:
            return 0
        # Kinds of which equally many are left are followed by equally much.
        if number not in self._known:
            self.left[kind] -= 1
            self._known[number] = partial_permutations(self.left, self.places - 1)
            self.left[kind] += 1
        return self._known[number]

    def take(self, kind: int) -> None:
        """Take *kind*."""
        self.left[kind] -= 1
        self.places -= 1
        self._known.clear()


class LexicographicPermutations(_Permutations):
    """By the first item, then by the second, and so on; items in the order of first appearance."""

    name = "lexicographic"

    def unrank(self, rank: int) -> Data:
        """Choose item after item: those before it account for a part of the rank."""
        kinds = list(range(len(self.stock.counts)))
        if self.stock.distinct:
            digits = []
            for left in range(len(kinds) - self.k + 1, len(kinds) + 1):
                rank, digit = divmod(rank, left)
                digits.append(digit)
            return tuple([kinds.pop(digit) for digit in reversed(digits)])
        ways = _Completions(self.stock, self.k)
        found = []
        for _ in range(self.k):
            index = 0
            while rank >= ways.after(kinds[index]):
                rank -= ways.after(kinds[index])
                index += 1
            found.append(kinds[index])
            ways.take(kinds[index])
            if not ways.left[kinds[index]]:
                del kinds[index]
        return tuple(found)

    def rank(self, kinds: Data) -> int:
        """Add up what each lesser choice would be followed by."""
        rank = 0
        if self.stock.distinct:
            left = list(range(len(self.stock.counts)))
            for kind in kinds:
                index = bisect_left(left, kind)
                rank = rank * len(left) + index
                del left[index]
            return rank
        ways = _Completions(self.stock, self.k)
        for kind in kinds:
            rank += sum(map(ways.after, range(kind)))
            ways.take(kind)
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*: with different items at the speed of itertools."""
        if not self.stock.distinct:
            return self._successors(rank, symbols)
        if rank == 0:
            return permutations(symbols, self.k)
        return self._blocks(self.unrank(rank), symbols)

    def _blocks(self, first: Data, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield *first* and all after it: those that agree with it longest come first."""
        yield tuple(symbols[kind] for kind in first)
        for shared in range(self.k - 1, -1, -1):
            prefix = tuple(symbols[kind] for kind in first[:shared])
            rest = sorted(set(range(len(symbols))) - set(first[:shared]))
            for kind in rest:
                if kind > first[shared]:
                    start = (*prefix, symbols[kind])
                    others = [symbols[other] for other in rest if other != kind]
                    yield from map(start.__add__, permutations(others, self.k - shared - 1))

    def _successors(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield the next permutation in place, again and again (Narayana's method).

        What is not taken stands behind, falling, so that the next permutation of the whole array
        has other items in front.
        """
        pick, k = picker(symbols), self.k
        array = list(self.unrank(rank))
        left = list(self.stock.counts)
        for kind in array:
            left[kind] -= 1
        array += [kind for kind, number in enumerate(left) for _ in range(number)]
        last = len(array) - 1
        while True:
            yield tuple(map(pick, array[:k] if k <= last else array))
            if k <= last:
                array[k:] = array[: k - 1 : -1] if k else array[::-1]
            i = last - 1
            while i >= 0 and array[i] >= array[i + 1]:
                i -= 1
            if i < 0:
                return
            j = last
            while array[j] <= array[i]:
                j -= 1
            array[i], array[j] = array[j], array[i]
            array[i + 1 :] = array[:i:-1]


class ExchangePermutations(_Permutations):
    """The order of the classic exercise, by exchanges in place.

    For each place m, the item there is exchanged with itself, then with each later one; further
    places follow; then the exchange is undone. When k places are filled they are visited. Of equal
    items only the first that is met comes to a place.
    """

    name = "exchange"

    def unrank(self, rank: int) -> Data:
        """Choose for place after place which item is exchanged into it."""
        return tuple(self.place(rank)[0][: self.k])

    def place(self, rank: int) -> tuple[list[int], list[int]]:
        """Return the whole array at *rank*, and from where each place was filled."""
        ways = _Completions(self.stock, self.k)
        array = list(self.stock.word)
        sources = []
        for m in range(self.k):
            for i in _different(array, m):
                number = ways.after(array[i])
                if rank < number:
                    break
                rank -= number
            sources.append(i)
            ways.take(array[i])
            array[m], array[i] = array[i], array[m]
        return array, sources

    def rank(self, kinds: Data) -> int:
        """Follow the exchanges that lead to these items."""
        ways = _Completions(self.stock, self.k)
        array = list(self.stock.word)
        rank = 0
        for m, kind in enumerate(kinds):
            for i in _different(array, m):
                if array[i] == kind:
                    break
                rank += ways.after(array[i])
            ways.take(kind)
            array[m], array[i] = array[i], array[m]
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*, in place."""
        pick, k = picker(symbols), self.k
        return (tuple(map(pick, array[:k])) for array, _ in self._steps(rank))

    def swaps(self, rank: int) -> Iterator[tuple[Swap, ...]]:
        """Yield the exchanges before each arrangement: some undone, then others done."""
        steps = self._steps(rank)
        next(steps)
        return (tuple(swaps) for _, swaps in steps)

    def _steps(self, rank: int) -> Iterator[tuple[list[int], list[Swap]]]:
        array, sources = self.place(rank)
        size, distinct = self.stock.size, self.stock.distinct
        swaps: list[Swap] = []
        while True:
            yield array, swaps
            swaps = []
            for m in range(self.k - 1, -1, -1):
                i = sources[m]
                _exchange(array, m, i, swaps)
                i += 1
                while not distinct and i < size and array[i] in array[m:i]:
                    i += 1
                if i < size:
                    _exchange(array, m, i, swaps)
                    sources[m] = i
                    # At the places that follow, each item is first exchanged with itself.
                    sources[m + 1 :] = range(m + 1, self.k)
                    break
            else:
                return


def _different(array: Sequence[int], start: int) -> Iterator[int]:
    """Yield the places from *start* on at which a kind stands for the first time."""
    seen: set[int] = set()
    for i in range(start, len(array)):
        if array[i] not in seen:
            seen.add(array[i])
            yield i


def _exchange(array: list[int], m: int, i: int, swaps: list[Swap]) -> None:
    if m != i:
        array[m], array[i] = array[i], array[m]
        swaps.append((m, i))


class _AllItems(_Permutations):
    """An order that exists for all of several different items alone."""

    @staticmethod
    def refusal(stock: Stock, k: int) -> str | None:
        """Refuse repeated items, and less than all of them."""
        if not stock.distinct:
            return "it needs different items"
        return None if k == stock.size else "it needs all items, not some of them"


class TrotterPermutations(_AllItems):
    """Steinhaus, Johnson, Trotter: each from the one before by exchanging two neighbours.

    The last item sweeps through the others from right to left, then from left to right, and so on;
    between two sweeps the others move on in the same way. Sources: S. M. Johnson, Mathematics of
    Computation 17 (1963); H. F. Trotter, Communications of the ACM 5 (1962).
    """

    name = "trotter"

    def unrank(self, rank: int) -> Data:
        """Put item after item into its place among the earlier ones."""
        found: list[int] = []
        for item, place in enumerate(self._places(rank)):
            found.insert(place, item)
        return tuple(found)

    def _places(self, rank: int) -> list[int]:
        """Return the place of each item among itself and the earlier ones."""
        places = []
        for item in range(self.k - 1, -1, -1):
            sweep, step = divmod(rank, item + 1)
            places.append(step if sweep % 2 else item - step)
            rank = sweep
        return places[::-1]

    def rank(self, kinds: Data) -> int:
        """Follow the sweeps: of the items before each, how many stand before it."""
        place_of = {kind: place for place, kind in enumerate(kinds)}
        rank = 0
        for item in range(self.k):
            place = sum(place_of[earlier] < place_of[item] for earlier in range(item))
            rank = rank * (item + 1) + (place if rank % 2 else item - place)
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*, exchanging neighbours."""
        pick = picker(symbols)
        array = list(self.unrank(rank))
        yield tuple(map(pick, array))
        for place, other in self._exchanges(rank, array):
            array[place], array[other] = array[other], array[place]
            yield tuple(map(pick, array))

    def swaps(self, rank: int) -> Iterator[tuple[Swap, ...]]:
        """Yield the exchange of neighbours before each arrangement."""
        array = list(self.unrank(rank))
        return ((swap,) for swap in self._exchanges(rank, array))

    def directions(self, rank: int) -> list[int]:
        """Return for each item where it is going: -1 to the left, 1 to the right."""
        found = []
        for item in range(self.k - 1, -1, -1):
            rank //= item + 1
            found.append(1 if rank % 2 else -1)
        return found[::-1]

    def _exchanges(self, rank: int, array: Sequence[int]) -> Iterator[Swap]:
        """Yield the exchanges; the greatest item that can move does, greater ones turn round."""
        directions = self.directions(rank)
        place_of = [0] * self.k
        for place, item in enumerate(array):
            place_of[item] = place
        item_at = list(array)
        while True:
            for item in range(self.k - 1, 0, -1):
                place = place_of[item]
                other = place + directions[item]
                if 0 <= other < self.k and item_at[other] < item:
                    break
                directions[item] = -directions[item]
            else:
                return
            neighbour = item_at[other]
            item_at[place], item_at[other] = neighbour, item
            place_of[item], place_of[neighbour] = other, place
            yield (min(place, other), max(place, other))


class HeapPermutations(_AllItems):
    """Heap's order: each from the one before by exchanging two items.

    All orders of the first m items are gone through m + 1 times; each time, another item has been
    exchanged into the place behind them: the first one (m even), or each in turn (m odd). Source:
    B. R. Heap, The Computer Journal 6 (1963); R. Sedgewick, Computing Surveys 9 (1977).
    """

    name = "heap"

    @staticmethod
    def refusal(stock: Stock, k: int) -> str | None:
        """Refuse what no order of all items is made of, and more than 200."""
        too_many = f"it takes at most {MOST_FOR_HEAP} items" if k > MOST_FOR_HEAP else None
        return _AllItems.refusal(stock, k) or too_many

    def unrank(self, rank: int) -> Data:
        """Skip whole rounds of the first m items, for which it is known what they end in."""
        digits = factorial_digits(rank, self.k)
        array = list(range(self.k))
        for m in range(self.k - 1, 0, -1):
            for turn in range(digits[m]):
                _finish_round(array, m, turn)
        return tuple(array)

    def rank(self, kinds: Data) -> int:
        """Go through the rounds until the last item is right; then the last but one, and so on."""
        array = list(range(self.k))
        rank = 0
        for m in range(self.k - 1, 0, -1):
            turn = 0
            while array[m] != kinds[m]:
                _finish_round(array, m, turn)
                turn += 1
            rank += turn * factorial(m)
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*, exchanging two items."""
        array = [symbols[kind] for kind in self.unrank(rank)]
        yield tuple(array)
        for (place, other), *_ in self.swaps(rank):
            array[place], array[other] = array[other], array[place]
            yield tuple(array)

    def swaps(self, rank: int) -> Iterator[tuple[Swap, ...]]:
        """Yield the exchange before each arrangement."""
        turns = factorial_digits(rank, self.k)
        m = 1
        while m < self.k:
            if turns[m] < m:
                yield ((turns[m] if m % 2 else 0, m),)
                turns[m] += 1
                m = 1
            else:
                turns[m] = 0
                m += 1


def _finish_round(array: list[int], m: int, turn: int) -> None:
    """Go through all orders of the first *m* items, then exchange another to place *m*."""
    array[:m] = [array[place] for place in _end_of_round(m)]
    place = turn if m % 2 else 0
    array[place], array[m] = array[m], array[place]


@lru_cache(maxsize=MOST_FOR_HEAP + 1)
def _end_of_round(m: int) -> Data:
    """Return where each of *m* items stood before all their orders were gone through."""
    array = list(range(m))
    if m > 1:
        inner = _end_of_round(m - 1)
        for turn in chain(range(m - 1), [None]):
            array[: m - 1] = [array[place] for place in inner]
            if turn is not None:
                place = turn if m % 2 == 0 else 0
                array[place], array[m - 1] = array[m - 1], array[place]
    return tuple(array)
