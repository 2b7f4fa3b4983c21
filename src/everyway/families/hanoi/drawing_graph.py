"""The graph of all states on three pegs, drawn as the triangle that it is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from everyway.drawing.canvas import Canvas, Circle, Path, Style, Text, segments_path
from everyway.drawing.palette import GRID, INK, PAPER, QUIET_INK
from everyway.drawing.picture import Picture
from everyway.families.hanoi.states import State, to_text

if TYPE_CHECKING:
    from everyway.families.hanoi.puzzle import Hanoi

SIDE = 560.0
MARGIN = 40.0
MOST_NAMED = 27
CORNERS = ((0.0, 0.0), (1.0, 0.0), (0.5, sqrt(3) / 2))


def place_of(state: State) -> tuple[float, float]:
    """Return where a state stands, in steps from the corner of all discs on A.

    The largest disc picks one of three small triangles. In the one where it is on p, the corner
    towards the triangle of r has all smaller discs on the third peg: only then can it go to r. So
    neighbours are one step apart.

    >>> place_of((0, 0)), place_of((1, 1))
    ((0.0, 0.0), (3.0, 0.0))
    """
    labels = [0, 1, 2]
    x = y = 0.0
    for disc in range(len(state) - 1, -1, -1):
        peg = state[disc]
        corner = labels.index(peg)
        step = 2.0**disc
        x += CORNERS[corner][0] * step
        y += CORNERS[corner][1] * step
        labels = [peg if c == corner else 3 - peg - labels[c] for c in range(3)]
    return x, y


def draw_graph(puzzle: Hanoi, states: Sequence[State], edges: Sequence[tuple[int, int]]) -> Picture:
    """Return the graph as a picture; *edges* are pairs of places in *states*."""
    text = f"{len(states)} states, {len(edges)} edges"
    return Picture(("graph",), lambda style: text, lambda: paint_graph(puzzle, states, edges, text))


class GraphPlaces:
    """Where the states of so many discs are painted, and how large."""

    def __init__(self, discs: int) -> None:
        self.scale = SIDE / max(1.0, 2.0**discs - 1)
        self.width = SIDE + 2 * MARGIN
        self.height = SIDE * CORNERS[2][1] + 2 * MARGIN
        self.named = 3**discs <= MOST_NAMED

    @property
    def radius(self) -> float:
        """The radius of a state, which has room for its name if states are named."""
        if self.named:
            return min(15.0, self.scale / 3.2)
        return max(0.8, min(4.0, self.scale / 4))

    def point(self, state: State) -> tuple[float, float]:
        """Return the middle of a state."""
        x, y = place_of(state)
        return MARGIN + x * self.scale, self.height - MARGIN - y * self.scale


def paint_graph(
    puzzle: Hanoi, states: Sequence[State], edges: Sequence[tuple[int, int]], text: str
) -> Canvas:
    """Return the graph as a canvas; *text* describes it."""
    places = GraphPlaces(puzzle.discs)
    point, radius = places.point, places.radius
    title = f"the states of {puzzle.discs} discs on 3 pegs, moves {puzzle.moves}"
    canvas = Canvas(places.width, places.height, title, text)
    points = [point(state) for state in states]
    lines = segments_path((*points[a], *points[b]) for a, b in edges)
    if lines:
        canvas.add(Path(lines, Style(stroke=GRID, width=1.5)))
    named = places.named
    for state, (x, y) in zip(states, points, strict=True):
        fill = PAPER if named else QUIET_INK
        canvas.add(Circle(x, y, radius, Style(fill=fill, stroke=INK, width=0.8)))
        if named and state:
            canvas.add(Text(x, y, to_text(state), radius * 1.4 / max(2, puzzle.discs)))
    _ring(canvas, puzzle, "start", point(puzzle.start_state), radius)
    if not puzzle.any_goal and puzzle.goal_state in states:
        _ring(canvas, puzzle, "goal", point(puzzle.goal_state), radius)
    return canvas


def _ring(
    canvas: Canvas, puzzle: Hanoi, name: str, place: tuple[float, float], radius: float
) -> None:
    """Mark a state by a ring and by its name beside it."""
    x, y = place
    canvas.add(Circle(x, y, radius + 3, Style(stroke=INK, width=2)))
    below = y > canvas.height / 2
    canvas.add(Text(x, y + (radius + 14 if below else -radius - 14), name, 10, INK))
