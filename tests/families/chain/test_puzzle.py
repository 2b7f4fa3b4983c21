"""Rules, traps, texts and refusals of chains and snakes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from everyway import Board, Chain, Count, EverywayError, Fold, SnakeCube, load
from everyway.families.chain.hinge import newspaper_chain
from everyway.families.chain.reading import read_word, word_text
from everyway.families.registry import family, puzzle_from_dict
from tests.families.chain.reference import small_chains, small_snakes

FAMILY = family("chain")
ROWS = "5 6 7 8 / 4 14 15 9 / 3 13 16 10 / 2 1 12 11"
COMMON = "SSTTTSTTSTTTSTSTTTTSTSTSTSS"


# --- the newspaper's puzzle, and the traps others fell into ---


def test_the_newspapers_puzzle():
    fold = newspaper_chain().one()
    assert fold.link_on == {
        "a4": 5, "b4": 6, "c4": 7, "d4": 8,
        "a3": 4, "b3": 14, "c3": 15, "d3": 9,
        "a2": 3, "b2": 13, "c2": 16, "d2": 10,
        "a1": 2, "b1": 1, "c1": 12, "d1": 11,
    }  # fmt: skip
    directions = ["to the upper right", "to the upper left", "lower left", "lower right"]
    assert directions[fold.quarters[1]] == "to the upper left"
    assert newspaper_chain().is_solution(ROWS)


def test_without_arrows_all_folds_are_closed_though_that_is_not_asked():
    free, closed = Chain("4x4"), Chain("4x4", closed=True)
    assert free.count(engine="plain") == closed.count(engine="plain") == 1280 == 40 * 16 * 2


def test_folds_of_odd_squares_are_open():
    """In each of the two parities of the hinges' points: 6 trails for 3x3, 2592 for 5x5."""
    for size, trails in ((3, 6), (5, 2592)):
        assert Chain(f"{size}x{size}").count() == 2 * 2 * trails
        assert Chain(f"{size}x{size}", closed=True).count() == 0
    parities = [
        sum(divmod(f.cells[0], 3)) % 2 == f.quarters[0] % 2 for f in Chain("3x3").solutions()
    ]
    assert sorted(parities) == [False] * 12 + [True] * 12


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_no_chain_leaves_the_board_at_any_edge(engine):
    """A published program checks three edges and lets the chain out at the bottom."""
    for shape in ("2x3", "3x2", "3x3"):
        puzzle = Chain(shape)
        rows, columns = puzzle.board.shape
        folds = list(puzzle.solutions(engine=engine))
        assert folds
        for fold in folds:
            for place, (cell, quarter) in enumerate(zip(fold.cells, fold.quarters, strict=True)):
                assert 0 <= cell < rows * columns
                for row, column in (
                    puzzle.entry_point(cell, quarter), puzzle.exit_point(place, cell, quarter)
                ):  # fmt: skip
                    assert 0 <= row <= rows
                    assert 0 <= column <= columns


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_the_last_link_is_checked_too(engine):
    """A published program does not look at the last cell: here its mark, place and end decide."""
    right = {16: ("down", "c2")}[16]
    for arrow in ("right", "up", "left", "down"):
        marks = {**{2: "right", 3: "up", 7: "up", 8: "left", 12: "right", 13: "right"}, 16: arrow}
        puzzle = Chain("4x4", marks=marks)
        assert puzzle.count(engine=engine) == (arrow == right[0])
    for square in ("c2", "d4"):
        puzzle = Chain("4x4", marks=dict(newspaper_arrows()), fixed={16: square})
        assert puzzle.count(engine=engine) == (square == right[1])
    assert Chain("2x2", "DDDL", closed=True).count(engine=engine) == 0
    assert Chain("2x2", "DDDL").count(engine=engine) == 8


def newspaper_arrows():
    return {2: "right", 3: "up", 7: "up", 8: "left", 12: "right", 13: "right"}


def test_each_arrow_turns_with_its_link():
    for number, arrow in enumerate(("right", "up", "left", "down")):
        puzzle = Chain("1x1", marks={1: arrow})
        (fold,) = puzzle.solutions()
        assert (number + fold.quarters[0]) % 4 == 1
    assert Chain("1x1", marks="1:→", pointing="down").one().quarters == (3,)


# --- symmetry ---


def test_marks_leave_only_symmetries_that_keep_their_turns():
    assert len(Chain("4x4").symmetries) == 8
    assert len(Chain("4x4", "D15L").symmetries) == 4  # reflections would change L into R
    assert len(Chain("3x4").symmetries) == 4
    assert len(newspaper_chain().symmetries) == 1
    assert len(Chain("4x4", marks={1: "up"}).symmetries) == 2
    assert len(SnakeCube().symmetries) == 48
    assert len(SnakeCube(fixed={1: "1,1,1"}).symmetries) == 6


@given(puzzle=small_chains())
def test_symmetries_map_folds_of_chains_to_folds(puzzle):
    for fold in list(puzzle.solutions(engine="plain"))[:5]:
        data = [4 * c + q for c, q in zip(fold.cells, fold.quarters, strict=True)]
        for g in puzzle.symmetries:
            assert puzzle.is_solution(puzzle.wrap(tuple(g[number] for number in data)))


# --- candidates ---


def test_candidates_of_a_chain():
    puzzle = newspaper_chain()
    fold = puzzle.one()
    for same in (fold, fold.to_data(), " ".join(fold.to_data()), list(fold.squares), ROWS):
        assert puzzle.is_solution(same)
    assert fold in puzzle.solutions()
    assert Chain("0x0").is_solution("")


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        ("b1 a1", "2 links, not 16"),
        (ROWS.replace("10", "17", 1).replace("17", "10"), None),
        ("8 7 6 5 / 9 15 14 4 / 10 16 13 3 / 11 12 1 2", "arrow on link"),
        ("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 16", "does not meet"),
    ],
)
def test_why_not(candidate, why):
    said = newspaper_chain().why_not(candidate)
    assert said is None if why is None else why in said


def test_why_not_a_turn_or_a_place():
    assert "does not meet" in Chain("1x2").why_not("a1@0 b1@0")
    assert Chain("1x2").is_solution("a1@0 b1@270")
    assert "both on a1" in Chain("1x2").why_not("a1 a1")
    assert "no square" in Chain(".-").why_not("b1")
    assert "not b1" in Chain("1x2", fixed={1: "b1"}).why_not("a1 b1")
    assert "not closed" in Chain("1x2", closed=True).why_not("a1 b1")
    assert "share a face" in SnakeCube(None, "2x2").why_not("a1 b2 a2 b1")
    assert "turns at cube 2" in SnakeCube("SS", "2x2").why_not("a1 a2 b2 b1")
    assert "goes straight" in SnakeCube("T", "1x3").why_not("a1 b1 c1")
    assert "other end" in SnakeCube(None, "1x3", directed=False).why_not("c1 b1 a1")


@pytest.mark.parametrize("candidate", [7, None, "x9", "a1@45 b1@0", "a1@0 b1", "1 1", "e1 a1"])
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError):
        Chain("1x2").why_not(candidate)
    with pytest.raises(EverywayError):
        SnakeCube(None, "1x2").why_not(candidate)


def test_folds_compare_and_print():
    folds = list(Chain("2x2").solutions())
    assert folds == sorted(folds)
    assert len(set(folds)) == 8
    assert str(folds[0]).splitlines()[0].split() == ["2", "2", "3"]
    assert repr(folds[0]) == "<2x2: a1@90 a2@0 b2@270 b1@180>"
    assert isinstance(folds[0], Fold)
    assert len(folds[0]) == 4
    assert list(folds[0]) == ["a1", "a2", "b2", "b1"]
    assert folds[0]._repr_svg_().startswith("<svg")
    with pytest.raises(TypeError):
        assert folds[0] < 3


# --- texts ---


@given(puzzle=st.one_of(small_chains(), small_snakes()))
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    assert from_command(FAMILY.words_of(puzzle)) == puzzle
    assert hash(puzzle) == hash(puzzle_from_dict(puzzle.to_dict()))
    assert repr(puzzle).startswith(type(puzzle).__name__)


def from_command(text):
    """Take the words of a puzzle apart as the command does; no word here has blanks in it."""
    words = text.split()
    options = {}
    rest = []
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            rest.append(word)
        else:
            flag = word in ("--closed", "--no-directed")
            name = word.removeprefix("--").removeprefix("no-")
            options[name] = not word.startswith("--no-") if flag else words.pop(0)
    return FAMILY.puzzle_from_words(rest, options, "count")


def test_the_built_in_example():
    assert FAMILY.puzzle_from_words(["chain", "newspaper"], {}, "solve") == newspaper_chain()
    with pytest.raises(EverywayError, match="newspaper"):
        FAMILY.puzzle_from_words(["chain", "newspaper"], {"closed": True}, "solve")


def test_words_of_links():
    assert read_word("t6 s", "STE") == "TTTTTTS"
    assert SnakeCube(COMMON) == SnakeCube("E" + COMMON[1:-1] + "E") == SnakeCube(COMMON[1:-1])
    assert word_text("") == read_word("", "D") == ""
    assert SnakeCube("", "1x2").count() == SnakeCube("EE", "1x2").count() == 2
    assert Chain("--/.-", "D").count() == 4


def test_walls_are_holes_too():
    assert Chain(Board.parse(".#/..")) == Chain(Board.parse(".-/.."))


@given(text=st.text(max_size=60))
@example("D99999999")
@example("1:b1,1:b1")
@example("²:b1")
@example("1:")
def test_no_text_makes_anything_but_an_error_of_ours(text):
    for make in (
        lambda: Chain(text),
        lambda: Chain("2x2", text),
        lambda: Chain("2x2", marks=text),
        lambda: Chain("2x2", pointing=text),
        lambda: Chain("2x2", fixed=text),
        lambda: SnakeCube(text, "2x2"),
        lambda: SnakeCube(None, "2x2x2", fixed=text),
        lambda: Chain("2x2").why_not(text),
        lambda: SnakeCube(None, "2x2x2").why_not(text),
        lambda: load(f'puzzle = "chain"\n{text}'),
        lambda: FAMILY.puzzle_from_words(["chain", text], {}, "count"),
    ):
        try:
            make()
        except EverywayError:
            continue


KEYS = ["board", "holes", "word", "marks", "pointing", "closed", "directed", "fixed", "x"]
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=3), st.text(max_size=3)),
)  # fmt: skip


@given(
    kind=st.sampled_from(["chain", "snake"]),
    key=st.sampled_from(KEYS),
    value=VALUES,
)
def test_plain_data_of_wrong_types(kind, key, value):
    data = {"puzzle": kind, "board": "2x2", key: value}
    try:
        puzzle = puzzle_from_dict(data)
    except EverywayError:
        return
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle


@pytest.mark.parametrize(
    "make",
    [
        lambda: Chain("2x2x2"),
        lambda: Chain(5),
        lambda: Chain("999x999"),
        lambda: Chain(Board(2, 2, torus=True)),
        lambda: Chain("2x2", "DDD"),
        lambda: Chain("2x2", "DDDX"),
        lambda: Chain("2x2", "D" * 10**6),
        lambda: Chain("2x2", "D99999"),
        lambda: Chain("2x2", marks={5: "up"}),
        lambda: Chain("2x2", marks={0: "up"}),
        lambda: Chain("2x2", marks={True: "up"}),
        lambda: Chain("2x2", marks={1: "north"}),
        lambda: Chain("2x2", marks={1: None}),
        lambda: Chain("2x2", marks="1:up,1:up"),
        lambda: Chain("2x2", marks="1"),
        lambda: Chain("2x2", marks=7),
        lambda: Chain("2x2", pointing=1),
        lambda: Chain("2x2", closed=1),
        lambda: Chain(".-/..", fixed={1: "b2"}),
        lambda: Chain("2x2", fixed={1: "a1", 2: "a1"}),
        lambda: Chain("2x2", fixed={1: "c1"}),
        lambda: SnakeCube(5),
        lambda: SnakeCube("S"),
        lambda: SnakeCube("T" * 27),
        lambda: SnakeCube("E" * 25),
        lambda: SnakeCube(directed=1),
        lambda: SnakeCube(directed=False, fixed={1: "1,1,1"}),
        lambda: SnakeCube(board=10**9),
        lambda: FAMILY.puzzle_from_words(["chain"], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["snake", "2x2", "3"], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["snake", "2x2"], {"marks": "1:up"}, "count"),
        lambda: puzzle_from_dict({"puzzle": "chain"}),
        lambda: puzzle_from_dict({"puzzle": "chain", "board": [1]}),
    ],
)
def test_what_cannot_be(make):
    with pytest.raises(EverywayError):
        make()


def test_the_common_snake_has_one_fold_up_to_symmetry_by_two_methods():
    snake = SnakeCube(COMMON)
    assert snake.count(engine="plain") == snake.count(engine="compiled") == 48
    assert snake.count(up_to="symmetry") == 1


@pytest.mark.slow
def test_the_counts_of_the_6x6_chain_by_a_search():
    puzzle = Chain("6x6")
    assert puzzle.ask(Count(), engine="compiled").value == puzzle.count(engine="frontier")
