"""Machine code on disk: what a kernel takes and gives, and what is made of damaged files."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from everyway.kernels import stored
from everyway.kernels.jit import Kernel, form_of, kernel, part
from everyway.kernels.lanes import Lanes, load, store, total
from everyway.kernels.memory import at, put
from everyway.kernels.stored import load_call

MANY = 10**11
"""Rounds that take minutes: who cannot write a number meanwhile waits for their end."""


class Job(NamedTuple):
    address: int
    number: int


@part
def add_up(job: Job) -> int:
    total = 0
    for i in range(job.number):
        total += at(job.address, i)
    return total


@kernel
def sum_of(job: Job, factor: int) -> int:
    return add_up(job) * factor


@kernel
def divided(a: int, b: int) -> tuple[int, int, bool]:
    return a // b, a % b, a % b == 0


@kernel
def is_odd(a: int) -> bool:
    return a & 1 == 1


@kernel
def clear(address: int, number: int) -> None:
    for i in range(number):
        put(address, i, 0)


@kernel
def length_of(numbers: tuple[int, ...], more: Job) -> tuple[int, int]:
    return len(numbers), more.number


@kernel
def add_lanes(lanes: Lanes, address: int) -> int:
    vector = load(lanes, address)
    store(address, vector + vector)
    return total(vector)


@kernel
def first_of(numbers: np.ndarray) -> int:
    return numbers[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for the code of these kernels, which are as if never called."""
    monkeypatch.setenv(stored.NUMBA_FOLDER, str(tmp_path))
    for made in (sum_of, divided, is_odd, clear, length_of, add_lanes, first_of):
        monkeypatch.setattr(made, "_calls", {})
    return tmp_path


def again(made: Kernel, *arguments: object) -> object:
    """Return what the stored code of *made* returns, loaded as by another process."""
    call = load_call(made, form_of(arguments))
    assert call is not None
    return call(*arguments)


def test_tuples_go_in_and_come_out() -> None:
    numbers = np.array([3, 4, -5], dtype=np.int64)
    job = Job(numbers.ctypes.data, 3)
    assert sum_of(job, 10) == again(sum_of, job, 10) == 20
    assert divided(17, 5) == again(divided, 17, 5) == (3, 2, False)
    assert divided(-20, 5) == again(divided, -20, 5) == (-4, 0, True)
    assert length_of((1, 2, 3), job) == again(length_of, (1, 2, 3), job) == (3, 3)
    assert length_of((), job) == again(length_of, (), job) == (0, 3)


def test_single_results() -> None:
    for number in (7, 8):
        assert is_odd(number) is again(is_odd, number) is (number % 2 == 1)
    numbers = np.ones(4, dtype=np.int64)
    assert clear(numbers.ctypes.data, 3) is None
    assert numbers.tolist() == [0, 0, 0, 1]


def test_shapes_are_compiled_apart(folder: Path) -> None:
    for lanes in (Lanes(64, 2), Lanes(64, 4)):
        numbers = np.arange(4, dtype=np.int64)
        assert add_lanes(lanes, numbers.ctypes.data) == sum(range(lanes.count))
        assert numbers.tolist() == [2 * i if i < lanes.count else i for i in range(4)]
    assert len(list(folder.glob("*.kernel"))) == 2


def test_arrays_are_left_to_numba(folder: Path) -> None:
    assert first_of(np.array([5, 6])) == 5
    assert not list(folder.glob("*.kernel"))


def test_damaged_code_is_compiled_anew(folder: Path) -> None:
    assert is_odd(3)
    [file] = folder.glob("*.kernel")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole.replace(b'"b"', b'"i"', 1)[:40], b"{}\n", b"\0" * 99):
        file.write_bytes(damaged)
        assert load_call(is_odd, form_of((3,))) is None
        is_odd._calls.clear()
        assert is_odd(3) is True
        assert again(is_odd, 3) is True


def test_a_damaged_head_and_code_of_another_kernel_are_compiled_anew(folder: Path) -> None:
    assert is_odd(3) is True
    assert divided(7, 2) == (3, 1, False)
    odd, file = (next(folder.glob(f"*.{name}.*")) for name in ("is_odd", "divided"))
    whole = file.read_bytes()
    for damaged in (
        whole.replace(b'"symbol": "', b'"symbol": "x', 1),
        whole.replace(b'"results": "ii', b'"results": "zi', 1),
        whole.replace(b'"results": "ii', b'"results": "i', 1),
        whole.replace(b'"single": false', b'"single": true', 1),
        odd.read_bytes(),
    ):
        assert damaged != whole
        file.write_bytes(damaged)
        assert load_call(divided, form_of((7, 2))) is None
    file.write_bytes(whole)
    assert load_call(divided, form_of((7, 2))) is not None


def test_code_of_older_sources_is_dropped(folder: Path) -> None:
    is_odd(3)
    [file] = folder.glob("*.kernel")
    older = file.with_name(file.name.replace(is_odd.digest, "0123456789ab"))
    other = file.with_name("other.kernel")
    file.rename(older)
    other.touch()
    is_odd._calls.clear()
    is_odd(3)
    assert set(folder.glob("*.kernel")) == {file, other}


def test_a_folder_that_takes_nothing_is_no_hindrance(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = folder / "file"
    blocked.touch()
    monkeypatch.setenv(stored.NUMBA_FOLDER, str(blocked))
    assert is_odd(3) is True


def test_other_processors_have_code_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    is_odd(3)
    monkeypatch.setattr(stored, "_machine", lambda: ("another",))
    assert load_call(is_odd, form_of((3,))) is None


@kernel
def wait_for(address: int, other: int, most: int) -> int:
    rounds = 0
    while at(address, 0) == 0 and rounds < most:
        rounds += 1
        put(address, other, rounds)  # for all the compiler knows, at the place that it reads
    return rounds


def test_the_gil_is_released() -> None:
    numbers = np.ones(2, dtype=np.int64)
    address = numbers.ctypes.data
    assert wait_for(address, 1, MANY) == 0  # it is compiled, and need not wait
    numbers[0] = 0
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(wait_for(address, 1, MANY)))
    thread.start()
    numbers[0] = 1
    thread.join()
    assert found[0] < MANY


def test_a_later_process_loads_no_compiler() -> None:
    code = (
        "import sys; from everyway import Queens; Queens(13).count(engine='lanes', workers=1);"
        "print('numba' in sys.modules)"
    )
    said = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [one.stdout for one in said] == ["True\n", "False\n"]
