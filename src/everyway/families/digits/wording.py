"""Digit puzzles in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import counted, listed, sentences

if TYPE_CHECKING:
    from everyway.families.digits.game import NumberGame
    from everyway.families.digits.komachi import Komachi
    from everyway.families.digits.pandigital import DigitPuzzle

SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "division", "^": "power"}
CLASSIC = "123456789"


def _digits(digits: str) -> str:
    """Return digits as they are read out, a gap between each two.

    >>> _digits("123")
    '1 2 3'
    """
    return " ".join(digits)


def komachi_title(puzzle: Komachi) -> str:
    """Return what a komachi puzzle is called."""
    target = "any whole number" if puzzle.target is None else str(puzzle.target)
    digits = _digits(puzzle.digits)
    if puzzle.digits in (CLASSIC, CLASSIC[::-1]):
        digits = f"{puzzle.digits[0]} to {puzzle.digits[-1]}"
    signs = [*puzzle.operators, *(["brackets"] if puzzle.parentheses else [])]
    by = f" with {listed(signs)}" if signs else ""
    return f"{target[0].upper()}{target[1:]} from the digits {digits}{by}"


def komachi_statement(puzzle: Komachi) -> str:
    """Return what is to be done with the digits, in whole sentences."""
    names = [SIGNS[sign] for sign in puzzle.operators]
    signs = f"{listed(names)} signs" if names else "nothing"
    target = "any whole number" if puzzle.target is None else puzzle.target
    several = len(puzzle.digits) > 1
    task = (
        f"put {signs} between the digits {_digits(puzzle.digits)}, in this order, so that the "
        f"result is {target}"
        if several
        else f"make {target} from the digit {puzzle.digits}"
    )
    together = None
    if several:
        may = "may" if puzzle.concatenation else "may not"
        together = f"digits {may} stand together as one number"
        if puzzle.concatenation and puzzle.leading_zeros and "0" in puzzle.digits:
            together += ", which may begin with zero"
    return sentences(task, together, _more(puzzle), _how_many(puzzle), _trees(puzzle))


def _more(puzzle: Komachi) -> str | None:
    extras = [
        words
        for allowed, words in (
            (puzzle.parentheses, "brackets"),
            (puzzle.decimal_point, "decimal points"),
            (puzzle.leading_minus, "a minus before the first number"),
        )
        if allowed
    ]
    return f"{listed(extras)} may be used" if extras else None


def _how_many(puzzle: Komachi) -> str | None:
    if puzzle.signs is None:
        return None
    least, most = puzzle.sign_range
    if least == most:
        return f"exactly {counted(least, 'sign')} must be used"
    return f"from {least} to {most} signs must be used"


def _trees(puzzle: Komachi) -> str | None:
    if not puzzle.parentheses:
        return None
    if puzzle.ways == "trees":
        return "every way to set brackets counts, also where another gives the same by rule"
    return "ways that differ only by needless brackets count as one"


def game_title(puzzle: NumberGame) -> str:
    """Return what a puzzle of given numbers is called."""
    order = "" if puzzle.any_order else " in this order"
    return f"{puzzle.target} from {listed([str(n) for n in puzzle.numbers])}{order}"


def game_statement(puzzle: NumberGame) -> str:
    """Return what is to be done with given numbers, in whole sentences."""
    numbers = listed([str(n) for n in puzzle.numbers])
    if len(puzzle.numbers) == 1:
        return sentences(f"make {puzzle.target} from {numbers}")
    names = listed([SIGNS[sign] for sign in puzzle.operators])
    signs = f"{names} signs and brackets" if names else "brackets alone"
    order = "in any order" if puzzle.any_order else "in this order"
    same = "needless brackets or by the order of what is added or multiplied"
    return sentences(
        f"use each of the numbers {numbers} once, {order}, with {signs}, so that the result is "
        f"{puzzle.target}",
        f"ways that differ only by {same if puzzle.any_order else 'needless brackets'} "
        "count as one",
    )


def formula_title(puzzle: DigitPuzzle) -> str:
    """Return what a puzzle of numbers that use every digit is called."""
    return f"{puzzle.formula} with the digits {_digits(puzzle.digits or '')}"


def formula_statement(puzzle: DigitPuzzle) -> str:
    """Return what is to be found, in whole sentences."""
    names = puzzle.parsed.variables
    what = f"every whole number {names[0]}" if len(names) == 1 else f"whole numbers {listed(names)}"
    base = "" if puzzle.base == 10 else f" in base {puzzle.base}"
    return sentences(
        f"find {what} for which {puzzle.formula}, written{base}, uses each of the digits "
        f"{_digits(puzzle.digits or '')} exactly once",
        _between(puzzle, listed(names)),
        "no number begins with zero, except zero itself",
    )


def _between(puzzle: DigitPuzzle, names: str) -> str | None:
    if not isinstance(puzzle.between, tuple):
        return None
    least, most = puzzle.between
    if most is None:
        return f"no value of {names} is less than {least}"
    return f"values of {names} are from {least} to {most}"
