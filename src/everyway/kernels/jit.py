"""How kernels are compiled: once, kept on disk where that can be, and without holding the GIL."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

_parts: set[Callable[..., Any]] = set()


def part(function: Function) -> Function:
    """Let kernels call *function*, which is compiled as a part of them.

    Parts never divide by zero, so they do without the test for it.
    """
    _parts.add(function)
    compile_part = register_jitable(error_model="numpy", no_cfunc_wrapper=True)
    compiled: Function = compile_part(function)
    return compiled


def kernel(function: Function) -> Function:
    """Compile *function*, on its first call, to machine code that runs without the GIL.

    Later processes load it from a cache on disk. That lies beside the source, or in the user's
    cache folder where the source cannot be written to; where there is neither, each process
    compiles anew.
    """
    # The compiler forgets what it cached when the module of the kernel changes, but not when that
    # of a part does. The cache is found by the kernel's name, so that tells the sources apart.
    function.__qualname__ += f"_{digest_of(function)}"
    try:
        compiled: Any = numba.njit(error_model="numpy", nogil=True, cache=True)(function)
    except RuntimeError:  # no folder for the cache
        compiled = numba.njit(error_model="numpy", nogil=True)(function)
    return cast(Function, compiled)


def digest_of(function: Callable[..., Any]) -> str:
    """Return a short text that changes with any source that *function* is compiled from."""
    files: set[str] = set()
    constants: set[str] = set()
    for name, used in _uses(function):
        if isinstance(used, int):
            constants.add(f"{name}={used}")
        else:
            module = sys.modules.get(getattr(used, "__module__", None) or "")
            files.add(getattr(module, "__file__", None) or "")
    digest = hashlib.sha256(" ".join(sorted(constants)).encode())
    for file in sorted(files):
        # Without the source there is nothing that could change, nor a place beside it to cache.
        digest.update(Path(file).read_bytes() if Path(file).is_file() else b"")
    return digest.hexdigest()[:12]


def _uses(function: Callable[..., Any]) -> Iterator[tuple[str, object]]:
    """Yield *function* and what it and its parts use: functions, types, constants, with names."""
    seen: set[tuple[str, int]] = set()
    left: list[tuple[str, object]] = [(function.__name__, function)]
    while left:
        name, used = left.pop()
        if (name, id(used)) in seen:
            continue
        seen.add((name, id(used)))
        yield name, used
        if isinstance(used, FunctionType) and (used is function or used in _parts):
            names = {*used.__code__.co_names, *map(str, used.__annotations__.values())}
            left += [(n, used.__globals__[n]) for n in names & used.__globals__.keys()]
            # What a function closes over is compiled into it: other parts, and constants.
            cells = used.__closure__ or ()
            left += zip(used.__code__.co_freevars, (c.cell_contents for c in cells), strict=True)
