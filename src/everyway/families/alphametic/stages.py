"""Layouts: the divisor, multiplicand or root first, and all lines follow digit by digit.

A drawing says in which order its digits follow from one another (``Stage``). Of each stage the
free digits are chosen, and the numbers that follow are compared with what is drawn: how long they
are, digits, letters. When solutions are only counted, what comes after a stage depends on few
digits, those which later stages look at; the number of ways to go on is kept for each of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Question
from everyway.families.alphametic.coefficients import Collector
from everyway.families.alphametic.expression import Expression, Relation, Word, variables_of
from everyway.families.alphametic.plain import children, refusal
from everyway.families.alphametic.puzzle import Alphametic
from everyway.families.alphametic.stages_source import walk_of

NODES_A_SECOND = 600_000


@dataclass
class Level:
    """A variable, or none, whose digits are tried; what follows from it, and what is checked."""

    variable: int | None
    follows: list[tuple[Word, Expression]] = field(default_factory=list)
    checks: list[Relation] = field(default_factory=list)


class Course:
    """The levels of a puzzle with some first digits fixed, and the digits that are allowed."""

    def __init__(self, puzzle: Alphametic, prefix: Data) -> None:
        self.puzzle = puzzle
        self.allowed = [
            tuple(d for d in puzzle.digits_for(v) if v >= len(prefix) or prefix[v] == d)
            for v in range(puzzle.variables)
        ]
        have: set[int] = set()
        self.levels: list[Level] = [Level(None)]
        for stage in puzzle.stages:
            for cell in stage.chosen:
                if cell >= 0 and cell not in have:
                    have.add(cell)
                    self.levels.append(Level(cell))
            # What needs no choice is looked at with the choice before it.
            self.levels[-1].follows += stage.follows
            have.update(cell for word, _ in stage.follows for cell in word.cells if cell >= 0)
        # Letters that stand in equations alone come last.
        self.levels += [Level(v) for v in range(puzzle.variables) if v not in have]
        self._place(list(puzzle.apart))
        self.direct = self._direct()

    def _place(self, waiting: list[Relation]) -> None:
        """Check each relation at the level at which its last digit is known."""
        have: set[int] = set()
        for level in self.levels:
            have |= level_variables(level)
            level.checks = [r for r in waiting if relation_variables(r) <= have]
            waiting = [r for r in waiting if r not in level.checks]

    def _direct(self) -> int:
        """Return how many levels there are before the first at which something follows."""
        for place, level in enumerate(self.levels):
            if place and (level.follows or level.checks):
                return place
        return len(self.levels)


def level_variables(level: Level) -> set[int]:
    """Return the variables that are known after *level*, but were perhaps not before."""
    found = {cell for word, _ in level.follows for cell in word.cells if cell >= 0}
    return found if level.variable is None else found | {level.variable}


def relation_variables(relation: Relation) -> frozenset[int]:
    """Return the variables of both sides of a relation."""
    return variables_of(relation.left) | variables_of(relation.right)


@lru_cache(maxsize=64)
def course_of(puzzle: Alphametic, prefix: Data) -> Course:
    """Return the course of *puzzle*, worked out once."""
    return Course(puzzle, prefix)


class LayoutEngine(Engine):
    """Layouts of products, divisions and roots, line by line as they are worked out by hand."""

    name = "layout"
    method = "a layout line by line"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer whatever is drawn with lines that follow from one another."""
        refused = refusal(puzzle, question)
        if refused is not None:
            return refused
        assert isinstance(puzzle, Alphametic)
        if not puzzle.stages:
            return Offer.no("only long multiplications, long divisions and square roots")
        nodes = _nodes(puzzle, isinstance(question, Count))
        why = f"line by line, about {nodes:.3g} nodes"
        return Offer(True, 1e-3 + nodes / NODES_A_SECOND, why, nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole; for a list in order that has a limit, a branch for each first digit."""
        assert isinstance(puzzle, Alphametic)
        if isinstance(question, Every) and question.ordered and question.limit is not None:
            return children(puzzle, Branch()) or [Branch()]
        return [Branch()]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next letter's digit, in order of first appearance."""
        assert isinstance(puzzle, Alphametic)
        return children(puzzle, branch)

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Search the solutions that begin with the digits of the branch's path."""
        assert isinstance(puzzle, Alphametic)
        collector = Collector(puzzle, question, control, effort)
        counted = isinstance(question, Count)
        course = course_of(puzzle, branch.path)
        walk = walk_of(course, collector.take_nodes, None if counted else collector.take)
        tally = collector.collect(walk.run)
        if not counted:
            return tally
        counts = {0: walk.total} if walk.total else {}
        return Tally(counts, (), tally.nodes, tally.complete)


def _nodes(puzzle: Alphametic, counted: bool) -> float:
    """Return about how many digits are tried: a number that follows fits seldom, if it has letters.

    Of blanks it is only the length that must fit, which about one in three does.
    """
    course = course_of(puzzle, ())
    ways = nodes = 1.0
    known: set[int] = set()
    for level in course.levels:
        if level.variable is not None:
            ways *= max(1, len(course.allowed[level.variable]))
            known.add(level.variable)
        nodes += ways
        for word, _ in level.follows:
            fixed = sum(cell < 0 or cell in known for cell in word.cells)
            ways = max(1.0, ways / 3.0 / puzzle.base**fixed)
            known.update(cell for cell in word.cells if cell >= 0)
    # Where the ways to go on are kept, not all of them are gone.
    return nodes**0.8 if counted and not puzzle.letters else nodes
