"""How kernels are compiled: once, kept on disk where that can be, and without holding the GIL.

A kernel is written in Python and compiled by numba. Loading numba takes longer than most questions,
so machine code is kept (``stored.py``), and numba is loaded only to make it (``compiling.py``).
Modules of kernels therefore import no numba: a kernel, a part and an operation are plain functions
until something must be compiled.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

from everyway.core.stopping import Aside
from everyway.kernels.stored import load_call

Function = TypeVar("Function", bound=Callable[..., Any])

_parts: set[Callable[..., Any]] = set()
_lock = threading.RLock()
_one_at_a_time = threading.Lock()


def part(function: Function) -> Function:
    """Let kernels call *function*, which is compiled as a part of them."""
    _parts.add(function)
    return function


def operation(function: Function) -> Function:
    """Declare what kernels can do that Python cannot; the code is in the module ``..._code``."""

    @functools.wraps(function)
    def only_in_kernels(*arguments: Any) -> Any:
        raise NotImplementedError(f"{function.__name__} works in kernels only")

    return cast(Function, only_in_kernels)


def kernel(function: Function) -> Function:
    """Compile *function*, on its first call, to machine code that runs without the GIL.

    Later processes load it from disk. It lies beside the source, or in the user's cache folder
    where the source cannot be written to; where there is neither, each process compiles anew.
    """
    return cast(Function, Kernel(function))


class Kernel:
    """A function that is compiled for each form of arguments, on the first call with that form."""

    __name__: str

    def __init__(self, function: Callable[..., Any]) -> None:
        # numba finds what it has cached by this name, which tells the sources apart: it forgets
        # its cache when the module of the kernel changes, but not when that of a part does.
        self.digest = digest_of(function)
        function.__qualname__ += f"_{self.digest}"
        functools.update_wrapper(self, function)
        self.function = function
        self._calls: dict[Any, Callable[..., Any]] = {}
        self._tasks: dict[Any, Aside] = {}

    @property
    def ready(self) -> bool:
        """Whether some machine code was loaded, or compiled."""
        return bool(self._calls)

    def __call__(self, *arguments: Any) -> Any:
        """Call the machine code."""
        form = form_of(arguments)
        key = _types_of(arguments) if form is None else form
        call = self._calls.get(key)
        if call is None:
            call = None if form is None else load_call(self, form)
            if call is None:
                call = self._compiled(key, form, arguments)
            self._calls[key] = call
        return call(*arguments)

    def _compiled(self, key: Any, form: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return what calls the machine code for arguments of *form*, once it is compiled.

        It is compiled in a thread of its own, so that whoever waits for it can leave. What was left
        is compiled to its end, and waits for the next who asks.
        """

        def make() -> None:
            try:
                with _one_at_a_time:
                    self._calls[key] = self._make(form, arguments)
            finally:
                with _lock:
                    del self._tasks[key]

        with _lock:
            if key in self._calls:
                return self._calls[key]
            task = self._tasks.get(key)
            if task is None:
                task = self._tasks[key] = Aside(make, "compiler")
        task.wait()
        return self._calls[key]

    def _make(self, form: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        from everyway.kernels.compiling import compile_call, numba_function

        call: Callable[..., Any] | None = None
        if form is not None:
            call = compile_call(self, form, arguments)
        return call or cast(Callable[..., Any], numba_function(self.function, arguments))


def form_of(argument: Any) -> Any:
    """Return what machine code depends on: "i" for a whole number, else its shape, or None.

    None is for what only numba itself can pass, such as arrays.
    """
    kind = type(argument)
    if kind is int:
        return "i"
    if isinstance(argument, tuple):
        return _form_of_tuple(kind, argument)
    return getattr(argument, "kernel_form", None)


def _types_of(argument: Any) -> Any:
    """Return what the machine code that numba calls depends on."""
    if isinstance(argument, tuple):
        return (type(argument), *map(_types_of, argument))
    if isinstance(argument, int) and not isinstance(argument, bool):
        return argument.bit_length() > 63  # numba takes another type for it
    kind, shape = getattr(argument, "dtype", None), getattr(argument, "ndim", None)
    flags = getattr(argument, "flags", None)
    layout = None if flags is None else (flags.c_contiguous, flags.f_contiguous, flags.writeable)
    return (type(argument), kind, shape, layout)


def _form_of_tuple(kind: type, items: tuple[Any, ...]) -> Any:
    forms = []
    for item in items:
        form = "i" if type(item) is int else form_of(item)
        if form is None:
            return None
        forms.append(form)
    return (kind.__name__, *forms)


def parts() -> set[Callable[..., Any]]:
    """Return the functions that kernels may call."""
    return _parts


def digest_of(function: Callable[..., Any]) -> str:
    """Return a short text that changes with any source that *function* is compiled from."""
    files: set[str] = set(_own_files())
    # Two kernels of one name may stand in one file.
    constants = {f"{function.__qualname__} in line {function.__code__.co_firstlineno}"}
    for name, used in _uses(function):
        if isinstance(used, int):
            constants.add(f"{name}={used}")
        else:
            module = sys.modules.get(getattr(used, "__module__", None) or "")
            files.add(getattr(module, "__file__", None) or "")
    digest = hashlib.sha256(" ".join(sorted(constants)).encode())
    for file in sorted(files):
        digest.update(_digest_of_file(file))
    return digest.hexdigest()[:12]


@functools.cache
def _own_files() -> tuple[str, ...]:
    return tuple(str(file) for file in Path(__file__).parent.glob("*.py"))


def _digest_of_file(name: str) -> bytes:
    """Return the digest of a file, that of nothing without it: nothing could change then."""
    file = Path(name)
    return hashlib.sha256(file.read_bytes() if file.is_file() else b"").digest()


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
