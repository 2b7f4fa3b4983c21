"""What the net needs to know of the Tower of Hanoi."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from random import Random
from typing import Any

from everyway import Hanoi
from everyway.families.hanoi.states import LETTERS
from tests.net.hooks import Net

MOST_DISCS = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2}


def discs(chance: Random, drawn: Mapping[str, Any]) -> int:
    return chance.choice([0, 1, 2, 2, 3, 3, 4])


def pegs(chance: Random, drawn: Mapping[str, Any]) -> int:
    allowed = [p for p, most in MOST_DISCS.items() if most >= drawn["discs"]]
    return chance.choice([p for p in allowed if p > 2] or allowed)


def a_state(chance: Random, drawn: Mapping[str, Any]) -> str:
    names = LETTERS[: drawn.get("pegs", 3)]
    if chance.random() < 0.4:
        return chance.choice(names)
    return "".join(chance.choices(names, k=drawn["discs"])) or "A"


def a_goal(chance: Random, drawn: Mapping[str, Any]) -> str:
    return "any" if chance.random() < 0.2 else a_state(chance, drawn)


def moves(chance: Random, drawn: Mapping[str, Any]) -> Any:
    names = LETTERS[: drawn.get("pegs", 3)]
    pairs = [a + b for a, b in permutations(names, 2)]
    words = ["all", "linear", "cyclic", "star"]
    if not pairs or chance.random() < 0.6:
        return chance.choice(words)
    chosen = chance.sample(pairs, chance.randint(1, len(pairs)))
    return chance.choice([chosen, " ".join(chosen)])


def legal(puzzle: Hanoi, state: str) -> Iterator[tuple[str, str]]:
    """Yield each move from *state* with where it leads: the top disc of a peg, onto no smaller."""
    for source, target in sorted(puzzle.arcs):
        here, there = LETTERS[source], LETTERS[target]
        top = state.rfind(here)
        # The largest disc stands first, so the last of a peg is its top.
        if top >= 0 and state.rfind(there) < top:
            yield here + there, state[:top] + there + state[top + 1 :]


def candidates(puzzle: Hanoi) -> Iterator[list[str] | None]:
    """Yield the shortest sequences of moves to the goal, or the first of them to every state."""
    level: dict[str, list[list[str]]] = {puzzle.start: [[]]}
    seen = set(level)
    found: list[list[str]] = []
    while level:
        if puzzle.goal in level:
            found = level[puzzle.goal]
            break
        found += [min(ways) for ways in level.values() if puzzle.any_goal]
        below: dict[str, list[list[str]]] = {}
        for state, ways in level.items():
            for move, after in legal(puzzle, state):
                if after not in seen:
                    below.setdefault(after, []).extend([*way, move] for way in ways)
                    yield from [None] * len(ways)
        seen.update(below)
        level = below
    yield from sorted(found)


def images(puzzle: Hanoi, candidate: list[str]) -> Iterator[list[str]]:
    """Yield what the permutations of pegs make of a sequence that keep arcs, start and goal."""
    names = LETTERS[: puzzle.pegs]
    held = set(puzzle.start) | (set() if puzzle.any_goal else set(puzzle.goal))
    arcs = {names[a] + names[b] for a, b in puzzle.arcs}
    firsts = {}
    if puzzle.any_goal:
        for way in candidates(puzzle):
            if way is not None:
                firsts[end(puzzle, way)] = way
    for order in permutations(names):
        image = dict(zip(names, order, strict=True))
        if any(image[peg] != peg for peg in held):
            continue
        if {image[a] + image[b] for a, b in arcs} == arcs:
            moved = [image[a] + image[b] for a, b in candidate]
            yield firsts[end(puzzle, moved)] if puzzle.any_goal else moved


def end(puzzle: Hanoi, way: list[str]) -> str:
    state = puzzle.start
    for move in way:
        state = dict(legal(puzzle, state))[move]
    return state


NET = Net(
    values={
        "hanoi": {
            "discs": discs,
            "pegs": pegs,
            "start": a_state,
            "goal": a_goal,
            "moves": moves,
        }
    },
    candidates=candidates,
    size=lambda puzzle, candidate: len(candidate),
    images=images,
)
