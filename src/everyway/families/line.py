"""A puzzle as one line of text: words and options of the command, without files.

The page keeps a puzzle in its address this way; whoever reads the line can type it after
``everyway count``.
"""

from __future__ import annotations

import difflib
import json
import shlex
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import Family, Option, flag_of
from everyway.core.files import read_file
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.families.registry import (
    NAMES_A_KIND,
    families,
    family,
    family_of_word,
    unknown_word,
)
from everyway.families.registry import load as load_text

ENDINGS = (".toml", ".json", ".txt")
"""What the names of files end with, and no puzzle."""

MOST_CHARACTERS = 200_000
"""More than any puzzle needs that somebody has typed or painted."""


def words_and_options(line: str) -> tuple[list[str], dict[str, Any]]:
    """Return the words of a line as a shell would split it, and the families' options in it.

    Options may stand anywhere, as at the command: ``--number 8``, ``--number=8``, ``--torus``,
    ``--no-peaceful``. After ``--`` all is words. Raises ``EverywayError`` for an open quotation
    mark, an unknown option, or one without its value.

    >>> words_and_options("queens 8x8 --fixed a1 --torus")
    (['queens', '8x8'], {'fixed': 'a1', 'torus': True})
    """
    try:
        parts = shlex.split(line)
    except ValueError as error:
        hint = "every \" and ' needs its partner"
        raise EverywayError("a quotation mark is left open in", text=line, hint=hint) from error
    known = _flags()
    words: list[str] = []
    options: dict[str, Any] = {}
    rest = iter(parts)
    for part in rest:
        plain = plain_form(part)
        if part == "--":
            words.extend(rest)
        elif not plain.startswith("--"):
            words.append(part)
        else:
            flag, equals, value = plain.partition("=")
            option, positive = _option(known, flag)
            if option.kind is bool:
                if equals:
                    raise EverywayError("an option takes no value:", text=part)
                options[option.name] = positive
                continue
            given = value if equals else next(rest, None)
            if given is None:
                raise EverywayError("an option needs a value:", text=flag, hint=option.help)
            options[option.name] = _value(option, given)
    return words, options


def _flags() -> dict[str, tuple[Option, bool]]:
    """Return every option of the families by the flags that set it, to true or to false."""
    found: dict[str, tuple[Option, bool]] = {}
    for known in families():
        for option in known.options:
            flag = flag_of(option.name)
            found.setdefault(flag, (option, True))
            if option.kind is bool:
                name = flag.removeprefix("--")
                opposite = name.removeprefix("no-") if name.startswith("no-") else f"no-{name}"
                found.setdefault(f"--{opposite}", (option, False))
    return found


def _option(known: Mapping[str, tuple[Option, bool]], flag: str) -> tuple[Option, bool]:
    if flag not in known:
        near = difflib.get_close_matches(flag, known, n=1)
        hint = f"did you mean {near[0]}?" if near else "see: everyway families NAME"
        raise EverywayError("no puzzle has the option", text=flag, hint=hint)
    return known[flag]


def _value(option: Option, text: str) -> int | str:
    if option.kind is not int:
        return text
    try:
        return int(plain_form(text)) if len(text) <= 20 else int("")
    except ValueError:
        flag = flag_of(option.name)
        raise EverywayError(f"{flag} needs a whole number, not", text=text) from None


def puzzle_from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> Puzzle:
    """Return the puzzle of *words* and *options*; an equation need not be in quotation marks.

    Raises ``EverywayError`` for words that begin no puzzle, among them names of files.
    """
    if not words:
        raise EverywayError("no puzzle is named", hint="write queens 8, or SEND + MORE = MONEY")
    found, rest = family_of_word(words[0]), list(words)
    if found is None and family_of_word(" ".join(words)) is not None:
        rest = [" ".join(words)]
        found = family_of_word(rest[0])
    if found is None:
        raise unknown_word(words[0])
    return found.puzzle_from_words(rest, options, question)


def puzzle_from_line(line: str, question: str = "count") -> Puzzle:
    """Return the puzzle of one line such as ``queens 8 --fixed a1``; no file is read.

    *question* is what will be asked: ``queens 8`` has 8 queens, but any number for ``smallest``.

    >>> puzzle_from_line("queens 6 --fixed b1").count()
    1
    """
    return puzzle_from_words(*words_and_options(line), question)


def puzzle_from_anything(text: str, question: str = "count") -> Puzzle:
    """Return the puzzle that any *text* describes: a line of words, TOML, JSON, a family's form.

    Below a line with a word such as ``regions``, and options, may follow a text of that family's
    own. Raises ``EverywayError`` where nothing can be made of it.
    """
    if not isinstance(text, str) or not text.strip():
        raise EverywayError("no puzzle is given", hint="such as queens 8")
    if len(text) > MOST_CHARACTERS:
        raise EverywayError(f"over {MOST_CHARACTERS} characters are too many for a puzzle")
    # Strips empty lines, not the blanks with which the rows of a layout may begin.
    text = text.replace("\r\n", "\n").strip("\n")
    if text.lstrip().startswith("{") or NAMES_A_KIND.search(text):
        return load_text(text)
    first, newline, rest = text.partition("\n")
    if not newline:
        return _from_one_line(first.strip(), question)
    headed = _with_own_text(first, rest, question)
    return load_text(text) if headed is None else headed


def load(source: str | PathLike[str]) -> Puzzle:
    r"""Read a puzzle: a line of words, TOML, JSON, a family's own form, or a ``Path`` to a file.

    A text is never taken for the name of a file. Raises ``EverywayError`` for what is no puzzle, or
    is no file that can be read.

    >>> load('puzzle = "placement"\nboard = "4x4"\nnumber = 4').count(), load("queens 8").count()
    (2, 92)
    """
    if isinstance(source, PathLike):
        return puzzle_from_anything(read_file(fspath(source)))
    text: object = source
    if not isinstance(text, str):
        hint = "give a text, or a Path to a file"
        raise EverywayError("a puzzle is read from text, not from", text=text, hint=hint)
    if text.strip().lower().endswith(ENDINGS) and "\n" not in text.strip():
        hint = "a file is given as a Path: load(Path(…))"
        raise EverywayError("this is the name of a file:", text=text, hint=hint)
    return puzzle_from_anything(text)


def _from_one_line(line: str, question: str) -> Puzzle:
    begins = line.split(maxsplit=1)[0]
    if family_of_word(begins) is None and "=" not in line and _own(line) is not None:
        return load_text(line)
    return puzzle_from_line(line, question)


def _own(line: str) -> Family | None:
    """Return the family that takes a single line for a text of its own form, or None."""
    for known in families():
        try:
            if known.puzzle_from_text(line) is not None:
                return known
        except EverywayError:
            continue
    return None


def _with_own_text(first: str, rest: str, question: str) -> Puzzle | None:
    """Return the puzzle of a line with a family's word, and a text of that family's form below."""
    try:
        words, options = words_and_options(first)
    except EverywayError:
        return None
    found = family_of_word(words[0]) if len(words) == 1 else None
    if found is None or words[0].lower() not in (*found.text_forms, *found.file_words):
        return None
    return found.puzzle_from_words([words[0], rest], options, question)


def line_of(puzzle: Puzzle) -> str:
    """Return *puzzle* as one line that ``puzzle_from_anything`` reads back.

    It is the line of words where the family can write one that comes back as the same puzzle,
    else compact JSON.

    >>> line_of(puzzle_from_line("queens 8"))
    'queens 8x8 --number 8'
    """
    words = family(puzzle.family).words_of(puzzle)
    if words is not None:
        try:
            if puzzle_from_line(words) == puzzle:
                return words
        except EverywayError:
            pass  # such as an item that the shell would read otherwise
    return json.dumps(puzzle.to_dict(), ensure_ascii=False, separators=(",", ":"))
