"""The reference engine: makes every expression, or tries every number, and keeps what fits."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question

from .codes import coder, follow, walk
from .expression import evaluate
from .komachi import Komachi
from .tables import Stopped, expressions

EXPRESSIONS_A_SECOND = 20_000
HEARTBEAT = 500


def komachi_ways(puzzle: Komachi, prefix: Data) -> Iterator[Data | None]:
    """Yield the ways that begin with *prefix*, in order, and None at each step of the search."""
    codes = coder(puzzle)
    low, high = puzzle.sign_range
    for here, whole in walk(codes, prefix):
        yield None
        if whole and low <= codes.signs(here) <= high:
            value = evaluate(codes.tree(here))
            if value is None:
                continue
            if value == puzzle.goal or (puzzle.goal is None and value.denominator == 1):
                yield here


def no_symmetry(question: Question) -> Offer | None:
    """Return the refusal of a question up to symmetry, or None for any other."""
    return Offer.no("these puzzles have no symmetry") if question.up_to else None


class PlainEngine(Engine):
    """Generate and test, the oracle that every other engine is compared with."""

    name = "plain"
    method = "generate and test"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at the cost of all that would be tried."""
        if (refusal := no_symmetry(question)) is not None:
            return refusal
        if not isinstance(puzzle, Komachi):
            return Offer.no("no puzzle of this family")
        nodes = float(min(expressions(puzzle), 10**18))
        if isinstance(question, Every) and question.limit is not None:
            nodes = min(nodes, 1000.0 * question.limit + 100)
        return Offer(
            True, nodes / EXPRESSIONS_A_SECOND, f"about {nodes:.3g} expressions, one by one", nodes
        )

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole."""
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next code."""
        assert isinstance(puzzle, Komachi)
        codes = coder(puzzle)
        prefix = follow(codes, branch.path)
        return branch.children(range(len(codes.following(prefix))))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Try everything in one branch."""
        assert isinstance(puzzle, Komachi)
        events = komachi_ways(puzzle, follow(coder(puzzle), branch.path))
        return gather(puzzle, question, events, control, effort)


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
