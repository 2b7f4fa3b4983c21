"""Digit puzzles as words of the command: ``komachi 100``, ``digits "n*(n+1)"``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import flag_of, own_options
from everyway.core.puzzle import Puzzle
from everyway.families.digits import KOMACHI, OPTIONS

from .game import NumberGame
from .komachi import ANY, Komachi, signs_text
from .pandigital import MARKS, DigitPuzzle, range_text


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Puzzle:
    """Make a puzzle from the words of the command and its options.

    ``komachi`` takes the target: a whole number, a fraction such as ``7/3``, or ``any``.
    """
    word, rest = words[0].lower(), list(words[1:])
    given = own_options(OPTIONS, options, word)
    if word == KOMACHI and "items" in given:
        return _game(rest, given)
    kind: type[Komachi] | type[DigitPuzzle] = Komachi if word == KOMACHI else DigitPuzzle
    what = "a target such as 100, 7/3 or any" if word == KOMACHI else "a formula such as 'n*(n+1)'"
    allowed = {f.name for f in fields(kind)}
    for name in given:
        if name == "any_order" and word == KOMACHI:
            raise EverywayError("--any-order needs numbers", hint="such as --items '3 3 8 8'")
        if name not in allowed:
            raise EverywayError(f"{flag_of(name)} does not apply to {word}")
    if word == KOMACHI and question == "targets" and not rest:
        rest = [ANY]
    if len(rest) != 1:
        if not rest:
            raise EverywayError(f"{word} needs {what}")
        raise EverywayError(f"{word} needs {what}, and nothing else, not", text=" ".join(rest))
    return kind(rest[0], **given) if kind is DigitPuzzle else Komachi(target=rest[0], **given)


def _game(rest: Sequence[str], given: dict[str, Any]) -> NumberGame:
    """Make a puzzle of given numbers, which keep their order unless any is allowed."""
    for name in given:
        if name == "parentheses":
            raise EverywayError("--parentheses does not go with --items", hint="they are allowed")
        if name not in ("items", "operators", "any_order"):
            raise EverywayError(f"{flag_of(name)} does not go with --items")
    if len(rest) != 1:
        raise EverywayError("--items needs one target, not", text=" ".join(rest), hint="komachi 24")
    return NumberGame(**{"any_order": False, "target": rest[0], **given})


def from_text(text: str) -> Puzzle | None:
    """Return None: digit puzzles have no text form of their own."""
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, options in a fixed order, or None.

    A negative target has none: it would be taken for an option, unless ``--`` stands before it.

    >>> to_words(Komachi(operators="+-*/"))
    "komachi 100 --operators '+-*/'"
    """
    if isinstance(puzzle, DigitPuzzle):
        return _formula_words(puzzle)
    assert isinstance(puzzle, Komachi | NumberGame)
    if isinstance(puzzle.target, int | Fraction) and puzzle.target < 0:
        return None
    if isinstance(puzzle, NumberGame):
        return _game_words(puzzle)
    target = ANY if puzzle.target is None else str(puzzle.target)
    words = []
    for f in fields(puzzle):
        value = getattr(puzzle, f.name)
        option = f"--{f.name.replace('_', '-')}"
        if f.name == "target" or value == f.default:
            continue
        if isinstance(value, bool):
            words.append(option if value else f"--no-{option[2:]}")
        elif isinstance(value, tuple):
            words.append(f"{option} {signs_text(value)}")
        else:
            words.append(f"{option} {shlex.quote(str(value))}")
    return " ".join(["komachi", target, *words])


def _game_words(puzzle: NumberGame) -> str:
    words = f"komachi {puzzle.target} --items {shlex.quote(' '.join(map(str, puzzle.numbers)))}"
    words += " --any-order" if puzzle.any_order else ""
    if puzzle.operators != "+-*/":
        words += f" --operators {shlex.quote(puzzle.operators)}"
    return words


def _formula_words(puzzle: DigitPuzzle) -> str:
    words = ["digits", shlex.quote(puzzle.formula)]
    if puzzle.digits != MARKS[: puzzle.base]:
        words.append(f"--digits {puzzle.digits}")
    if puzzle.base != 10:
        words.append(f"--base {puzzle.base}")
    if isinstance(puzzle.between, tuple):
        words.append(f"--between {range_text(puzzle.between)}")
    return " ".join(words)
