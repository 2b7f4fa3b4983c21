"""Exact cover in general: choose options so that every item is covered, and none too often."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.wording import counted, sentences
from everyway.families.cover.base import MOST_OPTIONS, CoverPuzzle, listed_form
from everyway.families.cover.model import Instance, Item
from everyway.families.cover.reading import NAME, read_text, read_times, write_text

NO_OPTIONS = "(no options)"


@dataclass(frozen=True, order=True)
class Cover:
    """The options chosen, by number from 0, and as the words they were written in."""

    options: Data
    words: tuple[str, ...] = field(compare=False)

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the chosen options."""
        return self.options

    def to_data(self) -> list[str]:
        """Return the options as texts, for JSON."""
        return list(self.words)

    def __str__(self) -> str:
        return "\n".join(self.words) if self.words else NO_OPTIONS


@dataclass(frozen=True)
class ExactCover(CoverPuzzle):
    """Choose *options* so that every one of the *items* is covered exactly once.

    Options are lists of items, or texts of their names. A *secondary* item may be left uncovered;
    options may colour it, as in ``"q:A"``, and those that give it one colour may cover it together.
    An item ``"2:3|name"`` is to be covered two or three times, ``"2|name"`` twice; no option is
    chosen twice. An option with no item but secondary ones is never chosen. Solutions come in
    lexicographic order of the options' numbers. Source: D. Knuth, The Art of Computer Programming
    4B, 7.2.2.1.

    >>> puzzle = ExactCover("a b c d e f g", ["c e", "a d g", "b c f", "a d f", "b g", "d e g"])
    >>> print(puzzle.one())
    c e
    a d f
    b g
    """

    kind: ClassVar[str] = "cover"
    keys: ClassVar[tuple[str, ...]] = ("items", "options", "secondary")
    needed: ClassVar[int] = 2

    items: Any
    options: Any
    secondary: Any = ()

    def __post_init__(self) -> None:
        items, secondary = _words(self.items, "items"), _words(self.secondary, "secondary items")
        if not isinstance(self.options, list | tuple):
            raise EverywayError("options are a list, not", text=self.options)
        if len(self.options) > MOST_OPTIONS:
            raise EverywayError(
                "too many options:", text=len(self.options), hint=f"at most {MOST_OPTIONS}"
            )
        options = tuple(_words(option, "an option") for option in self.options)
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "secondary", secondary)
        object.__setattr__(self, "options", options)
        _check(items, secondary, options)

    @classmethod
    def parse(cls, text: str) -> ExactCover:
        """Read an exact cover in Knuth's form."""
        items, secondary, options = read_text(text)
        return cls(items, options, secondary)

    def to_text(self) -> str:
        """Return the puzzle in Knuth's form; raise ``EverywayError`` if it has no items."""
        if not self.items:
            raise EverywayError("without items that must be covered there is no such text")
        return write_text(self.items, self.secondary, self.options)

    def instance(self) -> Instance:
        """Return items and options by number."""
        times = [read_times(word) for word in self.items]
        items = [Item(*named) for named in times]
        items += [Item(name, 0, 1, secondary=True) for name in self.secondary]
        place = {item.name: i for i, item in enumerate(items)}
        options = tuple(
            tuple((place[name], colour) for name, _, colour in (w.partition(":") for w in option))
            for option in self.options
        )
        return Instance(tuple(items), options, self.texts)

    def solution_of(self, data: Data, meanings: list[Any]) -> Cover:
        """Make a solution of the options chosen."""
        return Cover(data, tuple(meanings))

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate*, numbers or texts of options, is no exact cover."""
        chosen = self._read(candidate)
        if len(set(chosen)) != len(chosen):
            return "an option is chosen twice"
        named = {name: (least, most) for name, least, most in map(read_times, self.items)}
        colours: dict[str, list[str]] = {name: [] for name in (*named, *self.secondary)}
        for option in chosen:
            words = [word.partition(":") for word in self.options[option]]
            if not any(name in named for name, _, _ in words):
                return f"option {option} has no item that must be covered"
            for name, _, colour in words:
                colours[name].append(colour)
        for name, given in colours.items():
            if name in named:
                least, most = named[name]
                if not least <= len(given) <= most:
                    wanted = f"{least}" if least == most else f"{least} to {most}"
                    return f"{name} is covered {counted(len(given), 'time')}, not {wanted}"
            elif len(given) > 1 and (len(set(given)) > 1 or not given[0]):
                return f"{name} is covered {len(given)} times, but not in one colour"
        return None

    def meanings_of(self, candidate: object) -> list[Any]:
        """Return the texts of the options chosen."""
        return [self.texts[option] for option in self._read(candidate)]

    @property
    def texts(self) -> tuple[str, ...]:
        """The options as texts; one that is there already has its number after a colon."""
        times: dict[str, int] = {}
        found = []
        for words in self.options:
            alike = " ".join(sorted(words))
            times[alike] = times.get(alike, 0) + 1
            found.append(" ".join(words) + (f" :{times[alike]}" if times[alike] > 1 else ""))
        return tuple(found)

    def _read(self, candidate: object) -> Data:
        if isinstance(candidate, Cover):
            parts: list[Any] = list(candidate.words)
        else:
            form = listed_form(candidate)
            if isinstance(form, str):
                form = "" if form.strip() == NO_OPTIONS else form
                form = form.replace(",", "\n").splitlines()
            parts = [part for part in form if not isinstance(part, str) or part.strip()]
        places = {" ".join(sorted(text.split())): o for o, text in enumerate(self.texts)}
        found = []
        for part in parts:
            text = written(part)
            number = places.get(" ".join(sorted(text.split())))
            if number is None and re.fullmatch("[0-9]{1,9}", text.strip()):
                number = int(text)
            if number is None or number >= len(self.options):
                raise EverywayError("no option:", text=part, hint="give its number, from 0")
            found.append(number)
        return tuple(sorted(found))

    def title(self) -> str:
        """Return what the puzzle is called."""
        items, options = counted(len(self.items), "item"), counted(len(self.options), "option")
        return f"An exact cover of {items} by {options}"

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        several = any(read_times(word)[1:] != (1, 1) for word in self.items)
        often = "as often as it says" if several else "exactly once"
        colours = any(":" in word for option in self.options for word in option)
        return sentences(
            f"choose some of the {counted(len(self.options), 'option')} so that each of the "
            f"{counted(len(self.items), 'item')} is covered {often}",
            f"{counted(len(self.secondary), 'more item')} may be covered once, or not at all"
            if self.secondary
            else None,
            "options that give such an item the same colour may cover it together"
            if colours
            else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        data: dict[str, Any] = {"puzzle": self.kind, "items": " ".join(self.items)}
        if self.secondary:
            data["secondary"] = " ".join(self.secondary)
        return {**data, "options": [" ".join(option) for option in self.options]}


def _words(given: object, what: str) -> tuple[str, ...]:
    words = given.split() if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise EverywayError(f"{what} are names in a text or a list, not", text=given)
    return tuple(words)


def _check(
    items: tuple[str, ...], secondary: tuple[str, ...], options: tuple[tuple[str, ...], ...]
) -> None:
    known: set[str] = set()
    for word in (*items, *secondary):
        name, least, most = (word, 1, 1) if word in secondary else read_times(word)
        if not NAME.fullmatch(name):
            hint = "a word without : and |, or as in 2:3|name"
            raise EverywayError("no name of an item:", text=word, hint=hint)
        if name in known:
            raise EverywayError("an item is named twice:", text=name)
        if least > most:
            raise EverywayError("an item cannot be covered so often:", text=word)
        known.add(name)
    optional = set(secondary)
    for number, option in enumerate(options):
        where = f"option {number}"
        names = [word.partition(":")[0] for word in option]
        if not names:
            raise EverywayError("an option without items", where=where)
        for name, word in zip(names, option, strict=True):
            if name not in known:
                raise EverywayError("no item is called", text=name, where=where)
            if names.count(name) > 1:
                raise EverywayError("an item stands twice in an option:", text=name, where=where)
            if ":" in word and name not in optional:
                raise EverywayError("only secondary items have colours:", text=word, where=where)
            if ":" in word and not NAME.fullmatch(word.partition(":")[2]):
                raise EverywayError("no colour:", text=word, where=where)
