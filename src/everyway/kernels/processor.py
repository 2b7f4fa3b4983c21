"""What this machine's processor can do, without loading a compiler where that can be avoided.

``width()`` says how many bits a vector should have here, 0 that single numbers are faster.
EVERYWAY_VECTOR_BITS in the environment (512, 256, 128 or 0) overrides it; so does ``forced_width``
for the tests.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from everyway.core.errors import EverywayError

WIDTHS = (512, 256, 128, 0)
VARIABLE = "EVERYWAY_VECTOR_BITS"
LINUX_FLAGS = Path("/proc/cpuinfo")
WIDEST = ("avx512bw", "avx512vbmi2", "avx512vpopcntdq")
LINUX_NAMES = {"avx512vbmi2": "avx512_vbmi2", "avx512vpopcntdq": "avx512_vpopcntdq"}

_forced: list[int] = []


def width() -> int:
    """Return how many bits a vector should have here; 0 when single numbers are faster.

    512 needs AVX-512 that packs lanes of 16 bits (VBMI2) and counts bits, 256 needs AVX2, and 128
    is for ARM's NEON.
    """
    if _forced:
        return _forced[-1]
    asked = os.environ.get(VARIABLE)
    if asked is None:
        return _best_width()
    if asked not in map(str, WIDTHS):
        hint = "one of " + ", ".join(map(str, WIDTHS))
        raise EverywayError(f"{VARIABLE} cannot be", text=asked, hint=hint)
    return int(asked)


@lru_cache(maxsize=1)
def _best_width() -> int:
    if is_arm():
        return 128
    features = _features()
    if features.issuperset(WIDEST):
        return 512
    return 256 if "avx2" in features else 0


def _features() -> set[str]:
    """Return the names of the processor's features, as LLVM calls them."""
    if LINUX_FLAGS.is_file():
        for line in LINUX_FLAGS.read_text("utf-8", "replace").splitlines():
            if line.startswith("flags"):
                flags = set(line.split())
                names = {name for name, other in LINUX_NAMES.items() if other in flags}
                return flags | names
    import llvmlite.binding as llvm

    return {name for name, has in llvm.get_host_cpu_features().items() if has}


def is_arm() -> bool:
    """Return whether this is a 64-bit ARM processor, all of which have NEON."""
    return platform.machine().lower() in ("aarch64", "arm64")


@contextmanager
def forced_width(bits: int) -> Iterator[None]:
    """Make ``width()`` say *bits* while the context lasts."""
    if bits not in WIDTHS:
        raise ValueError(f"no such width: {bits}")
    _forced.append(bits)
    try:
        yield
    finally:
        _forced.pop()
