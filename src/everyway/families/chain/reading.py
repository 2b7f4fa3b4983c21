"""How words of links, marks and fixed places are read and written: one form for all chains."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.geometry.board import Board
from everyway.geometry.notation import coordinates_of, parse_square, square_name

MOST_LINKS = 2500
MOST_LETTERS = 20_000

Numbered = tuple[tuple[int, int], ...]
"""Pairs of a link, counted from 1, and what is said of it; links rising, each once."""


def read_board(board: Board | str, dimensions: int | None = None) -> Board:
    """Return *board* as a ``Board`` whose missing squares are all holes.

    Raises ``EverywayError`` for what is no board, a torus, more than 2500 squares, or another
    number of *dimensions* than is asked for.
    """
    if isinstance(board, str):
        board = Board.parse(board)
    if not isinstance(board, Board):
        raise EverywayError("a board is a Board or text such as 4x4, not", text=board)
    if any(board.torus):
        raise EverywayError("a chain folds into a board with edges, not into a torus")
    if dimensions is not None and len(board.shape) != dimensions:
        raise EverywayError(
            f"the board needs {dimensions} dimensions:", text=board.size_text(), hint="such as 4x4"
        )
    if board.squares > MOST_LINKS:
        raise EverywayError(
            "too large a board for a chain:",
            text=board.size_text(),
            hint=f"at most {MOST_LINKS} squares",
        )
    holes = [coordinates_of(board.shape, cell) for cell in sorted(board.missing)]
    return Board(*board.shape, holes=holes)


def read_word(word: object, letters: str) -> str:
    """Return a word of *letters* written out; a number repeats the letter before it.

    >>> read_word("D3LR", "DLR")
    'DDDLR'
    """
    if not isinstance(word, str):
        raise EverywayError("a word of links is text, not", text=word)
    if len(word) > MOST_LETTERS:
        raise EverywayError("too long a word of links:", text=word)
    text = re.sub(r"[\s,]", "", plain_form(word)).upper()
    if not re.fullmatch(rf"(?:[{letters}][0-9]{{0,5}})*", text, re.ASCII):
        wrong = re.sub(rf"(?:[{letters}][0-9]{{0,5}})*", "", text, count=1, flags=re.ASCII)
        hint = (
            f"letters {' '.join(letters)}, each with a number to repeat it, such as {letters[0]}4"
        )
        raise EverywayError("no word of links:", text=word, where=f'at "{wrong[:10]}"', hint=hint)
    parts = re.findall(r"([A-Z])([0-9]*)", text)
    numbers = [int(number) if number else 1 for _, number in parts]
    if sum(numbers) > MOST_LETTERS:
        raise EverywayError("too long a word of links:", text=word)
    return "".join(letter * n for (letter, _), n in zip(parts, numbers, strict=True))


def word_text(word: str) -> str:
    """Return *word* in its shortest form, which ``read_word`` reads back.

    >>> word_text("DDDLR"), word_text("STTS")
    ('D3LR', 'ST2S')
    """
    runs = ((letter, len(list(run))) for letter, run in groupby(word))
    return "".join(letter if number == 1 else f"{letter}{number}" for letter, number in runs)


def segments_text(word: str) -> str:
    """Return the lengths of the straight pieces of a snake, in cubes, corners in both pieces.

    *word* has a letter for each cube between the ends.

    >>> segments_text("STTS"), segments_text("T")
    ('3,2,3', '2,2')
    """
    return ",".join(str(len(piece) + 2) for piece in word.split("T"))


SEGMENTS = re.compile(r"\s*[0-9]{1,5}(?:(?:\s*[,;]\s*|\s+)[0-9]{1,5})*\s*", re.ASCII)


def read_segments(text: str, cubes: int) -> str | None:
    """Return the word of a snake from the lengths of its straight pieces, or None for other text.

    Lengths count the cubes of each piece, corners in both pieces that they join. Where it is they
    that make as many cubes as there are, the corner is counted once, in the piece before; or
    lengths are steps from cube to cube. The sum says which is meant.

    >>> read_segments("3,2,3", 6), read_segments("3 1 2", 6), read_segments("2,1,2", 6)
    ('STTS', 'STTS', 'STTS')
    """
    if not SEGMENTS.fullmatch(text):
        return None
    lengths = [int(number) for number in re.findall("[0-9]+", text)]
    total, joints = sum(lengths), len(lengths) - 1
    if total == cubes + joints:
        steps = [length - 1 for length in lengths]
    elif total == cubes and joints:
        steps = [lengths[0] - 1, *lengths[1:]]
    elif total == cubes - 1:
        steps = lengths
    else:
        raise EverywayError(
            f"pieces of {total - joints} cubes in all, corners counted once, for {cubes} cubes:",
            text=text,
            hint="lengths count cubes, corners in both pieces, such as 3,2,2,3",
        )
    if min(steps) < 1:
        raise EverywayError("a piece of a snake that is no longer than its corner:", text=text)
    return "T".join("S" * (step - 1) for step in steps)


def read_numbered(
    value: object, what: str, links: int, comma_parts: bool = True
) -> list[tuple[int, object]]:
    """Return the pairs of link and value in a table, or in text such as ``"2:right, 3:up"``.

    Semicolons part them, too; with *comma_parts* false only semicolons do, as commas belong to
    coordinates. Links are counted from 1 to *links*; none may be named twice.
    """
    pairs: list[tuple[object, object]]
    if isinstance(value, str):
        pairs = []
        value = plain_form(value)
        if len(value) > MOST_LETTERS:
            raise EverywayError(f"too long a list of {what}:", text=value)
        for part in re.split("[,;]" if comma_parts else ";", value):
            if part.strip():
                link, colon, rest = part.partition(":")
                if not colon:
                    raise EverywayError(f"no {what}:", text=part.strip(), hint="write link:value")
                pairs.append((link.strip(), rest.strip()))
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        raise EverywayError(f"{what} are a table or text such as 2:right, not", text=value)
    found: dict[int, object] = {}
    for key, said in pairs:
        link = key
        if isinstance(key, str) and re.fullmatch("[0-9]{1,6}", key, re.ASCII):
            link = int(key)
        if isinstance(link, bool) or not isinstance(link, int) or not 1 <= link <= links:
            raise EverywayError("no link of the chain:", text=key, hint=f"count from 1 to {links}")
        if link in found:
            raise EverywayError("a link is named twice:", text=link, where=what)
        found[link] = said
    return sorted(found.items())


def read_fixed(board: Board, value: object) -> Numbered:
    """Return the cells on which links must lie, from a table or text such as ``"1:b1"``."""
    if value is None:
        return ()
    pairs = read_numbered(value, "fixed links", board.squares, len(board.shape) == 2)
    fixed = tuple((link, parse_square(board.shape, square)) for link, square in pairs)
    for _, cell in fixed:
        if cell in board.missing:
            name = square_name(board.shape, cell)
            raise EverywayError("a link is fixed where there is no square:", text=name)
    cells = [cell for _, cell in fixed]
    if len(set(cells)) < len(cells):
        raise EverywayError("two links are fixed on one square")
    return fixed


def fixed_data(board: Board, fixed: Numbered) -> dict[str, str]:
    """Return fixed places as a table of plain data."""
    return {str(link): square_name(board.shape, cell) for link, cell in fixed}


def fixed_text(board: Board, fixed: Numbered) -> str:
    """Return fixed places as one text, which ``read_fixed`` reads back."""
    joiner = "," if len(board.shape) == 2 else ";"
    return joiner.join(f"{link}:{square_name(board.shape, cell)}" for link, cell in fixed)


def board_repr(board: Board) -> str:
    """Return a board as Python writes it; its text where that says all."""
    return repr(board) if board.holes else repr(board.size_text())


def board_data(board: Board) -> dict[str, Any]:
    """Return a board as plain data: its size, and its holes where it has some."""
    data: dict[str, Any] = {"board": board.size_text()}
    if board.holes:
        data["holes"] = [square_name(board.shape, cell) for cell in sorted(board.holes)]
    return data


def board_from_data(data: dict[str, Any]) -> Board:
    """Rebuild a board from its data; ``board`` may also be rows of ``. - #``, as in a list."""
    value = data["board"]
    if isinstance(value, Sequence) and not isinstance(value, str):
        if not all(isinstance(row, str) for row in value):
            raise EverywayError("rows of a board are text, not", text=value)
        value = "\n".join(value)
    if isinstance(value, str) and len(value) > 10 * MOST_LETTERS:
        raise EverywayError("too long a text for a board:", text=value)
    bare = read_board(value)
    holes = data.get("holes", [])
    if not isinstance(holes, str | list | tuple):
        raise EverywayError("holes are a list of squares, not", text=holes)
    more = [coordinates_of(bare.shape, cell) for cell in sorted(bare.holes)]
    return Board(*bare.shape, holes=[*_squares(bare, holes), *more])


def _squares(board: Board, holes: str | Sequence[object]) -> list[tuple[int, ...]]:
    from everyway.geometry.notation import parse_squares

    return [coordinates_of(board.shape, cell) for cell in sorted(parse_squares(board.shape, holes))]


def check_keys(data: Mapping[str, Any], known: Sequence[str], kind: str) -> None:
    """Raise ``EverywayError`` for a key that is not *known*, or when there is no board."""
    for key in data:
        if key not in known:
            raise EverywayError(f"a {kind} has no key", text=key, hint="one of " + ", ".join(known))
    if "board" not in data:
        raise EverywayError(f"a {kind} needs a board", hint='such as board = "4x4"')
