"""What every exact cover puzzle shares: it gives items and options, the rest is here.

A kind of puzzle says its rules twice, on purpose: ``instance`` as items and options, from which all
engines work, and ``why_not`` in plain words, which checks them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.written import written_list
from everyway.families.cover.model import Instance, Item, Model

Image = Callable[[Any], Any]
"""Where a symmetry takes an option, said in what options mean."""

MOST_OPTIONS = 100_000


class CoverPuzzle(Puzzle):
    """An exact cover puzzle; a solution is a set of options, and its size how many there are.

    Solutions are ordered by their options, rising, in lexicographic order.
    """

    family: ClassVar[str] = "cover"
    kind: ClassVar[str]
    keys: ClassVar[tuple[str, ...]]
    """The keys of the puzzle's plain data, those that must be there first."""
    needed: ClassVar[int] = 1

    @abstractmethod
    def instance(self) -> Instance:
        """Return items and options."""

    def images(self) -> Iterable[Image]:
        """Return the symmetries that may be, as maps of what options mean; none by default."""
        return ()

    @abstractmethod
    def solution_of(self, data: Data, meanings: list[Any]) -> Any:
        """Make a solution of chosen options and what they mean."""

    @abstractmethod
    def meanings_of(self, candidate: object) -> list[Any]:
        """Return what the options of *candidate* mean, in any form that ``why_not`` reads."""

    @property
    def model(self) -> Model:
        """The items and options as bitsets, made once."""
        return model_of(self)

    def data_of(self, candidate: object) -> Data:
        """Return the numbers of the options of *candidate*; each must be an option here."""
        place = places_of(self)
        found = [place.get(meaning, -1) for meaning in self.meanings_of(candidate)]
        if -1 in found:
            why = self.why_not(candidate) or "it is another puzzle's"
            raise EverywayError(f"no solution ({why}):", text=candidate)
        return tuple(sorted(found))

    def wrap(self, data: Data) -> Any:
        """Wrap the numbers of the chosen options as a solution."""
        meanings = self.model.instance.meanings
        return self.solution_of(tuple(data), [meanings[option] for option in data])

    def size_of(self, data: Data) -> int:
        """Return the number of chosen options."""
        return len(data)

    def size_range(self) -> tuple[int, int]:
        """Return bounds of the number of chosen options."""
        model = self.model
        return (model.longest if model.even else 0), model.longest

    def is_canonical(self, data: Data) -> bool:
        """Return whether no symmetry takes the solution to an earlier one."""
        images = symmetries_of(self)
        return all(tuple(sorted(image[option] for option in data)) >= data for image in images)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``."""
        options = {key: value for key, value in data.items() if key != "puzzle"}
        for key in options:
            if key not in cls.keys:
                hint = f"one of {', '.join(cls.keys)}"
                raise EverywayError(f"{cls.kind} has no key", text=key, hint=hint)
        for key in cls.keys[: cls.needed]:
            if key not in options:
                raise EverywayError(f"{cls.kind} needs the key", text=key)
        return cls(**options)


class Builder:
    """Collects options of named items, and numbers the items as they come.

    >>> builder = Builder()
    >>> builder.add("a1 = 2", [("square", 0), ("row", 0, 2)])
    >>> builder.instance().options
    (((0, ''), (1, '')),)
    """

    def __init__(self, items: Iterable[Hashable] = ()) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._options: list[tuple[int, ...]] = []
        self._meanings: list[Any] = []
        for item in items:
            self._numbers[item] = len(self._numbers)

    def add(self, meaning: Any, items: Iterable[Hashable]) -> None:
        """Add an option that covers *items*, each of which must be covered exactly once."""
        numbers = self._numbers
        self._options.append(tuple(numbers.setdefault(item, len(numbers)) for item in items))
        self._meanings.append(meaning)

    def instance(self) -> Instance:
        """Return what was collected."""
        items = tuple(Item(" ".join(map(str, _parts(name)))) for name in self._numbers)
        options = tuple(tuple((i, "") for i in option) for option in self._options)
        return Instance(items, options, tuple(self._meanings))


def _parts(name: Hashable) -> Iterator[object]:
    if isinstance(name, tuple):
        yield from name
    else:
        yield name


@lru_cache(maxsize=16)
def model_of(puzzle: CoverPuzzle) -> Model:
    """Return the model of *puzzle*, made once."""
    return Model(puzzle.instance())


@lru_cache(maxsize=16)
def places_of(puzzle: CoverPuzzle) -> dict[Any, int]:
    """Return the number of each option by what it means."""
    return {meaning: o for o, meaning in enumerate(puzzle.model.instance.meanings)}


def listed_form(candidate: object) -> list[Any] | str:
    """Return *candidate* as a list, or as a text where it is one that writes no list.

    Raises ``EverywayError`` for what is neither.
    """
    if isinstance(candidate, str):
        found = written_list(candidate)
        return candidate if found is None else found
    if isinstance(candidate, Iterable) and not isinstance(candidate, dict | bytes):
        return list(candidate)
    raise EverywayError("no solution can be read from", text=candidate)


@lru_cache(maxsize=16)
def symmetries_of(puzzle: CoverPuzzle) -> list[tuple[int, ...]]:
    """Return where each symmetry takes the options, the identity left out.

    A puzzle says which there may be. Here it is looked whether options go to options, and the
    options of an item to those of an item that must be covered as often.
    """
    instance = puzzle.model.instance
    place = places_of(puzzle)
    sets: dict[frozenset[int], tuple[int, int]] = {}
    for i, members in enumerate(_members(instance)):
        sets[members] = (instance.items[i].least, instance.items[i].most)
    found: dict[tuple[int, ...], None] = {}
    proposed = list(puzzle.images())
    if not proposed:
        raise EverywayError("this puzzle has no symmetry")
    for image in proposed:
        moved = [place.get(image(meaning)) for meaning in instance.meanings]
        if None in moved:
            continue
        whole = tuple(option for option in moved if option is not None)
        if whole == tuple(range(len(whole))):
            continue
        if all(
            sets.get(frozenset(whole[o] for o in members)) == times
            for members, times in sets.items()
        ):
            found[whole] = None
    return list(found)


def _members(instance: Instance) -> list[frozenset[int]]:
    members: list[set[int]] = [set() for _ in instance.items]
    for o, option in enumerate(instance.options):
        for i, _ in option:
            members[i].add(o)
    return list(map(frozenset, members))
