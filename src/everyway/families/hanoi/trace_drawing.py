"""The picture of a step: discs on pegs, the move, and the way through the graph of all states."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from everyway.core.engine import Data
from everyway.core.trace import Step
from everyway.drawing.canvas import (
    Canvas,
    Circle,
    Group,
    Line,
    Polyline,
    Shape,
    Style,
    Text,
    arrow,
)
from everyway.drawing.palette import INK, LINE, PAPER
from everyway.drawing.steps import FOUND, REFUSED, TAKEN_BACK
from everyway.families.hanoi.drawing import (
    HEAD,
    PEG_WIDTH,
    SIDE,
    STACK,
    THICK,
    disc_shapes,
    frame,
    text_frame,
)
from everyway.families.hanoi.drawing_graph import GraphPlaces, paint_graph
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.states import State, steps, to_text
from everyway.families.hanoi.trace import move_text

MOST_DRAWN = 3**5
"""The graph of more states is not drawn beside the pegs."""
GRAPH_WIDTH = 330.0
GAP = 10.0
LAST_MOVES = 20


class StepPicture:
    """The pictures of the steps of a Tower of Hanoi: pegs, and the graph of states if it is small.

    The way is a line through the graph from the start; a ring stands about the state it led to.
    """

    def __init__(self, puzzle: Hanoi) -> None:
        self.puzzle = puzzle
        self.empty = frame("", puzzle.pegs, room=puzzle.discs)
        self.has_graph = puzzle.pegs == 3 and 1 <= puzzle.discs <= 5
        self.left = 0.0
        """Where the graph begins."""
        self.scale, self.high = 1.0, self.empty.height
        if self.has_graph:
            self.places = GraphPlaces(puzzle.discs)
            self.left = self.empty.width + GAP
            self.scale = GRAPH_WIDTH / self.places.width
            self.high = max(self.high, self.places.height * self.scale)
        self.drop = (self.high - self.empty.height) / 2
        """How far down the pegs stand."""
        self.thick = min(THICK, STACK / max(1, puzzle.discs))

    def background(self) -> Canvas:
        """Return the pegs without discs, and the graph of all states."""
        puzzle = self.puzzle
        width = self.left + (GRAPH_WIDTH if self.has_graph else self.empty.width)
        title = f"the Tower of Hanoi with {puzzle.discs} discs on {puzzle.pegs} pegs, step by step"
        goal = "any state" if puzzle.any_goal else puzzle.goal or "-"
        canvas = Canvas(width, self.high, title, f"from {puzzle.start or '-'} to {goal}")
        canvas.add(Group(tuple(self.empty.shapes), 0, self.drop))
        if self.has_graph:
            graph = self._graph()
            canvas.add(Group(tuple(graph.shapes), self.left, 0, self.scale))
        return canvas

    def _graph(self) -> Canvas:
        puzzle = self.puzzle
        met = {puzzle.start_state}
        waiting = [puzzle.start_state]
        while waiting:
            for _, after in steps(waiting.pop(), puzzle.arcs, puzzle.pegs):
                if after not in met:
                    met.add(after)
                    waiting.append(after)
        states = sorted(met, key=lambda state: state[::-1])
        place = {state: number for number, state in enumerate(states)}
        pairs = [
            (place[state], place[after])
            for state in states
            for _, after in steps(state, puzzle.arcs, puzzle.pegs)
        ]
        edges = sorted({(min(pair), max(pair)) for pair in pairs})
        return paint_graph(puzzle, states, edges, f"{len(states)} states")

    # --- what a step adds ---

    def states(self, moves: Data) -> list[State]:
        """Return the states from the start on, each after one more of *moves*."""
        found = [self.puzzle.start_state]
        for code in moves:
            source, target = divmod(code, self.puzzle.pegs)
            here = found[-1]
            disc = here.index(source)  # the smallest disc on a peg is on top
            found.append((*here[:disc], target, *here[disc + 1 :]))
        return found

    def overlay(self, step: Step) -> list[Shape]:
        """Return the discs, the move, and the way through the graph."""
        way = self.states(step.data)
        shapes: list[Shape] = [Group(tuple(self._discs(way[-1], step)), 0, self.drop)]
        if step.tried is not None:
            shapes.append(Group(tuple(self._move(way, step)), 0, self.drop))
        if self.has_graph:
            shapes.append(Group(tuple(self._way(way, step)), self.left, 0, self.scale))
        return shapes

    def _discs(self, state: State, step: Step) -> Iterable[Shape]:
        piles: dict[int, int] = {}
        for disc in range(len(state) - 1, -1, -1):
            peg = state[disc]
            level = piles.get(peg, 0)
            piles[peg] = level + 1
            x, y = self._middle(peg), self._base - (level + 1) * self.thick
            moved = disc in step.marks and step.kind != "solution"
            yield from disc_shapes(disc + 1, len(state), x, y, self.thick, moved)

    @property
    def _base(self) -> float:
        return HEAD + self.thick * self.puzzle.discs

    def _middle(self, peg: int) -> float:
        return SIDE + (peg + 0.5) * PEG_WIDTH

    def _move(self, way: list[State], step: Step) -> Iterable[Shape]:
        """Yield an arrow from peg to peg above them: crossed out where the move is refused."""
        assert step.tried is not None
        source, target = divmod(step.tried, self.puzzle.pegs)
        x1, x2, y = self._middle(source), self._middle(target), 14.0
        colours = {"conflict": REFUSED, "prune": TAKEN_BACK}
        colour = colours.get(step.kind, INK)
        dashes = () if step.kind == "place" else (7.0, 5.0)
        yield arrow((x1, y), (x2, y), Style(stroke=colour, width=2.5, dashes=dashes), 11)
        middle = (x1 + x2) / 2
        if step.kind == "conflict":
            cross = Style(stroke=REFUSED, width=3.5)
            yield Line((middle - 7, y - 7), (middle + 7, y + 7), cross)
            yield Line((middle - 7, y + 7), (middle + 7, y - 7), cross)
        elif step.kind == "prune":
            yield Circle(middle, y, 8, Style(fill=PAPER, stroke=TAKEN_BACK, width=2))
            yield Text(middle, y, "!", 9, TAKEN_BACK, bold=True)

    def _way(self, way: list[State], step: Step) -> Iterable[Shape]:
        """Yield the way so far as a line through the graph, and the state that it led to."""
        points = tuple(self.places.point(state) for state in way)
        colour = FOUND if step.kind == "solution" else LINE
        if len(points) > 1:
            yield Polyline(points, Style(stroke=colour, width=5))
        radius = self.places.radius + 4
        if step.kind == "prune" and step.tried is not None:
            # Where the move would lead: met before.
            other = self.places.point(self.states((*step.data, step.tried))[-1])
            dashes = Style(stroke=TAKEN_BACK, width=4, dashes=(7.0, 5.0))
            (x1, y1), (x2, y2) = points[-1], other
            length = hypot(x2 - x1, y2 - y1)
            share = max(0.0, (length - radius) / length)
            yield Line((x1, y1), (x1 + share * (x2 - x1), y1 + share * (y2 - y1)), dashes)
            yield Circle(*other, radius, Style(stroke=TAKEN_BACK, width=4, dashes=(6.0, 4.0)))
        yield Circle(*points[-1], radius, Style(stroke=colour, width=5))

    # --- text ---

    def text(self, step: Step) -> str:
        """Return the discs on their pegs, and the moves that led there."""
        state = to_text(self.states(step.data)[-1])
        names = [move_text(self.puzzle, code) for code in step.data]
        shown = " ".join(names[-LAST_MOVES:])
        if len(names) > LAST_MOVES:
            shown = f"… {shown}"
        lines = [text_frame(state, self.puzzle.pegs)] if state else []
        lines.append(f"{len(names)} moves: {shown}" if names else "no moves yet")
        if step.kind == "conflict" and step.tried is not None:
            lines.append(f"refused: {move_text(self.puzzle, step.tried)}")
        return "\n".join(lines)
