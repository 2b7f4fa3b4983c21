"""What the net asks each family for, and how it is found: by the registry, not by a list."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from everyway import Puzzle
from everyway.families import registry
from everyway.families.registry import family

Draw = Callable[[Random, Mapping[str, Any]], Any]
"""Draws the value of one parameter, given those that were drawn before it."""


def plain_data(puzzle: Puzzle, solution: Any) -> Any:
    """Return a solution in the form in which most families' candidates are written."""
    return solution.to_data()


@dataclass(frozen=True)
class Net:
    """What a family brings: ``NET`` in ``tests/families/NAME/net.py``.

    ``values`` says for each kind of puzzle how to draw the parameters that nothing can be guessed
    of; those that are true or false, or a small whole number, draw themselves. Values that the
    constructor refuses are drawn anew.

    ``candidates`` yields everything that might be a solution by the look of it, in the order in
    which the puzzle promises its solutions, and asks no engine; the rules (``why_not``) pick the
    solutions among them. It yields None for a step that leads to no candidate, so that the net can
    see how long it takes. ``written`` brings a solution of an engine into the form of a candidate,
    by default its plain data. ``size`` is the size of a candidate, and ``images`` what the
    symmetries of the puzzle make of it, where the family has any.
    """

    values: Mapping[str, Mapping[str, Draw]]
    candidates: Callable[[Any], Iterable[Any]]
    size: Callable[[Any, Any], int]
    images: Callable[[Any, Any], Iterable[Any]] | None = None
    written: Callable[[Any, Any], Any] = plain_data
    texts: tuple[str, ...] = field(default=())
    """Texts of the family's own forms, for the readers, beside those in ``examples``."""


def net_of(name: str) -> Net:
    """Return what the family *name* brings; fail with a word on what is to be written."""
    place = f"tests.families.{name}.net"
    try:
        found = find_spec(place)
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise AssertionError(
            f"the family {name} is not in the net: write tests/families/{name}/net.py with a "
            "NET = Net(…), as docs/contributing/net.md says"
        )
    net = import_module(place).NET
    assert isinstance(net, Net), f"{place}.NET is no Net"
    return net


def kinds() -> list[tuple[str, str]]:
    """Return every kind of puzzle as the names of its family and of itself."""
    return [(name, kind) for name in registry.FAMILIES for kind in family(name).kinds]


def parameters(name: str, kind: str) -> dict[str, inspect.Parameter]:
    """Return the parameters of a kind's constructor, in its order."""
    found = dict(inspect.signature(family(name).kind(kind)).parameters)
    assert found, f"{kind} has no parameters"
    return found
