"""A solution: a sequence of moves, kept as numbers, or, when long, made when it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from everyway.core.engine import Data
from everyway.families.hanoi.states import LETTERS, to_state, to_text

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

LONG = 1 << 17
"""The most moves that are kept one by one. Longer solutions are recipes."""

BY_RANK, FRAME_STEWART = -1, -2
"""Recipes: ``(BY_RANK, rank, length)`` is the solution at that place in the order, on three pegs;
``(FRAME_STEWART, 0, length)`` is the one by the splits of Frame and Stewart. Moves are never
negative, so the first number tells recipes from moves."""

FIRST_MOVES = 20


def is_recipe(data: Data) -> bool:
    """Return whether *data* says how to make a solution instead of listing its moves."""
    return bool(data) and data[0] < 0


@dataclass(frozen=True, order=True)
class HanoiSolution:
    """A sequence of moves; iterating yields them as text, ``AB`` for the top disc of A to B.

    Solutions compare lexicographically by their moves. A solution of more than 131072 moves is not
    kept but made while it is read, so even 2^64 - 1 moves can be begun at once.
    """

    puzzle: Hanoi = field(compare=False)
    data: Data

    @property
    def length(self) -> int:
        """The number of moves, exact however long."""
        return self.data[2] if is_recipe(self.data) else len(self.data)

    def __len__(self) -> int:
        return self.length

    def codes(self) -> Iterator[int]:
        """Yield the moves as numbers, ``source * pegs + target``, pegs counted from 0."""
        if not is_recipe(self.data):
            return iter(self.data)
        if self.data[0] == BY_RANK:
            from everyway.families.hanoi.towers import solution_codes

            return solution_codes(self.puzzle, self.data[1])
        from everyway.families.hanoi.framestewart import solution_codes as by_splits

        return by_splits(self.puzzle)

    def __iter__(self) -> Iterator[str]:
        pegs = self.puzzle.pegs
        names = [a + b for a in LETTERS[:pegs] for b in LETTERS[:pegs]]
        return map(names.__getitem__, self.codes())

    def states(self) -> Iterator[str]:
        """Yield the states one by one, from the start to the end, in their full text form."""
        pegs = self.puzzle.pegs
        here = list(to_state(self.puzzle.start))
        tops: list[list[int]] = [[] for _ in range(pegs)]
        for disc in range(len(here) - 1, -1, -1):
            tops[here[disc]].append(disc)
        yield self.puzzle.start
        for code in self.codes():
            source, target = divmod(code, pegs)
            disc = tops[source].pop()
            tops[target].append(disc)
            here[disc] = target
            yield to_text(here)

    def to_data(self) -> Any:
        """Return the list of moves, for JSON; of a long solution its length and first moves."""
        if not is_recipe(self.data):
            return list(self)
        kind, rank, length = self.data
        how = {"rank": rank} if kind == BY_RANK else {"recipe": "Frame-Stewart"}
        return {"length": length, **how, "first_moves": list(islice(self, FIRST_MOVES))}

    def __str__(self) -> str:
        if is_recipe(self.data):
            return " ".join([*islice(self, FIRST_MOVES), f"… ({self.length} moves)"])
        from everyway.families.hanoi.drawing import draw

        return draw(self.puzzle, self).text()

    def __repr__(self) -> str:
        return f"<{self.length} moves: {' '.join(islice(self, FIRST_MOVES))}>"

    def _repr_svg_(self) -> str:
        from everyway.families.hanoi.drawing import draw

        return draw(self.puzzle, self).svg()
