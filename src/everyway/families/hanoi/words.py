"""The Tower of Hanoi as words of the command: ``hanoi 4 --pegs 4``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.puzzle import Puzzle
from everyway.families.hanoi import OPTIONS, WORD
from everyway.families.hanoi.puzzle import MOST_DISCS, Hanoi
from everyway.families.hanoi.states import LETTERS, short_state


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Hanoi:
    """Make a puzzle from the words of the command and its options."""
    given = own_options(OPTIONS, options, WORD)
    if len(words) != 2:
        raise EverywayError(f"{WORD} needs a number of discs and nothing else", hint="hanoi 3")
    number = words[1].strip()
    if not (number.isascii() and number.isdigit()):
        raise EverywayError("no number of discs:", text=words[1], hint="give a whole number")
    digits = number.lstrip("0") or "0"
    if len(digits) > len(str(MOST_DISCS)):
        raise EverywayError("the number of discs cannot be", text=number, hint="that is too large")
    return Hanoi(int(digits), **given)


def from_text(text: str) -> Hanoi | None:
    """Return None: TOML and JSON are enough."""
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words: options in a fixed order, defaults left out.

    >>> to_words(Hanoi(4, pegs=4, goal="B", moves="linear"))
    'hanoi 4 --pegs 4 --goal B --moves linear'
    """
    if not isinstance(puzzle, Hanoi):
        return None
    words = [WORD, str(puzzle.discs)]
    words += [f"--pegs {puzzle.pegs}"] if puzzle.pegs != 3 else []
    start, goal = short_state(puzzle.start), short_state(puzzle.goal)
    words += [f"--start {start}"] if start not in ("", "A") else []
    if puzzle.any_goal:
        words.append("--goal any")
    elif goal not in ("", LETTERS[puzzle.pegs - 1]):
        words.append(f"--goal {goal}")
    words += [f"--moves {shlex.quote(puzzle.moves)}"] if puzzle.moves != "all" else []
    return " ".join(words)
