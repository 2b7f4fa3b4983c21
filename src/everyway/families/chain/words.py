"""Chains as words of the command: ``chain 4x4 --marks 2:right``, ``snake 3x3x3 --word T2ST3…``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.family import own_options
from everyway.core.puzzle import Puzzle
from everyway.families.chain import CHAIN, OPTIONS, SNAKE
from everyway.families.chain.hinge import ARROWS, OPPOSITE, Chain, newspaper_chain
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.reading import board_from_data, fixed_text, word_text
from everyway.families.chain.snake import SnakeCube

NEWSPAPER = "newspaper"
CHAIN_OPTIONS = ("word", "marks", "pointing", "closed", "holes", "fixed")
SNAKE_OPTIONS = ("word", "directed", "holes", "fixed")


def from_words(words: Sequence[str], options: Mapping[str, Any], question: str) -> LinkPuzzle:
    """Make a chain or a snake from the words of the command and its options."""
    word, rest = words[0].lower(), list(words[1:])
    names = CHAIN_OPTIONS if word == CHAIN else SNAKE_OPTIONS
    given = own_options([o for o in OPTIONS if o.name in names], options, word)
    if len(rest) != 1:
        what = f"a size such as {'4x4' if word == CHAIN else '3x3x3'}"
        if not rest:
            raise EverywayError(f"{word} needs {what}")
        raise EverywayError(f"{word} needs {what}, and nothing else, not", text=" ".join(rest))
    if word == CHAIN and rest[0].lower() == NEWSPAPER:
        for name in given:
            raise EverywayError(f"--{name} does not go with the newspaper's chain")
        return newspaper_chain()
    board = board_from_data({"board": rest[0], "holes": given.pop("holes", [])})
    return Chain(board, **given) if word == CHAIN else SnakeCube(board=board, **given)


def from_text(text: str) -> Puzzle | None:
    """Return None: a chain is written as TOML or JSON."""
    return None


def to_words(puzzle: Puzzle) -> str | None:
    """Return the one way to write *puzzle* as words, options in a fixed order.

    >>> to_words(SnakeCube("TTTTTT", "2x2x2"))
    'snake 2x2x2 --word T6'
    """
    if not isinstance(puzzle, LinkPuzzle):
        return None
    board = puzzle.board
    holes = [puzzle.name_of(cell) for cell in sorted(board.holes)]
    words = [CHAIN if isinstance(puzzle, Chain) else SNAKE, board.size_text()]
    if isinstance(puzzle, Chain):
        words += [f"--word {word_text(puzzle.word)}"] if set(puzzle.word) - {OPPOSITE} else []
        if puzzle.marks:
            said = ",".join(f"{link}:{ARROWS[arrow]}" for link, arrow in puzzle.marks)
            words.append(f"--marks {said}")
        if puzzle.pointing != ARROWS.index("up"):
            words.append(f"--pointing {ARROWS[puzzle.pointing]}")
        words += ["--closed"] if puzzle.closed else []
    elif isinstance(puzzle, SnakeCube):
        if puzzle.word is not None:
            words.append(f"--word {word_text(puzzle.word)}")
        words += [] if puzzle.directed else ["--no-directed"]
    if holes:
        words.append(f"--holes {(',' if len(board.shape) == 2 else ';').join(holes)}")
    if puzzle.fixed:
        words.append(f"--fixed {fixed_text(board, puzzle.fixed)}")
    return " ".join(words)
