"""What the engines of digit puzzles share: from the events of a search to a tally."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import Control, Data, Effort, Offer, Stopped, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question

HEARTBEAT = 500


def no_symmetry(question: Question) -> Offer | None:
    """Return the refusal of a question up to symmetry, or None for any other."""
    return Offer.no("these puzzles have no symmetry") if question.up_to else None


def gather(
    puzzle: Puzzle,
    question: Question,
    events: Iterator[Data | None],
    control: Control,
    effort: Effort,
) -> Tally:
    """Return the tally of *events*: solutions, and None for each node of the search."""
    limit = question.limit if isinstance(question, Every) else None
    counts: dict[int, int] = {}
    solutions: list[Data] = []
    nodes = spent = 0
    complete = limit == 0 or not control.spend(0)
    try:
        for event in events if complete and limit != 0 else ():
            if event is None:
                nodes += 1
                if nodes - spent >= HEARTBEAT or nodes in (control.nodes_left, effort.nodes):
                    stopped = control.spend(nodes - spent)
                    spent = nodes
                    if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                        complete = False
                        break
                continue
            if len(solutions) == effort.solutions:
                complete = False
                break
            size = puzzle.size_of(event)
            counts[size] = counts.get(size, 0) + 1
            if isinstance(question, Every):
                solutions.append(event)
                if len(solutions) == limit:
                    break
    except Stopped:
        complete = False
    control.spend(nodes - spent)
    return Tally(counts, tuple(solutions), nodes, complete)
