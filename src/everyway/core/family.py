"""What the registry knows of a puzzle family; a family's ``__init__`` defines one ``FAMILY``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from everyway.core.engine import Engine
from everyway.core.puzzle import Puzzle


class Drawing(Protocol):
    """A picture of a puzzle or of a solution, in every form that everyway writes."""

    def text(self, style: str | None = None) -> str:
        """Return the picture as lines of text; *style* is one of the family's text styles."""

    def svg(self) -> str:
        """Return the picture as an SVG document."""

    def png(self, width: int = 480) -> bytes:
        """Return the picture as a PNG file, *width* pixels wide."""


@dataclass(frozen=True)
class Option:
    """An option of the command that a family understands, such as ``--per-row 1``.

    ``name`` has underscores; ``kind`` is ``bool`` (``--name`` or ``--no-name``), ``int`` or
    ``str``.
    """

    name: str
    kind: type[bool] | type[int] | type[str]
    help: str


@dataclass(frozen=True)
class Family:
    """A family's puzzles, engines, words and drawing; modules are imported when first needed.

    ``kinds`` maps the value of the key ``puzzle`` in a puzzle's plain data to its class.
    ``engines`` names the engine classes as ``"module:Class"``, the reference engine first.
    ``recognises`` says whether a word of the command begins a puzzle of this family; ``from_words``
    makes the puzzle from the words and the command's options, given the name of the question; after
    one of ``file_words`` comes a file, of which the text is passed on. ``from_text`` makes a puzzle
    from a text that is no TOML or JSON, or returns None when the text is nothing of this family.
    ``to_words`` writes a puzzle as words and options (None where it cannot): the key under which
    known values are filed. ``draw`` takes a puzzle and one of its solutions, or None for the
    puzzle alone. ``styles`` are the names of the text styles, the default first.
    """

    name: str
    summary: str
    kinds: Mapping[str, type[Puzzle]]
    engines: Sequence[str]
    words: Sequence[str]
    file_words: Sequence[str]
    options: Sequence[Option]
    styles: Sequence[str]
    recognises: Callable[[str], bool]
    from_words: Callable[[Sequence[str], Mapping[str, Any], str], Puzzle]
    from_text: Callable[[str], Puzzle | None]
    to_words: Callable[[Puzzle], str | None]
    draw: Callable[[Puzzle, Any], Drawing]

    def engine_named(self, name: str) -> Engine | None:
        """Return a new engine of this name, or None."""
        for engine in self.all_engines():
            if engine.name == name:
                return engine
        return None

    def all_engines(self) -> list[Engine]:
        """Return a new engine of every kind, the reference first; imports no solver and no JIT."""
        found = []
        for place in self.engines:
            module, _, name = place.partition(":")
            found.append(getattr(import_module(module), name)())
        return found
