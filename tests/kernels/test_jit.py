from pathlib import Path

import numba

from everyway.kernels import jit


def test_digest_follows_the_sources(tmp_path: Path):
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("x = 1\n")
    other.write_text("y = 2\n")
    before = jit.digest_of({one, other})
    assert before == jit.digest_of({other, one})
    assert before != jit.digest_of({one})
    other.write_text("y = 3\n")
    assert jit.digest_of({one, other}) != before
    assert jit.digest_of({tmp_path / "gone.py"}) != before


def test_the_name_of_a_kernel_tells_the_sources_of_its_parts_apart(monkeypatch):
    monkeypatch.setattr(jit, "_sources", set())

    def double(x: int) -> int:
        return x * 2

    kernel = jit.kernel(double)
    assert kernel.__qualname__.endswith(jit.digest_of({Path(__file__)}))
    assert kernel(21) == 42


def test_without_a_folder_for_the_cache_a_kernel_still_compiles(monkeypatch):
    njit = numba.njit

    def without_cache(**options):
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return njit(**options)

    monkeypatch.setattr(numba, "njit", without_cache)

    def triple(x: int) -> int:
        return x * 3

    assert jit.kernel(triple)(14) == 42


def test_kernels_release_the_gil_and_parts_stay_callable():
    @jit.part
    def half(x: int) -> int:
        return x // 2

    @jit.kernel
    def quarter(x: int) -> int:
        return half(half(x))

    assert half(10) == 5
    assert quarter(12) == 3
    assert quarter.targetoptions["nogil"]
