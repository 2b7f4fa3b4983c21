"""Arrangements as words of the command: ``permutations abcd 3``, ``powerset red,green,blue``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.families.arrangement import OPTIONS
from everyway.families.arrangement.puzzle import (
    Arrangements,
    Combinations,
    Permutations,
    PowerSet,
)

RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
COMMAS = re.compile("[,\uff0c\u3001]")
"""Commas, full-width and ideographic ones among them."""

MOST_LETTERS = 1_000_000


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Arrangements:
    """Make an arrangement from the words of the command and its options.

    The items are the letters of the second word; or words between commas or blanks (``red,green``;
    one alone is written ``red,``); or whole numbers in a row (``1..12``). The third word is the
    number of places or items.
    """
    word, rest = words[0].lower(), list(words[1:])
    given = own_options(OPTIONS, options, word)
    order = given.get("order", "lexicographic")
    if not rest:
        raise EverywayError(f"{word} needs items", hint=f"such as: {word} abcd{_hint(word)}")
    items, numbers = items_of(rest[0]), rest[1:]
    if question != "unrank":
        # There the number may be the rank, which the report has something to say about.
        _refuse_number(rest[0], numbers)
    most = 0 if word == "powerset" else 1
    if len(numbers) > most:
        raise EverywayError(f"{word} needs nothing else than", text=" ".join(["items", *numbers]),
                            hint=f"write: {word} abcd{_hint(word)}")  # fmt: skip
    if word == "powerset":
        return PowerSet(items, order)
    if word == "permutations":
        return Permutations(items, _number(numbers[0]) if numbers else None, order)
    if not numbers:
        raise EverywayError("combinations needs a number of items", hint="combinations abcd 2")
    return Combinations(items, _number(numbers[0]), order)


def _hint(word: str) -> str:
    return "" if word == "powerset" else " 3"


def _number(text: str) -> int:
    text = plain_form(text)
    if not re.fullmatch("[0-9]{1,9}", text):
        raise EverywayError("a number of items cannot be", text=text, hint="give a whole number")
    return int(text)


def _is_number(text: str, k: int | None) -> bool:
    """Return whether *text* is surely meant as a number of items, and not as digits.

    One digit alone is, and so are fewer digits than are to be taken.
    """
    return re.fullmatch("[0-9]+", text) is not None and len(text) < max(2, k or 0)


def _refuse_number(text: str, numbers: Sequence[str]) -> None:
    if _is_number(text, _number(numbers[0]) if numbers else None):
        number = text.lstrip("0")[:9]
        last = number if number not in ("", "1") else "9"
        raise EverywayError(
            "items are letters or digits, and not their number:",
            text=text,
            hint=f"for the numbers 1 to {last} write 1..{last}; "
            f"for digits put commas: {text[0]},{text[1:2]}",
        )


def items_of(text: str) -> tuple[Any, ...]:
    """Return the items that one word of the command names.

    >>> items_of("abc"), items_of("red,green"), items_of("red green"), items_of("red,")
    (('a', 'b', 'c'), ('red', 'green'), ('red', 'green'), ('red',))
    >>> items_of("9..11")
    (9, 10, 11)
    """
    if len(text) > MOST_LETTERS:
        raise EverywayError(f"over {MOST_LETTERS} letters are too much for items")
    numbers = RANGE.fullmatch(plain_form(text))
    if numbers:
        low, high = int(numbers[1]), int(numbers[2])
        if low > high or high - low > 10_000:
            raise EverywayError("no items from", text=text, hint="such as 1..12")
        return tuple(range(low, high + 1))
    if ".." in plain_form(text):
        raise EverywayError("no whole range:", text=text, hint="such as 1..12")
    if not COMMAS.search(text):
        words = text.split()
        return tuple(words) if len(words) > 1 else tuple(text.strip())
    items = [item.strip() for item in COMMAS.split(text)]
    if items[-1] == "":
        del items[-1]
    if "" in items:
        raise EverywayError("an item between commas is empty:", text=text)
    return tuple(items)


def _items_word(items: tuple[Any, ...], k: int) -> str | None:
    """Return the word from which *items* are read where *k* of them are taken, or None."""
    if all(isinstance(item, str) for item in items):
        text = "".join(items)
        if any(len(item) != 1 for item in items) or _is_number(text, k):
            text = ",".join(items)
            text += "," if len(items) == 1 else ""
    elif all(type(item) is int and abs(item) < 10**9 for item in items):
        text = f"{items[0]}..{items[-1]}"
    else:
        return None
    if text.startswith("-") or not all(map(str.isprintable, text)):
        return None
    try:
        return text if items_of(text) == items else None
    except EverywayError:
        return None


def from_text(text: str) -> Arrangements | None:
    """Return None: arrangements have no text form but TOML and JSON."""
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, or None if its items are no such words.

    >>> to_words(Permutations("abcd", 3, "exchange")), to_words(PowerSet(["red", "green"]))
    ('permutations abcd 3 --order exchange', 'powerset red,green')
    """
    if not isinstance(puzzle, Arrangements):
        return None
    items = _items_word(puzzle.items, 0 if isinstance(puzzle, PowerSet) else puzzle.length)
    if items is None:
        return None
    words = [puzzle.kind, items]
    if not isinstance(puzzle, PowerSet):
        words.append(str(puzzle.length))
    if puzzle.order != "lexicographic":
        words += ["--order", puzzle.order]
    return shlex.join(words)
