"""A range of sizes in words of the command, such as ``queens 1..8`` or ``tour 3x4..8``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle

RANGE = re.compile(r"((?:[0-9]+x)*)([0-9]{1,6})\.\.([0-9]{1,6})((?:x[0-9]+)*)")
"""A range, alone or as one side of a size: what is before it, its ends, what is after it."""

WITH_N = re.compile(r"n|[0-9]+\.\.n|[0-9n]+(x[0-9n]+)+")
MOST_ROWS = 10_000

Make = Callable[[Sequence[str], Mapping[str, Any], str], Puzzle]
"""What makes a puzzle from words, options and the name of the question."""


def split_range(words: Sequence[str]) -> tuple[list[str], range]:
    """Return the words with ``n`` for the size, and the range of n.

    The range stands for the size itself (``queens 1..8``) or for one side of it (``tour 3x4..8``),
    or last, after a word with n in it (``queens nxnxn 1..4``, ``permutations 1..n 1..6``).

    >>> split_range(["tour", "3x4..8"])
    (['tour', '3xn'], range(4, 9))
    """
    words = [_plain(word) for word in words]
    places = [i for i, word in enumerate(words) if RANGE.fullmatch(word)]
    if len(places) != 1:
        got = " ".join(words) or "nothing"
        raise EverywayError("one range such as 1..8 is needed, not", text=got)
    found = RANGE.fullmatch(words[places[0]])
    assert found is not None
    before, low, high, after = found[1], int(found[2]), int(found[3]), found[4]
    if low > high or high - low >= MOST_ROWS:
        raise EverywayError(
            "no range of a table:", text=words[places[0]], hint="such as 1..8 or 3x4..8"
        )
    rest = list(words)
    if not before and not after and any(_has_n(word) for word in words):
        del rest[places[0]]
    else:
        rest[places[0]] = f"{before}n{after}"
    return rest, range(low, high + 1)


def _plain(word: str) -> str:
    """Return a word that is a range, or has n in it, in plain form; any other as it is."""
    plain = plain_form(word)
    return plain if RANGE.fullmatch(plain) or _has_n(plain) else word


def _has_n(word: str) -> bool:
    return WITH_N.fullmatch(word) is not None and "n" in word


def has_range(words: Sequence[str]) -> bool:
    """Return whether one of *words* is a range of n."""
    return any(RANGE.fullmatch(_plain(word)) for word in words)


def asked_in_range(
    words: Sequence[str], options: Mapping[str, Any], question: str, make: Make
) -> Iterator[tuple[int, Puzzle | EverywayError]]:
    """Yield each n of the range in *words* with its puzzle, which *make* makes; n rises.

    Where there is no such puzzle, its error stands for it. Raises ``EverywayError`` at once where
    there is no range.
    """
    template, sizes = split_range(words)
    return _filled(template, sizes, options, question, make)


def puzzles_in_range(
    words: Sequence[str], options: Mapping[str, Any], question: str, make: Make
) -> Iterator[tuple[int, Puzzle]]:
    """Yield each n of the range in *words* for which there is a puzzle, and the puzzle.

    Raises ``EverywayError`` at once where there is no range, and at the end for the first n where
    there is no puzzle for any.
    """
    return _able(asked_in_range(words, options, question, make))


def _able(asked: Iterable[tuple[int, Puzzle | EverywayError]]) -> Iterator[tuple[int, Puzzle]]:
    first, some = None, False
    for n, puzzle in asked:
        if isinstance(puzzle, EverywayError):
            first = first or puzzle
        else:
            some = True
            yield n, puzzle
    if first is not None and not some:
        raise first


def _filled(
    template: Sequence[str],
    sizes: range,
    options: Mapping[str, Any],
    question: str,
    make: Make,
) -> Iterator[tuple[int, Puzzle | EverywayError]]:
    def put(value: Any, n: int) -> Any:
        if not isinstance(value, str):
            return value
        return _plain(value).replace("n", str(n)) if _has_n(plain_form(value)) else value

    for n in sizes:
        filled = {name: put(value, n) for name, value in options.items()}
        try:
            puzzle: Puzzle | EverywayError = make([put(w, n) for w in template], filled, question)
        except EverywayError as error:
            puzzle = error
        yield n, puzzle
