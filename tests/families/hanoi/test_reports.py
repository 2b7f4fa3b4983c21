"""The family's own commands: the graph of states, the farthest states, the next move."""

from __future__ import annotations

import json

import pytest

from everyway import Hanoi
from everyway.cli import main
from everyway.core.engine import Control
from everyway.families.hanoi import automaton, reports, sweep
from everyway.families.hanoi.rules import distances
from everyway.families.hanoi.states import to_state, to_text


def states(puzzle, *extra):
    return reports.states(puzzle, list(extra), Control())


@pytest.mark.parametrize("discs", range(6))
def test_the_graph_of_three_pegs(discs):
    """3^n states, 3 (3^n - 1) / 2 edges, diameter 2^n - 1: Hinz et al., Myths and Maths."""
    found = states(Hanoi(discs))
    edges = 3 * (3**discs - 1) // 2
    assert found.data == {
        "states": 3**discs,
        "moves": 2 * edges,
        "edges": edges,
        "diameter": 2**discs - 1,
    }


def test_the_graph_itself():
    found = states(Hanoi(1, moves="cyclic"), "graph")
    assert list(found.lines) == ["A AB B", "B BC C", "C CA A"]
    assert states(Hanoi(2, moves="AB")).data["states"] == 2
    assert "<svg" in found.picture.svg()


def test_the_graph_of_four_pegs_has_no_picture():
    found = states(Hanoi(2, pegs=4))
    assert found.picture is None
    assert found.data["diameter"] == max(
        max(distances(Hanoi(2, 4, start=a + b)).values()) for a in "ABCD" for b in "ABCD"
    )


@pytest.mark.parametrize("puzzle", [Hanoi(4), Hanoi(4, 4), Hanoi(3, moves="cyclic", start="ABC")])
def test_the_farthest_states(puzzle):
    found = reports.farthest(puzzle, [], Control())
    far = distances(puzzle)
    most = max(far.values())
    ends = {to_text(state) for state, distance in far.items() if distance == most}
    assert (found.data["distance"], found.data["number"]) == (most, len(ends))
    assert set(found.data["states"]) <= ends


@pytest.mark.parametrize("text", ["ABCAB", "CCCCC", "BACBA", "AAAAA"])
def test_the_next_move_brings_one_nearer(text):
    puzzle = Hanoi(5)
    data = reports.step(puzzle, [text], Control()).data
    left = Hanoi(5, start=text).smallest().value
    assert data["left"] == left
    assert len(data["moves"]) == min(left, Hanoi(5, start=text).count())
    for move in data["moves"]:
        code = 3 * "ABC".index(move[0]) + "ABC".index(move[1])
        after = automaton.after(to_state(text), code)
        assert Hanoi(5, start=to_text(after)).smallest().value == left - 1


def test_the_next_move_among_a_thousand_discs():
    data = reports.step(Hanoi(1000), [], Control()).data
    assert data == {"moves": ["AB"], "left": 2**1000 - 1}


def test_stopped_reports_say_so():
    assert not reports.states(Hanoi(6), [], Control(node_limit=10)).complete
    found = reports.farthest(Hanoi(9), [], Control(node_limit=10))
    assert not found.complete
    assert "at least" in next(iter(found.lines))


@pytest.mark.parametrize(
    "words",
    [
        "states hanoi 30",
        "states hanoi 3 picture",
        "farthest hanoi 40",
        "farthest hanoi 3 A",
        "step hanoi 3 --pegs 4",
        "step hanoi 3 --moves cyclic",
        "step hanoi 3 --goal any",
        "step hanoi 3 ABD",
        "step hanoi 3 ABA CCC",
        "count hanoi 3 --goal D",
        "show hanoi 3 --style bars",
        "count hanoi x",
        "check hanoi 3 ABC",
    ],
)
def test_bad_input_is_one_clear_line(words, capsys):
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("everyway: ")
    assert len(err.splitlines()) == 1


def test_the_command_prints_the_classic_exercise(capsys):
    assert main(["show", "hanoi", "3", "--start", "A", "--goal", "B", "-q"]) == 0
    assert capsys.readouterr().out == "AB AC BC AB CA CB AB\n"


def test_a_long_solution_in_json(capsys):
    assert main(["smallest", "hanoi", "64", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == 2**64 - 1
    assert answer["solutions"][0]["length"] == 2**64 - 1


def test_check_takes_the_moves_as_words(capsys):
    assert main(["check", "hanoi", "2", "--goal", "B", "AC", "AB", "CB"]) == 0
    assert main(["check", "hanoi", "2", "AC", "AB", "CB"]) == 1
    assert "yes" in capsys.readouterr().out


def test_the_last_bit_of_a_word_is_a_bit():
    """Bit 63 is the sign of a word; states whose number ends so are met like others."""
    assert sweep._bit(63) == -(1 << 63)
    found = sweep.sweep_all(Hanoi(3, pegs=4, start="DDD", goal="any"), Control(), way=False)
    assert sum(found.sizes) == 64
