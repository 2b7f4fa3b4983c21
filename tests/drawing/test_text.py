from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from everyway.drawing.text import beside, boxed_grid, labelled_grid


def test_labels_of_any_width():
    text = labelled_grid(["Q.", ".Q"], ["10", "9"], ["z", "aa"])
    assert text == "10  Q  .\n 9  .  Q\n\n    z  aa"


def test_no_labels():
    assert labelled_grid(["Q.", ".Q"], [], []) == "Q .\n. Q"
    assert labelled_grid([], [], []) == ""


def test_holes_stay_outside_of_all_borders():
    # A ring of one region around a hole, and a corner that is missing.
    groups = [["a", "a", None], ["a", None, "a"], ["a", "a", "a"]]
    text = boxed_grid([["a", "a", " "], ["a", " ", "a"], ["a", "a", "a"]], groups, [], [])
    assert text == "\n".join(
        [
            "┌───────┐",
            "│ a   a │",
            "│   ┌───┼───┐",
            "│ a │   │ a │",
            "│   └───┘   │",
            "│ a   a   a │",
            "└───────────┘",
        ]
    )


@given(st.lists(st.text("AB", min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_border_stands_exactly_between_different_regions(rows):
    lines = boxed_grid(rows, rows, [], []).split("\n")
    lines = [line.ljust(13) for line in lines]
    for r, row in enumerate(rows):
        for c in range(3):
            assert lines[2 * r + 1][4 * c + 2] == row[c]
            if c:
                assert (lines[2 * r + 1][4 * c] == "│") == (row[c - 1] != row[c])
            if r:
                assert (lines[2 * r][4 * c + 2] == "─") == (rows[r - 1][c] != row[c])
    assert len(lines) == 2 * len(rows) + 1


def test_every_line_of_a_border_goes_on():
    lines = boxed_grid(["AAB", "CAB", "CCC"], ["AAB", "CAB", "CCC"], [], []).split("\n")
    for above, below in pairwise(lines):
        for place, mark in enumerate(above):
            under = below[place] if place < len(below) else " "
            assert (mark in "│┐┌┤├┬┼╷") == (under in "│┘└┤├┴┼╵")


def test_blocks_stand_side_by_side_as_far_as_they_fit():
    assert beside(["a\nbb", "c"], width=7, gap=4) == "a     c\nbb"
    assert beside(["a\nbb", "c"], width=6, gap=4) == "a\nbb\n\nc"
    assert beside(["too wide for this", "x"], width=5) == "too wide for this\n\nx"
    assert beside([]) == ""
