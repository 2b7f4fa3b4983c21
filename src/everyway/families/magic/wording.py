"""Magic squares in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import counted, listed, sentences

if TYPE_CHECKING:
    from everyway.families.magic.puzzle import MagicSquare

WHOLE = {
    "semi-magic": "every row and every column",
    "magic": "every row, every column and both diagonals",
    "associative": "every row, every column and both diagonals",
    "pandiagonal": "every row, every column and every diagonal, broken ones included,",
    "ultramagic": "every row, every column and every diagonal, broken ones included,",
    "bordered": "every row, every column and both diagonals",
}
MORE = {
    "associative": "two cells opposite each other about the centre always have the same sum",
    "ultramagic": "two cells opposite each other about the centre always have the same sum",
    "bordered": "what is left when the border is taken away is such a square again",
}


def title(puzzle: MagicSquare) -> str:
    """Return what *puzzle* is called."""
    name = puzzle.class_ if puzzle.class_.endswith("magic") else f"{puzzle.class_} magic"
    given = len(puzzle.fixed)
    words = f"{name} square of order {puzzle.order}"
    if given:
        return f"{words.capitalize()} with {counted(given, 'number')} given"
    return words.capitalize()


def statement(puzzle: MagicSquare) -> str:
    """Return what is to be done, in whole sentences."""
    n = puzzle.order
    if not n:
        return "The square of order 0 has no cell: there is nothing to fill in."
    cells = "the one cell" if n == 1 else f"a square of {n} by {n} cells"
    total = "" if puzzle.sum is None else f", {puzzle.sum}"
    return sentences(
        f"fill {cells} with {_numbers(puzzle)} "
        f"so that {WHOLE[puzzle.class_]} have the same sum{total}",
        MORE.get(puzzle.class_),
        f"{counted(len(puzzle.fixed), 'number')} {'is' if len(puzzle.fixed) == 1 else 'are'} given"
        if puzzle.fixed
        else None,
    )  # fmt: skip


def _numbers(puzzle: MagicSquare) -> str:
    values = puzzle.values
    if not values:
        return "numbers"
    span = len(values) == values[-1] - values[0] + 1
    named = (
        f"the numbers {values[0]} to {values[-1]}"
        if span and len(values) > 2
        else f"the {'number' if len(values) == 1 else 'numbers'} {listed([str(v) for v in values])}"
    )
    often = "each once" if len(values) == puzzle.size else "each at most once"
    return f"{named}, {often}," if len(values) > 1 else named
