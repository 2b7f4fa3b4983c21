import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numba
import numpy as np
import pytest

from everyway.kernels import jit

PARTS = """
from typing import NamedTuple
from everyway.kernels.jit import part

FACTOR = 2

class Pair(NamedTuple):
    one: int
    two: int

@part
def double(x: int) -> int:
    return x * FACTOR
"""
KERNEL = """
from __future__ import annotations
from {parts} import double, Pair
from everyway.kernels.jit import kernel

FACTOR = 3

@kernel
def six_times(pair: Pair) -> int:
    return double(pair.one) * FACTOR
"""


@pytest.fixture
def digest_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The name of a kernel and its value for 7, given the texts of its part's and its module."""

    # Python tells a changed file by its size and its second, and both may stay.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(name: str, text: str):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        spec = spec_from_file_location(name, path)
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    def digest(parts: str, kernel: str) -> tuple[str, int]:
        module = load("everyway_test_parts", parts)
        kernel = kernel.format(parts="everyway_test_parts")
        six_times = load("everyway_test_kernel", kernel).six_times
        return six_times.__qualname__, six_times(module.Pair(7, 0))

    return digest


def test_a_change_of_a_part_is_not_answered_from_the_cache(digest_of):
    name, value = digest_of(PARTS, KERNEL)
    assert value == 42
    assert digest_of(PARTS, KERNEL) == (name, 42)
    changed, value = digest_of(PARTS.replace("x * FACTOR", "x + FACTOR"), KERNEL)
    assert value == 27
    assert changed != name


@pytest.mark.parametrize(
    ("parts", "kernel"),
    [
        (PARTS.replace("FACTOR = 2", "FACTOR = 5"), KERNEL),
        (PARTS.replace("one: int\n    two: int", "two: int\n    one: int"), KERNEL),
        (PARTS, KERNEL.replace("FACTOR = 3", "FACTOR = 5")),
    ],
    ids=["a constant of the part", "a type", "a constant of the kernel"],
)
def test_a_change_of_what_a_kernel_uses_changes_its_name(digest_of, parts, kernel):
    assert digest_of(parts, kernel)[0] != digest_of(PARTS, KERNEL)[0]


def test_other_kernels_do_not_change_the_name(digest_of):
    name, _ = digest_of(PARTS, KERNEL)

    @jit.part
    def stranger(x: int) -> int:
        return x

    assert digest_of(PARTS, KERNEL)[0] == name


def test_without_a_folder_for_the_cache_a_kernel_still_compiles(monkeypatch):
    njit = numba.njit

    def without_cache(**options):
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return njit(**options)

    monkeypatch.setattr(numba, "njit", without_cache)

    def triple(x: np.ndarray) -> int:
        return x[0] * 3

    assert jit.kernel(triple)(np.array([14])) == 42


def test_parts_stay_callable():
    @jit.part
    def half(x: int) -> int:
        return x // 2

    @jit.kernel
    def quarter(x: int) -> int:
        return half(half(x))

    assert half(10) == 5
    assert quarter(12) == 3


def test_kernels_of_one_name_in_one_file_are_told_apart():
    def made(number: int):
        if number == 1:

            @jit.kernel
            def same(x: int) -> int:
                return x + 1

            return same

        @jit.kernel
        def same(x: int) -> int:
            return x + 2

        return same

    assert (made(1)(5), made(2)(5)) == (6, 7)
