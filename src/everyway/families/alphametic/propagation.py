"""The deductions of the worked explanation as an engine: a third method, for any puzzle.

It strikes out digits column by column, as a person would, and tries cases where nothing more
follows. It needs few nodes and much time for each; that it shares nothing with the other engines
but the reading of the puzzle makes it a good witness.
"""

from __future__ import annotations

from dataclasses import replace

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.families.alphametic.coefficients import Collector
from everyway.families.alphametic.deduction import Assumption, Solver
from everyway.families.alphametic.plain import children, refusal, trials
from everyway.families.alphametic.puzzle import Alphametic

NODES_A_SECOND = 500
SHARE = 0.4
"""A guess: of the trials of all digits, this power is about the number of cases."""


class _Quiet(Solver):
    """Solves without writing the steps down, and hands each solution on."""

    collector: Collector

    def _write(
        self,
        kind: str,
        text: str,
        case: tuple[Assumption, ...],
        claims: dict[int, tuple[int, ...]] | None = None,
    ) -> None:
        return

    def found(self, digits: Data) -> None:
        """Hand a solution on."""
        self.collector.take(digits)


class PropagationEngine(Engine):
    """Deductions and cases, as in the worked explanation."""

    name = "propagation"
    method = "deductions and cases"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything, at a cost that is but guessed."""
        refused = refusal(puzzle, question)
        if refused is not None:
            return refused
        assert isinstance(puzzle, Alphametic)
        nodes = trials(puzzle) ** SHARE
        seconds = 2e-2 + nodes / NODES_A_SECOND
        return Offer(True, seconds, "deductions and cases", nodes)

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole as one branch."""
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

        def beat(cases: int) -> bool:
            collector.take_nodes(cases - collector.nodes.number)
            return False

        solver = _Quiet(puzzle, beat, branch.path)
        solver.collector = collector
        tally = collector.collect(solver.solve)
        return replace(tally, complete=tally.complete and solver.complete)
