"""The road: limits, Ctrl-C, progress, ledgers, the choice of engine, evidence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from everyway import (
    Board,
    Count,
    Every,
    EverywayError,
    First,
    Interrupted,
    Largest,
    NoSolution,
    NotUnique,
    Permutations,
    Placement,
    Queens,
    RegionQueens,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.core.engine import NO_LIMIT, Tally
from everyway.core.puzzle import Progress
from everyway.core.question import UpTo
from everyway.runs.choice import choose
from everyway.runs.run import FIRST_PIECE

LONG = Placement(Board(20, 20), "queen", number=20)
SOME_REGIONS = ["AAAA", "ABBB", "CCDB", "CCDD"]


@pytest.mark.parametrize("engine", ["plain", "propagate", "compiled"])
def test_a_node_limit_gives_a_lower_bound(engine: str) -> None:
    answer = Queens(8).ask(Count(), engine=engine, node_limit=300)
    assert answer.interrupted
    assert answer.stopped_by == "node limit"
    assert 0 <= answer.value < 92
    assert 0 <= answer.progress < 1
    assert str(answer) == f"at least {answer.value}"
    assert 300 <= answer.nodes < 1000


@pytest.mark.parametrize("engine", ["plain", "propagate", "compiled", "cpsat"])
def test_a_time_limit_stops_within_a_second(engine: str) -> None:
    question = Smallest() if engine == "cpsat" else Count()
    puzzle = Placement(Board(18, 18), "queen", covering=True) if engine == "cpsat" else LONG
    # What is loaded or compiled once is not part of a search.
    Placement(Board(2, 2), "queen").ask(question, engine=engine)
    before = time.monotonic()
    answer = puzzle.ask(question, engine=engine, time_limit=0.3)
    assert answer.interrupted
    assert answer.stopped_by == "time limit"
    assert time.monotonic() - before < 0.3 + 1.0 + 2.0  # the last for building and slow machines


def test_a_limit_of_nothing_answers_nothing() -> None:
    for question in (Count(), Sizes(), First(), Unique(), Every(), Smallest(), Largest(), Sample()):
        answer = Queens(6).ask(question, node_limit=0)
        assert answer.interrupted, question
        assert not answer.found


@pytest.mark.parametrize("engine", ["plain", "propagate", "cover"])
@pytest.mark.parametrize("up_to", [None, "symmetry"])
def test_engines_that_combine_by_more_than_addition_may_have_nothing_to_combine(
    engine: str, up_to: UpTo
) -> None:
    puzzle = Placement(Board(2, 3), "queen", covering=True)
    for question in (Count(up_to=up_to), Sizes(up_to=up_to)):
        answer = puzzle.ask(question, engine=engine, node_limit=0)
        assert (answer.interrupted, answer.found, answer.exhausted) == (True, False, False)


def test_short_forms_raise_interrupted_with_the_partial_answer() -> None:
    with pytest.raises(Interrupted) as caught:
        Queens(8).count(engine="plain", node_limit=1000)
    assert caught.value.answer.interrupted
    assert caught.value.answer.value < 92
    for ask in (Queens(8).first, Queens(8).is_unique, Queens(8).sizes, Queens(8).one):
        with pytest.raises(Interrupted):
            ask(node_limit=0)
    with pytest.raises(Interrupted):
        list(Queens(8).solutions(node_limit=500, engine="plain"))


def test_two_found_are_enough_to_deny_uniqueness() -> None:
    answer = Queens(8).ask(Unique(), engine="plain", node_limit=1500)
    assert answer.value is False
    assert not answer.interrupted
    assert Queens(8).is_unique() is False


def test_one_raises_unless_there_is_exactly_one() -> None:
    assert RegionQueens(SOME_REGIONS).one().squares == ("c1", "a2", "d3", "b4")
    with pytest.raises(NoSolution):
        Queens(3).one()
    with pytest.raises(NotUnique):
        Queens(4).one()


def test_interrupted_optima_say_what_is_proved() -> None:
    puzzle = Placement(Board(9, 9), "queen", covering=True)
    answer = puzzle.ask(Smallest(), engine="propagate", node_limit=250)
    assert answer.interrupted
    assert not answer.optimal_proven
    low, high = answer.bounds
    assert low is not None
    assert high is not None
    assert low <= 5 <= high
    assert str(answer) == f"between {low} and {high}"
    assert puzzle.is_solution(answer.solution)


def test_questions_never_change_a_puzzle() -> None:
    puzzle = Placement(Board(4, 4), "queen", covering=True)
    before, text = hash(puzzle), repr(puzzle)
    for question in (Count(), Sizes(), First(), Unique(), Every(), Smallest(), Largest(), Sample()):
        puzzle.ask(question)
        puzzle.ask(question.__class__(up_to="symmetry"))
    assert (hash(puzzle), repr(puzzle)) == (before, text)


def test_ctrl_c_in_the_middle_gives_a_partial_answer() -> None:
    timer = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    before = time.monotonic()
    answer = LONG.ask(Count(), engine="propagate")
    assert time.monotonic() - before < 3
    assert answer.stopped_by == "Ctrl-C"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_ctrl_c_stops_workers(engine: str) -> None:
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    answer = LONG.ask(Count(), engine=engine, workers=2)
    assert answer.stopped_by == "Ctrl-C"


def test_workers_end_with_the_process_that_asked() -> None:
    program = "from everyway import *\nQueens(20).ask(Count(), engine='plain', workers=2)"
    asker = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
    find = ["ps", "-o", "pid=", "--ppid", str(asker.pid)]
    workers: list[str] = []
    for _ in range(100):
        time.sleep(0.1)
        workers = subprocess.run(find, capture_output=True, text=True, check=False).stdout.split()
        if len(workers) == 2:
            break
    assert len(workers) == 2
    time.sleep(1)
    asker.kill()
    asker.wait()
    for _ in range(100):
        time.sleep(0.1)
        alive = [pid for pid in workers if _is_running(int(pid))]
        if not alive:
            break
    assert not alive


def _is_running(pid: int) -> bool:
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout.strip()
    return bool(found) and not found.startswith("Z")


def test_progress_is_an_honest_rising_fraction() -> None:
    seen: list[Progress] = []
    Queens(9).ask(Count(), engine="plain", progress=seen.append)
    fractions = [p.fraction for p in seen]
    assert fractions == sorted(fractions)
    assert all(0 <= f <= 1 for f in fractions)


def test_a_ledger_keeps_finished_branches() -> None:
    ledger: dict[str, Tally] = {}
    part = Queens(9).ask(Count(), engine="plain", node_limit=3000, ledger=ledger)
    assert part.interrupted
    assert ledger
    kept = len(ledger)
    whole = Queens(9).ask(Count(), engine="plain", ledger=ledger)
    assert whole.value == 352
    assert len(ledger) > kept
    again = Queens(9).ask(Count(), engine="plain", ledger=ledger)
    assert (again.value, again.nodes) == (352, whole.nodes)
    # Branches of another question or puzzle have other names.
    assert Queens(9).ask(Count(up_to="symmetry"), engine="plain", ledger=ledger).value == 46
    assert Queens(8).ask(Count(), engine="plain", ledger=ledger).value == 92


def test_tallies_in_a_ledger_survive_json() -> None:
    ledger: dict[str, Tally] = {}
    Queens(7).ask(Every(), engine="plain", ledger=ledger)
    copied = {name: Tally.from_dict(tally.to_dict()) for name, tally in ledger.items()}
    assert copied == ledger


def test_the_same_answer_whatever_the_hash_seed() -> None:
    program = textwrap.dedent(
        """
        from everyway import *
        p = Placement(Board(4, 4), "king", covering=True)
        for engine in ("plain", "propagate"):
            print([s.squares for s in p.solutions(engine=engine)], p.sizes(engine=engine))
            print(p.ask(Count(up_to="symmetry"), engine=engine))
        print(p.to_json())
        """
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1


def test_choice_explains_itself() -> None:
    choice = choose(Queens(8, holes="a1", torus=True), Count())
    assert choice.attempts[0].engine.name == "plain"
    text = choice.explain()
    for name in ("plain", "propagate", "compiled", "cpsat"):
        assert name in text
    assert choose(Queens(12, torus=True), Count()).attempts[0].engine.name == "compiled"
    with pytest.raises(EverywayError, match="unknown engine"):
        choose(Queens(8), Count(), "magic")
    with pytest.raises(EverywayError, match="cannot answer"):
        choose(Queens(8), Count(), "cpsat")


def test_a_light_engine_that_proves_slow_gives_way() -> None:
    """Plain backtracking guesses that this takes a moment; it would take minutes."""
    answer = Placement(Board(8, 8), "king").ask(Largest(), time_limit=60)
    assert answer.value == 16
    assert answer.optimal_proven
    assert answer.engine != "plain"


def test_evidence_names_what_agreed() -> None:
    answer = Queens(6).ask(Count(), evidence=True)
    kinds = {e.kind for e in answer.evidence}
    assert {"exhaustive search", "known value", "second engine"} <= kinds
    assert all(e.agrees for e in answer.evidence)
    listed = Queens(6).ask(Every())
    assert any(e.kind == "checked solutions" for e in listed.evidence)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"workers": 0}, "workers"),
        ({"workers": True}, "workers"),
        ({"node_limit": -1}, "node limit"),
        ({"time_limit": -1}, "time limit"),
        ({"time_limit": "soon"}, "time limit"),
        ({"time_limit": float("nan")}, "time limit"),
        ({"time_limit": 10**400}, "too long a time limit"),
        ({"engine": "fast"}, "unknown engine"),
        ({"progress": 5}, "progress is a function"),
        ({"ledger": 5}, "a ledger is a mapping"),
    ],
)
def test_bad_keywords_are_refused(keywords: dict[str, object], message: str) -> None:
    with pytest.raises(EverywayError, match=message):
        Queens(5).ask(Count(), **keywords)  # type: ignore[arg-type]
    with pytest.raises(EverywayError, match="not a question"):
        Queens(5).ask("count")  # type: ignore[arg-type]


def test_solutions_are_lazy() -> None:
    view = LONG.solutions()
    iterator = iter(view)
    first = next(iterator)
    assert first.squares[0] == "a1"
    assert first in view
    assert ["a1", "a2"] not in view
    assert "nonsense" not in view
    assert view
    assert not Queens(3).solutions()
    assert Queens(6).solutions().count() == 4
    assert Queens(6).solutions(up_to="symmetry").count() == 1
    assert Queens(1).solutions().one().squares == ("a1",)
    assert "solutions of Placement" in repr(view)
    assert Queens(4).solutions(up_to="symmetry").one() == Queens(4).first(up_to="symmetry")


def test_little_is_listed_before_the_first_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    from everyway.families.arrangement.plain import PlainEngine

    efforts = []
    puzzle = Permutations("abcdefg")
    search = PlainEngine.search

    def watched(self, puzzle, question, branch, control, effort=NO_LIMIT):  # type: ignore[no-untyped-def]
        efforts.append(effort.solutions)
        return search(self, puzzle, question, branch, control, effort)

    monkeypatch.setattr(PlainEngine, "search", watched)
    everything = list(puzzle.ask(Every(), engine="plain").value)
    assert efforts[0] == FIRST_PIECE
    # What is found to be listed soon is listed in larger pieces, which change nothing.
    assert max(efforts) > 2 * FIRST_PIECE
    assert everything == sorted(set(everything))
    assert len(everything) == puzzle.count()


def test_a_proof_stays_one_when_the_run_is_stopped_after_it() -> None:
    """The least size is proved, but the first board of that size is not found in time."""
    puzzle = Placement(Board(6, 6), "queen", covering=True)
    full = puzzle.ask(Smallest(), engine="propagate")
    for nodes in range(full.nodes - 5, 0, -20):
        answer = puzzle.ask(Smallest(), engine="propagate", node_limit=nodes, evidence=True)
        assert answer.optimal_proven != answer.interrupted
        assert all(e.agrees is not False for e in answer.evidence)
        low, high = answer.bounds
        assert low is None or low <= full.value
        assert high is None or high >= full.value


def test_a_partial_count_is_a_lower_bound_whatever_the_limit() -> None:
    puzzle = Placement(Board(4, 4), "king")
    for question in (Count(), Count(up_to="symmetry")):
        whole = puzzle.ask(question).value
        for nodes in range(0, 400, 37):
            answer = puzzle.ask(question, engine="propagate", node_limit=nodes)
            assert answer.value <= whole
            assert answer.interrupted or answer.value == whole
