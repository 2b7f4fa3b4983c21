"""Snakes that a symmetry of the box carries to their own reverse, found from the middle out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from everyway.core.engine import Data
from everyway.families.chain.frontier import faces
from everyway.families.chain.puzzle import Permutation
from everyway.families.chain.snake import TURN, SnakeCube


def reversed_folds(
    puzzle: SnakeCube, g: Permutation, spend: Callable[[], bool]
) -> Iterator[Data | None]:
    """Yield the folds whose image under *g* is the fold read backwards, and None at each node.

    The two halves are images of each other, so only one is searched: from the middle cube, which
    stays where it is, or from the two middle cubes, which change places. Both readings of a fold
    are yielded. Ends when *spend* says so.
    """
    cells = puzzle.squares
    number = {cell: i for i, cell in enumerate(cells)}
    image = [number[g[cell]] for cell in cells]
    if any(image[image[i]] != i for i in range(len(cells))):
        return  # a symmetry that does so twice leaves every cube in place
    near = faces(puzzle)
    half = len(cells) // 2
    odd = len(cells) % 2
    stack: list[tuple[int, ...]] = [
        (i,) for i in range(len(cells)) if (image[i] == i if odd else image[i] in near[i])
    ]
    whole = half + len(cells) % 2
    while stack:
        part = stack.pop()
        yield None
        if spend():
            return
        middle = part[:1] if len(cells) % 2 else ()
        front = [image[i] for i in reversed(part[len(middle) :])]
        line = (*front, *middle, *part[len(middle) :])
        if not _keeps_word(puzzle, line):
            continue
        if len(part) == whole:
            yield tuple(cells[i] for i in line)
            continue
        used = set(line)
        stack.extend(
            (*part, i) for i in near[part[-1]] if i not in used and image[i] != i
        )  # fmt: skip


def _keeps_word(puzzle: SnakeCube, line: tuple[int, ...]) -> bool:
    """Return whether the part *line* of a snake, in its middle, turns where the word says."""
    if puzzle.word is None or len(line) < 3:
        return True
    cells = [puzzle.squares[i] for i in line]
    before = (puzzle.length - len(line)) // 2
    return all(
        puzzle.turns(*cells[k - 1 : k + 2]) == (puzzle.word[before + k - 1] == TURN)
        for k in (1, len(line) // 2, len(line) - 2)
        if 0 < k < len(line) - 1
    )
