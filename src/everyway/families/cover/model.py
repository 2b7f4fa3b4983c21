"""Exact cover as sets of options, one bit each: what is left after a choice.

An *instance* says items and options by number. A *model* is the same as bitsets: a Python int holds
a set of options, option o as bit o.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from everyway.core.engine import Data

MOST_KNOWN = 500
"""Of so many beginnings it is remembered what is left after them."""


@dataclass(frozen=True)
class Item:
    """An item: its name, and how often it must be covered at least, and may be at most.

    A *secondary* item need not be covered, and options may colour it: those that give it the same
    colour may cover it together.
    """

    name: str
    least: int = 1
    most: int = 1
    secondary: bool = False


Option = tuple[tuple[int, str], ...]
"""The items of an option by their numbers, each with its colour, or an empty text for none."""


@dataclass(frozen=True)
class Instance:
    """Items, options, and what each option means to the puzzle that it comes from."""

    items: tuple[Item, ...]
    options: tuple[Option, ...]
    meanings: tuple[Any, ...] = ()


@dataclass(frozen=True)
class State:
    """What is left after some choices: the *live* options, and how often items are covered."""

    live: int
    times: tuple[int, ...] = field(default=())
    """How often each item of ``Model.needy`` is covered."""


class Model:
    """An instance as bitsets.

    ``members[i]`` are the options that cover item i, ``conflicts[o]`` those that option o excludes
    at once, itself among them. ``needy`` are the items that are not secondary; ``multiple`` says of
    each whether it is to be covered otherwise than exactly once.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.size = len(instance.options)
        items = instance.items
        self.members = [0] * len(items)
        coloured: list[dict[str, int]] = [{} for _ in items]
        for o, option in enumerate(instance.options):
            for i, colour in option:
                self.members[i] |= 1 << o
                coloured[i][colour] = coloured[i].get(colour, 0) | 1 << o
        self.needy = [i for i, item in enumerate(items) if not item.secondary]
        place = {i: p for p, i in enumerate(self.needy)}
        self.multiple = [(items[i].least, items[i].most) != (1, 1) for i in self.needy]
        self.least = [items[i].least for i in self.needy]
        self.most = [min(items[i].most, self.size) for i in self.needy]
        self.masks = [self.members[i] for i in self.needy]
        self.covers: list[tuple[int, ...]] = []
        self.conflicts: list[int] = []
        everything = 0
        for o, option in enumerate(instance.options):
            covered = tuple(place[i] for i, _ in option if i in place)
            conflicts = 1 << o
            for i, colour in option:
                if items[i].most == 1:
                    same = coloured[i][colour] if colour else 0
                    conflicts |= self.members[i] & ~same
            self.covers.append(covered)
            self.conflicts.append(conflicts | 1 << o)
            # An option without an item that must be covered would double every solution.
            if covered and all(self.most[p] for p in covered):
                everything |= 1 << o
        self.everything = everything
        # Who goes down one option at a time comes by the same beginnings.
        self._known: dict[Data, State] = {}

    @property
    def all_primary(self) -> bool:
        """Whether no item is secondary: then the items still open say which options are live."""
        return len(self.needy) == len(self.members)

    @property
    def start(self) -> State:
        """What there is before any choice."""
        return State(self.everything, (0,) * len(self.needy))

    def after(self, state: State, option: int) -> State:
        """Return what is left when *option* is chosen."""
        live = state.live & ~self.conflicts[option]
        times = list(state.times)
        for p in self.covers[option]:
            times[p] += 1
            if times[p] == self.most[p]:
                live &= ~self.masks[p]
        return State(live, tuple(times))

    def chosen(self, data: Data) -> State:
        """Return what is left after the options of *data*."""
        known = self._known
        place = len(data)
        state = known.get(data)
        while state is None and place:
            place -= 1
            state = known.get(data[:place])
        state = state or self.start
        for option in data[place:]:
            state = self.after(state, option)
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[data] = state
        return state

    def in_order(self, state: State, last: int) -> tuple[bool, list[int]]:
        """Return whether nothing lacks, and which options after *last* may come next in order.

        Options are chosen rising. So the next one is no later than the last that can still cover
        an item that lacks: all after it would leave that item out.
        """
        live = state.live & (-1 << (last + 1))
        end = self.size
        complete = True
        for p, times in enumerate(state.times):
            lack = self.least[p] - times
            if lack <= 0:
                continue
            complete = False
            mine = live & self.masks[p]
            for _ in range(lack - 1):
                mine ^= 1 << mine.bit_length() >> 1
            if not mine:
                return False, []
            end = min(end, mine.bit_length())
        return complete, list(bits(live & ((1 << end) - 1)))

    def fewest(self, state: State) -> tuple[int, list[int]]:
        """Return the place of the item with the fewest ways to be covered, and these options.

        Whoever takes one of them leaves out those before it. Where no item lacks, the place is -1
        and all live options remain.
        """
        best, found, number = -1, state.live, self.size + 1
        for p, times in enumerate(state.times):
            lack = self.least[p] - times
            if lack > 0:
                mine = state.live & self.masks[p]
                ways = mine.bit_count() - lack + 1
                if ways < number:
                    best, found, number = p, mine, ways
                    if ways <= 0:
                        return p, []
        options = list(bits(found))
        return best, options if best < 0 else options[:number]

    def most_solutions(self) -> int:
        """Return a number that no number of solutions exceeds.

        Each choice covers one item more, by one of its options, and there are as many choices as
        options in the largest solution.
        """
        branching = max((mask.bit_count() for mask in self.masks), default=0)
        return int(max(1, branching) ** self.longest)

    @property
    def longest(self) -> int:
        """How many options a solution has at most."""
        together = sum(min(most, self.masks[p].bit_count()) for p, most in enumerate(self.most))
        fewest = min((len(covered) for covered in self.covers if covered), default=1)
        return min(self.size, together // fewest)

    @property
    def even(self) -> bool:
        """Whether every solution has the same number of options, and each item is covered once."""
        sizes = {len(covered) for covered in self.covers if covered}
        exact = all(low == high == 1 for low, high in zip(self.least, self.most, strict=True))
        return exact and len(sizes) < 2


def bits(mask: int) -> Iterator[int]:
    """Yield the members of *mask*, rising.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
