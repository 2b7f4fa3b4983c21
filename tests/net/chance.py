"""Random puzzles of any kind, from the parameters of its constructor."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from random import Random
from typing import Any

from everyway import EverywayError, Puzzle
from everyway.families.registry import family
from tests.net.hooks import Draw, net_of, parameters

MOST_TRIES = 500
GIVEN = 0.6
"""How often a parameter with a default is given all the same."""


def guess(parameter: inspect.Parameter) -> Draw | None:
    """Return how to draw a parameter of which its annotation says enough, or None."""
    said = {part.strip() for part in str(parameter.annotation).split("|")}
    if "bool" in said and said <= {"bool", "None"}:
        values: list[Any] = [True, False, *([None] if "None" in said else [])]
    elif "int" in said and said <= {"int", "None"}:
        values = [*range(4), *([None] if "None" in said else [])]
    else:
        return None
    return lambda chance, drawn: chance.choice(values)


def draws(name: str, kind: str) -> dict[str, Draw]:
    """Return how each parameter is drawn; fail with a word on those of which nobody says it."""
    own = net_of(name).values.get(kind, {})
    known = parameters(name, kind)
    for word in own:
        assert word in known, f"{kind} has no parameter {word}, which its net draws"
    found = {word: own.get(word) or guess(known[word]) for word in known}
    missing = [word for word, draw in found.items() if draw is None]
    assert not missing, (
        f"the net cannot guess values of {', '.join(missing)} of {kind}: "
        f"say how to draw them in tests/families/{name}/net.py, under values[{kind!r}]"
    )
    return {word: draw for word, draw in found.items() if draw is not None}


def drawn_values(chance: Random, name: str, kind: str) -> dict[str, Any]:
    """Return random values for the parameters; many keep their defaults."""
    values: dict[str, Any] = {}
    for word, draw in draws(name, kind).items():
        required = parameters(name, kind)[word].default is inspect.Parameter.empty
        if required or chance.random() < GIVEN:
            values[word] = draw(chance, values)
    return values


def made(name: str, kind: str, values: Mapping[str, Any]) -> Puzzle | None:
    """Return the puzzle with these values, or None where the constructor refuses them."""
    try:
        return family(name).kind(kind)(**values)
    except EverywayError:
        return None


def random_puzzle(chance: Random, name: str, kind: str) -> Puzzle:
    """Return a random puzzle of a kind."""
    for _ in range(MOST_TRIES):
        puzzle = made(name, kind, drawn_values(chance, name, kind))
        if puzzle is not None:
            return puzzle
    raise AssertionError(f"{MOST_TRIES} random {kind} puzzles in a row were refused")
