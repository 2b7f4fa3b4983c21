"""Permutations, combinations and power sets in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import counted, listed, sentences

if TYPE_CHECKING:
    from everyway.families.arrangement.puzzle import Arrangements

NAMES = {"permutations": "permutations", "combinations": "combinations", "powerset": "subsets"}
LONGEST_ITEM = 20


def title(puzzle: Arrangements) -> str:
    """Return what *puzzle* is called."""
    name = NAMES[puzzle.kind].capitalize()
    items = counted(len(puzzle.items), "item")
    if puzzle.kind == "powerset" or (puzzle.kind == "permutations" and puzzle.takes_all):
        return f"{name} of {items}"
    return f"{name} of {puzzle.length} of {items}"


def statement(puzzle: Arrangements) -> str:
    """Return what is to be listed, in whole sentences."""
    items = _items(puzzle)
    task = {
        "permutations": f"put {puzzle.length} of {items} in a row, in every possible order",
        "combinations": f"choose {puzzle.length} of {items} in every possible way; the order in "
        "which they are chosen does not matter",
        "powerset": f"choose any number of {items}, or none, in every possible way",
    }[puzzle.kind]
    if puzzle.kind == "permutations" and puzzle.takes_all:
        task = f"put {items} in a row, in every possible order"
    equal = not puzzle.stock.distinct
    return sentences(task, "items that are equal are not told apart" if equal else None)


def _items(puzzle: Arrangements) -> str:
    if not puzzle.items:
        return "no items"
    shown = [str(item) for item in puzzle.items]
    short = [
        text if len(text) <= LONGEST_ITEM else f"{text[: LONGEST_ITEM - 1]}…" for text in shown
    ]
    return f"the {'item' if len(short) == 1 else 'items'} {listed(short)}"
