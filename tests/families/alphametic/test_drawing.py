"""Pictures of alphametics, and the command."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from everyway import Alphametic, EverywayError
from everyway.cli import main
from everyway.drawing.canvas import Line, Text
from everyway.families.alphametic import FAMILY
from everyway.families.alphametic.drawing import STYLES, draw

SEE = "   SEE\nx   SO\n -----\n  EMOO\n MESS\n -----\n MIMEO"
SEND = Alphametic("SEND + MORE = MONEY")


def lines(*found):
    return "\n".join(found)


def solved(puzzle, style=None):
    return draw(puzzle, puzzle.first()).text(style)


def test_the_family_names_these_styles():
    assert FAMILY.styles == STYLES


def test_a_line_with_digits():
    assert solved(SEND) == "9567 + 1085 = 10652"
    assert solved(Alphametic("pi*r²=area")) == "96 * 7^2 = 4704"
    assert solved(Alphametic("A+1=B, B+1=C")) == "0 + 1 = 1, 1 + 1 = 2"
    assert str(Alphametic("AB = 1F, F = 15", base=16, distinct=False).first() is None) == "True"
    assert solved(Alphametic("A + 1 = B0", base=16)) == "f + 1 = 10"


def test_a_sum_on_paper():
    assert solved(SEND, "paper") == lines(
        "   SEND       9567",
        "+  MORE    +  1085",
        "-------    -------",
        "  MONEY      10652",
    )
    assert draw(SEND, None).text("paper").splitlines()[3] == "  MONEY"
    assert draw(Alphametic("C=A-B"), None).text("paper") == lines("  A", "- B", "---", "  C")


def test_products_have_their_digits_below():
    assert solved(Alphametic("PI*R^2=AREA"), "paper") == lines("PI * R^2 = AREA", "96 * 7^2 = 4704")
    two = solved(Alphametic("A*B=C, A<B", known="A=2,B=3"), "paper")
    assert two == lines("A * B = C", "2 * 3 = 6", "", "A < B", "2 < 3")


def test_layouts_keep_their_form():
    assert solved(Alphametic(SEE)).splitlines()[1] == "×   92"
    assert draw(Alphametic(SEE), None).text() == Alphametic(SEE).text
    assert solved(Alphametic(SEE), "paper").splitlines()[0] == "   SEE       911"


def test_wide_letters_stay_in_line():
    puzzle = Alphametic("かき + か = きか", distinct=False, leading_zeros=True)
    letters = draw(puzzle, None).text("paper").splitlines()
    assert letters[0] == "    かき"
    assert letters[1].startswith("+ ")
    assert letters[2] == "-" * 8


def test_letters_and_blanks():
    assert solved(SEND, "letters") == "S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2"
    assert solved(Alphametic("A? = 1?"), "letters") == "A=1 blanks=00"
    assert draw(SEND, None).text("letters") == "S E N D M O R Y"


def test_worked():
    text = solved(SEND, "worked")
    assert "M is the carry c4" in text
    assert text.endswith("One solution, after 2 cases.")


@pytest.mark.parametrize("puzzle", [SEND, Alphametic(SEE), Alphametic("A*B=C? + 1")])
def test_the_canvas_shows_every_digit_with_its_letter(puzzle):
    solution = puzzle.first()
    picture = draw(puzzle, solution)
    texts = [shape for shape in picture.canvas.shapes if isinstance(shape, Text)]
    bold = "".join(shape.text for shape in texts if shape.bold)
    assert bold == "".join(puzzle.number_text(word, solution.digits) for word in puzzle.numbers)
    small = [shape for shape in texts if shape.size < 12]
    cells = [cell for word in puzzle.numbers for cell in word.cells if cell >= 0]
    assert len(small) == len(cells)
    root = ElementTree.fromstring(picture.svg())
    assert "".join(root.itertext()).count("=") >= 1
    assert picture.png(width=200).startswith(b"\x89PNG")


def test_rules_are_lines():
    shapes = draw(Alphametic(SEE), None).canvas.shapes
    assert sum(isinstance(shape, Line) for shape in shapes) == 2


def test_long_equations_are_broken():
    puzzle = Alphametic("*".join(["ABC"] * 40) + "=D")
    picture = draw(puzzle, None)
    assert max(map(len, picture.text("paper").splitlines())) < 80
    assert picture.canvas.width < 2000


def test_letters_of_any_script_can_be_drawn():
    puzzle = Alphametic("かき + É = きか", distinct=False, leading_zeros=True)
    assert draw(puzzle, puzzle.first()).png(width=100).startswith(b"\x89PNG")


def test_unknown_styles():
    with pytest.raises(EverywayError, match="style"):
        draw(SEND, None).text("lines")


# --- the command ---


def run(capsys, *words):
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_solve(capsys):
    assert run(capsys, "solve", "SEND + MORE = MONEY")[:2] == (
        0,
        "9567 + 1085 = 10652\n\nthe only solution\n",
    )
    assert run(capsys, "solve", "SEND", "+", "MORE", "=", "MONEY", "-q")[0] == 0
    assert run(capsys, "solve", "AB+CD=E")[0] == 1
    assert "1 of 1 checked" in run(capsys, "solve", "A+A=A")[2]


def test_options(capsys):
    assert run(capsys, "count", "SIX*TWO=TWELVE", "--leading-zeros", "-q")[1] == "8\n"
    assert run(capsys, "count", "IF*DR=DORI", "--no-distinct", "-q")[1] == "6\n"
    assert run(capsys, "count", "A+A=BC", "--base", "4", "--known", "A=3", "-q")[1] == "1\n"


def test_bad_input_is_one_line(capsys):
    for words in (["A+%=B"], ["A+B=C", "--known", "X=1"], ["A+B=C", "--torus"], ["A+=B"]):
        code, out, err = run(capsys, "solve", *words)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1


def test_check(capsys):
    digits = "S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=2"
    assert run(capsys, "check", "SEND+MORE=MONEY", digits)[1] == "yes: a solution\n"
    assert run(capsys, "check", "SEND+MORE=MONEY", *digits.split(","))[0] == 0
    assert run(capsys, "check", "SEND+MORE=MONEY", digits.replace("Y=2", "Y=3"))[0] == 1


def test_a_file_with_a_layout(capsys, tmp_path):
    path = tmp_path / "see.txt"
    path.write_text(SEE)
    assert run(capsys, "solve", str(path))[1].startswith("   911\n×   92\n")
    assert run(capsys, "solve", "alphametic", str(path), "--style", "letters")[1].startswith("S=9")


def test_deduce(capsys):
    code, out, _ = run(capsys, "deduce", "SEND+MORE=MONEY")
    assert code == 0
    assert "M is the carry c4" in out
    code, out, _ = run(capsys, "deduce", "SEND+MORE=MONEY", "--json")
    found = json.loads(out)
    assert found["complete"]
    assert found["data"]["cases"] == 2
    assert found["data"]["solutions"][0]["S"] == 9
    assert run(capsys, "deduce", "AB+CD=E")[0] == 1
    assert run(capsys, "deduce", "A+B=C", "more")[0] == 2
