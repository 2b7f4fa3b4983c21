"""Limits and Ctrl-C hold while a question is prepared, searched and explained; asking nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from everyway import Count, Every, First, Interrupted, Queens, Sample, Sizes, Smallest, Unique
from everyway.core.engine import Branch, Control, Tally
from everyway.core.errors import Cancelled, LimitReached
from everyway.core.memory import memory_used
from everyway.core.stopping import work_is_left
from everyway.families.placement.plain import PlainEngine
from everyway.kernels import jit
from everyway.runs import road
from everyway.runs.ledger_status import status_of

QUESTIONS = (
    Count(), Sizes(), First(), Unique(), Every(), Smallest(), Sample(), Every(ordered=False),
)  # fmt: skip
LONGEST = 6.0
"""Seconds for what is limited to a tenth of one: a second, and a slow machine."""


def stuck(*what, **options):
    """Take a minute, and ask nobody."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        sum(range(1000))
    raise AssertionError("nobody has stopped it")


def stuck_in_the_middle(*what):
    yield Branch((0,), 0.1)  # no solution has a queen in the corner
    stuck()


PLACES = {
    "offer": ("offer", stuck),
    "branches": ("branches", stuck),
    "one branch after another": ("branches", stuck_in_the_middle),
    "a split": ("split", stuck),
    "a search": ("search", stuck),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("question", QUESTIONS, ids=repr)
def test_a_question_stops_wherever_it_is_stuck(monkeypatch, place, question):
    name, instead = PLACES[place]
    monkeypatch.setattr(PlainEngine, name, instead)
    monkeypatch.setattr(PlainEngine, "listing", lambda *what: None)
    if place == "a split":
        monkeypatch.setattr(PlainEngine, "branches", lambda *what: [Branch()])
        monkeypatch.setattr(PlainEngine, "is_coarse", lambda *what: True)
    started = time.monotonic()
    answer = Queens(6).ask(question, engine="plain", time_limit=0.1)
    assert time.monotonic() - started < LONGEST
    assert (answer.interrupted, answer.stopped_by) == (True, "time limit")
    assert not answer.exhausted


@pytest.mark.parametrize("place", PLACES)
def test_a_ledger_stays_whole_wherever_a_run_is_stuck(monkeypatch, tmp_path, place):
    file = tmp_path / "run.db"
    name, instead = PLACES[place]
    with monkeypatch.context() as patch:
        patch.setattr(PlainEngine, name, instead)
        answer = Queens(6).ask(Count(), engine="plain", time_limit=0.1, ledger=file)
        assert answer.interrupted or place == "a split"
    assert Queens(6).ask(Count(), engine="plain", ledger=file).value == 4


def test_nobody_to_answer_when_there_is_no_time_to_choose(monkeypatch):
    monkeypatch.setattr(road, "attempts", stuck_in_the_middle)
    monkeypatch.setattr(road, "_attempts", lambda *what: iter(stuck, None))
    answer = Queens(6).ask(Count(), time_limit=0.1)
    assert (answer.engine, answer.value, str(answer)) == ("none", 0, "at least 0")
    with pytest.raises(LimitReached):
        list(Queens(6).solutions(time_limit=0.1))


def test_reasons_that_take_too_long_are_left_out(monkeypatch):
    monkeypatch.setattr(road, "evidence_for", stuck)
    answer = Queens(6).ask(Count(), time_limit=0.3)
    assert (answer.value, answer.interrupted) == (4, False)


def test_a_second_engine_that_is_stuck(monkeypatch):
    monkeypatch.setattr(road, "independent_of", stuck)
    answer = Queens(6).ask(Count(), time_limit=0.3, evidence=True)
    assert (answer.value, answer.interrupted) == (4, False)


def test_branches_without_end_are_read_as_they_are_searched(monkeypatch):
    def endless(*what):
        number = 0
        while True:
            number += 1
            yield Branch((number,), 0.0)

    def search(self, puzzle, question, branch, control, effort=None):
        control.spend(1)
        return Tally({6: 1}, nodes=1)

    monkeypatch.setattr(PlainEngine, "branches", endless)
    monkeypatch.setattr(PlainEngine, "search", search)
    answer = Queens(6).ask(Count(), engine="plain", node_limit=5000)
    assert (answer.value, answer.stopped_by) == (5000, "node limit")


def test_memory_stops_a_run_with_what_is_known(monkeypatch):
    usual = PlainEngine.search
    kept = []

    def search(self, puzzle, question, branch, control, effort=None):
        if branch.path == (0,):
            return usual(self, puzzle, question, branch, control)
        while not control.spend(0):
            kept.append(b"x" * (1 << 20))
            assert len(kept) < 4000, "nobody looks at the memory"
        return Tally(complete=False)

    monkeypatch.setattr(PlainEngine, "search", search)
    limit = memory_used() + (64 << 20)
    answer = Queens(6).ask(Count(), engine="plain", memory_limit=limit)
    kept.clear()
    assert answer.stopped_by == "memory limit"
    assert answer.value == 0
    assert answer.nodes > 0


def test_a_demand_that_the_system_refuses_is_a_limit_of_memory(monkeypatch):
    def search(*what):
        raise MemoryError

    monkeypatch.setattr(PlainEngine, "search", search)
    answer = Queens(6).ask(Count(), engine="plain")
    assert (answer.interrupted, answer.stopped_by) == (True, "memory limit")


def test_waiting_for_a_compiler_can_be_left_and_its_work_is_kept(monkeypatch):
    made = []
    may_end = threading.Event()

    def make(self, form, arguments):
        may_end.wait(60)
        made.append(form)
        return lambda *numbers: sum(numbers)

    monkeypatch.setattr(jit.Kernel, "_make", make)
    monkeypatch.setattr(jit, "load_call", lambda *what: None)

    @jit.kernel
    def add(a: int, b: int) -> int:
        return a + b

    def search(self, puzzle, question, branch, control, effort=None):
        return Tally({6: add(1, 2)})

    monkeypatch.setattr(PlainEngine, "search", search)
    monkeypatch.setattr(PlainEngine, "branches", lambda *what: [Branch()])
    started = time.monotonic()
    answer = Queens(6).ask(Count(), engine="plain", time_limit=0.1)
    assert time.monotonic() - started < LONGEST
    assert answer.stopped_by == "time limit"
    assert work_is_left()
    may_end.set()
    assert Queens(6).ask(Count(), engine="plain").value == 3
    assert len(made) == 1
    assert not work_is_left()


# --- Ctrl-C ---


def pressing(after=2):
    """Return a callback that presses Ctrl-C once it was called so often."""
    calls = []

    def press(progress):
        calls.append(progress)
        if len(calls) == after:
            signal.raise_signal(signal.SIGINT)

    return press


def test_ask_returns_what_is_known_at_ctrl_c():
    answer = Queens(12).ask(Count(), engine="plain", progress=pressing(1))
    assert (answer.interrupted, answer.stopped_by) == (True, "Ctrl-C")


@pytest.mark.parametrize(
    "form",
    [
        lambda puzzle, **options: puzzle.count(**options),
        lambda puzzle, **options: puzzle.sizes(**options),
        lambda puzzle, **options: puzzle.sample(1, **options),
        lambda puzzle, **options: list(puzzle.solutions(**options)),
        lambda puzzle, **options: puzzle.solutions(**options).count(),
    ],
)
def test_short_forms_raise_what_is_interrupted_and_a_keyboard_interrupt(form):
    def careless():
        try:
            form(Queens(12), engine="plain", progress=pressing(1))
        except Exception as error:
            raise AssertionError("it was swallowed") from error

    with pytest.raises(Cancelled) as caught:
        careless()
    assert isinstance(caught.value, KeyboardInterrupt)
    assert isinstance(caught.value, Interrupted)
    assert caught.value.answer.stopped_by == "Ctrl-C"
    assert not isinstance(caught.value, Exception)


def test_a_limit_is_an_exception_like_others():
    with pytest.raises(LimitReached) as caught:
        Queens(8).count(engine="plain", node_limit=5)
    assert isinstance(caught.value, Exception)
    assert not isinstance(caught.value, KeyboardInterrupt)


def test_ctrl_c_between_two_solutions_is_the_askers():
    found = iter(Queens(8).solutions())
    next(found)
    with pytest.raises(KeyboardInterrupt) as caught:
        signal.raise_signal(signal.SIGINT)
    assert not isinstance(caught.value, Interrupted)
    assert len(list(found)) == 91


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_sigterm_ends_a_command_with_what_is_known_and_a_ledger(tmp_path):
    file = tmp_path / "run.db"
    words = ["count", "queens", "13", "--engine", "plain", "--ledger", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "everyway", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and (not file.exists() or not status_of(file).nodes):
        time.sleep(0.1)
    process.terminate()
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert out.startswith("at least ")
    assert "stopped by SIGTERM" in err
    assert status_of(file).branches > 0


def test_sigterm_is_left_alone_in_a_library():
    before = signal.getsignal(signal.SIGTERM)
    with road.ctrl_c_stops(Control()):
        assert signal.getsignal(signal.SIGTERM) is before
