import re
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from everyway import Board, EverywayError, Placement, Queens, RegionQueens
from everyway.drawing.canvas import Circle, Group, Path, Text
from everyway.drawing.squares import Squares
from everyway.families.placement import FAMILY
from everyway.families.placement.drawing import STYLES, draw
from everyway.families.placement.drawing_scene import Scene, attacked_squares, letter_of
from everyway.geometry.notation import parse_squares
from everyway.geometry.piece import Piece
from tests.families.placement.strategies import small_puzzles

NAME = "{http://www.w3.org/2000/svg}"


def solved(puzzle, squares):
    return puzzle.wrap(tuple(sorted(parse_squares(puzzle.board.shape, squares))))


def text(puzzle, squares=None, style=None):
    return draw(puzzle, None if squares is None else solved(puzzle, squares)).text(style)


def lines(*found):
    return "\n".join(found)


def rings(canvas):
    return [shape for shape in canvas.shapes if isinstance(shape, Circle)]


def pieces(canvas):
    return [shape for shape in canvas.shapes if isinstance(shape, Group)]


def test_the_family_names_these_styles():
    assert FAMILY.styles == STYLES


# --- text ---


def test_grid_has_letters_and_coordinates():
    assert text(Queens(4), "b1 d2 a3 c4") == lines(
        "4  . . Q .",
        "3  Q . . .",
        "2  . . . Q",
        "1  . Q . .",
        "",
        "   a b c d",
    )


def test_other_styles():
    puzzle = Placement("2x3", "knight")
    assert text(puzzle, "a1 b1", "dots") == lines("○ ○ ○", "● ● ○")
    assert text(puzzle, "a1 b1", "frames") == lines(
        " ___ ___ ___",
        "|___|___|___|",
        "|_n_|_n_|___|",
    )
    assert text(puzzle, "a1 b1", "attack") == lines("□ □ ×", "◎ ◎ □")


@pytest.mark.parametrize(
    ("style", "rows"),
    [
        ("grid", ["2  . - R", "1  # . .", "", "   a b c"]),
        ("dots", ["○ - ●", "# ○ ○"]),
        ("frames", [" ___ ___ ___", "|___|   |_r_|", "|###|___|___|"]),
        ("attack", ["× - ◎", "# □ ×"]),
    ],
)
def test_holes_and_walls(style, rows):
    puzzle = Placement(Board(2, 3, holes="b2", walls="a1"), "rook")
    assert text(puzzle, "c2", style) == lines(*rows)


def test_regions_have_borders_and_letters_and_a_clear_mark_for_pieces():
    rows = ["AAQ", "AB-", "BB#"]
    puzzle = Placement(
        Board.parse(".../..-/..#"),
        "queen",
        peaceful=False,
        regions=rows,
        per_region=1,
    )
    assert text(puzzle, "c3 a2 a1") == lines(
        "  ┌───────┬───┐",
        "3 │ A   A │[Q]│",
        "  │   ┌───┼───┘",
        "2 │[Q]│ B │",
        "  ├───┘   ├───┐",
        "1 │[Q]  B │###│",
        "  └───────┴───┘",
        "    a   b   c",
    )
    assert "[Q]" not in text(puzzle)
    assert " Q " in text(puzzle)


def test_several_in_a_region_are_stars():
    puzzle = Placement("2x2", peaceful=False, regions="AA/.A", per_region=2)
    assert text(puzzle, "a2 b2") == lines(
        "  ┌───────┐",
        "2 │[★] [★]│",
        "  ├───┐   │",
        "1 │ . │ A │",
        "  └───┴───┘",
        "    a   b",
    )


def test_a_puzzle_alone_shows_its_fixed_pieces():
    puzzle = Queens(4, fixed="b1", holes="a1")
    assert text(puzzle).split("\n")[3] == "1  - Q . ."
    assert text(puzzle, style="dots").split("\n")[3] == "- ● ○ ○"


def test_three_dimensions_are_layers():
    assert text(Placement("2x2x3", "queen"), "1,2,3; 2,1,1") == lines(
        "layer 1     layer 2",
        "2  . . Q    2  . . .",
        "1  . . .    1  Q . .",
        "",
        "   1 2 3       1 2 3",
    )


def test_more_dimensions_have_layers_with_several_numbers():
    found = text(Placement("2x1x1x2", "queen"), "2,1,1,2", "dots")
    assert found == lines("layer 1,1    layer 2,1", "○ ○          ○ ●")


def test_one_dimension_is_a_row():
    assert text(Placement("5", "king"), "2 5") == lines(". K . . K", "", "1 2 3 4 5")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("board", ["0x0", "0", "0x0x0"])
def test_boards_without_squares(board, style):
    puzzle = Placement(board, "queen")
    for solution in (None, puzzle.wrap(())):
        assert draw(puzzle, solution).text(style) == "(a board without squares)"


def test_many_columns_stay_in_line():
    found = text(Placement("2x30", "queen"), "ab1").split("\n")
    assert found[1].index("Q") == found[3].index("ab")


def test_unknown_styles():
    with pytest.raises(EverywayError, match='did you mean "frames"'):
        draw(Queens(1), None).text("frame")


@pytest.mark.parametrize(
    ("piece", "letter"),
    [("queen", "Q"), ("knight", "N"), ("king", "K"), ("camel", "C"), ("rider(1,3)", "C")],
)
def test_letters_of_pieces(piece, letter):
    assert letter_of(Piece.parse(piece)) == letter


# --- what is shown ---


@settings(max_examples=60)
@given(small_puzzles(), st.data())
def test_attacked_squares_are_those_of_the_piece(puzzle, data):
    cells = data.draw(st.sets(st.sampled_from(puzzle.board.cells))) if puzzle.board.cells else set()
    table = puzzle.piece.attacks(puzzle.board)
    expected = set().union(*(table[cell] for cell in cells))
    assert attacked_squares(puzzle.piece, puzzle.board, cells) == expected


@pytest.mark.parametrize(
    ("board", "reached"),
    [
        (Board(1, 6), {1, 2, 3, 4, 5}),
        (Board(1, 6, walls="d1"), {1, 2}),
        (Board(1, 6, walls="d1", torus=(False, True)), {1, 2, 4, 5}),
        (Board(1, 6, holes="d1"), {1, 2, 4, 5}),
    ],
)
def test_attack_stops_at_walls_and_passes_over_holes(board, reached):
    assert attacked_squares(Piece.parse("rook"), board, [0]) == reached


def test_occupied_squares_do_not_count_as_attacked():
    puzzle = Placement("1x4", "rook", peaceful=False)
    assert Scene(puzzle, solved(puzzle, "a1 b1")).attacked == {2, 3}


@settings(max_examples=60)
@given(small_puzzles(), st.data())
def test_every_kind_of_puzzle_can_be_drawn(puzzle, data):
    cells = data.draw(st.sets(st.sampled_from(puzzle.board.cells))) if puzzle.board.cells else set()
    for solution in (None, puzzle.wrap(tuple(sorted(cells | puzzle.fixed)))):
        picture = draw(puzzle, solution)
        occupied = puzzle.fixed if solution is None else set(solution.cells)
        assert picture.text("dots").count("●") == len(occupied)
        assert picture.text("dots").count("○") == puzzle.board.squares - len(occupied)
        assert picture.text("attack").count("◎") == len(occupied)
        letter = letter_of(puzzle.piece).lower()
        assert picture.text("frames").count(f"_{letter}_") == len(occupied)
        grid = picture.text("grid")
        assert all(line == line.rstrip() for line in grid.split("\n"))
        root = ElementTree.fromstring(picture.svg())
        assert root[0].text == Scene(puzzle, solution).title()
        assert grid in root[1].text


@pytest.mark.parametrize(
    ("puzzle", "squares", "title"),
    [
        (Queens(4), "b1 d2 a3 c4", "4 queens on 4x4: b1 d2 a3 c4"),
        (Queens(4), None, "4 queens on 4x4"),
        (Queens(1, torus=True), "a1", "1 queen on 1x1 torus: a1"),
        (Queens(5, fixed="a1"), None, "5 queens on 5x5, fixed: a1"),
        (Placement("3x3x3", "rook", number=(2, 9)), None, "2..9 rooks on 3x3x3"),
        (Placement("3x3", "rook+leaper(1,2)"), "a1", "1 rook+knight piece on 3x3: a1"),
        (Placement("3x3", "rider(1,5)"), None, "rider(1,5) pieces on 3x3"),
        (RegionQueens(["AB", "AB"]), None, "queens on 2x2 with 2 regions"),
        (Queens(0), "", "0 queens on 0x0"),
    ],
)
def test_titles(puzzle, squares, title):
    scene = Scene(puzzle, None if squares is None else solved(puzzle, squares))
    assert scene.title() == title


def test_long_titles_end_early():
    puzzle = Placement("5x5", "king", peaceful=False)
    title = Scene(puzzle, puzzle.wrap(tuple(range(25)))).title()
    assert title.endswith("a4 …")
    assert title.count(" ") == 20


def test_descriptions_say_what_the_text_cannot():
    puzzle = Placement(
        Board(2, 3, torus=(False, True)), "rook", covering=True, peaceful=False, fixed="a1"
    )
    description = draw(puzzle, solved(puzzle, "a1")).canvas.description
    assert description.split("\n\n")[-3:] == [
        "Fixed: a1.",
        "Opposite edges are joined along axis 2.",
        "3 free squares are attacked, 2 are not.",
    ]


# --- canvases ---


def test_pieces_stand_in_the_middle_of_their_squares():
    puzzle = Queens(4)
    canvas = draw(puzzle, solved(puzzle, "b1 d2 a3 c4")).canvas
    found = [(group.x + 24, group.y + 24) for group in pieces(canvas)]
    rows = sorted({y for _, y in found})
    columns = sorted({x for x, _ in found})
    assert [b - a for a, b in pairwise(rows)] == [48, 48, 48]
    # In the order of their squares, from the lowest row up.
    assert [columns.index(x) for x, _ in found] == [1, 3, 0, 2]
    assert [rows.index(y) for _, y in found] == [3, 2, 1, 0]


def test_fixed_pieces_are_smaller_and_have_rings_around_them():
    puzzle = Queens(4, fixed="d2")
    canvas = draw(puzzle, solved(puzzle, "b1 d2 a3 c4")).canvas
    (ring,) = rings(canvas)
    sizes = [100 * group.scale for group in pieces(canvas)]
    assert sizes[1] < min(sizes[0], *sizes[2:])
    group = pieces(canvas)[1]
    assert (group.x + sizes[1] / 2, group.y + sizes[1] / 2) == pytest.approx((ring.x, ring.y))
    # The queen is 76 wide in her box of 100: the ring goes around her, inside the square.
    assert 0.76 * sizes[1] < 2 * ring.radius < 48
    alone = draw(puzzle, None).canvas
    assert len(rings(alone)) == len(pieces(alone)) == 1


def crosses(canvas):
    """Return how many crosses there are, and take their path for the last."""
    path = [shape for shape in canvas.shapes if isinstance(shape, Path)][-1]
    return path.data.count("M") / 2 if path.style.width == 2.5 and path.style.fill is None else 0


def test_attacked_squares_have_crosses_where_that_matters():
    plain, covering = Placement("3x4", "rook"), Placement("3x4", "rook", covering=True)
    assert crosses(draw(plain, solved(plain, "a1")).canvas) == 0
    assert crosses(draw(plain, solved(plain, "a1"), attacked=True).canvas) == 5
    assert crosses(draw(covering, solved(covering, "a1")).canvas) == 5
    assert crosses(draw(covering, solved(covering, "a1"), attacked=False).canvas) == 0
    assert crosses(draw(covering, None).canvas) == 0


@pytest.mark.parametrize(
    ("shape", "columns"), [((6, 5, 5), 3), ((2, 3, 2, 2), 3), ((2, 9, 2, 2), 6), ((1, 2, 3, 4), 2)]
)
def test_layers_stand_on_one_sheet(shape, columns):
    canvas = draw(Placement(Board(*shape), "queen"), None).canvas
    layers = pieces(canvas)
    captions = [shape.text for shape in canvas.shapes if isinstance(shape, Text)]
    leading = shape[:-2]
    number = leading[0] if len(leading) == 1 else leading[0] * leading[1]
    assert len(layers) == len(captions) == number
    assert captions[-1] == "layer " + ",".join(map(str, leading))
    assert len({layer.x for layer in layers}) == columns


def test_layers_are_chequered_along_all_axes():
    canvas = draw(Placement("2x1x2", "queen"), None).canvas
    first, second = (layer.shapes[:2] for layer in pieces(canvas))
    assert [p.style for p in first] == [p.style for p in second]
    assert [p.data for p in first] == [p.data for p in reversed(second)]


@pytest.mark.parametrize(
    ("puzzle", "squares"),
    [
        (Queens(8), "a1 e2 h3 f4 c5 g6 b7 d8"),
        (RegionQueens(["AAB", "A.B", "BBB"]), None),
        (Placement("3x3x3", "unicorn", covering=True), "1,1,1"),
        (Placement("7", "king"), "4"),
        (Queens(0), None),
        (Queens(1), "a1"),
    ],
)
def test_png_has_the_width_asked_for_and_shows_something(puzzle, squares):
    picture = draw(puzzle, None if squares is None else solved(puzzle, squares))
    image = Image.open(BytesIO(picture.png(300)))
    assert image.format == "PNG"
    assert image.width == 300
    assert image.height == round(300 * picture.canvas.height / picture.canvas.width)
    assert len(image.convert("RGB").getcolors(100_000)) > 3


def test_free_attacked_and_occupied_differ_without_colour():
    # Squares of a board in greys: how much of each is darker than the squares themselves.
    puzzle = Placement(Board(3, 3), "wazir", covering=True)
    picture = draw(puzzle, solved(puzzle, "b1"))
    image = Image.open(BytesIO(picture.png(600))).convert("L")
    scale = 600 / picture.canvas.width

    def darkness(cell):
        scene = Scene(puzzle, None)
        board = Squares(3, 3, row_labels=scene.row_labels, column_labels=scene.column_labels)
        x, y = board.centre(cell)
        box = [round(scale * v) for v in (x - 20, y - 20, x + 20, y + 20)]
        histogram = image.crop(box).histogram()
        return sum(histogram[:128]) / sum(histogram)

    occupied, attacked, free = darkness(1), darkness(4), darkness(7)
    assert free == 0
    assert 0.01 < attacked < 0.12
    assert occupied > 0.2


@pytest.mark.parametrize(
    "puzzle",
    [
        Placement(Board(100, 100), "queen", covering=True, peaceful=False),
        Placement(Board(1, 10_000), "rook", covering=True),
        Placement(Board(10_000), "rook"),
    ],
    ids=str,
)
def test_large_boards(puzzle):
    size = puzzle.board.size
    picture = draw(puzzle, puzzle.wrap(tuple(range(0, size, size // 100 + 1))))
    for style in STYLES:
        assert picture.text(style)
    document = picture.svg()
    assert max(float(n) for n in re.findall(r' (?:width|height)="([0-9.]+)"', document)[:2]) <= 960
    assert Image.open(BytesIO(picture.png(400))).width == 400


def test_large_region_maps_are_drawn():
    # Regions of single squares, of three letters by turns, and one whose letter no font here has.
    rows = ["".join("ABж"[(r + c) % 3] for c in range(60)) for r in range(60)]
    puzzle = Placement(Board(60, 60), "queen", peaceful=False, regions=rows, per_region=1)
    document = draw(puzzle, None).svg()
    assert document.count(">ж</text>") == 1200
    ElementTree.fromstring(document)


def test_a_solution_prints_and_shows_itself():
    puzzle = Queens(4)
    solution = solved(puzzle, "b1 d2 a3 c4")
    assert str(solution) == text(puzzle, "b1 d2 a3 c4")
    assert solution._repr_svg_() == draw(puzzle, solution).svg()
