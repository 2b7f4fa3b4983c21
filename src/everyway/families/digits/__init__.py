"""Digit puzzles: komachi, where signs between digits make a target; the 24 game; formulas."""

from __future__ import annotations

from everyway.core.family import Family, Option, Report

KOMACHI = "komachi"
DIGITS = "digits"
OPTIONS = (
    Option(
        "digits",
        str,
        "the digits: in order for komachi (default 1 to 9), each used once for digits",
    ),
    Option("operators", str, "the operators allowed, some of '+-*/^' (default +-)"),
    Option("parentheses", bool, "brackets are allowed"),
    Option("leading_minus", bool, "a minus may stand before the first number"),
    Option("concatenation", bool, "digits may stand together as one number (the default)"),
    Option("decimal_point", bool, "a point may stand before or between the digits of a number"),
    Option("leading_zeros", bool, "numbers of two digits or more may begin with zero"),
    Option(
        "ways", str, "with --parentheses: count 'trees' (the default) or distinct 'expressions'"
    ),
    Option("items", str, "whole numbers to be used instead of digits, such as '3 3 8 8'"),
    Option("any_order", bool, "the items may come in any order, as in the 24 game"),
    Option("signs", str, "how many operators: 3, or 2..4"),
    Option("base", int, "the base of the numbers, 2 to 36 (default 10)"),
    Option("between", str, "the range of the variables, such as 1..9999 or 0.."),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins a puzzle of this family.

    >>> recognises("komachi"), recognises("queens")
    (True, False)
    """
    return word.lower() in (KOMACHI, DIGITS)


FAMILY = Family(
    package=__name__,
    name="digits",
    summary="signs between digits that make a target (komachi), and formulas that use each digit",
    kinds={
        KOMACHI: "komachi:Komachi",
        DIGITS: "pandigital:DigitPuzzle",
        "numbers": "game:NumberGame",
    },
    engines=(
        "plain:PlainEngine",
        "intervals:IntervalEngine",
        "search:SearchEngine",
        "compiled:CompiledEngine",
        "subsets:SubsetsEngine",
    ),
    words=(KOMACHI, DIGITS),
    example="komachi 100",
    options=OPTIONS,
    size_is="value or number of signs",
    styles=("line", "tree"),
    recognises=recognises,
    reports=(
        Report("targets", "The ways to every target at once: targets komachi.", "reports:targets"),
        Report(
            "nearest", "What comes nearest to a target: nearest komachi 10958.", "reports:nearest"
        ),
    ),
    traces={"generate and test": "trace:generate"},
    draw_steps="trace_drawing:StepPicture",
)
