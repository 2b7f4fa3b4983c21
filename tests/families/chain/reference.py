"""Folds by brute force, from the rules alone, and puzzles to try them on."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import strategies as st

from everyway import Board, Chain, SnakeCube

SHAPES = ["1x1", "1x2", "2x1", "1x3", "3x1", "2x2", "1x4", "-./..", "../.-/.-", ".-/-.", "..-/-.."]
BOXES = ["1x1", "1x2", "1x4", "2x2", "2x3", "3x2", "-.-/...", "2x2x1", "1x2x3", "5", "../.-/.."]


def brute_force(puzzle: Chain | SnakeCube) -> list[tuple[int, ...]]:
    """Return every fold, in order: all ways to lay the links, checked by the rules."""
    squares = puzzle.squares
    if isinstance(puzzle, SnakeCube):
        found = [p for p in permutations(squares) if puzzle.is_solution(puzzle.wrap(p))]
        return sorted(found)
    found = []
    for cells in permutations(squares):
        for quarters in product(range(4), repeat=len(cells)):
            data = tuple(4 * c + q for c, q in zip(cells, quarters, strict=True))
            if puzzle.is_solution(puzzle.wrap(data)):
                found.append(data)
    return sorted(found)


def orbits(puzzle: Chain | SnakeCube, folds: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the first of each orbit of *folds* under the symmetries, and under reversal."""
    left = set(folds)
    firsts = []
    while left:
        first = min(left)
        firsts.append(first)
        images = {tuple(g[number] for number in first) for g in puzzle.symmetries}
        if puzzle.reversible:
            images |= {image[::-1] for image in images}
        left -= images
    return firsts


@st.composite
def small_chains(draw: st.DrawFn, shapes: list[str] | None = None) -> Chain:
    """Draw a hinged chain of few links, with a word, marks, fixed links, perhaps closed."""
    board = Board.parse(draw(st.sampled_from(shapes or SHAPES)))
    links = board.squares
    word = draw(st.one_of(st.just("D" * links), st.text("DLR", min_size=links, max_size=links)))
    numbers = st.integers(1, links)
    arrows = st.sampled_from(["right", "up", "left", "down"])
    marks = draw(st.dictionaries(numbers, arrows, max_size=2))
    names = [f"{'abcdefgh'[c % board.shape[1]]}{c // board.shape[1] + 1}" for c in board.cells]
    fixed = draw(st.one_of(st.none(), st.dictionaries(numbers, st.sampled_from(names), max_size=1)))
    return Chain(board, word, marks, draw(arrows), draw(st.booleans()), fixed)


@st.composite
def small_snakes(draw: st.DrawFn, boxes: list[str] | None = None) -> SnakeCube:
    """Draw a snake of few cubes, of any word or a given one."""
    box = Board.parse(draw(st.sampled_from(boxes or BOXES)))
    inner = max(0, box.squares - 2)
    word = draw(st.one_of(st.none(), st.text("ST", min_size=inner, max_size=inner)))
    return SnakeCube(word, box, draw(st.booleans()))
