"""Whether a sequence of moves is a solution: straight from the rules, independent of the engines.

That a sequence is legal is seen by playing it. That no shorter one exists is another matter: see
``least``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from everyway.core.engine import Control, Data
from everyway.families.hanoi.solution import BY_RANK
from everyway.families.hanoi.states import LETTERS, State, steps, to_state, to_text

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

FEW_STATES = 30_000
"""So many states are searched out by the plainest search there is."""

MOST_STATES = 4**10
"""So many by a compiled search from the start alone, which no engine for one goal uses."""

MOST_NODES = 3_000_000
"""Beyond that the search from both ends is tried, so far: some seconds."""


def fault(puzzle: Hanoi, moves: Sequence[str]) -> str | None:
    """Return why *moves* are no solution of *puzzle*, or None."""
    played = play(puzzle, moves)
    if isinstance(played, str):
        return played
    end = to_text(played)
    if not puzzle.any_goal and end != puzzle.goal:
        return f"the discs end at {end or 'no peg'}, not at {puzzle.goal}"
    least, proved = least_moves(puzzle, end)
    if least is not None and len(moves) > least:
        known = "" if proved else " (the least that is known)"
        return f"{len(moves)} moves, where {least} are enough{known}"
    if puzzle.any_goal:
        return _not_first(puzzle, moves, played)
    return None


def play(puzzle: Hanoi, moves: Sequence[str]) -> State | str:
    """Return the state after *moves*, or why one of them cannot be made."""
    pegs: dict[str, list[int]] = {letter: [] for letter in LETTERS[: puzzle.pegs]}
    for number, letter in zip(range(puzzle.discs, 0, -1), puzzle.start, strict=True):
        pegs[letter].append(number)
    for place, move in enumerate(moves, 1):
        why = _move(puzzle, pegs, move[0], move[1])
        if why is not None:
            return f"move {place}, {move}: {why}"
    place_of = {disc: LETTERS.index(letter) for letter, pile in pegs.items() for disc in pile}
    return tuple(place_of[disc] for disc in range(1, puzzle.discs + 1))


def _move(puzzle: Hanoi, pegs: dict[str, list[int]], source: str, target: str) -> str | None:
    """Take the top disc of one peg to another; or return why that cannot be."""
    if (LETTERS.index(source), LETTERS.index(target)) not in puzzle.arcs:
        return f"no disc may move from {source} to {target}"
    if not pegs[source]:
        return f"there is no disc on {source}"
    disc = pegs[source].pop()
    if pegs[target] and pegs[target][-1] < disc:
        return f"disc {disc} cannot lie on disc {pegs[target][-1]}"
    pegs[target].append(disc)
    return None


def least_moves(puzzle: Hanoi, end: str) -> tuple[int | None, bool]:
    """Return the least number of moves from the start to *end*, and whether that is proved.

    None says that nothing is known within reason.
    """
    from everyway.families.hanoi import framestewart, towers

    target = to_state(end)
    if puzzle.number_of_states <= FEW_STATES:
        found = distances(puzzle).get(target)
        return found, True
    if puzzle.pegs == 3 and puzzle.moves == "all":
        return three_pegs(puzzle.start_state, target), True
    if puzzle.pegs == 3:
        return towers.Towers(puzzle.arcs, puzzle.start_state, target).distance, True
    known = framestewart.known(puzzle) if end == puzzle.goal else None
    if known is not None and known.low == known.high:
        return known.high, True
    if puzzle.number_of_states <= MOST_STATES:
        from everyway.families.hanoi.sweep import distance

        return distance(puzzle, target), True
    found = _meeting(puzzle, end)
    if found is None and known is not None:
        return known.high, False
    return found, found is not None


def _meeting(puzzle: Hanoi, end: str) -> int | None:
    """Return the distance of *end* if the search from both ends finds it soon, or None."""
    from everyway.families.hanoi.reach import can_be_searched

    to_end = type(puzzle)(puzzle.discs, puzzle.pegs, puzzle.start, end, puzzle.moves)
    if not can_be_searched(to_end):
        return None
    from everyway.families.hanoi.meeting import Meeting

    return Meeting(to_end, Control(node_limit=MOST_NODES)).distance


@lru_cache(maxsize=8)
def distances(puzzle: Hanoi) -> dict[State, int]:
    """Return the distance of every state that can be reached, by breadth-first search."""
    found = {puzzle.start_state: 0}
    waiting = deque(found)
    while waiting:
        state = waiting.popleft()
        for _, after in steps(state, puzzle.arcs, puzzle.pegs):
            if after not in found:
                found[after] = found[state] + 1
                waiting.append(after)
    return found


def three_pegs(start: State, end: State) -> int:
    """Return the distance of two states on three pegs, all moves allowed.

    The largest disc that must move does so once, or twice by way of the third peg; the smaller
    ones must stand on the one peg that it neither leaves nor goes to.
    """

    def to_peg(state: State, peg: int) -> int:
        moves = 0
        for disc in range(len(state) - 1, -1, -1):
            if state[disc] != peg:
                moves += 1 << disc
                peg = 3 - peg - state[disc]
        return moves

    n = len(start)
    while n and start[n - 1] == end[n - 1]:
        n -= 1
    if not n:
        return 0
    i, j = start[n - 1], end[n - 1]
    below, above = start[: n - 1], end[: n - 1]
    once = to_peg(below, 3 - i - j) + 1 + to_peg(above, 3 - i - j)
    twice = to_peg(below, j) + 1 + (1 << (n - 1)) - 1 + 1 + to_peg(above, i)
    return min(once, twice)


def _not_first(puzzle: Hanoi, moves: Sequence[str], end: State) -> str | None:
    """Return the sequence that comes before *moves* among the shortest to *end*, or None."""
    if puzzle.number_of_states > FEW_STATES:
        return None
    far = distances(puzzle)
    # Backwards from the end: which states lie on a shortest way to it.
    on_the_way = {end}
    layer = {end}
    by_distance: dict[int, list[State]] = {}
    for state, distance in far.items():
        by_distance.setdefault(distance, []).append(state)
    for distance in range(far[end] - 1, -1, -1):
        layer = {
            state
            for state in by_distance[distance]
            if any(after in layer for _, after in steps(state, puzzle.arcs, puzzle.pegs))
        }
        on_the_way |= layer
    here = puzzle.start_state
    for place, move in enumerate(moves, 1):
        following = [
            (code, after)
            for code, after in steps(here, puzzle.arcs, puzzle.pegs)
            if after in on_the_way and far[after] == far[here] + 1
        ]
        code, here = following[0]
        first, second = (LETTERS[peg] for peg in divmod(code, puzzle.pegs))
        if first + second != move:
            return f"move {place}: {first}{second} comes before {move}, and is as short"
    return None


def recipe_fault(puzzle: Hanoi, data: Data) -> str | None:
    """Return why a solution that is only a recipe is none, or None.

    Its moves are too many to be played one by one, so they are played tower by tower: see
    ``towers.fault`` and ``framestewart.fault``.
    """
    from everyway.families.hanoi import framestewart, towers

    if puzzle.any_goal:
        return "a solution for any goal is a list of moves"
    kind, rank, length = data
    if kind == BY_RANK:
        if puzzle.pegs != 3:
            return "only solutions on three pegs are known by their rank"
        return towers.fault(puzzle, rank, length)
    return framestewart.fault(puzzle, length)
