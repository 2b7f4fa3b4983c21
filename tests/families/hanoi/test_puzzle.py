"""The puzzle: what it takes, what it refuses, how it is written, and what is a solution."""

from __future__ import annotations

import json
import shlex
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Every, EverywayError, Hanoi, load
from everyway.families.hanoi.states import twins
from everyway.families.line import puzzle_from_line
from everyway.families.registry import family, puzzle_from_dict
from tests.families.hanoi.strategies import puzzles
from tests.one_line import taken_or_refused

FAMILY = family("hanoi")
CLASSIC = "AB AC BC AB CA CB AB"


def by_the_rules(puzzle, most):
    """All solutions of up to *most* moves, by trying every sequence of moves."""
    pegs = "ABCDE"[: puzzle.pegs]
    pairs = [a + b for a in pegs for b in pegs if a != b]
    found = [
        list(moves)
        for length in range(most + 1)
        for moves in product(pairs, repeat=length)
        if puzzle.is_solution(list(moves))
    ]
    return sorted(found)


def test_the_classic_exercise():
    puzzle = Hanoi(3, start="A", goal="B")
    assert list(puzzle.one()) == CLASSIC.split()
    assert str(puzzle.one()) == CLASSIC


@pytest.mark.parametrize(
    ("puzzle", "most"),
    [
        (Hanoi(0), 2),
        (Hanoi(1), 2),
        (Hanoi(2), 5),
        (Hanoi(2, goal="any"), 5),
        (Hanoi(1, pegs=4, goal="any"), 2),
        (Hanoi(2, pegs=4), 4),
        (Hanoi(2, start="AB", goal="CA"), 4),
        (Hanoi(1, moves="linear"), 4),
        (Hanoi(2, moves="cyclic", goal="any"), 5),
        (Hanoi(2, moves="AB BC"), 5),
        (Hanoi(2, start="BC", goal="BC"), 3),
    ],
)
def test_plain_lists_what_the_rules_allow_in_order(puzzle, most):
    answer = puzzle.ask(Every(), engine="plain")
    listed = [list(solution) for solution in answer.value]
    assert [moves for moves in listed if len(moves) <= most] == by_the_rules(puzzle, most)
    assert answer.exhausted


@given(puzzles(most_pegs=4), st.data())
def test_only_solutions_are_solutions(puzzle, data):
    """A sequence that a solution is changed into is a solution exactly when it is listed."""
    listed = puzzle.ask(Every(limit=50), engine="plain").value
    if not listed:
        return
    moves = list(data.draw(st.sampled_from(listed)))
    change = data.draw(st.sampled_from(["keep", "cut", "add", "swap"]))
    pair = data.draw(st.sampled_from(["AB", "BA", "AC", "CB"]))
    if change == "cut" and moves:
        del moves[data.draw(st.integers(0, len(moves) - 1))]
    elif change == "add":
        moves.insert(data.draw(st.integers(0, len(moves))), pair)
    elif change == "swap" and moves:
        moves[data.draw(st.integers(0, len(moves) - 1))] = pair
    if any(letter not in "ABCDE"[: puzzle.pegs] for move in moves for letter in move):
        return
    everything = puzzle.ask(Every(), engine="plain").value
    assert puzzle.is_solution(moves) == (moves in [list(s) for s in everything])


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        ("AB AC BC AB CA CB", "end at BBA"),
        ("AB AB", "move 2, AB: disc 2 cannot lie on disc 1"),
        ("BA", "there is no disc on B"),
        ("AA", "no disc may move from A to A"),
        ("AB BA " + CLASSIC, "9 moves, where 7 are enough"),
    ],
)
def test_why_not(candidate, why):
    assert why in Hanoi(3, goal="B").why_not(candidate)


def test_why_not_knows_the_arcs():
    assert "from A to C" in Hanoi(1, moves="linear").why_not("AC")


def test_with_any_goal_the_first_of_the_shortest_sequences_counts():
    puzzle = Hanoi(2, pegs=4, goal="any")
    assert puzzle.is_solution("AB AC BC")
    assert "AB comes before AD" in puzzle.why_not("AD AC DC")


def test_moves_text_and_data_are_candidates():
    puzzle = Hanoi(3, goal="B")
    solution = puzzle.one()
    assert solution.to_data() == CLASSIC.split()
    for candidate in (
        solution,
        solution.to_data(),
        CLASSIC,
        CLASSIC.lower(),
        "AB,AC,BC;AB CA CB AB",
    ):
        assert puzzle.is_solution(candidate)


@pytest.mark.parametrize("candidate", ["ABC", "AD", "A B", 7, None, ["AB", 3], {"rank": -1}])
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError):
        Hanoi(3).why_not(candidate)


# --- long solutions ---


def test_a_long_solution_is_made_when_it_is_read():
    puzzle = Hanoi(64)
    answer = puzzle.smallest()
    assert (answer.value, answer.optimal_proven) == (2**64 - 1, True)
    assert all(evidence.agrees for evidence in answer.evidence)
    moves = iter(answer.solution)
    # Every other move is the smallest disc's: round and round, from A to B first for even n.
    assert [next(moves) for _ in range(7)] == ["AB", "AC", "BC", "AB", "CA", "CB", "AB"]
    assert answer.solution.length == 2**64 - 1
    assert puzzle.is_solution(answer.solution)
    assert puzzle.is_solution(answer.solution.to_data())
    json.dumps(answer.to_dict())
    assert len(str(answer.solution)) < 200


def test_long_solutions_are_what_short_ones_are():
    """Eighteen discs take 262143 moves, too many to be kept: they are played one by one."""
    puzzle = Hanoi(18)
    solution = puzzle.first()
    assert solution.data[0] < 0
    moves = list(solution)
    assert puzzle.why_not(moves) is None
    assert len(moves) == 2**18 - 1


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"rank": 1, "length": 2**64 - 1}, "none is number 1"),
        ({"rank": 0, "length": 2**64}, "18446744073709551615 are needed"),
        ({"recipe": "Frame-Stewart", "length": 3}, "18446744073709551615 are enough"),
    ],
)
def test_why_a_recipe_is_none(data, why):
    assert why in Hanoi(64).why_not(data)


def test_two_long_solutions():
    """Where the largest disc moves once or twice, both ways are listed, in order."""
    for puzzle in (
        Hanoi(4, start="ABCC", goal="BABA"),
        Hanoi(40, start="A" + "B" * 39, goal="B" + "A" * 39),
    ):
        listed = puzzle.ask(Every()).value
        assert len(listed) == puzzle.count()
        for solution in listed:
            assert puzzle.is_solution(solution)


def test_a_tampered_plan_is_found_out(monkeypatch):
    from everyway.families.hanoi import towers

    puzzle = Hanoi(40)
    found = towers.towers_of(puzzle)
    assert towers.fault(puzzle, 0, 2**40 - 1) is None
    (plan,) = found.plans
    for wrong in (plan[:-1], (*plan[1:], plan[0]), ((0, 40, 0, 2),)):
        monkeypatch.setattr(found, "plans", [wrong])
        assert towers.fault(puzzle, 0, 2**40 - 1) is not None


# --- texts ---


@given(puzzles())
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    words = shlex.split(FAMILY.words_of(puzzle))
    options = dict(zip((w[2:] for w in words[2::2]), words[3::2], strict=True))
    if "pegs" in options:
        options["pegs"] = int(options["pegs"])
    assert FAMILY.puzzle_from_words(words[:2], options, "count") == puzzle


def test_one_puzzle_has_one_form():
    assert Hanoi(3) == Hanoi(3, 3, "AAA", "ccc", "BA AB, BC CB; CA AC")
    assert Hanoi(3, 2) == Hanoi(3, 2, moves="linear")
    assert Hanoi(2, moves="star") == Hanoi(2, moves="linear")
    assert Hanoi(0) == Hanoi(0, start="B", goal="A")
    assert Hanoi(4, 4, moves=["CA", "AB"]).moves == "AB CA"
    assert Hanoi(3, goal=" Any ").any_goal


@given(st.text(alphabet="ABCDany, ;\n²", max_size=12), st.integers(0, 4), st.integers(1, 5))
def test_any_text_is_taken_or_refused(text, discs, pegs):
    taken_or_refused(lambda t: Hanoi(discs, pegs, start=t), text)
    taken_or_refused(lambda t: Hanoi(discs, pegs, goal=t), text)
    taken_or_refused(lambda t: Hanoi(discs, pegs, moves=t), text)
    taken_or_refused(Hanoi(discs, pegs).why_not, text)
    taken_or_refused(lambda t: FAMILY.puzzle_from_words(["hanoi", t], {}, "count"), text)


ANY_VALUE = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
    st.lists(st.text(max_size=3)),
    st.dictionaries(st.text(max_size=3), st.integers()),
)  # fmt: skip


@given(
    st.dictionaries(
        st.sampled_from(["discs", "pegs", "start", "goal", "moves", "width"]), ANY_VALUE
    )
)
def test_any_data_is_taken_or_refused(data):
    taken_or_refused(puzzle_from_dict, {"puzzle": "hanoi", **data})


@given(ANY_VALUE)
def test_any_candidate_is_taken_or_refused(candidate):
    taken_or_refused(Hanoi(2).why_not, candidate)
    taken_or_refused(Hanoi(2, goal="any").why_not, candidate)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Hanoi(-1),
        lambda: Hanoi(10**9),
        lambda: Hanoi(True),
        lambda: Hanoi("3"),
        lambda: Hanoi(3, 0),
        lambda: Hanoi(3, 27),
        lambda: Hanoi(3, start="AB"),
        lambda: Hanoi(3, start="ABD"),
        lambda: Hanoi(3, start="A" * 10**6),
        lambda: Hanoi(3, start=1),
        lambda: Hanoi(3, goal="D"),
        lambda: Hanoi(3, start="any"),
        lambda: Hanoi(3, moves="ring"),
        lambda: Hanoi(3, moves="AA"),
        lambda: Hanoi(3, moves=""),
        lambda: Hanoi(3, moves=[]),
        lambda: Hanoi(3, moves=["AB", 3]),
        lambda: Hanoi(3, moves="AB " * 10**6),
        lambda: puzzle_from_dict({"puzzle": "hanoi"}),
        lambda: puzzle_from_dict({"puzzle": "hanoi", "discs": 3, "disks": 3}),
        lambda: FAMILY.puzzle_from_words(["hanoi"], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["hanoi", "3", "4"], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["hanoi", "9" * 10**6], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["hanoi", "3"], {"holes": "a1"}, "count"),
    ],
)
def test_what_cannot_be(make):
    with pytest.raises(EverywayError) as error:
        make()
    assert len(str(error.value)) < 400


def test_twins_are_pegs_that_can_change_names():
    assert twins(Hanoi(1, 5).arcs, 5, {0, 4}) == [[1, 2, 3]]
    assert twins(Hanoi(1, 5, moves="star").arcs, 5, {0}) == [[2, 3, 4]]
    assert twins(Hanoi(1, 4, moves="cyclic").arcs, 4, {0}) == []


@pytest.mark.parametrize(
    ("discs", "goal"), [(8, "DDDDDDDC"), (9, "DDDDDDDDC"), (11, "D" * 10 + "C")]
)
def test_that_none_is_shorter_is_searched_out(discs, goal):
    """By each of the ways to find out: in Python, from the start alone, from both ends."""
    puzzle = Hanoi(discs, pegs=4, goal=goal)
    solution = puzzle.first()
    moves = list(solution)
    assert puzzle.why_not(moves) is None
    source, target = moves[-1]  # the smallest disc may stop on the way
    aside = next(peg for peg in "ABCD" if peg not in moves[-1])
    longer = [*moves[:-1], source + aside, aside + target]
    assert f"{len(moves) + 1} moves, where {len(moves)} are enough" in puzzle.why_not(longer)


def test_every_digit_of_the_number_of_discs_counts() -> None:
    assert puzzle_from_line("hanoi 0000000000003") == Hanoi(3)
    for number in ("10000000000", "1" + "0" * 5000):
        with pytest.raises(EverywayError, match="too large") as refused:
            puzzle_from_line(f"hanoi {number}")
        assert refused.value.text == number
