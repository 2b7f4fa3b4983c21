"""The orders of combinations and of power sets: lexicographic, revolving door, exchange, Gray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

from everyway.core.engine import Data
from everyway.families.arrangement.counting import selections, subsets, times_run
from everyway.families.arrangement.order import Order, Stock, picker


class LexicographicCombinations(Order):
    """Sorted by the first item, then by the second, and so on."""

    name = "lexicographic"

    @cached_property
    def total(self) -> int:
        """How many multisets of k of the items there are."""
        return selections(self.stock.counts, self.k)

    @cached_property
    def _ways(self) -> list[list[int]]:
        """For each kind, the numbers of ways to choose 0, 1, … of the items of later kinds."""
        ways = [[1]]
        for number in reversed(self.stock.counts):
            ways.append(times_run(ways[-1], number)[: self.k + 1])
        return ways[-2::-1]

    def _after(self, kind: int, used: int, places: int) -> int:
        """Return how many ways go on when *used* of *kind* are chosen, and *places* are left."""
        if self.stock.distinct:
            return comb(len(self.stock.counts) - kind - 1, places)
        ways, more = self._ways[kind], self.stock.counts[kind] - used
        # None, one, … of the same kind may follow.
        return sum(ways[max(0, places - more) : places + 1])

    def _choices(self, last: int, used: int) -> Iterator[tuple[int, int]]:
        """Yield what may come next, with how many of it are then used."""
        if used < self.stock.counts[last]:
            yield last, used + 1
        for kind in range(last + 1, len(self.stock.counts)):
            yield kind, 1

    def unrank(self, rank: int) -> Data:
        """Choose item after item: those before it account for a part of the rank."""
        if self.stock.distinct:
            return self._unrank_distinct(rank)
        found: list[int] = []
        last = used = 0
        for places in range(self.k - 1, -1, -1):
            for kind, more in self._choices(last, used):
                number = self._after(kind, more, places)
                if rank < number:
                    last, used = kind, more
                    break
                rank -= number
            found.append(last)
        return tuple(found)

    def _unrank_distinct(self, rank: int) -> Data:
        found: list[int] = []
        # How many combinations there are of the items from this one on, with it.
        left, places = len(self.stock.counts), self.k
        with_it = comb(left - 1, places - 1) if places else 0
        for item in range(left):
            if not places:
                break
            left -= 1
            if rank < with_it:
                found.append(item)
                places -= 1
                with_it = with_it * places // left if left else 0
            else:
                rank -= with_it
                with_it = with_it * (left - places + 1) // left
        return tuple(found)

    def rank(self, kinds: Data) -> int:
        """Add up what each lesser choice would be followed by."""
        if self.stock.distinct:
            # Combinations after this one are counted by the items that are passed over, backwards.
            items = len(self.stock.counts)
            after = (comb(items - 1 - kind, self.k - i) for i, kind in enumerate(kinds))
            return comb(items, self.k) - 1 - sum(after)
        rank = last = used = 0
        for place, kind in enumerate(kinds):
            for choice, number in self._choices(last, used):
                if choice == kind:
                    last, used = choice, number
                    break
                rank += self._after(choice, number, self.k - 1 - place)
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*: with different items at the speed of itertools."""
        if not self.stock.distinct:
            return self._successors(rank, symbols)
        if rank == 0:
            return combinations(symbols, self.k)
        return self._blocks(self.unrank(rank), symbols)

    def _blocks(self, first: Data, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield *first* and all after it: those that agree with it longest come first."""
        yield tuple(symbols[kind] for kind in first)
        for shared in range(self.k - 1, -1, -1):
            prefix = tuple(symbols[kind] for kind in first[:shared])
            later = symbols[first[shared] + 1 :]
            yield from map(prefix.__add__, combinations(later, self.k - shared))

    def _successors(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Raise the last item that can be raised; fill up behind it with the least."""
        pick = picker(symbols)
        array = list(self.unrank(rank))
        items = self.stock.grouped
        start = starts(self.stock)
        while True:
            yield tuple(map(pick, array))
            for place in range(self.k - 1, -1, -1):
                # The greatest items fill the last places when nothing is left to be raised.
                if array[place] != items[len(items) - self.k + place]:
                    first = start[array[place] + 1]
                    array[place:] = items[first : first + self.k - place]
                    break
            else:
                return


def starts(stock: Stock) -> list[int]:
    """Return where each kind begins among the grouped items, and where they all end."""
    starts = [0]
    for number in stock.counts:
        starts.append(starts[-1] + number)
    return starts


class ExchangeCombinations(LexicographicCombinations):
    """The order of the classic exercise, which is the lexicographic one.

    The exercise exchanges as for permutations, and goes on only if the item that has come to the
    place is greater than the one before it. Only lesser items are exchanged away from their
    places, so those that may follow are met in rising order.
    """

    name = "exchange"


class RevolvingDoor(Order):
    """Each from the one before by one item that leaves and one that comes in.

    The combinations without the last item come first; then those with it, backwards. Sources: A.
    Nijenhuis and H. S. Wilf, Combinatorial Algorithms (1975); D. E. Knuth, The Art of Computer
    Programming 4A, 7.2.1.3, algorithm R.
    """

    name = "revolving-door"

    @staticmethod
    def refusal(stock: Stock, k: int) -> str | None:
        """Refuse repeated items."""
        return None if stock.distinct else "it needs different items"

    @property
    def total(self) -> int:
        """How many combinations there are."""
        return comb(self.stock.size, self.k)

    def unrank(self, rank: int) -> Data:
        """Choose from the greatest item down, turning round each time one is in."""
        found = []
        item = self.stock.size
        for k in range(self.k, 0, -1):
            while comb(item, k) > rank:
                item -= 1
            found.append(item)
            rank = comb(item + 1, k) - 1 - rank
        return tuple(found[::-1])

    def rank(self, kinds: Data) -> int:
        """Return the alternating sum of binomials: of those with the same greatest items."""
        rank = 0
        for k, item in enumerate(kinds, 1):
            rank = comb(item + 1, k) - 1 - rank
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank* by Knuth's algorithm R."""
        pick = picker(symbols)
        c = [*self.unrank(rank), self.stock.size]
        yield tuple(map(pick, c[: self.k]))
        while self.k and revolve(c, self.k):
            yield tuple(map(pick, c[: self.k]))


def revolve(c: list[int], k: int) -> bool:
    """Make the next combination of *c*, which rises and ends in the number of items.

    Return False after the last one.
    """
    if k % 2:
        if c[0] + 1 < c[1]:
            c[0] += 1
            return True
    elif c[0] > 0:
        c[0] -= 1
        return True
    lower = k % 2 == 1
    for j in range(1, k):
        if lower and c[j] >= j + 1:
            c[j] = c[j - 1]
            c[j - 1] = j - 1
            return True
        if not lower and c[j] + 1 < c[j + 1]:
            c[j - 1] = c[j]
            c[j] += 1
            return True
        lower = not lower
    return False


class LexicographicSubsets(Order):
    """Sorted by the first item, then by the second; a set comes before those that go on from it."""

    name = "lexicographic"

    @property
    def total(self) -> int:
        """How many subsets there are."""
        return subsets(self.stock.counts)

    @cached_property
    def _later(self) -> list[int]:
        """For each kind, the number of subsets of the items of later kinds."""
        found = [1]
        for number in reversed(self.stock.counts[1:]):
            found.append(found[-1] * (number + 1))
        return found[::-1]

    def _choices(self, last: int, used: int) -> Iterator[tuple[int, int, int]]:
        """Yield what may come next, how many of it are then used, and how many sets begin so."""
        counts, later = self.stock.counts, self._later
        if counts and used < counts[last]:
            yield last, used + 1, (counts[last] - used) * later[last]
        for kind in range(last + 1, len(counts)):
            yield kind, 1, counts[kind] * later[kind]

    def unrank(self, rank: int) -> Data:
        """Go down from the empty set, passing over whole branches."""
        found: list[int] = []
        last = used = 0
        while rank:
            rank -= 1
            for kind, more, number in self._choices(last, used):
                if rank < number:
                    last, used = kind, more
                    break
                rank -= number
            found.append(last)
        return tuple(found)

    def rank(self, kinds: Data) -> int:
        """Count each set passed on the way down, and the branches passed over."""
        rank = last = used = 0
        for kind in kinds:
            rank += 1
            for choice, number, branch in self._choices(last, used):
                if choice == kind:
                    last, used = choice, number
                    break
                rank += branch
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on with the next item there is; else replace the last one by a later one."""
        pick = picker(symbols)
        items = self.stock.grouped
        start = starts(self.stock)
        # Places among the grouped items: equal ones are taken from the left.
        array: list[int] = []
        for kind in self.unrank(rank):
            again = array and items[array[-1]] == kind
            array.append(array[-1] + 1 if again else start[kind])
        while True:
            yield tuple([pick(items[place]) for place in array])
            following = array[-1] + 1 if array else 0
            if following < len(items):
                array.append(following)
                continue
            while array:
                following = start[items[array.pop()] + 1]
                if following < len(items):
                    array.append(following)
                    break
            else:
                return


class _Digits(Order):
    """An order of subsets as numbers: a digit for each kind says how many are in, the first leads.

    The last digit changes fastest.
    """

    @property
    def total(self) -> int:
        """How many subsets there are."""
        return subsets(self.stock.counts)

    def digits(self, rank: int) -> list[int]:
        """Return how many of each kind are in the set at *rank*."""
        digits = []
        for number in reversed(self.stock.counts):
            rank, digit = divmod(rank, number + 1)
            digits.append(digit)
        return digits[::-1]

    def number_of(self, digits: Sequence[int]) -> int:
        """Return the rank of the set with these digits."""
        rank = 0
        for digit, number in zip(digits, self.stock.counts, strict=True):
            rank = rank * (number + 1) + digit
        return rank

    def unrank(self, rank: int) -> Data:
        """Return the set at *rank*."""
        return self._written(self.digits(rank))

    def rank(self, kinds: Data) -> int:
        """Return the rank of a set."""
        digits = [0] * len(self.stock.counts)
        for kind in kinds:
            digits[kind] += 1
        return self.number_of(digits)

    def _written(self, digits: Sequence[int]) -> Data:
        if self.stock.distinct:
            return tuple([kind for kind, digit in enumerate(digits) if digit])
        return tuple([kind for kind, digit in enumerate(digits) for _ in range(digit)])


class ExchangeSubsets(_Digits):
    """The order of the classic exercise: each item is first left out, then put in.

    Those after it are settled in between, so it is the order of binary numbers whose first digit
    is the first item. Repeated items are put in once, twice, and so on.
    """

    name = "exchange"

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*, counting up."""
        pick, counts = picker(symbols), self.stock.counts
        digits = self.digits(rank)
        while True:
            yield tuple(map(pick, self._written(digits)))
            for kind in range(len(digits) - 1, -1, -1):
                if digits[kind] < counts[kind]:
                    digits[kind] += 1
                    break
                digits[kind] = 0
            else:
                return


class GraySubsets(_Digits):
    """The reflected Gray code: one item comes in or leaves at each step.

    Read as digits, the last changes fastest, to and fro; with different items this is the binary
    reflected code. Sources: F. Gray, US patent 2,632,058 (1953); D. E. Knuth, The Art of Computer
    Programming 4A, 7.2.1.1.
    """

    name = "gray"

    def digits(self, rank: int) -> list[int]:
        """Return the digits at *rank*: each runs backwards where those before it are odd."""
        found = []
        for number in reversed(self.stock.counts):
            rank, digit = divmod(rank, number + 1)
            found.append(number - digit if rank % 2 else digit)
        return found[::-1]

    def number_of(self, digits: Sequence[int]) -> int:
        """Return the rank of these digits."""
        rank = 0
        for digit, number in zip(digits, self.stock.counts, strict=True):
            rank = rank * (number + 1) + (number - digit if rank % 2 else digit)
        return rank

    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Go on from *rank*: the last digit that can move does, those after it turn round."""
        pick, counts = picker(symbols), self.stock.counts
        digits, steps = self.digits(rank), self.directions(rank)
        while True:
            yield tuple(map(pick, self._written(digits)))
            for kind in range(len(digits) - 1, -1, -1):
                if 0 <= digits[kind] + steps[kind] <= counts[kind]:
                    digits[kind] += steps[kind]
                    break
                steps[kind] = -steps[kind]
            else:
                return

    def directions(self, rank: int) -> list[int]:
        """Return for each kind whether its digit is going up, 1, or down, -1."""
        found = []
        for number in reversed(self.stock.counts):
            rank //= number + 1
            found.append(-1 if rank % 2 else 1)
        return found[::-1]
