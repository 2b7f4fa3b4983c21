import pytest

from everyway import Board, EverywayError, Tour
from everyway.drawing.svg import svg
from everyway.families.tour.plain import PlainEngine
from everyway.families.tour.trace import backtracking
from everyway.families.tour.trace_drawing import StepPicture

TOURS = [
    Tour("0x0"),
    Tour("1x1"),
    Tour("1x2", "wazir"),
    Tour("1x2", "wazir", closed=True),
    Tour("2x2", "wazir", closed=True),
    Tour("2x3", "king", end="c2"),
    Tour("2x3", "king", end="b2", start="a1"),
    Tour("3x4"),
    Tour("3x4", start="a1", directed=False),
    Tour("3x3", "wazir", closed=True),
    Tour("3x3x2", start="1,1,1"),
    Tour(Board(3, 3, holes="b2"), closed=True),
    Tour(Board(2, 4, torus=True), start="a1"),
    Tour(Board(3, 3, walls="a1"), "rook", start="b1"),
]


@pytest.mark.parametrize("puzzle", TOURS, ids=repr)
def test_the_steps_are_those_of_the_reference(puzzle):
    events = list(PlainEngine().walk(puzzle))
    steps = list(backtracking(puzzle))
    assert [s.data for s in steps if s.kind == "solution"] == [e for e in events if e is not None]
    assert 1 + sum(s.kind == "place" for s in steps) == events.count(None)


def reasons(puzzle):
    return {step.why for step in backtracking(puzzle)}


def test_every_rule_has_its_words():
    closed = reasons(Tour("3x10", start="a1", closed=True))
    assert "a3 can be entered, but not left any more" in closed
    assert "visited already, as number 2" in closed
    ending = reasons(Tour("2x3", "king", end="b2", start="a1"))
    assert "b2 is to be the last square" in ending
    assert any(" could both only be the last square" in why for why in reasons(Tour("3x4")))
    assert "2,2,1 cannot be reached any more" in reasons(Tour("3x3x2", start="1,1,1"))
    other = "this is a tour that is listed in the other direction"
    assert other in reasons(Tour("2x2", "wazir", closed=True))
    assert "a closed tour has at least 3 squares" in reasons(Tour("1x2", "wazir", closed=True))
    assert "no move leads from b1 back to a1" not in closed


def test_the_way_back_is_not_tried():
    for step in backtracking(Tour("3x4")):
        if step.kind == "conflict" and len(step.data) > 1:
            assert step.tried != step.data[-2]


def test_boards_that_are_too_large_are_refused():
    with pytest.raises(EverywayError, match="at most 400 squares"):
        backtracking(Tour("21x20"))


@pytest.mark.parametrize("puzzle", TOURS, ids=repr)
def test_every_step_can_be_drawn(puzzle):
    picture = StepPicture(puzzle)
    background = picture.background()
    empty = len(background.shapes)
    for number, step in enumerate(backtracking(puzzle)):
        background.shapes[empty:] = picture.overlay(step)
        assert svg(background).startswith("<svg")
        assert isinstance(picture.text(step), str)
        if number > 60:
            break


def test_text_shows_the_way_and_what_was_tried():
    picture = StepPicture(Tour("3x4"))
    steps = list(backtracking(Tour("3x4")))
    first = next(s for s in steps if s.kind == "conflict")
    assert (first.data, first.what) == ((0, 6, 8, 1, 7, 9), "a1")
    assert picture.text(first).splitlines() == [
        "3   3  6  .  .",
        "2   .  .  2  5",
        "1  1×  4  .  .",
        "",
        "    a  b  c  d",
    ]
    back = next(s for s in steps if s.kind == "backtrack")
    assert "o" in picture.text(back)
    dead = next(s for s in steps if s.kind == "prune" and s.marks)
    assert "!" in picture.text(dead)
    assert "." in picture.text(steps[0])


def test_a_closed_tour_is_drawn_closed():
    puzzle = Tour("2x2", "wazir", closed=True)
    found = next(s for s in backtracking(puzzle) if s.kind == "solution")
    picture = StepPicture(puzzle)
    moves = [s for s in picture.overlay(found) if svg_of(s).startswith("<g><path")]
    assert len(moves) == 4


def svg_of(shape):
    from everyway.drawing.svg import fragment

    return fragment(shape)
