"""Groups of symmetries: their sizes, that they are groups, and what is counted with them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Board, EverywayError, Piece
from everyway.geometry.symmetry import Group, burnside, cycles, isometries, keeps_set

SIZES = [
    (Board(1), 1),
    (Board(5), 2),
    (Board(1, 1), 1),
    (Board(1, 2), 2),
    (Board(7, 1), 2),
    (Board(2, 2), 8),
    (Board(8, 8), 8),
    (Board(3, 5), 4),
    (Board(1, 4, 1), 2),
    (Board(2, 2, 2), 48),
    (Board(3, 3, 3), 48),
    (Board(2, 3, 4), 8),
    (Board(2, 2, 3), 16),
    (Board(2, 2, 2, 2), 384),
    (Board(3, 3, 3, 3), 384),
    (Board(3, torus=True), 6),
    (Board(7, torus=True), 14),
    (Board(3, 3, torus=True), 72),
    (Board(4, 4, torus=True), 128),
    (Board(6, 6, torus=True), 288),
    (Board(3, 4, torus=True), 48),
    (Board(4, 4, torus=(True, False)), 16),
    (Board(3, 3, 3, torus=True), 48 * 27),
    # A torus of one or two squares along an axis has shifts that are reflections.
    (Board(2, 2, torus=True), 8),
    (Board(1, 1, torus=True), 1),
    (Board(0, 0), 1),
    (Board(0, 0, 0, torus=True), 1),
    (Board(4, 4, holes="b2"), 2),
    (Board(4, 4, holes="a1, d4"), 4),
    (Board(4, 4, holes="a1, d4", walls="a4"), 2),
    (Board(4, 4, holes="a1", walls="d4"), 2),
    (Board(4, 4, holes="a1, b4"), 1),
    (Board(5, 5, holes="c3"), 8),
    (Board(3, 3, torus=True, holes="a2"), 8),
]


@pytest.mark.parametrize(("board", "order"), SIZES, ids=lambda x: str(x))
def test_orders(board: Board, order: int) -> None:
    group = isometries(board)
    assert len(group) == order
    assert group.elements[0] == tuple(range(board.size))
    assert len(set(group.elements)) == order
    assert all(sorted(g) == list(range(board.size)) for g in group.elements)


def test_too_many_symmetries_are_refused() -> None:
    with pytest.raises(EverywayError, match="too many symmetries"):
        isometries(Board(*[2] * 12))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    shape = draw(st.sampled_from([(5,), (2, 3), (3, 3), (4, 4), (2, 2, 2), (1, 3, 3)]))
    torus = draw(st.tuples(*[st.booleans()] * len(shape)))
    places = list(product(*(range(1, size + 1) for size in shape)))
    missing = draw(st.lists(st.sampled_from(places), max_size=3, unique=True))
    cut = draw(st.integers(0, len(missing)))
    return Board(*shape, holes=missing[:cut], walls=missing[cut:], torus=torus)


@given(boards())
def test_isometries_are_closed(board: Board) -> None:
    elements = set(isometries(board).elements)
    some = isometries(board).elements[:20]
    for g in some:
        for h in some:
            assert tuple(g[h[c]] for c in range(board.size)) in elements
        inverse = sorted(range(board.size), key=lambda c, g=g: g[c])  # type: ignore[misc]
        assert tuple(inverse) in elements
        assert keeps_set(g, board.holes)
        assert keeps_set(g, board.walls)


@given(boards(), st.sampled_from(["queen", "bishop", "knight", "king", "unicorn", "rider(1,2)"]))
def test_isometries_keep_attacks(board: Board, piece: str) -> None:
    attacks = Piece.parse(piece).attacks(board)
    for g in isometries(board).elements:
        for cell in board.cells:
            assert sorted(g[other] for other in attacks[cell]) == list(attacks[g[cell]])


@given(boards())
def test_no_isometry_of_the_bare_board_is_missing(board: Board) -> None:
    # The isometries of a board with holes are those of the bare board that keep holes and walls.
    bare = isometries(Board(*board.shape, torus=board.torus))
    keeping = [g for g in bare.elements if keeps_set(g, board.holes) and keeps_set(g, board.walls)]
    assert set(keeping) == set(isometries(board).elements)


@given(boards())
def test_orbits_part_the_cells(board: Board) -> None:
    group = isometries(board)
    orbits = group.orbits()
    assert sorted(cell for orbit in orbits for cell in orbit) == list(range(board.size))
    assert [orbit[0] for orbit in orbits] == sorted(orbit[0] for orbit in orbits)
    for orbit in orbits:
        assert list(orbit) == sorted(orbit)
        assert len(group) % len(orbit) == 0
        assert {g[orbit[0]] for g in group.elements} == set(orbit)


@given(boards(), st.data())
def test_canonical_forms_are_the_same_within_an_orbit(board: Board, data: st.DataObject) -> None:
    group = isometries(board)
    cells = data.draw(st.sets(st.integers(0, board.size - 1), max_size=5).map(sorted))
    orbit = group.orbit_of(cells)
    assert orbit == sorted(set(orbit))
    assert tuple(cells) in orbit
    assert len(group) % len(orbit) == 0
    assert {group.canonical(member) for member in orbit} == {orbit[0]}
    assert [m for m in orbit if group.is_canonical(m)] == [orbit[0]]


@given(boards())
def test_conjugacy_classes(board: Board) -> None:
    group = isometries(board)
    assert sum(number for _, number in group.classes) == len(group)
    assert group.classes[0] == (group.elements[0], 1)
    if len(group) <= 72:
        expected = {_class_of(group, element) for element in group.elements}
        assert {_class_of(group, element): n for element, n in group.classes} == {
            members: len(members) for members in expected
        }


def _class_of(group: Group, element: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    found = set()
    for g in group.elements:
        image = [0] * len(element)
        for cell, other in enumerate(element):
            image[g[cell]] = g[other]
        found.add(tuple(image))
    return frozenset(found)


def test_classes_of_the_square_and_of_the_cube() -> None:
    # The dihedral group of order 8 has 5 classes, the full group of the cube 10.
    assert sorted(n for _, n in isometries(Board(4, 4)).classes) == [1, 1, 2, 2, 2]
    cube = sorted(n for _, n in isometries(Board(3, 3, 3)).classes)
    assert cube == [1, 1, 3, 3, 6, 6, 6, 6, 8, 8]


def test_a_stabiliser_keeps_what_it_is_asked_to() -> None:
    square = isometries(Board(3, 3))
    corner = square.stabiliser(lambda g: g[0] == 0)
    assert len(corner) == 2
    assert len(square.stabiliser(lambda g: g[4] == 4)) == 8


def test_cycles() -> None:
    turn = (2, 0, 1, 3, 5, 4)
    assert cycles(turn, range(6)) == [(0, 1, 2), (3,), (4, 5)]
    assert cycles(turn, [4, 3]) == [(4, 5), (3,)]


def colourings(group: Group, cells: list[int]) -> dict[int, Fraction]:
    """Count black and white colourings up to symmetry, by the number of black cells."""
    fixed = []
    for element, members in group.classes:
        counts = {0: 1}
        for cycle in cycles(element, cells):
            following = dict(counts)
            for size, number in counts.items():
                grown = size + len(cycle)
                following[grown] = following.get(grown, 0) + number
            counts = following
        fixed.append((members, counts))
    return burnside(len(group), fixed)


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (Board(2, 2), 6),
        (Board(3, 3), 102),
        (Board(4, 4), 8548),  # OEIS A054247
        (Board(2, 2, 2), 22),  # OEIS A000616
        (Board(5, torus=True), 8),  # bracelets, OEIS A000029
        (Board(6, torus=True), 13),
        (Board(8, torus=True), 30),
        (Board(0, 0), 1),
        (Board(1), 2),
    ],
    ids=str,
)
def test_colourings_in_two_colours(board: Board, number: int) -> None:
    counts = colourings(isometries(board), board.cells)
    assert sum(counts.values()) == number
    assert all(count.denominator == 1 for count in counts.values())


@pytest.mark.parametrize(("n", "number"), [(3, 4), (4, 6), (5, 8), (6, 14), (7, 20), (8, 36)])
def test_necklaces_in_two_colours(n: int, number: int) -> None:
    # OEIS A000031: the ring may be turned, but not turned over.
    ring = isometries(Board(n, torus=True))
    turns = ring.stabiliser(lambda g: all(g[(c + 1) % n] == (g[c] + 1) % n for c in range(n)))
    assert len(turns) == n
    assert sum(colourings(turns, list(range(n))).values()) == number


@given(boards())
def test_burnside_agrees_with_listing_orbits(board: Board) -> None:
    group = isometries(board)
    counts = colourings(group, board.cells)
    for size in range(min(3, board.squares) + 1):
        sets = combinations(board.cells, size)
        listed = {group.canonical(s) for s in sets}
        assert counts[size] == len(listed)
    # A group cannot bring together more sets than it has elements.
    assert all(n * len(group) >= comb(board.squares, size) for size, n in counts.items())


def test_burnside_with_partial_counts_gives_a_fraction() -> None:
    assert burnside(4, [(1, {2: 3}), (1, {2: 1}), (2, {1: 1})]) == {1: Fraction(1, 2), 2: 1}
