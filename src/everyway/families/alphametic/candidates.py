"""From what a person gives as an answer to the digits of the letters and blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.families.alphametic.expression import DIGITS
from everyway.families.alphametic.solution import AlphameticSolution

if TYPE_CHECKING:
    from everyway.families.alphametic.puzzle import Alphametic

BLANKS = "blanks"
HINT = "write such as S=9,E=5,N=6"
MOST_CHARACTERS = 100_000


def read_assignments(text: str, base: int, letter_of: Callable[[str], str]) -> dict[str, int]:
    """Return the digits that a text such as ``M=1,O=0`` gives, by letter.

    Digits are decimal numbers in every base. Raises ``EverywayError`` for anything else.
    """
    if len(text) > MOST_CHARACTERS:
        raise EverywayError("too long a list of letters and digits")
    found: dict[str, int] = {}
    for part in re.split(r"[,;\s]+", re.sub(r"\s*[=:]\s*", "=", text.strip())):
        if not part:
            continue
        name, sign, value = part.partition("=")
        if not sign or not name or not re.fullmatch("[0-9]{1,4}", value):
            raise EverywayError("no letter with its digit:", text=part, hint=HINT)
        letter = letter_of(name)
        if int(value) >= base:
            raise EverywayError(f"base {base} has no digit", text=value, where=f"letter {letter}")
        if found.get(letter, int(value)) != int(value):
            raise EverywayError("a letter has two digits:", text=letter)
        found[letter] = int(value)
    return found


def read_candidate(puzzle: Alphametic, candidate: object) -> Data | str:
    """Return the digits of *candidate* in the puzzle's order, or in words why it cannot be one.

    Raises ``EverywayError`` when it cannot be read at all.
    """
    if isinstance(candidate, AlphameticSolution):
        if candidate.puzzle.letters != puzzle.letters:
            return f"it is about other letters: {' '.join(candidate.puzzle.letters)}"
        return _right_length(puzzle, candidate.digits)
    if isinstance(candidate, str):
        return _from_text(puzzle, candidate)
    if isinstance(candidate, Mapping):
        return _from_mapping(puzzle, candidate)
    if isinstance(candidate, Iterable):
        return _right_length(puzzle, _whole(candidate))
    raise EverywayError("no digits of letters:", text=candidate, hint=HINT)


def _whole(digits: Iterable[object]) -> Data:
    found = []
    for digit in digits:
        if isinstance(digit, bool) or not isinstance(digit, int):
            raise EverywayError("no digit:", text=digit, hint=HINT)
        found.append(digit)
    return tuple(found)


def _right_length(puzzle: Alphametic, digits: Data) -> Data | str:
    if len(digits) != puzzle.variables:
        return f"{len(digits)} digits for {puzzle.variables} letters and blanks"
    return digits


def _from_mapping(puzzle: Alphametic, given: Mapping[Any, object]) -> Data | str:
    rest: dict[str, object] = {str(key): value for key, value in given.items()}
    blanks = rest.pop(BLANKS, ())
    if not isinstance(blanks, Iterable):
        raise EverywayError("blanks are a list of digits, not", text=blanks)
    letters = {puzzle.letter(name): value for name, value in rest.items()}
    for letter in letters:
        if letter not in puzzle.letters:
            return f"the puzzle has no letter {letter}"
    for letter in puzzle.letters:
        if letter not in letters:
            return f"{letter} has no digit"
    digits = _whole([letters[letter] for letter in puzzle.letters])
    return _right_length(puzzle, digits + _whole(blanks))


def _from_text(puzzle: Alphametic, text: str) -> Data | str:
    if len(text) > MOST_CHARACTERS:
        raise EverywayError("too long to be an answer")
    blanks = re.search(rf"\b{BLANKS}\s*=\s*([0-9a-z]+)", text)
    assigned = re.search(r"[^\W\d_]\s*[=:]", text) is not None
    if not assigned and not re.search(r"[=+*/×-]|\n", text) and puzzle.variables:
        raise EverywayError("no letters with their digits:", text=text, hint=HINT)
    if not assigned:
        return _from_digits(puzzle, text)
    rest = text if blanks is None else text[: blanks.start()] + " " + text[blanks.end() :]
    given: dict[str, object] = dict(read_assignments(rest, puzzle.base, puzzle.letter))
    if blanks is not None:
        given[BLANKS] = [DIGITS.index(c) for c in blanks[1]]
    return _from_mapping(puzzle, given)


def _from_digits(puzzle: Alphametic, text: str) -> Data | str:
    """Read the equation, or layout, with digits in place of its letters and blanks."""
    cells = [cell for word in puzzle.numbers for cell in word.cells]
    shown = [
        c for c in text.lower() if c in DIGITS and (c.isdigit() or DIGITS.index(c) < puzzle.base)
    ]
    if puzzle.base <= 33:
        shown = [c for c in shown if c != "x" or not re.search(r"(^|\s)x\s", text.lower())]
    if len(shown) != len(cells):
        return f"it has {len(shown)} digits, the puzzle {len(cells)} places"
    found: dict[int, int] = {}
    for cell, character in zip(cells, shown, strict=True):
        digit = DIGITS.index(character)
        if cell < 0:
            if digit != -1 - cell:
                return f"{digit} stands where the puzzle has {-1 - cell}"
        elif found.setdefault(cell, digit) != digit:
            return f"{puzzle.letters[cell]} stands for both {found[cell]} and {digit}"
    return tuple(found[v] for v in range(puzzle.variables))
