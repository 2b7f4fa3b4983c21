"""How a Tower of Hanoi is solved, step by step: breadth-first search, and the classic recursion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from everyway.core.engine import Control, Data
from everyway.core.errors import EverywayError
from everyway.core.trace import Step
from everyway.families.hanoi.plain import Atlas, walk
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.states import LETTERS, State, named_arcs, to_text

MOST_STATES = 4**6
MOST_CALLED = 12
"""So many discs at most are moved by recursion: each step has all the moves before it."""


def breadth_first(puzzle: Hanoi) -> Iterator[Step]:
    """Yield the steps of the reference engine: all states, layer by layer, to the goal or all.

    A step ``"place"`` is a state met for the first time: its data are the moves to it, its depth
    how many they are. Refused are moves onto a smaller disc; a ``"prune"`` is a move to a state
    met before, to which no longer way need be followed. ``tried`` is the move, ``marks`` are discs,
    counted from 0, the smallest. Nothing is taken back: a step's ``parent`` is the state from
    which the move is made. The solutions come when the layer of the goal is searched out, in the
    engine's order.
    """
    if puzzle.discs > 64 or puzzle.number_of_states > MOST_STATES:
        raise EverywayError(
            "too many states to be shown step by step:",
            text=f"{puzzle.pegs}^{puzzle.discs}",
            hint=f"at most {MOST_STATES}; the recursion has steps of up to {MOST_CALLED} discs",
        )
    return _spread(puzzle)


def _spread(puzzle: Hanoi) -> Iterator[Step]:
    """Yield the steps to all states up to the goal's layer, then the solutions."""
    start = puzzle.start_state
    nodes = {start: 0}
    goal = None if puzzle.any_goal else puzzle.goal_state
    layer: list[tuple[State, Data]] = [(start, ())]
    while layer and goal not in nodes:
        following: list[tuple[State, Data]] = []
        for state, way in layer:
            for code, after, why, marks in _moves(puzzle, state):
                what, parent = move_text(puzzle, code), nodes[state]
                if after is None:
                    yield Step("conflict", len(way), way, what, why, code, marks, parent)
                elif after in nodes:
                    words = f"{to_text(after)} was met before, as state {nodes[after]}"
                    yield Step("prune", len(way), way, what, words, code, marks, parent)
                else:
                    nodes[after] = len(nodes)
                    longer = (*way, code)
                    following.append((after, longer))
                    words = f"state {nodes[after]}: {to_text(after)}"
                    yield Step("place", len(longer), longer, what, words, code, marks, parent)
        layer = following
    yield from _solutions(puzzle, nodes)


def _moves(puzzle: Hanoi, state: State) -> Iterator[tuple[int, State | None, str, Data]]:
    """Yield every move of a top disc along an arc, in order: where it leads, or why it cannot."""
    tops = [min((d for d, peg in enumerate(state) if peg == p), default=None)
            for p in range(puzzle.pegs)]  # fmt: skip
    arcs = puzzle.arcs
    for source, disc in enumerate(tops):
        if disc is None:
            continue
        for target, other in enumerate(tops):
            if (source, target) not in arcs:
                continue
            code = source * puzzle.pegs + target
            if other is not None and other < disc:
                why = f"disc {disc + 1} cannot lie on disc {other + 1}, which is smaller"
                yield code, None, why, (disc, other)
            else:
                yield code, (*state[:disc], target, *state[disc + 1 :]), "", (disc,)


def _solutions(puzzle: Hanoi, nodes: dict[State, int]) -> Iterator[Step]:
    atlas = Atlas(puzzle, Control())
    if not (puzzle.any_goal or puzzle.goal_state in atlas.far):
        words = f"{puzzle.goal} cannot be reached: no other state is left"
        yield Step("prune", 0, (), "", words)
        return
    for found in walk(atlas, (), puzzle.start_state):
        if found is not None:
            moves, state = found
            what = f"{_moves_text(len(moves))} to {to_text(state)}" if state else "no discs"
            words = "all states at less distance were met before" if moves else "the start itself"
            yield Step("solution", len(moves), moves, what, words, parent=nodes[state])


def move_text(puzzle: Hanoi, code: int) -> str:
    """Return a move as two pegs, such as ``AB``."""
    source, target = divmod(code, puzzle.pegs)
    return LETTERS[source] + LETTERS[target]


def _moves_text(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


# --- the recursion ---


def recursion(puzzle: Hanoi) -> Iterator[Step]:
    """Yield the steps of the classic recursion on three pegs, to a whole tower.

    To bring discs 1 to k to a peg: bring 1 to k - 1 to the third peg, move disc k, bring 1 to k - 1
    on top of it. Each call and each move is a step ``"place"``; its depth is how deep the call is,
    its data are the moves made so far. Nothing is tried in vain. Raises ``EverywayError`` for a
    goal that is no whole tower, for other than three pegs, and for moves that are not all allowed.
    """
    goal = puzzle.goal_state if not puzzle.any_goal else ()
    if puzzle.pegs != 3 or puzzle.arcs != named_arcs("all", 3) or puzzle.any_goal:
        raise EverywayError("the recursion is for three pegs, all moves and one goal")
    if len(set(goal)) > 1:
        raise EverywayError("the recursion ends with a whole tower, not with", text=puzzle.goal)
    if puzzle.discs > MOST_CALLED:
        raise EverywayError(
            "too many discs to be shown step by step:",
            text=puzzle.discs,
            hint=f"at most {MOST_CALLED}",
        )
    return _Recursion(puzzle).steps()


class _Recursion:
    """The calls and moves of the recursion, with the numbers of their nodes."""

    def __init__(self, puzzle: Hanoi) -> None:
        self.puzzle = puzzle
        self.state = list(puzzle.start_state)
        self.moves: list[int] = []
        self.nodes = 0

    def steps(self) -> Iterator[Step]:
        """Yield all steps, and the solution."""
        discs = self.puzzle.discs
        target = self.puzzle.goal_state[-1] if discs else 0
        yield from self._bring(discs, target, 0, 0, "")
        done = tuple(self.moves)
        what = f"{_moves_text(len(done))}: all discs are on {LETTERS[target]}"
        yield Step("solution", 0, done, what if discs else "no discs")

    def _bring(self, discs: int, target: int, above: int, depth: int, aim: str) -> Iterator[Step]:
        """Yield the steps that bring the smallest *discs* to *target*; *above* is the caller."""
        while discs and self.state[discs - 1] == target:
            discs -= 1  # the largest lies there already
        if not discs:
            return
        if discs == 1:
            yield from self._move(0, target, above, depth, aim)
            return
        tower = "discs 1 and 2" if discs == 2 else f"discs 1 to {discs}"
        yield self._step(f"{tower} to {LETTERS[target]}", aim, above, depth, range(discs))
        here, source = self.nodes, self.state[discs - 1]
        third = 3 - source - target
        free = f"to free disc {discs} and peg {LETTERS[target]}"
        yield from self._bring(discs - 1, third, here, depth + 1, free)
        yield from self._move(
            discs - 1, target, here, depth + 1, f"disc {discs} and peg {LETTERS[target]} are free"
        )
        onto = f"onto disc {discs}"
        yield from self._bring(discs - 1, target, here, depth + 1, onto)

    def _move(self, disc: int, target: int, above: int, depth: int, aim: str) -> Iterator[Step]:
        code = self.state[disc] * 3 + target
        self.moves.append(code)
        self.state[disc] = target
        name = f"disc {disc + 1}: {move_text(self.puzzle, code)}"
        yield self._step(name, aim, above, depth, (disc,), code)

    def _step(
        self,
        what: str,
        why: str,
        above: int,
        depth: int,
        discs: Sequence[int],
        code: int | None = None,
    ) -> Step:
        self.nodes += 1
        return Step("place", depth + 1, tuple(self.moves), what, why, code, tuple(discs), above)
