"""How digit puzzles are searched, step by step: every expression, or every number, is tried."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from everyway.core.descent import Trial, descend
from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.trace import Step

from .codes import SIGNS, Flat, Nested, coder, is_number, with_point
from .expression import evaluate, read
from .komachi import Komachi
from .pandigital import DigitPuzzle, in_base

LONGEST = 30


def generate(puzzle: Puzzle) -> Iterator[Step]:
    """Yield the steps of the reference engine: generate and test.

    Of komachi, every expression is written digit by digit, or with brackets piece by piece from the
    root, and worked out when it is whole; a step's data are its codes, ``tried`` is a code. Every
    node of the engine is a step ``"place"``, but for the root. Of a formula, all values of all
    variables are tried in order; the engine's nodes are the trials of all values together, here
    the steps ``"place"`` at the greatest depth.
    """
    if isinstance(puzzle, Komachi):
        return _komachi(puzzle)
    if not isinstance(puzzle, DigitPuzzle):
        raise EverywayError("the search with given numbers has no steps to watch")
    return _formula(puzzle)


def value_text(value: Fraction) -> str:
    """Return a value for people; one that is too long to be read is said to be long.

    >>> value_text(Fraction(7, 2)), value_text(Fraction(10**50))
    ('7/2', 'a number of more than 30 digits')
    """
    if max(abs(value.numerator), value.denominator) >= 10**LONGEST:
        return f"a number of more than {LONGEST} digits"
    return str(value)


# --- komachi ---


def _komachi(puzzle: Komachi) -> Iterator[Step]:
    codes = coder(puzzle)

    def trials(prefix: Data) -> Iterator[Trial]:
        after = codes.following(prefix)
        if not after and codes.is_whole(prefix):
            yield _verdict(puzzle, codes, prefix)
            return
        if isinstance(codes, Flat):
            yield from _idle_zero(puzzle, codes, prefix, after)
        for code in after:
            yield Trial("place", code_text(puzzle, prefix, code), "", code, code)

    return descend(trials, dead_end=lambda prefix: "no number can be made of the next digits")


def _idle_zero(puzzle: Komachi, codes: Flat, prefix: Data, after: list[int]) -> Iterator[Trial]:
    """Yield that the next digit cannot join a number that begins with zero, if that is so."""
    if not prefix or 0 in after or not puzzle.concatenation:
        return
    start = _number_start(prefix)
    number = puzzle.digits[start : len(prefix) + 1]
    if number.startswith("0") and not is_number(puzzle, number, -1):
        why = "no number of two digits or more begins with zero"
        yield Trial("conflict", number, why, 0, 0)


def _number_start(prefix: Data) -> int:
    """Return the digit with which the number begins that the last of *prefix* belongs to."""
    start = len(prefix) - 1
    while start > 0 and prefix[start] < 2:
        start -= 1
    return start


def code_text(puzzle: Komachi, prefix: Data, code: int) -> str:
    """Return what *code* adds to the expression, such as ``+3``, or the number it makes longer."""
    codes = coder(puzzle)
    if isinstance(codes, Nested):
        begin, end, _ = codes.agenda(prefix)[-1]
        return _piece(codes, begin, end, code)
    digit = puzzle.digits[len(prefix)]
    point = "." if code % 2 else ""
    if code >= 2 or not prefix:
        return f"{SIGNS[code // 2]}{point}{digit}"
    start = _number_start(prefix)
    pairs = zip((*prefix, code)[start:], puzzle.digits[start:], strict=False)
    return "".join(("." if c % 2 else "") + d for c, d in pairs)


def _open(puzzle: Komachi, begin: int, end: int) -> str:
    """Return digits between which nothing is settled yet."""
    return "_".join(puzzle.digits[begin:end])


def _piece(codes: Nested, begin: int, end: int, code: int) -> str:
    """Return what *code* makes of the digits from *begin* to *end*."""
    puzzle = codes.puzzle
    step = codes.step(code)
    if step is not None:
        middle = begin + step[0]
        return f"{_open(puzzle, begin, middle)} {step[1]} {_open(puzzle, middle, end)}"
    negative, point = divmod(code, len(puzzle.digits) + 1)
    return ("-" if negative else "") + with_point(puzzle.digits[begin:end], point - 1)


def so_far(puzzle: Komachi, prefix: Data) -> str:
    """Return the expression as far as it is settled; ``_`` stands where nothing is yet.

    >>> so_far(Komachi("12345"), (0, 2, 0))
    '1+23_4_5'
    """
    codes = coder(puzzle)
    if isinstance(codes, Nested):
        return _nested(codes, prefix, 0, 0, len(puzzle.digits))[0]
    pairs = zip(prefix, puzzle.digits, strict=False)
    settled = "".join(SIGNS[code // 2] + ("." if code % 2 else "") + d for code, d in pairs)
    left = "".join(f"_{digit}" for digit in puzzle.digits[len(prefix) :])
    return settled + left if settled else left[1:]


def _nested(codes: Nested, prefix: Data, at: int, begin: int, end: int) -> tuple[str, int]:
    """Return the digits from *begin* to *end* as they are settled from code *at* on."""
    if at >= len(prefix):
        return _open(codes.puzzle, begin, end), at
    step = codes.step(prefix[at])
    if step is None:
        return _piece(codes, begin, end, prefix[at]), at + 1
    middle = begin + step[0]
    left, at = _nested(codes, prefix, at + 1, begin, middle)
    right, at = _nested(codes, prefix, at, middle, end)
    sides = [side if _is_plain(side) else f"({side})" for side in (left, right)]
    return f"{sides[0]}{step[1]}{sides[1]}", at


def _is_plain(side: str) -> bool:
    return side.replace(".", "").replace("_", "").isalnum()


def value_so_far(puzzle: Komachi, prefix: Data) -> str | None:
    """Return the value of what is settled, for people, or None where it has none yet."""
    codes = coder(puzzle)
    if not prefix or (isinstance(codes, Nested) and not codes.is_whole(prefix)):
        return None
    tree = codes.tree(prefix) if isinstance(codes, Nested) else read(_settled(puzzle, prefix))
    value = evaluate(tree)
    return None if value is None else value_text(value)


def _settled(puzzle: Komachi, prefix: Data) -> str:
    return so_far(puzzle, prefix).partition("_")[0]


def _verdict(puzzle: Komachi, codes: Flat | Nested, prefix: Data) -> Trial:
    low, high = puzzle.sign_range
    number = codes.signs(prefix)
    text = codes.text(prefix)
    if not low <= number <= high:
        asked = str(low) if low == high else f"{low} to {high}"
        return Trial("conflict", "", f"{text}: {number} operators, not {asked}")
    value = evaluate(codes.tree(prefix))
    if value is None:
        return Trial("conflict", "", f"{text} has no value")
    shown = f"{text} = {value_text(value)}"
    if puzzle.goal is None and value.denominator != 1:
        return Trial("conflict", "", f"{shown}, no whole number")
    if puzzle.goal is not None and value != puzzle.goal:
        return Trial("conflict", "", f"{shown}, not {value_text(puzzle.goal)}")
    return Trial("solution", shown)


# --- formulas ---


def _formula(puzzle: DigitPuzzle) -> Iterator[Step]:
    names = puzzle.parsed.variables
    ranges = list(puzzle.limits.values())

    def trials(values: Data) -> Iterator[Trial]:
        if len(values) == len(names):
            why = puzzle.why_not(dict(zip(names, values, strict=True)))
            if why is None:
                yield Trial("solution", str(puzzle.wrap(values)))
            else:
                yield Trial("conflict", "", why)
            return
        name, (low, high) = names[len(values)], ranges[len(values)]
        for value in range(low, high + 1):
            what = f"{name} = {in_base(value, puzzle.base)}"
            yield Trial("place", what, "", value, value)

    return descend(trials, dead_end=lambda values: f"{names[len(values)]} can have no value")
