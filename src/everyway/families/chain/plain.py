"""The reference engine: plain backtracking, one link after another, in lexicographic order.

It knows the rules of the two puzzles and nothing else: no tables, no pruning. A chain is laid link
by link on any free square that the next hinge, or the next face, allows.
"""

from __future__ import annotations

from everyway.core.engine import Data
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.core.walking import Backtracking
from everyway.families.chain.hinge import Chain
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import TURN, SnakeCube
from everyway.geometry.notation import cell_at, coordinates_of

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


class PlainEngine(Backtracking):
    """Plain backtracking, the oracle that every other engine is compared with."""

    probes = 30

    def why_not(self, puzzle: Puzzle, question: Question) -> str | None:
        """Refuse what is no chain."""
        return None if isinstance(puzzle, LinkPuzzle) else "only chains"

    def too_large(self, puzzle: LinkPuzzle) -> str | None:
        """Estimate nothing for chains of very many links."""
        return f"with more than {LARGE} links" if puzzle.length > LARGE else None

    def slowness(self, puzzle: LinkPuzzle) -> float:
        """Return the length in thirty links: a node looks at all that are laid."""
        return max(1.0, puzzle.length / 30)

    def symmetries(self, puzzle: LinkPuzzle) -> int:
        """Return the order of the group."""
        return len(puzzle.symmetries)

    def following(self, puzzle: LinkPuzzle, data: Data) -> tuple[bool, list[int]]:
        """Return whether *data* is a fold, and the numbers that the next link may have."""
        return is_fold(puzzle, data), following(puzzle, data)
