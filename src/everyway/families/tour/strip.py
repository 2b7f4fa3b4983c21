"""Some tour of a long, narrow board: the sweep of the frontier engine, kept so that it is undone.

The states after each square are kept, each with the state that it came from and the edges that
were chosen, so that a closed cycle can be followed back to its edges. When there are too many
states, some are dropped; if none was and no cycle was closed, there is no tour.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from everyway.core.engine import Control, Data
from everyway.families.tour.frontier_plan import Place, Plan, best_order, make_plan, net_of
from everyway.families.tour.puzzle import Tour

MOST_SLOTS = 13
MOST_SQUARES = 50_000
BEAMS = (60, 400, 3000)
"""How many states are kept at a square: first few, then more."""

State = tuple[int, ...]
"""For each slot: 0 untouched, 1 done, 2 + the slot of the other end of its path."""

Choice = tuple[int, ...]
"""The later neighbours chosen, by their places in the plan; the dummy comes after the last."""


@dataclass(frozen=True)
class Outcome:
    """A tour, or None; ``proved`` says that then there is none."""

    tour: Data | None
    proved: bool = False


def is_narrow(puzzle: Tour) -> bool:
    """Return whether the board is narrow enough for this method."""
    short = sum(size > 6 for size in puzzle.board.shape) <= 1
    if not short or not 3 <= puzzle.board.squares <= puzzle.board.size <= MOST_SQUARES:
        return False
    return best_order(net_of(puzzle), puzzle.board.shape)[1] <= MOST_SLOTS


def strip_tour(puzzle: Tour, control: Control) -> Outcome:
    """Return some tour of a narrow board, or that there is none, or neither when stopped."""
    net = net_of(puzzle)
    order, _ = best_order(net, puzzle.board.shape)
    plan = make_plan(net, order)
    for beam in BEAMS:
        strip = Strip(puzzle, plan, order, beam)
        outcome = strip.run(control)
        if outcome.tour is not None or outcome.proved or control.spend(0):
            return outcome
    return Outcome(None)


class Strip:
    """One sweep that keeps at most *beam* states after each square."""

    def __init__(self, puzzle: Tour, plan: Plan, order: list[int], beam: int) -> None:
        self.puzzle = puzzle
        self.plan = plan
        self.order = order
        self.beam = beam
        self.dropped = False
        self.came_from: list[list[tuple[int, Choice]]] = []

    def run(self, control: Control) -> Outcome:
        """Sweep until a cycle is closed."""
        chance = random.Random(1)
        states: list[State] = [(0,) * self.plan.slots]
        for place in self.plan.places:
            found: dict[State, tuple[int, Choice]] = {}
            for number, state in enumerate(states):
                for choice, after in self._ways(place, state):
                    if after is None:
                        return Outcome(self._tour(number, choice))
                    found.setdefault(after, (number, choice))
            if control.spend(len(found)):
                return Outcome(None)
            pairs = list(found.items())
            if len(pairs) > self.beam:
                self.dropped = True
                pairs = chance.sample(pairs, self.beam)
            states = [state for state, _ in pairs]
            self.came_from.append([origin for _, origin in pairs])
        return Outcome(None, not self.dropped)

    def _ways(self, place: Place, state: State) -> list[tuple[Choice, State | None]]:
        """Return the ways to give the square its edges: the state after, None for a closed tour."""
        value = state[place.slot]
        cleared = list(state)
        cleared[place.slot] = 0
        slots = [*place.near, self.plan.dummy] if place.joins else place.near
        free = [i for i, slot in enumerate(slots) if cleared[slot] != 1]
        if value == 1:
            choices: list[Choice] = [()]
        elif value:
            choices = [(i,) for i in free]
        else:
            choices = [(i, j) for i in free for j in free if i < j]
        if place.must:
            choices = [c for c in choices if c and c[-1] == len(place.near)]
        found: list[tuple[Choice, State | None]] = []
        for choice in choices:
            ends = [slots[i] for i in choice]
            if value >= 2:
                ends.append(value - 2)
            after = cleared.copy()
            if value == 1 or _joined(after, ends[0], ends[1], loose=value >= 2):
                if self._is_hopeful(place, after):
                    found.append((choice, tuple(after)))
            elif place.last and all(
                after[slot] == 1 or slot in ends for slot in self._later(place)
            ):
                found.append((choice, None))
        return found

    def _later(self, place: Place) -> list[int]:
        return place.open_slots if self.plan.dummy < 0 else [*place.open_slots, self.plan.dummy]

    def _is_hopeful(self, place: Place, state: list[int]) -> bool:
        ended = self.plan.dummy >= 0 and state[self.plan.dummy] == 1
        done, seen = (place.ended_done, place.ended_seen) if ended else (place.done, place.seen)
        return all(state[slot] == 1 for slot in done) and all(state[slot] for slot in seen)

    def _tour(self, number: int, choice: Choice) -> Data:
        """Return the tour that is closed by *choice* in state *number*, followed back."""
        links: dict[int, list[int]] = {}
        for place in reversed(range(len(self.came_from) + 1)):
            cell, later = self.order[place], self.plan.places[place].later
            for i in choice:
                other = later[i] if i < len(later) else -1
                links.setdefault(cell, []).append(other)
                links.setdefault(other, []).append(cell)
            if place:
                number, choice = self.came_from[place - 1][number]
        return self.puzzle.listed(self._read(links))

    def _read(self, links: dict[int, list[int]]) -> Data:
        """Return the squares in the order of the links: from an end, or from the base."""
        puzzle = self.puzzle
        if puzzle.closed:
            assert puzzle.base is not None
            last, here = -1, puzzle.base
        else:
            ends = links[-1]
            wrong = puzzle.start not in (None, ends[0]) or puzzle.end not in (None, ends[1])
            last, here = -1, ends[1] if wrong else ends[0]
        found = [here]
        while len(found) < len(self.order):
            one, other = links[here]
            last, here = here, other if one == last else one
            found.append(here)
        return tuple(found)


def _joined(state: list[int], one: int, other: int, *, loose: bool) -> bool:
    """Join the paths that end in two slots; return False when they are the ends of one path.

    With *loose*, *other* is the far end of the path that comes from the square in hand.
    """
    if (loose and one == other) or (not loose and state[one] == other + 2):
        return False
    end = state[one] - 2 if state[one] else one
    far = other if loose or not state[other] else state[other] - 2
    if state[one]:
        state[one] = 1
    if not loose and state[other]:
        state[other] = 1
    state[end], state[far] = far + 2, end + 2
    return True
