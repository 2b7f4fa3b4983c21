"""What the net of random puzzles needs to know of fibbinary words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.net.hooks import Net


def candidates(puzzle: Any) -> Iterator[str]:
    """Yield every word of zeros and ones of the puzzle's length, in lexicographic order."""
    for bits in product("01", repeat=puzzle.length):
        yield "".join(bits)


NET = Net(
    values={"fibbinary": {"length": lambda chance, drawn: chance.randint(0, 8)}},
    candidates=candidates,
    size=lambda puzzle, word: word.count("1"),
    images=lambda puzzle, word: [word, word[::-1]],
)
