"""The fields of the forms by which puzzles are set up by hand, one list a kind of puzzle.

A form deals in text: each field knows how its value in a puzzle's plain data is written into the
form, and how it is read back. What it cannot read it hands on as it is, so that the puzzle says
what is wrong with it. The same fields serve the form without JavaScript and the editors that build
on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from everyway.core.errors import EverywayError

FieldKind = Literal[
    "text", "number", "flag", "either", "choice", "letters", "squares", "axes", "lines", "rows",
    "table", "items",
]  # fmt: skip
"""How a field is shown and read.

``text``, and ``squares`` (names of squares), are one line; ``lines`` is a text of several and
``rows`` a list of its lines; ``flag`` is yes or no, ``either`` yes, no or as usual; ``letters`` are
boxes to tick, of which the ticked ones make one text; ``axes`` are boxes for the axes of the board;
``table`` is ``name:value`` parted by commas or semicolons; ``items`` are those of an arrangement.
"""

YES, NO = "yes", "no"
LEFT_OUT = object()
"""What ``Field.read`` returns for a field that says nothing."""


@dataclass(frozen=True)
class Field:
    """One field of a form.

    ``key`` is its name in the puzzle's plain data, ``default`` what stands when it is left out.
    ``choices`` are pairs of a value and what is shown for it; for ``text`` they are suggestions.
    """

    key: str
    label: str
    kind: FieldKind = "text"
    hint: str = ""
    default: Any = ""
    choices: Sequence[tuple[str, str]] = ()
    least: int | None = None
    most: int | None = None

    def texts(self, data: Mapping[str, Any]) -> list[str]:
        """Return what the form holds for the puzzle's plain *data*: boxes may hold several."""
        value = data.get(self.key, self.default)
        if self.kind == "axes":
            return _axes_texts(value, axes_of(data.get("board", "")))
        if self.kind == "letters":
            return list(str(value))
        if self.kind == "either" and value == "":
            return [""]
        if self.kind in ("flag", "either"):
            return [YES if value else NO]
        if self.kind == "items":
            return [_items_text(value)]
        if isinstance(value, Mapping):
            joiner = "; " if any("," in str(v) for v in value.values()) else ", "
            return [joiner.join(f"{key}:{said}" for key, said in value.items())]
        if isinstance(value, list | tuple):
            return [_joined(self.kind, list(map(str, value)))]
        return [str(value)]

    def read(self, texts: Sequence[str], form: Mapping[str, Sequence[str]]) -> Any:
        """Return the value that *texts* write, or ``LEFT_OUT``; *form* is the whole form."""
        text = texts[-1] if texts else ""
        if self.kind == "axes":
            return _read_axes(texts, axes_of("".join(form.get("board", [""])[-1:])))
        if self.kind == "letters":
            # The form always sends an empty one, so that none ticked differs from left out.
            return "".join(texts) if texts else LEFT_OUT
        if self.kind in ("flag", "either"):
            if text not in (YES, NO):
                return LEFT_OUT if text == "" else text
            return LEFT_OUT if (text == YES) is self.default else text == YES
        if self.kind == "items":
            return _read_items(text.strip())
        if not text.strip():
            return LEFT_OUT
        if self.kind == "number":
            return int(text) if re.fullmatch(r"\s*-?[0-9]{1,12}\s*", text, re.ASCII) else text
        if self.kind == "rows":
            return [line.strip() for line in text.splitlines() if line.strip()]
        return text.replace("\r\n", "\n") if self.kind == "lines" else text.strip()


def axes_of(board: object) -> int:
    """Return how many axes a board's text names: two for ``8x8``, and for rows of squares.

    >>> axes_of("8x8"), axes_of("4×4×4"), axes_of("7")
    (2, 3, 1)
    """
    text = str(board).strip()
    if not re.fullmatch(r"[0-9]+([xX×*][0-9]+)*", text):
        return 2
    return len(re.split("[xX×*]", text))


def _axes_texts(torus: object, axes: int) -> list[str]:
    joined = torus if isinstance(torus, list) else [bool(torus)] * axes
    return [str(axis) for axis, around in enumerate(joined, 1) if around]


def _read_axes(texts: Sequence[str], axes: int) -> Any:
    joined = [str(axis) in texts for axis in range(1, axes + 1)]
    return (True if all(joined) else joined) if any(joined) else LEFT_OUT


def _read_items(text: str) -> Any:
    """Return items as the command takes them, or from a JSON list."""
    from everyway.families.arrangement.words import items_of

    if text.startswith("["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass
    return list(items_of(text))


def _items_text(items: Any) -> str:
    """Return the shortest text that ``_read_items`` reads as *items*: a word, else a JSON list."""
    items = list(items)
    texts = ["".join(map(str, items)), ",".join(map(str, items))]
    if items and all(isinstance(item, int) for item in items):
        texts = [f"{items[0]}..{items[-1]}"]
    for text in texts:
        try:
            if _read_items(text) == items:
                return text
        except EverywayError:
            continue
    return json.dumps(items, ensure_ascii=False)


def _joined(kind: str, parts: list[str]) -> str:
    if kind == "rows":
        return "\n".join(parts)
    # In three dimensions commas belong to the names of squares.
    return ("; " if any("," in part for part in parts) else ", ").join(parts)


@dataclass(frozen=True)
class Group:
    """Fields that stand together under a title; ``folded`` ones are shown when asked for."""

    title: str
    fields: Sequence[Field]
    folded: bool = False


PIECES_HINT = "or leaper(1,3), rider(1,2), or a union such as rook+knight"
SQUARES_HINT = "such as a1, c5; with three axes 1,2,3; 2,1,3"


def _pieces() -> tuple[tuple[str, str], ...]:
    from everyway.geometry.piece import NAMED

    return tuple((name, name) for name in NAMED)


def _board(hint: str = "such as 8x8, 3x10 or 5x5x5") -> Field:
    return Field("board", "Board", hint=hint)


def _squares(key: str, label: str, hint: str = SQUARES_HINT) -> Field:
    return Field(key, label, "squares", hint)


def _placement() -> tuple[Group, ...]:
    return (
        Group("Board", (_board(), Field("torus", "Opposite edges joined", "axes"))),
        Group(
            "Pieces",
            (
                Field("piece", "Piece", hint=PIECES_HINT, default="queen", choices=_pieces()),
                Field("number", "How many", hint="8, or 3..7; empty for any number"),
            ),
        ),
        Group(
            "Rules",
            (
                Field("peaceful", "No two attack each other", "flag", default=True),
                Field("covering", "Every free square is attacked", "flag", default=False),
                Field("no_touch", "No two touch, not even at a corner", "flag", default=False),
                Field("per_row", "In each row", "number", least=0),
                Field("per_column", "In each column", "number", least=0),
                Field("per_region", "In each region", "number", least=0),
            ),
        ),
        Group(
            "Squares in words",
            (
                _squares("fixed", "Occupied"),
                _squares("holes", "Holes", "missing squares; lines pass over them"),
                _squares("walls", "Walls", "missing squares that stop lines"),
                Field(
                    "regions",
                    "Regions",
                    "rows",
                    "rows of letters, the top row first; . for no region",
                ),
            ),
            folded=True,
        ),
    )


def _tour() -> tuple[Group, ...]:
    return (
        Group("Board", (_board(), Field("torus", "Opposite edges joined", "axes"))),
        Group(
            "Tour",
            (
                Field("piece", "Piece", hint=PIECES_HINT, default="knight", choices=_pieces()),
                Field("closed", "Closed: back to the first square", "flag", default=False),
                Field("start", "Start", hint="such as a1; empty for any"),
                Field("end", "End", hint="such as b3; empty for any"),
                Field(
                    "directed",
                    "A tour and its reverse are two",
                    "either",
                    choices=(("", "as usual: open tours only"), (YES, "yes"), (NO, "no")),
                ),
            ),
        ),
        Group(
            "Squares in words",
            (_squares("holes", "Holes", "missing squares"), _squares("walls", "Walls")),
            folded=True,
        ),
    )


def _chain() -> tuple[Group, ...]:
    from everyway.families.chain.hinge import ARROWS

    return (
        Group("Board", (_board("such as 4x4"), _squares("holes", "Holes", "missing squares"))),
        Group(
            "Chain",
            (
                Field(
                    "word",
                    "Hinges",
                    hint="a letter a link: D opposite corner, L or R next to it; D16 repeats",
                ),
                Field("marks", "Arrows", "table", "as the links lie unfolded: 2:right, 3:up"),
                Field(
                    "pointing",
                    "All arrows point",
                    "choice",
                    default="up",
                    choices=tuple((arrow, arrow) for arrow in ARROWS),
                ),
                Field("closed", "Closed: the end meets the start", "flag", default=False),
                Field("fixed", "Settled links", "table", "link:square, such as 1:b1, 6:c4"),
            ),
        ),
    )


def _snake() -> tuple[Group, ...]:
    return (
        Group("Board", (_board("such as 3x3x3"), _squares("holes", "Holes", "missing squares"))),
        Group(
            "Snake",
            (
                Field(
                    "word",
                    "Cubes between the ends",
                    hint="S straight, T turn, such as T2ST3; empty for any snake",
                ),
                Field("directed", "A fold and its reverse are two", "flag", default=True),
                Field("fixed", "Settled cubes", "table", "cube:square, such as 1:1,1,1; 27:3,3,3"),
            ),
        ),
    )


def _alphametic() -> tuple[Group, ...]:
    return (
        Group(
            "Equation",
            (Field("text", "Equation, or a sum as on paper", "lines", "SEND + MORE = MONEY"),),
        ),
        Group(
            "Rules",
            (
                Field("known", "Known digits", hint="such as M=1, O=0"),
                Field("base", "Base", "number", default=10, least=2, most=36),
                Field("leading_zeros", "Numbers may begin with zero", "flag", default=False),
                Field("distinct", "Different letters are different digits", "flag", default=True),
                Field("match_case", "Capital and small letters differ", "flag", default=False),
            ),
        ),
    )


def _digits() -> tuple[Group, ...]:
    hint = "such as n*(n+1), or n, n*n, or a*b = c"
    return (
        Group(
            "Formula",
            (
                Field("formula", "Formula", "lines", hint),
                Field("digits", "Digits, each used once", hint="empty for all"),
                Field("base", "Base", "number", default=10, least=2, most=36),
                Field("between", "Range of the variables", hint="such as 1..9999 or 0.."),
            ),
        ),
    )


def _komachi() -> tuple[Group, ...]:
    from everyway.families.digits.arithmetic import OPERATORS

    signs = {"+": "+ plus", "-": "− minus", "*": "× times", "/": "÷ divided by", "^": "^ power"}
    return (
        Group(
            "Sum",
            (
                Field("digits", "Digits, in order", default="123456789"),
                Field("target", "Target", hint="100, 7/3, or any", default=100),
                Field(
                    "operators",
                    "Signs allowed",
                    "letters",
                    default="+-",
                    choices=tuple((sign, signs.get(sign, sign)) for sign in OPERATORS),
                ),
                Field("signs", "How many signs", hint="3, or 2..4; empty for any number"),
            ),
        ),
        Group(
            "Rules",
            (
                Field("concatenation", "Digits may stand together", "flag", default=True),
                Field("leading_minus", "A minus may stand first", "flag", default=False),
                Field("decimal_point", "Decimal points", "flag", default=False),
                Field("leading_zeros", "Numbers may begin with zero", "flag", default=False),
                Field("parentheses", "Brackets", "flag", default=False),
                Field(
                    "ways",
                    "With brackets, count",
                    "choice",
                    default="trees",
                    choices=(("trees", "trees"), ("expressions", "different expressions")),
                ),
            ),
        ),
    )


def _magic() -> tuple[Group, ...]:
    from everyway.families.magic.rules import CLASSES

    return (
        Group(
            "Square",
            (
                Field("order", "Order", "number", least=0, most=1000),
                Field(
                    "class",
                    "Class",
                    "choice",
                    default="magic",
                    choices=tuple((name, name) for name in CLASSES),
                ),
                Field("numbers", "Numbers", hint="such as 1..9 or 1,5..11; empty for 1 to n²"),
                Field("sum", "Sum of each row", "number", "empty for what follows"),
            ),
        ),
        Group(
            "Given numbers in words",
            (Field("given", "Rows", "rows", "the top row first, . for a blank"),),
            folded=True,
        ),
    )


def _hanoi() -> tuple[Group, ...]:
    from everyway.families.hanoi.puzzle import MOST_DISCS, MOST_PEGS

    return (
        Group(
            "Tower",
            (
                Field("discs", "Discs", "number", least=0, most=MOST_DISCS),
                Field("pegs", "Pegs", "number", default=3, least=1, most=MOST_PEGS),
                Field("start", "Start", hint="a peg for all discs, or one a disc, largest first"),
                Field("goal", "Goal", hint="likewise, or any"),
                Field(
                    "moves",
                    "Moves",
                    hint="all, linear, cyclic, star, or pairs such as AB BC CA",
                    default="all",
                ),
            ),
        ),
    )


def _arrangement(kind: str) -> tuple[Group, ...]:
    from everyway.families.arrangement.puzzle import (
        Arrangements,
        Combinations,
        Permutations,
        PowerSet,
    )

    classes: dict[str, type[Arrangements]] = {
        c.kind: c for c in (Permutations, Combinations, PowerSet)
    }
    number = Field("k", "How many at a time", "number", least=0)
    names = [order.name for order in classes[kind].orders]
    return (
        Group(
            "Items",
            (
                Field("items", "Items", "items", "letters as in abcd, or red,green, or 1..12"),
                *(() if kind == PowerSet.kind else (number,)),
                Field(
                    "order",
                    "Order of the list",
                    "choice",
                    default="lexicographic",
                    choices=tuple((name, name) for name in names),
                ),
            ),
        ),
    )


def groups_of(kind: str) -> tuple[Group, ...] | None:
    """Return the groups of fields for puzzles of this *kind*, or None for a kind not known here."""
    if kind in ("permutations", "combinations", "powerset"):
        return _arrangement(kind)
    makers = {
        "placement": _placement,
        "tour": _tour,
        "chain": _chain,
        "snake": _snake,
        "alphametic": _alphametic,
        "digits": _digits,
        "komachi": _komachi,
        "magic": _magic,
        "hanoi": _hanoi,
    }
    return makers[kind]() if kind in makers else None


def form_data(kind: str, groups: Sequence[Group], form: Mapping[str, Sequence[str]]) -> Any:
    """Return the plain data of the puzzle that the texts of *form* describe."""
    data: dict[str, Any] = {"puzzle": kind}
    for group in groups:
        for field in group.fields:
            value = field.read(form.get(field.key, ()), form)
            if value is not LEFT_OUT:
                data[field.key] = value
    return data


def form_texts(groups: Sequence[Group], data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what each field of the form holds for a puzzle's plain *data*."""
    return {field.key: field.texts(data) for group in groups for field in group.fields}
