"""Random puzzles of every family: every engine and every question beside brute force."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from random import Random

import pytest

from everyway import Count, Every, Placement, Puzzle, Queens, Smallest
from tests.net.asking import Fault, asked, faults
from tests.net.chance import draws, random_puzzle
from tests.net.hooks import kinds, net_of
from tests.net.truth import Truth, truth_of

FEW = 10
"""Puzzles of each kind in `make test`."""
SHARE = 0.12
"""What share of the questions each engine is asked about one puzzle."""
MOST_SHOWN = 20

PUZZLES = int(os.environ.get("EVERYWAY_NET_PUZZLES", "10000"))
SEED = os.environ.get("EVERYWAY_NET_SEED", "0")
KINDS = kinds()
ROOKS = Placement("2x2", "rook", covering=True)


def small_truths(seed: str, name: str, kind: str) -> Iterator[tuple[Random, Truth]]:
    """Yield random puzzles that are small enough, for ever, each with its own chance."""
    number = 0
    while True:
        chance = Random(f"{seed}/{kind}/{number}")
        number += 1
        truth = truth_of(random_puzzle(chance, name, kind))
        if truth is not None:
            yield chance, truth


def shown(found: list[Fault], tried: int) -> str:
    lines = "\n".join(map(str, found[:MOST_SHOWN]))
    return f"{len(found)} faults in {tried} puzzles (from everyway import *):\n{lines}"


def cast(seed: str, name: str, kind: str, most: int, workers: float) -> tuple[list[Fault], int]:
    """Return the faults of *most* puzzles of one kind, and how many of these have solutions."""
    found: list[Fault] = []
    solvable = 0
    for number, (chance, truth) in enumerate(small_truths(seed, name, kind), 1):
        solvable += bool(truth.solutions)
        found += faults(chance, truth, SHARE, workers)
        if number == most:
            break
    return found, solvable


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_every_family_is_in_the_net(name, kind):
    net_of(name)
    draws(name, kind)
    puzzles = {random_puzzle(Random(f"in/{kind}/{number}"), name, kind) for number in range(20)}
    assert len(puzzles) > 5


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_a_few_puzzles(name, kind):
    found, solvable = cast("few", name, kind, FEW, 0.0)
    assert not found, shown(found, FEW)
    assert solvable, "no puzzle had a solution"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_thousands_of_puzzles(name, kind, capsys):
    most = -(-PUZZLES // len(KINDS))
    started = time.monotonic()
    found, solvable = cast(SEED, name, kind, most, 0.002)
    with capsys.disabled():
        seconds = time.monotonic() - started
        print(f"\n{kind}: {most} puzzles, {solvable} of them with solutions, {seconds:.0f} s")
    assert not found, shown(found, most)
    assert solvable > most / 20


# --- the net itself holds ---


def lies(truth: Truth, question: object, **options: object) -> list[str]:
    return [fault.wrong for fault in asked(truth, question, **options)[1]]  # type: ignore[arg-type]


@pytest.fixture
def queens() -> Truth:
    truth = truth_of(Queens(3), most=10_000)
    assert truth is not None
    assert truth.solutions == ()
    return truth


def false_truth(puzzle: Puzzle, change: int) -> Truth:
    """Return a truth with one solution more or fewer than there are."""
    truth = truth_of(puzzle, most=10_000)
    assert truth is not None
    solutions = truth.solutions[:-1] if change < 0 else (*truth.solutions, ["a1"])
    return Truth(puzzle, truth.net, solutions)


def test_a_wrong_count_and_a_wrong_list_are_caught():
    for change in (-1, 1):
        truth = false_truth(ROOKS, change)
        assert any("count is" in wrong for wrong in lies(truth, Count()))
        assert any("shown is" in wrong for wrong in lies(truth, Every()))


def test_a_wrong_optimum_is_caught():
    truth = false_truth(ROOKS, 1)
    assert any("value is" in wrong for wrong in lies(truth, Smallest()))


def test_a_refusal_is_caught(queens):
    assert lies(queens, Count(), engine="nothing")[0].startswith("refused")


def test_a_fault_is_one_line_that_shows_it_again(queens):
    fault = asked(queens, Count(), engine="nothing")[1][0]
    assert "\n" not in str(fault)
    assert str(fault).startswith('load(\'{"puzzle": "placement"')


def test_a_family_that_is_not_in_the_net_is_told_what_to_write():
    with pytest.raises(AssertionError, match=r"write tests/families/unheard/net\.py"):
        net_of("unheard")
