"""The compiled part of the search engine: backtracking in lexicographic order that can pause.

Squares are numbered from 0 without gaps, in the order of their cells. Everything is a small whole
number, so no word can overflow; nodes and tours of one call are bounded by its budget.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import NUMBER_BYTES, at, put

NODES, FOUND, DEPTH, ONES, ZEROS = range(5)
"""What stands in ``state``."""


class Graph(NamedTuple):
    """The board, and what is asked; names of arrays are addresses.

    ``first`` says where the neighbours of a square begin in ``near``, rising. ``words`` are the
    neighbours as bits, for boards of at most 64 squares (``small``). ``starts`` are ``number``
    squares to start on. ``base`` is the square that a closed tour returns to, ``end`` the last
    square of an open one, -1 for none. With ``both`` a tour has two directions, of which the first
    is listed. ``images`` are ``symmetries`` rows of where each square goes, ``origins`` the
    squares that go to the base, ``turned`` whether tours are reversed.
    """

    squares: int
    first: int
    near: int
    words: int
    small: int
    starts: int
    number: int
    closed: int
    base: int
    end: int
    both: int
    images: int
    origins: int
    turned: int
    symmetries: int


class Walk(NamedTuple):
    """A search that pauses; names are the addresses of arrays.

    ``path`` are the squares visited, ``turn`` which neighbour comes next at each depth. ``ways``
    is for each free square the number of squares it can be entered from or left to. The first
    ``given`` squares of ``prefix`` are those that tours begin with.
    """

    path: int
    turn: int
    visited: int
    ways: int
    places: int
    prefix: int
    given: int
    state: int


@part
def count_ways(walk: Walk, square: int, by: int) -> None:
    """Change the number of ways of a free square by 1 or -1, and what is known of all."""
    state = walk.state
    ways = at(walk.ways, square)
    put(state, ONES, at(state, ONES) - (ways == 1) + (ways + by == 1))
    put(state, ZEROS, at(state, ZEROS) - (ways == 0) + (ways + by == 0))
    put(walk.ways, square, ways + by)


@part
def leave(graph: Graph, walk: Walk, square: int, by: int) -> None:
    """Take away, or give back, the ways through *square*, which the piece leaves or comes back to.

    The first square of a closed tour stays a way, as the tour ends there.
    """
    if not (graph.closed and square == graph.base):
        for i in range(at(graph.first, square), at(graph.first, square + 1)):
            other = at(graph.near, i)
            if not at(walk.visited, other):
                count_ways(walk, other, by)


@part
def enter(graph: Graph, walk: Walk, depth: int, square: int) -> None:
    """Visit *square* as number *depth* of the path."""
    state = walk.state
    put(walk.path, depth, square)
    put(walk.visited, square, 1)
    put(state, ONES, at(state, ONES) - (at(walk.ways, square) == 1))
    put(state, ZEROS, at(state, ZEROS) - (at(walk.ways, square) == 0))
    if depth:
        leave(graph, walk, at(walk.path, depth - 1), -1)
    put(walk.turn, depth + 1, 0)
    put(state, DEPTH, depth + 1)


@part
def step_back(graph: Graph, walk: Walk, depth: int) -> None:
    """Take back square number *depth* of the path."""
    state = walk.state
    square = at(walk.path, depth)
    if depth:
        leave(graph, walk, at(walk.path, depth - 1), 1)
    put(state, ONES, at(state, ONES) + (at(walk.ways, square) == 1))
    put(state, ZEROS, at(state, ZEROS) + (at(walk.ways, square) == 0))
    put(walk.visited, square, 0)
    put(state, DEPTH, depth)


@part
def is_connected(graph: Graph, walk: Walk, here: int) -> bool:
    """Return whether all free squares can be reached from *here* over free squares."""
    free = 0
    for square in range(graph.squares):
        if not at(walk.visited, square):
            free |= 1 << square
    wave = at(graph.words, here) & free
    reached = wave
    while wave:
        square = lowest(wave)
        wave &= wave - 1
        more = at(graph.words, square) & free & ~reached
        reached |= more
        wave |= more
    return reached == free


@part
def is_hopeful(graph: Graph, walk: Walk, depth: int) -> bool:
    """Return whether the path of *depth* squares, not all of them, may still become a tour."""
    state = walk.state
    if depth == 0:
        return True
    if at(state, ZEROS):
        return False
    ones = at(state, ONES)
    if graph.closed:
        if ones and graph.squares > 2:
            return False
        for i in range(at(graph.first, graph.base), at(graph.first, graph.base + 1)):
            other = at(graph.near, i)
            if not at(walk.visited, other) and (
                not graph.both or depth < 2 or other > at(walk.path, 1)
            ):
                return not graph.small or is_connected(graph, walk, at(walk.path, depth - 1))
        return False
    if graph.end >= 0:
        if at(walk.visited, graph.end):
            return False
        ones -= at(walk.ways, graph.end) == 1
        if ones:
            return False
    if ones > 1:
        return False
    return not graph.small or is_connected(graph, walk, at(walk.path, depth - 1))


@part
def image_at(graph: Graph, walk: Walk, g: int, begin: int, by: int, k: int) -> int:
    """Return square number *k* of the image under symmetry *g*, read from *begin* on."""
    place = begin + by * k
    if place < 0:
        place += graph.squares
    elif place >= graph.squares:
        place -= graph.squares
    return at(graph.images, g * graph.squares + at(walk.path, place))


@part
def is_canonical(graph: Graph, walk: Walk) -> bool:
    """Return whether the tour is the first of its orbit."""
    n = graph.squares
    for k in range(n):
        put(walk.places, at(walk.path, k), k)
    for g in range(graph.symmetries):
        begin, by = 0, 1
        if graph.closed:
            begin = at(walk.places, at(graph.origins, g))
            if graph.both and image_at(graph, walk, g, begin, 1, 1) > image_at(
                graph, walk, g, begin, -1, 1
            ):
                by = -1
        else:
            backwards = at(graph.turned, g)
            if graph.both:
                first = image_at(graph, walk, g, 0, 1, 0)
                backwards = first > image_at(graph, walk, g, n - 1, 1, 0)
            if backwards:
                begin, by = n - 1, -1
        for k in range(n):
            image = image_at(graph, walk, g, begin, by, k)
            if image != at(walk.path, k):
                if image < at(walk.path, k):
                    return False
                break
    return True


@part
def is_tour(graph: Graph, walk: Walk) -> bool:
    """Return whether the path, which visits all squares, is a tour as it is listed."""
    last = at(walk.path, graph.squares - 1)
    if graph.closed:
        found = False
        for i in range(at(graph.first, graph.base), at(graph.first, graph.base + 1)):
            found = found or at(graph.near, i) == last
        if not found or (graph.both and at(walk.path, 1) > last):
            return False
    elif graph.end >= 0:
        if last != graph.end:
            return False
    elif graph.both and at(walk.path, 0) > last:
        return False
    return graph.symmetries == 0 or is_canonical(graph, walk)


@part
def next_square(graph: Graph, walk: Walk, depth: int) -> int:
    """Return the next square to try as number *depth* of the path, or -1."""
    if depth == 0:
        source, number = graph.starts, graph.number
    else:
        here = at(walk.path, depth - 1)
        begin = at(graph.first, here)
        source = graph.near + begin * NUMBER_BYTES
        number = at(graph.first, here + 1) - begin
    turn = at(walk.turn, depth)
    while turn < number:
        square = at(source, turn)
        turn += 1
        if not at(walk.visited, square) and (
            depth >= walk.given or square == at(walk.prefix, depth)
        ):
            put(walk.turn, depth, turn)
            return square
    put(walk.turn, depth, turn)
    return -1


@kernel
def search(graph: Graph, walk: Walk, rows: int, most: int, budget: int) -> bool:
    """Go on with a walk until *most* tours are found or *budget* nodes are spent.

    Puts the tours in *rows*, unless it is 0, and their number and that of the nodes in the walk's
    state. Returns whether the walk is over.
    """
    state = walk.state
    put(state, NODES, 0)
    put(state, FOUND, 0)
    while at(state, FOUND) < most and at(state, NODES) < budget:
        depth = at(state, DEPTH)
        square = -1
        if depth < graph.squares and is_hopeful(graph, walk, depth):
            square = next_square(graph, walk, depth)
        if square >= 0:
            put(state, NODES, at(state, NODES) + 1)
            enter(graph, walk, depth, square)
            if depth + 1 == graph.squares and is_tour(graph, walk):
                if rows:
                    row = rows + at(state, FOUND) * graph.squares * NUMBER_BYTES
                    for k in range(graph.squares):
                        put(row, k, at(walk.path, k))
                put(state, FOUND, at(state, FOUND) + 1)
        elif depth == 0:
            return True
        else:
            step_back(graph, walk, depth - 1)
    return False
