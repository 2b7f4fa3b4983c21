"""Engines side by side: who is asked, what is measured, and that contradictions are seen."""

from __future__ import annotations

import json
import os
import signal
import threading
from dataclasses import replace
from math import factorial

import pytest

import everyway
from everyway import (
    Alphametic,
    Count,
    EverywayError,
    First,
    Largest,
    MagicSquare,
    Placement,
    Queens,
    Sizes,
    Smallest,
    Unique,
    compare,
)
from everyway.core.answer import Answer
from everyway.families.placement.generate import Check
from everyway.families.registry import family
from everyway.runs.compared import contradict
from everyway.runs.evidence import said

CLASSIC = ["generate", "plain"]


def test_the_two_methods_of_the_classic_window():
    found = compare(Queens(8), engines=CLASSIC)
    assert [(row.engine, row.method) for row in found.rows] == [
        ("generate", "generate and test"),
        ("plain", "backtracking"),
    ]
    assert [row.answer.value for row in found.rows] == [92, 92]
    assert [row.nodes for row in found.rows] == [factorial(8), 2056]
    assert (found.agree, found.disagreements, found.refusals) == (True, (), ())


def test_all_engines_are_asked_or_listed_with_their_reason():
    found = compare(Queens(5))
    names = [engine.name for engine in family("placement").all_engines()]
    asked, refused = [row.engine for row in found.rows], [r.engine for r in found.refusals]
    assert sorted(asked + refused) == sorted(names)
    assert asked == [name for name in names if name in asked]
    assert {"plain", "generate", "compiled"} <= set(asked)
    reasons = {refusal.engine: refusal.why for refusal in found.refusals}
    assert reasons["cover"] == "only placements that cover the board"
    assert reasons["cpsat"] == "answers no question of the kind count"
    assert all(row.answer.value == 10 for row in found.rows)


def test_engines_by_their_methods():
    found = compare(Queens(4), engines=["Backtracking", "propagation", "plain"])
    assert [row.engine for row in found.rows] == ["plain", "propagate", "compiled"]


@pytest.mark.parametrize("question", [Sizes(), Smallest(), Largest(), Unique(), First()])
def test_other_questions(question):
    puzzle = Placement("3x3", "queen", covering=True)
    found = compare(puzzle, question, engines=["plain", "generate", "propagate"])
    assert found.agree
    assert {said(row.answer) for row in found.rows} == {said(puzzle.ask(question))}


def test_what_is_compiled_is_ready_before_it_is_timed():
    (compiled,) = compare(Queens(6), engines=["compiled"]).rows
    (plain,) = compare(Queens(6), engines=["plain"]).rows
    assert compiled.start_seconds > 0
    assert plain.start_seconds == 0
    # Getting ready has searched next to nothing, and does not count.
    assert compiled.nodes == Queens(6).ask(Count(), engine="propagate").nodes


def test_a_limit_holds_for_each_engine():
    found = compare(Queens(9), engines=CLASSIC, node_limit=2000)
    assert [row.answer.interrupted for row in found.rows] == [True, True]
    assert (found.agree, found.finished) == (None, ())
    assert "no engine finished" in str(found)
    some = compare(Queens(7), engines=CLASSIC, node_limit=1000)
    assert [row.engine for row in some.finished] == ["plain"]
    assert "40, by plain alone" in str(some)


def test_time_is_up_at_once():
    found = compare(Queens(12), engines=["plain", "generate"], time_limit=0)
    assert [row.answer.stopped_by for row in found.rows] == ["time limit"] * 2


def test_an_unknown_engine():
    with pytest.raises(EverywayError, match=r'unknown engine "plian".*did you mean "plain"'):
        compare(Queens(4), engines=["plian"])


@pytest.mark.parametrize(
    ("puzzle", "options", "words"),
    [
        ("queens 8", {}, "what is compared is a puzzle"),
        ({4: "queens"}, {}, "what is compared is a puzzle"),
        ({}, {}, "give 1 to 1000 puzzles"),
        ({"4": Queens(4)}, {}, "n cannot be"),
        (Queens(4), {"question": "count"}, "not a question"),
        (Queens(4), {"engines": "plain"}, "a list of names"),
        (Queens(4), {"engines": []}, "no engine is named"),
        (Queens(4), {"time_limit": -1}, "a time limit cannot be"),
        (Queens(4), {"node_limit": -1}, "a node limit cannot be"),
        (Queens(4), {"workers": 0}, "the number of workers"),
        (Queens(16), {"engines": ["generate"]}, "no engine can answer this .generate: 20,922"),
    ],
)
def test_what_cannot_be_compared(puzzle, options, words):
    with pytest.raises(EverywayError, match=words):
        compare(puzzle, **options)


def test_several_puzzles_show_how_the_cost_grows():
    grown = compare({n: Queens(n) for n in (6, 4, 5)}, engines=CLASSIC)
    assert list(grown.comparisons) == [4, 5, 6]
    nodes = [c.row("generate").nodes for c in grown.comparisons.values()]
    assert nodes == [24, 120, 720]
    assert grown.engines == ("generate", "plain")
    assert "×6.0" in str(grown)


def test_an_engine_that_was_stopped_is_not_asked_about_more():
    grown = compare({n: Queens(n) for n in range(4, 8)}, engines=CLASSIC, node_limit=200)
    asked = {n: [row.engine for row in c.rows] for n, c in grown.comparisons.items()}
    assert asked == {4: CLASSIC, 5: CLASSIC, 6: CLASSIC, 7: ["plain"]}
    (refusal,) = grown.comparisons[7].refusals
    assert refusal.why == "node limit reached at n = 6"
    assert "not asked: generate (node limit reached at n = 6)" in str(grown)


def test_where_one_engine_refuses_some_of_a_range():
    grown = compare({n: Queens(n) for n in (13, 14)}, engines=CLASSIC, node_limit=100)
    assert [r.engine for r in grown.comparisons[14].refusals] == ["plain", "generate"]


# --- contradictions ---


@pytest.fixture
def a_liar(monkeypatch):
    """Have generate and test take every candidate for a solution."""
    monkeypatch.setattr(Check, "passes", lambda self, cells: True)


def test_engines_that_disagree_are_shouted_about(a_liar):
    found = compare(Queens(4), engines=CLASSIC)
    assert found.agree is False
    assert "generate says 24, plain 2" in found.disagreements
    text = str(found)
    assert "THE ENGINES DISAGREE" in text
    assert "!! generate says 24, plain 2" in text
    assert "agree:" not in text
    assert found.to_dict()["agree"] is False
    grown = compare({4: Queens(4)}, engines=CLASSIC)
    assert "!! n = 4: generate says 24, plain 2" in str(grown)


def test_what_goes_against_a_known_value_is_shouted_about(a_liar):
    found = compare(Queens(6), engines=["generate"])
    assert found.agree is False
    assert any("A000170" in text for text in found.disagreements)


def answer(question, value, interrupted=False, found=False, bounds=(None, None)):
    """An answer with the facts that go with its value, as every answer has them."""
    solutions = (Queens(4).first(),) if value is True else ()
    optimum = isinstance(question, Smallest | Largest)
    proven = optimum and not interrupted and value is not None
    return Answer(
        Queens(4),
        question,
        value,
        solutions,
        found=found or bool(value),
        exhausted=not interrupted,
        interrupted=interrupted,
        optimal_proven=proven,
        stopped_by="node limit" if interrupted else None,
        bounds=(value, value) if proven else bounds,
    )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (answer(Count(), 2), answer(Count(), 2), False),
        (answer(Count(), 2), answer(Count(), 3), True),
        (answer(Count(), 3, interrupted=True), answer(Count(), 2), True),
        (answer(Count(), 2, interrupted=True), answer(Count(), 2), False),
        (answer(Count(), 3, interrupted=True), answer(Count(), 2, interrupted=True), False),
        (answer(Sizes(), {3: 1}, interrupted=True), answer(Sizes(), {3: 2}), False),
        (answer(Sizes(), {4: 1}, interrupted=True), answer(Sizes(), {3: 2}), True),
        (answer(Smallest(), 4, interrupted=True, bounds=(3, 4)), answer(Smallest(), 3), False),
        (answer(Smallest(), 4, interrupted=True, bounds=(4, 5)), answer(Smallest(), 3), True),
        (answer(Largest(), 4, interrupted=True, bounds=(4, 5)), answer(Largest(), 6), True),
        (answer(Largest(), 4, found=True, interrupted=True), answer(Largest(), None), True),
        (answer(Unique(), None, found=True, interrupted=True), answer(Unique(), False), True),
        (answer(Unique(), False), answer(Unique(), True), True),
    ],
)
def test_what_contradicts_what(one, other, expected):
    assert contradict(one, other) is expected
    assert contradict(other, one) is expected


def test_the_order_of_solutions_counts():
    first = Queens(5).ask(First())
    second = replace(first, value=None, solutions=(), found=False, exhausted=True)
    assert contradict(first, second)


# --- Ctrl-C ---


def test_ctrl_c_gives_what_is_known_so_far():
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    found = compare(Queens(13), engines=["plain", "generate"], time_limit=None)
    assert found.stopped
    assert [row.engine for row in found.rows] == ["plain"]
    assert found.rows[0].answer.stopped_by == "Ctrl-C"
    assert [(r.engine, r.why) for r in found.refusals] == [("generate", "Ctrl-C came first")]
    assert "stopped by Ctrl-C: this is not all" in str(found)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_ends_a_range_too():
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    puzzles = {n: Queens(n) for n in (4, 13, 14)}
    grown = compare(puzzles, engines=["plain"], time_limit=None)
    assert grown.stopped
    assert list(grown.comparisons) == [4, 13]


# --- what others see ---


def test_progress_says_who_is_at_work_and_rises():
    seen = []
    puzzles = {n: Queens(n) for n in (4, 8)}
    compare(puzzles, engines=CLASSIC, progress=seen.append)
    assert [(p.n, p.engine) for p in seen if p.found == p.nodes == 0][:4] == [
        (4, "generate"),
        (4, "plain"),
        (8, "generate"),
        (8, "plain"),
    ]
    fractions = [p.fraction for p in seen]
    assert fractions == sorted(fractions)
    assert fractions[0] == 0 < fractions[-1] < 1


def test_plain_data():
    found = compare(Queens(4), engines=CLASSIC)
    data = json.loads(json.dumps(found.to_dict()))
    assert data["puzzle"] == Queens(4).to_dict()
    assert data["question"] == {"question": "count"}
    first = data["rows"][0]
    assert (first["engine"], first["value"], first["nodes"]) == ("generate", 2, 24)
    assert {"method", "seconds", "start_seconds", "nodes_a_second", "interrupted"} <= set(first)
    grown = json.loads(json.dumps(compare({4: Queens(4)}, engines=CLASSIC).to_dict()))
    assert [part["n"] for part in grown["comparisons"]] == [4]


PUZZLES = [
    Queens(6),
    MagicSquare(3, given="8 . . / . 5 . / . . ."),
    Alphametic("AB + AC = DEC", base=6),
    everyway.Permutations(list("abcdefgh"), 3),
    everyway.Hanoi(3),
    everyway.Komachi("12345", 15),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_every_family_fits_into_80_columns(puzzle):
    text = str(compare(puzzle, engines=None, time_limit=5))
    assert max(map(len, text.splitlines())) <= 80
    assert "agree" in text


def test_long_names_and_numbers_fit_too():
    puzzle = everyway.Permutations(range(100), 60)
    text = str(compare(puzzle, engines=["ranks"]))
    assert max(map(len, text.splitlines())) <= 80
    grown = compare({n: Queens(n) for n in range(3)})
    assert max(map(len, str(grown).splitlines())) <= 80


def test_pictures_tell_all_in_words():
    found = compare(Queens(5), engines=CLASSIC)
    svg = found.svg()
    assert "<title>engines compared, count: queens 5x5 --number 5</title>" in svg
    assert "generate and test" in svg
    assert "all 2 that finished agree: 10" in svg
    assert found._repr_svg_() == svg
    grown = compare({n: Queens(n) for n in (4, 5)}, engines=CLASSIC)
    assert "<title>how the cost of engines grows" in grown.svg()
    assert grown.picture().png(300).startswith(b"\x89PNG")


def test_the_names_are_public():
    assert everyway.compare is compare
    assert {"compare", "Comparison", "Growth"} <= set(dir(everyway))
