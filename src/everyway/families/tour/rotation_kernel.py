"""The compiled part of the finder: a path that grows by Warnsdorff's rule and is mended by turns.

When the last square has no free neighbour, the end of the path is turned round: a move leads from
the last square back to some square x of the path, and what came after x is visited backwards
(Pósa, "Hamiltonian circuits in random graphs", 1976). Numbers are squares and places, all small.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import at, put

LENGTH, SEED, SPENT, STEPS = range(4)
"""What stands in ``state``."""

FOUND, GOING = 1, 0
CARELESS = 3
"""One turn in so many goes anywhere, not nearer to the goal."""


class Graph(NamedTuple):
    """The board: neighbours of square s are ``near[first[s]:first[s + 1]]``; names are addresses.

    ``far`` tells how far each square is from the goal. ``closed`` asks for a last square next to
    the first, ``end`` for a last square, -1 for any. With ``fixed`` the first square stays.
    """

    squares: int
    first: int
    near: int
    far: int
    closed: int
    end: int
    fixed: int


class Path(NamedTuple):
    """The addresses of the path, of the place of each square in it (-1: none), and of the state."""

    path: int
    place: int
    state: int


@part
def random_below(path: Path, number: int) -> int:
    """Return a random number below *number*, by a generator of Lehmer's kind, modulo 2^31 - 1."""
    seed = at(path.state, SEED) * 48271 % 2147483647
    put(path.state, SEED, seed)
    return seed % number


@part
def free_neighbours(graph: Graph, path: Path, square: int) -> int:
    """Return how many neighbours of *square* are not on the path."""
    number = 0
    for i in range(at(graph.first, square), at(graph.first, square + 1)):
        number += at(path.place, at(graph.near, i)) < 0
    return number


@part
def is_near(graph: Graph, one: int, other: int) -> bool:
    """Return whether a move leads from one square to the other."""
    found = False
    for i in range(at(graph.first, one), at(graph.first, one + 1)):
        found = found or at(graph.near, i) == other
    return found


@part
def append(path: Path, square: int) -> None:
    """Go on to *square*."""
    length = at(path.state, LENGTH)
    put(path.path, length, square)
    put(path.place, square, length)
    put(path.state, LENGTH, length + 1)


@part
def reverse(path: Path, begin: int, end: int) -> None:
    """Turn round what stands from place *begin* to *end*, both included."""
    put(path.state, SPENT, at(path.state, SPENT) + end - begin + 8)
    while begin < end:
        one, other = at(path.path, begin), at(path.path, end)
        put(path.path, begin, other)
        put(path.place, other, begin)
        put(path.path, end, one)
        put(path.place, one, end)
        begin += 1
        end -= 1
    if begin == end:
        put(path.place, at(path.path, begin), begin)


@part
def grow(graph: Graph, path: Path) -> bool:
    """Go on to the free square with the fewest ways out; of several, one at random."""
    here = at(path.path, at(path.state, LENGTH) - 1)
    best, fewest, ties = -1, 1 << 30, 0
    for i in range(at(graph.first, here), at(graph.first, here + 1)):
        square = at(graph.near, i)
        if at(path.place, square) < 0:
            ways = free_neighbours(graph, path, square)
            if ways < fewest:
                best, fewest, ties = square, ways, 1
            elif ways == fewest:
                ties += 1
                if random_below(path, ties) == 0:
                    best = square
    if best >= 0:
        append(path, best)
        put(path.state, SPENT, at(path.state, SPENT) + 64)
    return best >= 0


@part
def cut_elsewhere(graph: Graph, path: Path) -> bool:
    """Cut a path that closes to a cycle so that it ends beside a free square."""
    length = at(path.state, LENGTH)
    put(path.state, SPENT, at(path.state, SPENT) + 8 * length)
    begin = random_below(path, length)
    for k in range(length):
        place = (begin + k) % length
        if free_neighbours(graph, path, at(path.path, place)):
            if place < length - 1:
                # A cycle read from another square: three turns make a rotation.
                reverse(path, 0, place)
                reverse(path, place + 1, length - 1)
                reverse(path, 0, length - 1)
            return True
    return False


@part
def turn(graph: Graph, path: Path, homing: bool) -> None:
    """Turn the end of the path round: to an end with free neighbours, or nearer to the goal."""
    length = at(path.state, LENGTH)
    here = at(path.path, length - 1)
    best, least, ties = -1, 1 << 30, 0
    careless = random_below(path, CARELESS) == 0
    for i in range(at(graph.first, here), at(graph.first, here + 1)):
        place = at(path.place, at(graph.near, i))
        if place < 0 or place == length - 2:
            continue
        end = at(path.path, place + 1)
        cost = 0
        if homing:
            cost = 0 if careless else at(graph.far, end)
        elif free_neighbours(graph, path, end) == 0:
            cost = 1
        if cost < least:
            best, least, ties = place, cost, 1
        elif cost == least:
            ties += 1
            if random_below(path, ties) == 0:
                best = place
    if best >= 0:
        reverse(path, best + 1, length - 1)
    elif not graph.fixed:
        reverse(path, 0, length - 1)
    put(path.state, SPENT, at(path.state, SPENT) + 64)


@part
def is_over(graph: Graph, path: Path) -> bool:
    """Return whether a path over all squares ends as it should."""
    last = at(path.path, graph.squares - 1)
    if graph.closed:
        return is_near(graph, last, at(path.path, 0))
    return graph.end < 0 or last == graph.end


@kernel
def mend(graph: Graph, path: Path, budget: int) -> int:
    """Grow and turn until the tour is found or about *budget* squares were looked at."""
    state = path.state
    put(state, SPENT, 0)
    while at(state, SPENT) < budget:
        length = at(state, LENGTH)
        put(state, STEPS, at(state, STEPS) + 1)
        if length == graph.squares:
            if is_over(graph, path):
                return FOUND
            turn(graph, path, True)
        elif not grow(graph, path):
            last = at(path.path, length - 1)
            closes = not graph.fixed and length > 2 and is_near(graph, last, at(path.path, 0))
            if not (closes and cut_elsewhere(graph, path)):
                turn(graph, path, False)
                if not graph.fixed and random_below(path, 16) == 0:
                    reverse(path, 0, length - 1)
    return GOING
