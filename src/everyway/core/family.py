"""What the registry knows of a puzzle family; a family's ``__init__`` defines one ``FAMILY``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, Protocol, cast

from everyway.core.engine import Control, Data, Engine
from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle

Theme = Literal["light", "dark", "auto"]
"""On light paper, on dark, or (an SVG alone) as the system says of whoever looks at it."""


class Drawing(Protocol):
    """A picture of a puzzle or of a solution, in every form that everyway writes."""

    def text(self, style: str | None = None) -> str:
        """Return the picture as lines of text; *style* is one of the family's text styles."""

    def lines(self, style: str | None = None) -> Iterator[str]:
        """Yield the lines of the text one by one, for texts that are long."""

    def svg(self, theme: Theme = "light") -> str:
        """Return the picture as an SVG document, light or dark or as the reader's system says."""

    def png(self, width: int = 480, theme: Theme = "light") -> bytes:
        """Return the picture as a PNG file, *width* pixels wide, light or dark."""

    def moving(self, ending: str, theme: Theme = "light") -> bytes:
        """Return the picture as an animation, a file with this *ending*: .gif or .svg."""


@dataclass(frozen=True)
class Option:
    """An option of the command that a family understands, such as ``--per-row 1``.

    ``name`` has underscores; ``kind`` is ``bool`` (``--name`` or ``--no-name``), ``int`` or
    ``str``. Families that mean the same by an option share its name and kind. A name that is a
    word of Python's own ends with an underscore, as in ``class_``, which the command leaves out.
    """

    name: str
    kind: type[bool] | type[int] | type[str]
    help: str


def flag_of(name: str) -> str:
    """Return the option *name* as the command writes it.

    >>> flag_of("per_row"), flag_of("class_")
    ('--per-row', '--class')
    """
    return "--" + name.rstrip("_").replace("_", "-")


@dataclass
class Findings:
    """What a report found: lines for people, plain data for JSON, and a picture if there is one.

    Of what is not ``complete``, all that prints it says so before the lines, and gives the data
    as those found so far. ``lines`` may be lazy; whoever makes them may still set ``complete`` to
    false when the control said to stop. ``found`` is false when there is nothing of the kind asked
    for.
    """

    lines: Iterable[str]
    data: Any = None
    complete: bool = True
    found: bool = True
    picture: Drawing | None = None


@dataclass(frozen=True)
class Report:
    """A command of a family's own, for what is no question about solutions: ``starts tour 5x5``.

    ``function`` names, as ``"module:name"`` inside the family's package, a function of the puzzle,
    the words that follow it, and the control that says when to stop; it returns ``Findings``.
    ``picture`` says whether they may have one: for other reports ``--output`` is refused at once.
    """

    name: str
    help: str
    function: str
    picture: bool = False


def own_options(own: Sequence[Option], options: Mapping[str, Any], word: str) -> dict[str, Any]:
    """Return those *options* that were given; raise ``EverywayError`` for one not among *own*.

    *word* is the puzzle's word, for the message.
    """
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in (option.name for option in own):
            raise EverywayError(f"{flag_of(name)} does not apply to {word}")
    return given


def two_words(words: Sequence[str]) -> int:
    """Return how many words a puzzle such as ``queens 8`` takes: two."""
    return 2


@dataclass(frozen=True)
class Family:
    """A family's puzzles, engines, words and drawing, named so that each is imported when needed.

    Names are ``"module:name"`` inside ``package``. ``kinds`` maps the value of the key ``puzzle``
    in a puzzle's plain data to its class; ``engines`` are the engine classes, the reference
    first. ``recognises`` says whether a word of the command begins a puzzle of this family,
    ``word_count`` how many of the words belong to the puzzle, where others may follow.
    ``from_words`` makes the puzzle from the words and the command's options, given the name of the
    question; after one of ``file_words`` comes a file, of which the text is passed on.
    ``from_text`` makes a puzzle from a text that is no TOML or JSON, or returns None when the text
    is nothing of this family; ``text_forms`` says of each such form, under the word of the command,
    what it looks like. ``to_words`` writes a puzzle as words and options (None where it
    cannot): the key under which known values are filed. ``draw`` takes a puzzle and one of its
    solutions, or None for the puzzle alone. ``styles`` are the names of the text styles, the
    default first; ``in_lines`` maps those that write a solution as one line to functions that take
    a puzzle and return what makes a line of plain numbers, for lists of millions.
    ``reports`` are commands of the family's own. ``encoding`` names a module with
    formulas for proofs, if the family has them: its ``encode(puzzle, up_to_symmetry)`` returns a
    ``Cnf``, ``data_of(puzzle, candidate)`` the plain numbers of a solution in any form, and
    ``literals_of(puzzle, data)`` the literals that are true in it. ``traces`` maps the methods of
    which steps can be shown, the default first, to functions that take a puzzle and yield its
    ``Step``s; ``draw_steps`` takes a puzzle and returns its ``StepDrawing``. ``example`` is a line
    of words for a small puzzle of the family, with which the page begins. ``views`` are ways to
    look at a board, the default first, where there are several: ``draw`` then takes ``view``.
    All words are read in plain form, full-width ones like others, but those at the places
    ``as_typed``, and what follows a puzzle that has such words: there every sign counts.
    ``size_is`` says in words what the size of a solution is, such as "number of moves".
    ``meant`` says of a word that no family recognises whether it is surely meant for this one.
    """

    package: str
    name: str
    summary: str
    kinds: Mapping[str, str]
    engines: Sequence[str]
    words: Sequence[str]
    styles: Sequence[str]
    recognises: Callable[[str], bool]
    from_words: str = "words:from_words"
    from_text: str = "words:from_text"
    to_words: str = "words:to_words"
    draw: str = "drawing:draw"
    word_count: Callable[[Sequence[str]], int] = two_words
    file_words: Sequence[str] = ()
    text_forms: Mapping[str, str] = field(default_factory=dict)
    options: Sequence[Option] = ()
    in_lines: Mapping[str, str] = field(default_factory=dict)
    reports: Sequence[Report] = ()
    encoding: str | None = None
    traces: Mapping[str, str] = field(default_factory=dict)
    draw_steps: str | None = None
    example: str = ""
    views: Sequence[str] = ()
    as_typed: Sequence[int] = ()
    meant: Callable[[str], bool] | None = None
    size_is: str = "size"

    def find(self, place: str) -> Any:
        """Return what *place*, a ``"module:name"``, names; its module is imported now."""
        module, _, name = place.partition(":")
        return getattr(import_module(f"{self.package}.{module}"), name)

    def kind(self, name: str) -> type[Puzzle]:
        """Return the class of puzzles whose plain data has *name* for its key ``puzzle``."""
        return cast("type[Puzzle]", self.find(self.kinds[name]))

    def puzzle_from_words(
        self, words: Sequence[str], options: Mapping[str, Any], question: str
    ) -> Puzzle:
        """Return the puzzle that words and options of the command describe."""
        plain = [w if k in self.as_typed else plain_form(w) for k, w in enumerate(words)]
        named = {n: plain_form(v) if isinstance(v, str) else v for n, v in options.items()}
        return cast(Puzzle, self.find(self.from_words)(plain, named, question))

    def following(self, words: Sequence[str]) -> list[str]:
        """Return the *words* that follow a puzzle in the form in which they are read."""
        return list(words) if self.as_typed else list(map(plain_form, words))

    def puzzle_from_text(self, text: str) -> Puzzle | None:
        """Return the puzzle that a text of the family's own form describes, or None."""
        return cast("Puzzle | None", self.find(self.from_text)(plain_form(text)))

    def complaint(self, word: str) -> EverywayError | None:
        """Return what is wrong with a *word* that is meant for this family, or None."""
        if self.meant is None or not self.meant(word):
            return None
        try:
            self.puzzle_from_words([word], {}, "count")
        except EverywayError as error:
            return error
        return None

    def words_of(self, puzzle: Puzzle) -> str | None:
        """Return the one way to write *puzzle* as words and options, or None."""
        return cast("str | None", self.find(self.to_words)(puzzle))

    def picture(self, puzzle: Puzzle, solution: Any, view: str | None = None) -> Drawing:
        """Return the drawing of *solution*, or of the puzzle alone for None.

        *view* is one of ``views``, None the first of them; any other is an ``EverywayError``.
        """
        if view is None:
            return cast(Drawing, self.find(self.draw)(puzzle, solution))
        self.check_view(view)
        return cast(Drawing, self.find(self.draw)(puzzle, solution, view=view))

    def check_view(self, view: str) -> None:
        """Raise ``EverywayError`` for a *view* that the family does not have."""
        if view not in self.views:
            known = ", ".join(self.views)
            hint = f"one of {known}" if known else "its pictures have one view alone"
            raise EverywayError(f"no view of {self.name}:", text=view, hint=hint)

    def line_writer(self, puzzle: Puzzle, style: str | None) -> Callable[[Data], str] | None:
        """Return what makes the one line of a solution's numbers in *style*, or None."""
        place = self.in_lines.get(style or self.styles[0])
        return None if place is None else cast("Callable[[Data], str]", self.find(place)(puzzle))

    def report_named(self, name: str) -> Report | None:
        """Return the family's report of this name, or None."""
        return next((report for report in self.reports if report.name == name), None)

    def findings(
        self, report: Report, puzzle: Puzzle, extra: Sequence[str], control: Control
    ) -> Findings:
        """Return what *report* finds about *puzzle*; *extra* are the words that follow it."""
        return cast(Findings, self.find(report.function)(puzzle, self.following(extra), control))

    def engine_named(self, name: str) -> Engine | None:
        """Return a new engine of this name, or None."""
        for engine in self.all_engines():
            if engine.name == name:
                return engine
        return None

    def first_engine(self) -> Engine:
        """Return a new engine of the first kind, the reference."""
        return cast(Engine, self.find(self.engines[0])())

    def all_engines(self) -> list[Engine]:
        """Return a new engine of every kind, the reference first; imports no solver and no JIT."""
        return [self.find(place)() for place in self.engines]
