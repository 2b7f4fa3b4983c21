"""Snakes as the lengths of their straight pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError, SnakeCube
from everyway.core.engine import Control
from everyway.families.chain.reading import read_segments, segments_text
from everyway.families.chain.reports import words

CUBE = "3,2,2,3,2,3,2,2,3,3,2,2,2,3,3,3,3"


def test_the_common_snake_cube():
    puzzle = SnakeCube(CUBE)
    assert puzzle.segments == CUBE
    assert puzzle.word == "STTTSTTSTTTSTSTTTTSTSTSTS"
    assert puzzle.count(up_to="symmetry") == 1
    steps = ",".join(str(int(n) - 1) for n in CUBE.split(","))
    once = ",".join(CUBE[0:1]) + "," + steps.partition(",")[2]
    for text in (steps, once, CUBE.replace(",", " "), CUBE.replace(",", ", ")):
        assert SnakeCube(text) == puzzle
    assert SnakeCube(CUBE.translate({ord(c): ord(c) + 0xFEE0 for c in "23,"})) == puzzle
    assert SnakeCube.from_dict(puzzle.to_dict()) == puzzle


@given(st.text("ST", min_size=1, max_size=30))
def test_segments_and_words_are_one_to_one(word):
    cubes = len(word) + 2
    text = segments_text(word)
    assert read_segments(text, cubes) == word
    assert sum(map(int, text.split(","))) == cubes + word.count("T")
    steps = ",".join(str(int(n) - 1) for n in text.split(","))
    assert read_segments(steps, cubes) == word


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3,2,2,3", "7 cubes in all, corners counted once, for 27 cubes"),
        ("25,1,2,1,2", "no longer than its corner"),
        ("0,26", "no longer than its corner"),
        ("3,2,-2", "no word of links"),
        ("3,,2", "no word of links"),
    ],
)
def test_what_is_no_snake(text, message):
    with pytest.raises(EverywayError, match=message):
        SnakeCube(text)


def test_words_are_listed_with_their_segments():
    found = words(SnakeCube(None, "2x2x2"), ["all"], Control())
    assert list(found.lines) == ["T6\t3\t2,2,2,2,2,2,2"]
    assert found.data["list"] == {"T6": 3}


def test_a_search_that_is_stopped_says_at_least():
    box = SnakeCube(None, "2x3x4")
    whole = words(box, [], Control())
    assert whole.complete
    for nodes in (200_000, 400_000):
        part = words(box, [], Control(node_limit=nodes))
        if part.complete:
            continue
        lines = list(part.lines)
        assert lines[0].startswith("at least ")
        assert lines[1].startswith("one of them in at least ")
        assert part.data["words"] is part.data["unique"] is part.data["most"] is None
        assert 0 < part.data["at_least"]["words"] <= whole.data["words"]
        assert 0 < part.data["at_least"]["most"] <= whole.data["most"]
        break
    else:
        raise AssertionError("never stopped")


def test_words_kept_have_a_limit(monkeypatch):
    from everyway.families.chain import reports

    monkeypatch.setattr(reports, "MOST_WORDS", 10)
    control = Control()
    found = words(SnakeCube(None, "3x3x3"), [], control)
    assert not found.complete
    assert control.stopped_by == "a limit of 10 words in memory"
