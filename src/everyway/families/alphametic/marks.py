"""From text to tokens: numbers of letters, digits and blanks; signs; ends of equations."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from everyway.core.errors import EverywayError

BLANK = "?"
"""How a blank, any digit, is written back; ``.`` and ``_`` are read, too."""

BLANKS = "._?"
SIGNS = {
    "+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "×": "*", "·": "*", "⋅": "*", "\u2217": "*",
    "/": "/", "÷": "/", "\u2215": "/", "^": "^", "(": "(", ")": ")", "=": "=", "<": "<", ">": ">",
}  # fmt: skip
SUPERSCRIPTS = {c: str(d) for d, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
SEPARATORS = ",;"
HINT = "write letters, digits, + - * / ^ ( ) and ="

Case = Literal["kept", "folded", "turkish"]
"""Whether capital and small letters are the same, and of which small letter I is the capital."""

TURKISH = {"i": "\u0130", "\u0131": "I"}
SAME_LETTERS = {"\u03c2": "\u03c3", "\u00b5": "\u03bc"}
"""One letter with two codes: sigma at the end of a word, and mu as a sign of units."""


@dataclass(frozen=True)
class Token:
    """A piece of an equation: its kind, its marks (letters, digits, ``?``) or sign, its place."""

    kind: Literal["number", "sign", "end"]
    marks: tuple[str, ...]
    source: str
    position: int

    @cached_property
    def text(self) -> str:
        """The token as text."""
        return "".join(self.marks)

    @property
    def where(self) -> str:
        """Where the token stands, in words."""
        return place(self.source, self.position)


_RUN = re.compile("[A-Za-z0-9]+")


def place(text: str, position: int) -> str:
    """Return where *position* is: the column, and the line where there are several."""
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return f"line {line}, column {column}" if "\n" in text else f"column {column}"


def cluster_end(text: str, start: int) -> int:
    """Return the end of the letter at *start* with the accents that follow it."""
    end = start + 1
    while end < len(text) and unicodedata.category(text[end]).startswith("M"):
        end += 1
    return end


def case_of(text: str, match_case: bool) -> Case:
    r"""Return how letters of *text* are compared: it is Turkish if it has a dotless i or dotted I.

    >>> case_of("k\u0131rkbir", False), case_of("SIX", False)
    ('turkish', 'folded')
    """
    if match_case:
        return "kept"
    return "turkish" if "\u0131" in text or "\u0130" in text else "folded"


def letter_of(cluster: str, case: Case) -> str:
    r"""Return a letter in the form in which letters are compared: composed, and a capital.

    A small letter stays one where its capital is that of another letter, or more than one letter.

    >>> [letter_of(letter, "folded") for letter in ("e\u0301", "ß", "\u1e9e", "ς")]
    ['É', 'ß', 'ß', 'Σ']
    >>> letter_of("\u0131", "folded") == "\u0131", letter_of("\u0131", "turkish")
    (True, 'I')
    """
    if case == "turkish" and cluster in TURKISH:
        return TURKISH[cluster]
    if cluster.isascii():
        return cluster if case == "kept" else cluster.upper()
    composed = unicodedata.normalize("NFC", cluster)
    if case == "kept":
        return composed
    small = unicodedata.normalize("NFC", composed.lower())
    small = SAME_LETTERS.get(small, small)
    capital = unicodedata.normalize("NFC", small.upper())
    back = unicodedata.normalize("NFC", capital.lower())
    return capital if back == small and cluster_end(capital, 0) == len(capital) else small


def mark_at(text: str, start: int, base: int, case: Case) -> tuple[str, int] | None:
    """Return the mark at *start* (a letter, a digit, ``?``) and where it ends; None for no mark.

    Raises ``EverywayError`` for a digit that the base does not have.
    """
    character = text[start]
    if character.isalpha():
        end = cluster_end(text, start)
        return letter_of(text[start:end], case), end
    if "0" <= character <= "9":
        if int(character) >= base:
            raise EverywayError(
                f"base {base} has no digit", text=character, where=place(text, start)
            )
        return character, start + 1
    return (BLANK, start + 1) if character in BLANKS else None


def tokens_of(text: str, base: int, case: Case) -> list[Token]:
    """Return the tokens of a text of equations; raise ``EverywayError`` at what cannot stand there.

    A line that ends where a number ends, before one that begins with one, ends an equation.
    """
    found: list[Token] = []
    at = 0
    while at < len(text):
        character = text[at]
        if character == "\n":
            found.append(Token("end", ("\n",), text, at))
            at += 1
        elif character.isspace():
            at += 1
        elif character in SEPARATORS:
            found.append(Token("end", (",",), text, at))
            at += 1
        elif character in SUPERSCRIPTS:
            at = _superscript(text, at, base, found)
        elif character in SIGNS:
            sign, after = _sign(text, at)
            found.append(Token("sign", (sign,), text, at))
            at = after
        else:
            at = _number(text, at, base, case, found)
    return _with_ends(found)


def _sign(text: str, at: int) -> tuple[str, int]:
    sign = SIGNS[text[at]]
    twice = text[at : at + 2]
    if twice == "**":
        return "^", at + 2
    return sign, at + (2 if twice == "==" else 1)


def _superscript(text: str, at: int, base: int, found: list[Token]) -> int:
    start, marks = at, []
    while at < len(text) and text[at] in SUPERSCRIPTS:
        digit = SUPERSCRIPTS[text[at]]
        if int(digit) >= base:
            raise EverywayError(f"base {base} has no digit", text=text[at], where=place(text, at))
        marks.append(digit)
        at += 1
    found += [Token("sign", ("^",), text, start), Token("number", tuple(marks), text, start)]
    return at


def _number(text: str, at: int, base: int, case: Case, found: list[Token]) -> int:
    start = at
    marks: list[str] = []
    run = _RUN.match(text, at)
    if run and case != "turkish" and (run[0].isalpha() or base >= 10):
        # Most numbers are of plain letters; the last may have an accent, and is left for below.
        at = run.end() - 1
        marks = list(run[0][:-1] if case == "kept" else run[0][:-1].upper())
    while at < len(text) and (mark := mark_at(text, at, base, case)):
        marks.append(mark[0])
        at = mark[1]
    if not marks:
        where = place(text, at)
        raise EverywayError("no letter, digit or sign:", text=text[at], where=where, hint=HINT)
    found.append(Token("number", tuple(marks), text, start))
    return at


def ends_operand(token: Token | None) -> bool:
    """Return whether an expression can end with *token*."""
    return token is not None and (token.kind == "number" or token.text == ")")


def begins_operand(token: Token | None) -> bool:
    """Return whether an expression can begin with *token*, signs left aside."""
    return token is not None and (token.kind == "number" or token.text == "(")


def _with_ends(found: Sequence[Token]) -> list[Token]:
    """Return the tokens with line ends dropped inside equations, and the word *and* made an end.

    Two numbers never stand side by side, so that *and* after one cannot be a number.
    """
    following: list[Token | None] = []
    after: Token | None = None
    for token in reversed(found):
        following.append(after)
        after = after if token.text == "\n" else token
    kept: list[Token] = []
    for token, after in zip(found, reversed(following), strict=True):
        before = kept[-1] if kept else None
        if token.text == "\n":
            if not (ends_operand(before) and begins_operand(after)):
                continue
        elif token.kind == "number" and token.text.lower() == "and" and ends_operand(before):
            token = Token("end", (",",), token.source, token.position)
        kept.append(token)
    return kept
