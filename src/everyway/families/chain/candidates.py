"""Candidates for a fold in every form: squares in order, grids of numbers, pictures of the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.families.chain.fold import Fold
from everyway.geometry.grids import read_layers, read_list
from everyway.geometry.notation import (
    cell_at,
    coordinates_of,
    is_square_name,
    parse_square,
    split_squares,
)
from everyway.geometry.numbered import numbered_cells

if TYPE_CHECKING:
    from everyway.families.chain.hinge import Chain
    from everyway.families.chain.puzzle import LinkPuzzle
    from everyway.families.chain.snake import SnakeCube

NO_LINKS = "(a chain without links)"
MOST_CHARACTERS = 1_000_000
MOST_STEPS = 200_000
"""So many steps are tried to find the way through a picture that does not number it."""

TURNED = re.compile(r"(.+)@(0|90|180|270)")
WAYS = re.compile("[↗↖↙↘→↑←↓⊙⊗●╵╷│╴┘┐┤╶└┌├─┴┬┼•]")
"""What stands in pictures of the way; behind a number it is but an arrow on a link."""


def read_squares(puzzle: LinkPuzzle, candidate: object) -> list[str] | Data:
    """Return the names of squares, with turns if they have them, or the cells of a grid's numbers.

    A picture of the way is read elsewhere.
    """
    shape = puzzle.board.shape
    if isinstance(candidate, str):
        if len(candidate) > MOST_CHARACTERS:
            raise EverywayError("too long a text for a fold:", text=candidate)
        if candidate.strip() == NO_LINKS:
            return []
        listed = read_list(candidate)
        if listed is None:
            if len(shape) == 1 and "\n\n" in candidate.strip():
                return numbered_cells(puzzle.board, candidate, "a fold")
            words = [] if "layer" in candidate else split_squares(candidate, len(shape))
            named = all(is_square_name(shape, word.partition("@")[0]) for word in words)
            if ("layer" not in candidate and named) or not candidate.strip():
                return words
            if re.search(r"[A-Za-z]{1,6}[0-9]", re.sub("layer [0-9]", "", candidate)):
                return words  # most are names: which is none is said of it
            return numbered_cells(puzzle.board, candidate, "a fold")
        if listed and all(isinstance(row, list) for row in listed):
            return numbered_cells(puzzle.board, listed, "a fold")
        candidate = listed
    if not isinstance(candidate, Iterable):
        raise EverywayError("a fold is given as squares, not as", text=candidate)
    items = list(candidate)
    if items and all(type(item) is int for item in items):
        return numbered_cells(puzzle.board, [items], "a fold")
    if items and all(isinstance(item, list) for item in items):
        return numbered_cells(puzzle.board, items, "a fold")
    return [item if isinstance(item, str) else _coordinates_text(item) for item in items]


def _coordinates_text(item: object) -> str:
    if isinstance(item, tuple) and all(type(part) is int for part in item):
        return "(" + ",".join(map(str, item)) + ")"
    raise EverywayError("no name of a square:", text=item)


def read_chain(puzzle: Chain, candidate: object) -> tuple[list[int], list[int] | None]:
    """Return the cells of the links of a hinged chain and their quarter turns, None if not said."""
    if isinstance(candidate, Fold):
        if len(candidate.quarters) == len(candidate.cells):
            return read_chain(puzzle, candidate.to_data())
        candidate = list(candidate.squares)
    if isinstance(candidate, str) and _is_way(candidate):
        found = _way(puzzle, candidate, _chain_starts(puzzle), _chain_steps(puzzle), puzzle.length)
        return [number // 4 for number in found], [number % 4 for number in found]
    read = read_squares(puzzle, candidate)
    if isinstance(read, tuple):
        return list(read), None
    turned = [TURNED.fullmatch(word) for word in read]
    words = [found[1] if found else word for word, found in zip(read, turned, strict=True)]
    if any("@" in word for word in words) or (any(turned) and not all(turned)):
        hint = "such as b1@90"
        what = "a turn is 0, 90, 180 or 270 degrees, for all links or for none:"
        raise EverywayError(what, text=" ".join(read), hint=hint)
    cells = [parse_square(puzzle.board.shape, word) for word in words]
    return cells, [int(found[2]) // 90 for found in turned if found] if any(turned) else None


def read_snake(puzzle: SnakeCube, candidate: object) -> list[int]:
    """Return the cells of the cubes of a snake, in order."""
    if isinstance(candidate, Fold):
        if candidate.puzzle.board.shape == puzzle.board.shape:
            return list(candidate.cells)
        candidate = list(candidate.squares)
    if isinstance(candidate, str) and _is_way(candidate):
        starts: Starts = lambda signs: list(puzzle.squares)  # noqa: E731
        return list(_way(puzzle, candidate, starts, _snake_steps(puzzle), puzzle.length))
    read = read_squares(puzzle, candidate)
    if isinstance(read, tuple):
        return list(read)
    return [parse_square(puzzle.board.shape, word) for word in read]


# --- pictures that show the way, but not where it begins ---

Starts = Callable[[list[str]], list[int]]
Steps = Callable[[list[str], list[int]], list[int]]


def _is_way(text: str) -> bool:
    """Return whether a picture shows ways, and no numbers but those of rows and layers."""
    found = WAYS.search(text)
    return found is not None and re.search(r"[0-9][→↑←↓]", text) is None


def _way(puzzle: LinkPuzzle, text: str, starts: Starts, steps: Steps, length: int) -> Data:
    """Return a way through the picture that is a fold, or else any way; or raise."""
    layers = read_layers(text, "a fold", bars=False)
    signs = [sign for layer in layers for sign, _ in layer.upwards()]
    if len(signs) != puzzle.board.size:
        raise EverywayError(
            "a picture of another size than the board:", text=puzzle.board.size_text()
        )
    other: Data | None = None
    for way in _walks(signs, starts, steps, length):
        if puzzle.why_not(puzzle.wrap(way)) is None:
            return way
        other = other or way
    if other is None:
        raise EverywayError("no way leads through the whole picture:", text=text)
    return other


def _walks(signs: list[str], starts: Starts, steps: Steps, length: int) -> Iterator[Data]:
    tried = 0
    stack = [[start] for start in reversed(starts(signs))]
    while stack:
        way = stack.pop()
        tried += 1
        if tried > MOST_STEPS:
            raise EverywayError(
                "too many ways lead through the picture", hint="give the numbers of the links"
            )
        after = steps(signs, way)
        if len(way) == length:
            if LAST in after:
                yield tuple(way)
            continue
        stack += [[*way, number] for number in reversed(after) if number != LAST]


LAST = -1
"""What stands among the steps after a way that may end there."""


def _chain_starts(puzzle: Chain) -> Starts:
    return lambda signs: [n for cell in puzzle.squares for n in _laid(puzzle, signs, 0, cell)]


def _laid(puzzle: Chain, signs: list[str], place: int, cell: int) -> list[int]:
    """Return the numbers of the link at *place* on *cell*, as the picture shows it turned."""
    from everyway.families.chain.drawing import way_of

    found = []
    for quarter in range(4):
        fold = Fold(puzzle, (cell,) * (place + 1), (quarter,) * (place + 1))
        if way_of(puzzle, fold, place) == signs[cell]:
            found.append(4 * cell + quarter)
    return found


def _chain_steps(puzzle: Chain) -> Steps:
    rows, columns = puzzle.board.shape

    def steps(signs: list[str], way: list[int]) -> list[int]:
        place = len(way)
        if place == puzzle.length:
            return [LAST]
        cell, quarter = divmod(way[-1], 4)
        point = puzzle.exit_point(place - 1, cell, quarter)
        used = {number // 4 for number in way}
        found = []
        for row in (point[0] - 1, point[0]):
            for column in (point[1] - 1, point[1]):
                there = row * columns + column
                inside = 0 <= row < rows and 0 <= column < columns
                if not inside or there in used or there in puzzle.board.missing:
                    continue
                laid = _laid(puzzle, signs, place, there)
                found += [n for n in laid if puzzle.entry_point(there, n % 4) == point]
        return found

    return steps


def _snake_steps(puzzle: SnakeCube) -> Steps:
    from everyway.families.chain.drawing import ARMS, LAST_SIGN, LINES, step_sign

    shape = puzzle.board.shape

    def neighbours(cell: int) -> list[int]:
        here = coordinates_of(shape, cell)
        found = []
        for axis, size in enumerate(shape):
            for step in (-1, 1):
                there = (*here[:axis], here[axis] + step, *here[axis + 1 :])
                if 1 <= there[axis] <= size:
                    found.append(cell_at(shape, there))
        return [c for c in found if c not in puzzle.board.missing]

    def arms(cell: int, others: list[int]) -> int:
        return sum({ARMS.get(step_sign(shape, cell, other), 0) for other in others})

    def steps(signs: list[str], way: list[int]) -> list[int]:
        cell, sign = way[-1], signs[way[-1]]
        free = [c for c in neighbours(cell) if c not in way]
        if LAST_SIGN in signs:  # arrows lead on to the next cube
            if sign == LAST_SIGN:
                return [LAST]
            return [c for c in free if step_sign(shape, cell, c) == sign]
        if len(way) == puzzle.length:
            return [LAST] if (LINES[arms(cell, way[-2:-1])].strip() or "•") == sign else []
        shown = [c for c in free if (LINES[arms(cell, [*way[-2:-1], c])].strip() or "•") == sign]
        back = [(c, ARMS.get(step_sign(shape, c, cell), 0)) for c in shown]
        return [c for c, arm in back if not arm or LINES.find(signs[c]) & arm]

    return steps
