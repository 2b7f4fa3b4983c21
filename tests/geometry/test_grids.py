"""The one reader of grids: rows of text in every form, lists, pictures; and what is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Board, EverywayError
from everyway.geometry.grids import read_grid, read_layers, read_list
from everyway.geometry.numbered import numbered_cells

WANTED = (("A", "A", "B"), ("A", "B", "B"))
FORMS = [
    "AAB\nABB",
    "AAB/ABB",
    "AAB;ABB\n",
    "A A B\nA B B",
    "A,A,B\nA,B,B",
    "A, A, B,\nA, B, B,",
    "|A|A|B|\n|A|B|B|",
    "| A | A | B |\n| A | B | B |",
    "+---+---+---+\n| A | A | B |\n+---+---+---+\n| A | B | B |\n+---+---+---+",
    "┌───┬───┬───┐\n│ A │ A │ B │\n├───┼───┼───┤\n│ A │ B │ B │\n└───┴───┴───┘",
    "  ┌───────┬───┐\n2 │ A   A │ B │\n  │   ┌───┘   │\n1 │ A │ B   B │\n  └───┴───────┘\n"
    "    a   b   c",
    " ___ ___ ___\n|_A_|_A_|_B_|\n|_A_|_B_|_B_|",
    "2  A A B\n1  A B B\n\n   a b c",
    "   a b c\n2  A A B\n1  A B B",
    "2  AAB\n1  ABB\n   a b c",
    '["AAB", "ABB"]',
    "['AAB', 'ABB']",
    '["AAB",\n "ABB"]',
    '[["A", "A", "B"], ["A", "B", "B"]]',
    "[[A, A, B], [A, B, B]]",
    "[[A A B]\n [A B B]]",
    "[A, A, B]\n[A, B, B]",
    "# my puzzle\nAAB\n\n# the second row\nABB",
    '"AAB"\n"ABB"',
    ["AAB", "ABB"],
    ("A A B", "A,B,B"),
    [["A", "A", "B"], ("A", "B", "B")],
]


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_the_forms_in_which_rows_are_written(form):
    assert read_grid(form, "regions").rows == WANTED


@pytest.mark.parametrize(
    "form",
    ["10 2 3\n4 5 6", "10,2,3/4,5,6", "|10|2|3|\n|4|5|6|", "[[10,2,3],[4,5,6]]", "10 [2] 3;4 5 6"],
)
def test_the_forms_in_which_rows_of_words_are_written(form):
    rows = read_grid(form, "a square", words=True).rows
    assert [[int(cell.strip("[]")) for cell in row] for row in rows] == [[10, 2, 3], [4, 5, 6]]


def test_holes_within_a_box_are_empty_cells():
    text = "  ┌───┐   ┌───┐\n2 │ A │   │ B │\n  │   └───┘   │\n1 │ A   A   B │\n  └───────────┘\n"
    text += "    a   b   c"
    assert read_grid(text, "regions").rows == (("A", "", "B"), ("A", "A", "B"))


def test_layers_stand_beside_and_below_each_other():
    text = "layer 1    layer 2\n2  . Q     2  Q .\n1  . .     1  . .\n\n   1 2        1 2\n\n"
    text += "layer 3\n. .\n. Q"
    shown = [grid.rows for grid in read_layers(text, "a picture")]
    assert shown[0] == ((".", "Q"), (".", "."))
    assert shown[1] == (("Q", "."), (".", "."))
    assert shown[2] == ((".", "."), (".", "Q"))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "regions are rows, but there are none"),
        ("AAB\nAB", 'row 2 has 2 squares, the first has 3: "AB"'),
        ("AAB//ABB", "row 2 has 0 squares"),
        ("A,,B\nA,B,B", "nothing between two commas of regions"),
        ("A,AA,B\nA,B,B", 'no one sign of regions: "AA" (row 1, column 2)'),
        ("# AA\nAAB\nABB", 'a comment, or a row: "# AA" (line 1)'),
        ([1, 2], 'a row of regions is a text or a list, not "1"'),
        ([[1.5]], 'no cell of regions: "1.5" (row 1, column 1)'),
        ([[True]], "no cell of regions"),
        (5, "regions are rows, not"),
        ("[[A],[B,C]]", "row 2 has 2 squares"),
        ("[1, 2]", "a row of regions is a text or a list"),
    ],
)
def test_what_is_no_grid_is_refused_with_its_place(source, said):
    with pytest.raises(EverywayError) as caught:
        read_grid(source, "regions")
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["[1, 2", "[1]]", "[1] 2", '["a', "a", "[" * 50 + "]" * 50, "]["])
def test_what_is_no_list_is_none(text):
    assert read_list(text) is None


def test_numbers_are_the_order_of_squares():
    assert numbered_cells(Board(2, 2), "4 3 / 1 2", "a tour") == (0, 1, 3, 2)
    assert numbered_cells(Board(3), "2 1 3\n\n1 2 3", "a tour") == (1, 0, 2)
    assert numbered_cells(Board(2, 2, holes="a2"), "- 3 / 1 2", "a tour") == (0, 1, 3)


SIGNS = "AB.-#12 ,;|/[]\"'\n│┌─┐└┘┼_Qabc()● layer"


@given(st.text(SIGNS, max_size=40) | st.text(max_size=20))
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_grid_or_refused(text):
    for words in (False, True):
        for read in (read_grid, read_layers):
            try:
                grids = read(text, "a grid", words=words)
            except EverywayError:
                continue
            for grid in [grids] if read is read_grid else grids:
                assert len({len(row) for row in grid.rows}) == 1
                assert not re.search(r"\s", "".join(cell for row in grid.rows for cell in row))


@pytest.mark.parametrize("sign", ["A", "[", "|", "A,", "# a\n", "1 ", "layer 1 ", "│", "/", "a["])
def test_long_texts_take_no_longer_than_they_are(sign):
    # Ten thousand signs: what took time in the square of them would not end soon.
    text = sign * (10_000 // len(sign))
    for words in (False, True):
        try:
            read_layers(text, "a grid", words=words)
        except EverywayError:
            continue
