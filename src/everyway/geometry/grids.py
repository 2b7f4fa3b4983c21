"""Grids as people write them: rows of signs or words, read into cells with their places.

One reader for all that is drawn: boards, regions, squares of numbers, and the pictures that
everyway prints itself. Rows are lines, or parted by ``/`` or ``;``; the top row comes first. In a
row the cells follow each other, with blanks, commas or bars between them or nothing. Lists as
Python and JSON write them are rows, too. Borders, the names of rows and columns, and lines of
comment (``#``, a blank, and a text) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from everyway.core.errors import EverywayError
from everyway.geometry.notation import column_letters

MOST_CHARACTERS = 20_000_000
DEEPEST = 8
"""How deeply lists may be nested before they are no rows of anything."""

BARS = "│┃║|"
_BORDER = re.compile(r"[─━═┄┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰+=\s│┃║|-]+")
_CORNER = re.compile(r"[─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰+]")
_ROWS = re.compile(r"[\n/;]")
_COMMENT = re.compile(r"\s*#\s+.*[^\W\d_]{2}")
_LABEL = re.compile(r"\s*([0-9]{1,7})(?=\s|[│┃║|]|$)")
_LAYER = re.compile(r"layer [0-9]+(?:,[0-9]+)*")
_SIGNS = re.compile(r"\[\s*[^\s\[\]]\s*\]|\S")
_WORDS = re.compile(r"\[\s*[^\s\[\]]+\s*\]|\S+")
_TOKENS = re.compile(r"""[\[\],]|"[^"\n]*"|'[^'\n]*'|[^\s\[\],"']+""")

Row = tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """How a grid is written: *what* it is, for errors; whether its cells are words of any length.

    Without *bars*, bars and corners are cells like others.
    """

    what: str
    words: bool = False
    bars: bool = True


@dataclass(frozen=True)
class Grid:
    """Rows of cells, the top row first, each a sign or a word as it is written.

    A cell is empty where there is nothing between two bars.
    """

    rows: tuple[Row, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows, and of columns."""
        return len(self.rows), len(self.rows[0]) if self.rows else 0

    def cells(self) -> list[tuple[str, str]]:
        """Return the cells with their places in words, row by row from the top."""
        return [
            (cell, place(r, c))
            for r, row in enumerate(self.rows, 1)
            for c, cell in enumerate(row, 1)
        ]

    def upwards(self) -> list[tuple[str, str]]:
        """Return the cells with their places in words, row by row from the bottom, as squares."""
        columns = self.shape[1]
        found = self.cells()
        return [cell for r in reversed(range(len(self.rows)))
                for cell in found[r * columns : (r + 1) * columns]]  # fmt: skip


def place(row: int, column: int) -> str:
    """Return the place of a cell in words, both counted from 1."""
    return f"row {row}, column {column}"


def read_grid(source: object, what: str, *, words: bool = False, bars: bool = True) -> Grid:
    r"""Return the grid that *source* is: a text, or rows that are texts or lists of cells.

    A cell is one sign, or with *words* all between two gaps; *what* says in an error what is read.
    Raises ``EverywayError`` for rows of unequal length, none at all, and anything else.

    >>> read_grid("|A|A|\n|A|B|", "regions") == read_grid('["AA", "AB"]', "regions")
    True
    """
    form = Form(what, words, bars)
    if hasattr(source, "tolist"):
        source = source.tolist()
    if isinstance(source, str):
        grid = Grid(tuple(_text_rows(source, form)))
    elif isinstance(source, Sequence):
        grid = Grid(tuple(_listed_rows(source, form)))
    else:
        raise EverywayError(f"{what} are rows, not", text=source)
    if not grid.rows:
        raise EverywayError(f"{what} are rows, but there are none")
    check_rows(grid.rows)
    return grid


def read_rows(text: str, what: str, *, words: bool = False) -> list[Row]:
    """Return the rows of *text*, which may be of any length, or none at all."""
    return _text_rows(text, Form(what, words))


def check_rows(rows: Sequence[Row]) -> None:
    """Raise ``EverywayError`` unless all *rows* have the length of the first."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            shown = ("" if all(len(cell) < 2 for cell in row) else " ").join(row)
            raise EverywayError(
                f"row {number} has {len(row)} squares, the first has {len(rows[0])}:", text=shown
            )


def read_layers(text: str, what: str, *, words: bool = False, bars: bool = True) -> list[Grid]:
    """Return the grids that stand beside and below each other, each below a name: ``layer 1``.

    A text without such names is one grid.
    """
    _check_length(text, what)
    lines = text.expandtabs().split("\n")
    heads = [number for number, line in enumerate(lines) if _is_head(line)]
    if not heads:
        return [read_grid(text, what, words=words, bars=bars)]
    grids = []
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        begins = [found.start() for found in _LAYER.finditer(lines[head])]
        for begin, after in zip(begins, [*begins[1:], None], strict=True):
            below = [line[begin:after].rstrip() for line in lines[head + 1 : end]]
            grids.append(read_grid("\n".join(below), what, words=words, bars=bars))
    return grids


def _is_head(line: str) -> bool:
    return "layer" in line and not _LAYER.sub("", line).strip()


def _check_length(text: str, what: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise EverywayError(f"too long a text for {what}:", text=text)


# --- texts ---


def _text_rows(text: str, form: Form) -> list[Row]:
    _check_length(text, form.what)
    lines = _without_comments([line for line in text.split("\n") if line.strip()], form.words)
    listed = read_list("\n".join(lines))
    if listed is not None:
        return _listed_rows(listed, form)
    rows = [row for line in lines for row in _parted(line)]
    if form.bars:
        barred = any(bar in row for row in rows for bar in BARS)
        rows = [row for row in rows if not _is_border(row, barred)]
    apart = re.search(r"\n\s*\n", text.strip("\n")) is not None
    rows, room = _without_labels(rows, apart)
    return [_cells_of(row, r, form, room) for r, row in enumerate(rows, 1)]


def _parted(line: str) -> list[str]:
    """Return the rows that stand on one line; one may be parted from the next at its end, too."""
    rows = _ROWS.split(line)
    while len(rows) > 1 and not rows[-1].strip():
        rows.pop()
    return [row for row in rows if row.strip()] if len(rows) < 2 else rows


def _without_comments(lines: list[str], words: bool) -> list[str]:
    """Return *lines* without those that begin with ``#``, a blank, and have a word.

    ``#`` is a wall, too, and blanks may part the signs of a row. What may be either is refused.
    """
    rows = [line for line in lines if not _COMMENT.match(line)]
    if not words and len(rows) < len(lines):
        lengths = {len("".join(row.split())) for row in rows}
        for number, line in enumerate(lines, 1):
            if _COMMENT.match(line) and len("".join(line.split())) in lengths:
                where, hint = f"line {number}", "make a comment longer than the rows"
                raise EverywayError("a comment, or a row:", text=line, where=where, hint=hint)
    return rows


def _is_border(row: str, barred: bool) -> bool:
    if barred and not row.strip(" _"):
        return True  # the upper edge of squares that are drawn with underscores
    return _BORDER.fullmatch(row) is not None and _CORNER.search(row) is not None


def _without_labels(rows: list[str], apart: bool) -> tuple[list[str], tuple[int, int, int] | None]:
    """Return *rows* without the names of rows and columns, if they have both.

    The second is None, or where in each row its squares begin, how far they are apart, and how
    many they are: squares in a box may be nothing but blanks. *apart* says whether a line is free.
    """
    for labels, others in ((rows[-1:], rows[:-1]), (rows[:1], rows[1:])):
        if not labels or not others:
            continue
        names = labels[0].split()
        numbers = list(map(str, range(1, len(names) + 1)))
        if names not in (numbers, [column_letters(c) for c in range(1, len(names) + 1)]):
            continue
        if apart and len(rows) == 2 and names == numbers == rows[1].split():
            return others, None  # a board of one dimension: its row has no name
        found = [_LABEL.match(row) for row in others]
        if [m and m[1] for m in found] == list(map(str, range(len(others), 0, -1))):
            ends = [m.end() for m in found if m]
            bare = [" " * end + row[end:] for end, row in zip(ends, others, strict=True)]
            return bare, _box_of(labels[0], names)
    return rows, None


def _box_of(line: str, names: Sequence[str]) -> tuple[int, int, int]:
    """Return where the squares of a box begin, from the names of its columns below them."""
    width = max(3, max(map(len, names)) + 2)
    before = len(line) - len(line.lstrip())
    spare = width - len(names[0])
    # As ``str.center`` does it.
    return before - (spare // 2 + (spare & width & 1)), width + 1, len(names)


def _cells_of(row: str, number: int, form: Form, room: tuple[int, int, int] | None) -> Row:
    """Return the cells of a row of text."""
    barred = form.bars and any(bar in row for bar in BARS)
    if barred and "│" in row and room is not None:
        first, pitch, columns = room
        starts = range(first, first + pitch * columns, pitch)
        return tuple(_filled(row[start : start + pitch - 1].strip()) for start in starts)
    pattern = _WORDS if form.words else _SIGNS
    if barred:
        return tuple(_between_bars(row, pattern))
    if form.words:
        row = row.replace(",", " ")
    if "," in row:
        parts = [_unquoted(part.strip()) for part in row.strip().removesuffix(",").split(",")]
        for column, part in enumerate(parts, 1):
            if len(part) != 1 and not part.isdecimal():
                reason = "nothing between two commas of" if not part else "no one sign of"
                text, where = part or row.strip(), place(number, column)
                raise EverywayError(f"{reason} {form.what}:", text=text, where=where)
        return tuple(parts)
    return tuple("".join(cell.split()) for cell in pattern.findall(_unquoted(row.strip())))


def _between_bars(row: str, pattern: re.Pattern[str]) -> list[str]:
    parts = re.split(f"[{BARS}]", row)
    # What stands before the first bar or after the last is a cell only if there is something.
    inner = parts[0 if parts[0].strip() else 1 : len(parts) if parts[-1].strip() else -1]
    cells: list[str] = []
    for part in inner:
        drawn = part.strip()
        if re.fullmatch("_+.?_*", drawn) and len(drawn) > 1:
            cells.append(drawn.strip("_") or "_")  # a square drawn with underscores
        elif pattern is _SIGNS and _filled(drawn) != drawn:
            cells.append(_filled(drawn))
        else:
            cells += ["".join(cell.split()) for cell in pattern.findall(drawn)] or [""]
    return cells


def _filled(drawn: str) -> str:
    """Return the sign with which a square is filled, as walls are; any other text as it is."""
    return drawn[0] if re.fullmatch(r"(\S)\1\1", drawn) else drawn


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


# --- lists ---


def read_list(text: str) -> list[object] | None:
    """Return the list, perhaps of lists, that *text* writes, or None for any other text.

    It is as Python, JSON and NumPy write lists. Its items are texts; nothing of it is evaluated.

    >>> read_list("[0, 4, 7]"), read_list('["a1", "b2"]'), read_list("a1 b2")
    (['0', '4', '7'], ['a1', 'b2'], None)
    """
    if not text.lstrip().startswith("[") or len(text) > MOST_CHARACTERS:
        return None
    whole: list[object] = []
    open_lists = [whole]
    end = 0
    for token in _TOKENS.finditer(text):
        if text[end : token.start()].strip():
            return None  # what is no token, such as an open quotation mark
        end = token.end()
        sign = token[0]
        if sign == "[":
            if len(open_lists) > DEEPEST:
                return None
            inner: list[object] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif len(open_lists) == 1:
            if sign != ",":
                return None  # something between lists
        elif sign == "]":
            open_lists.pop()
        elif sign != ",":
            open_lists[-1].append(sign[1:-1] if sign[0] in "\"'" else Bare(sign))
    if len(open_lists) > 1 or text[end:].strip():
        return None
    only = whole[0] if len(whole) == 1 else whole
    return only if isinstance(only, list) else None


class Bare(str):
    """A word that stands in a list without quotation marks: a number, a cell."""

    __slots__ = ()


def _listed_rows(source: Sequence[object], form: Form) -> list[Row]:
    """Return rows that are texts, or lists of cells."""
    rows: list[Row] = []
    for number, item in enumerate(source, 1):
        given = item.tolist() if hasattr(item, "tolist") else item
        if isinstance(given, Bare) or not isinstance(given, str | Sequence):
            raise EverywayError(f"a row of {form.what} is a text or a list, not", text=given)
        if isinstance(given, str) and _ROWS.search(given):
            rows += _text_rows(given, form)
        elif isinstance(given, str):
            rows += [_cells_of(given, number, form, None)] if given.strip() else []
        else:
            rows.append(_listed_cells(given, number, form.what))
    return rows


def _listed_cells(row: Sequence[object], number: int, what: str) -> Row:
    cells = []
    for column, cell in enumerate(row, 1):
        if isinstance(cell, bool) or not isinstance(cell, str | int | None):
            raise EverywayError(f"no cell of {what}:", text=cell, where=place(number, column))
        cells.append("." if cell is None else whole_text(cell).strip())
    return tuple(cells)


def whole_text(value: str | int) -> str:
    """Return *value* as text, also a number of thousands of digits, which Python does not write."""
    return value if isinstance(value, str) else str(value) if abs(value) < 10**4000 else "…"
