"""Which editor a puzzle has, and what its form holds; a puzzle's text from a form filled in.

A form is a list of fields, whose texts are all there is: the page's scripts lay boards, sliders and
links over it, but write into the same fields. So a puzzle can be set up with the plain form alone.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from urllib.parse import parse_qsl

from everyway.core.errors import EverywayError
from everyway.core.family import Family, Option, flag_of
from everyway.families.registry import families, family
from everyway.web.editor_fields import (
    NO,
    YES,
    Field,
    Group,
    axes_of,
    form_data,
    form_texts,
    groups_of,
)

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
        names = {1: ("left and right",), 2: ("top and bottom", "left and right")}
        number = axes_of(self.text("board"))
        named = names.get(number, ("top and bottom", "left and right"))
        first = [f"axis {axis}" for axis in range(1, number - len(named) + 1)]
        return [(str(axis), name) for axis, name in enumerate([*first, *named], 1)]

    @cached_property
    def model(self) -> str:
        """What the scripts need to know, as JSON."""
        return json.dumps({"kind": self.kind, "view": self.view, "drawn": DRAWN_PIECES})


def editor_for(data: Mapping[str, Any], family_name: str, line: str) -> Editor:
    """Return the editor of a puzzle, its fields filled in.

    *data* is its ``to_dict``, *family_name* its family, *line* the puzzle as words and options, or
    as JSON where it has none.
    """
    kind = data["puzzle"]
    groups = groups_of(kind)
    if groups is None:
        return options_editor(family(family_name), line)
    kinds = ARRANGEMENTS if kind in ARRANGEMENTS else ()
    return Editor(kind, groups, form_texts(groups, data), kinds, family_name)


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


def pairs_of(form: str) -> list[tuple[str, str]]:
    """Return names and values of a form as a browser writes them in an address.

    >>> pairs_of("kind=hanoi&discs=4&start=")
    [('kind', 'hanoi'), ('discs', '4'), ('start', '')]
    """
    return parse_qsl(form, keep_blank_values=True)


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


def text_of_form(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the text of the puzzle that a form describes: pairs of the fields' names and texts.

    ``kind`` says of which kind it is. The text is JSON, or words and options as at the command. It
    need not be a puzzle: whoever reads it finds out. Raises ``EverywayError`` for what is no form.
    """
    editor = editor_of_form(pairs)
    if editor.kind == WORDS:
        return _line_of_options(family(editor.family), editor.texts)
    data = form_data(editor.kind, editor.groups, editor.texts)
    return json.dumps(data, ensure_ascii=False)


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


def options_editor(known: Family, line: str) -> Editor:
    """Return the editor made from a family's options, for the puzzle that *line* writes."""
    options = {flag_of(option.name): option for option in known.options}
    opposite = {_opposite(flag): option for flag, option in options.items()}
    texts: dict[str, list[str]] = {}
    # What has no words is one text, and JSON has quotes of its own.
    words = [line] if line.startswith("{") else []
    rest = iter([] if words else shlex.split(line))
    for word in rest:
        flag, sign, value = word.partition("=")
        option = options.get(flag) or opposite.get(flag)
        if option is None:
            words.append(shlex.quote(word))
        elif option.kind is bool:
            texts[option.name] = [YES if flag in options else NO]
        else:
            texts[option.name] = [value if sign else next(rest, "")]
    texts[WORDS] = [" ".join(words)]
    return Editor(WORDS, _option_groups(known), texts, (), known.name)


def _opposite(flag: str) -> str:
    """Return the flag that says no where *flag* says yes, as the command has it.

    >>> _opposite("--torus"), _opposite("--no-touch")
    ('--no-torus', '--touch')
    """
    name = flag.removeprefix("--")
    return f"--{name.removeprefix('no-')}" if name.startswith("no-") else f"--no-{name}"


def _line_of_options(known: Family, form: Form) -> str:
    words = ["".join(form.get(WORDS, ())[-1:]).strip()]
    for option in known.options:
        text = "".join(form.get(option.name, ())[-1:]).strip()
        flag = flag_of(option.name)
        if option.kind is bool:
            words += {YES: [flag], NO: [_opposite(flag)]}.get(text, [])
        elif text:
            # With the sign between, what begins with a dash is no option of its own.
            words.append(
                f"{flag}={shlex.quote(text)}" if text[0] == "-" else f"{flag} {shlex.quote(text)}"
            )
    return " ".join(words)


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
