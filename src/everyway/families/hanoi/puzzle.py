"""The Tower of Hanoi: what is asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_whole
from everyway.families.hanoi.solution import HanoiSolution, is_recipe
from everyway.families.hanoi.states import (
    ANY,
    LETTERS,
    Arc,
    State,
    arcs_of,
    read_moves,
    read_state,
    short_state,
    to_state,
)

MOST_DISCS = 5000
MOST_PEGS = len(LETTERS)


@dataclass(frozen=True)
class Hanoi(Puzzle):
    """The Tower of Hanoi: discs of different sizes on pegs; how to get from a start to a goal.

    One move takes the top disc of a peg to a peg that has no smaller disc, along an arc of *moves*.
    A solution is a *shortest* sequence of moves from *start* to *goal*; its size is the number of
    moves, so ``count`` says how many sequences are shortest and ``smallest`` how long they are.
    Solutions come in lexicographic order of their moves (AB before AC before BA).

    Args:
        discs: how many discs, 0 to 5000.
        pegs: how many pegs, 1 to 26; they are called A, B, C and so on.
        start: where the discs are at first: a peg for all of them, or a letter for each disc, the
            largest disc first. Default: all on A.
        goal: where they must come, likewise. Default: all on the last peg. ``"any"`` is every
            state at once: the solutions are then, for each state that can be reached, the
            lexicographically first of the shortest sequences to it. So ``sizes`` says how many
            states are at each distance, and ``largest`` how far the farthest is.
        moves: ``"all"``; ``"linear"``, between neighbours; ``"cyclic"``, from A to B, B to C and so
            on, from the last to A; ``"star"``, from and to B, the middle; or pairs of pegs such as
            ``"AB BC CA"``, or a list of these.

    Up to symmetry, solutions that differ by names of pegs count once. The group are the
    permutations of pegs that keep the arcs and leave the start and the goal as they are.

    Three pegs and n discs take 2^n - 1 moves (OEIS A000225). Raises ``EverywayError`` for what
    cannot be.

    >>> from everyway import Hanoi
    >>> print(Hanoi(3, goal="B").one())
    AB AC BC AB CA CB AB
    >>> Hanoi(8, pegs=4).smallest().value
    33
    """

    family: ClassVar[str] = "hanoi"

    discs: int
    pegs: int = 3
    start: str = "A"
    goal: str = ""
    moves: str = "all"

    def __post_init__(self) -> None:
        check_whole(self.discs, "the number of discs", 0, MOST_DISCS)
        check_whole(self.pegs, "the number of pegs", 1, MOST_PEGS)
        start: object = "A" if self.start is None or self.start == "" else self.start
        goal: object = LETTERS[self.pegs - 1]
        if self.goal is not None and self.goal != "":
            goal = self.goal
        if isinstance(goal, str) and goal.strip().lower() == ANY:
            goal = ANY
        else:
            goal = read_state(goal, self.discs, self.pegs, "goal")
        object.__setattr__(self, "start", read_state(start, self.discs, self.pegs, "start"))
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "moves", read_moves(self.moves, self.pegs))

    # --- what the rules and the engines ask ---

    @property
    def arcs(self) -> frozenset[Arc]:
        """The arcs (source, target) along which discs may move, pegs counted from 0."""
        return arcs_of(self.moves, self.pegs)

    @property
    def any_goal(self) -> bool:
        """Whether every state is a goal."""
        return self.goal == ANY

    @property
    def start_state(self) -> State:
        """The peg of each disc at the start, the smallest disc first, pegs counted from 0."""
        return to_state(self.start)

    @property
    def goal_state(self) -> State:
        """The peg of each disc at the goal, as in ``start_state``; not for ``any``."""
        return to_state(self.goal)

    @property
    def number_of_states(self) -> int:
        """How many states there are, whether or not they can be reached: pegs^discs."""
        return int(self.pegs**self.discs)

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.hanoi import wording

        return wording.title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.hanoi import wording

        return wording.statement(self)

    # --- solutions ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no solution, or None when it is one.

        Takes a solution, its plain data, a list of moves, or text: ``"AB AC BC"``, or the solution
        in any style of text. Whether no shorter way exists is worked out for three pegs, taken
        from the proved formula for whole towers on four, and searched out elsewhere as far as some
        seconds go. Beyond that a sequence that keeps the rules is taken if it is no longer than the
        best known; and that it is the first of the shortest, for any goal, is looked at up to 30000
        states.
        """
        from everyway.families.hanoi import rules

        data = self.data_of(candidate)
        if is_recipe(data):
            return rules.recipe_fault(self, data)
        return rules.fault(self, list(self.wrap(data)))

    def data_of(self, candidate: object) -> Data:
        """Return the moves of *candidate* as numbers, or its recipe; ``why_not`` says its forms."""
        from everyway.families.hanoi.candidates import read_candidate

        return read_candidate(self, candidate)

    def wrap(self, data: Data) -> HanoiSolution:
        """Wrap moves, or a recipe, as a solution."""
        return HanoiSolution(self, tuple(data))

    def size_of(self, data: Data) -> int:
        """Return the number of moves."""
        return self.wrap(data).length

    def size_range(self) -> tuple[int, int]:
        """Return bounds of the number of moves: no state is visited twice."""
        return 0, self.number_of_states - 1

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; states are as short as they can be written."""
        data: dict[str, Any] = {"puzzle": "hanoi", "discs": self.discs, "pegs": self.pegs}
        if self.start:
            data["start"] = short_state(self.start)
        if self.goal:
            data["goal"] = self.goal if self.any_goal else short_state(self.goal)
        return {**data, "moves": self.moves} if self.pegs > 1 else data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; all but ``discs`` may be left out."""
        names = ("discs", "pegs", "start", "goal", "moves")
        for key in data:
            if key not in ("puzzle", *names):
                raise EverywayError(
                    "a Tower of Hanoi has no key", text=key, hint=f"one of {', '.join(names)}"
                )
        if "discs" not in data:
            raise EverywayError("a Tower of Hanoi needs a number of discs", hint="discs = 3")
        return cls(**{name: data[name] for name in names if name in data})
