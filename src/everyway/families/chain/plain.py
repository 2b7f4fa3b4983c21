"""The reference engine: plain backtracking, one link after another, in lexicographic order.

It knows the rules of the two puzzles and nothing else: no tables, no pruning. A chain is laid link
by link on any free square that the next hinge, or the next face, allows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.families.chain.hinge import Chain
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import TURN, SnakeCube
from everyway.geometry.notation import cell_at, coordinates_of

NODES_A_SECOND = 150_000
HEARTBEAT = 500
PROBES = 30
LARGE = 300
"""From this number of links on, random descents take too long to be worth it."""


def following(puzzle: LinkPuzzle, data: Data) -> list[int]:
    """Return what may come after the links *data*, in order: the numbers of the next link."""
    place = len(data)
    if place == puzzle.length:
        return []
    if isinstance(puzzle, Chain):
        found = _next_hinged(puzzle, data)
    else:
        assert isinstance(puzzle, SnakeCube)
        found = _next_cubes(puzzle, data)
    wanted = puzzle.fixed_cells.get(place)
    if wanted is not None:
        divisor = 4 if isinstance(puzzle, Chain) else 1
        found = [number for number in found if number // divisor == wanted]
    return found


def _next_hinged(puzzle: Chain, data: Data) -> list[int]:
    place = len(data)
    quarters = range(4)
    if place in puzzle.wanted_quarters:
        quarters = range(puzzle.wanted_quarters[place], puzzle.wanted_quarters[place] + 1)
    if not data:
        return [4 * cell + quarter for cell in puzzle.squares for quarter in quarters]
    used = {number // 4 for number in data}
    point = puzzle.exit_point(place - 1, *divmod(data[-1], 4))
    rows, columns = puzzle.board.shape
    found = []
    for row in (point[0] - 1, point[0]):
        for column in (point[1] - 1, point[1]):
            # Both bounds count, or the chain would leave the board at an edge.
            if not (0 <= row < rows and 0 <= column < columns):
                continue
            cell = row * columns + column
            if cell in used or cell in puzzle.board.holes:
                continue
            found += [4 * cell + q for q in quarters if puzzle.entry_point(cell, q) == point]
    return found


def _next_cubes(puzzle: SnakeCube, data: Data) -> list[int]:
    if not data:
        return list(puzzle.squares)
    board = puzzle.board
    here = coordinates_of(board.shape, data[-1])
    found = []
    for axis in range(len(board.shape)):
        for step in (-1, 1):
            there = board.step(here, [step * (axis == a) for a in range(len(board.shape))])
            if there is None:
                continue
            cell = cell_at(board.shape, there)
            if cell in data or cell in board.holes:
                continue
            if puzzle.word is not None and len(data) > 1:
                turns = puzzle.turns(data[-2], data[-1], cell)
                if turns != (puzzle.word[len(data) - 2] == TURN):
                    continue
            found.append(cell)
    return sorted(found)


def is_fold(puzzle: LinkPuzzle, data: Data) -> bool:
    """Return whether *data*, which has all its links, is a fold: the last link is checked, too."""
    if len(data) != puzzle.length:
        return False
    if isinstance(puzzle, Chain) and puzzle.closed and data:
        last = puzzle.exit_point(len(data) - 1, *divmod(data[-1], 4))
        if last != puzzle.entry_point(*divmod(data[0], 4)):
            return False
    return puzzle.is_listed(data)


def walk(puzzle: LinkPuzzle, prefix: Data) -> Iterator[Data | None]:
    """Yield the folds that begin with *prefix*, in order, and None at each node of the search."""
    stack = [prefix]
    while stack:
        data = stack.pop()
        yield None
        if len(data) == puzzle.length:
            if is_fold(puzzle, data):
                yield data
            continue
        # What is put on last is taken off first.
        stack.extend((*data, number) for number in reversed(following(puzzle, data)))


@lru_cache(maxsize=64)
def estimate(puzzle: LinkPuzzle) -> tuple[float, float]:
    """Return estimates of the nodes and of the folds, by random descents (Knuth, 1975)."""
    chance = random.Random(1)
    nodes = folds = 0.0
    for _ in range(PROBES):
        data: Data = ()
        weight = 1.0
        while True:
            nodes += weight
            if len(data) == puzzle.length:
                folds += weight * is_fold(puzzle, data)
            choices = following(puzzle, data)
            if not choices:
                break
            weight *= len(choices)
            data = (*data, chance.choice(choices))
    return nodes / PROBES, folds / PROBES


class PlainEngine(Engine):
    """Plain backtracking, the oracle that every other engine is compared with."""

    name = "plain"
    method = "backtracking"
    light = True

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about a chain, at the cost of the nodes estimated."""
        if not isinstance(puzzle, LinkPuzzle):
            return Offer.no("only chains")
        if puzzle.length > LARGE:
            return Offer(True, 3600.0, f"backtracking with more than {LARGE} links")
        nodes, folds = estimate(puzzle)
        if isinstance(question, Every) and question.limit is not None:
            nodes *= min(1.0, 10 * question.limit / (folds + 1))
        seconds = nodes / NODES_A_SECOND * max(1.0, puzzle.length / 30)
        if question.up_to:
            seconds += folds * len(puzzle.symmetries) * 3e-6
        return Offer(True, seconds, "backtracking", nodes, "probed")

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return one branch for each first link; for a list, the whole."""
        whole = Branch()
        if isinstance(question, Every):
            return [whole]
        return self.split(puzzle, question, whole) or [whole]

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next link. A branch's path is the numbers of the links laid."""
        assert isinstance(puzzle, LinkPuzzle)
        return branch.children(following(puzzle, branch.path))

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk through one branch."""
        assert isinstance(puzzle, LinkPuzzle)
        limit = question.limit if isinstance(question, Every) else None
        number = nodes = spent = 0
        solutions: list[Data] = []
        complete = limit == 0 or not control.spend(0)
        for data in walk(puzzle, branch.path) if complete and limit != 0 else ():
            if data is None:
                nodes += 1
                if nodes - spent >= HEARTBEAT or nodes == control.nodes_left:
                    stopped = control.spend(nodes - spent)
                    spent = nodes
                    if stopped or (effort.nodes is not None and nodes >= effort.nodes):
                        complete = False
                        break
            elif not question.up_to or puzzle.is_canonical(data):
                if len(solutions) == effort.solutions:
                    complete = False
                    break
                number += 1
                if isinstance(question, Every):
                    solutions.append(data)
                    if len(solutions) == limit:
                        break
        control.spend(nodes - spent)
        return Tally({puzzle.length: number} if number else {}, tuple(solutions), nodes, complete)
