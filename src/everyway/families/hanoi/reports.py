"""What a Tower of Hanoi has besides solutions: its graph, its farthest states, the next move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle
from everyway.families.hanoi.automaton import distance, next_moves
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.reach import bits_a_disc, states_up_to_symmetry
from everyway.families.hanoi.states import (
    LETTERS,
    State,
    named_arcs,
    read_state,
    steps,
    to_state,
    to_text,
)

MOST_GRAPH_STATES = 20_000
MOST_DRAWN = 3**7
MOST_ENDS = 100
HEARTBEAT = 200


class Graph:
    """The states that can be reached from a puzzle's start, in lexicographic order, and the moves.

    ``moves`` are triples (from, move, to) by the places of the states. ``complete`` is false when
    the control said to stop.
    """

    def __init__(self, puzzle: Hanoi, control: Control) -> None:
        met = {puzzle.start_state}
        waiting = [puzzle.start_state]
        after: dict[State, list[tuple[int, State]]] = {}
        self.complete = True
        while waiting:
            state = waiting.pop()
            if len(after) % HEARTBEAT == 0 and control.spend(HEARTBEAT):
                self.complete = False
                break
            after[state] = list(steps(state, puzzle.arcs, puzzle.pegs))
            fresh = {s for _, s in after[state]} - met
            met |= fresh
            waiting += sorted(fresh)
        self.states = sorted(met, key=lambda state: state[::-1])
        place = {state: number for number, state in enumerate(self.states)}
        self.moves = [
            (place[state], code, place[s])
            for state in self.states
            for code, s in after.get(state, ())
        ]

    def eccentricities(self, control: Control) -> list[int] | None:
        """Return how far the farthest state is from each, or None when stopped."""
        neighbours: list[list[int]] = [[] for _ in self.states]
        for source, _, target in self.moves:
            neighbours[source].append(target)
        found = []
        for root in range(len(self.states)):
            met = bytearray(len(self.states))
            met[root] = 1
            layer, distance_so_far = [root], -1
            while layer:
                distance_so_far += 1
                following = []
                for state in layer:
                    for other in neighbours[state]:
                        if not met[other]:
                            met[other] = 1
                            following.append(other)
                layer = following
            found.append(distance_so_far)
            if control.spend(len(self.states)):
                return None
        return found


def states(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report the graph of the states that can be reached from the start.

    The data are the numbers of states, of moves, of edges (pairs of states with moves in at least
    one direction), and the diameter: the greatest distance of a state from another that can be
    reached from it. After the word ``graph`` the lines are the moves: state, move, state.
    """
    assert isinstance(puzzle, Hanoi)
    if list(extra) not in ([], ["graph"]):
        raise EverywayError("states takes no more words than graph, not", text=" ".join(extra))
    if puzzle.discs > 64 or puzzle.number_of_states > MOST_GRAPH_STATES:
        raise EverywayError(
            f"the graph is drawn up for {MOST_GRAPH_STATES} states at most, not for",
            text=f"{puzzle.pegs}^{puzzle.discs}",
            hint="sizes with --goal any counts states by their distance",
        )
    graph = Graph(puzzle, control)
    names = [to_text(state) for state in graph.states]
    labels = [a + b for a in LETTERS[: puzzle.pegs] for b in LETTERS[: puzzle.pegs]]
    edges = {(min(a, b), max(a, b)) for a, _, b in graph.moves}
    data: dict[str, Any] = {
        "states": len(names),
        "moves": len(graph.moves),
        "edges": len(edges),
        "diameter": None,
    }
    picture = None
    if puzzle.pegs == 3 and puzzle.number_of_states <= MOST_DRAWN:
        from everyway.families.hanoi.drawing_graph import draw_graph

        picture = draw_graph(puzzle, graph.states, sorted(edges))
    if extra:
        lines = [f"{names[a]} {labels[code]} {names[b]}" for a, code, b in graph.moves]
        return Findings(lines, lines, graph.complete, picture=picture)
    far = graph.eccentricities(control) if graph.complete else None
    if far is not None:
        data["diameter"] = max(far)
    least = "" if graph.complete else "at least "
    lines = [f"{name}\t{least}{value}" for name, value in data.items() if value is not None]
    return Findings(lines, data, far is not None, picture=picture)


def farthest(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report how far the farthest states are from the start, how many there are, and which.

    The goal does not matter. Up to 100 are named, one of each that differ by names of pegs alone.
    """
    assert isinstance(puzzle, Hanoi)
    if extra:
        raise EverywayError("farthest takes no more words, not", text=" ".join(extra))
    many = puzzle.discs * bits_a_disc(puzzle.pegs) > 33
    whole = Hanoi(puzzle.discs, puzzle.pegs, puzzle.start, "any", puzzle.moves)
    if many or states_up_to_symmetry(whole) > 1e9:
        raise EverywayError("too many states:", text=f"{puzzle.pegs}^{puzzle.discs}")
    from everyway.families.hanoi.sweep import sweep_all

    found = sweep_all(whole, control, way=True)
    ends = sorted(to_text(state) for state in found.ends)
    data = {"distance": len(found.sizes) - 1, "number": found.sizes[-1], "states": ends[:MOST_ENDS]}
    at_least = "" if found.complete else "at least "
    lines = [f"distance\t{at_least}{data['distance']}"]
    if found.complete:
        lines += [f"number\t{data['number']}", *(f"state\t{end}" for end in ends[:MOST_ENDS])]
    return Findings(lines, data, found.complete)


def step(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report the moves with which the shortest ways from a state to the goal begin.

    Three pegs and all moves; in O(n) by the automaton, for any number of discs. The state is
    written as the start is; without one it is the start.
    """
    assert isinstance(puzzle, Hanoi)
    if puzzle.pegs != 3 or puzzle.arcs != named_arcs("all", 3) or puzzle.any_goal:
        raise EverywayError("step is for three pegs, all moves and one goal")
    if len(extra) > 1:
        raise EverywayError("step takes one state, not", text=" ".join(extra))
    state = puzzle.start_state
    if extra:
        state = to_state(read_state(extra[0], puzzle.discs, 3, "state"))
    moves = [LETTERS[c // 3] + LETTERS[c % 3] for c in next_moves(state, puzzle.goal_state)]
    left, _ = distance(state, puzzle.goal_state)
    lines = [" or ".join(moves) or "at the goal", f"{left} to go"]
    return Findings(lines, {"moves": moves, "left": left})
