"""What a tour is: the rules, how it is written, and what is refused."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Board, EverywayError, Tour, TourSolution, load
from everyway.families.registry import family, puzzle_from_dict

from .cases import SMALL, puzzles

FAMILY = family("tour")
RING = Tour(Board(3, 3, holes="b2"), closed=True)
SQUARES = ["a1", "c2", "a3", "b1", "c3", "a2", "c1", "b3"]


@settings(deadline=None)
@given(puzzles())
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    assert eval(repr(puzzle), {"Tour": Tour, "Board": Board}) == puzzle
    assert hash(puzzle) == hash(puzzle_from_dict(puzzle.to_dict()))


OPTIONS = {"holes": str, "wrap": str, "piece": str, "start": str, "end": str}


def parsed(words):
    """Return the puzzle of words as the command parses them."""
    parts = words.split(" ")
    options, rest = {}, []
    while parts:
        part = parts.pop(0)
        name = part.removeprefix("--")
        if part == "--no-directed":
            options["directed"] = False
        elif not part.startswith("--"):
            rest.append(part)
        else:
            options[name] = parts.pop(0) if name in OPTIONS else True
    return FAMILY.puzzle_from_words(rest, options, "count")


@settings(deadline=None)
@given(puzzles())
def test_words_come_back(puzzle):
    words = FAMILY.words_of(puzzle)
    if words is None:
        assert len(set(puzzle.board.torus)) == 2
    else:
        assert parsed(words) == puzzle


def test_words():
    assert FAMILY.words_of(Tour("8x8", closed=True, directed=True)) == (
        "tour 8x8 --closed --directed"
    )
    assert parsed("tour 5") == Tour("5x5")
    assert parsed("tour 5x6 --piece leaper(2,1)+ferz").piece.name == "ferz+knight"
    assert FAMILY.words_of(Tour(Board(3, 3, walls="a1"), "rook")) is None
    # At the command, one number is the side of a square board.
    assert FAMILY.words_of(Tour(Board(5), "king")) is None
    assert FAMILY.recognises("Tour")
    assert not FAMILY.recognises("tours")


def test_why_not():
    assert RING.is_solution(SQUARES)
    assert RING.is_solution(" ".join(SQUARES))
    assert RING.is_solution(RING.first())
    # Wherever it begins and in either direction it is the same closed tour.
    assert RING.is_solution(SQUARES[3:] + SQUARES[:3])
    assert RING.is_solution(SQUARES[::-1])
    open_one = Tour(Board(3, 3, holes="b2"), start="a1", end="b3")
    assert open_one.is_solution(SQUARES)
    for puzzle, squares, why in (
        (RING, SQUARES[:-1], "b3 is not visited"),
        (RING, [*SQUARES[:-1], "b2"], "b2 is no square"),
        (RING, [*SQUARES, "a1"], "a1 is visited twice"),
        (
            RING,
            ["a1", "a3", *SQUARES[1:2], *SQUARES[3:]],
            "no move of a knight leads from a1 to a3",
        ),
        (open_one, SQUARES[::-1], "starts on b3, not a1"),
        (Tour(Board(3, 3, holes="b2"), end="a1"), SQUARES, "ends on b3, not a1"),
        (Tour("1x2", "wazir", closed=True), "a1 b1", "at least three squares"),
        (Tour("2x3", "wazir", closed=True), "a1 b1 c1 a2 b2 c2", "from c1 to a2"),
        (Tour("1x4", "wazir", closed=True), "a1 b1 c1 d1", "from d1 to a1"),
    ):
        assert why in puzzle.why_not(squares)


def test_a_last_move_is_checked_on_a_torus():
    around = Tour(Board(1, 4, torus=True), "wazir", closed=True)
    assert around.why_not("a1 b1 c1 d1") is None
    assert around.reaches(3, 0)
    assert not around.reaches(0, 2)
    assert all(around.reaches(a, b) == (b in around.graph[a]) for a in range(4) for b in range(4))


@pytest.mark.parametrize("candidate", [7, None, "z9", ["a1", 3], "a1 ; ( b2"])
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError):
        RING.why_not(candidate)


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    with suppress(EverywayError):
        assert isinstance(RING.why_not(text), str)
    for words in (["tour", text], ["tour", "5x5", text]):
        with suppress(EverywayError):
            FAMILY.puzzle_from_words(words, {}, "count")
    for name in ("piece", "start", "end", "holes"):
        with suppress(EverywayError):
            FAMILY.puzzle_from_words(["tour", "5x5"], {name: text}, "count")


VALUES = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.text(max_size=3))
)
KEYS = ["board", "piece", "holes", "walls", "torus", "start", "end", "closed", "directed", "more"]


@settings(deadline=None, max_examples=50)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_any_data_is_read_or_refused(data):
    for board in ({}, {"board": "4x4"}):
        with suppress(EverywayError):
            puzzle_from_dict({"puzzle": "tour", **data, **board})


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"board": 5}, "a board is"),
        ({"board": "5y5"}, "no board"),
        ({"board": "99999999x2"}, "too large"),
        ({"board": "5x5", "piece": "knigt"}, "did you mean"),
        ({"board": "5x5", "piece": 3}, "a piece is"),
        ({"board": "200x200", "piece": "queen"}, "too large a board for the moves"),
        ({"board": "5x5", "start": "f1"}, "off the 5x5 board"),
        ({"board": ".-/..", "start": "b2"}, "the start is no square"),
        ({"board": "5x5", "end": 3}, "no name of a square"),
        ({"board": "5x5", "closed": 1}, "closed is true or false"),
        ({"board": "5x5", "directed": "yes"}, "directed is true or false"),
        ({"board": "6x6", "closed": True, "end": "a1"}, "a closed tour has no end"),
    ],
)
def test_what_cannot_be(arguments, why):
    with pytest.raises(EverywayError, match=why):
        Tour(**arguments)


@pytest.mark.parametrize("words", [["tour"], ["tour", "5x5", "a1"], ["tour", "9999999"]])
def test_words_that_cannot_be(words):
    with pytest.raises(EverywayError):
        FAMILY.puzzle_from_words(words, {}, "count")
    with pytest.raises(EverywayError, match="does not apply"):
        FAMILY.puzzle_from_words(["tour", "5x5"], {"covering": True}, "count")


def test_solutions_compare_by_their_squares():
    first, second = Tour("3x4").solutions().first(), Tour("3x4", directed=False).first()
    assert isinstance(first, TourSolution)
    assert first == second
    assert len({first, second}) == 1
    assert first < RING.first() or RING.first() < first
    assert first.to_data() == list(first) == list(first.squares)
    assert first.coordinates[0] == (1, 1)
    assert first != "a1"


def test_the_empty_board_has_one_tour():
    assert [puzzle.count() for puzzle in SMALL[:4]] == [1, 1, 1, 0]


def test_the_symmetries():
    assert len(Tour("5x5").symmetries) == 8
    assert len(Tour("5x6").symmetries) == 4
    assert len(Tour("5x5", start="a1").symmetries) == 2
    assert len(Tour("5x5", start="a1", end="e5").symmetries) == 2
    assert len(Tour("5x5", start="a1", end="e5", directed=False).symmetries) == 4
    assert len(Tour(Board(4, 4, torus=True)).symmetries) == 128
    # What leaves every square where it is counts once, though it moves holes.
    assert len(Tour(Board.parse("--./.../-.-")).symmetries) == 1
    line = Board.parse("--./-.-/.--")
    assert len(Tour(line, "ferz").symmetries) == 2
