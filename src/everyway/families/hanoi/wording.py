"""The Tower of Hanoi in words: what a puzzle is called, and what is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.wording import counted, listed, sentences
from everyway.families.hanoi.states import LETTERS

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

ALONG = {
    "linear": "a disc may go only to the peg next to its own",
    "cyclic": "a disc may go only to the next peg, and from the last to the first",
    "star": "a disc may go only to peg B or from it",
}
USUAL_PEGS = 3


def title(puzzle: Hanoi) -> str:
    """Return what *puzzle* is called."""
    pegs = "" if puzzle.pegs == USUAL_PEGS else f" on {counted(puzzle.pegs, 'peg')}"
    words = f"The Tower of Hanoi with {counted(puzzle.discs, 'disc')}{pegs}"
    extras = []
    if puzzle.moves not in ("all",) and puzzle.pegs > 1:
        extras.append(f"{puzzle.moves} moves" if puzzle.moves in ALONG else "some moves only")
    if puzzle.any_goal:
        extras.append("to any state")
    elif puzzle.discs and not (_is_tower(puzzle.start) and _is_tower(puzzle.goal)):
        extras.append("between two states")
    return ", ".join([words, *extras])


def _is_tower(state: str) -> bool:
    return len(set(state)) == 1


def statement(puzzle: Hanoi) -> str:
    """Return what is to be done, in whole sentences."""
    if not puzzle.discs:
        return "There is no disc to move: the tower is where it must be."
    return sentences(
        _task(puzzle),
        "move one disc at a time, the top disc of a peg, and never put a disc on a smaller one",
        _arcs(puzzle),
    )


def _task(puzzle: Hanoi) -> str:
    discs = "disc" if puzzle.discs == 1 else f"{puzzle.discs} discs"
    start = f"peg {puzzle.start[0]}" if _is_tower(puzzle.start) else f"the state {puzzle.start}"
    if puzzle.any_goal:
        return (
            f"bring the {discs} from {start} to every state that can be reached, to each in as few "
            "moves as possible"
        )
    goal = f"peg {puzzle.goal[0]}" if _is_tower(puzzle.goal) else f"the state {puzzle.goal}"
    named = "" if _is_tower(puzzle.start) and _is_tower(puzzle.goal) else (
        " (a state names the peg of each disc, the largest disc first)")  # fmt: skip
    return f"bring the {discs} from {start} to {goal}{named} in as few moves as possible"


def _arcs(puzzle: Hanoi) -> str | None:
    if puzzle.moves == "all":
        return None
    if puzzle.moves in ALONG:
        return ALONG[puzzle.moves]
    pairs = [f"{LETTERS[i]} to {LETTERS[j]}" for i, j in sorted(puzzle.arcs)]
    return f"a disc may go only from {listed(pairs)}" if pairs else "no disc may move"
