"""What an order of arrangements is: it knows where each stands, and which stands where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from everyway.core.engine import Data
from everyway.families.arrangement.counting import Counts, is_distinct

Swap = tuple[int, int]


@dataclass(frozen=True)
class Stock:
    """The items as numbers of their kinds.

    Kinds are numbered from 0 in the order in which they first appear. ``word`` is the items as they
    stand, ``counts`` how many there are of each kind.

    >>> Stock.of("abac")
    Stock(word=(0, 1, 0, 2), counts=(2, 1, 1))
    """

    word: Data
    counts: Counts

    @classmethod
    def of(cls, items: Sequence[Any]) -> Stock:
        """Return the stock of *items*, any hashable things; equal ones are of one kind."""
        numbers: dict[Any, int] = {}
        word = tuple(numbers.setdefault(item, len(numbers)) for item in items)
        counts = [0] * len(numbers)
        for kind in word:
            counts[kind] += 1
        return cls(word, tuple(counts))

    @property
    def size(self) -> int:
        """The number of items."""
        return len(self.word)

    @cached_property
    def distinct(self) -> bool:
        """Whether no item is repeated."""
        return is_distinct(self.counts)

    @cached_property
    def firsts(self) -> Data:
        """For each kind, the position at which it first stands."""
        places: dict[int, int] = {}
        for place, kind in enumerate(self.word):
            places.setdefault(kind, place)
        return tuple(places[kind] for kind in range(len(self.counts)))

    @cached_property
    def grouped(self) -> Data:
        """The items as kinds, equal ones beside each other, kinds rising."""
        return tuple(sorted(self.word))


class Order(ABC):
    """All arrangements of *k* items of a stock, each once, one after another.

    An arrangement is a tuple of kinds. ``refusal`` says why an order does not exist for a stock,
    or returns None. ``rank`` is only asked for arrangements that exist, ``unrank`` and ``walk`` for
    ranks from 0 to below ``total``.
    """

    name: ClassVar[str]

    def __init__(self, stock: Stock, k: int) -> None:
        self.stock = stock
        self.k = k

    @staticmethod
    def refusal(stock: Stock, k: int) -> str | None:
        """Return in words why there is no such order of these arrangements, or None."""
        return None

    @property
    @abstractmethod
    def total(self) -> int:
        """How many arrangements there are."""

    @abstractmethod
    def unrank(self, rank: int) -> Data:
        """Return the arrangement that has *rank* others before it."""

    @abstractmethod
    def rank(self, kinds: Data) -> int:
        """Return how many arrangements come before this one."""

    @abstractmethod
    def walk(self, rank: int, symbols: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield the arrangements from *rank* to the last, with symbols[kind] for each kind."""

    def swaps(self, rank: int) -> Iterator[tuple[Swap, ...]]:
        """Yield for each arrangement after *rank* the exchanges of places that led to it.

        Orders that do not go by exchanges yield nothing.
        """
        return iter(())


def picker(symbols: Sequence[Any]) -> Any:
    """Return the function from a kind to its symbol."""
    return symbols.__getitem__
