"""The placement puzzle itself: its rules, its text forms, its sizes and its symmetry."""

from __future__ import annotations

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
from everyway.families.registry import family, puzzle_from_dict
from tests.families.placement.strategies import brute_force, small_puzzles
from tests.geometry import reference

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
        assert puzzle.is_solution(puzzle.wrap(chosen)) == allowed(puzzle, chosen)


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
    first, last = puzzle.wrap((1, 7, 8, 14)), puzzle.wrap((2, 4, 11, 13))
    assert first < last
    assert first != last
    assert first == Placement("4x4", "knight").wrap((1, 7, 8, 14))
    assert hash(first) == hash(Queens(4, torus=True).wrap((1, 7, 8, 14)))
    assert first.squares == tuple(first) == ("b1", "d2", "a3", "c4")
    assert puzzle.wrap((1, 7)) < first


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


@pytest.mark.parametrize("board", ["8", "1", "12"])
def test_a_board_of_one_dimension_has_no_words(board: str) -> None:
    # At the command, one number is the side of a square board.
    assert family("placement").words_of(Placement(board, "king")) is None
    assert family("placement").words_of(Placement(f"1x{board}", "king")) == f"kings 1x{board}"


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
