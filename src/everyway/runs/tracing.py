"""A trace: the steps of a search over a puzzle, recorded as they are asked for, with pictures."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, overload

from everyway.core.errors import EverywayError
from everyway.core.family import Family
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_whole
from everyway.core.recording import MOST_STEPS, Recording
from everyway.core.trace import COUNTERS, Step, StepDrawing
from everyway.drawing.canvas import Canvas
from everyway.drawing.player import frame, page
from everyway.drawing.search_tree import (
    MOST_LEVELS,
    MOST_NODES,
    Shown,
    choose_nodes,
    tree_canvas,
)
from everyway.drawing.steps import step_canvas
from everyway.drawing.svg import Svg, fragment, svg
from everyway.drawing.theme import Theme
from everyway.families.registry import families, family

CHUNK = 200
"""How many steps the player asks for at a time."""
MOST_EXPORTED = 5000
MOST_IN_NOTEBOOK = 1000
MOST_WRITTEN = 30_000_000
MOST_FRAMES = 1000
SNAPSHOT_NODES = 120

DID = {
    "place": "placed",
    "conflict": "refused",
    "prune": "dead end",
    "backtrack": "taken back",
    "solution": "solution",
}
"""What a step did, in a word."""


def methods_of(puzzle: Puzzle) -> list[str]:
    """Return the methods of which steps can be shown, the default first."""
    return list(family(puzzle.family).traces)


def _traced(puzzle: Puzzle, method: str | None) -> tuple[Family, str]:
    """Return the family and the method, the default for None; raise for what cannot be traced."""
    if not isinstance(puzzle, Puzzle):
        raise EverywayError("only puzzles are traced, not", text=puzzle)
    known = family(puzzle.family)
    if not known.traces:
        able = [f.name for f in families() if f.traces]
        hint = "there are steps of " + ", ".join(able)
        raise EverywayError("no steps are recorded of", text=known.name, hint=hint)
    if method is None:
        return known, next(iter(known.traces))
    if method not in known.traces:
        hint = "one of " + ", ".join(known.traces)
        raise EverywayError(f"no steps of {known.name} by", text=method, hint=hint)
    return known, method


def steps_of(puzzle: Puzzle, method: str | None = None) -> Iterator[Step]:
    """Return the steps of *puzzle* one by one, without keeping any."""
    known, method = _traced(puzzle, method)
    steps: Iterator[Step] = known.find(known.traces[method])(puzzle)
    return steps


def trace(puzzle: Puzzle, method: str | None = None, *, most: int = MOST_STEPS) -> Trace:
    """Return the steps of a search over *puzzle*, a lazy sequence that goes forward and back.

    *method* is one of those that the family can show, such as ``"backtracking"`` or ``"generate
    and test"``; None is the first of them. At most *most* steps are recorded, as they are asked
    for: ``cut`` says if there were more. A step has ``kind``, ``what``, ``why`` and more; the trace
    has ``counters(i)``, ``next_solution(i)``, ``text(i)``, ``svg(i)``, ``tree(i)``, ``gif()`` and
    ``to_html()``; a notebook plays it. Raises ``EverywayError`` for a puzzle or method of which
    there are no steps.

    >>> from everyway import Queens, trace
    >>> steps = trace(Queens(8))
    >>> steps[1].kind, steps[1].what, steps[1].why
    ('conflict', 'a2', 'attacked from a1')
    >>> steps.counters(steps.next_solution(-1))["conflicts"]
    763
    """
    check_whole(most, "the number of steps", 1)
    known, method = _traced(puzzle, method)
    return Trace(puzzle, known, method, most)


class Trace(Sequence[Step]):
    """The steps of a search over a puzzle, as a lazy sequence that goes forward and back."""

    def __init__(self, puzzle: Puzzle, known: Family, method: str, most: int) -> None:
        self.puzzle = puzzle
        self.method = method
        self._family = known
        self._recording = Recording(steps_of(puzzle, method), most)
        self._recording.advance(1)

    @property
    def finished(self) -> bool:
        """Whether all steps are recorded that will be."""
        return self._recording.finished

    @property
    def cut(self) -> str | None:
        """Where the recording was cut before the search ended, in words; None if it was not."""
        return self._recording.cut

    @property
    def recorded(self) -> int:
        """How many steps are recorded so far."""
        return self._recording.recorded

    @overload
    def __getitem__(self, place: int) -> Step: ...

    @overload
    def __getitem__(self, place: slice) -> list[Step]: ...

    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        if isinstance(place, slice):
            ends = (place.start, place.stop)
            if place.stop is None or any(end is not None and end < 0 for end in ends):
                self.advance(None)
            else:
                self.advance(place.stop)
            return [self._recording.step(i) for i in range(self.recorded)[place]]
        return self._recording.step(self._known(place))

    def __len__(self) -> int:
        self.advance(None)
        return self.recorded

    def __iter__(self) -> Iterator[Step]:
        place = 0
        while self._recording.advance(place + 1) and place < self.recorded:
            yield self._recording.step(place)
            place += 1

    def _known(self, place: int) -> int:
        """Return *place* counted from the beginning; record so far, or raise ``IndexError``."""
        number = place if place >= 0 else len(self) + place
        self._recording.advance(number + 1)
        if not 0 <= number < self.recorded:
            cut = f", cut {self.cut}" if self.cut else ""
            raise IndexError(f"no step {place}: the trace has {self.recorded}{cut}")
        return number

    def advance(self, number: int | None, seconds: float | None = None) -> bool:
        """Record until there are *number* steps (None: all); return whether it was in time."""
        deadline = None if seconds is None else time.monotonic() + seconds
        return self._recording.advance(MOST_STEPS**2 if number is None else number, deadline)

    # --- what is known at a step ---

    def counters(self, place: int) -> dict[str, int]:
        """Return how much was done up to and with step *place*.

        ``nodes`` are the choices that stood, without the root of the search tree; then
        ``conflicts``, ``prunes``, ``backtracks`` and ``solutions``.
        """
        number, count = self._known(place), self._recording.count
        return {name: count(kind, number) for kind, name in COUNTERS.items()}

    def next_solution(self, place: int, seconds: float | None = None) -> int | None:
        """Return the first step after *place* that is a solution, or None; -1 is the beginning.

        Nothing is drawn in between. With *seconds*, None may also mean that the time was up:
        ``finished`` is then false.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        return self._recording.advance_to_solution(place, deadline)

    def previous_solution(self, place: int) -> int | None:
        """Return the last step before *place* that is a solution, or None."""
        self._recording.advance(place)
        return self._recording.solution_before(place)

    # --- words ---

    def heading(self, place: int) -> str:
        """Return in a line what step *place* did."""
        number = self._known(place)
        step = self._recording.step(number)
        return f"step {number + 1}: {DID[step.kind]} {step.what}".rstrip()

    def text(self, place: int) -> str:
        """Return step *place* as text: what was done, why, and the board."""
        step = self[place]
        lines = [self.heading(place), step.why, "", self.drawing.text(step)]
        return "\n".join(line for number, line in enumerate(lines) if line or number == 2)

    # --- pictures ---

    @cached_property
    def drawing(self) -> StepDrawing:
        """The puzzle's picture for steps."""
        assert self._family.draw_steps is not None
        drawing: StepDrawing = self._family.find(self._family.draw_steps)(self.puzzle)
        return drawing

    @cached_property
    def _background(self) -> Any:
        return self.drawing.background()

    def canvas(self, place: int) -> Canvas:
        """Return the picture of step *place*, with what was done and why below it."""
        step = self[place]
        text = self.drawing.text(step)
        overlay = self.drawing.overlay(step)
        return step_canvas(self._background, overlay, self.heading(place), step.why, text)

    def svg(self, place: int, theme: Theme = "light") -> Svg:
        """Return the picture of step *place* as an SVG document."""
        return svg(self.canvas(place), theme=theme)

    def gif(
        self,
        start: int = 0,
        stop: int | None = None,
        *,
        seconds: float = 0.5,
        width: int = 480,
        theme: Theme = "light",
    ) -> bytes:
        """Return the steps from *start* up to and without *stop* as an animated GIF.

        Each is shown for *seconds*, *width* pixels wide, light or dark. Raises ``EverywayError``
        for no steps, and for more than 1000.
        """
        from everyway.drawing.animation import gif

        check_whole(start, "the first step", 0)
        self.advance(start + MOST_FRAMES + 1 if stop is None else stop)
        steps = range(self.recorded)[start:stop]
        if not 0 < len(steps) <= MOST_FRAMES:
            hint = f"give a part of 1 to {MOST_FRAMES} steps"
            raise EverywayError(
                "too many steps for an animation" if steps else "no steps", hint=hint
            )
        return gif([self.canvas(i) for i in steps], seconds=seconds, width=width, theme=theme)

    # --- the search tree ---

    def tree_nodes(
        self, place: int, most: int, levels: int = MOST_LEVELS, also: Iterable[int] = ()
    ) -> list[Shown]:
        """Return the nodes of the search tree after step *place* that are shown, at most *most*.

        -1 is the tree before the first step. ``choose_nodes`` says which are shown.
        """
        if place < 0:
            return [Shown(0, -1, "", "open", 0)]
        recording, number = self._recording, self._known(place)
        parents = recording.parents(number)
        chosen = choose_nodes(parents, recording.node(number), most, levels, also)
        nodes = []
        for node, hidden in chosen.items():
            above = parents[node - 1] if node else -1
            label = recording.step(recording.placed_at(node)).what if node else ""
            state = recording.state(node, number)
            nodes.append(Shown(node, above if above in chosen else -1, label, state, hidden))
        return nodes

    def tree_canvas(self, place: int, most: int = MOST_NODES) -> Canvas:
        """Return the picture of the search tree after step *place*; see ``tree``."""
        check_whole(most, "the number of nodes", MOST_LEVELS)
        nodes = self.tree_nodes(place, most)
        number = self._known(place)
        left_out = len(self._recording.parents(number)) + 1 - len(nodes)
        title = f"search tree after step {number + 1}"
        return tree_canvas(nodes, self._recording.node(number), left_out, title)

    def tree(self, place: int, most: int = MOST_NODES) -> Svg:
        """Return the search tree after step *place* as an SVG document, with *most* nodes.

        Shown are the way to where the search is, at most its last 12 nodes, and what is nearest to
        it; the picture says how many nodes are left out.
        """
        return svg(self.tree_canvas(place, most))

    # --- the player ---

    def chunk(self, start: int, stop: int, seconds: float | None = None) -> dict[str, Any]:
        """Return the steps from *start* up to and without *stop* as plain data for the player.

        With *seconds*, as many as are recorded in that time. ``shapes`` are the pieces of SVG that
        the steps' ``overlay`` refers to by number, ``tree`` is the search tree before the first of
        the steps, ``total`` the number of all steps, or None as long as that is not known.
        """
        self.advance(stop, seconds)
        steps = self._recording.steps(start, stop)
        shapes: dict[str, int] = {}
        rows = [self._row(start + i, step, shapes) for i, step in enumerate(steps)]
        known = len(self._recording.parents(start - 1)) if 0 < start <= self.recorded else 0
        also = {step.parent for step in steps if step.parent <= known}
        before = start - 1 if steps else -1
        tree = self.tree_nodes(before, SNAPSHOT_NODES, MOST_STEPS, sorted(also))
        return {
            "start": start,
            "steps": rows,
            "shapes": list(shapes),
            "tree": {
                "node": self._recording.node(before) if before >= 0 else 0,
                "nodes": [[s.number, s.parent, s.label, s.state, s.hidden] for s in tree],
            },
            "recorded": self.recorded,
            "finished": self.finished,
            "cut": self.cut,
            "total": self.recorded if self.finished else None,
        }

    def _row(self, number: int, step: Step, shapes: dict[str, int]) -> dict[str, Any]:
        overlay = []
        for shape in self.drawing.overlay(step):
            overlay.append(shapes.setdefault(self._fragment(shape), len(shapes)))
        counters = list(self.counters(number).values())
        return {
            "kind": step.kind,
            "depth": step.depth,
            "what": step.what,
            "why": step.why,
            "overlay": overlay,
            "text": self.drawing.text(step),
            "counters": counters,
            "node": self._recording.node(number),
            "parent": step.parent,
            # A conflict without a choice of its own refuses all that stands.
            "whole": step.kind == "conflict" and step.tried is None,
        }

    @cached_property
    def _fragment(self) -> Callable[[Any], str]:
        return lru_cache(maxsize=4096)(fragment)

    def player(self, chunks: Sequence[dict[str, Any]] | None = None) -> dict[str, Any]:
        """Return what the player is told before any step: the board, and *chunks* if there are."""
        last = chunks[-1] if chunks else None
        return {
            "title": f"{self._background.title}: {self.method}",
            "method": self.method,
            "did": DID,
            "counters": list(COUNTERS.values()),
            "background": str(svg(self._background)),
            "size": CHUNK,
            "chunks": chunks,
            "total": last["total"] if last else None,
            "cut": last["cut"] if last else None,
        }

    def to_html(self, most: int = MOST_EXPORTED) -> str:
        """Return a page that plays the first *most* steps: one file that needs nothing else.

        It asks for nothing from any other place, and says when there are more steps. Large pages
        are cut at about 30 million characters.
        """
        check_whole(most, "the number of steps", 1)
        chunks: list[dict[str, Any]] = []
        start = written = 0
        while written < MOST_WRITTEN and start < most:
            chunk = self.chunk(start, min(start + CHUNK, most))
            if not chunk["steps"]:
                break
            chunks.append(chunk)
            written += len(json.dumps(chunk))
            start += len(chunk["steps"])
        player = self.player(chunks)
        self.advance(start + 1)
        more = self.recorded > start or not self.finished
        player["total"] = start
        player["cut"] = f"after {start} steps; there are more" if more else self.cut
        player["solutions"] = [i for i in range(start) if self[i].kind == "solution"]
        return page(player)

    def _repr_html_(self) -> str:
        return frame(self.to_html(MOST_IN_NOTEBOOK))

    def __repr__(self) -> str:
        steps = f"{self.recorded} steps" + ("" if self.finished else " so far")
        cut = f", cut {self.cut}" if self.cut else ""
        return f"<trace of {self.puzzle!r} by {self.method}: {steps}{cut}>"
