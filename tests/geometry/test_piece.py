"""Attacks against a definition by differences, in one to four dimensions."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Board, EverywayError, Piece
from everyway.geometry.piece import NAMED
from tests.geometry.reference import PIECES, attacks
from tests.one_line import taken_or_refused

BOARDS = [
    Board(7),
    Board(1, 1),
    Board(1, 5),
    Board(5, 4),
    Board(7, 7),
    Board(3, 2, 4),
    Board(3, 3, 3),
    Board(2, 3, 2, 2),
    Board(5, 5, torus=True),
    Board(4, 4, torus=True),
    Board(3, 4, torus=True),
    Board(4, 3, torus=(True, False)),
    Board(5, torus=True),
    Board(2, 2, 2, torus=True),
    Board(5, 5, holes="c3, b2, d4"),
    Board(5, 5, walls="c3, b2, d4"),
    Board(5, 4, holes="c3, a1", walls="b2, d4"),
    Board(4, 4, walls="b2, b3", torus=True),
    Board(3, 3, 3, holes="2,2,2", walls="1,2,2"),
]


def name(board: Board) -> str:
    torus = "".join(" ~"[t] for t in board.torus).strip()
    return f"{board}{torus} {len(board.holes)}h {len(board.walls)}w"


@pytest.mark.parametrize("board", BOARDS, ids=name)
@pytest.mark.parametrize("piece", PIECES)
def test_attacks_agree_with_the_definition_by_differences(board: Board, piece: str) -> None:
    assert Piece.parse(piece).attacks(board) == attacks(board, piece)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    shape = draw(st.sampled_from([(6,), (3, 4), (4, 4), (2, 2, 3)]))
    places = list(product(*(range(1, size + 1) for size in shape)))
    missing = draw(st.lists(st.sampled_from(places), max_size=5, unique=True))
    cut = draw(st.integers(0, len(missing)))
    return Board(*shape, holes=missing[:cut], walls=missing[cut:])


@given(boards(), st.sampled_from(PIECES))
def test_attacks_with_any_holes_and_walls(board: Board, piece: str) -> None:
    assert Piece.parse(piece).attacks(board) == attacks(board, piece)


@given(boards(), st.sampled_from(PIECES))
def test_attack_is_mutual_and_never_of_itself(board: Board, piece: str) -> None:
    found = Piece.parse(piece).attacks(board)
    for cell, attacked in enumerate(found):
        assert cell not in attacked
        assert all(cell in found[other] for other in attacked)


@pytest.mark.parametrize("board", BOARDS, ids=name)
@pytest.mark.parametrize("piece", ["queen", "rook+knight", "nightrider", "unicorn", "rider(2,2)"])
def test_lines_part_the_squares_into_sets_that_attack_each_other(board: Board, piece: str) -> None:
    found = Piece.parse(piece).attacks(board)
    on_a_line: set[tuple[int, int]] = set()
    for lines in Piece.parse(piece).ride_lines(board):
        assert sorted(cell for line in lines for cell in line) == board.cells
        for line in lines:
            pairs = {(a, b) for a in line for b in line if a != b}
            assert all(b in found[a] for a, b in pairs)
            on_a_line |= pairs
    if "+" not in piece:
        assert on_a_line == {(a, b) for a, attacked in enumerate(found) for b in attacked}


@pytest.mark.parametrize(
    ("piece", "board", "directions"),
    [
        ("queen", Board(4, 4), 4),
        ("rook", Board(4, 4), 2),
        ("rook", Board(4, 4, torus=True), 2),
        ("bishop", Board(4, 4, 4), 6),
        ("queen", Board(4, 4, 4), 13),
        ("nightrider", Board(4, 4), 4),
        ("rook+knight", Board(4, 4), 2),
        ("unicorn", Board(4, 4), 0),
        ("king", Board(4, 4), 0),
    ],
)
def test_opposite_directions_count_once(piece: str, board: Board, directions: int) -> None:
    assert len(Piece.parse(piece).ride_lines(board)) == directions


def test_holes_are_passed_over_and_walls_stop() -> None:
    rook = Piece.parse("rook")
    assert rook.attacks(Board(1, 4, holes="b1"))[0] == (2, 3)
    assert rook.attacks(Board(1, 4, walls="b1"))[0] == ()
    assert rook.attacks(Board(1, 4, walls="b1", torus=True))[0] == (2, 3)
    assert rook.attacks(Board(1, 4, holes="b1"))[1] == ()


def test_a_union_attacks_what_its_parts_attack() -> None:
    board = Board(6, 6)
    parts = [Piece.parse(p).attacks(board) for p in ("bishop", "camel", "wazir")]
    union = Piece.parse("bishop+camel+wazir").attacks(board)
    assert union == tuple(tuple(sorted({*a, *b, *c})) for a, b, c in zip(*parts, strict=True))


@pytest.mark.parametrize(
    ("piece", "board", "number"),
    [
        ("queen", "8x8", 1456),
        ("rook", "8x8", 896),
        ("bishop", "8x8", 560),
        ("king", "8x8", 420),
        ("knight", "8x8", 336),
    ],
)
def test_numbers_of_moves_on_the_chessboard(piece: str, board: str, number: int) -> None:
    # The sums over all squares, as in any book on the subject (mean mobility times 64).
    assert sum(map(len, Piece.parse(piece).attacks(Board.parse(board)))) == number


@pytest.mark.parametrize("word", NAMED)
def test_a_piece_is_named_as_it_was_written(word: str) -> None:
    assert Piece.parse(word.upper()) == Piece.parse(f" {word} ") == Piece.parse(word)
    assert str(Piece.parse(word)) == word


def test_blanks_do_not_matter() -> None:
    assert Piece.parse(" rook + leaper( 1,\t3 ) ") == Piece.parse("rook+leaper(1,3)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("quen", 'unknown piece "quen": did you mean "queen"?'),
        ("rook+nigth", 'unknown piece "nigth" (in "rook+nigth"): did you mean "knight"?'),
        ("", "unknown piece"),
        ("rook+", "unknown piece"),
        ("rook\nx+y", 'unknown piece "rook\\nx" (in "rook\\nx+y")'),
        ("leaper()", "unknown piece"),
        ("leaper(1;2)", "unknown piece"),
        ("leaper(-1,2)", "unknown piece"),
        ("leaper(0,0)", "one to six axes"),
        ("rider(1,1,1,1,1,1,1)", "one to six axes"),
        ("leaper(1,1001)", "too long a leap"),
        ("leaper(1,99999999999999999999)", "too long a leap"),
        ("leaper(1,²)", "unknown piece"),
        ("x" * 500, "…"),
    ],
)
def test_a_bad_piece_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(EverywayError) as caught:
        Piece.parse(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@given(st.text(max_size=20) | st.text("leaprid(),+0123456789 ", max_size=20))
def test_any_text_is_a_piece_or_an_everyway_error(text: str) -> None:
    piece = taken_or_refused(Piece.parse, text)
    assert piece is None or Piece.parse(piece.name) == piece


def test_a_piece_is_text():
    with pytest.raises(EverywayError, match="named by text"):
        Piece.parse(5)


@pytest.mark.parametrize(
    ("written", "line", "plane", "space"),
    [
        ("rook+bishop", "queen", "queen", "rook+bishop"),
        ("bishop+rook", "queen", "queen", "rook+bishop"),
        ("rook+bishop+unicorn", "queen", "queen", "queen"),
        ("queen+knight", "amazon", "amazon", "amazon"),
        ("rook+knight+bishop", "queen", "amazon", "rook+bishop+knight"),
        ("wazir+ferz", "king", "king", "wazir+ferz"),
        ("king+queen", "queen", "queen", "queen"),
        ("ferz+rook", "queen", "rook+king", "rook+ferz"),
        ("knight+rook", "queen", "rook+knight", "rook+knight"),
        ("leaper(2,1)+nightrider", "nightrider", "nightrider", "nightrider"),
        ("rook+camel+bishop", "queen", "queen+camel", "rook+bishop+camel"),
        ("leaper(4,1)+leaper(5,1)", None, "giraffe+leaper(1,5)", "giraffe+leaper(1,5)"),
    ],
)
def test_a_union_has_the_name_of_the_piece_that_it_equals(written, line, plane, space):
    piece = Piece.parse(written)
    boards = [Board(7), Board(5, 6, walls="c3"), Board(3, 4, 3, holes="2,2,2")]
    for board, name in zip(boards, (line, plane, space), strict=True):
        named = piece.on(len(board.shape))
        parts = [Piece.parse(part).attacks(board) for part in written.split("+")]
        together = [set().union(*(p[cell] for p in parts)) for cell in range(board.size)]
        assert [set(squares) for squares in named.attacks(board)] == together
        assert Piece.parse(named.name) == named == named.on(len(board.shape))
        assert name is None or named.name == name


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("wazir", "1"), ("ferz", "1,1"), ("dabbaba", "2"), ("alfil", "2,2"), ("threeleaper", "3"),
        ("camel", "1,3"), ("zebra", "2,3"), ("tripper", "3,3"), ("fourleaper", "4"),
        ("giraffe", "1,4"), ("stag", "2,4"), ("antelope", "3,4"), ("commuter", "4,4"),
    ],
)  # fmt: skip
def test_leapers_have_the_names_of_the_field(name, lengths):
    assert Piece.parse(f"leaper({lengths})") == Piece.parse(name)
    assert Piece.parse(name).name == name
