"""What is asked about: permutations, combinations and power sets of any items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import islice, pairwise
from math import lgamma, log
from typing import TYPE_CHECKING, Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.puzzle import Puzzle
from everyway.core.question import UpTo, check_whole
from everyway.families.arrangement.order import Order, Stock, Swap
from everyway.families.arrangement.orders_permutations import (
    ExchangePermutations,
    HeapPermutations,
    LexicographicPermutations,
    TrotterPermutations,
)
from everyway.families.arrangement.orders_subsets import (
    ExchangeCombinations,
    ExchangeSubsets,
    GraySubsets,
    LexicographicCombinations,
    LexicographicSubsets,
    RevolvingDoor,
)
from everyway.families.arrangement.sequence import RankedSequence
from everyway.families.arrangement.solution import Arrangement
from everyway.families.arrangement.text import line_of, read_candidate

MOST_ITEMS = 10_000
MOST_EQUAL = 1000
"""At most so many items where some are equal: to count those takes a table of its own."""

MOST_DIGITS = 4000
"""No rank is longer: Python writes numbers of up to 4300 digits."""

MOST_NUMBER = 10**1000
"""Python does not write out numbers of thousands of digits."""
MOST_PARTIAL = 100
"""How many items with repeats may be permuted by fewer than all at a time: ranks take long."""

_NO_VALUE = object()


class Arrangements(Puzzle, RankedSequence):
    """What permutations, combinations and power sets share.

    ``items`` are any hashable things, in an order; those that are equal are not told apart. A text
    is the items that are its characters.
    """

    family: ClassVar[str] = "arrangement"
    kind: ClassVar[str]
    orders: ClassVar[tuple[type[Order], ...]]

    items: tuple[Any, ...]
    order: str

    # --- what is asked about ---

    def _check(self) -> None:
        """Read the items and check the name of the order."""
        object.__setattr__(self, "items", _read_items(self.items))
        if len(self.items) > MOST_EQUAL and not self.stock.distinct:
            raise EverywayError(
                f"more than {MOST_EQUAL} items, some of them equal", hint="take fewer items"
            )
        names = [order.name for order in self.orders]
        if self.order not in names:
            raise EverywayError(
                f"no order of {self.kind}:", text=self.order, hint="one of " + ", ".join(names)
            )

    def _check_order(self) -> None:
        refusal = self._order_type.refusal(self.stock, self.length)
        if refusal:
            raise EverywayError("there is no order", text=self.order, hint=refusal)

    @property
    def length(self) -> int:
        """How many items an arrangement has, at most."""
        return len(self.items)

    @property
    def takes_all(self) -> bool:
        """Whether an arrangement has all items."""
        return self.length == len(self.items)

    @cached_property
    def stock(self) -> Stock:
        """The items as numbers of their kinds."""
        return Stock.of(self.items)

    @property
    def _order_type(self) -> type[Order]:
        return next(order for order in self.orders if order.name == self.order)

    @cached_property
    def listing(self) -> Order:
        """The order in which arrangements come, with their ranks."""
        return self._order_type(self.stock, self.length)

    @cached_property
    def kinds(self) -> dict[Any, int]:
        """The number of each item's kind: kinds are numbered as they first appear."""
        return {self.items[place]: kind for kind, place in enumerate(self.stock.firsts)}

    # --- the sequence ---

    @property
    def whole(self) -> Arrangements:
        """The puzzle itself."""
        return self

    @cached_property
    def ranks(self) -> range:
        """All ranks."""
        return range(self.listing.total)

    def at(self, rank: int) -> Arrangement:
        """Return the arrangement at *rank*, which must be one."""
        firsts = self.stock.firsts
        return Arrangement(self, [firsts[kind] for kind in self.listing.unrank(rank)])

    def rank_of(self, value: object) -> int | None:
        """Return the rank of *value*, or None when it is no arrangement."""
        kinds = [self.kinds.get(item, -1) for item in read_candidate(self, value)]
        counts = self.stock.counts
        if -1 in kinds or any(n > counts[kind] for kind, n in Counter(kinds).items()):
            return None
        if len(kinds) != self.length and not isinstance(self, PowerSet):
            return None
        if not isinstance(self, Permutations) and any(a > b for a, b in pairwise(kinds)):
            return None
        return self.listing.rank(tuple(kinds))

    def walk(self, rank: int) -> Iterator[tuple[Any, ...]]:
        """Yield the arrangements from *rank*, which must be one, to the last, as plain tuples."""
        return self.listing.walk(rank, tuple(self.kinds))

    def swaps(self, rank: int) -> Iterator[tuple[Swap, ...]]:
        """Yield the exchanges of places that lead from *rank* to the next arrangement, and on."""
        return self.listing.swaps(rank)

    def count(self, value: object = _NO_VALUE, *, up_to: UpTo = None, **options: Any) -> int:
        """Return how many arrangements there are; with a *value*, how often it is one: 0 or 1."""
        if value is _NO_VALUE:
            return super().count(up_to=up_to, **options)
        return int(value in self)

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.arrangement import wording

        return wording.title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.arrangement import wording

        return wording.statement(self)

    # --- the puzzle ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no such arrangement, or None when it is one.

        It is a tuple or list of items, or a text of them, such as ``c a b`` or ``cab``.
        """
        chosen = read_candidate(self, candidate)
        for place, item in enumerate(chosen):
            if item not in self.kinds:
                return f"{written(item)} is none of the items"
            if chosen[: place + 1].count(item) > self.items.count(item):
                return f"{item} is not there {chosen.count(item)} times"
        return self._why_not_of_kind(chosen)

    def _why_not_of_kind(self, chosen: tuple[Any, ...]) -> str | None:
        return None

    def data_of(self, candidate: object) -> Data:
        """Return the positions of the items of *candidate*, of equal items those of the first."""
        firsts = self.stock.firsts
        positions = []
        for item in read_candidate(self, candidate):
            if item not in self.kinds:
                raise EverywayError("none of the items:", text=item)
            positions.append(firsts[self.kinds[item]])
        return tuple(positions)

    def wrap(self, data: Data) -> Arrangement:
        """Wrap positions as an arrangement."""
        return Arrangement(self, data)

    def is_canonical(self, data: Data) -> bool:
        """Return whether *data* comes no later than its reverse."""
        return data <= data[::-1]

    def size_of(self, data: Data) -> int:
        """Return the number of items."""
        return len(data)

    def line(self, arrangement: tuple[Any, ...]) -> str:
        """Return an arrangement as one line of text."""
        return line_of(arrangement)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; raise ``EverywayError`` if items have no such form."""
        return {
            "puzzle": self.kind,
            "items": _plain_items(self.items),
            **({"k": self.length} if "k" in self.__dataclass_fields__ else {}),
            **({"order": self.order} if self.order != "lexicographic" else {}),
        }

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``: items are a text or a list of texts and numbers."""
        rest = {key: value for key, value in data.items() if key != "puzzle"}
        known = {field.name: field for field in fields(cls)}
        for key in rest:
            if key not in known:
                hint = "one of " + ", ".join(known)
                raise EverywayError(f"{cls.kind} have no key", text=key, hint=hint)
        for name, field in known.items():
            if name not in rest and name in ("items", "k") and field.default is not None:
                raise EverywayError(f"{cls.kind} need the key", text=name)
        items = rest["items"]
        if not isinstance(items, str) and not (isinstance(items, list) and all(map(_plain, items))):
            raise EverywayError("items are a text or a list of texts and numbers, not", text=items)
        return cls(**rest)


@dataclass(frozen=True)
class Permutations(Arrangements):
    """The sequences of *k* of the *items*, all of them if *k* is left out; a lazy sequence.

    ``order`` is ``"lexicographic"`` (by positions of the items, not by their values),
    ``"exchange"``, or, for all of different items, ``"trotter"`` or ``"heap"``. Of equal items no
    arrangement comes twice. There are n!/(n-k)! of different items (OEIS A008279), n!/(a! b! …)
    with repeats. Up to symmetry, a sequence and its reverse count once; the first of the two is
    listed. Raises ``EverywayError`` for over 10 000 items, over 1000 when some are equal (over 100
    if *k* is less than all), a number of permutations of over 4000 digits, a set (which has no
    order), and orders that do not exist.

    >>> p = Permutations("abcd", 3)
    >>> len(p), p[17], p.index("cda")
    (24, ('c', 'd', 'b'), 16)
    >>> list(Permutations("aab"))
    [('a', 'a', 'b'), ('a', 'b', 'a'), ('b', 'a', 'a')]
    """

    kind: ClassVar[str] = "permutations"
    orders: ClassVar[tuple[type[Order], ...]] = (
        LexicographicPermutations,
        ExchangePermutations,
        TrotterPermutations,
        HeapPermutations,
    )

    items: tuple[Any, ...]
    k: int | None = None
    order: str = "lexicographic"

    if TYPE_CHECKING:
        # Items may be given as anything that can be gone through.
        def __init__(
            self, items: Iterable[Any], k: int | None = None, order: str = "lexicographic"
        ) -> None: ...

    def __post_init__(self) -> None:
        self._check()
        if self.k is None:
            object.__setattr__(self, "k", len(self.items))
        check_whole(self.k, "a number of places", 0, 10**9)
        if len(self.items) > MOST_PARTIAL and not self.stock.distinct and self.k != len(self.items):
            raise EverywayError(
                f"over {MOST_PARTIAL} items, some of them equal, cannot be permuted in part",
                hint="take all of them, or fewer items",
            )
        self._check_order()
        self._check_ranks()

    def _check_ranks(self) -> None:
        """Refuse so many places that ranks could not be written any more."""
        n, k = len(self.items), min(self.length, len(self.items))
        if (lgamma(n + 1) - lgamma(n - k + 1)) / log(10) > MOST_DIGITS:
            raise EverywayError(
                f"the number of permutations of {n} items in {k} places has over {MOST_DIGITS} "
                "digits",
                hint="take fewer items or places",
            )

    @property
    def length(self) -> int:
        """The number of places, k."""
        assert self.k is not None
        return self.k

    def _why_not_of_kind(self, chosen: tuple[Any, ...]) -> str | None:
        return None if len(chosen) == self.k else _wrong_number(chosen, self.length)

    def size_range(self) -> tuple[int, int]:
        """Return k twice: all arrangements have that many items."""
        return self.length, self.length


@dataclass(frozen=True)
class Combinations(Arrangements):
    """The ways to choose *k* of the *items*; a lazy sequence.

    A combination is written in the order of the items. ``order`` is ``"lexicographic"``,
    ``"exchange"`` (the same list) or, of different items, ``"revolving-door"``. Of equal items no
    combination comes twice. There are n!/(k! (n-k)!) of different items (OEIS A007318), else the
    coefficient of x^k in the product of 1 + x + … + x^c. Raises ``EverywayError`` for over 1000
    items, a set (which has no order), and orders that do not exist.

    >>> c = Combinations("abcde", 3)
    >>> len(c), c[-1], c.index("abd")
    (10, ('c', 'd', 'e'), 1)
    """

    kind: ClassVar[str] = "combinations"
    orders: ClassVar[tuple[type[Order], ...]] = (
        LexicographicCombinations,
        ExchangeCombinations,
        RevolvingDoor,
    )

    items: tuple[Any, ...]
    k: int
    order: str = "lexicographic"

    if TYPE_CHECKING:
        # Items may be given as anything that can be gone through.
        def __init__(self, items: Iterable[Any], k: int, order: str = "lexicographic") -> None: ...

    def __post_init__(self) -> None:
        self._check()
        check_whole(self.k, "a number of items", 0, 10**9)
        self._check_order()

    @property
    def length(self) -> int:
        """How many items are chosen, k."""
        return self.k

    def _why_not_of_kind(self, chosen: tuple[Any, ...]) -> str | None:
        if len(chosen) != self.k:
            return _wrong_number(chosen, self.k)
        return _not_in_order(self, chosen)

    def size_range(self) -> tuple[int, int]:
        """Return k twice: all combinations have that many items."""
        return self.k, self.k


@dataclass(frozen=True)
class PowerSet(Arrangements):
    """All subsets of the *items*, of any size; a lazy sequence.

    A set is written in the order of the items; its size is their number. ``order`` is
    ``"lexicographic"``, ``"exchange"`` (the classic exercise: each item left out, then put in)
    or ``"gray"``. Of equal items no set comes twice. There are 2^n subsets of different
    items (OEIS A000079), else the product of c + 1 over the numbers of equal items. Raises
    ``EverywayError`` for over 10 000 items, over 1000 when some are equal, a set (which has no
    order), and unknown orders.

    >>> list(PowerSet("abc", order="exchange"))[:5]
    [(), ('c',), ('b',), ('b', 'c'), ('a',)]
    """

    kind: ClassVar[str] = "powerset"
    orders: ClassVar[tuple[type[Order], ...]] = (LexicographicSubsets, ExchangeSubsets, GraySubsets)

    items: tuple[Any, ...]
    order: str = "lexicographic"

    if TYPE_CHECKING:
        # Items may be given as anything that can be gone through.
        def __init__(self, items: Iterable[Any], order: str = "lexicographic") -> None: ...

    def __post_init__(self) -> None:
        self._check()

    def _why_not_of_kind(self, chosen: tuple[Any, ...]) -> str | None:
        return _not_in_order(self, chosen)

    def size_range(self) -> tuple[int, int]:
        """Return the sizes of the empty set and of all items."""
        return 0, len(self.items)

    def line(self, arrangement: tuple[Any, ...]) -> str:
        """Return a set as one line of text, in braces."""
        return line_of(arrangement, "{,}")


def _wrong_number(chosen: tuple[Any, ...], k: int) -> str:
    return f"{len(chosen)} item{'s' * (len(chosen) != 1)}, not {k}"


def _not_in_order(puzzle: Arrangements, chosen: tuple[Any, ...]) -> str | None:
    for before, after in pairwise(chosen):
        if puzzle.items.index(before) > puzzle.items.index(after):
            return f"{after} comes before {before} among the items, and is written first"
    return None


def _read_items(items: object) -> tuple[Any, ...]:
    """Return items as a tuple, checked."""
    if isinstance(items, set | frozenset):
        raise EverywayError("a set has no order", hint="give its items as a list or sorted(...)")
    if not isinstance(items, Iterable):
        raise EverywayError("items are a text or a list of things, not", text=items)
    read = tuple(islice(items, MOST_ITEMS + 1))
    if len(read) > MOST_ITEMS:
        raise EverywayError(f"more than {MOST_ITEMS} items", hint="that is the most there may be")
    for place, item in enumerate(read, 1):
        try:
            hash(item)
        except TypeError:
            raise EverywayError(
                "an item cannot be", text=item, where=f"item {place}", hint="it has no hash"
            ) from None
        if isinstance(item, int) and abs(item) >= MOST_NUMBER:
            raise EverywayError("too large an item:", text=item, where=f"item {place}")
    return read


def _plain(item: object) -> bool:
    return isinstance(item, str | int) and not isinstance(item, bool)


def _plain_items(items: tuple[Any, ...]) -> str | list[Any]:
    for item in items:
        if not _plain(item):
            raise EverywayError(
                "an item that cannot be written:", text=item, hint="texts and whole numbers can"
            )
    if all(isinstance(item, str) and len(item) == 1 for item in items):
        return "".join(items)
    return list(items)
