"""Compiling kernels: the only place, with the ``..._code`` modules, where numba is loaded."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import numba as numba_package
from numba.extending import register_jitable

# What is imported for its effect: the compiler then knows the operations.
from everyway.kernels import bits_code, lanes_code, memory_code  # noqa: F401
from everyway.kernels.jit import parts
from everyway.kernels.stored import Call, Code, flat, store

if TYPE_CHECKING:
    from everyway.kernels.jit import Kernel

# Numba says nothing of the types of these.
numba: Any = numba_package
types: Any = numba.types

OPTIONS: dict[str, Any] = {"error_model": "numpy", "nogil": True}
RESULTS = {types.int64: "i", types.boolean: "b"}
FROM_THE_SYSTEM = {"memcpy", "memset", "memmove"}
"""What LLVM may call by itself; it is found in every process."""

_known: set[Callable[..., Any]] = set()


def learn_parts() -> None:
    """Have numba know the parts that were declared since the last time.

    Parts never divide by zero, so they do without the test for it.
    """
    for function in list(parts() - _known):
        register_jitable(error_model="numpy", no_cfunc_wrapper=True)(function)
        _known.add(function)


_functions: dict[Callable[..., Any], Any] = {}


def numba_function(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return *function* as numba calls and caches it itself, compiled for such *arguments*."""
    learn_parts()
    if function not in _functions:
        try:
            _functions[function] = numba.njit(cache=True, **OPTIONS)(function)
        except RuntimeError:  # no folder for the cache
            _functions[function] = numba.njit(**OPTIONS)(function)
    made = _functions[function]
    made.compile(tuple(map(numba.typeof, arguments)))
    return made


def compile_call(kernel: Kernel, form: Any, arguments: tuple[Any, ...]) -> Call | None:
    """Compile *kernel* for arguments like these, and store the code; None if numba must call it."""
    learn_parts()
    # Nobody calls it from Python objects, or from C.
    made = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(kernel.function)
    signature = tuple(numba.typeof(_like(argument)) for argument in arguments)
    with _no_collection():
        made.compile(signature)
    [compiled] = made.overloads.values()
    results = _results(compiled.signature.return_type)
    library, symbol = compiled.library, compiled.fndesc.llvm_func_name
    if results is None or not _is_plain(library, symbol, form):
        return None
    single = not isinstance(compiled.signature.return_type, types.BaseTuple)
    address = library.get_pointer_to_function(symbol)
    if _stands_alone(library):
        code = Code(symbol, results, single, bytes(library._get_compiled_object()))
        store(kernel, form, code)
    _kept.append(made)
    return Call(address, form, results, single)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep Python from looking for garbage meanwhile: compiling makes a million objects."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


_kept: list[Any] = []
"""What holds the machine code that was compiled here."""


def _like(argument: Any) -> Any:
    """Return an argument of the same form with small numbers, which are all of one type."""
    if isinstance(argument, tuple):
        items = map(_like, argument)
        return type(argument)(*items) if hasattr(argument, "_fields") else tuple(items)
    return 0 if isinstance(argument, int) else argument


def _results(kind: Any) -> str | None:
    """Return the kinds of results in a return type, or None if there are others."""
    kind = types.unliteral(kind)
    if kind == types.none:
        return ""
    members = list(kind) if isinstance(kind, types.BaseTuple) else [kind]
    found = [RESULTS.get(types.unliteral(member)) for member in members]
    return None if None in found else "".join(cast(list[str], found))


def _is_plain(library: Any, symbol: str, form: Any) -> bool:
    """Return whether the compiled function takes what ``Call`` passes: numbers, one by one."""
    function = library.get_function(symbol)
    expected = 2 + sum(1 for _ in flat(form))
    return len(list(function.arguments)) == expected


def _stands_alone(library: Any) -> bool:
    """Return whether the code calls nothing that only numba provides."""
    module = library._final_module
    known = (*module.functions, *module.global_variables)
    outside = [value.name for value in known if value.is_declaration]
    return not library._dynamic_globals and all(
        name.startswith("llvm.") or name in FROM_THE_SYSTEM for name in outside
    )
