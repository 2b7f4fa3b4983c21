"""Steps as they are made, kept so that one can go back: recorded lazily, and never without end."""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from everyway.core.trace import KINDS, Kind, Step

MOST_STEPS = 100_000
MOST_BYTES = 256 * 2**20
"""What the steps kept may take, about."""
BYTES_A_STEP = 240
"""What a step takes beside its numbers and words, about."""
LOOK_AT_CLOCK = 64


class Recording:
    """The steps of a search, asked for one by one and kept.

    At most *most* of them, and no more than *most_bytes* of memory: ``cut`` then says in words
    where the recording ended. ``finished`` says that no step will be added, whether the search
    came to its end or the recording was cut.
    """

    def __init__(
        self, steps: Iterable[Step], most: int = MOST_STEPS, most_bytes: int = MOST_BYTES
    ) -> None:
        self._source: Iterator[Step] = iter(steps)
        self._most = most
        self._bytes_left = most_bytes
        self._steps: list[Step] = []
        # What is known up to each step: how many of each kind, and the node the search is at.
        self._counts = {kind: array("L") for kind in KINDS}
        self._nodes = array("L")
        self._placed_at = array("L")
        self._solutions_at = array("L")
        # The search tree: each node's parent, and the first step at which it came to its end.
        self._parents = array("L")
        self._dead_at: dict[int, int] = {}
        self._found_at: dict[int, int] = {}
        self._left_at: dict[int, int] = {}
        self.finished = False
        self.cut: str | None = None

    @property
    def recorded(self) -> int:
        """How many steps are recorded so far."""
        return len(self._steps)

    def advance(self, number: int, deadline: float | None = None) -> bool:
        """Record until there are *number* steps, or all; return whether that is so.

        It is not where *deadline*, a time of ``time.monotonic()``, came first.
        """
        while len(self._steps) < number and not self.finished:
            if (
                deadline is not None
                and len(self._steps) % LOOK_AT_CLOCK == 0
                and time.monotonic() >= deadline
            ):
                return False
            self._record_one()
        return True

    def advance_to_solution(self, after: int, deadline: float | None = None) -> int | None:
        """Return the number of the first solution's step after step *after*, or None.

        None is also returned where *deadline* came first; more is then to be known.
        """
        while True:
            place = bisect_right(self._solutions_at, max(after, -1)) if after >= 0 else 0
            if place < len(self._solutions_at):
                return self._solutions_at[place]
            if self.finished or not self.advance(len(self._steps) + LOOK_AT_CLOCK, deadline):
                return None

    def solution_before(self, before: int) -> int | None:
        """Return the number of the last solution's step before step *before*, or None."""
        place = bisect_left(self._solutions_at, max(before, 0))
        return self._solutions_at[place - 1] if place else None

    def _next(self) -> Step | None:
        try:
            return next(self._source, None)
        except BaseException:
            # A generator that was left by an exception looks as if it had come to its end.
            self.cut = f"after {len(self._steps)} steps, by an interruption"
            self._end()
            raise

    def _record_one(self) -> None:
        step = self._next()
        if step is not None and (len(self._steps) >= self._most or self._bytes_left <= 0):
            # Only a step that is there but not kept means that something was cut.
            few = len(self._steps) < self._most
            self.cut = f"after {len(self._steps)} steps" + (", for memory" if few else "")
            step = None
        if step is None:
            self._end()
            return
        number = len(self._steps)
        self._steps.append(step)
        self._bytes_left -= BYTES_A_STEP + 8 * (len(step.data) + len(step.marks)) + len(step.why)
        for kind, counts in self._counts.items():
            before = counts[-1] if counts else 0
            counts.append(before + (kind == step.kind))
        self._grow(number, step)

    def _grow(self, number: int, step: Step) -> None:
        """Keep what *step* says of the search tree."""
        if step.kind == "backtrack" and self._nodes:
            self._left_at.setdefault(self._nodes[-1], number)
        if step.kind == "place":
            self._placed_at.append(number)
            self._parents.append(step.parent)
            self._nodes.append(len(self._placed_at))
        else:
            self._nodes.append(step.parent)
        if step.kind == "solution":
            self._solutions_at.append(number)
            self._found_at.setdefault(step.parent, number)
        elif step.kind == "prune" or (step.kind == "conflict" and step.tried is None):
            self._dead_at.setdefault(step.parent, number)

    def _end(self) -> None:
        self.finished = True
        # The search that makes the steps holds memory, too.
        self._source = iter(())

    # --- what is recorded ---

    def step(self, number: int) -> Step:
        """Return a step that is recorded, counted from 0."""
        return self._steps[number]

    def steps(self, start: int, stop: int) -> list[Step]:
        """Return the recorded steps from *start* up to and without *stop*."""
        return self._steps[start:stop]

    def count(self, kind: Kind, number: int) -> int:
        """Return how many of the steps up to and with *number* are of this *kind*."""
        return self._counts[kind][number]

    def node(self, number: int) -> int:
        """Return the node of the search tree that the search is at after step *number*."""
        return self._nodes[number]

    def placed_at(self, node: int) -> int:
        """Return the step that made *node*, which is 1 or more."""
        return self._placed_at[node - 1]

    def parents(self, number: int) -> Sequence[int]:
        """Return the parents of nodes 1, 2 and so on, of those placed up to step *number*."""
        return self._parents[: self._counts["place"][number]]

    def state(self, node: int, number: int) -> str:
        """Return what had become of *node* by step *number*.

        ``"found"``: it is a solution; ``"dead"``: nothing could follow; ``"done"``: it was given
        up; ``"open"``: none of these so far.
        """
        ends = (("found", self._found_at), ("dead", self._dead_at), ("done", self._left_at))
        for name, at in ends:
            if at.get(node, number + 1) <= number:
                return name
        return "open"
