"""Bounds for placements that cover the board: parts of the compiled search of ``covering.py``.

Two bounds say how many pieces it takes at least to cover what is left. By *gains*: of k pieces,
one that covers c squares leaves the others to the k - 1 best. By *shares*: each uncovered square
asks for a share of a piece, so that no candidate is asked for more than a whole one in all; then
the shares of all squares come to no more than the number of pieces (linear programming duality).
Both drop candidates that, once taken, leave too much to the others.
"""

from __future__ import annotations

from typing import NamedTuple

from everyway.kernels.bits import lowest, popcount
from everyway.kernels.jit import part
from everyway.kernels.memory import add, at, put

WHOLE_PIECE = 720_720
"""A piece in shares: what 1 to 16 all divide. Any number is sound, a share is rounded down."""

SHARED_BY = 4
"""How many pieces must be left: with fewer the bound by gains says nearly as much."""


class Tables(NamedTuple):
    """What a search looks things up in, by address.

    ``width`` is a tuple with an entry for each word of a set. Its length is known when the search
    is compiled, once for each length, so that loops over words are unrolled.
    ``near`` has a row of words for each square: the square and those that it attacks.
    ``shares`` says whether the bound by shares is used.
    ``orbit`` is the set of squares by which solutions are told apart (``Weights``), ``images``
    has for each symmetry the place to which each square goes, and ``stabiliser`` a small number
    for each order that a stabiliser can have.
    """

    width: tuple[int, ...]
    squares: int
    least: int
    most: int
    peaceful: int
    near: int
    orbit: int
    symmetries: int
    images: int
    stabiliser: int
    orders: int
    in_orbit: int
    shares: int


class Place(NamedTuple):
    """Where a search is, by address: the depth in hand, and for each depth what is there.

    ``now`` holds the depth, whether its node is new, whether all is done, and the nodes so far.
    """

    now: int
    uncovered: int
    candidates: int
    chosen: int
    children: int
    many: int
    tried: int
    gains: int
    asked: int
    spare: int
    histogram: int
    members: int


@part
def gain(tables: Tables, square: int, uncovered: int) -> int:
    """Return how many of the uncovered squares *square* would cover."""
    words = len(tables.width)
    covered = 0
    for w in range(words):
        covered += popcount(at(tables.near, square * words + w) & at(uncovered, w))
    return covered


@part
def drop_weak(tables: Tables, place: Place, left: int, uncovered: int, candidates: int) -> bool:
    """Drop candidates that cover too little for *left* pieces; return whether some may do."""
    words = len(tables.width)
    open_squares = 0
    for w in range(words):
        open_squares += popcount(at(uncovered, w))
    for i in range(open_squares + 1):
        put(place.histogram, i, 0)
    best = 0
    for w in range(words):
        members = at(candidates, w)
        while members:
            square = w * 64 + lowest(members)
            members &= members - 1
            covered = gain(tables, square, uncovered)
            put(place.gains, square, covered)
            put(place.histogram, covered, at(place.histogram, covered) + 1)
            best = max(best, covered)
    others, rest, size = 0, left - 1, best
    while rest > 0 and size > 0:
        number = min(rest, at(place.histogram, size))
        others += number * size
        rest -= number
        size -= 1
    need = open_squares - others
    if need > best:
        return False
    if need > 1:
        for w in range(words):
            members = at(candidates, w)
            while members:
                low = members & -members
                members ^= low
                if at(place.gains, w * 64 + lowest(low)) < need:
                    put(candidates, w, at(candidates, w) ^ low)
    return True


@part
def drop_unasked(tables: Tables, place: Place, left: int, uncovered: int, candidates: int) -> bool:
    """Drop candidates that *left* pieces cannot do with, by shares; return whether some may do.

    The gains must be known. A square first asks for a share such that even its best candidate is
    not overcharged; then one by one they ask for what is spare with all of their candidates.
    """
    words = len(tables.width)
    most = left * WHOLE_PIECE
    total = 0
    for w in range(words):
        squares = at(uncovered, w)
        while squares:
            square = w * 64 + lowest(squares)
            squares &= squares - 1
            best = 0
            for x in range(words):
                members = at(tables.near, square * words + x) & at(candidates, x)
                while members:
                    best = max(best, at(place.gains, x * 64 + lowest(members)))
                    members &= members - 1
            if best == 0:
                return False
            put(place.asked, square, WHOLE_PIECE // best)
            total += WHOLE_PIECE // best
    if total > most:
        return False
    for w in range(words):
        members = at(candidates, w)
        while members:
            square = w * 64 + lowest(members)
            members &= members - 1
            put(place.spare, square, WHOLE_PIECE - asked_of(tables, place, square, uncovered))
    for w in range(words):
        squares = at(uncovered, w)
        while squares:
            square = w * 64 + lowest(squares)
            squares &= squares - 1
            total += ask_more(tables, place, square, candidates)
    if total > most:
        return False
    need = total - (most - WHOLE_PIECE)
    for w in range(words):
        members = at(candidates, w)
        while members:
            low = members & -members
            members ^= low
            if WHOLE_PIECE - at(place.spare, w * 64 + lowest(low)) < need:
                put(candidates, w, at(candidates, w) ^ low)
    return True


@part
def asked_of(tables: Tables, place: Place, square: int, uncovered: int) -> int:
    """Return the sum of the shares that are asked of a candidate *square*."""
    words = len(tables.width)
    asked = 0
    for w in range(words):
        members = at(tables.near, square * words + w) & at(uncovered, w)
        while members:
            asked += at(place.asked, w * 64 + lowest(members))
            members &= members - 1
    return asked


@part
def ask_more(tables: Tables, place: Place, square: int, candidates: int) -> int:
    """Ask, for an uncovered *square*, for what all of its candidates can spare; return that."""
    words = len(tables.width)
    more = WHOLE_PIECE
    for w in range(words):
        members = at(tables.near, square * words + w) & at(candidates, w)
        while members:
            more = min(more, at(place.spare, w * 64 + lowest(members)))
            members &= members - 1
    if more > 0:
        for w in range(words):
            members = at(tables.near, square * words + w) & at(candidates, w)
            while members:
                add(place.spare, w * 64 + lowest(members), -more)
                members &= members - 1
    return more


@part
def hardest(tables: Tables, uncovered: int, candidates: int) -> int:
    """Return the uncovered square with the fewest candidates, or -1 if one has none."""
    words = len(tables.width)
    fewest, hard = 1 << 30, -1
    for w in range(words):
        members = at(uncovered, w)
        while members:
            square = w * 64 + lowest(members)
            members &= members - 1
            number = gain(tables, square, candidates)
            if number < fewest:
                fewest, hard = number, square
                if number == 0:
                    return -1
    return hard
