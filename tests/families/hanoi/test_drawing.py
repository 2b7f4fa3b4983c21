"""Pictures: text in three styles, sheets of frames, animations, the graph of states."""

from __future__ import annotations

from itertools import islice

import pytest

from everyway import EverywayError, Hanoi
from everyway.core.engine import Control
from everyway.families.hanoi.drawing import frame, text_frame
from everyway.families.hanoi.drawing_graph import place_of
from everyway.families.hanoi.reports import Graph
from everyway.families.registry import family

FAMILY = family("hanoi")


def picture_of(puzzle):
    return FAMILY.picture(puzzle, puzzle.first())


def test_moves_twenty_on_a_line():
    lines = picture_of(Hanoi(5)).text().splitlines()
    assert [len(line.split()) for line in lines] == [20, 11]
    assert picture_of(Hanoi(0)).text() == "(no moves)"


def test_frames():
    assert picture_of(Hanoi(1)).text("frames").splitlines() == [
        "start        1. AC",
        " =  |  |      |  |  =",
        "─────────    ─────────",
        " A  B  C      A  B  C",
    ]


def test_every_frame_shows_every_disc_once():
    text = picture_of(Hanoi(3, pegs=4)).text("frames")
    assert text.count("─" * 28) == 6
    assert text.count("=====") == 6


def test_steps():
    steps = picture_of(Hanoi(3, goal="B")).text("steps").splitlines()
    assert steps[0] == "1. disc 1 from A to B"
    assert steps[3] == "4. disc 3 from A to B"
    assert len(steps) == 7


@pytest.mark.parametrize("style", FAMILY.styles)
def test_long_texts_begin_at_once(style):
    lines = picture_of(Hanoi(30)).lines(style)
    assert len(list(islice(lines, 50))) == 50


def test_discs_beyond_number_are_written_as_states():
    assert text_frame("A" * 40, 3) == "A" * 40


def test_a_sheet_says_all_in_words():
    picture = picture_of(Hanoi(3))
    svg = picture.svg()
    assert "<title>3 discs on 3 pegs: 7 moves</title>" in svg
    assert "<desc>AC AB CB AC BA BC AC</desc>" in svg
    assert picture.png(width=200).startswith(b"\x89PNG")
    assert "the first 64 shown" in picture_of(Hanoi(64)).svg()


def test_the_puzzle_alone():
    picture = FAMILY.picture(Hanoi(2, pegs=4, moves="star"), None)
    assert picture.text() == "2 discs on 4 pegs, moves star: from AA to DD"
    assert "goal" in picture.text("frames")
    assert "from AA to DD" in picture.svg()
    assert "any state" in FAMILY.picture(Hanoi(2, goal="any"), None).text()


def test_an_animation():
    picture = picture_of(Hanoi(2))
    assert len(picture.frames()) == 1 + 2 * 3
    assert picture.moving(".gif").startswith(b"GIF8")
    assert b"<animate" in picture.moving(".svg")
    assert len(picture_of(Hanoi(0)).frames()) == 1
    with pytest.raises(EverywayError, match="too long for an animation"):
        picture_of(Hanoi(10)).frames()


@pytest.mark.parametrize("discs", [0, 1, 12, 40, 2000])
def test_a_frame_keeps_to_its_height(discs):
    canvas = frame("A" * discs, 5)
    assert 0 < canvas.height < 220


def test_neighbours_in_the_graph_are_one_step_apart():
    graph = Graph(Hanoi(4), Control())
    for a, _, b in graph.moves:
        (x1, y1), (x2, y2) = place_of(graph.states[a]), place_of(graph.states[b])
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 == pytest.approx(1)
    assert len({(round(x, 6), round(y, 6)) for x, y in map(place_of, graph.states)}) == 81
