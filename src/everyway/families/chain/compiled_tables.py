"""What the compiled search needs to know of a puzzle, as tables of whole numbers.

A *state* is a square with what the next link depends on: for hinged chains the quarter turns, for
snakes the direction in which the string came. Squares are counted 0, 1, … without the holes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from everyway.core.engine import Data
from everyway.families.chain.hinge import LETTERS, OPPOSITE, Chain, Point
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import STRAIGHT, TURN, SnakeCube
from everyway.geometry.notation import coordinates_of
from everyway.kernels.bits import WORD_BITS, to_table
from everyway.kernels.memory import Numbers

ANY = 2
"""The row of ``succ`` for snakes of any word, after straight and turn."""


class Tables(NamedTuple):
    """The tables of one puzzle.

    ``succ[letter, state]`` are the states that may follow, by rising square, then -1;
    ``letters[k]`` is the letter that leads from link k to link k + 1. ``starts`` are the states
    of a first link that can lead to a fold. ``cell`` and ``code`` say the square of a state, and
    its number in a solution; ``turn`` its quarter turns or direction. ``near[class, square]`` are
    the squares next to a square, in the chains that begin in a state of this ``kind``; ``masks``
    are the same as bits of a word, where the squares are no more than its bits. ``entry`` is the
    point where a first link's chain begins, ``leave`` the one where a last link's chain ends.
    ``want_cell`` and ``want_turn`` say what marks and fixed links ask of link k, or -1. ``rules``:
    closed, undirected, whether dead ends count (they do where links share faces).
    """

    succ: Numbers
    letters: Numbers
    starts: Numbers
    cell: Numbers
    code: Numbers
    turn: Numbers
    near: Numbers
    masks: Numbers
    kind: Numbers
    entry: Numbers
    leave: Numbers
    want_cell: Numbers
    want_turn: Numbers
    rules: Numbers


def _array(values: object) -> Numbers:
    return np.array(values, dtype=np.int64)


def _masks(near: list[list[list[int]]]) -> Numbers:
    """Return the rows of *near* as words of bits; no words at all if there are too many squares."""
    if len(near[0]) > WORD_BITS:
        return np.zeros((len(near), 0), dtype=np.int64)
    rows = [to_table([sum(1 << i for i in row if i >= 0) for row in kind], 1) for kind in near]
    return np.ascontiguousarray(np.stack(rows)[:, :, 0])


def _padded(rows: list[list[int]], width: int) -> list[list[int]]:
    return [row + [-1] * (width - len(row)) for row in rows]


@lru_cache(maxsize=32)
def tables_of(puzzle: LinkPuzzle) -> Tables:
    """Return the tables of *puzzle*, which has at least one link."""
    if isinstance(puzzle, Chain):
        return _hinged(puzzle)
    assert isinstance(puzzle, SnakeCube)
    return _snake(puzzle)


# --- hinged chains: state 4 * square + quarter turns ---


def _hinged(puzzle: Chain) -> Tables:
    links = puzzle.length
    cells = puzzle.squares
    entry = [puzzle.entry_point(cell, quarter) for cell in cells for quarter in range(4)]
    by_point: dict[Point, list[int]] = {}
    for state, point in enumerate(entry):
        by_point.setdefault(point, []).append(state)
    number = {point: i for i, point in enumerate(sorted(by_point))}
    succ = []
    for letter in LETTERS:
        place = puzzle.word.find(letter)
        rows: list[list[int]] = []
        for state in range(4 * links):
            if place < 0:
                rows.append([])
                continue
            point = puzzle.exit_point(place, cells[state // 4], state % 4)
            rows.append([s for s in by_point[point] if s // 4 != state // 4])
        succ.append(_padded(rows, 3))
    only_opposite = not set(puzzle.word) - {OPPOSITE}
    parity = [sum(point) % 2 if only_opposite else 0 for point in entry]
    near = [_near_hinged(entry, links, kind, only_opposite) for kind in (0, 1)]
    last = [number[puzzle.exit_point(links - 1, cells[s // 4], s % 4)] for s in range(4 * links)]
    return Tables(
        succ=_array(succ),
        letters=_array([LETTERS.index(letter) for letter in puzzle.word]),
        starts=_array(_hinged_starts(puzzle, entry, parity, only_opposite)),
        cell=_array([s // 4 for s in range(4 * links)]),
        code=_array([4 * cell + quarter for cell in cells for quarter in range(4)]),
        turn=_array([s % 4 for s in range(4 * links)]),
        near=_array(near),
        masks=_masks(near),
        kind=_array(parity),
        entry=_array([number[point] for point in entry]),
        leave=_array(last),
        want_cell=_array(_wanted_cells(puzzle)),
        want_turn=_array([puzzle.wanted_quarters.get(k, -1) for k in range(links)]),
        rules=_array([puzzle.closed, False, False]),
    )


def _near_hinged(
    entry: list[Point], links: int, parity: int, only_opposite: bool
) -> list[list[int]]:
    """Return the squares that share a corner with each square: of this parity, if all are D."""
    at: dict[Point, list[int]] = {}
    for state, point in enumerate(entry):
        if not only_opposite or sum(point) % 2 == parity:
            at.setdefault(point, []).append(state // 4)
    found: list[set[int]] = [set() for _ in range(links)]
    for squares in at.values():
        for square in squares:
            found[square].update(squares)
    return _padded([sorted(near - {i}) for i, near in enumerate(found)], 8)


def _hinged_starts(
    puzzle: Chain, entry: list[Point], parity: list[int], only_opposite: bool
) -> list[int]:
    """Return the first states that can lead to a fold.

    A chain of D is an Eulerian trail through the points of one parity (an edge a square): all of
    these points have an even degree, or it begins at one of the two that have not.
    """
    states = list(range(len(entry)))
    if not only_opposite:
        return states
    degree: dict[Point, int] = {}
    for point in entry:
        degree[point] = degree.get(point, 0) + 1
    found = []
    for kind in (0, 1):
        odd = {point for point, d in degree.items() if d % 2 and sum(point) % 2 == kind}
        if len(odd) > 2 or (odd and puzzle.closed):
            continue
        found += [s for s in states if parity[s] == kind and (not odd or entry[s] in odd)]
    return sorted(found)


def _wanted_cells(puzzle: LinkPuzzle) -> list[int]:
    square = {cell: i for i, cell in enumerate(puzzle.squares)}
    cells = puzzle.fixed_cells
    return [square[cells[k]] if k in cells else -1 for k in range(puzzle.length)]


# --- snakes: state (2d + 1) * square + direction, the last of which is none ---


def _snake(puzzle: SnakeCube) -> Tables:
    links, shape = puzzle.length, puzzle.board.shape
    none = 2 * len(shape)
    width = none + 1
    places = [coordinates_of(shape, cell) for cell in puzzle.squares]
    square = {place: i for i, place in enumerate(places)}
    moves: list[list[tuple[int, int]]] = []
    for place in places:
        found = []
        for way in range(none):
            axis, step = way // 2, 2 * (way % 2) - 1
            there = tuple(c + step * (a == axis) for a, c in enumerate(place))
            if there in square:
                found.append((square[there], way))
        moves.append(sorted(found))
    succ = []
    for letter in (0, 1, ANY):
        rows = []
        for state in range(width * links):
            here, came = divmod(state, width)
            rows.append(
                [
                    width * there + way
                    for there, way in moves[here]
                    if came == none
                    or (way == came if letter == 0 else way // 2 != came // 2 or letter == ANY)
                ]
            )
        succ.append(_padded(rows, max(1, none)))
    word = puzzle.word
    letters = [ANY] * links
    if word is not None:
        letters[1 : len(word) + 1] = [(STRAIGHT, TURN).index(letter) for letter in word]
    near = _padded([[there for there, _ in found] for found in moves], max(1, none))
    states = range(width * links)
    return Tables(
        succ=_array(succ),
        letters=_array(letters),
        starts=_array([width * i + none for i in _snake_starts(places)]),
        cell=_array([s // width for s in states]),
        code=_array([puzzle.squares[s // width] for s in states]),
        turn=_array([s % width for s in states]),
        near=_array([near]),
        masks=_masks([near]),
        kind=_array([0] * (width * links)),
        entry=_array([0] * (width * links)),
        leave=_array([0] * (width * links)),
        want_cell=_array(_wanted_cells(puzzle)),
        want_turn=_array([-1] * links),
        rules=_array([False, puzzle.reversible, True]),
    )


def _snake_starts(places: list[tuple[int, ...]]) -> list[int]:
    """Return the squares on which a snake may begin: colours alternate as on a chessboard."""
    dark = [i for i, place in enumerate(places) if sum(place) % 2 == 0]
    light = [i for i, place in enumerate(places) if sum(place) % 2]
    more = len(dark) - len(light)
    if abs(more) > 1:
        return []
    return sorted((dark if more >= 0 else []) + (light if more <= 0 else []))


def states_of(puzzle: LinkPuzzle, data: Data) -> list[int] | None:
    """Return the states of the links *data*, or None if they cannot follow each other so."""
    tables = tables_of(puzzle)
    states: list[int] = []
    for place, number in enumerate(data):
        row = tables.starts if not place else tables.succ[tables.letters[place - 1], states[-1]]
        found = [s for s in row.tolist() if s >= 0 and tables.code[s] == number]
        if not found:
            return None
        states.append(found[0])
    return states
