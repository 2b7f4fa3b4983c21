"""The plan of a frontier sweep: in which order squares are passed, and which slots they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from everyway.families.tour.puzzle import Tour
from everyway.geometry.notation import Coordinates, coordinates_of
from everyway.geometry.symmetry import Permutation

NO_DUMMY = -1


@dataclass(frozen=True)
class Net:
    """What is swept: squares, and the moves between them, of which there may be several.

    ``near`` gives for each square those a move away, each with whether the move is odd. Counted are
    cycles through all squares, of which there are three or more; or, unless ``may`` is None, paths
    through two or more with both ends in ``may``, and all of ``must`` as ends. If ``odd`` is true
    or false, only cycles with such a number of odd moves count.
    """

    near: Mapping[int, Sequence[tuple[int, int]]]
    may: frozenset[int] | None = None
    must: frozenset[int] = frozenset()
    odd: bool | None = None

    @property
    def others(self) -> dict[int, list[int]]:
        """For each square those a move away, each once, in order."""
        return {cell: sorted({other for other, _ in moves}) for cell, moves in self.near.items()}


def net_of(puzzle: Tour) -> Net:
    """Return the squares and moves of *puzzle*."""
    near = {cell: [(other, 0) for other in puzzle.graph[cell]] for cell in puzzle.board.cells}
    if puzzle.closed:
        return Net(near)
    must = frozenset(cell for cell in (puzzle.start, puzzle.end) if cell is not None)
    both = puzzle.start is not None and puzzle.end is not None
    return Net(near, must if both else frozenset(near), must)


@dataclass
class Place:
    """What happens at one square of the sweep; slots are numbers of fields of a state.

    ``later`` are its later neighbours, one for each move, ``near`` their slots and ``odd`` whether
    the moves are odd. The slots of ``done`` must hold
    finished squares afterwards, those of ``seen`` squares that have an edge; ``ended_done`` and
    ``ended_seen`` hold once both ends of the tour are known. ``open_slots`` are those in use after
    the step; ``last`` says that these are all the squares that are left, so that a cycle may be
    closed. ``mirror`` maps slots to slots where a symmetry keeps what is passed, else it is None.
    """

    slot: int
    later: list[int]
    near: list[int]
    odd: list[int]
    joins: bool
    must: bool
    done: list[int] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)
    ended_done: list[int] = field(default_factory=list)
    ended_seen: list[int] = field(default_factory=list)
    open_slots: list[int] = field(default_factory=list)
    last: bool = False
    mirror: list[int] | None = None


@dataclass
class Plan:
    """A whole sweep; ``dummy`` is the slot of the vertex that joins the ends of an open tour.

    ``slots`` is how many are in use at once at most, the dummy among them. ``parity`` is the slot
    that tells whether the number of odd moves is odd, which it must be at the end if ``odd``.
    """

    places: list[Place]
    dummy: int
    slots: int
    parity: int = NO_DUMMY
    odd: bool = False


def orders(cells: Sequence[int], shape: Coordinates) -> list[list[int]]:
    """Return orders in which to pass *cells*: along each axis, the others running faster."""
    where = {cell: coordinates_of(shape, cell) for cell in cells}
    found = []
    for axes in permutations(range(len(shape))) if len(shape) <= 4 else [tuple(range(len(shape)))]:
        found.append(sorted(cells, key=lambda cell: [where[cell][axis] for axis in axes]))
    return found


def width_of(others: Mapping[int, Sequence[int]], order: list[int]) -> int:
    """Return how many squares have slots at once at most."""
    passed = {cell: place for place, cell in enumerate(order)}
    widest, waiting = 0, set()
    for cell in order:
        place = passed[cell]
        waiting.add(cell)
        waiting.update(other for other in others[cell] if passed[other] > place)
        widest = max(widest, len(waiting))
        waiting.discard(cell)
    return widest


def best_order(net: Net, shape: Coordinates) -> tuple[list[int], int]:
    """Return the order with the fewest slots, and how many it takes, all others among them."""
    others = net.others
    found = [(width_of(others, order), order) for order in orders(list(others), shape)]
    width, order = min(found, key=lambda pair: pair[0], default=(0, []))
    return order, width + (net.may is not None) + (net.odd is not None)


def make_plan(net: Net, order: list[int], mirrors: Sequence[Permutation] = ()) -> Plan:
    """Return the plan of the sweep over *order*, where *mirrors* are those of ``mirrors_of``."""
    dummy = NO_DUMMY if net.may is None else 0
    parity = NO_DUMMY if net.odd is None else dummy + 1
    may = net.may or frozenset()
    others = net.others
    passed = {cell: place for place, cell in enumerate(order)}
    slot_of: dict[int, int] = {}
    free: list[int] = []
    used = max(dummy, parity) + 1
    places = []
    behind: set[int] = set()
    for place, cell in enumerate(order):
        moves = [move for move in net.near[cell] if passed[move[0]] > place]
        later = [other for other, _ in moves]
        for square in [cell, *sorted(set(later), key=passed.__getitem__)]:
            if square not in slot_of:
                if not free:
                    free.append(used)
                    used += 1
                slot_of[square] = free.pop(free.index(min(free)))
        near, odd = [slot_of[other] for other in later], [odd for _, odd in moves]
        here = Place(slot_of[cell], later, near, odd, cell in may, cell in net.must)
        free.append(slot_of.pop(cell))
        _demands(others, here, slot_of, passed, place, may)
        # An end that is still to come has not yet been joined to the dummy.
        here.last = len(slot_of) == len(order) - place - 1 and net.must.isdisjoint(slot_of)
        behind.add(cell)
        here.mirror = _mirror(mirrors, behind, slot_of, used)
        places.append(here)
    return Plan(places, dummy, used, parity, bool(net.odd))


def _demands(
    others: Mapping[int, Sequence[int]],
    here: Place,
    slot_of: dict[int, int],
    passed: dict[int, int],
    place: int,
    may: frozenset[int],
) -> None:
    """Work out what the squares with slots must have by now, as later edges are too few."""
    here.open_slots = list(slot_of.values())
    for square, slot in slot_of.items():
        left = sum(passed[other] > place for other in others[square])
        for ways, done, seen in (
            (left + (square in may), here.done, here.seen),
            (left, here.ended_done, here.ended_seen),
        ):
            if ways == 0:
                done.append(slot)
            elif ways == 1:
                seen.append(slot)


def mirrors_of(puzzle: Tour) -> list[Permutation]:
    """Return the symmetries that are their own inverse, which may also exchange the two ends."""
    undirected = Tour(
        puzzle.board,
        puzzle.piece,
        None if puzzle.start is None else coordinates_of(puzzle.board.shape, puzzle.start),
        None if puzzle.end is None else coordinates_of(puzzle.board.shape, puzzle.end),
        puzzle.closed,
        False,
    )
    if puzzle.closed:
        undirected = Tour(puzzle.board, puzzle.piece, closed=True)
    cells = puzzle.board.cells
    return [
        image
        for image, _ in undirected.symmetries[1:]
        if all(image[image[cell]] == cell for cell in cells)
    ]


def _mirror(
    mirrors: Sequence[Permutation],
    passed: set[int],
    slot_of: dict[int, int],
    slots: int,
) -> list[int] | None:
    """Return where slots go under a symmetry that keeps the squares passed, if there is one.

    Such a symmetry maps the ways to complete a state to those of its mirror image, so one state
    may stand for both.
    """
    if len(slot_of) < 2:
        return None
    for image in mirrors:
        if all(image[square] in slot_of for square in slot_of) and all(
            image[cell] in passed for cell in passed
        ):
            to = list(range(slots))
            for square, slot in slot_of.items():
                to[slot] = slot_of[image[square]]
            if to != list(range(slots)):
                return to
    return None
