"""What the net needs to know of alphametics."""

# ruff: noqa: RUF001
from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from random import Random
from typing import Any

from everyway import Alphametic
from tests.net.hooks import Net

LETTERS = ("A", "B", "C", "D", "é", "ß", "ı", "か")


def a_word(chance: Random, letters: str, most: int = 3) -> str:
    return "".join(chance.choices(letters + letters + "01?", k=chance.randint(1, most)))


def an_expression(chance: Random, letters: str, depth: int = 2) -> str:
    if depth == 0 or chance.random() < 0.5:
        return a_word(chance, letters)
    sign = chance.choice("+++--**/^")
    left = an_expression(chance, letters, depth - 1)
    if sign == "^":
        return f"({left})^{chance.choice(letters + '12')}"
    right = an_expression(chance, letters, depth - 1)
    if sign == "+" and chance.random() < 0.7:
        return f"{left} + {right}"
    return f"({left}) {sign} ({right})"


def a_sum_on_paper(chance: Random, letters: str) -> str:
    addends = [a_word(chance, letters, 2) for _ in range(chance.randint(2, 3))]
    total = a_word(chance, letters, 3)
    width = max(map(len, (total, *addends))) + 2
    lines = [word.rjust(width) for word in addends]
    lines[-1] = "+" + lines[-1][1:]
    return "\n".join([*lines, "-" * width, total.rjust(width)])


def a_text(chance: Random, drawn: Mapping[str, Any]) -> str:
    letters = "".join(chance.sample(LETTERS[:4] if chance.random() < 0.8 else LETTERS, 3))
    if chance.random() < 0.15:
        return a_sum_on_paper(chance, letters)
    relations = []
    for _ in range(chance.choice([1, 1, 1, 2])):
        sign = chance.choice("====<>")
        left, right = (an_expression(chance, letters) for _ in "lr")
        relations.append(f"{left} {sign} {right}")
    return chance.choice([", ", "\n", " and "]).join(relations)


def some_known(chance: Random, drawn: Mapping[str, Any]) -> str | dict[str, int]:
    found = [letter for letter in LETTERS if letter in drawn["text"]]
    if not found or chance.random() < 0.7:
        return ""
    letter, digit = chance.choice(found), chance.randint(0, 3)
    return chance.choice([f"{letter}={digit}", {letter: digit}])


def candidates(puzzle: Alphametic) -> Iterator[dict[str, Any]]:
    """Yield every choice of digits, in lexicographic order: letters first, then blanks."""
    digits = range(puzzle.base)
    choose: Any = permutations(digits, len(puzzle.letters))
    if not puzzle.distinct:
        choose = product(digits, repeat=len(puzzle.letters))
    for chosen in choose:
        for blanks in product(digits, repeat=puzzle.blanks):
            data: dict[str, Any] = dict(zip(puzzle.letters, chosen, strict=True))
            yield {**data, "blanks": list(blanks)} if blanks else data


def size(puzzle: Alphametic, candidate: dict[str, Any]) -> int:
    """Return the value of the last number, read from the puzzle's own cells."""
    digits = [candidate[letter] for letter in puzzle.letters] + candidate.get("blanks", [])
    value = 0
    for cell in puzzle.numbers[-1].cells:
        value = value * puzzle.base + (digits[cell] if cell >= 0 else -1 - cell)
    return value


NET = Net(
    values={
        "alphametic": {
            "text": a_text,
            "base": lambda chance, drawn: chance.choice([2, 3, 4, 4, 5, 6]),
            "known": some_known,
        }
    },
    candidates=candidates,
    size=size,
    texts=("  AB\n+ CD\n----\n EFG", "SEND+MORE=MONEY"),
)
