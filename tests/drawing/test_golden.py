"""Pictures are, byte for byte, those in tests/golden.

After a change that is meant, look at the new pictures and write them anew with
``EVERYWAY_UPDATE_GOLDEN=1 python -m pytest tests/drawing/test_golden.py``.
"""

import importlib.util
import os
from pathlib import Path

import pytest

from everyway import Board, Placement, Queens, RegionQueens
from everyway.drawing.animation import moving_svg
from everyway.drawing.canvas import Canvas, Circle, Polyline, Rectangle, Style, Text, arrow
from everyway.drawing.svg import svg
from everyway.families.placement.drawing import STYLES, draw
from everyway.geometry.notation import parse_squares

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden"
DOCS = TESTS.parent / "docs"

REGIONS = ["AAAA", "ABBB", "CCDB", "CCDD"]
PUZZLES = {
    "queens4": (Queens(4), "b1 d2 a3 c4"),
    "regions4": (RegionQueens(REGIONS), "c1 a2 d3 b4"),
    "regions4-puzzle": (RegionQueens(REGIONS, fixed="b4"), None),
    "stars": (
        Placement(
            Board(2, 3, holes="b1"), peaceful=False, regions="AAB/A.B", per_region=2, fixed="a1"
        ),
        "a1 b2 c1 c2",
    ),
    "knights-holes": (
        Placement(Board(4, 5, holes="a1 c2 c3", walls="e4 d2", torus=(True, False)), "knight"),
        "b1 b2 e1",
    ),
    "covering-cube": (Placement("3x3x3", "queen", covering=True), "2,2,2"),
    "kings-row": (Placement("6", "king", fixed="2"), "2 5"),
    "rooks-4d": (Placement("2x2x2x2", "rook"), "1,1,1,1; 2,2,2,2"),
    "bishops": (Placement("3x3", "bishop", covering=True), "b1 b2 b3"),
    "unicorns": (Placement("2x2", "unicorn"), "a1"),
    "empty": (Queens(0), ""),
}


def picture(name):
    puzzle, squares = PUZZLES[name]
    if squares is None:
        return draw(puzzle, None)
    cells = sorted(parse_squares(puzzle.board.shape, squares))
    return draw(puzzle, puzzle.wrap(tuple(cells)))


def check(path, text):
    data = text.encode()
    if os.environ.get("EVERYWAY_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    assert path.read_bytes() == data, f"{path.name} has changed; see the head of {__name__}"


@pytest.mark.parametrize("name", PUZZLES)
def test_svg(name):
    check(GOLDEN / f"{name}.svg", picture(name).svg())


@pytest.mark.parametrize("name", PUZZLES)
def test_text(name):
    drawn = picture(name)
    parts = [f"{style}\n\n{drawn.text(style)}\n" for style in STYLES]
    check(GOLDEN / f"{name}.txt", "\n".join(parts))


def steps():
    """Yield a path that grows, as a tour does, with an arrow at its end and hinges at its turns."""
    points = [(20.0, 60.0), (60.0, 20.0), (100.0, 60.0), (140.0, 20.0)]
    ink = Style(stroke="#1c2330", width=3)
    for number in range(2, len(points) + 1):
        canvas = Canvas(160, 100, f"{number - 1} moves", "A path that grows.")
        canvas.add(Rectangle(5, 5, 150, 90, Style("#fdfaf3", "#1c2330", 2), radius=6))
        canvas.add(Polyline(tuple(points[: number - 1]), ink))
        canvas.add(arrow(points[number - 2], points[number - 1], ink, head=12))
        for x, y in points[:number]:
            canvas.add(Circle(x, y, 4, Style("#ffffff", "#1c2330", 2)))
        canvas.add(Text(80, 82, f"{number - 1} moves", 9, bold=True))
        yield canvas


def test_shapes():
    check(GOLDEN / "shapes.svg", svg(list(steps())[-1]))


def test_moving():
    check(GOLDEN / "moving.svg", moving_svg(list(steps())))


def test_no_picture_is_left_over():
    names = {f"{name}.{kind}" for name in PUZZLES for kind in ("svg", "txt")}
    pictures = {path.name for path in GOLDEN.iterdir() if path.suffix != ".tsv"}
    assert pictures == {*names, "shapes.svg", "moving.svg"}


def documents():
    spec = importlib.util.spec_from_file_location("pictures", DOCS / "pictures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PICTURES


def test_pictures_of_the_documentation_are_what_their_code_makes():
    for name, make in documents().items():
        made = svg(make()).encode()
        assert (DOCS / "images" / name).read_bytes() == made, "run python docs/pictures.py"
