"""The report ``find``: some placement, by a construction or a search."""

import json
from itertools import product

import pytest

from everyway import EverywayError, Placement, Queens, RegionQueens
from everyway.cli import main
from everyway.core.engine import Control
from everyway.families.placement.find import constructed, find

PIECES = ("queen", "rook", "bishop", "king", "knight")


def squares_of(puzzle):
    found = find(puzzle, (), Control())
    assert found.complete
    return found.data["placement"]


@pytest.mark.parametrize("n", [*range(4, 20), 50, 100])
def test_queens_are_constructed(n):
    solution = constructed(Queens(n))
    assert Queens(n).why_not(solution) is None
    assert len(solution.squares) == n


@pytest.mark.parametrize("n", range(7))
def test_it_finds_whatever_there_is(n):
    for piece, peaceful, covering in product(PIECES, (True, False), (True, False)):
        for number in (None, 0, n, f"{n // 2}..{n}"):
            puzzle = Placement(
                f"{min(n, 4)}x{n}", piece, number=number, peaceful=peaceful, covering=covering
            )
            squares = squares_of(puzzle)
            assert (squares is None) == (puzzle.first() is None), puzzle
            if squares is not None:
                assert puzzle.is_solution(squares)


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(12, fixed="a1"),
        Queens(5, torus=True),
        Queens(6, torus=True),
        Queens(8, holes="b1"),
        Placement("9x9", "queen", per_row=1, per_column=1, peaceful=False),
        Placement("8x8", "queen", per_row=1, per_column=1, no_touch=True),
        Placement("8x8", "king", number="3..5"),
        RegionQueens(["AAAA", "ABBB", "CCDB", "CCDD"]),
        RegionQueens(["AABB", "AABB", "CCDD", "CCDD"]),
    ],
)
def test_other_rules_are_kept(puzzle):
    squares = squares_of(puzzle)
    assert (squares is None) == (puzzle.first() is None)
    assert squares is None or puzzle.is_solution(squares)


def test_the_command(capsys, tmp_path):
    name = tmp_path / "queens.svg"
    assert main(["find", "queens", "30", "--output", str(name), "-q"]) == 0
    assert capsys.readouterr().out.count("Q") == 30
    assert "<svg" in name.read_text("utf-8")
    assert main(["find", "queens", "6", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["data"] == {"placement": ["b1", "d2", "f3", "a4", "c5", "e6"]}
    assert main(["find", "queens", "3", "-q"]) == 1
    assert capsys.readouterr().out == "no solution\n"
    assert main(["find", "queens", "6", "b1"]) == 2


def test_it_stops_when_told():
    control = Control(node_limit=1)
    found = find(Queens(12, fixed="a1"), (), control)
    assert (found.complete, found.found) == (False, False)
    assert control.stopped_by == "node limit"
    with pytest.raises(EverywayError):
        find(Queens(4), ("a1",), Control())
