"""From what a person gives as an answer to the digits of the letters and blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, quote
from everyway.core.plain_form import plain_form
from everyway.core.written import written_table
from everyway.families.alphametic.expression import DIGITS
from everyway.families.alphametic.grammar import written
from everyway.families.alphametic.marks import tokens_of
from everyway.families.alphametic.solution import AlphameticSolution

if TYPE_CHECKING:
    from everyway.families.alphametic.puzzle import Alphametic

BLANKS = "blanks"
HINT = "write such as S=9,E=5,N=6"
LIKE = {"=": "-", "*": "×"}
"""Signs that are read as others in layouts, where rules and products are drawn in many ways."""
FITS = re.compile(r"It fits: ([^.]*)\.")
MOST_CHARACTERS = 100_000
MOST_DIGIT = 10**9
"""What is larger is no slip of somebody who counts in another base."""


def read_assignments(text: str, base: int, letter_of: Callable[[str], str]) -> dict[str, int]:
    """Return the digits that a text such as ``M=1,O=0`` gives, by letter.

    Digits are decimal numbers in every base. Raises ``EverywayError`` for anything else.
    """
    if len(text) > MOST_CHARACTERS:
        raise EverywayError("too long a list of letters and digits")
    found: dict[str, int] = {}
    for part in re.split(r"[,;\s]+", re.sub(r"\s*[=:]\s*", "=", plain_form(text).strip())):
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
        if isinstance(digit, bool) or not isinstance(digit, int) or abs(digit) > MOST_DIGIT:
            raise EverywayError("no digit:", text=digit, hint=HINT)
        found.append(digit)
    return tuple(found)


def _right_length(puzzle: Alphametic, digits: Data) -> Data | str:
    if len(digits) != puzzle.variables:
        return f"{len(digits)} digits for {puzzle.variables} letters and blanks"
    return digits


def _from_mapping(puzzle: Alphametic, given: Mapping[Any, object]) -> Data | str:
    for key in given:
        if not isinstance(key, str):
            raise EverywayError("no letter:", text=key, hint=HINT)
    rest: dict[str, object] = dict(given)
    blanks = rest.pop(BLANKS, ())
    if not isinstance(blanks, Iterable):
        raise EverywayError("blanks are a list of digits, not", text=blanks)
    letters: dict[str, object] = {}
    for name, value in rest.items():
        if letters.setdefault(puzzle.letter(name), value) != value:
            raise EverywayError("a letter has two digits:", text=puzzle.letter(name))
    for letter in letters:
        if letter not in puzzle.letters:
            return f"the puzzle has no letter {quote(letter)}"
    for letter in puzzle.letters:
        if letter not in letters:
            return f"{letter} has no digit"
    digits = _whole([letters[letter] for letter in puzzle.letters])
    return _right_length(puzzle, digits + _whole(blanks))


def _from_text(puzzle: Alphametic, text: str) -> Data | str:
    if len(text) > MOST_CHARACTERS:
        raise EverywayError("too long to be an answer")
    table = written_table(text)
    if table is not None:
        return _from_mapping(puzzle, table)
    fitting = FITS.findall(text)
    if fitting:
        # A worked solution is that of the puzzle: it says which digits these are if there is one.
        if len(fitting) > 1:
            raise EverywayError("several solutions are worked out here", hint=HINT)
        text = fitting[0]
    text = plain_form(text)
    text = _below_letters(puzzle, text)
    blanks = re.search(rf"\b{BLANKS}\s*=\s*([0-9a-z]+)", text)
    assigned = re.search(r"[^\W\d_]\s*[=:]", text) is not None
    if not assigned and not re.search(r"[=<>+*/×-]|\n", text) and puzzle.variables:
        raise EverywayError("no letters with their digits:", text=text, hint=HINT)
    given: dict[str, object] = {}
    if assigned:
        rest = text if blanks is None else text[: blanks.start()] + " " + text[blanks.end() :]
        try:
            given.update(read_assignments(rest, puzzle.base, puzzle.letter))
        except EverywayError:
            # In a base above ten digits are letters, too: f = 1 + e.
            found = _from_digits(puzzle, text)
            if found is None or isinstance(found, str):
                raise
            return found
        if blanks is not None:
            given[BLANKS] = [DIGITS.index(c) for c in blanks[1]]
        if set(given) - {BLANKS} == set(puzzle.letters):
            return _from_mapping(puzzle, given)
    found = _from_digits(puzzle, text)
    if found is not None:
        return found
    return _from_mapping(puzzle, given) if assigned else "it is no such equation with digits"


def _from_digits(puzzle: Alphametic, text: str) -> Data | str | None:
    """Read the equation, or layout, with digits in place of its letters and blanks.

    None is for a text with other signs; else why the digits do not fit, in words.
    """
    reason = None
    shown = _line_of(text, puzzle.base)
    wanted = None if puzzle.drawn else _line_of(puzzle.text, puzzle.base)
    if shown is not None and wanted is not None and shown[0] == wanted[0]:
        cells = [cell for word in puzzle.numbers for cell in word.cells]
        found = _fitted(puzzle, cells, shown[1], [len(word.cells) for word in puzzle.numbers])
        if not isinstance(found, str):
            return found
        reason = found
    drawn = _layout_of(puzzle)
    if drawn is not None:
        signs, numbers = _rows_of(_right_of_letters(puzzle, text), puzzle.base)
        if signs == drawn[0]:
            cells = [cell for row in drawn[1] for cell in row]
            return _fitted(puzzle, cells, numbers, [len(row) for row in drawn[1]])
    return reason


def _line_of(text: str, base: int) -> tuple[list[str], list[str]] | None:
    """Return the signs of an equation, with ``""`` for each number, and the numbers as text."""
    try:
        # Written once more, an equation has none of the ends that mean nothing.
        tokens = tokens_of(written(tokens_of(text, base, "kept")), base, "kept")
    except EverywayError:
        return None
    signs = ["" if token.kind == "number" else token.text for token in tokens]
    return signs, [token.text for token in tokens if token.kind == "number"]


def _layout_of(puzzle: Alphametic) -> tuple[list[str], list[list[int]]] | None:
    """Return the signs and numbers of the puzzle as drawn on paper, or None if it cannot be."""
    from everyway.families.alphametic.drawing import on_paper

    lines, below = on_paper(puzzle)
    if not below:
        return None
    signs: list[str] = []
    rows: list[list[int]] = []
    for line in lines:
        before = None
        for column, what in line:
            if isinstance(what, str):
                signs.append(LIKE.get(what, what))
            elif before == column - 1:
                rows[-1].append(what)
            else:
                signs.append("")
                rows.append([what])
            before = column if isinstance(what, int) else None
    return _without_rules(signs), rows


def _right_of_letters(puzzle: Alphametic, text: str) -> str:
    """Return what stands to the right of the puzzle in *text*, or all if it does not stand there.

    So solutions are shown on paper: beside the puzzle.
    """
    from everyway.families.alphametic.drawing import draw

    left = draw(puzzle, None).text("paper").splitlines()
    lines = text.splitlines()
    if len(left) != len(lines) or not all(map(str.startswith, lines, left)):
        return text
    return "\n".join(line[len(beside) :] for beside, line in zip(left, lines, strict=True))


def _below_letters(puzzle: Alphametic, text: str) -> str:
    """Return what stands below the puzzle in *text*, or all if it does not stand there."""
    from everyway.families.alphametic.drawing import draw

    above, newline, below = text.strip("\n").partition("\n")
    if not newline or puzzle.drawn or above.strip() != draw(puzzle, None).text("paper").strip():
        return text
    return below


def _rows_of(text: str, base: int) -> tuple[list[str], list[str]]:
    """Return the signs of a layout, with ``""`` for each number, and the numbers as text."""
    signs: list[str] = []
    numbers: list[str] = []
    times = r"(?<!\S)[xX](?!\S)|[*·⋅]" if base <= DIGITS.index("x") else "[*·⋅]"
    text = re.sub("[−–─━—=]", "-", re.sub(times, "×", text))
    for piece in re.findall(r"[0-9A-Za-z]+|\S", text):
        number = piece[0].isascii() and piece[0].isalnum()
        signs.append("" if number else piece)
        numbers += [piece] if number else []
    return _without_rules(signs), numbers


def _without_rules(signs: Iterable[str]) -> list[str]:
    """Return signs without the dashes of rules: those with another beside them."""
    kept = "\n".join(signs)
    return re.sub(r"(?<![^\n])-(\n-)+(?![^\n])\n?", "", kept).split("\n")


def _fitted(
    puzzle: Alphametic, cells: Sequence[int], numbers: Sequence[str], lengths: Sequence[int]
) -> Data | str:
    """Return the digits of the letters where *cells* show *numbers*, or why that cannot be."""
    shown = "".join(numbers).lower()
    if len(shown) != len(cells):
        return f"it has {len(shown)} digits, the puzzle {len(cells)} places"
    if [len(number) for number in numbers] != list(lengths):
        return "its numbers are not as long as those of the puzzle"
    found: dict[int, int] = {}
    for cell, character in zip(cells, shown, strict=True):
        digit = DIGITS.find(character)
        if not 0 <= digit < puzzle.base:
            return f"{character} is no digit in base {puzzle.base}"
        if cell < 0:
            if digit != -1 - cell:
                return f"{DIGITS[digit]} stands where the puzzle has {-1 - cell}"
        elif found.setdefault(cell, digit) != digit:
            name = puzzle.letters[cell]
            return f"{name} stands for both {DIGITS[found[cell]]} and {DIGITS[digit]}"
    return tuple(found[v] for v in range(puzzle.variables))
