"""Which editor a puzzle has, and what its form holds; a puzzle from a form that was filled in.

A form is a list of fields, whose texts are all there is: the page's scripts lay boards, sliders and
links over it, but write into the same fields. So a puzzle can be set up with the plain form alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import Family, Option
from everyway.core.puzzle import Puzzle
from everyway.families.registry import families, family, puzzle_from_dict
from everyway.web.editor_fields import NO, YES, Field, Group, form_data, form_texts, groups_of

VIEWS = {
    "placement": "board",
    "tour": "board",
    "chain": "chain",
    "snake": "chain",
    "magic": "magic",
    "hanoi": "hanoi",
    "alphametic": "text",
    "digits": "text",
}
"""What the scripts lay over the form of a kind of puzzle; nothing for the others."""

ARRANGEMENTS = ("permutations", "combinations", "powerset")
WORDS = "words"
"""The kind, and the field for the words, of a form made from a family's options."""

DRAWN_PIECES = ("queen", "king", "rook", "bishop", "knight", "star")
MOST_VALUES = 400
"""So many values a form may have; each is checked by the puzzle."""

Form = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Editor:
    """The form of a puzzle: its ``kind``, its ``groups`` of fields, and the ``texts`` in them.

    ``kinds`` are those that one may change to by the same form; ``view`` names what the scripts lay
    over it, or is empty.
    """

    kind: str
    groups: Sequence[Group]
    texts: Mapping[str, Sequence[str]]
    kinds: Sequence[str] = ()
    family: str = ""

    @property
    def view(self) -> str:
        """The name of what the scripts lay over the form, or nothing."""
        return VIEWS.get(self.kind, "")

    def text(self, key: str) -> str:
        """Return the text in the field *key*."""
        return "".join(list(self.texts.get(key, ()))[-1:])

    def axes(self) -> list[tuple[str, str]]:
        """Return the board's axes as pairs of number and name."""
        from everyway.web.editor_fields import axes_of

        names = {1: ("left and right",), 2: ("top and bottom", "left and right")}
        number = axes_of(self.text("board"))
        named = names.get(number, ("top and bottom", "left and right"))
        first = [f"axis {axis}" for axis in range(1, number - len(named) + 1)]
        return [(str(axis), name) for axis, name in enumerate([*first, *named], 1)]

    @cached_property
    def model(self) -> str:
        """What the scripts need to know, as JSON."""
        return json.dumps({"kind": self.kind, "view": self.view, "drawn": DRAWN_PIECES})


def editor_of(puzzle: Puzzle) -> Editor:
    """Return the editor of *puzzle*, its fields filled in."""
    kind = puzzle.to_dict()["puzzle"]
    groups = groups_of(kind)
    if groups is None:
        return _options_editor(family(puzzle.family), puzzle)
    kinds = ARRANGEMENTS if kind in ARRANGEMENTS else ()
    return Editor(kind, groups, form_texts(groups, puzzle), kinds, puzzle.family)


def editor_of_form(pairs: Iterable[tuple[str, str]]) -> Editor:
    """Return the editor that a form came from, with what was filled in, right or wrong."""
    form = form_of(pairs)
    kind = "".join(form.get("kind", ())[-1:])
    if kind == WORDS:
        known = _family_named("".join(form.get("family", ())[-1:]))
        return Editor(WORDS, _option_groups(known), form, (), known.name)
    groups = groups_of(kind)
    if groups is None:
        raise EverywayError("no kind of puzzle that has a form:", text=kind)
    return Editor(kind, groups, form, ARRANGEMENTS if kind in ARRANGEMENTS else ())


def form_of(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return names and values of a form as a table of lists, in their order.

    Raises ``EverywayError`` for more values than any form of the page has.
    """
    form: dict[str, list[str]] = {}
    for number, (name, value) in enumerate(pairs, 1):
        if number > MOST_VALUES:
            raise EverywayError(f"a form has at most {MOST_VALUES} values")
        form.setdefault(name, []).append(value)
    return form


def puzzle_from_form(pairs: Iterable[tuple[str, str]]) -> Puzzle:
    """Return the puzzle that a form describes: pairs of the fields' names and texts.

    ``kind`` says of which kind it is. Raises ``EverywayError`` for what is no puzzle.
    """
    editor = editor_of_form(pairs)
    if editor.kind == WORDS:
        return _puzzle_of_options(family(editor.family), editor.texts)
    return puzzle_from_dict(form_data(editor.kind, editor.groups, editor.texts))


# --- a form from the options of the command, for families that have no other ---


def _family_named(name: str) -> Family:
    found = next((f for f in families() if f.name == name), None)
    if found is None:
        raise EverywayError("no family of puzzles:", text=name)
    return found


def _option_field(option: Option) -> Field:
    label = option.name.rstrip("_").replace("_", " ").capitalize()
    if option.kind is bool:
        choices = (("", "as usual"), (YES, "yes"), (NO, "no"))
        return Field(option.name, label, "either", option.help, choices=choices)
    return Field(option.name, label, "number" if option.kind is int else "text", option.help)


def _option_groups(known: Family) -> tuple[Group, ...]:
    hint = f"as at the command, beginning with {' or '.join(known.words[:6])}"
    words = Field(WORDS, "Puzzle", hint=hint)
    options = tuple(_option_field(option) for option in known.options)
    return (Group("Puzzle", (words,)), Group("Options", options))


def _options_editor(known: Family, puzzle: Puzzle) -> Editor:
    import shlex

    line = shlex.split(known.words_of(puzzle) or "")
    kinds = {option.name.rstrip("_").replace("_", "-"): option for option in known.options}
    texts: dict[str, list[str]] = {}
    words: list[str] = []
    rest = iter(line)
    for word in rest:
        name = word.removeprefix("--")
        if word.startswith("--") and name in kinds:
            option = kinds[name]
            texts[option.name] = [YES if option.kind is bool else next(rest, "")]
        elif word.startswith("--no-") and (option := kinds.get(word[5:], _NOTHING)).kind is bool:
            texts[option.name] = [NO]
        else:
            words.append(word)
    texts[WORDS] = [shlex.join(words)]
    return Editor(WORDS, _option_groups(known), texts, (), known.name)


_NOTHING = Option("", str, "")


def _puzzle_of_options(known: Family, form: Form) -> Puzzle:
    import shlex

    try:
        words = shlex.split("".join(form.get(WORDS, ())[-1:]))
    except ValueError as error:
        raise EverywayError(f"the words cannot be parted: {error}") from error
    if not words or not known.recognises(words[0]):
        raise EverywayError(
            f"no {known.name} puzzle:",
            text=" ".join(words),
            hint="begin with " + " or ".join(known.words[:6]),
        )
    data = form_data(WORDS, _option_groups(known)[1:], form)
    options: dict[str, Any] = {key: value for key, value in data.items() if key != "puzzle"}
    for option in known.options:
        value = options.get(option.name)
        if option.kind is int and value is not None and not isinstance(value, int):
            raise EverywayError(f"{option.name} is a whole number, not", text=value)
        if option.kind is bool and value is not None and not isinstance(value, bool):
            raise EverywayError(f"{option.name} is yes or no, not", text=value)
    return known.puzzle_from_words(words, options, "count")


# --- pieces, as the drawings have them ---


@cache
def piece_shapes() -> dict[str, str]:
    """Return each drawn piece as SVG shapes in a box of 100 x 100 units, by its name."""
    from xml.etree import ElementTree

    from everyway.drawing.canvas import Canvas
    from everyway.drawing.pieces import piece
    from everyway.drawing.svg import svg

    found = {}
    for name in DRAWN_PIECES:
        canvas = Canvas(100, 100)
        canvas.add(piece(name, 50, 50, 100, ""))
        root = ElementTree.fromstring(str(svg(canvas)))
        # The title and the white background are not the piece's own.
        group = root[-1]
        for element in group.iter():
            element.tag = element.tag.rpartition("}")[2]
        found[name] = ElementTree.tostring(group, encoding="unicode").strip()
    return found
