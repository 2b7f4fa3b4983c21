"""Forms hold any puzzle and give it back, for every kind; what is wrong is said by the puzzle."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.families.line import line_of, puzzle_from_anything
from everyway.families.registry import families, family
from everyway.web.editor import (
    DRAWN_PIECES,
    MOST_VALUES,
    VIEWS,
    WORDS,
    Editor,
    editor_for,
    editor_of_form,
    options_editor,
    piece_shapes,
    text_of_form,
)
from everyway.web.editor_fields import Field, groups_of
from everyway.web.examples import EXAMPLES

PUZZLES = [
    *(f.example for f in families()),
    *(example.text for example in EXAMPLES),
    "queens 8 --fixed a1,b3 --holes d5 --walls e6,f6 --number 5..7",
    "queens 3x4x4 --fixed 1,1,1 --holes '2,2,2;3,4,4' --torus",
    "rook+leaper(1,3) 4x5 --no-peaceful --covering --per-row 1 --per-column 0 --no-touch",
    '{"puzzle": "placement", "board": "3x4x2", "piece": "king", "torus": [true, false, true]}',
    '{"puzzle": "placement", "board": "7", "piece": "rook", "torus": true, "number": 0}',
    '{"puzzle": "placement", "board": "4x4", "piece": "queen", "per_region": 2, "holes": ["a1"],'
    ' "regions": ["1122", "1.22", "AA#B", "-ABB"], "walls": ["c2"], "peaceful": false}',
    "tour 5x6 --start a1 --end b3 --holes c3 --piece camel",
    "tour 4x4 --closed --torus --directed",
    "tour 5x5 --no-directed",
    "tour 2x3x4 --start 1,1,1",
    "SEND + MORE + GOLD = MONEY",
    "'Ab + Ba = bAB' --match-case --base 16 --known A=1 --leading-zeros --no-distinct",
    '{"puzzle": "alphametic", "text": "  ??\\n*  ?\\n----\\n ???"}',
    "komachi 7/3 --operators '+-*/^' --parentheses --ways expressions --signs 2..4",
    "komachi any --digits 0123 --leading-minus --no-concatenation --decimal-point --leading-zeros",
    '{"puzzle": "komachi", "target": -5, "operators": "*"}',
    "digits 'n, n*n' --digits 123456789 --base 11 --between 1..999",
    "hanoi 0",
    "hanoi 5 --pegs 4 --start ABCDA --goal any --moves 'AB BA BC CD DA'",
    "hanoi 3 --moves cyclic --goal ABC",
    "chain 4x4 --word D3L2RD9 --marks 2:right,3:up --pointing left --fixed 1:b1,6:c4 --holes d4",
    "chain 2x2 --closed",
    "snake 2x2x2 --word T6 --fixed '1:1,1,1;8:2,2,2'",
    "snake 2x3 --no-directed",
    "magic 3 --given '8 . . / . 5 . / . . .' --class associative",
    "magic 3 --numbers 1,5..13 --sum 24",
    "magic 3 --numbers 0..8",
    "permutations aabb",
    "permutations red,green,blue 2 --order exchange",
    "combinations 1..7 3 --order revolving-door",
    "combinations red, 1",
    '{"puzzle": "permutations", "items": [1, 3, 5, "a,b", "a..b"], "k": 2}',
    '{"puzzle": "combinations", "items": "a,b", "k": 1}',
    '{"puzzle": "powerset", "items": []}',
]


def editor_of(puzzle: Puzzle) -> Editor:
    return editor_for(puzzle.to_dict(), puzzle.family, line_of(puzzle))


def sent(editor: Editor, **changes: str | Sequence[str]) -> list[tuple[str, str]]:
    """Return what a browser sends of a form, with some fields changed."""
    texts: Mapping[str, Sequence[str]] = {
        **editor.texts,
        **{key: [value] if isinstance(value, str) else value for key, value in changes.items()},
    }
    head = [("kind", editor.kind), ("family", editor.family)]
    return head + [(key, text) for key, all_ in texts.items() for text in all_]


@pytest.mark.parametrize("text", PUZZLES)
def test_a_form_gives_back_its_puzzle(text: str) -> None:
    puzzle = puzzle_from_anything(text)
    editor = editor_of(puzzle)
    kind = puzzle.to_dict()["puzzle"]
    assert editor.kind == (kind if groups_of(kind) else WORDS)
    assert puzzle_from_anything(text_of_form(sent(editor))) == puzzle


@pytest.mark.parametrize("text", PUZZLES)
def test_a_form_of_the_familys_options_gives_back_its_puzzle(text: str) -> None:
    puzzle = puzzle_from_anything(text)
    editor = options_editor(family(puzzle.family), line_of(puzzle))
    assert editor.view == ""
    assert puzzle_from_anything(text_of_form(sent(editor))) == puzzle


def test_views_are_for_kinds_that_have_a_form() -> None:
    kinds = [kind for known in families() for kind in known.kinds]
    assert set(VIEWS) <= {kind for kind in kinds if groups_of(kind)}
    assert groups_of("no such kind") is None


def test_a_family_without_a_form_has_that_of_its_options() -> None:
    data = {"puzzle": "no such kind"}
    editor = editor_for(data, "placement", "queens 8x8 --number 8 --no-peaceful --fixed a1")
    assert editor.kind == WORDS
    assert editor.text("words") == "queens 8x8"
    assert (editor.text("number"), editor.text("peaceful"), editor.text("fixed")) == (
        ("8", "no", "a1")
    )
    assert text_of_form(sent(editor, number="5", peaceful="")) == (
        "queens 8x8 --number 5 --fixed a1"
    )


def test_what_an_option_says_no_to() -> None:
    editor = options_editor(family("placement"), "queens 4x4 --no-peaceful --touch")
    assert (editor.text("peaceful"), editor.text("no_touch")) == ("no", "no")
    assert text_of_form(sent(editor)) == "queens 4x4 --no-peaceful --touch"


@pytest.mark.parametrize("given", ["-5", "-1..7", "a b", "it's", "--number", "$(x)", '"'])
def test_what_is_typed_into_an_option_stays_one_option(given: str) -> None:
    editor = options_editor(family("digits"), "digits 'n*n'")
    again = options_editor(family("digits"), text_of_form(sent(editor, between=given)))
    assert again.text("between") == given
    assert again.text("words") == editor.text("words")


@pytest.mark.parametrize(
    ("text", "changes", "said"),
    [
        ("queens 4", {"board": "4y4"}, "no board"),
        ("queens 4", {"piece": "quen"}, 'did you mean "queen"'),
        ("queens 4", {"number": "many"}, 'number cannot be "many"'),
        ("queens 4", {"per_row": "one"}, "per_row"),
        ("queens 4", {"fixed": "a1, z9"}, 'off the 4x4 board: "z9"'),
        ("queens 4", {"peaceful": "perhaps"}, "peaceful"),
        ("queens 4", {"regions": "AB\nA"}, "row 2 has 1 squares"),
        ("tour 5x5", {"closed": ["no", "yes"], "end": "a1"}, "a closed tour has no end"),
        ("SEND + MORE = MONEY", {"text": "SEND ++* MORE = MONEY"}, "column 8"),
        ("SEND + MORE = MONEY", {"base": "two"}, "a base"),
        ("hanoi 3", {"start": "AAX"}, "start, letter 3"),
        ("magic 3", {"given": "1 . .\n1 . .\n. . ."}, "row 2, column 1"),
        ("chain 4x4", {"marks": "2:rigt"}, 'no direction of an arrow: "rigt"'),
        ("snake 2x2x2", {"word": "T5X"}, 'at "X"'),
        ("permutations abcd 3", {"items": "1..x"}, "no whole range"),
        ("permutations abcd 3", {"items": "[" * 2000}, "more than 1000 items"),
        ("permutations abcd 3", {"items": "[[1]]"}, "items"),
        ("komachi 100", {"operators": ["", "%"]}, "no operator"),
        ("komachi 100", {"target": "7/"}, "no number"),
    ],
)
def test_what_is_wrong_is_said_by_the_puzzle(text: str, changes: dict[str, str], said: str) -> None:
    editor = editor_of(puzzle_from_anything(text))
    with pytest.raises(EverywayError) as caught:
        puzzle_from_anything(text_of_form(sent(editor, **changes)))
    assert said in str(caught.value)


def test_boxes_that_are_ticked_come_after_what_they_say_otherwise() -> None:
    editor = editor_of(puzzle_from_anything("queens 4"))
    ticked = json.loads(text_of_form(sent(editor, covering=["no", "yes"], peaceful=["no"])))
    assert ticked["covering"] is True
    assert ticked["peaceful"] is False
    usual = json.loads(text_of_form(sent(editor, covering=["no"], peaceful=["no", "yes"])))
    assert "covering" not in usual
    assert "peaceful" not in usual


def test_axes_that_are_joined() -> None:
    editor = editor_of(puzzle_from_anything("queens 3x4x4"))
    assert [number for number, _ in editor.axes()] == ["1", "2", "3"]
    assert json.loads(text_of_form(sent(editor, torus=["2"])))["torus"] == [False, True, False]
    assert json.loads(text_of_form(sent(editor, torus=["1", "2", "3"])))["torus"] is True
    assert "torus" not in json.loads(text_of_form(sent(editor, torus=[])))


def test_a_form_keeps_what_was_wrong() -> None:
    editor = editor_of_form([("kind", "placement"), ("board", "4y4"), ("fixed", "<b>")])
    assert (editor.text("board"), editor.text("fixed"), editor.text("walls")) == ("4y4", "<b>", "")
    assert editor.view == "board"


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([], "no kind of puzzle"),
        ([("kind", "<script>")], "no kind of puzzle"),
        ([("kind", WORDS), ("family", "../core")], "no family"),
        ([("kind", "placement")] + [("torus", "1")] * MOST_VALUES, "at most"),
    ],
)
def test_what_is_no_form(pairs: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(EverywayError, match=said):
        text_of_form(pairs)


plain = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=4)


@given(st.lists(st.one_of(st.integers(-99, 99), plain), min_size=1, max_size=5))
def test_any_items_come_back(items: list[int | str]) -> None:
    field = Field("items", "Items", "items")
    texts = field.texts({"items": items})
    assert field.read(texts, {}) == items


def test_pieces_are_shapes_alone() -> None:
    pieces = piece_shapes()
    assert set(pieces) == set(DRAWN_PIECES)
    for shapes in pieces.values():
        root = ElementTree.fromstring(shapes)
        tags = {element.tag for element in root.iter()}
        assert tags <= {"g", "path", "circle", "rect", "polygon"}
        assert len(list(root)) > 0
        assert not any(element.get("width") == "100" for element in root.iter())
