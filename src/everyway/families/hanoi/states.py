"""States and moves: how they are written, and which arcs between pegs there are.

Inside, a state is a tuple with the peg of each disc, the smallest disc first; a move is the number
``source * pegs + target``. In text the largest disc comes first, as in the literature (Hinz et
al., "The Tower of Hanoi – Myths and Maths").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from everyway.core.errors import EverywayError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ANY = "any"
NAMED_MOVES = ("all", "linear", "cyclic", "star")

State = tuple[int, ...]
Arc = tuple[int, int]


def named_arcs(name: str, pegs: int) -> frozenset[Arc]:
    """Return the arcs of one of ``NAMED_MOVES``; a star's middle is the second peg, B."""
    pairs = [(i, j) for i in range(pegs) for j in range(pegs) if i != j]
    if name == "linear":
        return frozenset((i, j) for i, j in pairs if abs(i - j) == 1)
    if name == "cyclic":
        return frozenset((i, j) for i, j in pairs if j == (i + 1) % pegs)
    if name == "star":
        return frozenset((i, j) for i, j in pairs if 1 in (i, j))
    return frozenset(pairs)


@lru_cache(maxsize=64)
def arcs_of(moves: str, pegs: int) -> frozenset[Arc]:
    """Return the arcs (source, target) that *moves*, as ``read_moves`` returns it, allows."""
    if moves in NAMED_MOVES:
        return named_arcs(moves, pegs)
    return frozenset((LETTERS.index(m[0]), LETTERS.index(m[1])) for m in moves.split())


def read_moves(value: object, pegs: int) -> str:
    """Return *value*, a name or pairs of pegs, in its one form: a name if one fits, else pairs."""
    if isinstance(value, str) and value.strip().lower() in NAMED_MOVES:
        arcs = named_arcs(value.strip().lower(), pegs)
    else:
        arcs = frozenset(_read_arc(pair, pegs) for pair in _pairs(value))
    for name in NAMED_MOVES:
        if arcs == named_arcs(name, pegs):
            return name
    return " ".join(LETTERS[i] + LETTERS[j] for i, j in sorted(arcs))


def _pairs(value: object) -> list[object]:
    hint = f"one of {', '.join(NAMED_MOVES)}, or pairs of pegs such as AB BC CA"
    pairs: list[object] = []
    if isinstance(value, str):
        pairs = list(re.split(r"[\s,;]+", value.strip()[:10_000]))
    elif isinstance(value, list | tuple | set | frozenset):
        pairs = list(value)
    if not pairs or pairs == [""]:
        raise EverywayError("moves between pegs cannot be", text=value, hint=hint)
    return pairs


def _read_arc(pair: object, pegs: int) -> Arc:
    hint = f"a name ({', '.join(NAMED_MOVES)}) or pairs such as AB, of the pegs {peg_range(pegs)}"
    if not isinstance(pair, str) or len(pair) != 2:
        raise EverywayError("no move between two pegs:", text=pair, where="moves", hint=hint)
    i, j = (LETTERS[:pegs].find(letter) for letter in pair.upper())
    if i < 0 or j < 0 or i == j:
        raise EverywayError("no move between two pegs:", text=pair, where="moves", hint=hint)
    return i, j


def peg_range(pegs: int) -> str:
    """Return the pegs in words, such as ``A to C``."""
    return "A" if pegs == 1 else f"A to {LETTERS[pegs - 1]}"


def read_state(value: object, discs: int, pegs: int, name: str) -> str:
    """Return a state in its full form: one letter a disc, the largest disc first.

    *value* is that, perhaps with blanks or commas between letters or as a list, or one letter for
    all discs; *name* says in an error which state is meant.
    """
    hint = (
        f"a peg ({peg_range(pegs)}) for all discs, or the peg of each of {discs}, the largest first"
    )
    if isinstance(value, list | tuple) and all(isinstance(peg, str) for peg in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise EverywayError(f"the {name} cannot be", text=value, hint=hint)
    text = re.sub(r"[\s,;]+", "", value)
    if len(text) > max(discs, 1):
        raise EverywayError(f"the {name} has more letters than there are discs:", text=text)
    text = text.upper()
    for place, letter in enumerate(text, 1):
        if letter not in LETTERS[:pegs]:
            raise EverywayError(
                "no such peg:", text=letter, where=f"{name}, letter {place}", hint=hint
            )
    if len(text) == 1:
        return text * discs
    if len(text) != discs:
        raise EverywayError(f"the {name} has {len(text)} letters:", text=text, hint=hint)
    return text


def short_state(text: str) -> str:
    """Return a state as short as it can be written: one letter where all discs share a peg."""
    return text[0] if text and set(text) == {text[0]} else text


def to_state(text: str) -> State:
    """Return the pegs of the discs, the smallest first, from the full text form."""
    return tuple(LETTERS.index(letter) for letter in reversed(text))


def to_text(state: Iterable[int]) -> str:
    """Return the full text form, the largest disc first."""
    return "".join(LETTERS[peg] for peg in state)[::-1]


def steps(state: State, arcs: frozenset[Arc], pegs: int) -> Iterator[tuple[int, State]]:
    """Yield the moves that the rules allow in *state*, in order, each with the state after it.

    The top disc of a peg may move along an arc to a peg that has no smaller disc.
    """
    tops = [len(state)] * pegs
    for disc in range(len(state) - 1, -1, -1):
        tops[state[disc]] = disc
    for source in range(pegs):
        disc = tops[source]
        if disc == len(state):
            continue
        for target in range(pegs):
            if tops[target] > disc and (source, target) in arcs:
                moved = (*state[:disc], target, *state[disc + 1 :])
                yield source * pegs + target, moved


def reversed_arcs(arcs: frozenset[Arc]) -> frozenset[Arc]:
    """Return the arcs the other way round: a move undone is a move along these."""
    return frozenset((j, i) for i, j in arcs)


def twins(arcs: frozenset[Arc], pegs: int, held: Iterable[int]) -> list[list[int]]:
    """Return the classes of pegs that can change names without changing the puzzle.

    Two pegs are twins when swapping them keeps all arcs. Pegs of *held*, where discs stand in the
    states that must stay as they are, have no twins. Only classes of two or more are returned.
    """
    held = set(held)
    left = [peg for peg in range(pegs) if peg not in held]
    found = []
    while left:
        first, others = left[0], left[1:]
        alike = [first, *(peg for peg in others if _is_twin(arcs, first, peg))]
        left = [peg for peg in others if peg not in alike]
        if len(alike) > 1:
            found.append(alike)
    return found


def _is_twin(arcs: frozenset[Arc], one: int, other: int) -> bool:
    swap = {one: other, other: one}
    return all((swap.get(i, i), swap.get(j, j)) in arcs for i, j in arcs)
