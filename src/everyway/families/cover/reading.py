"""Exact covers as text, in the form that Knuth's programs read.

The first line names the items, those after ``|`` optional; each further line is an option. A colour
follows an optional item as in ``q:A``. An item that must be covered other than once has its numbers
before its name: ``2:3|name``, or ``2|name`` for exactly two. Lines that begin with ``|`` are
remarks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from everyway.core.errors import EverywayError

TIMES = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6})\|(.+)")
NAME = re.compile(r"[^\s:|]+")


def read_times(word: str) -> tuple[str, int, int]:
    """Return the name of an item, and how often it must and may be covered.

    >>> read_times("2:3|a"), read_times("2|a"), read_times("a")
    (('a', 2, 3), ('a', 2, 2), ('a', 1, 1))
    """
    found = TIMES.fullmatch(word)
    if found is None:
        return word, 1, 1
    most = int(found[2])
    return found[3], most if found[1] is None else int(found[1]), most


def read_text(text: str) -> tuple[list[str], list[str], list[list[str]]]:
    """Return the items that must be covered, the optional ones, and the options of a text."""
    lines = [line.split() for line in text.splitlines()]
    lines = [words for words in lines if words and not words[0].startswith("|")]
    if not lines:
        raise EverywayError("an exact cover has a line of items, and a line for each option")
    first = lines[0]
    if "|" in first:
        place = first.index("|")
        return first[:place], first[place + 1 :], lines[1:]
    return first, [], lines[1:]


def looks_like_a_cover(text: str) -> bool:
    """Return whether a text is plainly in Knuth's form: options of items of the first line."""
    try:
        items, secondary, options = read_text(text)
    except EverywayError:
        return False
    names = [read_times(word)[0] for word in items] + secondary
    if len(set(names)) != len(names) or not options or not items:
        return False
    known = set(names)
    remark = text.lstrip().startswith("| ")
    if not (remark or "|" in text or any(len(option) < len(names) for option in options)):
        return False
    return all(word.partition(":")[0] in known for option in options for word in option)


def write_text(items: Sequence[str], secondary: Sequence[str], options: Any) -> str:
    """Return items and options as a text in Knuth's form."""
    first = [*items, *(["|", *secondary] if secondary else [])]
    return "\n".join(" ".join(words) for words in [first, *options]) + "\n"
