"""Some tour of any board, and the places where tours start."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from everyway import Board, Count, Every, EverywayError, Interrupted, Tour
from everyway.core.engine import Control
from everyway.families.registry import family
from everyway.families.tour.finder import reason_for_none
from everyway.families.tour.joining import can_join, join
from everyway.families.tour.reports import find, starts
from everyway.families.tour.rotation import edges_of
from everyway.families.tour.strip import is_narrow, strip_tour

from .cases import puzzles

LARGE = (
    Tour("40x40", closed=True),
    Tour("41x41"),
    Tour("41x51", start="c3"),
    Tour("51x41", end="d4"),
    Tour("60x61", closed=True, start="e7"),
    Tour("60x60", start="a1", end="b1"),
    Tour("51x51", start="b2", end="c3"),
    Tour("5x400", closed=True),
    Tour("401x5", start="a1"),
    Tour(Board(50, 50, torus=True), closed=True),
    Tour("40x40", "zebra", closed=True),
    Tour("40x40", "leaper(1,4)", start="c3", directed=False),
    Tour("40x41", "king", closed=True),
)
SMALL = (
    Tour("8x8", closed=True),
    Tour("8x8", start="a1", end="h7"),
    Tour("7x7", end="c3"),
    Tour("30x30", closed=True),
    Tour("4x20"),
    Tour("3x10", closed=True),
    Tour("10x10", "zebra", closed=True),
    Tour(Board(4, 4, 4), closed=True),
    Tour(Board(8, 8, holes="d4 d5 e4 e5"), closed=True),
    Tour(Board(3, 3, torus=True), start="b2"),
)


@pytest.mark.parametrize("puzzle", [*SMALL, *LARGE], ids=repr)
def test_a_tour_is_found(puzzle):
    answer = puzzle.ask(Every(limit=1, ordered=False), engine="finder")
    (tour,) = answer.value
    assert puzzle.why_not(tour) is None
    assert puzzle.listed(tour.cells) == tour.cells
    assert puzzle.find() is not None


@pytest.mark.parametrize("puzzle", LARGE, ids=repr)
def test_blocks_are_joined(puzzle):
    assert can_join(puzzle)
    cells = join(puzzle, Control())
    assert sorted(cells) == puzzle.board.cells
    assert all(puzzle.reaches(a, b) for a, b in pairwise(cells))


def test_the_same_tour_every_time():
    puzzle = Tour("20x20", closed=True)
    assert puzzle.find() == Tour("20x20", closed=True).find()


@pytest.mark.parametrize("m", range(1, 6))
def test_theorems_say_no_exactly_where_nothing_is_found(m):
    for n in range(m, 9 if m < 4 else 6 if m == 5 else 7):
        for board in (f"{m}x{n}", f"{n}x{m}"):
            for closed in (False, True):
                puzzle = Tour(board, closed=closed)
                assert (reason_for_none(puzzle) is None) == (puzzle.count() > 0), puzzle


@pytest.mark.parametrize(
    ("m", "n", "number"), [(3, 4, 0), (3, 6, 0), (3, 8, 0), (3, 10, 16), (5, 5, 0), (4, 9, 0)]
)
def test_schwenk(m, n, number):
    puzzle = Tour(Board(m, n), closed=True)
    assert puzzle.ask(Count(), engine="search").value == number
    if number == 0:
        assert puzzle.find() is None


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (Tour("4x1000", closed=True), "4x1000"),
        (Tour("999x1001", closed=True), "999x1001"),
        (Tour("999x1001", start="b1"), "unlike b1"),
        (Tour("1000x1000", start="a1", end="a3"), "other colour"),
        (Tour("2x7"), "2x7"),
        (Tour("3x3"), "3x3"),
        (Tour("8x8", "camel"), "no moves lead from a1 to b1"),
        (Tour("8x8", "ferz"), "only one move"),
        (Tour("4x4", "king", start="a1", end="a1"), "where it starts"),
        (Tour(Board(4, 4, holes="b3 c2")), "no move leads to a1"),
        (Tour(Board(8, 8, holes="a1 h8"), closed=True), "have one colour"),
        (Tour(Board(4, 4, holes="b3"), closed=True), "only one move"),
    ],
    ids=repr,
)
def test_reasons_for_no(puzzle, why):
    assert why in reason_for_none(puzzle)
    assert puzzle.find() is None


def test_what_is_not_found_is_never_a_no():
    puzzle = Tour("3x1001", start="kk1")
    with pytest.raises(Interrupted) as caught:
        puzzle.find(node_limit=2)
    assert str(caught.value) == "none found so far"


def test_both_ways_to_the_graph_are_one():
    holed = Board(40, 41, holes=[(r, 2 * r % 41 + 1) for r in range(1, 40)])
    for board in (holed, Board(35, 30, torus=True), Board(11, 10, 10, torus=(True, False, False))):
        puzzle = Tour(board, "knight+leaper(1,4)")
        squares, first, near = edges_of(puzzle)
        assert squares.tolist() == board.cells
        for i, cell in enumerate(squares.tolist()):
            others = squares[near[first[i] : first[i + 1]]]
            assert tuple(others.tolist()) == puzzle.graph[cell]


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(puzzles(most=10))
def test_narrow_boards_are_decided(puzzle):
    if is_narrow(puzzle):
        outcome = strip_tour(puzzle, Control())
        assert (outcome.tour is not None) == (puzzle.ask(Count(), engine="plain").value > 0)
        assert outcome.proved == (outcome.tour is None)
        if outcome.tour is not None:
            assert puzzle.is_solution(puzzle.wrap(outcome.tour))
            assert puzzle.listed(outcome.tour) == outcome.tour


@pytest.mark.parametrize("board", ["3x7", "4x5", "8x3"])
@pytest.mark.parametrize("closed", [False, True])
def test_narrow_boards_from_every_start(board, closed):
    for cell in Tour(board).board.cells:
        puzzle = Tour(board, closed=closed).from_square(cell)
        outcome = strip_tour(puzzle, Control())
        assert (outcome.tour is not None) == (puzzle.count() > 0), puzzle
        assert outcome.tour is None or puzzle.is_solution(puzzle.wrap(outcome.tour))


@pytest.mark.parametrize(
    "puzzle",
    [
        Tour("3x200", closed=True),
        Tour("201x3", start="a1"),
        Tour("4x60", start="a1", end="b2", directed=False),
        Tour("4x30", start="k1"),
        Tour(Board(3, 60, holes="ad2 ae2"), closed=True),
    ],
    ids=repr,
)
def test_long_narrow_boards(puzzle):
    outcome = strip_tour(puzzle, Control())
    if outcome.tour is None:
        assert outcome.proved
        assert puzzle.ask(Count(), engine="frontier").value == 0
    else:
        assert puzzle.is_solution(puzzle.wrap(outcome.tour))


def test_a_sweep_that_dropped_states_proves_nothing(monkeypatch):
    monkeypatch.setattr("everyway.families.tour.strip.BEAMS", (1,))
    outcome = strip_tour(Tour("3x20", closed=True), Control())
    assert not outcome.proved
    # On 4 rows no tour starts on a middle row: they would have to alternate with the outer ones.
    monkeypatch.undo()
    assert strip_tour(Tour("4x20", start="c2"), Control()).proved
    assert Tour("4x8", start="c2").count() == 0


# --- reports ---


def report(function, puzzle, *extra):
    findings = function(puzzle, extra, Control())
    return "\n".join(findings.lines), findings


def test_starts_of_5x5():
    text, findings = report(starts, Tour("5x5"))
    counts = findings.data["starts"]
    assert len(counts) == 13
    assert sum(counts.values()) == 1728
    assert sorted(counts.values()) == [56] * 8 + [64] + [304] * 4
    assert "13 of 25" in text
    assert (counts["a1"], counts["c3"], counts["b2"], "a2" in counts) == (304, 64, 56, False)


def test_starts_on_larger_boards_only_say_where():
    text, findings = report(starts, Tour("7x7"))
    assert len(findings.data["starts"]) == 25
    assert findings.data["counted"] is False
    assert "25 of 49" in text


def test_starts_elsewhere():
    text, findings = report(starts, Tour("3x3"))
    assert (findings.found, findings.complete) == (False, True)
    assert "0 of 9" in text
    assert report(starts, Tour("5x6", closed=True))[1].data["starts"]["a1"] == 8
    assert "1,1,1\t" in report(starts, Tour(Board(2, 2, 2), "wazir"))[0]
    assert report(starts, Tour("0x0"))[1].complete


def test_reports_take_nothing_more_and_stop():
    for function in (starts, find):
        with pytest.raises(EverywayError, match="comes nothing"):
            function(Tour("5x5"), ["a1"], Control())
        findings = function(Tour("5x5"), [], Control(node_limit=0))
        list(findings.lines)
        assert not findings.complete
    with pytest.raises(EverywayError, match="leave start and end out"):
        starts(Tour("5x5", start="a1"), [], Control())


def test_find_says_why_not():
    text, findings = report(find, Tour("4x6", closed=True))
    assert "Schwenk" in text
    assert not findings.found
    text, findings = report(find, Tour("5x5", start="c3"))
    assert findings.data["tour"][0] == "c3"
    assert findings.picture is not None


def test_the_finder_offers_only_what_it_can():
    engine = family("tour").engine_named("finder")
    assert not engine.offer(Tour("8x8"), Every(limit=1)).can
    assert not engine.offer(Tour("8x8"), Every(ordered=False)).can
    assert engine.offer(Tour("8x8"), Every(limit=1, ordered=False)).can
