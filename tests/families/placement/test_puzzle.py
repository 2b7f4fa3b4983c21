"""The placement puzzle itself: its rules, its text forms, and everything that it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import (
    Board,
    Count,
    Every,
    EverywayError,
    First,
    Largest,
    Piece,
    Placement,
    Puzzle,
    Queens,
    Question,
    RegionQueens,
    Sample,
    Sizes,
    Smallest,
    Unique,
    load,
)
from everyway.families.registry import puzzle_from_dict
from tests.families.placement.strategies import brute_force, small_puzzles
from tests.geometry import reference
from tests.one_line import taken_or_refused

# --- the rules ---


def allowed(puzzle: Placement, cells: tuple[int, ...]) -> bool:
    """Read the rules anew: attacks by differences, rows and columns by remainders."""
    board, occupied = puzzle.board, set(cells)
    attacks = reference.attacks(board, puzzle.piece.name)
    near = reference.attacks(board, "king")
    low, high = puzzle.number or (0, board.squares)
    if not (low <= len(cells) <= high and puzzle.fixed <= occupied):
        return False
    for cell in cells:
        if puzzle.peaceful and occupied.intersection(attacks[cell]):
            return False
        if puzzle.no_touch and occupied.intersection(near[cell]):
            return False
    free = set(board.cells) - occupied
    if puzzle.covering and any(occupied.isdisjoint(attacks[cell]) for cell in free):
        return False
    groups: dict[object, set[int]] = {}
    numbers = {"row": puzzle.per_row, "column": puzzle.per_column, "region": puzzle.per_region}
    columns = board.shape[-1]
    for cell in board.cells:
        row, column = divmod(cell, columns)
        groups.setdefault(("row", row), set()).add(cell)
        if len(board.shape) > 1:
            # A column runs along the last axis but one: all other coordinates are the same.
            outer = row // board.shape[-2]
            groups.setdefault(("column", outer, column), set()).add(cell)
        if puzzle.regions is not None:
            letter = puzzle.regions[board.shape[0] - 1 - row][column]
            if letter != ".":
                groups.setdefault(("region", letter), set()).add(cell)
    return all(
        numbers[name[0]] in (None, len(occupied & members))  # type: ignore[index]
        for name, members in groups.items()
    )


@given(small_puzzles(most_squares=9), st.data())
def test_the_rules_agree_with_another_reading(puzzle: Placement, data: st.DataObject) -> None:
    cells = puzzle.board.cells
    sizes = range(len(cells) + 1)
    k = data.draw(st.sampled_from(sizes))
    sets = [s for _, s in zip(range(150), combinations(cells, k), strict=False)]
    for chosen in sets:
        assert puzzle.is_solution(puzzle.solution(chosen)) == allowed(puzzle, chosen)


@settings(max_examples=15)
@given(small_puzzles(most_squares=9))
def test_brute_force_agrees_with_another_reading(puzzle: Placement) -> None:
    cells = puzzle.board.cells
    sets = [s for k in range(len(cells) + 1) for s in combinations(cells, k)]
    assert brute_force(puzzle) == sorted(s for s in sets if allowed(puzzle, s))


@pytest.mark.parametrize(
    ("puzzle", "candidate", "why"),
    [
        (Queens(4), "b1 d2 a3 c4", None),
        (Queens(4), ["b1", "d2", "a3", "c4"], None),
        (Queens(4), [(1, 2), (2, 4), (3, 1), (4, 3)], None),
        (Queens(4), ["b1", "b1"], "a square is named twice"),
        (Queens(4), "b1 d2 a3", "3 pieces, not 4"),
        (Queens(4), "b1 d2 a3 d4", "d2 and d4 attack each other"),
        (Queens(4, fixed="b1"), "c1 a2 d3 b4", "the fixed square b1 is free"),
        (Queens(4, holes="b1"), "b1 d2 a3 c4", "b1 is no square of the board"),
        (Placement("4x4", "rook", number=(2, 3)), "a1", "1 pieces, not 2..3"),
        (Placement("4x4", "rook", covering=True), "a1 b2 c3", "d4 is free and not attacked"),
        (Placement("3x3", per_row=1, peaceful=False), "a1", "0 in the row from a2 to c2, not 1"),
        (
            Placement("3x3", per_column=1, peaceful=False),
            "a1 a2 b1 c1",
            "2 in the column from a1 to a3, not 1",
        ),
        (RegionQueens(["AB", "AB"]), "a1 b2", "a1 and b2 touch"),
        (
            Placement("2x2", peaceful=False, regions=["AB", "AB"], per_region=1),
            "a1",
            "0 in region B, not 1",
        ),
        (Placement("2x2x2", "rook", number=2), "1,1,1; 1,1,2", "1,1,1 and 1,1,2 attack each other"),
        (Placement("0x0"), "", None),
        (Placement("0x0", covering=True), [], None),
    ],
)
def test_why_a_candidate_is_no_solution(puzzle: Placement, candidate: Any, why: str | None) -> None:
    assert puzzle.why_not(candidate) == why
    assert puzzle.is_solution(candidate) == (why is None)


@pytest.mark.parametrize("candidate", [None, 5, "e1", "a", [5], [None], [(1, 2, 3)], ["a1", "e9"]])
def test_a_candidate_that_cannot_be_read_is_refused(candidate: object) -> None:
    with pytest.raises(EverywayError) as caught:
        Queens(4).why_not(candidate)
    assert "\n" not in str(caught.value)
    assert candidate not in Queens(4).solutions()


def test_order_and_equality_of_solutions() -> None:
    puzzle = Queens(4)
    first, last = puzzle.solution((1, 7, 8, 14)), puzzle.solution((2, 4, 11, 13))
    assert first < last
    assert first != last
    assert first == Placement("4x4", "knight").solution((1, 7, 8, 14))
    assert hash(first) == hash(Queens(4, torus=True).solution((1, 7, 8, 14)))
    assert first.squares == tuple(first) == ("b1", "d2", "a3", "c4")
    assert puzzle.solution((1, 7)) < first


# --- text forms ---


@given(small_puzzles())
def test_a_puzzle_is_read_back_from_its_texts(puzzle: Placement) -> None:
    for text in (puzzle.to_toml(), puzzle.to_json()):
        again = load(text)
        assert again == puzzle
        assert hash(again) == hash(puzzle)
        assert again.to_json() == puzzle.to_json()
    again = puzzle_from_dict(puzzle.to_dict())
    assert again == puzzle
    assert eval(repr(puzzle)) == puzzle


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_region_puzzles_are_read_back(rows: int, columns: int, data: st.DataObject) -> None:
    row = st.text("ABCab.-#é", min_size=columns, max_size=columns)
    text = data.draw(st.lists(row, min_size=rows, max_size=rows))
    puzzle = RegionQueens(text, data.draw(st.integers(1, 3)))
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    if rows > 1 and puzzle.per_row == 1:
        assert load("\n".join(text)) == puzzle


def test_blanks_between_letters_do_not_matter() -> None:
    assert RegionQueens("A A B\n C  B B\nCCC\n") == RegionQueens(["AAB", "CBB", "CCC"])


def test_different_puzzles_are_different() -> None:
    puzzles = [
        Placement("4x4"),
        Placement("4x4", "rook"),
        Placement("4x4", number=4),
        Placement("4x4", number=(4, 5)),
        Placement("4x4", peaceful=False),
        Placement("4x4", covering=True),
        Placement("4x4", fixed="a1"),
        Placement("4x4", per_row=1),
        Placement("4x4", per_column=1),
        Placement("4x4", no_touch=True),
        Placement(Board(4, 4, torus=True)),
        Placement(Board(4, 4, torus=(True, False))),
        Placement(Board(4, 4, holes="b2")),
        Placement(Board(4, 4, walls="b2")),
        Placement("4x4x1"),
    ]
    assert len(set(puzzles)) == len(puzzles)
    assert len({puzzle.to_json() for puzzle in puzzles}) == len(puzzles)
    assert all(load(puzzle.to_toml()) == puzzle for puzzle in puzzles)


def test_other_ways_to_write_the_same() -> None:
    expected = Placement(Board(2, 3, holes="b2"), "rook", number=(1, 2), fixed="a1")
    for data in (
        {"board": "2x3", "holes": ["b2"], "number": "1..2", "fixed": "a1"},
        {"board": [".-.", "..."], "number": [1, 2], "fixed": ["a1"]},
        {"board": ".-.\n...", "number": "1..2", "fixed": [[1, 1]]},
    ):
        assert puzzle_from_dict({"puzzle": "placement", "piece": "rook", **data}) == expected


# --- what is refused ---

BAD: list[tuple[Callable[[], Any], str]] = [
    (lambda: Placement("8xx8"), 'no board: "8xx8"'),
    (lambda: Placement(8), "a board is a Board or text"),  # type: ignore[arg-type]
    (lambda: Placement("101x100"), "too large a board for placements"),
    (lambda: Placement("8x8", "quen"), 'did you mean "queen"?'),
    (lambda: Placement("8x8", 5), "a piece is a Piece or text"),  # type: ignore[arg-type]
    (lambda: Placement("8x8", number=65), 'more pieces than squares: "65"'),
    (lambda: Placement(Board(2, 2, holes="a1"), number=4), "the board has 3 squares"),
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
        ("", "unknown kind of puzzle"),
        ("5", "not TOML"),
        ("{", "not JSON"),
        ("[]", "not TOML"),
        ("{}", "unknown kind of puzzle"),
        ('{"puzzle": []}', "unknown kind of puzzle"),
        ('puzzle = "sudoku"', 'unknown kind of puzzle "sudoku"'),
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
        ("AAB\nAB", "not TOML"),
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


# --- questions do not change a puzzle ---

QUESTIONS: tuple[Question, ...] = (
    First(),
    Every(limit=2),
    Count(),
    Count(up_to="symmetry"),
    Sizes(),
    Smallest(),
    Largest(),
    Unique(),
    Sample(k=2),
)


@settings(max_examples=10)
@given(small_puzzles(most_squares=9), st.sampled_from(["plain", "propagate"]))
def test_questions_never_change_a_puzzle(puzzle: Placement, engine: str) -> None:
    before = (hash(puzzle), repr(puzzle), puzzle.to_json())
    twin = load(puzzle.to_json())
    for question in QUESTIONS:
        answer = puzzle.ask(question, engine=engine)
        assert answer.puzzle is puzzle
        assert (hash(puzzle), repr(puzzle), puzzle.to_json()) == before
        assert puzzle == twin
        assert puzzle.ask(question, engine=engine).value == answer.value


@pytest.mark.parametrize("name", ["board", "number", "fixed", "piece"])
def test_a_puzzle_cannot_be_changed(name: str) -> None:
    puzzle: Puzzle = Queens(4)
    with pytest.raises(AttributeError):
        setattr(puzzle, name, None)


# --- sizes ---


@given(small_puzzles(most_squares=9))
def test_bounds_on_the_size_hold_for_every_solution(puzzle: Placement) -> None:
    low, high = puzzle.size_range()
    assert all(low <= len(s) <= high for s in brute_force(puzzle))


@given(small_puzzles(most_squares=9), st.data())
def test_a_sized_puzzle_has_the_solutions_of_these_sizes(
    puzzle: Placement, data: st.DataObject
) -> None:
    low, high = puzzle.size_range()
    if low > high:
        assert brute_force(puzzle) == []
        return
    least = data.draw(st.integers(low, high))
    greatest = data.draw(st.integers(least, high))
    sized = puzzle.sized(least, greatest)
    expected = [s for s in brute_force(puzzle) if least <= len(s) <= greatest]
    assert brute_force(sized) == expected


@pytest.mark.parametrize(
    ("puzzle", "bounds"),
    [
        (Placement("8x8", "queen"), (0, 8)),
        (Placement("8x8", "queen", peaceful=False), (0, 64)),
        (Placement("8x8", "bishop"), (0, 15)),
        (Placement("8x8", "king", covering=True), (8, 64)),
        (Placement("4x5x6", "rook"), (0, 20)),
        (Placement("8x8", "rook", fixed="a1, b2", number=(1, 5)), (2, 5)),
        (Placement("4x5", "rook", per_row=2, peaceful=False), (8, 8)),
        (Placement("4x5", "rook", per_row=1, per_column=1, peaceful=False), (5, 4)),
        (Placement("0x0", covering=True), (0, 0)),
    ],
)
def test_bounds_on_the_size(puzzle: Placement, bounds: tuple[int, int]) -> None:
    assert puzzle.size_range() == bounds


# --- symmetry ---


@given(small_puzzles(most_squares=9))
def test_the_group_maps_solutions_to_solutions(puzzle: Placement) -> None:
    solutions = set(brute_force(puzzle))
    for g in puzzle.group.elements:
        assert {tuple(sorted(g[c] for c in s)) for s in solutions} == solutions


@pytest.mark.parametrize(
    ("puzzle", "order"),
    [
        (Queens(8), 8),
        (Queens(8, fixed="a1"), 2),
        (Queens(8, fixed="b1"), 1),
        (Placement("4x4", per_row=1), 4),
        (Placement("4x4", per_row=1, per_column=1), 8),
        (Placement("4x4", per_row=1, per_column=2), 4),
        (RegionQueens(["AAB", "CCB", "CCB"]), 1),
        # These regions are the rows, and a reflection that makes columns of them breaks no rule.
        (RegionQueens(["AAA", "BBB", "CCC"]), 8),
        (RegionQueens(["ABC", "BBC", "CCC"]), 2),
    ],
)
def test_orders_of_groups(puzzle: Placement, order: int) -> None:
    assert len(puzzle.group) == order


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
