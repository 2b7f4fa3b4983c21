"""Arrangements as text: how they are written, and how a candidate is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from itertools import islice
from typing import TYPE_CHECKING, Any

from everyway.core.errors import EverywayError
from everyway.core.written import written_list

if TYPE_CHECKING:
    from everyway.families.arrangement.puzzle import Arrangements

MOST_LETTERS = 100_000
MOST_STEPS = 20_000
"""So many steps are tried to part a text into items that may be long, or hold blanks."""
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
        if not isinstance(candidate, Set):
            read = _from_data(puzzle, read)
        if isinstance(candidate, Set):
            return tuple(sorted(read, key=lambda item: puzzle.kinds.get(item, len(puzzle.kinds))))
        for item in read:
            hash(item)
    except TypeError:
        raise EverywayError("an arrangement holds no such things:", text=candidate) from None
    return read


def _from_data(puzzle: Arrangements, read: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return items; those that JSON has no form for may be given as the text that stands there."""
    if all(not isinstance(item, str) or item in puzzle.kinds for item in read):
        return read
    names = {str(item): item for item in reversed(puzzle.kinds) if not isinstance(item, str)}
    return tuple(
        names.get(item, item) if isinstance(item, str) and item not in puzzle.kinds else item
        for item in read
    )


def _from_text(puzzle: Arrangements, text: str) -> tuple[Any, ...]:
    if len(text) > MOST_LETTERS:
        raise EverywayError(f"over {MOST_LETTERS} letters are too much for an arrangement")
    names: dict[str, Any] = {}
    for item in puzzle.kinds:
        names.setdefault(item_text(item), item)
    if text in names:
        return (names[text],)
    listed = written_list(text)
    if listed is not None and all(isinstance(item, str | int) for item in listed):
        return _from_data(puzzle, tuple(names.get(str(word), word) for word in listed))
    bare = text.strip()
    for left, right in BRACKETS:
        if bare[:1] == left and bare[-1:] == right and not {left, right} & names.keys():
            bare = bare[1:-1]
            break
    words = [word for word in re.split(r"[\s,]+", bare) if word]
    gaps = any(re.search(r"[\s,]", name) for name in names)
    if all(word in names for word in words) and not gaps:
        return tuple(names[word] for word in words)
    for whole, joiner in ((text, ""), (text, " "), (bare, ",")):
        found = _joined(puzzle, names, whole, joiner)
        if found is not None:
            return found
    return tuple(names.get(word, word) for word in words)


def _joined(
    puzzle: Arrangements, names: dict[str, Any], text: str, joiner: str
) -> tuple[Any, ...] | None:
    """Return the items of which *text* is made, with *joiner* between them, or None.

    Of several ways one that is an arrangement of the puzzle, else any.
    """
    other = None
    stack: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    for _ in range(MOST_STEPS):
        if not stack:
            break
        place, parts = stack.pop()
        if parts and place == len(text):
            found = tuple(names[part] for part in parts)
            if puzzle.why_not(found) is None:
                return found
            other = other or found
            continue
        if parts:
            if not text.startswith(joiner, place):
                continue
            place += len(joiner)
        if len(parts) < len(puzzle.items):
            fitting = [name for name in names if name and text.startswith(name, place)]
            stack += [(place + len(name), (*parts, name)) for name in reversed(fitting)]
    return other
