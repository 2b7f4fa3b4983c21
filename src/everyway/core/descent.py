"""Depth-first search as steps: what every family's backtracking does, told one step at a time.

A family says what is tried at each node, in which order and with what result. Here the choices that
stand are descended into and taken back, and the nodes of the search tree get their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from everyway.core.engine import Data
from everyway.core.trace import Kind, Step


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried at a node, and what becomes of it.

    ``number`` is the choice, by which the choices grow when it stands (``"place"``). The other
    fields are those of ``Step``. ``"backtrack"`` says why nothing more is tried: where nothing
    stood, this becomes the step ``"prune"``, with its marks.
    """

    kind: Kind
    what: str = ""
    why: str = ""
    number: int = 0
    tried: int | None = None
    marks: Data = ()


@dataclass(slots=True)
class _Node:
    """A node on the way down: what is still to be tried there, and whether anything stood."""

    number: int
    choices: Data
    data: Data
    trials: Iterator[Trial]
    placed: Trial = Trial("place")
    dead: bool = True
    end: Trial | None = None


def descend(
    trials: Callable[[Data], Iterable[Trial]],
    shown: Callable[[Data], Data] | None = None,
    dead_end: Callable[[Data], str] | None = None,
) -> Iterator[Step]:
    """Yield the steps of a depth-first search from the empty choice on.

    *trials* says of the choices that stand what is tried next, in order. *shown* turns choices
    into the data of a step, where these are not the same. *dead_end* says in words why a node at
    which all that was tried was refused is given up: this becomes a step ``"prune"``. Steps are
    made as they are asked for, and only the way down to the current node is kept.

    >>> def two_coins(choices):
    ...     return [Trial("place", str(k), number=k) for k in range(2)] if len(choices) < 2 else []
    >>> [step.what for step in descend(two_coins) if step.kind == "place"]
    ['0', '0', '1', '1', '0', '1']
    """
    form = shown or (lambda choices: choices)
    placed = 0
    root: Data = ()
    way = [_Node(0, root, form(root), iter(trials(root)))]
    while way:
        node = way[-1]
        depth = len(node.choices)
        trial = next(node.trials, None)
        if trial is None:
            if node.end is None and dead_end is not None and node.dead:
                node.end = Trial("backtrack", why=dead_end(node.choices))
            why, marks = (node.end.why, node.end.marks) if node.end else ("", ())
            if node.dead and node.end is not None:
                yield Step("prune", depth, node.data, "", why, None, marks, node.number)
                why = ""
            way.pop()
            if way:
                undone, above = node.placed, way[-1]
                words = (undone.what, why, undone.tried)
                yield Step("backtrack", depth - 1, above.data, *words, parent=above.number)
            continue
        if trial.kind == "backtrack":
            node.end = trial
            continue
        if trial.kind != "conflict" or trial.tried is None:
            # A trial of the whole that fails has said why, too.
            node.dead = False
        said = (trial.what, trial.why, trial.tried, trial.marks, node.number)
        if trial.kind == "place":
            placed += 1
            longer = (*node.choices, trial.number)
            node = _Node(placed, longer, form(longer), iter(trials(longer)), trial)
            way.append(node)
            yield Step("place", depth + 1, node.data, *said)
        else:
            yield Step(trial.kind, depth, node.data, *said)
