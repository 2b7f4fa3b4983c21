"""Names of squares: ``a1`` in two dimensions, ``1,2,3`` elsewhere.

A *cell* is a square's number, counted from 0 row by row: the last coordinate runs fastest.
*Coordinates* count from 1 in the order of the axes, so in two dimensions they are (row, column),
row 1 at the bottom, as on a chessboard: ``c2`` is row 2, column 3. Columns after ``z`` go on with
``aa``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from everyway.core.errors import EverywayError, quote

Shape = tuple[int, ...]
Coordinates = tuple[int, ...]

_ALGEBRAIC = re.compile(r"([a-z]{1,6})([0-9]{1,9})", re.ASCII)


def coordinates_of(shape: Shape, cell: int) -> Coordinates:
    """Return the coordinates of *cell*, counted from 1.

    >>> coordinates_of((8, 8), 10)
    (2, 3)
    """
    coordinates = []
    for size in reversed(shape):
        cell, rest = divmod(cell, size)
        coordinates.append(rest + 1)
    return tuple(reversed(coordinates))


def cell_at(shape: Shape, coordinates: Sequence[int]) -> int:
    """Return the cell at *coordinates*, which must lie on the board.

    >>> cell_at((8, 8), (2, 3))
    10
    """
    cell = 0
    for size, coordinate in zip(shape, coordinates, strict=True):
        cell = cell * size + coordinate - 1
    return cell


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 1.

    >>> [column_letters(c) for c in (1, 26, 27, 702, 703)]
    ['a', 'z', 'aa', 'zz', 'aaa']
    """
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the number, counted from 1, of the column called *letters*."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


def square_name(shape: Shape, cell: int) -> str:
    """Return the name of *cell*.

    >>> square_name((8, 8), 10), square_name((4, 4, 4), 6)
    ('c2', '1,2,3')
    """
    coordinates = coordinates_of(shape, cell)
    if len(shape) == 2:
        return f"{column_letters(coordinates[1])}{coordinates[0]}"
    return ",".join(map(str, coordinates))


def parse_square(shape: Shape, square: object) -> int:
    """Return the cell that *square* names: text such as ``"c2"`` or ``"1,2,3"``, or coordinates.

    Raises ``EverywayError`` when it is no name of a square or lies off the board.
    """
    board = "x".join(map(str, shape))
    example = square_name(shape, 0) if all(shape) else "nothing, as the board has no squares"
    coordinates: list[int]
    if isinstance(square, str):
        text = square.strip().lower()
        found = _ALGEBRAIC.fullmatch(text) if len(shape) == 2 else None
        inner = text[1:-1] if text.startswith("(") and text.endswith(")") else text
        parts = [part.strip() for part in inner.split(",")]
        if found:
            coordinates = [int(found[2]), column_number(found[1])]
        elif len(parts) == len(shape) and all(re.fullmatch("[0-9]{1,9}", p) for p in parts):
            coordinates = [int(part) for part in parts]
        else:
            raise EverywayError(
                "no name of a square:", text=square, hint=f"on {board} write such as {example}"
            )
    elif isinstance(square, tuple | list) and all(type(c) is int for c in square):
        coordinates = list(square)
        if len(coordinates) != len(shape):
            raise EverywayError(
                f"a square on {board} has {len(shape)} coordinates, not those of", text=square
            )
    else:
        raise EverywayError("no name of a square:", text=square, hint=f"write such as {example}")
    if not all(1 <= c <= size for c, size in zip(coordinates, shape, strict=True)):
        raise EverywayError(f"off the {board} board:", text=square)
    return cell_at(shape, coordinates)


def is_square_name(shape: Shape, text: str) -> bool:
    """Return whether *text* has the form of a square's name, whether on the board or off.

    >>> is_square_name((8, 8), "j10"), is_square_name((8, 8), "Q")
    (True, False)
    """
    if len(shape) == 2 and _ALGEBRAIC.fullmatch(text.lower()):
        return True
    numbers = text.strip("()").split(",")
    return len(numbers) == len(shape) and all(part.strip().isdecimal() for part in numbers)


def split_squares(text: str, dimensions: int) -> list[str]:
    """Split a list of squares: commas, semicolons or blanks in 2D; semicolons or blanks elsewhere.

    >>> split_squares("a1, c5", 2), split_squares("1,2,3; (2, 1, 3)", 3)
    (['a1', 'c5'], ['1,2,3', '(2, 1, 3)'])
    """
    single = r"[^\s;,()]+" if dimensions == 2 else r"[^\s;()]+"
    squares = re.findall(rf"\([^()]*\)|{single}", text)
    left = re.sub(rf"\([^()]*\)|{single}|[\s;,]+", "", text)
    if left:
        raise EverywayError("cannot read the list of squares", text=text, hint=f"at {quote(left)}")
    return squares


def parse_squares(shape: Shape, squares: str | Iterable[object]) -> frozenset[int]:
    """Return the cells that *squares* name: one text, or any number of names or coordinates.

    >>> sorted(parse_squares((8, 8), "a1, c5"))
    [0, 34]
    """
    named: Iterable[object] = squares
    if isinstance(squares, str):
        named = split_squares(squares, len(shape))
    elif not isinstance(squares, Iterable):
        raise EverywayError("squares are given as text or as a list, not as", text=squares)
    return frozenset(parse_square(shape, square) for square in named)
