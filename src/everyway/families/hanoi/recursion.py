"""Three pegs, any arcs, any two states: shortest ways by recursion on the largest disc."""

from __future__ import annotations

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Largest, Question, Sizes, Smallest
from everyway.core.walking import Nodes
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.solution import BY_RANK, LONG
from everyway.families.hanoi.towers import Step, Towers, towers_of

SECONDS_A_DISC = 4e-5
SECONDS_A_MOVE = 4e-8


class RecursionEngine(Engine):
    """Works the shortest ways out, in O(n) steps, from those of the smaller discs.

    Any number of discs: lengths are exact whole numbers. Ways of up to 131072 moves are listed,
    longer ones made when they are read.
    """

    name = "recursion"
    method = "recursion on the largest disc"
    light = True
    direct = frozenset({Count, Sizes, Every, Smallest, Largest})

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about three pegs and one goal."""
        if not isinstance(puzzle, Hanoi) or puzzle.pegs != 3:
            return Offer.no("only three pegs")
        if puzzle.any_goal:
            return Offer.no("one goal alone")
        seconds = puzzle.discs * SECONDS_A_DISC
        if not isinstance(question, Count | Sizes):
            seconds += min(2.0 ** min(puzzle.discs, 60), LONG) * SECONDS_A_MOVE
        return Offer(
            True, seconds, f"a recursion of {puzzle.discs} steps", puzzle.discs, "measured"
        )

    def reason(self, puzzle: Puzzle, question: Question) -> str:
        """Return why no search is needed."""
        return "on three pegs the largest disc moves at most twice, past all others on one peg"

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: there are but a few solutions."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Work the solutions out, and list as many as are asked for."""
        assert isinstance(puzzle, Hanoi)
        if isinstance(question, Every) and question.limit == 0:
            return Tally()
        steps = Nodes(control)
        enough = steps.take(puzzle.discs) == puzzle.discs
        steps.settle()
        if steps.stopped or not enough:
            return Tally(nodes=steps.number, complete=False)
        towers = towers_of(puzzle)
        if towers.distance is None:
            return Tally(nodes=puzzle.discs)
        # On three pegs no peg can change its name: unless nothing moves at all, start, goal and
        # the moves between them use all three.
        number = len(towers.plans)
        if isinstance(question, Smallest | Largest):
            number = 1
        elif isinstance(question, Every) and question.limit is not None:
            number = min(number, question.limit)
        counts = {towers.distance: number}
        if isinstance(question, Count | Sizes):
            return Tally(counts, nodes=puzzle.discs)
        plans = towers.plans[:number]
        solutions = tuple(data_of(towers, rank, plan) for rank, plan in enumerate(plans))
        return Tally(counts, solutions, puzzle.discs)


def data_of(towers: Towers, rank: int, plan: tuple[Step, ...]) -> Data:
    """Return a solution as its moves, or as a recipe where they are many."""
    assert towers.distance is not None
    if towers.distance > LONG:
        return BY_RANK, rank, towers.distance
    return tuple(towers.codes(plan))
