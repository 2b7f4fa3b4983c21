"""How kernels are compiled: once, kept on disk where that can be, and without holding the GIL."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

_sources: set[Path] = set()


def part(function: Function) -> Function:
    """Let kernels call *function*, which is compiled as a part of them.

    Parts never divide by zero, so they do without the test for it.
    """
    _sources.add(Path(function.__code__.co_filename))
    compile_part = register_jitable(error_model="numpy", no_cfunc_wrapper=True)
    return cast(Function, compile_part(function))


def kernel(function: Function) -> Function:
    """Compile *function*, on its first call, to machine code that runs without the GIL.

    Later processes load it from a cache on disk. That lies beside the source, or in the user's cache
    folder where the source cannot be written to; where there is neither, each process compiles anew.
    """
    # The compiler forgets what it cached when the module of the kernel changes, but not when that of
    # a part does. The cache is found by the kernel's name, so that tells the sources apart.
    _sources.add(Path(function.__code__.co_filename))
    function.__qualname__ += f"_{digest_of(_sources)}"
    compiled: Any
    try:
        compiled = numba.njit(error_model="numpy", nogil=True, cache=True)(function)
    except RuntimeError:  # no folder for the cache
        compiled = numba.njit(error_model="numpy", nogil=True)(function)
    return cast(Function, compiled)


def digest_of(sources: set[Path]) -> str:
    """Return a short text that any change of *sources* changes."""
    digest = hashlib.sha256()
    for source in sorted(sources):
        # Without the source there is nothing that could change, nor a place beside it to cache.
        digest.update(source.read_bytes() if source.exists() else b"")
    return digest.hexdigest()[:12]
