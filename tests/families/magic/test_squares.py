"""Constructions, transformations, groups, classes, reports and pictures."""

from __future__ import annotations

import json

import pytest

from everyway import Count, Every, EverywayError, MagicSquare, Square
from everyway.cli import main
from everyway.core.engine import Control
from everyway.families.magic import FAMILY
from everyway.families.magic.construct import rule_for
from everyway.families.magic.drawing import path_canvas
from everyway.families.magic.groups import group_elements, largest_group, m_group_size
from everyway.families.magic.rules import CLASSES
from everyway.families.magic.transforms import (
    SYMMETRY_NAMES,
    classes_of,
    complement,
    first_of_orbit,
    normal_form,
    transformed,
    translated,
)
from everyway.runs.evidence import known_values

LO_SHU = Square((8, 1, 6, 3, 5, 7, 4, 9, 2))


@pytest.mark.parametrize("order", [*range(26), 49, 50, 100, 101, 102])
@pytest.mark.parametrize("class_", CLASSES)
def test_what_is_constructed_keeps_the_rules(order, class_):
    puzzle = MagicSquare(order, class_)
    if order and rule_for(order, class_) is None:
        with pytest.raises(EverywayError, match="search instead"):
            puzzle.construct()
    else:
        assert puzzle.why_not(puzzle.construct()) is None


def test_which_orders_have_a_rule():
    for order in range(3, 60):
        assert rule_for(order, "magic") is not None
        assert rule_for(order, "semi-magic") is not None
        assert (rule_for(order, "associative") is None) == (order % 4 == 2)
        assert (rule_for(order, "pandiagonal") is None) == (order % 4 == 2 or order % 6 == 3)
        assert (rule_for(order, "ultramagic") is None) == (order % 2 == 0 or order % 3 == 0)


def test_construction_from_other_numbers():
    puzzle = MagicSquare(6, numbers=range(-10, 98, 3))
    assert puzzle.is_solution(puzzle.construct())
    for refused in (MagicSquare(3, centre=5), MagicSquare(3, numbers="1..8,10"), MagicSquare(2)):
        with pytest.raises(EverywayError):
            refused.construct()


def test_symmetries_by_name_make_the_eight_squares():
    assert len({transformed(LO_SHU, name) for name in SYMMETRY_NAMES}) == 8
    assert transformed(LO_SHU, "mirror").rows[0] == (6, 1, 8)
    assert transformed(LO_SHU, "flip").rows[0] == (4, 9, 2)
    assert transformed(LO_SHU, "transpose").rows[0] == (8, 3, 4)
    assert transformed(LO_SHU, "rotate").rows[0] == (4, 3, 8)
    assert transformed(LO_SHU, "rotate-back").rows[0] == (6, 7, 2)
    assert transformed(Square((1,)), "rotate") == Square((1,))


@pytest.mark.parametrize(
    "name",
    ["spin", "m=", "m=1,2", "m=2,1,3,4", "m=1,1,3", "m=1,3,2", "translate=1", "translate=a,b"],
)
def test_transformations_that_cannot_be(name):
    with pytest.raises(EverywayError):
        transformed(LO_SHU, name)


def test_m_transformations_and_complements_keep_squares_magic():
    squares = MagicSquare(4).ask(Every(up_to="symmetry")).value
    puzzle = MagicSquare(4)
    for square in squares[::40]:
        for name in ("m=2,1,4,3", "m=4,2,3,1", "m=1,3,2,4", "complement"):
            assert puzzle.is_solution(transformed(square, name))
    pandiagonal = MagicSquare(4, "pandiagonal")
    square = pandiagonal.first()
    for down, right in ((0, 1), (2, 3), (7, 5)):
        assert pandiagonal.is_solution(translated(square, down, right))
    assert complement(complement(square)) == square


def test_880_squares_have_220_normal_forms():
    squares = MagicSquare(4).ask(Every(up_to="symmetry")).value
    forms = {normal_form(square) for square in squares}
    assert len(forms) == 220
    assert all(normal_form(form) == form for form in forms)
    pandiagonal = MagicSquare(4, "pandiagonal").ask(Every()).value
    assert len({normal_form(square, "pandiagonal") for square in pandiagonal}) == 3


@pytest.mark.parametrize(("order", "class_"), [(n, c) for n in range(5) for c in CLASSES])
def test_groups_are_groups_that_act_freely(order, class_):
    elements = set(group_elements(order, class_))
    group = largest_group(order, class_)
    assert len(elements) == group.order
    if group.order < 40:
        assert {tuple(a[i] for i in b) for a in elements for b in elements} == elements
    squares = MagicSquare(order, class_).ask(Every(limit=3)).value
    for square in squares:
        images = {tuple(square.cells[i] for i in g) for g in elements}
        assert len(images) == group.order
        puzzle = MagicSquare(order, class_)
        assert all(puzzle.is_solution(image) for image in list(images)[:200])
        firsts = [m for m in images if all(m[i] < m[j] for i, j in group.pairs)]
        assert firsts == [min(images)]


def test_sizes_of_the_m_groups():
    assert [m_group_size(n) for n in (1, 3, 4, 5, 6, 7, 8)] == [1, 8, 32, 32, 192, 192, 1536]


def test_classes_of_squares():
    assert classes_of(LO_SHU) == ["semi-magic", "magic", "associative", "bordered"]
    assert classes_of(Square((1, 2, 3, 4))) == []
    assert classes_of(Square((1, 1, 1, 1))) == []
    assert classes_of(MagicSquare(5, "ultramagic").construct()) == [
        "semi-magic", "magic", "associative", "pandiagonal", "ultramagic",
    ]  # fmt: skip
    assert first_of_orbit(LO_SHU) == MagicSquare(3).first()


# --- reports ---


def report(name, words, capsys):
    code = main([name, *words, "--json"])
    return code, json.loads(capsys.readouterr().out)["data"]


def test_reports(capsys):
    assert report("construct", ["magic", "3"], capsys) == (0, [[8, 1, 6], [3, 5, 7], [4, 9, 2]])
    code, data = report("classify", ["magic", "3", *map(str, LO_SHU.cells)], capsys)
    assert (code, data["sum"], data["normal"]) == (0, 15, True)
    assert data["first_of_orbit"] == data["normal_form"] == [[2, 7, 6], [9, 5, 1], [4, 3, 8]]
    code, data = report("classify", ["magic", "2", "1", "2", "3", "4"], capsys)
    assert (code, data["classes"]) == (1, [])
    code, data = report("transform", ["magic", "3", "complement", "8 1 6/3 5 7/4 9 2"], capsys)
    assert (code, data) == (0, [[2, 9, 4], [7, 5, 3], [6, 1, 8]])
    code, data = report("classes", ["magic", "4", "--class", "pandiagonal"], capsys)
    assert (code, data) == (0, {"all": 384, "symmetry": 48, "largest group": 3})


def test_the_line_diagram(tmp_path, capsys):
    file = tmp_path / "line.svg"
    words = ["diagram", "magic", "3", *map(str, LO_SHU.cells), "--output", str(file)]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("1: row 1, column 2\n2: row 3, column 3\n")
    assert "line diagram" in file.read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["construct", "magic", "2"],
        ["construct", "magic", "3", "4"],
        ["classify", "magic", "3"],
        ["classify", "magic", "3", "1 2 3"],
        ["classify", "magic", "2", "1 2 . 4"],
        ["transform", "magic", "3"],
        ["transform", "magic", "3", "spin", "8 1 6 3 5 7 4 9 2"],
        ["classes", "magic", "3", "--centre", "5"],
    ],
)
def test_reports_that_cannot_be(words, capsys):
    assert main(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_report_that_is_stopped_says_so():
    known = next(r for r in FAMILY.reports if r.name == "classes")
    found = FAMILY.findings(known, MagicSquare(5), (), Control(time_limit=0.0))
    assert not found.complete
    assert all("at least" in line for line in found.lines)


def test_classify_a_large_square(capsys):
    square = MagicSquare(12).construct()
    code, data = report("classify", ["magic", "12", *map(str, square.cells)], capsys)
    assert code == 0
    assert "associative" in data["classes"]


# --- pictures ---


def test_text_styles():
    puzzle = MagicSquare(3, given="8 . . / . . . / . . .")
    drawing = FAMILY.picture(puzzle, puzzle.first())
    assert drawing.text() == "8 1 6\n3 5 7\n4 9 2"
    assert drawing.text("sums").splitlines() == [
        "         │ 15", "─────────┼───", " 8  1  6 │ 15", " 3  5  7 │ 15",
        " 4  9  2 │ 15", "─────────┼───", "15 15 15 │ 15",
    ]  # fmt: skip
    assert drawing.text("table").splitlines()[:2] == ["┌───┬───┬───┐", "│[8]│ 1 │ 6 │"]
    assert drawing.text("path").splitlines()[0] == "1: row 1, column 2"
    alone = FAMILY.picture(puzzle, None)
    assert alone.text() == "8 . .\n. . .\n. . ."
    assert "?" in alone.text("sums")
    assert all(style in FAMILY.styles for style in drawing.styles)


def test_canvases():
    puzzle = MagicSquare(4, given="16 . . . / . . . . / . . . . / . . . .")
    svg = FAMILY.picture(puzzle, None).svg()
    assert "<title>magic square of order 4 with the sum 34</title>" in svg
    assert "Given numbers, in a box of their own: 16." in svg
    assert FAMILY.picture(puzzle, MagicSquare(4).construct()).png(width=100).startswith(b"\x89PNG")
    assert FAMILY.picture(MagicSquare(0), Square(())).text() == "(the empty square)"
    assert "empty" in FAMILY.picture(MagicSquare(0), None).svg()
    assert LO_SHU._repr_svg_().startswith("<svg")
    assert len(path_canvas(LO_SHU).shapes) == 11
    with pytest.raises(EverywayError):
        path_canvas(Square(()))


def test_no_number_of_squares_of_order_6_is_claimed():
    """One exact number is quoted, as computed by others; it is no evidence of ours."""
    rows = [row for row in known_values("magic") if row.puzzle.startswith("magic 6")]
    assert [(row.set, row.value) for row in rows] == [("record", "17753889197660635632")]
    answer = MagicSquare(6).ask(Count(), node_limit=1000)
    assert answer.interrupted
    assert not answer.exhausted
