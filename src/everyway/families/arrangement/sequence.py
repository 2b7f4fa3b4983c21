"""Arrangements as a lazy sequence: any part of it, without listing what is before."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from sys import maxsize
from typing import TYPE_CHECKING, Any, overload

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole, draw_positions
from everyway.families.arrangement.order import Swap
from everyway.families.arrangement.solution import Arrangement

if TYPE_CHECKING:
    import numpy.typing as npt

    from everyway.families.arrangement.puzzle import Arrangements

BLOCK = 65_536
"""How many rows a block has, unless said otherwise."""

CHUNK = 1024
"""How many arrangements are listed at a time where a walk goes backwards or in steps."""

MOST_SKIPPED = 16
"""Up to which step a walk passes over arrangements instead of looking each up by its rank."""


class TooLong(EverywayError, OverflowError):
    """Raised by ``len()`` for more arrangements than Python's ``len`` can say."""


@dataclass(frozen=True)
class Change:
    """What distinguishes an arrangement from the one before it.

    ``place`` is the first place, counted from 0, at which the two differ. ``removed`` and ``added``
    are the items that are in one of them alone. ``swaps`` are the exchanges of places, in turn,
    that made the new from the old in orders that work in place; places from k on belong to the
    items that are not in the arrangement.
    """

    place: int
    removed: tuple[Any, ...] = ()
    added: tuple[Any, ...] = ()
    swaps: tuple[Swap, ...] = ()

    def __str__(self) -> str:
        parts = [f"swap {a + 1} and {b + 1}" for a, b in self.swaps]
        if not parts:
            parts += [f"- {item}" for item in self.removed]
            parts += [f"+ {item}" for item in self.added]
        return ", ".join(parts) or f"from place {self.place + 1} on"


class RankedSequence(Sequence[Any]):
    """What the whole list of arrangements and every part of it can do.

    Iterating yields plain tuples of items; an index, ``unrank`` and ``sample`` give ``Arrangement``
    objects, which are equal to these tuples.
    """

    @property
    @abstractmethod
    def whole(self) -> Arrangements:
        """The puzzle whose arrangements these are."""

    @property
    @abstractmethod
    def ranks(self) -> range:
        """The ranks of these arrangements in the whole list."""

    @property
    def total(self) -> int:
        """How many there are, as a whole number of any size; ``len`` is good up to 2^63."""
        ranks = self.ranks
        if not ranks:
            return 0
        # len(range) raises for what is too long for it.
        return (ranks[-1] - ranks[0]) // ranks.step + 1

    def __len__(self) -> int:
        total = self.total
        if total > maxsize:
            raise TooLong("too many for len()", hint="use .total, or count()")
        return total

    def __bool__(self) -> bool:
        return self.total > 0

    @overload
    def __getitem__(self, index: int) -> Arrangement: ...
    @overload
    def __getitem__(self, index: slice) -> ArrangementView: ...
    def __getitem__(self, index: int | slice) -> Arrangement | ArrangementView:
        if isinstance(index, slice):
            return ArrangementView(self.whole, self.ranks[index])
        try:
            rank = self.ranks[index]
        except IndexError:
            raise IndexError(f"there are {_short(self.total)} arrangements") from None
        return self.whole.at(rank)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        ranks, total = self.ranks, self.total
        if not total:
            return iter(())
        if not 0 < ranks.step <= MOST_SKIPPED:
            return self._jumping()
        walk = self.whole.walk(ranks.start)
        if total <= maxsize // MOST_SKIPPED:
            return islice(walk, 0, total * ranks.step, ranks.step)
        # No walk ever ends that is longer.
        return islice(walk, 0, None, ranks.step)

    def _jumping(self) -> Iterator[tuple[Any, ...]]:
        """Yield arrangement after arrangement in long steps, or backwards."""
        ranks = self.ranks
        if ranks.step == -1:
            done, total = 0, self.total
            while done < total:
                size = min(CHUNK, total - done)
                yield from reversed(
                    list(islice(self.whole.walk(ranks.start - done - size + 1), size))
                )
                done += size
            return
        for rank in ranks:
            yield tuple(self.whole.at(rank))

    def __reversed__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self[::-1])

    def __contains__(self, value: object) -> bool:
        try:
            return self._find(value) is not None
        except EverywayError:
            return False

    def _find(self, value: object) -> int | None:
        """Return the position of *value* here, or None."""
        rank = self.whole.rank_of(value)
        ranks = self.ranks
        if rank is None or rank not in ranks:
            return None
        return (rank - ranks.start) // ranks.step

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the position of the arrangement *value*, without listing those before it.

        Raises ``EverywayError``, which is a ``ValueError``, when it is not there, or not from
        *start* to before *stop*.
        """
        position = self._find(value)
        why = self.whole.why_not(value) if position is None else None
        if why is not None:
            raise EverywayError("no such arrangement", text=_shown(value), hint=why)
        first, last, _ = slice(start, stop).indices(self.total)
        if position is None or not first <= position < last:
            raise EverywayError("not in this part:", text=_shown(value))
        return position

    def rank(self, value: object) -> int:
        """Return how many arrangements come before *value* here: its index."""
        return self.index(value)

    def unrank(self, rank: int) -> Arrangement:
        """Return the arrangement that has *rank* others before it.

        Raises ``EverywayError`` for a rank that is not from 0 to below ``total``.

        >>> from everyway import Permutations
        >>> Permutations("abcd", 3).unrank(17)
        ('c', 'd', 'b')
        """
        if isinstance(rank, bool) or not isinstance(rank, int) or not 0 <= rank < self.total:
            hint = f"from 0 to {_short(self.total - 1)}" if self.total else "there are none"
            raise EverywayError("there is no rank", text=rank, hint=hint)
        return self[rank]

    def start_at(self, rank: int) -> ArrangementView:
        """Return the rest of the list, from *rank* on, to go on from where one was."""
        check_whole(rank, "a rank to start at", 0)
        return self[rank:]

    def split(self, parts: int) -> list[ArrangementView]:
        """Return *parts* parts that follow one another; their lengths differ by one at most."""
        check_whole(parts, "a number of parts", 1, 1_000_000)
        cuts = [self.total * i // parts for i in range(parts + 1)]
        return [self[low:high] for low, high in pairwise(cuts)]

    def visit(self, function: Callable[[tuple[Any, ...]], object]) -> int:
        """Call *function* with each arrangement in turn; return how many it was called with.

        A function that returns False (not None, nor 0) ends the walk.

        >>> from everyway import Permutations
        >>> Permutations("abc", order="exchange").visit(lambda p: print(*p) or p[0] == "a")
        a b c
        a c b
        b a c
        3
        """
        visited = 0
        for arrangement in self:
            visited += 1
            if function(arrangement) is False:
                break
        return visited

    def changes(self) -> Iterator[tuple[tuple[Any, ...], Change | None]]:
        """Yield each arrangement with what changed since the one before; None for the first."""
        ranks = self.ranks
        swaps: Iterator[tuple[Swap, ...]] = iter(())
        if self.total and ranks.step == 1:
            swaps = self.whole.swaps(ranks.start)
        before = None
        for arrangement in self:
            if before is None:
                yield arrangement, None
            else:
                yield arrangement, change_between(before, arrangement, next(swaps, ()))
            before = arrangement

    def blocks(self, size: int = BLOCK) -> Iterator[npt.NDArray[Any]]:
        """Yield the arrangements as NumPy arrays of at most *size* rows, from compiled code.

        For permutations and combinations, a row holds the positions of the items, counted from 0;
        of equal items that of the first: its shape is (rows, k). For a power set, a column stands
        for each position, with how many of that item are in the set. Numbers are of the smallest
        type, ``uint8`` up to 256 items. Every array is new. Raises ``EverywayError`` for parts
        with steps other than 1.
        """
        from everyway.families.arrangement.blocks import blocks

        check_whole(size, "the size of a block", 1, 2**31)
        if self.ranks.step != 1:
            raise EverywayError("blocks go step by step, not in steps of", text=self.ranks.step)
        return blocks(self.whole, self.ranks.start, self.total, size)

    def draw(self, k: int, seed: int) -> list[Arrangement]:
        """Return *k* different arrangements drawn evenly, or all if they are fewer."""
        check_whole(k, "a sample's size", 0)
        check_whole(seed, "a seed", 0)
        return [self[i] for i in draw_positions(self.total, k, seed)]


@dataclass(frozen=True, repr=False)
class ArrangementView(RankedSequence):
    """A part of a list of arrangements: a slice of it, of which nothing is listed until used."""

    _whole: Arrangements
    _ranks: range

    @property
    def whole(self) -> Arrangements:
        """The puzzle whose arrangements these are."""
        return self._whole

    @property
    def ranks(self) -> range:
        """The ranks of these arrangements in the whole list."""
        return self._ranks

    def count(self, value: object) -> int:
        """Return how often *value* is in this part: 0 or 1."""
        return int(value in self)

    def sample(self, k: int, *, seed: int = 0) -> list[Arrangement]:
        """Return *k* different arrangements of this part, the same for the same *seed*."""
        return self.draw(k, seed)

    def __repr__(self) -> str:
        r = self._ranks
        step = "" if r.step == 1 else f":{r.step}"
        return f"{self._whole!r}[{r.start}:{r.stop}{step}]"


def change_between(
    before: tuple[Any, ...], after: tuple[Any, ...], swaps: tuple[Swap, ...] = ()
) -> Change:
    """Return what distinguishes two arrangements."""
    place = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        place += 1
    removed = Counter(before) - Counter(after)
    added = Counter(after) - Counter(before)
    return Change(place, tuple(removed.elements()), tuple(added.elements()), swaps)


def _shown(value: object) -> object:
    if isinstance(value, tuple | list):
        return " ".join(str(item) for item in value[:30])
    return value


def _short(number: int) -> str:
    """Return a number as text, long ones by their length alone."""
    return str(number) if number < 10**18 else f"a number of {number.bit_length()} bits"
