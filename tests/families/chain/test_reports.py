"""Reports and pictures of chains and snakes."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from everyway import Chain, EverywayError, SnakeCube
from everyway.cli import main
from everyway.core.engine import Control
from everyway.families.chain.hinge import newspaper_chain
from everyway.families.chain.reports import lands, ways_by_word, words
from everyway.families.chain.reports_marks import marks
from everyway.families.registry import family

FAMILY = family("chain")


@pytest.mark.parametrize("puzzle", [Chain("3x3"), SnakeCube(None, "2x2x3"), Chain("4x4")])
def test_lands_counts_all_folds(puzzle):
    folds = list(puzzle.solutions())
    for link in (1, puzzle.length // 2, puzzle.length):
        found = lands(puzzle, [str(link)], Control())
        assert found.complete
        assert found.data["squares"] == Counter(fold.squares[link - 1] for fold in folds)
        if isinstance(puzzle, Chain):
            turns = Counter(str(90 * fold.quarters[link - 1]) for fold in folds)
            assert found.data["degrees"] == turns


def test_lands_by_the_compiled_search():
    puzzle = SnakeCube(None, "4x4")
    found = lands(puzzle, ["3"], Control())
    assert found.data["folds"] == 552
    assert found.data["squares"] == Counter(f.squares[2] for f in puzzle.solutions())
    stopped = lands(SnakeCube(None, "4x4x4"), ["3"], Control(node_limit=100_000))
    assert not stopped.complete


@pytest.mark.parametrize("extra", [[], ["0"], ["17"], ["x"], ["1", "2"], ["²"]])
def test_lands_needs_a_link(extra):
    with pytest.raises(EverywayError):
        lands(Chain("4x4"), extra, Control())


@pytest.mark.parametrize("box", ["1x1", "1x2", "1x3", "2x2", "2x3", "2x2x2", "3x3", "-.-/.../-.-"])
def test_words_against_the_folds_of_each_word(box):
    ways, complete = ways_by_word(SnakeCube(None, box), Control())
    assert complete
    found = {}
    for fold in SnakeCube(None, box).solutions():
        word = "".join(
            "ST"[fold.puzzle.turns(*fold.cells[k - 1 : k + 2])] for k in range(1, len(fold) - 1)
        )
        found[min(word, word[::-1])] = 0
    for word in found:
        found[word] = SnakeCube(word, box, directed=False).count(up_to="symmetry", engine="plain")
    assert ways == found


def test_words_of_the_3x3x3_snake():
    found = words(SnakeCube(), ["all"], Control()).data
    assert (found["words"], found["unique"], found["most"]) == (11487, 3658, 142)
    assert len(found["list"]) == 11487
    assert sum(found["list"].values()) == 51704
    assert [word for word, ways in found["list"].items() if ways == 142] == ["T6STSTSTST12"]


def test_words_can_be_stopped_and_refuses():
    assert not words(SnakeCube(None, "4x4x4"), [], Control(node_limit=1000)).complete
    for puzzle, extra in (
        (Chain("2x2"), []), (SnakeCube("T6", "2x2x2"), []), (SnakeCube(), ["x"]),
        (SnakeCube(None, "1x65"), []), (SnakeCube(fixed={1: "1,1,1"}), []),
    ):  # fmt: skip
        with pytest.raises(EverywayError):
            words(puzzle, extra, Control())


def test_marks_of_the_newspapers_puzzle():
    found = marks(newspaper_chain(), [], Control()).data
    assert (found["folds"], found["left"], found["given"]) == (1280, 1, [2, 3, 7, 8, 12, 13])
    target = newspaper_chain().one()
    folds = [fold.quarters for fold in Chain("4x4").solutions()]

    def singles_out(links):
        same = [f for f in folds if all(f[k - 1] == target.quarters[k - 1] for k in links)]
        return len(same) == 1

    assert found["spare"] == [
        k for k in found["given"] if singles_out([g for g in found["given"] if g != k])
    ]
    fewest = found["fewest"]
    assert found["sets"] == [list(s) for s in combinations(range(1, 17), fewest) if singles_out(s)]
    assert not any(singles_out(s) for s in combinations(range(1, 17), fewest - 1))
    puzzle = Chain("4x4", marks="2:right,3:up,7:up,15:left")
    assert puzzle.is_unique()
    assert puzzle.one().cells == target.cells


@pytest.mark.parametrize("kind", ["turns", "places"])
def test_marks_for_any_fold(kind):
    puzzle = Chain("3x3")
    found = marks(puzzle, [kind], Control()).data
    option = "marks" if kind == "turns" else "fixed"
    assert Chain("3x3", **{option: found["first"]}).is_unique()
    folds = [f.quarters if kind == "turns" else f.cells for f in puzzle.solutions()]

    def singles(links):
        alike = Counter(tuple(fold[k] for k in links) for fold in folds)
        return sum(number == 1 for number in alike.values())

    sizes = [sum(singles(s) > 0 for s in combinations(range(9), r)) for r in range(10)]
    fewest = next(r for r, number in enumerate(sizes) if number)
    assert (found["fewest"], found["sets"]) == (fewest, sizes[fewest])


def test_marks_of_snakes_and_closed_ends():
    found = marks(SnakeCube(None, "2x3", fixed="1:a1,6:b1"), [], Control())
    assert found.data["left"] == 1
    assert found.data["fewest"] <= 2
    assert not marks(Chain("3x3", closed=True), [], Control()).found
    assert not marks(newspaper_chain(), [], Control(node_limit=10)).complete


@pytest.mark.parametrize(
    ("puzzle", "extra"),
    [
        (Chain("2x2"), ["x"]),
        (SnakeCube(), ["turns"]),
        (Chain("8x8"), []),
        (Chain("2x2"), ["a", "b"]),
    ],
)
def test_marks_refuses(puzzle, extra):
    with pytest.raises(EverywayError):
        marks(puzzle, extra, Control())


def test_reports_at_the_command(capsys):
    assert main(["lands", "chain", "newspaper", "6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["squares"] == {"b4": 1}
    assert main(["marks", "chain", "newspaper", "-q"]) == 0
    assert "fewest for this fold: 4, in 13 ways" in capsys.readouterr().out
    assert main(["words", "snake", "2x2x2", "-q"]) == 0
    assert capsys.readouterr().out.startswith("1 words fold into 2x2x2")
    assert main(["check", "chain", "newspaper", "5 6 7 8 4 14 15 9 3 13 16 10 2 1 12 11"]) == 0
    assert main(["solve", "chain", "newspaper", "-q"]) == 0
    assert "the only solution" in capsys.readouterr().out


# --- pictures ---

PICTURED = [
    newspaper_chain(),
    Chain("1x1"),
    Chain("0x0"),
    Chain("3x4", "L2D3RLRLD3", marks={2: "up"}),
    Chain("-.-/.../-.-"),
    Chain("5x5", fixed={1: "a1"}),
    SnakeCube("T6", "2x2x2"),
    SnakeCube(None, "2x3"),
    SnakeCube(None, "5"),
    SnakeCube(None, "1x1"),
    SnakeCube(None, "2x1x2x2"),
]


@pytest.mark.parametrize("puzzle", PICTURED, ids=repr)
def test_every_picture_is_drawn(puzzle):
    for solution in (None, puzzle.first()):
        picture = FAMILY.picture(puzzle, solution)
        for style in FAMILY.styles:
            assert picture.text(style)
        assert "<title>" in picture.svg()
        assert picture.png(width=120).startswith(b"\x89PNG")
    if puzzle.length and puzzle.first() is not None:
        frames = picture.frames()
        assert len(frames) == puzzle.length + 1
        assert len({(f.width, f.height) for f in frames}) == 1


def test_text_styles():
    puzzle = newspaper_chain()
    picture = FAMILY.picture(puzzle, puzzle.one())
    assert [line.split() for line in picture.text("grid").splitlines()[:4]] == [
        ["4", "5", "6", "7", "8"], ["3", "4", "14", "15", "9"],
        ["2", "3", "13", "16", "10"], ["1", "2", "1", "12", "11"],
    ]  # fmt: skip
    assert picture.text("arrows").count("↑") == 6
    assert picture.text("path").splitlines()[0].split() == ["4", "↗", "↘", "↗", "↘"]
    unfolded = FAMILY.picture(puzzle, None).text()
    assert "1 2→ 3↑ 4 5 6 7↑ 8←" in unfolded
    assert "pointing up" in unfolded
    snake = SnakeCube("T6", "2x2x2")
    assert "⊙" in FAMILY.picture(snake, snake.first()).text("arrows")
    with pytest.raises(EverywayError, match="style"):
        picture.text("stars")
