"""Magic squares as words of the command: ``magic 4``, ``magic '8 . . / . 5 . / . . .'``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.puzzle import Puzzle

from . import OPTIONS, WORD
from .puzzle import MagicSquare
from .reading import BLANK, MOST_TEXT, NUMBER, cells_text, numbers_text, tokens

ORDER = re.compile("[0-9]{1,6}", re.ASCII)


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> MagicSquare:
    """Make a puzzle from ``magic`` and its order, or the rows of a partly filled square."""
    given = own_options(OPTIONS, options, WORD)
    rest = list(words[1:])
    if not rest and "given" in given:
        return MagicSquare(len(tokens(given["given"])), **given)
    if not rest:
        raise EverywayError(
            "magic needs an order such as 4, or rows such as '8 . 6 / 3 5 7 / 4 9 2'"
        )
    if len(rest) > 1:
        raise EverywayError(
            "magic needs its order, and nothing else, not",
            text=" ".join(rest),
            hint="rows are written as one word, in quotes",
        )
    size = rest[0].strip()
    if ORDER.fullmatch(size):
        return MagicSquare(int(size), **given)
    rows = tokens(size)
    if len(rows) < 2:
        raise EverywayError("no order of a magic square:", text=size, hint="such as 4")
    if "given" in given:
        raise EverywayError("the rows are given twice: as a word, and as --given")
    return MagicSquare(len(rows), given=size, **given)


def from_text(text: str) -> MagicSquare | None:
    """Return the puzzle that rows of numbers and blanks draw, or None for any other text.

    There are as many rows as columns, two or more, at least one number, and no number twice.
    Raises ``EverywayError`` where a text is plainly a square, but for a mistake.
    """
    if len(text) > MOST_TEXT:
        return None
    rows = tokens(text)
    words = [word for row in rows for word in row]
    numbers = [int(word) for word in words if NUMBER.fullmatch(word)]
    odd = [w for w in words if not NUMBER.fullmatch(w) and not BLANK.fullmatch(w)]
    square = len(rows) > 1 and all(len(row) == len(rows) for row in rows)
    right = square and not odd and numbers and len(set(numbers)) == len(numbers)
    if right or _plainly_square(rows, words, len(numbers), len(odd)):
        return MagicSquare(len(rows), given=text)
    return None


def _plainly_square(
    rows: Sequence[Sequence[str]], words: Sequence[str], numbers: int, odd: int
) -> bool:
    """Return whether rows are those of a square with a mistake, and can be nothing else.

    Most words are numbers and one at most is odd; most rows have as many words as there are rows;
    and the words are too many different ones for a map of regions.
    """
    order = len(rows)
    fitting = sum(len(row) == order for row in rows)
    return (
        order > 2
        and odd < 2
        and 2 * numbers > len(words)
        and 2 * fitting > order
        and len(set(words)) > order
    )


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, options in a fixed order.

    >>> to_words(MagicSquare(5, centre=13, class_="pandiagonal"))
    'magic 5 --class pandiagonal --centre 13'
    """
    assert isinstance(puzzle, MagicSquare)
    words = [WORD, str(puzzle.order)]
    if puzzle.class_ != "magic":
        words.append(f"--class {puzzle.class_}")
    fixed = puzzle.fixed
    middle = puzzle.size // 2
    if list(fixed) == [middle] and puzzle.order % 2:
        words.append(f"--centre {fixed[middle]}")
    elif fixed:
        words.append(f"--given '{cells_text(puzzle.given, puzzle.order)}'")
    if puzzle.numbers is not None:
        words.append(f"--numbers {numbers_text(puzzle.numbers)}")
        if len(puzzle.numbers) > puzzle.size:
            words.append(f"--sum {puzzle.sum}")
    return " ".join(words)
