import string

import pytest

from everyway.drawing.lettering import (
    CAPITAL,
    GAP,
    GLYPHS,
    THICK,
    is_drawn,
    strokes,
    text_width,
)

NUMBERS = {"M": 2, "L": 2, "C": 6, "A": 7, "Z": 0}


def test_all_of_ascii_is_drawn():
    assert is_drawn(string.ascii_letters + string.digits + string.punctuation + " ")
    assert not is_drawn("ж")


@pytest.mark.parametrize("character", GLYPHS)
def test_strokes_are_sound_and_stay_in_their_box(character):
    width = GLYPHS[character][0]
    found = strokes(character)
    assert not found or found[0][0] == "M"
    for command, numbers in found:
        assert len(numbers) == NUMBERS[command]
        if numbers:
            x, y = numbers[-2:]
            assert -0.01 <= x <= width + 0.3
            assert -1 <= y <= 13.5


def test_no_two_characters_look_the_same():
    drawn = [GLYPHS[character] for character in GLYPHS]
    assert len(set(drawn)) == len(drawn)


def test_width_grows_with_size_and_length():
    one = text_width("queens", 10)
    assert text_width("queens", 20) == pytest.approx(2 * one)
    assert text_width("queens8", 10) == pytest.approx(one + GAP + GLYPHS["8"][0])
    assert text_width("", 10) == 0
    assert text_width("H", CAPITAL) == GLYPHS["H"][0]
    assert text_width("ж", 10) > 0


def ends(character):
    """Return where the strokes of a letter without arcs begin and end."""
    return [numbers[-2:] for _, numbers in strokes(character) if numbers]


@pytest.mark.parametrize("pair", ["rt", "ta", "ar", "st", "tt", "rr"])
def test_letters_do_not_run_together(pair):
    """At 8 pixels, 1.25 units are one: as much white is left between two strokes."""
    left, right = pair
    white = GLYPHS[left][0] - max(x for x, _ in ends(left)) + min(x for x, _ in ends(right))
    assert white + GAP - THICK >= 1.25


def test_an_a_is_no_o():
    inside = [(x, y) for x, y in ends("a") if 1 < x < 4 and 5 < y < 8]
    assert inside
