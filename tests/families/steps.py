"""What the steps of every search keep, whatever the family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from everyway import Puzzle
from everyway.core.trace import KINDS, Step, StepDrawing
from everyway.drawing.canvas import Canvas
from everyway.drawing.svg import svg
from everyway.families.registry import family


def steps(puzzle: Puzzle, method: str | None = None, most: int | None = None) -> list[Step]:
    """Return the steps by one of the family's methods, the default for None."""
    known = family(puzzle.family)
    place = known.traces[method or next(iter(known.traces))]
    return list(islice(known.find(place)(puzzle), most))


def solutions(found: Iterable[Step]) -> list[tuple[int, ...]]:
    return [step.data for step in found if step.kind == "solution"]


def nodes(found: Iterable[Step]) -> int:
    """Return the number of nodes of the search tree, the root among them."""
    return 1 + sum(step.kind == "place" for step in found)


def check_descent(found: Sequence[Step]) -> None:
    """Assert that steps of a depth-first search fit together: numbers of nodes, depths, ways."""
    way = [0]
    placed = 0
    known: dict[int, tuple[int, ...]] = {}
    for step in found:
        assert step.kind in KINDS
        if step.kind == "place":
            placed += 1
            assert step.parent == way[-1]
            way.append(placed)
            known[placed] = step.data
        elif step.kind == "backtrack":
            way.pop()
            assert step.parent == way[-1]
            assert step.what
        else:
            assert step.parent == way[-1]
        assert step.depth == len(way) - 1
        if way[-1]:
            assert step.data == known[way[-1]]
        if step.kind in ("conflict", "prune"):
            assert step.why
    assert way == [0], "every choice is taken back at the end"


def check_pictures(puzzle: Puzzle, found: Iterable[Step]) -> list[str]:
    """Assert that every step has a picture, always the same; return what they say as text."""
    known = family(puzzle.family)
    assert known.draw_steps is not None
    drawing = known.find(known.draw_steps)(puzzle)
    before = svg(drawing.background())
    texts = []
    for step in found:
        once, again = (step_svg(drawing, step) for _ in range(2))
        assert once == again
        texts.append(drawing.text(step))
        assert texts[-1].strip()
    assert svg(drawing.background()) == before, "no step changes what all of them share"
    return texts


def step_svg(drawing: StepDrawing, step: Step) -> str:
    """Return what a step lays over the background, alone."""
    sheet = Canvas(100, 100)
    sheet.add(*drawing.overlay(step))
    return svg(sheet)
