"""Alphametics in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import counted, listed, sentences

if TYPE_CHECKING:
    from everyway.families.alphametic.puzzle import Alphametic

LONGEST_TITLE = 60


def title(puzzle: Alphametic) -> str:
    """Return the equation where it is short, else what kind of puzzle it is."""
    text = " ".join(puzzle.text.split())
    if not puzzle.drawn and len(text) <= LONGEST_TITLE:
        return text
    if puzzle.drawn:
        kind = "square root" if "√" in puzzle.text else "calculation"
        return f"A {kind} on paper with {_unknowns(puzzle)}"
    return f"An alphametic with {_unknowns(puzzle)}"


def _unknowns(puzzle: Alphametic) -> str:
    parts = [
        counted(number, noun)
        for number, noun in ((len(puzzle.letters), "letter"), (puzzle.blanks, "blank"))
        if number
    ]
    return listed(parts) or "nothing left to find"


def statement(puzzle: Alphametic) -> str:
    """Return what is to be done, in whole sentences; a calculation on paper is shown beside it."""
    return sentences(_task(puzzle), _differ(puzzle), _zeros(puzzle), _known(puzzle))


def _task(puzzle: Alphametic) -> str:
    unknown = [
        word
        for number, word in ((len(puzzle.letters), "letter"), (puzzle.blanks, "blank"))
        if number
    ]
    several = len(puzzle.relations) > 1
    if puzzle.drawn:
        goal = "the calculation is right"
        if puzzle.beside:
            goal += f", and so {'is' if len(puzzle.beside) == 1 else 'are'} "
            goal += listed(list(puzzle.beside))
    elif len(puzzle.text) > LONGEST_TITLE or several:
        goal = f"{'all equations are' if several else 'the equation is'} true"
        if len(puzzle.text) <= 10 * LONGEST_TITLE:
            goal += ": " + " and ".join(line.strip() for line in _equations(puzzle))
    else:
        goal = f"{' '.join(puzzle.text.split())} is true"
    base = "" if puzzle.base == 10 else f" of base {puzzle.base}"
    if not unknown:
        return f"find out whether {goal}"
    return f"replace each {' and each '.join(unknown)} by a digit{base} so that {goal}"


def _equations(puzzle: Alphametic) -> list[str]:
    return [part for part in puzzle.text.replace(";", "\n").replace(",", "\n").splitlines() if part]


def _differ(puzzle: Alphametic) -> str | None:
    if len(puzzle.letters) < 2:
        return None
    if puzzle.distinct:
        return "different letters stand for different digits"
    return "different letters may stand for the same digit"


def _zeros(puzzle: Alphametic) -> str:
    if puzzle.leading_zeros:
        return "numbers may begin with zero"
    return "no number of two digits or more begins with zero"


def _known(puzzle: Alphametic) -> str | None:
    if not puzzle.known:
        return None
    pairs = [pair.split("=") for pair in puzzle.known.split(",")]
    return listed([f"{letter} is {digit}" for letter, digit in pairs])
