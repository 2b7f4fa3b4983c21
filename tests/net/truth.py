"""What is true of a small puzzle, by its rules alone: every candidate is put to ``why_not``."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from everyway import EverywayError, Puzzle
from tests.net.hooks import Net, net_of

MOST_STEPS = 2000
"""A puzzle of more candidates is too large for the net."""


def key(candidate: Any) -> str:
    """Return a candidate as text: candidates are plain data."""
    return json.dumps(candidate, ensure_ascii=False)


@dataclass(frozen=True)
class Truth:
    """All solutions of *puzzle*, in its order, and what follows from them."""

    puzzle: Puzzle
    net: Net
    solutions: tuple[Any, ...]

    @cached_property
    def place(self) -> dict[str, int]:
        """Return where each solution stands in the order."""
        return {key(candidate): place for place, candidate in enumerate(self.solutions)}

    @cached_property
    def firsts(self) -> tuple[Any, ...]:
        """The first solution of each orbit, in order."""
        assert self.net.images is not None
        found = []
        for place, candidate in enumerate(self.solutions):
            images = [key(image) for image in self.net.images(self.puzzle, candidate)]
            assert key(candidate) in images, f"the identity moves {candidate}"
            strange = [image for image in images if image not in self.place]
            assert not strange, f"an image of {candidate} is no solution: {strange[0]}"
            if min(self.place[image] for image in images) == place:
                found.append(candidate)
        return tuple(found)

    def listed(self, up_to: str | None) -> tuple[Any, ...]:
        """Return all solutions, or one of each orbit."""
        return self.solutions if up_to is None else self.firsts

    def size(self, candidate: Any) -> int:
        """Return the size of a candidate."""
        return self.net.size(self.puzzle, candidate)

    def sizes(self, up_to: str | None) -> dict[int, int]:
        """Return how many there are of each size, sizes rising."""
        return dict(sorted(Counter(map(self.size, self.listed(up_to))).items()))

    def read(self, solution: Any) -> Any:
        """Return an engine's solution in the form of a candidate."""
        return self.net.written(self.puzzle, solution)


def truth_of(puzzle: Puzzle, most: int = MOST_STEPS) -> Truth | None:
    """Return what is true of *puzzle*, or None where that takes over *most* steps."""
    net = net_of(puzzle.family)
    tried = list(islice(net.candidates(puzzle), most + 1))
    if len(tried) > most:
        return None
    return Truth(puzzle, net, tuple(c for c in tried if c is not None and allowed(puzzle, c)))


def allowed(puzzle: Puzzle, candidate: Any) -> bool:
    """Return whether the rules allow *candidate*; what cannot even be read is no solution."""
    try:
        return puzzle.why_not(candidate) is None
    except EverywayError:
        return False
