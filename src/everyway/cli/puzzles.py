"""From words and files to puzzles."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import Family, flag_of
from everyway.core.files import read_file
from everyway.core.puzzle import Puzzle
from everyway.families.line import ENDINGS, words_and_options
from everyway.families.registry import family, family_of_word, load, unknown_word

STDIN = "-"


def read_text(name: str) -> str:
    """Return the text of the file *name*, or of standard input for ``-``.

    Raises ``EverywayError`` when there is no such file, or it is no text.
    """
    return read_file(name, _from_standard_input if name == STDIN else None)


def _from_standard_input(most: int) -> bytes:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer.read(most)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a name too long, or with a NUL
        return False


def _may_be_file(name: str) -> bool:
    return name == STDIN or name.lower().endswith(ENDINGS) or _is_file(name)


def _own_or_file(
    found: Family, first: str, name: str, options: Mapping[str, Any], question: str
) -> Puzzle:
    """Return the puzzle of the words, or where *name* says nothing to the family, of that file.

    ``magic 4`` is of order 4, even where there is a file called 4.
    """
    try:
        return found.puzzle_from_words([first, name], options, question)
    except EverywayError:
        return found.puzzle_from_words([first, read_text(name)], options, question)


def spread(words: Sequence[str], options: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Return words and options where the puzzle may be one word, as in ``count "queens 8"``.

    It is taken apart where it begins with a puzzle's word, and is no puzzle and no file as it
    stands.
    """
    first = words[0] if words else ""
    begins = first.split(maxsplit=1)
    whole = len(begins) < 2 or family_of_word(first) is not None or _is_file(first)
    if whole or family_of_word(begins[0]) is None:
        return list(words), dict(options)
    own, given = words_and_options(first)
    for name in given:
        if options.get(name) is not None:
            raise EverywayError("an option is given twice:", text=flag_of(name))
    return [*own, *words[1:]], {**options, **given}


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words that name the puzzle, and those that follow it.

    A file is one word; how many words a family's puzzle takes, the family knows.
    """
    own, given = spread(words[:1], {})
    apart = [*own, *words[1:]]
    found = family_of_word(apart[0]) if apart else None
    number = 1 if found is None else found.word_count(apart)
    if number == len(own) or given:
        return list(words[:1]), list(words[1:])
    return apart[:number], apart[number:]


def puzzle_of(words: Sequence[str], options: Mapping[str, Any], question: str) -> Puzzle:
    """Return the puzzle that *words* and *options* of the command describe.

    The words are a family's own (``queens 8``), or one file (``puzzle.toml``, ``-`` for standard
    input). After a word of which a family has a form of text, a file may hold that text.
    """
    if not words:
        raise EverywayError("no puzzle is named; write queens 8, or a file")
    words, options = spread(words, options)
    first = words[0]
    found = family_of_word(first)
    if found is None and len(words) > 1 and family_of_word(" ".join(words)) is not None:
        # An equation without quotes: SEND + MORE = MONEY.
        return puzzle_of([" ".join(words)], options, question)
    if found is not None:
        rest = list(words[1:])
        if first.lower() in found.file_words and len(rest) == 1 and "\n" not in rest[0]:
            rest = [read_text(rest[0])]
        if len(rest) == 1 and first.lower() in found.text_forms and _may_be_file(rest[0]):
            return _own_or_file(found, first, rest[0], options, question)
        return found.puzzle_from_words([first, *rest], options, question)
    if first != STDIN and not first.lower().endswith(ENDINGS) and not _is_file(first):
        raise unknown_word(first)
    if len(words) > 1:
        raise EverywayError("one file is a whole puzzle; what is", text=" ".join(words[1:]))
    for name, value in options.items():
        if value is not None:
            raise EverywayError(
                f"{flag_of(name)} does not go with a file", hint="write it in the file"
            )
    return load(read_text(first))


def other_name(words: Sequence[str], puzzle: Puzzle) -> str | None:
    """Return in words under which name the pieces of *words* are known, if it is another one.

    >>> other_name(["rooks+bishops", "8"], puzzle_of(["rooks+bishops", "8"], {}, "count"))
    'rooks+bishops are queens'
    >>> other_name(["A+B=C"], puzzle_of(["A+B=C"], {}, "count"))
    """
    if not hasattr(puzzle, "piece"):
        return None
    words, _ = spread(words, {})
    known = family(puzzle.family).words_of(puzzle)
    name = known.split()[0] if known else words[0].lower()
    typed = words[0].lower().replace(" ", "")
    if ("+" not in typed and "(" not in typed) or name == typed:
        return None
    return f"{words[0]} are {name}"


def with_candidate(arguments: list[str]) -> list[str]:
    """Return *arguments* with a candidate that begins with a minus kept from being an option.

    So trees begin, and pictures of boards with a hole in the upper left.

    >>> with_candidate(["check", "komachi", "3", "+ = 3"]), with_candidate(["check", "x", "- = 3"])
    (['check', 'komachi', '3', '+ = 3'], ['check', 'x', '--', '- = 3'])
    """
    if arguments[:1] != ["check"] or "--" in arguments or len(arguments) < 3:
        return arguments
    drawn = re.match(r"-(?!-).*[\s/]", arguments[-1], re.DOTALL)
    if drawn is None or arguments[-2].startswith("--"):
        return arguments
    return [*arguments[:-1], "--", arguments[-1]]
