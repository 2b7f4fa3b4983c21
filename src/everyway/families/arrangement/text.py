"""Arrangements as text: how they are written, and how a candidate is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from itertools import islice
from typing import TYPE_CHECKING, Any

from everyway.core.errors import EverywayError

if TYPE_CHECKING:
    from everyway.families.arrangement.puzzle import Arrangements

MOST_LETTERS = 100_000
BRACKETS = (("{", "}"), ("(", ")"), ("[", "]"))


def item_text(item: object) -> str:
    """Return an item as text on one line, with what cannot be printed escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(item))


def line_of(arrangement: tuple[Any, ...], marks: str = "") -> str:
    """Return items as a line: blanks between them, or *marks*, which are bracket, comma, bracket.

    >>> line_of((1, 2, 3)), line_of((3, 4), "{,}"), line_of(())
    ('1 2 3', '{3,4}', '()')
    """
    texts = [item_text(item) for item in arrangement]
    if marks:
        return marks[0] + marks[1].join(texts) + marks[2]
    return " ".join(texts) if texts else "()"


def read_candidate(puzzle: Arrangements, candidate: object) -> tuple[Any, ...]:
    """Return a candidate as a tuple, whether its items are the puzzle's or not.

    A text has its items between blanks or commas, or is characters that are items; a set is taken
    in the order of the items. Raises ``EverywayError`` for what holds no hashable things.
    """
    if isinstance(candidate, str):
        return _from_text(puzzle, candidate)
    if not isinstance(candidate, Iterable):
        raise EverywayError("an arrangement is a tuple of items or a text, not", text=candidate)
    # More items than there are settle that it is none.
    read = tuple(islice(candidate, len(puzzle.items) + 1))
    try:
        if isinstance(candidate, Set):
            return tuple(sorted(read, key=lambda item: puzzle.kinds.get(item, len(puzzle.kinds))))
        for item in read:
            hash(item)
    except TypeError:
        raise EverywayError("an arrangement holds no such things:", text=candidate) from None
    return read


def _from_text(puzzle: Arrangements, text: str) -> tuple[Any, ...]:
    if len(text) > MOST_LETTERS:
        raise EverywayError(f"over {MOST_LETTERS} letters are too much for an arrangement")
    names: dict[str, Any] = {}
    for item in puzzle.kinds:
        names.setdefault(item_text(item), item)
    if text in names:
        return (names[text],)
    text = text.strip()
    for left, right in BRACKETS:
        if text[:1] == left and text[-1:] == right and not {left, right} & names.keys():
            text = text[1:-1]
            break
    words = [word for word in re.split(r"[\s,]+", text) if word]
    if len(words) == 1 and words[0] not in names and all(c in names for c in words[0]):
        words = list(words[0])
    return tuple(names.get(word, word) for word in words)
