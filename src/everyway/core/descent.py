"""Depth-first search as steps: what every family's backtracking does, told one step at a time.

A family says what is tried at each node, in which order and with what result. Here the choices that
stand are descended into and taken back, and the nodes of the search tree get their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from everyway.core.engine import Data
from everyway.core.trace import Kind, Step


@dataclass(frozen=True)
class Trial:
    """What is tried at a node, and what becomes of it.

    ``number`` is the choice, by which the data grows when it stands (``"place"``); ``tried`` is
    the choice that a picture shows though it does not stand. The other fields are those of
    ``Step``.
    """

    kind: Kind
    what: str = ""
    why: str = ""
    number: int = 0
    tried: int | None = None
    marks: Data = ()


def descend(
    trials: Callable[[Data], Iterable[Trial]], shown: Callable[[Data], Data] | None = None
) -> Iterator[Step]:
    """Yield the steps of a depth-first search from the empty choice on.

    *trials* says of the choices that stand what is tried next, in order. *shown* turns choices
    into the data of a step, where these are not the same. Steps are made as they are asked for,
    and only the way down to the current node is kept.

    >>> def two_coins(choices):
    ...     return [Trial("place", str(k), number=k) for k in range(2)] if len(choices) < 2 else []
    >>> [step.what for step in descend(two_coins) if step.kind == "place"]
    ['0', '0', '1', '1', '0', '1']
    """
    form = shown or (lambda choices: choices)
    placed = 0
    root: Data = ()
    # Each frame: what is still to be tried, the node's number, its choices, its data, its name.
    frames = [(iter(trials(root)), 0, root, form(root), "")]
    while frames:
        left, node, choices, data, what = frames[-1]
        trial = next(left, None)
        if trial is None:
            frames.pop()
            if frames:
                _, above, before, data, _ = frames[-1]
                yield Step("backtrack", len(before), data, what, parent=above)
        elif trial.kind == "place":
            placed += 1
            longer = (*choices, trial.number)
            data = form(longer)
            said = (trial.what, trial.why, None, trial.marks)
            yield Step("place", len(longer), data, *said, node)
            frames.append((iter(trials(longer)), placed, longer, data, trial.what))
        else:
            depth, said = len(choices), (trial.what, trial.why, trial.tried, trial.marks)
            yield Step(trial.kind, depth, data, *said, node)
