"""Candidates for a solution in every form: moves, lines about moves, frames, recipes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.written import written_table
from everyway.families.hanoi.solution import BY_RANK, FRAME_STEWART, HanoiSolution, is_recipe
from everyway.families.hanoi.states import LETTERS
from everyway.geometry.grids import read_list

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

MOST_TEXT = 10_000_000
NO_MOVES = "(no moves)"
START = "start"
"""What stands above the first of the frames."""

HINT = "write moves such as AB AC BC"
STEP = re.compile(r"([0-9]+)\. disc ([0-9]+) from ([A-Z]) to ([A-Z])")
CAPTION = re.compile(r"(?<!\S)([0-9]+)\. ([A-Z][A-Z])(?!\S)")
GAPS = re.compile(r"[\s,;]+")


def read_candidate(puzzle: Hanoi, candidate: object) -> Data:
    """Return the moves of *candidate* as numbers, or the recipe that it is.

    It is a solution, its plain data, a list of moves, or a text: moves, or what everyway prints in
    any style. Raises ``EverywayError`` for anything else.
    """
    if isinstance(candidate, HanoiSolution):
        if is_recipe(candidate.data):
            return candidate.data
        candidate = list(candidate)
    if isinstance(candidate, str):
        if len(candidate) > MOST_TEXT:
            raise EverywayError("too long a text for a solution:", text=candidate)
        candidate = _from_text(puzzle, candidate.strip())
    if isinstance(candidate, Mapping):
        return _read_recipe(candidate)
    if not isinstance(candidate, Iterable):
        raise EverywayError("no sequence of moves:", text=candidate, hint=HINT)
    moves = []
    for place, move in enumerate(islice(candidate, MOST_TEXT), 1):
        read = move.upper() if isinstance(move, str) else ""
        if len(read) != 2 or not set(read) <= set(LETTERS[: puzzle.pegs]):
            where = f"move {place}"
            raise EverywayError("no move between two pegs:", text=move, where=where, hint=HINT)
        moves.append(LETTERS.index(read[0]) * puzzle.pegs + LETTERS.index(read[1]))
    return tuple(moves)


def _from_text(puzzle: Hanoi, text: str) -> object:
    if text == NO_MOVES:
        return []
    table = written_table(text)
    if table is not None:
        return table
    listed = read_list(text)
    if listed is not None:
        return listed
    steps = STEP.findall(text)
    if steps and not STEP.sub("", text).strip():
        moves = [source + target for _, _, source, target in steps]
        return _as_shown(puzzle, text, moves, "steps")
    if text.startswith(START):
        captions = CAPTION.findall(text.partition(START)[2])
        return _as_shown(puzzle, text, [move for _, move in captions], "frames")
    return [part for part in GAPS.split(text) if part]


def _as_shown(puzzle: Hanoi, text: str, moves: list[str], style: str) -> list[str]:
    """Return *moves* if all else that the text shows, such as discs, is what they do."""
    from everyway.families.hanoi.drawing import draw
    from everyway.families.hanoi.rules import play

    if not isinstance(play(puzzle, moves), str):
        shown = draw(puzzle, puzzle.wrap(read_candidate(puzzle, moves))).text(style)
        for number, (line, right) in enumerate(zip(_lines(text), _lines(shown), strict=False), 1):
            if line != right:
                where, hint = f"line {number}", "the moves make " + " ".join(right)
                raise EverywayError("no such state:", text=" ".join(line), where=where, hint=hint)
    return moves


def _lines(text: str) -> list[list[str]]:
    """Return the words of each line that has some."""
    return [words for line in text.splitlines() if (words := line.split())]


def _read_recipe(data: Mapping[Any, Any]) -> Data:
    kind = BY_RANK if "rank" in data else FRAME_STEWART
    numbers = [data.get("rank", 0), data.get("length")]
    if not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in numbers):
        raise EverywayError("no solution by length and rank:", text=dict(data))
    return (kind, *numbers)
