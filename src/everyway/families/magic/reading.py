"""From text and lists to squares: rows of numbers, with blanks where a number is to be found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from everyway.core.errors import EverywayError
from everyway.geometry.grids import read_rows

from .square import Square

Cells = tuple[int | None, ...]

MOST_ORDER = 1000
MOST_NUMBER = 10**12
"""Numbers up to this size, either way: sums of a thousand of them fit a machine word."""

MOST_TEXT = 20_000_000
BLANK = re.compile(r"\.+|_+|\?+")
BLANK_SIGN = "."
NO_CELLS = "(the empty square)"
PLACE = r"([+-]?[0-9]{1,13}): row ([0-9]{1,4}), column ([0-9]{1,4})"
PLACES = re.compile(rf"(?:{PLACE}\s*)+", re.ASCII)
NUMBER = re.compile(r"[+-]?[0-9]{1,13}", re.ASCII)
GAPS = re.compile(r"[\s,|]+")


NO_NUMBER = ("", "None", "null", "nan")
"""What stands in lists of Python, JSON and NumPy where no number is given."""


def tokens(text: str) -> list[list[str]]:
    """Return the words of each row of *text*, in any form of a grid, rows of any length.

    >>> tokens("8 1 6 / 3 . 7"), tokens("[[8, 1], [3, None]]")
    ([['8', '1', '6'], ['3', '.', '7']], [['8', '1'], ['3', '.']])
    """
    rows = read_rows(text, "a square", words=True)
    words = ((word.strip("[]") for word in row) for row in rows)
    return [[BLANK_SIGN if word in NO_NUMBER else word for word in row] for row in words]


def read_number(value: object, where: str | None = None) -> int:
    """Return a whole number that *value* is, or that it writes."""
    if isinstance(value, str) and NUMBER.fullmatch(value.strip()):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise EverywayError("not a whole number:", text=value, where=where)
    if abs(value) > MOST_NUMBER:
        raise EverywayError(
            "too large a number:", text=value, where=where, hint=f"at most {MOST_NUMBER}"
        )
    return value


def read_cell(value: object, where: str | None = None) -> int | None:
    """Return the number of a cell, or None for a blank: ``.``, ``_``, ``?`` or None."""
    if value is None or (isinstance(value, str) and BLANK.fullmatch(value.strip())):
        return None
    return read_number(value, where)


def _rows_of(given: object) -> list[list[object]]:
    if isinstance(given, Square):
        return [list(row) for row in given.rows]
    if isinstance(given, str):
        if len(given) > MOST_TEXT:
            raise EverywayError("too long a text for a square:", text=given)
        return [list(row) for row in tokens(given)]
    if hasattr(given, "tolist"):
        given = given.tolist()
    if not isinstance(given, Iterable):
        raise EverywayError("a square is rows of numbers, not", text=given)
    items = list(given)
    if items and all(isinstance(item, int | None) for item in items):
        return [items]
    rows: list[list[object]] = []
    for item in items:
        if isinstance(item, str):
            rows += [list(row) for row in tokens(item)]
        elif isinstance(item, Sequence):
            rows.append(list(item))
        else:
            raise EverywayError("a row is a list of numbers, not", text=item)
    return rows


def read_candidate(given: object, order: int) -> Cells:
    """Return the cells of a square in any form in which everyway prints it.

    Sums may stand beside it, or it may be the places of its numbers in rising order.
    """
    if isinstance(given, str) and len(given) <= MOST_TEXT:
        if given.strip() == NO_CELLS:
            given = ""
        elif PLACES.fullmatch(given.strip()):
            return _by_places(given, order)
        elif "┼" in given and "├" not in given:
            inner = [line.partition("│")[0] for line in given.split("\n") if "┼" not in line]
            given = "\n".join(inner[1:-1])
    return read_cells(given, order)


def _by_places(text: str, order: int) -> Cells:
    cells: list[int | None] = [None] * (order * order)
    for number, row, column in re.findall(PLACE, text):
        r, c = int(row), int(column)
        if not (1 <= r <= order and 1 <= c <= order) or cells[(r - 1) * order + c - 1] is not None:
            where = f"row {row}, column {column}"
            raise EverywayError("no free cell for", text=number, where=where)
        cells[(r - 1) * order + c - 1] = read_number(number)
    return tuple(cells)


def read_cells(given: object, order: int) -> Cells:
    """Return the *order* times *order* cells that *given* writes, None for a blank.

    ``given`` is a ``Square``, text, a list of rows (lists or text), or all cells in one row.
    Raises ``EverywayError`` when the numbers of rows and columns are wrong.
    """
    rows = _rows_of(given)
    if len(rows) == 1 and len(rows[0]) == order * order:
        rows = [rows[0][r * order : (r + 1) * order] for r in range(order)]
    if len(rows) != order:
        raise EverywayError(f"{len(rows)} rows, but the order is", text=order)
    for r, row in enumerate(rows):
        if len(row) != order:
            raise EverywayError(
                f"{len(row)} cells, but the order is", text=order, where=f"row {r + 1}"
            )
    return tuple(
        read_cell(value, f"row {r + 1}, column {c + 1}")
        for r, row in enumerate(rows)
        for c, value in enumerate(row)
    )


def read_numbers(given: object) -> tuple[int, ...]:
    """Return the different numbers that *given* names, rising.

    ``given`` is a list of numbers, or text such as ``"1..16"`` or ``"1,3,5,7..13"``.
    """
    found: list[int] = []
    if isinstance(given, str):
        for word in GAPS.split(given.strip()):
            ends = word.split("..")
            if len(ends) > 2:
                raise EverywayError("not a number or a range:", text=word, hint="such as 1..16")
            low, high = read_number(ends[0], "numbers"), read_number(ends[-1], "numbers")
            if low > high or high - low >= MOST_ORDER**2:
                raise EverywayError("no range of numbers:", text=word, hint="such as 1..16")
            found += range(low, high + 1)
            if len(found) > 2 * MOST_ORDER**2:
                raise EverywayError("too many numbers:", text=given)
    elif isinstance(given, Iterable):
        found = [read_number(value, "numbers") for value in given]
    else:
        raise EverywayError("numbers are a list or text such as 1..16, not", text=given)
    found.sort()
    for before, after in pairwise(found):
        if before == after:
            raise EverywayError("a number is named twice:", text=after, where="numbers")
    return tuple(found)


def numbers_text(numbers: Sequence[int]) -> str:
    """Return rising numbers as short text that ``read_numbers`` takes back.

    >>> numbers_text((1, 2, 3, 5, 7, 8, 9))
    '1..3,5,7..9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = []
    for low, high in runs:
        if high - low > 1:
            parts.append(f"{low}..{high}")
        else:
            parts += [str(low)] if low == high else [str(low), str(high)]
    return ",".join(parts)


def cells_text(cells: Cells, order: int, between: str = " / ") -> str:
    """Return cells as one line of text, ``.`` for a blank, rows parted by *between*."""
    words = ["." if value is None else str(value) for value in cells]
    return between.join(" ".join(words[r * order : (r + 1) * order]) for r in range(order))
