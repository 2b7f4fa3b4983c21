"""Everything that a placement puzzle refuses, and that it never fails in another way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import (
    Board,
    EverywayError,
    Piece,
    Placement,
    Queens,
    RegionQueens,
    load,
)
from everyway.families.registry import puzzle_from_dict
from tests.families.placement.strategies import small_puzzles
from tests.one_line import taken_or_refused

BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: Placement("8xx8"), 'no board: "8xx8"'),
    (lambda: Placement(8), "a board is a Board or text"),  # type: ignore[arg-type]
    (lambda: Placement("101x100"), "too large a board for placements"),
    (lambda: Placement("8x8", "quen"), 'did you mean "queen"?'),
    (lambda: Placement("8x8", 5), "a piece is a Piece or text"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", number=-1), "number cannot be"),
    (lambda: Placement("8x8", number=True), "number cannot be"),
    (lambda: Placement("8x8", number=2.0), "number cannot be"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", number=(3, 2)), "least above its greatest"),
    (lambda: Placement("8x8", number="3..2"), "least above its greatest"),
    (lambda: Placement("8x8", number="3.."), "number cannot be"),
    (lambda: Placement("8x8", number=(1, 2, 3)), "number cannot be"),
    (lambda: Placement("8x8", number=("1", 2)), "number cannot be"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", peaceful=1), "peaceful is true or false"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", covering="no"), "covering is"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", no_touch=None), "no_touch is"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", per_row=-1), "per_row cannot be"),
    (lambda: Placement("8x8", per_row=1.0), "per_row cannot be"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", per_column=True), "per_column cannot be"),
    (lambda: Placement("8", per_column=1), "two dimensions or more"),
    (lambda: Placement("2x2", regions=["AA", "BB"]), "give both or neither"),
    (lambda: Placement("2x2", per_region=1), "give both or neither"),
    (lambda: Placement("2x2", regions=["AA", "B"], per_region=1), "row 2 has 1 squares"),
    (lambda: Placement("2x2", regions=["AAA", "BBB"], per_region=1), "do not fit the board"),
    (lambda: Placement("2x2x2", regions=["AA", "BB"], per_region=1), "board of two dimensions"),
    (lambda: Placement("2x2", regions=["A-", "BB"], per_region=1), "mark as missing a square"),
    (lambda: Placement("2x2", regions=["A A B", "B B"], per_region=1), "the first has 3"),
    (lambda: Placement("2x2", regions=["A\x1b", "BB"], per_region=1), "no letter of a region"),
    (lambda: RegionQueens([]), "but there are none"),
    (lambda: RegionQueens(""), "but there are none"),
    (lambda: RegionQueens([1, 2]), "regions are rows of letters"),  # type: ignore[list-item]
    (lambda: RegionQueens(None), "regions are rows of letters"),  # type: ignore[arg-type]
    (lambda: RegionQueens(["AB", "A"]), "row 2 has 1 squares, the first has 2"),
    (lambda: RegionQueens(["AB", "AB"], 0), "per region cannot be"),
    (lambda: Queens(-1), "the number of queens cannot be"),
    (lambda: Queens(8.0), "the number of queens cannot be"),  # type: ignore[arg-type]
    # Fixed squares that contradict every kind of rule.
    (lambda: Placement("4x4", fixed="z9"), 'off the 4x4 board: "z9"'),
    (lambda: Placement("4x4", fixed="a1,b2"), "a1 and b2 attack each other"),
    (lambda: Placement("4x4", "knight", fixed="a1,b2", no_touch=True), "a1 and b2 touch"),
    (lambda: Placement("4x4", fixed="a1,b3", number=1), "2 fixed squares, but at most"),
    (lambda: Placement(Board(4, 4, holes="a1"), fixed="a1"), "where there is no square"),
    (lambda: Placement(Board(4, 4, walls="a1"), fixed="a1"), "where there is no square"),
    (
        lambda: Placement("4x4", peaceful=False, per_row=1, fixed="a1,c1"),
        "more than 1 in the row from a1 to d1",
    ),
    (
        lambda: Placement("4x4", peaceful=False, per_column=0, fixed="a1"),
        "more than 0 in the column from a1 to a4",
    ),
    (
        lambda: Placement("2x2", "bishop", regions=["AA", "AA"], per_region=1, fixed="a1,b1"),
        "more than 1 in region A",
    ),
]


@pytest.mark.parametrize(("make", "said"), BAD)
def test_a_bad_puzzle_is_refused_in_one_line(make: Callable[[], Any], said: str) -> None:
    with pytest.raises(EverywayError) as caught:
        make()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no puzzle is given"),
        ("5", "unknown puzzle"),
        ("{", "not JSON"),
        ("[]", "unknown puzzle"),
        ("{}", "unknown kind of puzzle"),
        ('{"puzzle": []}', "unknown kind of puzzle"),
        ('puzzle = "sokoban"', 'unknown kind of puzzle "sokoban"'),
        ('puzzle = "placement"', "board is text"),
        ('puzzle = "placement"\nboard = 8', 'board is text such as 8x8, or rows, not "8"'),
        ('puzzle = "placement"\nboard = "3x3"\nsize = 3', 'a placement has no key "size"'),
        ('puzzle = "placement"\nboard = "3x3"\npiece = ["rook"]', "a piece is a Piece or text"),
        ('puzzle = "placement"\nboard = "3x3"\nnumber = 1979-05-27', "number cannot be"),
        ('puzzle = "placement"\nboard = "3x3"\nnumber = nan', "number cannot be"),
        ('puzzle = "placement"\nboard = "3x3"\ntorus = [true]', "torus needs 2 values"),
        ('puzzle = "placement"\nboard = ["..", "."]', "row 2 has 1 squares"),
        ('puzzle = "placement"\nboard = "3x3"\nfixed = [["a1"]]', "no name of a square"),
        ('{"puzzle": "placement", "board": "3x3", "number": ' + "9" * 5000 + "}", "be read"),
        ('{"puzzle": ' + "[" * 100_000, "nested too deeply"),
        ("AAB\nAB", "equal rows of letters (regions)"),
        ("AAB\nABB\n\x00CC", "no letter of a region"),
    ],
)
def test_a_bad_text_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(EverywayError) as caught:
        load(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 10**12)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["3x3", "a1", "queen", "1..2", "AAB", ".-#", "1,1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
KEYS = [
    "board",
    "piece",
    "holes",
    "walls",
    "torus",
    "number",
    "peaceful",
    "covering",
    "fixed",
    "per_row",
    "per_column",
    "per_region",
    "regions",
    "no_touch",
    "other",
]
USUAL = {"puzzle": "placement", "board": "3x3"}


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(KEYS), DATA, max_size=3))
def test_any_values_are_a_puzzle_or_an_everyway_error(values: dict[str, Any]) -> None:
    data = {**USUAL, **values}
    puzzle = taken_or_refused(puzzle_from_dict, data)
    loaded = taken_or_refused(load, json.dumps(data))
    # NaN and the like are written by Python, and read back, though they are not JSON.
    assert (puzzle is None) == (loaded is None)
    if puzzle is not None:
        assert puzzle == loaded


@given(DATA)
def test_any_data_is_a_puzzle_or_an_everyway_error(data: object) -> None:
    assert taken_or_refused(puzzle_from_dict, data) is None


@settings(max_examples=100)
@given(st.text(max_size=40) | st.text("AB.-#/ \n={}[]\"'0x1", max_size=40))
def test_any_text_is_a_puzzle_or_an_everyway_error(text: str) -> None:
    puzzle = taken_or_refused(load, text)
    assert puzzle is None or load(puzzle.to_toml()) == puzzle


@settings(max_examples=100)
@given(small_puzzles(), st.data())
def test_any_damaged_text_is_a_puzzle_or_an_everyway_error(
    puzzle: Placement, data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from([puzzle.to_toml(), puzzle.to_json()]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    damaged = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    again = taken_or_refused(load, damaged)
    assert again is None or load(again.to_json()) == again


# --- odd things ---

HUGE = 10**5000
ODD: list[tuple[str, Callable[[], Any]]] = [
    ("number", lambda: Placement("8x8", number=HUGE)),
    ("board", lambda: Board(HUGE, HUGE)),
    ("negative board", lambda: Board(-HUGE)),
    ("quota read back", lambda: load(Placement("2x2", per_row=HUGE).to_json())),
    ("load", lambda: load(None)),  # type: ignore[arg-type]
    ("parse", lambda: Board.parse(None)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("make", [make for _, make in ODD], ids=[name for name, _ in ODD])
def test_what_is_odd_is_refused_or_read_back(make: Callable[[], Any]) -> None:
    taken_or_refused(lambda _: make(), None)


def test_a_large_number_is_read_back() -> None:
    puzzle = Placement("2x2", number=(0, 999_999_999))
    assert load(puzzle.to_toml()) == puzzle


def test_a_square_named_twice_in_a_text_is_noticed() -> None:
    assert Placement("4x4").why_not("a1, a1") == "a square is named twice"


def test_a_piece_of_ones_own_is_read_back_or_refused() -> None:
    def make() -> Placement:
        return Placement("3x3", Piece("jester", Piece.parse("rook+knight").leaps))

    puzzle = taken_or_refused(lambda _: make(), None)
    assert puzzle is None or load(puzzle.to_json()) == puzzle
