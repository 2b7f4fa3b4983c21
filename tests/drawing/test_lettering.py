import string

import pytest

from everyway.drawing.lettering import CAPITAL, GAP, GLYPHS, is_drawn, strokes, text_width

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
