"""Nearly valid inputs of every reader: taken, or refused in one line, soon and in little memory."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everyway import EverywayError
from everyway.families.registry import FAMILIES, family
from tests.net import fuzzing, readers
from tests.net.fuzzing import tried
from tests.net.hooks import kinds
from tests.net.mutations import changed_bytes, changed_data, changed_text
from tests.net.readers import READERS, Reader

FEW = 400
AT_ONCE = 5000
"""How many inputs one process reads: the next one begins with as little memory as this did."""
MOST_SHOWN = 20

INPUTS = int(os.environ.get("EVERYWAY_NET_INPUTS", "100000"))
SEED = os.environ.get("EVERYWAY_NET_SEED", "0")


def read(seed: str, first: int, count: int, folder: Path) -> tuple[list[str], float]:
    """Read inputs; return what is wrong, and the most memory that a process had, in MB."""
    wrong: list[str] = []
    peak, end = 0.0, first + count
    while first < end:
        faults, most, first = read_on(seed, first, end - first, folder)
        wrong += faults
        peak = max(peak, most)
    return wrong, peak


def read_on(seed: str, first: int, count: int, folder: Path) -> tuple[list[str], float, int]:
    """Read inputs in a process of its own; return where to go on, beyond one that has killed it."""
    mark = folder / "mark"
    mark.write_text(f"{first} the first", "utf-8")
    paths = [str(readers.ROOT), *filter(None, sys.path)]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.net.fuzzing", seed, str(first), str(count)],
        cwd=readers.ROOT,
        env=os.environ | {"EVERYWAY_NET_MARK": str(mark), "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    peak = lines.pop()["peak"] if lines and "peak" in lines[-1] else 0.0
    wrong = [str(fuzzing.Fault(**line)) for line in lines]
    if ran.returncode == 0 and peak:
        return wrong, peak, first + count
    at = mark.read_text("utf-8")
    ending = f"{at}  # the process ended with {ran.returncode}: {ran.stderr[-1500:]}"
    return [*wrong, ending], peak, int(at.split()[0]) + 1


def shown(wrong: list[str], seed: str) -> str:
    again = f"python -m tests.net.fuzzing {seed} NUMBER 1"
    return f"{len(wrong)} faults; again by: {again}\n" + "\n".join(wrong[:MOST_SHOWN])


def test_a_few_inputs(tmp_path):
    wrong, peak = read("few", 0, FEW, tmp_path)
    assert not wrong, shown(wrong, "few")
    assert peak < fuzzing.MOST_MEMORY


@pytest.mark.slow
def test_many_inputs(tmp_path, capsys):
    found: list[str] = []
    for first in range(0, INPUTS, AT_ONCE):
        wrong, peak = read(SEED, first, min(AT_ONCE, INPUTS - first), tmp_path)
        found += wrong
        with capsys.disabled():
            print(f"\n{first + AT_ONCE} inputs, {len(found)} faults, {peak:.0f} MB", end="")
    assert not found, shown(found, SEED)


# --- the net itself holds ---


def of(function: Any) -> Reader:
    return Reader(lambda chance: "", function)


def raising(error: BaseException) -> Any:
    def function(given: object) -> None:
        raise error

    return function


@pytest.fixture(autouse=True)
def ticking():
    import signal

    before = signal.signal(signal.SIGPROF, fuzzing._too_long)
    yield
    signal.signal(signal.SIGPROF, before)


def test_what_is_refused_in_one_line_is_right():
    assert tried(of(raising(EverywayError("no board:", text="x"))), "") == []
    assert tried(of(lambda given: None), "") == []


@pytest.mark.parametrize("error", [TypeError("x"), ValueError("x"), RecursionError(), SystemExit()])
def test_any_other_error_is_a_fault(error):
    (wrong,) = tried(of(raising(error)), "")
    assert type(error).__name__ in wrong
    assert "test_fuzz.py line" in wrong


def test_a_refusal_of_two_lines_is_a_fault():
    assert "2 lines" in tried(of(raising(EverywayError("a\nb"))), "")[0]
    assert "letters" in tried(of(raising(EverywayError("a" * 2000))), "")[0]


def test_what_takes_long_is_a_fault_and_what_never_ends_is_left(monkeypatch):
    monkeypatch.setattr(fuzzing, "MOST_SECONDS", 0.05)
    monkeypatch.setattr(fuzzing, "GIVE_UP", 0.2)

    def endless(given: object) -> None:
        while True:
            pass

    first, second = tried(of(endless), "")
    assert (first, second.startswith("took 0.")) == ("was not done by then", True)


def test_what_takes_much_memory_is_a_fault(monkeypatch):
    monkeypatch.setattr(fuzzing, "MOST_GROWTH", 10)
    most = int(fuzzing.peak()) << 20
    # So much memory may take long, too.
    found = tried(of(lambda given: bytearray(most) and None), "")
    assert any(wrong.endswith(" MB") for wrong in found)


@pytest.mark.parametrize(
    ("code", "remarks", "right"),
    [
        (0, "", True),
        (2, "everyway: unknown puzzle\n", True),
        (2, "", False),
        (2, "everyway: one\neveryway: two\n", False),
        (2, "everyway: one\nand more\n", False),
        (1, "Traceback (most recent call last):\n", False),
        (4, "everyway: engines disagree\n", False),
    ],
)
def test_how_a_command_may_end(code, remarks, right):
    assert (readers.wrong_ending(code, remarks) is None) == right


def test_every_kind_and_every_family_gives_inputs():
    assert {puzzle.family for puzzle in readers.puzzles()} == set(FAMILIES)
    assert {puzzle.to_dict()["puzzle"] for puzzle in readers.puzzles()} == {k for _, k in kinds()}
    begun = {shlex.split(line)[0] for line in readers.lines()}
    for name in FAMILIES:
        assert any(map(family(name).recognises, begun))
        assert any(puzzle.family == name for puzzle, _ in readers.candidates())


@pytest.mark.parametrize("name", READERS)
def test_inputs_differ_and_some_are_valid(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reader = READERS[name]
    given = [reader.draw(Random(f"differ/{name}/{number}")) for number in range(40)]
    assert len(set(map(fuzzing.said, given))) > 10


def test_a_change_comes_again_from_the_same_chance():
    for seed in range(50):
        texts = [changed_text(Random(seed), "queens 8x8", ("tour 5",)) for _ in range(2)]
        assert texts[0] == texts[1]
        data = [changed_data(Random(seed), {"a": [1, "b"]}, ("tour 5",)) for _ in range(2)]
        assert str(data[0])[:40] == str(data[1])[:40]
        assert len({changed_bytes(Random(seed), b"abc", ("x",)) for _ in range(2)}) == 1
